"""Carries out the steps of a life in this process, through the command line's own code."""

from __future__ import annotations

import importlib
import os
import pkgutil
import sys
from typing import TYPE_CHECKING

import lamina
from lamina.cli import main
from lamina.errors import LaminaError
from tests.torture.load import CHANNEL

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from tests.torture.load import Place, Step

FAULT = 70  # the exit code of what should not happen


def load() -> None:
    """Import all of Lamina, so that no child has to."""
    sys.dont_write_bytecode = True
    for module in pkgutil.walk_packages(lamina.__path__, "lamina."):
        if not module.name.endswith("__main__"):
            importlib.import_module(module.name)


def settle_in(place: Place, said: Path) -> None:
    """Make this process one that a person started there; what it says goes into a file."""
    for name in list(os.environ):
        if name.startswith(("LAMINA_", "XDG_")):
            del os.environ[name]
    os.environ.update(place.environment)
    os.chdir(place.root)
    handle = os.open(said, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    os.dup2(handle, 1)
    os.dup2(handle, 2)


def do(place: Place, step: Step) -> int:
    """Carry out one step; return its exit code."""
    if not step.trims:
        return main.carried_out(step.command(place.root))
    try:
        with place.memory(step.now) as memory:
            if any(row.outcome == "done" for row in memory.trims.history(CHANNEL)):
                memory.trims.restore(CHANNEL)
            else:
                memory.trims.trim(CHANNEL, place.transcript)
    except LaminaError as error:
        print(error.message)
        return error.exit_code
    return 0


def live(place: Place, steps: Sequence[Step], said: Path, marks: Path) -> int:
    """Carry out steps; after each, say so in a file: its number and its exit code."""
    settle_in(place, said)
    handle = os.open(marks, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    for number, step in enumerate(steps, 1):
        code = do(place, step)
        sys.stdout.flush()
        sys.stderr.flush()
        os.write(handle, f"{number} {code}\n".encode())
    return 0
