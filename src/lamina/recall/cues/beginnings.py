"""What the alternatives of an expression begin with: plain text, told without compiling it. Pure.

A text that has none of the beginnings is not matched, and most cues are in no message: so most
expressions never have to be made ready. ``<what>`` is the entry ``_what`` of the table, ``~`` and
``..`` as in ``cues``.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_PLAIN = re.compile(r"[^\\\[\](){}?*+.^$|<>~]+")
_ENTRY = re.compile(r"<([a-z]+)>")
_MARK = re.compile(r"\\.|\[(?:\\.|[^\]\\])*\]|[()|]", re.DOTALL)
_MAYBE = ("?", "*", "{")  # after what may be missing


def beginnings(
    expression: str, entry: Callable[[str], str], after: str = ""
) -> frozenset[str] | None:
    """Return what every match begins with one of; None where that cannot be told.

    ``entry`` returns the expression of a name in pointed brackets, ``after`` is what follows this
    expression: a blank where it ends with a word.
    """
    found: set[str] = set()
    for alternative in _split(expression):
        own = _of_one(alternative, entry, after)
        if own is None:
            return None
        found |= own
    return frozenset(found)


def _of_one(alternative: str, entry: Callable[[str], str], after: str) -> set[str] | None:
    if plain := _PLAIN.match(alternative):
        text, rest = plain[0], alternative[plain.end() :] or after
        if rest.startswith(_MAYBE):
            text, rest = text[:-1], ""
        sure = text.rstrip()
        ends = sure != text or rest.startswith(" ")  # a blank, which may stand for a gap
        return {sure + " " * ends} if sure else None
    if alternative.startswith("(?:"):
        end = _closing(alternative)
        inner, rest = alternative[3:end], alternative[end + 1 :]
    elif named := _ENTRY.match(alternative):
        inner, rest = entry(named[1]), alternative[named.end() :]
    else:
        return None
    if not rest.startswith(_MAYBE):
        found = beginnings(inner, entry, rest or after)
        return None if found is None else set(found)
    own = beginnings(inner, entry)
    if own is None or not rest.startswith("?") or rest.startswith(("??", "?+")):
        return None
    others = _of_one(rest[1:], entry, after)
    return None if others is None else {*own, *others}


def _split(expression: str) -> Iterator[str]:
    """Yield the alternatives that stand in no brackets."""
    depth = start = 0
    for mark in _MARK.finditer(expression):
        depth += {"(": 1, ")": -1}.get(mark[0], 0)
        if mark[0] == "|" and not depth:
            yield expression[start : mark.start()]
            start = mark.end()
    yield expression[start:]


def _closing(expression: str) -> int:
    """Return where the bracket is closed that an expression begins with."""
    depth = 0
    for mark in _MARK.finditer(expression):
        depth += {"(": 1, ")": -1}.get(mark[0], 0)
        if mark[0] == ")" and not depth:
            return mark.start()
    raise ValueError(expression)
