"""Rows of the index as either database keeps them, and which of a batch it takes."""

from __future__ import annotations

import json
import time
from typing import TYPE_CHECKING, Any

from lamina.storage.contract import FileRow, IndexStats

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from lamina.storage.contract import ChunkRow


def file_of(row: Sequence[Any]) -> FileRow:
    """Return the file of a row: eleven values, two of them JSON."""
    path, layer, scope, day, size, changed_ns, inode, hash_, checked_ns, fields, problems = row
    found = [(int(line), str(text)) for line, text in json.loads(problems)] if problems else []
    return FileRow(
        path,
        layer,
        scope,
        day,
        size,
        changed_ns,
        inode,
        hash_,
        checked_ns,
        json.loads(fields) if fields else {},
        tuple(found),
    )


def values_of(file: FileRow) -> tuple[Any, ...]:
    """Return the row of a file."""
    return (
        file.path,
        file.layer,
        file.scope,
        file.day,
        file.size,
        file.changed_ns,
        file.inode,
        file.hash,
        file.checked_ns,
        json.dumps(file.fields, default=str) if file.fields else "",
        json.dumps(file.problems) if file.problems else "",
    )


def to_take(
    files: Sequence[tuple[FileRow, Sequence[ChunkRow]]],
    present: Mapping[str, Sequence[Any]],
    fence: int,
) -> list[tuple[FileRow, Sequence[ChunkRow]]]:
    """Return the files of a batch that are put in, each once.

    Args:
        files: as they were read.
        present: by path what is there: path, hash, layer, when it was looked at.
        fence: when something was last forgotten, in nanoseconds; 0: never.
    """
    taken: dict[str, tuple[FileRow, Sequence[ChunkRow]]] = {}
    for file, chunks in files:
        _, hash_, layer, checked = present.get(file.path, ("", "", "", 0))
        if (hash_, layer) == (file.hash, file.layer) or checked > file.checked_ns:
            continue  # another process was here first, or saw it later
        if file.checked_ns < fence <= time.time_ns():
            continue  # read before something was forgotten
        taken[file.path] = file, chunks
    return list(taken.values())


def stats_of(row: Sequence[Any], generation: int) -> IndexStats:
    """Return the counts of a row: files, chunks, terms, chunks without words, with a vector."""
    files, chunks, length, wordless, embedded = row
    embedded, mean = embedded or 0, length / chunks if chunks else 1.0
    return IndexStats(files, chunks, embedded, chunks - wordless - embedded, mean, generation)
