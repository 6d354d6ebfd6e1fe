"""What the doctor's rules look at: the workspace as a draft has it, each text read and parsed once.

A rule is a generator ``rule(world)`` of findings. Nothing a user's file holds makes it raise: a
file that cannot be read is not in ``World.files``, and why is in ``World.unreadable``.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from lamina.documents import markdown
from lamina.documents.changes import to_bytes, to_text
from lamina.documents.kinds import CORE_FILES, Layer, layer_of
from lamina.documents.loading import read_bytes
from lamina.documents.markdown import Kind
from lamina.documents.redact import redact
from lamina.documents.templates import template_lines
from lamina.documents.workspace import is_outside
from lamina.errors import PathError, PathOutsideError
from lamina.layers.draft import Draft
from lamina.layers.facts import is_pointer_file
from lamina.layers.long_term import MORE
from lamina.layers.sorting import ARCHIVE

if TYPE_CHECKING:
    from collections.abc import Iterable

    from lamina.documents.markdown import Block, Document
    from lamina.documents.scan import FileEntry
    from lamina.host_config import HostConfig
    from lamina.layers.active import Active
    from lamina.layers.editor import Editor
    from lamina.layers.knowledge import Knowledge
    from lamina.layers.topic_audit import TopicAudit
    from lamina.settings import Config
    from lamina.upkeep.hygiene import Hygiene

T = TypeVar("T")
MEMORY = "MEMORY.md"
STATE = "memory/heartbeat-state.json"
WHOLE = ""  # the path of a finding about the workspace itself
_SAFE_FIX = "lamina doctor --fix"
_QUOTE = 60  # characters of a user's line that a reason shows
_OUTSIDE = PathOutsideError("")


class Severity(StrEnum):
    """How much a finding weighs."""

    FINDING = "finding"  # something is wrong
    NOTICE = "notice"  # worth knowing


@dataclass(frozen=True, slots=True)
class Finding:
    """Something a rule found, where, and what mends it."""

    rule: str  # the requirement's name, or a word
    severity: Severity
    path: str  # empty for the workspace
    line: int  # 1-based, 0 for the whole file
    reason: str
    fix: str
    safe: bool = False  # mended without asking

    def as_dict(self) -> dict[str, Any]:
        """Return the shape every face shows."""
        return {
            "rule": self.rule,
            "severity": str(self.severity),
            "path": self.path,
            "line": self.line or None,
            "reason": self.reason,
            "fix": self.fix,
            "safe": self.safe,
        }


Rule = Callable[["World"], Iterator[Finding]]
Known = dict[tuple[object, str], tuple["Document", Any]]  # by function and path: the result


def finding(
    rule: str, path: str, line: int, reason: str, fix: str, *, safe: bool = False
) -> Finding:
    """Return a finding that something is wrong; a safe one is mended by the doctor itself."""
    return Finding(rule, Severity.FINDING, path, line, reason, _SAFE_FIX if safe else fix, safe)


def notice(
    rule: str, path: str, line: int, reason: str, fix: str, *, safe: bool = False
) -> Finding:
    """Return a finding that is only worth knowing."""
    return Finding(rule, Severity.NOTICE, path, line, reason, _SAFE_FIX if safe else fix, safe)


class Sight(Draft):
    """A draft in which a file that cannot be read is not there, and is not written either."""

    def __init__(self, editor: Editor) -> None:
        super().__init__(editor.files, editor.moment, editor.language)
        self.unreadable: dict[str, PathError] = {}
        self._texts: dict[str, str | None] = {}

    def load(self, entry: FileEntry) -> None:
        """Read a file the scan has found, where it was found."""
        if entry.path not in self._texts:
            try:
                data = read_bytes(Path(entry.full), entry.path, self.files.limits.max_bytes)
            except PathError as error:
                self.unreadable[entry.path] = error
                data = None
            text = None if data is None else to_text(data)
            self._texts[entry.path] = text
            if entry.path not in self.unreadable:
                self._before[entry.path] = self._after[entry.path] = text

    def read(self, path: str) -> str | None:
        """Return a file's text as edited so far; None where there is none that can be read."""
        if path not in self._texts:
            try:
                self._texts[path] = super().read(path)
            except PathError as error:
                self.unreadable[path] = error
                self._texts[path] = None
        return self._texts[path]

    def put(self, path: str, text: str | None) -> None:
        """Set a file's text; one that cannot be read stays as it is."""
        self.read(path)
        if path not in self.unreadable:
            super().put(path, text)
            self._texts[path] = text


@dataclass(frozen=True, slots=True)
class Line:
    """A line of prose or of a list: no heading, no example, nothing Lamina wrote as a template."""

    number: int  # 1-based
    text: str  # without its end
    block: Block
    titles: tuple[str, ...]  # the headings above, outermost first


@dataclass(frozen=True, slots=True)
class Parts:
    """What knows the layers."""

    editor: Editor
    active: Active
    audit: TopicAudit
    knowledge: Knowledge
    hygiene: Hygiene
    config: Config
    host: HostConfig
    dreams: Callable[[], bool]  # whether Lamina's dreaming is on


class World:
    """The workspace as one draft has it."""

    def __init__(self, parts: Parts, draft: Sight, known: Known) -> None:
        """``known``: what ``once`` found before, shared by the worlds of one call."""
        self.parts = parts
        self.draft = draft
        self.config = parts.config
        self.today = draft.today
        self._known = known
        self.scan = parts.editor.files.workspace.scan()
        inside = [e for e in self.scan.files if not is_outside(e.path)]
        for entry in inside:
            draft.load(entry)
        found: dict[str, Layer] = {e.path: e.layer for e in inside}
        found |= {change.path: layer_of(change.path) for change in draft.plan("").changes}
        self.count = len(found)
        for path in (*CORE_FILES, STATE):  # a folder or a link out in their place
            draft.read(path)
        self.files = {p: found[p] for p in sorted(found) if draft.read(p) is not None}

    @property
    def unreadable(self) -> dict[str, PathError]:
        """The files that cannot be read, and why."""
        return self.draft.unreadable

    @property
    def memory(self) -> str:
        """The path of MEMORY.md: its older spelling where only that is there."""
        return "memory.md" if "memory.md" in self.files and MEMORY not in self.files else MEMORY

    @property
    def core(self) -> list[str]:
        """The core files that can be read, in the order the host loads them."""
        names = [self.memory if name == MEMORY else name for name in CORE_FILES]
        return [name for name in names if name in self.files]

    @property
    def projects(self) -> tuple[str, ...]:
        """The names of the projects that have a handbook."""
        return tuple(
            path.split("/")[2]
            for path, layer in self.files.items()
            if layer is Layer.PROJECT and path.count("/") == 3 and path.endswith("/CONTEXT.md")
        )

    @property
    def pointer_files(self) -> list[str]:
        """The files that hold one fact a line; what Lamina put aside is none."""
        own = {ARCHIVE, MORE}
        subjects = [path for path in self.paths(Layer.SUBJECT) if path not in own]
        return [path for path in subjects if self.once(_is_pointer_file, path)]

    def paths(self, *layers: Layer) -> list[str]:
        """Return the files of some layers, or all but copies."""
        wanted = set(layers) or set(Layer) - {Layer.COPY}
        return [path for path, layer in self.files.items() if layer in wanted]

    def text(self, path: str) -> str:
        """Return a file's text, empty where there is none that can be read."""
        return self.draft.read(path) or ""

    def there(self, path: str) -> bool:
        """Say whether there is such a file inside the workspace, readable or not."""
        if self.draft.read(path) is not None:
            return True
        return not isinstance(self.unreadable.get(path, _OUTSIDE), PathOutsideError)

    def may_write(self, path: str) -> bool:
        """Say whether this author may change a file, and it can be read."""
        owner = self.parts.editor.author.partition(":")[0] == "owner"
        self.draft.read(path)
        return path not in self.unreadable and (owner or layer_of(path) is not Layer.CORE)

    def document(self, path: str) -> Document:
        """Return a file, parsed; a draft that leaves it alone does not parse it again."""
        text = self.text(path)
        held = self._known.get((None, path))
        if held is None or held[0].text != text:
            held = self._known[None, path] = markdown.parse(text), None
        return held[0]

    def once(self, find: Callable[[Document], T], path: str) -> T:
        """Return what a function finds in a file; it is asked once for each text."""
        document = self.document(path)
        held = self._known.get((find, path))
        if held is None or held[0] is not document:
            held = self._known[find, path] = document, find(document)
        result: T = held[1]
        return result

    def lines(self, path: str) -> tuple[Line, ...]:
        """Return a file's lines that say something of the user's or the agent's."""
        return self.once(_lines, path)

    def outside_fences(self, path: str) -> Iterator[tuple[int, str]]:
        """Yield a file's lines with their numbers (1-based), without examples in fences."""
        document = self.document(path)
        fenced = fenced_lines(document)
        for number, line in enumerate(document.lines):
            if number not in fenced:
                yield number + 1, line.rstrip("\r\n")


def fenced_lines(document: Document) -> set[int]:
    """Return the numbers (0-based) of the lines in fences and of the front matter."""
    fenced = {n for b in document.blocks if b.kind is Kind.FENCE for n in range(b.start, b.end)}
    return fenced | set(range(document.front_end))


def _is_pointer_file(document: Document) -> bool:
    return is_pointer_file(document.text)


def _lines(document: Document) -> tuple[Line, ...]:
    managed = {n for block in document.managed for n in range(block.start, block.end)}
    templates = template_lines()
    trail: list[tuple[int, str]] = []
    found = []
    for block in document.blocks:
        if block.kind is Kind.HEADING:
            trail = [one for one in trail if one[0] < block.level] + [(block.level, block.title)]
        if block.kind not in {Kind.ITEM, Kind.PARAGRAPH}:
            continue
        titles = tuple(title for _, title in trail)
        for number in range(block.start, block.end):
            line = document.lines[number].rstrip("\r\n")
            bare = line.strip("># \t")
            if bare and number not in managed and bare not in templates:
                found.append(Line(number + 1, line, block, titles))
    return tuple(found)


def quoted(text: str, most: int = _QUOTE) -> str:
    """Return words of a user's file as a reason shows them: short, no secret, nothing hidden."""
    plain = " ".join(redact(text).text.split())
    plain = plain if len(plain) <= most else plain[: most - 1].rstrip() + "…"
    return "".join(c if c.isprintable() else f"‹U+{ord(c):04X}›" for c in plain)


def link_target(link: str) -> str:
    """Return the path a link names: without its section, percent signs read."""
    data = re.sub(rb"%([0-9A-Fa-f]{2})", lambda m: bytes([int(m[1], 16)]), to_bytes(link))
    return to_text(data).partition("#")[0]


def folded(name: str) -> str:
    """Return a name as two people would write it alike: no case, single blanks."""
    return " ".join(unicodedata.normalize("NFC", name).casefold().split())


def listed(names: Iterable[str], most: int = 5) -> str:
    """Return names as a reason lists them."""
    shown = [quoted(name) for name in names]
    more = f" and {len(shown) - most} more" if len(shown) > most else ""
    return ", ".join(shown[:most]) + more


def bullet_less(line: str) -> str:
    """Return a line without its bullet, number or check box."""
    return _LEAD.sub("", line, count=1).strip()


_LEAD = re.compile(r"^\s*(?:>\s*)?(?:(?:[-*+]|\d{1,3}[.)])\s+(?:\[[ xX]\]\s+)?)?")
