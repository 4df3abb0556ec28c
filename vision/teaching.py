"""What a table has taught: pictures of its own faces, kept beside the gallery that ships.

A lesson keeps the cut-out faces themselves, not the network's numbers: a better network can look at them again.
"""

from __future__ import annotations

import io
import zipfile
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from vision.crops import SIZE, Image
from vision.gallery import NOTHING, Gallery, shipped, together
from vision.kits import Kit
from vision.reader import FaceReader

FORMAT = 1
MOST_SHOTS = 5
"""Pictures kept of a face; the oldest goes when another comes."""
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
            with np.load(io.BytesIO(content), allow_pickle=False) as data:
                if int(data["format"]) > FORMAT:
                    raise BadLesson("This lesson was written by a newer Würfelauge.")
                lesson = cls(
                    str(data["kit"]),
                    tuple(str(body) for body in data["bodies"]),
                    tuple(str(face) for face in data["faces"]),
                    np.asarray(data["pictures"]),
                )
        except (OSError, KeyError, ValueError, EOFError, TypeError, zipfile.BadZipFile) as error:
            if isinstance(error, BadLesson):
                raise
            raise BadLesson("This is not a lesson, or it is damaged.") from None
        right = (len(lesson.faces), SIZE, SIZE, 3)
        if lesson.pictures.shape != right or lesson.pictures.dtype != np.uint8 or len(lesson.bodies) != right[0]:
            raise BadLesson("This lesson is damaged: its pictures do not fit its names.")
        return lesson


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
        lesson = Lesson.from_bytes(path.read_bytes())
    except FileNotFoundError:
        return Lesson.empty(kit)
    except (OSError, BadLesson) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise BadLesson(f"{path}: {reason}") from None
    if lesson.kit != kit.id:
        raise BadLesson(f"{path} was taught for the kit {lesson.kit}, not for {kit.id}.")
    return lesson


def save_lesson(path: Path, lesson: Lesson) -> None:
    """Written beside the old file and then put in its place, so that nothing is lost half-way."""
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_suffix(".new")
    fresh.write_bytes(lesson.to_bytes())
    fresh.replace(path)
