"""The examples of the README are run, and what it promises is there."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

from companion.games import games
from companion.rules import text

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_python_examples_run_as_printed() -> None:
    failed, tried = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert tried > 5
    assert failed == 0


def test_docstring_examples_run_as_printed() -> None:
    failed, tried = doctest.testmod(text)
    assert tried
    assert failed == 0


def test_every_game_is_in_the_table_of_games_with_its_players() -> None:
    for game in games().values():
        span = str(game.least_players) + (f"–{game.most_players}" if game.most_players > game.least_players else "")
        assert re.search(rf"^\| `{game.id}` \| .* \| {span} \|$", README, re.MULTILINE)


def test_the_make_commands_of_the_first_screen_exist() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for target in re.findall(r"^make (\w+)", README, re.MULTILINE):
        assert re.search(rf"^{target}:", makefile, re.MULTILINE)
