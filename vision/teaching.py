"""What a table has taught: pictures of its own faces, kept beside the gallery that ships.

A lesson keeps the cut-out faces themselves, not the network's numbers: a better network can look at them again.
"""

from __future__ import annotations

import io
import zipfile
import zlib
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from calibration.bounded import MEGABYTE, read_bounded
from calibration.shelf import write_whole
from vision.crops import SIZE, Image
from vision.gallery import NOTHING, Gallery, shipped, together
from vision.kits import LONGEST_WORD, Kit
from vision.reader import FaceReader

FORMAT = 1
MOST_SHOTS = 5
"""Pictures kept of a face; the oldest goes when another comes."""
MOST_PICTURES = 1000
"""Of a lesson; five of each face that any kit has are fewer."""
LARGEST = 20 * MEGABYTE
TURNS = 4
ANY_BODY = ""


class BadLesson(ValueError):
    """A lesson file that cannot be used; the sentence says why."""


@dataclass(frozen=True, slots=True)
class Lesson:
    """The faces taught for a kit, each with its body and name; light taken out."""

    kit: str
    bodies: tuple[str, ...]
    faces: tuple[str, ...]
    pictures: Image

    @classmethod
    def empty(cls, kit: Kit) -> Lesson:
        return cls(kit.id, (), (), np.zeros((0, SIZE, SIZE, 3), np.uint8))

    def __len__(self) -> int:
        return len(self.faces)

    def add(self, body: str, face: str, picture: Image) -> Lesson:
        """With one more picture of a face; of the same face at most five are kept."""
        same = [i for i, key in enumerate(zip(self.bodies, self.faces, strict=True)) if key == (body, face)]
        kept = self._without(same[: max(0, len(same) - MOST_SHOTS + 1)])
        return replace(
            kept,
            bodies=(*kept.bodies, body),
            faces=(*kept.faces, face),
            pictures=np.concatenate([kept.pictures, picture[None]]),
        )

    def remove(self, body: str | None = None, face: str | None = None) -> Lesson:
        """Without the pictures of a body, of a face, or of a face on a body."""
        gone = [
            i
            for i, (b, f) in enumerate(zip(self.bodies, self.faces, strict=True))
            if body in (None, b) and face in (None, f)
        ]
        return self._without(gone)

    def drop(self, place: int) -> Lesson:
        """Without one picture."""
        return self._without([place])

    def _without(self, gone: Sequence[int]) -> Lesson:
        kept = [i for i in range(len(self)) if i not in set(gone)]
        return replace(
            self,
            bodies=tuple(self.bodies[i] for i in kept),
            faces=tuple(self.faces[i] for i in kept),
            pictures=self.pictures[kept],
        )

    def shots(self) -> Counter[tuple[str, str]]:
        """How many pictures there are of each face on each body."""
        return Counter(zip(self.bodies, self.faces, strict=True))

    def missing(self, kit: Kit) -> list[tuple[str, str]]:
        """The faces of the kit that nobody has shown yet."""
        known = set(self.shots())
        wanted = dict.fromkeys((die.body, face) for die in kit.dice for face in die.faces)
        return [key for key in wanted if key not in known and (ANY_BODY, key[1]) not in known]

    def gallery(self, kit: Kit, reader: FaceReader) -> Gallery:
        """The taught faces as the reader sees them; faces nobody has shown are as they ship.

        A face that was shown on one body only is known on the others as it ships and as it looks on that one.
        """
        ships = shipped(kit)
        if not len(self):
            return ships
        turned = np.concatenate([np.rot90(self.pictures, k, axes=(1, 2)) for k in range(TURNS)])
        vectors = reader.looks(np.ascontiguousarray(turned)).embeddings
        taught = Gallery(self.faces * TURNS, self.bodies * TURNS, vectors)
        shown = set(self.faces)
        rest = [(i, "") for i, name in enumerate(ships.names) if name not in shown or name == NOTHING]
        lent = []
        for body, face in self.missing(kit):
            if face in shown:
                rest += [(i, body) for i, name in enumerate(ships.names) if name == face]
                lent += [(i, body) for i, name in enumerate(taught.names) if name == face]
        return together([taught, _rows(ships, rest), _rows(taught, lent)])

    def to_bytes(self) -> bytes:
        """The lesson as a file."""
        out = io.BytesIO()
        np.savez_compressed(
            out,
            format=np.array(FORMAT),
            kit=np.array(self.kit),
            bodies=np.array(self.bodies, dtype=np.str_),
            faces=np.array(self.faces, dtype=np.str_),
            pictures=self.pictures,
        )
        return out.getvalue()

    @classmethod
    def from_bytes(cls, content: bytes) -> Lesson:
        """The lesson of a file; BadLesson if it is none."""
        try:
            with zipfile.ZipFile(io.BytesIO(content)) as parts:
                version = _part(parts, "format", MEGABYTE)
                if version.shape != () or version.dtype.kind not in "iu":
                    raise BadLesson("This is not a lesson, or it is damaged.")
                if version > FORMAT:
                    raise BadLesson("This lesson was written by a newer Würfelauge.")
                lesson = cls(
                    _words(_part(parts, "kit", MEGABYTE).reshape(1))[0],
                    _words(_part(parts, "bodies", MEGABYTE)),
                    _words(_part(parts, "faces", MEGABYTE)),
                    _part(parts, "pictures", MOST_PICTURES * SIZE * SIZE * 3 + MEGABYTE),
                )
        except BadLesson:
            raise
        except (OSError, KeyError, ValueError, EOFError, TypeError, zlib.error, zipfile.BadZipFile):
            raise BadLesson("This is not a lesson, or it is damaged.") from None
        except (NotImplementedError, RuntimeError):  # packed or locked as this program never does
            raise BadLesson("This is not a lesson, or it is damaged.") from None
        right = (len(lesson.faces), SIZE, SIZE, 3)
        if lesson.pictures.shape != right or lesson.pictures.dtype != np.uint8 or len(lesson.bodies) != right[0]:
            raise BadLesson("This lesson is damaged: its pictures do not fit its names.")
        if len(lesson) > MOST_PICTURES:
            raise BadLesson(f"This lesson has {len(lesson)} pictures; {MOST_PICTURES} are the most.")
        return lesson

    def strange(self, kit: Kit) -> str | None:
        """A die of this lesson that the kit does not have, in words; None if it has them all."""
        known = {(body, face) for die in kit.dice for body in (die.body, ANY_BODY) for face in die.faces}
        odd = (f"{body} {face}".strip() for body, face in self.shots() if (body, face) not in known)
        return next(odd, None)


def _part(parts: zipfile.ZipFile, name: str, most: int) -> Any:  # noqa: ANN401 - an array of anything
    """One array of a lesson's file. What its header promises is believed only if the file holds it."""
    with parts.open(f"{name}.npy") as file:
        content = io.BytesIO(file.read(most + 1))
    if content.getbuffer().nbytes > most:
        raise BadLesson("This lesson is larger than any lesson can be.")
    version = np.lib.format.read_magic(content)
    if version != (1, 0):
        raise ValueError("an array of another kind")
    shape, in_columns, dtype = np.lib.format.read_array_header_1_0(content)
    if dtype.kind not in "iuU":  # numbers and words; never objects, which could be code
        raise ValueError("an array of another kind")
    return np.frombuffer(content.read(), dtype).reshape(shape, order="F" if in_columns else "C")


def _words(data: Any) -> tuple[str, ...]:  # noqa: ANN401
    """The names in an array of them."""
    if data.ndim != 1 or data.dtype.kind != "U":
        raise ValueError("no names")
    words = tuple(str(word) for word in data)
    if not all(len(word) <= LONGEST_WORD and word.isprintable() for word in words):
        raise BadLesson("This lesson is damaged: its names are none.")
    return words


def _rows(gallery: Gallery, picked: Sequence[tuple[int, str]]) -> Gallery:
    """Rows of a gallery, each for a body."""
    rows = [i for i, _ in picked]
    return Gallery(tuple(gallery.names[i] for i in rows), tuple(body for _, body in picked), gallery.vectors[rows])


def lesson_path(folder: Path, kit: Kit) -> Path:
    """Where the lesson of a kit lies in the user's data folder."""
    return folder / "lessons" / f"{kit.id}.npz"


def load_lesson(path: Path, kit: Kit) -> Lesson:
    """The lesson kept for a kit; an empty one if nothing was taught yet."""
    try:
        return read_lesson(path, kit)
    except FileNotFoundError:
        return Lesson.empty(kit)
    except OSError as error:
        raise BadLesson(f"{path} cannot be read: {error.strerror}.") from None


def read_lesson(path: Path, kit: Kit) -> Lesson:
    """The lesson in a file; BadLesson if it is none, or one of another kit, OSError if it cannot be read."""
    try:
        lesson = Lesson.from_bytes(read_bounded(path, LARGEST))
    except BadLesson as error:
        raise BadLesson(f"{path}: {error}") from None
    if lesson.kit != kit.id:
        raise BadLesson(f"{path} was taught for the kit {lesson.kit}, not for {kit.id}.")
    return lesson


def save_lesson(path: Path, lesson: Lesson) -> None:
    """Put in place whole, so that nothing is lost half-way."""
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, lesson.to_bytes())
