"""The deep phase: rank, check each against what is live and known, write MEMORY.md.

What is promoted is a line of a note as it stands now; what MEMORY.md or another core file says
already is not said again.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from lamina.documents.fence import instructs
from lamina.documents.kinds import Layer
from lamina.documents.redact import redact
from lamina.dreaming import promotions
from lamina.dreaming.candidates import Candidate, Place
from lamina.dreaming.changed import changes
from lamina.dreaming.known import Known, day_of, says_same
from lamina.dreaming.machine import is_machine
from lamina.dreaming.passing import is_passing
from lamina.dreaming.scoring import Gates, Ranked, Weights, rank
from lamina.dreaming.writing import Promotion, Writer
from lamina.search.chunker import claim, plain

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from datetime import date

    from lamina.config import Core
    from lamina.layers.editor import Draft
    from lamina.search.answers import Hit

LIMIT = 10  # lines a night
SNIPPET = 160  # tokens of a promoted line, at most


@dataclass(frozen=True, slots=True)
class Kept:
    """A candidate that stays where it is, and why."""

    ranked: Ranked
    why: str  # a short kind, counted in the summary
    detail: str = ""


@dataclass(slots=True)
class Outcome:
    """What the deep phase came to."""

    ranked: int = 0
    promoted: list[Promotion] = field(default_factory=list)
    kept: list[Kept] = field(default_factory=list)
    archived: list[str] = field(default_factory=list)

    def reasons(self) -> dict[str, int]:
        """Return how many candidates stayed for which reason."""
        counts: dict[str, int] = {}
        for one in self.kept:
            counts[one.why] = counts.get(one.why, 0) + 1
        return dict(sorted(counts.items(), key=lambda item: (-item[1], item[0])))


class Deep:
    """Chooses and writes; the draft is the caller's."""

    def __init__(
        self,
        limits: Core,
        weights: Weights,
        gates: Gates,
        *,
        rejected: Mapping[str, str],
        promoted_before: Iterable[str],
        archived: Mapping[str, date],
        near: Callable[[str], Sequence[Hit]],
        limit: int = LIMIT,
        snippet: int = SNIPPET,
    ) -> None:
        self.limits = limits
        self.weights = weights
        self.gates = gates
        self.rejected = rejected
        self.promoted_before = frozenset(promoted_before)
        self.archived = archived
        self.near = near
        self.limit = limit
        self.snippet = snippet

    def run(self, draft: Draft, candidates: Sequence[Candidate], today: date) -> Outcome:
        """Rank the candidates and edit MEMORY.md; what stays out is named with its reason."""
        order = sorted(
            (rank(one, today, self.weights, self.gates) for one in candidates),
            key=lambda r: (-r.score, -r.candidate.recalls, r.candidate.key),
        )
        outcome = Outcome(len(order))
        known = Known(draft)
        chosen: list[Promotion] = []
        chosen += self._taken_over(known, today)
        for ranked in order:
            full = ranked.passed and len(chosen) >= self.limit
            if full and ranked.candidate.key not in known.promoted:
                outcome.kept.append(Kept(ranked, "limit", f"{self.limit} lines a night"))
                continue
            kept = self._held_back(ranked, known, chosen)
            if kept is not None:
                outcome.kept.append(kept)
                continue
            chosen.append(self._promotion(ranked, known))
        self._write(draft, chosen, order, today, outcome)
        return outcome

    def _held_back(self, ranked: Ranked, known: Known, chosen: Sequence[Promotion]) -> Kept | None:
        """Return why a candidate may not be promoted, or None."""
        one = ranked.candidate
        if one.key in known.promoted:
            return Kept(ranked, "promoted", "it stands in MEMORY.md already")
        if one.origin.partition(":")[0] in {"untrusted", "system"}:
            return Kept(ranked, "origin", f"written by {one.origin}")
        if is_machine(one.text) or instructs(one.text):
            return Kept(ranked, "machine text")
        if redact(one.text).secrets or "[redacted" in one.text.casefold():
            return Kept(ranked, "secret")
        if not ranked.passed:
            return Kept(ranked, ranked.lacks[0].name, "; ".join(map(str, ranked.lacks)))
        if is_passing(one.text):
            return Kept(ranked, "passing", "it speaks of something that is over in a few days")
        if one.key in self.rejected:
            return Kept(ranked, "rejected", self.rejected[one.key])
        if one.key in self.promoted_before:
            return Kept(ranked, "taken out", "it was promoted before and taken out by hand")
        archived = self.archived.get(one.key)
        if archived and (not one.last_needed or one.last_needed <= archived):
            return Kept(ranked, "archived", f"for room on {archived}; not needed since")
        if same := known.same(one.text):
            return Kept(ranked, "known", f"said already: {same}")
        if any(says_same(one.text, other.ranked.candidate.text) for other in chosen):
            return Kept(ranked, "known", "another candidate says the same")
        if newer := self._newer(one.text, max(map(str, one.note_days), default="")):
            return Kept(ranked, "superseded", f"a newer line: {plain(newer.snippet)}")
        if line := known.against(one.text):
            return Kept(ranked, "contradicts", f"your own line says otherwise: {line}")
        return None

    def _newer(self, text: str, day: str) -> Hit | None:
        """Return the newest line noted after a day which says that this has changed."""
        found = [
            hit
            for hit in self.near(text)
            if hit.date > day
            and hit.layer == Layer.DAILY
            and changes(plain(hit.snippet), text)
            and not is_machine(hit.snippet)
            and not instructs(hit.snippet)
            and not is_passing(plain(hit.snippet))
            and not redact(hit.snippet).secrets
            and hit.origin.partition(":")[0] not in {"untrusted", "system"}
        ]
        return max(found, key=lambda hit: hit.date, default=None)

    def _taken_over(self, known: Known, today: date) -> list[Promotion]:
        """Return newer lines that take the place of what stands in MEMORY.md and has changed."""
        found = []
        for entry in known.entries:
            newer = self._newer(entry.text, day_of(entry)) if entry.source else None
            if newer is None:
                continue
            text = plain(newer.snippet)
            place = Place(newer.path, newer.start_line, newer.end_line, newer.date)
            candidate = Candidate(claim(newer.snippet), text, (place,))
            ranked = replace(rank(candidate, today, self.weights, self.gates), score=1.0)
            said = promotions.fitted(text, self.snippet)
            found.append(Promotion(ranked, said, newer.citation, entry.key))
        return found

    def _promotion(self, ranked: Ranked, known: Known) -> Promotion:
        one = ranked.candidate
        text = promotions.fitted(one.text, self.snippet)
        replaces = known.replaced_by(one)
        return Promotion(ranked, text, one.places[-1].citation, replaces)

    def _write(
        self,
        draft: Draft,
        chosen: Sequence[Promotion],
        order: Sequence[Ranked],
        today: date,
        outcome: Outcome,
    ) -> None:
        """Write as many of the chosen as there is room for, the best first."""
        scores = {ranked.candidate.key: ranked.score for ranked in order}
        count, archived = Writer(self.limits, scores, today).write(draft, chosen)
        outcome.promoted += chosen[:count]
        outcome.archived += archived
        outcome.kept += [Kept(one.ranked, "memory budget") for one in chosen[count:]]
