"""All measurements, one after another: `python -m tests.bench`, or `make bench`.

Every other module here has a `main` that measures one part of the program and prints what it found.
"""

from __future__ import annotations

import importlib
import os
import sys
from pathlib import Path


def main() -> None:
    """Run every module of this folder."""
    # Set before numpy is imported: everything is measured on one core.
    os.environ |= {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
    sys.argv = sys.argv[:1]
    for path in sorted(Path(__file__).parent.glob("*.py")):
        if not path.stem.startswith("_"):
            print(f"\n{path.stem}")  # noqa: T201
            importlib.import_module(f"tests.bench.{path.stem}").main()


if __name__ == "__main__":
    main()
