"""Keeps what was said as a raw log a day, the source of the daily note: ``memory/chat-<day>.md``.

A line a message: when, who, what was said; further lines of it stand four blanks in, so that none
of them is taken for another message::

    # 2026-03-04

    - 09:30 user: Which port did we choose?
    - 09:31 agent: 8443.
        It stands in the plan.

Only words of people and of the agent in their own session are kept (``spoken``), without secrets
and without what was forgotten. How far a transcript was read is in the state: a session that died
is read on when the next one begins. What is said twice is kept twice; only where nobody knows what
was written (the process died at it, the host wrote its transcript anew or carried an older session
over into it) a message that stands in the log, word for word, is taken for kept.
"""

from __future__ import annotations

import time
from collections import Counter
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

from lamina.documents import days, markdown
from lamina.documents.redact import redact
from lamina.errors import LaminaError
from lamina.layers.draft import Spot
from lamina.sessions.readers import attributed, turn_of
from lamina.sessions.spoken import spoken
from lamina.sessions.transcripts import Transcript
from lamina.sessions.turns import Role, Session
from lamina.storage.state_sessions import Cursor

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from datetime import date

    from lamina.layers.draft import Draft
    from lamina.layers.editor import Editor
    from lamina.sessions.said import Said
    from lamina.storage.state_sessions import SessionTables

COMMAND = "chat log"
KINDS = frozenset({"main"})  # of sessions whose talk is kept
_LONGEST = 4000  # characters of a message that are kept
_LARGEST = 2_000_000  # characters a day's log may have
_SPEAKERS = {Role.USER: "user", Role.ASSISTANT: "agent"}
_FURTHEST = 8 << 20  # bytes from its end that are read of a transcript never seen before
_MOST = 5  # sessions that are read on at once
_LATE = 0.3  # seconds a host may take to write down the answer it has just given


@dataclass(frozen=True, slots=True)
class Exchange:
    """A question and what was answered, with the day of the last word."""

    user: str
    agent: str
    day: date


@dataclass(frozen=True, slots=True)
class Taken:
    """What was new in a session."""

    session: Session
    exchanges: tuple[Exchange, ...] = ()
    files: tuple[str, ...] = ()


class ChatKeeper:
    """Keeps the talk of one workspace's sessions."""

    def __init__(
        self,
        editor: Editor,
        ledger: Callable[[], SessionTables],
        sift: Callable[[str], str],
    ) -> None:
        """``sift`` returns a text without what was forgotten."""
        self.editor = editor
        self.ledger = ledger
        self.sift = sift

    def session(self, host: str, id_: str, kind: str, transcript: Path, folder: str) -> Session:
        """Return a session as its host's hook names it."""
        size = transcript.stat().st_size if transcript.is_file() else 0
        return Session(
            f"{host}:{id_}", host, kind, id_, transcript if size else None, size=size, folder=folder
        )

    def begin(self, session: Session, transcript: Path) -> None:
        """Know of a session from its start, so that it is read on should it die."""
        if session.kind in KINDS:
            known = self.ledger().cursor(session.key) or Cursor(session.key, "", str(transcript))
            self._move(known._replace(ended=False, transcript=str(transcript)))

    def take(self, session: Session, *, answer: str = "", ended: bool = False) -> Taken:
        """Keep what was said since the last time.

        Args:
            session: of the host's hook.
            answer: what the agent has just said, which may not be in the transcript yet.
            ended: the session is over.
        """
        if session.kind not in KINDS or session.transcript is None:
            return Taken(session)
        cursor = self._cursor(session)
        said, moved = self._new(session, cursor)
        deadline = time.monotonic() + _LATE
        while answer and not _ends_with(said, answer) and time.monotonic() < deadline:
            time.sleep(0.02)
            said, moved = self._new(session, cursor)
        with self.editor.files.locked():
            now = self._cursor(session)  # another hook of the session may have come before
            done = max(cursor.done, now.done)
            fresh = [one for one, offset in said if offset >= done]
            files = self._write(fresh, now)
            self._move((moved if moved.done >= now.done else now)._replace(ended=ended))
        exchanges = tuple(self._exchanges([one for one, _ in said], len(said) - len(fresh)))
        return Taken(session, exchanges, files)

    def catch_up(self, *, without: str = "") -> Iterator[Taken]:
        """Keep what sessions said whose end nobody heard of, one after the other.

        ``without`` is the key of the session that goes on.
        """
        for cursor in self.ledger().unended(_MOST + 1):
            path = Path(cursor.transcript)
            if cursor.session == without:
                continue
            if not path.is_file() or path.stat().st_size <= cursor.done:
                continue
            host, _, id_ = cursor.session.partition(":")
            found = self.session(host, id_, "main", path, "")
            try:
                yield self.take(found)
            except LaminaError:  # one that cannot be read keeps none of the others back
                continue

    def lately(self, transcript: Path, kind: str, within: int) -> list[tuple[str, str]]:
        """Return who said what in the last bytes of a transcript."""
        held = Transcript(transcript, kind)
        start = max(0, transcript.stat().st_size - within)
        turns = [
            turn_of(record.raw, record.number, held.host, kind=kind)
            for record in held.records(start)
            if record.offset > start or not start
        ]
        return [(_SPEAKERS[one.role], one.text) for one in spoken(attributed(turns))]

    def _cursor(self, session: Session) -> Cursor:
        """Return how far a session was taken: not at all where its transcript begins anew."""
        place = str(session.transcript)
        cursor = self.ledger().cursor(session.key) or Cursor(session.key, "", place)
        if session.transcript is not None and session.transcript.stat().st_size < cursor.done:
            return cursor._replace(question=0, done=0)  # written anew, or trimmed
        return cursor

    def _new(self, session: Session, cursor: Cursor) -> tuple[list[tuple[Said, int]], Cursor]:
        """Return what was said from the last question on, each with its place, and where it ends.

        A last record that is still being written is left for the next time.
        """
        assert session.transcript is not None  # noqa: S101 - take looked
        transcript = Transcript(session.transcript, session.kind)
        size = session.transcript.stat().st_size
        offsets: dict[int, int] = {}
        turns = []
        question, done = cursor.question, cursor.done
        start = max(question, size - _FURTHEST)
        for record in transcript.records(start):
            if record.offset == start > question:
                continue  # begun somewhere within it
            if not record.raw.endswith(b"\n"):
                break
            offsets[record.number] = record.offset
            turn = turn_of(record.raw, record.number, transcript.host, kind=session.kind)
            turns.append(turn)
            done = record.offset + len(record.raw)
            if turn.role is Role.USER:
                question = record.offset
        said = [(one, offsets[one.record]) for one in spoken(attributed(turns))]
        place = str(session.transcript)
        return said, cursor._replace(transcript=place, question=question, done=done)

    def _exchanges(self, said: list[Said], first: int) -> Iterator[Exchange]:
        """Yield the owner's questions with what was answered, where it goes beyond ``first``."""
        starts = [n for n, one in enumerate(said) if one.role is Role.USER]
        for start, end in pairwise([*starts, len(said)]):
            question, *answers = said[start:end]
            if question.is_trusted and end > first:
                text = "\n".join(one.text for one in answers)
                yield Exchange(question.text, text, self._day(said[end - 1]))

    def _day(self, said: Said) -> date:
        moment = days.local(said.at, self.editor.zone) if said.at else self.editor.moment
        return moment.date()

    def _move(self, cursor: Cursor) -> None:
        self.ledger().move(self._dated(cursor))

    def _dated(self, cursor: Cursor) -> Cursor:
        return cursor._replace(at=self.editor.moment.isoformat(timespec="seconds"))

    def _write(self, said: Iterable[Said], cursor: Cursor) -> tuple[str, ...]:
        """Add messages to the logs of their days."""
        by_day: dict[date, list[Said]] = {}
        barred = self.ledger().barred().get(cursor.session)
        for one in said:
            if one.is_trusted and not (barred and (one.at is None or one.at <= barred)):
                by_day.setdefault(self._day(one), []).append(one)
        if not by_day:
            return ()
        paths = [_path_of(day) for day in by_day]
        doubtful = not cursor.done or self.ledger().begun(cursor.session)

        def work(draft: Draft) -> Spot:
            for day, messages in by_day.items():
                self._add(draft, day, messages, doubtful=doubtful)
            return Spot(paths[-1], 0, 0)

        self.ledger().begin(self._dated(cursor))
        self.editor.write(COMMAND, work, f"session {cursor.session}")
        return tuple(paths)

    def _add(self, draft: Draft, day: date, messages: Iterable[Said], *, doubtful: bool) -> None:
        """Add messages to a day's log; where it is doubtful, those that it does not hold."""
        path = _path_of(day)
        text = draft.read(path) or ""
        held = Counter(_entries(text) if doubtful else ())
        lines: list[str] = []
        for entry in filter(None, map(self._entry, messages)):
            written = redact(entry).text if doubtful else entry
            if held[written]:
                held[written] -= 1
            else:
                lines.append(entry)
        added = "".join(lines)
        if added and len(text) + len(added) <= _LARGEST:
            draft.append(path, added, title=str(day))

    def _entry(self, said: Said) -> str:
        text = self.sift(said.text).strip()
        if len(text) > _LONGEST:
            text = text[:_LONGEST].rstrip() + " […]"
        if not text:
            return ""
        moment = days.local(said.at, self.editor.zone) if said.at else self.editor.moment
        first, *more = text.splitlines()
        head = f"- {moment:%H:%M} {_SPEAKERS[said.role]}: {first.rstrip()}\n"
        return head + "".join(f"    {line.rstrip()}\n" for line in more if line.strip())


def _path_of(day: date) -> str:
    """Return the path of a day's log."""
    return f"memory/chat-{day}.md"


def _entries(text: str) -> Iterator[str]:
    """Yield the messages of a log as they were written."""
    entry = ""
    for line in markdown.split_lines(text.replace("\r\n", "\n")):
        if entry and not line.startswith("    "):
            yield entry
            entry = ""
        entry += line
    if entry:
        yield entry


def _ends_with(said: list[tuple[Said, int]], answer: str) -> bool:
    """Say whether the last thing said is this answer, as far as it is kept."""
    if not said or said[-1][0].role is not Role.ASSISTANT:
        return False
    kept, given = said[-1][0].text.split()[:5], answer.split()[:5]
    return kept == given
