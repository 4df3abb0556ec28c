"""A data folder of its own for every test, and the command line as a person meets it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from companion.main import main
from tests.hostile.attack import promptly

Command = Callable[..., int]


@pytest.fixture(autouse=True)
def data(data: Path) -> Path:
    """It is there, as after a first game."""
    data.mkdir()
    return data


@pytest.fixture
def command(capsys: pytest.CaptureFixture[str]) -> Command:
    """Run a command; whatever is wrong is at most one sentence a file, without a traceback, and an exit code."""

    def run(*arguments: str, sentences: int = 1) -> int:
        try:
            with promptly():
                code = main(["--lang", "en", *arguments])
        except SystemExit as left:  # argparse says what is wrong by itself
            code = left.code if isinstance(left.code, int) else 1
            assert code in (0, 2)
            capsys.readouterr()
            return code
        said = capsys.readouterr()
        assert code in (0, 1, 2)
        complaints = said.err.splitlines()
        assert len(complaints) <= sentences, said.err[:2000]
        assert all(line.startswith("wuerfelauge: ") and len(line) < 1000 for line in complaints), said.err[:2000]
        assert code == 0 or complaints, "it failed without a word"
        assert not any(sign in said.out + said.err for sign in "\x1b\x00\x07\x7f"), "it commands the terminal"
        return code

    return run
