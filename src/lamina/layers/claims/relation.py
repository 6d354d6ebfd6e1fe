"""Compare a line that is to be written with a line that is there: the same, contradicting, other.

No model, rules alone, for English, German, Russian and Chinese. A line is read as a claim: what it
is about (subject and attribute) and what it says of that (value). Two lines contradict when they
are about the same and their values exclude each other; they are the same when all their words
agree. In doubt they are neither: a user's line must not be lost to a likeness.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from lamina.layers.claims import words as tables
from lamina.layers.claims.conflict import contradict
from lamina.layers.claims.corrections import Correction, affirmed, correction, with_subject
from lamina.layers.claims.grammar import is_functional
from lamina.layers.claims.likeness import same
from lamina.layers.claims.parser import halves, keys_of, reading
from lamina.layers.claims.reader import read, statement
from lamina.layers.claims.tokens import Kind, Word, fold

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = [
    "Claim",
    "Correction",
    "Relation",
    "correction",
    "parse",
    "relation",
    "subject_terms",
    "with_subject",
]


class Relation(StrEnum):
    """How a new line stands to an old one."""

    SAME = "same"
    CONTRADICTS = "contradicts"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Claim:
    """What a line is about and what it says: 'The port of the NAS is 8080' -> nas, port, 8080."""

    subject: str
    attribute: str
    value: str


def parse(line: str) -> Claim | None:
    """Return what a line states, or None where that cannot be told."""
    found = reading(statement(line))
    if found is None or not found.topic or not found.value or "?" in keys_of(found.text.words):
        return None
    subject, attribute = halves(found)
    return Claim(_said(subject), _said(attribute), _said(found.value))


def relation(new: str, old: str) -> Relation:
    """Tell whether a line says the same as an old one, contradicts it, or neither."""
    one, two = statement(new), statement(old)
    if fold(one) == fold(two) and (one or fold(new) == fold(old)):
        return Relation.SAME if re.search(r"\w", new) else Relation.OTHER
    if same(read(one), read(two)):
        return Relation.SAME
    opposed = contradict(read(affirmed(one)), read(affirmed(two)))
    return Relation.CONTRADICTS if opposed else Relation.OTHER


def subject_terms(line: str) -> tuple[str, ...]:
    """Return words to find lines about the same with, the most telling first."""
    found = reading(statement(line))
    if found is None or parse(line) is None:
        return ()
    empty = tables.NEWEST | tables.OPTIONAL | tables.PRONOUNS
    words = [
        word
        for word in found.topic
        if word.start < word.end and word.kind in _TELLING and word.text not in empty
    ]
    words.sort(key=lambda word: (word.kind is not Kind.NAME, is_functional(word)))
    raw = (found.text.text[word.start : word.end] for word in words)
    return tuple(dict.fromkeys(re.sub(r"'s?$", "", term) for term in raw))


_TELLING = {Kind.WORD, Kind.NAME, Kind.LITERAL, Kind.NUMBER, Kind.DAY, Kind.DATE}


def _said(words: Iterable[Word]) -> str:
    return " ".join(word.text for word in words if word.kind is not Kind.MARK)
