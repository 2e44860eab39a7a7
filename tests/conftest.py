"""What several tests share: where the development data lies, if it lies there at all."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import settings

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
