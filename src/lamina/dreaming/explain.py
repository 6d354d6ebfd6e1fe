"""Say why a line is, or is not, promoted: for any line of any file that is searched."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from lamina.documents.kinds import RULES, Layer
from lamina.dreaming.facts import fact_of, is_report
from lamina.recall.machine import why
from lamina.search.chunker import claim, plain

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from lamina.dreaming.candidates import Candidate
    from lamina.dreaming.scoring import Ranked
    from lamina.storage.contract import Found, IndexStore


@dataclass(frozen=True, slots=True)
class NoCandidate:
    """A line that can never be promoted, and why."""

    text: str
    citation: str
    reason: str
    ranked: None = None

    def as_dict(self) -> dict[str, Any]:
        """Return the shape every face shows."""
        return {"text": self.text, "places": [self.citation], "candidate": False} | {
            "reason": self.reason
        }


@dataclass(frozen=True, slots=True)
class Explained:
    """How a line of a note stands, and what the next sweep would make of it."""

    ranked: Ranked
    verdict: str

    def as_dict(self) -> dict[str, Any]:
        """Return the shape every face shows."""
        return self.ranked.as_dict() | {"verdict": self.verdict}


def meant(words: str, facts: Sequence[Candidate]) -> Candidate | None:
    """Return the fact that is named by its key, its place, all of its words or some of them."""
    folded = words.casefold().strip()
    for match in (
        lambda one: one.key == folded,
        lambda one: any(folded == place.citation.casefold() for place in one.places),
        lambda one: folded == one.text.casefold(),
        lambda one: folded in one.text.casefold(),
    ):
        found = next(filter(match, facts), None)
        if found:
            return found
    return None


def no_candidate(
    index: IndexStore, words: str, session: str, reaches: Callable[[str], bool]
) -> NoCandidate | None:
    """Return the line that is meant, by place, key or words, and why it is no candidate.

    Only a main session hears what other layers than the notes say, and nobody what this agent
    does not reach.
    """
    folded = words.casefold().strip()
    for path, row in sorted(index.files().items(), key=lambda item: item[1].day, reverse=True):
        if session != "main" and not RULES[Layer(row.layer)].evidence:
            continue
        if not reaches(path):
            continue
        for chunk in index.chunks_of(path):
            citation = f"{path}#L{chunk.start}"
            said = plain(chunk.text)
            named = folded in (citation.casefold(), claim(chunk.text))
            if named or folded in said.casefold():
                return NoCandidate(said, citation, _reason(chunk, Layer(row.layer)))
    return None


def _reason(chunk: Found, layer: Layer) -> str:
    if not RULES[layer].evidence:
        return f"only lines of notes are candidates; this stands in {layer.value}"
    if reason := why(chunk.text):
        return f"machine text: {reason}"
    if is_report(chunk.heading):
        return "it is part of a scheduled report"
    if not fact_of(chunk):
        return "it is an open point of an entry"
    return "it is a to-do that is written down again and again"
