"""The mat: a small picture of it, the paper it is for, saved to be printed, or shown full-screen on this device."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from kivy.animation import Animation
from kivy.core.window import Window
from kivy.graphics import Color, Rectangle
from kivy.metrics import dp
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.image import Image as Picture

from calibration.drawing import mat_picture
from calibration.mat import PAPERS, mat
from companion.app.background import in_background
from companion.app.theme import PRIMARY, UNIT
from companion.app.ui import Say, Ui
from companion.app.widgets.button import PushButton
from companion.app.widgets.cut_out import face_texture
from companion.app.widgets.field import Choice, as_wide_as_its_words
from companion.app.widgets.layout import Column, Flow, Panel, Row
from companion.app.widgets.words import Icon, Words
from companion.mat_paper import write_mat
from companion.rules.text import Text, say
from companion.troubles import unwritten
from vision.crops import Image
from vision.userdata import data_folder

if TYPE_CHECKING:
    from companion.app.screen import Screen

COARSE, FINE = 2, 6
"""Pixels a millimetre: for the small picture, and for the whole screen."""


class MatPanel(Panel):
    """The first step."""

    def __init__(self, screen: Screen) -> None:
        ui = screen.ui
        super().__init__(ui, Words(ui, say("1. The mat"), "heading", bold=True))
        self._ui, self._paper = ui, "a4"
        papers = [(name, paper.title) for name, paper in PAPERS.items()]
        self._picture = Picture(size_hint=(0.42, None), fit_mode="contain")
        self._picture.bind(width=lambda *_: setattr(self._picture, "height", self._picture.width * 0.71))
        choice = Choice(ui, papers, self._paper, self._choose, least=64)
        hint = Words(ui, say("Print it at 100 % and lay it flat where you throw."), "body")
        words = Column(hint, choice, gap=1.5, size_hint_x=0.58)
        self._picture.pos_hint = words.pos_hint = {"top": 1}
        self.add_widget(Row(self._picture, words, gap=2))
        save = PushButton(ui, say("Save as PDF"), self._save, kind="primary", icon="print", size_hint_x=None)
        show = PushButton(ui, say("Show it here"), self._show, icon="larger", least=PRIMARY, size_hint_x=None)
        for button in (save, show):
            as_wide_as_its_words(button, 0)
        self.add_widget(Flow(save, show, gap=1))
        self._told = Column()
        self.add_widget(self._told)
        about = say("On a second tablet it will do for a try: its colours there say nothing of the light in the room.")
        self.tell(about, "info")
        self._draw()

    def _choose(self, paper: str) -> None:
        self._paper = paper
        self._draw()

    def _draw(self) -> None:
        paper = self._paper

        def shown(picture: Image) -> None:
            if paper == self._paper:
                self._picture.texture = face_texture(picture)

        in_background(lambda: mat_picture(mat(paper), COARSE), shown)

    def _save(self) -> None:
        path = data_folder() / "exports" / f"mat-{self._paper}.pdf"
        paper, language = self._paper, self._ui.language

        def write() -> tuple[Text, str]:
            try:
                path.parent.mkdir(parents=True, exist_ok=True)
                return write_mat(path, paper, language, in_app=True), "check"
            except OSError as error:
                return unwritten(path, error), "warning"

        in_background(write, lambda done: self.tell(*done))

    def _show(self) -> None:
        in_background(lambda: mat_picture(mat(self._paper), FINE), partial(show_mat, self._ui))

    def tell(self, words: Say, icon: str) -> None:
        """What became of it."""
        colours = self._ui.colours
        ink = {"check": colours.good, "warning": colours.bad}.get(icon, colours.faint)
        sign, text = Icon(self._ui, icon, 24, colour=ink), Words(self._ui, words, "body")
        sign.pos_hint = text.pos_hint = {"center_y": 0.5}
        self._told.clear_widgets()
        self._told.add_widget(Row(sign, text, gap=1))


def show_mat(ui: Ui, picture: Image) -> None:
    """The mat over the whole screen, as large as it gets."""
    FullScreenMat(ui, picture).open()


class FullScreenMat(FloatLayout):
    """White, with the mat; a touch takes it away."""

    def __init__(self, ui: Ui, picture: Image) -> None:
        super().__init__()
        with self.canvas.before:
            Color(1, 1, 1, 1)
            self._paper = Rectangle()
        self.bind(pos=self._follow, size=self._follow)
        upright = Window.height > Window.width
        image = picture.transpose(1, 0, 2)[::-1].copy() if upright else picture
        self.add_widget(Picture(texture=face_texture(image), fit_mode="contain"))
        self._hint = Words(
            ui, say("Touch to close"), "body", colour=(0.3, 0.3, 0.3, 1), align="center", pos_hint={"center_x": 0.5}
        )
        self._hint.y = dp(UNIT / 2)
        self.add_widget(self._hint)

    def open(self) -> None:
        Window.add_widget(self)
        Animation(opacity=1, duration=3).start(self._hint)

    def _follow(self, *_: object) -> None:
        self._paper.pos, self._paper.size = self.pos, self.size

    def on_touch_down(self, touch: Any) -> bool:
        return True

    def on_touch_up(self, touch: Any) -> bool:
        if self.parent is not None:
            self.parent.remove_widget(self)
        return True
