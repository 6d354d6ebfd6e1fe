"""What should have happened and did not: jobs that stand still, talk of which nothing is kept."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from lamina.upkeep.jobs import View

QUIET = timedelta(days=7)  # without a write
_TURNS = 20  # fewer may hold nothing worth keeping


def alarms(
    views: Iterable[View], last_write: str, now: datetime, turns_seen: int
) -> tuple[str, ...]:
    """Return a sentence for each thing that stands still.

    Args:
        views: how the jobs stand.
        last_write: when Lamina last wrote into the workspace, in ISO; empty: never.
        now: the present moment.
        turns_seen: turns of conversations since then.
    """
    found = [view.alarm for view in views if view.alarm]
    if turns_seen >= _TURNS:
        if not last_write:
            found.append(f"nothing was ever written although {turns_seen} turns were seen")
        elif (age := now - datetime.fromisoformat(last_write)) > QUIET:
            found.append(f"last write {age.days} days ago although {turns_seen} turns seen")
    return tuple(found)
