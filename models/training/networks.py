"""The two networks. Small on purpose: both run in a few milliseconds on a tablet's processor."""

from __future__ import annotations

import torch
from torch import Tensor, nn

STRIDE = 4
"""The locator answers once for this many pixels of its input."""

HEAT, SHIFT, SHAPE, BOX, COCKED = slice(0, 1), slice(1, 3), slice(3, 8), slice(8, 12), slice(12, 13)
"""Channels of the locator's map: is a top face centred here; where exactly; its five numbers (see vision.quads); the
sides of the whole die's box from the centre, in half sides of the face; does the die lean."""
CHANNELS = 13

EMBEDDING = 128


def conv(inside: int, outside: int, size: int = 3, stride: int = 1, groups: int = 1) -> nn.Sequential:
    """A convolution with its normalisation and activation."""
    return nn.Sequential(
        nn.Conv2d(inside, outside, size, stride, size // 2, groups=groups, bias=False),
        nn.BatchNorm2d(outside),
        nn.ReLU(inplace=True),
    )


def finer(inside: int, outside: int) -> nn.Sequential:
    """Twice the resolution; each of the four new cells has weights of its own, so that it knows which one it is."""
    return nn.Sequential(conv(inside, 4 * outside, 1), nn.PixelShuffle(2))


class Residual(nn.Module):
    """Two plain convolutions around a short cut.

    Convolutions a channel each would have fewer weights but take longer: processors are at their best where many
    channels are mixed at once.
    """

    def __init__(self, width: int) -> None:
        super().__init__()
        self.body = nn.Sequential(
            conv(width, width), nn.Conv2d(width, width, 3, 1, 1, bias=False), nn.BatchNorm2d(width)
        )

    def forward(self, x: Tensor) -> Tensor:
        return torch.relu(x + self.body(x))


class Locator(nn.Module):
    """A frame (n, 3, h, w), 0 to 1, to a map (n, 13, h/4, w/4) and the colour of the light (n, 2).

    Down to a thirty-second to see large dice whole, up again to a quarter to part small ones that touch.
    """

    def __init__(self) -> None:
        super().__init__()
        self.quarter = nn.Sequential(conv(3, 16, 3, 2), conv(16, 24, 3, 2), conv(24, 24))
        self.eighth = nn.Sequential(conv(24, 40, 3, 2), Residual(40))
        self.sixteenth = nn.Sequential(conv(40, 56, 3, 2), Residual(56), Residual(56))
        self.whole = nn.Sequential(conv(56, 80, 3, 2), Residual(80), Residual(80))
        self.up16 = nn.Sequential(conv(80, 56, 1), nn.Upsample(scale_factor=2, mode="nearest"))
        self.mix16 = Residual(56)
        self.up8 = finer(56, 40)
        self.mix8 = Residual(40)
        self.up4 = finer(40, 24)
        self.mix4 = conv(24, 32)
        self.out = nn.Conv2d(32, CHANNELS, 1)
        self.light = nn.Linear(80, 2)
        nn.init.constant_(self.out.bias[HEAT], -4.0)  # type: ignore[index]

    def forward(self, x: Tensor) -> tuple[Tensor, Tensor]:
        quarter = self.quarter(x * 2 - 1)
        eighth = self.eighth(quarter)
        sixteenth = self.sixteenth(eighth)
        whole = self.whole(sixteenth)
        y = self.mix16(sixteenth + self.up16(whole))
        y = self.mix8(eighth + self.up8(y))
        y = self.mix4(quarter + self.up4(y))
        return self.out(y), self.light(whole.mean(dim=(2, 3)))


class Reader(nn.Module):
    """Top faces (n, 3, 64, 64), 0 to 1, to unit embeddings (n, 128) and body colours (n, colours)."""

    def __init__(self, colours: int) -> None:
        super().__init__()
        self.body = nn.Sequential(
            conv(3, 24, 5, 2),
            conv(24, 40, 3, 2),
            Residual(40),
            conv(40, 80, 3, 2),
            Residual(80),
            conv(80, 128, 3, 2),
        )
        self.squeeze = conv(128, 48, 1)
        self.embed = nn.Linear(48 * 16, EMBEDDING)
        self.colour = nn.Linear(128, colours)

    def forward(self, x: Tensor) -> tuple[Tensor, Tensor]:
        y = self.body(x * 2 - 1)
        embedding = self.embed(self.squeeze(y).flatten(1))
        norm = (embedding * embedding).sum(1, keepdim=True).sqrt()
        return embedding / (norm + 1e-6), self.colour(y.mean(dim=(2, 3)))
