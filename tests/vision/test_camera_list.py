"""Which cameras there are, as Linux lists them and as they are found elsewhere."""

from __future__ import annotations

from pathlib import Path

import pytest

from vision.camera_list import CameraInfo, cameras


def entry(folder: Path, number: int, name: str, index: str | None = "0") -> None:
    (folder / f"video{number}").mkdir()
    (folder / f"video{number}" / "name").write_text(name + "\n")
    if index is not None:
        (folder / f"video{number}" / "index").write_text(index + "\n")


def test_linux_lists_each_camera_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.platform", "linux")
    entry(tmp_path, 2, "HD Pro Webcam: HD Pro Webcam")
    entry(tmp_path, 0, "Integrated Camera")
    entry(tmp_path, 1, "Integrated Camera", index="1")
    entry(tmp_path, 3, "odd one", index=None)
    assert cameras(tmp_path) == [
        CameraInfo(0, "Integrated Camera"),
        CameraInfo(2, "HD Pro Webcam"),
        CameraInfo(3, "odd one"),
    ]


def test_without_a_camera_the_list_is_empty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.platform", "linux")
    assert cameras(tmp_path / "none") == []


def test_elsewhere_the_first_numbers_are_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    released: list[int] = []

    class Capture:
        def __init__(self, number: int) -> None:
            self.number = number

        def isOpened(self) -> bool:  # noqa: N802 - OpenCV's name
            return self.number in (0, 2)

        def release(self) -> None:
            released.append(self.number)

    monkeypatch.setattr("sys.platform", "darwin")
    monkeypatch.setattr("cv2.VideoCapture", Capture)
    assert cameras() == [CameraInfo(0), CameraInfo(2)]
    assert released == [0, 1, 2, 3], "none is kept from others"
