"""Take lines out of a file so that what stays means what it meant. Pure.

A line goes whole. Where others hang under it (a heading, an item with more below, the head of a
table), ``[forgotten]`` keeps its place, so that they do not hang under another. What Lamina wrote
goes with the last that stood in it: an entry's heading, a promoted line's marker, a diary entry.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from datetime import datetime
from itertools import pairwise
from typing import TYPE_CHECKING

from lamina.documents import markdown, needles
from lamina.documents.kinds import Layer
from lamina.documents.labels import reads_as
from lamina.documents.markdown import BOM, Kind
from lamina.dreaming import promotions
from lamina.layers import daily
from lamina.layers.superseded import MARK
from lamina.layers.superseded import PATH as SUPERSEDED
from lamina.layers.topic_index import ARCHIVED

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from lamina.documents.markdown import Block, Section
    from lamina.documents.needles import Needle

FORGOTTEN = "[forgotten]"
ARCHIVE = "memory/promoted-archive.md"
THEMES = "memory/dreaming/rem/"
TRIALS = "memory/dreaming/shadow-trials/"
_KEY = re.compile(r"(?<![0-9a-f])[0-9a-f]{12}(?![0-9a-f])")
_SOURCE = re.compile(r"(memory/[^\s()#,]+\.md)#L\d")
_ITEM = re.compile(r"^(\s*(?:>\s*)*(?:[-*+]|\d{1,9}[.)])\s+(?:\[[ xX]\]\s+)?)")
_ENTRY = re.compile(r"\[\d{4}-\d\d-\d\d\]\s+(.+)")
_MATTER = re.compile(r"\[[^\]]{1,20}\]\s*(.+)")
_OURS = re.compile(
    rf"{re.escape(promotions.TITLE)}(?: \(.*\))?|Imported from .+ \(\d{{4}}-\d\d-\d\d\)"
)
_DATES = re.compile(r"\s*<!--\s*(?:opened|touched|done|pinned)\b[^>]*-->\s*")
_RULE = re.compile(r"(?:-{3,}|\*{3,}|_{3,})\s*")
_STAMP = re.compile(r"\*([A-Z][a-z]+ \d{1,2}, \d{4}) at [^*]+\*\s*")
_POINTS = re.compile(r"\s*(?:(?<!-)->|→)\s")


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is to go."""

    needles: tuple[Needle, ...] = ()
    about: bool = False  # what is named so goes with all that stands under it
    lines: Mapping[str, frozenset[int]] = field(default_factory=dict)  # by path, from 0
    keys: frozenset[str] = frozenset()  # of claims that go: their promoted entries go too
    made: tuple[Needle, ...] = ()  # looked for only in what was made from other lines
    tags: tuple[Needle, ...] = ()  # themes of reports that only lines had which go
    removed: frozenset[str] = frozenset()  # files that go whole: index lines that lead there go too
    sources: frozenset[str] = frozenset()  # notes that go whole: what was made from them goes too
    nights: tuple[str, str] | None = None  # days (ISO) whose diary entries go


@dataclass(frozen=True, slots=True)
class Taken:
    """A line (from 1) that goes, and what stands there afterwards; None: nothing."""

    line: int
    text: str
    left: str | None = None


@dataclass(frozen=True, slots=True)
class Cut:
    """A file without what is to go; ``after`` is None where the whole file goes."""

    path: str
    before: str
    after: str | None
    taken: tuple[Taken, ...]


def cut(path: str, layer: Layer, text: str, wanted: Wanted) -> Cut | None:
    """Return a file without what is to go; None where nothing in it is."""
    if path == daily.INDEX:
        return None  # follows from the notes: see index_cut
    return _Cutter(path, layer, text, wanted).run()


def whole(path: str, text: str) -> Cut:
    """Return a file that goes whole."""
    lines = markdown.split_lines(text)
    taken = (Taken(n, line.rstrip("\r\n")) for n, line in enumerate(lines, 1) if line.strip())
    return Cut(path, text, None, tuple(taken))


def is_made(path: str, layer: Layer) -> bool:
    """Tell whether Lamina made a file's lines from others."""
    return layer is Layer.REPORT or path in {ARCHIVE, SUPERSEDED}


def is_named(name: str, wanted: Iterable[Needle]) -> bool:
    """Tell whether a thing has just this name."""
    said = tuple(needles.tokens(name))
    return any(said == needle.words for needle in wanted)


class _Cutter:
    """One file."""

    def __init__(self, path: str, layer: Layer, text: str, wanted: Wanted) -> None:
        self.path, self.layer, self.text, self.wanted = path, layer, text, wanted
        self.document = markdown.parse(text)
        self.lines = self.document.lines
        self.made = is_made(path, layer)
        self.index = layer is Layer.INDEX or path == ARCHIVED
        self.hits: dict[int, list[tuple[int, int]]] = {}
        self.gone: set[int] = set()
        self.put: dict[int, str] = {}

    def run(self) -> Cut | None:
        self._look()
        self._marks()
        if not self.hits and not self.put:
            return None
        if self.path.startswith(TRIALS):
            return whole(self.path, self.text)
        self._widen()
        for number in self.hits:
            self._take(number)
        self._without_empty()
        if self.layer is Layer.REPORT:
            self._diary()
        return self._made()

    def _look(self) -> None:
        """Find the lines that are meant."""
        wanted = self.wanted
        looked = wanted.needles + (wanted.made if self.made else ())
        self.hits = needles.found(self.lines, looked, strict=not self.made)
        if self.path.startswith(THEMES) or self.path.casefold() == "dreams.md":
            counts = [b for b in self.document.managed if b.name.endswith(":deep")]
            told = {n for block in counts for n in range(block.start, block.end)}
            for number, spans in needles.found(self.lines, wanted.tags).items():
                if number not in told:
                    self.hits.setdefault(number, spans)
        for number in wanted.lines.get(self.path, ()):
            if number < len(self.lines):
                self.hits[number] = self._content(number)
        if self.index:
            for number, line in enumerate(self.lines):
                if self._is_dead(line):
                    self.hits[number] = self._content(number)
        for block in self.document.managed:  # marks of Lamina's own are nobody's words
            self.hits.pop(block.start, None)
            self.hits.pop(block.end - 1, None)
        if self.made or self.layer is Layer.MEMORY:
            for number, line in enumerate(self.lines):
                sources = _SOURCE.findall(line) if wanted.sources else ()
                if wanted.keys.intersection(_KEY.findall(line)) or not wanted.sources.isdisjoint(
                    sources
                ):
                    self.hits[number] = self._content(number)

        if self.wanted.nights and self.layer is Layer.REPORT:
            for entry in filter(self._is_night, self._entries()):
                self._add(entry)

    def _marks(self) -> None:
        """Take the key of a line that goes out of marks that say what replaced another."""
        for number, line in enumerate(self.lines):
            mark = MARK.search(line) if "superseded" in line else None
            if mark and mark[2] in self.wanted.keys and number not in self.hits:
                self.put[number] = line.replace(f" by {mark[2]}", "", 1)

    def _widen(self) -> None:
        """Add what belongs to a line that is meant."""
        hit = set(self.hits)
        if self.layer is Layer.MEMORY:
            for entry in promotions.read(self.text):
                if hit.intersection(range(entry.start, entry.end)):
                    self._add(range(entry.start, entry.end))
        if self.wanted.about:
            for section in self.document.sections:
                if section.start in hit and self._is_about(section):
                    self._add(range(section.start, section.end))
        if self.wanted.about or self.made:
            for number, block in enumerate(self.document.blocks):
                if block.kind is Kind.ITEM and hit.intersection(range(block.start, block.end)):
                    self._add(self._tree(number))
            for number in [n for n in self.hits if self.made and self._parent(n) is not None]:
                self._add(self._tree(self._parent(number) or 0))

    def _parent(self, line: int) -> int | None:
        """Return the outermost item above a line of a report: evidence belongs to its claim."""
        blocks = self.document.blocks
        at = next((n for n, b in enumerate(blocks) if b.start <= line < b.end), None)
        if at is None or blocks[at].kind is not Kind.ITEM or blocks[at].level == 0:
            return None
        while at > 0 and blocks[at].level > 0 and blocks[at - 1].kind is Kind.ITEM:
            at -= 1
        return at

    def _is_about(self, section: Section) -> bool:
        """Tell whether a section, an entry or a matter is named by what is to go."""
        if is_named(section.title, self.wanted.needles):
            return True
        entry = _ENTRY.fullmatch(section.title)
        if entry and section.level > 1:
            return True
        matter = _MATTER.fullmatch(section.title) if self.layer is Layer.ACTIVE else None
        return bool(matter) and section.level > 1

    def _add(self, numbers: Iterable[int]) -> None:
        for number in numbers:
            if self.lines[number].strip():
                self.hits[number] = self._content(number)

    def _tree(self, number: int) -> list[int]:
        """Return the lines of an item and of all that hangs under it."""
        block = self.document.blocks[number]
        found = list(range(block.start, block.end))
        for other in self.document.blocks[number + 1 :]:
            goes_on = other.level == block.level and not _ITEM.match(self.lines[other.start])
            if other.kind is not Kind.ITEM or not (other.level > block.level or goes_on):
                break
            found += range(other.start, other.end)
        return found

    def _take(self, number: int) -> None:
        """Remove a line, or leave a mark where others need its place."""
        self.put.pop(number, None)
        line = self.lines[number]
        spans = self.hits[number]
        block = next((b for b in self.document.blocks if b.start <= number < b.end), None)
        if number < self.document.front_end:
            self.put[number] = needles.replaced(line, spans, FORGOTTEN.strip("[]"))
        elif self.index and (
            self._is_dead(line) or is_named(needles.bare(line), self.wanted.needles)
        ):
            self.gone.add(number)
        elif self.index or _is_place(line, number, block):
            self.put[number] = needles.replaced(line, self._before_path(line, spans), FORGOTTEN)
        elif block is not None and number == block.start and self._carries(block):
            head = _ITEM.match(line)
            end = line[len(line.rstrip("\r\n")) :]
            self.put[number] = f"{head[1] if head else ''}{FORGOTTEN}{end}"
        else:
            self.gone.add(number)

    def _carries(self, block: Block) -> bool:
        """Tell whether lines that stay hang under an item's first."""
        if block.kind is not Kind.ITEM or not _ITEM.match(self.lines[block.start]):
            return False
        under = self._tree(self.document.blocks.index(block))[1:]
        return any(self.lines[n].strip() and n not in self.hits for n in under)

    def _is_dead(self, line: str) -> bool:
        """Tell whether an index line leads to a file that goes."""
        return any(path in line for path in self.wanted.removed)

    def _before_path(self, line: str, spans: list[tuple[int, int]]) -> list[tuple[int, int]]:
        """Leave out, in an index, the path that a line points to."""
        arrows = [match.start() for match in _POINTS.finditer(line)] if self.index else []
        until = arrows[-1] if arrows else len(line)
        return [(start, min(end, until)) for start, end in spans if start < until]

    def _without_empty(self) -> None:
        """Remove headings under which nothing is left: those that are meant, and Lamina's own."""
        for section in reversed(self.document.sections):
            body = range(section.start + 1, section.end)
            touched = self.gone.intersection(body) or section.start in self.hits
            if not touched or not (section.start in self.hits or self._is_ours(section)):
                continue
            heading = next(b for b in self.document.blocks if b.start == section.start)
            body = range(heading.end, section.end)
            if all(self._is_nothing(n) for n in body):
                self._drop(range(section.start, section.end))

    def _is_ours(self, section: Section) -> bool:
        """Tell whether Lamina wrote a heading."""
        if section.level == 1:
            return False
        if self.layer is Layer.DAILY and reads_as(section.title, "notes"):
            return True
        if _OURS.fullmatch(section.title) or _ENTRY.fullmatch(section.title):
            return True
        body = self.lines[section.start + 1 : section.end]
        return self.layer is Layer.ACTIVE and any(map(_DATES.fullmatch, body))

    def _is_nothing(self, number: int) -> bool:
        line = self.lines[number]
        if number in self.gone or not line.strip():
            return True
        ours = _DATES.fullmatch(line) or _RULE.fullmatch(line)
        return self.layer is Layer.ACTIVE and bool(ours)

    def _drop(self, numbers: range) -> None:
        """Remove a section; one blank line stays between its neighbours."""
        for number in numbers:
            self.put.pop(number, None)
            self.gone.add(number)
        first, end = numbers.start, numbers.stop
        if end < len(self.lines) and first > 0 and self.lines[first - 1].strip():
            for number in range(end - 1, first, -1):
                if not self.lines[number].strip():
                    self.gone.discard(number)
                    break

    def _diary(self) -> None:
        """Remove diary entries of which only their date is left."""
        for entry in self._entries():
            if self.gone.intersection(entry) and all(
                n in self.gone or not self.lines[n].strip() or _STAMP.fullmatch(self.lines[n])
                for n in entry[1:]
            ):
                self.gone |= set(entry)

    def _entries(self) -> Iterator[range]:
        """Yield the lines of each diary entry, the rule before it first."""
        rules = [n for n, line in enumerate(self.lines) if _RULE.fullmatch(line)]
        for start, end in pairwise([*rules, len(self.lines)]):
            marks = (n for n in range(start, end) if self.lines[n].lstrip().startswith("<!--"))
            yield range(start, next(marks, end))

    def _is_night(self, entry: range) -> bool:
        """Tell whether a diary entry was written in a night that is to go."""
        stamps = (_STAMP.fullmatch(self.lines[n]) for n in entry)
        stamp = next(filter(None, stamps), None)
        if not stamp or not self.wanted.nights:
            return False
        try:
            day = datetime.strptime(stamp[1], "%B %d, %Y").date()  # noqa: DTZ007 - a day only
        except ValueError:
            return False
        return self.wanted.nights[0] <= str(day) <= self.wanted.nights[1]

    def _content(self, number: int) -> list[tuple[int, int]]:
        """Return where a line's words stand, without what marks it as an item or heading."""
        line = self.lines[number].rstrip("\r\n")
        if number < self.document.front_end:
            lead = re.match(r"[\w-]+:\s+", line)
        else:
            lead = _ITEM.match(line) if self.index else re.match(r"\s*#{1,6}\s+", line)
        return [(lead.end() if lead else 0, len(line))]

    def _made(self) -> Cut | None:
        kept: list[str] = []
        taken: list[Taken] = []
        for number, line in enumerate(self.lines):
            left = self.put.get(number)
            if number in self.gone:
                if line.strip():
                    taken.append(Taken(number + 1, line.rstrip("\r\n")))
                continue
            if left is not None and left != line:
                taken.append(Taken(number + 1, line.rstrip("\r\n"), left.rstrip("\r\n")))
            kept.append(line if left is None else left)
        if not taken:
            return None
        after = "".join(kept)
        if not after.strip(f"{BOM}\r\n\t ") and self.layer not in {Layer.CORE, Layer.MEMORY}:
            return whole(self.path, self.text)
        if self.text.startswith(BOM) and not after.startswith(BOM):
            after = BOM + after
        return Cut(self.path, self.text, after, tuple(taken))


def _is_place(line: str, number: int, block: Block | None) -> bool:
    """Tell whether a line holds the place of others: a heading, a table's head, a fence's."""
    if line.count("<!--") != line.count("-->"):
        return True
    if block is None:
        return False
    if block.kind is Kind.FENCE:
        return line.lstrip().startswith(("```", "~~~"))
    if block.kind is Kind.TABLE:
        return number - block.start < 2
    return block.kind is Kind.HEADING
