"""What light and cameras do to a crop, over and above what the maker has done.

Applied anew each time a picture is used, so that one rendered picture teaches many. Random numbers come from the
generator handed in: the same seed gives the same crop.
"""

from __future__ import annotations

import functools
import math

import cv2
import numpy as np
import numpy.typing as npt

from vision.reading import Image

Floats = npt.NDArray[np.float32]


def photometric(image: Image, rng: np.random.Generator, keep_colours: bool) -> Image:
    """Exposure, gain, gamma, cast, blur, noise and JPEG, each now and then.

    Args:
        image: any size.
        rng: where chance comes from.
        keep_colours: never turn hues or invert, because the pips' colour is a label.
    """
    if not keep_colours:
        image = _strange(image, rng)
    chance = rng.random()
    if chance < 0.1:
        image = _gain(image, math.exp(rng.uniform(0.15, 1.1)))  # bodies blown out, edges and pips paling
    elif chance < 0.18:
        image = _gain(image, math.exp(rng.uniform(-1.4, -0.4)))
    if rng.random() < 0.75:
        image = _tone(image, rng)
    if rng.random() < 0.25:
        image = _soften(image, rng)
    if rng.random() < 0.35:
        sigma = math.exp(rng.uniform(math.log(1.0), math.log(14.0)))
        image = np.clip(image + _grain(image.shape[0], image.shape[1], rng) * np.float32(sigma), 0, 255).astype(
            np.uint8
        )
    if rng.random() < 0.35:
        packed = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(25, 95))])[1]
        image = np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), dtype=np.uint8)
    return image


@functools.cache
def _grains() -> tuple[Floats, Floats]:
    """White noise and noise that a camera has smoothed, drawn once."""
    white = np.random.default_rng(5).standard_normal((700, 900, 3), dtype=np.float32)
    return white, np.asarray(cv2.GaussianBlur(white, (3, 3), 0.7), dtype=np.float32) * 1.6


def _grain(height: int, width: int, rng: np.random.Generator) -> Floats:
    """A piece of noise of deviation 1."""
    noise = _grains()[int(rng.random() < 0.4)]
    if height > noise.shape[0] or width > noise.shape[1]:
        return rng.standard_normal((height, width, 3), dtype=np.float32)
    y, x = int(rng.integers(noise.shape[0] - height + 1)), int(rng.integers(noise.shape[1] - width + 1))
    return noise[y : y + height, x : x + width]


def _strange(image: Image, rng: np.random.Generator) -> Image:
    if rng.random() < 0.06:
        image = 255 - image
    chance = rng.random()
    if chance < 0.12:
        image = np.ascontiguousarray(image[:, :, rng.permutation(3)])
    elif chance < 0.18:
        grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
        image = np.asarray(cv2.merge([grey, grey, grey]), dtype=np.uint8)
    elif chance < 0.35:
        hsv = cv2.cvtColor(image, cv2.COLOR_BGR2HSV)
        hsv[:, :, 0] = (hsv[:, :, 0].astype(np.int16) + int(rng.integers(0, 180))) % 180
        image = np.asarray(cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR), dtype=np.uint8)
    return image


def _gain(image: Image, gain: float) -> Image:
    """Another exposure, as light is linear: what becomes too bright is lost."""
    ramp = (np.arange(256, dtype=np.float32) / 255) ** 2.2 * np.float32(gain)
    return np.asarray(cv2.LUT(image, (np.clip(ramp, 0, 1) ** (1 / 2.2) * 255).round().astype(np.uint8)), dtype=np.uint8)


def _tone(image: Image, rng: np.random.Generator) -> Image:
    """One look-up table a channel: gamma, gain, offset and a cast."""
    ramp = np.arange(256, dtype=np.float32) / 255
    gamma = math.exp(rng.normal(0, 0.25))
    gain = math.exp(rng.normal(-0.05, 0.16))
    lift = rng.normal(0, 0.03)
    cast = np.exp(rng.normal(0, 0.07, 3) * (rng.random() < 0.6))
    table = [np.clip((ramp**gamma * gain * c + lift) * 255, 0, 255).astype(np.uint8) for c in cast]
    return np.asarray(cv2.LUT(image, np.stack(table, axis=1)[None]), dtype=np.uint8)


def _soften(image: Image, rng: np.random.Generator) -> Image:
    if rng.random() < 0.6:
        return np.asarray(cv2.GaussianBlur(image, (0, 0), rng.uniform(0.4, 1.3)), dtype=np.uint8)
    length = int(rng.integers(2, 5))
    kernel = np.zeros((length, length), dtype=np.float32)
    turn = rng.uniform(0, math.pi)
    mid = (length - 1) / 2
    for t in np.linspace(-mid, mid, 4 * length):
        kernel[round(mid + t * math.sin(turn)), round(mid + t * math.cos(turn))] += 1
    return np.asarray(cv2.filter2D(image, -1, kernel / kernel.sum()), dtype=np.uint8)
