r"""The journal of every change Lamina made: what is needed to take each one back.

``memory/.dreams/history.jsonl``, one JSON object a line, written before the files are replaced::

    {"id": 7, "at": "2026-03-04T09:30:00+01:00", "author": "owner", "command": "remember",
     "files": [{"path": "memory/2026-03-04.md", "before": "<sha256>", "after": "<sha256>",
                "hunks": [{"line": 4, "removed": "", "added": "- 09:30 …\n", "above": "…"}]}]}

``{"done": 7}`` follows when all files are in place; ``{"void": 7}`` says that change 7 never
reached them. A newest change with neither was cut off. A torn last line is no record, and is
taken away by the next one; one that lacks its end only gets it then, and the files tell whether it
came to pass. A foreign line is passed over.

An entry that held something which was forgotten has ``"forgotten": true`` and no hunks: it is
listed, and cannot be taken back.
"""

from __future__ import annotations

import json
import os
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from lamina.documents.changes import Hunk, digest
from lamina.documents.placing import sync_folder
from lamina.errors import UnreadableFileError, UsageError, reason_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from pathlib import Path

    from lamina.documents.changes import Change

_LONGEST = 16  # digits of a number
_UNDOES = b'"undoes":'  # stands in the line of a change that takes another back


@dataclass(frozen=True, slots=True)
class FileChange:
    """What a change did to one file; hashes are None where the file was not there.

    They are empty where something in the file was forgotten: a hash would tell what it was.
    """

    path: str
    before: str | None
    after: str | None
    hunks: tuple[Hunk, ...]


@dataclass(frozen=True, slots=True)
class Entry:
    """One change: who, when, by which command, why, to which files."""

    id: int
    at: str
    author: str
    command: str
    files: tuple[FileChange, ...]
    reason: str = ""
    folders: tuple[str, ...] = ()
    undoes: int | None = None
    undone_by: int | None = None
    secrets: tuple[str, ...] = ()
    forgotten: bool = False  # its lines are gone for good

    def summary(self) -> dict[str, Any]:
        """Return the entry without its lines, for lists."""
        return {
            "id": self.id,
            "at": self.at,
            "author": self.author,
            "command": self.command,
            "reason": self.reason,
            "undoes": self.undoes,
            "undone_by": self.undone_by,
            "forgotten": self.forgotten,
            "files": [
                {
                    "path": f.path,
                    "added": sum(h.added.count("\n") for h in f.hunks),
                    "removed": sum(h.removed.count("\n") for h in f.hunks),
                    "created": f.before is None,
                    "deleted": f.after is None,
                }
                for f in self.files
            ],
        }


class Journal:
    """The file; whoever appends holds the workspace's lock."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def entries(self) -> list[Entry]:
        """Return all changes that reached the files, oldest first."""
        found = self._standing()
        undone = _undone(found)
        return [_marked(one, undone[one.id]) if one.id in undone else one for one in found]

    def undone(self) -> frozenset[int]:
        """Return the numbers of the changes that were taken back; of all others nothing is read."""
        return frozenset(_undone(self._standing(_UNDOES)))

    def _standing(self, holding: bytes = b"") -> list[Entry]:
        """Return the changes that reached the files and whose line holds something."""
        found: dict[int, Entry] = {}
        *lines, last = self._read().split(b"\n")
        if "void" in _record(last):
            lines.append(last)  # else what has no end may be torn, even where it reads well
        for line in lines:
            if holding not in line and b'"void"' not in line:
                continue
            record = _record(line)
            if "void" in record:
                found.pop(record["void"], None)
            elif "id" in record:
                found[record["id"]] = _entry(record)
        return sorted(found.values(), key=lambda one: one.id)  # whatever merged or sorted the lines

    def _read(self) -> bytes:
        """Return all of it; UnreadableFileError where it cannot be read."""
        try:
            return self.path.read_bytes()
        except FileNotFoundError:
            return b""
        except OSError as error:
            raise UnreadableFileError(self.path, reason_of(error)) from error

    def _numbers(self, kind: str) -> Iterator[int]:
        """Yield the numbers of all lines of a kind: ``id``, ``void`` or ``done``."""
        parts = iter((b"\n" + self._read()).split(b'\n{"%s":' % kind.encode()))
        next(parts)
        for part in parts:
            number = part[:_LONGEST].partition(b"\n")[0].partition(b",")[0].rstrip(b"}")
            if number.isdigit():
                yield int(number)

    def entry(self, number: int) -> Entry:
        """Return one change, or raise UsageError."""
        entries = self.entries()
        for entry in entries:
            if entry.id == number:
                return entry
        newest = f"The newest is {entries[-1].id}; see: lamina history" if entries else ""
        raise UsageError(f"There is no change {number}; nothing was done.", newest)

    def unfinished(self) -> Entry | None:
        """Return the newest change if nothing says that it is done or void."""
        record = _record(self._tail())
        if "id" not in record:
            return None
        # Lines that were merged or sorted tell of older ones at their end.
        newest = record["id"] >= max(self._numbers("id"), default=0)
        ended = any(record["id"] in self._numbers(kind) for kind in ("void", "done"))
        return _entry(record) if newest and not ended else None

    def next_id(self) -> int:
        """Return the number of the next change."""
        last = _record(self._tail())
        ids = self._numbers("id")
        return max(0, *ids, *(last.get(key, 0) for key in ("id", "void", "done"))) + 1

    def append(self, record: dict[str, Any], *, wait: bool = True) -> None:
        """Write one record and wait until it is on the disk; on failure the file is as before."""
        line = json.dumps(record, separators=(",", ":")).encode() + b"\n"
        flags = os.O_RDWR | os.O_CREAT | os.O_APPEND | os.O_NOFOLLOW
        handle = os.open(self.path, flags, 0o600)
        try:
            size = os.fstat(handle).st_size
            whole = _whole(handle, size)
            if whole < size and _record(os.pread(handle, size - whole, whole)):
                line = b"\n" + line  # it is all there but its end, which an editor may take away
            elif whole < size:
                os.ftruncate(handle, whole)
                size = whole
            try:
                _write_all(handle, line)
                if wait:
                    os.fsync(handle)
                if wait and not size:
                    sync_folder(self.path.parent)  # it may be new
            except OSError:
                os.ftruncate(handle, size)
                raise
        finally:
            os.close(handle)

    def rewrite(self, change: Callable[[bytes], bytes]) -> bool:
        """Replace every line by what ``change`` makes of it, at once; say whether any differs."""
        try:
            old = self.path.read_bytes()
        except FileNotFoundError:
            return False
        new = b"".join(change(line) for line in old.splitlines(keepends=True))
        if new == old:
            return False
        temp = self.path.with_name(f"{self.path.name}.new")
        handle = os.open(temp, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_NOFOLLOW, 0o600)
        try:
            _write_all(handle, new)
            os.fsync(handle)
        finally:
            os.close(handle)
        temp.replace(self.path)
        sync_folder(self.path.parent)
        return True

    def _tail(self) -> bytes:
        """Return the last whole line, with its end or without."""
        try:
            with self.path.open("rb") as file:
                end = file.seek(0, os.SEEK_END)
                span = 4096
                while True:
                    start = max(0, end - span)
                    file.seek(start)
                    lines = file.read(end - start).split(b"\n")
                    whole = [line for line in lines if _record(line)]
                    if start == 0 or len(whole) > 1 or (len(lines) > 2 and whole):
                        return whole[-1] if whole else b""
                    span *= 8
        except FileNotFoundError:
            return b""
        except OSError as error:
            raise UnreadableFileError(self.path, reason_of(error)) from error


def record_of(entry: Entry) -> dict[str, Any]:
    """Return the JSON object an entry is written as."""
    record = asdict(entry)
    record.pop("undone_by")
    for file in record["files"]:
        file["hunks"] = [{k: v for k, v in h.items() if v or k == "line"} for h in file["hunks"]]
    return {k: v for k, v in record.items() if v or k in {"id", "files"}}


def change_of(change: Change, *, forgets: bool) -> FileChange:
    """Return what the journal keeps of a change; of one that forgets, nothing of its lines."""
    if forgets:
        before, after = (None if text is None else "" for text in (change.before, change.after))
        return FileChange(change.path, before, after, ())
    return FileChange(change.path, digest(change.before), digest(change.after), change.hunks)


def _undone(entries: Iterable[Entry]) -> dict[int, int]:
    """Return which change took which back; one that was taken back itself did not."""
    by = {one.undoes: one.id for one in entries if one.undoes is not None}
    undone: dict[int, int] = {}
    for number in sorted(by, reverse=True):  # what took it back is younger
        if by[number] not in undone:
            undone[number] = by[number]
    return undone


def _entry(record: dict[str, Any]) -> Entry:
    files = tuple(
        FileChange(
            f["path"],
            f.get("before"),
            f.get("after"),
            tuple(
                Hunk(
                    h["line"],
                    h.get("removed", ""),
                    h.get("added", ""),
                    h.get("above", ""),
                    h.get("below", ""),
                )
                for h in f["hunks"]
            ),
        )
        for f in record["files"]
    )
    return Entry(
        record["id"],
        record.get("at", ""),
        record.get("author", ""),
        record.get("command", ""),
        files,
        record.get("reason", ""),
        tuple(record.get("folders", ())),
        record.get("undoes"),
        None,
        tuple(record.get("secrets", ())),
        bool(record.get("forgotten", False)),
    )


def _marked(entry: Entry, by: int) -> Entry:
    return Entry(
        entry.id,
        entry.at,
        entry.author,
        entry.command,
        entry.files,
        entry.reason,
        entry.folders,
        entry.undoes,
        by,
        entry.secrets,
        entry.forgotten,
    )


def _record(line: bytes) -> dict[str, Any]:
    """Read one line; a torn or foreign one is an empty record."""
    try:
        record = json.loads(line)
    except (ValueError, RecursionError):
        return {}
    if not isinstance(record, dict):
        return {}
    for key in ("void", "done"):
        if set(record) == {key} and isinstance(record[key], int):
            return record
    try:
        _entry(record)
    except (KeyError, TypeError, AttributeError):
        return {}
    return record if isinstance(record["id"], int) else {}


def _whole(handle: int, size: int) -> int:
    """Return where the last whole line of a file ends."""
    end = size
    while end:
        start = max(0, end - 65536)
        place = os.pread(handle, end - start, start).rfind(b"\n")
        if place >= 0:
            return start + place + 1
        end = start
    return 0


def _write_all(handle: int, data: bytes) -> None:
    view = memoryview(data)
    while view:
        view = view[os.write(handle, view) :]


def touched(entries: Iterable[Entry]) -> set[str]:
    """Return the paths that these changes wrote."""
    return {file.path for entry in entries for file in entry.files}
