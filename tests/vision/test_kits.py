"""Kit files: those that ship, and what is said of broken ones."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.games import games
from vision.kits import BadKit, kit, kit_ids, load_kit

GOOD = 'id = "k"\nname = { en = "K", de = "K" }\n[[die]]\nbody = "red"\nfaces = ["1", "2"]\n'


@pytest.mark.parametrize("game_id", list(games()))
def test_every_game_has_its_kit(game_id: str) -> None:
    assert kit(game_id).id == game_id
    assert kit(game_id).dice


def test_wuerfelhelden_has_nine_dice_a_player_as_printed() -> None:
    dice = {die.body: die for die in kit("wuerfelhelden").dice}
    assert kit("wuerfelhelden").per_player
    assert {body: die.count for body, die in dice.items()} == {"white": 3, "yellow": 3, "red": 3}
    for die in dice.values():
        assert len(die.faces) == 6
        assert {"sword-1", "sword-2", "sword-3", "coin"} <= set(die.faces)
    assert "x" not in dice["white"].faces
    assert [body for body, die in dice.items() if "die-yellow" in die.faces] == ["white"]
    assert [body for body, die in dice.items() if "die-red" in die.faces] == ["yellow"]


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("id = \nname", r"mine\.toml cannot be read: .*line 1"),
        ('id = "k"', "line 1: name is missing"),
        (GOOD.replace('["1", "2"]', "[]"), "line 3: the red die needs a list of faces"),
        (GOOD.replace('["1", "2"]', '["1", 2]'), "line 3: the red die needs a list of faces"),
        (GOOD + "count = 0\n", "line 3: the count of the red die"),
        (GOOD + 'count = "many"\n', "line 3: the count of the red die"),
        (GOOD.replace("body", "boby"), "line 3: the die needs a body"),
        ("id = 3\nname = 4\ndie = [1]", "line 1: id is a word"),
        (GOOD.replace("[[die]]", "[die]"), "line 1: id is a word"),
        ('id = "k"\nname = { en = "K", de = "K" }\ndie = [1]', "a die is a"),
        (
            GOOD + '[[die]]\nbody = "blue"\nfaces = ["1"]\n' + GOOD.partition("}\n")[2],
            r"line 9: there is a red die already \(mine\.toml, line 3\); count equal dice together",
        ),
    ],
)
def test_a_broken_kit_is_refused_with_place_and_reason(tmp_path: Path, text: str, complaint: str) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(BadKit, match=complaint):
        load_kit(path)


def test_a_kit_that_is_not_there_and_one_that_is_not_text(tmp_path: Path) -> None:
    with pytest.raises(BadKit, match="There is no kit chess"):
        kit("chess")
    path = tmp_path / "mine.toml"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BadKit, match="cannot be read"):
        load_kit(path)


def test_a_good_kit(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(GOOD, encoding="utf-8")
    assert load_kit(path).dice[0].count == 1
    assert not load_kit(path).per_player


def test_a_kit_of_the_table_is_found_under_the_name_that_its_file_has(tmp_path: Path) -> None:
    (tmp_path / "other.toml").write_text(GOOD, encoding="utf-8")
    with pytest.raises(BadKit, match=r'other\.toml calls its kit .* or write id = "other" in it'):
        kit("other", tmp_path)


def test_a_table_can_add_kits_of_its_own(tmp_path: Path) -> None:
    assert kit_ids(tmp_path / "nowhere") == kit_ids() == sorted([*games(), "pips"])
    (tmp_path / "mine.toml").write_text(GOOD.replace('"k"', '"mine"'), encoding="utf-8")
    (tmp_path / "notes.txt").write_text("", encoding="utf-8")
    assert set(kit_ids(tmp_path)) - set(kit_ids()) == {"mine"}
    assert kit("mine", tmp_path).id == "mine"
    assert kit("pips", tmp_path).dice[0].body == "any"
