"""Train the face reader: `python -m models.training.train_reader --faces DIR… --out FILE`. Resumes where it stopped.

Every symbol is a class: pips, numerals, dots, the faces of the five games, thousands of icons. Faces of a class are
drawn together and classes pushed apart on the unit sphere (cosines with a margin), so that symbols never seen before
fall apart as well. The class vectors of the known faces serve as the gallery that ships. Beside that it learns to say
where in its crop the face really lies, so that a crop that missed can be cut again.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Sequence
from pathlib import Path

import torch
from torch import Tensor, nn
from torch.nn import functional
from torch.utils.data import DataLoader

from models.training.checkpoints import Run, learning_rate, quicker
from models.training.faces import REACH, ROOM, Faces, load
from models.training.feeder import BODIES, UNREADABLE, Feeder
from models.training.networks import EMBEDDING, Reader
from vision.crops import MARGIN, SIZE

SCALE = 24.0
APART = 0.25


class Classes(nn.Module):
    """The reader with a vector for every class."""

    def __init__(self, classes: int) -> None:
        super().__init__()
        self.reader = Reader(len(BODIES))
        self.vectors = nn.Parameter(torch.randn(classes, EMBEDDING))

    def forward(self, x: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        embedding, colour, place = self.reader(x)
        return embedding.float() @ functional.normalize(self.vectors).T, colour.float(), place.float()


def place_loss(told: Tensor, places: Tensor) -> Tensor:
    """How far off the told places are, where they are known."""
    known = ~torch.isnan(places).any(1)
    return functional.smooth_l1_loss(told[known], places[known], beta=0.1)


@torch.no_grad()  # type: ignore[untyped-decorator]
def begin_classes(net: Classes, faces: Faces, labels: list[str], most: int = 60) -> None:
    """Let each class begin in the middle of what the reader makes of its faces now."""
    rows: dict[str, list[int]] = {label: [] for label in labels}
    for i, label in enumerate(faces.labels):
        if len(rows[label]) < most:
            rows[label].append(i)
    edge = round(ROOM * (1 - MARGIN / REACH) / 2)
    net.eval()
    for k, label in enumerate(labels):
        if rows[label]:
            crops = torch.from_numpy(faces.images[rows[label], edge:-edge, edge:-edge, ::-1].copy())
            crops = functional.interpolate(crops.permute(0, 3, 1, 2).float(), (SIZE, SIZE), mode="bilinear")
            net.vectors[k] = net.reader(crops / 127.5 - 1)[0].mean(0) * EMBEDDING**0.5
    net.train()


def loss_of(cosines: Tensor, classes: Tensor) -> Tensor:
    """Softmax over cosines; the right class must win by a margin."""
    asked = classes != UNREADABLE
    cosines, classes = cosines[asked], classes[asked]
    apart = functional.one_hot(classes, cosines.shape[1]) * APART
    return functional.cross_entropy(SCALE * (cosines - apart), classes, label_smoothing=0.02)


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--faces", type=Path, nargs="+", required=True, help="folders of faces")
    parser.add_argument("--out", type=Path, required=True, help="checkpoint to write and to resume from")
    parser.add_argument("--start", type=Path, help="checkpoint whose weights to begin with")
    parser.add_argument("--labels", type=Path, help="class list to keep (JSON), else made from the faces")
    parser.add_argument("--steps", type=int, default=20_000)
    parser.add_argument("--batch", type=int, default=256)
    parser.add_argument("--rate", type=float, default=3e-3)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args(arguments)
    torch.manual_seed(args.seed)
    faces = load(args.faces)
    list_path = args.labels or args.out.with_suffix(".json")
    if list_path.exists():
        labels = json.loads(list_path.read_text(encoding="utf-8"))
    else:
        labels = sorted(set(faces.labels))
        list_path.write_text(json.dumps(labels), encoding="utf-8")
    net = Classes(len(labels)).to(memory_format=torch.channels_last)  # type: ignore[call-overload]
    run = Run.begin(net, args.out, args.rate, args.start, "reader.")
    if run.step == 0 and args.start is not None and args.start.suffix == ".onnx":
        begin_classes(net, faces, labels)
        run.average.load_state_dict(net.state_dict())
    feeder = Feeder(faces, labels, args.seed + run.step, args.batch)
    print(f"{len(faces.labels)} faces of {len(labels)} classes, from step {run.step}", flush=True)
    reader = quicker(net.reader)
    began, shown, right, mean, away = time.time(), run.step, 0.0, 0.0, 0.0
    for images, classes, bodies, places in DataLoader(feeder, batch_size=None, num_workers=1, prefetch_factor=4):
        if run.step >= args.steps:
            break
        with torch.autocast("cpu", torch.bfloat16):
            embedding, colour, told = reader(images.permute(0, 3, 1, 2).flip(1).float() / 127.5 - 1)
        cosines = embedding.float() @ functional.normalize(net.vectors).T
        loss = loss_of(cosines, classes) + 0.3 * functional.cross_entropy(colour.float(), bodies, ignore_index=-1)
        off = place_loss(told.float(), places)
        loss = loss + 2 * off
        run.learn(loss, learning_rate(args.rate, run.step, args.steps))
        right = 0.99 * right + 0.01 * float((cosines.argmax(1) == classes)[classes != UNREADABLE].float().mean())
        mean = 0.99 * mean + 0.01 * float(loss.detach())
        away = 0.99 * away + 0.01 * float(off.detach())
        if run.step % 100 == 0:
            speed = (run.step - shown) * args.batch / (time.time() - began)
            print(
                f"step {run.step}: loss {mean:.3f}, right {right:.4f}, off {away:.4f} · {speed:.0f} faces/s", flush=True
            )
        if run.step % 500 == 0:
            run.save()
    run.save()


if __name__ == "__main__":
    main()
