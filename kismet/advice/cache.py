"""Solved tables kept on disk, so that a game under the same rules opens with its advice at hand.

A cache is a convenience and never a reason to fail: what cannot be read or is not exactly what was written under these
rules is ignored, and what cannot be written is not.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import stat
import sys
import tempfile
from pathlib import Path

import numpy as np

from kismet.advice.card import Card
from kismet.advice.passes import Array
from kismet.advice.space import EMPTY, Space
from kismet.advice.table import Table
from kismet.odds.spread import Spread

VERSION = 1
"""To be raised with any change to the numbering of states or to the meaning of the values."""

_MAGIC = b"kismet table\n"
_HEADER = len(_MAGIC) + hashlib.sha256().digest_size


def load_table(folder: Path, card: Card) -> Table | None:
    """The whole table for `card`, if `folder` has it and it is undamaged."""
    space = Space(card, EMPTY)
    values = _load(folder, "table", card, (len(space.masks) + 1, space.nodes + 1))
    return None if values is None else Table(card, space, values)


def save_table(folder: Path, table: Table) -> bool:
    """Keep a whole table for later; says whether that worked."""
    return table.space.start == EMPTY and _save(folder, "table", table.card, table.values)


def load_spread(folder: Path, card: Card, space: Space) -> Spread | None:
    """The spread for `card`, if `folder` has it and it is undamaged; `space` is that of the whole table."""
    sds = _load(folder, "spread", card, (len(space.masks) + 1, space.nodes + 1))
    return None if sds is None else Spread(space, sds)


def save_spread(folder: Path, card: Card, spread: Spread) -> bool:
    """Keep a whole spread for later; says whether that worked."""
    return spread.space.start == EMPTY and _save(folder, "spread", card, spread.sds)


def path_of(folder: Path, kind: str, card: Card) -> Path:
    """The file that holds a `table` or a `spread` for `card`."""
    return folder / f"{kind}-{card.fingerprint[:16]}.bin"


def _digest(kind: str, card: Card, payload: memoryview) -> bytes:
    """A checksum over the values and all that they depend on, so that one comparison finds every mismatch."""
    digest = hashlib.sha256(f"{VERSION} {kind} {card.fingerprint} {sys.byteorder}\n".encode())
    digest.update(payload)
    return digest.digest()


def _load(folder: Path, kind: str, card: Card, shape: tuple[int, int]) -> Array | None:
    path, count = path_of(folder, kind, card), shape[0] * shape[1]
    try:
        found = path.stat()
        # A pipe would be waited for, and a device read for ever; neither was written here.
        if not stat.S_ISREG(found.st_mode) or found.st_size != _HEADER + count * np.float32().itemsize:
            return None
        with path.open("rb") as file:
            header = file.read(_HEADER)
            values = np.fromfile(file, np.float32, count)
    except OSError:
        return None
    if values.size != count or header != _MAGIC + _digest(kind, card, values.data.cast("B")):
        return None
    return values.reshape(shape)


def _save(folder: Path, kind: str, card: Card, values: Array) -> bool:
    """Write beside the file and move it there, so that no reader ever sees half of it."""
    payload = np.ascontiguousarray(values, np.float32).data.cast("B")
    temporary = ""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        handle, temporary = tempfile.mkstemp(prefix=f"{kind}-", suffix=".part", dir=folder)
        with os.fdopen(handle, "wb") as file:
            file.write(_MAGIC + _digest(kind, card, payload))
            file.write(payload)
        Path(temporary).replace(path_of(folder, kind, card))
    except OSError:
        with contextlib.suppress(OSError):
            if temporary:
                Path(temporary).unlink()
        return False
    return True
