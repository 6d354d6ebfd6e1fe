"""What a night came to, in the shape every face shows."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from lamina.dreaming.deep import Outcome

if TYPE_CHECKING:
    from datetime import date

    from lamina.documents.changes import Plan
    from lamina.dreaming.candidates import Candidate
    from lamina.dreaming.diary import Night
    from lamina.dreaming.rem import Theme


@dataclass(frozen=True, slots=True)
class Sweep:
    """What a night came to."""

    day: date
    staged: tuple[Candidate, ...] = ()
    themes: tuple[Theme, ...] = ()
    truths: tuple[tuple[Candidate, float], ...] = ()
    outcome: Outcome = field(default_factory=Outcome)
    plan: Plan | None = None
    change: int = 0
    nothing_new: bool = False
    night: Night | None = None  # what the diary tells of it
    notices: tuple[str, ...] = ()  # what did not go as wished, and failed nothing

    def as_dict(self) -> dict[str, Any]:
        """Return the shape every face shows."""
        return {
            "day": str(self.day),
            "nothing_new": self.nothing_new,
            "staged": len(self.staged),
            "themes": [
                {"tag": t.tag, "count": t.count, "strength": round(t.strength, 2)}
                for t in self.themes
            ],
            "promoted": [
                {"text": one.text, "source": one.source, "replaces": one.replaces or None}
                | one.ranked.as_dict()
                for one in self.outcome.promoted
            ],
            "kept": [
                {"why": one.why, "detail": one.detail} | one.ranked.as_dict()
                for one in self.outcome.kept
            ],
            "reasons": self.outcome.reasons(),
            "archived": self.outcome.archived,
            "proposed": [
                {"text": one.promotion.text, "source": one.promotion.source, "kind": one.kind}
                | {"leaves": list(one.leaves), "replaces": one.promotion.replaces or None}
                | one.promotion.ranked.as_dict()
                for one in self.outcome.proposed
            ],
            **{
                what: [one.as_dict() for one in self.outcome.ruled(what)]
                for what in ("held", "rejected", "withdrawn")
            },
            "notices": list(self.notices),
            "change": self.change or None,
            "files": [change.path for change in self.plan.changes] if self.plan else [],
        }
