"""The profiles that are kept: how good each is, which one is used, and a way to forget one."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from calibration.profile import BadProfile
from companion.app.background import in_background
from companion.app.widgets.button import PushButton
from companion.app.widgets.field import as_wide_as_its_words
from companion.app.widgets.layout import Column, Panel, Row
from companion.app.widgets.sheet import Sheet
from companion.app.widgets.words import Icon, Words
from companion.profiles import fault_words, profiles, quality_words
from companion.rules.text import Text, say

if TYPE_CHECKING:
    from companion.app.screen import Screen

Kept = list[tuple[str, Text, bool]]
"""Name, how good it is or what is wrong with it, and whether it can be used."""


def kept_profiles() -> Kept:
    """All profiles of this table."""
    kept: Kept = []
    for name in profiles().names():
        try:
            kept.append((name, quality_words(profiles().load(name)), True))
        except BadProfile as error:
            kept.append((name, fault_words(error), False))
    return kept


class ProfileList(Panel):
    """One row a profile."""

    def __init__(self, screen: Screen) -> None:
        ui = screen.ui
        super().__init__(ui, Words(ui, say("Kept profiles"), "heading", bold=True))
        self._screen, self._ui = screen, ui
        self._rows = Column(gap=2)
        self.add_widget(self._rows)
        self._load()

    def _load(self) -> None:
        in_background(kept_profiles, self._show)

    def _show(self, kept: Kept) -> None:
        self._rows.clear_widgets()
        if not kept:
            none = say("There is no profile yet; everything works without one.")
            self._rows.add_widget(Words(self._ui, none, "body", colour=self._ui.colours.faint))
        for name, words, usable in kept:
            self._rows.add_widget(self._row(name, words, usable=usable))

    def _row(self, name: str, words: Text, *, usable: bool) -> Row:
        ui, used = self._ui, name == self._screen.app.settings.profile
        texts = Column(Words(ui, name, "lead", bold=True), Words(ui, words, "body", colour=ui.colours.faint), gap=0.25)
        row = Row(texts, gap=1.5)
        if used:
            sign = Icon(ui, "check", 26, colour=ui.colours.good)
            row.add_widget(sign, index=1)
            button = PushButton(ui, say("Leave out"), partial(self._use, ""), size_hint_x=None)
        else:
            button = PushButton(ui, say("Use it"), partial(self._use, name), size_hint_x=None)
        as_wide_as_its_words(button, 0)
        if usable or used:
            row.add_widget(button)
        row.add_widget(PushButton(ui, on_tap=partial(self._ask, name), kind="quiet", icon="delete"))
        for part in row.children:
            part.pos_hint = {"center_y": 0.5}
        return row

    def _use(self, name: str) -> None:
        app = self._screen.app
        app.settings = replace(app.settings, profile=name)
        app.keep_settings()
        self._load()

    def _ask(self, name: str) -> None:
        ui = self._ui
        sheet = Sheet(ui, say("Forget the profile {name}?", name=name))

        def forget() -> None:
            sheet.dismiss()
            in_background(partial(_remove, name), lambda _: self._gone(name))

        sheet.fill(
            PushButton(ui, say("Forget it"), forget, kind="danger", icon="delete"),
            PushButton(ui, say("Keep it"), sheet.dismiss, kind="primary", icon="check"),
        )
        sheet.open()

    def _gone(self, name: str) -> None:
        self._use("" if self._screen.app.settings.profile == name else self._screen.app.settings.profile)


def _remove(name: str) -> None:
    try:
        profiles().remove(name)
    except (BadProfile, OSError):
        return
