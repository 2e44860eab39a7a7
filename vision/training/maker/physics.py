"""Cubes thrown on a table: small steps of rigid bodies with springs where they touch.

Good enough to look right, which is all it is for: dice tumble, slide, bump into each other and into the tray, and come
to rest on a face. A die is a cube whose corners are little balls; it touches with those and with points of its edges.
Lengths are centimetres, times seconds, masses 1.
"""

from __future__ import annotations

from math import sqrt

import numpy as np

from vision.training.maker.jit import compiled
from vision.training.maker.solids import box_distance
from vision.training.maker.world import Floats

STEP = 2.0e-4
GRAVITY = 981.0
STIFF = 9.0e5
"""Spring of a touching point, per mass: at rest it sinks in by some thousandths of a millimetre."""
ALONG_EDGE = 5
"""Touching points along an edge, corners included."""


@compiled
def _push(
    speed: Floats, whirl: Floats, force: Floats, torque: Floats, i: int,
    rx: float, ry: float, rz: float, nx: float, ny: float, nz: float, deep: float,
    ox: float, oy: float, oz: float, damping: float, grip: float,
) -> tuple[float, float, float]:  # fmt: skip
    """Add the force of a touch at r (from the middle of cube i) along n, against a surface moving with o; give it."""
    vx = speed[i, 0] + whirl[i, 1] * rz - whirl[i, 2] * ry - ox
    vy = speed[i, 1] + whirl[i, 2] * rx - whirl[i, 0] * rz - oy
    vz = speed[i, 2] + whirl[i, 0] * ry - whirl[i, 1] * rx - oz
    vn = vx * nx + vy * ny + vz * nz
    fn = max(STIFF * deep - damping * vn, 0.0)
    tx, ty, tz = vx - vn * nx, vy - vn * ny, vz - vn * nz
    slide = sqrt(tx * tx + ty * ty + tz * tz) + 1e-9
    ft = min(grip * fn, 0.25 * damping * slide) / slide
    fx, fy, fz = fn * nx - ft * tx, fn * ny - ft * ty, fn * nz - ft * tz
    force[i, 0] += fx
    force[i, 1] += fy
    force[i, 2] += fz
    torque[i, 0] += ry * fz - rz * fy
    torque[i, 1] += rz * fx - rx * fz
    torque[i, 2] += rx * fy - ry * fx
    return fx, fy, fz


@compiled
def throw(
    place: Floats, turn: Floats, speed: Floats, whirl: Floats, fixed: Floats, edge: Floats, ball: Floats, wall: Floats,
    bounce: float, grip: float, every: int, out_place: Floats, out_turn: Floats,
) -> int:  # fmt: skip
    """Let the cubes fly until all rest; fill in their poses every `every` steps; give the number of poses filled in.

    Args:
        place: Middles, n × 3, of all cubes; changed.
        turn: Turns, n × 3 × 3; changed.
        speed: Velocities, n × 3; changed.
        whirl: Angular velocities, n × 3; changed.
        fixed: 1 for a cube that nothing moves.
        edge: Lengths of the edges.
        ball: Radii of the corners.
        wall: The tray: half width, half depth, yaw, height; a half width of 0 means none.
        bounce: Damping of a touch, as a share of critical: 1 does not bounce.
        grip: Friction.
        every: Steps between two poses.
        out_place: Poses × n × 3.
        out_turn: Poses × n × 3 × 3.
    """
    n = place.shape[0]
    force, torque = np.zeros((n, 3)), np.zeros((n, 3))
    damping = 2.0 * bounce * sqrt(STIFF)
    c, s = np.cos(wall[2]), np.sin(wall[2])
    poses, calm = 0, 0
    for step in range(every * out_place.shape[0]):
        if step % every == 0:
            out_place[poses], out_turn[poses] = place, turn
            poses += 1
        force[:] = 0.0
        torque[:] = 0.0
        restless = False
        for i in range(n):
            if fixed[i] > 0.0:
                continue
            h, r = 0.5 * edge[i] - ball[i], ball[i]
            force[i, 2] -= GRAVITY
            if abs(speed[i, 0]) + abs(speed[i, 1]) + abs(speed[i, 2]) > 0.6:
                restless = True
            if edge[i] * (abs(whirl[i, 0]) + abs(whirl[i, 1]) + abs(whirl[i, 2])) > 0.6:
                restless = True
            for corner in range(8):
                a = h if corner & 1 else -h
                b = h if corner & 2 else -h
                d = h if corner & 4 else -h
                rx = turn[i, 0, 0] * a + turn[i, 0, 1] * b + turn[i, 0, 2] * d
                ry = turn[i, 1, 0] * a + turn[i, 1, 1] * b + turn[i, 1, 2] * d
                rz = turn[i, 2, 0] * a + turn[i, 2, 1] * b + turn[i, 2, 2] * d
                z = place[i, 2] + rz
                if z < r:
                    _push(speed, whirl, force, torque, i, rx, ry, rz - r, 0, 0, 1, r - z, 0, 0, 0, damping, grip)
                if wall[0] > 0.0 and z < wall[3] + r:
                    x, y = place[i, 0] + rx, place[i, 1] + ry
                    u, v = c * x + s * y, c * y - s * x
                    for side in range(4):
                        q = (wall[0] - u, wall[0] + u, wall[1] - v, wall[1] + v)[side]
                        if -0.8 * edge[i] < q < r:
                            mu = (-1.0, 1.0, 0.0, 0.0)[side]
                            mv = (0.0, 0.0, -1.0, 1.0)[side]
                            nx, ny = c * mu - s * mv, s * mu + c * mv
                            _push(
                                speed, whirl, force, torque, i, rx - r * nx, ry - r * ny, rz, nx, ny, 0,
                                min(r - q, 0.2), 0, 0, 0, damping, grip,
                            )  # fmt: skip
        for i in range(n):
            for j in range(n):
                if i == j or (fixed[i] > 0.0 and fixed[j] > 0.0):
                    continue
                dx, dy, dz = place[i, 0] - place[j, 0], place[i, 1] - place[j, 1], place[i, 2] - place[j, 2]
                reach = 0.87 * (edge[i] + edge[j])
                if dx * dx + dy * dy + dz * dz > reach * reach:
                    continue
                _touch(place, turn, speed, whirl, force, torque, i, j, edge, ball, damping, grip)
        for i in range(n):
            if fixed[i] > 0.0:
                continue
            inertia = edge[i] * edge[i] / 6.0
            for axis in range(3):
                speed[i, axis] += STEP * force[i, axis]
                whirl[i, axis] += STEP * torque[i, axis] / inertia
                place[i, axis] += STEP * speed[i, axis]
            _rotate(turn, i, whirl[i, 0] * STEP, whirl[i, 1] * STEP, whirl[i, 2] * STEP)
        calm = 0 if restless else calm + 1
        if calm > 400:
            break
    return poses


@compiled
def _touch(
    place: Floats, turn: Floats, speed: Floats, whirl: Floats, force: Floats, torque: Floats, i: int, j: int,
    edge: Floats, ball: Floats, damping: float, grip: float,
) -> None:  # fmt: skip
    """Push cube i out of cube j wherever one of i's points is inside j, and j the other way."""
    h, r = 0.5 * edge[i] - ball[i], ball[i]
    hj = 0.5 * edge[j]
    for line in range(12):
        axis = line // 4
        p, q = (h if line & 1 else -h), (h if line & 2 else -h)
        for m in range(ALONG_EDGE):
            if m in (0, ALONG_EDGE - 1) and axis > 0:
                continue
            t = h * (2.0 * m / (ALONG_EDGE - 1) - 1.0)
            a = t if axis == 0 else p
            b = t if axis == 1 else (p if axis == 0 else q)
            d = t if axis == 2 else q
            rx = turn[i, 0, 0] * a + turn[i, 0, 1] * b + turn[i, 0, 2] * d
            ry = turn[i, 1, 0] * a + turn[i, 1, 1] * b + turn[i, 1, 2] * d
            rz = turn[i, 2, 0] * a + turn[i, 2, 1] * b + turn[i, 2, 2] * d
            gx, gy, gz = place[i, 0] + rx - place[j, 0], place[i, 1] + ry - place[j, 1], place[i, 2] + rz - place[j, 2]
            x = turn[j, 0, 0] * gx + turn[j, 1, 0] * gy + turn[j, 2, 0] * gz
            y = turn[j, 0, 1] * gx + turn[j, 1, 1] * gy + turn[j, 2, 1] * gz
            z = turn[j, 0, 2] * gx + turn[j, 1, 2] * gy + turn[j, 2, 2] * gz
            gap = box_distance(x, y, z, hj, hj, hj, ball[j]) - r
            if gap >= 0.0:
                continue
            e = 1e-4
            nx = box_distance(x + e, y, z, hj, hj, hj, ball[j]) - gap - r
            ny = box_distance(x, y + e, z, hj, hj, hj, ball[j]) - gap - r
            nz = box_distance(x, y, z + e, hj, hj, hj, ball[j]) - gap - r
            size = sqrt(nx * nx + ny * ny + nz * nz) + 1e-12
            nx, ny, nz = nx / size, ny / size, nz / size
            wx = turn[j, 0, 0] * nx + turn[j, 0, 1] * ny + turn[j, 0, 2] * nz
            wy = turn[j, 1, 0] * nx + turn[j, 1, 1] * ny + turn[j, 1, 2] * nz
            wz = turn[j, 2, 0] * nx + turn[j, 2, 1] * ny + turn[j, 2, 2] * nz
            ox = speed[j, 0] + whirl[j, 1] * gz - whirl[j, 2] * gy
            oy = speed[j, 1] + whirl[j, 2] * gx - whirl[j, 0] * gz
            oz = speed[j, 2] + whirl[j, 0] * gy - whirl[j, 1] * gx
            fx, fy, fz = _push(
                speed, whirl, force, torque, i, rx, ry, rz, wx, wy, wz, min(-gap, 0.15) * 0.5, ox, oy, oz,
                0.5 * damping, 0.5 * grip,
            )  # fmt: skip
            force[j, 0] -= fx
            force[j, 1] -= fy
            force[j, 2] -= fz
            torque[j, 0] -= gy * fz - gz * fy
            torque[j, 1] -= gz * fx - gx * fz
            torque[j, 2] -= gx * fy - gy * fx


@compiled
def _rotate(turn: Floats, i: int, x: float, y: float, z: float) -> None:
    """Turn cube i by a small angle, and keep its axes square."""
    for c in range(3):
        a, b, d = turn[i, 0, c], turn[i, 1, c], turn[i, 2, c]
        turn[i, 0, c], turn[i, 1, c], turn[i, 2, c] = a + y * d - z * b, b + z * a - x * d, d + x * b - y * a
    for c in range(2):
        for before in range(c):
            dot = (
                turn[i, 0, c] * turn[i, 0, before]
                + turn[i, 1, c] * turn[i, 1, before]
                + turn[i, 2, c] * turn[i, 2, before]
            )
            for axis in range(3):
                turn[i, axis, c] -= dot * turn[i, axis, before]
        size = sqrt(turn[i, 0, c] ** 2 + turn[i, 1, c] ** 2 + turn[i, 2, c] ** 2)
        for axis in range(3):
            turn[i, axis, c] /= size
    turn[i, 0, 2] = turn[i, 1, 0] * turn[i, 2, 1] - turn[i, 2, 0] * turn[i, 1, 1]
    turn[i, 1, 2] = turn[i, 2, 0] * turn[i, 0, 1] - turn[i, 0, 0] * turn[i, 2, 1]
    turn[i, 2, 2] = turn[i, 0, 0] * turn[i, 1, 1] - turn[i, 1, 0] * turn[i, 0, 1]
