"""Calibrate: the mat to print or show, then a look at it; and the profiles that came of it before."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from kivy.metrics import dp
from kivy.uix.boxlayout import BoxLayout

from companion.app.calibrating.mat_panel import MatPanel
from companion.app.calibrating.profile_list import ProfileList
from companion.app.screen import Screen
from companion.app.screens.calibrate_look import MatLookScreen
from companion.app.theme import UNIT
from companion.app.widgets.button import PushButton
from companion.app.widgets.camera_check import camera_choices
from companion.app.widgets.field import Choice
from companion.app.widgets.layout import Column, Panel, Scroll
from companion.app.widgets.words import Words
from companion.opening import BY_HAND, SIMULATED, cameras
from companion.rules.text import say

if TYPE_CHECKING:
    from companion.app.app import WuerfelaugeApp

SURFACES = ((True, say("Paper")), (False, say("A screen")))


class CalibrateScreen(Screen):
    """Where it begins. Reached from teaching and from the settings."""

    def __init__(self, app: WuerfelaugeApp) -> None:
        super().__init__(app)
        ui, chosen = self.ui, app.settings.camera
        self._camera = cameras()[0] if chosen in (SIMULATED, BY_HAND) else chosen
        self._on_paper = True
        self.add_widget(self.head(say("Calibrate")))
        why = say("The mat tells where dice lie to a millimetre, and the colour of your lamps. You can do without.")
        look = Panel(
            ui,
            Words(ui, say("2. A look at it"), "heading", bold=True),
            Column(
                Words(ui, say("Which camera?"), "body"),
                Choice(ui, camera_choices(self._camera, only_cameras=True), self._camera, self._choose_camera),
                gap=0.75,
            ),
            Column(
                Words(ui, say("The mat is on"), "body"),
                Choice(ui, SURFACES, True, self._choose_surface),
                gap=0.75,
            ),
            PushButton(ui, say("Look for the mat"), self._look, kind="primary", icon="eye", size="lead"),
        )
        kept = ProfileList(self)
        if self.portrait:
            body = Column(Words(ui, why, "lead"), MatPanel(self), look, kept, gap=2)
        else:
            columns = BoxLayout(spacing=dp(2 * UNIT), size_hint_y=None)
            sides = [Column(MatPanel(self)), Column(look, kept, gap=2)]
            for side in sides:
                side.pos_hint = {"top": 1}
                side.bind(height=lambda *_: setattr(columns, "height", max(side.height for side in sides)))
                columns.add_widget(side)
            body = Column(Words(ui, why, "lead"), columns, gap=2)
        self.add_widget(Scroll(body, ui))

    def _choose_camera(self, camera: str) -> None:
        self._camera = camera

    def _choose_surface(self, on_paper: bool) -> None:
        self._on_paper = on_paper

    def _look(self) -> None:
        self.app.visit(partial(MatLookScreen, camera=self._camera, on_paper=self._on_paper))
