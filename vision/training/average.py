"""Average checkpoints: `python -m vision.training.average OUT A B …`.

Processes of one thread each, started from one checkpoint with other seeds and averaged every few minutes, learn
together about as fast as they do apart: on two cores that beats one process with two threads by far.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

import torch


def average(states: list[Any]) -> Any:
    """The mean of states of one shape: tensors and floats are averaged, the rest is the first one's."""
    first = states[0]
    if isinstance(first, torch.Tensor):
        if not first.dtype.is_floating_point:
            return first
        return torch.stack([s.float() for s in states]).mean(dim=0).to(first.dtype)
    if isinstance(first, dict):
        return {key: average([s[key] for s in states]) for key in first}
    if isinstance(first, list):
        return [average(list(parts)) for parts in zip(*states, strict=True)]
    if isinstance(first, int) and not isinstance(first, bool):
        return max(states)
    return first


def main() -> None:
    """Average checkpoints of `loop.train`."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("parts", type=Path, nargs="+")
    args = parser.parse_args()
    part = args.out.with_suffix(".part")
    torch.save(average([torch.load(path, weights_only=True) for path in args.parts]), part)
    part.rename(args.out)


if __name__ == "__main__":
    main()
