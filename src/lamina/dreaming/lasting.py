"""Judge whether a line may last, by its words alone: by rule, every day, or only today. Pure.

What judges is what says on which layer a sentence belongs (``layers/where``), and whether it
passes or holds by rule (``passing``).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from lamina.dreaming.passing import holds, is_passing
from lamina.layers.where import Place, classify

if TYPE_CHECKING:
    from collections.abc import Mapping

DURABLE, UNCLEAR, SITUATIONAL = "likely_durable", "unclear", "likely_situational"
# Chosen on benchmarks/data/noisy_life.jsonl: half of its facts are durable then, 1 of 50 others.
_LASTS = 1.9
RULE = 2.0  # what it adds that a line holds by rule
_LASTING = (
    *(Place.SOUL, Place.AGENTS, Place.USER, Place.TOOLS, Place.IDENTITY, Place.FACT),
    *(Place.PROJECT, Place.AGENT_TYPE, Place.KNOWLEDGE),
)
_OF_THE_DAY = (Place.DAILY, Place.ACTIVE, Place.TOPIC)


def lean_of(said: str) -> str:
    """Return whether a line's words say that it lasts."""
    return judged(said)[1]


def judged(said: str, *, happened: bool = False) -> tuple[float, str]:
    """Return how much speaks for a line's lasting, and the lean that follows.

    ``happened``: it stands in an entry that says what happened.
    """
    scores: Mapping[Place, float] = classify(said).scores
    score = max(scores[one] for one in _LASTING) - max(scores[one] for one in _OF_THE_DAY)
    score -= happened
    if is_passing(said):
        return score - RULE, SITUATIONAL
    score += RULE * holds(said)
    if score >= _LASTS:
        return score, DURABLE
    return score, SITUATIONAL if score <= -RULE else UNCLEAR
