"""The end of a game at the common table: who has won is said, and the same players can go on at once."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from companion.games import game
from companion.rules import Event
from companion.strategies import sensible_action
from tests.companion.app.window import AppWindow, the_app

pytestmark = pytest.mark.xdist_group("kivy")


@pytest.fixture
def window(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[AppWindow]:
    with the_app(tmp_path, monkeypatch) as opened:
        yield opened


def test_the_winner_is_named_and_once_more_begins_anew(window: AppWindow) -> None:
    from companion.app.screens.at_table import table_screen
    from companion.app.screens.home import HomeScreen

    app = window.app
    sitting = app.journal.begin(game("tintenherz").start(["Mascha", "Phil", "Iva", "Opa Karl"]))
    rng = Random(1)
    while sitting.state.outcome() is None:
        sitting.add(Event(sensible_action(sitting.state, rng)))
    app.sit_down(sitting)
    app.visit(table_screen)
    window.step(5)
    outcome = sitting.state.outcome()
    (winner,) = outcome.winners
    assert f"{sitting.state.name(winner)} wins!" in window.words()
    window.press("Once more")
    window.wait(lambda: app.moment is not None and app.moment.moves == 0)
    assert app.moment.state.table.players == sitting.state.table.players
    assert app.moment.state.outcome() is None
    app.back()
    assert isinstance(app.screen, HomeScreen)
