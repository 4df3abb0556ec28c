"""How well calibration works: rendered views of the mat, solved, and held against the truth.

python -m calibration.study [VIEWS]
"""

from __future__ import annotations

import sys
from dataclasses import dataclass

import numpy as np

from calibration.colour import BRIGHTNESS, READER_GAMMA, on_sheet, values_at
from calibration.difference import delta_e, linear
from calibration.drawing import Image
from calibration.markers import MarkerFinder
from calibration.mat import PAPERS, Floats, Mat, corners, mat
from calibration.profile import Profile
from calibration.solve import solve
from calibration.views import DICE, DIE, Lens, Scene, lens_over, picture

VIEWS = 30
FIRST = 100
"""Seed of the first view that counts; those before it were looked at while the solver was made."""
LAMPS = {
    "candle": (1.75, 1.0, 0.35),
    "bulb": (1.4, 1.0, 0.55),
    "warm LED": (1.2, 1.0, 0.72),
    "daylight": (1.0, 1.0, 1.0),
    "cold LED": (0.92, 1.05, 1.12),
    "shade": (0.82, 1.0, 1.3),
}


@dataclass(frozen=True)
class View:
    """A picture of the mat and what is true of it."""

    paper: str
    lens: Lens
    scene: Scene
    steepness: float
    lamp: str

    @property
    def frame(self) -> Image:
        return picture(self.paper, self.lens, self.scene)


@dataclass(frozen=True)
class Result:
    """Errors of one view; empty if it could not be solved."""

    view: View
    profile: Profile | None
    corners: Floats
    """Pixels, of each marker corner that was found."""
    tray: Floats
    """Pixels, of the tray's corners, seen or not."""
    place: float
    """Millimetres, the worst of a grid of points all over the tray."""
    before: Floats
    """CIEDE2000 of the dice, whose colours are not on the mat, as the camera shows them."""
    after: Floats
    tint: Floats
    """The same with brightness left out (n, 3): as shown, without the light's colour as reading has it, corrected."""


def view(seed: int) -> View:
    """The view of a seed: paper, angle, lens, lamp, print and what covers the mat all differ."""
    rng = np.random.default_rng([2024, seed])
    paper = list(PAPERS)[seed % len(PAPERS)]
    sheet = mat(paper)
    width, height = sheet.size
    steepness = float(35 + 55 * ((seed * 7) % VIEWS) / (VIEWS - 1))
    lens = lens_over(
        sheet,
        steepness=steepness,
        around=float(rng.uniform(-35, 35)) + (180.0 if rng.random() < 0.2 else 0.0),
        fills=float(rng.uniform(0.5, 0.72)),
        roll=float(rng.uniform(-6, 6)),
        bend=(float(rng.uniform(-0.2, 0.04)), float(rng.uniform(-0.01, 0.03))),
        field_of_view=float(rng.uniform(55, 80)),
        aside=(float(rng.uniform(-0.05, 0.05)) * width, float(rng.uniform(-0.05, 0.05)) * height),
    )
    lamp = list(LAMPS)[int(rng.integers(len(LAMPS)))]
    # the camera's own white balance takes out a part of the lamp's colour
    light = np.array(LAMPS[lamp]) ** float(rng.uniform(0.3, 1.0))
    hands = tuple(
        (x + side / 2, y + side / 2, float(rng.uniform(20, 30)))
        for x, y, side, _ in (sheet.markers[i] for i in rng.permutation(6)[: int(rng.integers(0, 3))])
    )
    scene = Scene(
        light=(float(light[0]), float(light[1]), float(light[2])),
        white=float(rng.uniform(0.35, 0.8)) / float(light.max()),
        lamp=(float(rng.uniform(-200, 500)), float(rng.uniform(-300, 200)), float(rng.uniform(400, 900))),
        glare=_glare(sheet, rng) if rng.random() < 0.3 else None,
        hands=hands,
        dice=_dice(sheet, rng),
        print_gain=(float(rng.uniform(0.9, 1.15)), float(rng.uniform(0.9, 1.15)), float(rng.uniform(0.9, 1.15))),
        print_black=float(rng.uniform(0.005, 0.03)),
        mixing=float(rng.uniform(0.0, 0.25)),
        contrast=float(rng.uniform(0.0, 0.5)),
        blur=float(rng.uniform(0.5, 1.2)),
        noise=float(rng.uniform(1.0, 4.0)),
        jpeg=int(rng.integers(75, 96)),
        seed=seed,
    )
    return View(paper, lens, scene, steepness, lamp)


def _glare(sheet: Mat, rng: np.random.Generator) -> tuple[float, float, float]:
    return (
        float(rng.uniform(0, sheet.paper.width)),
        float(rng.uniform(0, sheet.paper.height)),
        float(rng.uniform(8, 20)),
    )


def _dice(sheet: Mat, rng: np.random.Generator) -> tuple[tuple[str, float, float], ...]:
    """One die of each colour in a row of the tray, each a little out of line."""
    x, y, width, height = sheet.tray
    step = width / len(DICE)
    return tuple(
        (name, x + step * (i + 0.5), y + height * float(rng.uniform(0.25, 0.75)))
        for i, name in enumerate(rng.permutation(list(DICE)))
    )


def measured(shown: View) -> Result:
    """Solve a view and hold it against what is true."""
    frame, sheet, lens = shown.frame, mat(shown.paper), shown.lens
    seen = MarkerFinder().find(frame)
    profile = solve([frame], "study", "rendered")
    nothing = np.zeros(0)
    if profile is None or seen is None:
        return Result(shown, None, nothing, nothing, float("nan"), nothing, nothing, np.zeros((0, 3)))
    found = [np.linalg.norm(c - lens.to_frame(sheet.marker_corners(n)), axis=1) for n, c in seen.corners.items()]
    outline = corners(sheet.tray)
    tray = np.linalg.norm(profile.plane.to_frame(outline) - lens.to_frame(outline), axis=1)
    x, y, width, height = sheet.tray
    grid = np.stack(np.meshgrid(x + width * np.linspace(0, 1, 9), y + height * np.linspace(0, 1, 6)), -1).reshape(-1, 2)
    place = float(np.linalg.norm(profile.plane.to_mat(lens.to_frame(grid)) - grid, axis=1).max())
    return Result(shown, profile, np.concatenate(found), tray, place, *_colours(frame, profile, shown, sheet))


def _colours(frame: Image, profile: Profile, shown: View, sheet: Mat) -> tuple[Floats, Floats, Floats]:
    boxes = [(name, (x - DIE / 2, y - DIE / 2, DIE, DIE)) for name, x, y in shown.scene.dice]
    seen = [(name, box, values_at(frame, profile.plane, box)) for name, box in boxes]
    # a die under a hand or a shine is not to be judged, and neither is one outside the picture
    clear = [(n, b, v) for n, b, v in seen if v is not None and not _covered(b, shown.scene)]
    values = np.array([v for _, _, v in clear]).reshape(-1, 3)
    truth = linear(np.array([DICE[n] for n, _, _ in clear]).reshape(-1, 3) / 255)
    places = on_sheet(np.array([(b[0] + DIE / 2, b[1] + DIE / 2) for _, b, _ in clear]).reshape(-1, 2), sheet)
    shown_as = linear(values)
    if profile.colour is None:
        balanced = corrected = shown_as
    else:
        balanced = linear(np.clip(values * np.array(profile.colour.light) ** (-1 / READER_GAMMA), 0, 1))
        corrected = profile.colour.corrected(values, places)
    tint = np.stack([delta_e(_as_bright(light, truth), truth) for light in (shown_as, balanced, corrected)], axis=1)
    return delta_e(shown_as, truth), delta_e(corrected, truth), tint


def _as_bright(light: Floats, truth: Floats) -> Floats:
    """The light made as bright as the truth, its tint kept."""
    scale: Floats = (truth @ BRIGHTNESS) / np.maximum(light @ BRIGHTNESS, 1e-4)
    return light * scale[:, None]


def _covered(box: tuple[float, float, float, float], scene: Scene) -> bool:
    x, y = box[0] + DIE / 2, box[1] + DIE / 2
    spots = [*scene.hands, *([(scene.glare[0], scene.glare[1], 3 * scene.glare[2])] if scene.glare else [])]
    return any(np.hypot(x - a, y - b) < wide + DIE for a, b, wide in spots)


def report(results: list[Result]) -> str:
    """A table for README.md."""
    solved = [r for r in results if r.profile is not None]
    pairs = [(r, r.profile) for r in results if r.profile is not None]
    tint = np.concatenate([r.tint for r in solved])
    kept = sum(r.place <= p.quality.place for r, p in pairs)
    lines = [
        "| what | median | 95 % | worst |",
        "|---|---|---|---|",
        _line("marker corners that are seen, px", np.concatenate([r.corners for r in solved])),
        _line("tray corners by the solved plane, seen or not, px", np.concatenate([r.tray for r in solved])),
        _line("any place in the tray, mm (worst of each view)", np.array([r.place for r in solved])),
        _line("colour of dice that is not on the mat, ΔE before", np.concatenate([r.before for r in solved])),
        _line("… ΔE after", np.concatenate([r.after for r in solved])),
        _line("tint alone, brightness left out, ΔE before", tint[:, 0]),
        _line("… with the light's colour taken out, as `read --profile` does", tint[:, 1]),
        _line("… ΔE after", tint[:, 2]),
        "",
        f"{len(solved)} of {len(results)} views solved; "
        f"{sum(p.colour is not None for _, p in pairs)} with colour; "
        f"in {kept} no place of the tray is further off than the profile says.",
    ]
    return "\n".join(lines)


def _line(what: str, values: Floats) -> str:
    return f"| {what} | {np.median(values):.2f} | {np.quantile(values, 0.95):.2f} | {values.max():.2f} |"


def main() -> int:
    results = []
    for seed in range(FIRST, FIRST + (int(sys.argv[1]) if len(sys.argv) > 1 else VIEWS)):
        result = measured(view(seed))
        results.append(result)
        shown, profile = result.view, result.profile
        head = f"{seed} {shown.paper:<6} {shown.steepness:3.0f}° {shown.lamp:<9} {len(shown.scene.hands)} hands"
        if profile is None:
            print(f"{head}: not solved", flush=True)
            continue
        print(
            f"{head} {profile.quality.markers} markers: corners {result.corners.max():.2f} px, "
            f"tray {result.tray.max():.2f} px, {result.place:.2f} mm (says {profile.quality.place:.2f}), "
            f"ΔE {result.before.mean():.1f} → {result.after.mean():.1f}, "
            f"tint {' → '.join(f'{error:.1f}' for error in result.tint.mean(axis=0))}",
            flush=True,
        )
    print()
    print(report(results))
    return 0


if __name__ == "__main__":
    sys.exit(main())
