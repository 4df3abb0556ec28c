"""A training run that can be stopped at any moment and goes on where it was."""

from __future__ import annotations

import copy
import math
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn

WARM_UP = 300
AVERAGE = 0.998


def learning_rate(top: float, step: int, steps: int) -> float:
    """Rises for the first steps, then falls along a cosine to nothing."""
    if step < WARM_UP:
        return top * (step + 1) / WARM_UP
    return top * 0.5 * (1 + math.cos(math.pi * min(1.0, (step - WARM_UP) / max(1, steps - WARM_UP))))


def quicker(net: nn.Module) -> Callable[..., Any]:
    """The network compiled for this processor, a quarter faster or more; as it is where no compiler is installed."""
    return torch.compile(net) if shutil.which("g++") else net


def weights_of(path: Path) -> dict[str, Tensor]:
    """The averaged weights of a checkpoint, or those of a network that ships (.onnx), by their names."""
    if path.suffix != ".onnx":
        saved: dict[str, Tensor] = torch.load(path, weights_only=True)["average"]
        return saved
    import onnx  # noqa: PLC0415 - checkpoints need none
    from onnx import numpy_helper  # noqa: PLC0415

    kept = onnx.load(str(path)).graph.initializer
    return {w.name: torch.from_numpy(numpy_helper.to_array(w).copy()).float() for w in kept}


@dataclass(slots=True)
class Run:
    """A network, its optimiser, and the running average of its weights, which is what gets exported."""

    net: nn.Module
    optimiser: torch.optim.Optimizer
    average: nn.Module
    path: Path
    step: int = 0

    @classmethod
    def begin(cls, net: nn.Module, path: Path, rate: float, start: Path | None = None, part: str = "") -> Run:
        """Resume from `path` if it is there, else begin with the weights of `start`, or anew.

        `part` is what the names of the network that ships begin with inside `net`.
        """
        optimiser = torch.optim.AdamW(net.parameters(), lr=rate, weight_decay=1e-2)
        run = cls(net, optimiser, copy.deepcopy(net), path)
        if path.exists():
            saved = torch.load(path, weights_only=True)
            net.load_state_dict(saved["net"])
            run.average.load_state_dict(saved["average"])
            optimiser.load_state_dict(saved["optimiser"])
            run.step = int(saved["step"])
        elif start is not None:
            own = net.state_dict()
            given = weights_of(start)
            named = {part + k: v for k, v in given.items()} if start.suffix == ".onnx" else given
            fitting = {k: v for k, v in named.items() if k in own and own[k].shape == v.shape}
            print(f"{len(fitting)} of {len(own)} tensors from {start.name}", flush=True)
            net.load_state_dict(fitting, strict=False)
            run.average.load_state_dict(net.state_dict())
        return run

    def learn(self, loss: Tensor, rate: float) -> None:
        """One step down the slope."""
        for group in self.optimiser.param_groups:
            group["lr"] = rate
        self.optimiser.zero_grad(set_to_none=True)
        loss.backward()  # type: ignore[no-untyped-call]
        nn.utils.clip_grad_norm_(self.net.parameters(), 5.0)
        self.optimiser.step()
        self.step += 1
        keep = min(AVERAGE, (self.step + 1) / (self.step + 10))
        means, news = self.average.state_dict(), self.net.state_dict()
        floats = [name for name, mean in means.items() if mean.dtype.is_floating_point]
        with torch.no_grad():
            torch._foreach_lerp_([means[name] for name in floats], [news[name] for name in floats], 1 - keep)

    def save(self) -> None:
        """Written beside the old one and then put in its place, so that a stop in between loses nothing."""
        fresh = self.path.with_suffix(".new")
        torch.save(
            {
                "net": self.net.state_dict(),
                "average": self.average.state_dict(),
                "optimiser": self.optimiser.state_dict(),
                "step": self.step,
            },
            fresh,
        )
        fresh.replace(self.path)
