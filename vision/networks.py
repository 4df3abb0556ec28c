"""Load and run the networks that ship: onnxruntime where it is installed, OpenCV's own engine where it is not."""

from __future__ import annotations

import hashlib
import json
import tomllib
from collections.abc import Iterator, Sequence
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, Literal, Protocol

import cv2
import numpy as np
import numpy.typing as npt

from vision.crops import Image

FOLDER = files("models")
Array = npt.NDArray[np.float32]
Engine = Literal["onnxruntime", "opencv"]


class BadModel(RuntimeError):
    """A network that is missing, altered or not one of ours; the sentence says what to do."""


class _Runs(Protocol):
    def __call__(self, batch: Array) -> Sequence[Array]: ...


class Network:
    """A network with the notes its file carries: labels, input size, normalisation, version."""

    def __init__(self, content: bytes, engine: Engine, threads: int) -> None:
        self.notes: dict[str, Any] = {key: json.loads(value) for key, value in _notes(content)}
        outputs = self.notes["outputs"]
        self._run = _opencv(content, outputs) if engine == "opencv" else _onnxruntime(content, outputs, threads)

    def look(self, images: Sequence[Image]) -> Sequence[Array]:
        """The network's outputs for images (BGR) of one size, brought to the range it was trained on."""
        scale, mean = float(self.notes["scale"]), float(self.notes["mean"])
        blob = cv2.dnn.blobFromImages(images, scale, mean=(mean, mean, mean), swapRB=True)
        return self._run(np.asarray(blob, np.float32))


def load(name: str, folder: Traversable | Path = FOLDER, engine: Engine | None = None, threads: int = 2) -> Network:
    """A network of the manifest, checked against it; BadModel if it is not what was shipped."""
    return Network(shipped_file(name, folder), engine or best_engine(), threads)


def shipped_names(folder: Traversable | Path = FOLDER) -> tuple[str, ...]:
    """What the manifest names; BadModel if there is none."""
    try:
        return tuple(_manifest(folder))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError):
        raise BadModel("There is no list of models; install Würfelauge again.") from None


def shipped_file(name: str, folder: Traversable | Path = FOLDER) -> bytes:
    """The content of a file of the manifest, checked against it; BadModel if it is not what was shipped."""
    try:
        entry = _manifest(folder)[name]
        file, wanted = str(entry["file"]), str(entry["sha256"])
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError, KeyError, TypeError):
        raise BadModel(f"The list of models does not name the {name}; install Würfelauge again.") from None
    try:
        content = (folder / file).read_bytes()
    except OSError:
        raise BadModel(f"The model {file} is missing; install Würfelauge again.") from None
    if hashlib.sha256(content).hexdigest() != wanted:
        raise BadModel(f"The model {file} is not the one that was shipped; install Würfelauge again.")
    return content


def _manifest(folder: Traversable | Path) -> dict[str, Any]:
    return tomllib.loads((folder / "manifest.toml").read_text(encoding="utf-8"))


def best_engine() -> Engine:
    """The faster engine of those installed."""
    try:
        import onnxruntime  # noqa: F401, PLC0415
    except ImportError:
        return "opencv"
    return "onnxruntime"


def _onnxruntime(content: bytes, outputs: list[str], threads: int) -> _Runs:
    import onnxruntime  # noqa: PLC0415

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.log_severity_level = 3
    # threads that spin while they wait take the processor from the camera and the screen
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    session = onnxruntime.InferenceSession(content, options, providers=["CPUExecutionProvider"])
    name = session.get_inputs()[0].name

    def run(batch: Array) -> Sequence[Array]:
        answers: Sequence[Array] = session.run(outputs, {name: batch})
        return answers

    return run


def _opencv(content: bytes, outputs: list[str]) -> _Runs:
    net = cv2.dnn.readNetFromONNX(np.frombuffer(content, np.uint8))

    def run(batch: Array) -> Sequence[Array]:
        net.setInput(batch)
        return [np.asarray(answer, np.float32) for answer in net.forward(outputs)]

    return run


def _notes(content: bytes) -> Iterator[tuple[str, str]]:
    """The notes of an ONNX file (ModelProto.metadata_props), read without any engine."""
    for field, value in _fields(content):
        if field == 14 and isinstance(value, bytes):
            entry = dict(_fields(value))
            key, text = entry.get(1), entry.get(2)
            if isinstance(key, bytes) and isinstance(text, bytes):
                yield key.decode(), text.decode()


def _fields(data: bytes) -> Iterator[tuple[int, bytes | int]]:
    """The fields of a protocol buffer message, one level deep."""
    place = 0
    while place < len(data):
        tag, place = _varint(data, place)
        field, wire = tag >> 3, tag & 7
        if wire == 0:
            number, place = _varint(data, place)
            yield field, number
            continue
        if wire == 2:
            length, place = _varint(data, place)
        else:
            length = {1: 8, 5: 4}[wire]
        yield field, data[place : place + length]
        place += length


def _varint(data: bytes, place: int) -> tuple[int, int]:
    value = shift = 0
    while True:
        byte = data[place]
        value |= (byte & 127) << shift
        place, shift = place + 1, shift + 7
        if byte < 128:
            return value, place
