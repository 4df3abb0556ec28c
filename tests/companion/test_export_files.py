"""Exports that end up as files: named, whole, replaced by the same again, and a sentence where that fails."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

from companion.export_files import ENDINGS, ExportFault, Form, write_export
from companion.statistics.plays import Play
from tests.companion.statistics.evenings import kept, play_evening


@pytest.fixture(scope="module")
def plays(tmp_path_factory: pytest.TempPathFactory) -> tuple[Play, ...]:
    path = tmp_path_factory.mktemp("exports") / "journal.db"
    play_evening(path, ("tintenherz", "wuerfelblitz"))
    return kept(path)


@pytest.mark.parametrize("form", list(ENDINGS))
def test_a_game_is_written_under_its_own_name(form: Form, plays: tuple[Play, ...], tmp_path: Path) -> None:
    path = write_export(plays[:1], form, "de", tmp_path / "exports")
    assert path.parent == tmp_path / "exports"
    assert path.name.startswith("tintenherz-20")
    assert path.name.endswith(f"-1{ENDINGS[form]}")
    again = write_export(plays[:1], form, "de", tmp_path / "exports")
    assert again == path
    assert list(path.parent.iterdir()) == [path]


def test_all_games_are_in_one_file(plays: tuple[Play, ...], tmp_path: Path) -> None:
    data = json.loads(write_export(plays, "json", "en", tmp_path).read_text(encoding="utf-8"))
    assert [entry["id"] for entry in data["games"]] == [1, 2]


def test_a_spreadsheet_finds_umlauts(plays: tuple[Play, ...], tmp_path: Path) -> None:
    path = write_export(plays, "csv", "en", tmp_path)
    assert path.read_bytes().startswith(b"\xef\xbb\xbf")
    with path.open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.DictReader(file))
    assert {row["player"] for row in rows} == {"Iva", "Jörg"}


def test_where_nothing_can_be_written_it_is_said(plays: tuple[Play, ...], tmp_path: Path) -> None:
    (tmp_path / "exports").write_text("in the way")
    with pytest.raises(ExportFault, match="cannot be written"):
        write_export(plays, "json", "en", tmp_path / "exports")
