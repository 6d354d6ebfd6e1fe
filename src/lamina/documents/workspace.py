"""The folder an agent lives in: find it, keep every path inside it, list what is there."""

from __future__ import annotations

import contextlib
import os
import re
import stat
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from lamina.documents import nearest
from lamina.documents.installed import workspaces
from lamina.documents.kinds import SHARED, Layer, layer_of
from lamina.errors import PathOutsideError, WorkspaceNotFoundError, WorkspacePathError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from lamina.config import Places

_DRIVE = re.compile(r"^[A-Za-z]:[\\/]|\\")
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


class Workspace:
    """A folder of memory, with the paths that may be reached from it."""

    def __init__(
        self,
        root: Path,
        extra_paths: tuple[str, ...] = (),
        shared: Mapping[str, str] | None = None,
    ) -> None:
        """``shared``: the folders that are shared with this agent, by name."""
        self.root = checked_root(root)
        self.outside = {  # folders that are only read, by what their files' paths begin with
            f"{EXTRA}/{number}": Path(p).expanduser()
            for number, p in enumerate(extra_paths, start=1)
        }
        for name, folder in (shared or {}).items():
            if not _within(real_folder(folder), self.root):  # else it is read where it is
                self.outside[f"{SHARED}/{name}"] = Path(folder)

    @property
    def hidden(self) -> Path:
        """The folder of machine state, memory/.dreams."""
        return self.root / "memory" / ".dreams"

    def resolve(self, path: str) -> Path:
        """Return the real path of a workspace-relative one; PathOutsideError where it leads out.

        An absolute path is accepted if it lies inside. The file need not exist.
        """
        if path.encode("utf-8", "replace").decode() != path:
            raise PathOutsideError(path.encode("utf-8", "replace").decode(), "it is no valid UTF-8")
        if "\0" in path:
            raise PathOutsideError(path, "it holds a zero byte")
        if _DRIVE.search(path):
            raise PathOutsideError(path, "it is a Windows path, or holds a backslash")
        if not path.strip("/ "):
            raise PathOutsideError(path, "it is empty")
        base, allowed, rest = self.root, (self.root,), path
        if is_outside(path):
            named = "/".join(path.split("/", 2)[:2])
            if named not in self.outside:
                kind = "extra" if path.startswith(EXTRA + "/") else "shared"
                raise PathOutsideError(path, f"there is no such {kind} folder")
            base, rest = real_folder(self.outside[named]), path[len(named) :].lstrip("/")
            allowed = (base,)
        lexical = Path(os.path.normpath(base / rest))
        if not _within(lexical, base):
            raise PathOutsideError(path)
        try:
            real = lexical.resolve()
        except (OSError, RuntimeError) as error:
            raise PathOutsideError(path, f"its links cannot be followed ({error})") from error
        if not any(_within(real, root) for root in (*allowed, *self._extra_roots())):
            raise PathOutsideError(path, f"it is a link to {real}, outside the workspace")
        return real

    def relative(self, path: str) -> str:
        """Return the path as it is named in the workspace: relative, with forward slashes."""
        self.resolve(path)
        if is_outside(path):
            return os.path.normpath(path)
        return Path(os.path.normpath(self.root / path)).relative_to(self.root).as_posix()

    def named(self, real: Path) -> str:
        """Return how a real path is named in the workspace; one outside is named whole."""
        if _within(real, self.root):
            return real.relative_to(self.root).as_posix()
        for named, folder in self.outside.items():
            if _within(real, real_folder(folder)):
                return f"{named}/{real.relative_to(real_folder(folder)).as_posix()}"
        return real.as_posix()

    def reaches(self, path: str) -> bool:
        """Say whether a file may be reached from here, by the folder its path names."""
        return not is_outside(path) or "/".join(path.split("/", 2)[:2]) in self.outside

    def _extra_roots(self) -> Iterator[Path]:
        for extra in self.outside.values():
            if extra.is_dir():
                yield extra.resolve()

    def scan(self) -> Scan:
        """List all Markdown files the memory consists of, and what was passed over."""
        return _Scanner(self).run()


def is_outside(path: str) -> bool:
    """Say whether a path names a file in an extra or a shared folder."""
    return path.startswith((EXTRA + "/", SHARED + "/"))


@dataclass(frozen=True, slots=True)
class Found:
    """The workspace to use, and how it was come by where that is not plain to see."""

    root: Path
    why: str = ""


def find(
    places: Places,
    named: str | None = None,
    agents: dict[str, str] | None = None,
    agent: str | None = None,
) -> Found:
    """Return the workspace to use (WS-1), or raise WorkspaceNotFoundError.

    The order: named, the agent's in the settings, LAMINA_WORKSPACE, then by the folder somebody
    works in (``nearest.find``).
    """
    if named:
        return Found(Path(named).expanduser())
    if agent and agents and agent in agents:
        return Found(Path(agents[agent]).expanduser())
    if places.workspace:
        return Found(Path(places.workspace).expanduser())
    root, why = nearest.find(str(places.cwd), str(places.home), workspaces(places))
    if not root:
        raise WorkspaceNotFoundError(places.cwd)
    return Found(Path(root), why)


def check_name(path: str | Path) -> None:
    """Refuse a workspace named in Windows style where that would become one odd folder name."""
    if os.name == "posix" and _DRIVE.search(str(path)):
        raise WorkspacePathError(
            path,
            "it is a Windows path on a POSIX system",
            "Name it as this system sees it, for example /mnt/c/Users/...",
        )


def checked_root(root: Path) -> Path:
    """Return the real path of a folder that can be a workspace, or raise WorkspacePathError."""
    check_name(root)
    try:
        real = root.expanduser().resolve()
        mode = real.stat().st_mode
    except FileNotFoundError:
        raise WorkspacePathError(
            root, "there is no such folder", "Make it one: lamina init FOLDER --apply"
        ) from None
    except (OSError, RuntimeError, ValueError) as error:
        raise WorkspacePathError(root, f"it cannot be opened ({error})") from error
    if not stat.S_ISDIR(mode):
        raise WorkspacePathError(root, "it is not a folder", "Name the folder that holds it.")
    return real


def real_folder(folder: str | Path) -> Path:
    """Return where a folder really is; one whose links lead nowhere is named as it is."""
    try:
        return Path(folder).expanduser().resolve()
    except (OSError, RuntimeError):
        return Path(folder)


def _within(path: Path, root: Path) -> bool:
    return path == root or root in path.parents


class _Scanner:
    """One walk: plain files first, links after them, each real file once."""

    def __init__(self, workspace: Workspace) -> None:
        self.workspace = workspace
        self.files: list[FileEntry] = []
        self.problems: list[Problem] = []
        self.links: list[tuple[str, str]] = []
        self.outside: list[str] = []  # Markdown that lies where it is not searched
        self.seen: set[tuple[int, int]] = set()

    def run(self) -> Scan:
        root = str(self.workspace.root)
        for entry in self._entries(root, ""):
            self._root_entry(root, entry)
        for named, folder in self.workspace.outside.items():
            if folder.is_dir():
                self._folder(str(folder.resolve()), named)
            else:
                self.problems.append(Problem(str(folder), "configured folder is not there"))
        while self.links:
            self._link(*self.links.pop())
        if self.outside:
            shown = ", ".join(sorted(self.outside)[:5])
            more = f" and {len(self.outside) - 5} more" if len(self.outside) > 5 else ""
            self.problems.append(
                Problem(shown + more, "outside memory/ and not searched; notes belong in memory/")
            )
        names = {f.path for f in self.files}
        if "MEMORY.md" in names:
            for file in [
                f for f in self.files if f.path != "MEMORY.md" and f.path.casefold() == "memory.md"
            ]:
                self.files.remove(file)
                self.problems.append(Problem(file.path, "MEMORY.md is there too and wins"))
        self.files.sort(key=lambda f: f.path)
        return Scan(tuple(self.files), tuple(self.problems))

    def _root_entry(self, root: str, entry: os.DirEntry[str]) -> None:
        name = entry.name
        folded = name.casefold()
        if folded in {"memory", "reference"}:
            if name != folded and not _same(f"{root}/{folded}", entry.path):
                if entry.is_dir():
                    self.problems.append(Problem(name + "/", f"did you mean {folded}/?"))
                return
            if entry.is_symlink():
                self.links.append((entry.path, folded))
            elif entry.is_dir():
                self._folder(entry.path, folded)
        elif layer_of(name) not in {Layer.OTHER, Layer.MACHINE} and ".md" in folded:
            self._visit(entry, name)
        elif folded.endswith(".md") and folded not in _USUAL and entry.is_file():
            self.outside.append(name)

    def _folder(self, folder: str, relative: str) -> None:
        with contextlib.suppress(OSError):  # what cannot be looked at cannot be listed either
            status = os.stat(folder)  # noqa: PTH116 - paths stay strings in the walk
            self.seen.add((status.st_dev, status.st_ino))
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
        if entry.is_symlink():
            self.links.append((entry.path, path))
        elif name.endswith(".md") and entry.is_file(follow_symlinks=False):  # nearly all
            self._stat(entry, path)
        elif entry.is_dir(follow_symlinks=False):
            if name.endswith(".md"):
                self.problems.append(Problem(path, "is a folder, not a note"))
            if name not in _SKIPPED and not (name.startswith(".") and name != ".archive"):
                self._folder(entry.path, path)
        elif _is_markdown(name):
            self._stat(entry, path)

    def _stat(self, entry: os.DirEntry[str], path: str) -> None:
        try:
            status = entry.stat(follow_symlinks=False)
        except OSError:
            return  # gone since it was listed
        self._file(path, entry.path, status)

    def _known(self, entry: os.DirEntry[str]) -> bool:
        """Say whether the file behind a link was listed already."""
        with contextlib.suppress(OSError):
            status = entry.stat()
            return (status.st_dev, status.st_ino) in self.seen
        return True

    def _file(self, path: str, full: str, status: os.stat_result) -> None:
        if not stat.S_ISREG(status.st_mode):
            self.problems.append(Problem(path, "is not a regular file"))
            return
        if not path.isascii() and path.encode("utf-8", "replace").decode() != path:
            shown = path.encode("utf-8", "backslashreplace").decode()
            self.problems.append(Problem(shown, "its name is not valid UTF-8"))
            return
        self.seen.add((status.st_dev, status.st_ino))
        layer = Layer.EXTRA if path.startswith(EXTRA + "/") else layer_of(path)
        # The time of change cannot be set back, as that of modification can.
        changed = max(status.st_mtime_ns, status.st_ctime_ns)
        self.files.append(FileEntry(path, layer, status.st_size, changed, status.st_ino, full))

    def _link(self, full: str, path: str) -> None:
        """Follow a link if it stays inside and leads to something not listed yet."""
        try:
            self.workspace.resolve(path)
            status = Path(full).stat()
        except PathOutsideError as error:
            self.problems.append(Problem(path, error.message))
            return
        except OSError as error:
            self.problems.append(Problem(path, f"link cannot be followed ({error.strerror})"))
            return
        if (status.st_dev, status.st_ino) in self.seen:
            return
        if stat.S_ISDIR(status.st_mode):
            self.seen.add((status.st_dev, status.st_ino))
            for entry in self._entries(full, path):
                child = f"{path}/{entry.name}"
                if entry.name in _SKIPPED:
                    continue
                if entry.is_symlink() or entry.is_dir():
                    self.links.append((entry.path, child))
                elif _is_markdown(entry.name) and not self._known(entry):
                    self._stat(entry, child)
        elif _is_markdown(path):
            self._file(path, full, status)


def _is_markdown(name: str) -> bool:
    """Say whether a name is one of a Markdown file, or of a copy of one."""
    lowered = name.casefold()
    return lowered.endswith(".md") or (".md" in lowered and layer_of(name) is Layer.COPY)


def _same(one: str, other: str) -> bool:
    try:
        return Path(one).samefile(other)
    except OSError:
        return False
