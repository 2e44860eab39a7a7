"""Write a trained network the way it ships: ONNX, weights in 16 bits, checked against torch.

`python -m vision.training.export find CHECKPOINT vision/model/find.onnx`
"""

from __future__ import annotations

import argparse
from pathlib import Path

import cv2
import numpy as np
import onnx
import torch
from onnx import TensorProto, helper, numpy_helper
from torch import nn

from vision.training.nets import FaceReader, Finder, Surveyor

PARITY = 0.05
"""Largest difference from torch that 16-bit weights may make in any raw output."""


def export(net: nn.Module, example: torch.Tensor, names: tuple[str, str], axes: tuple[int, ...], path: Path) -> float:
    """Write `net` to `path`; gives the largest difference between torch and `cv2.dnn`.

    Args:
        net: in any mode; written in evaluation mode.
        example: an input.
        names: of input and output.
        axes: input axes of free length.
        path: where to write.

    Raises:
        ValueError: the engine's answer differs from torch's by more than `PARITY`.
    """
    net = net.eval()
    free = {names[0]: {a: f"a{a}" for a in axes}, names[1]: {a: f"b{a}" for a in axes}}
    torch.onnx.export(
        net,
        example,
        str(path),
        opset_version=17,
        dynamo=False,
        input_names=[names[0]],
        output_names=[names[1]],
        dynamic_axes=free,
    )
    model = onnx.load(str(path))
    _halve(model)
    onnx.save(model, str(path))
    engine = cv2.dnn.readNetFromONNX(str(path), cv2.dnn.ENGINE_CLASSIC)
    engine.setInput(example.numpy())
    with torch.no_grad():
        gap = float(np.abs(engine.forward().reshape(-1) - net(example).numpy().reshape(-1)).max())
    if gap > PARITY:
        raise ValueError(f"{path}: differs from torch by {gap:.3f}")
    return gap


def _halve(model: onnx.ModelProto) -> None:
    """Keep weights in 16 bits, widened as the network loads."""
    graph = model.graph
    weights = list(graph.initializer)
    del graph.initializer[:]
    casts = []
    for tensor in weights:
        array = numpy_helper.to_array(tensor)
        if array.dtype == np.float32 and array.size > 256:
            graph.initializer.append(numpy_helper.from_array(array.astype(np.float16), tensor.name + "_16"))
            casts.append(helper.make_node("Cast", [tensor.name + "_16"], [tensor.name], to=TensorProto.FLOAT))
        else:
            graph.initializer.append(tensor)
    nodes = list(graph.node)
    del graph.node[:]
    graph.node.extend([*casts, *nodes])


def main() -> None:
    """Export the averaged weights of a checkpoint."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("which", choices=("find", "read", "around"))
    parser.add_argument("checkpoint", type=Path)
    parser.add_argument("out", type=Path)
    args = parser.parse_args()
    torch.manual_seed(0)
    net: nn.Module = {"find": Finder, "read": FaceReader, "around": Surveyor}[args.which]()
    net.load_state_dict(torch.load(args.checkpoint, weights_only=True)["mean"])
    if args.which == "find":
        gap = export(net, torch.rand(1, 3, 160, 192), ("image", "maps"), (0, 2, 3), args.out)
    else:
        channels = 4 if args.which == "around" else 3
        gap = export(net, torch.randn(4, channels, 48, 48), ("crops", "answers"), (0,), args.out)
    print(f"{args.out}: {args.out.stat().st_size / 1e6:.2f} MB, parity {gap:.4f}")  # noqa: T201


if __name__ == "__main__":
    main()
