"""Every command with arguments as fingers, scripts and strangers' instructions give them; no window, no camera."""

from __future__ import annotations

import argparse
import io
import os
from collections.abc import Callable, Iterator
from importlib.resources import files
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.command_line import _parser
from companion.games import games
from companion.rehearsal import Rehearsal
from tests.companion.journal.tables import journal_at, play, two_heroes
from tests.hostile.attack import tries

Command = Callable[..., int]
NOT_HERE = ("bench",)  # it measures for as long as it is told to
BENCH = Path(str(files("models") / "bench"))
PLAYED = Path(__file__).parents[1] / "playthroughs" / "tintenherz.jsonl"
ODD = (
    "", " ", "-", "--", "-1", "0", "1", "2", "3.5", "1e9", "nan", "inf", "-inf", "9" * 19, "9" * 40, "9" * 5000, "²",
    "٣", "x" * 5000, "a=b", "=", "white_dice=3", "deck=[]", "hearts=" + "[" * 9000, 'a={"b":1}', ",", "Iva,Phil",
    "Iva,Iva", "\x1b[2J,b", "\udcff", "../../x", "/", ".", "/dev/null", "/dev/full", "CON", "a\nb", "sim", "pips", "{",
)  # fmt: skip


def commands() -> dict[str, argparse.ArgumentParser]:
    (found,) = (action for action in _parser()._actions if isinstance(action, argparse._SubParsersAction))
    return {name: parser for name, parser in found.choices.items() if name not in NOT_HERE}


def files_of(folder: Path) -> list[str]:
    names = "a.jpg cut.jpg empty game.jsonl journal.db pictures kit.toml pipe nowhere/x profile.json out.tmp"
    return [str(folder / name) for name in names.split()]


@st.composite
def calls(draw: st.DrawFn) -> list[str]:
    """A command with some of its options, each with a value that may or may not be one; files as `@3`."""
    name, parser = draw(st.sampled_from(list(commands().items())))
    values = st.one_of(
        st.sampled_from(ODD),
        st.integers(0, 10).map(lambda n: f"@{n}"),
        st.sampled_from(list(games())),
        st.text(max_size=8),
    ).map(lambda text: text.replace("\0", ""))
    words = [name]
    for action in draw(st.lists(st.sampled_from(parser._actions), max_size=6)):
        if isinstance(action, argparse._SubParsersAction):
            words.append(draw(st.sampled_from([*action.choices, "nonsense"])))
            continue
        if action.option_strings:
            words.append(action.option_strings[-1])
        if action.nargs == 0:
            continue
        known = [str(choice) for choice in action.choices or ()]
        words.append(draw(st.sampled_from(known) | values if known else values))
    return words


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A file of every kind that a command may be given."""
    (tmp_path / "a.jpg").write_bytes((BENCH / "2.jpg").read_bytes())
    (tmp_path / "cut.jpg").write_bytes((BENCH / "2.jpg").read_bytes()[:5000])
    (tmp_path / "empty").write_bytes(b"")
    (tmp_path / "game.jsonl").write_bytes(PLAYED.read_bytes())
    (tmp_path / "kit.toml").write_text("[[die")
    (tmp_path / "profile.json").write_text("{")
    (tmp_path / "pictures").mkdir()
    os.mkfifo(tmp_path / "pipe")
    with journal_at(tmp_path) as journal:
        play(journal.begin(two_heroes()), 20)
    return tmp_path


class NoCamera:
    """As OpenCV gives it where there is none."""

    def __init__(self, source: int | str) -> None:
        assert isinstance(source, str) or 0 <= source < 1 << 31

    def isOpened(self) -> bool:  # noqa: N802 - OpenCV's name
        return False

    def release(self) -> None: ...


def nothing_happens(_: Rehearsal) -> Iterator[object]:
    yield from ()


@tries(100)
@given(words=calls())
def test_every_call_is_answered(
    folder: Path, command: Command, monkeypatch: pytest.MonkeyPatch, words: list[str]
) -> None:
    monkeypatch.chdir(folder / "data")
    monkeypatch.setattr(Rehearsal, "play", nothing_happens)  # a whole game takes half a minute
    monkeypatch.setattr("vision.cameras.cv2.VideoCapture", NoCamera)
    monkeypatch.setattr("sys.stdin", io.StringIO("quit\n"))
    here = files_of(folder)
    arguments = [here[int(word[1:])] if word[:1] == "@" and word[1:].isdecimal() else word for word in words]
    if arguments[0] == "buzzer" and "test" in arguments:
        arguments += ["--seconds", "0.01"]
    if arguments[0] == "calibrate":
        arguments += ["--seconds", "0.2"]
    if arguments[0] == "watch":
        arguments += ["--source", "sim"]
    assert command(*arguments, sentences=9) in (0, 1, 2)
