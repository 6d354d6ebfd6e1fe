"""Cut Markdown to a budget of tokens: where a block begins, and nothing is left open. Pure."""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass
from itertools import accumulate
from typing import TYPE_CHECKING

from lamina.documents.tokens import COSTS, cost, estimate, parts, piece_pattern

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


@dataclass(frozen=True, slots=True)
class Cut:
    """A text within its budget; the rest begins at ``next_line`` (from 1; 0: there is none)."""

    text: str
    tokens: int
    truncated: bool = False
    next_line: int = 0


def cut(text: str, budget: int, *, name: str = "") -> Cut:
    """Keep as much of a Markdown text as the budget pays for, and say in a line what is missing.

    The cut is made where a block begins, else between two lines, inside a line only where that
    line alone is too long. A fence or HTML block open there is closed. ``name`` is what
    ``lamina get`` takes to open the text.
    """
    tokens = estimate(text)
    if tokens <= budget or not text:
        return Cut(text, tokens)
    from lamina.documents.markdown import split_lines

    lines = split_lines(text)
    eol = lines[0][len(lines[0].rstrip("\r\n")) :] or "\n"
    longest = f"{eol}{eol}{_marker(len(lines), len(lines), name)}{eol}"
    for count, kept, closing in _ends(text, lines, 100 * budget - cost(longest)):
        left = len(lines) - count
        page = _page(kept, closing, _marker(left, count + 1, name), eol)
        tokens = estimate(page)
        if tokens <= budget:
            return Cut(page, tokens, truncated=True, next_line=count + 1)
    return Cut("", 0, truncated=True, next_line=1)


def _marker(count: int, line: int, name: str) -> str:
    """Say how many lines are left out and how to open them; an unprintable name is not shown."""
    lines, them = ("1 line", "it") if count == 1 else (f"{count} lines", "them")
    if not name or not name.isprintable():
        return f"[… {lines} left out, from line {line}]"
    from shlex import quote

    return f"[… {lines} left out; open {them} with: lamina get {quote(name)} --from {line}]"


def _page(kept: str, closing: str, marker: str, eol: str) -> str:
    """Put the marker below what is kept, a paragraph of its own outside whatever was open."""
    if kept and not kept.endswith(("\n", "\r")):
        kept += eol
    if closing:
        kept += closing + eol
    blank = not kept or not re.split(r"\r\n|\r|\n", kept)[-2].strip()
    return f"{kept}{'' if blank else eol}{marker}{eol}"


def _ends(text: str, lines: Sequence[str], room: int) -> Iterator[tuple[int, str, str]]:
    """Yield where to cut, best first: the whole lines kept, the text kept, what closes it."""
    ends = [0, *accumulate(map(len, lines))]
    reach, left = _reach(text, room)
    whole = bisect_right(ends, reach) - 1
    outline = _Outline()
    states = [(outline.closing, outline.read(line)) for line in lines[: whole + 1]]
    if states[whole][0]:
        reach, left = _reach(text, room - cost(states[whole][0]))
        whole = bisect_right(ends, reach) - 1
    if cost(lines[whole]) > room and 2 * ends[whole] <= reach:
        stop = _word_end(text, ends[whole], reach, left)
        outline = _Outline()
        for line in (*lines[:whole], text[ends[whole] : stop]):
            outline.read(line)
        yield whole, text[:stop], outline.closing
    blocks = [n for n in range(whole, 0, -1) if states[n][1] and 2 * ends[n] >= reach]
    for count in (*blocks, *range(whole, -1, -1)):
        yield count, text[: ends[count]], states[count][0]


def _reach(text: str, room: int) -> tuple[int, int]:
    """Return how many characters the room pays for, piece by piece, and what is left of it."""
    for found in piece_pattern().finditer(text):
        cost = COSTS[found[0]]
        if cost > room:
            return found.start(), room
        room -= cost
    return len(text), room


def _word_end(text: str, start: int, reach: int, left: int) -> int:
    """Return where a line too long ends best: at a space, in scripts without at a character."""
    found = piece_pattern().match(text, reach)
    piece = found[0][:130] if found else ""
    if "east" in parts(piece):
        return reach + _characters(piece, left)
    space = text.rfind(" ", max(start, reach - 40), reach + 1)
    if space > start:
        return space
    return reach + _characters(piece, left) if reach == start else reach


def _characters(piece: str, left: int) -> int:
    """Return how many of a piece's characters fit, signs and joined emoji kept together."""
    from unicodedata import category

    fits = 0
    for count in range(1, len(piece)):
        if COSTS[piece[:count]] > left:
            break
        if category(piece[count])[0] != "M" and "\u200d" not in piece[count - 1 : count + 1]:
            fits = count
    return fits


# Patterns of Markdown's blocks; tabs are spaces by then, line ends gone.
_QUOTE = r" {0,3}> ?"
_ITEM = r" {0,3}(?:[-+*]|(\d{1,9})[.)])(?= |$)"
_FENCE = r" {0,3}(?:(`{3,})[^`]*|(~{3,}).*)$"
_RULE = r" {0,3}([-*_])(?: *\1){2,} *$"
_HEADING = r" {0,3}#{1,6}(?: |$)"
_UNDERLINE = r" {0,3}(?:=+|-+) *$"
_TAG = r"(?i) {0,3}</?[a-z][a-z0-9-]*(?: [^<>]*)?/?> *$"
_BLANK = r" *$"
_DEPTH = 32  # containers in one another; no parser goes on for ever
_RAW = "pre|script|style|textarea"
_HTML_NAMES = (
    "address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details"
    "|dialog|dir|div|dl|dt|fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header"
    "|hr|html|iframe|legend|li|link|main|menu|menuitem|nav|noframes|ol|optgroup|option|p|param"
    "|search|section|summary|table|tbody|td|tfoot|th|thead|title|tr|track|ul"
)
# How an HTML block begins, what its last line is like, what would end it.
_HTML = (
    (rf"(?i) {{0,3}}<({_RAW})(?=[ >]|$)", rf"(?i).*</(?:{_RAW})>", "</{}>"),
    (r" {0,3}<!--", r".*-->", "-->"),
    (r" {0,3}<\?", r".*\?>", "?>"),
    (r" {0,3}<!\[CDATA\[", r".*\]\]>", "]]>"),
    (r" {0,3}<![A-Za-z]", r".*>", ">"),
    (rf"(?i) {{0,3}}</?(?:{_HTML_NAMES})(?= |/?>|$)", _BLANK, ""),
)


class _Outline:
    """What is open in Markdown after the lines read so far: CommonMark's block rules, in short."""

    def __init__(self) -> None:
        self.containers: list[int] = []  # a list item's columns of indentation, 0 for a quote
        self.leaf = ""  # "text", "code" or nothing
        self.end = ""  # the last line's pattern while a fence or HTML block is open
        self.closing = ""  # a line that would close it
        self.heading = False  # nothing stands below the heading yet

    def read(self, line: str) -> bool:
        """Take a line; return whether a block begins there, so that a text may end before it."""
        rest, inside = self._enter(line.rstrip("\r\n").expandtabs(4))
        if inside < len(self.containers):
            if self.leaf == "text" and not _begins(rest):
                return False
            del self.containers[inside:]
            self.leaf = self.end = self.closing = ""
        if self.end:
            if re.match(self.end, rest):
                self.end = self.closing = ""
            return False
        return self._read_leaf(self._open(rest))

    def _enter(self, rest: str) -> tuple[str, int]:
        """Strip what continues the open containers; return how many go on."""
        for depth, width in enumerate(self.containers):
            quote = None if width else re.match(_QUOTE, rest)
            if quote:
                rest = rest[quote.end() :]
            elif width and (rest.startswith(" " * width) or not rest.strip()):
                rest = rest[width:]
            else:
                return rest, depth
        return rest, len(self.containers)

    def _open(self, rest: str) -> str:
        """Open the quotes and list items that begin here; return what stands inside them."""
        while rest.strip() and len(self.containers) < _DEPTH:
            if quote := re.match(_QUOTE, rest):
                self.containers.append(0)
                rest = rest[quote.end() :]
            elif (item := re.match(_ITEM, rest)) and not re.match(_RULE, rest):
                text = rest[item.end() :].lstrip(" ")
                if self.leaf == "text" and (not text or int(item[1] or 1) != 1):
                    break  # such an item does not interrupt a paragraph
                spaces = len(rest) - item.end() - len(text)
                self.containers.append(item.end() + (spaces if text and spaces <= 4 else 1))
                rest = rest[self.containers[-1] :]
            else:
                break
            self.leaf = ""
        return rest

    def _read_leaf(self, rest: str) -> bool:
        before, self.leaf = self.leaf, ""
        if not rest.strip():
            return False
        alone, self.heading = not self.heading, False
        if fence := re.match(_FENCE, rest):
            mark = fence[1] or fence[2]
            self._open_literal(f" {{0,3}}{mark[0]}{{{len(mark)},}} *$", mark)
        elif before == "text" and re.match(_UNDERLINE, rest):
            self.heading = True
            return False
        elif re.match(_HEADING, rest):
            self.heading = True
        elif re.match(_RULE, rest):
            pass
        elif html := _html(rest, inside_text=before == "text"):
            if not re.match(html[0], rest):
                self._open_literal(*html)
        else:
            self.leaf = "code" if rest.startswith("    ") and before != "text" else "text"
            return alone and self.leaf != before
        return alone

    def _open_literal(self, end: str, closing: str) -> None:
        prefix = "".join(" " * width or "> " for width in self.containers)
        self.end, self.closing = end, closing and prefix + closing


def _begins(rest: str) -> bool:
    """Tell whether a line ends a paragraph that it does not stand inside of."""
    patterns = (_BLANK, _QUOTE, _ITEM, _FENCE, _RULE, _HEADING, *(begin for begin, _, _ in _HTML))
    return any(re.match(pattern, rest) for pattern in patterns)


def _html(rest: str, *, inside_text: bool) -> tuple[str, str] | None:
    """Return how the HTML block ends that begins here, and the line that would end it."""
    for begin, end, closing in _HTML:
        if found := re.match(begin, rest):
            return end, closing.format(*found.groups())
    return (_BLANK, "") if re.match(_TAG, rest) and not inside_text else None
