"""A camera that comes, goes, freezes and changes its mind; the device itself is the one thing faked."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

import cv2
import numpy as np
import pytest

from vision.cameras import FROZEN_SECONDS, RESIZED_SECONDS, SETTLING, Camera, Health, hold_still
from vision.crops import Image
from vision.frames import Frame


class FakeCamera:
    """A camera whose cable a test can pull."""

    def __init__(self, holds: bool = True) -> None:
        self.plugged = threading.Event()
        self.plugged.set()
        self.rubbish = False
        self.breaks = False
        self.holds = holds
        self.opened = 0
        self._values: dict[int, float] = {}
        self._shot = 0

    def open(self, name: str) -> FakeCamera:
        self.opened += 1
        return self

    def isOpened(self) -> bool:  # noqa: N802
        return self.plugged.is_set()

    def read(self) -> tuple[bool, Image | None]:
        time.sleep(0.002)
        if self.breaks:
            raise cv2.error("driver")
        if not self.plugged.is_set():
            return False, None
        if self.rubbish:
            return True, np.zeros((48,), np.uint8)
        self._shot += 1
        return True, np.full((48, 64, 3), 50 + self._shot % 100, np.uint8)

    def release(self) -> None:
        pass

    def get(self, prop: int, /) -> float:
        return self._values.get(prop, -1.0)

    def set(self, prop: int, value: float, /) -> bool:
        if self.holds:
            self._values[prop] = value
        return self.holds


def eventually(true: Callable[[], bool]) -> bool:
    for _ in range(400):
        if true():
            return True
        time.sleep(0.005)
    return False


def watch(device: FakeCamera) -> Camera:
    return Camera("0", device.open, retry=0.01)


def next_frame(camera: Camera) -> Frame:
    frame = camera.next_frame()
    assert frame is not None
    return frame


def test_the_newest_frame_wins() -> None:
    camera = watch(FakeCamera())
    try:
        first = next_frame(camera)
        time.sleep(0.1)
        second = next_frame(camera)
        assert second.number > first.number + 3
        assert second.at > first.at
        assert camera.trouble is None
        assert camera.live
    finally:
        camera.close()
    assert camera.ended


def test_no_frame_is_given_twice() -> None:
    camera = watch(FakeCamera())
    try:
        numbers = [next_frame(camera).number for _ in range(20)]
        assert len(set(numbers)) == 20
    finally:
        camera.close()


def test_a_camera_that_vanishes_is_said_and_found_again() -> None:
    device = FakeCamera()
    camera = watch(device)
    try:
        before = next_frame(camera).number
        device.plugged.clear()
        assert eventually(lambda: camera.trouble is not None and camera.trouble.kind == "gone")
        assert "The game waits" in str(camera.trouble)
        opened = device.opened
        device.plugged.set()
        assert eventually(lambda: camera.trouble is None)
        assert device.opened > opened
        assert next_frame(camera).number > before
    finally:
        camera.close()


@pytest.mark.parametrize("fault", ["rubbish", "breaks"])
def test_a_camera_that_gives_rubbish_counts_as_gone(fault: str) -> None:
    device = FakeCamera()
    setattr(device, fault, True)
    camera = watch(device)
    try:
        assert eventually(lambda: camera.trouble is not None and camera.trouble.kind == "gone")
        setattr(device, fault, False)
        assert eventually(lambda: camera.trouble is None)
    finally:
        camera.close()


def test_exposure_and_white_balance_are_held_where_the_driver_allows_it() -> None:
    assert hold_still(FakeCamera()) == {"exposure": True, "white balance": True, "focus": True}
    assert hold_still(FakeCamera(holds=False)) == {"exposure": False, "white balance": False, "focus": False}


def shot(level: int, width: int = 64) -> Image:
    return np.full((48, width, 3), level, np.uint8)


def kind(health: Health) -> str | None:
    return health.trouble.kind if health.trouble else None


def test_a_frozen_picture_is_noticed_after_a_while() -> None:
    health = Health("0")
    health.look(shot(100), 0.0)
    health.look(shot(101), 1.0)
    health.look(shot(101), 1.0 + FROZEN_SECONDS - 0.1)
    assert kind(health) is None
    health.look(shot(101), 1.0 + FROZEN_SECONDS + 0.1)
    assert kind(health) == "frozen"
    health.look(shot(102), 4.0)
    assert kind(health) is None


def test_a_black_picture_is_noticed_at_once() -> None:
    health = Health("0")
    health.look(shot(2), 0.0)
    assert kind(health) == "black"
    health.look(shot(90), 0.1)
    assert kind(health) is None


def test_another_resolution_is_told_for_a_while() -> None:
    health = Health("0")
    health.look(shot(100), 0.0)
    health.look(shot(101, 128), 0.1)
    assert kind(health) == "resized"
    health.look(shot(102, 128), 0.2)
    assert kind(health) == "resized"
    health.look(shot(103, 128), 0.2 + RESIZED_SECONDS)
    assert kind(health) is None


def test_a_camera_is_held_as_it_has_found_the_light_and_not_before() -> None:
    device = FakeCamera()
    device._values[cv2.CAP_PROP_EXPOSURE] = 157.0
    told: list[tuple[int, float]] = []
    setting = device.set

    def noted(prop: int, value: float, /) -> bool:
        told.append((device._shot, value))
        return setting(prop, value)

    device.set = noted  # type: ignore[method-assign]
    camera = watch(device)
    try:
        next_frame(camera)
        assert eventually(lambda: bool(camera.settings))
    finally:
        camera.close()
    assert camera.settings["exposure"]
    assert all(shot >= SETTLING for shot, _ in told)
    assert 157.0 in [value for _, value in told]
