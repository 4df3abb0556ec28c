"""Write a trained network as ONNX, with its notes, and enter it in the manifest."""

from __future__ import annotations

import argparse
import hashlib
import json
import tomllib
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import onnx.numpy_helper
import torch
from torch import nn
from torch.nn import functional

from models.training.feeder import BODIES, kind_of
from models.training.networks import SPLIT, STRIDE, Locator
from models.training.targets import BASE_SIZE
from models.training.train_reader import Classes
from vision.crops import MARGIN, SIZE

MODELS = Path(__file__).parents[1]
OPSET = 17
FULL = ".full"
NORMALISATION = {"mean": 127.5, "scale": 1 / 127.5}
"""Pixels, less the mean, times the scale."""


def export(net: nn.Module, example: torch.Tensor, free: dict[int, str], notes: dict[str, Any], path: Path) -> None:
    """The network in one file; `free` are the dimensions of the input that may differ.

    Weights keep their names and are not merged (engines do that when they load them): training can go on from the file.
    """
    torch.onnx.export(
        net.eval(),
        (example,),
        str(path),
        dynamo=False,
        training=torch.onnx.TrainingMode.PRESERVE,
        input_names=["input"],
        output_names=notes["outputs"],
        dynamic_axes={"input": free},
        opset_version=OPSET,
    )
    model = halved(onnx.load(str(path)))
    for key, value in notes.items():
        entry = model.metadata_props.add()
        entry.key, entry.value = key, json.dumps(value, ensure_ascii=False)
    onnx.save(model, str(path))
    enter(path)


def halved(model: onnx.ModelProto) -> onnx.ModelProto:
    """The model with its weights in half the bytes. Engines bring them back to full floats once, when they load it."""
    casts = []
    for weight in model.graph.initializer:
        if weight.data_type != onnx.TensorProto.FLOAT or len(weight.dims) < 2:
            continue
        values = onnx.numpy_helper.to_array(weight)
        weight.CopyFrom(onnx.numpy_helper.from_array(values.astype(np.float16), weight.name))
        casts.append(onnx.helper.make_node("Cast", [weight.name], [weight.name + FULL], to=onnx.TensorProto.FLOAT))
    full = {cast.input[0]: cast.output[0] for cast in casts}
    for node in model.graph.node:
        for k, name in enumerate(node.input):
            node.input[k] = full.get(name, name)
    nodes = [*casts, *model.graph.node]
    del model.graph.node[:]
    model.graph.node.extend(nodes)
    return model


def enter(path: Path) -> None:
    """Note the file and its hash in the manifest beside it."""
    manifest = path.parent / "manifest.toml"
    known = tomllib.loads(manifest.read_text(encoding="utf-8")) if manifest.exists() else {}
    known[path.stem] = {"file": path.name, "sha256": hashlib.sha256(path.read_bytes()).hexdigest()}
    lines = ["# The networks that ship, and what their files must hash to. Written by models.training.export."]
    for name, entry in sorted(known.items()):
        lines += ["", f"[{name}]", *(f'{key} = "{value}"' for key, value in entry.items())]
    manifest.write_text("\n".join(lines) + "\n", encoding="utf-8")


def export_locator(checkpoint: Path, out: Path, version: str, threshold: float) -> None:
    net = Locator()
    net.load_state_dict(torch.load(checkpoint, weights_only=True)["average"])
    notes = {
        "name": "Würfelauge locator",
        "version": version,
        "outputs": ["map", "light"],
        "labels": ["die"],
        "input": "RGB, width and height multiples of 32",
        **NORMALISATION,
        "side": 640,
        "stride": STRIDE,
        "split": SPLIT,
        "base_size": BASE_SIZE,
        "threshold": threshold,
    }
    export(net, torch.rand(1, 3, 384, 640), {2: "height", 3: "width"}, notes, out / "locator.onnx")


def export_reader(checkpoint: Path, out: Path, version: str, sharpness: float, confidence: dict[str, float]) -> None:
    """The reader, and the class vectors of the faces that kits use as the gallery that ships."""
    labels = json.loads(checkpoint.with_suffix(".json").read_text(encoding="utf-8"))
    net = Classes(len(labels))
    net.load_state_dict(torch.load(checkpoint, weights_only=True)["average"])
    notes = {
        "name": "Würfelauge face reader",
        "version": version,
        "outputs": ["embedding", "bodies", "places"],
        "labels": list(BODIES),
        "input": "RGB, the light taken out",
        **NORMALISATION,
        "side": SIZE,
        "margin": MARGIN,
        "sharpness": sharpness,
        "confidence": confidence,
    }
    export(net.reader, torch.rand(2, 3, SIZE, SIZE), {0: "faces"}, notes, out / "reader.onnx")
    vectors = functional.normalize(net.vectors).detach().numpy()
    kept = [i for i, label in enumerate(labels) if kind_of(label) != "icon" or label == "blank"]
    np.savez(out / "gallery.npz", labels=np.array([labels[i] for i in kept]), vectors=vectors[kept].astype(np.float16))
    enter(out / "gallery.npz")


def renote(path: Path, confidence: dict[str, float]) -> None:
    """A reader that ships, with another confidence in its notes."""
    model = onnx.load(str(path))
    for entry in model.metadata_props:
        if entry.key == "confidence":
            entry.value = json.dumps(confidence)
    onnx.save(model, str(path))
    enter(path)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--locator", type=Path, help="checkpoint of the locator")
    parser.add_argument("--reader", type=Path, help="checkpoint of the reader")
    parser.add_argument("--out", type=Path, default=MODELS)
    parser.add_argument("--version", default="1")
    parser.add_argument("--threshold", type=float, default=0.2)
    parser.add_argument("--sharpness", type=float, default=24.0)
    parser.add_argument(
        "--confidence",
        type=Path,
        help="weights found by models.training.calibrate (JSON); alone, for the reader that ships",
    )
    args = parser.parse_args()
    if args.locator:
        export_locator(args.locator, args.out, args.version, args.threshold)
    confidence = json.loads(args.confidence.read_text(encoding="utf-8")) if args.confidence else {}
    if args.confidence and not args.reader:
        renote(args.out / "reader.onnx", confidence)
    if args.reader:
        export_reader(args.reader, args.out, args.version, args.sharpness, confidence)


if __name__ == "__main__":
    main()
