"""Numbers in words of both languages: German has a comma where English has a point."""

from __future__ import annotations

from companion.rules.text import Name


def decimal(value: float, places: int = 1) -> Name:
    """A number with so many places; none where they would all be zero."""
    text = f"{value:.{places}f}"
    if places and float(text) == int(float(text)):
        text = f"{float(text):.0f}"
    text = text.replace("-", "−")
    return Name(text, text.replace(".", ","))


def whole(value: int) -> str:
    """A whole number; one below zero with a minus as long as a plus."""
    return str(value).replace("-", "−")


def percent(share: float) -> Name:
    return Name(f"{share * 100:.0f} %", f"{share * 100:.0f} %")
