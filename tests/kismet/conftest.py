"""Solved tables, once per test run: a whole one takes a second or two."""

from __future__ import annotations

import pytest

from kismet.advice.card import card_for
from kismet.advice.solve import solve
from kismet.advice.table import Table
from kismet.rules import RULINGS


@pytest.fixture(scope="session")
def table() -> Table:
    """The whole table under the rulings."""
    return solve(card_for(RULINGS))
