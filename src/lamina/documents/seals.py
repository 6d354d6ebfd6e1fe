"""Recognise what was forgotten without keeping it: salted hashes of lines, words and claims. Pure.

A seal is the keyed hash of what a line says, of some words wherever they stand, or of a claim's
key; the key (salt) is drawn at random for each workspace. A short text can still be tried out by
whoever has both: a seal hides what was forgotten from readers, not from somebody who guesses it.
"""

from __future__ import annotations

import hashlib
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

from lamina.documents.markdown import split_lines
from lamina.documents.needles import saying, tokens

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


class Kind(StrEnum):
    """What a seal is of."""

    LINE = "line"  # all that a line says
    WORDS = "words"  # words that follow each other, wherever they stand
    CLAIM = "claim"  # the key of a claim
    DAYS = "days"  # no hash: the first and the last day, which say nothing of what was on them


class Seal(NamedTuple):
    """What tells a forgotten thing; ``size``: of words, how many tokens."""

    kind: str
    mac: str
    size: int
    salt: str


class Seals:
    """The seals of a workspace, asked whether a text was forgotten."""

    def __init__(self, rows: Iterable[tuple[Seal, str]] = ()) -> None:
        """``rows``: each seal, and the day on which it was made."""
        self._days: dict[tuple[str, str], str] = {}
        self._sizes: dict[str, set[int]] = {}  # of words, by salt
        self._ranges: list[tuple[str, str, str]] = []
        for seal, day in rows:
            sizes = self._sizes.setdefault(seal.salt, set())
            if seal.kind == Kind.DAYS:
                first, _, last = seal.mac.partition("/")
                self._ranges.append((first, last, day))
                continue
            self._days[seal.kind, seal.mac] = day
            if seal.kind == Kind.WORDS:
                sizes.add(seal.size)

    def __bool__(self) -> bool:
        return bool(self._days or self._ranges)

    @property
    def has_days(self) -> bool:
        """Whether whole days were forgotten."""
        return bool(self._ranges)

    def of(self, text: str, day: str = "") -> str:
        """Return the day on which a text, or what is of a day, was forgotten; empty: it was not."""
        if not self:
            return ""
        made = next(
            (made for first, last, made in self._ranges if day and first <= day <= last), ""
        )
        found = (self._days.get(one) for one in self._keys(text))
        return made or next(filter(None, found), "")

    def of_claim(self, key: str) -> str:
        """Return the day on which a claim was forgotten; empty: it was not."""
        found = (self._days.get(one) for one in self.hit_by_claim(key))
        return next(filter(None, found), "")

    def hit_by(self, text: str) -> set[tuple[str, str]]:
        """Return the kinds and hashes of the seals that know a text."""
        return {key for key in self._keys(text) if key in self._days}

    def hit_by_claim(self, key: str) -> set[tuple[str, str]]:
        """Return the same for the key of a claim."""
        keys = ((str(Kind.CLAIM), mac(salt, key)) for salt in self._sizes)
        return {one for one in keys if one in self._days}

    def _keys(self, text: str) -> Iterator[tuple[str, str]]:
        lines = split_lines(text)
        said = tokens(text)
        whole = {" ".join(saying(one)) for one in ([text, *lines] if len(lines) > 1 else [text])}
        for salt, sizes in self._sizes.items():
            for one in whole:
                if one:
                    yield str(Kind.LINE), mac(salt, one)
            for size in sizes:
                for at in range(len(said) - size + 1):
                    yield str(Kind.WORDS), mac(salt, " ".join(said[at : at + size]))


def seal_line(salt: str, text: str) -> Seal:
    """Return the seal of a line, or of several that were one paragraph."""
    said = saying(text)
    return Seal(Kind.LINE, mac(salt, " ".join(said)), len(said), salt)


def seal_words(salt: str, words: tuple[str, ...]) -> Seal:
    """Return the seal of words."""
    return Seal(Kind.WORDS, mac(salt, " ".join(words)), len(words), salt)


def seal_claim(salt: str, key: str) -> Seal:
    """Return the seal of a claim's key."""
    return Seal(Kind.CLAIM, mac(salt, key), 0, salt)


def mac(salt: str, text: str) -> str:
    """Return the keyed hash of a text."""
    data = text.encode("utf-8", "surrogatepass")
    return hashlib.blake2b(data, key=salt.encode(), digest_size=16).hexdigest()
