"""A question of the referee on the screen: seen whole beside every board, and answered with one tap."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.companion.app.window import the_app

pytestmark = pytest.mark.xdist_group("kivy")


@pytest.mark.parametrize("game_id", ["wuerfelhelden", "zwerge"], ids=["beside the camera", "beside a large board"])
def test_a_question_is_seen_whole_and_one_tap_answers_it(
    game_id: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with the_app(tmp_path, monkeypatch) as window:
        from kivy.uix.scrollview import ScrollView

        from companion.app.posed_games import watched
        from companion.app.table.question_panel import QuestionPanel

        app = window.app
        watched(game_id, 20, doubt=0)(app)
        window.wait(lambda: app.moment is not None and app.moment.question is not None)
        moves = app.moment.moves
        panel = window.one(QuestionPanel)
        window.wait(lambda: panel.opacity == 1 and panel.height > 1)
        window.step(5)
        scroll = next(parent for parent in panel.walk_reverse() if isinstance(parent, ScrollView))
        assert panel.to_window(*panel.pos)[1] >= scroll.to_window(*scroll.pos)[1] - 1
        window.press("Yes, that is right")
        window.wait(lambda: app.moment.question is None and app.moment.moves > moves)
