"""A fact that may become long-term memory, with all that speaks for it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from lamina.dreaming.tags import tags_of

if TYPE_CHECKING:
    from collections.abc import Iterable
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
class Asked:
    """A recall.

    ``weight`` is by who asked what; ``near``, the top of its answer: 1, 1/2 or 1/3. A line that
    was opened was nearest.
    """

    query: str  # its hash
    day: date
    weight: float = 1.0
    near: float = 1.0
    question: str = ""

    @property
    def worth(self) -> float:
        """What it counts as evidence."""
        return self.weight * self.near


@dataclass(frozen=True, slots=True)
class Candidate:
    """A claim and its evidence: recalls, days in notes and grounded signals, kept apart."""

    key: str
    text: str
    places: tuple[Place, ...]
    origin: str = "agent"
    asked: tuple[Asked, ...] = ()
    note_days: tuple[date, ...] = ()
    grounded: int = 0
    concepts: int = 0  # how many tags its words have
    light_hits: int = 0
    rem_hits: int = 0
    last_light: date | None = None
    last_rem: date | None = None
    grounded_on: date | None = None  # the day on which old notes put it forward
    lean: str = ""  # whether its words say that it lasts: see lasting
    trial: str = ""  # verdict of its newest shadow trial

    @property
    def tags(self) -> tuple[str, ...]:
        """What it is about, in a few words; worked out each time, as few are asked."""
        return tags_of(self.text) if self.concepts else ()

    @property
    def recalls(self) -> float:
        """How often it was recalled, each recall as much as it is worth."""
        return sum(one.worth for one in self.asked)

    @property
    def quality(self) -> float:
        """How near the top of their answers its recalls stood, on average."""
        weights = sum(one.weight for one in self.asked)
        return self.recalls / weights if weights else 0.0

    @property
    def spread(self) -> float:
        """By how many questions, or on how many days, each as much as its best recall is worth."""
        return max(_each_best(self.asked, "query"), _each_best(self.asked, "day"))

    @property
    def distinct(self) -> int:
        """By how many questions, or on how many days, it was recalled."""
        return max(len(self.queries), len(self.recall_days))

    @property
    def queries(self) -> frozenset[str]:
        """The questions that recalled it, as hashes."""
        return frozenset(one.query for one in self.asked)

    @property
    def recall_days(self) -> tuple[date, ...]:
        """The days on which it was recalled."""
        return tuple(sorted({one.day for one in self.asked}))

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
        return max((one.day for one in self.asked), default=None)

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
            "lean": self.lean,
            "mainly_grounded": self.mainly_grounded,
            "tags": list(self.tags),
            "light_hits": self.light_hits,
            "rem_hits": self.rem_hits,
            "trial": self.trial or None,
        }


def _each_best(asked: Iterable[Asked], what: str) -> float:
    """Return the sum of the best recall of each question, or of each day."""
    best: dict[object, float] = {}
    for one in asked:
        of = getattr(one, what)
        best[of] = max(best.get(of, 0.0), one.worth)
    return sum(best.values())
