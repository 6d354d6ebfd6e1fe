"""The index of daily notes: on which days a subject was logged. Pure.

``memory/daily-index.md``, with days relative to its folder::

    # Daily index

    - Move → 2026-03-04.md,2026-03-09.md
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from lamina.documents import markdown
from lamina.layers.writable import unmarked

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

INDEX = "memory/daily-index.md"
_EXAMPLE = re.compile(r"(?:daily/)?(?:日期|date|Datum|дата|YYYY-MM-DD)\.md", re.IGNORECASE)
_EMPTY = re.compile(  # what templates say of an empty index
    r"^[-*]\s*[（(](?:首次使用|暂无|first use|nothing yet|no (?:entries|records|memories) yet"
    r"|noch keine|noch nichts|пока (?:нет|пусто)).*[)）]\s*$",
    re.IGNORECASE,
)
_DAY_FILE = re.compile(r"(?:\./)?(?:memory/)?(?:daily/)?\d{4}-\d{2}-\d{2}[\w.-]*\.md")
_ARROW = re.compile(r"→|->")


def clean_subject(subject: str) -> str:
    """Return a subject that can stand in an index line: no comma, no arrow, one line."""
    one_line = unmarked(subject)
    return one_line.replace(",", "，").replace("→", "›").replace("->", "›")


def relative_day(path: str) -> str:
    """Return a note's path relative to the index's folder."""
    return path.removeprefix("memory/")


def read_index(text: str | None) -> dict[str, list[str]]:
    """Return the days of each subject; both arrows and older paths are read."""
    found: dict[str, list[str]] = {}
    for line in markdown.split_lines(text or ""):
        subject, days = _index_line(line)
        if days:
            listed = [d.strip() for d in re.split(r"[,，、]", days) if d.strip()]
            known = found.setdefault(subject, [])
            known += [day for day in listed if day not in known]
    return found


def _index_line(line: str) -> tuple[str, str]:
    """Return the subject and the days of a line of the index, or nothing twice."""
    if line[:1] not in "-*" or not line[1:2].isspace():
        return "", ""
    body = line[1:].strip()
    arrow = _ARROW.search(body, 1)
    days = body[arrow.end() :].strip() if arrow else ""
    return (body[: arrow.start()].strip(), days) if arrow and days else ("", "")


def add_to_index(text: str | None, found: Mapping[str, list[str]], heading: str) -> str:
    """Return the index with days added to subjects; lines of others stay as they are."""
    lines = markdown.split_lines(text or "") or [f"# {heading}\n", "\n"]
    left = {subject: list(listed) for subject, listed in found.items()}
    document = markdown.parse(text or "")
    for number, line in enumerate(lines):
        subject, days = _index_line(line)
        if not days or subject not in left:
            continue
        known = read_index(line)[subject]
        fresh = [d for d in left.pop(subject) if not _listed(d, known)]
        if fresh:
            lines[number] = f"- {subject} → {','.join([*known, *fresh])}{document.eol}"
    lines = [line for line in lines if not _placeholder(line)] if left else lines
    added = "".join(f"- {subject} → {','.join(dict.fromkeys(d))}\n" for subject, d in left.items())
    return markdown.append("".join(lines), added) if added else "".join(lines)


def _listed(day: str, known: list[str]) -> bool:
    """Say whether a day is in a line, in whatever layout it was written."""
    return day.rsplit("/", 1)[-1] in {k.rsplit("/", 1)[-1] for k in known}


def _placeholder(line: str) -> bool:
    """Say whether a line is the example of a template, such as ``- subject → daily/date.md``."""
    if _EMPTY.match(line):
        return True
    days_of = [day for listed in read_index(line).values() for day in listed]
    return bool(days_of) and all(_EXAMPLE.fullmatch(day) for day in days_of)


def without_dead(text: str | None, there: Callable[[str], bool]) -> str | None:
    """Return an index without the lines that name nothing but notes which are gone."""
    if text is None:
        return None
    return "".join(line for line in markdown.split_lines(text) if not _is_dead(line, there))


def _is_dead(line: str, there: Callable[[str], bool]) -> bool:
    listed = [day for days_ in read_index(line).values() for day in days_]
    return bool(listed) and all(_DAY_FILE.fullmatch(d) and not there(d) for d in listed)
