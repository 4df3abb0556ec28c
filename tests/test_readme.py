"""The examples of the README are run, what it promises is there, and both languages promise the same."""

from __future__ import annotations

import doctest
import re
import shlex
from pathlib import Path

import pytest

from companion.command_line import _parser
from companion.games import games
from companion.rules import text
from vision.kits import load_kit

ROOT = Path(__file__).parents[1]
PAGES = ("README.md", "README.de.md")
DOCUMENTS = (*PAGES, "ARCHITECTURE.md", "CONTRIBUTING.md")
PICTURE_BYTES = 1_000_000


def read(page: str) -> str:
    return (ROOT / page).read_text(encoding="utf-8")


def blocks(page: str, language: str = "") -> list[str]:
    """What stands between fences."""
    fenced = re.findall(r"^```(\w*)\n(.*?)^```$", read(page), re.MULTILINE | re.DOTALL)
    return [block for spoken, block in fenced if spoken == language]


def outside_of_blocks(page: str) -> str:
    return re.sub(r"^```.*?^```$", "", read(page), flags=re.MULTILINE | re.DOTALL)


def commands(page: str) -> list[str]:
    """Every call of the program, in blocks without what is said beside it, and in running text."""
    in_blocks = [line for block in blocks(page) for line in block.splitlines()]
    calls = [re.split(r"\s{2,}|\s#", line)[0] for line in in_blocks]
    calls += re.findall(r"`([^`\n]+)`", outside_of_blocks(page))
    return [call for call in calls if call.startswith(("wuerfelauge ", "make ", "pip ", "python "))]


def slug(heading: str) -> str:
    """The address of a heading within its page."""
    return re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-")


def headings(page: str) -> list[tuple[int, str]]:
    found = re.findall(r"^(#+) (.+)$", outside_of_blocks(page), re.MULTILINE)
    return [(len(marks), words) for marks, words in found]


@pytest.mark.parametrize("page", PAGES)
def test_the_python_examples_run_as_printed(page: str) -> None:
    failed, tried = doctest.testfile(str(ROOT / page), module_relative=False, encoding="utf-8")
    assert tried > 5
    assert failed == 0


def test_docstring_examples_run_as_printed() -> None:
    failed, tried = doctest.testmod(text)
    assert tried
    assert failed == 0


@pytest.mark.parametrize("page", PAGES)
def test_every_game_is_in_the_table_of_games_with_its_players(page: str) -> None:
    for game in games().values():
        span = str(game.least_players) + (f"–{game.most_players}" if game.most_players > game.least_players else "")
        assert re.search(rf"^\| `{game.id}` \| .* \| {span} \|$", read(page), re.MULTILINE)


@pytest.mark.parametrize("page", DOCUMENTS)
def test_the_make_commands_exist(page: str) -> None:
    makefile = read("Makefile")
    for target in re.findall(r"(?:^|`)make ([a-z-]+)", read(page), re.MULTILINE):
        assert re.search(rf"^{target}:", makefile, re.MULTILINE), f"make {target}"


@pytest.mark.parametrize("page", PAGES)
def test_the_commands_are_understood(page: str) -> None:
    calls = [call for call in commands(page) if call.startswith("wuerfelauge ")]
    assert len(calls) > 15
    for call in calls:
        words = shlex.split(call)[1:]
        if words == ["--help"] or words[0] == "kits":
            continue
        _parser().parse_args(words)  # it ends the program where it does not understand


@pytest.mark.parametrize("page", DOCUMENTS)
def test_what_is_linked_is_there(page: str) -> None:
    for link in re.findall(r"\]\(([^)]+)\)", outside_of_blocks(page)):
        if "://" in link:
            continue
        path, _, anchor = link.partition("#")
        assert not path or (ROOT / path).exists(), link
        if anchor:
            assert anchor in [slug(words) for _, words in headings(path or page)], link


@pytest.mark.parametrize("page", PAGES)
def test_the_kit_that_is_shown_can_be_used(page: str, tmp_path: Path) -> None:
    (example,) = blocks(page, "toml")
    path = tmp_path / "weather.toml"
    path.write_text(example, encoding="utf-8")
    assert load_kit(path).dice[0].faces == ("sun", "rain", "snow")


def test_both_languages_have_the_same_parts_commands_and_links() -> None:
    english, german = PAGES
    assert [level for level, _ in headings(english)] == [level for level, _ in headings(german)]
    assert commands(english) == commands(german)
    for kind in ("mermaid", "toml", "pycon", ""):
        assert len(blocks(english, kind)) == len(blocks(german, kind))
    there = [sorted(re.findall(r"\]\(([^)#]+)[^)]*\)", read(page))) for page in PAGES]
    same = [[re.sub(r"(-de|-en)(?=\.)|README(\.de)?\.md$", "", link) for link in links] for links in there]
    assert sorted(same[0]) == sorted(same[1])


def test_the_pictures_of_the_readme_are_small() -> None:
    assert sum(path.stat().st_size for path in (ROOT / "docs" / "pictures").iterdir()) < PICTURE_BYTES
