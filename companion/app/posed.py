"""Scenes before a camera, posed for the pictures of the screens: a simulated table and eyes that are never wrong."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from calibration.drawing import mat_picture
from calibration.mat import mat
from calibration.views import Scene as ViewedIn
from calibration.views import lens_over, picture
from companion.close_look import Hint
from companion.finding import Eyes, true_find
from companion.lesson_plan import LessonPlan
from companion.prints import has_numerals
from vision.crops import Image
from vision.frames import Frame, Trouble
from vision.kits import Kit, kit
from vision.simulated_table import Conditions, SimDie, SimulatedTable
from vision.teaching import Lesson, lesson_path, save_lesson
from vision.userdata import data_folder

if TYPE_CHECKING:
    from companion.app.app import WuerfelaugeApp

Scene = Callable[["WuerfelaugeApp"], None]
QUICK = Conditions(throw=3, reach=2)
SLOWLY = 90.0
"""Frames for a second of the table's clock: dice lie still for so long that the picture is not missed."""


def watched(scene: Scene) -> Scene:
    """A scene in which the simulated table is looked at."""

    def posed(app: WuerfelaugeApp) -> None:
        def eyes(camera: str, profile: str = "", *, numerals: bool = False) -> Eyes:
            table = SimulatedTable(4, surface="wood", conditions=QUICK, numerals=numerals)
            return Eyes(table, true_find(table), rehearsal=True)

        app.open_eyes = eyes
        app.settings = replace(app.settings, camera="sim")
        scene(app)

    return posed


def lesson(kit_id: str, shown: int, camera: str = "0") -> Scene:
    """A lesson in which so many faces were shown, and the die with the next one was just laid down."""

    def posed(app: WuerfelaugeApp) -> None:
        from companion.app.screens.lesson import LessonScreen  # noqa: PLC0415 - Kivy opens its window

        dice = kit(kit_id)
        plan, table = _taught(dice, shown)
        save_lesson(lesson_path(data_folder(), dice), plan.lesson)
        table.wait(3)
        if plan.wanted is not None:
            table.throw([_die(dice, *plan.wanted)], taken=table.lying)

        def eyes(camera: str, profile: str = "", *, numerals: bool = False) -> Eyes:
            return Eyes(table, true_find(table))

        app.open_eyes = eyes
        app.settings = replace(app.settings, camera=camera)
        app.visit(partial(LessonScreen, kit=dice))

    return posed


def _taught(dice: Kit, shown: int) -> tuple[LessonPlan, SimulatedTable]:
    table = SimulatedTable(4, surface="wood", conditions=QUICK, numerals=has_numerals(dice.id), rate=SLOWLY)
    plan, find = LessonPlan(dice, Lesson.empty(dice)), true_find(table)
    while plan.taught < shown and plan.wanted is not None:
        table.throw([_die(dice, *plan.wanted)], taken=table.lying)
        image = _settled(table)
        plan = plan.took(find(image)[0].picture)
    return plan, table


def _settled(table: SimulatedTable) -> Image:
    while table.busy:
        table.next_frame()
    frame = table.next_frame()
    assert frame is not None
    return frame.image


def _die(dice: Kit, body: str, face: str) -> SimDie:
    return SimDie(body, face, next(die.faces for die in dice.dice if die.body == body))


class StillPicture:
    """A camera that always shows the same."""

    live = False
    ended = False
    trouble: Trouble | None = None

    def __init__(self, image: Image) -> None:
        self._image, self._number = image, 0

    def next_frame(self, timeout: float = 1.0) -> Frame | None:
        self._number += 1
        return Frame(self._image, self._number / 30, self._number)

    def close(self) -> None:
        self.ended = True


def mat_look(*, covered: int = 0) -> Scene:
    """A look at the mat, with fists on some of its squares."""

    def posed(app: WuerfelaugeApp) -> None:
        from companion.app.screens.calibrate_look import MatLookScreen  # noqa: PLC0415

        hands = tuple((x + w / 2, y + h / 2, 22.0) for x, y, w, h in mat("a4").markers[:covered])
        light = ViewedIn(light=(1.15, 1.0, 0.75), white=0.6, hands=hands)
        image = picture("a4", lens_over(mat("a4"), steepness=58, fills=0.66), light)

        def eyes(camera: str, profile: str = "", *, numerals: bool = False) -> Eyes:
            return Eyes(StillPicture(image), lambda image: ())

        app.open_eyes = eyes
        app.visit(partial(MatLookScreen, camera="0", on_paper=True))

    return posed


def mat_on_screen(app: WuerfelaugeApp) -> None:
    from companion.app.calibrating.mat_panel import show_mat  # noqa: PLC0415

    show_mat(app.ui, mat_picture(mat("a4"), 4))


# --- when to take the picture ---------------------------------------------------------------------------------------


def dice_are_seen(app: WuerfelaugeApp) -> bool:
    from companion.app.screens.new_game import NewGameScreen  # noqa: PLC0415

    return isinstance(app.screen, NewGameScreen) and app.screen.check.dice > 0


def die_is_held(app: WuerfelaugeApp) -> bool:
    """While a die lies still and is not taken yet."""
    from companion.app.screens.lesson import LessonScreen  # noqa: PLC0415

    peek = app.screen.peek if isinstance(app.screen, LessonScreen) else None
    return peek is not None and peek.seen.look.hint is Hint.HOLD and peek.seen.look.patience > 0.4


def face_is_looked_at(app: WuerfelaugeApp) -> bool:
    """Once the lesson is there, the first face is tapped; the picture waits until its sheet has come up."""
    from kivy.core.window import Window  # noqa: PLC0415

    from companion.app.screens.lesson import LessonScreen  # noqa: PLC0415
    from companion.app.widgets.sheet import Sheet  # noqa: PLC0415

    screen = app.screen
    if not isinstance(screen, LessonScreen) or screen.peek is None or not len(screen.peek.seen.plan.lesson):
        return False
    sheets = [child for child in Window.children if isinstance(child, Sheet)]
    if not sheets:
        screen.look_at(screen.peek.seen.plan.keys[0])
    return any(sheet.opacity == 1 for sheet in sheets)


def squares_are_seen(app: WuerfelaugeApp) -> bool:
    from companion.app.screens.calibrate_look import MatLookScreen  # noqa: PLC0415

    return isinstance(app.screen, MatLookScreen) and str(app.screen.found) in app.screen.hint.words


def mat_is_measured(app: WuerfelaugeApp) -> bool:
    from companion.app.screens.calibrate_result import ProfileScreen  # noqa: PLC0415

    return isinstance(app.screen, ProfileScreen)
