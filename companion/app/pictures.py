"""`python -m companion.app.pictures --out DIR`: every screen as a picture, in both languages, both themes, two shapes.

Runs the real app in a real window (`xvfb-run` gives one where there is no screen) with a data folder of its own.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.app import posed, posed_tables
from companion.app.evening import HISTORY_SCENES, play_evening
from companion.app.posed_games import (
    Scene,
    and_then,
    asked,
    at_the_table,
    forge,
    new_game,
    payable_in_ways,
    taught,
    watched,
)

if TYPE_CHECKING:
    from companion.app.app import WuerfelaugeApp

SHAPES = ((1280, 800), (800, 1280))
LANGUAGES = ("de", "en")
MOODS = ("light", "dark")
SETTLE = 0.6
"""Seconds that a screen is given to be drawn."""
PATIENCE = 180.0
"""Seconds that something is given to happen which a picture is to show."""
LOOK, CALM = 0.15, 8
"""Seconds from one look at it to the next, and how many of them must find nothing under way: also no bar that fades."""


def left_standing(app: WuerfelaugeApp) -> None:
    """Home, after a game was left in the middle; the picture of its last throw is that of the evening."""
    play_evening(app)
    app.home()


def teach(app: WuerfelaugeApp) -> None:
    from companion.app.screens.teach import TeachScreen  # noqa: PLC0415

    app.visit(TeachScreen)


def calibrate(app: WuerfelaugeApp) -> None:
    from companion.app.screens.calibrate import CalibrateScreen  # noqa: PLC0415

    app.visit(CalibrateScreen)


BLITZ = (
    "blitz-ready", "blitz-early", "blitz-raised", "blitz-tell-dice", "blitz-race", "blitz-asked", "blitz-asked-across",
    "blitz-asked-aside", "blitz-wrong", "blitz-right", "blitz-twice", "blitz-zero", "blitz-over", "blitz-box",
)  # fmt: skip


def blitz_scene(name: str) -> Scene:
    """A moment of Würfelblitz, reached by presses and numbers."""

    def scene(app: WuerfelaugeApp) -> None:
        from companion.app.blitz.scenes import BLITZ_SCENES  # noqa: PLC0415

        BLITZ_SCENES[name](app)

    return scene


SCENES: dict[str, Scene] = {
    "home": lambda app: app.home(),
    "home-continue": left_standing,
    "new-game": posed.watched(new_game("wuerfelblitz")),
    "new-game-plain": new_game("tintenherz"),
    "teach": teach,
    "calibrate": calibrate,
    "calibrate-mat": posed.mat_on_screen,
    "calibrate-look": posed.mat_look(covered=2),
    "calibrate-result": posed.mat_look(),
    "lesson": posed.lesson("wuerfelhelden", 8),
    "lesson-six-faces": posed.lesson("wuerfelblitz", 6),
    "lesson-face": posed.lesson("tintenherz", 3),
    "lesson-done": posed.lesson("zwerge", 6),
    "lesson-no-camera": posed.lesson("pips", 2, camera="none"),
    "new-game-forge": new_game("dice_forge"),
    "wuerfelhelden": at_the_table("wuerfelhelden", 40),
    "wuerfelhelden-watched": watched("wuerfelhelden", 30, seed=29),
    "wuerfelhelden-question": watched("wuerfelhelden", 30, seed=29, doubt=1),
    "wuerfelhelden-amend": watched("wuerfelhelden", 30, seed=29),
    "wuerfelhelden-over": at_the_table("wuerfelhelden", 9999),
    "tintenherz": at_the_table("tintenherz", 50, until=lambda s: s.phase == "decide" and len(s.fitting()) > 2),
    "tintenherz-throw": at_the_table("tintenherz", 40, players=4, until=lambda s: s.phase == "throw"),
    "tintenherz-deal": at_the_table("tintenherz", 1),
    "tintenherz-refill": at_the_table("tintenherz", 30, players=2, until=lambda s: s.phase == "refill"),
    "tintenherz-hearts": at_the_table("tintenherz", 60, until=lambda s: s.phase == "hearts"),
    "tintenherz-castle": at_the_table("tintenherz", 60, until=lambda s: s.phase == "castle" and s.turn == 1),
    "tintenherz-watched": watched("tintenherz", 30, players=4, surface="felt"),
    "tintenherz-over": at_the_table("tintenherz", 9999, players=4),
    "zwerge": at_the_table("zwerge", 90, until=lambda s: s.phase == "cards" and not s.hit and len(s.dice) > 2),
    "zwerge-draw": at_the_table("zwerge", 120, until=lambda s: s.phase == "draw" and s.powers(s.turn).extra_cards),
    "zwerge-damage": at_the_table("zwerge", 100, until=lambda s: s.hit is not None and s.hit.target is not None),
    "zwerge-aim": at_the_table("zwerge", 60, until=lambda s: s.volley is not None),
    "zwerge-watched": watched("zwerge", 60),
    "zwerge-question": watched("zwerge", 60, doubt=0),
    "zwerge-over": at_the_table("zwerge", 9999),
    "zwerge-milled": at_the_table("zwerge", 60, options={"name_milled": True}, until=lambda s: s.naming is not None),
    "zwerge-pay": and_then(at_the_table("zwerge", 60, until=payable_in_ways), asked("pay")),
    "zwerge-twist": and_then(at_the_table("zwerge", 40, until=lambda s: s.twists(0).strikes), asked("twist")),
    "zwerge-discard": and_then(at_the_table("zwerge", 120), asked("discard")),
    "zwerge-teach": and_then(at_the_table("zwerge", 2), taught),
    "zwerge-teach-cost": and_then(at_the_table("zwerge", 2), lambda app: taught(app, "card")),
    "zwerge-teach-effect": and_then(at_the_table("zwerge", 2), lambda app: taught(app, "card", "cost")),
    "zwerge-teach-dice": and_then(at_the_table("zwerge", 2), lambda app: taught(app, "card", "cost", "kind")),
    "zwerge-teach-health": and_then(at_the_table("zwerge", 2), lambda app: taught(app, "card", "cost", "effect")),
    "dice_forge": at_the_table("dice_forge", 80),
    "dice_forge-throw": forge("ThrowBoth", players=3),
    "dice_forge-temple": forge("Acting", lambda board: board.touch_page("temple"), moves=90),
    "dice_forge-chosen": forge("Acting", lambda board: board.touch_face("sun-2"), moves=90),
    "dice_forge-islands": forge("Acting", lambda board: board.touch_page("islands"), moves=90),
    "dice_forge-card": forge("Acting", lambda board: board.touch_card("sentinel"), moves=90),
    "dice_forge-forging": forge("Forging", moves=150),
    "dice_forge-choice": forge("Deciding", moves=150),
    "dice_forge-hammer": forge("Hammering", moves=200),
    "dice_forge-ship": forge("Sailing", players=2),
    "dice_forge-duel": forge("ThinningPool", players=2, moves=0),
    "dice_forge-mirror": forge("Copying"),
    "dice_forge-boar": forge("Colouring"),
    "dice_forge-give": forge("Giving"),
    "dice_forge-exchange": forge("Exchanging"),
    "dice_forge-cerberus": forge("Repeating", seed=11),
    "dice_forge-shield": forge("ChoosingFace"),
    "dice_forge-cards": forge("Reinforcing", lambda board: board.touch_cards(), moves=200),
    "dice_forge-watched": watched("dice_forge", 60, surface="felt"),
    "dice_forge-over": at_the_table("dice_forge", 2000, players=4),
    "blitz-watched": watched("wuerfelblitz", 10, players=4),
    "wuerfelblitz": at_the_table("wuerfelblitz", 13, players=4),
    **HISTORY_SCENES,
    **{name: blitz_scene(name) for name in BLITZ},
}
"""Every screen by name, and how to come to it."""
READY: dict[str, Callable[[WuerfelaugeApp], bool]] = {
    "new-game": posed.dice_are_seen,
    "wuerfelhelden-watched": posed_tables.throw_is_told,
    "wuerfelhelden-question": posed_tables.throw_is_told,
    "wuerfelhelden-amend": posed_tables.die_is_named,
    "tintenherz-watched": posed_tables.throw_is_told,
    "zwerge-watched": posed_tables.throw_is_told,
    "zwerge-question": posed_tables.throw_is_told,
    "dice_forge-watched": posed_tables.throw_is_told,
    "blitz-watched": posed_tables.throw_is_told,
    "calibrate-look": posed.squares_are_seen,
    "calibrate-result": posed.mat_is_measured,
    "lesson": posed.die_is_held,
    "lesson-six-faces": posed.die_is_held,
    "lesson-face": posed.face_is_looked_at,
}
"""What has to have happened before the picture is taken."""


def shoot(
    scenes: list[str],
    out: Path,
    shape: tuple[int, int],
    *,
    moods: Sequence[str] = MOODS,
    languages: Sequence[str] = LANGUAGES,
    text: float = 1.0,
) -> None:
    """All pictures of one shape, in this process: a window keeps its size."""
    from companion.app.start import prepare  # noqa: PLC0415

    prepare(*shape)
    from kivy.clock import Clock  # noqa: PLC0415
    from kivy.core.window import Window  # noqa: PLC0415

    from companion.app.app import WuerfelaugeApp  # noqa: PLC0415

    app = WuerfelaugeApp(language="en")
    todo: Iterator[tuple[str, str, str]] = iter(product(scenes, languages, moods))
    taken: list[Path | None] = [None]

    def step(*_: object) -> None:
        try:
            scene, language, mood = next(todo)
        except StopIteration:
            app.stop()
            return
        app.leave_table()
        for child in Window.children[:]:
            if child is not app.root:
                Window.remove_widget(child)
        app.settings = replace(app.settings, language=language, theme=mood, text=text, camera="none")  # type: ignore[arg-type]
        app.home()
        SCENES[scene](app)
        path = out / f"{scene}-{language}-{mood}-{shape[0]}x{shape[1]}.png"
        Clock.schedule_once(partial(due, path, READY.get(scene, lambda app: True), time.monotonic()), SETTLE)

    def due(path: Path, ready: Callable[[WuerfelaugeApp], bool], since: float, *_: object, calm: int = 0) -> None:
        """What is worked out in the background belongs into the picture, and frames in which it is laid out."""
        busy = not ready(app) or (app.screen is not None and app.screen.busy)
        calm = 0 if busy else calm + 1
        if calm > CALM or time.monotonic() - since > PATIENCE:
            taken[0] = path
        else:
            Clock.schedule_once(partial(due, path, ready, since, calm=calm), LOOK)

    def flip(window: Any) -> None:
        path, taken[0] = taken[0], None
        if path is not None:
            made = Path(window.screenshot(name=str(path)))
            made.replace(path)
            print(path.name, flush=True)
            Clock.schedule_once(step)

    Window.bind(on_flip=flip)
    Clock.schedule_interval(lambda *_: app.root and app.root.canvas.ask_update(), 0.1)
    Clock.schedule_once(step, 0.3)
    app.run()


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m companion.app.pictures", description=__doc__)
    parser.add_argument("scenes", nargs="*", help=f"of {', '.join(SCENES)}; all, if none is named")
    parser.add_argument("--out", type=Path, default=Path("build/pictures"))
    parser.add_argument("--shape", choices=[f"{w}x{h}" for w, h in SHAPES], help="only this one")
    parser.add_argument("--lang", choices=LANGUAGES, help="only this one")
    parser.add_argument("--theme", choices=MOODS, help="only this one")
    parser.add_argument("--text", type=float, default=1.0, help="so much larger is the text")
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    scenes = args.scenes or list(SCENES)
    if args.shape is None:
        for width, height in SHAPES:
            words = [sys.executable, "-m", "companion.app.pictures", *scenes, "--out", args.out]
            words += ["--shape", f"{width}x{height}", "--text", args.text]
            words += ["--lang", args.lang] if args.lang else []
            words += ["--theme", args.theme] if args.theme else []
            subprocess.run(list(map(str, words)), check=True)
        return
    width, height = (int(side) for side in args.shape.split("x"))
    with tempfile.TemporaryDirectory() as folder:
        os.environ["WUERFELAUGE_DATA"] = folder
        moods = [args.theme] if args.theme else list(MOODS)
        languages = [args.lang] if args.lang else list(LANGUAGES)
        shoot(scenes, args.out, (width, height), moods=moods, languages=languages, text=args.text)


if __name__ == "__main__":
    main()
