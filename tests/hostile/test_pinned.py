"""Inputs that once got a traceback, or worse; each was found by the files beside this one, or by reading with them."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from calibration.profile import BadProfile, parse, write
from companion.journal import BadSitting
from companion.rules.text import Text
from companion.settings import load_settings, save_settings
from hardware.protocol import Time, Welcome, checksum, to_line
from hardware.session import Session
from tests.companion.journal.tables import journal_at, two_heroes
from tests.hostile.test_profiles import PROFILE

Command = Callable[..., int]
BENCH = Path(__file__).parents[2] / "models" / "bench"


@pytest.mark.parametrize(
    "arguments",
    [
        ("play", "zwerge", "--option", "deck=" + "[" * 9000),
        ("play", "zwerge", "--pace", "inf"),
        ("demo", "zwerge", "--seed", "-1"),
        ("demo", "zwerge", "--pace", "nan"),
        ("watch", "--source", "sim", "--resume", "9" * 30),
        ("watch", "--source", "x" * 5000, "--game", "zwerge"),
        ("doctor", "--camera", "²"),
        ("doctor", "--camera", "9" * 30),
        ("kits", "x" * 5000),
        ("read", "--kit", "\udcff", "x.jpg"),
        ("games", "a\nb"),
        ("games", "\x1b[2J"),
        ("stats", "--journal", "x" * 5000),
    ],
    ids=lambda words: " ".join(words)[:40].encode("ascii", "backslashreplace").decode(),
)
def test_calls(arguments: tuple[str, ...], command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.commands.doctor.checkup", lambda camera: iter(()))
    assert command(*arguments) in (0, 1, 2)


def test_a_camera_has_a_number_that_is_one() -> None:
    from vision.cameras import is_number

    assert is_number("0")
    assert not any(map(is_number, ("²", "٣", "9" * 10, "", "-1")))


def test_the_name_of_a_picture_that_is_no_text(tmp_path: Path, command: Command) -> None:
    path = tmp_path / "a\udcff.jpg"
    path.write_bytes((BENCH / "2.jpg").read_bytes())
    assert command("read", "--kit", "pips", str(path)) == 0
    assert command("read", "--kit", "pips", "--json", str(path)) == 0


@pytest.mark.parametrize("name", ["\ud800", "a\x1b[2J", "a\x00"])
def test_a_player_is_called_by_signs_that_can_be_written(name: str, tmp_path: Path, command: Command) -> None:
    header = {"wuerfelauge": 1, "game": "tintenherz", "players": [name, "Iva"], "options": {}}
    (tmp_path / "game.jsonl").write_text(json.dumps(header), encoding="utf-8")
    assert command("replay", str(tmp_path / "game.jsonl")) == 2


def test_a_profile_nested_ever_deeper_and_light_that_overflows() -> None:
    with pytest.raises(BadProfile):
        parse("[" * 9000, "sent")
    for white in ([1e308, 1e-308, 1.0], [1e300, 1, 1], [1e-300, 1, 1]):
        data = json.loads(write(PROFILE))
        data["colour"]["white"] = white
        with pytest.raises(BadProfile):
            parse(json.dumps(data), "sent")


@pytest.mark.parametrize(
    "labels",
    [
        "[" * 9000,
        '[{"image": "a.jpg", "dice": [{"face": "1", "box": [1, 2, 3]}]}]',
        '[{"image": "a.jpg", "dice": [{"face": "1", "box": [1e999, 2, 3, 1' + "0" * 400 + "]}]}]",
        '[{"image": "a.jpg", "dice": [{"face": "../x", "box": [1, 2, 3, 4]}]}]',
        '[{"image": "a.jpg", "dice": [{"face": "1", "body": "red", "box": [1, 2, 3, 4]}]}]',
    ],
    ids=["nested", "three", "endless", "face", "body"],
)
def test_labels(labels: str, tmp_path: Path, command: Command) -> None:
    (tmp_path / "labels.json").write_text(labels, encoding="utf-8")
    assert command("teach", "--kit", "pips", "--labels", str(tmp_path / "labels.json")) == 2


def test_a_picture_that_labels_call_as_no_file_can_be_called(tmp_path: Path, command: Command) -> None:
    (tmp_path / "labels.json").write_text('[{"image": "a\\u0000b", "dice": []}]', encoding="utf-8")
    assert command("teach", "--kit", "pips", "--labels", str(tmp_path / "labels.json")) == 1


@pytest.mark.parametrize("port", ["spy:///dev/null?file=x", "alt:///dev/null?class=Serial", "hwgrep://x", "x://"])
def test_no_port_of_settings_writes_a_file(port: str, data: Path) -> None:
    (data / "settings.json").write_text(json.dumps({"buzzer": port}), encoding="utf-8")
    assert load_settings().buzzer == ""
    (data / "settings.json").write_text(json.dumps({"buzzer": "socket://box:7000"}), encoding="utf-8")
    assert load_settings().buzzer == "socket://box:7000"


def test_settings_with_half_a_sign_can_be_kept(data: Path) -> None:
    people = '{"people": [{"name": "\\ud800", "colour": 1}], "camera": "\\ud800", "last": {"zwerge": ["\\udfff"]}}'
    (data / "settings.json").write_text(people, encoding="utf-8")
    assert save_settings(load_settings())


def test_a_person_is_remembered_by_a_sign_of_several_parts(data: Path) -> None:
    (data / "settings.json").write_text('{"people": [{"name": "👩\u200d🚀", "colour": 1}]}', encoding="utf-8")
    assert [person.name for person in load_settings().people] == ["👩\u200d🚀"]


@pytest.mark.parametrize(
    "sentence",
    [
        {"say": "{x:>999999999}", "with": {"x": "a"}}, {"say": "{n.real}", "with": {"n": 1}},
        {"say": "{", "with": {"n": 1}},
        {"say": "{m}", "with": {"n": 1}}, {"say": "{n!r}", "with": {"n": 1}}, {"say": "{0}", "with": {"0": "a"}},
        {"say": "{a.b}", "with": {"a.b": "x"}}, {"say": "a", "with": {"n": 2}, "plural": "{m}"},
    ],
)  # fmt: skip
def test_a_sentence_from_a_file_has_places_for_its_values_and_nothing_else(sentence: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=r"."):
        Text.from_json(sentence)
    whole = Text.from_json({"say": "{n} coin", "with": {"n": 2}, "plural": "{n} coins"})
    assert str(whole) == "2 coins"


def test_a_game_with_a_number_beyond_all_numbers(tmp_path: Path) -> None:
    with journal_at(tmp_path) as journal:
        journal.begin(two_heroes())
        with pytest.raises(BadSitting):
            journal.resume(2**70)


def test_a_box_that_becomes_another_while_it_is_asked() -> None:
    session = Session()
    session.plugged(0.0)
    session.receive(to_line(Welcome(1, 0x100, 1, 0x0100, 7, 50)), 0.0)
    session.order("TONE WON")
    session.to_send(0.0)
    other = f"W 02 {checksum('W 02')}\n".encode()
    reply = "R 000000 01 OK 00000000 ......."
    said = other + to_line(Time(0, 1, 40)) + f"{reply} {checksum(reply)}\n".encode()
    assert session.receive(said, 0.1) == []
    assert session.welcome == Welcome(2)


def test_a_card_called_by_a_sign_that_no_deck_file_can_hold(
    data: Path, command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    from companion.decks import _toml

    assert _toml("a\x7f\n") == '"a\\u007f\\n"'
    monkeypatch.setattr("sys.stdin", io.StringIO('{"do": "teach", "lesson": {"name": "\\ud800"}}\nquit\n'))
    assert command("play", "zwerge", "--dice", "typed") == 0
