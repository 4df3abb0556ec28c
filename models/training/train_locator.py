"""Train the locator: `python -m models.training.train_locator --frames DIR… --out FILE`. Resumes where it stopped."""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import cv2
import numpy as np
import torch
from torch import Tensor
from torch.utils.data import DataLoader, IterableDataset

from models.training.checkpoints import Run, learning_rate, quicker
from models.training.frames import CROP, Frame, load, sample
from models.training.networks import BOX, COCKED, HEAT, SHAPE, SHIFT, SPLIT, Locator

Batch = tuple[Tensor, ...]
LEANING = 6.0
"""How much more a leaning die counts than one that lies flat: few do."""


class Samples(IterableDataset[Batch]):
    """Endless samples, deterministic by seed, start and worker; folders take turns by their weight."""

    def __init__(self, folders: Sequence[Sequence[Frame]], weights: Sequence[float], seed: int, size: int) -> None:
        self.folders, self.weights, self.seed, self.size = folders, np.array(weights) / sum(weights), seed, size

    def __iter__(self) -> Iterator[Batch]:
        cv2.setNumThreads(1)  # the network needs the others
        worker = torch.utils.data.get_worker_info()
        rng = np.random.default_rng([self.seed, worker.id if worker else 0])
        while True:
            frames = self.folders[int(rng.choice(len(self.folders), p=self.weights))]
            one = sample(frames[int(rng.integers(len(frames)))], rng, self.size)
            t = one.targets
            yield (
                torch.from_numpy(np.ascontiguousarray(one.image[:, :, ::-1].transpose(2, 0, 1))),
                torch.from_numpy(t.heat),
                torch.from_numpy(t.answer),
                torch.from_numpy(t.weight),
                torch.from_numpy(t.box_weight),
                torch.from_numpy(t.counted),
                torch.tensor([*one.light, float(one.light_known)]),
            )


def losses(net: Callable[..., tuple[Tensor, Tensor]], batch: Batch) -> dict[str, Tensor]:
    """How far the answers are off, part by part."""
    images, heat, answer, weight, box_weight, counted, light = batch
    with torch.autocast("cpu", torch.bfloat16):
        found, lit = net(images.to(memory_format=torch.channels_last).float() / 127.5 - 1)
    found, lit = torch.nn.functional.pixel_shuffle(found.float(), SPLIT), lit.float()
    dice = (heat == 1).sum().clamp(min=1)
    p = torch.sigmoid(found[:, HEAT][:, 0]).clamp(1e-4, 1 - 1e-4)
    centre = (heat == 1).float()
    focal = -(centre * (1 - p) ** 2 * p.log() + (1 - centre) * (1 - heat) ** 4 * p**2 * (1 - p).log())
    w, bw = weight[:, None], box_weight[:, None]
    norm, box_norm = w.sum().clamp(min=1), bw.sum().clamp(min=1)
    flat = w * (1 - answer[:, 11:12])  # the turn of a leaning die means little
    huber = torch.nn.functional.smooth_l1_loss
    shape = huber(found[:, SHAPE], answer[:, 2:7], reduction="none", beta=0.1)
    leans = torch.nn.functional.binary_cross_entropy_with_logits(
        found[:, COCKED], answer[:, 11:12], reduction="none", pos_weight=torch.tensor(LEANING)
    )
    return {
        "heat": (focal * counted).sum() / dice,
        "shift": 0.5 * (huber(found[:, SHIFT], answer[:, 0:2], reduction="none", beta=0.2) * w).sum() / norm,
        "size": (shape[:, :3] * w).sum() / norm,
        "turn": (shape[:, 3:] * flat).sum() / norm,
        "box": 0.15 * (huber(found[:, BOX], answer[:, 7:11], reduction="none", beta=0.1) * bw).sum() / box_norm,
        "leans": 0.7 * (leans * w).sum() / norm,
        "light": 0.3 * (huber(lit, light[:, :2], reduction="none", beta=0.1) * light[:, 2:]).mean(),
    }


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--frames", type=Path, nargs="+", required=True, help="folders of rendered frames or photos")
    parser.add_argument("--weights", type=float, nargs="+", help="how often each folder is drawn from")
    parser.add_argument("--out", type=Path, required=True, help="checkpoint to write and to resume from")
    parser.add_argument("--start", type=Path, help="checkpoint whose weights to begin with")
    parser.add_argument("--steps", type=int, default=20_000)
    parser.add_argument("--batch", type=int, default=24)
    parser.add_argument("--rate", type=float, default=3e-3)
    parser.add_argument("--size", type=int, default=CROP)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args(arguments)
    torch.manual_seed(args.seed)
    net = Locator().to(memory_format=torch.channels_last)  # type: ignore[call-overload]
    run = Run.begin(net, args.out, args.rate, args.start)
    folders = [list(load(folder)) for folder in args.frames]
    print(f"{sum(map(len, folders))} frames, from step {run.step}", flush=True)
    samples = Samples(folders, args.weights or [1.0] * len(folders), args.seed + run.step, args.size)
    locator = quicker(net)
    began, shown = time.time(), run.step
    means: dict[str, float] = {}
    for batch in DataLoader(samples, batch_size=args.batch, num_workers=1, prefetch_factor=6):
        if run.step >= args.steps:
            break
        parts = losses(locator, batch)
        run.learn(sum(parts.values(), torch.zeros(())), learning_rate(args.rate, run.step, args.steps))
        for name, part in parts.items():
            means[name] = 0.98 * means.get(name, float(part.detach())) + 0.02 * float(part.detach())
        if run.step % 100 == 0:
            speed = (run.step - shown) * args.batch / (time.time() - began)
            words = " ".join(f"{name} {value:.3f}" for name, value in means.items())
            print(f"step {run.step}: {words} · {speed:.0f} frames/s", flush=True)
        if run.step % 500 == 0:
            run.save()
    run.save()


if __name__ == "__main__":
    main()
