"""What a die is called: shades by the colour people say, unless the kit tells them apart."""

from __future__ import annotations

import numpy as np
import pytest

from vision.gallery import shipped
from vision.kits import Kit, KitDie
from vision.locator import Found
from vision.naming import ANY, guesses
from vision.networks import load
from vision.reader import FaceReader, Looks

FACES = ("1", "2", "3", "4", "5", "6")
FOUND = Found(
    np.zeros((1, 2), np.float32),
    np.eye(2, dtype=np.float32)[None] * 20,
    np.array([[-20, -20, 20, 20]], np.float32),
    np.ones(1, np.float32),
    np.zeros(1, np.float32),
    (1.0, 1.0, 1.0),
)
"""One die, clearly seen."""


@pytest.fixture(scope="module")
def reader() -> FaceReader:
    return FaceReader(load("reader"))


def kit_of(*bodies: str) -> Kit:
    return Kit("some", {"en": "Some", "de": "Welche"}, False, tuple(KitDie(body, FACES, 1) for body in bodies))


def looks_of(reader: FaceReader, colours: dict[str, float]) -> Looks:
    """A die that looks like a 5 of these colours."""
    gallery = shipped(kit_of(ANY))
    told = np.log([[colours.get(name, 1e-6) for name in reader.colours]]).astype(np.float32)
    face = gallery.vectors[[gallery.names.index("5")]]
    return Looks(face, told, np.zeros((1, 7), np.float32), np.zeros((1, 64, 64, 3), np.uint8))


@pytest.mark.parametrize(
    ("colours", "called"),
    [
        ({"ivory": 0.9, "yellow": 0.1}, "white"),
        ({"ivory": 0.3, "white": 0.3, "yellow": 0.4}, "white"),
        ({"cyan": 0.6, "green": 0.4}, "blue"),
        ({"red": 0.6, "orange": 0.4}, "red"),
    ],
)
def test_shades_are_called_by_the_colour_people_say(reader: FaceReader, colours: dict[str, float], called: str) -> None:
    kit = kit_of(ANY)
    (guess,) = guesses(FOUND, looks_of(reader, colours), kit, shipped(kit), reader)
    assert (guess.colour, guess.face) == (called, "5")


def test_a_kit_that_has_a_shade_of_its_own_tells_it_apart(reader: FaceReader) -> None:
    kit = kit_of("white", "ivory")
    (guess,) = guesses(FOUND, looks_of(reader, {"ivory": 0.8, "white": 0.2}), kit, shipped(kit), reader)
    assert guess.body == "ivory"


def test_an_off_white_die_is_the_white_one_beside_yellow(reader: FaceReader) -> None:
    kit = kit_of("white", "yellow")
    (guess,) = guesses(FOUND, looks_of(reader, {"ivory": 0.7, "yellow": 0.3}), kit, shipped(kit), reader)
    assert guess.body == "white"
