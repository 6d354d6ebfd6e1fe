"""Entries of the dream diary, as far as forgetting has to tell them: nights, old notes. Pure.

An entry begins with a rule and its date; one of a backfill bears a mark with its source.
"""

from __future__ import annotations

import re
from datetime import datetime
from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_RULE = re.compile(r"(?:-{3,}|\*{3,}|_{3,})\s*")
_STAMP = re.compile(r"\*([A-Z][a-z]+ \d{1,2}, \d{4})(?: at [^*]+)?\*\s*")
_ENDS = re.compile(r"\s*<!--\s*[\w:.-]+:end\s*-->\s*")
_MARK = ":backfill-entry "
_TITLES = frozenset({"What Happened", "Reflections", "Candidates", "Possible Lasting Updates"})


def entries(lines: Sequence[str]) -> Iterator[range]:
    """Yield the numbers (from 0) of the lines of each entry, the rule before it first."""
    rules = [n for n, line in enumerate(lines) if _RULE.fullmatch(line)]
    for start, end in pairwise([*rules, len(lines)]):
        marks = (n for n in range(start, end) if _ENDS.fullmatch(lines[n]))
        yield range(start, next(marks, end))


def is_of(lines: Sequence[str], entry: range, days: tuple[str, str]) -> bool:
    """Tell whether an entry is dated on these days (ISO, first and last)."""
    stamp = next(filter(None, (_STAMP.fullmatch(lines[n]) for n in entry)), None)
    if not stamp:
        return False
    try:
        day = datetime.strptime(stamp[1], "%B %d, %Y").date()  # noqa: DTZ007 - a day only
    except ValueError:
        return False
    return days[0] <= str(day) <= days[1]


def is_mark(line: str) -> bool:
    """Tell whether a line says from which note an entry was made."""
    return _MARK in line


def tells_nothing(line: str) -> bool:
    """Tell whether a line only leads to others: a date, a mark, a title."""
    said = line.strip()
    if not said or _STAMP.fullmatch(said) or is_mark(said) or said in _TITLES:
        return True
    return said.endswith((":", "："))
