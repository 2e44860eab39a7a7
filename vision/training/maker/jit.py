"""Compiles the ray caster with numba where it is installed, and runs it as plain Python where it is not.

numba belongs to the `training` extra alone. Without it every picture still comes out, some hundred times slower: good
enough for the tests, which draw pictures of a few thousand pixels.

numba's own cache looks at the file of the compiled function only, not at the files it calls into; ours is therefore
kept in a folder named after the sources of the whole package, so that an edit anywhere compiles afresh.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import platformdirs

Function = TypeVar("Function", bound=Callable[..., Any])

KERNELS = ("jit", "world", "solids", "surfaces", "shading", "tracing", "tabling", "painting", "physics")
"""The modules that hold compiled functions."""


def _cache_folder() -> Path:
    digest = hashlib.sha256()
    for name in KERNELS:
        digest.update(Path(__file__).with_name(f"{name}.py").read_bytes())
    return platformdirs.user_cache_path("kismet-companion") / "kernels" / digest.hexdigest()[:12]


def _decorator() -> Callable[[Any], Any]:
    os.environ.setdefault("NUMBA_CACHE_DIR", str(_cache_folder()))
    try:
        import numba
    except ImportError:
        return lambda function: function
    decorator: Callable[[Any], Any] = numba.njit(cache=True, fastmath=True, nogil=True, error_model="numpy")
    return decorator


_compile = _decorator()


def compiled(function: Function) -> Function:
    """Compile `function` if numba is there; give it back as it is if not."""
    result: Function = _compile(function)
    return result
