"""`wuerfelauge demo` and `watch --source sim` from the first throw to the last, seen by eyes that are never wrong."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from companion.commands import demo
from companion.journal import Journal
from companion.main import main
from companion.settings import Settings, save_settings
from vision.crops import Image
from vision.kits import Kit
from vision.reading import Reading
from vision.simulated_table import SimulatedTable

pytestmark = pytest.mark.usefixtures("data")

SHORT = ("wuerfelblitz", "--seed", "7", "--option", "answers=1,1", "--players", "Ada,Ben")
"""Three throws."""


@pytest.fixture(autouse=True)
def perfect_eyes(monkeypatch: pytest.MonkeyPatch) -> None:
    tables: list[SimulatedTable] = []

    def table(*how: Any, **more: Any) -> SimulatedTable:
        tables.append(SimulatedTable(*how, **more))
        return tables[-1]

    class Perfect:
        def __init__(self, *_: object) -> None: ...

        def __call__(self, image: Image, likely: Kit | None) -> Reading:
            return tables[-1].truth()

    monkeypatch.setattr(demo, "SimulatedTable", table)
    monkeypatch.setattr(demo, "NetworkEye", Perfect)
    monkeypatch.setattr(demo, "DiceEye", lambda: None)
    monkeypatch.setattr(demo, "taught_gallery", lambda *_: None)


def run(*arguments: object) -> int:
    return main(["--lang", "en", *map(str, arguments)])


@pytest.mark.parametrize("pictures", [True, False])
def test_a_demo_goes_to_its_end_and_is_kept_as_the_settings_say(
    pictures: bool, data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert save_settings(Settings(pictures=pictures), data / "settings.json")
    assert run("demo", *SHORT, "--pictures", tmp_path / "drawn") == 0
    said = capsys.readouterr()
    assert said.err == ""
    assert "3 throws from" in said.out
    assert "0 questions, 0 read wrongly." in said.out
    with Journal.open() as journal:
        (kept,) = journal.sittings()
        assert journal.unfinished() == ()
        assert (kept.game, kept.players) == ("wuerfelblitz", ("Ada", "Ben"))
    assert len(list((tmp_path / "drawn").iterdir())) == 3
    assert (data / "pictures").exists() == pictures


def test_the_same_seed_is_the_same_demo_and_without_a_journal_nothing_is_kept(
    data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    told = []
    for _ in range(2):
        assert run("demo", *SHORT, "--no-journal") == 0
        told.append(capsys.readouterr().out.rpartition(" rendered frames")[0])
    assert told[0] == told[1]
    assert not data.exists()


def test_a_simulated_game_can_be_watched_to_its_end(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("watch", "--source", "sim", "--json", "--game", *SHORT) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [line["event"]["origin"] for line in lines if "dice" in line] == ["sim"] * 3
    assert lines[-1]["over"]
    assert not data.exists()
