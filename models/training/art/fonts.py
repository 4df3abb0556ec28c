"""Fonts for numerals and letters: whatever the system has, found with fontconfig, split like the icons."""

from __future__ import annotations

import subprocess
from dataclasses import dataclass
from functools import cache, lru_cache

import cv2
import numpy as np
import numpy.typing as npt
from PIL import Image as PilImage
from PIL import ImageDraw, ImageFont

from models.training.art.icons import Mask, is_held_out

PACKAGES = (
    "fonts-dejavu fonts-liberation fonts-freefont-ttf fonts-lato fonts-roboto fonts-open-sans fonts-comfortaa "
    "fonts-cantarell fonts-firacode fonts-dosis fonts-junicode fonts-linuxlibertine fonts-oldstandard fonts-cabin "
    "fonts-quicksand fonts-jura fonts-play fonts-vollkorn fonts-ebgaramond fonts-lobster fonts-comic-neue "
    "fonts-adf-gillius fonts-adf-romande fonts-urw-base35 fonts-league-spartan fonts-yanone-kaffeesatz"
)
NEEDED_FAMILIES = 20
GLYPH_HEIGHT = 96
NOT_FOR_PRINT = ("symbol", "dingbat", "math", "emoji", "barcode", "braille", "music", "icon", "keyboard", "webding")
"""Fonts whose digits are pictures: a numeral-4 in one of them would be a false label."""


class FontsMissing(RuntimeError):
    """Too few fonts on this machine to train on."""


@dataclass(frozen=True, slots=True)
class FontFace:
    file: str
    family: str
    style: str


@cache
def _fontconfig() -> tuple[str, ...]:
    command = ["fc-list", "-f", "%{file}\t%{family[0]}\t%{style[0]}\n", ":charset=30-39 41-5A"]
    try:
        listing = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        return ()
    return tuple(sorted({line for line in listing.splitlines() if line.count("\t") == 2}))


@cache
def _families() -> dict[str, tuple[FontFace, ...]]:
    families: dict[str, list[FontFace]] = {}
    for line in _fontconfig() if len(_plain_digits()) else ():
        file, family, style = line.split("\t")
        if not file.endswith((".ttf", ".otf")) or any(word in family.lower() for word in NOT_FOR_PRINT):
            continue
        # Noto's families for other scripts share one Latin design: counted apart they would crowd out the rest.
        if family.startswith("Noto ") and family not in {"Noto Sans", "Noto Serif", "Noto Mono", "Noto Sans Display"}:
            continue
        face = FontFace(file, family, style)
        if _draws_digits(face):
            families.setdefault(family, []).append(face)
    if len(families) < NEEDED_FAMILIES:
        raise FontsMissing(
            f"Only {len(families)} font families found, {NEEDED_FAMILIES} needed: apt install {PACKAGES}"
        )
    return {family: tuple(faces) for family, faces in families.items()}


def _signature(face: FontFace, text: str) -> npt.NDArray[np.float32]:
    """A blurred thumbnail of a glyph, free of size and weight, to compare shapes by."""
    mask = text_mask(face, text)
    narrow = np.zeros((24, 16), np.float32)
    wide = min(16, max(3, round(24 * mask.shape[1] / mask.shape[0])))
    left = (16 - wide) // 2
    narrow[:, left : left + wide] = cv2.resize(mask, (wide, 24), interpolation=cv2.INTER_AREA)
    soft = cv2.GaussianBlur(narrow, (0, 0), 1.6).ravel()
    soft -= soft.mean()
    return np.asarray(soft / max(float(np.linalg.norm(soft)), 1e-6), np.float32)


@cache
def _plain_digits() -> npt.NDArray[np.float32]:
    """Digits of everyday fonts, 0 to 9 each: the measure of what a person can read at a glance."""
    files = [line for line in _fontconfig() if line.split("\t")[1:2] in (["DejaVu Sans"], ["DejaVu Serif"])]
    faces = [FontFace(*line.split("\t")) for line in files if line.endswith(("\tBook", "\tBold"))]
    return np.array([[_signature(face, digit) for digit in "0123456789"] for face in faces])


def _draws_digits(face: FontFace) -> bool:
    """Solid digits that look most like themselves: leaves out boxed, hairline and puzzle-like fonts."""
    try:
        glyphs = [text_mask(face, digit) for digit in "0123456789X"]
        if not all(g.shape[0] > 24 and g.shape[1] > 6 and g.mean() > 28 for g in glyphs):
            return False
        likeness = np.array([_signature(face, digit) for digit in "0123456789"]) @ _plain_digits().transpose(0, 2, 1)
    except OSError:
        return False
    best = likeness.max(axis=0)
    return bool((best.argmax(axis=1) == np.arange(10)).sum() >= 9 and best.diagonal().min() > 0.35)


@cache
def font_families(held_out: bool = False) -> tuple[str, ...]:
    return tuple(family for family in _families() if is_held_out(family) == held_out)


def sample_font(rng: np.random.Generator, held_out: bool = False) -> FontFace:
    """A family first and then one of its faces, so that large families do not dominate."""
    families = font_families(held_out)
    faces = _families()[families[int(rng.integers(len(families)))]]
    return faces[int(rng.integers(len(faces)))]


def find_font(*families: str) -> FontFace:
    """The first of these families that is installed, bold if there is one; else any."""
    for family in families:
        faces = _families().get(family, ())
        bold = [face for face in faces if "bold" in face.style.lower() and "ital" not in face.style.lower()]
        if faces:
            return (bold or list(faces))[0]
    return next(iter(_families().values()))[0]


@lru_cache(maxsize=64)
def _loaded(file: str, height: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(file, height)


@lru_cache(maxsize=4000)
def text_mask(face: FontFace, text: str, height: int = GLYPH_HEIGHT) -> Mask:
    """The text as a coverage mask, trimmed to its ink."""
    font = _loaded(face.file, height)
    left, top, right, bottom = font.getbbox(text)
    if right <= left or bottom <= top or right - left > 40 * height:
        return np.zeros((1, 1), np.uint8)
    image = PilImage.new("L", (int(right - left) + 4, int(bottom - top) + 4))
    ImageDraw.Draw(image).text((2 - left, 2 - top), text, fill=255, font=font)
    mask = np.asarray(image)
    rows, columns = np.flatnonzero(mask.max(axis=1)), np.flatnonzero(mask.max(axis=0))
    if not len(rows):
        return np.zeros((1, 1), np.uint8)
    return np.ascontiguousarray(mask[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1])
