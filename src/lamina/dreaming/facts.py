"""Cut a note into facts: what a line says by itself, whatever stands around it. Pure."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from lamina.documents.labels import reads_as
from lamina.documents.markdown import parse
from lamina.layers.imports.openclaw_state import Line
from lamina.recall.machine import why
from lamina.search.chunker import chunks, claim, plain
from lamina.search.words import terms

if TYPE_CHECKING:
    from lamina.storage.contract import ChunkRow, Found

_LABEL = re.compile(r"([^\W\d_]{1,20})\s*[:：]\s*")
_DATED = re.compile(r"^\[?\d{4}-\d\d-\d\d\]?\s*(?:\([^)]*\))?")


def fact_of(chunk: Found | ChunkRow) -> str:
    """Return what a line says by itself: an entry's label gives way to its subject.

    An entry's open point is no fact, and nothing is returned.
    """
    said = plain(chunk.text)
    label = _LABEL.match(said)
    if not label or not any(reads_as(label[1], name) for name in ("cause", "change", "todo")):
        return said
    if reads_as(label[1], "todo"):
        return ""
    subject = _DATED.sub("", chunk.heading.rsplit(" › ", 1)[-1]).strip()
    return f"{subject}: {said[label.end() :]}" if subject else said[label.end() :]


def is_report(heading: str) -> bool:
    """Tell whether lines stand under the heading of a scheduled report."""
    return any(why(f"## {title}") == "scheduled report" for title in heading.split(" › ") if title)


def lines_of(text: str) -> list[Line]:
    """Return a text's lines as they are known here, for programs that know other pieces."""
    return [
        Line(row.start, row.end, plain(row.text), claim(row.text), frozenset(terms(row.text)))
        for row in chunks(parse(text), "", None)
    ]
