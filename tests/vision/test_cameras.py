"""A camera that comes, goes, freezes and changes its mind; the device itself is the one thing faked."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

import cv2
import numpy as np
import pytest

from vision.cameras import FROZEN_SECONDS, RESIZED_SECONDS, SILENT_SECONDS, Camera, Health, open_camera, still
from vision.crops import Image
from vision.frames import Frame, Trouble


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
        assert camera.trouble == Trouble("gone", "0")
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


def test_a_driver_that_hangs_is_told_by_the_clock() -> None:
    device, now = FakeCamera(), [0.0]
    hanging = threading.Event()
    reads = device.read

    def read() -> tuple[bool, Image | None]:
        if now[0] > 0:
            hanging.wait(20)
        return reads()

    device.read = read  # type: ignore[method-assign]
    camera = Camera("0", device.open, lambda: now[0], retry=0.01)
    try:
        next_frame(camera)
        told = []
        for now[0] in (0.0, SILENT_SECONDS - 0.1, SILENT_SECONDS + 0.1):
            told.append(camera.trouble and camera.trouble.kind)
        assert told == [None, None, "gone"]
        hanging.set()
        assert eventually(lambda: camera.trouble is None)
    finally:
        hanging.set()
        camera.close()


def test_a_camera_looks_for_the_light_by_itself_before_it_is_held() -> None:
    device = FakeCamera()
    device.set(cv2.CAP_PROP_AUTO_EXPOSURE, 1.0)  # as it was left the last time
    camera = watch(device)
    try:
        next_frame(camera)
        assert device.get(cv2.CAP_PROP_AUTO_EXPOSURE) == 3.0
        assert eventually(lambda: camera.settings.get("exposure", False))
        assert device.get(cv2.CAP_PROP_AUTO_EXPOSURE) == 1.0
    finally:
        camera.close()


# --- how large its pictures are -------------------------------------------------------------------------------------


class Webcam:
    """A driver that gives 640 × 480 unless it is asked for more, and what it can do of that."""

    asked: list[int | str] = []  # noqa: RUF012 - one list a test
    most = 1920, 1080
    weak = False
    """Whether nothing comes of pictures larger than the usual."""

    def __init__(self, address: int | str) -> None:
        self.asked.append(address)
        self.wide, self.high, self.kind = 640.0, 480.0, 0.0

    def isOpened(self) -> bool:  # noqa: N802
        return True

    def read(self) -> tuple[bool, Image | None]:
        if self.weak and self.wide > 640:
            return False, None
        return True, np.zeros((round(self.high), round(self.wide), 3), np.uint8)

    def release(self) -> None:
        pass

    def get(self, prop: int, /) -> float:
        return {cv2.CAP_PROP_FRAME_WIDTH: self.wide, cv2.CAP_PROP_FRAME_HEIGHT: self.high}.get(prop, 0.0)

    def set(self, prop: int, value: float, /) -> bool:
        if prop == cv2.CAP_PROP_FRAME_WIDTH:
            self.wide = min(value, self.most[0])
        if prop == cv2.CAP_PROP_FRAME_HEIGHT:
            self.high = min(value, self.most[1])
        if prop == cv2.CAP_PROP_FOURCC:
            self.kind = value
        return True


@pytest.fixture
def webcam(monkeypatch: pytest.MonkeyPatch) -> type[Webcam]:
    class Plugged(Webcam):
        asked: list[int | str] = []  # noqa: RUF012

    monkeypatch.setattr(cv2, "VideoCapture", Plugged)
    return Plugged


def size(name: str) -> tuple[int, ...]:
    image = open_camera(name).read()[1]
    assert image is not None
    return image.shape[1::-1]


def test_a_camera_is_asked_for_pictures_large_enough_for_dice(webcam: type[Webcam]) -> None:
    assert size("0") == (1280, 720)
    opened = open_camera("0")
    assert isinstance(opened, Webcam)
    assert opened.kind == cv2.VideoWriter.fourcc(*"MJPG")
    with still("2") as shoot:
        assert shoot().shape == (720, 1280, 3)


@pytest.mark.parametrize(("most", "gives"), [((800, 600), (800, 600)), ((320, 240), (320, 240))])
def test_what_a_camera_cannot_give_is_not_insisted_on(
    most: tuple[int, int], gives: tuple[int, int], webcam: type[Webcam]
) -> None:
    webcam.most = most
    assert size("0") == gives


def test_a_camera_that_gives_nothing_so_large_is_taken_as_it_is(webcam: type[Webcam]) -> None:
    webcam.weak = True
    assert size("0") == (640, 480)
    assert webcam.asked == [0, 0]


def test_a_camera_in_the_network_is_left_as_it_is_set_up(webcam: type[Webcam]) -> None:
    assert size("rtsp://kitchen/1") == (640, 480)
