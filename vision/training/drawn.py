"""Faces drawn flat in about a millisecond, to teach the face reader many more dice than can be ray cast.

A ray-cast picture is true to light, but slow, and its few dice look alike. Here only what the face reader sees is
drawn: one face in its crop, with the sides and neighbours that show round it, on a piece of a made picture. What it
lacks in light it makes up in kinds: bodies, inks, pip sizes and layouts, wear, marbling, shadow and glare, by the
hundred thousand.
"""

from __future__ import annotations

import math

import cv2
import numpy as np
import numpy.typing as npt

from vision.faces import CROP, SPAN
from vision.pips import PATTERNS
from vision.reading import Image
from vision.training.augment import photometric
from vision.training.gleam import gleam, glossy
from vision.training.labels import COLOURS, LABELS
from vision.training.maker.dicelook import BRIGHT, DARK, INKS, KISMET, LIGHT, NAMED

Floats = npt.NDArray[np.float32]
Colour = npt.NDArray[np.float32]

FINE = 2
"""Drawn so many times larger than the crop."""
SIDE = CROP * FINE
CHANCES = (0.28, 0.15, 0.14, 0.13, 0.15, 0.15)
"""How often each number is drawn: a single pip tells least, and is most often taken for none."""
LIKE_GROUND = 0.08
"""Share of dice in about the colour of what they lie on."""
SHEEN = 0.4
"""Share of black inks that are seen in the light of the sky or a room."""
_ROUND = np.stack([np.cos(np.arange(20) * math.pi / 10), np.sin(np.arange(20) * math.pi / 10)], axis=1)


def _pick(rng: np.random.Generator, among: tuple[tuple[float, float, float], ...]) -> Colour:
    red, green, blue = among[int(rng.integers(len(among)))]
    base = np.array([blue, green, red]) * 255
    return np.asarray(np.clip(base * math.exp(rng.normal(0, 0.12)) + rng.normal(0, 8, 3), 0, 255), dtype=np.float32)


def _inked(rng: np.random.Generator, name: str) -> Colour:
    """An ink of that name. Black pips mirror what is over the table, and look a little blue, green or brown."""
    ink = _pick(rng, INKS[name])
    if name != "black" or rng.random() > SHEEN:
        return ink
    tint = np.array([(1.0, 0.8, 0.6), (1.0, 0.8, 0.6), (0.8, 1.0, 0.75), (0.7, 0.85, 1.0)][int(rng.integers(4))])
    return np.asarray(ink + tint * rng.uniform(5, 60), dtype=np.float32)


def thrown(rng: np.random.Generator) -> int:
    """What a die shows."""
    return int(rng.choice(6, p=CHANCES)) + 1


def style(rng: np.random.Generator, value: int, ground: Image) -> tuple[Colour, Colour, str]:
    """Body, ink and the ink's name for a die that shows `value` and lies on `ground` (H × W × 3)."""
    if rng.random() < LIKE_GROUND:
        table = ground[int(rng.integers(len(ground))), int(rng.integers(ground.shape[1]))].astype(np.float32)
        body = np.asarray(np.clip(table * math.exp(rng.normal(0.1, 0.15)) + rng.normal(0, 8, 3), 0, 255), np.float32)
        name = "white" if body.mean() < 150 else NAMED[int(rng.integers(len(NAMED)))]
        return body, _inked(rng, name), name
    chance = rng.random()
    if chance < 0.44:
        name = KISMET["classic" if rng.random() < 0.5 else "blue"][value]
        return _pick(rng, LIGHT), _inked(rng, name), name
    if chance < 0.58:
        name = "black" if rng.random() < 0.7 else NAMED[int(rng.integers(4))]
        return _pick(rng, LIGHT), _inked(rng, name), name
    if chance < 0.66:
        name = "red" if value in (1, 4) else "black"
        return _pick(rng, LIGHT), _inked(rng, name), name
    bodies = DARK if rng.random() < 0.7 else BRIGHT
    least = 32 if rng.random() < 0.65 else 18
    for _ in range(20):
        body = _pick(rng, bodies) if rng.random() < 0.8 else rng.uniform(5, 250, 3).astype(np.float32)
        name = "white" if rng.random() < 0.4 else list(INKS)[int(rng.integers(len(INKS)))]
        ink = _inked(rng, name)
        if rng.random() < 0.15:
            # Pips of nearly the body's own colour, as in many clear and marbled dice.
            name, ink = "other", body + (ink - body) * np.float32(rng.uniform(0.25, 0.7))
        if np.abs(body - ink).mean() > least:
            break
    return body, ink, name


def fill(canvas: Image, shape: npt.NDArray[np.floating], colour: npt.ArrayLike) -> None:
    """Fill a polygon (N × 2, pixels) smoothly with a colour of 0 to 255."""
    points = np.round(shape * 16).astype(np.int32)
    b, g, r = (float(v) for v in np.clip(np.asarray(colour, dtype=float), 0, 255))
    cv2.fillPoly(canvas, [points], (b, g, r), cv2.LINE_AA, 4)


def square(corner: float) -> npt.NDArray[np.float64]:
    """The outline of a rounded square from −1 to 1."""
    arcs = []
    for k, (sx, sy) in enumerate(((1, 1), (-1, 1), (-1, -1), (1, -1))):
        angle = np.linspace(k * math.pi / 2, (k + 1) * math.pi / 2, 6)
        arcs.append(
            np.stack([sx * (1 - corner) + corner * np.cos(angle), sy * (1 - corner) + corner * np.sin(angle)], axis=1)
        )
    return np.concatenate(arcs)


def pips(
    canvas: Image,
    value: int,
    way: int,
    place: tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]],
    look: tuple[float, float, Colour, Colour],
    rng: np.random.Generator,
    plain: bool = False,
) -> None:
    """Draw pips: `place` is basis (2 × 2) and middle; `look` is spacing, radius, ink, and the light in the bowl."""
    basis, middle = place
    spacing, radius, ink, rim = look
    lean = rng.normal(0, 0.25, 2) * radius
    bowl = rng.random() < 0.6 and not plain
    spark = rng.random() < 0.25 and not plain
    pattern = PATTERNS[value][way % len(PATTERNS[value])]
    large = rng.uniform(1.25, 1.9) if value == 1 and rng.random() < 0.35 else 1.0
    for px, py in pattern:
        at = np.array([px, py]) * spacing + rng.normal(0, 0.008, 2)
        r = radius * large * (1 + rng.normal(0, 0.03))
        fill(canvas, (at + _ROUND * r) @ basis.T + middle, rim if bowl else ink)
        if bowl:
            fill(canvas, (at + lean + _ROUND * r * 0.82) @ basis.T + middle, ink)
        if spark:
            fill(canvas, (at - lean + _ROUND * r * 0.25) @ basis.T + middle, np.minimum(ink + 130, 255))


def _drop(rng: np.random.Generator) -> npt.NDArray[np.float64]:
    """From the top's corners to those under them, in half edges of the top: nearly always down in the crop."""
    angle = rng.normal(math.pi / 2, 0.45) if rng.random() < 0.88 else rng.uniform(0, 2 * math.pi)
    far = rng.uniform(0, 2.4) * float(rng.random() < 0.8)
    return np.array([math.cos(angle), math.sin(angle)]) * far


def _sides(canvas: Image, basis: npt.NDArray[np.float64], middle: npt.NDArray[np.float64],
           drop: npt.NDArray[np.float64], rng: np.random.Generator,
           body: Colour, look: tuple[float, float, Colour, Colour], corner: float) -> None:  # fmt: skip
    """The sides of the die that the camera sees beside its top."""
    far = float(np.linalg.norm(drop))
    hull = np.concatenate([square(corner), square(corner) + drop])
    outline = cv2.convexHull(hull.astype(np.float32)).reshape(-1, 2)
    shades = np.exp(rng.normal(-0.35, 0.35, 2))
    fill(canvas, outline @ basis.T + middle, body * shades[0])
    for k, normal in enumerate(((1, 0), (0, 1))):
        way = math.copysign(1.0, drop[k]) if abs(drop[k]) > 1e-6 else 0.0
        if not way or far < 0.2:
            continue
        along = np.array(normal[::-1], dtype=float)
        middle_of_side = np.array(normal) * way + drop / 2
        side = np.stack([along, drop / 2], axis=1)
        fill(canvas, (square(corner) @ side.T + middle_of_side) @ basis.T + middle, body * shades[k])
        inks = (look[0], look[1], look[2] * shades[k], look[3] * shades[k])
        pips(canvas, int(rng.integers(1, 7)), int(rng.integers(2)), (basis @ side, basis @ middle_of_side + middle),
              inks, rng, plain=True)  # fmt: skip


def face(rng: np.random.Generator, ground: Image) -> tuple[Image, Floats]:
    """A crop with a drawn face, and its label as in `read_crops`.

    Args:
        rng: where chance comes from.
        ground: SIDE × SIDE × 3 piece of a picture; drawn over.
    """
    canvas = ground.copy()
    value = thrown(rng)
    body, ink, name = style(rng, value, ground)
    spacing, radius = rng.uniform(0.42, 0.6), rng.uniform(0.13, 0.26)
    rim = np.asarray(ink * rng.uniform(0.3, 1.0) + body * rng.uniform(0, 0.25) + rng.uniform(-10, 50), dtype=np.float32)
    look = (spacing, radius, ink, rim)
    turn = rng.normal(0, 0.08)
    if rng.random() < 0.08:
        turn += rng.uniform(-math.pi / 4, math.pi / 4)
    c, s = math.cos(turn), math.sin(turn)
    stretch = np.eye(2) + rng.normal(0, 0.05, (2, 2))
    half = SPAN * FINE / 2
    basis = stretch @ np.array([[c, -s], [s, c]]) * math.exp(rng.normal(0, 0.07)) * half
    middle = np.full(2, (SIDE - 1) / 2) + rng.normal(0, 0.05, 2) * 2 * half
    corner = rng.uniform(0.08, 0.5)
    if rng.random() < 0.14:
        from vision.training.litter import litter

        litter(canvas, rng, basis, middle)
        label = np.full(LABELS, -1, dtype=np.float32)
        label[0], label[5:] = 0, 0
        return _seen(_lit(canvas, rng), rng), label
    drop = _drop(rng)
    chance = rng.random()
    missed = chance < 0.24
    if chance < 0.14 and drop[1] > 0.5:
        # The side under the top is what the crop shows: square itself, and the top above it is not.
        along = np.array([1.0, 0.0])
        basis = basis @ np.linalg.inv(np.stack([along, drop / 2], axis=1))
        middle = middle - basis @ (np.array([0.0, 1.0]) + drop / 2)
    elif missed:
        angle, reach = rng.uniform(0, 2 * math.pi), rng.uniform(0.58, 1.2) * 2 * half
        middle += np.array([math.cos(angle), math.sin(angle)]) * reach
    for _ in range(0 if missed else int(rng.choice([0, 0, 1, 2]))):
        _neighbour(canvas, rng, basis, middle, body, look, corner)
    _sides(canvas, basis, middle, drop, rng, body, look, corner)
    fill(canvas, square(corner) @ basis.T + middle, body)
    shines = glossy(rng, body)
    over = rng.random() < 0.7
    if shines and not over:
        gleam(canvas, basis, middle, rng)
    pips(canvas, value, int(rng.integers(2)), (basis, middle), look, rng)
    if shines and over:
        gleam(canvas, basis, middle, rng)
    canvas = _grain(canvas, rng, body)
    hidden = _cover(canvas, rng, basis, middle) if rng.random() < 0.12 else 0.0
    canvas = _lit(canvas, rng)
    label = np.full(LABELS, -1, dtype=np.float32)
    if missed:
        label[0], label[5:] = 0, 0
        return _seen(canvas, rng), label
    if hidden < 0.3:
        label[0] = value
        label[1] = COLOURS.index(name) if name in COLOURS else 5
    label[2] = float(hidden > 0.12)
    label[4] = 0
    label[5] = float(abs(math.remainder(turn, math.pi / 2)) < 0.5)
    want = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]])
    corners = (want @ basis.T + middle - (SIDE - 1) / 2) / half
    gaps = [np.roll(corners, k, axis=0) - want for k in range(4)]
    label[6:] = min(gaps, key=lambda g: float(np.abs(g).sum())).ravel()
    return _seen(canvas, rng), label


def _neighbour(canvas: Image, rng: np.random.Generator, basis: npt.NDArray[np.float64],
               middle: npt.NDArray[np.float64], body: Colour, look: tuple[float, float, Colour, Colour],
               corner: float) -> None:  # fmt: skip
    angle = rng.uniform(0, 2 * math.pi)
    reach = rng.uniform(2.1, 3.2)
    c, s = math.cos(angle * 3), math.sin(angle * 3)
    turned = basis @ np.array([[c, -s], [s, c]]) if rng.random() < 0.6 else basis
    at = middle + basis @ (np.array([math.cos(angle), math.sin(angle)]) * reach)
    shade = math.exp(rng.normal(-0.1, 0.2))
    fill(canvas, square(corner) @ turned.T + at, body * shade)
    inks = (look[0], look[1], look[2] * shade, look[3] * shade)
    pips(canvas, int(rng.integers(1, 7)), int(rng.integers(2)), (turned, at), inks, rng, plain=True)


def _grain(canvas: Image, rng: np.random.Generator, body: Colour) -> Image:
    """Marbling, speckles and dirt: soft blotches added to everything near the body's colour."""
    if rng.random() > 0.3:
        return canvas
    cells = int(rng.integers(4, 22))
    blotch = rng.standard_normal((cells, cells)).astype(np.float32)
    blotch = np.asarray(cv2.resize(blotch, (SIDE, SIDE), interpolation=cv2.INTER_CUBIC), dtype=np.float32)
    if rng.random() < 0.5:
        blotch = np.asarray(1.2 - 2.5 * np.abs(blotch), dtype=np.float32)
    strength = rng.uniform(4, 55) if body.mean() < 190 else rng.uniform(3, 22)
    near = np.abs(canvas.astype(np.float32) - body).max(axis=2) < 60
    tint = rng.uniform(0.3, 1, 3).astype(np.float32)
    layer = (blotch * near)[..., None] * tint * np.float32(strength)
    return np.asarray(np.clip(canvas + layer, 0, 255), dtype=np.uint8)


def _cover(canvas: Image, rng: np.random.Generator, basis: npt.NDArray[np.float64],
           middle: npt.NDArray[np.float64]) -> float:  # fmt: skip
    """Lay something over the face; gives the share that it hides."""
    angle, reach = rng.uniform(0, 2 * math.pi), rng.uniform(-0.2, 1.3)
    across = np.array([math.cos(angle), math.sin(angle)])
    along = np.array([-across[1], across[0]])
    thick = rng.uniform(0.1, 0.5) if rng.random() < 0.6 else 4.0
    band = np.array([across * reach - along * 6, across * reach + along * 6,
                     across * (reach + thick) + along * 6, across * (reach + thick) - along * 6])  # fmt: skip
    fill(canvas, band @ basis.T + middle, rng.uniform(0, 255, 3))
    grid = np.stack(np.meshgrid(np.linspace(-0.95, 0.95, 16), np.linspace(-0.95, 0.95, 16)), axis=-1).reshape(-1, 2)
    depth = grid @ across
    return float(((depth > reach) & (depth < reach + thick)).mean())


def _lit(canvas: Image, rng: np.random.Generator) -> Image:
    """Uneven light, the edge of a shadow, a glare."""
    ys, xs = np.mgrid[0:SIDE, 0:SIDE].astype(np.float32) / SIDE - 0.5
    angle = rng.uniform(0, 2 * math.pi)
    slope = math.cos(angle) * xs + math.sin(angle) * ys
    light = 1 + slope * np.float32(rng.normal(0, 0.35))
    if rng.random() < 0.2:
        edge = rng.uniform(0.01, 0.2)
        turn = rng.uniform(0, 2 * math.pi)
        far = math.cos(turn) * xs + math.sin(turn) * ys - np.float32(rng.uniform(-0.3, 0.3))
        light *= 1 - np.float32(rng.uniform(0.2, 0.65)) / (1 + np.exp(-np.clip(far / edge, -20, 20)))
    out = canvas.astype(np.float32) * light[..., None] * np.float32(math.exp(rng.normal(-0.1, 0.3)))
    if rng.random() < 0.15:
        x, y = rng.uniform(-0.4, 0.4, 2)
        spot = np.exp(-((xs - x) ** 2 + (ys - y) ** 2) / (2 * rng.uniform(0.05, 0.3) ** 2))
        out += spot[..., None] * np.float32(rng.uniform(30, 220))
    return np.asarray(np.clip(out, 0, 255), dtype=np.uint8)


def _seen(canvas: Image, rng: np.random.Generator) -> Image:
    """What a camera makes of it, with as few pixels as a far die has."""
    side = round(math.exp(rng.uniform(math.log(20), math.log(SIDE))))
    flat = round(side * rng.uniform(0.55, 1.0))
    size = (side, flat) if rng.random() < 0.5 else (flat, side)
    small = cv2.resize(canvas, size, interpolation=cv2.INTER_AREA)
    small = photometric(np.asarray(small, dtype=np.uint8), rng, keep_colours=True)
    how = cv2.INTER_AREA if min(size) > CROP else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(small, (CROP, CROP), interpolation=how), dtype=np.uint8)
