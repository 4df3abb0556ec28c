"""OpenCV and FFmpeg print what they tried when a camera or a video fails; people get a sentence instead."""

from __future__ import annotations

import os

import cv2


def hush() -> None:
    """Keep them silent from now on; a level somebody has chosen in the environment stays."""
    os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")
    if "OPENCV_LOG_LEVEL" not in os.environ:
        cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)
