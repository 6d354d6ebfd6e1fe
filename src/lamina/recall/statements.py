"""Write a line after comparing it with what is there: same, contradiction, correction.

What is said already is not written twice. A line that contradicts another is written to a daily
note and the other is shown; into pointer files, MEMORY.md and the knowledge base it goes only with
``replace`` (the old one is kept as superseded) or ``keep_both``. No model: see layers/claims.py.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from lamina.documents import markdown
from lamina.documents.fence import host_answer
from lamina.documents.kinds import Layer, date_of, layer_of
from lamina.errors import ContradictionError, EmptyTextError
from lamina.layers.claims.denial import Denial, denial
from lamina.layers.claims.relation import (
    Relation,
    correction,
    parse,
    relation,
    subject_terms,
    with_subject,
)
from lamina.layers.editor import UNTRUSTED, Spot, Written
from lamina.layers.facts import one_line
from lamina.layers.long_term import MORE
from lamina.layers.superseded import mark_of, retire
from lamina.search.answers import Request
from lamina.search.chunker import plain
from lamina.search.filling import citation

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from lamina.layers.claims.relation import Correction
    from lamina.layers.daily import Daily
    from lamina.layers.editor import Draft, Editor
    from lamina.layers.facts import Facts
    from lamina.layers.knowledge import Knowledge
    from lamina.layers.long_term import LongTerm
    from lamina.search.searcher import Searcher

_NEAREST = 40  # lines about the subject that are compared
_EVERGREEN = frozenset({Layer.MEMORY, Layer.SUBJECT, Layer.PROJECT, Layer.AGENT, Layer.KNOWLEDGE})
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


class Statements:
    """Writes notes, facts, long-term lines and lessons, each compared with what is there."""

    def __init__(
        self,
        editor: Editor,
        searcher: Searcher,
        daily: Daily,
        facts: Facts,
        long_term: LongTerm,
        knowledge: Knowledge,
        *,
        session: str = "main",
        reads: tuple[str, ...] = (),
    ) -> None:
        """Take the parts.

        Args:
            editor: what writes.
            searcher: over words only; a model would make every note wait.
            daily: today's note.
            facts: pointer files.
            long_term: MEMORY.md.
            knowledge: the knowledge base.
            session: the kind of session, which is told of no line that it may not see.
            reads: the files it may see; empty: all its kind may.
        """
        self.editor = editor
        self.searcher = searcher
        self.daily = daily
        self.facts = facts
        self.long_term = long_term
        self.knowledge = knowledge
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
            if hit.layer not in {*_EVERGREEN, Layer.DAILY, Layer.ACTIVE, Layer.TOPIC}:
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

    def remember(self, text: str, *, replaces: bool = False) -> Written:
        """Write one line into today's note, unless it stands there; show what it contradicts.

        A line worded as a correction ("actually, it is …") replaces what it corrects by itself.
        """
        if not text.strip():
            raise EmptyTextError("What to remember")
        if host_answer(text):
            note = "it is a host's quiet answer and nobody's memory: nothing was written"
            path = self.daily.path_for(self.editor.today)
            return Written(path, 0, 0, text.strip(), 0, notes=(note,))
        if len(text.splitlines()) > 1:
            return self.daily.remember(text)
        corrected = correction(text)
        said = self._resolved(corrected) if corrected else text
        found = self.matches(said, corrected)
        against = self._against(said, corrected, found)
        shown = [m for m in against if not (replaces or m.whole)]
        against = [m for m in against if m not in shown]
        same = self._same_note(said) or next(
            (m for m in found if m.relation is Relation.SAME and _lasts(m.path)), None
        )  # an older note may tell of another time
        if same and not (against and (replaces or corrected)):
            return self._there(same)
        if not against or not (replaces or corrected):
            written = _warned(self.daily.remember(text), [*against, *shown])
            if replaces:
                nothing = "nothing was found that it contradicts"
                written = replace(written, notes=(*written.notes, nothing))
            return written
        line = said if corrected and corrected.pronoun else text  # else: as it was said

        def work(draft: Draft) -> Spot:
            if same:
                return Spot(same.path, same.line, same.line)
            return self.daily.add_line(draft, line)

        return _warned(self._replace("remember", work, against, said, by=line), shown)

    def _against(
        self, said: str, corrected: Correction | None, found: Iterable[Match]
    ) -> list[Match]:
        """Return what a note contradicts: what was found, and every line of today's note."""
        path = self.daily.path_for(self.editor.today)
        near = subject_terms(said)
        today = self._in_file(path, said, near, corrected) if near else []
        against = [m for m in (*found, *today) if m.relation is Relation.CONTRADICTS]
        return list({(m.path, m.line): m for m in against}.values())

    def is_written(self, text: str) -> bool:
        """Tell whether today's note, or a lasting file, says it already."""
        if self._same_note(text):
            return True
        return any(m.relation is Relation.SAME and _lasts(m.path) for m in self.matches(text))

    def fact(
        self,
        subject: str,
        fact: str,
        *,
        reference: str = "",
        replaces: bool = False,
        keep_both: bool = False,
    ) -> Written:
        """Add a fact to a pointer file: never twice, never against another without a word."""
        path = self.facts.path_for(subject)
        fact, corrects = self._plainly(fact, [known.text for known in self.facts.list(subject)])
        replaces = replaces or corrects
        mine = [
            Match(relation(fact, known.text), path, known.line, known.text, "")
            for known in self.facts.list(subject)
        ]
        found = [m for m in mine if m.relation is not Relation.OTHER]
        found += [m for m in self.matches(fact) if m.path not in {path, MORE}]
        said_here = next((m for m in mine if m.relation is Relation.SAME), None)
        if reference and said_here:
            return self.editor.write(
                "fact add", lambda draft: self.facts.link(draft, path, said_here.line, reference)
            )
        if reference:  # the pointer is wanted here, wherever else it is said
            found = [m for m in found if m.relation is not Relation.SAME]
        return self._checked(
            "fact add",
            lambda draft: self.facts.put(draft, subject, fact, reference=reference),
            fact,
            found,
            replaces=replaces,
            keep_both=keep_both,
        )

    def long_term_line(
        self, text: str, *, section: str = "", replaces: bool = False, keep_both: bool = False
    ) -> Written:
        """Add a line to MEMORY.md: never twice, never against another without a word."""
        path = self.long_term.path(self.editor.draft())
        held = self.editor.files.read(path) or ""
        text, corrects = self._plainly(text, [plain(line) for line in held.splitlines()])
        replaces = replaces or corrects
        found = [*self._in_file(path, text), *self._in_file(MORE, text)]
        return self._checked(
            "core add",
            lambda draft: self.long_term.put(draft, text, section),
            text,
            found,
            replaces=replaces,
            keep_both=keep_both,
        )

    def learn(
        self,
        keyword: str,
        text: str,
        *,
        source: str = "",
        consent: str = "",
        more: bool = False,
        replaces: bool = False,
        keep_both: bool = False,
    ) -> Written:
        """Write a knowledge entry whose lines are compared with what is known."""
        found: list[Match] = []
        for line in text.splitlines():
            if line.strip() and not line.lstrip().startswith("#"):
                found += [m for m in self.matches(line) if layer_of(m.path) is Layer.KNOWLEDGE]
        against = [m for m in found if m.relation is Relation.CONTRADICTS]
        return self._checked(
            "learn",
            lambda draft: self.knowledge.put(draft, keyword, text, source, consent, more=more),
            text.strip().splitlines()[0] if text.strip() else "",
            against,
            replaces=replaces,
            keep_both=keep_both,
            origin=UNTRUSTED if source else "",
        )

    def _plainly(self, text: str, lines: list[str]) -> tuple[str, bool]:
        """Return a line as it can stand by itself, and whether it was worded as a correction.

        What a correction leaves out comes from the line it contradicts.
        """
        corrected = correction(text)
        if corrected is None or corrected.negated:
            return text, False
        for line in reversed(lines):
            said = with_subject(corrected, line) if line and parse(line) else ""
            if said and relation(said, line) is Relation.CONTRADICTS:
                return _capital(said), True
        return (text, False) if corrected.pronoun else (_capital(corrected.text), True)

    def _checked(
        self,
        command: str,
        work: Callable[[Draft], Spot],
        said: str,
        found: Iterable[Match],
        *,
        replaces: bool,
        keep_both: bool,
        origin: str = "",
    ) -> Written:
        found = list(found)
        same = next((m for m in found if m.relation is Relation.SAME), None)
        if same and layer_of(same.path) in _EVERGREEN:
            return self._there(same)
        against = [m for m in found if m.relation is Relation.CONTRADICTS]
        if not against or keep_both:
            return self.editor.write(command, work, origin=origin)
        if replaces:
            return self._replace(command, work, against, said, origin=origin)
        first = against[0]
        raise ContradictionError(one_line(said), first.text, first.place, first.date)

    def _replace(
        self,
        command: str,
        work: Callable[[Draft], Spot],
        against: list[Match],
        said: str,
        by: str = "",
        *,
        origin: str = "",
    ) -> Written:
        """Write a line and mark those it takes the place of, as one change."""

        def both(draft: Draft) -> Spot:
            for match in sorted(against, key=lambda m: (m.path, -m.line)):
                lines = markdown.split_lines(draft.read(match.path) or "")
                if match.line <= len(lines) and _says(lines[match.line - 1], match.text):
                    left = retire(draft, match.path, match.line, by=by or said)
                    if left and command == "remember":  # what holds now stands where it stood
                        at = match.line - 1
                        draft.splice(match.path, at, at, f"- {one_line(said)}\n")
                    draft.notes.append(f"superseded: {match.place} {match.text!r}")
            return work(draft)

        return self.editor.write(command, both, origin=origin)

    def _there(self, match: Match) -> Written:
        note = f"it is written already: {match.place}"
        return Written(match.path, match.line, match.line, match.text, 0, notes=(note,))

    def _same_note(self, text: str) -> Match | None:
        """Return the line of today's note that says the same."""
        path = self.daily.path_for(self.editor.today)
        words = tuple(re.findall(r"\w{3,}", text)) or (text,)
        found = self._in_file(path, text, words)
        return next((m for m in found if m.relation is Relation.SAME), None)

    def _in_file(
        self, path: str, text: str, near: tuple[str, ...] = (), said: Correction | None = None
    ) -> list[Match]:
        """Compare with every line of one file, or with those that share half of some words."""
        held = self.editor.files.read(path)
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

    def _resolved(self, corrected: Correction) -> str:
        """Return a correction with what it leaves out, taken from what was stated last."""
        for back in range(2):
            path = self.daily.path_for(self.editor.today - timedelta(days=back))
            held = self.editor.files.read(path)
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


def _lasts(path: str) -> bool:
    return layer_of(path) in _EVERGREEN


def _stated(text: str) -> str:
    """Return what a line states, without a handbook's day and the words that mark a correction."""
    text = _DAY.sub("", text)
    corrected = correction(text)
    return corrected.text if corrected and not corrected.pronoun else text


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _says(line: str, text: str) -> bool:
    return plain(_LINK.sub("", line.rstrip("\r\n"))) == plain(_LINK.sub("", text)) or (
        text in plain(line.rstrip("\r\n"))
    )


def _warned(written: Written, against: list[Match]) -> Written:
    notes = [
        f"this contradicts {m.place}{f' ({m.date})' if m.date else ''}: {m.text!r}; if the new one "
        "holds now, repeat with --replace"
        for m in against
    ]
    return replace(written, notes=(*written.notes, *notes)) if notes else written
