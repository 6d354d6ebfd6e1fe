"""Files as they will be: a layer edits a draft, and what it touched becomes one plan."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from lamina.documents import markdown
from lamina.documents.changes import Plan
from lamina.documents.labels import labels, reads_as

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import date, datetime

    from lamina.documents.files import Files
    from lamina.documents.language import Language


@dataclass(frozen=True, slots=True)
class Spot:
    """Lines of a file, 1-based and inclusive: what a command was about."""

    path: str
    start: int
    end: int


class Draft:
    """Files as they will be: read the present text, put the new one."""

    def __init__(self, files: Files, moment: datetime, tongue: Callable[[], Language]) -> None:
        self.files = files
        self.moment = moment
        self._tongue = tongue
        self._language: Language | None = None
        self.notes: list[str] = []
        self._before: dict[str, str | None] = {}
        self._after: dict[str, str | None] = {}

    def copy(self) -> Draft:
        """Return a draft that goes on from here by itself, to try something out."""
        other = Draft(self.files, self.moment, self._tongue)
        other._language = self._language
        other.notes = list(self.notes)
        other._before = dict(self._before)
        other._after = dict(self._after)
        return other

    @property
    def language(self) -> Language:
        """The language of labels and templates; looked for when first needed."""
        if self._language is None:
            self._language = self._tongue()
        return self._language

    @language.setter
    def language(self, language: Language) -> None:
        self._language = language

    @property
    def today(self) -> date:
        """The user's day on which this happens."""
        return self.moment.date()

    def read(self, path: str) -> str | None:
        """Return a file's text as edited so far, or None where there is no file."""
        path = self.files.workspace.relative(path)
        if path not in self._after:
            self._before[path] = self._after[path] = self.files.read(path)
        return self._after[path]

    def before(self, path: str) -> str | None:
        """Return a file's text as it was when this draft was begun."""
        self.read(path)
        return self._before[self.files.workspace.relative(path)]

    def text_of_all(self) -> list[str]:
        """Return the texts, as edited, of every file this draft has looked at."""
        return [text for text in self._after.values() if text is not None]

    def put(self, path: str, text: str | None) -> None:
        """Set a file's text; None removes the file."""
        path = self.files.workspace.relative(path)
        self.read(path)
        self._after[path] = text

    def append(self, path: str, lines: str, *, title: str = "") -> Spot:
        """Add lines at the end of a file; a file that is not there begins with its title."""
        before = self.read(path)
        if before is None and title:
            before = f"# {title}\n\n"
        after = markdown.append(before or "", lines)
        self.put(path, after)
        count = len(markdown.split_lines(after))
        return Spot(path, count - len(markdown.split_lines(lines)) + 1, count)

    def splice(self, path: str, start: int, end: int, lines: str) -> Spot:
        """Replace the lines [start, end) (0-based) by others, written with line feeds."""
        text = self.read(path) or ""
        eol = markdown.parse(text).eol
        held = markdown.split_lines(text)
        if start >= len(held) and held and not held[-1].endswith(("\n", "\r")):
            text += eol
        if start < end == len(held) and not held[-1].endswith(("\n", "\r")):
            lines = lines.removesuffix("\n")  # the last line had no end, and gets none
        part = markdown.Splice(start, end, markdown.with_eol(lines, eol))
        self.put(path, markdown.splice(text, [part]))
        return Spot(path, start + 1, start + max(1, len(markdown.split_lines(lines))))

    def add_under(self, path: str, name: str, lines: str, *, at_start: bool = False) -> Spot:
        """Add lines to the section with the label ``name``, in any language; made where missing."""
        document = markdown.parse(self.read(path) or "")
        section = next((s for s in document.sections if reads_as(s.title, name)), None)
        blocks = [b.start for b in document.managed]
        if section is None:
            title = getattr(labels(self.language), name)
            if blocks and document.managed[-1].end == len(document.lines):
                at = blocks[-1]  # our own block stays last
                spot = self.splice(path, at, at, f"## {title}\n{lines}\n")
                return Spot(path, spot.start + 1, spot.end - 1)
            gap = "" if not document.text.strip() or document.text.endswith("\n\n") else "\n"
            spot = self.append(path, f"{gap}## {title}\n{lines}")
            return Spot(path, spot.end - len(markdown.split_lines(lines)) + 1, spot.end)
        inner = [s.start for s in document.sections] + blocks
        end = min([section.end, *(at for at in inner if section.start < at < section.end)])
        while end > section.start + 1 and not document.lines[end - 1].strip():
            end -= 1
        at = section.start + 1 if at_start else end
        return self.splice(path, at, at, lines)

    def plan(self, command: str, reason: str = "") -> Plan:
        """Return what was edited as one plan; lines that only moved are no new lines."""
        changes = tuple(
            self.files.change(path, after, self._before[path])
            for path, after in self._after.items()
            if after != self._before[path]
        )
        moved = frozenset(
            line.rstrip("\r\n")
            for change in changes
            for line in markdown.split_lines(change.before or "")
        )
        return Plan(command, changes, reason, tuple(self.notes), restores=moved)
