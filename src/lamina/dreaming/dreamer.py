"""One sweep: light, REM, deep, as one change that can be taken back.

A sweep that finds nothing new writes nothing outside the state store.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from datetime import timedelta
from functools import cache
from typing import TYPE_CHECKING, Any

from lamina.documents.fence import instructs
from lamina.dreaming import diary, promotions, rem
from lamina.dreaming.decisions import Decisions
from lamina.dreaming.deep import LIMIT, Deep, Outcome
from lamina.dreaming.explain import Explained, NoCandidate, meant, no_candidate
from lamina.dreaming.known import Known
from lamina.dreaming.night_files import NightFiles
from lamina.dreaming.review import PATH, Review
from lamina.dreaming.scoring import Gates, Ranked, Weights, rank
from lamina.dreaming.sweep import Sweep
from lamina.dreaming.writing import ARCHIVE, archived_for_room
from lamina.errors import LaminaError, StoreError, UnknownNameError
from lamina.layers.long_term import path_in
from lamina.search.chunker import claim

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from datetime import date, datetime

    from lamina.dreaming.candidates import Candidate
    from lamina.dreaming.evidence import Evidence
    from lamina.dreaming.prose import Author, Prose
    from lamina.layers.daily import Daily
    from lamina.layers.draft import Draft
    from lamina.layers.editor import Editor
    from lamina.search.answers import Hit
    from lamina.settings import Dreaming
    from lamina.storage.state_dreams import DreamTables, Run

_LIGHT_DAYS = 2  # in which something was noted or needed to be staged
_STAGED = 100  # facts a night
NIGHTS = 7  # whose themes are no news


class Dreamer:
    """Makes sweeps over one workspace."""

    def __init__(
        self,
        editor: Editor,
        evidence: Evidence,
        daily: Daily,
        *,
        near: Callable[[str], Sequence[Hit]],
        settings: Dreaming,
        author: Author | None = None,
        weights: Weights | None = None,
    ) -> None:
        self.editor = editor
        self.evidence = evidence
        self.night_files = NightFiles(daily, settings.storage)
        self.near = near  # lines with the words of a text
        self.weights = weights or Weights()
        self.settings = settings
        self.gates = Gates.of(settings)
        self.author = author

    @property
    def dreams(self) -> DreamTables:
        """What dreaming keeps."""
        return self.evidence.dreams

    def sweep(
        self,
        *,
        gates: Gates | None = None,
        limit: int = LIMIT,
        dry_run: bool = False,
        progress: Callable[[int, int], None] | None = None,
    ) -> Sweep:
        """Make a sweep; ``dry_run`` only plans it.

        ``progress`` is called with steps done and their number, each time before anything is
        written: what it raises ends the sweep with nothing done.
        A sweep that fails is kept in the state with its reason, and its error is raised.
        """
        started = self.editor.moment
        try:
            return self._sweep(started, gates, limit, progress or _silent, dry_run=dry_run)
        except LaminaError as error:
            if not dry_run:
                with suppress(StoreError):
                    self._ran(started, "", "failed", {"error": error.message})
            raise
        finally:
            self.evidence.judged.keep()
            self.evidence.synced = None  # later questions look at the disk themselves

    def _sweep(
        self,
        started: datetime,
        gates: Gates | None,
        limit: int,
        progress: Callable[[int, int], None],
        *,
        dry_run: bool,
    ) -> Sweep:
        progress(0, 3)
        self.evidence.take_in()
        if not dry_run:
            self.evidence.listen(started)
        progress(1, 3)
        digest = self._digest()
        last = next(iter(self.dreams.runs(1)), None)
        if last and last.digest == digest and not dry_run and gates is None:
            self._ran(started, digest, "nothing new", {})
            return Sweep(started.date(), nothing_new=True)
        if dry_run:
            return self._planned(gates or self.gates, limit)
        self._adopt(started)
        prose = self._prose(gates or self.gates, limit)
        progress(2, 3)
        with self.editor.files.locked():
            sweep = self._planned(gates or self.gates, limit, prose)
            entry = self.editor.apply(sweep.plan) if sweep.plan else None
        self._keep(sweep, entry.id if entry else 0)
        if self.settings.storage != "separate":
            self.evidence.take_in()  # the day's note, as this sweep left it, is nothing new
        counts = {
            "staged": len(sweep.staged),
            "promoted": len(sweep.outcome.promoted),
            "proposed": len(sweep.outcome.proposed),
            "kept": sweep.outcome.reasons(),
            "themes": [theme.tag for theme in sweep.themes],
            "notices": list(sweep.notices),
        }
        self._ran(started, self._digest(), "done", counts)
        return replace(sweep, change=entry.id if entry else 0)

    def _adopt(self, now: datetime) -> None:
        """Keep what stands in MEMORY.md and is not kept: a sweep was killed before it could."""
        known = self.dreams.promotions()
        read = self.editor.files.read
        entries = promotions.read(read(path_in(read)) or "")
        lost = [one for one in entries if one.source and one.key not in known]
        if lost:
            journal = self.editor.files.journal.entries()
            made = max((entry.id for entry in journal if entry.command == "dream"), default=0)
            day = str(now.date())
            self.dreams.promote((one.key, one.day or day, made, one.text, {}) for one in lost)

    def _ran(self, started: datetime, digest: str, outcome: str, counts: Mapping[str, Any]) -> None:
        at, ended = started.isoformat(), self.editor.moment.isoformat()
        self.dreams.ran(str(started.date()), at, ended, digest, outcome, counts)

    def ranked(self, gates: Gates | None = None) -> list[Ranked]:
        """Return every candidate, the best first; nothing is written."""
        self.evidence.take_in()
        today = self.editor.today
        found = [
            rank(one, today, self.weights, gates or self.gates)
            for one in self._tried(self.evidence.candidates(today))
        ]
        return sorted(found, key=lambda r: (-r.score, -r.candidate.recalls, r.candidate.key))

    def explain(self, words: str, gates: Gates | None = None) -> Ranked:
        """Return how a fact stands, named by its key, its place or some of its words.

        Raises:
            UnknownNameError: no line of a note is meant.
        """
        self.evidence.take_in()
        today = self.editor.today
        facts = self._tried(
            self.evidence.candidates(today) + self.evidence.noted(today - timedelta(days=3650))
        )
        found = meant(words, facts)
        if found is None:
            known = [one.text[:60] for one in facts[:5]]
            raise UnknownNameError("line of a note", words, known)
        return rank(found, today, self.weights, gates or self.gates)

    def why(
        self, words: str, *, session: str = "main", gates: Gates | None = None
    ) -> Explained | NoCandidate:
        """Return how a line stands and what a sweep would make of it, or why it is no candidate.

        Raises:
            UnknownNameError: no line is meant.
        """
        try:
            found = self.explain(words, gates)
        except UnknownNameError:
            reaches = self.editor.files.workspace.reaches
            never = no_candidate(self.evidence.index, words, session, reaches)
            if never is None:
                raise
            return never
        return Explained(found, self._verdict(found.candidate.key, gates or self.gates))

    def _verdict(self, key: str, gates: Gates) -> str:
        """Return what a sweep would make of a candidate now, in words; nothing is written."""
        outcome = self._planned(gates, LIMIT).outcome
        for kept in outcome.kept:
            if kept.ranked.candidate.key == key:
                return f"stays where it is: {kept.detail or kept.why}"
        if key in {one.promotion.key for one in outcome.proposed}:
            return "would be proposed by the next sweep"
        promoted = key in {one.key for one in outcome.promoted}
        return "would be promoted by the next sweep" if promoted else "is no candidate"

    def runs(self, limit: int = 30) -> list[Run]:
        """Return the last sweeps, newest first."""
        return self.dreams.runs(limit)

    def decisions(self) -> Decisions:
        """Return what people decided about candidates."""
        return Decisions(self.evidence.state.reviews, self.editor.files.journal)

    def review(self, draft: Draft, gates: Gates | None = None, limit: int = LIMIT) -> Review:
        """Return what reads and writes the file of proposals on a draft."""
        decisions = self.decisions()
        gates = gates or self.gates

        def facts(keys: Iterable[str]) -> dict[str, Ranked]:
            found = self._tried(self.evidence.of(keys))
            return {one.key: rank(one, draft.today, self.weights, gates) for one in found}

        deep = self._deep(draft, decisions, gates, limit)
        return Review(draft, deep, Known(draft, self.evidence.judged), decisions, facts)

    def _tried(self, candidates: Iterable[Candidate]) -> list[Candidate]:
        """Return candidates with the verdicts of their shadow trials."""
        trials = self.decisions().trials()
        return [
            replace(one, trial=trials[one.key].verdict) if one.key in trials else one
            for one in candidates
        ]

    def _prose(self, gates: Gates, limit: int) -> Prose | None:
        """Let the model write about the night as it would be now: nothing is locked meanwhile."""
        night = self._planned(gates, limit).night if self.author else None
        if not self.author or not night:
            return None
        prose = self.author.write(night)
        self.evidence.take_in()  # that took a while
        return prose

    def _planned(self, gates: Gates, limit: int, prose: Prose | None = None) -> Sweep:
        draft = self.editor.draft()
        today = draft.today
        candidates = self._tried(self.evidence.candidates(today))
        staged = self._staged(candidates, today)
        lately = [
            one for one in staged if one.days and one.days[-1] > today - timedelta(rem.LOOKBACK)
        ]
        themes, truths = rem.themes(lately), rem.truths(lately)
        review = self.review(draft, gates, limit)
        ticked, deep = review.ticked(), review.deep
        order = deep.ordered(candidates, today)
        writer = deep.writer(order, today, ticked)
        outcome = deep.run(draft, review.known, order, writer, ticked, review.waiting())
        review.write(outcome, writer)
        self.night_files.report(draft, staged, themes, truths, outcome)
        nights = [run for run in self.dreams.runs(8 * NIGHTS) if run.outcome == "done"][:NIGHTS]
        known = {tag for run in nights for tag in run.counts.get("themes", ())}
        night = diary.night_of(draft.language, staged, themes, outcome, known)
        self.night_files.tell(draft, outcome, night, prose)
        plan = draft.plan("dream", reason="what kept being needed")
        return Sweep(
            today,
            tuple(staged),
            tuple(themes),
            tuple(truths),
            outcome,
            plan,
            night=night,
            notices=tuple(draft.notes),
        )

    def _staged(self, candidates: Sequence[Candidate], today: date) -> list[Candidate]:
        """Return the facts of the last days that have new evidence since they were staged."""
        since = today - timedelta(days=_LIGHT_DAYS)
        noted = self.evidence.noted(since)
        facts = {one.key: one for one in [*noted, *candidates]}
        fresh = [
            one
            for one in facts.values()
            if one.days
            and one.days[-1] >= since
            and not self.evidence.judged.of(instructs, one.text)
            and (not one.last_light or one.days[-1] > one.last_light)
        ]
        fresh.sort(key=lambda one: (-one.recalls, -one.days[-1].toordinal(), one.key))
        return fresh[:_STAGED]

    def _deep(self, draft: Draft, decisions: Decisions, gates: Gates, limit: int) -> Deep:
        kept = self.dreams.promotions()
        entries = promotions.read(draft.read(path_in(draft.read)) or "")
        standing = {key for one in entries for key in (one.key, claim(one.text))}
        may_return = archived_for_room(draft.read(ARCHIVE) or "")
        gone = {
            key
            for key, (_, change, *_) in kept.items()
            if key not in standing and key not in may_return and change not in decisions.undone
        }
        return Deep(
            self.editor.limits,
            self.weights,
            gates,
            rejected=decisions.rejected(),
            promoted_before=gone,
            archived=may_return,
            near=self.near,
            rarity=cache(self.evidence.rarity),
            judged=self.evidence.judged,
            decided={key for key, (*_, details) in kept.items() if details.get("ticked")},
            limit=limit,
            snippet=self.settings.max_promoted_snippet_tokens,
            propose=self.settings.write == "propose",
        )

    def _keep(self, sweep: Sweep, change: int) -> None:
        """Keep in the state store what the night did."""
        day = str(sweep.day)
        self.dreams.hit("light", [one.key for one in sweep.staged], day)
        self.dreams.hit("rem", [one.key for one, _ in sweep.truths], day)
        self.keep(sweep.outcome, sweep.day, change)

    def keep(self, outcome: Outcome, day: date, change: int) -> None:
        """Keep what a change promoted, and what became of proposals."""
        self.dreams.promote(
            (one.key, str(day), change, one.text, one.ranked.as_dict() | {"ticked": one.ticked})
            for one in outcome.promoted
        )
        self.decisions().keep(outcome, str(day), change)

    def _digest(self) -> str:
        """Return what tells whether a sweep would find anything new."""
        read = self.editor.files.read
        core = [read(path) or "" for path in (path_in(read), ARCHIVE, PATH)]
        decisions = self.decisions()
        rejected, trials = decisions.rejected(), decisions.trials()
        write = self.settings.write
        return claim(f"{self.evidence.digest()} {core} {self.gates} {rejected} {trials} {write}")


def _silent(done: int, steps: int) -> None:
    """Tell nobody how far a sweep is."""
