"""Grow the trees of `vision.trees` with LightGBM."""

from __future__ import annotations

from typing import Any

import lightgbm
import numpy as np
import numpy.typing as npt

from vision.trees import NAMES

HOW = {
    "objective": "binary",
    "learning_rate": 0.05,
    "num_leaves": 20,
    "min_data_in_leaf": 30,
    "lambda_l2": 5.0,
    "feature_fraction_bynode": 0.4,
    "bagging_fraction": 0.8,
    "bagging_freq": 1,
    "seed": 1,
    "deterministic": True,
    "force_row_wise": True,
    "num_threads": 1,
    "verbose": -1,
}

Floats = npt.NDArray[np.float64]


def grow(rows: Floats, wanted: Floats, weights: Floats, trees: int) -> dict[str, npt.NDArray[np.generic]]:
    """Arrays of a `vision.trees.Trees`, grown so that rows (N × F) give the log odds of `wanted` (N, 0 or 1)."""
    model = lightgbm.train(HOW, lightgbm.Dataset(rows, wanted, weight=weights), trees)
    knots: list[tuple[int, float, int, int, float]] = []
    roots = [_planted(tree["tree_structure"], knots) for tree in model.dump_model()["tree_info"]]
    feature, limit, low, high, value = (np.array(part) for part in zip(*knots, strict=True))
    kinds = (np.uint8, np.float32, np.uint16, np.uint16, np.float32, np.uint16)
    parts = (feature, limit, low, high, value, np.array(roots))
    return {name: part.astype(kind) for name, part, kind in zip(NAMES, parts, kinds, strict=True)}


def _planted(knot: dict[str, Any], knots: list[tuple[int, float, int, int, float]]) -> int:
    """Append a knot and all below it; gives back its place."""
    place = len(knots)
    if "leaf_value" in knot:
        knots.append((0, 0.0, place, place, float(knot["leaf_value"])))
        return place
    knots.append((0, 0.0, 0, 0, 0.0))
    low, high = _planted(knot["left_child"], knots), _planted(knot["right_child"], knots)
    knots[place] = (int(knot["split_feature"]), float(knot["threshold"]), low, high, 0.0)
    return place
