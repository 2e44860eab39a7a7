"""Solving in the background, and the cache: a convenience that never breaks anything."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np
import pytest

from kismet.advice import cache, service
from kismet.advice.card import card_for
from kismet.advice.service import Solver
from kismet.advice.space import EMPTY
from kismet.advice.table import Table, start_of
from kismet.boxes import Box
from kismet.rules import RULINGS, Rules
from kismet.sheet import Sheet

CARD = card_for(RULINGS)
HALF = Sheet.of({box: 0 for box in Box if box not in (Box.KISMET, Box.FLUSH)})


@pytest.fixture
def folder(tmp_path: Path, table: Table) -> Path:
    """A cache that holds the table of the rulings."""
    assert cache.save_table(tmp_path, table)
    return tmp_path


def cached(folder: Path) -> Path:
    return cache.path_of(folder, "table", CARD)


def test_a_cached_table_comes_back_as_it_was(folder: Path, table: Table) -> None:
    again = cache.load_table(folder, CARD)
    assert again is not None
    assert np.array_equal(again.values, table.values)
    assert again.value(EMPTY) == table.value(EMPTY)
    assert cached(folder).stat().st_size < 4.1e6


@pytest.mark.parametrize("damage", ["cut", "bit", "header", "empty", "longer"])
def test_a_damaged_cache_is_ignored(folder: Path, damage: str) -> None:
    path = cached(folder)
    data = bytearray(path.read_bytes())
    match damage:
        case "cut":
            data = data[:-1]
        case "bit":
            data[len(data) // 2] ^= 1
        case "header":
            data[0] ^= 1
        case "empty":
            data.clear()
        case "longer":
            data += b"\0\0\0\0"
    path.write_bytes(data)
    assert cache.load_table(folder, CARD) is None


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with names here")
def test_only_a_file_is_read_as_a_cache(folder: Path) -> None:
    """Neither a device without end, nor a pipe into which nobody writes."""
    path = cached(folder)
    path.unlink()
    path.symlink_to("/dev/zero")
    assert cache.load_table(folder, CARD) is None
    path.unlink()
    os.mkfifo(path)
    assert cache.load_table(folder, CARD) is None
    path.unlink()
    path.mkdir()
    assert cache.load_table(folder, CARD) is None


def test_a_cache_of_other_rules_or_of_another_version_is_ignored(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    other = card_for(Rules(straight=40))
    assert cache.load_table(folder, other) is None
    cached(folder).rename(cache.path_of(folder, "table", other))
    assert cache.load_table(folder, other) is None, "a file under a wrong name"
    cache.path_of(folder, "table", other).rename(cached(folder))
    assert cache.load_table(folder, CARD) is not None
    monkeypatch.setattr(cache, "VERSION", cache.VERSION + 1)
    assert cache.load_table(folder, CARD) is None


def test_a_folder_that_cannot_be_written_means_no_cache(tmp_path: Path, table: Table) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("not a folder")
    assert not cache.save_table(blocked, table)
    assert not cache.save_table(blocked / "below", table)
    assert cache.load_table(blocked, CARD) is None


def test_a_full_disk_leaves_nothing_behind(folder: Path, table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    before = cached(folder).read_bytes()

    def full(_: Path, __: Path) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    assert not cache.save_table(folder, table)
    assert [path.name for path in folder.iterdir()] == [cached(folder).name]
    assert cached(folder).read_bytes() == before


def test_a_part_of_a_table_is_never_cached(tmp_path: Path) -> None:
    from kismet.advice.solve import solve

    assert not cache.save_table(tmp_path, solve(CARD, start_of(HALF)))
    assert list(tmp_path.iterdir()) == []


def test_the_service_finds_the_cached_table_at_once(folder: Path, table: Table) -> None:
    solver = Solver(folder)
    assert solver.table is None
    solver.start(RULINGS)
    assert solver.wait(60)
    assert solver.table is not None
    assert np.array_equal(solver.table.values, table.values)
    solver.cancel()
    assert solver.table is None


def test_the_service_solves_and_keeps_what_it_solved(tmp_path: Path) -> None:
    rules = Rules(two_pair_distinct=True)
    solver = Solver(tmp_path / "made" / "when needed")
    solver.start(rules, HALF)
    assert solver.wait(60)
    assert solver.table is not None
    assert solver.table.value(EMPTY) == pytest.approx(314.1837, abs=0.001)
    assert cache.load_table(tmp_path / "made" / "when needed", card_for(rules)) is not None
    solver.cancel()


def test_other_rules_replace_the_table_and_the_same_rules_do_not(folder: Path) -> None:
    solver = Solver(folder)
    solver.start(RULINGS)
    assert solver.wait(60)
    first = solver.table
    solver.start(RULINGS)
    assert solver.table is first
    solver.start(Rules(straight=40))
    assert not solver.ready
    solver.cancel()


def test_a_failing_solver_says_why_and_harms_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise MemoryError("no room")

    monkeypatch.setattr("kismet.advice.solve.solve", fail)
    solver = service.Solver(None)
    solver.start(RULINGS)
    assert not solver.wait(60)
    assert isinstance(solver.failure, MemoryError)
    assert solver.table is None
