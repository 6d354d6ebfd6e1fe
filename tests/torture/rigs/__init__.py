"""The rigs, a module each: its name is the rig's.

A rig has ``run(seed: int, end: End) -> Report``: it goes on until the end has come, but always does
its least round, and what it tries comes from the seed alone. The first line of its
docstring says what it does. ``SHARE`` in it is how much of the time it gets, 1 where it is not
there. Nothing has to be registered: a module in this folder is a rig.
"""

from __future__ import annotations

import importlib
import pkgutil
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.torture.end import End
    from tests.torture.report import Report


def names() -> list[str]:
    """Return the names of all rigs."""
    return sorted(module.name for module in pkgutil.iter_modules(__path__))


def rig(name: str) -> Callable[[int, End], Report]:
    """Return a rig's function by its name."""
    run: Callable[[int, End], Report] = importlib.import_module(f"{__name__}.{name}").run
    return run


def share(name: str) -> int:
    """Return how much of the time a rig gets, compared with others."""
    return int(getattr(importlib.import_module(f"{__name__}.{name}"), "SHARE", 1))


def about(name: str) -> str:
    """Return what a rig does, in a line."""
    return (importlib.import_module(f"{__name__}.{name}").__doc__ or "").splitlines()[0]
