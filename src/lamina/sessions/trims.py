"""Trim, restore and repair sessions, and remember it: each replacement is noted before it is made.

What was there before lies in an archive beside the transcript (archives.py). A row of the state is
``begun`` before the file is replaced and ``done`` after; what a killed process left in between is
brought in line at the next look, by what the file holds.
"""

from __future__ import annotations

import contextlib
from dataclasses import asdict, dataclass, replace
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from lamina.documents import streams
from lamina.documents.days import long_past
from lamina.errors import ArchiveError, NotWritableError, SessionError, UnknownNameError
from lamina.sessions import archives, mending, swapping, trimming
from lamina.sessions.keys import may_trim
from lamina.sessions.struck import recover
from lamina.sessions.trimming import Plan, Trimmed
from lamina.storage.state_trims import TrimRow

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from lamina.sessions.mending import Flaw
    from lamina.sessions.swapping import Source
    from lamina.settings import Sessions
    from lamina.storage.state_trims import TrimTable


_DATABASE = "What a host keeps in a database of its own is the host's to shorten."


@dataclass(frozen=True, slots=True)
class Repair:
    """What is wrong with a transcript, and what was done about it."""

    session: str
    transcript: Path
    flaws: tuple[Flaw, ...]
    done: Trimmed | None = None  # None: nothing was written

    def as_dict(self) -> dict[str, Any]:
        """Return the shape every face shows."""
        return {
            "session": self.session,
            "transcript": str(self.transcript),
            "flaws": [asdict(flaw) | {"mendable": flaw.mendable} for flaw in self.flaws],
            "done": self.done.as_dict() if self.done else None,
        }


class Trims:
    """What trims sessions."""

    def __init__(
        self,
        store: Callable[[], TrimTable],
        settings: Sessions,
        clock: Callable[[], datetime],
    ) -> None:
        self._store = store
        self.settings = settings
        self._clock = clock

    def plan(self, session: str, transcript: Path | None, *, keep: int = 0) -> Plan:
        """Say what a trim would do; nothing is written.

        Raises SessionError for a session that is never trimmed, or not in a file.
        """
        _check(session)
        with _opened(_file(transcript, session), session) as source:
            return trimming.plan(source, keep or self.settings.keep_lines)

    def trim(self, session: str, transcript: Path | None, *, keep: int = 0) -> Trimmed:
        """Cut a transcript down to its last lines; what it was is kept in an archive.

        Raises:
            SessionError: the session is never trimmed, or not in a file.
            SessionBusyError: somebody writes to it.
            NoCutError: there is no place to cut.
            ArchiveError, NotWritableError: it could not be kept or written.
            ExternallyChangedError: it was rewritten meanwhile.

        In all these cases the transcript is as it was.
        """
        _check(session)
        now = self._clock()
        transcript = _file(transcript, session)
        self.settle(transcript)
        with _opened(transcript, session) as source:
            swapping.check_free(source, now)
            cut = trimming.checked(trimming.plan(source, keep or self.settings.keep_lines))
            row = _row(source, "trim", now, cut.kept, cut.removed)
            done = self._replace(source, row, lambda new: trimming.build(source, cut, new), now)
        self.prune()
        return replace(done, heads=cut.heads)

    def restore(self, session: str) -> Trimmed:
        """Bring back what the newest trim or repair of a session took, before what came since.

        Raises:
            UnknownNameError: nothing of it was trimmed.
            ArchiveError: the archive or the transcript is not what it was; nothing was changed.
            SessionBusyError: somebody writes to it.
        """
        row = self._newest(session)
        now = self._clock()
        archive = archives.Archive(row.archive, row.size, row.digest)
        with _opened(row.transcript, session) as source:
            swapping.check_free(source, now)
            if not archives.same_start(row.transcript, row.new_size, row.new_digest):
                raise ArchiveError(
                    session,
                    "its transcript does not begin any more as the trim left it; "
                    "nothing was changed",
                    f"All of it, as it was, is in {row.archive}",
                )
            with streams.draft(source.path, like=source.path) as new:
                for block in archives.unpacked(archive):
                    new.write(block)
                new.copy(source.file, row.new_size, source.size)
                late = swapping.swap(source, new, now)
            self._store().mark(row.id, "restored")
            lines = row.kept + row.removed
            return Trimmed(
                session, source.path, row.archive, lines, -row.removed, source.size, new.size,
                late=late,
            )  # fmt: skip

    def repair(self, session: str, transcript: Path | None, *, apply: bool = False) -> Repair:
        """Say what makes a host choke on a transcript; mend it on disk if asked.

        What it was is kept in an archive, as by a trim, and restored in the same way.
        """
        now = self._clock()
        transcript = _file(transcript, session)
        if apply:
            self.settle(transcript)
        with _opened(transcript, session) as source:
            flaws = mending.flaws(source)
            found = Repair(session, source.path, tuple(flaws.found))
            if not (apply and flaws.mendable):
                return found
            swapping.check_free(source, now)
            kept = flaws.lines - len(flaws.dropped) + sum(map(len, flaws.unanswered.values()))
            row = _row(source, "repair", now, kept, flaws.lines - kept)
            done = self._replace(source, row, lambda new: mending.build(source, flaws, new), now)
        return replace(found, done=done)

    def history(self, session: str = "") -> list[TrimRow]:
        """Return all trims and repairs, or those of a session, newest first."""
        return self._store().rows(session=session)

    def prune(self) -> list[Path]:
        """Remove archives that were kept long enough, whatever the clock says now; return which."""
        if not self.settings.archive_days:
            return []
        rows = {row: datetime.fromisoformat(row.at) for row in self._store().rows()}
        keep = timedelta(days=self.settings.archive_days)
        past = long_past(rows.values(), self._clock(), keep)
        gone = []
        for row, at in rows.items():
            kept = row.outcome in {"done", "restored"}
            if kept and past is not None and at <= past:
                try:
                    streams.remove(row.archive)
                except NotWritableError:
                    continue  # the folder is read-only now: next time
                self._store().mark(row.id, "pruned")
                gone.append(row.archive)
        return gone

    def settle(self, transcript: Path) -> int:
        """Finish what a killed trim left, carry late lines over; return how many bytes."""
        transcript = transcript.resolve()
        recover(self._store(), transcript)
        carried = swapping.settle(transcript) if transcript.parent.is_dir() else 0
        for row in self._store().rows(transcript=transcript, outcome="begun"):
            self._resolve(row)
        return carried

    def _resolve(self, row: TrimRow) -> None:
        """Find out whether a file was replaced before its trim was cut off."""
        if _undone(row) or not row.archive.exists():
            streams.remove(row.archive)  # all of it is in its place
            self._store().drop(row.id)
        else:
            self._store().mark(row.id, "done")

    def _replace(
        self, source: Source, row: TrimRow, build: Callable[[streams.Draft], None], now: datetime
    ) -> Trimmed:
        """Keep a transcript in an archive and put another in its place."""
        with (
            streams.draft(row.archive, like=source.path) as kept,
            streams.draft(source.path, like=source.path) as new,
        ):
            archive = archives.pack(source.file, source.size, kept)
            build(new)
            row = row._replace(digest=archive.digest, new_size=new.size, new_digest=new.digest)
            number = self._store().begin(row)
            try:
                kept.put()
                late = swapping.swap(source, new, now)
            except BaseException:
                self._resolve(row._replace(id=number))
                raise
            self._store().mark(number, "done")
            return Trimmed(
                row.session, source.path, row.archive, row.kept, row.removed, source.size, new.size,
                late=late,
            )  # fmt: skip

    def named(self, words: str) -> str:
        """Return the key of the trimmed session that is meant: its whole key, or its end."""
        known = dict.fromkeys(row.session for row in self._store().rows(outcome="done"))
        fits = [key for key in known if key.lower().endswith(f":{words.strip().lower()}")]
        return fits[0] if words not in known and len(fits) == 1 else words

    def _newest(self, session: str) -> TrimRow:
        """Return what is to be restored, or raise UnknownNameError."""
        for transcript in {row.transcript for row in self._store().rows(session=session)}:
            self.settle(transcript)
        for row in self._store().rows(session=session, outcome="done"):
            if not _undone(row):
                return row
            self._store().mark(row.id, "restored")  # by a process that was killed then
        known = {row.session for row in self._store().rows(outcome="done")}
        raise UnknownNameError("trimmed session", session, known)


def _check(session: str) -> None:
    if not may_trim(session):
        raise SessionError(
            session,
            "it is never trimmed; nothing was changed",
            "Only sessions of channels are, and none of their threads.",
        )


def _file(transcript: Path | None, session: str) -> Path:
    if transcript is None:
        raise SessionError(session, "it has no transcript file; nothing was changed", _DATABASE)
    return transcript


@contextlib.contextmanager
def _opened(transcript: Path, session: str) -> Iterator[Source]:
    source = swapping.opened(transcript.resolve(), session)
    with source.file:
        yield source


def _undone(row: TrimRow) -> bool:
    """Tell whether what was there before stands in its place."""
    if archives.same_start(row.transcript, row.new_size, row.new_digest):
        return False  # looked at first: a repair that only appends begins as what was there
    return archives.same_start(row.transcript, row.size, row.digest)


def _row(source: Source, kind: str, now: datetime, kept: int, removed: int) -> TrimRow:
    archive = archives.name_for(source.path, now)
    return TrimRow(
        now.isoformat(timespec="seconds"), source.session, kind, source.path, archive,
        source.size, "", 0, "", kept, removed,
    )  # fmt: skip
