"""What somebody said as text that a layer can write: readable again, and no mark of Lamina's."""

from __future__ import annotations

import re

_OUR_MARK = re.compile(r"<!--(?=\s*(?:(?:superseded|opened|touched|done|pinned)\b|lamina:))")
_LEAD = re.compile(r"^\s*(?:[-*+]\s+|#{1,6}\s+)+")


def writable(text: str) -> str:
    """Return a text that can be written and read again: no zero byte, no lone surrogate."""
    text = text.replace("\0", "\ufffd")
    text = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return _OUR_MARK.sub("<! --", text) if "<!--" in text else text


def unmarked(text: str) -> str:
    """Return one line of text without a list marker or heading before it; -5 and #42 stay."""
    return _LEAD.sub("", " ".join(writable(text).split()), count=1)
