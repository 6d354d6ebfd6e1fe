"""The REM phase: themes that recur over days and documents, and what may last. Pure."""

from __future__ import annotations

import math
from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

from lamina.documents.redact import redact
from lamina.search.date_words import is_calendar

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lamina.dreaming.candidates import Candidate

LOOKBACK = 7  # days
THEMES = 10
STRENGTH = 0.5
LEAST = 3  # facts on at least two days: below, a theme is one matter
_COVERED = 0.7  # of a theme's facts that a stronger one has: it is the same theme
_TRUTHS = 3
_SURE = 0.45


@dataclass(frozen=True, slots=True)
class Theme:
    """A tag, how many facts share it, and where three of them stand."""

    tag: str
    count: int
    strength: float
    places: tuple[str, ...]


def themes(facts: Sequence[Candidate]) -> list[Theme]:
    """Return the tags that recur, the strongest first."""
    by_tag: dict[str, list[Candidate]] = defaultdict(list)
    for fact in facts:
        if redact(fact.text).secrets:
            continue  # one of its tags may be the secret
        for tag in fact.tags:
            if not is_calendar(tag):  # every week has a Friday
                by_tag[tag].append(fact)
    found = []
    for tag, holders in by_tag.items():
        days = {day for fact in holders for day in fact.days}
        if len(holders) < LEAST or len(days) < 2:
            continue
        strength = min(1.0, 0.5 * len(holders) / LEAST * (0.5 + min(1.0, len(days) / 4)))
        if strength >= STRENGTH:
            places = tuple(fact.places[-1].citation for fact in holders[:3])
            found.append(Theme(tag, len(holders), strength, places))
    found.sort(key=lambda theme: (-theme.strength, -theme.count, -len(theme.tag), theme.tag))
    kept: list[Theme] = []
    for theme in found:  # "lotte" and "lotte-teekannen" are one theme
        keys = {fact.key for fact in by_tag[theme.tag]}
        shared = (len(keys & {fact.key for fact in by_tag[one.tag]}) for one in kept)
        if all(count < _COVERED * len(keys) for count in shared):
            kept.append(theme)
    return kept[:THEMES]


def truths(facts: Sequence[Candidate]) -> list[tuple[Candidate, float]]:
    """Return the facts that may last, with how sure that is, the surest first."""
    sure = [(fact, confidence(fact)) for fact in facts]
    kept = [one for one in sure if one[1] >= _SURE]
    kept.sort(key=lambda one: (-one[1], one[0].text))
    return kept[:_TRUTHS]


def confidence(fact: Candidate) -> float:
    """Return how sure it is that a fact lasts: quality, recalls, days, concepts."""
    return (
        0.45 * min(1.0, fact.quality)
        + 0.25 * min(1.0, math.log1p(fact.recalls) / math.log(7))
        + 0.2 * min(1.0, len(fact.recall_days) / 3)
        + 0.1 * min(1.0, fact.concepts / 6)
    )
