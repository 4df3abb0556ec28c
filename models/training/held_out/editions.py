"""Editions: all dice of a kit by one maker, with one set of drawings, inks, edges and material."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from models.training.held_out.assets import Assets, Rgba
from models.training.held_out.forge import forge_face, sample_forge
from models.training.held_out.heroes import hero_face, sample_heroes
from models.training.held_out.marks import Rgb, apart, jittered, lab, rgb
from models.training.held_out.plain import (
    AXES,
    DYES,
    axe_face,
    dot_face,
    numeral_face,
    pip_face,
    sample_numerals,
    sample_pips,
)

Rng = np.random.Generator
KITS = ("tintenherz", "wuerfelblitz", "wuerfelhelden", "zwerge", "dice_forge", "pips")
_KIT_FOLDER = Path(__file__).parents[2] / "kits"
BODIES: dict[str, tuple[str, ...]] = {
    "white": ("#f4f3ef", "#fbfaf7", "#ebeae4"),
    "ivory": ("#efe4c8", "#e8d9b4"),
    "yellow": ("#f5c51c", "#f9d42f", "#e9b50f"),
    "orange": ("#ef7d17", "#f08c2a"),
    "red": ("#c3161d", "#a8141f", "#d32a2a", "#8e1019"),
    "pink": ("#e990b0", "#f0a9bf"),
    "purple": ("#6a2f88", "#7b469c"),
    "blue": ("#1d4f9f", "#2a66bd", "#143a7c"),
    "cyan": ("#3db2c6", "#57c1cf"),
    "green": ("#1f8144", "#2d9a4f", "#125f35"),
    "black": ("#1a1a1c", "#232124", "#0f1012"),
    "grey": ("#8a8c90", "#a7a8aa", "#6f7176"),
    "brown": ("#6b4427", "#7d5535", "#55341e"),
}
"""In the words of training's vocabulary, but with colours of their own."""
INKS = ("#f8f7f2", "#141414", "#d8b04a", "#c21a20", "#1c3f8f", "#f2d13a", "#e9e4d4", "#1f6b3a", "#bfc3c7")


@dataclass(frozen=True, slots=True)
class Finish:
    """How a body meets light."""

    kind: str
    """`plastic`, `rough`, `wood`, `clear`, `metal` or `pearl`."""
    roughness: float
    relief: float
    """Depth of the marks as a share of the side; 0 is flat print."""
    grain: int


@dataclass(frozen=True, slots=True, eq=False)
class DieModel:
    """One die of an edition; `faces` holds every face it may show, six of which are on it at a time."""

    kind: str
    body: str
    colour: Rgb
    finish: Finish
    faces: dict[str, Rgba]
    sides: tuple[str, ...]
    """The six faces as made, doubles included; longer when the sides can be exchanged."""
    edge: float
    ball: float


@dataclass(frozen=True, slots=True, eq=False)
class Edition:
    kit: str
    dice: tuple[DieModel, ...]

    def throw(self, rng: Rng) -> list[DieModel]:
        """The dice of one throw, as the kit says."""
        dice = list(self.dice)
        match self.kit:
            case "tintenherz":
                return dice * 2
            case "wuerfelblitz":
                return dice[:6] + [dice[6]] * int(rng.integers(2, 4))
            case "wuerfelhelden":
                party = [dice[0]] * 3 + [dice[1]] * 3 + [dice[2]] * 3
                # A party always holds its three white dice; the others come and go.
                extra = rng.permutation(6)[: int(rng.integers(0, 7))]
                return party[:3] + [party[3 + i] for i in sorted(extra)]
            case "zwerge":
                return dice * int(rng.integers(3, 7))
            case "dice_forge":
                return dice * int(rng.integers(1, 5))
            case _:
                count = int(np.clip(np.exp(rng.uniform(0, np.log(21))), 1, 20))
                return [dice[int(rng.integers(len(dice)))] for _ in range(count)]


def kit_dice(kit: str) -> list[dict[str, Any]]:
    with (_KIT_FOLDER / f"{kit}.toml").open("rb") as file:
        dice: list[dict[str, Any]] = tomllib.load(file)["die"]
    return dice


def _finish(rng: Rng, choices: tuple[str, ...]) -> Finish:
    kind = str(rng.choice(choices))
    rough = {"plastic": 0.06, "rough": 0.22, "wood": 0.45, "clear": 0.12, "metal": 0.25, "pearl": 0.18}[kind]
    return Finish(
        kind=kind,
        roughness=float(rough * np.exp(rng.normal(0, 0.3))),
        relief=float(rng.choice([0.0, 0.0, 0.012, 0.025])) if kind != "wood" else 0.0,
        grain=int(rng.integers(1 << 30)),
    )


def _colour(rng: Rng, body: str) -> Rgb:
    codes = BODIES[body]
    return jittered(rng, rgb(codes[int(rng.integers(len(codes)))]), 2.5, 3)


def _ink(rng: Rng, body: Rgb, least: float = 45.0, light: float = 30.0) -> Rgb:
    """An ink that shows on a body, in colour and (`light`) in a black and white picture."""
    inks = [rgb(code) for code in INKS]
    fit = [ink for ink in inks if apart(ink, body) > least and abs(lab(ink)[0] - lab(body)[0]) > light]
    plain = [ink for ink in fit if ink in (rgb(INKS[0]), rgb(INKS[1]))]
    chosen = plain if plain and rng.random() < 0.6 else fit
    return jittered(rng, chosen[int(rng.integers(len(chosen)))], 2, 2)


def _sevens(rng: Rng, labels: list[str]) -> tuple[str, ...]:
    """Opposite sides sum to seven; sides are in the order +z −z +x −x +y −y."""
    pairs = [(labels[0], labels[5]), (labels[1], labels[4]), (labels[2], labels[3])]
    order = [pairs[i] if rng.random() < 0.5 else pairs[i][::-1] for i in rng.permutation(3)]
    return tuple(label for pair in order for label in pair)


def _shape(rng: Rng) -> tuple[float, float]:
    return float(rng.uniform(0.03, 0.2)), float(rng.uniform(0.2, 1)) if rng.random() < 0.3 else 0.0


PLASTICS = ("plastic", "plastic", "rough", "rough", "pearl", "clear")
NUMBERS = [str(n) for n in range(1, 7)]


def _pip_dice(rng: Rng, kit: str) -> tuple[DieModel, ...]:
    names = ["red"]
    finish = _finish(rng, (*PLASTICS, "wood"))
    if kit == "pips":
        finish = _finish(rng, (*PLASTICS, *PLASTICS, "wood", "wood", "metal"))
        names = [str(name) for name in rng.choice(list(BODIES), int(rng.choice([1, 1, 2, 3])), replace=False)]
        if finish.kind == "metal":
            names = [str(rng.choice(["grey", "brown", "black"]))]
    (edge, ball), pips = _shape(rng), sample_pips(rng)
    dice = []
    for name in names:
        colour = _colour(rng, name)
        ink = _ink(rng, colour, 40, 18)
        faces = {label: pip_face(int(label), pips, ink) for label in NUMBERS}
        dice.append(DieModel("pips", name, colour, finish, faces, _sevens(rng, NUMBERS), edge, ball))
    return tuple(dice)


def _blitz_dice(rng: Rng) -> tuple[DieModel, ...]:
    finish = _finish(rng, ("wood", "wood", "wood", "rough", "plastic"))
    (edge, ball), pips = _shape(rng), sample_pips(rng)
    dyes = {name: jittered(rng, rgb(codes[int(rng.integers(len(codes)))]), 2, 3) for name, codes in DYES.items()}
    white_pips = rng.random() < 0.75
    radius = float(rng.uniform(0.42, 0.66))
    ring = rgb("#f6f4ee") if rng.random() < 0.4 else None
    dots = [str(name) for name in rng.permutation(list(DYES))]
    dice = []
    for place, die in enumerate(kit_dice("wuerfelblitz")[:6]):
        name = str(die["body"])
        colour = _colour(rng, name)
        ink = jittered(rng, rgb("#f7f6f1"), 1, 1) if white_pips else _ink(rng, colour, 40, 18)
        labels = list(NUMBERS)
        labels[int(rng.integers(6))] = f"dot-{dots[place]}"
        faces = {
            label: dot_face(dyes[label[4:]], radius, colour, ring)
            if label.startswith("dot")
            else pip_face(int(label), pips, ink)
            for label in labels
        }
        dice.append(DieModel("wuerfelblitz", name, colour, finish, faces, _sevens(rng, labels), edge, ball))
    white = _colour(rng, "white")
    labels = [f"dot-{name}" for name in DYES]
    thin = rgb("#2a2a2a") if rng.random() < 0.15 else None
    faces = {label: dot_face(dyes[label[4:]], radius, white, thin) for label in labels}
    sides = tuple(str(label) for label in rng.permutation(labels))
    dice.append(DieModel("wuerfelblitz-white", "white", white, finish, faces, sides, edge, ball))
    return tuple(dice)


def _hero_dice(rng: Rng, assets: Assets) -> tuple[DieModel, ...]:
    finish, (edge, ball), art = _finish(rng, PLASTICS[:5]), _shape(rng), sample_heroes(rng, assets)
    dice = []
    for die in kit_dice("wuerfelhelden"):
        name, sides = str(die["body"]), [str(face) for face in die["faces"]]
        colour = _colour(rng, name)
        ink = _ink(rng, colour, 48)
        faces = {label: hero_face(assets, art, label, ink, colour) for label in dict.fromkeys(sides)}
        order = tuple(str(side) for side in rng.permutation(sides))
        dice.append(DieModel("wuerfelhelden", name, colour, finish, faces, order, edge, ball))
    return tuple(dice)


def _dwarf_dice(rng: Rng, assets: Assets) -> tuple[DieModel, ...]:
    name = str(rng.choice(["white", "ivory", "grey", "brown", "black", "red", "blue", "green"]))
    finish, (edge, ball), style = (
        _finish(rng, (*PLASTICS[:5], "wood", "metal")),
        _shape(rng),
        sample_numerals(rng, assets),
    )
    colour = _colour(rng, name if finish.kind != "metal" else "grey")
    ink = _ink(rng, colour, 48)
    icon = AXES[int(rng.integers(len(AXES)))]
    edge_ink = _ink(rng, ink)
    faces = {label: numeral_face(assets, label, style, ink, edge_ink) for label in NUMBERS[:5]}
    faces["axe"] = axe_face(assets, rng, icon, style, ink=ink, body=colour)
    sides = tuple(str(side) for side in rng.permutation(list(faces)))
    return (DieModel("zwerge", "white", colour, finish, faces, sides, edge, ball),)


def _forge_dice(rng: Rng, assets: Assets) -> tuple[DieModel, ...]:
    finish = _finish(rng, ("plastic", "rough", "rough"))
    art = sample_forge(rng, assets)
    edge = float(rng.uniform(0.03, 0.09))
    light = _colour(rng, str(rng.choice(["white", "ivory", "grey"])))
    dark = _colour(rng, str(rng.choice(["black", "black", "brown", "purple", "blue"])))
    labels = tuple(str(face) for face in kit_dice("dice_forge")[0]["faces"])
    faces = {label: forge_face(assets, art, label) for label in labels}
    return tuple(
        DieModel("dice_forge", name, colour, finish, faces, labels, edge, 0.0)
        for name, colour in (("light", light), ("dark", dark))
    )


def sample_edition(rng: Rng, kit: str, assets: Assets) -> Edition:
    match kit:
        case "wuerfelblitz":
            dice = _blitz_dice(rng)
        case "wuerfelhelden":
            dice = _hero_dice(rng, assets)
        case "zwerge":
            dice = _dwarf_dice(rng, assets)
        case "dice_forge":
            dice = _forge_dice(rng, assets)
        case _:
            dice = _pip_dice(rng, kit)
    return Edition(kit, dice)
