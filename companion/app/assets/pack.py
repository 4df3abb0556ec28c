"""`python -m companion.app.assets.pack TABLER`: the fonts of the app, cut down to the characters it uses.

TABLER is the unpacked npm package `@tabler/icons-webfont`; Lato and Vollkorn come from Debian (fonts-lato,
fonts-vollkorn). Needs fontTools, which the app itself does not.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
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

SOLID: dict[str, str] = {
    "heart": "heart",
    "quill": "feather",
    "flame": "flame",
    "castle": "chess-rook",
    "laurel": "laurel-wreath",
    "shield": "shield",
    "bolt": "bolt",
    "sparkles": "sparkles",
    "mountain": "mountain",
    "moon": "moon",
    "crown": "crown",
    "book": "book",
    "burst": "boom",
    "cards": "cards",
    "pile": "stack-2",
    "person": "user",
    "star": "star",
    "lock": "lock",
}
"""Signs on cards, filled."""
LINES: dict[str, str] = {"swords": "swords", "axe": "axe", "crosshair": "crosshair", "pick": "pick", "skull": "skull"}
"""Signs on cards that Tabler has only as lines."""


def cut(source: Path, target: Path, characters: str) -> None:
    """Write the part of a font that has these characters, with lining figures where the font has them."""
    features = "--layout-features=kern,liga,lnum,tnum,mark"
    command = [sys.executable, "-m", "fontTools.subset", str(source), f"--unicodes={characters}", features]
    subprocess.run([*command, f"--output-file={target}"], check=True)
    _line_up(target)


def _line_up(path: Path) -> None:
    """Figures of one height: Kivy cannot ask a font for its lining figures, so they become the usual ones."""
    from fontTools.ttLib import TTFont  # noqa: PLC0415 - the app itself does without

    font = TTFont(path)
    features = font["GSUB"].table.FeatureList.FeatureRecord if "GSUB" in font else []
    places = {place for record in features if record.FeatureTag == "lnum" for place in record.Feature.LookupListIndex}
    for place in places:
        for step in font["GSUB"].table.LookupList.Lookup[place].SubTable:
            lining = getattr(step, "ExtSubTable", step).mapping
            for table in font["cmap"].tables:
                table.cmap = {point: lining.get(glyph, glyph) for point, glyph in table.cmap.items()}
    if places:
        font.save(path)


def cut_icons(tabler: Path, kind: str, target: Path, names: dict[str, str]) -> list[str]:
    """Write the icons of these names, and give back the lines of their table in `icons.py`."""
    style = (tabler / "dist" / f"{kind}.css").read_text(encoding="utf-8")
    points = dict(re.findall(r"\.ti-([a-z0-9-]+):before\s*{\s*content:\s*\"\\([0-9a-f]+)\"", style))
    missing = [icon for icon in names.values() if icon not in points]
    if missing:
        raise SystemExit(f"Tabler has no {', '.join(missing)}.")
    cut(tabler / "dist" / "fonts" / f"{kind}.ttf", target, ",".join(points[icon] for icon in names.values()))
    return [f'    "{name}": "\\U{points[icon]:0>8}",' for name, icon in names.items()]


def main() -> None:
    from fontTools.merge import Merger  # noqa: PLC0415 - the app itself does without

    tabler = Path(sys.argv[1])
    for name, source in FONTS.items():
        cut(source, HERE / name, TEXT)
    print("GLYPHS = {", *cut_icons(tabler, "tabler-icons", HERE / "icons.ttf", NAMES), "}", sep="\n")
    with tempfile.TemporaryDirectory() as folder:
        parts = [Path(folder) / "solid.ttf", Path(folder) / "lines.ttf"]
        lines = cut_icons(tabler, "tabler-icons-filled", parts[0], SOLID)
        lines += cut_icons(tabler, "tabler-icons", parts[1], LINES)
        Merger().merge([str(part) for part in parts]).save(HERE / "signs.ttf")
    print("SIGNS = {", *lines, "}", sep="\n")


if __name__ == "__main__":
    main()
