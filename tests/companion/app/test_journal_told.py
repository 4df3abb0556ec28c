"""What is wrong with the journal is said at home; what was freed meanwhile needs no restart."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.journal import Journal
from tests.companion.app.window import the_app

pytestmark = pytest.mark.xdist_group("kivy")


def test_a_journal_that_another_program_keeps_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from companion.games import game

    with Journal.open(tmp_path / "journal.db"), the_app(tmp_path, monkeypatch) as window:
        app = window.app
        assert any("Another Würfelauge is already keeping the journal" in words for words in window.words())
        assert not app.begin(game("tintenherz").start(["Iva", "Phil"]))
        app.back()  # the sheet that says so


def test_a_lock_that_was_freed_needs_no_restart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from companion.games import game

    other = Journal.open(tmp_path / "journal.db")
    with the_app(tmp_path, monkeypatch) as window:
        app = window.app
        assert app.journal is None
        other.close()
        app.home()
        window.step(2)
        assert not any("Another Würfelauge" in words for words in window.words())
        assert app.begin(game("tintenherz").start(["Iva", "Phil"]))
        app.leave_table()


def test_a_lock_that_was_freed_while_home_was_shown_lets_a_game_begin(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from companion.games import game

    other = Journal.open(tmp_path / "journal.db")
    with the_app(tmp_path, monkeypatch) as window:
        other.close()
        assert window.app.begin(game("tintenherz").start(["Iva", "Phil"]))
        window.app.leave_table()


def test_a_damaged_journal_is_told_until_somebody_has_read_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from companion.app.icons import GLYPHS
    from companion.app.widgets.button import PushButton
    from companion.app.widgets.words import Icon

    (tmp_path / "journal.db").write_bytes(b"nothing that SQLite knows" * 100)
    with the_app(tmp_path, monkeypatch) as window:
        assert any("The journal was damaged" in words for words in window.words())
        close = window.one(
            PushButton,
            lambda b: any(isinstance(child, Icon) and child.text == GLYPHS["close"] for child in b.children),
        )
        window.tap(close)
        assert not any("The journal was damaged" in words for words in window.words())
        window.app.home()
        window.step(2)
        assert not any("The journal was damaged" in words for words in window.words())
