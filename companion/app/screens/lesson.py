"""A lesson: show each face of a kit to the camera, once; it is taken as soon as it lies still, and kept at once."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from kivy.animation import Animation
from kivy.metrics import dp
from kivy.uix.boxlayout import BoxLayout

from companion.app.newest import Newest
from companion.app.screen import Screen
from companion.app.teaching.face_tile import FaceTile
from companion.app.teaching.hint_band import HintBand
from companion.app.teaching.shots import ShotPicture
from companion.app.teaching.wanted import WantedPanel
from companion.app.theme import TOUCH, UNIT
from companion.app.widgets.button import PushButton
from companion.app.widgets.camera_check import camera_choices
from companion.app.widgets.field import Choice
from companion.app.widgets.frame_view import SHAPE, SURE, UNSURE
from companion.app.widgets.gauge import Gauge
from companion.app.widgets.layout import Column, Flow, Row, Scroll
from companion.app.widgets.live_picture import TroubledView
from companion.app.widgets.sheet import Sheet
from companion.app.widgets.words import Icon, Words
from companion.close_look import HINTS, Hint, Look
from companion.finding import Eyes
from companion.lesson_plan import Key, LessonPlan
from companion.live_lesson import LessonMoment, LiveLesson
from companion.lookout import Peek
from companion.opening import BY_HAND
from companion.prints import has_numerals
from companion.rules.dice import body_name
from companion.rules.text import Name, say
from vision.frames import SourceError
from vision.kits import Kit
from vision.teaching import Lesson, lesson_path
from vision.userdata import data_folder

if TYPE_CHECKING:
    from companion.app.app import WuerfelaugeApp

SIGNS: dict[Hint, str] = {
    Hint.WAIT: "clock",
    Hint.DARK: "bulb",
    Hint.BRIGHT: "light",
    Hint.NONE: "dice",
    Hint.SEVERAL: "dice",
    Hint.LEANS: "warning",
    Hint.EDGE: "smaller",
    Hint.SMALL: "larger",
    Hint.HAND: "tap",
    Hint.TURN: "again",
    Hint.HOLD: "clock",
    Hint.BLURRED: "eye",
    Hint.TAKEN: "check",
}
MOST_SHOTS = 12
"""Small pictures of what was taken last."""


class LessonScreen(Screen):
    """One kit. Everything is kept as it is taken, so leaving at any time loses nothing."""

    def __init__(self, app: WuerfelaugeApp, kit: Kit) -> None:
        super().__init__(app)
        self._kit, self._numerals = kit, has_numerals(kit.id)
        self.peek: Peek[LessonMoment] | None = None
        self._plan: LessonPlan | None = None
        self._undo = PushButton(self.ui, on_tap=self._take_back, icon="undo")
        self._menu = PushButton(self.ui, on_tap=self._more, icon="list")
        camera = PushButton(self.ui, on_tap=self._choose_camera, icon="camera")
        self.add_widget(self.head(Name(kit.name["en"], kit.name["de"]), self._undo, camera, self._menu))
        self._notice = Column()
        self.add_widget(self._notice)
        self.picture = LessonView(self)
        self.hint = HintBand(self.ui)
        self._shots, self._wanted, self._faces, self._remedy = Column(gap=1), Column(), Column(gap=1.5), Column()
        self._corrected = Column(gap=1)
        self._bar, self._count = Gauge(self.ui), Words(self.ui, "", "body", bold=True)
        self._arrange()
        self._newest: Newest[Peek[LessonMoment]] = Newest(self._show)
        self.lesson = LiveLesson(kit, lesson_path(data_folder(), kit), self._open, self._newest.put)

    def left(self) -> None:
        self._newest.stop()
        self.lesson.close()

    def _open(self) -> Eyes:
        settings = self.app.settings
        if settings.camera == BY_HAND:
            raise SourceError(self.ui.words(say("Teaching needs a camera. Choose one.")))
        return self.app.open_eyes(settings.camera, settings.profile, numerals=self._numerals)

    def _arrange(self) -> None:
        progress = Column(self._count, self._bar, gap=0.75)
        if self.portrait:
            self.picture.bind(width=lambda *_: setattr(self.picture, "height", self.picture.width * SHAPE))
            below = Scroll(Column(self._wanted, progress, self._shots, self._faces, self._corrected, gap=2), self.ui)
            for widget in (self.picture, self.hint, self._remedy, below):
                self.add_widget(widget)
            return
        left = BoxLayout(orientation="vertical", spacing=dp(1.5 * UNIT), size_hint_x=0.54)
        right = Column(self._wanted, progress, self._faces, self._corrected, gap=2)
        left.bind(size=lambda *_: self._fit_picture(left))
        for widget in (self.picture, self.hint, Scroll(Column(self._remedy, self._shots), self.ui)):
            left.add_widget(widget)
        body = BoxLayout(spacing=dp(2 * UNIT))
        body.add_widget(left)
        body.add_widget(Scroll(right, self.ui, size_hint_x=0.46))
        self.add_widget(body)

    def _fit_picture(self, column: BoxLayout) -> None:
        """As large as its shape allows, with room for the hint and a row of what was taken."""
        room = column.height - self.hint.height - dp(TOUCH + 8 * UNIT)
        self.picture.height = max(dp(120), min(column.width * SHAPE, room))

    # --- what the camera sees -----------------------------------------------------------------------------------------

    def _show(self, peek: Peek[LessonMoment]) -> None:
        before, self.peek = self.peek, peek
        moment = peek.seen
        self.picture.see(peek)
        self._hint(moment.look, peek)
        if before is None or (before.trouble is None) != (peek.trouble is None):
            self._offer_cameras(peek.trouble is not None)
        if before is None or before.seen.notice != moment.notice or before.seen.rehearsal != moment.rehearsal:
            self._tell(moment)
        if before is None or before.seen.corrected is not moment.corrected:
            self._show_corrected(moment.corrected)
        if self._plan is None or moment.plan is not self._plan:
            grown = self._plan is not None and moment.plan.taught > self._plan.taught
            self._plan = moment.plan
            self._fill(moment.plan)
            if grown:
                self._cheer()

    def _hint(self, look: Look, peek: Peek[LessonMoment]) -> None:
        if peek.trouble is not None:
            self.hint.tell(say("Nothing can be taken just now."), "no camera", mood="bad")
        elif peek.seen.plan.wanted is None and look.hint is not Hint.TAKEN:
            self.hint.tell(say("Everything was shown."), "check")
        else:
            taken = look.hint is Hint.TAKEN
            mood, share = ("good" if taken else ""), (0.0 if taken else look.patience)
            self.hint.tell(HINTS[look.hint], SIGNS[look.hint], mood=mood, share=share, at_once=taken)

    def _offer_cameras(self, needed: bool) -> None:
        self._remedy.clear_widgets()
        if needed:
            words = say("Choose a camera")
            self._remedy.add_widget(PushButton(self.ui, words, self._choose_camera, kind="primary", icon="camera"))

    def _cheer(self) -> None:
        """The new face jumps into view: it was taken."""
        self._wanted.opacity = 0
        Animation(opacity=1, duration=0.25).start(self._wanted)

    def _tell(self, moment: LessonMoment) -> None:
        self._notice.clear_widgets()
        rehearsal = say("A rehearsal: the simulated table lays its dice by itself, and nothing is kept.")
        for text in (moment.notice, rehearsal if moment.rehearsal else None):
            if text is not None:
                sign, words = Icon(self.ui, "info", 24, colour=self.ui.colours.faint), Words(self.ui, text, "body")
                sign.pos_hint = words.pos_hint = {"center_y": 0.5}
                self._notice.add_widget(Row(sign, words, gap=1))

    # --- the plan -----------------------------------------------------------------------------------------------------

    def _fill(self, plan: LessonPlan) -> None:
        ui = self.ui
        self._undo.disabled, self._undo.opacity = (False, 1.0) if plan.fresh else (True, 0.35)
        self._count.text = ui.words(say("{n} of {all} faces", n=plan.taught, all=plan.total))
        self._bar.share = plan.taught / max(1, plan.total)
        self._wanted.clear_widgets()
        self._wanted.add_widget(WantedPanel(ui, plan, self.lesson, self.app.back, numerals=self._numerals))
        self._faces.clear_widgets()
        counts = plan.counts()
        for body in plan.bodies:
            if len(plan.bodies) > 1:
                name = ui.words(body_name(body))
                self._faces.add_widget(Words(ui, name[:1].upper() + name[1:], "body", colour=ui.colours.faint))
            keys = [key for key in plan.keys if key[0] == body]
            self._faces.add_widget(Flow(*(self._face(plan, key, counts[key]) for key in keys), gap=1.25))
        self._show_shots(plan)

    def _face(self, plan: LessonPlan, key: Key, shots: int) -> FaceTile:
        return FaceTile(
            self.ui, key, TOUCH, numerals=self._numerals, shots=shots, wanted=key == plan.wanted,
            skipped=key in plan.skipped and not shots, on_tap=partial(self.look_at, key),
        )  # fmt: skip

    def _show_shots(self, plan: LessonPlan) -> None:
        """What was taken last, newest first."""
        self._shots.clear_widgets()
        places = range(len(plan.lesson) - 1, max(-1, len(plan.lesson) - 1 - MOST_SHOTS), -1)
        if not places:
            return
        hint = say("Taken last. Tap a picture to take it back.")
        self._shots.add_widget(Words(self.ui, hint, "small", colour=self.ui.colours.faint))
        self._shots.add_widget(Flow(*(self._shot(plan, place) for place in places), gap=1))

    def _shot(self, plan: LessonPlan, place: int) -> ShotPicture:
        return ShotPicture(self.ui, plan.lesson.pictures[place], partial(self.lesson.drop, plan, place))

    def _show_corrected(self, lesson: Lesson) -> None:
        """What was learnt from corrections in games, newest first: each with the face that it was said to show."""
        self._corrected.clear_widgets()
        if not len(lesson):
            return
        hint = say("Corrected in games, and learnt. Tap a picture to take it back.")
        self._corrected.add_widget(Words(self.ui, hint, "small", colour=self.ui.colours.faint))
        keys = list(zip(lesson.bodies, lesson.faces, strict=True))
        pairs = Flow(gap=1)
        for place in reversed(range(len(lesson))):
            take_back = partial(self.lesson.unlearn, lesson, place)
            tile = FaceTile(self.ui, keys[place], TOUCH, numerals=self._numerals)
            pair = Row(tile, ShotPicture(self.ui, lesson.pictures[place], take_back), gap=0.5, size_hint_x=None)
            pair.width = dp(2 * TOUCH + 1.5 * UNIT)
            pairs.add_widget(pair)
        self._corrected.add_widget(pairs)

    def look_at(self, key: Key) -> None:
        """A face that was never shown is wanted now; one that was, is looked at first."""
        plan = self._plan
        if plan is None or not plan.shots(key):
            self.lesson.choose(key)
            return
        ui = self.ui
        sheet = Sheet(ui, say("Pictures of this face"))

        def drop(place: int) -> None:
            sheet.dismiss()
            self.lesson.drop(plan, place)

        def show_again() -> None:
            sheet.dismiss()
            self.lesson.choose(key)

        pictures = [ShotPicture(ui, plan.lesson.pictures[i], partial(drop, i), 96) for i in plan.shots(key)]
        sheet.fill(
            Flow(FaceTile(ui, key, 96, numerals=self._numerals), *pictures, gap=1.5),
            Words(ui, say("Tap a picture to take it back. Up to five are kept."), "body", colour=ui.colours.faint),
            PushButton(ui, say("Show it once more"), show_again, kind="primary", icon="camera", size="lead"),
        )
        sheet.open()

    def _take_back(self) -> None:
        self.lesson.undo()

    # --- the camera, and the lesson as a whole ------------------------------------------------------------------------

    def _choose_camera(self) -> None:
        ui = self.ui
        sheet = Sheet(ui, say("Which camera?"))

        def chosen(camera: str) -> None:
            sheet.dismiss()
            self.app.settings = replace(self.app.settings, camera=camera)
            self.app.keep_settings()
            self.app.instead(partial(LessonScreen, kit=self._kit))

        now = self.app.settings.camera
        sheet.fill(Choice(ui, camera_choices(now, by_hand=False), now, chosen))
        sheet.open()

    def _more(self) -> None:
        ui, plan = self.ui, self._plan
        sheet = Sheet(ui, say("This lesson"))

        def export() -> None:
            sheet.dismiss()
            self.lesson.export(data_folder() / "exports" / f"lesson-{self._kit.id}.npz")

        def ask() -> None:
            sheet.fill(
                Words(ui, say("All pictures of these dice go. They are then read as they ship."), "lead"),
                PushButton(ui, say("Forget them"), forget, kind="danger", icon="delete"),
                PushButton(ui, say("Keep them"), sheet.dismiss, kind="primary", icon="check"),
            )

        def forget() -> None:
            sheet.dismiss()
            self.lesson.forget()

        corrected = self.peek is not None and len(self.peek.seen.corrected)
        if (plan is None or not len(plan.lesson)) and not corrected:
            sheet.fill(Words(ui, say("Nothing has been taught yet."), "lead"))
        else:
            sheet.fill(
                PushButton(ui, say("Export for another table"), export, icon="share", align="left"),
                PushButton(ui, say("Forget all that was taught"), ask, kind="danger", icon="delete", align="left"),
            )
        sheet.open()


class LessonView(TroubledView):
    """The live picture: the die that will be taken outlined in green, others in yellow."""

    def __init__(self, screen: LessonScreen) -> None:
        super().__init__(screen.ui, size_hint_y=None)
        self._peek: Peek[LessonMoment] | None = None
        self.tell(self.ui.words(HINTS[Hint.WAIT]))

    def see(self, peek: Peek[LessonMoment]) -> None:
        self.tell(self.ui.words(peek.trouble) if peek.trouble is not None else "")
        if peek.image is not None:
            self._peek = peek
            if not self.show_image(peek.image):
                self.mark_again()

    def marks(self) -> None:
        super().marks()
        if self._peek is None or self.empty:
            return
        look, scale = self._peek.seen.look, self._peek.scale
        good = look.hint in (Hint.HOLD, Hint.TAKEN)
        for die in look.dice:
            self.outline([(x * scale, y * scale) for x, y in die.top], SURE if good else UNSURE)
