"""Crops and targets for the finder and the spotter.

A crop is taken round a random die so that its edge gets a random length between 8 and 96 pixels: that is what the
spotter learns from, and what the finder begins with. Then the finder learns from windows as `vision.find` cuts them
out, with a die of usual size in the middle, laid on pages. What cannot be judged (dice that nobody can read, dice cut
off by the crop, what lies outside the picture) is masked, not labelled.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from vision.faces import Face, encode, face_of_quad
from vision.find import GOOD_EDGE
from vision.reading import Image
from vision.training.augment import photometric
from vision.training.litter import litter
from vision.training.paste import draw_view, paste
from vision.training.pool import Pool
from vision.training.read_crops import LEANING
from vision.training.shards import COCKED, Picture, Shard, Truth, rolled, shards
from vision.windows import ACROSS, DOWN, WINDOW

Floats = npt.NDArray[np.float32]

CROP = 160
STRIDE = 4
CELLS = CROP // STRIDE
"""A crop's side in pixels, and in cells of the network's maps."""
SMALL, LARGE = 7.5, 100.0
"""Edges in pixels between which a die is the finder's to find; others are masked."""
UPSIDE_DOWN = 0.04
"""Share of crops seen from the side that are turned anyhow. Few: pictures that hang upside down are seen both ways up
(`vision.read`), and what tells the two apart is that the wrong one looks wrong."""
LOW_CAMERA = 2
"""Crops of a picture seen from low over the table, for each of another: there tops are hardest to tell from sides."""
POOL = Pool(keep=2000, first=300, reuse=2)
WINDOWS = Pool(keep=6000, first=1200, reuse=4)
CHANNELS = 13
"""heat, heat's weight, value (0 to 5, −1 unknown), weight, dx, dy, log sx, log sy, lean, cos 4ψ, sin 4ψ, hidden,
cocked, in this order."""


@dataclass(frozen=True, slots=True)
class Framing:
    """How crops are taken."""

    size: int
    """Side in pixels."""
    edge: Callable[[np.random.Generator], float]
    """Draws how large a die in the middle shall be, in pixels."""
    spread: float
    """How far from the middle it may lie, each way, as a share of the side."""
    mistakes: float
    """Share of crops round a place where an earlier finder saw a face that is none (`vision.training.mine`)."""


def any_edge(rng: np.random.Generator) -> float:
    """An edge in network pixels: small ones are commoner."""
    if rng.random() < 0.8:
        return math.exp(rng.uniform(math.log(9.0), math.log(44.0)))
    return math.exp(rng.uniform(3.6, 4.5))


def edge_in_window(rng: np.random.Generator) -> float:
    """An edge as it is seen in a window, where the spotter has guessed it."""
    return GOOD_EDGE * math.exp(rng.normal(0, 0.15))


ANYWHERE = Framing(CROP, any_edge, 0.42, 0.15)
IN_WINDOW = Framing(WINDOW, edge_in_window, 0.14, 0.4)


def crop_of(
    picture: Picture, levels: list[Image], rng: np.random.Generator, framing: Framing = ANYWHERE
) -> tuple[Image, Floats]:
    """One square crop of a picture, and its targets, CHANNELS × as many cells.

    Args:
        picture: a made picture.
        levels: the picture, its half, its quarter …; what is missing is added.
        rng: where chance comes from.
        framing: what it shows.
    """
    size, height, width = framing.size, *levels[0].shape[:2]
    usable = [d for d in picture.dice if d.readable and d.hidden < 0.6]
    wrong = _mistakes(picture) if rng.random() < framing.mistakes else []
    if wrong:
        place = wrong[int(rng.integers(len(wrong)))]
        scale = min(framing.edge(rng) / place.edge, 2.5)
        x, y, spread = place.x, place.y, framing.spread * size
    elif usable and rng.random() < 0.88:
        ones = [d for d in usable if d.value == 1]  # A single pip tells least.
        among = ones if ones and rng.random() < 0.2 else usable
        die = among[int(rng.integers(len(among)))]
        scale = min(framing.edge(rng) / die.edge, 2.5)
        x, y = die.quad.mean(axis=0)
        spread = framing.spread * size
    else:
        scale = math.exp(rng.uniform(math.log(0.35), math.log(1.3)))
        x, y, spread = rng.uniform(0, width), rng.uniform(0, height), 0.2 * size
    half = size / 2 / scale
    x += rng.uniform(-spread, spread) / scale
    y += rng.uniform(-spread, spread) / scale
    x = min(max(x, half), width - half) if width > 2 * half else width / 2
    y = min(max(y, half), height - half) if height > 2 * half else height / 2
    level = 0
    while scale * 2**level < 0.62 and min(height, width) >> level > 16:
        level += 1
    while len(levels) <= level:
        last = levels[-1]
        even = last[: last.shape[0] // 2 * 2, : last.shape[1] // 2 * 2]
        half_size = (even.shape[1] // 2, even.shape[0] // 2)
        levels.append(np.asarray(cv2.resize(even, half_size, interpolation=cv2.INTER_AREA), dtype=np.uint8))
    image, fx = levels[level], 0.5**level
    # From above any way up is as good as another. From the side, up is what tells a top from a side.
    above = all(face_of_quad(d.quad).flatness > 0.85 for d in usable)
    turned = rng.random() < (0.5 if above else UPSIDE_DOWN)
    turn = math.radians(rng.uniform(-180, 180) if turned else rng.normal(0, 5))
    aspect = math.exp(rng.normal(0, 0.05))
    rest_x, rest_y = scale / fx * aspect, scale / fx / aspect
    flip = -1 if rng.random() < 0.5 else 1
    c, s = math.cos(turn), math.sin(turn)
    linear = np.array([[c * rest_x * flip, -s * rest_y], [s * rest_x * flip, c * rest_y]])
    middle = np.array([(x + 0.5) * fx - 0.5, (y + 0.5) * fx - 0.5])
    move = np.array([size / 2, size / 2]) - linear @ middle
    affine = np.concatenate([linear, move[:, None]], axis=1)
    out = cv2.warpAffine(image, affine, (size, size), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    frame = np.array(
        [[-0.5, -0.5], [image.shape[1] - 0.5, -0.5], list(image.shape[1::-1]), [-0.5, image.shape[0] - 0.5]]
    )
    inside = np.zeros((size, size), np.uint8)
    cv2.fillConvexPoly(inside, (frame @ linear.T + move).round().astype(np.int32), 255)

    def placed(quad: Floats) -> Floats:
        return np.asarray(((quad + 0.5) * fx - 0.5) @ linear.T + move, dtype=np.float32)

    crop = np.ascontiguousarray(out, dtype=np.uint8)
    dice = [replace(d, quad=placed(d.quad), edge=face_of_quad(placed(d.quad)).edge) for d in picture.dice]
    if rng.random() < 0.45:
        _strew(crop, dice, rng, framing)
    if rng.random() < 0.6:
        seen = [d for d in dice if d.readable and d.tilt < COCKED and 8 < d.edge < 90]
        rise = face_of_quad(seen[0].quad).flatness if seen else rng.uniform(0.88, 1.0) if abs(turn) > 0.4 else None
        edge = seen[0].edge / math.sqrt(max(0.3, rise or 1)) if seen else framing.edge(rng)
        view = draw_view(rng, edge * math.exp(rng.normal(0, 0.1)), rise, turn)
        room = (size / max(view.edge, 1)) ** 2
        count = int(rng.integers(1, 1 + max(1, min(7, round(room / 4)))))
        dice = paste(crop, dice, view, count, rng)
    return photometric(crop, rng, keep_colours=False), targets(dice, inside)


def _mistakes(picture: Picture) -> list[Face]:
    """The surest places of an earlier finder where no die lies, at most three; none before the first mining."""
    middles = [(d.quad.mean(axis=0), d.edge) for d in picture.dice]
    wrong = [p for p in picture.places if all(math.hypot(p.x - m[0], p.y - m[1]) > 0.5 * edge for m, edge in middles)]
    return wrong[:3]


def _strew(crop: Image, dice: list[Truth], rng: np.random.Generator, framing: Framing) -> None:
    """Lay things that are not dice on a crop, away from its dice."""
    for _ in range(int(rng.integers(1, 6))):
        half = framing.edge(rng) / 2
        turn = rng.uniform(0, 2 * math.pi)
        c, s = math.cos(turn), math.sin(turn)
        basis = np.diag([1, rng.uniform(0.45, 1)]) @ np.array([[c, -s], [s, c]]) * half
        middle = rng.uniform(0, framing.size, 2)
        if all(np.linalg.norm(d.quad.mean(axis=0) - middle) > d.edge + 4 * half for d in dice):
            litter(crop, rng, basis, middle)


def targets(dice: list[Truth], inside: npt.NDArray[np.uint8]) -> Floats:
    """The target maps for dice in a square crop's pixels, where `inside`, a mask as large as it, is not 0."""
    size = len(inside)
    cells = size // STRIDE
    t = np.zeros((CHANNELS, cells, cells), dtype=np.float32)
    t[1] = cv2.resize(inside, (cells, cells), interpolation=cv2.INTER_AREA) > 250
    t[2] = -1
    rows, cols = np.mgrid[0:cells, 0:cells].astype(np.float32)
    for die in dice:
        if die.tilt > COCKED:  # Who is to say which of its faces is the top?
            x, y = (die.quad.mean(axis=0) + 0.5) / STRIDE - 0.5
            t[1][np.hypot(cols - x, rows - y) * STRIDE < LEANING * die.edge] = 0
    for die in sorted(dice, key=lambda d: d.readable and d.hidden < 0.6):
        quad = die.quad
        if (quad.max(axis=0) < -8).any() or (quad.min(axis=0) > size + 8).any():
            continue
        face = face_of_quad(quad)
        edge = face.edge
        if edge < 3 or face.flatness < 0.08:
            continue
        xx, xy, yy = face.moments
        cx, cy = (face.x + 0.5) / STRIDE - 0.5, (face.y + 0.5) / STRIDE - 0.5
        dx, dy = (cols - cx) * STRIDE, (rows - cy) * STRIDE
        ridge = 0.03 * edge * edge
        det = (xx + ridge) * (yy + ridge) - xy * xy
        far = ((yy + ridge) * dx * dx - 2 * xy * dx * dy + (xx + ridge) * dy * dy) / det
        if not die.readable or die.hidden >= 0.6 or not SMALL < edge < LARGE or _lost(quad, size) > 0.25:
            t[1][far < 1.3] = 0
            continue
        near = dx * dx + dy * dy
        heat = np.maximum(np.exp(-far / (2 * 0.28**2)), np.exp(-near / (2 * 2.4**2)))
        nearest = near == near.min()
        heat = np.where(nearest, 1.0, np.minimum(heat, 0.98)).astype(np.float32)
        better = heat > t[0]
        t[0] = np.maximum(t[0], heat)
        t[1][far < 0.5] = 1.0
        own = better & (heat > 0.35)
        log_sx, log_sy, lean, cos4, sin4 = encode(face)
        t[2][own] = die.value - 1 if die.hidden < 0.35 else -1
        t[3][own] = heat[own]
        t[4][own], t[5][own] = (cx - cols)[own], (cy - rows)[own]
        for channel, value in enumerate((log_sx, log_sy, lean, cos4, sin4), start=6):
            t[channel][own] = value
        t[11][own] = float(die.hidden > 0.12)
        t[12][own] = float(die.tilt > COCKED)
    return t


def _lost(quad: Floats, size: int) -> float:
    """Share of a quad's bounding box outside a crop of that size."""
    low, high = quad.min(axis=0), quad.max(axis=0)
    inner = np.clip(np.minimum(high, size) - np.maximum(low, 0), 0, None)
    return 1.0 - float(inner.prod() / max(1e-6, float((high - low).prod())))


def mirrored(truth: Floats) -> Floats:
    """Targets of a crop whose left and right have been exchanged."""
    out = truth[:, :, ::-1].copy()
    out[[4, 8, 10]] *= -1
    return out


def batches(folder: Path, size: int, seed: int) -> Iterator[tuple[npt.NDArray[np.uint8], Floats]]:
    """Endless batches: images N × 3 × CROP × CROP (8 bits), targets N × CHANNELS × CELLS × CELLS."""
    rng = np.random.default_rng(seed)
    for chosen in POOL.batches(fresh(folder, rng, ANYWHERE, 4), size, rng):
        yield _stacked(chosen, rng)


def pages(folder: Path, size: int, seed: int) -> Iterator[tuple[npt.NDArray[np.uint8], Floats]]:
    """As `batches`, of pages of windows as the finder sees them: N × 3 × DOWN·WINDOW × ACROSS·WINDOW."""
    rng = np.random.default_rng(seed)
    for chosen in WINDOWS.batches(fresh(folder, rng, IN_WINDOW, 6), size * DOWN * ACROSS, rng):
        images, truths = _stacked(chosen, rng)
        yield laid_out(images), laid_out(truths)


def laid_out(windows: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Windows (N · DOWN · ACROSS × C × H × W) on pages: N × C × DOWN · H × ACROSS · W."""
    channels, high, wide = windows.shape[1:]
    rows = windows.reshape(-1, DOWN, ACROSS, channels, high, wide).transpose(0, 3, 1, 4, 2, 5)
    return np.ascontiguousarray(rows).reshape(-1, channels, DOWN * high, ACROSS * wide)


def _stacked(chosen: list[tuple[Image, Floats]], rng: np.random.Generator) -> tuple[npt.NDArray[np.uint8], Floats]:
    """Crops and targets as the network takes them, every second one in a mirror."""
    images, truths = [], []
    for image, truth in chosen:
        flip = rng.random() < 0.5
        images.append((image[:, ::-1] if flip else image).transpose(2, 0, 1))
        truths.append(mirrored(truth) if flip else truth)
    return np.stack(images), np.stack(truths)


def fresh(folder: Path, rng: np.random.Generator, framing: Framing, per_picture: int) -> Iterator[tuple[Image, Floats]]:
    """Endless crops with their targets; new shards are picked up as they are made."""
    while True:
        names = shards(folder)
        shard = Shard(names[int(len(names) * rng.random() ** 0.8)])
        for index in rng.permutation(len(shard))[:20]:
            picture = shard.picture(int(index))
            if rolled(picture):
                continue
            levels = [picture.image]
            for _ in range(per_picture * (LOW_CAMERA if "oblique" in picture.tags else 1)):
                yield crop_of(picture, levels, rng, framing)
