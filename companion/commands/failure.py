"""What a command raises when it cannot do its work, and how that is told."""

from __future__ import annotations

import sys

from companion.rules.text import Text
from companion.terminal import plain

LONGEST = 900
"""Of a sentence; whoever names a file of a thousand letters need not read them all again."""


class Failure(Exception):
    """One sentence for the person at the keyboard, and the exit code: 1 the work failed, 2 the call was wrong."""

    def __init__(self, text: Text | str, code: int) -> None:
        super().__init__(str(text))
        self.text, self.code = text, code


def complain(sentence: str) -> None:
    """Say on standard error, on one line, what is wrong; what a file or a name holds commands nothing there."""
    line = plain(sentence).replace("\n", " ")
    print(f"wuerfelauge: {line if len(line) <= LONGEST else f'{line[: LONGEST - 2]} …'}", file=sys.stderr)
