"""Scenes at a table for the pictures of the screens: a game of any kind, played until something is to be seen in it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from random import Random
from typing import TYPE_CHECKING, Any

from companion.app import posed_tables

if TYPE_CHECKING:
    from companion.app.app import WuerfelaugeApp

NAMES = ("Mascha", "Phil", "Iva", "Opa Karl")
Scene = Callable[["WuerfelaugeApp"], None]


def at_the_table(
    game_id: str,
    moves: int,
    *,
    seed: int = 1,
    players: int = 3,
    camera: str = "none",
    options: Mapping[str, object] | None = None,
    until: Callable[[Any], bool] = lambda state: True,
    then: Callable[[Any], object] | None = None,
) -> Scene:
    """The table screen of a game after so many moves, and on until something holds; `then` touches its board."""

    def scene(app: WuerfelaugeApp) -> None:
        from companion.app.screens.at_table import table_screen  # noqa: PLC0415
        from companion.games import game  # noqa: PLC0415
        from companion.rules import Event  # noqa: PLC0415
        from companion.strategies import sensible_action  # noqa: PLC0415

        app.settings = replace(app.settings, camera=camera)
        chosen, rng = game(game_id), Random(seed)
        count = max(chosen.least_players, min(players, chosen.most_players))
        assert app.journal is not None
        sitting = app.journal.begin(chosen.start(NAMES[:count], options))
        while sitting.state.outcome() is None:
            if len(sitting.history.events) >= moves and until(sitting.state):
                break
            sitting.add(Event(sensible_action(sitting.state, rng), "sim"))
        app.sit_down(sitting)
        app.visit(table_screen)
        if then is not None:
            then(app.screen.board)  # type: ignore[union-attr]

    return scene


def watched(
    game_id: str, moves: int, *, players: int = 3, surface: str = "wood", seed: int = 4, doubt: int | None = None
) -> Scene:
    """A game at a table with a camera, and a throw that it sees."""
    thrown = posed_tables.all_dice_are_thrown
    seated = at_the_table(game_id, moves, players=players, camera="sim", until=thrown)
    return posed_tables.thrown(seated, seed=seed, surface=surface, doubt=doubt)


def and_then(scene: Scene, do: Scene) -> Scene:
    """A scene in which something has been opened."""

    def both(app: WuerfelaugeApp) -> None:
        scene(app)
        do(app)

    return both


def taught(app: WuerfelaugeApp, *topics: str) -> None:
    """The teaching of a card of the duel, so far answered."""
    from companion.app.boards.zwerge_teach import TeachSheet  # noqa: PLC0415
    from companion.rules.zwerge.cards import Cost, Damage  # noqa: PLC0415

    assert app.table is not None
    state: Any = app.table.moment.state
    library = state.library
    card = next(card for card in library.good.cards.values() if card.type == "ally" and card.good is None)
    answers = {"card": card, "cost": Cost(2), "effect": Damage((4,)), "kind": "Damage"}
    TeachSheet(app.ui, library, "good", lambda told: None, {topic: answers[topic] for topic in topics}).open()


def payable_in_ways(state: Any) -> bool:
    """Whether a card of the duel can be paid in several ways."""
    from companion.app.boards.zwerge_choices import choices  # noqa: PLC0415

    return state.hit is None and any(len(plays) > 2 for plays in choices(state).plays.values())


def asked(about: str) -> Scene:
    """One of the small questions of the duel."""

    def scene(app: WuerfelaugeApp) -> None:
        from companion.app.boards import zwerge_sheets as sheets  # noqa: PLC0415
        from companion.app.boards.zwerge_choices import choices  # noqa: PLC0415

        assert app.table is not None
        state: Any = app.table.moment.state
        tell, plays = app.table.tell, choices(state).plays
        match about:
            case "pay":
                sheets.play(app.ui, state, next(ways for ways in plays.values() if len(ways) > 2), tell)
            case "twist":
                twists = [ways[0] for (player, card), ways in plays.items() if player == 0 and not ways[0].dice]
                sheets.twist(app.ui, state, 0, twists, tell)
            case "discard":
                sheets.discard_pile(app.ui, state, 0)

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
        "dice_forge", moves, seed=seed, players=players, options=options, then=then,
        until=lambda state: type(state.agenda[-1]).__name__ == task,
    )  # fmt: skip


def new_game(game_id: str) -> Scene:
    def scene(app: WuerfelaugeApp) -> None:
        from companion.app.screens.new_game import NewGameScreen  # noqa: PLC0415
        from companion.games import game  # noqa: PLC0415

        app.settings = app.settings.played(game_id, NAMES[: game(game_id).least_players])
        app.visit(partial(NewGameScreen, game=game(game_id)))

    return scene
