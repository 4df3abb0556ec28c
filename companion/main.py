"""The door of the program. It opens at once: whoever presses Ctrl-C while the rest still loads gets a sentence."""

from __future__ import annotations

import sys
from collections.abc import Sequence


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; exit codes: 0 done, 1 the work failed, 2 the call was wrong."""
    try:
        from companion.command_line import run  # noqa: PLC0415 - it loads everything

        return run(arguments)
    except KeyboardInterrupt:
        print("wuerfelauge: Stopped.", file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main())
