"""The words that speak for looking into memory, or against it: a table for each language.

A table has an entry for each cue. An entry holds alternatives of a regular expression in lower
case, a few on each line (a new line stands for |): ``~`` is the rest of a word, ``..`` a gap of up
to five words (in Chinese of up to eight characters), ``<what>`` the entry ``_what`` of the same
table. Nothing in them repeats without a bound except within a word. ``message`` reads a message
with them, ``names`` finds what it names.
"""

from __future__ import annotations

import re
from functools import cache
from importlib import import_module

LANGUAGES = ("en", "de", "ru", "zh", "other", "joined")
HAN, JOINED, OTHER = "zh", "joined", "other"
_GAP = r"(?:[^\w\n]{1,3}\w+){0,5}?[^\w\n]{1,3}"
_GAP_JOINED = r"[^\n。！？?!]{0,8}?"
_NOTHING = r"(?!)"


@cache
def pattern(language: str, cue: str) -> re.Pattern[str]:
    """Return what finds a cue in a language; where the table has no entry, it finds nothing."""
    table = _table(language)
    if cue not in table:
        return re.compile(_NOTHING)
    words = _alternatives(table[cue])
    while part := re.search(r"<([a-z]+)>", words):
        words = words.replace(part[0], f"(?:{_alternatives(table['_' + part[1]])})")
    if language in {HAN, JOINED}:
        return re.compile(words.replace("..", _GAP_JOINED))
    words = words.replace(" .. ", _GAP).replace("~", r"\w*")
    return re.compile(rf"(?<![\w-])(?:{words})(?!\w)")


@cache
def _table(language: str) -> dict[str, str]:
    words: dict[str, str] = import_module(f"{__name__}.{language}").WORDS
    return words


def _alternatives(entry: str) -> str:
    return "|".join(filter(None, map(str.strip, entry.split("\n"))))
