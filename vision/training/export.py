"""Write a trained network the way it ships: ONNX, weights in 8 bits, checked against torch.

`python -m vision.training.export find CHECKPOINT vision/model/find.onnx`
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt
import onnx
import torch
from onnx import TensorProto, helper, numpy_helper
from torch import nn

from vision.training.nets import FaceReader, Finder, Spotter, Surveyor

NETS: dict[str, Callable[[], nn.Module]] = {
    "spot": Spotter,
    "find": Finder,
    "read": FaceReader,
    "around": Surveyor,
}
PARITY = 0.05
"""Largest difference between the engine's answers and torch's, in any raw output."""
ROUNDED = 0.1
"""Root mean square of the change that rounded weights may make."""


def export(net: nn.Module, example: torch.Tensor, names: tuple[str, str], axes: tuple[int, ...], path: Path) -> float:
    """Write `net` to `path`; gives the root mean square of what rounding its weights changes.

    Args:
        net: in any mode; written in evaluation mode.
        example: an input.
        names: of input and output.
        axes: input axes of free length.
        path: where to write.

    Raises:
        ValueError: the engine's answer differs from torch's by more than `PARITY`, or by more than `ROUNDED` once
            weights are rounded.
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
    with torch.no_grad():
        wanted = net(example).numpy().ravel()
    gap = float(np.abs(_answer(path, example) - wanted).max())
    if gap > PARITY:
        raise ValueError(f"{path}: the engine's answer differs from torch's by {gap:.3f}")
    model = onnx.load(str(path))
    _pack(model)
    onnx.save(model, str(path))
    change = float(np.sqrt(np.square(_answer(path, example) - wanted).mean()))
    if change > ROUNDED:
        raise ValueError(f"{path}: rounded weights change the answer by {change:.3f}")
    return change


def _answer(path: Path, example: torch.Tensor) -> npt.NDArray[np.float32]:
    """What the engine makes of an input."""
    engine = cv2.dnn.readNetFromONNX(str(path), cv2.dnn.ENGINE_CLASSIC)
    engine.setInput(example.numpy())
    return np.asarray(engine.forward(), dtype=np.float32).ravel()


def _pack(model: onnx.ModelProto) -> None:
    """Keep weights in 8 bits, with a scale for each output channel, widened as the network loads."""
    graph = model.graph
    weights = list(graph.initializer)
    del graph.initializer[:]
    widening = []
    for tensor in weights:
        array, name = numpy_helper.to_array(tensor), tensor.name
        if array.dtype != np.float32 or array.size <= 256 or array.ndim != 4:
            graph.initializer.append(tensor)
            continue
        scale = np.abs(array).max(axis=(1, 2, 3), keepdims=True).clip(1e-8) / 127
        small = (array / scale).round().astype(np.int8)
        graph.initializer.append(numpy_helper.from_array(small, f"{name}_8"))
        graph.initializer.append(numpy_helper.from_array(scale.astype(np.float32), f"{name}_scale"))
        widening.append(helper.make_node("Cast", [f"{name}_8"], [f"{name}_wide"], to=TensorProto.FLOAT))
        widening.append(helper.make_node("Mul", [f"{name}_wide", f"{name}_scale"], [name]))
    nodes = list(graph.node)
    del graph.node[:]
    graph.node.extend([*widening, *nodes])


def main() -> None:
    """Export the averaged weights of a checkpoint."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("which", choices=tuple(NETS))
    parser.add_argument("checkpoint", type=Path)
    parser.add_argument("out", type=Path)
    args = parser.parse_args()
    torch.manual_seed(0)
    net = NETS[args.which]()
    net.load_state_dict(torch.load(args.checkpoint, weights_only=True)["mean"])
    if args.which in ("find", "spot"):
        change = export(net, torch.rand(1, 3, 160, 192), ("image", "maps"), (0, 2, 3), args.out)
    else:
        size = (4, 64, 64) if args.which == "around" else (12, 24, 24)
        change = export(net, torch.randn(4, *size), ("crops", "answers"), (0,), args.out)
    print(f"{args.out}: {args.out.stat().st_size / 1e6:.2f} MB, changed by {change:.4f}")  # noqa: T201


if __name__ == "__main__":
    main()
