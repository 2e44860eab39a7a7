"""Flat printed things: playing cards, score pads, newspaper, backs, boards, tokens – what a table game leaves lying.

Glyphs come from OpenCV's own stroke fonts: text-like marks, never anyone's print.
"""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

from vision.training.maker.grounds import Picture, Rng, cloud, tint

FONTS = (
    cv2.FONT_HERSHEY_SIMPLEX,
    cv2.FONT_HERSHEY_DUPLEX,
    cv2.FONT_HERSHEY_COMPLEX,
    cv2.FONT_HERSHEY_TRIPLEX,
    cv2.FONT_HERSHEY_SCRIPT_SIMPLEX,
)
LETTERS = np.array(list("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"))


def as_ink(rgb: tuple[float, float, float]) -> tuple[int, int, int]:
    """Red, green, blue from 0 to 1 as OpenCV draws it."""
    return int(rgb[2] * 255), int(rgb[1] * 255), int(rgb[0] * 255)


def word(rng: Rng, low: int = 2, high: int = 9) -> str:
    """Letters that look like a word."""
    return "".join(rng.choice(LETTERS, int(rng.integers(low, high))))


def write(
    picture: Picture, text: str, x: float, y: float, height: float, colour: tuple[int, int, int], rng: Rng
) -> None:
    """Put text with its lower left corner at (x, y), letters about `height` pixels high."""
    font = FONTS[int(rng.integers(len(FONTS)))]
    size = height / 22
    cv2.putText(picture, text, (int(x), int(y)), font, size, colour, max(1, round(height / 9)), cv2.LINE_AA)


def newspaper(rng: Rng, side: int, scale: float) -> Picture:
    """Columns of text, headlines, grey pictures, crosswords."""
    paper = float(rng.uniform(0.72, 0.97))
    ink = (int(rng.integers(15, 70)),) * 3
    picture = np.full((side, side, 3), (paper * 235, paper * 250, paper * 255), np.uint8)
    y = 0.0
    while y < side:
        block = rng.uniform(3, 9) * scale
        x = 0.0
        while x < side:
            column = rng.uniform(3, 6) * scale
            kind = rng.random()
            x0, y0, x1, y1 = int(x + 0.2 * scale), int(y + 0.2 * scale), int(x + column), int(y + block)
            if kind < 0.12:
                patch = 120 + 60 * cloud(rng, max(x1 - x0, y1 - y0, 4), 1.2 * scale)
                area = picture[y0:y1, x0:x1]
                area[:] = np.clip(patch[: area.shape[0], : area.shape[1], None], 0, 255)
            elif kind < 0.2:
                cell = rng.uniform(0.3, 0.6) * scale
                for j in range(int((y1 - y0) / cell)):
                    for i in range(int((x1 - x0) / cell)):
                        corner = int(x0 + i * cell), int(y0 + j * cell)
                        cv2.rectangle(
                            picture,
                            corner,
                            (int(corner[0] + cell), int(corner[1] + cell)),
                            ink,
                            -1 if rng.random() < 0.3 else 1,
                        )
            else:
                line = rng.uniform(0.22, 0.36) * scale
                at = y0 + line
                if rng.random() < 0.4:
                    big = rng.uniform(0.6, 1.6) * scale
                    write(picture, " ".join(word(rng) for _ in range(3)), x0, y0 + big, big * 0.8, ink, rng)
                    at += big * 1.2
                while at < y1:
                    if line > 6:
                        write(
                            picture,
                            " ".join(word(rng) for _ in range(4))[: int((x1 - x0) / line * 1.6)],
                            x0,
                            at,
                            line * 0.7,
                            ink,
                            rng,
                        )
                    else:
                        t = x0
                        while t < x1:
                            n = int(rng.integers(2, 8) * line * 0.5) + 1
                            cv2.line(picture, (t, int(at)), (min(t + n, x1), int(at)), ink, max(1, int(line * 0.35)))
                            t += n + int(line * 0.5) + 1
                    at += line
            x += column + 0.3 * scale
        y += block + 0.2 * scale
    return picture


def _suit(picture: Picture, kind: int, x: float, y: float, r: float, colour: tuple[int, int, int], down: bool) -> None:
    s = -1 if down else 1
    p = 4

    def c(v: float) -> int:
        return round(v * 16)

    if kind == 0:  # diamonds
        pts = np.array([[x, y - r], [x + 0.75 * r, y], [x, y + r], [x - 0.75 * r, y]])
        cv2.fillPoly(picture, [(pts * 16).astype(np.int32)], colour, cv2.LINE_AA, p)
        return
    if kind in (1, 2):  # hearts, spades (turned over, with a foot)
        t = -s if kind == 2 else s
        for side in (-1, 1):
            cv2.circle(picture, (c(x + side * 0.42 * r), c(y - t * 0.3 * r)), c(0.48 * r), colour, -1, cv2.LINE_AA, p)
        pts = np.array([[x - 0.88 * r, y - t * 0.1 * r], [x + 0.88 * r, y - t * 0.1 * r], [x, y + t * r]])
        cv2.fillPoly(picture, [(pts * 16).astype(np.int32)], colour, cv2.LINE_AA, p)
    else:
        for a, b in ((0, -0.5), (-0.48, 0.15), (0.48, 0.15)):
            cv2.circle(picture, (c(x + a * r), c(y + s * b * r)), c(0.44 * r), colour, -1, cv2.LINE_AA, p)
    if kind >= 2:
        pts = np.array([[x, y], [x + 0.35 * r, y + s * r], [x - 0.35 * r, y + s * r]])
        cv2.fillPoly(picture, [(pts * 16).astype(np.int32)], colour, cv2.LINE_AA, p)


SPOTS: dict[int, tuple[tuple[float, float], ...]] = {
    1: ((0.5, 0.5),),
    2: ((0.5, 0.2), (0.5, 0.8)),
    3: ((0.5, 0.2), (0.5, 0.5), (0.5, 0.8)),
    4: ((0.3, 0.2), (0.7, 0.2), (0.3, 0.8), (0.7, 0.8)),
    5: ((0.3, 0.2), (0.7, 0.2), (0.3, 0.8), (0.7, 0.8), (0.5, 0.5)),
    6: ((0.3, 0.2), (0.7, 0.2), (0.3, 0.5), (0.7, 0.5), (0.3, 0.8), (0.7, 0.8)),
    8: ((0.3, 0.2), (0.7, 0.2), (0.3, 0.5), (0.7, 0.5), (0.3, 0.8), (0.7, 0.8), (0.5, 0.35), (0.5, 0.65)),
    10: (
        (0.3, 0.18),
        (0.7, 0.18),
        (0.3, 0.4),
        (0.7, 0.4),
        (0.3, 0.6),
        (0.7, 0.6),
        (0.3, 0.82),
        (0.7, 0.82),
        (0.5, 0.3),
        (0.5, 0.7),
    ),
}


def card(rng: Rng, width: int) -> Picture:
    """A playing card's face or back, `width` pixels wide."""
    height = int(width * 1.4)
    white = int(rng.integers(225, 255))
    picture = np.full((height, width, 3), white, np.uint8)
    if rng.random() < 0.28:
        ink = as_ink(tint(rng, 0.3, 0.8, 1))
        m = int(width * 0.06)
        cv2.rectangle(picture, (m, m), (width - m, height - m), ink, -1)
        step = max(int(width * rng.uniform(0.05, 0.16)), 3)
        kind = rng.integers(3)
        for k in range(-height, width + height, step):
            if kind == 2:
                for j in range(m, height - m, step):
                    if m < k < width - m:
                        cv2.circle(picture, (k, j), max(step // 4, 1), (white,) * 3, -1, cv2.LINE_AA)
            else:
                cv2.line(picture, (k, 0), (k + height, height), (white,) * 3, max(1, step // 5), cv2.LINE_AA)
                if kind == 1:
                    cv2.line(picture, (k + height, 0), (k, height), (white,) * 3, max(1, step // 5), cv2.LINE_AA)
        cv2.rectangle(picture, (0, 0), (width - 1, height - 1), (white,) * 3, m)
        return picture
    suit = int(rng.integers(4))
    colour = (30, 25, int(rng.integers(160, 230))) if suit < 2 else (25, 20, 20)
    number = list(SPOTS)[int(rng.integers(len(SPOTS)))]
    text = str(rng.choice(["J", "Q", "K"])) if rng.random() < 0.15 else ("A" if number == 1 else str(number))
    if text in "JQK":
        cv2.rectangle(
            picture, (int(0.22 * width), int(0.14 * height)), (int(0.78 * width), int(0.86 * height)), (60, 60, 160), 1
        )
        for _ in range(14):
            a = (rng.uniform(0.25, 0.75, 2) * (width, height)).astype(int)
            cv2.circle(
                picture,
                (int(a[0]), int(a[1])),
                int(rng.uniform(0.03, 0.12) * width) + 1,
                as_ink(tint(rng, 0.2, 0.95, 1)),
                -1,
                cv2.LINE_AA,
            )
    else:
        r = width * (0.22 if number == 1 else rng.uniform(0.08, 0.11))
        for u, v in SPOTS[number]:
            _suit(picture, suit, u * width, v * height, r, colour, v > 0.5)
    for flip in range(2):
        write(picture, text, 0.05 * width, 0.15 * height, 0.12 * height, colour, rng)
        _suit(picture, suit, 0.11 * width, 0.22 * height, 0.05 * width, colour, False)
        if flip == 0:
            picture = np.ascontiguousarray(picture[::-1, ::-1])
    return picture


def domino(rng: Rng, width: int) -> Picture:
    """A domino's face, `width` × 2 `width` pixels."""
    dark = rng.random() < 0.4
    body, ink = ((20, 20, 22), (235, 235, 230)) if dark else ((225, 238, 240), (25, 20, 20))
    if rng.random() < 0.2:
        ink = as_ink(tint(rng, 0.2, 0.8, 1))
    picture = np.full((2 * width, width, 3), body, np.uint8)
    cv2.line(picture, (int(width * 0.1), width), (int(width * 0.9), width), ink, max(1, width // 30), cv2.LINE_AA)
    spots = {0: (), **{n: _PIPS[n] for n in range(1, 7)}}
    for half in range(2):
        for u, v in spots[int(rng.integers(0, 7))]:
            centre = (int((0.5 + 0.25 * u) * width * 16), int((0.5 + 0.25 * v + half) * width * 16))
            cv2.circle(picture, centre, int(width * 0.085 * 16), ink, -1, cv2.LINE_AA, 4)
    return picture


_PIPS: dict[int, tuple[tuple[int, int], ...]] = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (-1, 1), (1, 1), (0, 0)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}


def pad(rng: Rng, width: int, tall: float) -> Picture:
    """A score pad or form: lines, boxes, words, handwriting, sometimes dots."""
    height = int(width * tall)
    paper = rng.integers(215, 255)
    picture = np.full((height, width, 3), (paper - int(rng.integers(0, 25)), paper, paper), np.uint8)
    ink = as_ink(tint(rng, 0.05, 0.4, 0.8))
    rows, columns = int(rng.integers(6, 22)), int(rng.integers(1, 8))
    top = height * rng.uniform(0.03, 0.18)
    write(
        picture,
        word(rng, 4, 8).upper(),
        0.1 * width,
        0.85 * top + 4,
        max(top * 0.5, 4),
        as_ink(tint(rng, 0.2, 0.8, 1)),
        rng,
    )
    step = (height - top) / rows
    first = width * rng.uniform(0.05, 0.45)
    for row in range(rows):
        y = int(top + row * step)
        cv2.line(picture, (0, y), (width, y), ink, 1, cv2.LINE_AA)
        write(picture, word(rng), 3, y + 0.75 * step, step * 0.5, ink, rng)
        for c in range(columns):
            if rng.random() < 0.35:
                x = first + (c + 0.3) * (width - first) / columns
                write(
                    picture,
                    str(rng.integers(0, 60)),
                    x,
                    y + 0.8 * step,
                    step * 0.6,
                    as_ink(tint(rng, 0.05, 0.5, 1)),
                    rng,
                )
    for c in range(columns):
        x = int(first + c * (width - first) / columns)
        cv2.line(picture, (x, int(top)), (x, height), ink, 1, cv2.LINE_AA)
    return picture


def token(rng: Rng, width: int) -> Picture:
    """The face of a coin, counter or board-game chip: rings, a number, dots."""
    base = as_ink(tint(rng, 0.2, 0.95))
    other = as_ink(tint(rng, 0.05, 0.98, 1))
    picture = np.full((width, width, 3), base, np.uint8)
    c = width // 2
    for _ in range(int(rng.integers(0, 4))):
        cv2.circle(
            picture,
            (c, c),
            int(rng.uniform(0.2, 0.48) * width),
            other,
            max(1, int(width * rng.uniform(0.01, 0.06))),
            cv2.LINE_AA,
        )
    kind = rng.random()
    if kind < 0.45:
        h = width * rng.uniform(0.25, 0.5)
        write(picture, str(rng.integers(1, 100)), c - h * 0.5, c + h * 0.45, h, other, rng)
    elif kind < 0.65:
        n = int(rng.integers(1, 9))
        for i in range(n):
            a = 2 * np.pi * i / n
            r = 0.0 if n == 1 else rng.uniform(0.2, 0.32) * width
            cv2.circle(
                picture,
                (int(c + r * np.cos(a)), int(c + r * np.sin(a))),
                max(1, int(width * rng.uniform(0.04, 0.1))),
                other,
                -1,
                cv2.LINE_AA,
            )
    elif kind < 0.85:
        n = int(rng.integers(4, 16))
        for i in range(n):
            a = 360 * i / n
            cv2.ellipse(
                picture,
                (c, c),
                (int(0.46 * width),) * 2,
                0,
                a,
                a + 180 / n,
                other,
                max(1, int(width * 0.1)),
                cv2.LINE_AA,
            )
    else:
        noise = cloud(rng, width, width / 7)
        picture = np.clip(picture + 25 * noise[..., None], 0, 255).astype(np.uint8)
    return picture


def board(rng: Rng, side: int) -> Picture:
    """A printed game board: fields with colours, numbers, dots and noise."""
    picture = np.full((side, side, 3), as_ink(tint(rng)), np.uint8)
    n = int(rng.integers(3, 9))
    step = side / n
    hexes = rng.random() < 0.5
    for j in range(n):
        for i in range(n):
            if rng.random() < 0.15:
                continue
            x, y = (i + 0.5 + 0.5 * (j % 2) * hexes) * step, (j + 0.5) * step
            colour = as_ink(tint(rng, 0.15, 0.95, 1))
            sides = 6 if hexes else 4
            pts = np.array(
                [
                    [x + 0.56 * step * np.sin(a), y + 0.56 * step * np.cos(a)]
                    for a in np.arange(sides) * 2 * np.pi / sides + (0 if hexes else np.pi / 4)
                ]
            )
            cv2.fillPoly(picture, [(pts * 16).astype(np.int32)], colour, cv2.LINE_AA, 4)
            if rng.random() < 0.5:
                cv2.circle(picture, (int(x), int(y)), int(0.2 * step), (205, 225, 235), -1, cv2.LINE_AA)
                write(
                    picture,
                    str(rng.integers(1, 13)),
                    x - 0.12 * step,
                    y + 0.09 * step,
                    0.18 * step,
                    (20, 20, 120) if rng.random() < 0.3 else (20, 20, 20),
                    rng,
                )
                for d in range(int(rng.integers(0, 6))):
                    cv2.circle(
                        picture,
                        (int(x + (d - 2.5) * 0.06 * step), int(y + 0.15 * step)),
                        max(1, int(0.02 * step)),
                        (20, 20, 20),
                        -1,
                        cv2.LINE_AA,
                    )
    grain = cloud(rng, side, max(step / 12, 1.5))
    return np.clip(picture + rng.uniform(2, 18) * grain[..., None], 0, 255).astype(np.uint8)


def paste(
    ground: npt.NDArray[np.uint8],
    picture: Picture,
    x: float,
    y: float,
    wide: float,
    angle: float,
    round_corner: float = 0.0,
) -> None:
    """Lay `picture` flat on `ground`, its middle at (x, y) pixels, `wide` pixels wide, turned."""
    h, w = picture.shape[:2]
    zoom = wide / w
    c, s = np.cos(angle) * zoom, np.sin(angle) * zoom
    move = np.array([[c, -s, x - c * w / 2 + s * h / 2], [s, c, y - s * w / 2 - c * h / 2]])
    mask = np.zeros((h, w), np.uint8)
    if round_corner >= 0.5:
        cv2.circle(mask, (w // 2, h // 2), min(w, h) // 2, 255, -1)
    else:
        mask[:] = 255
    corners = np.array([[0, 0], [w, 0], [0, h], [w, h]]) @ move[:, :2].T + move[:, 2]
    x0, y0 = np.maximum(np.floor(corners.min(0)).astype(int) - 1, 0)
    x1, y1 = np.minimum(np.ceil(corners.max(0)).astype(int) + 2, (ground.shape[1], ground.shape[0]))
    if x1 <= x0 or y1 <= y0:
        return
    move[:, 2] -= (x0, y0)
    size = (int(x1 - x0), int(y1 - y0))
    if zoom < 0.6:
        picture = np.asarray(cv2.GaussianBlur(picture, (0, 0), 0.4 / zoom), np.uint8)
    flat = cv2.warpAffine(picture, move, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    share = cv2.warpAffine(mask, move, size, flags=cv2.INTER_LINEAR).astype(np.float32)[..., None] / 255
    area = ground[y0:y1, x0:x1]
    area[:] = (area + share * (flat.astype(np.float32) - area)).astype(np.uint8)
