"""What is asked of search and what it answers: the shapes every face shows."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from lamina.documents.fence import instructs, neutral
from lamina.documents.language import detect
from lamina.documents.redact import redact
from lamina.documents.tokens import estimate

if TYPE_CHECKING:
    from datetime import date

    from lamina.search.dates import Span
    from lamina.search.indexer import SyncReport


class Status(StrEnum):
    """What an answer is worth: an empty one does not always mean that nothing is there."""

    FOUND = "found"
    NOTHING = "nothing"  # all of memory was searched
    STALE = "stale"  # some files could not be read: there may be more, or newer lines
    NOT_SEARCHED = "not-searched"  # by recall.policy
    SILENT = "silent"  # no need was seen


@dataclass(frozen=True, slots=True)
class Request:
    """What is asked, and where to look."""

    query: str
    limit: int = 10
    budget: int = 0  # tokens; 0: only the limit counts
    include_reference: bool = False
    archived: bool = False
    tag: str = ""
    layers: tuple[str, ...] = ()
    since: date | None = None
    until: date | None = None
    as_of: date | None = None  # what held on that day
    path: str = ""  # only this file
    session: str = "main"
    reads: tuple[str, ...] = ()  # only files that were handed to a sub-agent
    sure: bool = False  # only what is surely about the question, and nothing rather than noise
    alike: bool = False  # lines like this one: among very many, its rarer words find them
    hurried: bool = False  # a model that is slow to load is not waited for
    today: date | None = None  # what "last week" in the question is counted from


@dataclass(frozen=True, slots=True)
class Hit:
    """One line that answers, with where it stands.

    ``snippet`` is the line as it is written. What faces show of it is harmless to a host and says
    where it reads like an instruction to an agent.
    """

    id: str
    path: str
    start_line: int
    end_line: int
    heading: str
    date: str
    layer: str
    origin: str
    score: float
    snippet: str
    citation: str
    parts: dict[str, float] = field(default_factory=dict)
    also: tuple[str, ...] = ()  # citations of places that say the same
    superseded: str = ""  # since when it no longer holds

    @property
    def language(self) -> str:
        """The language the line is in, as far as one line tells; empty: none of the four."""
        return detect(self.snippet, None) or ""

    def as_dict(self) -> dict[str, Any]:
        """Return the shape every face shows."""
        shown: dict[str, Any] = {
            "id": self.id,
            "path": self.path,
            "start_line": self.start_line,
            "end_line": self.end_line,
            "heading": self.heading,
            "date": self.date or None,
            "layer": self.layer,
            "origin": self.origin,
            "score": round(self.score, 4),
            "snippet": neutral(self.snippet),
            "citation": self.citation,
            "parts": {k: round(v, 4) for k, v in self.parts.items()},
        }
        shown |= {"superseded": self.superseded} if self.superseded else {}
        shown |= {"instructs": True} if instructs(self.snippet) else {}
        return shown | ({"also": list(self.also)} if self.also else {})


@dataclass(frozen=True, slots=True)
class Answer:
    """The hits, how they were found, and how far the index can be trusted."""

    query: str
    hits: tuple[Hit, ...]
    mode: str  # hybrid, keyword
    report: SyncReport
    embedded: int = 0
    chunks: int = 0
    notes: tuple[str, ...] = ()
    terms: tuple[str, ...] = ()
    span: Span | None = None  # the days the question names; lines of these days come first
    whole: int = 0  # tokens of the files the hits stand in, about
    searched: bool = True  # False: by policy
    model: str = ""  # whose vectors were compared

    @property
    def status(self) -> Status:
        """What the answer is worth."""
        if not self.searched:
            return Status.NOT_SEARCHED
        if not self.fresh:
            return Status.STALE
        return Status.FOUND if self.hits else Status.NOTHING

    @property
    def fresh(self) -> bool:
        """Whether every file's present text was searched."""
        return not self.report.stale

    @property
    def tokens(self) -> int:
        """What the snippets cost an agent."""
        return sum(estimate(hit.snippet) for hit in self.hits)

    def as_dict(self) -> dict[str, Any]:
        """Return the shape every face shows."""
        return {
            "query": redact(self.query).text,
            "status": self.status.value,
            "hits": [hit.as_dict() for hit in self.hits],
            "mode": self.mode,
            "fresh": self.fresh,
            "tokens": self.tokens,
            "whole_tokens": self.whole,
            "index": {
                "files": self.report.files,
                "stale": self.report.stale,
                "chunks": self.chunks,
                "embedded": self.embedded,
                "model": self.model,
            },
            "terms": list(self.terms),
            "days": self.span.as_dict() if self.span else None,
            "notes": list(self.notes),
        }
