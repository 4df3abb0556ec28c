"""The benchmark: each part runs and fills its rows, one table holds them all, the exit code tells of a missed goal."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

import pytest

from companion.bench import app, buzzer, table, vision
from companion.bench.figures import Figure, as_json, as_markdown, from_json, spread
from companion.command_line import run
from companion.commands import bench
from companion.games import games

Printed = pytest.CaptureFixture[str]
REACHED = Figure("rules", "a game", 40_000, "actions/s", 20_000, "more", "5.0 × python-chess")
MISSED = Figure("vision", "nine dice", 50.0, "ms", 25.0)


def test_the_ratio_is_how_many_times_as_good_as_the_goal() -> None:
    assert (REACHED.ratio, REACHED.missed) == (2.0, False)
    assert (MISSED.ratio, MISSED.missed) == (0.5, True)
    told = Figure("app", "memory", 180.0, "MB")
    assert (told.ratio, told.missed) == (None, False)


def test_a_distribution_is_told_by_its_middle_its_95_percent_and_its_longest() -> None:
    median, most, longest = spread("table", "still dice to verdict", [*range(1, 100), 400], "ms", 300)
    assert (median.value, most.value, longest.value) == (50.5, 96, 400)
    assert longest.goal is None
    assert longest.more == "99.0% within the goal"


def test_figures_come_back_from_json_and_stand_in_a_table_for_a_page() -> None:
    assert from_json(as_json([REACHED, MISSED], "a machine")) == [REACHED, MISSED]
    assert "| vision | nine dice | 50 ms | ≤ 25 ms | 0.50  ✗ |  |" in as_markdown([REACHED, MISSED])


def only(monkeypatch: pytest.MonkeyPatch, *figures: Figure) -> None:
    """Each part tells these figures of its own."""

    def measured(part: str, args: object) -> Iterable[Figure]:
        return [figure for figure in figures if figure.part == part]

    monkeypatch.setattr(bench, "measured", measured)


def test_without_a_part_all_figures_stand_in_one_table(
    monkeypatch: pytest.MonkeyPatch, capsys: Printed, tmp_path: Path
) -> None:
    every = [Figure(part, f"of {part}", 1, "ms") for part in bench.PARTS]
    only(monkeypatch, *every)
    kept = tmp_path / "figures.json"
    assert run(["bench", "--json", str(kept)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines[: len(every) + 1]] == ["part", *bench.PARTS]
    assert [row["part"] for row in json.loads(kept.read_text(encoding="utf-8"))["figures"]] == list(bench.PARTS)


@pytest.mark.parametrize(("figure", "code"), [(REACHED, 0), (MISSED, 1)])
def test_a_missed_goal_is_the_exit_code(monkeypatch: pytest.MonkeyPatch, figure: Figure, code: int) -> None:
    only(monkeypatch, figure)
    assert run(["bench"]) == code


def test_rules_have_a_row_a_game_beside_the_yardstick(capsys: Printed) -> None:
    run(["bench", "rules", "--seconds", "0.01"])
    printed = capsys.readouterr().out
    for name in (*games(), "python-chess"):
        assert name in printed


def test_vision_has_a_row_a_picture_growth_and_yardstick() -> None:
    rows = [figure.what for figure in vision.figures(1)]
    assert rows[:3] == [f"frame with {dice} dice to faces" for dice in vision.PICTURES]
    assert len(rows) == 6


def test_the_table_tells_how_long_verdicts_take(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table, "games", lambda: {"tintenherz": games()["tintenherz"]})
    rows = list(table.figures(2))
    assert rows[-1].what == "throws that counted without a question"
    assert [row.goal for row in rows[:-1]] == [table.GOAL_MS, table.GOAL_MS, None][: len(rows) - 1]


def test_the_buzzer_tells_how_long_a_press_takes() -> None:
    median, most, longest = buzzer.figures(3)
    assert 0 < median.value <= most.value <= longest.value


def test_without_a_screen_the_app_says_what_it_needs(monkeypatch: pytest.MonkeyPatch, capsys: Printed) -> None:
    monkeypatch.setattr(app, "_has_screen", lambda: False)
    monkeypatch.setattr("companion.bench.app.shutil.which", lambda name: None)
    assert run(["--lang", "en", "bench", "app"]) == 1
    error = capsys.readouterr().err
    assert "The app needs a screen" in error
    assert error.count("\n") == 1
