"""Lines that no longer hold: marked where they stand, or moved to memory/superseded.md.

In a daily note the old line stays, with a mark that hides it from search::

    - 09:30 The database is Postgres <!-- superseded 2026-03-09 by 5f0c2f4b1c9e -->

From MEMORY.md and pointer files it moves, with the same mark. The key is that of the line which
holds now, so that a question "as of" an earlier day can leave that one out.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata
from datetime import date
from typing import TYPE_CHECKING

from lamina.documents import markdown
from lamina.documents.kinds import Layer, layer_of
from lamina.documents.labels import labels
from lamina.layers.facts import is_pointer_file

if TYPE_CHECKING:
    from lamina.layers.draft import Draft

PATH = "memory/superseded.md"
MARK = re.compile(
    r"(?:(?<!\s)\s+)?<!--\s*superseded (\d{4}-\d{2}-\d{2})"
    r"(?: by ([0-9a-f]{12}))?\s*-->"
)
_MOVES = frozenset({Layer.MEMORY, Layer.CORE, Layer.SUBJECT})
_LEAD = re.compile(r"^\s*(?:[-*+]\s+(?:\[[ xX]\]\s+)?)?(?:\d{1,2}:\d{2}\s+)?")


def key_of(line: str) -> str:
    """Return a key of what a line says, without bullet, time stamp and mark."""
    said = " ".join(_LEAD.sub("", MARK.sub("", line), count=1).split()).casefold()
    said = unicodedata.normalize("NFC", said)
    return hashlib.sha256(said.encode("utf-8", "surrogatepass")).hexdigest()[:12]


def mark_of(text: str) -> tuple[date, str] | None:
    """Return since when a line no longer holds, and the key of the one that does."""
    match = MARK.search(text) if "superseded" in text else None
    if not match:
        return None
    try:
        return date.fromisoformat(match[1]), match[2] or ""
    except ValueError:
        return None


def _drop_empty_heading(draft: Draft, path: str, line: int) -> None:
    """Remove the heading above a line that was taken out where nothing stands under it now."""
    document = markdown.parse(draft.read(path) or "")
    section = next((s for s in document.sections if s.level > 1 and s.start < line <= s.end), None)
    if section is None:
        return
    managed = {n for b in document.managed for n in range(b.start, b.end)}
    end = min([section.end, *(n for n in managed if n > section.start)])
    if not any(text.strip() for text in document.lines[section.start + 1 : end]):
        draft.splice(path, section.start, end, "")


def retire(draft: Draft, path: str, line: int, *, by: str = "") -> bool:
    """Mark a line (1-based) as superseded by another; MEMORY.md and pointer files hand it over.

    Returns whether the line left the file.
    """
    lines = markdown.split_lines(draft.read(path) or "")
    old = lines[line - 1].rstrip("\r\n")
    mark = f" <!-- superseded {draft.today}{f' by {key_of(by)}' if by else ''} -->"
    layer = layer_of(path)
    pointers = layer is not Layer.SUBJECT or is_pointer_file("".join(lines))
    if layer not in _MOVES or not pointers:
        draft.splice(path, line - 1, line, f"{old}{mark}\n")
        return False
    draft.splice(path, line - 1, line, "")
    if not by:
        _drop_empty_heading(draft, path, line - 1)
    said = _LEAD.sub("", old, count=1).strip()
    draft.append(PATH, f"- {said} ({path}){mark}\n", title=labels(draft.language).superseded)
    return True
