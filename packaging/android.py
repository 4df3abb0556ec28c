"""What Android starts (as main.py): data folder and permission first, then the app as everywhere."""

from __future__ import annotations

import os
import sys
from pathlib import Path


def settle_in() -> None:
    """The private folder of the app for all that is kept, and the camera's permission asked for."""
    private = os.environ.get("ANDROID_PRIVATE")
    if private is None:  # not on Android: tried out at a desk
        return
    os.environ.setdefault("WUERFELAUGE_DATA", str(Path(private) / "wuerfelauge"))
    from android.permissions import Permission, request_permissions  # noqa: PLC0415 - exists only there

    request_permissions([Permission.CAMERA])


def main() -> int:
    settle_in()
    from companion.main import main as run  # noqa: PLC0415 - it reads the environment

    return run(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
