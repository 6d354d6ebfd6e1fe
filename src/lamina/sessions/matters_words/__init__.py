"""The words that tell what is open in a talk, or that it is so no more: a table for each language.

Written as ``recall/unwritten_words`` are; ``<name>`` may also stand for one of their entries.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING

from lamina.recall.unwritten_words import compiled
from lamina.recall.unwritten_words import table as words_of_exchanges

if TYPE_CHECKING:
    import re


@cache
def pattern(language: str, name: str) -> re.Pattern[str]:
    """Compile an entry of a language; it is for text in lower case, with е for ё."""
    return compiled(language, name, words_of_exchanges(language) | table(language))


@cache
def table(language: str) -> dict[str, str]:
    """Return the entries of a language."""
    words: dict[str, str] = import_module(f"{__name__}.{language}").WORDS
    return words
