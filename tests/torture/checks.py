"""What must hold of a workspace, whatever happened to the processes that wrote it."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import TYPE_CHECKING

from lamina.documents.changes import digest
from lamina.errors import LaminaError, UndoConflictError
from lamina.search.indexer import Indexer
from lamina.storage.sqlite_index import SqliteIndex
from tests.torture.load import CHANNEL

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from datetime import datetime
    from pathlib import Path

    from lamina.memory import Memory
    from lamina.storage.contract import IndexStore
    from tests.torture.load import Place

TEMP = ".lamina-"  # how temporary files begin
TIMES = "memory/heartbeat-state.json"  # written beside the history
NEXT = "The next one writes again under zqnext."

Files = dict[str, bytes]


def users(root: Path) -> Files:
    """Return the files people own, below a workspace."""
    return {
        path.relative_to(root).as_posix(): path.read_bytes()
        for path in sorted(root.rglob("*"))
        if path.is_file() and ".dreams" not in path.parts
    }


def owned(tree: Mapping[str, bytes | None], prefix: str = "ws/") -> Files:
    """Return the same of a tree of the model disk."""
    return {
        path.removeprefix(prefix): data
        for path, data in tree.items()
        if path.startswith(prefix) and data is not None and "/.dreams/" not in path
    }


def steady(files: Files) -> Files:
    """Return the files but for what is no part of the history: times of jobs, temporary files."""
    return {
        path: data
        for path, data in files.items()
        if path != TIMES and not path.rpartition("/")[2].startswith(TEMP)
    }


def torn(files: Files, *versions: Files) -> Iterator[str]:
    """Yield which files are none of the versions they went through."""
    for path, data in files.items():
        if not any(version.get(path) == data for version in versions):
            yield f"{path} is torn"


def sound(memory: Memory) -> Iterator[str]:
    """Yield what is wrong with a workspace that only Lamina wrote since its history began."""
    with memory.files.locked():
        pass  # what a killed writer left is finished or voided
    root = memory.workspace.root
    yield from _history_is_true(memory)
    yield from (f"topics: {flaw.kind} {flaw.path}" for flaw in memory.audit.flaws())
    if (root / TIMES).exists():
        try:
            json.loads((root / TIMES).read_text("utf-8"))
        except ValueError:
            yield f"{TIMES} is torn"
    aside = [*root.rglob("*.corrupt-*"), *memory.places.cache.rglob("*.corrupt-*")]
    yield from (f"{path.name} was set aside" for path in aside)


def left(root: Path) -> Iterator[str]:
    """Yield what killed writers left."""
    yield from (f"{path.relative_to(root)} is left" for path in root.rglob(f"{TEMP}*"))


def _history_is_true(memory: Memory) -> Iterator[str]:
    """Each file is as the last change of it says: so a change came whole, or not at all."""
    last: dict[str, tuple[int, str | None]] = {}
    numbers = []
    for entry in memory.files.journal.entries():
        numbers.append(entry.id)
        for file in entry.files:
            before = last.get(file.path)
            if before and before[1] != file.before:
                yield f"change {entry.id} of {file.path} does not follow change {before[0]}"
            last[file.path] = entry.id, file.after
    if numbers != sorted(set(numbers)):
        yield f"changes are numbered {numbers}"
    for path, (number, after) in last.items():
        if path != TIMES and digest(memory.files.read(path)) != after:
            yield f"{path} is not what change {number} made of it"


def index_agrees(memory: Memory) -> Iterator[str]:
    """The index holds each file's lines as a new one would."""
    memory.sync()
    fresh = SqliteIndex(None)
    Indexer(memory.workspace, fresh, memory.config.files.max_bytes).sync()
    said, wanted = _lines(memory.index), _lines(fresh)
    fresh.close()
    if said != wanted:
        yield f"the index differs from a new one: {sorted(said ^ wanted)[:3]}"


def goes_on(memory: Memory) -> Iterator[str]:
    """The next line is written, found once, and taken back to the byte."""
    root = memory.workspace.root
    before = steady(users(root))
    written = memory.remember(NEXT)
    found = [hit.path for hit in memory.search("zqnext").hits]
    if found != [written.path]:
        yield f"the next line is found in {found}"
    memory.undo()
    if steady(users(root)) != before:
        yield "undo of the next line does not give the files back"


def undoes(memory: Memory) -> Iterator[str]:
    """The last change that stands is taken back, its files to the byte."""
    try:
        last = memory.files.undoing.entry()
    except LaminaError:
        return  # nothing was done
    memory.undo()
    for file in last.files:
        if file.path != TIMES and digest(memory.files.read(file.path)) != file.before:
            yield f"undo of change {last.id} does not give {file.path} back"


def undoes_all(memory: Memory, pristine: Files) -> Iterator[str]:
    """Everything is taken back, to the byte."""
    left = [e.id for e in memory.history() if e.undoes is None and e.undone_by is None]
    if left:
        try:
            memory.undo_to(min(left))
        except UndoConflictError as error:
            yield f"undo of everything: {error.message}"
            return
    if steady(users(memory.workspace.root)) != steady(pristine):
        yield "undo of everything does not give the first files back"


def transcript_whole(place: Place, now: datetime, versions: set[bytes]) -> Iterator[str]:
    """The transcript is one of what it was, and what was trimmed comes back."""
    found, whole = place.transcript.read_bytes(), max(versions, key=len)
    if found not in versions:
        yield "the transcript is torn"
    elif found != whole:
        with place.memory(now + timedelta(hours=1)) as memory:
            memory.trims.restore(CHANNEL)
        if place.transcript.read_bytes() != whole:
            yield "the transcript does not come back"


def _lines(index: IndexStore) -> set[tuple[str, int, str]]:
    assert isinstance(index, SqliteIndex)
    return set(map(tuple, index.database.execute("SELECT path, start, text FROM chunks")))
