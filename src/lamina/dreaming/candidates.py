"""A fact that may become long-term memory, with all that speaks for it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from datetime import date


@dataclass(frozen=True, slots=True)
class Place:
    """Where a fact stands."""

    path: str
    first: int
    last: int
    day: str = ""

    @property
    def citation(self) -> str:
        """The place as a citation."""
        lines = f"L{self.first}" if self.first == self.last else f"L{self.first}-L{self.last}"
        return f"{self.path}#{lines}"


@dataclass(frozen=True, slots=True)
class Candidate:
    """A claim and its evidence: recalls, days in notes and grounded signals, kept apart.

    ``recalls`` is a weighted count (an automatic one counts less), ``quality`` the mean of what
    each recall's score was beside the best of its answer.
    """

    key: str
    text: str
    places: tuple[Place, ...]
    origin: str = "agent"
    recalls: float = 0.0
    quality: float = 0.0
    queries: frozenset[str] = frozenset()
    recall_days: tuple[date, ...] = ()
    note_days: tuple[date, ...] = ()
    grounded: int = 0
    tags: tuple[str, ...] = ()
    light_hits: int = 0
    rem_hits: int = 0
    last_light: date | None = None
    last_rem: date | None = None
    grounded_on: date | None = None  # the day on which old notes put it forward

    @property
    def days(self) -> tuple[date, ...]:
        """The days on which it was noted or needed."""
        return tuple(sorted({*self.recall_days, *self.note_days}))

    @property
    def mainly_grounded(self) -> bool:
        """Whether old notes speak for it more than anybody's need."""
        return self.grounded > self.recalls

    @property
    def last_needed(self) -> date | None:
        """The last day on which it was given to somebody."""
        return max(self.recall_days, default=None)

    def as_dict(self) -> dict[str, Any]:
        """Return the shape every face shows."""
        return {
            "key": self.key,
            "text": self.text,
            "places": [place.citation for place in self.places],
            "origin": self.origin,
            "recalls": round(self.recalls, 2),
            "queries": len(self.queries),
            "recall_days": [str(day) for day in self.recall_days],
            "note_days": [str(day) for day in self.note_days],
            "grounded": self.grounded,
            "mainly_grounded": self.mainly_grounded,
            "tags": list(self.tags),
            "light_hits": self.light_hits,
            "rem_hits": self.rem_hits,
        }
