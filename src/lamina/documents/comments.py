"""HTML comments taken out of a text, in time that grows with its length alone. Pure.

A pattern such as ``<!--.*?-->`` looks for the end anew at every beginning, which takes minutes
where a file holds nothing but beginnings.
"""

from __future__ import annotations


def without_comments(text: str, put: str = "") -> str:
    """Return the text with each comment replaced; one that is not closed is text."""
    parts: list[str] = []
    at = 0
    while (start := text.find("<!--", at)) >= 0 and (end := text.find("-->", start + 4)) >= 0:
        parts += (text[at:start], put)
        at = end + 3
    return "".join(parts) + text[at:]


def without_marks(text: str) -> str:
    """Return the text without its comments and the white space before each."""
    if "<!--" not in text:
        return text
    parts: list[str] = []
    at = 0
    while (start := text.find("<!--", at)) >= 0 and (end := text.find("-->", start + 4)) >= 0:
        parts.append(text[at:start].rstrip())
        at = end + 3
    return "".join(parts) + text[at:]


def without_last_mark(line: str) -> str:
    """Return a line without the comments it ends with, and all between them."""
    start = line.find("<!--")
    ended = start >= 0 and line.rstrip().endswith("-->") and len(line.rstrip()) >= start + 7
    return line[:start].rstrip() if ended else line
