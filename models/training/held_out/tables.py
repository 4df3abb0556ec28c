"""Table tops as textures: wood of warped rings, cloth, felt, stone, terrazzo, leather, paint, printed boards.

`side` is how many dice wide the texture lies on the table; it repeats mirror-wise beyond.
"""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np

from models.training.held_out.assets import Assets
from models.training.held_out.marks import Face, jittered, of_mask, rgb, tinted
from models.training.held_out.noise import Array, cloud

Rng = np.random.Generator
SIZE = 1024
PICTURES = ("noto", "twemoji", "openmoji", "fluent-emoji-flat")
WOODS = ("#8a5a34", "#b98a58", "#5b3822", "#d3b183", "#7a4a2a", "#a0764e", "#3f2a1e", "#e0c9a0")
CLOTHS = ("#2f5e3d", "#7a1f2a", "#24406e", "#3a3a3e", "#c9bfa8", "#6a3f6e", "#b5b8ba", "#1e6a70", "#d8d2c2", "#8d2f22")
PAINTS = ("#e8e6e0", "#b9bcc0", "#2b2c30", "#d9cfb8", "#7d9aa8", "#f3f1ec", "#56504a", "#c98b6a", "#9fb59a", "#141417")


def _code(rng: Rng, codes: tuple[str, ...]) -> Array:
    return np.array(jittered(rng, rgb(codes[int(rng.integers(len(codes)))]), 4, 4), np.float32)


def _grid(side: float) -> tuple[Array, Array]:
    steps = (np.arange(SIZE, dtype=np.float32) + 0.5) / SIZE * side
    x, y = np.meshgrid(steps, steps)
    return x.astype(np.float32), y.astype(np.float32)


def _sampled(image: Array, x: Array, y: Array) -> Array:
    size = image.shape[0]
    found = cv2.remap(image, np.mod(x, size - 1), np.mod(y, size - 1), cv2.INTER_LINEAR)
    return np.asarray(found, np.float32)


def wood(rng: Rng, side: float, assets: Assets) -> Array:
    """Boards sawn from logs: rings around an axis that runs almost along the board."""
    x, y = _grid(side)
    width = rng.uniform(4, 9) if rng.random() < 0.6 else 1000.0
    board = np.floor(y / width + rng.random())
    rough = cloud(rng, 512, 2.2)
    fine = cloud(rng, 512, 0.9, stretch=0.06)
    base = _code(rng, WOODS)
    values = np.zeros_like(x)
    tone = np.ones_like(x)
    for number in np.unique(board):
        here = board == number
        centre, depth = rng.uniform(-6, 12), rng.uniform(1, 8)
        lean, twist = rng.normal(0, 0.03), rng.uniform(0.4, 1.6)
        dy = y - (number * width if width < 100 else 0) - centre + lean * x
        bent = twist * (_sampled(rough, x * 9 + number * 91, y * 30) - 0.5)
        rings = np.hypot(dy, depth + bent + 0.02 * x) * rng.uniform(1.5, 4)
        values[here] = (rings + bent * 0.6)[here]
        tone[here] = rng.normal(1, 0.08)
    # Good years and bad ones: rings are never equally wide.
    years = np.cumsum(np.exp(rng.normal(0, 0.7, 512))).astype(np.float32)
    years *= 512 / years[-1]
    values = np.interp(np.mod(values * rng.uniform(0.5, 1), 511), np.arange(512), years).astype(np.float32)
    wave = np.mod(values, 1)
    late = wave**3 * (1 - np.clip((wave - 0.9) / 0.1, 0, 1))
    pores = _sampled(fine, x * 20, y * 60)
    light = (1.06 - rng.uniform(0.15, 0.5) * late - 0.25 * np.clip(pores - 0.62, 0, 1)) * tone
    if width < 100:
        gap = np.abs(np.mod(y / width + 0.0, 1) - 0.5) > 0.5 - 0.012
        light = np.where(gap & (rng.random() < 0.7), light * 0.45, light)
    return np.clip(base * light[:, :, None], 0.01, 0.98).astype(np.float32)


def cloth(rng: Rng, side: float, assets: Assets) -> Array:
    """Threads over and under each other, checked or striped or plain."""
    x, y = _grid(side)
    pitch = max(rng.uniform(0.04, 0.12), 2.5 * side / SIZE)
    u, v = x / pitch, y / pitch
    over = (np.floor(u) + np.floor(v)) % 2 == 0 if rng.random() < 0.6 else (np.floor(u) + 2 * np.floor(v)) % 4 < 2
    profile = np.where(over, np.sin(np.pi * np.mod(v, 1)), np.sin(np.pi * np.mod(u, 1)))
    warp, weft = _code(rng, CLOTHS), _code(rng, CLOTHS)
    plain = rng.random()
    every = rng.uniform(1, 5)
    if plain < 0.4:
        warp = weft = weft * np.ones((SIZE, SIZE, 1), np.float32)
    else:
        duty = rng.uniform(0.3, 0.7)
        stripes = (np.mod(x / every, 1) < duty)[:, :, None], (np.mod(y / every, 1) < duty)[:, :, None]
        other = _code(rng, CLOTHS)
        warp = np.where(stripes[0], warp, other)
        weft = np.where(stripes[1] if plain > 0.6 else stripes[0], weft if plain > 0.6 else warp, other)
    colour = np.where(over[:, :, None], weft, warp)
    fuzz = cloud(rng, SIZE, 0.5) * 0.2 + 0.9
    return np.clip(colour * ((0.72 + 0.3 * profile) * fuzz)[:, :, None], 0.01, 0.98).astype(np.float32)


def felt(rng: Rng, side: float, assets: Assets) -> Array:
    """Short fibres in every direction."""
    base = _code(rng, CLOTHS)
    fibres = np.full((SIZE, SIZE), 128, np.uint8)
    ends = rng.uniform(0, SIZE, (9000, 2))
    turn, long = rng.uniform(0, np.pi, 9000), rng.uniform(3, 14, 9000) * min(2.5, 20 / side + 0.4)
    reach = np.stack([np.cos(turn), np.sin(turn)], 1) * long[:, None]
    shades = rng.integers(90, 170, 9000)
    for a, b, shade in zip(ends.astype(int), (ends + reach).astype(int), shades, strict=True):
        cv2.line(fibres, (int(a[0]), int(a[1])), (int(b[0]), int(b[1])), int(shade), 1, cv2.LINE_AA)
    patches = cloud(rng, SIZE, 1.8) * 0.14 + 0.93
    return np.clip(base * (fibres / 128.0 * patches)[:, :, None], 0.01, 0.98).astype(np.float32)


def marble(rng: Rng, side: float, assets: Assets) -> Array:
    x, y = _grid(side)
    warp = cloud(rng, SIZE, 2.0) - 0.5
    warp2 = cloud(rng, SIZE, 1.6) - 0.5
    turn = rng.uniform(0, np.pi)
    along = (np.cos(turn) * x + np.sin(turn) * y) * rng.uniform(0.1, 0.35)
    veins = np.abs(np.sin(np.pi * (along + rng.uniform(1, 3) * warp + 0.6 * warp2)))
    share = np.exp(-veins * rng.uniform(4, 14))[:, :, None]
    ground = _code(rng, ("#ece9e4", "#dcdcdc", "#25282b", "#d9c8b0", "#2f4238", "#f4f2ee"))
    vein = _code(rng, ("#8e8c88", "#5c5850", "#d6cdbb", "#b59a5a"))
    body = ground * (0.93 + 0.12 * cloud(rng, SIZE, 1.7)[:, :, None])
    return np.clip(body * (1 - share) + vein * share, 0.01, 0.98).astype(np.float32)


def terrazzo(rng: Rng, side: float, assets: Assets) -> Array:
    """Chips of stone in a paste, as nearest-point cells with gaps."""
    base = _code(rng, PAINTS) * np.ones((SIZE, SIZE, 1), np.float32)
    chips = [_code(rng, (*WOODS, *PAINTS)) for _ in range(5)]
    scale = SIZE / side
    for _ in range(int(np.clip(14 * side, 120, 1600))):
        middle = rng.uniform(0, SIZE, 2)
        size = scale * rng.uniform(0.05, 0.35)
        angles = np.sort(rng.uniform(0, 2 * np.pi, int(rng.integers(4, 8))))
        corners = middle + size * rng.uniform(0.6, 1, (len(angles), 1)) * np.stack([np.cos(angles), np.sin(angles)], 1)
        cv2.fillPoly(
            base, [np.rint(corners * 16).astype(np.int32)], chips[int(rng.integers(5))].tolist(), cv2.LINE_AA, 4
        )
    return np.clip(base * (0.95 + 0.1 * cloud(rng, SIZE, 0.8)[:, :, None]), 0.01, 0.98).astype(np.float32)


def paint(rng: Rng, side: float, assets: Assets) -> Array:
    """Lacquer, laminate, stone or leather of one colour, more or less stained."""
    base = _code(rng, PAINTS)
    stains = cloud(rng, SIZE, rng.uniform(1.2, 2.4), low=2) - 0.5
    specks = cloud(rng, SIZE, 0.2) - 0.5
    light = 1 + rng.uniform(0, 0.35) * stains + rng.uniform(0, 0.2) * specks
    if rng.random() < 0.3:  # scratches
        lines = np.zeros((SIZE, SIZE), np.float32)
        for _ in range(int(rng.integers(10, 60))):
            a, b = rng.uniform(0, SIZE, 2), rng.normal(0, 120, 2)
            end = (int(a[0] + b[0]), int(a[1] + b[1]))
            cv2.line(lines, (int(a[0]), int(a[1])), end, float(rng.normal(0, 0.12)), 1, cv2.LINE_AA)
        light = light + lines
    return np.clip(base * light[:, :, None], 0.01, 0.98).astype(np.float32)


def board(rng: Rng, side: float, assets: Assets) -> Array:
    """A printed game board: a painted ground, fields in a grid or scattered, pictures, lines of text."""
    ground = marble(rng, side, assets) if rng.random() < 0.5 else paint(rng, side, assets)
    tint = _code(rng, (*CLOTHS, *PAINTS))
    sheet = Face(SIZE)
    sheet.lay(np.ones((SIZE, SIZE), np.float32), ground * 0.4 + tint * 0.6)
    field = float(np.clip(rng.uniform(1.6, 3.5) / side * 2, 0.06, 0.9))
    names = assets.names(of_set := str(rng.choice(PICTURES)))
    font = assets.fonts()[int(rng.integers(len(assets.fonts())))]
    colours = [tuple(float(v) for v in _code(rng, (*CLOTHS, *WOODS, *PAINTS))) for _ in range(4)]
    grid = rng.random() < 0.6
    steps = np.arange(-1 + field / 2, 1, field * rng.uniform(1.05, 1.5))
    spots = [(x, y) for x in steps for y in steps] if grid else list(rng.uniform(-1, 1, (int(1.6 / field**1.5), 2)))
    round_ones = rng.random() < 0.4
    for x, y in spots[:150]:
        red, green, blue = colours[int(rng.integers(4))]
        half = field / 2
        shape = sheet.disc(x, y, half) if round_ones else sheet.square(x, y, half, half * 0.2)
        rim = sheet.disc(x, y, half * 0.88) if round_ones else sheet.square(x, y, half * 0.88, half * 0.15)
        sheet.lay(shape, (0.1, 0.09, 0.08) if rng.random() < 0.5 else (0.95, 0.93, 0.88))
        sheet.lay(rim, (red, green, blue))
        kind = rng.random()
        if kind < 0.55:
            picture = assets.icon(f"{of_set}:{names[int(rng.integers(len(names)))]}")
            if rng.random() < 0.3:
                picture = tinted(picture, (0.1, 0.1, 0.1))
            sheet.put(picture, x, y, half * 0.66, angle=float(rng.choice([0, 0, 90, 180])))
        elif kind < 0.7:
            sheet.put(of_mask(assets.text(font, str(rng.integers(10, 99))), (0.08, 0.08, 0.08)), x, y, half * 0.5)
    return np.clip(sheet.rgba()[:, :, :3], 0.01, 0.98)


def page(rng: Rng, side: float, assets: Assets) -> Array:
    """Sheets of printed paper side by side: score sheets, rules, newspaper."""
    sheet = Face(SIZE)
    sheet.lay(np.ones((SIZE, SIZE), np.float32), paint(rng, side, assets))
    font = assets.fonts()[int(rng.integers(len(assets.fonts())))]
    line = float(np.clip(0.35 / side * 2, 0.012, 0.12))
    words: list[str] = [
        "Punkte",
        "Runde",
        "Summe",
        "Spieler",
        "Karten",
        "Feld",
        "Würfel",
        "Regeln",
        "Beispiel",
        "Ende",
        "Bonus",
        "Start",
        "Zug",
        "Vorrat",
        "Gold",
    ]
    for _ in range(int(rng.integers(2, 5))):
        x, y, half = *rng.uniform(-0.7, 0.7, 2), rng.uniform(0.4, 0.8)
        sheet.lay(sheet.square(x, y, half, 0.01), jittered(rng, (0.95, 0.94, 0.9), 2, 3))
        for row in np.arange(y - half * 0.85, y + half * 0.85, line * 1.9)[:45]:
            left = x - half * 0.85
            while left < x + half * 0.6:
                mask = assets.text(font, words[int(rng.integers(len(words)))])
                wide = line / 2 * mask.shape[1] / mask.shape[0]
                sheet.put(of_mask(mask, (0.12, 0.12, 0.14)), left + wide, row, max(wide, line / 2))
                left += 2 * wide + line * 0.5
    return np.clip(sheet.rgba()[:, :, :3], 0.01, 0.98)


TABLES: dict[str, tuple[float, Callable[[Rng, float, Assets], Array]]] = {
    "wood": (0.27, wood),
    "cloth": (0.14, cloth),
    "felt": (0.12, felt),
    "marble": (0.08, marble),
    "terrazzo": (0.06, terrazzo),
    "paint": (0.15, paint),
    "board": (0.15, board),
    "page": (0.03, page),
}


def sample_table(rng: Rng, side: float, assets: Assets) -> tuple[str, Array]:
    """The name of a table and its texture, sRGB."""
    chances = np.array([chance for chance, _ in TABLES.values()])
    name = str(rng.choice(list(TABLES), p=chances / chances.sum()))
    return name, TABLES[name][1](rng, side, assets)
