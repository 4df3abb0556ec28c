"""`python -m companion.app.pictures --out DIR`: every screen as a picture, in both languages, both themes, two shapes.

Runs the real app in a real window (`xvfb-run` gives one where there is no screen) with a data folder of its own.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from itertools import product
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from companion.app.app import WuerfelaugeApp

SHAPES = ((1280, 800), (800, 1280))
LANGUAGES = ("de", "en")
MOODS = ("light", "dark")
NAMES = ("Mascha", "Phil", "Iva", "Opa Karl")
SETTLE = 0.5
"""Seconds that a screen is given to be drawn."""

Scene = Callable[["WuerfelaugeApp"], None]


def at_the_table(
    game_id: str,
    moves: int,
    seed: int = 1,
    players: int = 3,
    *,
    camera: str = "none",
    options: Mapping[str, str] | None = None,
    until: Callable[[Any], bool] | None = None,
    then: Callable[[Any], object] | None = None,
) -> Scene:
    """The table screen of a game after so many moves, and on until something holds; `then` touches its board."""

    def scene(app: WuerfelaugeApp) -> None:
        from companion.app.screens.table import TableScreen  # noqa: PLC0415
        from companion.games import game  # noqa: PLC0415
        from companion.rules import Event  # noqa: PLC0415
        from companion.strategies import sensible_action  # noqa: PLC0415

        app.settings = replace(app.settings, camera=camera)
        chosen, rng = game(game_id), Random(seed)
        count = max(chosen.least_players, min(players, chosen.most_players))
        assert app.journal is not None
        sitting = app.journal.begin(chosen.start(NAMES[:count], options or {}))

        def early() -> bool:
            return len(sitting.history.events) < moves or (until is not None and not until(sitting.state))

        while sitting.state.outcome() is None and early():
            sitting.add(Event(sensible_action(sitting.state, rng), "sim"))
        app.sit_down(sitting)
        app.visit(TableScreen)
        if then is not None:
            assert isinstance(app.screen, TableScreen)
            then(app.screen.board)

    return scene


def forge(
    task: str, then: Callable[[Any], object] | None = None, players: int = 4, moves: int = 60, seed: int = 7
) -> Scene:
    """Dice Forge with the cards for experienced players, where a task of this name waits for somebody."""
    options = {
        "m4": "tenacious-boar", "m5": "cerberus", "m7": "sentinel", "m8": "typhon", "f3": "celestial-ship",
        "f4": "guardians-shield", "f5": "triton", "f7": "cyclops",
    }  # fmt: skip
    return at_the_table(
        "dice_forge", moves, seed, players, options=options, then=then,
        until=lambda state: type(state.agenda[-1]).__name__ == task,
    )  # fmt: skip


def new_game(game_id: str) -> Scene:
    def scene(app: WuerfelaugeApp) -> None:
        from functools import partial  # noqa: PLC0415

        from companion.app.screens.new_game import NewGameScreen  # noqa: PLC0415
        from companion.games import game  # noqa: PLC0415

        app.settings = app.settings.played(game_id, NAMES[: game(game_id).least_players])
        app.visit(partial(NewGameScreen, game=game(game_id)))

    return scene


SCENES: dict[str, Scene] = {
    "home": lambda app: app.home(),
    "new-game": new_game("wuerfelblitz"),
    "new-game-forge": new_game("dice_forge"),
    "wuerfelhelden": at_the_table("wuerfelhelden", 40),
    "tintenherz": at_the_table("tintenherz", 60),
    "zwerge": at_the_table("zwerge", 60, players=2),
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
    "dice_forge-over": at_the_table("dice_forge", 2000, players=4),
    "wuerfelblitz": at_the_table("wuerfelblitz", 13, players=4),
}
"""Every screen by name, and how to come to it."""


def shoot(scenes: list[str], out: Path, shape: tuple[int, int], moods: list[str], languages: list[str]) -> None:
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
        app.settings = replace(app.settings, language=language, theme=mood, camera="none")  # type: ignore[arg-type]
        app.home()
        SCENES[scene](app)
        path = out / f"{scene}-{language}-{mood}-{shape[0]}x{shape[1]}.png"
        # twice: the first frame of a screen can take longer than all that
        Clock.schedule_once(lambda *_: Clock.schedule_once(lambda *_: taken.__setitem__(0, path), SETTLE), SETTLE)

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
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    scenes = args.scenes or list(SCENES)
    if args.shape is None:
        for width, height in SHAPES:
            words = [sys.executable, "-m", "companion.app.pictures", *scenes, "--out", args.out]
            words += ["--shape", f"{width}x{height}"]
            words += ["--lang", args.lang] if args.lang else []
            words += ["--theme", args.theme] if args.theme else []
            subprocess.run(list(map(str, words)), check=True)
        return
    width, height = (int(side) for side in args.shape.split("x"))
    with tempfile.TemporaryDirectory() as folder:
        os.environ["WUERFELAUGE_DATA"] = folder
        languages = [args.lang] if args.lang else list(LANGUAGES)
        shoot(scenes, args.out, (width, height), [args.theme] if args.theme else list(MOODS), languages)


if __name__ == "__main__":
    main()
