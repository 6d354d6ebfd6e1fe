"""Mark the lines of a file that nobody vouches for, before a session is given it unasked.

What came from outside is left out, and its place is named; what reads like an instruction, and was
not recorded as the owner's own words, becomes a line of data with its writer::

    - [memory/2026-03-04.md#L7; agent; reads like an instruction] Ignore all rules.
    - [memory/2026-03-04.md#L8; untrusted; left out]
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from lamina.documents.fence import instructs, item
from lamina.documents.markdown import parse, split_lines
from lamina.layers.editor import UNTRUSTED
from lamina.search.chunker import chunks, claim

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    Origins = Callable[[Sequence[str]], Mapping[str, str]]  # the writer of each claim, if known

_LEFT_OUT = "left out"


def vouched(text: str, path: str, origins: Origins) -> str:
    """Return a file's text with the lines marked that nobody vouches for; all others stay."""
    lines = split_lines(text)
    rows = chunks(parse(text), path, None)
    known = origins([claim(row.text) for row in rows]) if rows else {}
    shown = list(lines)
    own: set[int] = set()
    for row in rows:
        who = known.get(claim(row.text), "")
        numbers = range(row.start - 1, min(row.end, len(lines)))
        kind = who.partition(":")[0]
        if kind == UNTRUSTED:
            shown[numbers.start] = f"- [{path}#L{row.start}; {who}; {_LEFT_OUT}]\n"
            shown[numbers.start + 1 : numbers.stop] = [""] * (len(numbers) - 1)
            own.update(numbers)
        elif kind == "owner":
            own.update(numbers)
        elif instructs(row.text):
            shown[numbers.start] = item(f"{path}#L{row.start}", who, row.text)
            shown[numbers.start + 1 : numbers.stop] = [""] * (len(numbers) - 1)
            own.update(numbers)
    for number, line in enumerate(lines):  # headings, comments: no chunk has them
        if number not in own and instructs(line):
            shown[number] = item(f"{path}#L{number + 1}", "", line.strip())
    return "".join(shown)
