"""Dice entered by tapping, where no camera looks on: which were thrown, and what each of them shows."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial

from companion.app.table.face_picker import Ask, FacePicker
from companion.app.ui import Ui
from companion.app.widgets.button import PushButton
from companion.app.widgets.dice import DiePicture
from companion.app.widgets.layout import Column, Flow
from companion.app.widgets.words import Words
from companion.rules import Die, Roll, Throw
from companion.rules.dice import body_name
from companion.rules.text import count, say

SIDE, FEW_SIDE, FEW = 76, 104, 4
"""How large dice are (dp): few of them are larger."""


@dataclass(slots=True)
class Entry:
    """What has been entered of a throw so far: new faces by the place of the die."""

    throw: Throw
    shown: dict[int, Die] = field(default_factory=dict)

    @property
    def complete(self) -> bool:
        """Whether this could be a throw."""
        kept = [die for i, die in enumerate(self.throw.loose) if i not in self.shown]
        enough = self.throw.least <= len(self.shown) <= self.throw.most
        return enough and all(die.lying is not None or self.throw.least < len(self.throw.loose) for die in kept)

    def roll(self) -> Roll:
        thrown = tuple(self.shown[i] for i in sorted(self.shown))
        kept = tuple(
            Die(die.body, die.lying)
            for i, die in enumerate(self.throw.loose)
            if i not in self.shown and die.lying is not None
        )
        return Roll(self.throw.player, thrown, kept)


class HandEntry(Column):
    """The dice of the throw that is due. A tap on one names it and those after it.

    `named`, the colour of each die stands under it, for eyes that do not tell them apart.
    """

    def __init__(
        self,
        ui: Ui,
        throw: Throw,
        tell: Callable[[Roll], object],
        *,
        numerals: bool,
        named: bool = False,
        side: float | None = None,
    ) -> None:
        """`side` is how large the dice are (dp), if not as large as so many can be."""
        super().__init__(gap=1.5)
        self._named, self._side = named, side or (FEW_SIDE if len(throw.loose) <= FEW else SIDE)
        self._ui, self._tell, self._numerals = ui, tell, numerals
        self._entry = Entry(_no_more_than_allowed(throw))
        self._show()

    def _show(self) -> None:
        self.clear_widgets()
        entry, ui = self._entry, self._ui
        lying = any(die.lying is not None for die in entry.throw.loose)
        hint = say("Tap the dice that were thrown again.") if lying else say("Tap a die and say what it shows.")
        self.add_widget(Words(ui, hint, "body", colour=ui.colours.faint))
        dice = Flow(gap=1.25)
        for i, loose in enumerate(entry.throw.loose):
            new = entry.shown.get(i)
            face = new.face if new else loose.lying
            ring = ui.colours.primary if new else None
            die = DiePicture(
                ui, loose.body, face, self._side, numerals=self._numerals, ring=ring, on_tap=partial(self._ask, i)
            )
            dice.add_widget(self._captioned(die, loose.body) if self._named else die)
        self.add_widget(dice)
        if entry.complete:
            words = count(len(entry.shown), "Enter {n} die", "Enter {n} dice")
            self.add_widget(PushButton(ui, words, self._enter, kind="primary", icon="check", size="lead"))

    def _captioned(self, die: DiePicture, body: str) -> Column:
        words = Words(self._ui, body_name(body), "small", align="center", lines=1)
        return Column(die, words, gap=0.5, size_hint_x=None, width=die.width)

    def _ask(self, first: int) -> None:
        """Ask for this die, and for as many others as have to be thrown with it."""
        loose, shown = self._entry.throw.loose, self._entry.shown
        missing = self._entry.throw.least - len({*shown, first})
        others = [i for i in range(len(loose)) if i != first and i not in shown]
        asked = [first, *others[: max(0, missing)]]
        asks = [Ask(tuple(Die(loose[i].body, face) for face in dict.fromkeys(loose[i].faces))) for i in asked]

        def named(dice: list[Die]) -> None:
            self._entry.shown.update(zip(asked, dice, strict=True))
            self._show()

        FacePicker(self._ui, asks, named, numerals=self._numerals).open()

    def _enter(self) -> None:
        self._tell(self._entry.roll())


def _no_more_than_allowed(throw: Throw) -> Throw:
    """Where equal dice come out of the box, no more are shown than may be thrown."""
    equal = len(set(throw.loose)) == 1 and throw.loose[0].lying is None
    return replace(throw, loose=throw.loose[: throw.most]) if equal else throw
