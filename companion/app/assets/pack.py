"""`python -m companion.app.assets.pack TABLER`: the fonts of the app, cut down to the characters it uses.

TABLER is the unpacked npm package `@tabler/icons-webfont`; Lato and Vollkorn come from Debian (fonts-lato,
fonts-vollkorn). Needs fontTools, which the app itself does not.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
DEBIAN = Path("/usr/share/fonts/truetype")
TEXT = "U+0020-007E,U+00A0-017F,U+2010-2026,U+2030,U+2039-203A,U+20AC,U+2190-2193,U+2212,U+2260,U+2264-2265,U+00D7"
FONTS = {
    "text.ttf": DEBIAN / "lato" / "Lato-Medium.ttf",
    "bold.ttf": DEBIAN / "lato" / "Lato-Heavy.ttf",
    "title.ttf": DEBIAN / "vollkorn" / "Vollkorn-ExtraBold.ttf",
}


NAMES: dict[str, str] = {
    "home": "home",
    "back": "arrow-left",
    "undo": "arrow-back-up",
    "settings": "settings",
    "camera": "camera",
    "no camera": "camera-off",
    "history": "history",
    "play": "player-play",
    "plus": "plus",
    "minus": "minus",
    "close": "x",
    "check": "check",
    "again": "refresh",
    "tap": "hand-finger",
    "dice": "dice-5",
    "buzzer": "bell-ringing",
    "no buzzer": "bell-off",
    "sound": "volume",
    "silent": "volume-off",
    "speech": "message-circle",
    "language": "language",
    "light": "sun",
    "dark": "moon",
    "delete": "trash",
    "edit": "pencil",
    "share": "share",
    "save": "download",
    "print": "printer",
    "chart": "chart-bar",
    "trophy": "trophy",
    "players": "users",
    "add player": "user-plus",
    "help": "help",
    "warning": "alert-triangle",
    "info": "info-circle",
    "teach": "school",
    "calibrate": "target",
    "eye": "eye",
    "larger": "arrows-maximize",
    "smaller": "arrows-minimize",
    "list": "list",
    "board": "layout-board",
    "right": "chevron-right",
    "left": "chevron-left",
    "up": "chevron-up",
    "down": "chevron-down",
    "flag": "flag",
    "gavel": "gavel",
    "clock": "clock",
    "folder": "folder",
    "text size": "text-size",
    "hammer": "hammer",
    "heart": "heart",
    "star": "star",
    "sword": "sword",
    "coin": "coin",
    "moon shard": "moon-stars",
    "sun shard": "sun-high",
    "shield": "shield",
    "crown": "crown",
    "book": "book",
    "cards": "cards",
    "lock": "lock",
    "bulb": "bulb",
    "wand": "wand",
}


def cut(source: Path, target: Path, characters: str) -> None:
    """Write the part of a font that has these characters, with lining figures where the font has them."""
    features = "--layout-features=kern,liga,lnum,tnum,mark"
    command = [sys.executable, "-m", "fontTools.subset", str(source), f"--unicodes={characters}", features]
    subprocess.run([*command, f"--output-file={target}"], check=True)


def main() -> None:
    tabler = Path(sys.argv[1])
    for name, source in FONTS.items():
        cut(source, HERE / name, TEXT)
    style = (tabler / "dist" / "tabler-icons.css").read_text(encoding="utf-8")
    points = dict(re.findall(r"\.ti-([a-z0-9-]+):before\s*{\s*content:\s*\"\\([0-9a-f]+)\"", style))
    missing = [name for name in NAMES.values() if name not in points]
    if missing:
        raise SystemExit(f"Tabler has no {', '.join(missing)}.")
    cut(tabler / "dist" / "fonts" / "tabler-icons.ttf", HERE / "icons.ttf", ",".join(points[n] for n in NAMES.values()))
    lines = [f'    "{name}": "\\u{points[icon]}",' for name, icon in NAMES.items()]
    print("GLYPHS = {", *lines, "}", sep="\n")


if __name__ == "__main__":
    main()
