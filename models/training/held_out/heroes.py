"""The faces of Würfelhelden drawn by other hands: swords once, twice, thrice, a coin, a die, a cross."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from models.training.held_out.assets import Assets, Rgba
from models.training.held_out.marks import Face, Rgb, apart, jittered, largest_part, of_mask, rgb
from models.training.held_out.plain import symbol

Rng = np.random.Generator
SWORDS = (
    "noto:dagger",
    "twemoji:dagger",
    "openmoji:dagger",
    "emojione:dagger",
    "fluent-emoji-flat:dagger",
    "mdi:sword",
    "ph:sword-fill",
    "ph:sword-bold",
    "tabler:sword",
    "fluent-emoji-high-contrast:dagger",
)
"""Each leans from lower left to upper right or the other way: a turn by 45° sets it upright."""
COINS = (
    "noto:coin",
    "twemoji:coin",
    "openmoji:coin",
    "fluent-emoji-flat:coin",
    "own:crown",
    "own:star",
    "own:font",
    "own:ring",
)
DICE = (
    "noto:game-die",
    "twemoji:game-die",
    "openmoji:game-die",
    "fluent-emoji-flat:game-die",
    "mdi:dice-5",
    "mdi:dice-3",
    "mdi:dice-6",
    "tabler:dice-5-filled",
    "tabler:dice-4-filled",
    "ph:dice-five-fill",
    "ph:cube-fill",
    "mdi:cube",
)
CROSSES = (
    "noto:cross-mark",
    "twemoji:cross-mark",
    "openmoji:cross-mark",
    "fluent-emoji-flat:cross-mark",
    "noto:multiply",
    "openmoji:multiply",
    "mdi:close-thick",
    "ph:x-bold",
    "tabler:x",
    "own:letter",
)


@dataclass(frozen=True, slots=True)
class HeroArt:
    sword: str
    two: str
    three: str
    coin: str
    die: str
    cross: str
    font: Path
    gold: Rgb
    dyes: dict[str, Rgb]
    size: float


def sample_heroes(rng: Rng, assets: Assets) -> HeroArt:
    def one_of(names: Sequence[str]) -> str:
        return names[int(rng.integers(len(names)))]

    fonts = assets.fonts()
    return HeroArt(
        sword=one_of(SWORDS),
        two=one_of(["crossed", "crossed", "row", "lean"]),
        three=one_of(["row", "fan", "triangle", "lean"]),
        coin=one_of(COINS),
        die=one_of(DICE),
        cross=one_of(CROSSES),
        font=fonts[int(rng.integers(len(fonts)))],
        gold=jittered(rng, rgb("#e9b32a"), 4, 5),
        dyes={"yellow": jittered(rng, rgb("#f5c516"), 2, 3), "red": jittered(rng, rgb("#cc1f26"), 3, 3)},
        size=float(rng.uniform(0.92, 1.08)),
    )


def _swords(assets: Assets, art: HeroArt, count: int, ink: Rgb, body: Rgb) -> Rgba:
    face = Face()
    image, edge = symbol(assets, art.sword, ink, body)
    image = largest_part(image) if art.sword == "noto:dagger" else image
    dark_left = float((image[:128, 128:, 3].sum() + image[128:, :128, 3].sum()) - (image[:128, :128, 3].sum() * 2))
    upright = -45.0 if dark_left > 0 else 45.0
    size = art.size

    def put(x: float, y: float, half: float, angle: float) -> None:
        # Half of a sword set upright is longer than half its slanting box.
        face.put_edged(image, x, y, half * size / 1.3, angle=upright + angle, edge=edge, width=0.03)

    layout = {1: "one", 2: art.two, 3: art.three}[count]
    match layout, count:
        case "one", _:
            put(0, 0, 0.8, 45 if art.two != "row" else 0)
        case "crossed", _:
            put(0, 0, 0.8, -42)
            put(0, 0, 0.8, 42)
        case "row", 2:
            put(-0.32, 0, 0.74, 0)
            put(0.32, 0, 0.74, 0)
        case "row", _:
            for x in (-0.52, 0.0, 0.52):
                put(x, 0, 0.58, 0)
        case "lean", 2:
            put(-0.22, -0.12, 0.68, 40)
            put(0.24, 0.2, 0.68, 40)
        case "lean", _:
            for step in (-0.38, 0.0, 0.38):
                put(step * 1.2, step * 0.7, 0.54, 40)
        case "fan", _:
            for x, angle in ((-0.42, -30), (0.42, 30), (0.0, 0)):
                put(x, 0.04, 0.6, angle)
        case _:
            put(0, -0.38, 0.42, 0)
            put(-0.42, 0.36, 0.42, 0)
            put(0.42, 0.36, 0.42, 0)
    return face.rgba()


def _coin(assets: Assets, art: HeroArt, ink: Rgb, body: Rgb) -> Rgba:
    face = Face()
    kind, _, emblem = art.coin.partition(":")
    if kind != "own":
        image, edge = symbol(assets, art.coin, ink, body)
        face.put_edged(image, 0, 0, 0.62 * art.size, edge=edge)
        return face.rgba()
    dark = rgb("#5a3c0c")
    face.lay(face.disc(0, 0, 0.66), dark if apart(art.gold, body) < 45 else ink)
    face.lay(face.disc(0, 0, 0.6), art.gold)
    face.lay(face.disc(0, 0, 0.5) - face.disc(0, 0, 0.45), dark)
    if emblem == "crown":
        face.put(symbol(assets, "mdi:crown", dark, body)[0], 0, 0, 0.28)
    elif emblem == "star":
        face.put(symbol(assets, "ph:star-fill", dark, body)[0], 0, 0, 0.3)
    elif emblem == "font":
        face.put(of_mask(assets.text(art.font, "G"), dark), 0, 0, 0.26)
    return face.rgba()


def _die(assets: Assets, art: HeroArt, colour: str, ink: Rgb, body: Rgb) -> Rgba:
    face = Face()
    dye = art.dyes[colour]
    image, _ = symbol(assets, art.die, ink, body, dye)
    if "dice-" in art.die:  # square ones have holes for pips: something light must be behind them
        face.lay(face.square(0, 0, 0.58, 0.1), rgb("#ffffff") if colour == "red" else rgb("#2a2522"))
    edge = rgb("#2a2018") if colour == "yellow" or apart(dye, body) < 60 else None
    face.put_edged(image, 0, 0, 0.62 * art.size, edge=edge)
    return face.rgba()


def _cross(assets: Assets, art: HeroArt, ink: Rgb, body: Rgb) -> Rgba:
    face = Face()
    if art.cross == "own:letter":
        face.put(of_mask(assets.text(art.font, "X"), ink), 0, 0, 0.56 * art.size)
        return face.rgba()
    image, edge = symbol(assets, art.cross, ink, body)
    face.put_edged(image, 0, 0, 0.58 * art.size, edge=edge)
    return face.rgba()


def hero_face(assets: Assets, art: HeroArt, label: str, ink: Rgb, body: Rgb) -> Rgba:
    match label.split("-"):
        case ["sword", count]:
            return _swords(assets, art, int(count), ink, body)
        case ["coin"]:
            return _coin(assets, art, ink, body)
        case ["die", colour]:
            return _die(assets, art, colour, ink, body)
        case _:
            return _cross(assets, art, ink, body)
