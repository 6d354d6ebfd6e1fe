"""One sweep: light, REM, deep, as one change that can be taken back.

A sweep that finds nothing new writes nothing outside the state store.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from lamina.dreaming import promotions, rem, reports
from lamina.dreaming.deep import ARCHIVE, LIMIT, MEMORY, Deep, Outcome, archived_for_room
from lamina.dreaming.scoring import Gates, Ranked, Weights, rank
from lamina.errors import UnknownNameError
from lamina.search.chunker import claim

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from datetime import date

    from lamina.config import Dreaming
    from lamina.documents.changes import Plan
    from lamina.dreaming.candidates import Candidate
    from lamina.dreaming.evidence import Evidence
    from lamina.layers.editor import Draft, Editor
    from lamina.search.answers import Hit
    from lamina.storage.sqlite_dreams import Run, SqliteDreams

LIGHT_DAYS = 2  # in which something was noted or needed to be staged
STAGED = 100  # facts a night
DIARY = "DREAMS.md"


@dataclass(frozen=True, slots=True)
class Sweep:
    """What a night came to."""

    day: date
    staged: tuple[Candidate, ...] = ()
    themes: tuple[rem.Theme, ...] = ()
    truths: tuple[tuple[Candidate, float], ...] = ()
    outcome: Outcome = field(default_factory=Outcome)
    plan: Plan | None = None
    change: int = 0
    nothing_new: bool = False

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
            "change": self.change or None,
            "files": [change.path for change in self.plan.changes] if self.plan else [],
        }


class Dreamer:
    """Makes sweeps over one workspace."""

    def __init__(
        self,
        editor: Editor,
        evidence: Evidence,
        *,
        near: Callable[[str], Sequence[Hit]],
        settings: Dreaming,
        weights: Weights | None = None,
    ) -> None:
        self.editor = editor
        self.evidence = evidence
        self.near = near  # lines with the words of a text
        self.weights = weights or Weights()
        self.settings = settings
        self.gates = Gates.of(settings)

    @property
    def dreams(self) -> SqliteDreams:
        """What dreaming keeps."""
        return self.evidence.dreams

    def sweep(
        self, *, gates: Gates | None = None, limit: int = LIMIT, dry_run: bool = False
    ) -> Sweep:
        """Make a sweep; ``dry_run`` only plans it."""
        started = self.editor.moment
        self.evidence.take_in()
        digest = self._digest()
        last = next(iter(self.dreams.runs(1)), None)
        if last and last.digest == digest and not dry_run and gates is None:
            return Sweep(started.date(), nothing_new=True)
        if dry_run:
            return self._planned(gates or self.gates, limit)
        with self.editor.files.locked():
            sweep = self._planned(gates or self.gates, limit)
            entry = self.editor.apply(sweep.plan) if sweep.plan else None
        self._keep(sweep, entry.id if entry else 0)
        counts = {
            "staged": len(sweep.staged),
            "promoted": len(sweep.outcome.promoted),
            "kept": sweep.outcome.reasons(),
        }
        ended = self.editor.moment.isoformat()
        day = str(sweep.day)
        self.dreams.ran(day, started.isoformat(), ended, self._digest(), "done", counts)
        return Sweep(
            sweep.day,
            sweep.staged,
            sweep.themes,
            sweep.truths,
            sweep.outcome,
            sweep.plan,
            entry.id if entry else 0,
        )

    def ranked(self, gates: Gates | None = None) -> list[Ranked]:
        """Return every candidate, the best first; nothing is written."""
        self.evidence.take_in()
        today = self.editor.today
        found = [
            rank(one, today, self.weights, gates or self.gates)
            for one in self.evidence.candidates(today)
        ]
        return sorted(found, key=lambda r: (-r.score, -r.candidate.recalls, r.candidate.key))

    def explain(self, words: str, gates: Gates | None = None) -> Ranked:
        """Return how a fact stands, named by its key, its place or some of its words.

        Raises:
            UnknownNameError: no line of a note is meant.
        """
        self.evidence.take_in()
        today = self.editor.today
        folded = words.casefold().strip()
        facts = self.evidence.candidates(today) + self.evidence.noted(today - timedelta(days=3650))
        for match in (
            lambda one: one.key == folded,
            lambda one: any(folded == place.citation.casefold() for place in one.places),
            lambda one: folded == one.text.casefold(),
            lambda one: folded in one.text.casefold(),
        ):
            found = next(filter(match, facts), None)
            if found:
                return rank(found, today, self.weights, gates or self.gates)
        raise UnknownNameError("line of a note", words, [one.text for one in facts[:50]])

    def runs(self, limit: int = 30) -> list[Run]:
        """Return the last sweeps, newest first."""
        return self.dreams.runs(limit)

    def _planned(self, gates: Gates, limit: int) -> Sweep:
        draft = self.editor.draft()
        today = draft.today
        candidates = self.evidence.candidates(today)
        staged = self._staged(candidates, today)
        lately = [
            one for one in staged if one.days and one.days[-1] > today - timedelta(rem.LOOKBACK)
        ]
        themes, truths = rem.themes(lately), rem.truths(lately)
        outcome = self._deep(draft, gates, limit).run(draft, candidates, today)
        self._report(draft, staged, themes, truths, outcome)
        plan = draft.plan("dream", reason="what kept being needed")
        return Sweep(today, tuple(staged), tuple(themes), tuple(truths), outcome, plan)

    def _staged(self, candidates: Sequence[Candidate], today: date) -> list[Candidate]:
        """Return the facts of the last days that have new evidence since they were staged."""
        since = today - timedelta(days=LIGHT_DAYS)
        noted = self.evidence.noted(since)
        facts = {one.key: one for one in [*noted, *candidates]}
        fresh = [
            one
            for one in facts.values()
            if one.days
            and one.days[-1] >= since
            and (not one.last_light or one.days[-1] > one.last_light)
        ]
        fresh.sort(key=lambda one: (-one.recalls, -one.days[-1].toordinal(), one.key))
        return fresh[:STAGED]

    def _deep(self, draft: Draft, gates: Gates, limit: int) -> Deep:
        kept = self.dreams.promotions()
        entries = promotions.read(draft.read(MEMORY) or "")
        standing = {key for one in entries for key in (one.key, claim(one.text))}
        may_return = archived_for_room(draft.read(ARCHIVE) or "")
        undone = {e.id for e in self.editor.files.journal.entries() if e.undone_by is not None}
        gone = {
            key
            for key, (_, change, *_) in kept.items()
            if key not in standing and key not in may_return and change not in undone
        }
        return Deep(
            self.editor.limits,
            self.weights,
            gates,
            rejected=self.dreams.rejected(),
            promoted_before=gone,
            archived=may_return,
            near=self.near,
            limit=limit,
            snippet=self.settings.max_promoted_snippet_tokens,
        )

    def _report(
        self,
        draft: Draft,
        staged: Sequence[Candidate],
        themes: Sequence[rem.Theme],
        truths: Sequence[tuple[Candidate, float]],
        outcome: Outcome,
    ) -> None:
        day = draft.today
        if staged:
            draft.put(f"{reports.FOLDER}/light/{day}.md", reports.light(staged))
        if themes or truths:
            draft.put(f"{reports.FOLDER}/rem/{day}.md", reports.rem(themes, truths))
        rows = reports.deep_rows(outcome)
        draft.put(f"{reports.FOLDER}/deep/{day}.md", f"# Deep Sleep\n\n{rows}")
        path = self._diary_path()
        text = reports.with_deep(draft.read(path), outcome)
        if outcome.promoted:
            text = reports.with_entry(text, draft.moment, diary(themes, outcome))
        draft.put(path, text)

    def _diary_path(self) -> str:
        root = self.editor.files.workspace.root
        return "dreams.md" if (root / "dreams.md").exists() else DIARY

    def _keep(self, sweep: Sweep, change: int) -> None:
        """Keep in the state store what the night did."""
        day = str(sweep.day)
        self.dreams.hit("light", [one.key for one in sweep.staged], day)
        self.dreams.hit("rem", [one.key for one, _ in sweep.truths], day)
        self.dreams.promote(
            (one.key, day, change, one.text, one.ranked.as_dict()) for one in sweep.outcome.promoted
        )

    def _digest(self) -> str:
        """Return what tells whether a sweep would find anything new."""
        files = self.editor.files
        core = [files.read(path) or "" for path in (MEMORY, ARCHIVE)]
        return claim(f"{self.evidence.digest()} {core} {self.gates} {self.dreams.rejected()}")


def diary(themes: Sequence[rem.Theme], outcome: Outcome) -> str:
    """Return a plain diary entry: what stays, and what the days were about."""
    kept = "; ".join(one.text.rstrip(".。") for one in outcome.promoted[:5])
    more = len(outcome.promoted) - 5
    text = f"What stays from these days: {kept}"
    text += f"; and {more} more." if more > 0 else "."
    if themes:
        text += f" They kept coming back to {', '.join(theme.tag for theme in themes[:4])}."
    return text
