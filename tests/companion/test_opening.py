"""What a table can be watched with."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.opening import cameras


def plug_in(listed: Path, number: int, index: int) -> None:
    (listed / f"video{number}").mkdir()
    (listed / f"video{number}" / "index").write_text(f"{index}\n")


def test_only_what_gives_pictures_is_offered_as_a_camera(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Webcams come with a second entry that only tells about their pictures."""
    monkeypatch.setattr("sys.platform", "linux")
    for number in range(6):
        plug_in(tmp_path, number, index=number % 2)
    assert cameras(tmp_path) == ["0", "2", "4"]


@pytest.mark.parametrize("platform", ["linux", "darwin"])
def test_where_none_is_listed_the_first_may_be_tried(
    platform: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.platform", platform)
    assert cameras(tmp_path) == ["0"]
