"""A yardstick for speed: a network of the shape of YOLOv8n, written as ONNX layer by layer, its weights at random.

What a network answers depends on its weights, how long it takes on its layers; the layers are those of the published
architecture (3.2 million weights, 8.7 GFLOP at 640 × 640), so that no one has to install its training framework.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

SIDE = 640
CLASSES = 80
BINS = 16


@dataclass
class _Graph:
    """Layers in the order they are added; each returns the name of its output."""

    rng: np.random.Generator = field(default_factory=lambda: np.random.default_rng(0))
    nodes: list[Any] = field(default_factory=list)
    weights: list[Any] = field(default_factory=list)

    def op(self, kind: str, inputs: list[str], outputs: int = 1, **attributes: object) -> str:
        from onnx import helper  # noqa: PLC0415 - only the benchmark needs it

        names = [f"t{len(self.nodes)}_{k}" for k in range(outputs)]
        self.nodes.append(helper.make_node(kind, inputs, names, **attributes))
        return names[0]

    def weight(self, values: np.ndarray[Any, Any]) -> str:
        from onnx import numpy_helper  # noqa: PLC0415

        name = f"w{len(self.weights)}"
        self.weights.append(numpy_helper.from_array(values, name))
        return name

    def plain(self, x: str, inside: int, outside: int, size: int = 1, stride: int = 1) -> str:
        """A convolution and nothing else."""
        scale = np.sqrt(2 / (inside * size * size))
        kernel = self.rng.normal(0, scale, (outside, inside, size, size)).astype(np.float32)
        parts = [x, self.weight(kernel), self.weight(np.zeros(outside, np.float32))]
        return self.op("Conv", parts, kernel_shape=[size, size], strides=[stride, stride], pads=[size // 2] * 4)

    def conv(self, x: str, inside: int, outside: int, size: int = 1, stride: int = 1) -> str:
        """A convolution, its normalisation folded in, and SiLU."""
        y = self.plain(x, inside, outside, size, stride)
        return self.op("Mul", [y, self.op("Sigmoid", [y])])

    def c2f(self, x: str, inside: int, outside: int, depth: int, shortcut: bool) -> str:
        half = outside // 2
        y = self.conv(x, inside, outside)
        first = self.op("Split", [y, self.weight(np.array([half, half], np.int64))], 2, axis=1)
        parts = [first, first.replace("_0", "_1")]
        for _ in range(depth):
            z = self.conv(self.conv(parts[-1], half, half, 3), half, half, 3)
            parts.append(self.op("Add", [parts[-1], z]) if shortcut else z)
        return self.conv(self.op("Concat", parts, axis=1), (2 + depth) * half, outside)

    def sppf(self, x: str, width: int) -> str:
        parts = [self.conv(x, width, width // 2)]
        for _ in range(3):
            parts.append(self.op("MaxPool", [parts[-1]], kernel_shape=[5, 5], strides=[1, 1], pads=[2] * 4))
        return self.conv(self.op("Concat", parts, axis=1), 2 * width, width)

    def twice(self, x: str) -> str:
        return self.op("Resize", [x, "", self.weight(np.array([1, 1, 2, 2], np.float32))], mode="nearest")

    def detect(self, x: str, width: int) -> str:
        """Boxes as distributions over sixteen distances a side, and class scores."""
        box = self.plain(self.conv(self.conv(x, width, 64, 3), 64, 64, 3), 64, 4 * BINS)
        classes = self.plain(self.conv(self.conv(x, width, CLASSES, 3), CLASSES, CLASSES, 3), CLASSES, CLASSES)
        y = self.op("Concat", [box, classes], axis=1)
        return self.op("Reshape", [y, self.weight(np.array([1, 4 * BINS + CLASSES, -1], np.int64))])


def yolov8n_shaped() -> bytes:
    """The network as an ONNX file."""
    from onnx import TensorProto, helper  # noqa: PLC0415

    g = _Graph()
    x = g.conv("images", 3, 16, 3, 2)
    x = g.c2f(g.conv(x, 16, 32, 3, 2), 32, 32, 1, True)
    eighth = g.c2f(g.conv(x, 32, 64, 3, 2), 64, 64, 2, True)
    sixteenth = g.c2f(g.conv(eighth, 64, 128, 3, 2), 128, 128, 2, True)
    deep = g.sppf(g.c2f(g.conv(sixteenth, 128, 256, 3, 2), 256, 256, 1, True), 256)
    middle = g.c2f(g.op("Concat", [g.twice(deep), sixteenth], axis=1), 384, 128, 1, False)
    small = g.c2f(g.op("Concat", [g.twice(middle), eighth], axis=1), 192, 64, 1, False)
    medium = g.c2f(g.op("Concat", [g.conv(small, 64, 64, 3, 2), middle], axis=1), 192, 128, 1, False)
    large = g.c2f(g.op("Concat", [g.conv(medium, 128, 128, 3, 2), deep], axis=1), 384, 256, 1, False)
    told = g.op("Concat", [g.detect(small, 64), g.detect(medium, 128), g.detect(large, 256)], axis=2)
    box = g.op("Slice", [told, *(g.weight(np.array([v], np.int64)) for v in (0, 4 * BINS, 1))])
    bins = g.op("Reshape", [box, g.weight(np.array([1, 4, BINS, -1], np.int64))])
    spread = g.op("Softmax", [g.op("Transpose", [bins], perm=[0, 2, 1, 3])], axis=1)
    sides = g.plain(spread, BINS, 1)
    scores = g.op("Slice", [told, *(g.weight(np.array([v], np.int64)) for v in (4 * BINS, 4 * BINS + CLASSES, 1))])
    flat = g.op("Reshape", [sides, g.weight(np.array([1, 4, -1], np.int64))])
    out = g.op("Concat", [flat, g.op("Sigmoid", [scores])], axis=1)
    graph = helper.make_graph(
        g.nodes,
        "yolov8n-shaped",
        [helper.make_tensor_value_info("images", TensorProto.FLOAT, [1, 3, SIDE, SIDE])],
        [helper.make_tensor_value_info(out, TensorProto.FLOAT, [1, 4 + CLASSES, 8400])],
        g.weights,
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
    content: bytes = model.SerializeToString()
    return content
