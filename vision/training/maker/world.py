"""The arrays that describe one scene to the ray caster.

Lengths are centimetres, the table is the plane z = 0, and z points up. Colours are linear light, in OpenCV's order
(blue, green, red), as everywhere in the project.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Singles = npt.NDArray[np.float32]
Integers = npt.NDArray[np.int64]
Bytes = npt.NDArray[np.uint8]

# Columns of World.solids.
KIND, LOOK, PLACE, TURN, REACH, SIZE, FIRST, LAST, SOLID_WIDTH = 0, 1, 2, 5, 14, 15, 23, 24, 25
# Kinds of solids, and what their eight sizes are.
BOX = 0  # half width, depth, height; edge radius; radius of the sphere that cuts the corners (0: none)
DISC = 1  # radius, half height, edge radius, number of holes, offset of the holes, radius of the holes
CUP = 2  # radius below, radius above, half height, wall
LIMBS = 3  # blending length; shapes: capsules (x, y, z, x, y, z, radius, radius)
GEM = 4  # edge radius; shapes: planes (x, y, z, offset) with the normal outwards
BALL = 5  # radius
RING = 6  # radius, radius of the wire
BOWL = 7  # radius, wall
# Columns of World.looks.
(ALBEDO, ROUGH, SHINE, METAL, SOFT, GRAIN, SECOND, GRAIN_SIZE, GRAIN_SHARE, MARKS, MARK, PRINT, CLEAR, LOOK_WIDTH) = (
    0, 3, 4, 5, 6, 7, 8, 11, 12, 13, 14, 15, 21, 22,
)  # fmt: skip
# Kinds of grain (solid textures) and of marks on the surface.
PLAIN, MARBLE, SPECKLE, TIMBER, MOTTLE = 0, 1, 2, 3, 4
NO_MARKS, PIPS, PRINTED = 0, 1, 2
# Columns of World.lights: position 3, colour 3, radius, squared distance to the middle of the table.
LIGHT_WIDTH = 8
# Columns of World.pip_style: depth over radius, roughness, shine, wear, size of the worn patches.
PIP_DEPTH, PIP_ROUGH, PIP_SHINE, PIP_WEAR, PIP_RIM, PIP_STYLE_WIDTH = 0, 1, 2, 3, 4, 5


class World(NamedTuple):
    """A scene, as plain arrays."""

    solids: Floats
    """Solids × `SOLID_WIDTH`."""
    shapes: Floats
    """Capsules and planes × 8, which solids of the kinds LIMBS and GEM point into."""
    looks: Floats
    """Materials × `LOOK_WIDTH`."""
    pips: Floats
    """Dice styles × 6 faces (+x −x +y −y +z −z) × 6 pips × (u, v, radius), in half edges."""
    pip_count: Integers
    """Dice styles × 6 faces."""
    pip_ink: Floats
    """Dice styles × 6 faces × 3: the colour of the pips."""
    pip_style: Floats
    """Dice styles × `PIP_STYLE_WIDTH`."""
    atlas: Singles
    """height × width × 3: all printed pictures, one under the other."""
    lights: Floats
    """Lamps × `LIGHT_WIDTH`."""
    windows: Floats
    """Bright shapes that only mirrors see × (direction 3, colour 3, cosine inside, cosine outside)."""
    air: Floats
    """Light from above, from the horizon and from the table below: 3 × 3."""
    near: Integers
    """For every solid, and then for every tile of the picture: the solids that may shade it, as numbers."""
    near_count: Integers
    """How many of each row of `near` count."""


TILE = 16
"""Side of the tiles of `World.near`, pixels."""
# The camera as numbers: place 3, turn 9 (columns: right, down, forward), focal length, centre 2, radial distortion.
CAMERA_WIDTH = 16
