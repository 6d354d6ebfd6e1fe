"""Answer a message from memory, or stay silent: the trigger, then the indices, then a search."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from lamina.documents.fence import fenced, instructs
from lamina.documents.kinds import may_see
from lamina.documents.redact import redact
from lamina.documents.tokens import estimate
from lamina.layers.editor import UNTRUSTED
from lamina.recall.pointers import Pointers, fitting, holds
from lamina.recall.trigger import Decision, candidates, decide
from lamina.search.answers import Request, Status
from lamina.search.chunker import plain
from lamina.search.words import terms

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from datetime import date

    from lamina.recall.events import Events
    from lamina.recall.pointers import Pointer
    from lamina.search.answers import Answer, Hit
    from lamina.search.indexer import SyncReport
    from lamina.search.searcher import Searcher
    from lamina.settings import Recall

_MOST = 20  # lines of one answer
_MESSAGE = 2000  # characters of a message that are looked for: the rest of a long one is material
_TIED = 0.9  # of the best share: then the index cannot tell which one is meant


class Way(StrEnum):
    """How a message was answered."""

    SILENT = "silent"  # the trigger saw no need
    INDEX = "index"
    SEARCH = "search"


@dataclass(frozen=True, slots=True)
class Recalled:
    """The lines a message calls for, and how they were come by. ``whole`` tokens were not read."""

    message: str
    decision: Decision
    way: Way
    status: Status
    lines: tuple[Hit, ...] = ()
    pointer: Pointer | None = None
    whole: int = 0  # tokens of the files the lines stand in
    fresh: bool = True
    notes: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """What an agent is given: the lines, fenced as data; empty where nothing is."""
        return _text(self.lines)

    @property
    def tokens(self) -> int:
        """What the text costs an agent."""
        return estimate(self.text)

    def as_dict(self) -> dict[str, Any]:
        """Return the shape every face shows."""
        return {
            "message": redact(self.message).text,
            "status": self.status.value,
            "way": self.way.value,
            "trigger": self.decision.as_dict(),
            "pointer": self.pointer.as_dict() if self.pointer else None,
            "text": self.text,
            "hits": [hit.as_dict() for hit in self.lines],
            "tokens": self.tokens,
            "whole_tokens": self.whole,
            "fresh": self.fresh,
            "notes": list(self.notes),
        }


class Recaller:
    """Recall over one workspace."""

    def __init__(
        self,
        pointers: Pointers,
        searcher: Searcher,
        events: Events,
        settings: Recall,
        session: str,
        reads: tuple[str, ...] = (),
    ) -> None:
        self.pointers = pointers
        self.searcher = searcher
        self.events = events
        self.settings = settings
        self.session = session
        self.reads = reads

    def recall(
        self,
        message: str,
        context: Sequence[str] = (),
        *,
        today: date,
        budget: int = 0,
        always: bool = False,
    ) -> Recalled:
        """Return what a message calls for within a budget of tokens.

        ``context``: what the agent has before it already, which is not given again. ``always``:
        whatever the trigger says.
        """
        asked = message[:_MESSAGE].strip()
        report = self.searcher.indexer.sync()
        rows = self.searcher.index.files()
        known = self.pointers.all(rows)
        names = [pointer.name for pointer in known] + self._known(candidates(asked))
        decision = decide(asked, context, names, today=today)
        if always and asked:
            decision = replace(decision, recall=True)
        if not decision.recall:
            return Recalled(message, decision, Way.SILENT, Status.SILENT)
        request = Request(
            asked,
            limit=_MOST,
            budget=budget or self.settings.tokens,
            session=self.session,
            reads=self.reads,
            sure=True,
            hurried=True,
            today=today,
        )
        if self.settings.policy != "search":
            found = self._by_index(message, decision, request, known, context, report)
            if found:
                return found
        if self.settings.policy == "index-only":
            note = "no index points to it; search is off by recall.policy = index-only"
            return Recalled(message, decision, Way.INDEX, Status.NOT_SEARCHED, notes=(note,))
        return self._by_search(message, decision, request, context, report)

    def _known(self, words: Iterable[str]) -> list[str]:
        """Return those that the index knows, every part of them."""
        known = []
        for word in words:
            parts = [(term, False) for term in terms(word)]
            if parts and all(self.searcher.index.frequencies(parts)):
                known.append(word)
        return known

    def _by_index(
        self,
        message: str,
        decision: Decision,
        request: Request,
        known: Sequence[Pointer],
        context: Sequence[str],
        report: SyncReport,
    ) -> Recalled | None:
        """Follow the pointer that fits, or return None."""
        fits = fitting(request.query, known)
        if not fits or any(score >= fits[0][1] * _TIED for _, score in fits[1:]):
            return None
        pointer = fits[0][0]
        if not may_see(pointer.path, self.session, self.reads):
            return None
        lines = self.searcher.lines_of(pointer.path, pointer.first, pointer.last)
        text = f"{pointer.name} {pointer.about} " + " ".join(hit.snippet for hit in lines)
        if not lines or not holds(text, self._known(candidates(request.query))):
            return None
        lines, notes = self._given(lines, context)
        if _cost(lines) > request.budget:
            inside = replace(request, path=pointer.path, sure=False)
            lines = self._best_of(lines, inside, report)
        return Recalled(
            message,
            decision,
            Way.INDEX,
            Status.FOUND if lines else Status.NOTHING,
            lines,
            pointer,
            self.searcher.whole(lines),
            notes=notes,
        )

    def _best_of(
        self, lines: tuple[Hit, ...], request: Request, report: SyncReport
    ) -> tuple[Hit, ...]:
        """Return the lines that answer best and fit, then the first ones, in the file's order."""
        best = {
            hit.id: place for place, hit in enumerate(self.searcher.search(request, report).hits)
        }
        ranked = sorted(lines, key=lambda hit: best.get(hit.id, len(best)))
        kept = {hit.id for hit in _fitting(ranked, request.budget)}
        return tuple(hit for hit in lines if hit.id in kept)

    def _by_search(
        self,
        message: str,
        decision: Decision,
        request: Request,
        context: Sequence[str],
        report: SyncReport,
    ) -> Recalled:
        answer: Answer = self.searcher.search(request, report)
        lines, notes = self._given(answer.hits, context)
        lines = _fitting(lines, request.budget)
        status = answer.status if lines or not answer.hits else Status.NOTHING
        return Recalled(
            message,
            decision,
            Way.SEARCH,
            status,
            lines,
            whole=self.searcher.whole(lines),
            fresh=answer.fresh,
            notes=answer.notes + notes,
        )

    def _given(
        self, hits: Sequence[Hit], context: Sequence[str]
    ) -> tuple[tuple[Hit, ...], tuple[str, ...]]:
        """Return the hits an agent may be given unasked, and what was left out.

        What it has before it already is no news; what came from outside, or speaks to an agent as
        its owner would, is never pushed into a session.
        """
        there = " ".join(" ".join(context).split()).casefold()
        hits = self.events.with_origins(hits)
        new = [hit for hit in hits if not there or plain(hit.snippet).casefold() not in there]
        kept = tuple(h for h in new if h.origin != UNTRUSTED and not instructs(h.snippet))
        notes = []
        if len(new) < len(hits):
            notes.append(f"{len(hits) - len(new)} of the lines stand in the context already")
        if len(kept) < len(new):
            notes.append(
                f"{len(new) - len(kept)} lines were left out: they come from outside or read like"
                " instructions to an agent; lamina search shows them, marked"
            )
        return kept, tuple(notes)


def _cost(lines: Sequence[Hit]) -> int:
    """Return what an agent pays for lines, with all that is written around them."""
    return estimate(_text(lines))


def _text(lines: Sequence[Hit]) -> str:
    """Return the lines as data, those of a file together: its path is written once."""
    files: dict[str, list[Hit]] = {}
    for hit in lines:
        files.setdefault(hit.path, []).append(hit)
    return fenced(
        [
            (hit.citation.removeprefix(path) if place else hit.citation, hit.origin, hit.snippet)
            for path, hits in files.items()
            for place, hit in enumerate(hits)
        ]
    )


def _fitting(ranked: Sequence[Hit], budget: int) -> tuple[Hit, ...]:
    """Return those of the lines, best first, that fit; a long one may give way to a short one."""
    kept: list[Hit] = []
    spent = 0
    for hit in ranked:
        cost = _cost([*kept, hit]) if spent + estimate(hit.snippet) <= budget else budget + 1
        if cost <= budget:
            kept.append(hit)
            spent = cost
    return tuple(kept)
