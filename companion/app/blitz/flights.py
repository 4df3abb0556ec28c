"""Discs on the move: from the box to who won one, back to the box from who lost one, three white ones for a black."""

from __future__ import annotations

from collections.abc import Sequence

from kivy.uix.widget import Widget

from companion.app.blitz.buzzer import Buzzer
from companion.app.blitz.discs import SMALLER, Disc, fly
from companion.rules.wuerfelblitz.state import Discs

LATER = 0.4
"""Seconds by which the black disc follows the white ones it is swapped for."""


class DiscFlights:
    """Keeps the trays of all players in step with the game; `box` is where discs come from and go to."""

    def __init__(self, over: Widget, buzzers: Sequence[Buzzer], box: Widget, discs: tuple[Discs, ...]) -> None:
        self._over, self._buzzers, self._box = over, buzzers, box
        self._discs = discs
        self._flying: list[Disc] = []
        for buzzer, own in zip(buzzers, discs, strict=True):
            buzzer.tray.show(own)

    def show(self, discs: tuple[Discs, ...]) -> None:
        """Everybody holds these now; what has changed flies."""
        before, self._discs = self._discs, discs
        for buzzer, old, new in zip(self._buzzers, before, discs, strict=True):
            if old != new:
                self._change(buzzer, old, new)

    def stop(self) -> None:
        """Take away what is in the air."""
        for disc in self._flying:
            if disc.parent is not None:
                disc.parent.remove_widget(disc)
        self._flying.clear()

    def _change(self, buzzer: Buzzer, old: Discs, new: Discs) -> None:
        won = Discs(max(0, new.white - old.white), max(0, new.black - old.black))
        buzzer.tray.show(new, missing=won)
        for number in range(new.white, old.white):
            self._fly(buzzer, "white", number, arriving=False)
        for number in range(new.black, old.black):
            self._fly(buzzer, "black", number, arriving=False)
        later = LATER if won.black and old.white else 0.0
        for kind, first, last in (("white", old.white, new.white), ("black", old.black, new.black)):
            for number in range(first, last):
                self._fly(buzzer, kind, number, arriving=True, delay=later)

    def _fly(self, buzzer: Buzzer, kind: str, number: int, *, arriving: bool, delay: float = 0.0) -> None:
        place = buzzer.tray.place(kind, number)
        there, box = place.to_window(*place.center), self._box.to_window(*self._box.center)
        start, end = (box, there) if arriving else (there, box)
        side = buzzer.tray.side * (SMALLER if kind == "white" else 1.0)

        def landed() -> None:
            buzzer.tray.show(buzzer.tray.discs)

        self._flying = [disc for disc in self._flying if disc.parent is not None]
        self._flying.append(fly(self._over, Disc(kind, side, hollow=False), start, end, landed=landed, delay=delay))
