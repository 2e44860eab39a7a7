"""What dice look like: bodies, edges, pips, inks, and which number is on which face."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from vision.training.maker import world as w
from vision.training.maker.build import Builder, linear
from vision.training.maker.world import Floats

Rgb = tuple[float, float, float]
"""Red, green, blue as seen on a screen, 0 to 1: for people to read; the arrays hold the other order."""

KISMET = {
    "classic": {1: "black", 6: "black", 2: "red", 5: "red", 3: "green", 4: "green"},
    "blue": {1: "blue", 6: "blue", 2: "red", 5: "red", 3: "green", 4: "green"},
}
INKS: dict[str, tuple[Rgb, ...]] = {
    "black": ((0.06, 0.06, 0.07), (0.1, 0.09, 0.09), (0.03, 0.03, 0.03), (0.14, 0.13, 0.15)),
    "red": ((0.80, 0.08, 0.10), (0.72, 0.05, 0.10), (0.88, 0.15, 0.12), (0.62, 0.05, 0.08), (0.9, 0.2, 0.25)),
    "green": (
        (0.05, 0.50, 0.25),
        (0.02, 0.42, 0.22),
        (0.10, 0.60, 0.30),
        (0.0, 0.36, 0.17),
        (0.15, 0.55, 0.2),
        (0.0, 0.5, 0.35),
    ),
    "blue": ((0.10, 0.22, 0.70), (0.05, 0.15, 0.60), (0.15, 0.35, 0.80), (0.12, 0.15, 0.50), (0.1, 0.3, 0.65)),
    "white": ((0.95, 0.95, 0.93), (0.88, 0.88, 0.85), (0.97, 0.94, 0.86)),
    "gold": ((0.80, 0.62, 0.25), (0.85, 0.70, 0.35), (0.92, 0.78, 0.2)),
    "silver": ((0.70, 0.71, 0.73),),
    "brown": ((0.35, 0.18, 0.09),),
    "yellow": ((0.95, 0.85, 0.25),),
    "purple": ((0.45, 0.15, 0.55),),
    "orange": ((0.95, 0.50, 0.12),),
}
NAMED = ("black", "red", "green", "blue", "white")
LIGHT: tuple[Rgb, ...] = (
    (0.95, 0.95, 0.94),
    (0.92, 0.91, 0.87),
    (0.94, 0.90, 0.80),
    (0.88, 0.87, 0.85),
    (0.96, 0.93, 0.84),
    (0.90, 0.92, 0.94),
)
DARK: tuple[Rgb, ...] = (
    (0.05, 0.05, 0.06),
    (0.09, 0.09, 0.10),
    (0.70, 0.06, 0.08),
    (0.85, 0.12, 0.12),
    (0.45, 0.05, 0.08),
    (0.08, 0.15, 0.55),
    (0.10, 0.30, 0.75),
    (0.05, 0.35, 0.18),
    (0.10, 0.55, 0.28),
    (0.35, 0.10, 0.45),
    (0.50, 0.20, 0.60),
    (0.30, 0.16, 0.08),
    (0.10, 0.45, 0.50),
    (0.25, 0.26, 0.30),
    (0.85, 0.35, 0.05),
    (0.80, 0.20, 0.45),
    (0.25, 0.55, 0.85),
    (0.86, 0.30, 0.30),
)
BRIGHT: tuple[Rgb, ...] = (
    (0.95, 0.85, 0.15),
    (0.95, 0.60, 0.15),
    (0.75, 0.85, 0.15),
    (0.95, 0.65, 0.70),
    (0.60, 0.80, 0.95),
    (0.60, 0.90, 0.70),
    (0.85, 0.75, 0.95),
    (0.95, 0.92, 0.60),
    (0.6, 0.6, 0.62),
)
WOODS: tuple[tuple[Rgb, Rgb], ...] = (
    ((0.80, 0.62, 0.40), (0.66, 0.47, 0.28)),
    ((0.88, 0.75, 0.55), (0.76, 0.60, 0.40)),
    ((0.45, 0.27, 0.15), (0.32, 0.18, 0.10)),
)
LAYOUTS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (-1, 1), (1, 1), (0, 0)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}


@dataclass(frozen=True)
class DieLook:
    """One kind of die, ready to be placed."""

    look: int
    values: tuple[int, ...]
    """The numbers on the faces +x −x +y −y +z −z."""
    colours: tuple[str, ...]
    """Names of the pip colours by face."""
    scheme: str
    edge: float
    """Length of an edge, cm."""
    round: float
    """Radius of the edges, share of the edge."""
    cut: float
    """Radius of the sphere that cuts the corners, share of the edge; 0: none."""


def bgr(colour: Rgb | npt.NDArray[np.float64]) -> Floats:
    """A red-green-blue colour in the arrays' order."""
    return np.asarray(colour, np.float64)[::-1].copy()


def pick(rng: np.random.Generator, colours: tuple[Rgb, ...], wobble: float = 0.03) -> Rgb:
    """One of `colours`, a little off."""
    c = np.clip(np.array(colours[rng.integers(len(colours))]) + rng.normal(0, wobble, 3), 0.01, 0.99)
    return float(c[0]), float(c[1]), float(c[2])


def numbering(rng: np.random.Generator) -> tuple[int, ...]:
    """The numbers on the faces +x −x +y −y +z −z: opposite ones add up to seven, of either hand."""
    a, b, c = rng.permutation(3) + 1
    pairs = [(int(n), 7 - int(n)) if rng.random() < 0.5 else (7 - int(n), int(n)) for n in (a, b, c)]
    return tuple(n for pair in pairs for n in pair)


def _hue(rng: np.random.Generator) -> Rgb:
    import colorsys

    r, g, b = colorsys.hsv_to_rgb(rng.random(), rng.uniform(0.3, 0.95), rng.uniform(0.25, 0.95))
    return float(r), float(g), float(b)


def _body(rng: np.random.Generator, kind: str) -> tuple[Rgb, str]:
    """Colour of an ordinary die's body, and the name of an ink that reads on it."""
    choice = rng.random()
    if kind == "light":
        inks = ["black", "black", "black", "red", "blue", "green", "brown", "gold", "purple"]
        return pick(rng, LIGHT), str(rng.choice(inks))
    if choice < 0.60:
        body = pick(rng, DARK)
        usual = ["white", "white", "white", "white", "gold", "silver", "yellow"]
    elif choice < 0.80:
        body = pick(rng, BRIGHT)
        usual = ["black", "black", "white", "red", "blue", "brown"]
    else:
        body = _hue(rng)
        bright = 0.3 * body[0] + 0.6 * body[1] + 0.1 * body[2]
        usual = ["black", "blue", "red"] if bright > 0.5 else ["white", "gold", "yellow"]
    if rng.random() < 0.3:
        # Any other ink that is another colour: red on black, gold on red, blue on yellow.
        far = [n for n in INKS if np.linalg.norm(np.array(INKS[n][0]) - np.array(body)) > 0.4]
        if far:
            return body, str(rng.choice(far))
    return body, str(rng.choice(usual))


def draw_style(
    rng: np.random.Generator,
    build: Builder,
    values: tuple[int, ...],
    inks: dict[int, Rgb],
    *,
    big_one: float,
    flat: bool,
) -> int:
    """Add pips: their size, place, depth and ink."""
    radius = rng.normal(0.095, 0.012) if rng.random() < 0.85 else rng.uniform(0.06, 0.14)
    radius = float(np.clip(radius, 0.055, 0.15)) * 2
    offset = float(np.clip(rng.normal(0.25, 0.022), 0.17, 0.31)) * 2
    offset = min(offset, 0.93 - radius)
    if offset < radius * 1.12:
        radius = offset / 1.12
    six = offset * (rng.uniform(0.85, 1.05) if rng.random() < 0.4 else 1.0)
    six_row = six * (rng.uniform(0.75, 1.0) if rng.random() < 0.3 else 1.0)
    crooked = abs(rng.normal(0, 0.012)) if rng.random() < 0.5 else 0.0
    pips = np.zeros((6, 6, 3))
    count = np.array(values, np.int64)
    for face, value in enumerate(values):
        mirror, turned = rng.random() < 0.5, rng.random() < 0.5
        for i, (u, v) in enumerate(LAYOUTS[value]):
            x, y = u * offset, v * offset
            if value == 6:
                x, y = u * six_row, v * six
                x, y = (x, y) if turned else (y, x)
            if mirror:
                x = -x
            grown = big_one if value == 1 else 1.0
            pips[face, i] = (x + rng.normal(0, crooked), y + rng.normal(0, crooked), radius * grown)
    ink = np.array([linear(bgr(inks[value])) for value in values])
    depth = 0.0 if flat else float(np.clip(rng.normal(0.42, 0.2), 0.1, 0.95))
    rest = np.zeros(w.PIP_STYLE_WIDTH)
    rest[w.PIP_DEPTH], rest[w.PIP_ROUGH] = depth, rng.uniform(0.2, 0.7)
    rest[w.PIP_SHINE] = 0.04 if rng.random() < 0.8 else 0.0
    rest[w.PIP_WEAR] = rng.uniform(0.15, 0.4) if rng.random() < 0.12 else 0.0
    return build.style(pips, count, ink, rest)


def draw_die(rng: np.random.Generator, build: Builder, scheme: str, edge: float) -> DieLook:
    """Add a die of a scheme: `classic`, `blue`, `plain` (light bodies) or `coloured`."""
    values = numbering(rng)
    material = rng.random()
    grain, second, size, share, clear, metal, soft = w.PLAIN, (0.0, 0.0, 0.0), 1.0, 0.5, 0.0, 0.0, 0.0
    shine = 0.04
    big_one = rng.uniform(1.0, 1.25) if rng.random() < 0.4 else 1.0
    if scheme in KISMET:
        body = pick(rng, LIGHT, 0.02)
        names = {n: KISMET[scheme][n] for n in range(1, 7)}
        inks_by_name = {name: pick(rng, INKS[name], 0.02) for name in set(names.values())}
        inks = {n: inks_by_name[names[n]] for n in names}
    else:
        body, ink_name = _body(rng, "light" if scheme == "plain" else "dark")
        if scheme == "coloured" and rng.random() < 0.2:
            # Hard to see: pips hardly off the body, in some of its colours more than in others.
            shift = rng.uniform(0.12, 0.4) * (1 if sum(body) < 1.5 else -1)
            parts = np.ones(3) if rng.random() < 0.4 else rng.uniform(0.0, 1.0, 3) ** 2
            parts = parts / parts.max()
            colour = tuple(float(np.clip(c + shift * part, 0.02, 0.98)) for c, part in zip(body, parts, strict=True))
            ink, ink_name = (colour[0], colour[1], colour[2]), "other"
        else:
            ink = pick(rng, INKS[ink_name], 0.03)
        name = ink_name if ink_name in NAMED else "other"
        names, inks = dict.fromkeys(range(1, 7), name), dict.fromkeys(range(1, 7), ink)
        asian = rng.random()
        if ink_name in ("black", "blue") and asian < 0.25:
            big_one = rng.uniform(1.3, 2.0)
            red = pick(rng, INKS["red"])
            for n in (1, 4) if asian < 0.14 else (1,):
                names[n], inks[n] = "red", red
        if scheme == "coloured":
            if material < 0.28:
                grain, size, share = w.MARBLE, edge * rng.uniform(0.25, 0.8), rng.random()
                second = pick(rng, DARK + BRIGHT + LIGHT[:1])
                mixed = np.array(body) + rng.uniform(0.2, 0.8) * (np.array(second) - np.array(body))
                second = (float(mixed[0]), float(mixed[1]), float(mixed[2]))
            elif material < 0.35:
                grain, size, share = w.SPECKLE, edge * rng.uniform(0.03, 0.1), rng.uniform(0.3, 0.9)
                second = pick(rng, LIGHT + BRIGHT + DARK)
            elif material < 0.43:
                body, second = WOODS[rng.integers(len(WOODS))]
                grain, size, share = w.TIMBER, edge * rng.uniform(0.4, 1.2), rng.uniform(0.4, 0.9)
                ink_name = "black" if body[0] > 0.6 else "white"
                ink = pick(rng, INKS[ink_name])
                names, inks = dict.fromkeys(range(1, 7), ink_name), dict.fromkeys(range(1, 7), ink)
            elif material < 0.60:
                clear = rng.uniform(0.5, 0.95)
            elif material < 0.65:
                metal, shine = 1.0, 0.9
                body = pick(rng, ((0.85, 0.68, 0.35), (0.75, 0.76, 0.78), (0.6, 0.4, 0.3)))
                name = str(rng.choice(["black", "black", "red", "blue"]))
                ink = pick(rng, INKS[name])
                names, inks = dict.fromkeys(range(1, 7), name), dict.fromkeys(range(1, 7), ink)
    shape = rng.random()
    cut = 0.0
    if shape < 0.2:
        radius = rng.uniform(0.015, 0.05)
    elif shape < 0.68:
        radius = rng.uniform(0.06, 0.2) if rng.random() < 0.85 else rng.uniform(0.2, 0.28)
    else:
        radius = rng.uniform(0.03, 0.14)
        cut = rng.uniform(0.64, 0.8)
    if rng.random() < 0.5:
        soft = rng.uniform(0.05, 0.35)
    flat = rng.random() < 0.12
    style = draw_style(rng, build, values, inks, big_one=big_one, flat=flat)
    look = build.look(
        bgr(body),
        rng.uniform(0.08, 0.55) if rng.random() < 0.85 else rng.uniform(0.55, 0.9),
        shine,
        metal=metal,
        soft=soft,
        grain=grain,
        second=bgr(second),
        size=size,
        share=share,
        style=style,
        clear=clear,
    )
    public = scheme if scheme in KISMET else "plain"
    return DieLook(look, values, tuple(names[n] for n in values), public, edge, radius, cut)
