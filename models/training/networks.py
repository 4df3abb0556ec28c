"""The two networks. Small on purpose: both run in a few milliseconds on a tablet's processor."""

from __future__ import annotations

import torch
from torch import Tensor, nn

STRIDE = 8
"""The locator's map has one cell for this many pixels of its input."""
SPLIT = 2
"""Each cell answers for so many parts of itself a side: dice can lie closer than a cell is wide."""

HEAT, SHIFT, SHAPE, BOX, COCKED = slice(0, 1), slice(1, 3), slice(3, 8), slice(8, 12), slice(12, 13)
"""Channels of the locator's map: is a top face centred here; where exactly; its five numbers (see vision.quads); the
sides of the whole die's box from the centre, in half sides of the face; does the die lean."""
CHANNELS = 13

EMBEDDING = 128
PLACE = 7


def conv(inside: int, outside: int, size: int = 3, stride: int = 1) -> nn.Sequential:
    """A convolution with its normalisation and activation."""
    return nn.Sequential(
        nn.Conv2d(inside, outside, size, stride, size // 2, bias=False),
        nn.BatchNorm2d(outside),
        nn.ReLU(inplace=True),
    )


class Residual(nn.Module):
    """Two plain convolutions around a short cut.

    Convolutions a channel each would have fewer weights but take longer: processors are at their best where many
    channels are mixed at once, sixteen at a time, which is why all widths here are multiples of sixteen.
    """

    def __init__(self, width: int) -> None:
        super().__init__()
        self.body = nn.Sequential(
            conv(width, width), nn.Conv2d(width, width, 3, 1, 1, bias=False), nn.BatchNorm2d(width)
        )

    def forward(self, x: Tensor) -> Tensor:
        return torch.relu(x + self.body(x))


def coarser(inside: int, outside: int, blocks: int) -> nn.Sequential:
    """Half the resolution, then some thought."""
    return nn.Sequential(conv(inside, outside, 3, 2), *(Residual(outside) for _ in range(blocks)))


def finer(inside: int, outside: int) -> nn.Sequential:
    """Twice the resolution."""
    return nn.Sequential(conv(inside, outside, 1), nn.Upsample(scale_factor=2, mode="nearest"))


class Locator(nn.Module):
    """A frame (n, 3, h, w), −1 to 1, to a map (n, 52, h/8, w/8) and the colour of the light (n, 2).

    Down to a thirty-second to see large dice whole, up again to an eighth. The 13 answers of each of the four quarters
    of a cell lie beside one another in the map, as `pixel_shuffle` wants them.
    """

    def __init__(self) -> None:
        super().__init__()
        self.quarter = nn.Sequential(conv(3, 16, 3, 2), conv(16, 32, 3, 2))
        self.eighth = coarser(32, 48, 1)
        self.sixteenth = coarser(48, 80, 2)
        self.whole = coarser(80, 112, 2)
        self.up16 = finer(112, 80)
        self.mix16 = conv(80, 80)
        self.up8 = finer(80, 48)
        self.mix8 = conv(48, 64)
        self.out = nn.Conv2d(64, CHANNELS * SPLIT**2, 1)
        self.light = nn.Linear(112, 2)
        nn.init.constant_(self.out.bias[: SPLIT**2], -4.0)  # type: ignore[index]

    def forward(self, x: Tensor) -> tuple[Tensor, Tensor]:
        eighth = self.eighth(self.quarter(x))
        sixteenth = self.sixteenth(eighth)
        whole = self.whole(sixteenth)
        y = self.mix16(sixteenth + self.up16(whole))
        y = self.mix8(eighth + self.up8(y))
        return self.out(y), self.light(whole.mean(dim=(2, 3)))


class Reader(nn.Module):
    """Top faces (n, 3, 64, 64), −1 to 1, to unit embeddings (n, 128), body colours (n, colours), and where the face
    really lies in its crop (n, 7): the shift of its centre, in half sides, and its five numbers (see vision.quads).
    """

    def __init__(self, colours: int) -> None:
        super().__init__()
        self.body = nn.Sequential(conv(3, 16, 3, 2), coarser(16, 48, 1), coarser(48, 96, 1), coarser(96, 112, 1))
        self.squeeze = conv(112, 48, 1)
        self.embed = nn.Linear(48 * 16, EMBEDDING)
        self.colour = nn.Linear(112, colours)
        self.place = nn.Linear(48 * 16, PLACE)

    def forward(self, x: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        y = self.body(x)
        whole = self.squeeze(y).flatten(1)
        embedding = self.embed(whole)
        norm = (embedding * embedding).sum(1, keepdim=True).sqrt()
        return embedding / (norm + 1e-6), self.colour(y.mean(dim=(2, 3))), self.place(whole)
