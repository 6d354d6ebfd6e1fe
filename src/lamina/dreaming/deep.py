"""The deep phase: rank, check each against what is live and known, write MEMORY.md or propose.

What is promoted is a line of a note as it stands now; what MEMORY.md or another core file says
already is not said again. What a rule cannot decide, a person is asked: lines that read like an
instruction to an agent and whose writer nobody knows, and what only old notes speak for.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from lamina.documents.fence import instructs, neutral
from lamina.documents.redact import redact
from lamina.dreaming import promotions
from lamina.dreaming.addressed import needs_a_person
from lamina.dreaming.box_words import GROUNDED, ORDERS, READY
from lamina.dreaming.boxes import said
from lamina.dreaming.candidates import Candidate, Place
from lamina.dreaming.condense import condensed
from lamina.dreaming.known import Known, day_of
from lamina.dreaming.newer import newer_line
from lamina.dreaming.passing import is_passing, is_reading
from lamina.dreaming.scoring import Gates, Ranked, Weights, rank
from lamina.dreaming.writing import DECIDED, Promotion, Writer
from lamina.recall.machine import why
from lamina.search.chunker import claim, plain

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from datetime import date

    from lamina.layers.draft import Draft
    from lamina.search.answers import Hit
    from lamina.settings import Core
    from lamina.storage.index_judged import Judged

LIMIT = 10  # lines a night
SNIPPET = 160  # tokens of a promoted line, at most
OPEN = 50  # proposals that may wait at a time


@dataclass(frozen=True, slots=True)
class Kept:
    """A candidate that stays where it is, and why."""

    ranked: Ranked
    why: str  # a short kind, counted in the summary
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Proposed:
    """A line that a person is asked about, why it is asked, and what would leave for room."""

    promotion: Promotion
    kind: str  # ready, grounded, instruction
    leaves: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Ruling:
    """What became of a proposal that was not promoted, and why."""

    key: str
    text: str
    what: str  # held, rejected, withdrawn
    why: str
    place: str = ""  # of the line that speaks against it

    def as_dict(self) -> dict[str, Any]:
        """Return the shape every face shows."""
        return {"key": self.key, "text": self.text, "why": self.why, "place": self.place or None}


@dataclass(slots=True)
class Outcome:
    """What the deep phase came to."""

    ranked: int = 0
    promoted: list[Promotion] = field(default_factory=list)
    kept: list[Kept] = field(default_factory=list)
    archived: list[str] = field(default_factory=list)
    proposed: list[Proposed] = field(default_factory=list)
    rulings: list[Ruling] = field(default_factory=list)
    found: list[tuple[str, str, str, str]] = field(default_factory=list)  # proposals unknown here
    at: str = ""  # when the proposals were written, as their file has it

    def ruled(self, what: str) -> list[Ruling]:
        """Return the proposals that were held, rejected or withdrawn."""
        return [one for one in self.rulings if one.what == what]

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
        rarity: Callable[[str], float],
        judged: Judged,
        decided: Iterable[str] = (),
        limit: int = LIMIT,
        snippet: int = SNIPPET,
        propose: bool = False,
    ) -> None:
        self.limits = limits
        self.weights = weights
        self.gates = gates
        self.rejected = dict(rejected)
        self.promoted_before = frozenset(promoted_before)
        self.archived = archived
        self.near = near
        self.rarity = rarity
        self.judged = judged
        self.decided = frozenset(decided)  # promoted by a person: never below the gate's score
        self.limit = limit
        self.snippet = snippet
        self.propose = propose

    def ordered(self, candidates: Iterable[Candidate], today: date) -> list[Ranked]:
        """Return the candidates, the best first."""
        return sorted(
            (rank(one, today, self.weights, self.gates) for one in candidates),
            key=lambda r: (-r.score, -r.candidate.recalls, r.candidate.key),
        )

    def writer(
        self, order: Iterable[Ranked], today: date, ticked: Iterable[Promotion] = ()
    ) -> Writer:
        """Return what writes MEMORY.md: it knows how useful each line that stands there is."""
        scores = {ranked.candidate.key: ranked.score for ranked in order}
        for key in self.decided:
            scores[key] = max(scores.get(key, 0.0), DECIDED)
        scores |= {one.key: 2.0 for one in ticked}  # what was just decided makes no room
        return Writer(self.limits, scores, today)

    def accept(
        self, draft: Draft, writer: Writer, ticked: Iterable[Promotion], outcome: Outcome
    ) -> None:
        """Write what a person ticked, each by itself: one that is too long bars no other."""
        for one in ticked:
            count, archived = writer.write(draft, [one])
            outcome.promoted += [one] * count
            outcome.archived += archived
            if not count:
                ruling = Ruling(one.key, one.text, "held", "memory budget", "MEMORY.md")
                outcome.rulings.append(ruling)

    def run(
        self,
        draft: Draft,
        known: Known,
        order: Sequence[Ranked],
        writer: Writer,
        ticked: Sequence[Promotion] = (),
        waiting: Mapping[str, bool] | None = None,
    ) -> Outcome:
        """Edit MEMORY.md, ``ticked`` first; what stays out is named with its reason.

        ``waiting``: proposals in the file, by key, and whether a person changed their words.
        """
        outcome = Outcome(len(order))
        self.accept(draft, writer, ticked, outcome)
        choice = _Choice(outcome, writer, draft, waiting or {}, said=list(outcome.promoted))
        for one in self._taken_over(known, draft.today):
            if one.key not in self.rejected and not self._asked(choice, one.key, READY):
                self._choose(choice, one, READY)
        for ranked in order:
            kind = self._kind(ranked)
            kept = self._full(ranked, kind, known, choice)
            kept = kept or self._held_back(ranked, kind, known, choice)
            if kept is not None:
                outcome.kept.append(kept)
            else:
                self._choose(choice, self._promotion(ranked, known), kind)
        count, archived = writer.write(draft, choice.written)
        outcome.promoted += choice.written[:count]
        outcome.archived += archived
        outcome.kept += [Kept(one.ranked, "memory budget") for one in choice.written[count:]]
        return outcome

    def objection(self, text: str, ranked: Ranked, known: Known) -> tuple[str, str] | None:
        """Return what speaks against a proposal's words, as a kind and a place, or None."""
        one = ranked.candidate
        if barred := _barred(text, one):
            return barred, ""
        if line := known.same(text, replaces=known.replaced_by(replace(one, text=text))):
            return "known", line.place
        noted = max(map(str, one.note_days), default="")
        if newer := self._newer(text, noted):
            return "superseded", newer.citation
        if line := known.against(text):
            return "contradicts", line.place
        return None

    def _kind(self, ranked: Ranked) -> str:
        """Return as what a candidate may be promoted or proposed; empty: it may not."""
        one = ranked.candidate
        if not ranked.passed and not (one.grounded and one.recalls < self.gates.min_recalls):
            return ""
        if self.judged.of(instructs, one.text):
            return ORDERS if one.origin == "agent" else ""  # of a recorded writer never
        if one.origin == "agent" and needs_a_person(one.text):
            return ORDERS
        return READY if ranked.passed else GROUNDED

    def _full(self, ranked: Ranked, kind: str, known: Known, choice: _Choice) -> Kept | None:
        """Return that there were enough for a night, before it is looked at closely."""
        key = ranked.candidate.key
        asks = self.propose or kind != READY
        if not kind or key in known.promoted or self._asked(choice, key, kind):
            return None
        taken = len(choice.outcome.proposed) if asks else len(choice.written)
        if taken >= self.limit:
            return Kept(ranked, "limit", f"{self.limit} lines a night")
        if asks and len(choice.waiting) + taken >= OPEN:
            return Kept(ranked, "limit", f"{OPEN} proposals wait already")
        return None

    def _asked(self, choice: _Choice, key: str, kind: str) -> bool:
        """Tell whether a line waits for a person, so that nothing else may be done with it."""
        edited = choice.waiting.get(key)
        return edited is not None and (edited or self.propose or kind != READY)

    def _choose(self, choice: _Choice, one: Promotion, kind: str) -> None:
        """Take a line to be written, or to be asked about."""
        if not self.propose and kind == READY:
            choice.written.append(one)
            choice.said.append(one)
            return
        leaves = choice.writer.leaving(choice.draft, replace(one, ticked=kind != READY))
        if leaves is None:
            choice.outcome.kept.append(Kept(one.ranked, "memory budget"))
            return
        asked = replace(one, text=said(neutral(one.text)) or one.text)
        choice.outcome.proposed.append(Proposed(asked, kind, tuple(leaves)))
        choice.said.append(one)

    def _held_back(self, ranked: Ranked, kind: str, known: Known, choice: _Choice) -> Kept | None:
        """Return why a candidate may not be promoted, or None."""
        one = ranked.candidate
        if one.key in known.promoted:
            return Kept(ranked, "promoted", "it stands in MEMORY.md already")
        if not kind and not ranked.passed:  # the cheap answer first: most candidates end here
            return Kept(ranked, ranked.lacks[0].name, "; ".join(map(str, ranked.lacks)))
        if barred := _barred(one.text, one):
            return Kept(ranked, barred, f"written by {one.origin}" if barred == "origin" else "")
        if not kind:
            return Kept(ranked, "machine text", "it reads like an instruction to an agent")
        if one.trial == "harmful":
            return Kept(ranked, "shadow trial", "a trial found it harmful")
        if self._asked(choice, one.key, kind):
            return Kept(ranked, "proposed", "it waits in memory/PROPOSALS.md")
        if is_passing(one.text):
            return Kept(ranked, "passing", "it speaks of something that is over in a few days")
        if one.key in self.rejected:
            return Kept(ranked, "rejected", self.rejected[one.key])
        if one.key in self.promoted_before:
            return Kept(ranked, "taken out", "it was promoted before and taken out by hand")
        archived = self.archived.get(one.key)
        if archived and (not one.last_needed or one.last_needed <= archived):
            return Kept(ranked, "archived", f"for room on {archived}; not needed since")
        written = self._written(one)  # what stands in MEMORY.md of a long line
        if same := known.same(one.text) or known.same(written):
            return Kept(ranked, "known", f"said already: {same.said}")
        if any(
            other.key == one.key
            or known.says_same(one.text, other.text)
            or known.says_same(written, other.text)
            for other in choice.said
        ):
            return Kept(ranked, "known", "another candidate says the same")
        if line := known.against(one.text):
            return Kept(ranked, "contradicts", f"your own line says otherwise: {line.said}")
        near = self.near(one.text)  # the costly question comes last
        if is_reading(one.text, [plain(hit.snippet) for hit in near]):
            return Kept(ranked, "passing", "one of a series of readings")
        noted = max(map(str, one.note_days), default="")
        if newer := newer_line(one.text, noted, near, self.judged):
            return Kept(ranked, "superseded", f"a newer line: {plain(newer.snippet)}")
        return None

    def _newer(self, text: str, day: str) -> Hit | None:
        """Return the newest line noted after a day which says that this has changed."""
        return newer_line(text, day, self.near(text), self.judged)

    def _taken_over(self, known: Known, today: date) -> list[Promotion]:
        """Return newer lines that take the place of what stands in MEMORY.md and has changed."""
        found: dict[str, Promotion] = {}  # one line may change what several say
        for entry in known.entries:
            if not entry.source:
                continue
            newer = self._newer(entry.text, day_of(entry))
            if newer is None:
                continue
            place = Place(newer.path, newer.start_line, newer.end_line, newer.date)
            candidate = Candidate(claim(newer.snippet), plain(newer.snippet), (place,))
            if candidate.key in known.promoted:
                continue
            if one := found.get(candidate.key):
                found[one.key] = replace(one, also=(*one.also, entry.key))
                continue
            ranked = replace(rank(candidate, today, self.weights, self.gates), score=1.0)
            said = self._written(candidate)
            found[candidate.key] = Promotion(ranked, said, newer.citation, entry.key)
        return list(found.values())

    def _promotion(self, ranked: Ranked, known: Known) -> Promotion:
        one = ranked.candidate
        replaces = known.replaced_by(one)
        return Promotion(ranked, self._written(one), one.places[-1].citation, replaces)

    def _written(self, one: Candidate) -> str:
        """Return what of a candidate is written into MEMORY.md."""
        asked = {recall.question for recall in one.asked}
        return promotions.fitted(condensed(one.text, self.rarity, asked), self.snippet)


@dataclass(slots=True)
class _Choice:
    """What is being chosen in a night."""

    outcome: Outcome
    writer: Writer
    draft: Draft
    waiting: Mapping[str, bool]
    said: list[Promotion]  # all that was chosen, so that nothing is said twice
    written: list[Promotion] = field(default_factory=list)


def _barred(text: str, candidate: Candidate) -> str:
    """Return why nobody may promote a line, or nothing."""
    if candidate.origin.partition(":")[0] in {"untrusted", "system"}:
        return "origin"
    if why(text) not in {"", "instruction"}:
        return "machine text"
    if redact(text).secrets or "[redacted" in text.casefold():
        return "secret"
    return ""
