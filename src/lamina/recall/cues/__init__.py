"""The words that speak for looking into memory, or against it: a table for each language.

A table has an entry for each cue. An entry holds alternatives of a regular expression in lower
case, a few on each line (a new line stands for |): ``~`` is the rest of a word, ``..`` a gap of up
to five words (in Chinese of up to eight characters), ``<what>`` the entry ``_what`` of the same
table. Nothing in them repeats without a bound except within a word. ``message`` reads a message
with them, ``names`` finds what it names.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from importlib import import_module
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from lamina.recall.cues.beginnings import beginnings

if TYPE_CHECKING:
    from collections.abc import Mapping

LANGUAGES = ("en", "de", "ru", "zh", "other", "joined")
HAN, JOINED, OTHER = "zh", "joined", "other"
_GAP = r"(?:[^\w\n]{1,3}\w+){0,5}?[^\w\n]{1,3}"
_GAP_JOINED = r"[^\n。！？?!]{0,8}?"
_WORD = re.compile(r"(?<![\w-])\w+")
_NOTHING = re.compile(r"(?!)")


def pattern(language: str, cue: str, text: str) -> re.Pattern[str]:
    """Return what finds a cue of a language in this text; it may only be used on parts of it.

    Where the table has no entry, or the text nothing that a match begins with, it finds nothing.
    """
    begun = _beginnings(language, cue)
    return compiled(language, cue) if begun is None or begun.stand_in(text) else _NOTHING


@cache
def compiled(language: str, cue: str) -> re.Pattern[str]:
    """Return what finds a cue of a language in any text."""
    table = _table(language)
    if cue not in table:
        return _NOTHING
    words = _alternatives(table[cue])
    while part := re.search(r"<([a-z]+)>", words):
        words = words.replace(part[0], f"(?:{_alternatives(table['_' + part[1]])})")
    if language in {HAN, JOINED}:
        return re.compile(words.replace("..", _GAP_JOINED))
    words = words.replace(" .. ", _GAP).replace("~", r"\w*")
    return re.compile(rf"(?<![\w-])(?:{words})(?!\w)")


class _Beginnings(NamedTuple):
    """What the matches of a cue begin with."""

    words: Mapping[str, tuple[str, ...]] = MappingProxyType({})  # with what they begin
    starts: tuple[str, ...] = ()  # of words
    parts: tuple[str, ...] = ()  # of a text, anywhere

    def stand_in(self, text: str) -> bool:
        """Tell whether a text has one of them."""
        words, joined = _words(text)
        return (
            any(one in text for word in words & self.words.keys() for one in self.words[word])
            or any(start in joined for start in self.starts)
            or any(part in text for part in self.parts)
        )


@lru_cache(64)
def _words(text: str) -> tuple[frozenset[str], str]:
    """Return the words of a text, and all of them with a blank before each."""
    words = frozenset(_WORD.findall(text))
    return words, f" {' '.join(words)}"


@cache
def _beginnings(language: str, cue: str) -> _Beginnings | None:
    table = _table(language)
    if cue not in table:
        return _Beginnings()
    joined = language in {HAN, JOINED}
    found = beginnings(
        _alternatives(table[cue]),
        lambda name: _alternatives(table[f"_{name}"]),
        "" if joined else " ",
    )
    if found is None:
        return None
    if joined:
        return _Beginnings(parts=tuple(one.strip() for one in found))
    words: dict[str, tuple[str, ...]] = {}
    starts, parts = [], []
    for one in found:
        first = _WORD.match(one)
        if first is None:
            parts.append(one.strip())
        elif first[0] == one:
            starts.append(f" {one}")
        else:
            words[first[0]] = (*words.get(first[0], ()), one.strip())
    return _Beginnings(words, tuple(starts), tuple(parts))


@cache
def _table(language: str) -> dict[str, str]:
    words: dict[str, str] = import_module(f"{__name__}.{language}").WORDS
    return words


def _alternatives(entry: str) -> str:
    return "|".join(filter(None, map(str.strip, entry.split("\n"))))
