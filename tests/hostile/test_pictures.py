"""Pictures of strangers: read, or refused with a sentence before they take the memory they promise."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image as Pil

from tests.hostile.attack import damaged, promptly, tries
from vision.pictures import LONGEST, BadPicture, read_picture

Command = Callable[..., int]


def pictures() -> dict[str, bytes]:
    """One of every kind that cameras, scanners and people make."""
    noise = np.random.default_rng(5).integers(0, 255, (9, 12, 3), np.uint8)
    picture = Pil.fromarray(noise).resize((48, 36), Pil.Resampling.BICUBIC)
    exif = Pil.Exif()
    exif[0x0112] = 6
    made = {
        "plain.jpg": (picture, {"quality": 80}), "turned.jpg": (picture, {"exif": exif}),
        "steps.jpg": (picture, {"progressive": True}), "print.jpg": (picture.convert("CMYK"), {}),
        "plain.png": (picture, {}), "clear.png": (picture.convert("RGBA"), {}), "few.png": (picture.convert("P"), {}),
        "moving.png": (picture, {"save_all": True, "append_images": [picture.rotate(90)]}),
        "moving.gif": (picture, {"save_all": True, "append_images": [picture.rotate(90)]}),
        "plain.webp": (picture, {}), "exact.webp": (picture, {"lossless": True}),
        "moving.webp": (picture, {"save_all": True, "append_images": [picture.rotate(90)]}),
        "old.bmp": (picture, {}), "scan.tif": (picture, {}), "packed.tif": (picture, {"compression": "tiff_lzw"}),
    }  # fmt: skip
    found = {}
    for name, (image, how) in made.items():
        out = io.BytesIO()
        image.save(out, {"jpg": "jpeg", "tif": "tiff"}.get(name[-3:], name.rpartition(".")[2]), **how)
        found[name] = out.getvalue()
    deep = np.asarray(noise, np.uint16).repeat(4, 0).repeat(4, 1) * 257
    found["deep.png"] = cv2.imencode(".png", deep)[1].tobytes()
    found["deep.tif"] = cv2.imencode(".tif", deep)[1].tobytes()
    return found


PICTURES = pictures()
some = st.sampled_from(sorted(PICTURES)).flatmap(lambda name: st.tuples(st.just(name), damaged(PICTURES[name])))


@pytest.mark.parametrize("name", sorted(PICTURES))
def test_whole_they_can_all_be_read(name: str, tmp_path: Path) -> None:
    (tmp_path / name).write_bytes(PICTURES[name])
    assert sorted(read_picture(tmp_path / name).shape) == [3, 36, 48]


@tries(400)
@given(some)
def test_a_damaged_picture_is_read_or_refused(tmp_path: Path, picture: tuple[str, bytes]) -> None:
    name, content = picture
    path = tmp_path / name
    path.write_bytes(content)
    with promptly():
        try:
            read = read_picture(path)
        except BadPicture as error:
            assert str(path) in str(error)
            assert "\n" not in str(error)
        else:
            assert read.dtype == np.uint8
            assert read.ndim == 3
            assert max(read.shape) <= LONGEST
