"""A disk as a model: what a process did to it, call by call, and what a crash would leave.

``Recorder`` turns system calls below a folder into operations; ``Disk`` carries them out, one by
one. After each the disk tells two things: ``killed()``, the files as they are if the process dies
now; and ``cut_off(draw)``, the files if the power fails now: of what no fsync brought to the disk,
each folder keeps the first so many of its changes, each file any of its writes, the last perhaps
torn. (POSIX promises no more; most file systems keep more.)
"""

from __future__ import annotations

import os
import shutil
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tests.torture.tracer import GO, Act, Call

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path
    from random import Random

Tree = dict[str, bytes | None]  # files by their path below the root; None: a folder


@dataclass(slots=True)
class File:
    """Bytes, what of them is surely on the disk, and what came since: (place, bytes)."""

    data: bytearray = field(default_factory=bytearray)
    kept: bytes = b""
    late: list[tuple[int, bytes | None]] = field(default_factory=list)  # None: cut at the place

    def write(self, place: int, data: bytes | None) -> None:
        """Write bytes at a place, or cut the file there."""
        _write(self.data, place, data)
        self.late.append((place, data))

    def sync(self) -> None:
        """Bring it to the disk."""
        self.kept, self.late = bytes(self.data), []

    def cut_off(self, draw: Random) -> bytes:
        """Return what a power failure leaves."""
        data = bytearray(self.kept)
        for number, (place, new) in enumerate(self.late):
            if draw.random() < 0.5:
                continue
            last = number == len(self.late) - 1
            if new and last and draw.random() < 0.5:
                new = new[: draw.randrange(len(new))]  # noqa: PLW2901
            _write(data, place, new)
        return bytes(data)


@dataclass(slots=True)
class Folder:
    """Names, which of them are surely on the disk, and what came since, each change whole."""

    names: dict[str, File | Folder] = field(default_factory=dict)
    kept: dict[str, File | Folder] = field(default_factory=dict)
    late: list[dict[str, File | Folder | None]] = field(default_factory=list)

    def put(self, names: dict[str, File | Folder | None]) -> None:
        """Give or take names, all at once."""
        _put(self.names, names)
        self.late.append(names)

    def sync(self) -> None:
        """Bring the names to the disk."""
        self.kept, self.late = dict(self.names), []

    def cut_off(self, draw: Random) -> dict[str, File | Folder]:
        """Return the names a power failure leaves."""
        names = dict(self.kept)
        for change in self.late[: draw.randint(0, len(self.late))]:
            _put(names, change)
        return names


@dataclass(frozen=True, slots=True)
class Operation:
    """One change: its kind, the path (below the root), and what the kind needs."""

    kind: str
    path: str
    place: int = 0
    data: bytes = b""
    other: str = ""


class Disk:
    """A tree of files that operations are applied to."""

    def __init__(self, start: Tree) -> None:
        self.root = Folder()
        for path, data in sorted(start.items()):
            folder, name = self._parent(path)
            node = Folder() if data is None else File(bytearray(data), data)
            folder.names[name] = node
            folder.sync()

    def apply(self, one: Operation) -> bool:
        """Carry out an operation; return whether a killed process would leave something else.

        What the system refused, for a folder is missing or is not empty, changes nothing.
        """
        before = self._node(one.path)
        if not isinstance(self._node(one.path.rpartition("/")[0]), Folder):
            return False
        match one.kind:
            case "create" if before is None:
                self._give(one.path, File())
            case "write" if isinstance(before, File):
                place = len(before.data) if one.place < 0 else one.place
                before.write(place, one.data)
            case "cut" if isinstance(before, File) and len(before.data) != one.place:
                before.write(one.place, None)
            case "sync" if before is not None:
                before.sync()
                return False
            case "mkdir" if before is None:
                self._give(one.path, Folder())
            case "remove" if before is not None and not (
                isinstance(before, Folder) and before.names
            ):
                self._give(one.path, None)
            case "link" if before is not None:
                self._give(one.other, before)
            case "rename" if before is not None:
                self._rename(one.path, one.other, before)
            case _:
                return False
        return True

    def killed(self) -> Tree:
        """Return the files as a process leaves them that dies now."""
        return dict(_walk(self.root, "", None))

    def cut_off(self, draw: Random) -> Tree:
        """Return the files as a failing power supply may leave them."""
        return dict(_walk(self.root, "", draw))

    def _rename(self, path: str, other: str, node: File | Folder) -> None:
        (old, name), (new, named) = self._parent(path), self._parent(other)
        if old is new:
            old.put({name: None, named: node})
        else:
            new.put({named: node})
            old.put({name: None})

    def _give(self, path: str, node: File | Folder | None) -> None:
        folder, name = self._parent(path)
        folder.put({name: node})

    def _parent(self, path: str) -> tuple[Folder, str]:
        above, _, name = path.rpartition("/")
        folder = self._node(above)
        assert isinstance(folder, Folder), path
        return folder, name

    def _node(self, path: str) -> File | Folder | None:
        node: File | Folder | None = self.root
        for name in path.split("/") if path else ():
            if not isinstance(node, Folder):
                return None
            node = node.names.get(name)
        return node


class Recorder:
    """Turns the calls of a traced process into operations, for paths below a folder.

    What is written to the file ``marks`` beside it becomes operations of the kind "mark".
    """

    def __init__(self, root: Path, marks: Path) -> None:
        self.root, self.marks = f"{root}/", str(marks)
        self.operations: list[Operation] = []

    def __call__(self, call: Call) -> Act:
        """Note one call."""
        self.operations += self.of(call)
        return GO

    def below(self, path: str) -> str | None:
        """Return a path below the root; None where it is elsewhere, or is there no more."""
        if not path.startswith(self.root) or path.endswith((" (deleted)", "-shm")):
            return None
        return path.removeprefix(self.root)

    def of(self, call: Call) -> Iterator[Operation]:
        """Yield what a call does to files below the root."""
        name, arguments = call.name, call.arguments
        if name in {"write", "pwrite"}:
            yield from self._write(call)
        elif name in {"fsync", "ftruncate"}:
            if (path := self.below(call.file(0))) is not None:
                kind = "sync" if name == "fsync" else "cut"
                yield Operation(kind, path, place=arguments[1] if kind == "cut" else 0)
        elif name in {"open", "openat"}:
            shift = int(name == "openat")
            if arguments[1 + shift] & (os.O_CREAT | os.O_TRUNC):
                yield from self._open(call, shift)
        elif name in {"mkdir", "mkdirat", "unlink", "rmdir", "unlinkat"}:
            shift = int(name.endswith("at"))
            path = self.below(call.path(shift, at=0 if shift else None))
            if path is not None:
                yield Operation("mkdir" if "mkdir" in name else "remove", path)
        elif name in {"rename", "link", "renameat", "linkat"}:
            shift = int(name.endswith("at"))
            old = self.below(call.path(shift, at=0 if shift else None))
            new = self.below(call.path(1 + 2 * shift, at=2 if shift else None))
            if old is not None and new is not None:
                yield Operation(name.removesuffix("at"), old, other=new)
        elif name not in {"chmod", "fchmod", "fchmodat", "utimensat"}:
            told = call.file(0)
            assert self.below(told) is None, f"{name} on {told} is not understood"

    def _open(self, call: Call, shift: int) -> Iterator[Operation]:
        path = self.below(call.path(shift, at=0 if shift else None))
        flags = call.arguments[1 + shift]
        if path is None:
            return
        if flags & os.O_CREAT:
            yield Operation("create", path)
        if flags & os.O_TRUNC:
            yield Operation("cut", path)

    def _write(self, call: Call) -> Iterator[Operation]:
        told = call.file(0)
        if told == self.marks:
            yield Operation("mark", "", data=call.data(1, call.arguments[2]))
        elif (path := self.below(told)) is not None:
            place = call.arguments[3]
            if call.name == "write":
                place, flags = call.position(0)
                place = -1 if flags & os.O_APPEND else place
            data = call.data(1, call.arguments[2])
            assert len(data) == call.arguments[2], "less was read than is written"
            yield Operation("write", path, place, data)


def read(root: Path) -> Tree:
    """Return the files below a folder, without SQLite's shared memory."""
    found: Tree = {}
    for above, folders, names in os.walk(root):
        inner = os.path.relpath(above, root)
        prefix = "" if inner == "." else f"{inner}/"
        found |= dict.fromkeys((prefix + folder for folder in folders), None)
        for name in names:
            if not name.endswith("-shm"):
                with open(f"{above}/{name}", "rb") as file:  # noqa: PTH123
                    found[prefix + name] = file.read()
    return found


def write(root: Path, tree: Tree) -> None:
    """Make a folder hold just these files."""
    shutil.rmtree(root, ignore_errors=True)
    root.mkdir(parents=True)
    for path, data in sorted(tree.items()):
        full = f"{root}/{path}"
        if data is None:
            os.mkdir(full, 0o700)  # noqa: PTH102
        else:
            with open(full, "wb") as file:  # noqa: PTH123
                file.write(data)


def written(data: bytes, place: int, new: bytes) -> bytes:
    """Return a file's bytes after others were written at a place of it; -1: its end."""
    whole = bytearray(data)
    _write(whole, len(data) if place < 0 else place, new)
    return bytes(whole)


def _write(data: bytearray, place: int, new: bytes | None) -> None:
    if new is None:
        data[place:] = bytes(max(0, place - len(data)))
        return
    data.extend(bytes(max(0, place - len(data))))
    data[place : place + len(new)] = new


def _put(names: dict[str, File | Folder], change: dict[str, File | Folder | None]) -> None:
    for name, node in change.items():
        if node is None:
            names.pop(name, None)
        else:
            names[name] = node


def _walk(folder: Folder, prefix: str, draw: Random | None) -> Iterator[tuple[str, bytes | None]]:
    names = folder.names if draw is None else folder.cut_off(draw)
    for name, node in sorted(names.items()):
        if isinstance(node, Folder):
            yield prefix + name, None
            yield from _walk(node, f"{prefix}{name}/", draw)
        else:
            yield prefix + name, bytes(node.data) if draw is None else node.cut_off(draw)
