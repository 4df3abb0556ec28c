"""Flat things that lie on tables and are not dice: cards, coins, tokens, dominoes, sheets, buttons, phones, rulers.

`sample_clutter(rng)` gives a picture with alpha and its real size, so that the renderer can lay it beside the dice.
"""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np

from models.training.art.boards import srgb_paper, words
from models.training.art.canvas import regular_points, star_points
from models.training.art.colours import METAL_INKS, Rgb8, any_colour, body_colour, dot_colour, ink_for, shifted
from models.training.art.fonts import sample_font, text_mask
from models.training.art.icons import icon_mask, icon_names
from models.training.art.noise import Rng, blend, coloured, field, fractal, grained, paste, stretched
from models.training.art.pips import LAYOUTS
from models.training.art.sheet import FlatPrint, Sheet
from models.training.art.textures import muted


def some_icon(rng: Rng, held_out: bool) -> str:
    names = icon_names(held_out)
    return names[int(rng.integers(len(names)))]


SUITS: dict[str, Rgb8] = {
    "hearts": (200, 24, 34),
    "diamonds": (200, 24, 34),
    "spades": (18, 18, 20),
    "clubs": (18, 18, 20),
}


def playing_card(rng: Rng, held_out: bool) -> FlatPrint:
    sheet = Sheet(200, 280, (248, 247, 243))
    suit = str(rng.choice(list(SUITS)))
    ink = SUITS[suit]
    font, number = sample_font(rng, held_out), int(rng.integers(1, 14))
    sign = {1: "A", 11: "J", 12: "Q", 13: "K"}.get(number, str(number))
    for x, y, turn in ((0.1, 0.08, 0.0), (0.9, 0.92, 180.0)):
        sheet.text(font, sign, ink, x, y, high=0.12, angle=turn)
        sheet.icon(suit, ink, x, y + (0.08 if turn == 0 else -0.08), 0.1, angle=turn)
    if number > 10:
        sheet.icon(
            str(rng.choice(("crown", "queen-crown", "knight-banner", "barbute"))), any_colour(rng), 0.5, 0.5, 0.6
        )
        sheet.frame(ink, 0.2, 2)
    elif number == 1:
        sheet.icon(suit, ink, 0.5, 0.5, 0.4)
    else:
        rows = number // 2
        for i in range(number):
            middle = number % 2 and i == number - 1
            x = 0.5 if middle or number < 4 else (0.3 if i % 2 == 0 else 0.7)
            y = (
                0.5
                if middle
                else 0.2 + 0.6 * (i // 2) / max(1, rows - 1)
                if number > 3
                else 0.22 + 0.56 * i / (number - 1)
            )
            sheet.icon(suit, ink, x, y, 0.17, angle=180.0 if y > 0.55 else 0.0)
    if rng.random() < 0.2:
        back = any_colour(rng)
        sheet.image[10:-10, 10:-10] = back
        steps = np.add.outer(np.arange(260), np.arange(180)) // 8 % 2 == 0
        sheet.image[10:-10, 10:-10][steps] = shifted(back, 18)
    sheet.rounded(14)
    return sheet.finished("playing-card", 58, 81, 0.3, float(rng.uniform(0.2, 0.7)))


def game_card(rng: Rng, held_out: bool) -> FlatPrint:
    """A card of some game: frame, picture, title, text, costs as dots, dice or numbers."""
    wide, tall = (200, 300) if rng.random() < 0.7 else (260, 200)
    base = any_colour(rng)
    sheet = Sheet(wide, tall, base)
    sheet.image[:] = coloured(stretched(fractal(rng, 320, 3, 3)), shifted(base, -12), shifted(base, 10))[:tall, :wide]
    sheet.frame(any_colour(rng), 0.03, int(rng.integers(2, 9)))
    box = (round(tall * 0.12), round(tall * 0.6))
    sheet.image[box[0] : box[1], round(wide * 0.1) : round(wide * 0.9)] = any_colour(rng)
    sheet.icon(some_icon(rng, held_out), any_colour(rng), 0.5, 0.36, 0.5)
    font, ink = sample_font(rng, held_out), ink_for(rng, base, 40)
    sheet.text(font, words(rng, 2), ink, 0.5, 0.07, high=0.06)
    for i in range(int(rng.integers(0, 5))):
        sheet.text(font, words(rng, 5), ink, 0.5, 0.68 + 0.05 * i, high=0.045)
    kind = rng.random()
    for i in range(int(rng.integers(0, 5))):
        x = 0.15 + 0.17 * i
        if kind < 0.4:
            sheet.die(rng, x, 0.92, 0.14)
        elif kind < 0.7:
            sheet.disc(any_colour(rng), x, 0.92, 0.06)
            sheet.text(font, str(int(rng.integers(1, 10))), (250, 250, 250), x, 0.92, high=0.07)
        else:
            sheet.icon(some_icon(rng, held_out), ink, x, 0.92, 0.12)
    sheet.rounded(int(rng.integers(2, 18)))
    size = 88.0 if tall == 300 else 60.0
    return sheet.finished("game-card", size * wide / tall, size, 0.3, float(rng.uniform(0.05, 0.7)))


def score_sheet(rng: Rng, held_out: bool) -> FlatPrint:
    """A pad sheet with printed lines, small dice in the margin, and handwriting."""
    wide, tall = 320, int(rng.integers(320, 470))
    sheet = Sheet(wide, tall, srgb_paper(rng))
    ink = muted(rng, 10, 55)
    rows, columns = int(rng.integers(8, 18)), int(rng.integers(2, 7))
    font, hand = sample_font(rng, held_out), sample_font(rng, held_out)
    pen: Rgb8 = ((24, 40, 140), (30, 30, 34), (150, 20, 30))[int(rng.integers(3))]
    for row in range(rows + 1):
        y = 0.1 + 0.85 * row / rows
        cv2.line(sheet.image, (10, round(y * tall)), (wide - 10, round(y * tall)), ink, 1)
        if row == rows:
            break
        middle = y + 0.42 / rows
        if rng.random() < 0.5:
            sheet.die(rng, 0.08, middle, 0.05)
        sheet.text(font, words(rng, 1), ink, 0.2, middle, high=0.035)
        for column in range(columns):
            if rng.random() < 0.5:
                x = 0.36 + 0.6 * column / columns
                sheet.text(
                    hand, str(int(rng.integers(0, 50))), pen, x, middle, high=0.045, angle=float(rng.normal(0, 6))
                )
    for column in range(columns + 1):
        x = round((0.3 + 0.66 * column / columns) * wide)
        cv2.line(sheet.image, (x, round(0.1 * tall)), (x, round(0.95 * tall)), ink, 1)
    sheet.text(font, words(rng, 2), ink, 0.5, 0.05, high=0.06)
    return sheet.finished("score-sheet", 110, 110 * tall / wide, 0.1, 0.05)


def coin(rng: Rng, held_out: bool) -> FlatPrint:
    sheet = Sheet(160, 160, (0, 0, 0))
    metal = shifted(
        METAL_INKS[str(rng.choice(list(METAL_INKS)))], float(rng.uniform(-14, 8)), float(rng.uniform(0.4, 1.0))
    )
    sheet.image[:] = coloured(
        stretched(field(rng, 160, 3) + 0.2 * field(rng, 160, 40)), shifted(metal, -18), metal, shifted(metal, 16)
    )
    if rng.random() < 0.25:
        sheet.disc(METAL_INKS["gold"], 0.5, 0.5, 0.34)
    relief = np.zeros((160, 160, 3), np.uint8)
    cv2.circle(relief, (80, 80), 74, (255, 255, 255), 5, cv2.LINE_AA)
    if rng.random() < 0.5:
        mark, high = icon_mask(some_icon(rng, held_out)), 90.0
    else:
        value = str(rng.choice(("1", "2", "5", "10", "20", "50")))
        mark, high = text_mask(sample_font(rng, held_out), value), 76.0
    paste(relief, mark, (255, 255, 255), 80, 80, high=high)
    slope = cv2.GaussianBlur(relief[..., 0].astype(np.float32), (0, 0), 1.2)
    light = np.gradient(slope)[0] + np.gradient(slope)[1]
    sheet.image[:] = np.clip(sheet.image + light[..., None] * 1.1, 0, 255).astype(np.uint8)
    sheet.polygon([(x, y) for x, y in regular_points(64)])
    size = float(rng.uniform(16, 27))
    return sheet.finished("coin", size, size, 2.0, float(rng.uniform(0.5, 1.0)))


def token(rng: Rng, held_out: bool) -> FlatPrint:
    """A cardboard marker: round, square, hexagonal; with an icon, a number, a large dot or pips."""
    base = any_colour(rng) if rng.random() < 0.6 else body_colour(rng, "ivory")
    sheet = Sheet(144, 144, base)
    shape = rng.random()
    ink = ink_for(rng, base, 30)
    if shape < 0.55:
        sheet.polygon(regular_points(48))
        sheet.disc(ink, 0.5, 0.5, 0.44, int(rng.integers(1, 7)))
    elif shape < 0.8:
        sheet.rounded(int(rng.integers(2, 40)))
        sheet.frame(ink, 0.05, int(rng.integers(1, 6)))
    else:
        sheet.polygon(regular_points(6, float(rng.choice((0, 30)))))
    mark = rng.random()
    if mark < 0.4:
        sheet.icon(some_icon(rng, held_out), ink, 0.5, 0.5, 0.55)
    elif mark < 0.6:
        sheet.text(sample_font(rng, held_out), str(int(rng.integers(0, 21))), ink, 0.5, 0.5, high=0.4)
    elif mark < 0.75:
        sheet.disc(
            dot_colour(rng, str(rng.choice(("red", "blue", "green", "yellow", "black", "orange")))), 0.5, 0.5, 0.24
        )
    else:
        for x, y in LAYOUTS[int(rng.integers(1, 7))]:
            sheet.disc(ink, 0.5 + 0.17 * x, 0.5 + 0.17 * y, 0.05)
    size = float(rng.uniform(12, 38))
    return sheet.finished("token", size, size, float(rng.uniform(1, 3)), float(rng.uniform(0.0, 0.5)))


def domino(rng: Rng, held_out: bool) -> FlatPrint:
    """Two pip squares with a bar between: the most dice-like thing that is no die."""
    dark = rng.random() < 0.4
    base = (
        body_colour(rng, "black" if dark else str(rng.choice(("ivory", "white"))))
        if rng.random() < 0.8
        else any_colour(rng)
    )
    sheet = Sheet(120, 240, base)
    sheet.image[:] = grained(rng, sheet.image, 2)
    ink = ink_for(rng, base, 45)
    coloured_pips = rng.random() < 0.25
    radius = float(rng.uniform(0.06, 0.1))
    for middle in (0.25, 0.75):
        number = int(rng.integers(0, 7))
        pip = any_colour(rng) if coloured_pips else ink
        for x, y in LAYOUTS[number] if number else ():
            sheet.disc(pip, 0.5 + 0.26 * x, middle + 0.13 * y, radius)
    cv2.line(sheet.image, (14, 120), (106, 120), ink, 3, cv2.LINE_AA)
    if rng.random() < 0.4:
        sheet.disc(METAL_INKS["gold"], 0.5, 0.5, 0.05)
    sheet.rounded(int(rng.integers(4, 18)))
    size = float(rng.uniform(20, 28))
    return sheet.finished("domino", size, size * 2, float(rng.uniform(5, 9)), float(rng.uniform(0.2, 0.8)))


def button(rng: Rng, held_out: bool) -> FlatPrint:
    """A round button with two or four holes, like a pip face gone round."""
    base = any_colour(rng)
    sheet = Sheet(128, 128, base)
    sheet.disc(shifted(base, -14), 0.5, 0.5, 0.36)
    sheet.disc(shifted(base, 5), 0.5, 0.5, 0.34)
    for x, y in ((-1, 0), (1, 0)) if rng.random() < 0.4 else ((-1, -1), (1, -1), (-1, 1), (1, 1)):
        sheet.disc(shifted(base, -45, 0.5), 0.5 + 0.1 * x, 0.5 + 0.1 * y, 0.055)
    sheet.polygon(regular_points(48))
    size = float(rng.uniform(9, 25))
    return sheet.finished("button", size, size, 3.0, float(rng.uniform(0.2, 0.9)))


def bottle_cap(rng: Rng, held_out: bool) -> FlatPrint:
    base = any_colour(rng)
    sheet = Sheet(140, 140, shifted(base, -12))
    sheet.disc(base, 0.5, 0.5, 0.38)
    sheet.icon(some_icon(rng, held_out), ink_for(rng, base, 40), 0.5, 0.45, 0.4)
    sheet.text(sample_font(rng, held_out), words(rng, 1), ink_for(rng, base, 40), 0.5, 0.74, high=0.09)
    sheet.polygon(star_points(21, 0.93))
    return sheet.finished("bottle-cap", 32, 32, 6.0, float(rng.uniform(0.4, 1.0)))


def sticker(rng: Rng, held_out: bool) -> FlatPrint:
    wide, tall = int(rng.integers(90, 260)), int(rng.integers(90, 200))
    base = any_colour(rng)
    sheet = Sheet(wide, tall, base)
    ink = ink_for(rng, base, 30)
    if rng.random() < 0.5:
        sheet.icon(some_icon(rng, held_out), ink, 0.5, 0.5, 0.7 * min(1.0, tall / wide))
    else:
        sheet.text(sample_font(rng, held_out), words(rng, 2), ink, 0.5, 0.5, high=0.3 * tall / wide)
    sheet.rounded(int(rng.integers(2, 45)))
    return sheet.finished("sticker", wide / 3, tall / 3, 0.1, float(rng.uniform(0.1, 0.8)))


def phone(rng: Rng, held_out: bool) -> FlatPrint:
    """A phone: dark and shiny, or lit with rows of app icons (bright rounded squares with marks, like dice)."""
    sheet = Sheet(180, 380, (14, 14, 16))
    if rng.random() < 0.6:
        picture = coloured(stretched(fractal(rng, 400, 3, 3)), any_colour(rng), any_colour(rng))
        sheet.image[12:-12, 8:-8] = picture[: 380 - 24, : 180 - 16]
        for row in range(int(rng.integers(0, 6))):
            for column in range(4):
                if rng.random() < 0.15:
                    sheet.die(rng, 0.16 + 0.225 * column, 0.14 + 0.13 * row, 0.16)
                    continue
                x, y = round((0.16 + 0.225 * column) * 180), round((0.14 + 0.13 * row) * 380)
                colour = any_colour(rng)
                cv2.rectangle(sheet.image, (x - 13, y - 13), (x + 13, y + 13), colour, -1)
                sheet.icon(some_icon(rng, held_out), ink_for(rng, colour, 40), x / 180, y / 380, 0.1)
        sheet.text(
            sample_font(rng, held_out),
            f"{int(rng.integers(0, 24))}:{int(rng.integers(0, 60)):02d}",
            (250, 250, 250),
            0.5,
            0.06,
            high=0.06,
        )
    sheet.rounded(int(rng.integers(12, 28)))
    return sheet.finished("phone", 72, 152, 8.0, float(rng.uniform(0.6, 1.0)))


def ruler(rng: Rng, held_out: bool) -> FlatPrint:
    base = str(rng.choice(("yellow", "white", "ivory", "green", "grey", "blue")))
    sheet = Sheet(420, 56, body_colour(rng, base))
    ink, font = ink_for(rng, body_colour(rng, base), 50), sample_font(rng, held_out)
    for i in range(0, 140):
        long = 18 if i % 10 == 0 else 13 if i % 5 == 0 else 8
        cv2.line(sheet.image, (5 + 3 * i, 0), (5 + 3 * i, long), ink, 1)
        if i % 10 == 0:
            sheet.text(font, str(i // 10), ink, (5 + 3 * i) / 420, 0.55, high=0.03)
    return sheet.finished("ruler", 140, 140 * 56 / 420, 2.0, float(rng.uniform(0.1, 0.7)))


def dice_picture(rng: Rng, held_out: bool) -> FlatPrint:
    """A photograph-like print of dice faces: a leaflet or box lid. Flat, so none of them counts."""
    sheet = Sheet(260, 200, any_colour(rng))
    for _ in range(int(rng.integers(1, 7))):
        x, y = rng.uniform(0.12, 0.88, 2)
        sheet.die(rng, float(x), float(y), float(rng.uniform(0.1, 0.25)), float(rng.uniform(0, 360)))
    sheet.text(sample_font(rng, held_out), words(rng, 2), any_colour(rng), 0.5, 0.1, high=0.09)
    return sheet.finished("leaflet", 104, 80, 0.2, float(rng.uniform(0.1, 0.7)))


def swatch(rng: Rng, held_out: bool) -> FlatPrint:
    """A plain tile of card or wood: a square patch of one colour with no marks at all."""
    base = any_colour(rng)
    sheet = Sheet(100, round(100 * float(rng.choice((1.0, 1.0, 1.5, 0.6)))), base)
    sheet.image[:] = grained(rng, sheet.image, float(rng.uniform(1, 8)))
    cover = np.zeros(sheet.shape.shape, np.uint8)
    cv2.rectangle(cover, (0, 0), (sheet.width - 1, sheet.height - 1), 255, 3)
    blend(sheet.image, cover, shifted(base, -20), 0.6)
    sheet.rounded(int(rng.integers(1, 22)))
    size = float(rng.uniform(10, 40))
    return sheet.finished(
        "swatch", size, size * sheet.height / sheet.width, float(rng.uniform(1, 5)), float(rng.uniform(0, 0.7))
    )


CLUTTER: dict[str, tuple[Callable[[Rng, bool], FlatPrint], float]] = {
    "playing-card": (playing_card, 0.12),
    "game-card": (game_card, 0.16),
    "score-sheet": (score_sheet, 0.09),
    "coin": (coin, 0.08),
    "token": (token, 0.16),
    "domino": (domino, 0.1),
    "button": (button, 0.05),
    "bottle-cap": (bottle_cap, 0.03),
    "sticker": (sticker, 0.04),
    "phone": (phone, 0.04),
    "ruler": (ruler, 0.02),
    "leaflet": (dice_picture, 0.06),
    "swatch": (swatch, 0.05),
}


def sample_clutter(rng: Rng, kind: str | None = None, held_out: bool = False) -> FlatPrint:
    if kind is None:
        weights = np.array([weight for _, weight in CLUTTER.values()])
        kind = str(rng.choice(list(CLUTTER), p=weights / weights.sum()))
    return CLUTTER[kind][0](rng, held_out)
