from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from models.training.render.camera import look_at
from models.training.render.lights import Lamp, Surroundings
from models.training.render.picture import render
from models.training.render.placing import about, cube
from models.training.render.render import render_light
from models.training.render.sampler import sample_scene
from models.training.render.scene import Die, Layer, Scene
from models.training.render.types import f32
from tests.models.training.render.plain_art import PlainArt

SIDE = 16.0


def evenly_lit(*dice: Die, elevation: float = 60.0) -> Scene:
    camera = look_at(
        np.zeros(3), 200.0, elevation=np.radians(elevation), roll=0.0, focal=400.0, size=(320, 240), k1=0.0
    )
    lamp = Lamp(f32([[100.0], [-80.0], [400.0]]), f32([0.8, 0.8, 0.8]), 5.0)
    table = Layer(0.0, np.full((32, 32, 3), 90, np.uint8), 300.0, 0.0, 0.0)
    around = Surroundings(f32([0.5] * 3), f32([0.3] * 3), ())
    return Scene(camera, (lamp,), around, (table,), np.zeros((9, 16, 3), np.uint8), dice)


def flat_die(x: float = 0.0, y: float = 0.0, yaw: float = 0.0) -> Die:
    design = PlainArt().design(np.random.default_rng(0), None)
    return Die(design, cube(design, f32([x, y, SIDE / 2]), about((0, 0, 1), yaw), SIDE))


@pytest.mark.parametrize("yaw", [0.0, 0.4, 2.0, 4.5])
def test_corners_begin_at_the_upper_left_of_the_print(yaw: float) -> None:
    frame = render_light(evenly_lit(flat_die(yaw=yaw)))
    (label,) = frame.dice
    corners = np.array(label.top)
    # the print's only mark is towards its first corner
    spots = corners + 0.3 * (corners.mean(axis=0) - corners) * np.sqrt(2)
    levels = [frame.light[round(y), round(x)].mean() for x, y in spots]
    assert int(np.argmin(levels)) == 0
    assert levels[0] < 0.3 * min(levels[1:])


def test_corners_run_clockwise() -> None:
    (label,) = render_light(evenly_lit(flat_die(yaw=0.3))).dice
    x, y = np.array(label.top).T
    assert float(np.sum(x * np.roll(y, -1) - y * np.roll(x, -1))) > 0


def test_whole_die_is_wholly_visible_and_within_its_box() -> None:
    (label,) = render_light(evenly_lit(flat_die())).dice
    assert label.visible == pytest.approx(1)
    assert label.in_frame == pytest.approx(1)
    xs, ys = np.array(label.top).T
    x0, y0, x1, y1 = label.box
    # rounded edges keep the outline a little inside the corners of the full cube
    assert x0 - 3 <= xs.min() < xs.max() <= x1 + 3
    assert y0 - 3 <= ys.min() < ys.max() <= y1 + 3


def test_die_before_another_hides_part_of_its_top() -> None:
    low, behind, before = 25.0, flat_die(0, 16.5), flat_die(0, 0)
    alone = render_light(evenly_lit(behind, elevation=low)).dice[0]
    raised = Die(before.design, cube(before.design, before.shape.centre + f32([0, 0, 2]), before.shape.turn, SIDE))
    hidden = render_light(evenly_lit(behind, raised, elevation=low)).dice[0]
    assert alone.visible == pytest.approx(1)
    assert 0 < hidden.visible < 0.9


def test_die_half_out_of_the_frame_is_half_visible() -> None:
    scene = evenly_lit(flat_die(x=73.6, y=0.0), elevation=90.0)
    (label,) = render_light(scene).dice
    assert label.visible == pytest.approx(0.5, abs=0.1)
    assert 0.3 < label.in_frame < 0.7


def test_shadow_falls_away_from_the_lamp() -> None:
    with_die = render_light(evenly_lit(flat_die(), elevation=90.0)).light
    without = render_light(evenly_lit(elevation=90.0)).light
    darker = (without - with_die).mean(axis=2)
    # the lamp is at the right and below the middle of the frame, the shadow at the left and above
    assert darker[120, 160 - 22] > darker[120, 160 + 22] + 0.02
    assert darker[120 - 22, 160] > darker[120 + 22, 160] + 0.02


def test_same_seed_gives_the_same_picture() -> None:
    first, second = (
        render(sample_scene(rng, PlainArt(), long_side=320), rng)
        for rng in (np.random.default_rng(8), np.random.default_rng(8))
    )
    assert np.array_equal(first.image, second.image)
    assert first.dice == second.dice


def test_stretched_labels_follow_the_picture() -> None:
    scene = evenly_lit(flat_die(x=20.0))
    plain = render(scene, np.random.default_rng(1))
    wide = render(replace(scene, stretch=1.5), np.random.default_rng(1))
    assert wide.image.shape[1] == pytest.approx(1.5 * plain.image.shape[1], abs=1)
    for (x, y), (u, v) in zip(plain.dice[0].top, wide.dice[0].top, strict=True):
        assert u + 0.5 == pytest.approx((x + 0.5) * 1.5)
        assert v == pytest.approx(y)


@pytest.mark.parametrize("seed", range(6))
def test_any_scene_renders(seed: int) -> None:
    rng = np.random.default_rng([41, seed])
    picture = render(sample_scene(rng, PlainArt(), long_side=256), rng)
    assert picture.image.dtype == np.uint8
    assert max(picture.illuminant) == pytest.approx(1)
    assert all(0 <= label.visible <= 1 for label in picture.dice)
