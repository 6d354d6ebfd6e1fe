"""The words that tell what is worth a note, or that nothing is: three tables for each language.

A line of an entry is a piece of a pattern; lines and ``|`` are alternatives, a line that begins
with ``+`` goes on with the one before. ``<name>`` stands for the entry ``_name`` of the language,
``..`` for some words between, ``~`` for any ending.
"""

from __future__ import annotations

import re
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

_PARTS = ("unsettled", "said", "answer")
_GAP = r"(?:[^\w\n]{1,3}[\w']+){0,6}?[^\w\n]{1,3}"
_HAN_GAP = r"[^，。！？；\n]{0,8}?"


@cache
def pattern(language: str, name: str) -> re.Pattern[str]:
    """Compile an entry of a language; it is for text in lower case, with е for ё."""
    return compiled(language, name, table(language))


def compiled(language: str, name: str, words_of: Mapping[str, str]) -> re.Pattern[str]:
    """Compile an entry of a table that is written like these."""
    words = _alternatives(words_of[name])
    while part := re.search(r"<([a-z]+)>", words):
        words = words.replace(part[0], f"(?:{_alternatives(words_of['_' + part[1]])})")
    if language == "zh":
        return re.compile(words.replace("..", _HAN_GAP))
    words = words.replace("ё", "е").replace(" .. ", _GAP).replace("~", r"\w*")
    return re.compile(rf"(?<![\w-])(?:{words})(?!\w)")


@cache
def table(language: str) -> dict[str, str]:
    """Return all entries of a language."""
    parts = (import_module(f"{__name__}.{language}_{part}") for part in _PARTS)
    return {name: words for part in parts for name, words in part.WORDS.items()}


def _alternatives(entry: str) -> str:
    lines = (line.strip().removeprefix("|") for line in entry.split("\n"))
    return "|".join(filter(None, lines)).replace("|+", "")
