"""Frames from video files and folders as OpenCV writes them, and files that are neither."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.cameras import Camera
from vision.frames import Frame, Source, SourceError
from vision.sources import PICTURE_SECONDS, open_source


def grey(level: int) -> np.ndarray:
    return np.full((48, 64, 3), level, np.uint8)


def write_video(path: Path, levels: list[int], rate: float = 25.0) -> None:
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), rate, (64, 48))
    assert writer.isOpened()
    for level in levels:
        writer.write(grey(level))
    writer.release()


def all_frames(source: Source) -> list[Frame]:
    frames = []
    while (frame := source.next_frame()) is not None:
        frames.append(frame)
    return frames


def test_a_video_gives_every_frame_with_its_time(tmp_path: Path) -> None:
    write_video(tmp_path / "throw.avi", [40, 80, 120, 160])
    source = open_source(str(tmp_path / "throw.avi"))
    frames = all_frames(source)
    assert [round(frame.image.mean() / 40) for frame in frames] == [1, 2, 3, 4]
    assert [frame.at for frame in frames] == pytest.approx([0, 0.04, 0.08, 0.12], abs=0.002)
    assert [frame.number for frame in frames] == [0, 1, 2, 3]
    assert source.ended
    assert not source.live
    assert source.trouble is None


def test_a_video_that_breaks_off_gives_what_it_has_and_says_so(tmp_path: Path) -> None:
    whole = tmp_path / "whole.avi"
    write_video(whole, [i % 200 + 20 for i in range(100)])
    torn = tmp_path / "torn.avi"
    torn.write_bytes(whole.read_bytes()[: whole.stat().st_size // 2])
    source = open_source(str(torn))
    frames = all_frames(source)
    assert 10 < len(frames) < 90
    assert source.trouble is not None
    assert source.trouble.kind == "breaks-off"
    assert source.trouble.about.endswith("torn.avi")


def test_a_file_that_is_no_video_is_refused_with_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "notes.mp4").write_text("not a video at all")
    with pytest.raises(SourceError, match=r"notes\.mp4 is not a video that can be played"):
        open_source(str(tmp_path / "notes.mp4"))


def test_a_folder_shows_its_pictures_in_the_order_of_their_names(tmp_path: Path) -> None:
    for name, level in (("b.png", 200), ("a.jpg", 100), ("notes.txt", 0)):
        if name.endswith(".txt"):
            (tmp_path / name).write_text("no picture")
        else:
            cv2.imwrite(str(tmp_path / name), grey(level))
    frames = all_frames(open_source(str(tmp_path)))
    assert len(frames) == 80
    assert [round(frame.image.mean()) for frame in frames[::40]] == [100, 200]
    assert frames[40].at == pytest.approx(PICTURE_SECONDS)


def test_a_damaged_picture_is_left_out_and_named(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "b.png"), grey(100))
    (tmp_path / "a.png").write_bytes(b"\x89PNG and no more")
    source = open_source(str(tmp_path))
    assert len(all_frames(source)) == 40
    assert source.trouble is not None
    assert source.trouble.about.endswith("a.png")


def test_a_folder_without_pictures_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="no pictures"):
        open_source(str(tmp_path))


def test_what_is_no_source_at_all_is_refused() -> None:
    with pytest.raises(SourceError, match="no camera number"):
        open_source("kitchen")


def test_a_closed_source_has_ended(tmp_path: Path) -> None:
    write_video(tmp_path / "throw.avi", [40, 80])
    source = open_source(str(tmp_path / "throw.avi"))
    source.close()
    assert source.ended
    assert source.next_frame() is None


def test_a_number_is_a_camera_that_is_looked_for() -> None:
    source = open_source("97")
    try:
        assert isinstance(source, Camera)
        assert source.next_frame(timeout=0.2) is None
        assert source.trouble is not None
        assert source.trouble.kind in ("looking", "gone")
        assert not source.ended
    finally:
        source.close()
