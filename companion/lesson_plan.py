"""The way through the faces of a kit: which one is wanted next, what was shown, what was left out. A value."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace

from vision.crops import Image
from vision.kits import Kit
from vision.teaching import ANY_BODY, Lesson

SIDES = 6
"""Faces that a die can have at once; kits may allow more where nobody knows which."""

Key = tuple[str, str]
"""A face of a body: (body, face)."""


@dataclass(frozen=True, slots=True, eq=False)
class LessonPlan:
    """Body after body, face after face; what is taught already is not asked for again."""

    kit: Kit
    lesson: Lesson
    skipped: frozenset[Key] = frozenset()
    chosen: Key | None = None
    """A face that somebody wants to show now, whatever comes next."""
    body: str | None = None
    """Of the die that was shown last: its other faces come first."""
    fresh: int = 0
    """How many of the lesson's last pictures were taken just now."""

    @property
    def keys(self) -> tuple[Key, ...]:
        """All faces of all bodies."""
        return tuple(dict.fromkeys((die.body, face) for die in self.kit.dice for face in die.faces))

    @property
    def bodies(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(body for body, _ in self.keys))

    @property
    def missing(self) -> tuple[Key, ...]:
        """What nobody has shown yet, left out or not."""
        return tuple(self.lesson.missing(self.kit))

    @property
    def wanted(self) -> Key | None:
        """The face to show now; None if there is nothing left to ask for."""
        if self.chosen is not None:
            return self.chosen
        open_keys = [key for key in self.missing if key not in self.skipped]
        return min(open_keys, key=lambda key: key[0] != self.body, default=None)

    @property
    def taught(self) -> int:
        return len(self.keys) - len(self.missing)

    @property
    def total(self) -> int:
        """What is taught and what is still asked for; what was left out does not count."""
        return len(self.keys) - len(self.skipped.intersection(self.missing))

    @property
    def known(self) -> float:
        """The share of different faces that were shown on some die: a face looks much the same on another."""
        names = {face for _, face in self.keys}
        return len(names.intersection(self.lesson.faces)) / len(names)

    @property
    def die_is_known(self) -> bool:
        """Whether the die in hand has shown as many faces as a die has, though the kit allows it more."""
        body = self.wanted[0] if self.wanted is not None else self.body
        shown = {face for b, face in self.lesson.shots() if b == body}
        return len(shown) >= SIDES and any(key[0] == body for key in self.missing)

    def shots(self, key: Key) -> tuple[int, ...]:
        """Where the pictures of a face are in the lesson, oldest first."""
        pairs = zip(self.lesson.bodies, self.lesson.faces, strict=True)
        return tuple(i for i, (body, face) in enumerate(pairs) if face == key[1] and body in (key[0], ANY_BODY))

    def counts(self) -> Counter[Key]:
        """How many pictures there are of each face."""
        return Counter({key: len(self.shots(key)) for key in self.keys})

    # --- what people do ---------------------------------------------------------------------------------------------

    def took(self, picture: Image) -> LessonPlan:
        """A picture of the wanted face was taken."""
        assert self.wanted is not None
        body, face = self.wanted
        lesson = self.lesson.add(body, face, picture)
        fresh = min(self.fresh + 1, len(lesson))
        return replace(self, lesson=lesson, chosen=None, body=body, fresh=fresh, skipped=self.skipped - {(body, face)})

    def skip(self) -> LessonPlan:
        """Leave the wanted face out for now."""
        if self.wanted is None:
            return self
        return replace(self, skipped=self.skipped | {self.wanted}, chosen=None, body=self.wanted[0])

    def next_die(self) -> LessonPlan:
        """Leave out what is missing of the die in hand."""
        if self.wanted is None:
            return self
        body = self.wanted[0]
        rest = {key for key in self.missing if key[0] == body}
        return replace(self, skipped=self.skipped | rest, chosen=None, body=None)

    def choose(self, key: Key) -> LessonPlan:
        """Show this face now, again if it was shown before."""
        return replace(self, chosen=key, body=key[0], skipped=self.skipped - {key})

    def ask_again(self) -> LessonPlan:
        """Ask for what was left out."""
        return replace(self, skipped=frozenset(), chosen=None, body=None)

    def drop(self, place: int) -> LessonPlan:
        """Without a picture of the lesson; its face is wanted again if it was the last one."""
        key = self.lesson.bodies[place], self.lesson.faces[place]
        fresh = self.fresh - (place >= len(self.lesson) - self.fresh)
        after = replace(self, lesson=self.lesson.drop(place), fresh=fresh)
        return after.choose(key) if key in after.missing else after

    def undo(self) -> LessonPlan:
        """Without the last picture taken just now."""
        return self.drop(len(self.lesson) - 1) if self.fresh else self

    def forget(self) -> LessonPlan:
        """From the beginning."""
        return LessonPlan(self.kit, Lesson.empty(self.kit))
