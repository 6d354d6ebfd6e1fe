"""Compare a line with those that are there: what says the same, what contradicts it.

The lines about the same subject are found by words in the index, or are all those of one file;
what two of them say is judged by layers/claims/. Nothing is written here, and no model is asked.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from lamina.documents import markdown
from lamina.documents.kinds import Layer, date_of, layer_of
from lamina.layers.claims.denial import Denial, denial
from lamina.layers.claims.relation import (
    Relation,
    correction,
    parse,
    relation,
    subject_terms,
    with_subject,
)
from lamina.layers.superseded import mark_of
from lamina.search.answers import Request
from lamina.search.chunker import plain
from lamina.search.filling import citation

if TYPE_CHECKING:
    from collections.abc import Iterable

    from lamina.layers.claims.relation import Correction
    from lamina.layers.daily import Daily
    from lamina.search.searcher import Searcher

_NEAREST = 40  # lines about the subject that are compared
EVERGREEN = frozenset({Layer.MEMORY, Layer.SUBJECT, Layer.PROJECT, Layer.AGENT, Layer.KNOWLEDGE})
_DAY = re.compile(r"^\d{4}-\d\d-\d\d:\s+")  # of a handbook's line
_LINK = re.compile(
    r"(?:(?<!\s)\s+)?(?:→|->)\s*"
    r"(?>(?:(?!->)[^\s→])*?reference/)(?:(?!->)[^\s→])+\s*$"
)


@dataclass(frozen=True, slots=True)
class Match:
    """A line that says the same, or something else about the same thing."""

    relation: Relation
    path: str
    line: int
    text: str
    date: str
    whole: bool = True  # else it says more beside what no longer holds

    @property
    def place(self) -> str:
        """Where it stands."""
        return citation(self.path, self.line, self.line)

    def as_dict(self) -> dict[str, Any]:
        """Return the shape every face shows."""
        return {
            "relation": str(self.relation),
            "citation": self.place,
            "text": self.text,
            "date": self.date or None,
        }


class Comparing:
    """Looks for lines about the same thing."""

    def __init__(
        self,
        searcher: Searcher,
        daily: Daily,
        *,
        session: str = "main",
        reads: tuple[str, ...] = (),
    ) -> None:
        """Take the parts.

        Args:
            searcher: over words only; a model would make every note wait.
            daily: today's note.
            session: the kind of session, which is told of no line that it may not see.
            reads: the files it may see; empty: all its kind may.
        """
        self.searcher = searcher
        self.daily = daily
        self.session = session
        self.reads = reads

    def matches(self, text: str, said: Correction | None = None) -> tuple[Match, ...]:
        """Return the lines that say the same as a text or contradict it, newest first.

        Args:
            text: what is to be written.
            said: the correction it is, where it is one: what that denies counts as contradicted.
        """
        terms = subject_terms(text)
        claim = parse(text)
        asked = " ".join(terms) if claim else ""
        if not asked.strip():
            return ()
        request = Request(asked, limit=_NEAREST, session=self.session, reads=self.reads)
        found = []
        for hit in self.searcher.search(request).hits:
            if hit.layer not in {*EVERGREEN, Layer.DAILY, Layer.ACTIVE, Layer.TOPIC}:
                continue
            lines = hit.snippet.splitlines()
            if len(lines) != 1:
                continue
            if not _is_near(lines[0], terms):
                continue
            bare = plain(lines[0])
            kind, whole = _compared(text, said, bare)
            if kind is not Relation.OTHER:
                found.append(Match(kind, hit.path, hit.start_line, bare, hit.date, whole))
        return tuple(sorted(found, key=lambda m: m.date or "9999", reverse=True))

    def against(
        self, said: str, corrected: Correction | None, found: Iterable[Match]
    ) -> list[Match]:
        """Return what a note contradicts: what was found, and every line of today's note."""
        path = self.daily.path_for(self.daily.editor.today)
        near = subject_terms(said)
        today = self.in_file(path, said, near, corrected) if near else []
        against = [m for m in (*found, *today) if m.relation is Relation.CONTRADICTS]
        return list({(m.path, m.line): m for m in against}.values())

    def same_note(self, text: str) -> Match | None:
        """Return the line of today's note that says the same."""
        path = self.daily.path_for(self.daily.editor.today)
        words = tuple(re.findall(r"\w{3,}", text)) or (text,)
        found = self.in_file(path, text, words)
        return next((m for m in found if m.relation is Relation.SAME), None)

    def in_file(
        self, path: str, text: str, near: tuple[str, ...] = (), said: Correction | None = None
    ) -> list[Match]:
        """Compare with every line of one file, or with those that share half of some words."""
        held = self.daily.files.read(path)
        day = date_of(path)
        found = []
        for number, line in enumerate(markdown.split_lines(held or ""), start=1):
            bare = plain(_LINK.sub("", line.rstrip("\r\n")))
            if not bare or line.startswith(("#", ">", "<!--")) or mark_of(line):
                continue
            if near and not _is_near(bare, near):
                continue
            kind, whole = _compared(text, said, bare)
            if kind is not Relation.OTHER:
                found.append(Match(kind, path, number, bare, str(day) if day else "", whole))
        return found

    def resolved(self, corrected: Correction) -> str:
        """Return a correction with what it leaves out, taken from what was stated last."""
        for back in range(2):
            path = self.daily.path_for(self.daily.editor.today - timedelta(days=back))
            held = self.daily.files.read(path)
            for line in reversed(markdown.split_lines(held or "")):
                bare = plain(line.rstrip("\r\n"))
                if not bare or line.startswith("#") or mark_of(line) or not parse(bare):
                    continue
                said = with_subject(corrected, bare)
                if relation(said, bare) is Relation.CONTRADICTS:
                    return said
        return corrected.text


def _compared(text: str, said: Correction | None, old: str) -> tuple[Relation, bool]:
    """Return how a text stands to an old line, and whether that to the line as a whole."""
    denied = denial(said, _stated(old)) if said and said.negated else Denial.NONE
    kind = relation(text, _stated(old))
    if kind is Relation.OTHER and denied is not Denial.NONE:
        return Relation.CONTRADICTS, denied is Denial.WHOLE
    return kind, True


def _is_near(line: str, terms: tuple[str, ...]) -> bool:
    """Say whether a line holds the beginnings of half of the subject's words at least."""
    low = line.casefold()
    held = sum(term[:4].casefold() in low for term in terms)
    return 2 * held >= len(terms)


def lasts(path: str) -> bool:
    """Tell whether what a file says holds on, unlike a note of a day."""
    return layer_of(path) in EVERGREEN


def _stated(text: str) -> str:
    """Return what a line states, without a handbook's day and the words that mark a correction."""
    text = _DAY.sub("", text)
    corrected = correction(text)
    return corrected.text if corrected and not corrected.pronoun else text


def says(line: str, text: str) -> bool:
    """Tell whether a line as it stands is the one that was found."""
    return plain(_LINK.sub("", line.rstrip("\r\n"))) == plain(_LINK.sub("", text)) or (
        text in plain(line.rstrip("\r\n"))
    )
