"""Cut a document into chunks: one fact each, with the context that makes it understood. Pure.

A chunk is a list item, a paragraph, a table row or a piece of a fence, never more than one
section's text. What it is about travels beside it: the headings above, the item it hangs under,
the day of the file.
"""

from __future__ import annotations

import hashlib
import re
from typing import TYPE_CHECKING, NamedTuple

from lamina.documents.comments import without_marks
from lamina.documents.fence import host_answer
from lamina.documents.markdown import Block, Document, Kind
from lamina.documents.sentences import HAN_STOP, STOP
from lamina.search.words import terms
from lamina.storage.contract import ChunkRow

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from collections.abc import Set as AbstractSet
    from datetime import date

_CHUNK_CHARS = 600  # above, a block is cut at line ends, then at sentence ends
_PIECE_CHARS = 400
_CONTEXT_CHARS = 200  # of each heading, of a table's head: it goes with every chunk below
_LONG_LINE = 4000  # a longer line is data rather than text: said in a warning
_BULLET = re.compile(r"^[\s>]*(?:[-*+]|\d{1,9}[.)])\s+(?:\[[ xX]\]\s+)?")
_TIME = re.compile(r"^\d{1,2}:\d{2}\s+(?:[-–—]\s+)?")
_SUBJECT = re.compile(r"\W{0,4}([^\W\d_][^:：\r\n]{0,29}?)\W{0,3}[:：]\s")
_SENTENCE = re.compile(rf"{STOP}\s+|{HAN_STOP}")
_NOT_TEXT = re.compile(r"^[\s|:*_=`~#>+-]*$")
_DATE_TITLE = re.compile(r"^\W*\d{4}-\d{2}-\d{2}\b")
_DREAMING = re.compile(r"(?:^|:)dreaming:")
_SLEEP = re.compile(r"#{1,6} (?:Light|REM|Deep) Sleep")
_MONTHS = (
    "",
    "January Januar января январь",
    "February Februar февраля февраль",
    "March März марта март",
    "April апреля апрель",
    "May Mai мая май",
    "June Juni июня июнь",
    "July Juli июля июль",
    "August августа август",
    "September сентября сентябрь",
    "October Oktober октября октябрь",
    "November ноября ноябрь",
    "December Dezember декабря декабрь",
)


class Piece(NamedTuple):
    """A run of lines [start, end) and the text that a hit shows for it."""

    start: int
    end: int
    text: str
    context: str = ""  # the item it hangs under, the head of its table


def chunks(document: Document, path: str, day: date | None, title: str = "") -> list[ChunkRow]:
    """Return the chunks of a document, in order, with their terms."""
    stem = path.rsplit("/", 1)[-1].removesuffix(".md")
    day_words = " ".join(terms(_day_text(day))) if day else ""
    name_words = " ".join(terms(stem))
    heads: dict[str, str] = {}
    rows: list[ChunkRow] = []
    seen: dict[str, int] = {}
    ours = dreamt(document)
    trail = _Trail(document, ours)
    for piece in _pieces(document, ours):
        if host_answer(piece.text):
            continue  # nobody's memory
        titles = trail.at(piece.start)
        heading = " › ".join(title[:_CONTEXT_CHARS] for title in titles)
        about = f"{title} {heading} {piece.context}"
        if about not in heads:
            heads[about] = " ".join(
                part for part in (" ".join(terms(about)), name_words, day_words) if part
            )
        said = plain(piece.text)
        embedded = _embedded(said, titles, piece.context)
        identity = f"{path}\0{said}"
        seen[identity] = seen.get(identity, 0) + 1
        rows.append(
            ChunkRow(
                id=_hash(f"{identity}\0{seen[identity]}", 12),
                start=piece.start + 1,
                end=piece.end,
                heading=heading,
                text=piece.text,
                line=" ".join(terms(uncommented(piece.text))),
                head=heads[about],
                embedded=embedded,
                vector_key=_hash(embedded, 32),
            )
        )
    return rows


def long_lines(document: Document) -> list[int]:
    """Return the numbers (1-based) of lines too long to be text."""
    if len(max(document.lines, key=len, default="")) <= _LONG_LINE:
        return []
    return [n for n, line in enumerate(document.lines, start=1) if len(line) > _LONG_LINE]


def plain(text: str) -> str:
    """Return a chunk's words without bullet, check box and time stamp, on one line."""
    said = uncommented(text)
    for mark in (_BULLET, _TIME):
        if found := mark.match(said):
            said = said[found.end() :]
    return " ".join(said.split())


def uncommented(text: str) -> str:
    """Return a text without HTML comments: marks are no words of anybody's."""
    return without_marks(text)


def subject_of(said: str) -> str:
    """Return the name a plain line begins with ("Krause: …"), or nothing."""
    match = _SUBJECT.match(said) if ":" in said or "：" in said else None
    return match[1] if match else ""


def asks(said: str) -> bool:
    """Say whether a plain line is a question."""
    return said.endswith(("?", "？"))


def is_empty(said: str) -> bool:
    """Tell whether a plain chunk is a bare heading, or a label with nothing behind its colon."""
    return said.startswith("#") or said.rstrip("*_ ").endswith((":", "："))


def claim(text: str) -> str:
    """Return the key of what a text says, whatever file and line it stands in."""
    return _hash(plain(text).casefold(), 12)


def _day_text(day: date) -> str:
    """Return a day in the words people ask for it."""
    return f"{day.isoformat()} {day.day} {_MONTHS[day.month]} {day.month}月 {day.day}日"


def _hash(text: str, length: int) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:length]


def _embedded(said: str, titles: tuple[str, ...], context: str) -> str:
    """Return the text whose vector stands for the chunk: the line, and what it is about."""
    subject = context or next((t for t in reversed(titles) if not _DATE_TITLE.match(t)), "")
    return f"{subject}: {said}" if subject and len(said) < 200 else said


class _Trail:
    """The headings above a line; lines are asked for in ascending order."""

    def __init__(self, document: Document, ours: AbstractSet[int]) -> None:
        self._sections = document.sections
        self._ours = ours
        self._next = 0
        self._titles: tuple[str, ...] = ()

    def at(self, line: int) -> tuple[str, ...]:
        """Return the titles above a line, outermost first; reports of dreaming have none."""
        while self._next < len(self._sections) and self._sections[self._next].start <= line:
            section = self._sections[self._next]
            if section.start not in self._ours:
                self._titles = (*section.path, section.title)
            elif section.start - 1 not in self._ours:
                self._titles = section.path
            self._next += 1
        return self._titles


def dreamt(document: Document) -> AbstractSet[int]:
    """Return the lines of reports of dreaming: their blocks, and the heading right above each."""
    found: set[int] = set()
    for block in document.managed:
        if _DREAMING.search(block.name):
            above = block.start - 1
            titled = above >= 0 and _SLEEP.fullmatch(document.lines[above].rstrip())
            found.update(range(above if titled else block.start, block.end))
    return found


def _pieces(document: Document, ours: AbstractSet[int]) -> Iterator[Piece]:
    """Yield what becomes a chunk, in order."""
    silent: Block | None = None  # a heading nothing was said under yet
    parents: list[str] = []  # the open items above, by depth
    blocks = document.blocks
    for number, block in enumerate(blocks):
        if block.start in ours:
            continue
        if block.kind is Kind.HEADING:
            if silent and block.level <= silent.level:
                yield _whole(document, silent)
            silent = block
            continue
        for piece in _block_pieces(document, blocks, number, parents):
            silent = None
            yield piece
    if silent:
        yield _whole(document, silent)


def _block_pieces(
    document: Document, blocks: Sequence[Block], number: int, parents: list[str]
) -> Iterator[Piece]:
    """Yield a block's pieces; ``parents`` are the open items above, by depth."""
    block = blocks[number]
    if block.kind is Kind.TABLE:
        yield from _table(document, block)
    elif block.kind is Kind.ITEM:
        del parents[block.level :]
        yield from _cut(document, block, parents[-1] if parents else "")
        if number + 1 < len(blocks) and blocks[number + 1].level > block.level:
            first = plain(document.lines[block.start])
            parents += [first[:80]] * (block.level + 1 - len(parents))
    elif block.kind is not Kind.RULE:
        yield from _cut(document, block, "")


def _whole(document: Document, block: Block) -> Piece:
    return Piece(block.start, block.end, _text(document, block.start, block.end))


def _text(document: Document, start: int, end: int) -> str:
    return "\n".join(line.rstrip("\r\n") for line in document.lines[start:end])


def _cut(document: Document, block: Block, context: str) -> Iterator[Piece]:
    """Yield a block whole, or in pieces at line ends, or a long line's sentences."""
    text = _text(document, block.start, block.end)
    if _NOT_TEXT.match(text) or (block.kind is Kind.HTML and _only_comment(text)):
        return
    if len(text) <= _CHUNK_CHARS:
        yield Piece(block.start, block.end, text, context)
        return
    start, held = block.start, 0
    for number in range(block.start, block.end):
        line = document.lines[number].rstrip("\r\n")
        if held and held + len(line) > _PIECE_CHARS:
            yield from _piece(document, start, number, context)
            start, held = number, 0
        if len(line) > _CHUNK_CHARS:
            for part in _sentences(line):
                yield Piece(number, number + 1, part, context)
            start = number + 1
        else:
            held += len(line) + 1
    if start < block.end:
        yield from _piece(document, start, block.end, context)


def _piece(document: Document, start: int, end: int, context: str) -> Iterator[Piece]:
    text = _text(document, start, end)
    if not _NOT_TEXT.match(text):
        yield Piece(start, end, text, context)


def _sentences(line: str) -> Iterator[str]:
    """Yield a long line in pieces, at sentence ends, at spaces, or hard."""
    held = ""
    for sentence in _SENTENCE.split(line):
        if held and len(held) + len(sentence) > _PIECE_CHARS:
            yield held
            held = ""
        held = f"{held} {sentence}".strip() if held else sentence
        while len(held) > _CHUNK_CHARS:
            at = held.rfind(" ", _PIECE_CHARS // 2, _PIECE_CHARS)
            at = at if at > 0 else _PIECE_CHARS
            yield held[:at]
            held = held[at:].lstrip()
    if held.strip():
        yield held


def _table(document: Document, block: Block) -> Iterator[Piece]:
    """Yield a table's rows, each with the head as its context."""
    head = _text(document, block.start, block.start + 1).strip(" |")[:_CONTEXT_CHARS]
    yield Piece(block.start, block.start + 1, _text(document, block.start, block.start + 1))
    for number in range(block.start + 2, block.end):
        text = _text(document, number, number + 1)
        if not _NOT_TEXT.match(text):
            yield Piece(number, number + 1, text, head)


def _only_comment(text: str) -> bool:
    stripped = text.strip()
    return stripped.startswith("<!--") and stripped.endswith("-->") and "-->" not in stripped[:-3]
