"""Train the face reader: `python -m models.training.train_reader --faces DIR… --out FILE`. Resumes where it stopped.

Every symbol is a class: pips, numerals, dots, the faces of the five games, thousands of icons. Faces of a class are
drawn together and classes pushed apart on the unit sphere (cosines with a margin), so that symbols never seen before
fall apart as well. The class vectors of the known faces serve as the gallery that ships.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from models.training.checkpoints import Run, learning_rate
from models.training.faces import NOTHING, REACH, Faces, load
from models.training.networks import EMBEDDING, Reader
from vision.crops import MARGIN, SIZE

BODIES = (
    "white", "ivory", "yellow", "orange", "red", "pink", "purple", "blue", "cyan", "green", "black", "grey", "brown"
)  # fmt: skip
SHARE = {"pips": 0.34, "numeral": 0.12, "dot": 0.12, "game": 0.24, "icon": 0.12, NOTHING: 0.06}
"""How often each kind of face is shown."""
SCALE = 24.0
APART = 0.25


def kind_of(label: str) -> str:
    """The group a face is drawn from."""
    first = label.partition("-")[0]
    if first in ("pips", "numeral", "dot"):
        return first
    if label == NOTHING:
        return NOTHING
    return "icon" if first in ("icon", "letter", "blank") else "game"


class Classes(nn.Module):
    """The reader with a vector for every class."""

    def __init__(self, classes: int) -> None:
        super().__init__()
        self.reader = Reader(len(BODIES))
        self.vectors = nn.Parameter(torch.randn(classes, EMBEDDING))

    def forward(self, x: Tensor) -> tuple[Tensor, Tensor]:
        embedding, colour = self.reader(x)
        return embedding.float() @ functional.normalize(self.vectors).T, colour.float()


class Feeder:
    """Batches of faces, turned, shifted, lit and blurred anew."""

    def __init__(self, faces: Faces, labels: list[str], seed: int) -> None:
        self.images = torch.from_numpy(faces.images)
        index = {label: i for i, label in enumerate(labels)}
        self.classes = torch.tensor([index[label] for label in faces.labels])
        self.bodies = torch.tensor([BODIES.index(b) if b in BODIES else -1 for b in faces.bodies])
        self.lights = torch.from_numpy(faces.lights)
        self.random = torch.Generator().manual_seed(seed)
        kinds = np.array([kind_of(label) for label in faces.labels])
        weights = np.zeros(len(kinds))
        for kind, share in SHARE.items():
            of_kind = kinds == kind
            # within a kind, every class alike, the rare ones a little less
            _, which, count = np.unique(np.array(faces.labels)[of_kind], return_inverse=True, return_counts=True)
            if len(which):
                w = 1 / count[which] ** 0.75
                weights[of_kind] = share * w / w.sum()
        self.weights = torch.from_numpy(np.cumsum(weights / weights.sum()))

    def batch(self, n: int) -> tuple[Tensor, Tensor, Tensor]:
        """Faces (n, 3, 64, 64) from 0 to 1, their classes and bodies."""
        pick = torch.searchsorted(self.weights, self._uniform(n).double()).clamp(max=len(self.weights) - 1)
        images = self.images[pick].permute(0, 3, 1, 2).flip(1).float() / 255
        images = self._recoloured(images, self.bodies[pick] < 0)
        return self._light(self._cut(images), self.lights[pick]), self.classes[pick], self.bodies[pick]

    def _uniform(self, *shape: int, low: float = 0.0, high: float = 1.0) -> Tensor:
        return low + (high - low) * torch.rand(*shape, generator=self.random)

    def _normal(self, *shape: int) -> Tensor:
        return torch.randn(*shape, generator=self.random)

    def _recoloured(self, images: Tensor, free: Tensor) -> Tensor:
        """Faces of whose colours nothing is known may as well be of others, or negatives."""
        n = len(images)
        order = torch.rand(n, 3, generator=self.random).argsort(1)
        order = torch.where((free & (self._uniform(n) < 0.4))[:, None], order, torch.arange(3))
        images = torch.gather(images, 1, order[:, :, None, None].expand_as(images))
        negative = free & (self._uniform(n) < 0.1)
        return torch.where(negative[:, None, None, None], 1 - images, images)

    def _cut(self, images: Tensor) -> Tensor:
        """Any quarter turn, and the errors a locator makes: a little turned, shifted, stretched, some of them a lot."""
        n = len(images)
        loose = torch.where(self._uniform(n) < 0.3, 2.5, 1.0)
        turn = torch.randint(4, (n,), generator=self.random) * (np.pi / 2) + 0.1 * loose * self._normal(n)
        turn = torch.where(self._uniform(n) < 0.15, self._uniform(n, high=2 * np.pi), turn)
        zoom = MARGIN / REACH * torch.exp(0.07 * loose * self._normal(n))
        stretch = torch.exp(0.04 * loose * self._normal(n))
        cos, sin = torch.cos(turn), torch.sin(turn)
        skew = 0.04 * loose * self._normal(n)
        linear = torch.stack(
            [
                torch.stack([cos * zoom * stretch, (-sin + skew) * zoom], 1),
                torch.stack([sin * zoom, cos * zoom / stretch], 1),
            ],
            1,
        )
        shift = 0.05 * MARGIN / REACH * loose[:, None, None] * self._normal(n, 2, 1)
        grid = functional.affine_grid(torch.cat([linear, shift], 2), [n, 3, SIZE, SIZE], align_corners=False)
        return functional.grid_sample(images, grid, padding_mode="border", align_corners=False)

    def _light(self, x: Tensor, lights: Tensor) -> Tensor:
        """The light taken out as well as a locator can, then other exposure, contrast, blur and noise."""
        n = len(x)
        off = lights + 0.12 * self._normal(n, 2)
        gain = torch.stack([torch.exp(-off[:, 0] / 2.2), torch.ones(n), torch.exp(-off[:, 1] / 2.2)], 1)
        bright = torch.exp(0.25 * self._normal(n))
        x = (x * (gain * bright[:, None])[:, :, None, None]).clamp(0, 1)
        x = x ** torch.exp(0.2 * self._normal(n))[:, None, None, None]
        if float(self._uniform(1)) < 0.35:  # a smaller picture of the same face, the whole batch alike
            small = int(torch.randint(14, 48, (1,), generator=self.random))
            some = self._uniform(n) < 0.5
            low = functional.interpolate(x, (small, small), mode="area")
            x = torch.where(some[:, None, None, None], functional.interpolate(low, (SIZE, SIZE), mode="bilinear"), x)
        noise = 0.06 * self._uniform(n, 1, 1, 1) ** 2
        return (x + noise * self._normal(*x.shape)).clamp(0, 1)


def loss_of(cosines: Tensor, classes: Tensor) -> Tensor:
    """Softmax over cosines; the right class must win by a margin."""
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
    feeder = Feeder(faces, labels, args.seed + run.step)
    print(f"{len(faces.labels)} faces of {len(labels)} classes, from step {run.step}", flush=True)
    began, shown, right, mean = time.time(), run.step, 0.0, 0.0
    while run.step < args.steps:
        images, classes, bodies = feeder.batch(args.batch)
        with torch.autocast("cpu", torch.bfloat16):
            embedding, colour = net.reader(images.to(memory_format=torch.channels_last) * 2 - 1)
        cosines = embedding.float() @ functional.normalize(net.vectors).T
        loss = loss_of(cosines, classes) + 0.3 * functional.cross_entropy(colour.float(), bodies, ignore_index=-1)
        run.learn(loss, learning_rate(args.rate, run.step, args.steps))
        right = 0.99 * right + 0.01 * float((cosines.argmax(1) == classes).float().mean())
        mean = 0.99 * mean + 0.01 * float(loss.detach())
        if run.step % 100 == 0:
            speed = (run.step - shown) * args.batch / (time.time() - began)
            print(f"step {run.step}: loss {mean:.3f}, right {right:.4f} · {speed:.0f} faces/s", flush=True)
        if run.step % 500 == 0:
            run.save()
    run.save()


if __name__ == "__main__":
    main()
