"""Kit files of strangers: understood or refused with a sentence, and never more than a list of dice."""

from __future__ import annotations

from collections.abc import Callable
from importlib.resources import files
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.hostile.attack import ODD_TOML, altered, damaged, promptly, tries
from vision.gallery import shipped
from vision.kits import BadKit, Kit, load_kit
from vision.pictures import read_picture
from vision.reading import DiceEye
from vision.teaching import lesson_path

KITS = [(files("models") / "kits" / f"{name}.toml").read_text(encoding="utf-8") for name in ("pips", "wuerfelhelden")]
WHOLE = 'id = "k"\nname = { en = "K", de = "K" }\n[[die]]\nbody = "red"\nfaces = ["1", "2"]\ncount = 2\n'
Command = Callable[..., int]

some_kits = st.sampled_from((WHOLE, WHOLE, *KITS)).flatmap(lambda text: altered(text, ODD_TOML))
some_bytes = st.sampled_from((WHOLE, *KITS)).flatmap(lambda text: damaged(text.encode()))


def is_harmless(kit: Kit, folder: Path) -> bool:
    texts = [kit.id, *kit.name.values(), *(text for die in kit.dice for text in (die.body, *die.faces))]
    return (
        lesson_path(folder, kit).resolve().parent == (folder / "lessons").resolve()
        and all(text.isprintable() and len(text) < 200 for text in texts)
        and all(die.count < 1000 and len(die.faces) < 1000 for die in kit.dice)
    )


@tries(120)
@given(st.one_of(some_kits.map(str.encode), some_bytes))
def test_an_altered_kit_is_a_kit_or_a_sentence(tmp_path: Path, command: Command, content: bytes) -> None:
    path = tmp_path / "mine.toml"
    path.write_bytes(content)
    with promptly():
        try:
            made = load_kit(path)
        except BadKit as error:
            assert "mine.toml" in str(error)
            assert command("kits", str(path)) == 2
        else:
            assert is_harmless(made, tmp_path)
            assert command("kits", str(path)) == 0


@pytest.fixture(scope="module")
def eye() -> DiceEye:
    return DiceEye()


@tries(12)
@given(some_kits)
def test_pictures_can_be_read_with_every_kit_that_is_one(tmp_path: Path, eye: DiceEye, text: str) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(text, encoding="utf-8")
    try:
        made = load_kit(path)
    except BadKit:
        return
    frame = read_picture(Path(str(files("models") / "bench" / "2.jpg")))
    with promptly():
        reading = eye.read(frame[::2, ::2].copy(), made, shipped(made))
    assert {die.face for die in reading.dice if not die.leaning} <= {face for die in made.dice for face in die.faces}
