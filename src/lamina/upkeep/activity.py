"""What happened day by day: lines noted, questions answered from memory, lines promoted."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from datetime import date, timedelta
from typing import TYPE_CHECKING, Any

from lamina.documents.kinds import Layer
from lamina.storage.index_days import noted_by_day

if TYPE_CHECKING:
    from lamina.storage.contract import IndexStore
    from lamina.storage.state import State


@dataclass(frozen=True, slots=True)
class Day:
    """One day."""

    day: date
    notes: int = 0  # lines
    recalls: int = 0  # questions
    promoted: int = 0  # lines

    def as_dict(self) -> dict[str, Any]:
        """Return the shape every face shows."""
        return asdict(self) | {"day": str(self.day)}


def activity(index: IndexStore, state: State | None, today: date, days: int) -> tuple[Day, ...]:
    """Return the last ``days`` days, today the last; ``state`` is None where there is none yet."""
    first = today - timedelta(days=days - 1)
    notes = noted_by_day(index, Layer.DAILY, str(first))
    recalls = state.recalls_by_day(str(first)) if state else {}
    promoted = state.dreams.promoted_by_day(str(first)) if state else {}
    found = []
    for number in range(days):
        day = first + timedelta(days=number)
        key = str(day)
        counts = (said.get(key, 0) for said in (notes, recalls, promoted))
        found.append(Day(day, *counts))
    return tuple(found)
