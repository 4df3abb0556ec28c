"""Pictures as people have them, and files that are none."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest
from PIL import Image as Pil

from vision.pictures import LONGEST, BadPicture, read_picture, write_picture


def two_halves(width: int = 80, height: int = 40) -> Pil.Image:
    """Red on the left, white on the right."""
    picture = np.full((height, width, 3), 255, np.uint8)
    picture[:, : width // 2] = (255, 0, 0)
    return Pil.fromarray(picture)


def looks_right(picture: np.ndarray, left: tuple[int, int, int] = (0, 0, 255)) -> bool:
    height, width = picture.shape[:2]
    near = np.abs(picture[height // 2, width // 4].astype(int) - left).max() < 60
    return bool(near and picture[height // 2, 3 * width // 4].min() > 200)


def save_deep(path: Path) -> None:
    deep = np.full((40, 80, 3), 65535, np.uint16)
    deep[:, :40] = (0, 0, 65535)
    cv2.imwrite(str(path), deep)


def save_turned(path: Path) -> None:
    """Stored standing on its side; EXIF says how to turn it."""
    exif = Pil.Exif()
    exif[0x0112] = 6
    two_halves().transpose(Pil.Transpose.ROTATE_90).save(path, exif=exif, quality=95)


def save_animated(path: Path) -> None:
    first, second = two_halves(), Pil.new("RGB", (80, 40), "blue")
    first.save(path, save_all=True, append_images=[second], duration=100, loop=0, lossless=True)


@pytest.mark.parametrize(
    ("name", "save"),
    [
        ("plain.jpg", lambda path: two_halves().save(path, quality=95)),
        ("plain.png", lambda path: two_halves().save(path)),
        ("see-through.png", lambda path: two_halves().convert("RGBA").save(path)),
        ("palette.png", lambda path: two_halves().convert("P").save(path)),
        ("deep.png", save_deep),
        ("turned.jpg", save_turned),
        ("print.jpg", lambda path: two_halves().convert("CMYK").save(path, quality=95)),
        ("moving.gif", save_animated),
        ("moving.webp", save_animated),
        ("moving.png", save_animated),
        ("old.bmp", lambda path: two_halves().save(path)),
        ("scan.tiff", lambda path: two_halves().save(path)),
    ],
)
def test_every_kind_of_picture_comes_out_upright_and_in_colour(
    tmp_path: Path, name: str, save: Callable[[Path], None]
) -> None:
    save(tmp_path / name)
    picture = read_picture(tmp_path / name)
    assert picture.shape == (40, 80, 3)
    assert picture.dtype == np.uint8
    assert looks_right(picture)


def test_a_photograph_with_a_film_behind_it_is_a_photograph(tmp_path: Path) -> None:
    film = b"\0\0\0\x18ftypmp42\xff\xc0\0\x11\x08" + b"\xff" * 12 + bytes(90_000)
    two_halves().save(tmp_path / "moving.jpg", quality=95)
    with (tmp_path / "moving.jpg").open("ab") as file:
        file.write(film)
    assert looks_right(read_picture(tmp_path / "moving.jpg"))


def test_a_preview_that_is_whole_makes_no_whole_photograph(tmp_path: Path) -> None:
    path = tmp_path / "cut.jpg"
    two_halves().save(path)
    preview = path.read_bytes()
    Pil.fromarray(np.random.default_rng(1).integers(0, 255, (200, 200, 3), np.uint8)).save(path, quality=95)
    whole = path.read_bytes()
    path.write_bytes(whole[:2] + b"\xff\xe1" + (len(preview) + 2).to_bytes(2, "big") + preview + whole[2:-5000])
    with pytest.raises(BadPicture, match="breaks off before its end"):
        read_picture(path)


def test_a_grey_picture_has_three_channels_all_the_same(tmp_path: Path) -> None:
    two_halves().convert("L").save(tmp_path / "grey.jpg")
    picture = read_picture(tmp_path / "grey.jpg")
    assert picture.shape == (40, 80, 3)
    assert (picture[..., 0] == picture[..., 2]).all()


def test_a_hundred_megapixels_are_brought_down_to_what_dice_need(tmp_path: Path) -> None:
    Pil.new("RGB", (11600, 8700), "white").save(tmp_path / "huge.jpg", quality=60)
    picture = read_picture(tmp_path / "huge.jpg")
    assert max(picture.shape[:2]) <= LONGEST
    assert picture.shape[1] / picture.shape[0] == pytest.approx(11600 / 8700, abs=0.01)


def cut_off(path: Path) -> None:
    noise = np.random.default_rng(1).integers(0, 255, (200, 200, 3), np.uint8)
    Pil.fromarray(noise).save(path)
    path.write_bytes(path.read_bytes()[:9000])


@pytest.mark.parametrize(
    ("name", "make", "complaint"),
    [
        ("cut.jpg", cut_off, "breaks off before its end"),
        ("cut.png", cut_off, "breaks off before its end"),
        ("empty.jpg", lambda path: path.write_bytes(b""), "is empty"),
        ("words.jpg", lambda path: path.write_text("This is no picture."), "is not a picture that can be read"),
        ("noise.jpg", lambda path: path.write_bytes(b"\xff\xd8" + bytes(500) + b"\xff\xd9"), "is not a picture"),
        ("dot.png", lambda path: two_halves(4, 3).save(path), r"too small to show dice: 4 × 3 pixels"),
        ("folder.jpg", lambda path: path.mkdir(), "is a folder"),
        ("nowhere.jpg", lambda path: None, "does not exist"),
    ],
)
def test_what_is_no_picture_gets_one_sentence(
    tmp_path: Path, name: str, make: Callable[[Path], object], complaint: str
) -> None:
    make(tmp_path / name)
    with pytest.raises(BadPicture, match=complaint) as error:
        read_picture(tmp_path / name)
    assert str(error.value).count(".") <= 3
    assert str(tmp_path / name) in str(error.value)


def test_a_picture_is_kept_or_not(tmp_path: Path) -> None:
    picture = np.zeros((20, 20, 3), np.uint8)
    assert write_picture(tmp_path / "a.png", picture)
    assert not write_picture(tmp_path / "nowhere" / "a.png", picture)
    assert not write_picture(tmp_path / "a.nonsense", picture)
