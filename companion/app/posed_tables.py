"""Games before a camera, posed for the pictures of the screens: dice are thrown, and read without a mistake."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING, Any

from companion.finding import true_find
from companion.prints import has_numerals
from companion.rules import Roll
from companion.settings import Settings
from companion.sight import Watching
from companion.strategies import sensible_action
from vision.crops import Image
from vision.kits import Kit
from vision.reading import Reading
from vision.simulated_table import Conditions, SimulatedTable

if TYPE_CHECKING:
    from companion.app.app import WuerfelaugeApp

Scene = Callable[["WuerfelaugeApp"], None]
QUICK = Conditions(throw=3, reach=2)
DOUBT = 0.62


def all_dice_are_thrown(state: Any) -> bool:
    """Whether a throw is due for which no die has to lie there already."""
    throws = state.expects().throws
    return bool(throws) and not throws[0].still and all(die.lying is None for die in throws[0].loose)


def thrown(scene: Scene, *, seed: int = 4, surface: str = "wood", doubt: int | None = None) -> Scene:
    """A game at whose table dice are thrown; with `doubt`, the die at this place cannot be read for sure."""

    def posed(app: WuerfelaugeApp) -> None:
        table = SimulatedTable(seed, surface=surface, conditions=QUICK)  # type: ignore[arg-type]

        def eye(image: Image, likely: Kit | None) -> Reading:
            dice = [
                replace(die, picture=shown.picture)
                for die, shown in zip(table.truth().dice, true_find(table)(image), strict=True)
            ]
            if doubt is not None and doubt < len(dice):
                dice[doubt] = replace(dice[doubt], sure=False, confidence=DOUBT)
            return Reading(tuple(dice), {})

        def watching(settings: Settings, kit: Kit) -> Watching | None:
            table.numerals = has_numerals(kit.id)
            return None if settings.camera == "none" else Watching(table, eye)

        app.posed_watching = watching
        scene(app)
        live = app.table
        assert live is not None
        table.wait(6)
        roll = sensible_action(live.moment.state, Random(seed))
        assert isinstance(roll, Roll)
        live.throw(roll)

    return posed


# --- when to take the picture ---------------------------------------------------------------------------------------


def throw_is_told(app: WuerfelaugeApp) -> bool:
    """Once the dice are outlined, and what they mean or what is asked about them stands on the screen."""
    from companion.app.screens.blitz import BlitzScreen  # noqa: PLC0415 - Kivy opens its window
    from companion.app.screens.table import TableScreen  # noqa: PLC0415
    from companion.app.table.question_panel import QuestionPanel  # noqa: PLC0415

    moment, screen = app.moment, app.screen
    if moment is None or not isinstance(screen, TableScreen | BlitzScreen) or not screen.camera.outlined:
        return False
    asked = [widget for widget in screen.walk() if isinstance(widget, QuestionPanel)]
    if moment.question is not None:
        return any(panel.opacity == 1 for panel in asked)
    return bool(moment.amendable)


def die_is_named(app: WuerfelaugeApp) -> bool:
    """Once the throw is told, its first die is tapped; the picture waits for the faces to choose from."""
    from kivy.core.window import Window  # noqa: PLC0415 - Kivy opens its window

    from companion.app.screens.table import TableScreen  # noqa: PLC0415
    from companion.app.widgets.sheet import Sheet  # noqa: PLC0415

    screen = app.screen
    if not isinstance(screen, TableScreen) or not throw_is_told(app):
        return False
    sheets = [child for child in Window.children if isinstance(child, Sheet)]
    if not sheets:
        screen.amend(0)
    return any(sheet.opacity == 1 for sheet in sheets)
