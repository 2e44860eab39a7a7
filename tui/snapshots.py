"""The dice of every recorded roll as a small picture, so that a dispute can be settled later; on this machine alone.

Pictures lie beside the saved games, in a folder for each game, and go with it. Saving is another thread's work: a game
never waits for a disk, and one that is full costs pictures, not the game. This module is imported without OpenCV; only
saving and looking need it.
"""

from __future__ import annotations

import errno
import json
import logging
import queue
import re
import shutil
import threading
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from tui.misread import Sight, Witness

if TYPE_CHECKING:
    from vision.reading import Image, Reading

_LOG = logging.getLogger(__name__)

TILE = 72
"""Pixels of the square in which each die is shown; pips can be counted from 15 on."""
ROUND = 0.12
"""Room round a die's top face, in widths of it: its sides tell how it lies."""
MARGIN = 1.0
"""Room round all dice in the picture below, in widths of the largest."""
WIDE, HIGH = 360, 270
"""Largest size of that picture."""
QUALITY = 82
WAITING = 4
"""Pictures that may wait for a slow disk; more than that are left out."""
LEAST_FREE = 50 * 1024 * 1024
"""Bytes that stay free for the games themselves."""
_NAME = re.compile(r"turn(\d+)-roll(\d)\.jpg")


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A saved picture."""

    turn: int
    """Serial of the turn."""
    number: int
    """Which roll of the turn."""
    path: Path


@dataclass(frozen=True, slots=True)
class Shot:
    """A saved picture with what was read in it."""

    faces: tuple[Image, ...] = field(repr=False)
    """Each die, from left to right."""
    table: Image = field(repr=False)
    """All of them as they lay."""
    values: tuple[int, ...]
    """As the camera read them."""
    sure: bool


class Album:
    """All pictures of all games. `take` never waits and never fails; what went wrong last is in `problem`."""

    def __init__(self, folder: Path) -> None:
        """Keep pictures in `folder`, which need not be there."""
        self.folder = folder
        self.problem = ""
        """Why the last picture was not saved, in a sentence; empty if it was."""
        self._waiting: queue.Queue[tuple[int, Witness]] = queue.Queue(WAITING)
        self._thread: threading.Thread | None = None

    def take(self, game: int, witness: Witness) -> None:
        """Save the picture of a roll that was recorded; of one that was recorded anew, the newest counts."""
        if self._thread is None:
            # A daemon: a disk that hangs must not keep the program from ending.
            self._thread = threading.Thread(target=self._save_all, name="snapshots", daemon=True)
            self._thread.start()
        try:
            self._waiting.put_nowait((game, witness))
        except queue.Full:
            self.problem = "The disk is too slow for pictures of the rolls; one was left out."

    def finish(self, seconds: float = 2.0) -> None:
        """Give the pictures that wait so long to be saved, before the program ends."""
        done = self._waiting.all_tasks_done
        with done:
            done.wait_for(lambda: not self._waiting.unfinished_tasks, seconds)

    def of(self, game: int) -> tuple[Snapshot, ...]:
        """The pictures of a game, in the order of its turns."""
        try:
            named = [(path, _NAME.fullmatch(path.name)) for path in self._of(game).iterdir()]
        except OSError:
            return ()
        found = (Snapshot(int(name[1]), int(name[2]), path) for path, name in named if name is not None)
        return tuple(sorted(found, key=lambda shot: (shot.turn, shot.number)))

    def delete(self, game: int) -> None:
        """Remove all pictures of a game that was deleted."""
        shutil.rmtree(self._of(game), ignore_errors=True)

    def prune(self, games: Callable[[], Iterable[int]]) -> None:
        """Remove the pictures of games that are no more, which another program may have deleted.

        Args:
            games: gives the numbers of all games. Asked last: a game that has just begun elsewhere keeps its pictures.
        """
        try:
            folders = [path for path in self.folder.iterdir() if path.name.isdecimal()]
        except OSError:
            return
        known = set(games()) if folders else set()
        for path in folders:
            if int(path.name) not in known:
                shutil.rmtree(path, ignore_errors=True)

    def _of(self, game: int) -> Path:
        return self.folder / str(game)

    def _save_all(self) -> None:
        while True:
            save = partial(self._save, *self._waiting.get())
            try:
                save()
                self.problem = ""
            except OSError as error:
                self.problem = f"Pictures of the rolls cannot be saved: {(error.strerror or 'unknown fault').lower()}."
            except Exception:  # whatever it is, it is no reason to disturb a game
                self.problem = "A picture of a roll could not be saved."
                _LOG.exception("a snapshot was not saved")
            finally:
                self._waiting.task_done()

    def _save(self, game: int, witness: Witness) -> None:
        from tui.export.files import write_whole

        folder = self._of(game)
        folder.mkdir(parents=True, exist_ok=True)
        if shutil.disk_usage(folder).free < LEAST_FREE:
            raise OSError(errno.ENOSPC, "the disk is nearly full")
        write_whole(folder / f"turn{witness.turn}-roll{witness.number}.jpg", as_jpeg(witness.sight))


def as_jpeg(sight: Sight) -> bytes:
    """Each die by itself, and all of them as they lay, as one JPEG that carries the reading as its comment."""
    import cv2
    import numpy as np

    faces = [_face(sight.frame, die.box) for die in sight.reading.dice]
    table = _table(sight.frame, sight.reading)
    height, width = table.shape[:2]
    sheet = np.zeros((TILE * bool(faces) + height, max(TILE * len(faces), width), 3), np.uint8)
    for n, face in enumerate(faces):
        sheet[:TILE, TILE * n : TILE * (n + 1)] = face
    sheet[sheet.shape[0] - height :, :width] = table
    done, data = cv2.imencode(".jpg", sheet, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    if not done:
        raise OSError(errno.EIO, "the picture cannot be encoded")
    said = {
        "values": list(sight.reading.values),
        "sure": str(sight.reading.status) == "read",
        "tile": TILE,
        "table": [width, height],
    }
    comment = json.dumps(said, separators=(",", ":")).encode()
    jpeg = data.tobytes()
    return jpeg[:2] + b"\xff\xfe" + (len(comment) + 2).to_bytes(2, "big") + comment + jpeg[2:]


def load(path: Path) -> Shot | None:
    """The picture at `path`; None if it is gone or damaged."""
    import cv2
    import numpy as np

    try:
        data = path.read_bytes()
        if data[2:4] != b"\xff\xfe" or not data.endswith(b"\xff\xd9"):
            return None
        said = json.loads(data[6 : 4 + int.from_bytes(data[4:6], "big")])
        sheet = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
        values, tile = tuple(int(v) for v in said["values"]), int(said["tile"])
        width, height = (int(v) for v in said["table"])
        sure = bool(said["sure"])
    except (OSError, ValueError, KeyError, TypeError, cv2.error):
        return None
    if sheet is None or sheet.shape[0] < tile + height or sheet.shape[1] < max(tile * len(values), width):
        return None
    picture: Image = np.asarray(sheet, dtype=np.uint8)
    faces = tuple(picture[:tile, tile * n : tile * (n + 1)] for n in range(len(values)))
    return Shot(faces, picture[picture.shape[0] - height :, :width], values, sure)


def _face(frame: Image, box: tuple[float, float, float, float]) -> Image:
    """One die in a square of `TILE` pixels."""
    import cv2
    import numpy as np

    x0, y0, x1, y1 = box
    side = max(3, round((1 + 2 * ROUND) * max(x1 - x0, y1 - y0)))
    # Cut in whole pixels; what lies outside the picture is filled with its border.
    part = cv2.getRectSubPix(frame, (side, side), ((x0 + x1) / 2, (y0 + y1) / 2))
    way = cv2.INTER_AREA if side > TILE else cv2.INTER_CUBIC
    return np.asarray(cv2.resize(part, (TILE, TILE), interpolation=way), np.uint8)


def _table(frame: Image, reading: Reading) -> Image:
    """The dice and what lies near them, no larger than `WIDE` × `HIGH`."""
    import cv2
    import numpy as np

    height, width = frame.shape[:2]
    x0, y0, x1, y1 = 0, 0, width, height
    if reading.dice:
        boxes = np.array([die.box for die in reading.dice])
        room = MARGIN * float((boxes[:, 2:] - boxes[:, :2]).max())
        x0, y0 = (max(0, int(v - room)) for v in boxes[:, :2].min(axis=0).tolist())
        x1, y1 = min(width, int(boxes[:, 2].max() + room) + 1), min(height, int(boxes[:, 3].max() + room) + 1)
    part = frame[y0:y1, x0:x1]
    shrink = min(1.0, WIDE / part.shape[1], HIGH / part.shape[0])
    if shrink < 1:
        part = np.asarray(cv2.resize(part, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA), np.uint8)
    return part
