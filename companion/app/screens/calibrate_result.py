"""What calibrating came to: in words, with advice, and a name to keep it under."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from kivy.metrics import dp
from kivy.uix.boxlayout import BoxLayout

from calibration.mat import corners, mat
from calibration.profile import BadProfile, Profile
from companion.app.background import in_background
from companion.app.screen import Screen
from companion.app.theme import UNIT
from companion.app.ui import Ui
from companion.app.widgets.button import PushButton
from companion.app.widgets.field import Line
from companion.app.widgets.frame_view import SHAPE, SURE, UNSURE, FrameView
from companion.app.widgets.layout import Column, Panel, Row, Scroll
from companion.app.widgets.words import Icon, Words
from companion.profiles import GOOD, advice_words, fault_words, profiles, quality_words
from companion.rules.text import Text, say
from companion.troubles import unwritten
from vision.crops import Image

if TYPE_CHECKING:
    from companion.app.app import WuerfelaugeApp

LONGEST = 40
NAME = say("Our table")


class ProfileScreen(Screen):
    """The result. Keeping it also chooses it, and its camera."""

    def __init__(
        self, app: WuerfelaugeApp, profile: Profile, picture: Image | None, again: Callable[[WuerfelaugeApp], Screen]
    ) -> None:
        super().__init__(app)
        ui = self.ui
        self._profile, self._again = profile, again
        self.add_widget(self.head(say("What the mat tells")))
        self._problem = Column()
        self._line = Line(ui, app.settings.profile or ui.words(NAME), longest=LONGEST, on_enter=lambda _: self._keep())
        good = profile.quality.place <= GOOD
        sign = Icon(ui, "check" if good else "warning", 44, colour=ui.colours.good if good else ui.colours.bad)
        verdict = Words(ui, quality_words(profile), "heading", bold=True)
        sign.pos_hint = verdict.pos_hint = {"center_y": 0.5}
        told = Panel(ui, Row(sign, verdict, gap=1.5), *(self._advice(text) for text in advice_words(profile)), gap=2)
        keep = Panel(
            ui,
            Words(ui, say("Keep it as"), "body"),
            self._line,
            self._problem,
            PushButton(ui, say("Keep and use it"), self._keep, kind="primary", icon="check", size="lead"),
            PushButton(ui, say("Look again"), lambda: app.instead(again), icon="again"),
        )
        view = TrayView(ui, profile, picture)
        body = BoxLayout(orientation="vertical" if self.portrait else "horizontal", spacing=dp(2 * UNIT))
        view.size_hint_y, view.pos_hint = None, {"top": 1}
        view.bind(width=lambda *_: setattr(view, "height", view.width * SHAPE))
        body.add_widget(view)
        body.add_widget(Scroll(Column(told, keep, gap=2), ui, size_hint_x=1 if self.portrait else 0.8))
        self.add_widget(body)

    def _advice(self, text: Text) -> Row:
        sign, words = Icon(self.ui, "bulb", 26, colour=self.ui.colours.faint), Words(self.ui, text, "body")
        sign.pos_hint = words.pos_hint = {"center_y": 0.5}
        return Row(sign, words, gap=1)

    def _keep(self) -> None:
        profile = replace(self._profile, name=self._line.text.strip())
        in_background(partial(keep, profile), partial(self._kept, profile))

    def _kept(self, profile: Profile, done: tuple[Text | None, Path | None]) -> None:
        problem, aside = done
        self._problem.clear_widgets()
        if problem is not None:
            self._problem.add_widget(Words(self.ui, problem, "body", bold=True, colour=self.ui.colours.bad))
            return
        app = self.app
        app.settings = replace(app.settings, profile=profile.name, camera=profile.camera)
        app.keep_settings()
        app.back()
        if aside is not None:
            app.tell(say("The older file of that name could not be read; it is now {path}.", path=str(aside)))


def keep(profile: Profile) -> tuple[Text | None, Path | None]:
    """Put a profile on the shelf; what is wrong if that is not possible, and where an unreadable older one went."""
    shelf = profiles()
    try:
        return None, shelf.save(profile)
    except BadProfile as error:
        return fault_words(error), None
    except OSError as error:
        return unwritten(shelf.path(profile.name), error), None


class TrayView(FrameView):
    """The picture that was measured, with the tray and the paper as the profile has them."""

    def __init__(self, ui: Ui, profile: Profile, picture: Image | None) -> None:
        super().__init__(ui)
        self._profile, self._scale = profile, 1.0
        if picture is not None:
            self._scale = picture.shape[1] / profile.plane.size[0]
            self.show_image(picture)

    def marks(self) -> None:
        if self.empty:
            return
        sheet = mat(self._profile.paper)
        boxes = [((0.0, 0.0, *sheet.size), UNSURE)]
        if self._profile.tray is not None:
            boxes.append((self._profile.tray, SURE))
        for box, colour in boxes:
            pixels = self._profile.plane.to_frame(corners(box))
            self.outline([(float(x) * self._scale, float(y) * self._scale) for x, y in pixels], colour)
