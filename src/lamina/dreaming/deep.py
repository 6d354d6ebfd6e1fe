"""The deep phase: rank, check each against what is live and known, write MEMORY.md.

What is promoted is a line of a note as it stands now; what MEMORY.md or another core file says
already is not said again; a user's own line is never changed. Where there is no room, the least
useful promoted entries move to ``memory/promoted-archive.md``, which stays searchable.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from datetime import date
from typing import TYPE_CHECKING

from lamina.documents import markdown
from lamina.documents.fence import instructs
from lamina.documents.kinds import CORE_FILES, Layer
from lamina.documents.redact import redact
from lamina.dreaming import promotions
from lamina.dreaming.candidates import Candidate, Place
from lamina.dreaming.changed import changes
from lamina.dreaming.machine import is_machine
from lamina.dreaming.passing import is_passing
from lamina.dreaming.scoring import Gates, Ranked, Weights, rank
from lamina.errors import PathError
from lamina.layers.budgets import excess
from lamina.layers.claims.relation import Relation, relation
from lamina.search.chunker import claim, plain
from lamina.search.words import terms

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from lamina.config import Core
    from lamina.layers.editor import Draft
    from lamina.search.answers import Hit

ARCHIVE = "memory/promoted-archive.md"
MEMORY = "MEMORY.md"
LIMIT = 10  # lines a night
BETTER = 0.1  # by which a fact must outdo a promoted one to take its room
SNIPPET = 160  # tokens of a promoted line, at most
_ARCHIVED = re.compile(r"archived (\d{4}-\d\d-\d\d) for room: ([0-9a-f]{12}) -->")
ALIKE = 0.8  # of the terms of two lines: they say the same


@dataclass(frozen=True, slots=True)
class Promotion:
    """A line that goes into MEMORY.md, what it takes the place of, and why it earned it."""

    ranked: Ranked
    text: str
    source: str
    replaces: str = ""  # key of the promoted entry that no longer holds

    @property
    def key(self) -> str:
        """The key of its claim."""
        return self.ranked.candidate.key


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
        known = _Known(draft)
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

    def _held_back(self, ranked: Ranked, known: _Known, chosen: Sequence[Promotion]) -> Kept | None:
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
            why = "mainly grounded" if one.mainly_grounded else ranked.lacks[0].name
            return Kept(ranked, why, "; ".join(map(str, ranked.lacks)))
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
        if any(_says_same(one.text, other.ranked.candidate.text) for other in chosen):
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

    def _taken_over(self, known: _Known, today: date) -> list[Promotion]:
        """Return newer lines that take the place of what stands in MEMORY.md and has changed."""
        found = []
        for entry in known.entries:
            newer = self._newer(entry.text, _day_of(entry)) if entry.source else None
            if newer is None:
                continue
            text = plain(newer.snippet)
            place = Place(newer.path, newer.start_line, newer.end_line, newer.date)
            candidate = Candidate(claim(newer.snippet), text, (place,))
            ranked = replace(rank(candidate, today, self.weights, self.gates), score=1.0)
            said = promotions.fitted(text, self.snippet)
            found.append(Promotion(ranked, said, newer.citation, entry.key))
        return found

    def _promotion(self, ranked: Ranked, known: _Known) -> Promotion:
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
        for count in range(len(chosen), 0, -1):
            trial = draft.copy()
            archived = self._edited(trial, chosen[:count], scores, today)
            if archived is None:
                continue
            for path in (MEMORY, ARCHIVE):
                draft.put(path, trial.read(path))
            outcome.promoted += chosen[:count]
            outcome.archived += archived
            break
        outcome.kept += [
            Kept(one.ranked, "memory budget") for one in chosen[len(outcome.promoted) :]
        ]

    def _edited(
        self,
        draft: Draft,
        chosen: Sequence[Promotion],
        scores: Mapping[str, float],
        today: date,
    ) -> list[str] | None:
        """Edit MEMORY.md; return the lines that moved to the archive, None: it does not fit."""
        before = draft.read(MEMORY)
        old = draft.before(MEMORY) or ""
        gone = [
            one for one in promotions.read(before or "") if one.key in {c.replaces for c in chosen}
        ]
        entries = "".join(promotions.entry(one.key, one.text, one.source) for one in chosen)
        archived = [(one, "superseded") for one in gone]
        while True:
            keys = frozenset(one.key for one, _ in archived)
            text = promotions.without(before or "", keys)
            after = promotions.added(text or "# MEMORY\n", today, entries)
            if not excess(MEMORY, old, after, self.limits):
                break
            left = list(promotions.read(text))
            least = min(left, key=lambda one: (scores.get(one.key, 0.0), one.day), default=None)
            worst = min((one.ranked.score for one in chosen), default=0.0)
            if least is None or scores.get(least.key, 0.0) + BETTER > worst:
                return None  # what stands is as useful as what would come
            archived.append((least, "for room"))
        draft.put(MEMORY, after)
        if archived:
            moved = "".join(
                f"- {one.text} ({one.source})"
                f" <!-- promoted {one.day}, archived {today} {why}: {one.key} -->\n"
                for one, why in archived
            )
            draft.append(ARCHIVE, moved, title="Promoted before")
        return [one.text for one, _ in archived]


def archived_for_room(text: str) -> dict[str, date]:
    """Return the keys of entries that only room was lacking for, and since when."""
    return {key: date.fromisoformat(day) for day, key in _ARCHIVED.findall(text)}


class _Known:
    """What the core files say: lines of the user, and promoted entries by key."""

    def __init__(self, draft: Draft) -> None:
        text = draft.read(MEMORY) or ""
        self.entries = promotions.read(text)
        self.promoted = {one.key for one in self.entries}
        taken = {n for one in self.entries for n in range(one.start, one.end)}
        lines = [line for n, line in enumerate(markdown.split_lines(text)) if n not in taken]
        for name in CORE_FILES:
            if name != MEMORY:
                try:
                    lines += markdown.split_lines(draft.read(name) or "")
                except PathError:
                    continue
        self.lines = [
            said for line in lines if (said := plain(line)) and any(map(str.isalnum, said))
        ]

    def same(self, text: str) -> str:
        """Return the line that says the same, or nothing."""
        lines = [*self.lines, *(one.text for one in self.entries)]
        return next((line for line in lines if _says_same(text, line)), "")

    def against(self, text: str) -> str:
        """Return the user's own line that says otherwise, or nothing."""
        against = (line for line in self.lines if relation(text, line) is Relation.CONTRADICTS)
        return next(against, "")

    def replaced_by(self, candidate: Candidate) -> str:
        """Return the key of the promoted entry that a newer fact changes, or nothing."""
        noted = max(map(str, candidate.note_days), default="")
        return next(
            (
                one.key
                for one in self.entries
                if noted > _day_of(one) and changes(candidate.text, one.text)
            ),
            "",
        )


def _day_of(entry: promotions.Promoted) -> str:
    """Return the day of the note an entry comes from, else that of its promotion."""
    match = re.search(r"\d{4}-\d\d-\d\d", entry.source)
    return match[0] if match else entry.day


def _says_same(one: str, other: str) -> bool:
    left, right = set(terms(one)), set(terms(other))
    shared = len(left & right)
    if not shared:
        return False
    return shared >= ALIKE * len(left | right) or relation(one, other) is Relation.SAME
