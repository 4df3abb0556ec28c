"""The parts of the held-out scenes that need neither Mitsuba nor downloads."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from models.training.held_out.assets import Assets
from models.training.held_out.camera import Camera, stand
from models.training.held_out.editions import DieModel, Edition, Finish, kit_dice, sample_edition
from models.training.held_out.layout import Pose, footprint, lay, leaning_pose, overlap, turn_up
from models.training.held_out.light import of_kelvin, sample_room
from models.training.held_out.pictures import label
from models.training.held_out.plain import pip_face, places, sample_pips
from models.training.held_out.shapes import NORMALS, RIGHTS, UPS, rounded_cube
from models.training.held_out.write import lessons

SIDES = ("1", "6", "2", "5", "3", "4")


def a_die(edge: float = 0.1) -> DieModel:
    blank = np.zeros((8, 8, 4), np.float32)
    faces = dict.fromkeys(SIDES, blank)
    return DieModel("pips", "white", (1, 1, 1), Finish("rough", 0.2, 0.0, 1), faces, SIDES, edge, 0.0)


def a_camera(elevation: float = 90.0, bend: float = 0.0) -> Camera:
    return stand(np.array([0, 0, 1.0]), 100, elevation=elevation, roll=0, field=50, size=(640, 480), bend=bend)


@pytest.mark.parametrize("side", range(6))
def test_the_side_laid_up_is_the_one_that_is_read(side: int) -> None:
    pose = Pose(a_die(), SIDES, turn_up(side, 0.0), np.array([0, 0, 0.5], np.float32))
    image = np.zeros((480, 640, 3), np.uint8)
    found = label(pose, a_camera(), 1.0, rounded_cube(0.1, 0).points + pose.centre, image)
    assert found.face == SIDES[side]
    # Seen from straight above with its print upright: a square of 100 pixels, clockwise from the upper left.
    expected = [(270, 190), (370, 190), (370, 290), (270, 290)]
    assert np.allclose(np.array(found.top) + 0.5, expected, atol=0.01)
    assert found.in_frame == 1
    assert found.box[0] + 0.5 == pytest.approx(270, abs=1)


@pytest.mark.parametrize("side", range(6))
def test_prints_are_upright_seen_from_outside(side: int) -> None:
    assert np.allclose(np.cross(RIGHTS[side], UPS[side]), NORMALS[side])


def test_a_quarter_turn_of_the_die_turns_its_corners() -> None:
    straight, turned = (
        Pose(a_die(), SIDES, turn_up(0, yaw), np.zeros(3, np.float32)).top_corners() for yaw in (0, np.pi / 2)
    )
    assert np.allclose(np.roll(straight, 1, axis=0), turned, atol=1e-6)


@pytest.mark.parametrize("bend", [-0.04, 0.04])
def test_the_lens_moves_pixels_as_it_moves_labels(bend: float) -> None:
    camera = a_camera(bend=bend)
    point = np.array([[1.7, 1.1, 1.0]], np.float32)
    straight = a_camera().project(point)[0]
    image = np.zeros((480, 640), np.float32)
    cv2.circle(image, (round(float(straight[0])), round(float(straight[1]))), 4, 1.0, -1)
    rows, columns = np.nonzero(camera.through_lens(image) > 0.5)
    assert np.allclose([columns.mean(), rows.mean()], camera.project(point)[0], atol=1)
    assert not np.allclose(straight, camera.project(point)[0], atol=1)


def test_dice_touch_at_most_and_a_leaning_one_stands_on_its_edge() -> None:
    rng = np.random.default_rng(4)
    poses, props = lay(rng, [a_die()] * 9, (5, 4), cocked=1)
    assert len(poses) == 9
    assert [pose.cocked for pose in poses].count(True) == len(props) == 1
    flat = [pose for pose in poses if not pose.cocked]
    outlines = [footprint(pose.centre, np.arctan2(pose.turn[1, 0], pose.turn[0, 0])) for pose in flat]
    # Sides that stand upright have no yaw to be read off: only those that lie on ±z are compared.
    known = [outline for outline, pose in zip(outlines, flat, strict=True) if abs(pose.turn[2, 2]) > 0.9]
    assert not any(overlap(a, b) for i, a in enumerate(known) for b in known[:i])
    turn, height = leaning_pose(turn_up(0, 0.3), 0.3, 0.4, edge=0.1)
    lowest = float((rounded_cube(0.1, 0).points @ turn.T)[:, 2].min()) + height
    assert lowest == pytest.approx(0, abs=0.005)


def test_pips_count_themselves() -> None:
    pips = sample_pips(np.random.default_rng(1))
    assert [len(places(n, pips)) for n in range(1, 7)] == [1, 2, 3, 4, 5, 6]
    marks = (pip_face(6, pips, (0, 0, 0))[:, :, 3] > 0.5).astype(np.uint8)
    assert cv2.connectedComponents(marks)[0] - 1 == 6


def test_a_würfelblitz_edition_is_what_the_kit_allows() -> None:
    edition = sample_edition(np.random.default_rng(2), "wuerfelblitz", Assets.__new__(Assets))  # it draws nothing
    kit = {die["body"]: set(die["faces"]) for die in kit_dice("wuerfelblitz")}
    for die in edition.dice:
        assert set(die.faces) <= kit[die.body]
        assert len(die.sides) == 6
        assert sum(side.startswith("dot") for side in die.sides) == (6 if die.body == "white" else 1)
    thrown = [die.body for die in edition.throw(np.random.default_rng(3))]
    assert len(set(thrown)) == 7
    assert thrown.count("white") in (2, 3)
    assert len(list(lessons(edition))) == 42


def test_a_party_of_würfelhelden_keeps_its_white_dice() -> None:
    dice = tuple(a_die() for _ in range(3))
    for seed in range(20):
        thrown = Edition("wuerfelhelden", dice).throw(np.random.default_rng(seed))
        assert 3 <= len(thrown) <= 9
        assert thrown.count(dice[0]) == 3


def test_warm_lamps_are_warm_and_hang_above_the_camera() -> None:
    assert of_kelvin(2700)[2] < 0.5 < of_kelvin(6500)[2] < 1.2
    room = sample_room(np.random.default_rng(5), 80.0)
    assert all(lamp.place[2] > 80 for lamp in room.lamps)
