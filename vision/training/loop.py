"""A training loop that can stop at any moment and go on: one process, one thread, bf16, an average of the weights.

The learning rate is held after a short warm-up and falls only in a last stretch (`--cool`), which starts from the
held state and leaves it untouched: so every round gives finished weights, and the next goes on as if there had been
none.
"""

from __future__ import annotations

import argparse
import contextlib
import copy
import queue
import signal
import threading
import time
from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy.typing as npt
import torch
from torch import nn

Batch = tuple[torch.Tensor, torch.Tensor]
Loss = Callable[[torch.Tensor, torch.Tensor], dict[str, torch.Tensor]]


@dataclass(frozen=True, slots=True)
class Plan:
    """How long and how fast to learn."""

    rate: float = 2e-3
    warm: int = 300
    decay: float = 0.02
    minutes: float = 30.0
    cool: int = 0
    """Steps over which the rate falls to nothing; 0: hold it for `minutes`."""
    average: float = 0.998


def train(
    net: nn.Module, loss: Loss, source: Iterator[Batch], file: Path, plan: Plan, start: Path | None = None
) -> nn.Module:
    """Train `net` from where `file` left it; gives back the averaged net, and writes both to `file`.

    Where there is no `file` yet, the weights in `start` are begun with, if given (see `keep_start`).

    With `plan.cool` the averaged, cooled net goes to `file` with the suffix `.cool.pt`, and `file` stays as it was.
    """
    torch.set_num_threads(1)
    net.train()
    net = net.to(memory_format=torch.channels_last)
    optimiser = torch.optim.AdamW(net.parameters(), lr=plan.rate, weight_decay=plan.decay)
    mean = copy.deepcopy(net)
    step = 0
    if file.exists():
        state = torch.load(file, weights_only=True)
        net.load_state_dict(state["net"])
        mean.load_state_dict(state["mean"])
        optimiser.load_state_dict(state["optimiser"])
        step = state["step"]
    elif start is not None:
        weights = {name: value.float() for name, value in torch.load(start, weights_only=True).items()}
        net.load_state_dict(weights)
        mean.load_state_dict(weights)
    stopped = threading.Event()
    signal.signal(signal.SIGTERM, lambda *_: stopped.set())
    first, begun, saved = step, time.monotonic(), time.monotonic()
    sums: dict[str, float] = {}
    count = 0
    ahead = _ahead(source)
    for images, truths in ahead:
        left = 1.0 - (step - first) / plan.cool if plan.cool else 1.0
        if stopped.is_set() or left <= 0 or (not plan.cool and time.monotonic() - begun > plan.minutes * 60):
            break
        for group in optimiser.param_groups:
            group["lr"] = plan.rate * min(1.0, (step + 1) / plan.warm) * left
        x = images.to(torch.float32).div_(255) if images.dtype == torch.uint8 else images
        x = x.contiguous(memory_format=torch.channels_last)
        with torch.autocast("cpu", dtype=torch.bfloat16):
            out = net(x)
        parts = loss(out.float(), truths)
        total = torch.stack(list(parts.values())).sum()
        optimiser.zero_grad()
        total.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        optimiser.step()
        step += 1
        keep = min(plan.average, (1 + step) / (10 + step))
        with torch.no_grad():
            for a, b in zip(mean.state_dict().values(), net.state_dict().values(), strict=True):
                if a.dtype.is_floating_point:
                    a.lerp_(b, 1 - keep)
                else:
                    a.copy_(b)
        for name, part in parts.items():
            sums[name] = sums.get(name, 0.0) + float(part.detach())
        count += 1
        if count == 200:
            figures = " ".join(f"{name} {value / count:.4f}" for name, value in sums.items())
            pace = (step - first) / (time.monotonic() - begun)
            print(f"step {step} {pace * len(images):.0f}/s {figures}", flush=True)  # noqa: T201
            sums, count = {}, 0
        if not plan.cool and time.monotonic() - saved > 120:
            _save(file, net, mean, optimiser, step)
            saved = time.monotonic()
    ahead.close()
    if plan.cool:
        torch.save({"mean": mean.state_dict(), "step": step}, file.with_suffix(".cool.pt"))
    else:
        _save(file, net, mean, optimiser, step)
    return mean


@dataclass(frozen=True, slots=True)
class Lesson:
    """One network's training: what differs between their command lines."""

    net: Callable[[], nn.Module]
    loss: Loss
    batches: Callable[[Path, int, int], Iterator[tuple[npt.NDArray[Any], npt.NDArray[Any]]]]
    """Endless batches from a folder of shards, a batch's size and a seed."""
    rate: float
    batch: int


def learn(lesson: Lesson) -> None:
    """The command line of a trainer: train, or cool down what was trained."""
    parser = argparse.ArgumentParser(description=learn.__doc__)
    parser.add_argument("shards", type=Path)
    parser.add_argument("checkpoint", type=Path)
    parser.add_argument("--minutes", type=float, default=30)
    parser.add_argument("--cool", type=int, default=0)
    parser.add_argument("--rate", type=float, default=lesson.rate)
    parser.add_argument("--batch", type=int, default=lesson.batch)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--start", type=Path, help="weights of an earlier round, for a first start")
    args = parser.parse_args()
    cv2.setNumThreads(1)
    torch.manual_seed(args.seed)
    made = lesson.batches(args.shards, args.batch, args.seed)
    source = ((torch.from_numpy(inputs), torch.from_numpy(wanted)) for inputs, wanted in made)
    plan = Plan(rate=args.rate, minutes=args.minutes, cool=args.cool)
    train(lesson.net(), lesson.loss, source, args.checkpoint, plan, args.start)


def keep_start(checkpoint: Path, to: Path) -> None:
    """Keep a checkpoint's averaged weights, in 16 bits, for a later round to start from."""
    mean = torch.load(checkpoint, weights_only=True)["mean"]
    torch.save({name: value.half() for name, value in mean.items()}, to)


def _save(file: Path, net: nn.Module, mean: nn.Module, optimiser: torch.optim.Optimizer, step: int) -> None:
    state = {"net": net.state_dict(), "mean": mean.state_dict(), "optimiser": optimiser.state_dict(), "step": step}
    part = file.with_suffix(".part")
    torch.save(state, part)
    part.rename(file)


def _ahead(source: Iterator[Batch], depth: int = 4) -> Generator[Batch]:
    """The batches of `source`, made in a thread of their own, which has ended when this is closed."""
    waiting: queue.Queue[Batch] = queue.Queue(depth)
    enough = threading.Event()

    def fill() -> None:
        for batch in source:
            waiting.put(batch)
            if enough.is_set():
                return

    thread = threading.Thread(target=fill)
    thread.start()
    try:
        while True:
            yield waiting.get()
    finally:
        enough.set()
        while thread.is_alive():
            with contextlib.suppress(queue.Empty):
                waiting.get(timeout=0.1)
