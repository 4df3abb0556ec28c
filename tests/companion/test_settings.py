"""Settings: kept, and never a reason why a game night ends."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.calls import HouseRules
from companion.i18n import LANGUAGES
from companion.settings import Person, Settings, load_settings, save_settings

WORDS = st.sampled_from(["", "de", "light", "name", "colour", "Iva", "seconds_to_call", "ä\x00"])
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | WORDS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(WORDS, inner, max_size=4),
    max_leaves=12,
)
NAMES = st.sampled_from([*Settings.__slots__, "other"])


def test_what_is_kept_comes_back(tmp_path: Path) -> None:
    settings = replace(
        Settings(), language="de", theme="dark", text=1.2, camera="2", house=HouseRules(False, True, 9, 60)
    )
    settings = settings.played("tintenherz", ("Mascha", "Phil"))
    assert save_settings(settings, tmp_path / "settings.json")
    assert load_settings(tmp_path / "settings.json") == settings


def test_without_a_file_everything_is_as_usual(tmp_path: Path) -> None:
    assert load_settings(tmp_path / "none.json") == Settings()


@pytest.mark.parametrize("text", ["", "{", "[]", "3", "\x00\x01", "[" * 5000])
def test_a_damaged_file_is_set_aside_and_one_of_before_is_kept(tmp_path: Path, text: str) -> None:
    path = tmp_path / "settings.json"
    for n in (1, 2):
        path.write_text(text, encoding="utf-8")
        assert load_settings(path) == Settings()
        assert not path.exists()
        assert (tmp_path / f"settings.json.set-aside-{n}").read_text(encoding="utf-8") == text


@given(st.dictionaries(NAMES, JSON))
def test_whatever_a_file_says_settings_make_sense(tmp_path_factory: pytest.TempPathFactory, data: object) -> None:
    path = tmp_path_factory.mktemp("settings") / "settings.json"
    path.write_text(json.dumps(data), encoding="utf-8")
    settings = load_settings(path)
    assert settings.language in ("", *LANGUAGES)
    assert 0.7 <= settings.text <= 1.6
    assert 1 <= settings.house.seconds_to_call <= 60
    assert all(person.name and 0 <= person.colour < 7 for person in settings.people)


@pytest.mark.parametrize(("number", "kept"), [(50, 50), (0, 300), (-1, 300), (10**9, 300), (True, 300), ("50", 300)])
def test_how_much_room_pictures_may_take_can_be_set(tmp_path: Path, number: object, kept: int) -> None:
    path = tmp_path / "settings.json"
    path.write_text(json.dumps({"picture_megabytes": number}), encoding="utf-8")
    limits = load_settings(path).picture_limits
    assert limits is not None
    assert limits.megabytes == kept
    assert replace(Settings(), pictures=False).picture_limits is None


def test_where_nothing_can_be_written_it_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert not save_settings(Settings(), tmp_path / "file" / "settings.json")


def test_people_keep_their_colours_and_the_latest_come_first() -> None:
    settings = replace(Settings(), people=(Person("Iva", 5), Person("Phil", 2)))
    settings = settings.played("zwerge", ("Phil", "Mascha"))
    assert [person.name for person in settings.people] == ["Phil", "Mascha", "Iva"]
    assert settings.colour("Phil", 0) == 2
    assert settings.colour("Iva", 0) == 5
    assert settings.last["zwerge"] == ("Phil", "Mascha")


def test_people_can_be_renamed_recoloured_and_forgotten() -> None:
    settings = Settings().played("zwerge", ("Phil", "Mascha"))
    settings = settings.renamed("Phil", "Philipp").recoloured("Mascha", 6)
    assert settings.people == (Person("Philipp", 0), Person("Mascha", 6))
    assert settings.last["zwerge"] == ("Philipp", "Mascha")
    settings = settings.forgotten("Philipp")
    assert settings.people == (Person("Mascha", 6),)
    assert settings.last["zwerge"] == ("Mascha",)
