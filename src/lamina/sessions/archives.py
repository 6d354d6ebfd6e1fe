"""What was cut from a transcript, kept whole beside it: ``<transcript>.trimmed-<UTC time>.gz``.

An archive is the transcript as it was, all of it, so that ``zcat`` alone brings it back; no host
takes it for a session, because its name does not end in .jsonl.
"""

from __future__ import annotations

import contextlib
import gzip
import hashlib
import os
import zlib
from dataclasses import dataclass
from datetime import UTC
from typing import TYPE_CHECKING, BinaryIO

from lamina.documents import streams
from lamina.errors import ArchiveError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime
    from pathlib import Path

LEVEL = 1  # of gzip: talk comes out a fifth larger than by 6, in a seventh of the time


@dataclass(frozen=True, slots=True)
class Archive:
    """An archive and what it holds."""

    path: Path
    size: int  # bytes, unpacked
    digest: str  # SHA-256 of them


def name_for(transcript: Path, now: datetime) -> Path:
    """Return a free name for an archive of a transcript."""
    at = now.astimezone(UTC).strftime("%Y%m%dT%H%M%SZ")
    found = transcript.with_name(f"{transcript.name}.trimmed-{at}.gz")
    number = 1
    while found.exists():
        number += 1
        found = transcript.with_name(f"{transcript.name}.trimmed-{at}-{number}.gz")
    return found


def pack(source: BinaryIO, size: int, draft: streams.Draft) -> Archive:
    """Write an archive of a transcript's first ``size`` bytes and read it back.

    Raises ArchiveError where it does not hold what it should.
    """
    seen = hashlib.sha256()
    name = draft.target.name.removesuffix(".gz")
    with gzip.GzipFile(name, "wb", LEVEL, fileobj=draft, mtime=0) as file:
        for block in streams.blocks(source, 0, size):
            seen.update(block)
            file.write(block)
    draft.settle()
    archive = Archive(draft.target, size, seen.hexdigest())
    for _ in unpacked(archive, draft.temp):
        pass
    return archive


def unpacked(archive: Archive, path: Path | None = None) -> Iterator[bytes]:
    """Yield what an archive holds, block by block; ArchiveError at the end where it is not whole.

    ``path``: where it lies, if not in its place.
    """
    found, size = hashlib.sha256(), 0
    try:
        with gzip.open(path or archive.path, "rb") as file:
            while block := file.read(streams.BLOCK):
                found.update(block)
                size += len(block)
                yield block
    except (OSError, EOFError, zlib.error) as error:
        raise ArchiveError(archive.path.name, f"it cannot be read ({error})", _HINT) from error
    if (size, found.hexdigest()) != (archive.size, archive.digest):
        raise ArchiveError(archive.path.name, "it does not hold what was put into it", _HINT)


def same_start(path: Path, size: int, digest: str) -> bool:
    """Tell whether a file's first bytes are these."""
    found = hashlib.sha256()
    with contextlib.suppress(FileNotFoundError), path.open("rb") as file:
        if os.fstat(file.fileno()).st_size >= size:
            for block in streams.blocks(file, 0, size):
                found.update(block)
            return found.hexdigest() == digest
    return False


_HINT = "Nothing was changed."
