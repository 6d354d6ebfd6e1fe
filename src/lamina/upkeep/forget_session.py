"""What was taken from one session: the lines of notes, the questions, the archives.

A line was taken from it where a change made in the session's name wrote it; where it is a message
of the chat log that was said there, then; or where somebody else than the owner wrote it, in words
that stand in the session. What its owner wrote by hand stays, whatever was said elsewhere.
"""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from lamina.documents import days, markdown, needles
from lamina.documents.kinds import Layer, date_of
from lamina.documents.redact import redact
from lamina.errors import ArchiveError, SessionError, UnknownNameError
from lamina.search.chunker import chunks, claim
from lamina.sessions.distilling import BLOCK as DIGEST
from lamina.sessions.readers import host_of, parsed, turn_of
from lamina.sessions.striking import struck
from lamina.sessions.struck import records
from lamina.sessions.turns import Role

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping
    from datetime import tzinfo
    from pathlib import Path

    from lamina.documents.history import Journal
    from lamina.sessions.catalog import Sessions
    from lamina.sessions.struck import Strikes
    from lamina.sessions.turns import Session, Turn
    from lamina.storage.state import State

REASON = "session "  # and its key: in whose name a change was made
_HEAD = re.compile(r"- (\d\d:\d\d) (user|agent): ")
_LABEL = re.compile(r"^[^\W\d_]{1,20}(?: [^\W\d_]{1,20})?\s*[:：]\s*")
_SPEAKERS = {Role.USER: "user", Role.ASSISTANT: "agent"}


@dataclass(slots=True)
class Trail:
    """What is known of one session."""

    keys: frozenset[str] = frozenset()  # what it is called, by its host and by its host's hooks
    archives: tuple[Path, ...] = ()
    said: str = ""  # the tokens of all its texts, between blanks
    moments: set[tuple[str, str, str]] = field(default_factory=set)  # day, time, speaker
    written: Mapping[str, set[str]] = field(default_factory=dict)  # lines, by path

    def holds(self, text: str) -> bool:
        """Tell whether somebody said just this in it; a few words are no sign of that."""
        words = needles.tokens(text)
        return len(words) >= needles.FEW and self._holds(words)

    def lines(self, path: str, layer: Layer, text: str, foreign: frozenset[str]) -> set[int]:
        """Return the lines (from 0) of a file that were taken from it.

        ``foreign``: the keys of lines that somebody else than the owner wrote.
        """
        lines = markdown.split_lines(text)
        found = {
            number
            for number, line in enumerate(lines)
            if line.strip() in self.written.get(path, ()) and not _is_frame(line)
        }
        if layer is Layer.CHAT:
            return found | self._chat(str(date_of(path)), lines)
        document = markdown.parse(text)
        digests = [b for b in document.managed if b.name == DIGEST]  # of the day's talks
        for row in chunks(document, path, None):
            made = any(block.start < row.start <= block.end for block in digests)
            if (made or claim(row.text) in foreign) and self._says(row.text):
                found |= set(range(row.start - 1, row.end))
        return {number for number in found if lines[number].strip()}

    def _says(self, text: str) -> bool:
        said = needles.bare(text)
        return self.holds(said) or self.holds(_LABEL.sub("", said, count=1))

    def _chat(self, day: str, lines: list[str]) -> set[int]:
        """Return the lines of the messages of a chat log that were said in it."""
        found: set[int] = set()
        taken = False
        for number, line in enumerate(lines):
            if head := _HEAD.match(line):
                words = needles.tokens(line[head.end() :])
                then = (day, head[1], head[2]) in self.moments
                taken = self._holds(words) and (then or len(words) >= needles.FEW)
            elif not line.startswith("    "):
                taken = False
            if taken:
                found.add(number)
        return found

    def _holds(self, words: list[str]) -> bool:
        return f" {' '.join(words)} " in self.said


class Trails:
    """Finds out what was taken from a session."""

    def __init__(
        self,
        sessions: Sessions,
        strikes: Strikes,
        journal: Journal,
        state: Callable[[], State],
        zone: tzinfo,
    ) -> None:
        self.sessions = sessions
        self.strikes = strikes
        self.journal = journal
        self.state = state
        self.zone = zone

    def of(self, words: str) -> Trail:
        """Return the trail of a session that is named by its key, its id or a part of them.

        Raises UnknownNameError, AmbiguousNameError.
        """
        keys, found = self._named(words)
        written = self._written(keys)
        archives = tuple(row.archive for row in self.strikes.rows(keys))
        trail = Trail(keys, archives, written=written)
        said: list[str] = []

        def collect(lines: list[str]) -> tuple[int, ...]:
            said.append("".join(lines))
            return ()

        for raw in self._records(archives, found):
            struck(raw, collect)
            trail.moments |= self._moments([turn_of(raw, 0, host_of(parsed(raw)), kind="main")])
        if found is not None and found.transcript is None:
            turns = self._of_database(found)
            trail.moments |= self._moments(turns)
            said += [turn.text for turn in turns]
        trail.said = " / ".join(["", *(" ".join(needles.tokens(redact(s).text)) for s in said), ""])
        return trail

    def foreign(self, texts: Iterable[tuple[str, str]]) -> frozenset[str]:
        """Return the keys of the lines of files (path, text) that the owner did not write."""
        keys = {
            claim(row.text)
            for path, text in texts
            for row in chunks(markdown.parse(text), path, None)
        }
        origins = self.state().origins(sorted(keys))
        return frozenset(key for key, origin in origins.items() if origin != "owner")

    def _named(self, words: str) -> tuple[frozenset[str], Session | None]:
        """Return a session's keys, and it itself where its host still has it."""
        try:
            found = self.sessions.find(words)
        except UnknownNameError:
            known = self._known()
            low = words.strip().lower()
            fits = [one for one in known if one.lower() == low or one.lower().endswith(f":{low}")]
            if len(fits) != 1:
                raise
            return frozenset(fits), None
        return frozenset({found.key, f"{found.host}:{found.id}"}), found

    def _known(self) -> list[str]:
        """Return the sessions whose traces are there, though their host has them no more."""
        reasons = (entry.reason for entry in self.journal.entries())
        named = [one.removeprefix(REASON) for one in reasons if one.startswith(REASON)]
        trimmed = [row.session for row in self.strikes.rows()]
        return [*dict.fromkeys([*named, *trimmed, *self.state().sessions.known()])]

    def _written(self, keys: frozenset[str]) -> dict[str, set[str]]:
        """Return the lines that changes made in its name wrote."""
        found: dict[str, set[str]] = defaultdict(set)
        for entry in self.journal.entries():
            if entry.reason.removeprefix(REASON) in keys and entry.reason.startswith(REASON):
                for file in entry.files:
                    for hunk in file.hunks:
                        found[file.path] |= {line.strip() for line in hunk.added.splitlines()}
        return found

    def _records(self, archives: Iterable[Path], session: Session | None) -> Iterator[bytes]:
        for archive in archives:
            try:
                yield from records(archive)
            except ArchiveError:  # it goes unread
                continue
        if session is not None and session.transcript is not None:
            with session.transcript.open("rb") as file:
                yield from file

    def _moments(self, turns: Iterable[Turn]) -> set[tuple[str, str, str]]:
        found = set()
        for turn in turns:
            if turn.role in _SPEAKERS and turn.at:
                at = days.local(turn.at, self.zone)
                found.add((str(at.date()), f"{at:%H:%M}", _SPEAKERS[turn.role]))
        return found

    def _of_database(self, session: Session) -> list[Turn]:
        try:
            return [*self.sessions.turns(session)]
        except SessionError:  # its host has nothing of it any more
            return []


def _is_frame(line: str) -> bool:
    """Tell whether a line only holds others: a heading, a mark, a rule."""
    said = line.strip()
    return not said or said.startswith(("#", "<!--")) or set(said) <= set("-*_")
