"""Films made of labelled photographs: what is shown when, and verdicts held against the labels."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion import film
from companion.film import FADE, PAN, SHOWN, Listener, photos, refereed, write_film
from vision.crops import Image
from vision.kits import Kit
from vision.reading import Reading
from vision.simulated_table import SimDie, SimulatedTable
from vision.sources import Video

THROWS = (("5", "2"), ("6", "4"))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Two pictures with two dice each, and one with a single die."""
    labels = []
    for seed, faces in enumerate((*THROWS, ("1",))):
        table = SimulatedTable(seed + 2)
        table.throw([SimDie("red", face, ("1", "2", "3")) for face in faces])
        while table.busy:
            frame = table.next_frame()
        assert frame is not None
        cv2.imwrite(str(tmp_path / f"{seed}.png"), frame.image)
        dice = [{"face": die.face, "box": list(die.box)} for die in table.truth().dice]
        labels.append({"image": f"{seed}.png", "dice": dice})
    (tmp_path / "labels.json").write_text(json.dumps(labels), encoding="utf-8")
    return tmp_path


def test_pictures_with_two_dice_are_filmed_one_after_another(folder: Path, tmp_path: Path) -> None:
    shown = photos(folder)
    assert [sorted(photo.faces) for photo in shown] == [sorted(faces) for faces in THROWS]
    write_film(tmp_path / "film.mp4", shown)
    film_ = Video(tmp_path / "film.mp4")
    frames = [frame for _ in range(2 * SHOWN + 5) if (frame := film_.next_frame()) is not None]
    assert len(frames) == 2 * SHOWN
    assert frames[-1].at == pytest.approx((2 * SHOWN - 1) / 30, abs=0.05)
    panned, rests, next_one = (frames[n].image.astype(np.int16) for n in (FADE, PAN + 1, SHOWN + PAN))
    still = np.abs(frames[SHOWN - 1].image.astype(np.int16) - rests).mean()
    assert np.abs(panned - rests).mean() > 1.5 * still
    assert np.abs(next_one - rests).mean() > 1.5 * still


def test_every_verdict_is_held_against_what_was_shown(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = photos(folder)
    truths = []
    for seed, faces in enumerate(THROWS):  # as the eye would see them, moved to the middle of the frame
        table = SimulatedTable(seed + 2)
        table.throw([SimDie("red", face, ("1", "2", "3")) for face in faces])
        while table.busy:
            table.next_frame()
        truths.append(table.truth().dice)

    class Eye:
        """Reads the first picture right and takes a face of the second one for another."""

        def __init__(self, *_: object) -> None: ...

        def __call__(self, image: Image, likely: Kit | None) -> Reading:
            first = np.abs(image.astype(np.int16) - self.first).mean() < 14
            a, b = truths[0 if first else 1]
            return Reading((a, b if first else replace(b, face="1")), {})

        first = list(film.frames(shown[:1]))[-1].astype(np.int16)

    monkeypatch.setattr(film, "NetworkEye", Eye)
    write_film(tmp_path / "film.mp4", shown)
    verdicts = refereed(tmp_path / "film.mp4", shown)
    assert verdicts.told == {0: "right", 1: "wrong"}
    assert len(verdicts.wrong) == 1
    assert verdicts.counts()["missed"] == 0
    listener = Listener(shown)
    assert (listener.place(0.0), listener.place(SHOWN / 30 + 0.1)) == (0, 1)
