"""What happens when the program itself stumbles: it is written down, a sentence is said, and the game goes on."""

from __future__ import annotations

import traceback
from collections.abc import Callable
from datetime import UTC, datetime

from kivy.base import ExceptionHandler, ExceptionManager

from vision.userdata import data_folder

FILE = "errors.log"
MOST_BYTES = 200_000


class Faults(ExceptionHandler):
    """Takes exceptions of the screens. `seen` are those of this run, for tests and for people who report them."""

    def __init__(self, say_so: Callable[[], object]) -> None:
        super().__init__()
        self._say_so = say_so
        self.seen: list[BaseException] = []

    def handle_exception(self, error: BaseException) -> int:
        if not isinstance(error, Exception):  # Ctrl-C and the like
            return int(ExceptionManager.RAISE)
        first = not any(type(error) is type(other) and str(error) == str(other) for other in self.seen)
        self.seen.append(error)
        if first:  # an error in something that is drawn comes sixty times a second
            _write_down(error)
            self._say_so()
        return int(ExceptionManager.PASS)


def _write_down(error: BaseException) -> None:
    words = "".join(traceback.format_exception(error))
    path = data_folder() / FILE
    try:
        old = path.read_text(encoding="utf-8") if path.exists() else ""
        text = f"{old}\n{datetime.now(UTC):%Y-%m-%d %H:%M:%S}\n{words}"
        path.write_text(text[-MOST_BYTES:], encoding="utf-8")
    except OSError:
        return
