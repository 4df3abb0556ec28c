"""The shelf of profiles: names, whole writes, and nothing lost."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from calibration.profile import BadProfile, Fault, Profile, write
from calibration.shelf import Shelf, load_profile, write_whole


@pytest.fixture
def shelf(tmp_path: Path) -> Shelf:
    return Shelf(tmp_path / "data" / "profiles")


def test_profiles_are_kept_listed_and_removed(shelf: Shelf, profile: Profile) -> None:
    assert shelf.names() == []
    for name in ("table", "Küche 2", "attic_a-b"):
        assert shelf.save(replace(profile, name=name)) is None
    assert shelf.names() == ["attic_a-b", "Küche 2", "table"]
    assert shelf.load("Küche 2").name == "Küche 2"
    shelf.remove("table")
    assert shelf.names() == ["attic_a-b", "Küche 2"]


def test_saving_again_takes_the_place_of_the_old_one(shelf: Shelf, profile: Profile) -> None:
    shelf.save(profile)
    assert shelf.save(replace(profile, camera="1")) is None
    assert shelf.load("table").camera == "1"
    assert [path.name for path in shelf.folder.iterdir()] == ["table.json"]


@pytest.mark.parametrize(
    "name", ["", "..", "../table", "a/b", "a\\b", ".hidden", "a.json", "x" * 41, "a\n", " a", "a "]
)
def test_names_that_are_none(shelf: Shelf, profile: Profile, name: str) -> None:
    for act in (shelf.load, shelf.remove, lambda n: shelf.save(replace(profile, name=n))):
        with pytest.raises(BadProfile) as caught:
            act(name)
        assert caught.value.fault is Fault.BAD_NAME


def test_what_is_not_there(shelf: Shelf) -> None:
    for act in (shelf.load, shelf.remove):
        with pytest.raises(BadProfile) as caught:
            act("table")
        assert caught.value.fault is Fault.MISSING


@pytest.mark.parametrize("content", [b"{", b"\xff\xfe", b"{}", b'{"wuerfelauge": "profile", "version": 9}'])
def test_a_file_that_cannot_be_read_is_set_aside_not_overwritten(
    shelf: Shelf, profile: Profile, content: bytes
) -> None:
    for round_ in (1, 2):
        shelf.folder.mkdir(parents=True, exist_ok=True)
        shelf.path("table").write_bytes(content)
        aside = shelf.save(profile)
        assert aside is not None
        assert aside.name == f"table.json.set-aside-{round_}"
        assert aside.read_bytes() == content
        assert shelf.load("table") == profile
    assert shelf.names() == ["table"]


def test_a_folder_where_the_file_should_be(shelf: Shelf, tmp_path: Path) -> None:
    (tmp_path / "odd.json").mkdir()
    with pytest.raises(BadProfile) as caught:
        load_profile(tmp_path / "odd.json")
    assert caught.value.fault is Fault.UNREADABLE


def test_a_failed_write_leaves_the_old_file_and_no_rubbish(tmp_path: Path) -> None:
    target = tmp_path / "taken"
    (target / "inside").mkdir(parents=True)
    with pytest.raises(IsADirectoryError):
        write_whole(target, b"new")
    assert [path.name for path in tmp_path.iterdir()] == ["taken"]


def test_a_place_that_cannot_be_made(tmp_path: Path, profile: Profile) -> None:
    (tmp_path / "data").write_text("a file, not a folder")
    with pytest.raises(OSError, match="data"):
        Shelf(tmp_path / "data" / "profiles").save(profile)
    assert (tmp_path / "data").read_text() == "a file, not a folder"


def test_a_profile_can_be_read_from_any_file(tmp_path: Path, profile: Profile) -> None:
    (tmp_path / "sent.json").write_text(write(profile), encoding="utf-8")
    assert load_profile(tmp_path / "sent.json") == profile
