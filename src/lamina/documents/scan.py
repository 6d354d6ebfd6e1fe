"""Walk a workspace: list its Markdown files and what was passed over, each real file once."""

from __future__ import annotations

import contextlib
import os
import stat
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from lamina.documents.kinds import Layer, layer_of
from lamina.errors import PathOutsideError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

_SKIPPED = frozenset(
    {
        ".git",
        ".dreams",
        "node_modules",
        ".venv",
        "__pycache__",
        ".obsidian",
        ".trash",
        ".stversions",
    }
)
_USUAL = frozenset(
    {
        "readme.md",
        "changelog.md",
        "license.md",
        "contributing.md",
        "security.md",
        "claude.md",
        "bootstrap.md",
        "boot.md",
    }
)
EXTRA = "@extra"  # first part of the path of a file in an extra folder: @extra/1/notes/x.md


class FileEntry(NamedTuple):
    """One Markdown file as the scan saw it; ``path`` is relative, with forward slashes."""

    path: str
    layer: Layer
    size: int
    changed_ns: int
    inode: int
    full: str  # where it was found; links were followed and checked


@dataclass(frozen=True, slots=True)
class Problem:
    """Something in the workspace that was passed over, and why."""

    path: str
    reason: str


@dataclass(frozen=True, slots=True)
class Scan:
    """What a walk over the workspace found."""

    files: tuple[FileEntry, ...]
    problems: tuple[Problem, ...]


# Path, where it was found, size, times of modification and of change, inode, device. Plain tuples:
# a walk that finds what the last one found is compared and thrown away.
_Row: TypeAlias = tuple[str, str, int, int, int, int, int]


class Walk:
    """One walk: plain files first, links after them, each real file once."""

    def __init__(
        self, root: Path, outside: Mapping[str, Path], resolve: Callable[[str], Path]
    ) -> None:
        """``outside``: folders that are only read; ``resolve`` raises where a link leads out."""
        self._resolve = resolve
        self.rows: list[_Row] = []
        self.problems: list[Problem] = []
        self.folders = [str(root)]  # that were listed
        self.plain = True  # no file has a second name, which could change it past its folder
        self._links: list[tuple[str, str]] = []
        self._elsewhere: list[str] = []  # Markdown that lies where it is not searched
        self._folders: set[tuple[int, int]] = set()
        for entry in self._entries(str(root), ""):
            self._root_entry(str(root), entry)
        for named, folder in outside.items():
            if folder.is_dir():
                self.plain = self.plain and folder.resolve() == folder
                self._folder(str(folder.resolve()), named)
            else:
                self.plain = False
                self.problems.append(Problem(str(folder), "configured folder is not there"))
        if self._links:
            self.plain = False
            self._follow()
        if self._elsewhere:
            self.problems.append(_not_searched(self._elsewhere))

    def same(self, other: Walk) -> bool:
        """Tell whether another walk found the same files, unchanged."""
        return self.rows == other.rows and self.problems == other.problems

    def scan(self) -> Scan:
        """Return what was found, in the order of the paths."""
        problems = self.problems.copy()
        names = {row[0] for row in self.rows}
        if "MEMORY.md" in names:
            smaller = {name for name in names if name.casefold() == "memory.md"} - {"MEMORY.md"}
            problems += [Problem(name, "MEMORY.md is there too and wins") for name in smaller]
            names -= smaller
        files = sorted(_entry(row) for row in self.rows if row[0] in names)
        return Scan(tuple(files), tuple(problems))

    def _root_entry(self, root: str, entry: os.DirEntry[str]) -> None:
        name = entry.name
        folded = name.casefold()
        if folded in {"memory", "reference"}:
            if name != folded and not _same(f"{root}/{folded}", entry.path):
                if entry.is_dir():
                    self.problems.append(Problem(name + "/", f"did you mean {folded}/?"))
                return
            if entry.is_symlink():
                self._links.append((entry.path, folded))
            elif entry.is_dir():
                self._folder(entry.path, folded)
        elif layer_of(name) not in {Layer.OTHER, Layer.MACHINE} and ".md" in folded:
            self._visit(entry, name)
        elif folded.endswith(".md") and folded not in _USUAL and entry.is_file():
            self._elsewhere.append(name)

    def _folder(self, folder: str, relative: str) -> None:
        self.folders.append(folder)
        with contextlib.suppress(OSError):  # what cannot be looked at cannot be listed either
            status = os.stat(folder)  # noqa: PTH116 - paths stay strings in the walk
            self._folders.add((status.st_dev, status.st_ino))
        for entry in self._entries(folder, relative):
            self._visit(entry, f"{relative}/{entry.name}")

    def _entries(self, folder: str, relative: str) -> list[os.DirEntry[str]]:
        try:
            with os.scandir(folder) as found:
                return list(found)
        except OSError as error:
            self.problems.append(Problem(relative or ".", f"cannot be listed ({error.strerror})"))
            return []

    def _visit(self, entry: os.DirEntry[str], path: str) -> None:
        name = entry.name
        if name.endswith(".md") and entry.is_file(follow_symlinks=False):  # nearly all
            self._file(entry, path)
        elif entry.is_symlink():
            self._links.append((entry.path, path))
        elif entry.is_dir(follow_symlinks=False):
            if name.endswith(".md"):
                self.problems.append(Problem(path, "is a folder, not a note"))
            if name not in _SKIPPED and not (name.startswith(".") and name != ".archive"):
                self._folder(entry.path, path)
        elif _is_markdown(name):
            self._file(entry, path)

    def _file(self, entry: os.DirEntry[str], path: str) -> None:
        try:
            status = entry.stat(follow_symlinks=False)
        except OSError:
            return  # gone since it was listed
        self._take(path, entry.path, status)

    def _take(self, path: str, full: str, status: os.stat_result) -> None:
        if not stat.S_ISREG(status.st_mode):
            self.problems.append(Problem(path, "is not a regular file"))
        elif not path.isascii() and path.encode("utf-8", "replace").decode() != path:
            shown = path.encode("utf-8", "backslashreplace").decode()
            self.problems.append(Problem(shown, "its name is not valid UTF-8"))
        else:
            if status.st_nlink != 1:
                self.plain = False
            times = status.st_mtime_ns, status.st_ctime_ns
            self.rows.append((path, full, status.st_size, *times, status.st_ino, status.st_dev))

    def _follow(self) -> None:
        """Follow the links that stay inside and lead to something not listed yet."""
        seen = self._folders | {(row[6], row[5]) for row in self.rows}
        while self._links:
            full, path = self._links.pop()
            try:
                self._resolve(path)
                status = Path(full).stat()
            except PathOutsideError as error:
                self.problems.append(Problem(path, error.message))
                continue
            except OSError as error:
                why = f"link cannot be followed ({error.strerror})"
                self.problems.append(Problem(path, why))
                continue
            identity = status.st_dev, status.st_ino
            if identity in seen:
                continue
            if stat.S_ISDIR(status.st_mode):
                seen.add(identity)
                self._linked_folder(full, path, seen)
            elif _is_markdown(path):
                seen.add(identity)
                self._take(path, full, status)

    def _linked_folder(self, full: str, path: str, seen: set[tuple[int, int]]) -> None:
        for entry in self._entries(full, path):
            child = f"{path}/{entry.name}"
            if entry.name in _SKIPPED:
                continue
            if entry.is_symlink() or entry.is_dir():
                self._links.append((entry.path, child))
            elif _is_markdown(entry.name):
                with contextlib.suppress(OSError):
                    status = entry.stat()
                    if (status.st_dev, status.st_ino) not in seen:
                        seen.add((status.st_dev, status.st_ino))
                        self._take(child, entry.path, status)


def _entry(row: _Row) -> FileEntry:
    path, full, size, modified, changed, inode, _ = row
    layer = Layer.EXTRA if path.startswith(EXTRA + "/") else layer_of(path)
    # The time of change cannot be set back, as that of modification can.
    return FileEntry(path, layer, size, max(modified, changed), inode, full)


def _not_searched(names: list[str]) -> Problem:
    shown = ", ".join(sorted(names)[:5])
    more = f" and {len(names) - 5} more" if len(names) > 5 else ""
    return Problem(shown + more, "outside memory/ and not searched; notes belong in memory/")


def _is_markdown(name: str) -> bool:
    """Say whether a name is one of a Markdown file, or of a copy of one."""
    lowered = name.casefold()
    return lowered.endswith(".md") or (".md" in lowered and layer_of(name) is Layer.COPY)


def _same(one: str, other: str) -> bool:
    try:
        return Path(one).samefile(other)
    except OSError:
        return False
