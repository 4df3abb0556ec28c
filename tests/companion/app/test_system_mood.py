"""Light or dark as the desktop has it, and light where nobody can tell."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.app.system_mood import desktop_is_dark, system_mood


@pytest.mark.parametrize(
    ("file", "text", "dark"),
    [
        ("gtk-4.0/settings.ini", "[Settings]\ngtk-application-prefer-dark-theme=1\n", True),
        ("gtk-3.0/settings.ini", "[Settings]\ngtk-application-prefer-dark-theme = true\n", True),
        ("gtk-3.0/settings.ini", "[Settings]\ngtk-application-prefer-dark-theme=0\n", False),
        ("kdeglobals", "[General]\nColorScheme=BreezeDark\n", True),
        ("kdeglobals", "[General]\nColorScheme=BreezeLight\n", False),
        ("kdeglobals", "ColorScheme=100%\n\x00", False),
        ("other", "", False),
    ],
)
def test_the_desktop_has_written_it_down(
    file: str, text: str, dark: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("GTK_THEME", raising=False)
    (tmp_path / file).parent.mkdir(exist_ok=True)
    (tmp_path / file).write_text(text)
    assert desktop_is_dark(tmp_path) is dark


@pytest.mark.parametrize(("theme", "dark"), [("Adwaita:dark", True), ("Yaru-dark", True), ("Adwaita", False)])
def test_a_theme_that_was_asked_for_counts_first(
    theme: str, dark: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GTK_THEME", theme)
    assert desktop_is_dark(tmp_path) is dark


def test_a_system_that_answers_strangely_is_light(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANDROID_ARGUMENT", "1")  # and yet there is no Java here
    system_mood.cache_clear()
    try:
        assert system_mood() == "light"
    finally:
        system_mood.cache_clear()
