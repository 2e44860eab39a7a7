"""What a camera does to the light: exposure, white balance, blur, noise, sharpening, compression."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.training.maker.world import Singles

Picture = npt.NDArray[np.uint8]


@dataclass(frozen=True)
class Lens:
    """One camera's faults. Lengths are pixels of the picture it gives."""

    exposure: float
    """Mean brightness the automatic exposure aims at, in screen values 0 to 1."""
    highlights: float
    """How far beyond white the brightest parts may go before the exposure gives in; 1 keeps them all."""
    balance: npt.NDArray[np.float64]
    """How much of the light's cast is taken out by channel (gains: blue, green, red)."""
    fringe: float
    """By how many pixels red and blue part from green at the picture's edge."""
    vignette: float
    defocus: float
    """Radius of the disc of confusion."""
    soft: float
    """Sigma of the lens's own blur."""
    shake: float
    """Length of the smear from moving the camera."""
    shake_angle: float
    shoulder: float
    """Where highlights begin to roll off, 0.5 to 1."""
    contrast: float
    saturation: float
    noise: float
    """Grain at middle grey, in levels."""
    chroma: float
    """Colour noise, in levels."""
    coarse: float
    """Size of the colour blotches."""
    smooth: float
    """How hard noise is wiped away, 0 to 1."""
    sharpen: float
    shrink: float
    """The sensor's true resolution as a share of the picture's: below 1 the picture was blown up."""
    quality: int
    """JPEG quality; 0: none."""
    again: int
    """A second round of JPEG."""
    quarter: bool
    """Colour kept at half resolution (as MJPEG and video do)."""

    @property
    def blur(self) -> float:
        """Roughly, the sigma of all blurs together."""
        return float(
            np.sqrt(
                self.soft**2 + (0.5 * self.defocus) ** 2 + (self.shake / 3.5) ** 2 + (0.55 / self.shrink - 0.55) ** 2
            )
        )


def draw_lens(rng: np.random.Generator, cast: npt.NDArray[np.float64], die_px: float) -> Lens:
    """A camera. `cast`: colour of the light on the table, green = 1."""
    webcam = rng.random() < 0.5
    taken = rng.beta(3.0, 1.0) if rng.random() < 0.85 else rng.uniform(-0.1, 0.5)
    balance = (1.0 / np.clip(cast, 0.05, 20)) ** taken * np.exp(rng.normal(0, 0.05, 3) * np.array([1, 0.3, 1]))
    limit = max(die_px * 0.055, 0.3)
    low = rng.random() < 0.2
    return Lens(
        exposure=float(np.clip(rng.normal(0.45, 0.09), 0.2, 0.68)),
        highlights=float(
            rng.choice([rng.uniform(0.75, 1.1), rng.uniform(1.1, 1.8), rng.uniform(1.8, 6.0)], p=[0.5, 0.35, 0.15])
        ),
        balance=np.asarray(balance / balance[1]),
        fringe=float(rng.normal(0, 0.8)) if rng.random() < 0.2 else 0.0,
        vignette=rng.uniform(0, 0.45) if rng.random() < 0.6 else 0.0,
        defocus=float(min(rng.exponential(0.9), limit * 1.6)) if rng.random() < 0.35 else 0.0,
        soft=float(min(rng.uniform(0.2, 0.9) if not webcam else rng.uniform(0.4, 1.4), limit)),
        shake=float(min(rng.exponential(2.5), limit * 2.5)) if rng.random() < 0.15 else 0.0,
        shake_angle=rng.uniform(0, np.pi),
        shoulder=rng.uniform(0.6, 0.95),
        contrast=rng.uniform(-0.1, 0.5),
        saturation=float(np.clip(rng.normal(1.05, 0.2), 0.35, 1.6)),
        noise=rng.exponential(1.6) + (rng.uniform(2, 8) if low else 0.0),
        chroma=rng.exponential(1.2) + (rng.uniform(1, 6) if low else 0.0),
        coarse=rng.uniform(1, 4),
        smooth=rng.uniform(0, 1) if rng.random() < 0.5 else 0.0,
        sharpen=rng.uniform(0, 1.2) if rng.random() < 0.6 else 0.0,
        shrink=1.0
        if rng.random() < 0.75
        else float(np.clip(rng.uniform(0.5, 1.0), min(14 / max(die_px, 1), 1.0), 1.0)),
        quality=int(rng.uniform(30, 96)) if rng.random() < 0.85 else 0,
        again=int(rng.uniform(55, 95)) if rng.random() < 0.25 else 0,
        quarter=rng.random() < 0.6,
    )


def _disc(radius: float) -> npt.NDArray[np.float32]:
    n = int(np.ceil(radius)) * 2 + 1
    y, x = np.mgrid[:n, :n] - n // 2
    kernel = np.clip(radius + 0.5 - np.hypot(x, y), 0, 1).astype(np.float32)
    return np.asarray(kernel / kernel.sum(), np.float32)


def _smear(length: float, angle: float) -> npt.NDArray[np.float32]:
    n = int(np.ceil(length)) // 2 * 2 + 3
    kernel = np.zeros((n, n), np.float32)
    for t in np.linspace(-0.5, 0.5, 4 * n):
        x, y = n // 2 + t * length * np.cos(angle), n // 2 + t * length * np.sin(angle)
        i, j = int(x), int(y)
        for a, b in ((0, 0), (0, 1), (1, 0), (1, 1)):
            kernel[j + b, i + a] += (1 - abs(x - i - a)) * (1 - abs(y - j - b))
    return np.asarray(kernel / kernel.sum(), np.float32)


def meter(light: Singles, lens: Lens) -> float:
    """The automatic exposure: by how much the camera multiplies the light, in the balanced picture."""
    small = cv2.resize(light, (32, 24), interpolation=cv2.INTER_AREA) * lens.balance.astype(np.float32)
    grey = small @ np.array([0.1, 0.6, 0.3], np.float32)
    # The middle weighs more.
    y, x = np.mgrid[-1:1:24j, -1:1:32j]
    weight = np.exp(-(x**2 + y**2))
    seen = (np.minimum(grey, 6 * np.median(grey) + 1e-4) * weight).sum() / weight.sum()
    bright = cv2.resize(light, (160, 120), interpolation=cv2.INTER_AREA)[..., 1]
    gain = lens.exposure**2.2 / max(float(seen), 1e-4)
    return float(min(gain, lens.highlights / max(float(np.quantile(bright, 0.99)), 1e-4)))


def develop(light: Singles, lens: Lens, gain: float) -> Singles:
    """Light to screen values 0 to 1: white balance, exposure, tone curve."""
    lit = light * (gain * lens.balance).astype(np.float32)
    if lens.vignette:
        h, w = lit.shape[:2]
        y, x = np.mgrid[-1 : 1 : h * 1j, -1 : 1 : w * 1j].astype(np.float32)
        lit *= (1 - lens.vignette * 0.5 * (x * x + y * y))[..., None]
    # One table for the whole curve; on square roots, so that the dark is finely divided.
    level = (np.arange(4096) / 1023.75) ** 2
    k = lens.shoulder
    over = np.maximum(level - k, 0)
    level = np.where(level > k, k + (1 - k) * (1 - np.exp(-over / (1 - k + 1e-3))), level)
    screen = np.clip(level, 0, 1) ** (1 / 2.2)
    screen = screen + lens.contrast * (screen * screen * (3 - 2 * screen) - screen)
    index = (np.sqrt(np.maximum(lit, 0)) * np.float32(1023.75) + np.float32(0.5)).astype(np.int32)
    return np.take(screen.astype(np.float32), index, mode="clip")


def _part(lit: Singles, by: float) -> Singles:
    """Blue made a little larger than green, and red a little smaller."""
    h, w = lit.shape[:2]
    out = lit.copy()
    for channel, sign in ((0, 1), (2, -1)):
        k = 1 + sign * by / (w / 2)
        move = np.array([[k, 0, (1 - k) * w / 2], [0, k, (1 - k) * h / 2]])
        out[..., channel] = cv2.warpAffine(lit[..., channel], move, (w, h), borderMode=cv2.BORDER_REPLICATE)
    return out


def take(light: Singles, lens: Lens, rng: np.random.Generator, gain: float | None = None) -> Picture:
    """The picture a camera gives of `light` (height × width × 3); `gain` holds the exposure, None meters it."""
    gain = meter(light, lens) if gain is None else gain
    h, w = light.shape[:2]
    small = max(int(w * lens.shrink), 8), max(int(h * lens.shrink), 8)
    lit = cv2.resize(light, small, interpolation=cv2.INTER_AREA) if lens.shrink < 1 else light
    lit = np.minimum(lit, np.float32(4 / gain))
    if lens.defocus * lens.shrink > 0.6:
        lit = cv2.filter2D(lit, -1, _disc(lens.defocus * lens.shrink), borderType=cv2.BORDER_REFLECT)
    if lens.shake * lens.shrink > 0.8:
        lit = cv2.filter2D(lit, -1, _smear(lens.shake * lens.shrink, lens.shake_angle), borderType=cv2.BORDER_REFLECT)
    if lens.soft * lens.shrink > 0.2:
        lit = cv2.GaussianBlur(lit, (0, 0), lens.soft * lens.shrink)
    if abs(lens.fringe) > 0.1:
        lit = _part(np.asarray(lit, np.float32), lens.fringe * lens.shrink)
    screen = develop(np.asarray(lit, np.float32), lens, gain) * 255
    if lens.saturation != 1:
        grey = screen @ np.array([0.114, 0.587, 0.299], np.float32)
        screen = grey[..., None] + lens.saturation * (screen - grey[..., None])
    if lens.noise > 0.1 or lens.chroma > 0.1:
        # More grain in the dark after the tone curve, none in burnt-out parts.
        level = screen.mean(-1, keepdims=True)
        strength = np.sqrt(np.clip(1.35 - level / 255, 0.12, 1.3)).astype(np.float32)
        grain = rng.standard_normal(screen.shape[:2], np.float32) * lens.noise
        c = max(lens.coarse, 1.0)
        rows, columns = screen.shape[:2]
        coarse = rng.standard_normal((int(rows / c) + 1, int(columns / c) + 1, 3), np.float32) * lens.chroma
        blot = cv2.resize(coarse, (columns, rows), interpolation=cv2.INTER_LINEAR)
        screen = screen + (grain[..., None] + blot) * strength
    eight = np.clip(screen + 0.5, 0, 255).astype(np.uint8)
    if lens.smooth > 0.05 and lens.noise > 0.8:
        flat = cv2.bilateralFilter(eight, 5, 6 + 8 * lens.noise * lens.smooth, 2.0)
        eight = cv2.addWeighted(flat, lens.smooth, eight, 1 - lens.smooth, 0)
    if lens.sharpen > 0.05:
        eight = cv2.addWeighted(eight, 1 + lens.sharpen, cv2.GaussianBlur(eight, (0, 0), 1.2), -lens.sharpen, 0)
    if lens.shrink < 1:
        eight = cv2.resize(eight, (w, h), interpolation=cv2.INTER_LINEAR if lens.coarse < 2.5 else cv2.INTER_CUBIC)
    for quality in (lens.quality, lens.again):
        if quality:
            sampling = cv2.IMWRITE_JPEG_SAMPLING_FACTOR_420 if lens.quarter else cv2.IMWRITE_JPEG_SAMPLING_FACTOR_444
            _, data = cv2.imencode(
                ".jpg", eight, [cv2.IMWRITE_JPEG_QUALITY, quality, cv2.IMWRITE_JPEG_SAMPLING_FACTOR, sampling]
            )
            eight = cv2.imdecode(data, cv2.IMREAD_COLOR)
    return np.asarray(eight, np.uint8)
