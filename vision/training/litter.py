"""Things on a table that are not dice, drawn flat: specks, dots, buttons, coins, tokens, cards, dominoes, print.

Each was once taken for a die by an earlier round's networks, most often for a 1: a dot alone makes no die, its body
does.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import cv2
import numpy as np
import numpy.typing as npt

from vision.pips import PATTERNS
from vision.reading import Image
from vision.training.drawn import fill, square

Points = npt.NDArray[np.float64]
Shape = Callable[[Image, np.random.Generator, Points, Points], None]

CIRCLE = np.stack([np.cos(np.arange(24) * math.pi / 12), np.sin(np.arange(24) * math.pi / 12)], axis=1)
CARDS = (
    ((0,), (0,)),
    ((0, 0), (-1, 1)),
    ((0, 0, 0), (-1, 0, 1)),
    ((-1, 1, -1, 1), (-1, -1, 1, 1)),
    ((-1, 1, -1, 1, 0), (-1, -1, 1, 1, 0)),
    ((-1, 1, -1, 1, -1, 1), (-1, -1, 0, 0, 1, 1)),
    ((-1, 1, -1, 1, -1, 1, 0), (-1, -1, 0, 0, 1, 1, -0.5)),
    ((-1, 1, -1, 1, -1, 1, 0, 0), (-1, -1, 0, 0, 1, 1, -0.5, 0.5)),
    ((-1, 1, -1, 1, -1, 1, -1, 1, 0), (-1, -1, -0.33, -0.33, 0.33, 0.33, 1, 1, 0)),
)
"""Columns and rows of the symbols on cards from ace to nine."""
GLYPHS = "0123456789ABCDEFGHJKLMNOPRSTUXYZ%&?"


def litter(image: Image, rng: np.random.Generator, basis: Points, middle: Points) -> None:
    """Draw one thing; `basis` (2 × 2) holds the half edges of a die that would lie there, `middle` its centre."""
    kinds = (speck, speck, dots, dots, disc, disc, token, card, card, card, domino, words, piece, grid, grid, shade)
    kinds[int(rng.integers(len(kinds)))](image, rng, basis, middle)


def _near(image: Image, rng: np.random.Generator, middle: Points) -> npt.NDArray[np.float32]:
    """The colour of the table at a place, made a little or much darker or lighter."""
    x = int(np.clip(middle[0], 0, image.shape[1] - 1))
    y = int(np.clip(middle[1], 0, image.shape[0] - 1))
    base = image[y, x].astype(np.float32)
    if rng.random() < 0.35:
        return rng.uniform(0, 255, 3).astype(np.float32)
    return np.asarray(np.clip(base * math.exp(rng.normal(0, 0.8)) + rng.normal(0, 20), 0, 255), dtype=np.float32)


def speck(image: Image, rng: np.random.Generator, basis: Points, middle: Points) -> None:
    """A crumb, a knot in wood, a spot of light."""
    radius = math.exp(rng.uniform(math.log(0.04), math.log(0.4)))
    bent = CIRCLE * (1 + rng.normal(0, rng.uniform(0, 0.2), (len(CIRCLE), 1)))
    fill(image, bent * radius @ basis.T + middle, _near(image, rng, middle))


def dots(image: Image, rng: np.random.Generator, basis: Points, middle: Points) -> None:
    """Spots of a pattern, in rows or anyhow, without a body."""
    colour = _near(image, rng, middle)
    radius, step = rng.uniform(0.08, 0.3), rng.uniform(0.4, 1.1)
    rows, cols = int(rng.integers(1, 4)), int(rng.integers(1, 4))
    spread = rng.uniform(0, 0.4) if rng.random() < 0.5 else 0.0
    for row in range(rows):
        for col in range(cols):
            at = np.array([col - (cols - 1) / 2, row - (rows - 1) / 2]) * step + rng.normal(0, 1, 2) * spread
            fill(image, (at + CIRCLE * radius) @ basis.T + middle, colour)


def disc(image: Image, rng: np.random.Generator, basis: Points, middle: Points) -> None:
    """A coin, button, bead, lid or ring."""
    colour = _near(image, rng, middle)
    radius = rng.uniform(0.4, 1.4)
    fill(image, CIRCLE * radius @ basis.T + middle, colour)
    for _ in range(int(rng.integers(0, 3))):
        colour = colour * np.float32(math.exp(rng.normal(0, 0.35)))
        radius *= rng.uniform(0.55, 0.95)
        fill(image, CIRCLE * radius @ basis.T + middle, colour)
    holes = int(rng.choice([0, 0, 1, 2, 4]))
    for k in range(holes):
        angle = k * 2 * math.pi / holes + 0.7
        at = np.array([math.cos(angle), math.sin(angle)]) * (0.4 * radius if holes > 1 else 0)
        fill(image, (at + CIRCLE * 0.18 * radius) @ basis.T + middle, colour * 0.3)


def token(image: Image, rng: np.random.Generator, basis: Points, middle: Points) -> None:
    """A round or square counter with a number or dots printed on it."""
    body = np.clip(rng.normal(200, 40, 3), 0, 255)
    outline = CIRCLE if rng.random() < 0.8 else np.array([[-1, -1], [1, -1], [1, 1], [-1, 1.0]])
    fill(image, outline * rng.uniform(0.7, 1.2) @ basis.T + middle, body)
    edge = math.sqrt(abs(float(np.linalg.det(basis))))
    ink = (20.0, 20.0, 160.0) if rng.random() < 0.3 else (30.0, 30.0, 30.0)
    word = str(int(rng.integers(0, 20)))
    size = edge / 22 * rng.uniform(0.8, 1.6)
    (wide, high), _ = cv2.getTextSize(word, cv2.FONT_HERSHEY_SIMPLEX, size, 1)
    at = (round(float(middle[0]) - wide / 2), round(float(middle[1]) + high / 2))
    cv2.putText(image, word, at, cv2.FONT_HERSHEY_SIMPLEX, size, ink, max(1, round(edge / 10)), cv2.LINE_AA)
    if rng.random() < 0.5:
        for k in range(int(rng.integers(1, 6))):
            spot = np.array([(k - 2) * 0.2, 0.6])
            fill(image, (spot + CIRCLE * 0.07) @ basis.T + middle, ink)


def card(image: Image, rng: np.random.Generator, basis: Points, middle: Points) -> None:
    """A playing card: longer than wide, with symbols where cards have them, which is nearly where dice have pips."""
    long = rng.uniform(1.2, 2.6)
    wide = long * rng.uniform(0.6, 0.75)
    body = np.clip(rng.normal(235, 12, 3), 0, 255) if rng.random() < 0.8 else rng.uniform(0, 255, 3)
    ink = np.array([30, 25, 190]) if rng.random() < 0.4 else np.array([25, 25, 25])
    fill(image, square(0.08) * [wide, long] @ basis.T + middle, body)
    columns, rows = CARDS[int(rng.integers(len(CARDS)))]
    mark = _symbol(rng) * long * rng.uniform(0.11, 0.2)
    for x, y in zip(columns, rows, strict=True):
        upright = 1 if y <= 0 else -1
        fill(image, (mark * upright + np.array([x * 0.42 * wide, y * 0.66 * long])) @ basis.T + middle, ink)
    for end in (1, -1):
        for y, size in ((0.86, 0.09), (0.7, 0.06)):
            at = np.array([-0.8 * wide, -y * long]) * end
            fill(image, (_symbol(rng) * long * size + at) @ basis.T + middle, ink)


def domino(image: Image, rng: np.random.Generator, basis: Points, middle: Points) -> None:
    """Two squares with a die's own patterns, and a bar between: only its shape and flatness say that it is no die."""
    body = np.clip(rng.normal(230, 15, 3), 0, 255) if rng.random() < 0.6 else rng.uniform(0, 80, 3)
    ink = rng.uniform(0, 60, 3) if body.mean() > 120 else rng.uniform(190, 255, 3)
    shift = np.array([0.0, float(rng.choice([-1.0, 0.0, 1.0]))])
    fill(image, (square(0.1) * [1, 2] + shift) @ basis.T + middle, body)
    fill(image, (square(0.1) * [0.8, 0.03] + shift) @ basis.T + middle, ink)
    spacing, radius = rng.uniform(0.45, 0.6), rng.uniform(0.12, 0.2)
    for end in (-1, 1):
        value = int(rng.integers(0, 7))
        for x, y in PATTERNS[value][int(rng.integers(len(PATTERNS[value])))] if value else ():
            at = np.array([x * spacing, y * spacing + end]) + shift
            fill(image, (at + CIRCLE * radius) @ basis.T + middle, ink)


def _symbol(rng: np.random.Generator) -> Points:
    """A diamond, heart, spade or spot, about −1 to 1."""
    kind = int(rng.integers(4))
    if kind == 0:
        return np.array([[0, -1.2], [0.8, 0], [0, 1.2], [-0.8, 0]])
    if kind == 1:
        return CIRCLE
    heart = np.array([[0, 1.1], [-1, 0], [-0.9, -0.7], [-0.45, -0.9], [0, -0.4], [0.45, -0.9], [0.9, -0.7], [1, 0]])
    return heart if kind == 2 else -heart


def words(image: Image, rng: np.random.Generator, basis: Points, middle: Points) -> None:
    """Print, in rows."""
    edge = math.sqrt(abs(float(np.linalg.det(basis))))
    size = edge / 22 * rng.uniform(0.4, 2.0)
    b, g, r = (float(v) for v in _near(image, rng, middle))
    face = int(rng.choice([cv2.FONT_HERSHEY_SIMPLEX, cv2.FONT_HERSHEY_TRIPLEX, cv2.FONT_HERSHEY_DUPLEX]))
    for row in range(int(rng.integers(1, 4))):
        word = "".join(GLYPHS[int(k)] for k in rng.integers(0, len(GLYPHS), int(rng.integers(1, 7))))
        at = (round(float(middle[0] - edge * rng.uniform(0, 1))), round(float(middle[1] + row * size * 30)))
        cv2.putText(image, word, at, face, size, (b, g, r), int(rng.integers(1, 3)), cv2.LINE_AA)


def piece(image: Image, rng: np.random.Generator, basis: Points, middle: Points) -> None:
    """A flat piece with three to six corners, sometimes with a spot on it."""
    corners = int(rng.integers(3, 7))
    angle = np.sort(rng.uniform(0, 2 * math.pi, corners))
    outline = np.stack([np.cos(angle), np.sin(angle)], axis=1) * rng.uniform(0.6, 1.5)
    colour = _near(image, rng, middle)
    fill(image, outline @ basis.T + middle, colour)
    if rng.random() < 0.3:
        fill(image, outline * 0.7 @ basis.T + middle, colour * np.float32(rng.uniform(0.5, 1.5)))


def grid(image: Image, rng: np.random.Generator, basis: Points, middle: Points) -> None:
    """Printed cells: a crossword, a chequered cloth, a score sheet with pictures of dice."""
    paper, ink = _near(image, rng, middle), _near(image, rng, middle)
    half = rng.uniform(0.5, 1.3)
    across, down = (int(n) for n in rng.integers(1, 4, 2))
    inner = rng.uniform(0.8, 1.0)
    black, marked = rng.uniform(0, 0.5), rng.uniform(0, 0.8) if across * down > 2 else 0.0
    for row in range(down):
        for column in range(across):
            at = np.array([2 * column - across + 1, 2 * row - down + 1]) * half
            fill(image, (square(0.0) * half + at) @ basis.T + middle, ink)
            dark = rng.random() < black
            if not dark:
                fill(image, (square(0.0) * half * inner + at) @ basis.T + middle, paper)
            if rng.random() < marked:
                radius = half * rng.uniform(0.1, 0.3)
                pattern = PATTERNS[int(rng.integers(1, 7)) if rng.random() < 0.5 else 1]
                for x, y in pattern[int(rng.integers(len(pattern)))]:
                    spot = at + np.array([x, y]) * half * 0.5
                    fill(image, (spot + CIRCLE * radius) @ basis.T + middle, paper if dark else ink)


def shade(image: Image, rng: np.random.Generator, basis: Points, middle: Points) -> None:
    """A patch of shadow or of light, as square as what throws it."""
    x, y = (np.clip(middle, 0, np.array(image.shape[1::-1]) - 1)).astype(int)
    colour = image[y, x].astype(np.float32) * np.float32(math.exp(rng.normal(0, 0.5)))
    stretch = np.array([1.0, rng.uniform(0.6, 2.0)])
    fill(image, square(rng.uniform(0, 0.3)) * stretch @ basis.T + middle, np.clip(colour, 0, 255))
