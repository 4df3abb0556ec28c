"""Drawings and fonts from npm that training never uses: `python -m models.training.held_out.assets DIR` fetches them.

Icon sets (licences in `ICON_SETS`) are Iconify's JSON, fonts are Fontsource's (OFL 1.1, four of them Apache 2.0).
They are unpacked beside the pictures, never installed: fontconfig, which training asks for fonts, must not find them.
"""

from __future__ import annotations

import io
import json
import subprocess
import sys
import tarfile
import tempfile
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt
from PIL import Image as PilImage
from PIL import ImageDraw, ImageFont

Rgba = npt.NDArray[np.float32]
"""Straight alpha, sRGB, 0 to 1."""
Mask = npt.NDArray[np.float32]

ICON_SETS = {
    "noto": "Apache-2.0",
    "twemoji": "CC-BY-4.0",
    "openmoji": "CC-BY-SA-4.0",
    "emojione": "CC-BY-4.0",
    "fluent-emoji-flat": "MIT",
    "fluent-emoji-high-contrast": "MIT",
    "mdi": "Apache-2.0",
    "tabler": "MIT",
    "ph": "MIT",
}
FONTS = (
    "bangers",
    "bungee",
    "fredoka",
    "lilita-one",
    "cinzel",
    "metamorphous",
    "uncial-antiqua",
    "medievalsharp",
    "almendra",
    "grenze-gotisch",
    "luckiest-guy",
    "oswald",
    "anton",
    "playfair-display",
    "merriweather",
    "rubik",
    "nunito",
    "chewy",
    "boogaloo",
    "pirata-one",
    "new-rocker",
    "fjalla-one",
    "patua-one",
    "alfa-slab-one",
    "righteous",
    "russo-one",
    "staatliches",
    "kanit",
    "rowdies",
    "special-elite",
    "permanent-marker",
    "caveat-brush",
    "titan-one",
    "passion-one",
)
ICON_SIZE = 256


class AssetsMissing(RuntimeError):
    """The drawings and fonts are not there yet."""


def fetch(folder: Path) -> None:
    """Download what is missing with `npm pack`."""
    for package, part in [(f"@iconify-json/{name}", f"icons/{name}") for name in ICON_SETS] + [
        (f"@fontsource/{name}", f"fonts/{name}") for name in FONTS
    ]:
        if (folder / part / "package.json").exists():
            continue
        with tempfile.TemporaryDirectory() as packed:
            subprocess.run(["npm", "pack", "--silent", package], cwd=packed, check=True, stdout=subprocess.DEVNULL)
            with tarfile.open(next(Path(packed).glob("*.tgz"))) as archive:
                for member in archive.getmembers():
                    wanted = member.name.endswith((".json", "LICENSE", "-normal.woff2"))
                    if member.isfile() and wanted and ("woff2" not in member.name or "-latin-" in member.name):
                        target = folder / part / Path(member.name).name
                        target.parent.mkdir(parents=True, exist_ok=True)
                        stream = archive.extractfile(member)
                        target.write_bytes(stream.read() if stream else b"")


class Assets:
    """The icons and fonts of a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        if not (folder / "icons" / "noto" / "icons.json").exists():
            raise AssetsMissing(f"No icons in {folder}: run python -m models.training.held_out.assets {folder}")

    @cache  # noqa: B019  (one object lives as long as the program)
    def _set(self, name: str) -> dict[str, Any]:
        read: dict[str, Any] = json.loads((self.folder / "icons" / name / "icons.json").read_text(encoding="utf-8"))
        return read

    def has(self, icon: str) -> bool:
        name, _, which = icon.partition(":")
        return which in self._set(name)["icons"]

    def names(self, of_set: str) -> list[str]:
        return sorted(self._set(of_set)["icons"])

    @lru_cache(maxsize=600)  # noqa: B019
    def icon(self, icon: str) -> Rgba:
        """An icon such as `noto:dagger`, trimmed to a square around its ink. Icons of one colour are black."""
        import resvg_py  # type: ignore[import-not-found]  # noqa: PLC0415  (only where pictures are made)

        name, _, which = icon.partition(":")
        whole = self._set(name)
        entry = whole["icons"][which]
        width, height = entry.get("width", whole.get("width", 16)), entry.get("height", whole.get("height", 16))
        box = f"{entry.get('left', 0)} {entry.get('top', 0)} {width} {height}"
        body = entry["body"].replace("currentColor", "#000")
        svg = f'<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="{box}">'
        png = bytes(resvg_py.svg_to_bytes(svg_string=svg + body + "</svg>", width=512, height=512))
        image = np.asarray(PilImage.open(io.BytesIO(png)).convert("RGBA"), np.float32) / 255
        return _trimmed(np.asarray(image, np.float32))

    @cache  # noqa: B019
    def fonts(self) -> tuple[Path, ...]:
        """One or two weights of each family, the boldest first."""
        chosen: list[Path] = []
        for name in FONTS:
            files = sorted((self.folder / "fonts" / name).glob(f"{name}-latin-[0-9]*-normal.woff2"))
            bold = [file for file in files if "-700-" in file.name or "-900-" in file.name]
            chosen.extend((bold or [file for file in files if "-400-" in file.name])[-1:])
        return tuple(chosen)

    @lru_cache(maxsize=400)  # noqa: B019
    def text(self, font: Path, text: str) -> Mask:
        """Text as a mask trimmed to its ink, capitals about 200 pixels high."""
        face = ImageFont.truetype(str(font), 260)
        left, top, right, bottom = face.getbbox(text)
        image = PilImage.new("L", (int(right - left) + 8, int(bottom - top) + 8))
        ImageDraw.Draw(image).text((4 - left, 4 - top), text, fill=255, font=face)
        mask = np.asarray(image, np.float32) / 255
        rows, columns = np.flatnonzero(mask.max(axis=1) > 0.1), np.flatnonzero(mask.max(axis=0) > 0.1)
        return np.ascontiguousarray(mask[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1])


def _trimmed(image: Rgba) -> Rgba:
    ink = image[:, :, 3] > 0.05
    rows, columns = np.flatnonzero(ink.any(axis=1)), np.flatnonzero(ink.any(axis=0))
    if not len(rows):
        return np.zeros((ICON_SIZE, ICON_SIZE, 4), np.float32)
    cut = image[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    side = max(cut.shape[:2])
    square = np.zeros((side, side, 4), np.float32)
    y, x = (side - cut.shape[0]) // 2, (side - cut.shape[1]) // 2
    cut = cut * np.concatenate([np.repeat(cut[:, :, 3:], 3, axis=2), np.ones_like(cut[:, :, 3:])], axis=2)
    square[y : y + cut.shape[0], x : x + cut.shape[1]] = cut
    small = np.asarray(cv2.resize(square, (ICON_SIZE, ICON_SIZE), interpolation=cv2.INTER_AREA), np.float32)
    small[:, :, :3] /= np.maximum(small[:, :, 3:], 1e-3)
    small.setflags(write=False)
    return small


if __name__ == "__main__":
    fetch(Path(sys.argv[1]))
