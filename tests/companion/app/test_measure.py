"""The app measures itself: every figure of `wuerfelauge bench app` is there. How large it is, is no test's business."""

from __future__ import annotations

import pytest

from companion.bench import app
from tests.companion.app.window import a_screen

pytestmark = pytest.mark.xdist_group("kivy")


def test_every_figure_of_the_app_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    a_screen()
    monkeypatch.setattr(app, "STARTS", 1)
    monkeypatch.setattr(app, "PRESSES", 1)
    figures = list(app.figures(minutes=0.02, seconds=0.5))
    assert all(figure.value > 0 for figure in figures)
    for what in ("start to first picture", "a frame of a full table", "a frame with live picture", "press", "memory"):
        assert any(figure.what.startswith(what) for figure in figures), what
