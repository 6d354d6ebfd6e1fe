"""Which files of the memory lead to which others: Markdown links, [[names]] and paths as they are.

    - Bruch wird binnen sieben Tagen gemeldet → reference/steinlohe-terms.md
    - [the offer](../topics/coding/stock-sync.md#State), [[2026-11-17]]

A name leads to the file beside it, from the workspace's root or from memory/, or to the only file
that is called so. What leads to no file is no link here; the doctor tells of it.
"""

from __future__ import annotations

import posixpath
import re
from collections import defaultdict
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

from lamina.documents.kinds import Layer
from lamina.errors import LaminaError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from lamina.documents.files import Files

_PLAIN = r"(?<![\w/.:@-])(/?(?:[\w.-]+/)*[\w.-]+\.md)(?![\w/-])"
_LINKED = r"\]\(\s*+<?((?:(?!\]\()[^)<>\"])++)>?\s*+(?:\"[^\"]*\"\s*+)?\)"
_NAMED = re.compile(rf"{_LINKED}|\[\[([^\]\[|\n]+)|{_PLAIN}")
_SCHEME = re.compile(r"^[a-z][a-z0-9+.-]*:", re.IGNORECASE)
_ASCII_END = re.compile(r"(?<![!-~])[!-~]+\Z")
_NONE = frozenset({Layer.MACHINE, Layer.COPY})  # layers that are nobody's to read


@dataclass(frozen=True, slots=True)
class Link:
    """A line of one file that leads to another."""

    source: str
    line: int  # 1-based
    target: str

    def as_dict(self) -> dict[str, Any]:
        """Return the shape every face shows."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class LinkMap:
    """All files and the links between them; the first line alone of many that lead the same way."""

    layers: Mapping[str, str]  # by path
    links: tuple[Link, ...]
    problems: tuple[str, ...] = ()  # files that could not be read


class Links:
    """The links of one workspace; a file is read again when it has changed."""

    def __init__(self, files: Files) -> None:
        self.files = files
        self._read: dict[str, tuple[tuple[int, int], tuple[tuple[int, str], ...]]] = {}

    def map(self) -> LinkMap:
        """Return the files and their links as they are now."""
        entries = [one for one in self.files.workspace.scan().files if one.layer not in _NONE]
        layers = {one.path: str(one.layer) for one in entries}
        problems = []
        read = {}
        for one in entries:
            stamp = (one.changed_ns, one.size)
            held = self._read.get(one.path)
            if held is None or held[0] != stamp:
                try:
                    held = (stamp, tuple(named(self.files.read(one.path) or "")))
                except LaminaError as error:
                    problems.append(error.message)
                    continue
            read[one.path] = held
        self._read = read
        names = Names(layers)
        links = {
            (path, target): Link(path, line, target)
            for path, (_, said) in read.items()
            for line, name in reversed(said)
            if (target := names.leads_to(name, path)) and target != path
        }
        ordered = sorted(links.values(), key=lambda one: (one.source, one.line, one.target))
        return LinkMap(layers, tuple(ordered), tuple(problems))


def named(text: str) -> Iterator[tuple[int, str]]:
    """Yield what may be the name of a file, with its line (1-based)."""
    for number, line in enumerate(text.splitlines(), start=1):
        if ".md" in line or "[[" in line or "](" in line:
            for found in _NAMED.finditer(line):
                name = next(filter(None, found.groups())).strip()
                if not _SCHEME.match(name):
                    yield number, name


class Names:
    """The files that names may lead to."""

    def __init__(self, paths: Iterable[str]) -> None:
        self.paths = frozenset(paths)
        self._called: dict[str, list[str]] = defaultdict(list)
        for path in self.paths:
            self._called[_bare(path)].append(path)

    def leads_to(self, name: str, source: str) -> str:
        """Return the file a name in another file leads to, or nothing."""
        plain = unquote(name).partition("#")[0].strip()
        if not plain or "\0" in plain:
            return ""
        found = self._placed(plain, source) or self._only(plain)
        tail = _ASCII_END.search(plain)  # a script without spaces puts words right before a path
        if not found and tail and tail.start() > 0:
            found = self._placed(tail[0], source)
        return found

    def _placed(self, name: str, source: str) -> str:
        inside = name.lstrip("/")
        folders = (
            ("", "memory") if name.startswith("/") else (posixpath.dirname(source), "", "memory")
        )
        for folder in folders:
            path = posixpath.normpath(posixpath.join(folder, inside))
            for one in (path, f"{path}.md"):
                if one in self.paths:
                    return one
        return ""

    def _only(self, name: str) -> str:
        called = self._called.get(_bare(name), []) if "/" not in name else []
        return called[0] if len(called) == 1 else ""


def _bare(path: str) -> str:
    return path.rsplit("/", 1)[-1].removesuffix(".md").casefold()
