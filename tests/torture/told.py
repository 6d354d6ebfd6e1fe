"""What a racer tells: a JSON object a line on its standard output; and when it shall stop."""

from __future__ import annotations

import json
import select
import sys
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from lamina.errors import LaminaError

if TYPE_CHECKING:
    from collections.abc import Callable

NOW = datetime(2026, 3, 4, 8, 30, tzinfo=UTC)  # for all who race


def say(**told: object) -> None:
    """Tell what happened."""
    print(json.dumps(told), flush=True)


def tried(work: Callable[[], object], what: str) -> bool:
    """Do it, or say what was refused and why."""
    try:
        work()
    except LaminaError as error:
        say(refused=f"{what}: {type(error).__name__}: {error.message}")
        return False
    return True


def over() -> bool:
    """Say whether the race is over."""
    return bool(select.select([sys.stdin], [], [], 0)[0])
