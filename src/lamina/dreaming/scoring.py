"""Rank candidates for long-term memory: six signals, a bounded boost, gates. Pure.

score = sum of weight x signal + boost + trial, in 0..1, every signal in 0..1:

=============  ======  ========================================================================
signal         weight  value
=============  ======  ========================================================================
relevance      0.30    how near the top of their answers its recalls stood: the mean of 1/rank,
                       which means the same with every model and without any
frequency      0.24    ln(1 + signals) / ln 11; signals = the sum of 1/rank + 0.2 x days in notes
diversity      0.15    max(distinct questions, distinct days) / 5, each as much as its best recall
recency        0.15    halves every 14 days since it was last needed
consolidation  0.10    days: none 0, one 0.2, else 0.55 ln(days)/ln 5 + 0.45 span/7; grounded/3
                       where that is more
density        0.06    concept tags / 6
=============  ======  ========================================================================

A shadow trial moves a candidate up a little or to the end; it carries none over the gate.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any

from lamina.dreaming.lasting import SITUATIONAL, UNCLEAR
from lamina.settings import Dreaming

if TYPE_CHECKING:
    from datetime import date

    from lamina.dreaming.candidates import Candidate

HALF_LIFE = 14.0  # days
DAILY = 0.2  # of a recall: what a day in a note counts
TRIALS = {"helpful": 0.04, "harmful": -1.0}  # what the verdict of a shadow trial adds
# How much oftener a line must be recalled whose words do not say that it lasts.
MORE = {UNCLEAR: 5 / 3, SITUATIONAL: 2.5}
LIGHT, REM = 0.06, 0.09  # the most that having been staged, and reflected on, can add


@dataclass(frozen=True, slots=True)
class Weights:
    """What each signal counts; they sum to 1."""

    relevance: float = 0.30
    frequency: float = 0.24
    diversity: float = 0.15
    recency: float = 0.15
    consolidation: float = 0.10
    density: float = 0.06


@dataclass(frozen=True, slots=True)
class Gates:
    """What a candidate must reach, all of it, to be promoted; the settings have the defaults."""

    min_score: float = Dreaming().min_score
    min_recalls: float = Dreaming().min_recall_count
    min_queries: int = Dreaming().min_unique_queries  # distinct questions or days
    max_age_days: int = Dreaming().max_age_days

    @classmethod
    def of(cls, settings: Dreaming) -> Gates:
        """Return the gates that the settings name."""
        return cls(
            settings.min_score,
            settings.min_recall_count,
            settings.min_unique_queries,
            settings.max_age_days,
        )


@dataclass(frozen=True, slots=True)
class Signals:
    """The six signals, each in 0..1."""

    relevance: float
    frequency: float
    diversity: float
    recency: float
    consolidation: float
    density: float


SIGNALS = tuple(field.name for field in fields(Signals))


@dataclass(frozen=True, slots=True)
class Gate:
    """A gate, what a candidate has of it and what it needs."""

    name: str
    has: float
    needs: float
    passed: bool

    def __str__(self) -> str:
        """Say it as a report does: recalls 1 of 3."""
        word = "at most " if self.name == "age" else ""
        return f"{self.name} {self.has:g} of {word}{self.needs:g}"


@dataclass(frozen=True, slots=True)
class Ranked:
    """A candidate with its score and how it came about."""

    candidate: Candidate
    signals: Signals
    boost: float
    score: float
    gates: tuple[Gate, ...]

    @property
    def trial(self) -> float:
        """What its shadow trial adds."""
        return TRIALS.get(self.candidate.trial, 0.0)

    @property
    def passed(self) -> bool:
        """Whether all gates let it through."""
        return all(gate.passed for gate in self.gates)

    def as_dict(self) -> dict[str, Any]:
        """Return the candidate with its signals and gates, as every face shows it."""
        return self.candidate.as_dict() | {
            "score": round(self.score, 4),
            "boost": round(self.boost, 4),
            "signals": {name: round(getattr(self.signals, name), 4) for name in SIGNALS},
            "gates": [
                {"name": g.name, "has": g.has, "needs": g.needs, "passed": g.passed}
                for g in self.gates
            ],
            "passed": self.passed,
        }

    @property
    def lacks(self) -> tuple[Gate, ...]:
        """The gates that hold it back."""
        return tuple(gate for gate in self.gates if not gate.passed)


def rank(
    candidate: Candidate, today: date, weights: Weights | None = None, gates: Gates | None = None
) -> Ranked:
    """Return a candidate's score and gates as of a day."""
    weights, gates = weights or Weights(), gates or Gates()
    signals = signals_of(candidate, today)
    boost = _boost(candidate, today)
    total = sum(getattr(weights, name) * getattr(signals, name) for name in SIGNALS)
    earned = min(1.0, total + boost)
    score = _clamp(earned + TRIALS.get(candidate.trial, 0.0))
    distinct = candidate.distinct
    recalls = gates.min_recalls * MORE.get(candidate.lean, 1.0)
    age = _age(candidate, today)
    return Ranked(
        candidate,
        signals,
        boost,
        score,
        (
            Gate("score", round(earned, 3), gates.min_score, earned >= gates.min_score),
            Gate("recalls", round(candidate.recalls, 2), recalls, candidate.recalls >= recalls),
            Gate("questions or days", distinct, gates.min_queries, distinct >= gates.min_queries),
            Gate("age", age, gates.max_age_days, age <= gates.max_age_days),
        ),
    )


def signals_of(candidate: Candidate, today: date) -> Signals:
    """Return the six signals of a candidate as of a day."""
    counted = candidate.recalls + DAILY * len(candidate.note_days)
    recency = 0.5 ** (_age(candidate, today) / HALF_LIFE) if candidate.last_needed else 0.0
    return Signals(
        relevance=_clamp(candidate.quality),
        frequency=_clamp(math.log1p(counted) / math.log(11)),
        diversity=_clamp(candidate.spread / 5),
        recency=_clamp(recency),
        consolidation=max(_over_days(candidate.days), _clamp(candidate.grounded / 3)),
        density=_clamp(candidate.concepts / 6),
    )


def _over_days(days: tuple[date, ...]) -> float:
    """Return how much it recurs over days: one day is little, five days over a week all."""
    if len(days) < 2:
        return 0.2 * len(days)
    span = (max(days) - min(days)).days
    return _clamp(0.55 * _clamp(math.log(len(days)) / math.log(5)) + 0.45 * _clamp(span / 7))


def _boost(candidate: Candidate, today: date) -> float:
    """Return what earlier phases add: bounded, logarithmic in their hits, forgotten in time."""
    boost = 0.0
    for most, hits, last in (
        (LIGHT, candidate.light_hits, candidate.last_light),
        (REM, candidate.rem_hits, candidate.last_rem),
    ):
        if hits and last:
            faded = 0.5 ** (max(0, (today - last).days) / HALF_LIFE)
            boost += most * _clamp(math.log1p(hits) / math.log(7)) * faded
    return boost


def _age(candidate: Candidate, today: date) -> int:
    """Return days since a candidate was last needed, else put forward, else noted."""
    last = candidate.last_needed or candidate.grounded_on or max(candidate.note_days, default=today)
    return max(0, (today - last).days)


def _clamp(value: float) -> float:
    return min(1.0, max(0.0, value))
