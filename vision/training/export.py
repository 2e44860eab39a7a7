"""Write a trained network the way it ships: ONNX, weights in 16 or 8 bits, checked against torch.

`python -m vision.training.export find CHECKPOINT vision/model/find.onnx`
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
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
IN_BYTES = ("spot", "around")
"""Networks whose weights are kept in 8 bits, with a scale for each output channel: the least delicate ones."""
PARITY = 0.1
"""Largest difference from torch that rounded weights may make in any raw output."""


def export(
    net: nn.Module, example: torch.Tensor, names: tuple[str, str], axes: tuple[int, ...], path: Path, in_bytes: bool
) -> float:
    """Write `net` to `path`; gives the largest difference between torch and `cv2.dnn`.

    Args:
        net: in any mode; written in evaluation mode.
        example: an input.
        names: of input and output.
        axes: input axes of free length.
        path: where to write.
        in_bytes: whether weights are kept in 8 bits.

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
    _pack(model, in_bytes)
    onnx.save(model, str(path))
    engine = cv2.dnn.readNetFromONNX(str(path), cv2.dnn.ENGINE_CLASSIC)
    engine.setInput(example.numpy())
    with torch.no_grad():
        gap = float(np.abs(engine.forward().reshape(-1) - net(example).numpy().reshape(-1)).max())
    if gap > PARITY:
        raise ValueError(f"{path}: differs from torch by {gap:.3f}")
    return gap


def _pack(model: onnx.ModelProto, in_bytes: bool) -> None:
    """Keep weights in fewer bits, widened as the network loads."""
    graph = model.graph
    weights = list(graph.initializer)
    del graph.initializer[:]
    widening = []
    for tensor in weights:
        array, name = numpy_helper.to_array(tensor), tensor.name
        if array.dtype != np.float32 or array.size <= 256:
            graph.initializer.append(tensor)
        elif in_bytes and array.ndim == 4:
            scale = np.abs(array).max(axis=(1, 2, 3), keepdims=True).clip(1e-8) / 127
            small = (array / scale).round().astype(np.int8)
            graph.initializer.append(numpy_helper.from_array(small, f"{name}_8"))
            graph.initializer.append(numpy_helper.from_array(scale.astype(np.float32), f"{name}_scale"))
            widening.append(helper.make_node("Cast", [f"{name}_8"], [f"{name}_wide"], to=TensorProto.FLOAT))
            widening.append(helper.make_node("Mul", [f"{name}_wide", f"{name}_scale"], [name]))
        else:
            graph.initializer.append(numpy_helper.from_array(array.astype(np.float16), f"{name}_16"))
            widening.append(helper.make_node("Cast", [f"{name}_16"], [name], to=TensorProto.FLOAT))
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
    in_bytes = args.which in IN_BYTES
    if args.which in ("find", "spot"):
        gap = export(net, torch.rand(1, 3, 160, 192), ("image", "maps"), (0, 2, 3), args.out, in_bytes)
    else:
        channels = 4 if args.which == "around" else 3
        gap = export(net, torch.randn(4, channels, 48, 48), ("crops", "answers"), (0,), args.out, in_bytes)
    print(f"{args.out}: {args.out.stat().st_size / 1e6:.2f} MB, parity {gap:.4f}")  # noqa: T201


if __name__ == "__main__":
    main()
