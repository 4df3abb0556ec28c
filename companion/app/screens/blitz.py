"""Würfelblitz: buttons around the edges, in the middle the dice, the race, the number pad and the verdict."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from kivy.clock import Clock
from kivy.core.window import Window
from kivy.metrics import dp
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.app.blitz.buzzer import Buzzer
from companion.app.blitz.dice import DiceRow, draw_ahead
from companion.app.blitz.flights import DiscFlights
from companion.app.blitz.number_pad import NumberPad
from companion.app.blitz.round_panel import RoundPanel, Wishes, scene_of
from companion.app.blitz.standing import standings
from companion.app.blitz.table_edge import Centred, Facing, Seats, TableEdge
from companion.app.screen import Screen
from companion.app.table.amending import ask_to_amend
from companion.app.table.camera_view import CameraView
from companion.app.table.hand_entry import HandEntry
from companion.app.table.question_panel import QuestionPanel
from companion.app.theme import UNIT
from companion.app.widgets.button import PushButton
from companion.app.widgets.layout import Column, Row, Scroll, paint_round
from companion.app.widgets.words import Icon, Words
from companion.live_table import LiveTable
from companion.moments import Glimpse, Moment
from companion.rules import Die
from companion.rules.text import say
from companion.rules.wuerfelblitz import Wuerfelblitz
from companion.rules.wuerfelblitz.state import ANSWERS
from hardware.link import State as LinkState

if TYPE_CHECKING:
    from companion.app.app import WuerfelaugeApp

TICK = 0.1
LARGE, SMALL, ROOMY = 112, 84, 700
"""The dice to be entered (dp): four in a row, large from this shorter side of the window on."""
CAMERA_SHARE = 0.62
"""Of what there is to see, where a camera looks on; the rest is for the dice as they were read."""
BUZZER_GONE = say("The buzzer does not answer. Press on the screen until it is back.")


class BlitzScreen(Screen):
    """Draws the app's `moment`; the round itself runs in the table's own thread."""

    def __init__(self, app: WuerfelaugeApp) -> None:
        super().__init__(app)
        assert app.table is not None
        self.padding = dp(UNIT)
        self.table: LiveTable = app.table
        self.moment: Moment = app.moment or self.table.moment
        self._entering = False
        self._boxed = self.has_box
        self._entry: tuple[int, Widget] | None = None
        self._panel_key: object = None
        self._dice_key: object = None
        self.pad: NumberPad | None = None
        self.panel: RoundPanel | None = None
        self.buzzers = [self._buzzer(seat) for seat in range(len(self.state.table.players))]
        self.edge = TableEdge(self.buzzers, self._middle(), portrait=self.portrait, seats=self._usual_seats())
        self.add_widget(self.edge)
        self._seat(self.edge.seats)
        self._flights = DiscFlights(app.root_layout, self.buzzers, self._eyes, self.state.discs)
        self._show(self.moment, moving=False)
        self._clock = Clock.schedule_interval(self._tick, TICK)
        self._ahead = draw_ahead(self.state.table.game.dice)

    @property
    def state(self) -> Wuerfelblitz:
        state = self.moment.state
        assert isinstance(state, Wuerfelblitz)
        return state

    # --- how it is put together ---------------------------------------------------------------------------------------

    def _buzzer(self, seat: int) -> Buzzer:
        answers = self.state.table.options.answers
        price = answers[seat] if answers else ANSWERS
        press = partial(self.table.press, seat)
        return Buzzer(self.ui, self.state.name(seat), self.colour(seat), price, press)

    def colour(self, seat: int) -> int:
        """The colour of a player's disc."""
        return self.app.settings.colour(self.state.table.players[seat], seat)

    def _middle(self) -> BoxLayout:
        ui, loud = self.ui, self.app.settings.sound
        self.undo = PushButton(ui, on_tap=self.table.undo, kind="plain", icon="undo")
        self.sound = PushButton(ui, on_tap=self._switch_sound, kind="quiet", icon="sound" if loud else "silent")
        self.turn = PushButton(ui, on_tap=self._switch_seats, kind="quiet", icon="players")
        self._banner = Column()
        self.camera = CameraView(ui, size_hint_y=CAMERA_SHARE)
        self.dice = DiceRow(ui)
        self._eyes = BoxLayout(orientation="vertical", spacing=dp(UNIT))
        self._stage = Facing()
        both = BoxLayout(orientation="vertical" if self.portrait else "horizontal", spacing=dp(1.5 * UNIT))
        both.add_widget(self._eyes)
        both.add_widget(self._stage)
        middle = BoxLayout(orientation="vertical", spacing=dp(UNIT))
        for widget in (self.head(self.state.table.game.name, self.sound, self.turn, self.undo), self._banner, both):
            middle.add_widget(widget)
        return middle

    @property
    def _roomy(self) -> bool:
        return bool(min(Window.size) >= dp(ROOMY))

    # --- the box on the table -----------------------------------------------------------------------------------------

    @property
    def has_box(self) -> bool:
        """Whether a buzzer box is connected."""
        return self.moment.buzzer is not None and self.moment.buzzer.state is LinkState.CONNECTED

    def _usual_seats(self) -> Seats:
        """With a box nobody presses on the screen, so everybody may stand in rows to be read."""
        return "rows" if self.has_box else "around"

    def _switch_seats(self) -> None:
        self._seat("around" if self.edge.seats == "rows" else "rows")

    def _seat(self, seats: Seats) -> None:
        self.edge.seat(seats)
        for buzzer in self.buzzers:
            buzzer.live = not (self.has_box and seats == "rows")
        calls = self.moment.calls
        asked = calls.floor[0] if calls is not None and calls.floor and self.pad is not None else None
        self._stage.turn(0 if asked is None else self.edge.angle(asked))

    def _switch_sound(self) -> None:
        loud = not self.app.settings.sound
        self.app.hush(not loud)
        self.sound.show_icon("sound" if loud else "silent")

    # --- what happens -------------------------------------------------------------------------------------------------

    def seen(self, glimpse: Glimpse) -> None:
        if self.camera.parent is not None:
            self.camera.show(glimpse)

    def told(self, moment: Moment) -> None:
        self.moment = moment
        if self.has_box != self._boxed:
            self._boxed = self.has_box
            self._seat(self._usual_seats())
        self._show(moment, moving=True)

    def left(self) -> None:
        self._clock.cancel()
        self._flights.stop()

    def _show(self, moment: Moment, *, moving: bool) -> None:
        calls = moment.calls
        idle = moment.moves == 0 and (calls is None or not (calls.waiting or calls.unread))
        self.undo.disabled = idle
        self.undo.opacity = 0.35 if idle else 1
        for buzzer, standing in zip(self.buzzers, standings(moment), strict=True):
            buzzer.show(standing)
        self._show_dice(moment, moving=moving)
        self._show_panel(moment)
        self._show_banner(moment)
        self._flights.show(self.state.discs)

    def _tick(self, *_: object) -> None:
        next(self._ahead, None)
        if self.panel is not None:
            self.panel.tick()
        calls = self.moment.calls
        if self.pad is not None and calls is not None:
            self.pad.time.show(1 - (time.monotonic() - calls.since) / calls.house.seconds_to_call)

    def _show_banner(self, moment: Moment) -> None:
        """What is wrong with camera or buzzer: said, while the game goes on."""
        lost = moment.buzzer is not None and moment.buzzer.state is LinkState.LOST
        refused = moment.refused if self.pad is not None or moment.question else None  # elsewhere the panel says so
        told = [t for t in (moment.trouble, moment.notice, BUZZER_GONE if lost else None, refused) if t is not None]
        self._banner.clear_widgets()
        for text in told:
            ink = self.ui.colours.bad
            words = Words(self.ui, text, "body", bold=True, colour=ink)
            row = Row(Icon(self.ui, "warning", 26, colour=ink), words, pad=1)
            paint_round(row, self.ui.colours.surface, edge=ink)
            self._banner.add_widget(row)

    # --- what is seen -------------------------------------------------------------------------------------------------

    def _show_dice(self, moment: Moment, *, moving: bool) -> None:
        """The camera if one looks on; the dice as they are known, as they were, or to be entered."""
        state, verdict = self.state, moment.verdict
        unread = moment.calls is not None and moment.calls.unread
        dice = () if unread else state.dice or (verdict.dice if verdict is not None else ())
        throws = state.expects().throws
        if not throws:
            self._entering = False
        enter = bool(throws) and (self._entering or unread or not (moment.watched or dice))
        parts: list[Widget] = []
        if moment.watched:
            parts.append(self.camera)
        if enter:
            parts.append(self._hand_entry(moment))
        elif dice or not moment.watched:
            parts.append(self.dice)
        if parts != self._eyes.children[::-1]:
            self._eyes.clear_widgets()
            for part in parts:
                self._eyes.add_widget(part)
        result = verdict.result if verdict is not None and dice == verdict.dice else None
        if (dice, result) != self._dice_key:
            before, self._dice_key = self._dice_key, (dice, result)
            if not isinstance(before, tuple) or before[0] != dice:
                self.dice.show(dice, self._amend)
            self.dice.spell(result, moving=moving)

    def _hand_entry(self, moment: Moment) -> Widget:
        """What has been entered so far stays while others press."""
        throw = moment.state.expects().throws[0]
        if self._entry is None or self._entry[0] != moment.moves:
            side = LARGE if self._roomy else SMALL
            tell = partial(self.table.tell, after=moment.moves)
            entry = HandEntry(self.ui, throw, tell, numerals=False, named=True, side=side)
            self._entry = (moment.moves, Centred(entry, self.ui))
        return self._entry[1]

    def _amend(self, die: Die) -> Callable[[], None] | None:
        """A tap on a die says that it was read wrongly, if it was read at all."""

        def ask() -> None:
            seen = self.moment.amendable
            place = next((i for i, read in enumerate(seen) if (read.body, read.face) == (die.body, die.face)), None)
            if place is not None:
                ask_to_amend(self.ui, self.table, self.moment, place, numerals=False)

        return ask

    def _enter_dice(self) -> None:
        self._entering = True
        self._panel_key = None
        self._show(self.moment, moving=False)

    # --- what is said -------------------------------------------------------------------------------------------------

    def _show_panel(self, moment: Moment) -> None:
        """Made anew only if it says something else: a number half typed must not vanish because somebody presses."""
        scene, calls = scene_of(moment), moment.calls
        asked = calls.floor[0] if calls is not None and scene == "asked" else None
        named = [waiting for waiting in calls.waiting if waiting.number is not None] if calls else []
        key: object = (scene, asked, calls.round if calls else 0, len(named))
        if asked is None:
            key = (scene, moment.moves, moment.said, moment.refused, moment.question, moment.watched, self._entering)
            key = (*key, calls is not None and calls.unread)
        if key == self._panel_key:
            return
        self._panel_key = key
        self.pad = self.panel = None
        if moment.question is not None:
            question = QuestionPanel(self.ui, moment.question, moment.state, self.table, numerals=False)
            self._stage.put(Scroll(question, self.ui), 0)
        elif asked is not None:
            call = partial(self.table.call, asked)
            self.pad = NumberPad(self.ui, self.state.name(asked), self.colour(asked), call)
            self._stage.put(self.pad, self.edge.angle(asked))
        else:
            entering = self._entering or not (self.dice.parent or moment.watched)
            self.panel = RoundPanel(self.ui, moment, self._wishes(), entering=entering, tight=not self._roomy)
            self._stage.put(Centred(self.panel, self.ui), 0)

    def _wishes(self) -> Wishes:
        return Wishes(self.table, self.colour, self._enter_dice, self.app.once_more, self.app.home)
