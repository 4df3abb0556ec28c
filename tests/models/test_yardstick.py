"""The yardstick of speed has the size of what it stands for."""

from __future__ import annotations

import numpy as np
import onnx
import onnxruntime

from models.yardstick import SIDE, yolov8n_shaped

PUBLISHED = 3_151_904
"""Parameters of YOLOv8n with its normalisations merged, as its makers print them."""


def test_it_has_as_many_weights_as_yolov8n() -> None:
    graph = onnx.load_from_string(yolov8n_shaped()).graph
    inputs = {name for node in graph.node if node.op_type == "Conv" for name in node.input}
    weights = sum(int(np.prod(w.dims)) for w in graph.initializer if w.name in inputs)
    assert weights == PUBLISHED + 1  # the layer that weighs the bins has a bias here


def test_it_answers_in_the_same_form() -> None:
    session = onnxruntime.InferenceSession(yolov8n_shaped(), providers=["CPUExecutionProvider"])
    frame = np.zeros((1, 3, SIDE, SIDE), np.float32)
    (answer,) = session.run(None, {session.get_inputs()[0].name: frame})
    assert answer.shape == (1, 84, 8400)
