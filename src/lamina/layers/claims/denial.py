"""Tell which old line a correction calls wrong where it names both values: "B, not A". Pure.

Two values of which one is denied are a stronger sign than two that merely differ: a line that
says A about the same is meant, however else it is put. Whether it is wrong as a whole depends on
what else it says: "14 December" may go, "14 December with Dr. Meier" is shown to whoever wrote.
"""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

from lamina.layers.claims import verbs
from lamina.layers.claims import words as tables
from lamina.layers.claims.corrections import affirmed
from lamina.layers.claims.parser import reading
from lamina.layers.claims.reader import read, statement
from lamina.layers.claims.tokens import Kind, Word

if TYPE_CHECKING:
    from collections.abc import Iterable

    from lamina.layers.claims.corrections import Correction

_EMPTY = frozenset({Kind.MARK, Kind.PREPOSITION, Kind.NOT, Kind.SIGN})
_STEM = 4  # letters that forms of a word share


class Denial(StrEnum):
    """What a correction that denies a value does to an old line."""

    WHOLE = "whole"  # the old line says nothing but what is denied
    PART = "part"  # it says more beside it
    NONE = "none"


def denial(said: Correction, old: str) -> Denial:
    """Tell whether an old line says, of the same, what a correction denies."""
    claim = reading(said.text)
    denied = _telling(read(said.negated).words)
    topic = _telling(claim.topic) if claim else []
    if claim is None or not denied or not topic or "?" in said.text:
        return Denial.NONE
    line = read(affirmed(statement(old)))
    if any(w.kind is Kind.NOT or w.key == "?" or w.text in tables.UNSURE for w in line.words):
        return Denial.NONE
    held = _telling(line.words)
    value = [word for word in _telling(claim.value) if not _in(word, denied)]
    named = [word for word in topic if _in(word, held)]
    if not value or all(_in(word, held) for word in value):
        return Denial.NONE  # it tells of both: of the change itself
    if not all(_in(word, held) for word in denied) or 2 * len(named) < len(topic) or not named:
        return Denial.NONE
    kinds = {word.kind for word in value} - {Kind.WORD, Kind.NAME}
    more = [w for w in held if not _in(w, [*topic, *denied]) and w.kind not in kinds]
    return Denial.PART if more or len(named) < len(topic) else Denial.WHOLE


def _telling(words: Iterable[Word]) -> list[Word]:
    """Return the words that say something: no verbs that only join, no signs, no "now"."""
    return [
        word
        for word in words
        if word.kind not in _EMPTY
        and word.end > word.start
        and word.text not in tables.NEWEST | tables.OPTIONAL | tables.PRONOUNS
        and word.text not in verbs.VERBS
    ]


def _in(word: Word, others: Iterable[Word]) -> bool:
    return any(_alike(word, other) for other in others)


def _alike(one: Word, other: Word) -> bool:
    if one.key == other.key or one.text == other.text:
        return True
    plain = one.kind in {Kind.WORD, Kind.NAME} and other.kind in {Kind.WORD, Kind.NAME}
    shared = max(_STEM, min(len(one.text), len(other.text)) - 2)
    return plain and len(one.text) >= _STEM and one.text[:shared] == other.text[:shared]
