"""What dice lie on: procedural table tops, seen straight from above.

Each kind is a function (rng, side in pixels, pixels per centimetre) → picture, side × side × 3, blue green red.
"""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
import numpy.typing as npt

from vision.training.maker.dicelook import Rgb

Singles = npt.NDArray[np.float32]
Picture = npt.NDArray[np.uint8]
Rng = np.random.Generator


def cloud(rng: Rng, side: int, cell: float, stretch: float = 1.0) -> Singles:
    """Smooth noise about 0 with deviation about 1; features `cell` pixels large, `stretch` times longer along x."""
    if cell < 1.5 and stretch <= 1:
        return rng.standard_normal((side, side), np.float32)
    cell = max(cell, 1.0)
    rows, columns = int(side / cell) + 3, int(side / (cell * stretch)) + 3
    small = rng.standard_normal((rows, columns), np.float32)
    tall, wide = int(rows * cell) + 1, int(columns * cell * stretch) + 1
    big = cv2.resize(
        small, (max(wide, side), max(tall, side)), interpolation=cv2.INTER_LINEAR if cell > 40 else cv2.INTER_CUBIC
    )
    return np.asarray(big[:side, :side], np.float32)


def clouds(rng: Rng, side: int, cell: float, octaves: int = 4, stretch: float = 1.0) -> Singles:
    """Several sizes of noise on top of each other."""
    total, weight = np.zeros((side, side), np.float32), 1.0
    for _ in range(octaves):
        total += weight * cloud(rng, side, cell, stretch)
        cell, weight = cell / 2.1, weight * 0.55
        if cell < 1:
            break
    return total


def tint(rng: Rng, dark: float = 0.05, light: float = 0.95, vivid: float = 0.7) -> Rgb:
    """Any colour, as red green blue."""
    import colorsys

    r, g, b = colorsys.hsv_to_rgb(rng.random(), rng.beta(1.2, 1.8) * vivid, rng.uniform(dark, light))
    return float(r), float(g), float(b)


def coloured(value: Singles, dark: Rgb, light: Rgb) -> Picture:
    """A map from 0 to 1 as colours between two."""
    a, b = np.array(dark[::-1], np.float32) * 255, np.array(light[::-1], np.float32) * 255
    ramp = (a + np.linspace(0, 1, 256, dtype=np.float32)[:, None] * (b - a)).clip(0, 255).astype(np.uint8)
    eight = cv2.convertScaleAbs(np.clip(value, 0, 1), alpha=255)
    return np.asarray(cv2.LUT(cv2.merge([eight] * 3), np.ascontiguousarray(ramp[None])), np.uint8)


def between(a: Rgb, b: Rgb, t: float) -> Rgb:
    """A colour on the way from a to b."""
    return a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1]), a[2] + t * (b[2] - a[2])


def shift(colour: Rgb, by: float) -> Rgb:
    """The colour brighter or darker."""
    return tuple(float(np.clip(c * (1 + by), 0, 1)) for c in colour)  # type: ignore[return-value]


def plain(rng: Rng, side: int, scale: float) -> Picture:
    """Paper, laminate, painted board: one colour, hardly any texture."""
    c = rng.choice(3, p=[0.4, 0.25, 0.35])
    grey = float(rng.uniform(0.55, 0.95) if c == 0 else rng.uniform(0.03, 0.25))
    base: Rgb = (grey, grey, grey) if c < 2 else tint(rng)
    value = 0.5 + 0.12 * clouds(rng, side, rng.uniform(2, 12) * scale, 3) + 0.1 * rng.random() * cloud(rng, side, 1.5)
    return coloured(value, shift(base, -0.07), shift(base, 0.07))


def felt(rng: Rng, side: int, scale: float) -> Picture:
    """Felt and baize: short fibres without direction."""
    base = [
        (0.05, 0.35, 0.2),
        (0.1, 0.45, 0.25),
        (0.5, 0.06, 0.1),
        (0.08, 0.15, 0.4),
        (0.08, 0.08, 0.09),
        (0.35, 0.1, 0.35),
    ]
    c = base[rng.integers(len(base))] if rng.random() < 0.75 else tint(rng, 0.1, 0.7)
    grey = 0.3 * c[0] + 0.6 * c[1] + 0.1 * c[2]
    c = shift(between(c, (grey, grey, grey), rng.uniform(0, 0.5)), rng.uniform(-0.2, 0.4))
    fibre = cloud(rng, side, max(0.05 * scale, 1.2)) + 0.7 * cloud(rng, side, max(0.1 * scale, 1.5), 2.5)
    value = 0.5 + 0.16 * rng.uniform(0.3, 1) * fibre + 0.10 * clouds(rng, side, 3 * scale, 3)
    return coloured(value, shift(c, -0.4), shift(c, 0.4))


def wood(rng: Rng, side: int, scale: float) -> Picture:
    """Boards with grain, seams and the odd knot."""
    tones: list[tuple[Rgb, Rgb]] = [
        ((0.30, 0.17, 0.10), (0.45, 0.28, 0.17)),
        ((0.55, 0.35, 0.18), (0.74, 0.52, 0.30)),
        ((0.72, 0.55, 0.36), (0.88, 0.72, 0.52)),
        ((0.38, 0.12, 0.06), (0.58, 0.22, 0.11)),
        ((0.40, 0.38, 0.36), (0.60, 0.58, 0.55)),
        ((0.12, 0.08, 0.06), (0.24, 0.17, 0.13)),
        ((0.60, 0.40, 0.22), (0.78, 0.50, 0.28)),
    ]
    dark, light = tones[rng.integers(len(tones))]
    dark = between(dark, light, rng.uniform(0, 0.5))
    y, x = np.mgrid[:side, :side].astype(np.float32) / np.float32(scale)
    board = rng.uniform(6, 14) if rng.random() < 0.7 else 1e6
    number = np.floor((y + 500) / board)
    off = (np.sin(number * 127.1) * 43758.5) % 1.0
    warp = clouds(rng, side, 5 * scale, 2, 6.0)
    rings = rng.uniform(0.6, 3.0)
    value = 0.5 + 0.28 * np.sin(rings * (y + 40 * off) + 1.4 * warp + 0.25 * np.sin(0.12 * x + 30 * off))
    value += (
        0.16 * cloud(rng, side, max(0.06 * scale, 1.2), 14)
        + 0.1 * cloud(rng, side, max(0.2 * scale, 1.2), 30)
        + 0.5 * (off - 0.5)
    )
    if board < 100:
        seam = np.abs((y + 500) / board - np.round((y + 500) / board)) * board < rng.uniform(0.03, 0.08)
        along = (x + 700 * off) % rng.uniform(40, 120) < 0.07
        value = value - 0.7 * (seam | along)
    return coloured(np.asarray(value, np.float32), dark, light)


def cloth(rng: Rng, side: int, scale: float) -> Picture:
    """Woven cloth: threads over and under, in one colour or with stripes and checks."""
    y, x = np.mgrid[:side, :side].astype(np.float32)
    pitch = max(rng.uniform(0.06, 0.35) * scale, 2.5)
    weave = np.sin(np.pi * x / pitch) * np.sin(np.pi * y / pitch)
    light = tint(rng, 0.5, 0.98, 0.35)
    value = (
        0.6 + rng.uniform(0.05, 0.25) * weave + 0.1 * cloud(rng, side, pitch) + 0.08 * clouds(rng, side, 4 * scale, 3)
    )
    return coloured(value, shift(light, -0.35), shift(light, 0.05))


def checks(rng: Rng, side: int, scale: float) -> Picture:
    """Gingham, stripes and tartan."""
    y, x = np.mgrid[:side, :side].astype(np.float32)
    paper, ink = np.array(tint(rng, 0.85, 1, 0.15)[::-1]), np.array(tint(rng, 0.15, 0.75, 1.0)[::-1])
    pitch = rng.uniform(0.5, 3.5) * scale
    kind = rng.random()
    if kind < 0.5:
        amount = 0.5 * ((x // pitch) % 2) + 0.5 * ((y // pitch) % 2)
    elif kind < 0.8:
        amount = np.zeros_like(x)
        position = 0.0
        edges, levels = [], []
        while position < side:
            position += rng.uniform(0.3, 4) * scale
            edges.append(position)
            levels.append(rng.random((3,)) * (rng.random() < 0.7))
        index = np.searchsorted(np.array(edges), x[0])
        colours = np.array([paper if not lv.any() else lv for lv in levels])[np.minimum(index, len(levels) - 1)]
        picture = np.broadcast_to(colours[None], (side, side, 3)) * (0.94 + 0.05 * cloud(rng, side, 2)[..., None])
        return np.asarray(np.clip(picture, 0, 1) * 255, np.uint8)
    else:
        a, b = (rng.random(12) < 0.4) * rng.random(12), (rng.random(12) < 0.4) * rng.random(12)
        amount = 0.5 * a[(x // (pitch / 2)).astype(int) % 12] + 0.5 * b[(y // (pitch / 2)).astype(int) % 12]
    grain = 1 + 0.05 * np.sin(np.pi * x / 2.7) * np.sin(np.pi * y / 2.7) + 0.03 * cloud(rng, side, 1.6)
    picture = (paper + amount[..., None] * (ink - paper)) * grain[..., None]
    return np.asarray(np.clip(picture, 0, 1) * 255, np.uint8)


def carpet(rng: Rng, side: int, scale: float) -> Picture:
    """Loops and tufts, in one colour or several mixed."""
    cell = max(rng.uniform(0.12, 0.5) * scale, 2.0)
    rows = int(side / cell) + 2
    tuft = rng.random((rows, rows)).astype(np.float32)
    big = cv2.resize(tuft, (int(rows * cell), int(rows * cell)), interpolation=cv2.INTER_CUBIC)[:side, :side]
    y, x = np.mgrid[:side, :side].astype(np.float32)
    loop = np.abs(np.sin(np.pi * x / cell)) * np.abs(np.sin(np.pi * (y / cell + 0.5 * (np.floor(x / cell) % 2))))
    value = 0.15 + 0.5 * loop * (0.5 + 0.5 * big) + 0.35 * big + 0.05 * clouds(rng, side, 5 * scale, 2)
    if rng.random() < 0.4:
        value = (value > rng.uniform(0.35, 0.7)) * 0.8 + 0.15 * big
    dark = tint(rng, 0.03, 0.35, 0.6)
    return coloured(np.asarray(value, np.float32), dark, tint(rng, 0.4, 0.95, 0.5))


def stone(rng: Rng, side: int, scale: float) -> Picture:
    """Marble, granite, terrazzo, concrete."""
    kind = rng.random()
    base = tint(rng, 0.15, 0.9, 0.25)
    if kind < 0.4:
        v = clouds(rng, side, 8 * scale, 5)
        value = 1 - np.exp(-np.abs(v) * rng.uniform(2, 8))
    elif kind < 0.75:
        value = 0.5 + 0.25 * cloud(rng, side, max(0.12 * scale, 1.3)) + 0.2 * cloud(rng, side, max(0.3 * scale, 1.3))
    else:
        value = 0.5 + 0.2 * clouds(rng, side, 6 * scale, 5)
    return coloured(np.asarray(value, np.float32), shift(base, -0.5), shift(base, 0.2))


def leather(rng: Rng, side: int, scale: float) -> Picture:
    """Creased skin and moulded plastic."""
    cell = max(rng.uniform(0.08, 0.3) * scale, 1.5)
    v = cloud(rng, side, cell)
    crease = np.exp(-np.abs(v) * 3)
    base = tint(rng, 0.05, 0.5, 0.7)
    return coloured(
        0.6 - rng.uniform(0.1, 0.4) * crease + 0.1 * clouds(rng, side, 4 * scale, 3),
        shift(base, -0.6),
        shift(base, 0.4),
    )


def dotted(rng: Rng, side: int, scale: float) -> Picture:
    """Polka dots, perforated mats, printed patterns: what most looks like pips."""
    picture = np.empty((side, side, 3), np.uint8)
    picture[:] = np.array(tint(rng)[::-1]) * 255
    colours = [tuple(int(c * 255) for c in tint(rng)) for _ in range(int(rng.integers(1, 4)))]
    pitch = rng.uniform(0.35, 2.5) * scale
    radius = pitch * rng.uniform(0.12, 0.38)
    shape = rng.integers(3)
    loose = rng.uniform(0, 0.4) * (rng.random() < 0.4)
    for j in range(int(side / pitch) + 1):
        for i in range(int(side / pitch) + 1):
            x = (i + 0.5 * (j % 2) * (shape > 0) + loose * rng.normal()) * pitch
            y = (j + loose * rng.normal()) * pitch
            colour = colours[rng.integers(len(colours))]
            cv2.circle(picture, (int(x * 16), int(y * 16)), int(radius * 16), colour, -1, cv2.LINE_AA, 4)
    return picture


def tiles(rng: Rng, side: int, scale: float) -> Picture:
    """Tiles, grids, squared paper, chess boards."""
    y, x = np.mgrid[:side, :side].astype(np.float32) / np.float32(scale)
    pitch = float(rng.choice([0.5, 1.0, 2.0, 3.5, 8.0]) * rng.uniform(0.8, 1.3))
    line = rng.uniform(0.02, 0.12) * pitch
    grid = ((x % pitch) < line) | ((y % pitch) < line)
    a, b = tint(rng), tint(rng)
    value = np.where(grid, 0.0, 1.0)
    if rng.random() < 0.35:
        value = ((x // pitch + y // pitch) % 2).astype(np.float64)
    elif rng.random() < 0.4:
        value = np.where(grid, 0.0, 0.7 + 0.3 * ((np.floor(x / pitch) * 7919 + np.floor(y / pitch) * 104729) % 17) / 17)
    value = value + 0.03 * cloud(rng, side, 3)
    return coloured(np.asarray(value, np.float32), a, b)


GROUNDS: dict[str, tuple[Callable[[Rng, int, float], Picture], float]] = {
    "plain": (plain, 0.20),
    "felt": (felt, 0.15),
    "wood": (wood, 0.20),
    "cloth": (cloth, 0.08),
    "checks": (checks, 0.07),
    "carpet": (carpet, 0.07),
    "stone": (stone, 0.06),
    "leather": (leather, 0.06),
    "dotted": (dotted, 0.05),
    "tiles": (tiles, 0.06),
}
"""Kinds with their shares."""
