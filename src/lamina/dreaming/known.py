"""What the core files say already: the user's own lines, and promoted entries by key."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from lamina.documents import markdown
from lamina.documents.kinds import CORE_FILES
from lamina.dreaming import promotions
from lamina.dreaming.changed import changes
from lamina.errors import PathError
from lamina.layers.claims.relation import Relation, relation
from lamina.layers.long_term import PATH as MEMORY
from lamina.layers.long_term import path_in
from lamina.search.chunker import plain
from lamina.search.words import terms

if TYPE_CHECKING:
    from lamina.dreaming.candidates import Candidate
    from lamina.layers.draft import Draft
    from lamina.storage.index_judged import Judged

_AGAINST = Relation.CONTRADICTS
ALIKE = 0.8  # of the terms of two lines: they say the same


class Line(NamedTuple):
    """What a core file says somewhere."""

    said: str
    place: str


class Known:
    """What the core files say: lines of the user, and promoted entries by key."""

    def __init__(self, draft: Draft, judged: Judged) -> None:
        self.judged = judged
        self.path = path_in(draft.read)
        text = draft.read(self.path) or ""
        self.entries = promotions.read(text)
        self.promoted = {one.key for one in self.entries}
        taken = {n for one in self.entries for n in range(one.start, one.end)}
        self.lines = [line for n, line in enumerate(_said(self.path, text)) if n not in taken]
        for name in CORE_FILES:
            if name != MEMORY:
                try:
                    self.lines += _said(name, draft.read(name) or "")
                except PathError:
                    continue
        self.lines = [line for line in self.lines if any(map(str.isalnum, line.said))]

    def same(self, text: str, *, replaces: str = "") -> Line | None:
        """Return the line that says the same, if there is one, beside the one it replaces."""
        promoted = (
            Line(one.text, f"{self.path}#L{one.start + 2}")
            for one in self.entries
            if one.key != replaces
        )
        lines = [*self.lines, *promoted]
        return next((line for line in lines if self.says_same(text, line.said)), None)

    def against(self, text: str) -> Line | None:
        """Return the user's own line that says otherwise, if there is one."""
        found = (one for one in self.lines if self.judged.of(relation, text, one.said) == _AGAINST)
        return next(found, None)

    def replaced_by(self, candidate: Candidate) -> str:
        """Return the key of the promoted entry that a newer fact changes, or nothing."""
        noted = max(map(str, candidate.note_days), default="")
        return next(
            (
                one.key
                for one in self.entries
                if noted > day_of(one) and self.judged.of(changes, candidate.text, one.text)
            ),
            "",
        )

    def says_same(self, one: str, other: str) -> bool:
        """Tell whether two lines say the same, in other words too."""
        left, right = _terms(one), _terms(other)
        if not left & right:
            return False
        return alike(one, other) or self.judged.of(relation, one, other) == Relation.SAME


def _said(name: str, text: str) -> list[Line]:
    """Return every line of a file as it reads, with its place."""
    return [
        Line(plain(line), f"{name}#L{number}")
        for number, line in enumerate(markdown.split_lines(text), start=1)
    ]


def day_of(entry: promotions.Promoted) -> str:
    """Return the day of the note an entry comes from, else that of its promotion."""
    match = re.search(r"\d{4}-\d\d-\d\d", entry.source)
    return match[0] if match else entry.day


def alike(one: str, other: str) -> bool:
    """Tell whether two lines have nearly all of their words in common."""
    left, right = _terms(one), _terms(other)
    return bool(left) and len(left & right) >= ALIKE * len(left | right)


@lru_cache(1 << 12)
def _terms(text: str) -> frozenset[str]:
    return frozenset(terms(text))
