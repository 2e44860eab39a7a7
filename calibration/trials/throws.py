"""Many throws of the same dice on the same table under the same lamp: what a person's calibration sees.

The picture maker draws everything anew for every picture. Here table, dice, lamp and camera are drawn once from the
scene's number, and only the dice's places and faces change from throw to throw.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from vision.reading import Image
from vision.training.maker import DieTruth
from vision.training.maker.build import Builder
from vision.training.maker.camera import Camera, draw_camera
from vision.training.maker.casting import cast, draw_polish
from vision.training.maker.dicelook import DieLook, draw_die
from vision.training.maker.lamps import Lighting, draw_lighting
from vision.training.maker.lens import Lens, draw_lens, take
from vision.training.maker.placing import Floor, scatter
from vision.training.maker.tabletop import lay_ground, view_ground
from vision.training.maker.truth import tell
from vision.training.maker.world import Floats, Singles

SIZE = (640, 480)
DICE = 5


@dataclass(frozen=True, slots=True)
class Throw:
    """One picture of a scene, with its truth."""

    image: Image
    dice: tuple[DieTruth, ...]


@dataclass(frozen=True, slots=True)
class Scene:
    """A table, a set of dice, a light and a camera, all drawn from one number."""

    seed: int
    scheme: str
    """classic, blue, plain or coloured."""
    die_px: float
    lamp: int = 0
    """Another number: another light, on the same table and dice, before a camera that keeps its white balance."""
    blur: float | None = None
    """Sigma in pixels of a blur that the camera's own is replaced by."""
    smear: float = 0.0
    """Length in pixels of a smear by motion."""
    stops: float = 0.0
    """Exposure more (or less) than the camera's own choice, in stops."""
    glare: float = 0.0
    """Light of a lamp's mirror image on every top face, in times of the light that falls there."""
    size: tuple[int, int] = SIZE


def draw_scene(seed: int) -> Scene:
    """A scene as one meets it: five Kismet dice, 18 to 60 pixels large."""
    rng = _rng(seed, 0)
    return Scene(seed, str(rng.choice(["classic", "blue"])), float(np.exp(rng.uniform(np.log(18), np.log(60)))))


def throw(scene: Scene, number: int) -> Throw:
    """Throw `number` of a scene: the same numbers always give the same picture."""
    build = Builder()
    looks = _dice(scene, build)
    edge = looks[0].edge
    camera = draw_camera(_rng(scene.seed, 2), scene.size, scene.die_px, edge)
    ground, scale, corner, kind = lay_ground(_rng(scene.seed, 3), camera, None)
    across = min(scene.size) / scene.die_px * edge
    spread = float(np.clip(0.3 * across, 2.2 * edge, 14))
    poses = scatter(_rng(scene.seed, 4, number), looks, spread, Floor())
    first = len(build.solids)
    for pose in poses:
        half, d = edge / 2, pose.die
        build.solid(0, d.look, pose.place, (half, half, half, d.round * edge, d.cut * edge), half * 1.7321, pose.turn)
    bounce = np.asarray(((ground[::7, ::7].reshape(-1, 3) / 255.0) ** 2.2).mean(0), np.float64)
    lighting = draw_lighting(_rng(scene.seed, 5, scene.lamp), bounce)
    lens = _lens(scene, draw_lighting(_rng(scene.seed, 5, 0), bounce))
    world = build.world(lighting.lights, lighting.windows, lighting.air)
    table = view_ground(camera, ground, scale, corner, _rng(scene.seed, 6))
    light, _ = cast(world, camera, table, draw_polish(_rng(scene.seed, 7), kind), 3)
    if scene.glare:
        light = _with_glare(light, scene, number, [camera.project(pose.corners()) for pose in poses])
    picture = take(light, lens, _rng(scene.seed, 8, number))
    truths = tuple(tell(world, camera, lens, picture, first + i, pose) for i, pose in enumerate(poses))
    return Throw(picture, truths)


def camera_of(scene: Scene) -> Camera:
    """The camera that looks at the scene."""
    edge = _dice(scene, Builder())[0].edge
    return draw_camera(_rng(scene.seed, 2), scene.size, scene.die_px, edge)


def edge_of(scene: Scene) -> float:
    """Edge of the scene's dice in cm."""
    return _dice(scene, Builder())[0].edge


def _dice(scene: Scene, build: Builder) -> list[DieLook]:
    return [draw_die(_rng(scene.seed, 1), build, scene.scheme, float(_rng(scene.seed, 9).uniform(1.1, 2.0)))] * DICE


def _lens(scene: Scene, first_light: Lighting) -> Lens:
    """The camera's faults; it was set to the first light, and keeps its white balance under another."""
    on_table: Floats = (
        sum(lamp[3:6] * lamp[2] / np.linalg.norm(lamp[:3]) for lamp in first_light.lights)
        + first_light.air[0]
        + 0.35 * first_light.air[1]
    )
    lens = draw_lens(_rng(scene.seed, 10), on_table / on_table[1], scene.die_px)
    if scene.blur is not None:
        lens = replace(lens, soft=scene.blur, defocus=0.0, shake=0.0, shrink=1.0)
    if scene.smear:
        angle = float(_rng(scene.seed, 11).uniform(0, np.pi))
        lens = replace(lens, shake=scene.smear, shake_angle=angle)
    return replace(lens, exposure=lens.exposure * 2 ** (scene.stops / 2.2))


def _with_glare(light: Singles, scene: Scene, number: int, faces: list[Floats]) -> Singles:
    """The light with a soft bright spot on each face, as a polished die shows a lamp."""
    rng = _rng(scene.seed, 12, number)
    y, x = np.mgrid[: light.shape[0], : light.shape[1]].astype(np.float32)
    out = light.copy()
    for corners in faces:
        edge = float(np.linalg.norm(corners[1] - corners[0]))
        at = corners.mean(axis=0) + rng.uniform(-0.3, 0.3, 2) * edge
        wide = edge * rng.uniform(0.15, 0.4)
        spot = np.exp(-((x - at[0]) ** 2 + (y - at[1]) ** 2) / (2 * wide**2))
        row, column = (int(np.clip(v, 0, n - 1)) for v, n in zip(at[::-1], light.shape, strict=False))
        out += scene.glare * max(float(light[row, column].mean()), 1e-3) * spot[..., None]
    return np.asarray(out, np.float32)


def _rng(*numbers: int) -> np.random.Generator:
    return np.random.default_rng([20261201, *numbers])
