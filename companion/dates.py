"""When something was, as people at the table say it."""

from __future__ import annotations

from datetime import datetime, timedelta

from companion.rules.text import Name, Text, say


def when(moment: datetime, now: datetime | None = None) -> Text | Name:
    """Day and time by the clock of this place; what was today or yesterday is called so."""
    local = moment.astimezone()
    today = (now.astimezone() if now else datetime.now().astimezone()).date()
    time = f"{local:%H:%M}"
    if local.date() == today:
        return say("Today, {time}", time=time)
    if local.date() == today - timedelta(days=1):
        return say("Yesterday, {time}", time=time)
    return Name(f"{local.day} {local:%b} {local.year}, {time}", f"{local:%d.%m.%Y}, {time}")
