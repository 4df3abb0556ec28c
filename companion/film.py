"""`python -m companion.film FOLDER…`: labelled photographs made into a video, and the video refereed as `watch` does.

A folder holds pictures and `labels.json`: `[{"image": "000.jpg", "dice": [{"face": "5", "box": [x0, y0, x1, y1]}]}]`.
Each picture with two dice is a throw in a game of Tintenherz: it fades in while the camera still pans, comes to rest,
and the noise and the brightness of a sensor lie over it. So pixels that nobody rendered go all the way to a verdict.
"""

from __future__ import annotations

import argparse
import json
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from companion.commands.watch import Teller, follow
from companion.games import game
from companion.referee import Book, Notebook, Question, Referee, Ruled
from companion.rules import Roll
from companion.table_talk import Lines
from companion.watcher import GRACE, NetworkEye, Watcher
from vision.crops import Image
from vision.gallery import shipped
from vision.kits import kit
from vision.pictures import read_picture
from vision.reading import DiceEye
from vision.sources import open_source

SIZE = (1280, 720)
RATE = 30
FADE, PAN, SHOWN = 14, 24, 120
"""Frames until a picture is all there, until the camera rests, and until the next one fades in."""
FAR = 30
"""Pixels of the pan."""
NOISE, FLICKER = 3.0, 0.02


@dataclass(frozen=True, slots=True, eq=False)
class Photo:
    """A picture and what its dice show, from left to right."""

    name: str
    path: Path
    faces: tuple[str, ...]


def photos(folder: Path, dice: int = 2) -> list[Photo]:
    """The pictures of a folder with so many dice, each labelled."""
    found = []
    for picture in json.loads((folder / "labels.json").read_text(encoding="utf-8")):
        faces = tuple(die["face"] for die in sorted(picture["dice"], key=lambda die: die["box"][0]))
        if len(faces) == dice and None not in faces:
            path = folder / picture["image"]
            found.append(Photo(f"{folder.parent.name}/{picture['image']}", path, faces))
    return found


def frames(shown: Sequence[Photo], seed: int = 1) -> Iterator[Image]:
    """The film, frame by frame."""
    rng = np.random.default_rng(seed)
    before = np.full((SIZE[1] + 2 * FAR, SIZE[0] + 2 * FAR, 3), 90, np.uint8)
    for photo in shown:
        now = _filling(read_picture(photo.path))
        way = rng.uniform(-1, 1, 2)
        for number in range(SHOWN):
            share = min(1.0, (number + 1) / FADE)
            picture = np.asarray(cv2.addWeighted(now, share, before, 1 - share, 0), np.uint8) if share < 1 else now
            left = max(0.0, 1 - number / PAN) ** 2
            x, y = (round(FAR + FAR * left * part) for part in way)
            yield _noisy(picture[y : y + SIZE[1], x : x + SIZE[0]], number, rng)
        before = now


def write_film(path: Path, shown: Sequence[Photo], seed: int = 1) -> None:
    """The film as a video file."""
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"mp4v"), RATE, SIZE)
    if not writer.isOpened():
        raise OSError(f"{path} cannot be written as a video.")
    for image in frames(shown, seed):
        writer.write(image)
    writer.release()


def _filling(picture: Image) -> Image:
    """The whole picture in the middle of a frame, with room for the pan; what lies beside it is as its edge is."""
    width, height = SIZE
    scale = min(width / picture.shape[1], height / picture.shape[0])
    way = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    small = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=way)
    across, down = width + 2 * FAR - small.shape[1], height + 2 * FAR - small.shape[0]
    sides = (down // 2, down - down // 2, across // 2, across - across // 2)
    return np.asarray(cv2.copyMakeBorder(small, *sides, cv2.BORDER_REPLICATE), np.uint8)


def _noisy(image: Image, number: int, rng: np.random.Generator) -> Image:
    gain = 1 + FLICKER * float(np.sin(2.1 * number))
    noise = rng.integers(0, 256, (image.shape[0] // 4, image.shape[1] // 4, 3), np.uint8)  # coarse: a codec eats fine
    noise = np.asarray(cv2.resize(noise, SIZE, interpolation=cv2.INTER_NEAREST), np.uint8)
    strength = NOISE / 74  # what even chances between 0 and 255 spread
    return np.asarray(cv2.addWeighted(image, gain, noise, strength, -127.5 * strength), np.uint8)


class Players(Lines):
    """What people at the table type: the first move there is, and what the dice really show when they are asked."""

    def __init__(self, watcher: Watcher, referee: Referee, truth: Callable[[float], tuple[str, ...]]) -> None:
        self._watcher, self._referee, self._truth = watcher, referee, truth

    def waiting(self) -> str | None:
        question, frame = self._referee.question, self._watcher.frame
        if question is not None:
            if frame is None or (question.patient and frame.at - question.settled.at < GRACE):
                return None
            faces = self._truth(question.settled.at)
            seen = question.settled.dice
            return f"correct {' '.join(faces)}" if len(seen) == len(faces) else "again"
        state = self._referee.state
        if any(not throw.optional for throw in state.expects().throws) or not state.legal_actions():
            return None
        return "1"


@dataclass
class Verdicts:
    """What became of each picture."""

    shown: int
    told: dict[int, str]
    wrong: list[str]

    def counts(self) -> Counter[str]:
        found = Counter(self.told.values())
        found["missed"] = self.shown - len(self.told)
        return found


class Listener(Teller):
    """Holds every verdict against the picture it is about."""

    def __init__(self, shown: Sequence[Photo]) -> None:
        super().__init__("en")
        self._shown = shown
        self.verdicts = Verdicts(len(shown), {}, [])

    def place(self, at: float) -> int:
        """Which picture was shown at a time."""
        return min(int(at * RATE / SHOWN), len(self._shown) - 1)

    def truth(self, at: float) -> tuple[str, ...]:
        return self._shown[self.place(at)].faces

    def tells(self, what: Ruled | Question) -> None:
        settled = what.settled
        if settled is None:
            return
        place = self.place(settled.at)
        if isinstance(what, Question):
            self.verdicts.told.setdefault(place, f"asked {what.code}")
            return
        roll = what.event.action
        if isinstance(roll, Roll) and place not in self.verdicts.told:
            faces = sorted(die.face for die in roll.thrown)
            right = faces == sorted(self._shown[place].faces)
            self.verdicts.told[place] = "right" if right else "wrong"
            if not right:
                self.verdicts.wrong.append(f"{self._shown[place].name}: {faces} for {self._shown[place].faces}")


def refereed(video: Path, shown: Sequence[Photo]) -> Verdicts:
    """The verdicts on a film, by the way that `wuerfelauge watch` goes; a game that ends is followed by another."""
    source = open_source(str(video))
    networks, dice = DiceEye(), kit("tintenherz")
    eye = NetworkEye(networks, dice, shipped(dice))
    listener = Listener(shown)
    while not source.ended:
        book: Book = Notebook(_start())
        referee = Referee(book)
        watcher = Watcher(source, eye, referee, dice)
        follow(source, watcher, referee, listener, Players(watcher, referee, listener.truth))
    return listener.verdicts


def _start() -> Any:  # noqa: ANN401 - a state of some game
    return game("tintenherz").start(["Ann", "Bob"])


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m companion.film")
    parser.add_argument("folders", nargs="+", type=Path, metavar="FOLDER")
    parser.add_argument("--most", type=int, default=200, help="pictures")
    parser.add_argument("--keep", type=Path, metavar="VIDEO", help="keep the video here")
    args = parser.parse_args()
    shown = [photo for folder in args.folders for photo in photos(folder)][: args.most]
    with tempfile.TemporaryDirectory() as folder:
        video = args.keep or Path(folder) / "film.mp4"
        write_film(video, shown)
        verdicts = refereed(video, shown)
    counts = verdicts.counts()
    print(f"{len(shown)} throws filmed: {', '.join(f'{n} {what}' for what, n in counts.most_common())}")
    for line in verdicts.wrong:
        print(f"  {line}")


if __name__ == "__main__":
    main()
