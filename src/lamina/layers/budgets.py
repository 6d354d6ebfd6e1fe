"""What a core file costs, and its limits: one function says what is over. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from lamina.documents.kinds import Layer, layer_of
from lamina.documents.markdown import split_lines
from lamina.documents.tokens import estimate

if TYPE_CHECKING:
    from lamina.settings import Core


@dataclass(frozen=True, slots=True)
class Size:
    """What a text costs."""

    tokens: int
    chars: int
    lines: int


MARKER = "openclaw-memory-promotion"  # in the comment above a promoted line: no line to read


def measure(text: str) -> Size:
    """Return a text's size; what the host strips at its end does not count."""
    text = text.rstrip()
    marks = text.count(f"<!-- {MARKER}:")
    return Size(estimate(text), len(text), len(split_lines(text)) - marks)


def lines_with(text: str, room: int) -> int:
    """Return how many lines a text has once ``room`` more stand behind it.

    Blank lines at its end count then: what is put behind them does not take them away.
    """
    return len(split_lines(text)) + room if room else measure(text).lines


def token_budget(path: str, limits: Core) -> int:
    """Return how many tokens a core file may have."""
    return limits.memory_tokens if layer_of(path) is Layer.MEMORY else limits.file_tokens


def most_chars(path: str, limits: Core) -> int:
    """Return after how many characters the host cuts a core file."""
    return limits.user_chars if path == "USER.md" else limits.file_chars


def excess(path: str, before: str | None, after: str, limits: Core) -> str:
    """Say which hard limit an edit would leave a core file over; empty: none.

    A file that was over already may shrink, not grow.
    """
    old, new = measure(before or ""), measure(after)
    chars = most_chars(path, limits)
    if new.chars > max(chars, old.chars):
        return f"{new.chars:,} characters, and the host cuts at {chars:,}"
    if layer_of(path) is not Layer.MEMORY:
        return ""
    if new.lines > max(limits.memory_lines, old.lines):
        return f"{new.lines} lines, {limits.memory_lines} are allowed"
    if new.tokens > max(limits.memory_tokens, old.tokens):
        return f"{new.tokens:,} tokens, {limits.memory_tokens:,} are allowed"
    return ""
