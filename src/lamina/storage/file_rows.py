"""A file's row as every backend keeps it: eleven values, two of them JSON."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from lamina.storage.contract import FileRow

if TYPE_CHECKING:
    from collections.abc import Sequence


def file_of(row: Sequence[Any]) -> FileRow:
    """Return the file of a row."""
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
