"""What a core file costs, section by section, and what of it the host leaves out. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from lamina.documents import markdown
from lamina.documents.tokens import estimate


@dataclass(frozen=True, slots=True)
class Section:
    """Lines start to end (1-based, inclusive) below one heading; "" before the first."""

    title: str
    start: int
    end: int
    tokens: int
    cut: int  # tokens of it that the host does not load
    text: str

    def as_dict(self) -> dict[str, Any]:
        """Return the shape every face shows."""
        return {
            "title": self.title,
            "start_line": self.start,
            "end_line": self.end,
            "tokens": self.tokens,
            "cut": self.cut,
            "text": self.text,
        }


def sections(text: str, given: int) -> tuple[Section, ...]:
    """Return the parts of a text between its headings; the host loads ``given`` characters."""
    document = markdown.parse(text.rstrip())
    titles = {section.start: section.title for section in document.sections}
    starts = sorted({0, *titles})
    found = []
    at = 0
    for start, end in zip(starts, [*starts[1:], len(document.lines)], strict=True):
        part = "".join(document.lines[start:end])
        left = part[max(0, given - at) :]
        at += len(part)
        if part.strip():
            title = titles.get(start, "")
            tokens, cut = estimate(part), estimate(left) if left.strip() else 0
            found.append(Section(title, start + 1, end, tokens, cut, part.strip("\r\n")))
    return tuple(found)
