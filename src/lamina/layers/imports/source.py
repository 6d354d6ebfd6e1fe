"""What an import reads: the files of a folder, none outside it, and JSON whatever is in it."""

from __future__ import annotations

import contextlib
import json
import os
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any

from lamina.documents import frontmatter, markdown
from lamina.documents.changes import to_text
from lamina.documents.kinds import Layer, layer_of
from lamina.documents.loading import read_bytes
from lamina.errors import PathError, UsageError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from lamina.documents.files import Files

_MARKDOWN = (".md", ".markdown")
_SKIPPED = frozenset({"node_modules", "__pycache__"})
_SHOWN = 5  # names in a list of what was left


@dataclass(frozen=True, slots=True)
class Note:
    """A Markdown file of the source; ``path`` is relative to it, with forward slashes."""

    path: str
    text: str

    @property
    def name(self) -> str:
        """The name with its ending."""
        return PurePosixPath(self.path).name

    @property
    def folder(self) -> str:
        """The folder it is in; empty: the source itself."""
        return self.path.rpartition("/")[0]

    @property
    def above(self) -> set[str]:
        """All folders above that one."""
        parts = self.folder.split("/") if self.folder else []
        return {"/".join(parts[:count]) for count in range(len(parts))}

    @property
    def stem(self) -> str:
        """The name without its ending."""
        return PurePosixPath(self.path).stem

    def fields(self) -> Mapping[str, Any]:
        """Return the front matter; one that cannot be read has no fields."""
        return frontmatter.read(markdown.parse(self.text)).fields


class Source:
    """A file or folder to import from; what could not be read is in ``problems``."""

    def __init__(self, given: Path, files: Files) -> None:
        self.given = given
        self.limit = files.limits.max_bytes
        self.workspace = files.workspace.root
        real = _real(given)
        folder = real.is_dir()
        self.root = real if folder else real.parent
        self.single = "" if folder else real.name
        self.problems: list[str] = []
        self.unread: set[str] = set()
        self._used: set[str] = set()

    @property
    def own(self) -> bool:
        """Whether it is this workspace's own memory."""
        if not self._inside(self.workspace, self.root):
            return False
        inner = (self.root / self.single).relative_to(self.workspace).as_posix()
        if self.single:
            return layer_of(inner) is not Layer.OTHER
        return inner == "." or inner.split("/")[0] in {"memory", "reference"}

    @cached_property
    def paths(self) -> tuple[str, ...]:
        """All files, by relative path; links are not followed, hidden folders are passed over."""
        return (self.single,) if self.single else tuple(sorted(self._walk()))

    @cached_property
    def notes(self) -> tuple[Note, ...]:
        """All Markdown files that can be read."""
        named = [p for p in self.paths if self.single or p.casefold().endswith(_MARKDOWN)]
        read = ((path, self.text(path)) for path in named)
        return tuple(Note(path, text) for path, text in read if text is not None)

    def is_json(self) -> bool:
        """Say whether this is one file that begins as JSON does, and is not named as Markdown."""
        if not self.single or self.single.casefold().endswith(_MARKDOWN):
            return False
        begin = (self._bytes(self.single, binary=True) or b"").lstrip(
            b"\xef\xbb\xbf\xff\xfe\0 \t\r\n"
        )
        return begin[:1] in {b"{", b"["}

    def folder(self, name: str) -> bool:
        """Say whether there is such a folder inside."""
        return not self.single and (self.root / name).is_dir()

    def use(self, path: str) -> None:
        """Mark a file as imported, or as one that need not be mentioned."""
        self._used.add(path)

    def left(self) -> str:
        """Say which files were left alone; empty: none."""
        names = [p for p in self.paths if p not in self._used and p not in self.unread]
        if not names:
            return ""
        more = f" and {len(names) - _SHOWN:,} more" if len(names) > _SHOWN else ""
        noun = "file was" if len(names) == 1 else "files were"
        return f"{len(names):,} {noun} left alone: {', '.join(map(shown, names[:_SHOWN]))}{more}."

    def text(self, path: str) -> str | None:
        """Return a file's text without loss; None, and a problem, where it is no text."""
        try:
            data = self._bytes(path)
        except PathError as error:
            self._problem(path, error.message)
            return None
        return None if data is None else to_text(data)

    def json(self, path: str) -> Any:
        """Return what a JSON file holds, the values of a JSON-lines file as a list.

        None where there is no such file; UsageError where it is no JSON.
        """
        data = self._bytes(path, binary=True)
        return None if data is None else load_json(data, shown(path))

    def raw(self, path: str) -> str:
        """Return a damaged file's text as far as it is one."""
        data = self._bytes(path, binary=True) or b""
        return data.decode("utf-8", "replace")

    def json_lines(self, path: str) -> list[Any]:
        """Return the values of a log's lines; those that are none, such as a torn one, are left."""
        values: list[Any] = []
        for line in (self.text(path) or "").split("\n"):
            with contextlib.suppress(ValueError, RecursionError):
                values.append(json.loads(line))
        return values

    def _bytes(self, path: str, *, binary: bool = False) -> bytes | None:
        try:
            real = (self.root / path).resolve()
        except (OSError, RuntimeError):
            return None
        if not self._inside(self.root, real):
            self._problem(path, f"{shown(path)} leads out of the source and was not followed.")
            return None
        return read_bytes(real, shown(path), self.limit, binary=binary)

    def _problem(self, path: str, sentence: str) -> None:
        if path not in self.unread:
            self.unread.add(path)
            self.problems.append(shown(sentence))

    def _walk(self) -> list[str]:
        found: list[str] = []
        folders = [""]
        while folders:
            folder = folders.pop()
            try:
                with os.scandir(self.root / folder) as listed:
                    entries = sorted(listed, key=lambda entry: entry.name)
            except OSError as error:
                reason = (error.strerror or "unreadable").lower()
                self._problem(folder, f"{shown(folder) or '.'} could not be listed: {reason}.")
                continue
            for entry in entries:
                path = f"{folder}/{entry.name}" if folder else entry.name
                if entry.is_symlink():
                    self._link(path)
                elif _hidden(path):
                    continue
                elif not entry.is_dir(follow_symlinks=False):
                    found.append(path)
                elif Path(entry.path) != self.workspace:
                    folders.append(path)
        return found

    def _link(self, path: str) -> None:
        """Pass a link over: what it leads to inside is read where it is."""
        try:
            inside = self._inside(self.root, (self.root / path).resolve())
        except (OSError, RuntimeError):
            inside = False
        if not inside and not _hidden(path):
            self._problem(path, f"{shown(path)} is a link out of the source: not followed.")

    @staticmethod
    def _inside(root: Path, path: Path) -> bool:
        return path == root or root in path.parents


def load_json(data: bytes, name: str) -> Any:
    """Return what JSON, or JSON lines, say; UsageError names the line that is none."""
    try:
        text = data.decode("utf-16" if data[:2] in {b"\xff\xfe", b"\xfe\xff"} else "utf-8-sig")
    except ValueError:
        raise _broken(name, "it is not UTF-8") from None
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        first = error
    rows = [(n, row) for n, row in enumerate(text.split("\n"), start=1) if row.strip()]
    values: list[Any] = []
    for number, row in rows:
        try:
            values.append(json.loads(row))
        except (ValueError, RecursionError) as error:
            if not values:
                break  # not even its first line: no JSON lines at all
            raise _broken(name, f"line {number}: {_why(error)}") from None
    if len(values) > 1:
        return values
    where = f"line {first.lineno}: " if isinstance(first, json.JSONDecodeError) else ""
    raise _broken(name, f"{where}{_why(first)}")


def shown(text: str) -> str:
    """Return a path or sentence that can be printed."""
    return text.encode("utf-8", "replace").decode()


def _broken(name: str, problem: str) -> UsageError:
    return UsageError(
        f"{name} is not valid JSON ({problem}); nothing was imported.",
        "Export it again, or mend it there.",
    )


def _why(error: Exception) -> str:
    if isinstance(error, json.JSONDecodeError):
        return error.msg.lower()
    return "it is nested too deep" if isinstance(error, RecursionError) else "unreadable"


def _hidden(path: str) -> bool:
    """Say whether a name is one of machines; an archive of topics is not."""
    folder, _, name = path.rpartition("/")
    if name == ".archive":
        return not folder.startswith("memory/topics")
    return name.startswith(".") or name in _SKIPPED


def _real(given: Path) -> Path:
    try:
        real = given.expanduser().resolve(strict=True)
    except (FileNotFoundError, NotADirectoryError):
        raise UsageError(
            f"There is no {shown(str(given))}; nothing was imported.",
            "Name the folder or file that holds the memories.",
        ) from None
    except (OSError, RuntimeError, ValueError) as error:
        raise UsageError(
            f"{shown(str(given))} cannot be opened ({shown(str(error))}); nothing was imported.",
            "Check its permissions and links.",
        ) from None
    return real
