"""The networks that ship: what their files say of themselves, and that both engines run them alike."""

from __future__ import annotations

import shutil
import tomllib
from pathlib import Path

import numpy as np
import pytest

from vision.networks import FOLDER, BadModel, load, shipped_file

SHAPES = {"locator": (1, 352, 640), "reader": (7, 64, 64)}
"""How many images, and their height and width."""
MOST_BYTES = 4_000_000


@pytest.fixture
def copied(tmp_path: Path) -> Path:
    """The folder of models, to be spoilt."""
    for name in ("manifest.toml", "locator.onnx", "reader.onnx", "stance.npz", "gallery.npz"):
        shutil.copy(str(FOLDER / name), tmp_path / name)
    return tmp_path


@pytest.mark.parametrize("name", SHAPES)
def test_onnxruntime_and_opencv_give_the_same_answers(name: str) -> None:
    images = list(np.random.default_rng(3).integers(0, 256, (*SHAPES[name], 3), np.uint8))
    ours = load(name, engine="onnxruntime").look(images)
    theirs = load(name, engine="opencv").look(images)
    assert len(ours) == len(theirs) == {"locator": 2, "reader": 3}[name]
    for one, other in zip(ours, theirs, strict=True):
        assert one.shape == other.shape
        np.testing.assert_allclose(one, other, atol=2e-3, rtol=1e-3)


@pytest.mark.parametrize("name", SHAPES)
def test_a_network_takes_batches_and_frames_of_any_size(name: str) -> None:
    network = load(name)
    shape = {"locator": (480, 320, 3), "reader": (64, 64, 3)}[name]
    first, *_ = network.look([np.zeros(shape, np.uint8)])
    assert first.shape == {"locator": (1, 4 * 13, 60, 40), "reader": (1, 128)}[name]


@pytest.mark.parametrize("name", SHAPES)
def test_labels_input_and_version_are_in_the_file(name: str) -> None:
    notes = load(name).notes
    assert notes["labels"]
    assert "RGB" in notes["input"]
    assert (0 - notes["mean"]) * notes["scale"] == pytest.approx(-1)
    assert (255 - notes["mean"]) * notes["scale"] == pytest.approx(1)
    assert notes["side"] == {"locator": 640, "reader": 64}[name]
    assert notes["version"]


def test_both_networks_together_stay_small() -> None:
    manifest = tomllib.loads((FOLDER / "manifest.toml").read_text(encoding="utf-8"))
    assert sum(len((FOLDER / entry["file"]).read_bytes()) for entry in manifest.values()) <= MOST_BYTES


@pytest.mark.parametrize("altered", ["reader.onnx", "locator.onnx", "stance.npz", "gallery.npz"])
def test_an_altered_file_is_refused_and_no_other(copied: Path, altered: str) -> None:
    content = bytearray((copied / altered).read_bytes())
    content[len(content) // 2] ^= 1
    (copied / altered).write_bytes(bytes(content))
    for name in ("reader.onnx", "locator.onnx", "stance.npz", "gallery.npz"):
        if name == altered:
            with pytest.raises(BadModel, match="is not the one that was shipped"):
                shipped_file(Path(name).stem, copied)
        else:
            shipped_file(Path(name).stem, copied)


def test_a_missing_network_is_named(copied: Path) -> None:
    (copied / "locator.onnx").unlink()
    with pytest.raises(BadModel, match=r"locator\.onnx is missing"):
        load("locator", copied)


@pytest.mark.parametrize("text", ["", "locator = 3", "[locator]\nfile = 1", "not toml at all ["])
def test_a_damaged_list_of_models_is_a_sentence(copied: Path, text: str) -> None:
    (copied / "manifest.toml").write_text(text, encoding="utf-8")
    with pytest.raises(BadModel, match="install Würfelauge again"):
        load("locator", copied)
