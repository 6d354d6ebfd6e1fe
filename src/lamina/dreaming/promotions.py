"""Promoted lines in MEMORY.md: their sections, markers and sources, read and written. Pure.

All promoted lines stand in one section, which bears the day of the last; an entry is a marker and
a bullet::

    ## Promoted From Short-Term Memory (2026-11-30)

    <!-- openclaw-memory-promotion:memory:claim:5f0c2f4b1c9e -->
    - Anna is allergic to penicillin (memory/2026-11-12.md#L4)

Title and marker are those that hosts write and read.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from lamina.documents import markdown
from lamina.documents.tokens import estimate
from lamina.layers.budgets import MARKER

TITLE = "Promoted From Short-Term Memory"
_MARK = re.compile(rf"^\s*<!--\s*{MARKER}:(\S+?)\s*-->\s*$")
_KEY = re.compile(r"(?:memory:claim:)?([0-9a-f]{12})$")
_SECTION = re.compile(rf"^##\s+{re.escape(TITLE)}(?:\s+\((\d{{4}}-\d\d-\d\d)\))?\s*$")
_SOURCE = re.compile(r"(?:(?<!\s)\s+)?\((memory/[^()#]+#L\d+(?:-L\d+)?)\)\s*$")
_HOST = re.compile(r"(?:(?<!\s)\s+)?\[score=[^\[\]]*\](?:\s*+<!--(?:(?!-->|<!--).)*+-->)*+\s*+$")
_END = re.compile(r"[.!?…。！？；;](?=\s|$)|(?<=[。！？；])")


@dataclass(frozen=True, slots=True)
class Promoted:
    """A promoted entry as it stands; lines are 0-based, ``end`` is behind its last."""

    key: str  # of its claim; as the marker has it where it is no claim
    text: str
    source: str
    day: str
    start: int
    end: int


def read(text: str) -> tuple[Promoted, ...]:
    """Return the promoted entries of a MEMORY.md, hosts' own too."""
    lines = markdown.split_lines(text)
    found: list[Promoted] = []
    day = ""
    for number, line in enumerate(lines):
        if section := _SECTION.match(line.rstrip("\r\n")):
            day = section[1] or ""
            continue
        mark = _MARK.match(line)
        if not mark or number + 1 >= len(lines):
            continue
        end = number + 1
        while end < len(lines) and lines[end].strip() and not _MARK.match(lines[end]):
            end += 1
            if end < len(lines) and not lines[end].startswith((" ", "\t")):
                break
        body = " ".join(line.strip() for line in lines[number + 1 : end])
        body = _HOST.sub("", re.sub(r"^[-*+]\s+", "", body))
        source = _SOURCE.search(body)
        key = _KEY.search(mark[1])
        found.append(
            Promoted(
                key[1] if key else mark[1],
                _SOURCE.sub("", body),
                source[1] if source else "",
                day,
                number,
                end,
            )
        )
    return tuple(found)


def entry(key: str, text: str, source: str) -> str:
    """Return an entry's lines."""
    return f"<!-- {MARKER}:memory:claim:{key} -->\n- {text} ({source})\n"


def added(text: str, day: object, entries: str) -> str:
    """Return the text with entries put behind the last ones, or in a section at its end."""
    lines = markdown.split_lines(text)
    at = next(
        (n for n in range(len(lines) - 1, -1, -1) if _SECTION.match(lines[n].rstrip("\r\n"))), None
    )
    title = f"## {TITLE} ({day})\n"
    eol = markdown.parse(text).eol
    if at is None:
        gap = "" if text.endswith(("\n\n", "\r\n\r\n")) else "\n"
        return markdown.append(text, f"{gap}{title}\n{entries}")
    end = at + 1
    while end < len(lines) and not lines[end].startswith("#"):
        end += 1
    while not lines[end - 1].strip() and end > at + 1:
        end -= 1
    if not lines[end - 1].endswith(("\n", "\r")):
        lines[end - 1] += eol
    put = markdown.with_eol("\n" + entries if end == at + 1 else entries, eol)
    title = markdown.with_eol(title, eol)
    return "".join([*lines[:at], title, *lines[at + 1 : end], put, *lines[end:]])


def without(text: str, gone: frozenset[str]) -> str:
    """Return the text without these entries, and without sections that have none left."""
    lines = markdown.split_lines(text)
    drop = {n for one in read(text) if one.key in gone for n in range(one.start, one.end)}
    left = [line for number, line in enumerate(lines) if number not in drop]
    return "".join(_without_empty(left))


def _without_empty(lines: list[str]) -> list[str]:
    """Leave out promoted sections in which nothing stands any more."""
    kept: list[str] = []
    number = 0
    while number < len(lines):
        if _SECTION.match(lines[number].rstrip("\r\n")):
            end = number + 1
            while end < len(lines) and not lines[end].strip():
                end += 1
            if end == len(lines) or lines[end].startswith("#"):
                number = end
                continue
        kept.append(lines[number])
        number += 1
    return kept


def fitted(text: str, most: int) -> str:
    """Return a fact cut to so many tokens, at the end of a sentence if one ends late enough."""
    said = " ".join(text.split())
    if estimate(said) <= most:
        return said
    short = said
    while estimate(short) > most:
        short = short[: max(1, min(len(short) - 1, len(short) * most // estimate(short)))].rstrip()
    ends = [match.end() for match in _END.finditer(short)]
    if ends and ends[-1] >= 0.55 * len(short):
        return short[: ends[-1]].rstrip()
    space = short.rfind(" ")
    return (short[:space] if space >= 0.65 * len(short) else short).rstrip() + " …"
