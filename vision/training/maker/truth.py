"""What is known about a picture: for every die its number, corners, colour, and how well it can be seen."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from vision.training.maker import DieTruth
from vision.training.maker.camera import Camera
from vision.training.maker.lens import Lens, Picture
from vision.training.maker.painting import seen
from vision.training.maker.placing import Pose
from vision.training.maker.world import MARK, Floats, World

GRID = np.linspace(-0.86, 0.86, 9)
MOST_HIDDEN = 0.3
"""Share of a top face that may be out of sight in a readable die if a pip is, too."""
LEAST_CONTRAST = 10.0
"""Levels between pips and body under which nobody could read a die."""
LEAST_CLARITY = 1.9
"""The same in spreads of the pips' and the body's own levels: noise, speckles and blots count."""


def _visible(world: World, camera: Camera, k: int, points: Floats) -> Floats:
    out = np.zeros(len(points), np.int64)
    seen(world, camera.numbers(), k, np.ascontiguousarray(points), out)
    flat = camera.project(points)
    inside = (flat > -0.5).all(-1) & (flat[:, 0] < camera.width - 0.5) & (flat[:, 1] < camera.height - 0.5)
    return np.asarray(out * inside, np.float64)


def _contrast(picture: Picture, flat: Floats, on_pip: npt.NDArray[np.bool_]) -> tuple[float, float]:
    """How far pips stand off the body in the channel that shows it best: in levels, and in spreads of body and pips.

    Both are nan if either is out of sight.
    """
    h, w = picture.shape[:2]
    at = np.round(flat).astype(int)
    good = (at >= 0).all(-1) & (at[:, 0] < w) & (at[:, 1] < h)
    colours = picture[at[good, 1], at[good, 0]].astype(np.float64)
    marked = on_pip[good]
    if marked.sum() < 1 or (~marked).sum() < 1:
        return float("nan"), float("nan")
    pips, body = colours[marked], colours[~marked]
    gap = np.abs(np.median(pips, 0) - np.median(body, 0))
    spread = [np.median(np.abs(part - np.median(part, 0)), 0) * 1.48 for part in (pips, body)]
    return float(gap.max()), float((gap / (np.hypot(*spread) + 2.0)).max())


def tell(world: World, camera: Camera, lens: Lens, picture: Picture, solid: int, pose: Pose) -> DieTruth:
    """The truth about the die `pose`, which is solid number `solid` of the scene."""
    corners = camera.project(pose.corners())
    u, v = (a.reshape(-1) for a in np.meshgrid(GRID, GRID))
    grid_points = pose.face_points(u, v)
    hidden = 1.0 - float(_visible(world, camera, solid, grid_points).mean())
    look = int(world.solids[solid, 1])
    style = int(world.looks[look, MARK])
    face = pose.top
    spots = world.pips[style, face, : world.pip_count[style, face]]
    points = _spots(pose, face, spots[:, 0], spots[:, 1])
    pip_share = float(_visible(world, camera, solid, points).min())
    # Between the pips, on the body, but away from the rounded edges.
    body = np.array(
        [
            (a, b)
            for a in np.linspace(-0.6, 0.6, 7)
            for b in np.linspace(-0.6, 0.6, 7)
            if all((a - s[0]) ** 2 + (b - s[1]) ** 2 > (1.5 * s[2]) ** 2 for s in spots)
        ]
    )
    inner = np.concatenate(
        [spots[:, :2] + 0.4 * spots[:, 2:] * step for step in ((0, 0), (1, 0), (-1, 0), (0, 1), (0, -1))]
    )
    both = np.concatenate([inner, body]) if len(body) else inner
    places = camera.project(_spots(pose, face, both[:, 0], both[:, 1]))
    contrast, clarity = _contrast(picture, places, np.arange(len(both)) < len(inner))
    edges = np.linalg.norm(np.roll(corners, -1, 0) - corners, axis=1)
    die_px = float(edges.mean())
    shortest = float(min(np.linalg.norm(corners[0] - corners[1]), np.linalg.norm(corners[1] - corners[2])))
    blur = lens.blur
    pip_px = 2 * float(spots[:, 2].min()) / 2 * shortest
    readable = (
        (hidden <= MOST_HIDDEN or (pip_share > 0 and hidden <= 0.45))
        and not (contrast < LEAST_CONTRAST or clarity < LEAST_CLARITY)
        and blur < 0.65 * max(pip_px, 1.0)
        and shortest >= 7.0
    )
    return DieTruth(
        value=pose.value,
        quad=corners.astype(np.float32),
        pip_colour=pose.die.colours[face],
        scheme=pose.die.scheme,
        hidden=round(hidden, 3),
        tilt=round(pose.tilt, 2),
        readable=bool(readable),
        die_px=round(die_px, 2),
        sharp=round(blur / max(die_px, 1.0), 4),
    )


def _spots(pose: Pose, face: int, u: Floats, v: Floats) -> Floats:
    """Points of a face by the ray caster's own u and v, in the world."""
    axis, sign = face // 2, 1 - 2 * (face % 2)
    local = np.empty((len(u), 3))
    local[:, axis] = sign
    first, second = (u, v) if face % 2 == 0 else (v, u)
    local[:, (axis + 1) % 3], local[:, (axis + 2) % 3] = first, second
    return np.asarray(local * pose.die.edge / 2 @ pose.turn.T + pose.place)
