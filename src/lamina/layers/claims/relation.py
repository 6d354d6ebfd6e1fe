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


_CODE = re.compile(r"[/\\_*+=<>$^~|@#]|^-|\w\.\w|[a-z][A-Z]|\d[A-Za-z]|[A-Za-z]\d")
_ARTICLE = re.compile(  # with its noun: the case says what that does, not the order
    r"\b(?:the|an?|der|die|das|dem|den|des|eine?[mnrs]?|zum|zur|im|am|vom|beim)\s+[^\W\d_]+",
    re.IGNORECASE,
)
_SIGNED = re.compile(r"(?<![\w.])[-−–—]\d")
_ENDS = ".,;:!?。，；：！？\"'()[]«»„“”"


def _alike_to_the_letter(new: str, old: str) -> bool:
    """Say whether what carries meaning by its order, case or sign is the same in two lines.

    Names and figures have to come in the same order (who owes whom), what looks like code has to
    be spelt alike, and so have signs.
    """
    if _spelt_apart(new, old) or len(_SIGNED.findall(new)) != len(_SIGNED.findall(old)):
        return False
    words = [re.findall(r"[^\W\d_]+", _ARTICLE.sub(" ", text)) for text in (new, old)]
    names = {w.casefold() for found in words for w in found[1:] if w[:1].isupper()}
    orders = [[w.casefold() for w in found if w.casefold() in names] for found in words]
    if len(orders[0]) > 1 and orders[0] != orders[1] and sorted(orders[0]) == sorted(orders[1]):
        return False
    han = ["".join(re.findall(r"[\u3400-\u9fff]", text)) for text in (new, old)]
    return han[0] == han[1] or sorted(han[0]) != sorted(han[1])


def _spelt_apart(new: str, old: str) -> bool:
    """Say whether a word that looks like code stands in both lines, spelt differently."""
    tokens = [{word for one in t.split() if (word := one.strip(_ENDS))} for t in (new, old)]
    for mine, others in (tokens, tokens[::-1]):
        for code in mine - others:
            key = _letters(code)
            if key and _CODE.search(code) and any(_letters(other) == key for other in others):
                return True
    return False


def _letters(code: str) -> str:
    return "".join(filter(str.isalnum, code)).casefold()


def relation(new: str, old: str) -> Relation:
    """Tell whether a line says the same as an old one, contradicts it, or neither."""
    one, two = statement(new), statement(old)
    certain = _alike_to_the_letter(one, two)
    if fold(one) == fold(two) and (one or fold(new) == fold(old)):
        return Relation.SAME if certain and re.search(r"\w", new) else Relation.OTHER
    if certain and same(read(one), read(two)):
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
