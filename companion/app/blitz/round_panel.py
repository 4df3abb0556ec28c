"""What is going on in the round, in words: ready, the race with its time, the verdict, the end of the match."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Literal

from kivy.uix.widget import Widget

from companion.app.table.end_panel import end_of_game
from companion.app.ui import Ui
from companion.app.widgets.avatar import Avatar
from companion.app.widgets.button import PushButton
from companion.app.widgets.layout import Column, Panel, Row
from companion.app.widgets.words import Icon, Words
from companion.live_table import LiveTable
from companion.moments import Moment
from companion.rules import Text
from companion.rules.text import say
from companion.rules.wuerfelblitz import GiveUp, Wuerfelblitz

Scene = Literal["question", "over", "asked", "tell dice", "race", "ready"]
MOST_SAID = 4


def scene_of(moment: Moment) -> Scene:
    """What the table is doing."""
    calls = moment.calls
    if moment.question is not None:
        return "question"
    if moment.state.outcome() is not None:
        return "over"
    if calls is not None and calls.floor:
        return "asked"
    if calls is not None and calls.unread and calls.waiting:
        return "tell dice"
    return "ready" if calls is None or calls.revealed_at is None else "race"


@dataclass(frozen=True, slots=True)
class Wishes:
    """What can be wished for from the panel."""

    table: LiveTable
    colour: Callable[[int], int]
    enter_dice: Callable[[], object]
    once_more: Callable[[], object]
    home: Callable[[], object]


class RoundPanel(Panel):
    """The words of a scene, and what can be done."""

    def __init__(self, ui: Ui, moment: Moment, wishes: Wishes, *, entering: bool, tight: bool) -> None:
        """`entering`: dice are being entered beside it; `tight`: there is little room."""
        super().__init__(ui, gap=0.75 if tight else 1.5, pad=1.25 if tight else 2)
        self.ui, self._moment, self._wishes = ui, moment, wishes
        self._clock: Words | None = None
        scene = scene_of(moment)
        parts = {"over": self._over, "race": self._race, "tell dice": self._tell_dice, "ready": self._ready}[scene]
        for widget in parts(moment, entering=entering):
            self.add_widget(widget)
        if moment.refused is not None:
            ink = ui.colours.bad
            icon = Icon(ui, "warning", 26, colour=ink)
            self.add_widget(Row(icon, Words(ui, moment.refused, "body", bold=True, colour=ink), gap=1))

    def tick(self) -> None:
        """Time goes by."""
        calls = self._moment.calls
        if self._clock is not None and calls is not None and calls.revealed_at is not None:
            self._clock.text = seconds(time.monotonic() - calls.revealed_at, self.ui.language)

    # --- scenes -------------------------------------------------------------------------------------------------------

    def _ready(self, moment: Moment, *, entering: bool) -> list[Widget]:
        state, ui = _state(moment), self.ui
        parts = self._said(moment)
        name = state.name(state.thrower)
        if moment.verdict is None:
            words = Column(
                Words(ui, say("Ready: raise the box!"), "heading", bold=True),
                Words(ui, state.expects().text, "body", colour=ui.colours.faint),
                gap=0.25,
            )
        else:  # by now everybody knows how
            words = Column(Words(ui, say("{player}, raise the box!", player=name), "heading", bold=True))
        avatar = Avatar(ui, name, self._wishes.colour(state.thrower), 44)
        avatar.pos_hint = words.pos_hint = {"center_y": 0.5}
        parts.append(Row(avatar, words, gap=1.5))
        if moment.simulated:
            throw = self._wishes.table.throw
            parts.append(PushButton(ui, say("Throw the dice"), throw, kind="primary", icon="dice", size="lead"))
        elif not moment.watched:
            raised = self._wishes.table.raise_box
            parts.append(PushButton(ui, say("The box is raised"), raised, kind="primary", icon="up", size="lead"))
            if not entering:
                parts.append(PushButton(ui, say("Enter the dice first"), self._wishes.enter_dice, icon="dice"))
        elif not entering:
            enter = self._wishes.enter_dice
            parts.append(PushButton(ui, say("Enter the dice by hand"), enter, kind="quiet", icon="tap"))
        return parts

    def _race(self, moment: Moment, *, entering: bool) -> list[Widget]:
        state, ui = _state(moment), self.ui
        parts = self._said(moment) if moment.verdict is not None else []
        if state.phase == "close":
            return parts
        self._clock = Words(ui, "", "huge", align="center")
        self.tick()
        parts.append(Words(ui, say("Who is first?"), "heading", bold=True, align="center"))
        parts.append(self._clock)
        parts.append(Words(ui, say("Press as soon as you know the sum."), "lead", align="center"))
        if moment.calls is not None and not moment.calls.unread:
            words = ui.words(state.label(GiveUp(None)))
            give_up = partial(self._wishes.table.tell, GiveUp(None))
            parts.append(PushButton(ui, words[:1].upper() + words[1:], give_up, icon="flag"))
        return parts

    def _tell_dice(self, moment: Moment, *, entering: bool) -> list[Widget]:
        ui, calls = self.ui, moment.calls
        assert calls is not None
        return [
            *(self._named(waiting.player, waiting.number) for waiting in calls.waiting if waiting.number is not None),
            Words(ui, say("The dice decide: what do they show?"), "heading", bold=True),
            Words(ui, say("Tap the dice and say what lies on the table."), "lead"),
        ]

    def _named(self, player: int, number: int) -> Row:
        name = self._moment.state.name(player)
        avatar = Avatar(self.ui, name, self._wishes.colour(player), 56)
        words = Words(self.ui, say("{player} says {number}.", player=name, number=number), "lead", bold=True)
        avatar.pos_hint = words.pos_hint = {"center_y": 0.5}
        return Row(avatar, words, gap=1.5)

    def _over(self, moment: Moment, *, entering: bool) -> list[Widget]:
        last = moment.said[-1] if moment.said else ""
        return end_of_game(self.ui, last, self._wishes.once_more, self._wishes.home)

    def _said(self, moment: Moment) -> list[Widget]:
        """The verdict; a plain sum is not told twice, the dice spell it out."""
        result = moment.verdict.result if moment.verdict else None
        spelt = result.in_words() if result is not None and not result.doubled else None
        told = [text for text in moment.said if text != spelt]
        if scene_of(moment) == "ready" and moment.verdict is not None and moment.verdict.right:
            told = told[:-1] or told  # who throws next stands below
        sentences = (self._sentence(text, first=number == 0) for number, text in enumerate(told[:MOST_SAID]))
        return [Column(*sentences, gap=0.5)]

    def _sentence(self, text: Text, *, first: bool) -> Words:
        c = self.ui.colours
        return Words(self.ui, text, "lead" if first else "body", bold=first, colour=c.ink if first else c.faint)


def seconds(passed: float, language: str) -> str:
    """Seconds and tenths, as they are written in a language."""
    text = f"{max(0.0, passed):.1f} s"
    return text.replace(".", ",") if language == "de" else text


def _state(moment: Moment) -> Wuerfelblitz:
    assert isinstance(moment.state, Wuerfelblitz)
    return moment.state
