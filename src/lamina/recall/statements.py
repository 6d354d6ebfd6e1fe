"""Write a line after comparing it with what is there: same, contradiction, correction.

What is said already is not written twice. A line that contradicts another is written to a daily
note and the other is shown; into pointer files, MEMORY.md and the knowledge base it goes only with
``replace`` (the old one is kept as superseded) or ``keep_both``. How lines are compared stands in
comparing.py.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from lamina.documents import markdown
from lamina.documents.fence import host_answer
from lamina.documents.kinds import Layer, layer_of
from lamina.errors import ContradictionError, EmptyTextError
from lamina.layers.claims.relation import Relation, correction, parse, relation, with_subject
from lamina.layers.draft import Spot
from lamina.layers.editor import UNTRUSTED, Written
from lamina.layers.facts import one_line
from lamina.layers.long_term import MORE
from lamina.layers.superseded import retire
from lamina.recall.comparing import EVERGREEN, Match, lasts, says
from lamina.search.chunker import plain

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from lamina.layers.daily import Daily
    from lamina.layers.draft import Draft
    from lamina.layers.editor import Editor
    from lamina.layers.facts import Facts
    from lamina.layers.knowledge import Knowledge
    from lamina.layers.long_term import LongTerm
    from lamina.recall.comparing import Comparing


class Statements:
    """Writes notes, facts, long-term lines and lessons, each compared with what is there."""

    def __init__(
        self,
        editor: Editor,
        comparing: Comparing,
        daily: Daily,
        facts: Facts,
        long_term: LongTerm,
        knowledge: Knowledge,
    ) -> None:
        self.editor = editor
        self.comparing = comparing
        self.daily = daily
        self.facts = facts
        self.long_term = long_term
        self.knowledge = knowledge

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
        said = self.comparing.resolved(corrected) if corrected else text
        found = self.comparing.matches(said, corrected)
        against = self.comparing.against(said, corrected, found)
        shown = [m for m in against if not (replaces or m.whole)]
        against = [m for m in against if m not in shown]
        same = self.comparing.same_note(said) or next(
            (m for m in found if m.relation is Relation.SAME and lasts(m.path)), None
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

    def is_written(self, text: str) -> bool:
        """Tell whether today's note, or a lasting file, says it already."""
        if self.comparing.same_note(text):
            return True
        return any(
            m.relation is Relation.SAME and lasts(m.path) for m in self.comparing.matches(text)
        )

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
        found += [m for m in self.comparing.matches(fact) if m.path not in {path, MORE}]
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
        found = [*self.comparing.in_file(path, text), *self.comparing.in_file(MORE, text)]
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
                found += [
                    m for m in self.comparing.matches(line) if layer_of(m.path) is Layer.KNOWLEDGE
                ]
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
        if same and layer_of(same.path) in EVERGREEN:
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
                if match.line <= len(lines) and says(lines[match.line - 1], match.text):
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


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _warned(written: Written, against: list[Match]) -> Written:
    notes = [
        f"this contradicts {m.place}{f' ({m.date})' if m.date else ''}: {m.text!r}; if the new one "
        "holds now, repeat with --replace"
        for m in against
    ]
    return replace(written, notes=(*written.notes, *notes)) if notes else written
