"""The commands as a person calls them: what they print, what they say when something is wrong, exit codes."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from pathlib import Path

import pytest

from companion.games import games
from companion.main import main
from companion.savefile import read_game

Printed = pytest.CaptureFixture[str]


def run(*arguments: str) -> int:
    return main(["--lang", "en", *arguments])


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    path = tmp_path / "game.jsonl"
    assert run("play", "wuerfelhelden", "--dice", "random", "--seed", "3", "--save", str(path)) == 0
    return path


def test_games_lists_every_game_with_its_options(capsys: Printed) -> None:
    assert run("games") == 0
    printed = capsys.readouterr().out
    for game_id in games():
        assert game_id in printed
    assert "white_dice=2|3 (default 2)" in printed


def test_games_in_german(capsys: Printed) -> None:
    assert main(["--lang", "de", "games", "wuerfelhelden"]) == 0
    assert "Würfelhelden" in capsys.readouterr().out


@pytest.mark.parametrize("game_id", list(games()))
def test_a_played_game_can_be_saved_and_replayed_to_the_same_end(game_id: str, tmp_path: Path, capsys: Printed) -> None:
    path = tmp_path / "game.jsonl"
    assert run("play", game_id, "--dice", "random", "--seed", "11", "--save", str(path)) == 0
    played = capsys.readouterr().out
    assert run("replay", str(path)) == 0
    assert capsys.readouterr().out.rstrip() == played.replace(f"Saved: {path}", "").rstrip()
    assert "♛ 1." in played


def test_the_same_seed_plays_the_same_game(capsys: Printed) -> None:
    printed = []
    for seed in ("5", "5", "6"):
        run("play", "wuerfelhelden", "--seed", seed)
        printed.append(capsys.readouterr().out)
    assert printed[0] == printed[1] != printed[2]


def test_without_a_seed_the_game_tells_which_one_it_took(capsys: Printed) -> None:
    assert run("play", "wuerfelhelden", "--players", "Ann, Bob") == 0
    assert "--seed" in capsys.readouterr().out


def test_replay_stops_at_the_first_illegal_event_with_the_rule(saved: Path, capsys: Printed) -> None:
    lines = saved.read_text(encoding="utf-8").splitlines()
    lines.insert(3, json.dumps({"do": "stop", "player": 0}))
    saved.write_text("\n".join(lines), encoding="utf-8")
    assert run("replay", str(saved)) == 1
    assert "line 4: game.not-now: That cannot be done now." in capsys.readouterr().err


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        (b"", "The file is empty."),
        (b"\xff\xfe", "is not a text file"),
        (b"hello", "Line 1 is not JSON"),
        (b"[1, 2]", "it is no saved game"),
        (b'{"wuerfelauge": 9, "game": "wuerfelhelden", "players": ["a", "b"], "options": {}}', "version 9"),
        (
            b'{"wuerfelauge": 1, "game": "chess", "players": ["a", "b"], "options": {}}',
            "no game “chess”",
        ),
        (b'{"wuerfelauge": 1, "game": "wuerfelhelden", "players": ["a"], "options": {}}', "2 to 4 players"),
        (b'{"wuerfelauge": 1, "game": "wuerfelhelden", "players": ["a", 5], "options": {}}', "name is not a text"),
        (b'{"wuerfelauge": 1, "game": "wuerfelhelden", "players": ["a", "b"], "options": {"x": 1}}', "does not belong"),
    ],
)
def test_a_damaged_file_gets_a_sentence_and_exit_code_2(
    content: bytes, complaint: str, tmp_path: Path, capsys: Printed
) -> None:
    path = tmp_path / "game.jsonl"
    path.write_bytes(content)
    assert run("replay", str(path)) == 2
    error = capsys.readouterr().err
    assert complaint in error
    assert error.count("\n") == 1


def test_a_file_cut_off_in_the_middle_of_a_line(saved: Path, capsys: Printed) -> None:
    whole = saved.read_text(encoding="utf-8")
    saved.write_text(whole[: len(whole) - 20], encoding="utf-8")
    assert run("replay", str(saved)) == 2
    assert "is not JSON; the file is damaged or cut off" in capsys.readouterr().err


def test_a_line_that_is_no_event(saved: Path, capsys: Printed) -> None:
    with saved.open("a", encoding="utf-8") as file:
        file.write('{"do": "fly", "player": 0}\n')
    assert run("replay", str(saved)) == 2
    assert "is not an event of this game: “fly” is not one of" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("play", "chess"), "There is no game “chess”"),
        (("play", "wuerfelhelden", "--players", "Iva"), "2 to 4 players, not 1"),
        (("play", "wuerfelblitz", "--option", "white_dice"), "NAME=VALUE"),
        (("play", "wuerfelblitz", "--option", "white_dice=9"), "can be 2, 3, not 9"),
        (("replay", "/nowhere/game.jsonl"), "cannot be read: No such file"),
        (("replay", "/"), "cannot be read: Is a directory"),
        (("play", "wuerfelhelden", "--save", "/nowhere/game.jsonl"), "cannot be written"),
    ],
)
def test_a_wrong_call_gets_one_sentence(arguments: tuple[str, ...], complaint: str, capsys: Printed) -> None:
    code = run(*arguments)
    error = capsys.readouterr().err
    assert code == (1 if "--save" in arguments else 2)
    assert complaint in error
    assert error.count("\n") == 1


def test_a_half_written_replay_can_be_continued_to_look_at(saved: Path, capsys: Printed) -> None:
    lines = saved.read_text(encoding="utf-8").splitlines()[:6]
    saved.write_text("\n".join(lines), encoding="utf-8")
    capsys.readouterr()
    assert run("replay", str(saved)) == 0
    assert "♛" not in capsys.readouterr().out


def test_dice_and_moves_typed_in_by_hand(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: Printed) -> None:
    typed = [
        "Iva sword-3 coin coin",
        "Phil coin coin coin",
        "sword-1 coin nonsense",  # a face that die does not have: said, asked again
        "",
        "{nonsense",
        "9",
        "sword-1 coin coin",
        "coin->sword-3 coin->sword-2",
        "undo",
        "coin->sword-3",
        "1",
        "quit",
    ]
    path = tmp_path / "game.jsonl"
    monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(typed)))
    assert run("play", "wuerfelhelden", "--dice", "typed", "--players", "Iva,Phil", "--save", str(path)) == 0
    printed = capsys.readouterr().out
    assert "roll.impossible-face" in printed
    assert "Phil outbids Iva, 4 to 3" in printed
    events = read_game(path.read_text(encoding="utf-8")).events
    assert [event.origin for event in events] == ["hand"] * 5


def test_input_that_ends_before_the_game_does_keeps_what_there_was(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: Printed
) -> None:
    path = tmp_path / "game.jsonl"
    monkeypatch.setattr("sys.stdin", io.StringIO("Iva coin coin coin\n"))
    assert run("play", "wuerfelhelden", "--dice", "typed", "--players", "Iva,Phil", "--save", str(path)) == 1
    assert "The input ended before the game did." in capsys.readouterr().err
    assert len(read_game(path.read_text(encoding="utf-8")).events) == 1


def test_bench_rules_prints_a_row_a_game_beside_the_yardstick(capsys: Printed) -> None:
    run("bench", "rules", "--seconds", "0.01")
    printed = capsys.readouterr().out
    for name in (*games(), "python-chess"):
        assert name in printed


def test_without_a_command_it_shows_what_there_is(capsys: Printed) -> None:
    assert main([]) == 0
    assert "play" in capsys.readouterr().out


def test_a_closed_pipe_is_no_traceback() -> None:
    """`wuerfelauge play … | head -1`."""
    command = f"{sys.executable} -m companion.main play wuerfelhelden --seed 1 | head -1"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout.count("\n") == 1
    assert done.stderr == ""
