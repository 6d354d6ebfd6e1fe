"""What of a session is no memory: quiet answers, life-cycle notices, echoes, the same said again.

Pure. Nothing a person stated goes without being counted: what is the same says how often it was
seen, what repeats a recalled line names the line's source.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, replace
from datetime import timedelta
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from lamina.documents.fence import host_answer
from lamina.layers.claims.relation import Relation, relation
from lamina.recall.machine import why as machine
from lamina.recall.sentences import read_all
from lamina.search.words import query_terms
from lamina.sessions import noise_words as tables
from lamina.sessions.turns import Role

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from lamina.sessions.said import Said

_WITHIN = timedelta(minutes=30)
QUIET, LIFE_CYCLE, ECHO = "quiet answer", "life cycle", "echo"
_NOTICE = 120  # characters of a life-cycle notice, at most
_LEAST = 2  # telling words that two lines share
_SHARE = 0.6  # of the telling words of the longer one
_SPELT = 84  # of 100: two spellings of one word
_HAN_ALIKE = 70  # of 100: two sentences in a script without blanks
_REPEATED = 88  # of 100: a sentence that repeats a recalled line
_TELLING = 12  # characters that such a line has


@dataclass(frozen=True, slots=True)
class Sifted:
    """What is left, and how much went for which reason."""

    said: tuple[Said, ...]
    counts: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Seen:
    """A message, and how often it was said in other words."""

    said: Said
    count: int = 1

    @property
    def text(self) -> str:
        """Its words, with how often they were seen."""
        return f"{self.said.text} (seen ×{self.count})" if self.count > 1 else self.said.text


@dataclass(frozen=True, slots=True)
class Echo:
    """Words of the agent that repeat a line it had been given."""

    source: str  # the line's citation
    text: str
    record: int


@dataclass(frozen=True, slots=True)
class Own:
    """What an agent said by itself, and what it only repeated."""

    said: tuple[Said, ...]
    echoes: tuple[Echo, ...]


def why_noise(text: str) -> str:
    """Say why a text is nobody's memory; "" where it may be one."""
    if host_answer(text):
        return QUIET
    plain = " ".join(text.split())
    if len(plain) <= _NOTICE and _life_cycle().fullmatch(plain):
        return LIFE_CYCLE
    return machine(text)


def sift(said: Iterable[Said]) -> Sifted:
    """Leave out what is no memory, with counts."""
    kept: list[Said] = []
    counts: Counter[str] = Counter()
    for one in said:
        why = why_noise(one.text)
        if why:
            counts[why] += 1
        else:
            kept.append(one)
    return Sifted(tuple(kept), dict(counts))


def merged(said: Sequence[Said], *, within: timedelta = _WITHIN) -> list[Seen]:
    """Make one of messages that say the same in other words, within a time of the latest of them.

    Numbers, names and "not" have to agree, and neither may hold a telling word that the other
    replaces by another: "the red car" and "the blue car" stay two.
    """
    found: list[_Group] = []
    for one in said:
        line = _line_of(one.text)
        group = next((g for g in reversed(found) if g.near(one, within) and g.says(line)), None)
        if group:
            group.take(one, line)
        else:
            found.append(_Group(one, line))
    return [Seen(group.first, group.count) for group in found]


def says_same(one: str, other: str) -> bool:
    """Tell whether two texts say the same in other words."""
    return _line_of(one).says(_line_of(other))


def own_words(said: Sequence[Said], recalled: Sequence[tuple[str, str]]) -> Own:
    """Take out of the agent's messages what it only repeats of the lines a recall returned.

    ``recalled``: their citations and texts.
    """
    lines = [
        (source, piece.low)
        for source, text in recalled
        for piece in read_all([text])[0]
        if len(piece.low) >= _TELLING
    ]
    kept: list[Said] = []
    echoes: list[Echo] = []
    for one in said:
        if one.role is not Role.ASSISTANT or not lines:
            kept.append(one)
            continue
        mine: list[str] = []
        for sentence in read_all([one.text])[0]:
            source = next((s for s, low in lines if _repeats(sentence.low, low)), "")
            if source:
                echoes.append(Echo(source, sentence.shown, one.record))
            else:
                mine.append(sentence.shown)
        whole = not any(echo.record == one.record for echo in echoes)
        if whole:
            kept.append(one)
        elif mine:
            kept.append(replace(one, text=" ".join(mine)))
    return Own(tuple(kept), tuple(echoes))


_ENDS = " .!?。！？…"


def _repeats(sentence: str, line: str) -> bool:
    """Tell whether a sentence is a recalled line again, to the letter or nearly so."""
    from rapidfuzz import fuzz

    if line.strip(_ENDS) in sentence:
        return True
    if _numbers(sentence) != _numbers(line) or _nots(sentence) != _nots(line):
        return False
    return fuzz.ratio(sentence, line) >= _REPEATED


# --- the same in other words ---


@dataclass(frozen=True, slots=True)
class _Line:
    """What of a message has to agree."""

    text: str
    terms: frozenset[str]
    numbers: tuple[str, ...]
    nots: int
    names: frozenset[str]
    han: str

    @classmethod
    def of(cls, text: str) -> _Line:
        """Read a message."""
        low = text.lower().replace("ё", "е")
        plain = _generic().sub(" ", low)
        return cls(
            " ".join(low.split()),
            frozenset(term.text for term in query_terms(plain)),
            _numbers(low),
            _nots(low),
            frozenset(word.lower() for word in _NAME.findall(text)),
            "".join(_HAN.findall(plain)),
        )

    def says(self, other: _Line) -> bool:
        """Tell whether two messages say the same."""
        if self.text == other.text:
            return True
        if self.numbers != other.numbers or self.nots != other.nots:
            return False
        if self.names - other.names and other.names - self.names:
            return False
        if self.han or other.han:
            alike = _same_han(self.han, other.han)
        else:
            alike = _same_terms(self.terms, other.terms)
        if not alike or _opposed(self.text, other.text):
            return False
        return relation(self.text, other.text) is not Relation.CONTRADICTS


@lru_cache(maxsize=4096)
def _line_of(text: str) -> _Line:
    return _Line.of(text)


class _Group:
    """Messages that say the same."""

    def __init__(self, first: Said, line: _Line) -> None:
        self.first, self.line, self.count, self.latest = first, line, 1, first.at

    def near(self, one: Said, within: timedelta) -> bool:
        """Say whether a message comes soon enough after these, from the same side."""
        if one.role is not self.first.role or one.origin is not self.first.origin:
            return False
        return self.latest is None or one.at is None or abs(one.at - self.latest) <= within

    def says(self, line: _Line) -> bool:
        """Say whether a message says the same as these."""
        return self.line.says(line)

    def take(self, one: Said, line: _Line) -> None:
        """Count a message; the one that says most stands for all."""
        self.count += 1
        self.latest = one.at or self.latest
        if len(line.terms) > len(self.line.terms):
            self.first, self.line = one, line


def _same_terms(a: frozenset[str], b: frozenset[str]) -> bool:
    from rapidfuzz import fuzz

    small, large = sorted((a, b), key=len)
    shared = small & large
    left = [
        term
        for term in small - shared
        if not any(fuzz.ratio(term, other) >= _SPELT for other in large - shared)
    ]
    return not left and len(small) >= max(_LEAST, _SHARE * len(large))


def _same_han(a: str, b: str) -> bool:
    from rapidfuzz import fuzz

    small, large = sorted((set(a), set(b)), key=len)
    return small <= large and len(small) > _LEAST and fuzz.token_ratio(a, b) >= _HAN_ALIKE


_HAN = re.compile(r"[\u3400-\u9fff]")
_NUMBER = re.compile(r"\d+(?:[.,:]\d+)*")
_NAME = re.compile(r"(?<=[a-zа-яß,;] )[A-ZÄÖÜА-Я][\w-]+|\b\w*[a-z][A-Z]\w*|\b\w+[_/]\w+")


def _opposed(one: str, other: str) -> bool:
    """Tell whether one line has a word where the other has its opposite."""
    mine, theirs = (
        set(re.findall(r"[\u3400-\u9fff]|[^\W\u3400-\u9fff]+", t)) for t in (one, other)
    )
    return any({a, b} <= mine ^ theirs and (a in mine) != (b in mine) for a, b in tables.OPPOSED)


def _numbers(text: str) -> tuple[str, ...]:
    return tuple(sorted(_NUMBER.findall(text)))


def _nots(text: str) -> int:
    return len(_not().findall(text))


@cache
def _not() -> re.Pattern[str]:
    return re.compile(tables.NOT)


@cache
def _generic() -> re.Pattern[str]:
    return re.compile(tables.GENERIC)


@cache
def _life_cycle() -> re.Pattern[str]:
    return re.compile(tables.LIFE_CYCLE, re.IGNORECASE)
