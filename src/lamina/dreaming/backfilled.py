"""Backfill entries in the dream diary: put in before all others, taken out byte for byte. Pure.

They stand first, for they are the oldest; each bears the marker that hosts know::

    <!-- openclaw:dreaming:diary:start -->
    ---

    *November 21, 2026*

    <!-- openclaw:dreaming:backfill-entry day=2026-11-21 source=memory/2026-11-21.md -->

    What Happened
    1. Always keep two backups [memory/2026-11-21.md:12]

    <!-- openclaw:dreaming:diary:end -->
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

from lamina.documents import markdown
from lamina.documents.markdown import BOM, Splice

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from lamina.documents.markdown import ManagedBlock
    from lamina.dreaming.grounded import GroundedNote

TITLE = "# Dream Diary\n"
_DIARY = "openclaw:dreaming:diary"
START = f"<!-- {_DIARY}:start -->\n"
_END = f"<!-- {_DIARY}:end -->\n"
_MARK = "openclaw:dreaming:backfill-entry"
_IS_MARK = re.compile(rf"\s*<!--\s*{_MARK}\b.*-->\s*")


def entry(note: GroundedNote) -> str:
    """Return the diary entry of an old note."""
    day = f"{note.day:%B} {note.day.day}, {note.day.year}"
    source = note.path.replace("-->", "--›")
    mark = f"<!-- {_MARK} day={note.day} source={source} -->"
    return f"---\n\n*{day}*\n\n{mark}\n\n{note.entry.strip()}\n\n"


def count(text: str) -> int:
    """Return how many backfill entries a diary has."""
    return len(list(_entries(text)))


def put_in(text: str | None, entries: Sequence[str]) -> str | None:
    """Return the diary with these entries in the place of all earlier backfill entries."""
    bare = taken_out(text) if text else text
    if not entries:
        return bare
    body = "".join(entries)
    diary = next(_diaries(bare or ""), None)
    if not bare:
        return f"{bare or ''}{TITLE}\n{START}{body}{_END}"
    document = markdown.parse(bare)
    if diary:
        at, lines = diary.start + 1, body
    elif document.lines[0].lstrip(BOM).startswith("# "):
        at, lines = 1, f"\n{START}{body}{_END}"
        if not document.lines[0].endswith(("\n", "\r")):
            lines = "\n" + lines
    else:
        at, lines = 0, f"{TITLE}\n{START}{body}{_END}\n"
    return markdown.splice(bare, [Splice(at, at, markdown.with_eol(lines, document.eol))])


def taken_out(text: str) -> str:
    """Return the diary without its backfill entries."""
    return markdown.splice(text, [Splice(start, end, "") for start, end in _entries(text)])


def without_section(text: str, *, title: bool) -> str:
    """Return the text without a diary in which nothing stands, and without its title if asked."""
    lines = markdown.split_lines(text)
    for diary in _diaries(text):
        if any(line.strip() for line in lines[diary.start + 1 : diary.end - 1]):
            continue
        start, end = diary.start, diary.end
        start -= start > 0 and not lines[start - 1].strip()
        del lines[start:end]
        if title and lines and lines[0].lstrip(BOM).rstrip("\r\n") == TITLE.strip():
            del lines[: 2 if len(lines) > 1 and not lines[1].strip() else 1]
        break
    return "".join(lines)


def _diaries(text: str) -> Iterator[ManagedBlock]:
    return (block for block in markdown.parse(text).managed if block.name == _DIARY)


def _entries(text: str) -> Iterator[tuple[int, int]]:
    """Yield the lines [start, end) of backfill entries, each with the blank line behind it."""
    lines = markdown.split_lines(text)
    for diary in _diaries(text):
        last = diary.end - 1
        rules = [n for n in range(diary.start + 1, last) if lines[n].strip() == "---"]
        for start, end in pairwise([*rules, last]):
            if not any(_IS_MARK.fullmatch(line) for line in lines[start:end]):
                continue
            said = max(n for n in range(start, end) if lines[n].strip())
            yield start, min(said + 2, end)
