"""Opens what a table is watched with, as the settings say: camera or simulated table, networks, mat, buzzer."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from random import SystemRandom
from typing import Protocol

from calibration.profile import BadProfile, Profile
from companion.corrections import corrections_path, learn, load_corrections, with_corrections
from companion.finding import Eyes, NetworkFind
from companion.journal import Shot
from companion.prints import has_numerals
from companion.profiles import find_profile
from companion.rules import Text
from companion.settings import Settings
from companion.sight import Learn, Watching
from companion.troubles import unwritten
from companion.watcher import Mat, NetworkEye
from hardware.link import Link, News
from vision.camera_list import LINUX
from vision.camera_list import cameras as listed_cameras
from vision.gallery import Gallery, shipped
from vision.kits import Kit
from vision.reading import DiceEye
from vision.simulated_table import SimulatedTable
from vision.sources import open_source
from vision.teaching import BadLesson, lesson_path, load_lesson
from vision.userdata import data_folder

SIMULATED, BY_HAND = "sim", "none"
MOST_CAMERAS = 4


def open_watching(settings: Settings, kit: Kit, seed: int | None = None) -> Watching | None:
    """The eyes of the table; None if dice are entered by hand. SourceError if the camera cannot be used at all."""
    if settings.camera == BY_HAND:
        return None
    networks = DiceEye()
    taught = known_faces(kit, networks)
    if settings.camera == SIMULATED:
        chosen = SystemRandom().randrange(1_000_000) if seed is None else seed
        return Watching(SimulatedTable(chosen, numerals=has_numerals(kit.id)), NetworkEye(networks, kit, taught))
    profile = _profile(settings.profile)
    mat = Mat(profile, settings.camera) if profile is not None else None
    eye = NetworkEye(networks, kit, taught, mat)
    return Watching(open_source(settings.camera), eye, mat, _learning(eye, kit, networks) if settings.learn else None)


def _learning(eye: NetworkEye, kit: Kit, networks: DiceEye) -> Learn:
    """What the eye learns from corrections: those of games before at once, others as they are made."""
    taught, path = eye.gallery, corrections_path(lesson_path(data_folder(), kit))
    eye.gallery, eye.contested = with_corrections(taught, load_corrections(path, kit), kit, networks.reader)

    def more(shots: Sequence[Shot]) -> Text | None:
        try:
            lesson = learn(shots, path, kit)
        except OSError as error:
            return unwritten(path, error)
        eye.gallery, eye.contested = with_corrections(taught, lesson, kit, networks.reader)
        return None

    return more


class OpenEyes(Protocol):
    """A way to open eyes: by a camera's name, with or without a profile."""

    def __call__(self, camera: str, profile: str = "", *, numerals: bool = False) -> Eyes: ...


def open_eyes(camera: str, profile: str = "", *, numerals: bool = False) -> Eyes:
    """Eyes that find dice and name none: to check a camera, or to teach. SourceError if it is no camera."""
    if camera == SIMULATED:
        table = SimulatedTable(SystemRandom().randrange(1_000_000), numerals=numerals)
        return Eyes(table, NetworkFind(DiceEye()), rehearsal=True)
    return Eyes(open_source(camera), NetworkFind(DiceEye(), _profile(profile)))


def cameras(listed: Path = LINUX) -> list[str]:
    """The numbers of the cameras the system lists; where it keeps no list the first, for trying them takes seconds."""
    found = listed_cameras(listed) if sys.platform.startswith("linux") else []
    return [str(info.number) for info in found[:MOST_CAMERAS]] or ["0"]


def known_faces(kit: Kit, networks: DiceEye) -> Gallery:
    """What the table has taught of a kit, the rest as it ships; a lesson that is damaged teaches nothing."""
    try:
        return load_lesson(lesson_path(data_folder(), kit), kit).gallery(kit, networks.reader)
    except BadLesson:
        return shipped(kit)


def open_link(settings: Settings, hear: Callable[[News], None]) -> Link | None:
    """The buzzer, if it is wanted; it is looked for as long as it takes, and nobody waits for it."""
    return None if settings.buzzer == BY_HAND else Link(hear, settings.buzzer or None)


def _profile(name: str) -> Profile | None:
    if not name:
        return None
    try:
        return find_profile(name)
    except BadProfile:
        return None
