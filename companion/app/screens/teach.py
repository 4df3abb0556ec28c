"""Teach my dice: which dice? The five games, plain dice, and kits of the table's own, each with what is known of it."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from kivy.metrics import dp
from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from companion.app.background import in_background
from companion.app.cards import CARDS
from companion.app.screen import Screen
from companion.app.screens.calibrate import CalibrateScreen
from companion.app.screens.lesson import LessonScreen
from companion.app.teaching.face_tile import FaceTile
from companion.app.theme import UNIT, rgb
from companion.app.widgets.button import PushButton, Touchable
from companion.app.widgets.field import as_wide_as_its_words
from companion.app.widgets.gauge import Gauge
from companion.app.widgets.layout import Column, Row, Scroll
from companion.app.widgets.words import Words
from companion.lesson_plan import Key, LessonPlan
from companion.own_kits import usable_kits
from companion.prints import has_numerals
from companion.rules.text import Name, Text, count, say
from vision.kits import Kit, kit_ids
from vision.teaching import BadLesson, lesson_path, load_lesson
from vision.userdata import data_folder

if TYPE_CHECKING:
    from companion.app.app import WuerfelaugeApp

CARD, TALLEST = 208, 300
"""How high a card is (dp), at least and at most."""
DIE = 84
DICE = 3
PLAIN = "#40525B"
"""The colour of kits that belong to no game."""
WHITE, SOFT = (1, 1, 1, 1), (1, 1, 1, 0.85)


class TeachScreen(Screen):
    """Choose a kit to teach."""

    def __init__(self, app: WuerfelaugeApp) -> None:
        super().__init__(app)
        calibrate = PushButton(
            self.ui, say("Calibrate"), lambda: app.visit(CalibrateScreen), icon="calibrate", size_hint_x=None
        )
        as_wide_as_its_words(calibrate, 0)
        self.add_widget(self.head(say("Teach my dice"), calibrate))
        hint = say("Show every face of your own dice to the camera once: two minutes, and they are read much better.")
        cards = GridLayout(cols=2 if self.portrait else 3, spacing=dp(2 * UNIT), size_hint_y=None)
        cards.bind(minimum_height=cards.setter("height"))
        self.cards: dict[str, KitCard] = {}
        kits, wrong = usable_kits(known_kits(), data_folder() / "kits")
        unusable = [Words(self.ui, sentence, "body", colour=self.ui.colours.bad) for sentence in wrong]
        for dice in kits:
            self.cards[dice.id] = KitCard(self, dice)
            cards.add_widget(self.cards[dice.id])
        said = Column(Words(self.ui, hint, "lead"), *unusable, gap=2)
        scroll = Scroll(Column(said, cards, gap=2), self.ui)
        self.add_widget(scroll)
        rows = -(-len(self.cards) // cards.cols)

        def fill(*_: object) -> None:
            """The cards share the room there is; where there is too little, one scrolls."""
            share = (scroll.height - said.height - dp(2 * UNIT) * rows) / rows
            for card in self.cards.values():
                card.height = max(dp(CARD), min(share, dp(TALLEST)))

        scroll.bind(height=fill)
        said.bind(height=fill)
        in_background(partial(how_far, [card.kit for card in self.cards.values()]), self._tell)

    def _tell(self, told: dict[str, tuple[Text, float]]) -> None:
        for kit_id, (words, share) in told.items():
            self.cards[kit_id].tell(words, share)


def known_kits() -> list[str]:
    """The games as on the first screen, then plain dice, then what the table has made itself."""
    ids = kit_ids(data_folder() / "kits")
    first = [*CARDS, "pips"]
    return [kit_id for kit_id in first if kit_id in ids] + [kit_id for kit_id in ids if kit_id not in first]


def how_far(kits: list[Kit]) -> dict[str, tuple[Text, float]]:
    """What has been taught of each kit, in words and as a share."""
    told: dict[str, tuple[Text, float]] = {}
    for dice in kits:
        try:
            plan = LessonPlan(dice, load_lesson(lesson_path(data_folder(), dice), dice))
        except BadLesson:
            told[dice.id] = (say("What was taught cannot be read."), 0.0)
            continue
        words = count(plan.taught, "{n} face taught", "{n} faces taught")
        told[dice.id] = (words if plan.taught else say("Not taught yet"), plan.known)
    return told


class KitCard(Touchable):
    """A kit: some of its faces, its name, how much of it is known."""

    def __init__(self, screen: Screen, dice: Kit) -> None:
        ui = screen.ui
        fill = rgb(CARDS[dice.id][0] if dice.id in CARDS else PLAIN)
        super().__init__(
            ui,
            lambda: screen.app.visit(partial(LessonScreen, kit=dice)),
            fill,
            orientation="vertical",
            padding=dp(2 * UNIT),
            spacing=dp(UNIT),
            size_hint_y=None,
            height=dp(CARD),
        )
        self.kit = dice
        tiles = (FaceTile(ui, key, DIE, numerals=has_numerals(dice.id)) for key in some_faces(dice))
        self.add_widget(Row(*tiles, gap=1.25))
        self.add_widget(Widget())
        self.add_widget(Words(ui, Name(dice.name["en"], dice.name["de"]), "lead", bold=True, colour=WHITE))
        self._words = Words(ui, "", "body", colour=SOFT)
        self._bar = Gauge(ui, colour=WHITE, ground=(1, 1, 1, 0.25))
        self.add_widget(self._words)
        self.add_widget(self._bar)

    def tell(self, words: Text, share: float) -> None:
        self._words.text = self.ui.words(words)
        self._bar.share = share


def some_faces(dice: Kit) -> list[Key]:
    """A few faces that tell the kit from others."""
    if dice.id in CARDS:
        return list(CARDS[dice.id][1])
    keys = [(die.body, face) for die in dice.dice for face in die.faces]
    return keys[:: max(1, len(keys) // DICE)][:DICE]
