"""Looks through what was trimmed from sessions for words that are to be forgotten."""

from __future__ import annotations

import gzip
import zlib
from typing import TYPE_CHECKING

from lamina.documents import needles
from lamina.documents.markdown import split_lines
from lamina.sessions.readers import host_of, parsed, turn_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    from lamina.documents.needles import Needle
    from lamina.storage.sqlite_trims import TrimRow


def holding(rows: Iterable[TrimRow], wanted: Sequence[Needle]) -> Iterator[TrimRow]:
    """Yield the trims whose archive says any of this; one that cannot be read may say it."""
    for row in rows:
        if row.archive.exists() and _says(row.archive, wanted):
            yield row


def _says(archive: Path, wanted: Sequence[Needle]) -> bool:
    host = ""
    try:
        with gzip.open(archive, "rb") as file:
            for number, raw in enumerate(file, 1):
                host = host or host_of(parsed(raw))
                text = turn_of(raw, number, host, kind="group", texts=True).text
                if text and needles.found(split_lines(text), tuple(wanted)):
                    return True
    except (OSError, EOFError, zlib.error):
        return True
    return False
