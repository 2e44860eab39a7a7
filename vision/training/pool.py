"""Made crops kept for a while, since making one costs about as much as learning from it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeVar

import numpy as np

Crop = TypeVar("Crop")


@dataclass(frozen=True, slots=True)
class Pool:
    """How crops are kept."""

    keep: int
    """Crops kept; new ones then replace random old ones."""
    first: int
    """Crops made before learning begins; no batch is larger."""
    reuse: int
    """How often each is used, about."""

    def batches(self, source: Iterator[Crop], size: int, rng: np.random.Generator) -> Iterator[list[Crop]]:
        """Endless batches of `size` crops from an endless source."""
        kept = [next(source) for _ in range(self.first)]
        while True:
            for _ in range(max(1, size // self.reuse)):
                if len(kept) < self.keep:
                    kept.append(next(source))
                else:
                    kept[int(rng.integers(self.keep))] = next(source)
            yield [kept[int(k)] for k in rng.choice(len(kept), size=size, replace=False)]
