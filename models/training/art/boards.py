"""Printed tables: pages of text, game boards, playing mats, with dice printed on them that are no dice."""

from __future__ import annotations

import math

import cv2
import numpy as np
from PIL import Image as PilImage
from PIL import ImageDraw, ImageFont

from models.training.art.canvas import regular_points
from models.training.art.colours import Rgb8, any_colour, body_colour, ink_for, shifted
from models.training.art.faces import draw
from models.training.art.fonts import FontFace, sample_font, text_mask
from models.training.art.icons import Mask, icon_mask, icon_names
from models.training.art.noise import Rng, blend, coloured, field, flat, fractal, paste, shaded, stretched
from models.training.art.style import sample_style
from models.training.art.textures import granite, leather, muted, wood
from models.training.render.types import Image

WORDS = (
    "der die das und zwei drei Würfel Spieler legt zieht Karte Punkte Runde Held Gold Sonne Mond roll the dice then",
    "score each player takes one card or two coins from market Zug Ende Sieg Start move forward pay rent 4 7 12 30",
)


def words(rng: Rng, count: int) -> str:
    pool = " ".join(WORDS).split()
    return " ".join(pool[i] for i in rng.integers(0, len(pool), count))


def printed_die(rng: Rng, held_out: bool = False) -> tuple[Mask, Image]:
    """The flat picture of a die face: a rounded square with pips, a numeral or an icon, as boards and cards show it."""
    body = body_colour(rng, str(rng.choice(("white", "ivory", "red", "black", "blue", "green", "yellow", "grey"))))
    style = sample_style(rng, body, held_out)
    count = int(rng.integers(1, 7))
    label = f"pips-{count}" if rng.random() < 0.8 else f"numeral-{count}"
    marks = draw(label, rng, style).marks
    alpha = marks[..., 3:].astype(np.float32) / 255
    face = (np.asarray(body, np.float32) * (1 - alpha) + marks[..., :3] * alpha).astype(np.uint8)
    mask = np.zeros((128, 128), np.uint8)
    corner = int(rng.integers(4, 34))
    cv2.rectangle(mask, (corner, 2), (125 - corner, 125), 255, -1)
    cv2.rectangle(mask, (2, corner), (125, 125 - corner), 255, -1)
    for x in (corner + 2, 125 - corner):
        for y in (corner + 2, 125 - corner):
            cv2.circle(mask, (x, y), corner, 255, -1, cv2.LINE_AA)
    if rng.random() < 0.5:
        border = np.asarray(cv2.subtract(mask, cv2.erode(mask, np.ones((7, 7), np.uint8))), np.uint8)
        blend(face, border, ink_for(rng, body, 30))
    return mask, face


def put_dice(rng: Rng, image: Image, count: int, high: float, held_out: bool = False) -> None:
    for _ in range(count):
        mask, face = printed_die(rng, held_out)
        x, y = rng.uniform(0, image.shape[1]), rng.uniform(0, image.shape[0])
        paste(
            image, mask, face, float(x), float(y), high=high, angle=float(rng.choice((0, 0, 90, rng.uniform(0, 360))))
        )


def put_icons(rng: Rng, image: Image, count: int, low: float, high: float, *, held_out: bool = False) -> None:
    names = icon_names(held_out)
    for _ in range(count):
        name = names[int(rng.integers(len(names)))]
        x, y = rng.uniform(0, image.shape[1]), rng.uniform(0, image.shape[0])
        turn = float(rng.choice((0.0, float(rng.uniform(0, 360)))))
        paste(
            image, icon_mask(name), any_colour(rng), float(x), float(y), high=float(rng.uniform(low, high)), angle=turn
        )


def write(
    image: Image, font: FontFace, text: str, x: float, y: float, *, high: float, ink: Rgb8, angle: float = 0.0
) -> None:
    paste(image, text_mask(font, text, 48), ink, x, y, high=high, angle=angle)


def page(rng: Rng, size: int, held_out: bool = False) -> Image:
    """A newspaper, a rule book, a form: columns of text with headings and a few pictures."""
    paper = srgb_paper(rng)
    ink = int(rng.integers(10, 90))
    sheet = PilImage.new("L", (size, size), 0)
    pen = ImageDraw.Draw(sheet)
    font = sample_font(rng, held_out)
    columns = int(rng.integers(1, 5))
    wide = size / columns
    line = int(rng.uniform(0.012, 0.03) * size)
    body = ImageFont.truetype(font.file, line)
    letters = max(2, int(wide * 0.9 / line * 1.9))
    filler = words(rng, 400)
    for column in range(columns):
        y = float(rng.uniform(0, 0.1) * size)
        lines = []
        while y < size:
            gap = rng.random()
            start = int(rng.integers(0, len(filler) - letters))
            lines.append(
                ""
                if gap < 0.08
                else filler[start : start + int(letters * rng.uniform(0.6, 1.0) if gap < 0.25 else letters)]
            )
            y += line * 1.45
        pen.multiline_text(
            (column * wide + wide * 0.05, 0), "\n".join(lines), fill=255 - ink, font=body, spacing=line * 0.3
        )
    image = flat(size, paper)
    blend(image, np.asarray(sheet), (20, 20, 24))
    for _ in range(int(rng.integers(0, 5))):
        write(
            image,
            font,
            words(rng, 3),
            float(rng.uniform(0.2, 0.8) * size),
            float(rng.uniform(0, size)),
            high=line * 2.2,
            ink=(15, 15, 18),
        )
    put_icons(rng, image, int(rng.integers(0, 5)), size * 0.05, size * 0.25, held_out=held_out)
    if rng.random() < 0.4:
        put_dice(rng, image, int(rng.integers(1, 6)), size * float(rng.uniform(0.03, 0.08)), held_out)
    return image


def srgb_paper(rng: Rng) -> Rgb8:
    return muted(rng, 82, 98, 14)


def hexagons(rng: Rng, image: Image, held_out: bool) -> None:
    """Fields of a landscape with number discs in their middles."""
    size = image.shape[0]
    radius = float(rng.uniform(0.07, 0.16)) * size
    colours = [any_colour(rng) for _ in range(int(rng.integers(3, 7)))]
    edge, disc, font = muted(rng), muted(rng, 75, 97, 20), sample_font(rng, held_out)
    numbered, start = rng.random() < 0.6, float(rng.choice((0.0, -90.0)))
    width = int(rng.integers(1, 12))
    step_x, step_y = radius * math.sqrt(3), radius * 1.5
    if start == 0.0:
        step_x, step_y = step_y, step_x
    for row in range(-1, int(size / step_y) + 2):
        for column in range(-1, int(size / step_x) + 2):
            if start == 0.0:
                x, y = column * step_x, (row + 0.5 * (column % 2)) * step_y
            else:
                x, y = (column + 0.5 * (row % 2)) * step_x, row * step_y
            points = (np.array(regular_points(6, start)) * radius * 0.98 + (x, y)).astype(np.int32)
            cv2.fillPoly(image, [points], colours[int(rng.integers(len(colours)))], cv2.LINE_AA)
            cv2.polylines(image, [points], True, edge, width, cv2.LINE_AA)
            if numbered and rng.random() < 0.8:
                cv2.circle(image, (int(x), int(y)), int(radius * 0.3), disc, -1, cv2.LINE_AA)
                number = int(rng.integers(2, 13))
                write(
                    image,
                    font,
                    str(number),
                    x,
                    y - radius * 0.04,
                    high=radius * 0.26,
                    ink=(196, 30, 30) if number in (6, 8) else (20, 20, 20),
                )
                for i in range(6 - abs(7 - number)):
                    cv2.circle(
                        image,
                        (int(x + (i - 2) * radius * 0.08), int(y + radius * 0.17)),
                        max(1, int(radius * 0.03)),
                        (20, 20, 20),
                        -1,
                    )


def track(rng: Rng, image: Image, held_out: bool) -> None:
    """A path of spaces: squares round the rim or discs along a winding line, some with pips on them."""
    size = image.shape[0]
    colours = [any_colour(rng) for _ in range(int(rng.integers(2, 6)))]
    font = sample_font(rng, held_out)
    if rng.random() < 0.5:
        count = int(rng.integers(6, 14))
        cell = size / count
        places = [
            ((i + 0.5) * cell, (j + 0.5) * cell)
            for i in range(count)
            for j in range(count)
            if i in (0, count - 1) or j in (0, count - 1)
        ]
    else:
        t = np.linspace(0, 1, int(rng.integers(20, 60)))
        turns = rng.uniform(1, 5)
        across = 0.5 + 0.4 * np.sin(t * turns * 6.28 + rng.uniform(0, 6))
        places = [(float(x), float(y)) for x, y in zip(across * size, (0.05 + 0.9 * t) * size, strict=True)]
        cell = size * float(rng.uniform(0.04, 0.07))
    square = rng.random() < 0.5
    dots = rng.random() < 0.35
    for i, (x, y) in enumerate(places):
        colour, half = colours[i % len(colours)], cell * 0.44
        if square:
            cv2.rectangle(image, (int(x - half), int(y - half)), (int(x + half), int(y + half)), colour, -1)
            cv2.rectangle(image, (int(x - half), int(y - half)), (int(x + half), int(y + half)), (30, 30, 30), 1)
        else:
            cv2.circle(image, (int(x), int(y)), int(half), colour, -1, cv2.LINE_AA)
            cv2.circle(image, (int(x), int(y)), int(half), (250, 250, 250), 2, cv2.LINE_AA)
        if dots and rng.random() < 0.4:
            mask, face = printed_die(rng, held_out)
            paste(image, mask, face, x, y, high=cell * 0.6)
        elif rng.random() < 0.6:
            write(image, font, str(i + 1), x, y, high=cell * 0.35, ink=ink_for(rng, colour, 30))


def regions(rng: Rng, image: Image, held_out: bool) -> None:
    """Countries of a map: the nearest of a few seats, with borders."""
    size = image.shape[0]
    small = 128
    seats = rng.uniform(0, small, (int(rng.integers(5, 22)), 2)).astype(np.float32)
    axis = np.arange(small, dtype=np.float32)
    warp = (fractal(rng, small, 8, 3) - 0.5) * 30
    distance = (axis[None, :, None] + warp[..., None] - seats[:, 0]) ** 2 + (
        axis[:, None, None] + warp[..., None] - seats[:, 1]
    ) ** 2
    owner = cv2.resize(distance.argmin(axis=2).astype(np.uint8), (size, size), interpolation=cv2.INTER_NEAREST)
    owner = np.asarray(cv2.medianBlur(owner, 9), np.uint8)
    palette = np.array([any_colour(rng) for _ in range(256)], np.uint8)
    image[:] = palette[owner]
    edge = cv2.dilate(
        np.asarray(cv2.morphologyEx(owner, cv2.MORPH_GRADIENT, np.ones((3, 3), np.uint8)) > 0, np.uint8) * 255,
        np.ones((3, 3)),
    )
    blend(image, np.asarray(edge, np.uint8), muted(rng, 5, 95))


def grid(rng: Rng, image: Image, held_out: bool) -> None:
    """A chess-like or score-like grid of cells, plain or with marks."""
    size = image.shape[0]
    count = int(rng.integers(4, 13))
    cell = size // count + 1
    steps = np.arange(size) // cell
    first, second = muted(rng), muted(rng)
    image[:] = first
    blend(image, np.where((steps[:, None] + steps[None, :]) % 2 == 0, 255, 0).astype(np.uint8), second)
    if rng.random() < 0.5:
        for _ in range(int(rng.integers(5, 30))):
            mask, face = printed_die(rng, held_out)
            x, y = ((int(v) + 0.5) * cell for v in rng.integers(0, count, 2))
            paste(image, mask, face, x, y, high=cell * 0.7)
    blend(
        image,
        np.where((np.arange(size) % cell < 2)[:, None] | (np.arange(size) % cell < 2)[None, :], 255, 0).astype(
            np.uint8
        ),
        muted(rng),
    )


def game_board(rng: Rng, size: int, held_out: bool = False) -> Image:
    base = any_colour(rng) if rng.random() < 0.5 else muted(rng, 30, 92)
    image = coloured(stretched(fractal(rng, size, 4, 4)), shifted(base, -10), base, shifted(base, 9))
    for _ in range(int(rng.integers(1, 3))):
        (hexagons, track, regions, grid)[int(rng.integers(4))](rng, image, held_out)
    put_icons(rng, image, int(rng.integers(0, 14)), size * 0.03, size * 0.14, held_out=held_out)
    if rng.random() < 0.6:
        put_dice(rng, image, int(rng.integers(1, 9)), size * float(rng.uniform(0.025, 0.07)), held_out)
    font = sample_font(rng, held_out)
    for _ in range(int(rng.integers(0, 8))):
        x, y = rng.uniform(0, size, 2)
        write(
            image,
            font,
            words(rng, int(rng.integers(1, 4))),
            float(x),
            float(y),
            high=size * float(rng.uniform(0.015, 0.05)),
            ink=any_colour(rng),
        )
    return shaded(image, 0.85 + 0.3 * fractal(rng, size, 10, 4))


def printed_mat(rng: Rng, size: int, held_out: bool = False) -> Image:
    """A neoprene mat or a dice tray's floor: a painted sky, space or forest, sometimes with a rim and symbols."""
    image = coloured(
        stretched(fractal(rng, size, float(rng.uniform(1.5, 5)), 5)),
        *(any_colour(rng) for _ in range(int(rng.integers(2, 5)))),
    )
    if rng.random() < 0.3:
        image = (wood, leather, granite)[int(rng.integers(3))](rng, size)
    put_icons(rng, image, int(rng.integers(0, 6)), size * 0.1, size * 0.6, held_out=held_out)
    if rng.random() < 0.5:
        rim = int(rng.uniform(0.01, 0.06) * size)
        cv2.rectangle(image, (rim, rim), (size - rim, size - rim), any_colour(rng), max(1, rim // 3), cv2.LINE_AA)
    return shaded(image, 0.93 + 0.14 * field(rng, size, size / 3))
