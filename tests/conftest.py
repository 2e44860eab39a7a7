"""What several tests share: where the development data lies, if it does, and a solved table, dear to make."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import settings

from kismet.advice.card import card_for
from kismet.advice.solve import solve
from kismet.advice.table import Table
from kismet.rules import RULINGS

# The same examples on every machine and every day: a red test must be red for the next person too.
settings.register_profile("kismet", derandomize=True, deadline=None, max_examples=40)
settings.load_profile("kismet")

SHARED = Path(__file__).resolve().parents[2] / "shared"


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of photographs, renders, videos and tables that are not part of the project."""
    if not SHARED.is_dir():
        pytest.skip("the development data beside the checkout is absent")
    return SHARED


@pytest.fixture(scope="session")
def table() -> Table:
    """The whole table under the rulings."""
    return solve(card_for(RULINGS))
