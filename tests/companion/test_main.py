"""The commands as a person calls them: what they print, what they say when something is wrong, exit codes."""

from __future__ import annotations

import io
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from companion.games import games
from companion.main import main
from companion.rules.zwerge.moves import Teach
from companion.savefile import read_game

pytestmark = pytest.mark.usefixtures("data")

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
    printed = capsys.readouterr().out
    assert "Würfelhelden" in printed
    assert "  Personen 2–4\n  Würfel   " in printed
    assert main(["--lang", "de", "games", "wuerfelblitz"]) == 0
    assert "white_dice=2|3 (sonst 2)" in capsys.readouterr().out


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
        (b"\n \n", "The file is empty."),
        (b"\xff\xfe", "is not a text file"),
        (b'{"wuerfelauge": true, "game": "wuerfelhelden", "players": ["a", "b"], "options": {}}', "version True"),
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


def test_a_name_may_hold_any_sign_and_a_blank_line_harms_nothing(tmp_path: Path, capsys: Printed) -> None:
    path = tmp_path / "game.jsonl"
    assert run("play", "wuerfelhelden", "--players", "A\u2028da,B\x85o", "--seed", "1", "--save", str(path)) == 0
    with path.open("a", encoding="utf-8") as file:
        file.write("\n\r\n")
    capsys.readouterr()
    assert run("replay", str(path)) == 0
    assert "♛" in capsys.readouterr().out


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
        (("bench", "rules", "--seconds", "-1"), "--seconds takes a number above 0, not -1."),
        (("bench", "rules", "--seconds", "nan"), "--seconds takes a number above 0"),
        (("replay", "/nowhere/game.jsonl"), "cannot be read: No such file"),
        (("replay", "/"), "cannot be read: Is a directory"),
        (("play", "wuerfelhelden", "--save", "/nowhere/game.jsonl"), "cannot be written"),
        (("--lang", "de", "play", "wuerfelblitz", "--option", "white_dice"), "als NAME=WERT angegeben"),
        (("--lang", "de", "bench", "rules", "--seconds", "-1"), "--seconds verlangt eine Zahl über 0, nicht -1."),
        (("--lang", "de", "replay", __file__), "Zeile 1 ist kein JSON"),
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
        "sword-1 coin x",  # a face that die does not have: said, asked again
        "sword-1 coin nonsense",  # no die at all
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
    assert "“nonsense” is not a die; a die is typed as “white:sword-1”." in printed
    assert "Phil outbids Iva, 4 to 3" in printed
    events = read_game(path.read_text(encoding="utf-8")).events
    assert [event.origin for event in events] == ["hand"] * 5


def type_in(monkeypatch: pytest.MonkeyPatch, *lines: str) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(lines)))


def test_calls_of_wuerfelblitz_are_typed_as_a_name_and_a_number(
    monkeypatch: pytest.MonkeyPatch, capsys: Printed
) -> None:
    throw = "1 2 3 4 5 6 dot-red dot-red"  # faces in the order of the dice asked for
    type_in(monkeypatch, throw, "Anna Maria 17", "iva 18", "Iva 99999999", "1", "quit")
    assert run("play", "wuerfelblitz", "--dice", "typed", "--players", "Anna,Anna Maria,Iva") == 0
    printed = capsys.readouterr().out
    assert "A call is a name and a number: “Anna 17”." in printed
    assert "17 is wrong; Anna Maria has no disc to hand over." in printed
    assert "Iva is right with 18. " in printed.replace("\n", " ")
    assert "“99999999” is not a number." in printed
    assert "Iva won the round and throws next." in printed


def test_both_dice_of_dice_forge_are_typed_by_their_faces(monkeypatch: pytest.MonkeyPatch, capsys: Printed) -> None:
    typed = ("gold-1 gold-1", "Iva gold-1 glory-2", "Iva gold-1 gold-1", "Phil light:sun-1 dark:gold-1", "quit")
    type_in(monkeypatch, *typed)
    assert run("play", "dice_forge", "--dice", "typed", "--players", "Phil,Iva,Mascha") == 0
    printed = capsys.readouterr().out
    assert "Several players throw now: begin with a name, as in “Phil …”." in printed
    assert "Iva throws 1 gold, 2 glory points." in printed
    assert "No dice are to be thrown by Iva now." in printed
    assert "Phil throws 1 sun shard, 1 gold." in printed


def test_a_card_of_die_zwerge_is_taught_question_by_question(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: Printed
) -> None:
    path = tmp_path / "duel.jsonl"
    axe = ["teach", "9", "1"]  # of the throwing axe only the damage is unknown
    type_in(monkeypatch, "teach", "99", "teach", "many", *axe, "quit")
    assert run("play", "zwerge", "--dice", "typed", "--save", str(path)) == 0
    printed = capsys.readouterr().out
    assert "“teach” tells what is printed on a card nobody knows yet." in printed
    assert "Type a number from 1 to" in printed
    assert "“many” is not a number." in printed
    (event,) = read_game(path.read_text(encoding="utf-8")).events
    assert isinstance(event.action, Teach)
    assert "Now known: Throwing Axe. Its price is nothing." in printed


def test_what_a_table_tells_about_its_cards_is_known_in_the_next_game(
    monkeypatch: pytest.MonkeyPatch, data: Path, tmp_path: Path, capsys: Printed
) -> None:
    deck, saved = data / "decks" / "zwerge.toml", tmp_path / "duel.jsonl"
    type_in(monkeypatch, "teach", "9", "2", "quit")
    assert run("play", "zwerge", "--dice", "typed") == 0
    assert f"is kept for the next game: {deck}" in capsys.readouterr().out
    type_in(monkeypatch, "2", "quit")  # the throwing axe is on offer from the start now
    assert run("play", "zwerge", "--dice", "typed", "--save", str(saved)) == 0
    printed = capsys.readouterr().out
    assert "Mascha plays Throwing Axe." in printed
    assert "is kept" not in printed
    deck.unlink()
    assert run("replay", str(saved)) == 0  # a saved game carries its deck along
    assert "Mascha plays Throwing Axe." in capsys.readouterr().out


def test_simulated_tables_tell_nobody_about_their_cards(data: Path) -> None:
    assert run("play", "zwerge", "--seed", "1") == 0
    assert not data.exists()


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        ("card = 3", "it has no [[card]]"),
        ("[[card", "is not a deck file"),
        ("[[card]]\nvalue = 1", "each of the values"),
        ("[[card]]\ncard = 1", "Option deck[0]"),
    ],
)
def test_a_deck_file_that_is_wrong_gets_a_sentence(content: str, complaint: str, data: Path, capsys: Printed) -> None:
    path = data / "decks" / "tintenherz.toml"
    path.parent.mkdir(parents=True)
    path.write_text(content, encoding="utf-8")
    assert run("play", "tintenherz", "--dice", "typed") == 2
    error = capsys.readouterr().err
    assert complaint in error
    assert error.count("\n") == 1


def test_a_deck_that_cannot_be_read_or_kept_gets_a_sentence(
    monkeypatch: pytest.MonkeyPatch, data: Path, capsys: Printed
) -> None:
    data.write_text("a file where a folder should be", encoding="utf-8")
    assert run("play", "tintenherz", "--dice", "typed") == 2
    assert "cannot be read" in capsys.readouterr().err
    data.unlink()
    data.mkdir()
    (data / "decks").symlink_to(data / "a disk that was taken away")
    type_in(monkeypatch, "teach", "9", "2", "quit")
    assert run("play", "zwerge", "--dice", "typed") == 2
    assert "cannot be written" in capsys.readouterr().err


def test_what_is_typed_wrong_is_said_in_the_language_asked_for(
    monkeypatch: pytest.MonkeyPatch, capsys: Printed
) -> None:
    type_in(monkeypatch, "undo", "blah", "1", "{", '{"do": "fly"}', "quit")
    assert main(["--lang", "de", "play", "tintenherz", "--dice", "typed"]) == 0
    printed = capsys.readouterr().out
    for said in ("noch nichts zurückzunehmen", "Nummer eines Zugs", "Capricorn (−6) wird aufgedeckt", "kein JSON"):
        assert said in printed
    assert "Traceback" not in printed


def test_a_game_that_cannot_begin_is_refused_in_the_language_asked_for(capsys: Printed) -> None:
    assert main(["--lang", "de", "play", "zwerge", "--players", "Iva"]) == 2
    assert "Die Zwerge – Das Duell ist für 2 bis 2 Personen, nicht für 1." in capsys.readouterr().err


def test_input_that_ends_before_the_game_does_keeps_what_there_was(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: Printed
) -> None:
    path = tmp_path / "game.jsonl"
    monkeypatch.setattr("sys.stdin", io.StringIO("Iva coin coin coin\n"))
    assert run("play", "wuerfelhelden", "--dice", "typed", "--players", "Iva,Phil", "--save", str(path)) == 1
    assert "The input ended before the game did." in capsys.readouterr().err
    assert len(read_game(path.read_text(encoding="utf-8")).events) == 1


@pytest.fixture
def linux_without_a_display(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.platform", "linux")
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)


@pytest.mark.usefixtures("linux_without_a_display")
def test_without_a_command_and_without_a_display_the_demo_is_named(capsys: Printed) -> None:
    assert run() == 1
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.startswith("wuerfelauge: There is no display")
    assert "`wuerfelauge demo`" in printed.err


@pytest.mark.skipif(sys.platform != "linux", reason="only there a window is opened with the system's own libraries")
@pytest.mark.parametrize("missing", ["libGL.so.1", "libX11.so.6"])
def test_a_library_that_the_window_lacks_is_named_with_its_package(missing: str) -> None:
    """As on a bare machine: the library is there but cannot be loaded, and there is no display either."""
    hidden = (
        "import ctypes, sys, types\n"
        "load = ctypes.CDLL.__init__\n"
        f"def hide(self, name, *more, **options):\n"
        f"    if name == {missing!r}: raise OSError(name)\n"
        "    load(self, name, *more, **options)\n"
        "ctypes.CDLL.__init__ = hide\n"
        "sys.modules['kivy.core.window'] = types.SimpleNamespace(Window=None)\n"
        "from companion.main import main\n"
        "sys.exit(main(['--lang', 'en']))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", hidden],
        capture_output=True, text=True, timeout=120, check=False, env={**os.environ, "DISPLAY": ":0"},
    )  # fmt: skip
    assert done.returncode == 1
    assert done.stdout == ""
    assert done.stderr.startswith("wuerfelauge: The app’s window needs libraries that are missing here")
    assert {"libGL.so.1": "libgl1", "libX11.so.6": "libx11-6"}[missing] in done.stderr
    assert "`wuerfelauge demo`" in done.stderr


def test_ctrl_c_is_answered_in_the_language_asked_for(monkeypatch: pytest.MonkeyPatch, capsys: Printed) -> None:
    def pressed() -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("companion.commands.games.games", pressed)
    assert main(["--lang", "de", "games"]) == 1
    assert capsys.readouterr().err == "wuerfelauge: Abgebrochen.\n"


def test_a_closed_pipe_is_no_traceback() -> None:
    """`wuerfelauge play … | head -1`."""
    command = f"{sys.executable} -m companion.main play wuerfelhelden --seed 1 | head -1"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout.count("\n") == 1
    assert done.stderr == ""


@pytest.mark.parametrize("moment", [0.1, 0.25, 0.4])
def test_control_c_is_answered_with_a_sentence_even_while_the_program_still_loads(moment: float) -> None:
    command = [sys.executable, "-m", "companion.main", "--lang", "en", "play", "wuerfelhelden", "--pace", "5"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        time.sleep(moment)
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=60)
    assert "companion" not in said, "a traceback names files"
