"""Archives of trims without what is forgotten: each is written anew, it and its row or neither.

The new archive is written beside the old one and read back. Then a mark in the state says what it
will hold, it takes the old one's place, and the row learns its size and digest, and with it the
rows of earlier trims, whose transcript begins within it. Killed in between, the mark tells: where
the archive is the new one the rows follow, else nothing was done.
"""

from __future__ import annotations

import gzip
import hashlib
import zlib
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from lamina.documents import streams
from lamina.errors import ArchiveError, LaminaError, NotWritableError
from lamina.sessions import archives
from lamina.sessions.striking import struck
from lamina.storage.state_trims import Struck

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Iterable, Iterator, Sequence
    from pathlib import Path

    from lamina.sessions.striking import Hits
    from lamina.storage.state_trims import TrimRow, TrimTable

    # Of a record: what goes of its texts; None: nothing does.
    Picks = Callable[[bytes], Hits | None]

_UNREAD = "an archive of a trimmed session which cannot be read, and may say it: remove the file"
_OPEN = "the transcript before its trim, which a program still writes to: repeat when it ended"
_REFUSED = "an archive of a trimmed session which cannot be replaced ({}): repeat when it can"


@dataclass(frozen=True, slots=True)
class Strike:
    """An archive that holds it, and in how many records; ``problem``: why it stays so."""

    archive: Path
    records: int
    problem: str = ""


class Strikes:
    """What takes something out of the archives of a workspace's trims."""

    def __init__(
        self,
        store: Callable[[], TrimTable],
        settle: Callable[[Path], int],
        transcripts: Callable[[], Iterable[Path]],
    ) -> None:
        """Keep the parts.

        Args:
            store: knows the trims.
            settle: finishes what a killed trim left beside a transcript.
            transcripts: of sessions that are known; archives of theirs may have lost their rows.
        """
        self._store = store
        self._settle = settle
        self._transcripts = transcripts

    def look(self, picks: Picks) -> list[Strike]:
        """Return the archives that hold it; nothing is written."""
        return [one for archive, _ in self._archives() if (one := _looked(archive, picks))]

    def strike(self, picks: Picks) -> list[Strike]:
        """Take it out of the archives; return which held it, and which still do."""
        done = [*self._settled()]
        for archive, row in self._archives():
            held = _looked(archive, picks)
            if held and not held.problem:
                held = self._rewritten(held, row, picks)
            done += [held] if held else []
        return done

    def rows(self, sessions: Container[str] | None = None, until: str = "") -> list[TrimRow]:
        """Return the trims whose archives are there: all, or those of sessions, up to a moment."""
        return [
            row
            for row in self._store().rows()
            if row.archive.exists()
            and (sessions is None or row.session in sessions)
            and (not until or datetime.fromisoformat(row.at) <= datetime.fromisoformat(until))
        ]

    def remove(self, sessions: Container[str], until: str) -> list[Strike]:
        """Remove the archives of sessions, up to a moment, and their rows; return what stayed."""
        stayed = []
        for row in self.rows(sessions, until):
            try:
                streams.remove(row.archive)
            except NotWritableError as error:
                stayed.append(Strike(row.archive, 0, _REFUSED.format(error.message.rstrip("."))))
            else:
                self._store().drop(row.id)
        return stayed

    def _archives(self) -> Iterator[tuple[Path, TrimRow | None]]:
        """Yield every archive that is there, those whose rows were lost too."""
        rows = self._store().rows()
        known = {row.archive for row in rows}
        yield from ((row.archive, row) for row in rows if row.archive.exists())
        for transcript in self._places(rows):
            for found in _beside(transcript, ".trimmed-", ".gz"):
                if found not in known:
                    yield found, None

    def _places(self, rows: Iterable[TrimRow]) -> list[Path]:
        return [*dict.fromkeys((*(row.transcript for row in rows), *self._transcripts()))]

    def _settled(self) -> Iterator[Strike]:
        """Finish what was cut off; yield what a writer still holds."""
        for transcript in self._places(self._store().rows()):
            try:
                self._settle(transcript)
            except LaminaError as error:
                yield Strike(transcript, 0, error.message)
            for left in _beside(transcript, ".before-", ""):
                yield Strike(left, 0, _OPEN)

    def _rewritten(self, held: Strike, row: TrimRow | None, picks: Picks) -> Strike:
        archive = held.archive
        earlier = _earlier(self._store().rows(transcript=row.transcript), row) if row else []
        try:
            with streams.draft(archive, like=archive) as new:
                after = _written(archive, row, earlier, picks, new)
                if row:
                    self._store().intend(row.id, after)
                new.put()
            if row:
                self._store().follow(row.id, after)
        except ArchiveError:
            return Strike(archive, held.records, _UNREAD)
        except NotWritableError as error:
            return Strike(archive, held.records, _REFUSED.format(error.message.rstrip(".")))
        return held


def recover(store: TrimTable, transcript: Path) -> None:
    """Bring rows in line with archives that were about to be replaced when a process was killed."""
    for row, after in store.intended(transcript):
        if _holds(row.archive, after):
            store.follow(row.id, after)
        else:
            store.desist(row.id)


def _holds(archive: Path, after: Struck) -> bool:
    try:
        for _ in archives.unpacked(archives.Archive(archive, after.size, after.digest)):
            pass
    except ArchiveError:
        return False
    return True


def _earlier(rows: Sequence[TrimRow], row: TrimRow) -> list[TrimRow]:
    """Return the trims before one: what they left in place may be how its archive begins."""
    if row.outcome != "done":  # restored: what they left stands in the transcript, as it was
        return []
    return [one for one in rows if one.id < row.id and one.new_size <= row.size]


def _written(
    archive: Path,
    row: TrimRow | None,
    earlier: Iterable[TrimRow],
    picks: Picks,
    draft: streams.Draft,
) -> Struck:
    """Write an archive anew; ArchiveError where it does not hold what its row says."""
    old, new = hashlib.sha256(), hashlib.sha256()
    read = size = 0
    starts: list[tuple[int, int, str]] = []
    name = archive.name.removesuffix(".gz")
    with gzip.GzipFile(name, "wb", archives.LEVEL, fileobj=draft, mtime=0) as file:
        for raw in records(archive):
            kept = _struck(raw, picks)
            old.update(raw)
            new.update(kept)
            read += len(raw)
            size += file.write(kept)
            starts += [
                (one.id, size, new.hexdigest())
                for one in earlier
                if (one.new_size, one.new_digest) == (read, old.hexdigest())
            ]
    if row and (row.size, row.digest) != (read, old.hexdigest()):
        raise ArchiveError(archive.name, "it does not hold what was put into it", "")
    draft.settle()
    after = Struck(size, new.hexdigest(), tuple(starts))
    for _ in archives.unpacked(archives.Archive(archive, size, after.digest), draft.temp):
        pass
    return after


def _looked(archive: Path, picks: Picks) -> Strike | None:
    """Return an archive with the number of records that hold it; one that cannot be read may."""
    try:
        count = sum(_struck(raw, picks) is not raw for raw in records(archive))
    except ArchiveError:
        return Strike(archive, 0, _UNREAD)
    return Strike(archive, count) if count else None


def _struck(raw: bytes, picks: Picks) -> bytes:
    hits = picks(raw)
    return raw if hits is None else struck(raw, hits)


def records(archive: Path) -> Iterator[bytes]:
    """Yield the records of an archive; ArchiveError where it cannot be read."""
    try:
        with gzip.open(archive, "rb") as file:
            yield from file
    except (OSError, EOFError, zlib.error) as error:
        raise ArchiveError(archive.name, f"it cannot be read ({error})", "") from error


def _beside(transcript: Path, mark: str, end: str) -> list[Path]:
    """Return the files beside a transcript that are named after it."""
    start = transcript.name + mark
    try:
        return sorted(
            path
            for path in transcript.parent.iterdir()
            if path.name.startswith(start) and path.name.endswith(end)
        )
    except OSError:
        return []
