"""Fit what tells leaning dice from flat ones: `python -m models.training.train_stance --frames DIR… --flat DIR…`.

The locator looks at labelled frames; how it outlines the dice that lean, and those that do not, is what is learnt.
`--flat` are photographs of thrown dice, of which none leans.
"""

from __future__ import annotations

import argparse
import io
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path

import cv2
import numpy as np
import torch
from torch import nn
from torch.nn import functional

from models.training.evaluate import frames
from models.training.export import MODELS, enter
from models.training.faces import label_at
from vision.locator import Found, Locator
from vision.networks import load
from vision.quads import Array
from vision.stance import COUNTED, described

HIDDEN = (48, 24)
RARE = 0.06
"""Share of leaning dice that is reckoned with: more than on a table, for one that is missed is read."""
ROUNDS = 60
KEPT_BACK = 5
"""One frame of so many teaches nothing, and tells how good it got."""
MIRRORS = (np.array([1, 1]), np.array([-1, 1]))
SEEN = 0.85


def rows(folder: Path, locator: Locator, *, flat: bool = False) -> Iterator[tuple[Array, float]]:
    """What is seen of each die of a folder's frames, and whether it leans; frame by frame, mirrored too."""
    for path, data in frames(folder):
        image = cv2.imread(str(path), cv2.IMREAD_COLOR)
        if image is None:
            continue
        found = locator.find(np.asarray(image, np.uint8))
        labels = [label_at(centre, data["dice"]) for centre in found.centres]
        height, width = image.shape[:2]
        for mirror in MIRRORS:
            seen = described(mirrored(found, mirror, width, height), width, height)
            for i, (row, label) in enumerate(zip(seen, labels, strict=True)):
                if label is not None and label["visible"] > SEEN and found.scores[i] >= COUNTED:
                    yield row, 0.0 if flat else float(label["cocked"])


def mirrored(found: Found, mirror: Array, width: int, height: int) -> Found:
    """The dice as a mirror shows them."""
    if (mirror > 0).all():
        return found
    size = np.array([width - 1, height - 1], np.float32)
    places = np.where(mirror > 0, found.centres, size - found.centres)
    corners = np.where(np.tile(mirror, 2) > 0, found.boxes, np.tile(size, 2) - found.boxes)
    boxes = np.concatenate(
        [np.minimum(corners[:, :2], corners[:, 2:]), np.maximum(corners[:, :2], corners[:, 2:])], axis=1
    )
    # a mirrored square is the same square with its corners the other way round
    matrices = mirror[:, None] * found.matrices @ np.diag(mirror)
    return Found(
        places.astype(np.float32), matrices.astype(np.float32), boxes, found.scores, found.leaning, found.light
    )


def learnt(x: Array, leans: Array, seed: int) -> tuple[nn.Sequential, Array, Array]:
    """The network for these rows."""
    torch.manual_seed(seed)
    middle, spread = x.mean(axis=0), x.std(axis=0) + 1e-3
    inputs, truth = torch.from_numpy((x - middle) / spread), torch.from_numpy(leans)
    share = float(truth.mean())
    weight = torch.where(truth > 0, RARE / share, (1 - RARE) / (1 - share))
    sizes = (x.shape[1], *HIDDEN, 1)
    layers: list[nn.Module] = []
    for inside, outside in pairwise(sizes):
        layers += [nn.Linear(inside, outside), nn.ReLU(), nn.Dropout(0.1)]
    net = nn.Sequential(*layers[:-2])
    optimiser = torch.optim.AdamW(net.parameters(), 3e-3, weight_decay=3e-2)
    schedule = torch.optim.lr_scheduler.CosineAnnealingLR(optimiser, ROUNDS)
    for _ in range(ROUNDS):
        net.train()
        for batch in torch.randperm(len(inputs)).split(256):
            told = net(inputs[batch] + 0.03 * torch.randn(len(batch), x.shape[1]))[:, 0]
            loss = functional.binary_cross_entropy_with_logits(told, truth[batch], weight[batch])
            optimiser.zero_grad()
            loss.backward()  # type: ignore[no-untyped-call]
            optimiser.step()
        schedule.step()
    return net.eval(), middle, spread


def to_bytes(net: nn.Sequential, middle: Array, spread: Array) -> bytes:
    """The network as a file of plain arrays."""
    linear = [layer for layer in net if isinstance(layer, nn.Linear)]
    arrays = {f"weights{k}": layer.weight.detach().numpy().T for k, layer in enumerate(linear)}
    arrays |= {f"bias{k}": layer.bias.detach().numpy() for k, layer in enumerate(linear)}
    out = io.BytesIO()
    np.savez(out, middle=middle, spread=spread, **arrays)
    return out.getvalue()


def tell(likely: Array, leans: Array) -> None:
    """How well the two are told apart."""
    flat, leaning = likely[leans == 0], likely[leans == 1]
    above = float((leaning[:, None] > flat[None]).mean())
    print(f"{len(flat)} flat, {len(leaning)} leaning; a leaning one is said likelier in {above:.1%} of all pairs")
    for threshold in (0.2, 0.5, 0.8):
        print(
            f"from {threshold}: {(leaning > threshold).mean():.1%} of the leaning, {(flat > threshold).mean():.2%} flat"
        )


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--frames", type=Path, nargs="+", required=True)
    parser.add_argument("--flat", type=Path, nargs="*", default=[])
    parser.add_argument("--out", type=Path, default=MODELS)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args(arguments)
    locator = Locator(load("locator"))
    seen = [row for folder in args.frames for row in rows(folder, locator)]
    seen += [row for folder in args.flat for row in rows(folder, locator, flat=True)]
    x = np.stack([row for row, _ in seen])
    leans = np.array([lean for _, lean in seen], np.float32)
    kept = np.arange(len(x)) * KEPT_BACK // len(x) == KEPT_BACK // 2  # a stretch of frames, none of which teaches
    net, middle, spread = learnt(x[~kept], leans[~kept], args.seed)
    with torch.no_grad():
        tell(torch.sigmoid(net(torch.from_numpy((x[kept] - middle) / spread))[:, 0]).numpy(), leans[kept])
    path = args.out / "stance.npz"
    path.write_bytes(to_bytes(*learnt(x, leans, args.seed)))
    enter(path)


if __name__ == "__main__":
    main()
