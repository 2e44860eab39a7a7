"""Makes labelled pictures of dice, as many as wanted, each from a number alone.

`make(seed)` gives one picture with its truth; `python -m vision.training.maker --out DIR --start 0 --count 1000` writes
a folder of them that `score_reading.py` and `kismet bench` understand. A picture is a small scene – table, dice,
clutter, lamps, camera – cast with rays and then spoiled the way real cameras spoil theirs. See `../DATA.md`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt


@dataclass(frozen=True)
class DieTruth:
    """One die of a made picture."""

    value: int
    """The number on the face that points up most."""
    quad: npt.NDArray[np.float32]
    """Corners of the top face's sharp-cube square in pixels, in cyclic order: 4 × 2."""
    pip_colour: str
    """black, red, green, blue, white or other."""
    scheme: str
    """classic, blue or plain: whether colour tells the number."""
    hidden: float
    """Share of the top face that is out of sight, behind something or out of the frame: 0 to 1."""
    tilt: float
    """Degrees between the top face and the table; above 12 the die is cocked."""
    readable: bool
    """False: even a person could hardly read it; to be masked in training rather than labelled."""
    die_px: float
    """Mean length of the quad's edges, in pixels."""
    sharp: float
    """Sigma of all blur as a share of `die_px`: small is sharp."""


@dataclass(frozen=True)
class Sample:
    """A made picture and its truth."""

    image: npt.NDArray[np.uint8]
    """height × width × 3, blue green red."""
    dice: tuple[DieTruth, ...]
    tags: tuple[str, ...]
    hanging: bool = False
    """Whether the camera hangs: what is up on the table points down in the picture."""


def make(seed: int, size: tuple[int, int] = (640, 480), **knobs: Any) -> Sample:
    """Make one picture. The same seed, size and knobs always give the same picture.

    Args:
        seed: Any number from 0.
        size: Width and height in pixels.
        **knobs: See `scene.Knobs`; what is not given is drawn.
    """
    from vision.training.maker.scene import Knobs, make_scene

    return make_scene(seed, size, Knobs(**knobs))
