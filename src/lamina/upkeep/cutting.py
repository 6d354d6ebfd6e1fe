"""Take lines out of a file so that what stays means what it meant. Pure.

A line goes whole. Where others hang under it (a heading, an item with more below, the head of a
table), ``[forgotten]`` keeps its place, so that they do not hang under another. What Lamina wrote
goes with the last that stood in it: an entry's heading, a promoted line's marker, a diary entry.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from lamina.documents import markdown, needles
from lamina.documents.kinds import Layer
from lamina.documents.labels import reads_as
from lamina.documents.markdown import BOM, Kind
from lamina.dreaming import promotions
from lamina.layers import daily_index
from lamina.layers.superseded import MARK
from lamina.layers.superseded import PATH as SUPERSEDED
from lamina.layers.topic_index import ARCHIVED
from lamina.sessions.distilling import BLOCK as DIGEST
from lamina.upkeep import cut_diary as diary

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from lamina.documents.markdown import Block, Document, ManagedBlock, Section
    from lamina.documents.needles import Needle

FORGOTTEN = "[forgotten]"
ARCHIVE = "memory/promoted-archive.md"
THEMES = "memory/dreaming/rem/"
TRIALS = "memory/dreaming/shadow-trials/"
_KEY = re.compile(r"(?<![0-9a-f])[0-9a-f]{12}(?![0-9a-f])")
_SOURCE = re.compile(r"(?<![\w/])(memory/[^\s()\[\]#,:]+\.md)(?:#L\d|:\d| -->)")
_ITEM = re.compile(r"^(\s*(?:>\s*)*(?:[-*+]|\d{1,9}[.)])\s+(?:\[[ xX]\]\s+)?)")
_ENTRY = re.compile(r"\[\d{4}-\d\d-\d\d\]\s+(.+)")
_MATTER = re.compile(r"\[[^\]]{1,20}\]\s*(.+)")
_OURS = re.compile(
    rf"{re.escape(promotions.TITLE)}(?: \(.*\))?|Imported from .+ \(\d{{4}}-\d\d-\d\d\)"
)
_DATES = re.compile(r"\s*<!--\s*(?:opened|touched|done|pinned)\b[^>]*-->\s*")
_RULE = re.compile(r"(?:-{3,}|\*{3,}|_{3,})\s*")
_DREAMING = re.compile(r"(?:^|:)dreaming:")
_POINTS = re.compile(r"(?:(?<!\s)\s+)?(?:(?<!-)->|→)\s")


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
    made: bool = False  # by Lamina, of other lines


@dataclass(frozen=True, slots=True)
class Cut:
    """A file without what is to go; ``after`` is None where the whole file goes."""

    path: str
    before: str
    after: str | None
    taken: tuple[Taken, ...]

    @property
    def said(self) -> tuple[Taken, ...]:
        """The lines that were not made from others."""
        return tuple(one for one in self.taken if not one.made)


def cut(path: str, layer: Layer, text: str, wanted: Wanted) -> Cut | None:
    """Return a file without what is to go; None where nothing in it is."""
    if path == daily_index.INDEX:
        return None  # follows from the notes: see index_cut
    return _Cutter(path, layer, text, wanted).run()


def whole(path: str, layer: Layer, text: str) -> Cut:
    """Return a file that goes whole."""
    lines = markdown.split_lines(text)
    told = _told(markdown.parse(text)) if not is_made(path, layer) else set(range(len(lines)))
    taken = (
        Taken(n + 1, line.rstrip("\r\n"), made=n in told)
        for n, line in enumerate(lines)
        if line.strip()
    )
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
        self.told = set(range(len(self.lines))) if self.made else _told(self.document)
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
            return whole(self.path, self.layer, self.text)
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
        if not self.made:
            self.hits = needles.found(self.lines, wanted.needles)
        for number in wanted.lines.get(self.path, ()):
            if number < len(self.lines):
                self.hits[number] = self._content(number)
        for number in filter(self._is_dead, range(len(self.lines))) if self.index else ():
            self.hits[number] = self._content(number)
        for block in self.document.managed:  # marks of Lamina's own are nobody's words
            self.hits.pop(block.start, None)
            self.hits.pop(block.end - 1, None)
        if self.told or self.layer is Layer.MEMORY:
            self._look_made()

    def _look_made(self) -> None:
        """Find the lines that were made from those that are meant."""
        wanted = self.wanted
        self.hits |= needles.found(
            self._only(self.told), wanted.needles + wanted.made, strict=False
        )
        if wanted.tags:
            for number, spans in needles.found(self._only(self._themed()), wanted.tags).items():
                self.hits.setdefault(number, spans)
        promoted = range(len(self.lines)) if self.layer is Layer.MEMORY else sorted(self.told)
        for number in promoted:
            line = self.lines[number]
            keyed = wanted.keys.intersection(_KEY.findall(line))
            if keyed or (wanted.sources and wanted.sources.intersection(_SOURCE.findall(line))):
                self.hits[number] = self._content(number)
        if wanted.nights and self.layer is Layer.REPORT:
            for night in diary.entries(self.lines):
                if diary.is_of(self.lines, night, wanted.nights):
                    self._add(night)

    def _only(self, numbers: set[int]) -> list[str]:
        """Return the lines with all but these empty."""
        return [line if n in numbers else "" for n, line in enumerate(self.lines)]

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
        for number, block in enumerate(self.document.blocks):
            if not (self.wanted.about or block.start in self.told) or block.kind is not Kind.ITEM:
                continue
            if hit.intersection(range(block.start, block.end)):
                self._add(self._tree(number))
        for number in [n for n in self.hits if n in self.told and self._parent(n) is not None]:
            self._add(self._tree(self._parent(number) or 0))
        for told in diary.entries(self.lines) if self.layer is Layer.REPORT else ():
            if any(n in hit and diary.is_mark(self.lines[n]) for n in told):
                self._add(told)

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
            self._is_dead(number) or is_named(needles.bare(line), self.wanted.needles)
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

    def _is_dead(self, number: int) -> bool:
        """Tell whether an index line leads to a file that goes."""
        return any(path in self.lines[number] for path in self.wanted.removed)

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
            end = min([section.end, *(b.end - 1 for b in self._digests() if b.end > section.start)])
            if all(map(self._is_nothing, range(heading.end, end))):
                self._drop(range(section.start, end))
        for block in self._digests():
            inside = range(block.start + 1, block.end - 1)
            if self.gone.intersection(inside) and all(map(self._is_nothing, inside)):
                self._drop(range(block.start, block.end))

    def _digests(self) -> list[ManagedBlock]:
        """Return what Lamina made of the day's talks."""
        return [block for block in self.document.managed if block.name == DIGEST]

    def _is_ours(self, section: Section) -> bool:
        """Tell whether Lamina wrote a heading."""
        if section.level == 1:
            return False
        if self.layer is Layer.DAILY and reads_as(section.title, "notes"):
            return True
        if _OURS.fullmatch(section.title) or _ENTRY.fullmatch(section.title):
            return True
        if any(block.start < section.start < block.end for block in self._digests()):
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
        """Remove diary entries of which nothing is left but what leads to it."""
        for entry in diary.entries(self.lines):
            if self.gone.intersection(entry) and all(
                n in self.gone or diary.tells_nothing(self.lines[n]) for n in entry[1:]
            ):
                self.gone |= set(entry)

    def _themed(self) -> set[int]:
        """Return the lines that name themes: those of REM, and of the diary."""
        if self.path.startswith(THEMES):
            return self.told
        dreams = self.path.casefold() == "dreams.md"
        blocks = [
            b for b in self.document.managed if b.name.endswith(":deep" if dreams else ":rem")
        ]
        inside = {n for block in blocks for n in range(block.start, block.end)}
        return self.told - inside if dreams else self.told & inside

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
                    made = number in self.told
                    taken.append(Taken(number + 1, line.rstrip("\r\n"), made=made))
                continue
            if left is not None and left != line:
                shown = line.rstrip("\r\n"), left.rstrip("\r\n")
                taken.append(Taken(number + 1, *shown, made=number in self.told))
            kept.append(line if left is None else left)
        if not taken:
            return None
        after = "".join(kept)
        if not after.strip(f"{BOM}\r\n\t ") and self.layer not in {Layer.CORE, Layer.MEMORY}:
            return whole(self.path, self.layer, self.text)
        if self.text.startswith(BOM) and not after.startswith(BOM):
            after = BOM + after
        return Cut(self.path, self.text, after, tuple(taken))


def _told(document: Document) -> set[int]:
    """Return the lines of reports that stand inside a note."""
    blocks = [b for b in document.managed if _DREAMING.search(b.name)]
    return {n for block in blocks for n in range(block.start + 1, block.end - 1)}


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
