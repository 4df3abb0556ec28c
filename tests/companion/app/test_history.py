"""History under real fingers: the list, a game, its replay, its luck, figures, and export."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.journal import Journal
from companion.journal.replay import Live, replay
from companion.journal.rows import EntryRow
from companion.journal.store import Store
from companion.statistics.plays import Play, play_of
from tests.companion.app.kept_games import keep_game, keep_many, keep_pictured_game
from tests.companion.app.window import AppWindow, the_app

pytestmark = pytest.mark.xdist_group("kivy")


@pytest.fixture
def journal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Journal]:
    """The journal before the app opens it."""
    opened = Journal.open(tmp_path / "journal.db")
    opened._store._connection.execute("PRAGMA synchronous = OFF")
    yield opened
    opened.close()


class Evening:
    """The app, and the ways through its history."""

    def __init__(self, window: AppWindow) -> None:
        self.window, self.app = window, window.app

    def history(self) -> None:
        from companion.app.widgets.lazy_rows import LazyRows

        self.icon("history")
        self.window.wait(lambda: not self.app.screen.worker.busy and list(self.window.widgets(LazyRows)))
        self.window.wait(lambda: not self.app.screen.worker.busy)

    def icon(self, name: str) -> None:
        self.window.press_sign(name)

    def rows(self) -> list[Any]:
        from companion.app.screens.history import GameRow

        return list(self.window.widgets(GameRow))

    def open(self, number: int) -> None:
        """Open the game with this number."""
        self.window.tap(next(row for row in self.rows() if row.summary.id == number))
        self.window.wait(lambda: "Replay" in self.window.words(), "the game was not shown")

    def press(self, words: str) -> None:
        self.window.press(words)
        self.calm()

    def choose(self, words: str) -> None:
        """Touch a line of a list."""
        from companion.app.widgets.words import Words

        self.window.tap(self.window.one(Words, lambda label: label.text == words))

    def calm(self) -> None:
        self.window.step(2)
        self.window.wait(lambda: self.app.screen.worker is None or not self.app.screen.worker.busy)
        self.window.step(2)

    def says(self, words: str) -> bool:
        return any(words in text for text in self.window.words())


@pytest.fixture
def evening(tmp_path: Path, journal: Journal, monkeypatch: pytest.MonkeyPatch, request: Any) -> Iterator[Evening]:
    """The app after the games that `request.param` keeps; nothing may have gone wrong in it."""
    for keep in getattr(request, "param", (keep_game,)):
        keep(journal)
    journal.close()
    with the_app(tmp_path, monkeypatch) as window:
        yield Evening(window)
        assert window.app.faults.seen == []


def unfinished(journal: Journal) -> None:
    keep_game(journal, "wuerfelhelden", most=9)


@pytest.mark.parametrize("evening", [(keep_pictured_game,)], indirect=True)
def test_a_finished_game_is_replayed_and_exported(evening: Evening, tmp_path: Path) -> None:
    from companion.app.screens.replay import ReplayScreen
    from companion.app.widgets.jpeg import JpegPicture
    from companion.app.widgets.track import Track

    window, app = evening.window, evening.app
    evening.history()
    evening.open(1)
    assert evening.says("The last villain is captured")
    assert evening.says("1 reading corrected")
    evening.press("Replay")
    replay = app.screen
    assert isinstance(replay, ReplayScreen)
    throws = [step for step in replay.steps if step.event is not None]
    while replay.steps[replay.place].event is None:
        evening.icon("right")
    evening.calm()
    assert evening.says(f"Throw 1 of {len(throws)}")
    assert list(window.widgets(JpegPicture)), "the kept picture is shown"
    evening.icon("right")
    evening.calm()
    assert evening.says(f"Throw 2 of {len(throws)}")
    assert evening.says("A person said what lay there.")
    assert not list(window.widgets(JpegPicture)), "a throw without a picture is told all the same"
    evening.icon("right")
    assert evening.says("The table let it stand: One die fell from the table.")
    evening.icon("left")
    assert evening.says(f"Throw 2 of {len(throws)}")
    slide(window, window.one(Track), 1.0)
    evening.calm()
    assert evening.says(f"Throw {len(throws)} of {len(throws)}")
    outcome = app.archive().past(1).history.state.outcome()
    assert outcome is not None
    assert [str(score) for score in outcome.scores] == [w for w in window.words() if w.isdigit()][-2:]
    evening.icon("back")
    evening.calm()
    window.press("Export")
    evening.choose("Everything (JSON)")
    window.wait(lambda: evening.says("Written."))
    (file,) = (tmp_path / "exports").iterdir()
    assert evening.says(file.name)
    data = json.loads(file.read_text(encoding="utf-8"))
    assert data["games"][0]["outcome"]["scores"] == list(outcome.scores)
    window.press("Good")
    assert "Replay" in window.words(), "and back at the game"


def slide(window: AppWindow, track: Any, share: float) -> None:
    """A finger along a track."""
    from kivy.tests.common import UnitTestTouch

    window.step(2)
    touch = UnitTestTouch(track.x + 20, track.center_y)
    touch.touch_down()
    for part in (0.3, 0.6, 1.0):
        touch.touch_move(track.x + 20 + (track.width - 21) * part * share, track.center_y)
        window.step()
    touch.touch_up()
    window.step(2)


@pytest.mark.parametrize("evening", [(keep_pictured_game,)], indirect=True)
def test_what_was_decided_leads_to_its_place_in_the_replay(evening: Evening) -> None:
    evening.history()
    evening.open(1)
    evening.choose("One die fell from the table.")
    evening.calm()
    assert evening.says("The table let it stand: One die fell from the table.")


@pytest.mark.parametrize("evening", [(keep_game, unfinished)], indirect=True)
def test_an_unfinished_game_is_gone_on_with(evening: Evening) -> None:
    from companion.app.screens.table import TableScreen

    evening.history()
    assert [row.summary.id for row in evening.rows()] == [2, 1], "the latest first"
    assert evening.says("unfinished")
    evening.open(2)
    assert evening.says("Not finished. This is how it stands.")
    evening.window.press("Go on")
    assert isinstance(evening.app.screen, TableScreen)
    assert len(evening.app.table.moment.state.scores()) == 2
    assert evening.app.table.moment.moves == 9


@pytest.mark.parametrize("evening", [(unfinished,)], indirect=True)
def test_the_luck_of_a_game_is_told_in_words(evening: Evening) -> None:
    evening.history()
    evening.open(1)
    evening.press("Luck report")
    assert evening.says("were due")
    assert evening.says("Best throw")


def test_figures_are_counted_outside_the_thread_that_draws(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    threads: set[str] = set()

    def noted(*args: Any) -> Play | None:
        threads.add(threading.current_thread().name)
        return play_of(*args)

    monkeypatch.setattr("companion.app.screens.statistics.play_of", noted)
    evening.history()
    evening.press("Statistics")
    evening.calm()
    assert threads == {"worker"}
    assert evening.says("1 game, 1 of them finished.")
    evening.press("Tintenherz – Das Würfelspiel")
    evening.calm()
    assert evening.says("Red · ")
    assert evening.says("Nothing speaks against it") or evening.says("Odd") or evening.says("Too few throws")
    assert {"Iva", "Phil", "average", "best"} <= set(evening.window.words())


def test_three_hundred_games_are_a_page_of_work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from companion.app.screens.history import PAGE

    keep_many(tmp_path, 300)
    read: list[int] = []
    replayed: list[object] = []
    entries = Store.entries

    def noted(store: Store, number: int) -> tuple[EntryRow, ...]:
        read.append(number)
        return entries(store, number)

    def played_again(*args: Any) -> Live:
        replayed.append(args)
        return replay(*args)

    with the_app(tmp_path, monkeypatch) as window:
        evening = Evening(window)
        monkeypatch.setattr(Store, "entries", noted)
        monkeypatch.setattr("companion.journal.journal.replay", played_again)
        evening.history()
        assert len(read) <= PAGE
        assert replayed == [], "no game is played again for the list"
        assert 5 < len(evening.rows()) < 20, "only rows that can be seen exist"
        assert evening.rows()[0].summary.id == 300
        rows = evening.app.screen.rows
        rows.scroll_y = 0
        evening.calm()
        assert {row.summary.id for row in evening.rows()} >= {1, 2, 3}
        assert len(evening.rows()) < 20
        assert len(read) <= 3 * PAGE, "nor is what was passed over read"
        evening.open(3)
        evening.icon("back")
        evening.calm()
        assert 3 in {row.summary.id for row in evening.rows()}, "one comes back to where one was"
        assert window.app.faults.seen == []


def test_what_another_is_writing_can_be_looked_at(
    tmp_path: Path, journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    unfinished(journal)
    with the_app(tmp_path, monkeypatch) as window:
        assert window.app.journal is None
        evening = Evening(window)
        evening.history()
        evening.open(1)
        assert "Go on" not in window.words()
        assert window.app.faults.seen == []


def test_without_games_it_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with the_app(tmp_path, monkeypatch) as window:
        evening = Evening(window)
        evening.icon("history")
        window.wait(lambda: "No game has been played yet." in window.words())
        window.press("Statistics")
        window.wait(lambda: "There is nothing to count yet." in window.words())


def test_an_export_that_cannot_be_written_is_said(evening: Evening, tmp_path: Path) -> None:
    (tmp_path / "exports").write_text("in the way")
    evening.history()
    evening.window.press("Export")
    evening.choose("Spreadsheet (CSV)")
    evening.window.wait(lambda: evening.says("cannot be written"))


def test_bg_stats_is_opened_where_it_can_be(evening: Evening, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from companion.app import export_sheet

    opened: list[str] = []
    monkeypatch.setattr("webbrowser.open", opened.append)
    evening.history()
    evening.open(1)
    evening.window.press("Export")
    evening.choose("BG Stats")
    evening.window.wait(lambda: evening.says("Written."))
    assert opened == []
    assert [file.name.endswith("-bgstats.json") for file in (tmp_path / "exports").iterdir()] == [True]
    evening.window.press("Good")
    monkeypatch.setattr(export_sheet, "platform", "android")
    evening.window.press("Export")
    evening.choose("BG Stats")
    evening.window.wait(lambda: opened)
    assert opened[0].startswith("bgstats://")


def test_theme_and_language_change_where_one_is(evening: Evening) -> None:
    evening.history()
    evening.open(1)
    evening.press("Replay")
    evening.icon("right")
    evening.icon("right")
    place = evening.app.screen.place
    evening.app.change(language="de", theme="dark")
    evening.window.step(3)
    assert evening.app.screen.place == place
    assert evening.app.mood == "dark"
