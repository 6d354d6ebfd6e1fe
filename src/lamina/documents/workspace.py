"""The folder an agent lives in: find it, keep every path inside it, list what is there."""

from __future__ import annotations

import os
import re
import stat
from dataclasses import dataclass
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING

from lamina.documents import nearest
from lamina.documents.installed import workspaces
from lamina.documents.kinds import SHARED
from lamina.documents.notices import Notices
from lamina.documents.scan import EXTRA, Scan, Walk
from lamina.errors import PathOutsideError, WorkspaceNotFoundError, WorkspacePathError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from lamina.places import Places

# One who looks again and again at many files has the system tell of changes.
_WALKS, _MANY = 2, 200
_DRIVE = re.compile(r"^[A-Za-z]:[\\/]|\\")


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
        self._last: tuple[Walk, Scan] | None = None
        self._walks = 0
        self._notices = Notices()
        self._looking = Lock()

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
        with self._looking:
            last = self._last
            if self._notices.quiet() and last is not None:
                return last[1]
            walk = Walk(self.root, self.outside, self.resolve)
            if last is None or not walk.same(last[0]):
                last = (walk, walk.scan())
            self._last = last
            self._walks += 1
            if self._walks > _WALKS and len(walk.rows) >= _MANY and walk.plain:
                self._notices.listed(walk.folders)
            else:
                self._notices.close()
            return last[1]

    def close(self) -> None:
        """Let go of what was opened to look at the files."""
        with self._looking:
            self._notices.close()


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
