"""When a game was, in words."""

from __future__ import annotations

from datetime import datetime, timedelta

from companion.dates import when
from companion.i18n import in_words

NOW = datetime(2026, 3, 6, 21, 30).astimezone()


def test_today_and_yesterday_are_called_so() -> None:
    assert in_words(when(NOW - timedelta(hours=1), NOW), "en") == "Today, 20:30"
    assert in_words(when(NOW - timedelta(hours=23), NOW), "en") == "Yesterday, 22:30"


def test_other_days_have_a_date_as_each_language_writes_it() -> None:
    earlier = datetime(2025, 12, 1, 9, 5).astimezone()
    assert in_words(when(earlier, NOW), "en") == "1 Dec 2025, 09:05"
    assert in_words(when(earlier, NOW), "de") == "01.12.2025, 09:05"
