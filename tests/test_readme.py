"""The examples of the README are run, what its pages promise is there, and both languages promise the same."""

from __future__ import annotations

import argparse
import doctest
import io
import json
import re
import shlex
import shutil
import subprocess
import sys
from dataclasses import fields
from importlib.util import find_spec
from pathlib import Path

import cv2
import pytest

from companion.command_line import _parser
from companion.games import games
from companion.main import main
from companion.rules import text
from companion.settings import FILE, Settings
from tests.companion.statistics.evenings import play_evening
from vision.kits import kit
from vision.simulated_table import SimDie, SimulatedTable

ROOT = Path(__file__).parents[1]
PAGES = ("README.md", "README.de.md")
DOCUMENTS = (*PAGES, "ARCHITECTURE.md", "CONTRIBUTING.md")
ROOMS = ("calibration", "companion", "hardware", "models", "packaging")
MANUALS = (*DOCUMENTS, *(f"{room}/README.md" for room in ROOMS))
NEEDS_HARDWARE = ("--source 0", "--camera", "buzzer test", "doctor")
TAKES_LONG = ("demo", "bench", "--source sim")
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


@pytest.mark.parametrize("page", MANUALS)
def test_the_make_commands_exist(page: str) -> None:
    own = list((ROOT / page).parent.glob("*/Makefile"))
    for folder, target in re.findall(r"(?:^|`)make(?: -C (\S+?))?(?: ([a-z][a-z-]*))?[ `\n]", read(page), re.MULTILINE):
        makefiles = [ROOT / folder / "Makefile"] if folder else [ROOT / "Makefile", *own]
        assert any(
            re.search(rf"^{target or 'all'}:", makefile.read_text(encoding="utf-8"), re.MULTILINE)
            for makefile in makefiles
        ), f"make {target}"


@pytest.mark.parametrize("page", MANUALS)
def test_the_modules_that_can_be_run_exist(page: str) -> None:
    for name in re.findall(r"(?:^|[`/ ])python -m ([\w.]+)", read(page), re.MULTILINE):
        if name == "build":  # a tool, not ours
            continue
        found = find_spec(name)
        assert found is not None, name
        assert found.origin is not None
        path = Path(found.origin)
        if path.name == "__init__.py":
            assert path.with_name("__main__.py").is_file(), name
        else:
            assert 'if __name__ == "__main__":' in path.read_text(encoding="utf-8"), name


@pytest.mark.parametrize("page", MANUALS)
def test_commands_and_their_options_exist(page: str) -> None:
    """Where a line shows what may be said, and not one call."""
    (known,) = (action for action in _parser()._actions if isinstance(action, argparse._SubParsersAction))
    for call in re.findall(r"(?:^|`)wuerfelauge ([a-z][^`\n]*)", read(page), re.MULTILINE):
        word, *_ = words = call.split()
        assert word in known.choices, call
        parser = known.choices[word]
        for action in parser._actions:
            if isinstance(action, argparse._SubParsersAction):
                parser = action.choices[words[1]]
        for option in re.findall(r"--[a-z-]+", call.partition("  ")[0]):
            assert option in parser._option_string_actions, call


@pytest.mark.parametrize("page", PAGES)
def test_the_commands_are_understood(page: str) -> None:
    calls = [call for call in commands(page) if call.startswith("wuerfelauge ")]
    assert len(calls) > 15
    for call in calls:
        words = shlex.split(call)[1:]
        if words == ["--help"] or words[0] == "kits":
            continue
        _parser().parse_args(words)  # it ends the program where it does not understand


@pytest.fixture
def at_home(tmp_path: Path, data: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the files that the README speaks of, and a table that has played before."""
    play_evening(data / "journal.db", ("tintenherz",))
    table = SimulatedTable(1)
    table.throw([SimDie("white", "axe", ("1", "2", "3"))])
    while table.busy:
        frame = table.next_frame()
    assert frame is not None
    for name in ("a.jpg", "b.jpg"):
        cv2.imwrite(str(tmp_path / name), frame.image)
    (box,) = (list(die.box) for die in table.truth().dice)
    (labels,) = re.findall(r"`(\[\{.*\}\])`", read("README.md"))
    (tmp_path / "labels.json").write_text(labels.replace("[x0, y0, x1, y1]", json.dumps(box)), encoding="utf-8")
    shutil.copy(ROOT / "models" / "bench" / "20.jpg", tmp_path / "photo.jpg")
    (weather,) = blocks("README.md", "toml")
    (tmp_path / "weather.toml").write_text(weather, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_the_shell_lines_that_need_no_hardware_run(
    at_home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Those of the README in English; the other has the same."""
    calls = [call.removeprefix("wuerfelauge ") for call in commands("README.md") if call.startswith("wuerfelauge ")]
    told = {}
    for call in calls:
        if call == "--help" or any(words in call for words in (*NEEDS_HARDWARE, *TAKES_LONG)):
            continue
        monkeypatch.setattr("sys.stdin", io.StringIO("quit\n"))
        words = shlex.split(call.replace("KIT", "pips").replace("FILE", "weather.toml"))
        assert main(["--lang", "en", *words]) == 0, f"{call}: {capsys.readouterr().err}"
        told[call] = capsys.readouterr().out
    assert len(told) >= 12
    assert "Weather dice" in told["kits FILE"]
    assert "1 of 6 faces taught" in told["teach --kit zwerge --face axe a.jpg b.jpg"]
    assert "2 of 6 faces taught" in told["teach --kit zwerge --labels labels.json"]
    assert len(json.loads(told["read photo.jpg --kit pips --json"])["dice"]) > 10
    assert told["replay a.jsonl"] in told["play wuerfelblitz --seed 7 --save a.jsonl"]
    assert (at_home / "mat.pdf").read_bytes().startswith(b"%PDF")
    assert (at_home / "games.csv").read_text(encoding="utf-8").count("tintenherz") > 1


def test_a_simulated_game_is_watched_as_long_as_anyone_reads(data: Path) -> None:
    (call,) = (call for call in commands("README.md") if "--source sim" in call)
    words = [sys.executable, "-m", "companion.main", *shlex.split(call)[1:]]
    with subprocess.Popen(words, stdout=-1, stderr=-1, text=True, cwd=ROOT) as watching:
        assert watching.stdout is not None
        assert watching.stderr is not None
        first = json.loads(watching.stdout.readline())
        watching.stdout.close()
        assert watching.wait(timeout=120) == 0
        assert watching.stderr.read() == ""
    assert first["event"]["origin"] == "sim"


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
def test_the_kit_that_is_shown_can_be_used_under_the_name_that_is_said(page: str, tmp_path: Path) -> None:
    (example,) = blocks(page, "toml")
    (name,) = re.findall(r"`(\w+)\.toml`", outside_of_blocks(page))
    (tmp_path / f"{name}.toml").write_text(example, encoding="utf-8")
    assert kit(name, tmp_path).dice[0].faces == ("sun", "rain", "snow")


@pytest.mark.parametrize("page", PAGES)
def test_the_room_that_pictures_take_is_that_of_the_settings(page: str) -> None:
    (setting,) = (field for field in fields(Settings) if field.name == "picture_megabytes")
    assert re.search(rf"{setting.default} MB[^(]*\(`{setting.name}` in `{FILE}`", read(page))


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
