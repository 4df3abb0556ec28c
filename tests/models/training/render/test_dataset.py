from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np

from models.training import faces
from models.training.render.dataset import Order, label_of, make_picture, read, write
from tests.models.training.render.plain_art import PlainArt


def test_stopped_run_goes_on_where_it_stood(tmp_path: Path) -> None:
    order = Order(tmp_path, 3, 5, PlainArt(), long_side=192)
    assert write(order) == 3
    listing = tmp_path / "shard-00000.jsonl"
    whole = listing.read_text(encoding="utf-8")
    # killed in the middle of the last line
    listing.write_text(whole[:-40], encoding="utf-8")
    assert write(order) == 1
    assert listing.read_text(encoding="utf-8") == whole
    assert write(order) == 0


def test_picture_can_be_made_again_from_its_line(tmp_path: Path) -> None:
    order = Order(tmp_path, 2, 9, PlainArt(), long_side=192)
    write(order)
    for path, line in read(tmp_path):
        again = make_picture(order, line["seed"][1])
        stored = cv2.imread(str(path))
        assert stored is not None
        assert stored.shape == again.image.shape
        assert float(np.abs(stored.astype(float) - again.image).mean()) < 4
        assert [label_of(one).face for one in line["dice"]] == [label.face for label in again.dice]


def test_faces_are_cut_from_all_that_can_be_read(tmp_path: Path) -> None:
    write(Order(tmp_path / "pictures", 4, 2, PlainArt(), long_side=320))
    faces.write([tmp_path / "pictures"], tmp_path / "faces", seed=1)
    labels = [(label_of(one), one) for _, line in read(tmp_path / "pictures") for one in line["dice"]]
    readable = [
        label.face
        for label, one in labels
        if label.visible > 0.85 and not label.cocked and one["contrast"] >= faces.DULLEST
    ]
    stored = faces.load([tmp_path / "faces"])
    assert [label for label in stored.labels if label != faces.NOTHING] == readable
    assert readable
    assert faces.NOTHING in stored.labels
    assert stored.images.shape == (len(stored.labels), faces.ROOM, faces.ROOM, 3)
