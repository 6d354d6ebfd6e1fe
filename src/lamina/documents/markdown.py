"""Markdown as lines: parse into blocks and sections, splice lines, change nothing else. Pure.

The law: ``"".join(parse(text).lines) == text`` for every text, and an edit changes only the lines
it names. Line numbers inside are 0-based and half-open; faces show 1-based, inclusive ones.

A managed block is a region Lamina owns inside a user's file::

    <!-- lamina:start-sequence:start -->
    ...
    <!-- lamina:start-sequence:end -->
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from markdown_it import MarkdownIt
    from markdown_it.token import Token

BOM = "\ufeff"
_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+")
_ATX = re.compile(r"(?<![^\r\n]) {0,3}(#{1,6})(?:[ \t][^\r\n]*)?(?![^\r\n])")
_SETEXT = re.compile(r"(?<![^\r\n]) {0,3}(?:=+|-+)[ \t]*(?![^\r\n])")
_MARKER = re.compile(r"\s*<!--\s*([\w.-]+(?::[\w.-]+)+):(start|end)\s*-->\s*")


class Kind(StrEnum):
    """What a block is."""

    HEADING = "heading"
    PARAGRAPH = "paragraph"
    ITEM = "item"  # one list item: its own lines, without nested items
    FENCE = "fence"
    TABLE = "table"
    HTML = "html"
    RULE = "rule"


@dataclass(frozen=True, slots=True)
class Block:
    """A run of lines [start, end) of one kind; items know their depth (0 = outermost)."""

    kind: Kind
    start: int
    end: int
    level: int = 0
    title: str = ""


@dataclass(frozen=True, slots=True)
class Section:
    """A heading with the lines it governs, [start, end), and the titles above it."""

    title: str
    level: int
    start: int
    end: int
    path: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading by itself."""

    title: str
    level: int


@dataclass(frozen=True, slots=True)
class ManagedBlock:
    """A region between two markers; [start, end) includes both marker lines."""

    name: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Splice:
    """Replace the lines [start, end) by ``text`` (which carries its own line ends)."""

    start: int
    end: int
    text: str


class Document:
    """A parsed text; everything but the lines is found when first asked for."""

    def __init__(self, text: str, *, front_matter: bool = True) -> None:
        self.text = text
        self._front_matter = front_matter
        self.lines: tuple[str, ...] = tuple(split_lines(text))

    @cached_property
    def eol(self) -> str:
        """The line end most lines use; a text without one gets a line feed."""
        crlf = self.text.count("\r\n")
        lone_lf = self.text.count("\n") - crlf
        lone_cr = self.text.count("\r") - crlf
        best = max(crlf, lone_lf, lone_cr)
        if not best or best == lone_lf:
            return "\n"
        return "\r\n" if best == crlf else "\r"

    @cached_property
    def front_end(self) -> int:
        """The number of lines the front matter takes, both rules included; 0 without one."""
        if not self._front_matter or not self.lines:
            return 0
        if self.lines[0].removeprefix(BOM).rstrip("\r\n \t") != "---":
            return 0
        for number, line in enumerate(self.lines[1:400], start=1):
            if line.rstrip("\r\n \t") in {"---", "..."}:
                return number + 1
        return 0

    @cached_property
    def blocks(self) -> tuple[Block, ...]:
        """All blocks after the front matter, in order, without overlaps."""
        return tuple(_blocks(self.lines, self.front_end))

    @cached_property
    def sections(self) -> tuple[Section, ...]:
        """All headings with their reach, in order."""
        return tuple(_sections(self.blocks, len(self.lines)))

    @cached_property
    def managed(self) -> tuple[ManagedBlock, ...]:
        """All regions between a start and its end marker; a marker without its twin is text."""
        if "<!--" not in self.text:
            return ()
        fenced = {n for b in self.blocks if b.kind is Kind.FENCE for n in range(b.start, b.end)}
        return tuple(_managed(self.lines, fenced))

    def section_at(self, line: int) -> Section | None:
        """Return the innermost section a line is in: that of the last heading before it."""
        before = bisect_right(self.sections, line, key=lambda section: section.start)
        return self.sections[before - 1] if before and line < len(self.lines) else None


def parse(text: str, *, front_matter: bool = True) -> Document:
    """Return the text as a document; front matter may be asked to count as text."""
    return Document(text, front_matter=front_matter)


def split_lines(text: str) -> list[str]:
    """Split at CRLF, CR and LF only, line ends kept (str.splitlines knows too many)."""
    return _LINE.findall(text)


def splice(text: str, splices: Iterable[Splice]) -> str:
    """Return the text with lines replaced; splices must not overlap."""
    lines = split_lines(text)
    result: list[str] = []
    at = 0
    for part in sorted(splices, key=lambda s: (s.start, s.end)):
        if part.start < at:
            raise ValueError("splices overlap")
        result += lines[at : part.start]
        result.append(part.text)
        at = max(at, part.end)
    return "".join(result + lines[at:])


def append(text: str, addition: str) -> str:
    """Return the text with lines added at its end: the old text is a prefix of the new.

    ``addition`` is written with line feeds; it gets the line ends of the text.
    """
    eol = parse(text).eol
    if text.strip(BOM) and not text.endswith(("\n", "\r")):
        text += eol
    return text + with_eol(addition, eol)


def last_heading(text: str) -> Heading | None:
    """Return the last heading, without parsing the whole of a long plain note."""
    if "```" in text or "~~~" in text or "<" in text or _SETEXT.search(text):
        sections = parse(text).sections
        return Heading(sections[-1].title, sections[-1].level) if sections else None
    found = [match.span(1) for match in _ATX.finditer(text)]
    if not found:
        return None
    start, end = found[-1]
    return Heading(_title(split_lines(text[start:])[0]), end - start)


def with_eol(text: str, eol: str) -> str:
    """Return a text written with line feeds with another line end."""
    return text if eol == "\n" else text.replace("\n", eol)


def set_managed(text: str, name: str, body: str) -> str:
    """Return the text with the managed block ``name`` holding ``body``; appended where missing."""
    document = parse(text)
    lines = f"<!-- {name}:start -->\n{body.rstrip()}\n<!-- {name}:end -->\n"
    for block in document.managed:
        if block.name == name:
            new = with_eol(lines, document.eol)
            return splice(text, [Splice(block.start, block.end, new)])
    gap = "\n" if text.strip(BOM + "\r\n") and not text.endswith(("\n\n", "\r\n\r\n")) else ""
    return append(text, gap + lines)


@lru_cache(maxsize=1)
def _parser() -> MarkdownIt:
    from markdown_it import MarkdownIt

    return MarkdownIt("commonmark", {"maxNesting": 60}).enable("table")


def _tokens(lines: Sequence[str], skip: int) -> list[Token]:
    """Return block tokens whose line maps fit ``lines`` from ``skip`` on."""
    source = "".join(line.rstrip("\r\n") + "\n" for line in lines[skip:])
    source = source.replace("\0", "\ufffd").removeprefix(BOM)
    tokens: list[Token] = []
    parser = _parser()
    parser.block.parse(source, parser, {}, tokens)
    return tokens


_LEAVES = {
    "paragraph_open": Kind.PARAGRAPH,
    "fence": Kind.FENCE,
    "code_block": Kind.FENCE,
    "table_open": Kind.TABLE,
    "html_block": Kind.HTML,
    "hr": Kind.RULE,
    "heading_open": Kind.HEADING,
}


def _blocks(lines: Sequence[str], skip: int) -> Iterator[Block]:
    """Flatten the token tree into blocks; lines no token covers become paragraphs."""
    plain = plain_blocks(lines, skip)
    if plain is not None:
        yield from plain
        return
    at = skip
    for block in _leaves(_tokens(lines, skip), lines, skip):
        yield from _uncovered(lines, at, block.start)
        at = max(at, block.start)
        if block.end > at:
            yield block
            at = block.end
    yield from _uncovered(lines, at, len(lines))


# A line of a plain note: blank, a heading, an item of one list without nested blocks, or text.
_PLAIN = re.compile(
    r"""(?P<blank>[ \t]*)
      | (?P<heading>\#{1,6})[ ](?P<title>[^\r\n]*)
      | (?P<bullet>[-*+])[ ](?!\d{1,9}[.)](?:\s|$))(?:\[[ xX]\][ ])?(?:\*\*)?["'(]?[^\W_][^\r\n]*
      | (?!\d{1,9}[.)](?:\s|$))(?P<text>[^\W_][^\r\n|]*)""",
    re.VERBOSE,
)


def plain_blocks(lines: Sequence[str], skip: int = 0) -> list[Block] | None:
    """Return the blocks of a plain note, or None where it takes the real parser to tell.

    Most daily notes are headings and one-line items; this reads them some twenty times faster. A
    test holds it to what markdown-it finds.
    """
    blocks: list[Block] = []
    open_kind: Kind | None = None  # of the block the next text line would continue
    for number in range(skip, len(lines)):
        match = _PLAIN.fullmatch(lines[number].rstrip("\r\n"))
        if match is None:
            return None
        if match["blank"] is not None:
            open_kind = None
        elif match["heading"]:
            title = _title(lines[number])
            blocks.append(Block(Kind.HEADING, number, number + 1, len(match["heading"]), title))
            open_kind = None
        elif match["bullet"]:
            blocks.append(Block(Kind.ITEM, number, number + 1))
            open_kind = Kind.ITEM
        elif open_kind is not None:  # text goes on
            last = blocks.pop()
            blocks.append(Block(last.kind, last.start, number + 1))
        else:
            blocks.append(Block(Kind.PARAGRAPH, number, number + 1))
            open_kind = Kind.PARAGRAPH
    return blocks


def _leaves(tokens: Sequence[Token], lines: Sequence[str], skip: int) -> Iterator[Block]:
    """Yield leaf blocks; an item's lines are its own, a nested list interrupts them."""
    items: list[tuple[int, int]] = []  # open items: first line not yielded yet, end

    def own(start: int, end: int) -> Iterator[Block]:
        block = _trimmed(Kind.ITEM, start, end, lines, len(items) - 1)
        if block.end > block.start:
            yield block

    for token in tokens:
        if token.type == "list_item_close":
            yield from own(*items[-1])
            items.pop()
        if token.map is None:
            continue
        start, end = token.map[0] + skip, token.map[1] + skip
        if token.type == "list_item_open":
            items.append((start, end))
        elif token.type in {"bullet_list_open", "ordered_list_open"} and items:
            yield from own(items[-1][0], start)
            items[-1] = (end, items[-1][1])
        elif token.type in _LEAVES and not items:
            kind = _LEAVES[token.type]
            heading = kind is Kind.HEADING
            level = int(token.tag[1]) if heading else 0
            title = _title("".join(lines[start:end])) if heading else ""
            yield _trimmed(kind, start, end, lines, level, title)


def _trimmed(
    kind: Kind, start: int, end: int, lines: Sequence[str], level: int = 0, title: str = ""
) -> Block:
    end = min(end, len(lines))
    while end > start and not lines[end - 1].strip():
        end -= 1
    return Block(kind, start, end, level, title)


def _title(heading: str) -> str:
    """Return what a heading says, in either style; a setext one may have several lines."""
    text = heading.strip().lstrip(BOM)
    if not text.startswith("#"):
        said = split_lines(text)
        return " ".join(line.strip() for line in (said[:-1] if len(said) > 1 else said))
    return re.sub(r"(?<!\s)\s+#+$", "", text.lstrip("#").strip())


def _uncovered(lines: Sequence[str], start: int, end: int) -> Iterator[Block]:
    """Yield runs of non-blank lines as paragraphs: link definitions, text nested too deep."""
    first: int | None = None
    for number in range(start, end):
        if lines[number].strip():
            first = number if first is None else first
        elif first is not None:
            yield Block(Kind.PARAGRAPH, first, number)
            first = None
    if first is not None:
        yield Block(Kind.PARAGRAPH, first, end)


def _sections(blocks: Sequence[Block], line_count: int) -> Iterator[Section]:
    """Yield sections in the order of their headings; each ends where an equal or higher begins."""
    headings = [block for block in blocks if block.kind is Kind.HEADING]
    ends = [line_count] * len(headings)
    trails: list[tuple[str, ...]] = []
    trail: list[int] = []  # open headings, by number
    for number, heading in enumerate(headings):
        while trail and headings[trail[-1]].level >= heading.level:
            ends[trail.pop()] = heading.start
        trails.append(tuple(headings[above].title for above in trail))
        trail.append(number)
    for heading, end, above in zip(headings, ends, trails, strict=True):
        yield Section(heading.title, heading.level, heading.start, end, above)


def _managed(lines: Sequence[str], fenced: set[int]) -> Iterator[ManagedBlock]:
    open_name, open_line = "", 0
    for number, line in enumerate(lines):
        match = _MARKER.fullmatch(line) if "<!--" in line and number not in fenced else None
        if not match:
            continue
        if match[2] == "start":
            open_name, open_line = match[1], number
        elif match[1] == open_name:
            yield ManagedBlock(open_name, open_line, number + 1)
            open_name = ""
