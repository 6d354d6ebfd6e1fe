"""Asks a session to write down what is open, and trims it once it has.

The session is given a one-time token, which it writes into active context behind what it wrote
there: ``TRIM_HASH: TRIM_READY_<32 hex digits>``. Only that line in that file, for that request, as
long as the request stands, is an answer; of the token the ledger keeps a digest and four digits to
show. A session that does not answer in time is flushed by rule and trimmed all the same; one that
is talked to meanwhile, or of which nothing could be saved, is left as it is.

``memory/trim-log.txt`` has a line for each trim::

    2026-03-08T07:00:12+01:00 | agent:main:slack:channel:C024 | TRIMMED
"""

from __future__ import annotations

import hashlib
import hmac
import re
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

from lamina.documents.markdown import split_lines
from lamina.errors import NoCutError, PathError, SenderError, SessionError, WriteError
from lamina.layers.active_blocks import PATH
from lamina.layers.draft import Spot
from lamina.sessions.senders import Message
from lamina.sessions.words import HASH, WORDS

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from lamina.layers.draft import Draft
    from lamina.layers.editor import Editor
    from lamina.sessions.flush import Flush
    from lamina.sessions.said import Said
    from lamina.sessions.senders import Sender
    from lamina.sessions.trimming import Trimmed
    from lamina.sessions.turns import Session
    from lamina.storage.state_sessions import Event, SessionTables

LOG = "memory/trim-log.txt"
_PREFIX = "TRIM_READY_"
REQUEST, CLOSED = "request", "request closed"
TRIMMED, FORCED = "TRIMMED", "FORCE-TRIM"
_STANDS = timedelta(hours=24)  # a request nobody came back to in that time is made again
_LINE = re.compile(rf"^{HASH}\s*({_PREFIX}\S+)\s*$")
_ANY = re.compile(rf"^\s*{HASH}\s*TRIM_\S*\s*$")


@dataclass(frozen=True, slots=True)
class Step:
    """How far a session has come."""

    session: str
    state: str  # asked, waiting, TRIMMED, FORCE-TRIM, kept
    why: str
    message: str = ""  # to be sent by somebody else
    token: str = ""  # four digits of it
    trimmed: Trimmed | None = None

    @property
    def done(self) -> bool:
        """Whether nothing more comes."""
        return self.state not in {"asked", "waiting"}

    def as_dict(self) -> dict[str, Any]:
        """Return the shape every face shows."""
        return {
            "session": self.session,
            "state": self.state,
            "why": self.why,
            "message": self.message or None,
            "token": self.token or None,
            "trim": self.trimmed.as_dict() if self.trimmed else None,
        }


class Handshake:
    """Takes sessions from the request to the trim, a step a call."""

    def __init__(
        self,
        editor: Editor,
        flush: Flush,
        ledger: Callable[[], SessionTables],
        sender: Callable[[], Sender],
        *,
        trim: Callable[[Session], Trimmed],
        talk: Callable[[Session], Sequence[Said]],
        token: Callable[[], str],
        wait_seconds: int,
    ) -> None:
        """Keep the parts.

        Args:
            editor: reads active context, cleans it and writes the log.
            flush: saves by rule what a silent session has open.
            ledger: of sessions, opened when first needed.
            sender: brings the message there.
            trim: the safe cut; NoCutError, SessionBusyError, ArchiveError where it gives way.
            talk: what was said in a session.
            token: makes 32 unguessable hex digits.
            wait_seconds: how long a session may take to answer.
        """
        self.editor = editor
        self.flush = flush
        self.ledger = ledger
        self.sender = sender
        self.trim = trim
        self.talk = talk
        self.token = token
        self.wait_seconds = wait_seconds

    @property
    def sends(self) -> bool:
        """Whether messages reach sessions without a person."""
        return self.sender().name != "print"

    def step(self, session: Session) -> Step:
        """Go one step on: ask, wait, or trim. Nothing here waits for an answer.

        Where active context cannot be read or written nothing is done, and the step says so.
        """
        try:
            return self._step(session)
        except (PathError, WriteError) as error:
            return Step(session.key, "kept", f"{error.message} {error.hint}".strip())

    def _step(self, session: Session) -> Step:
        request = self.request(session.key)
        if request is None:
            return self._ask(session)
        shown = str(request.details["shown"])
        if self._in_use(session, request):
            self._close(request, "in use")
            return Step(session.key, "kept", "it is talked to; asked again when idle", token=shown)
        if self.answered(request):
            return self._finish(session, request, TRIMMED)
        if self.editor.clock() < self._until(request):
            until = self._until(request).astimezone(self.editor.zone)
            return Step(session.key, "waiting", f"it has until {until:%H:%M:%S}", token=shown)
        return self._finish(session, request, FORCED)

    def through(self, session: Session, pause: Callable[[], None]) -> Step:
        """Take a session to the end, calling ``pause`` between looks."""
        step = self.step(session)
        while not step.done and not step.message:
            pause()
            step = self.step(session)
        return step

    def request(self, key: str) -> Event | None:
        """Return the request to a session that stands; None where there is none."""
        newest = self.ledger().events(session=key, kind=REQUEST, limit=1)
        if not newest:
            return None
        closed = self.ledger().events(session=key, kind=CLOSED, limit=1)
        if closed and closed[0].id > newest[0].id:
            return None
        if datetime.fromisoformat(newest[0].at) + _STANDS < self.editor.clock():
            self._close(newest[0], "nobody came back to it")
            return None
        return newest[0]

    def answered(self, request: Event) -> bool:
        """Tell whether active context holds the line that answers this request, and no other."""
        wanted = str(request.details["digest"])
        for line in split_lines(self.editor.files.read(PATH) or ""):
            match = _LINE.match(line.rstrip("\r\n"))
            if match and hmac.compare_digest(_digest(match[1]), wanted):
                return True
        return False

    def _ask(self, session: Session) -> Step:
        token = _PREFIX + self.token()
        language = self.editor.language()
        text = WORDS[language].request.format(file=PATH, line=f"{HASH} {token}")
        shown = token.removeprefix(_PREFIX)[:4]
        sender = self.sender()
        # Kept before it is sent: an answer that comes at once must find its request.
        at = self.editor.clock().astimezone(UTC)
        details = {
            "digest": _digest(token),
            "shown": shown,
            "until": (at + timedelta(seconds=self.wait_seconds)).isoformat(),
            "sender": sender.name,
        }
        number = self.ledger().record(session.key, REQUEST, at.isoformat(), details)
        try:
            sent = sender.send(Message(session, text, self.wait_seconds))
        except SenderError as error:
            self.ledger().record(
                session.key, CLOSED, at.isoformat(), {"request": number, "why": "not sent"}
            )
            return Step(session.key, "kept", f"{error.message} {error.hint}".strip(), token=shown)
        why = "asked to write down what is open"
        if not sent:
            return Step(session.key, "asked", f"{why}: send it the message", text, shown)
        return Step(session.key, "asked", why, token=shown)

    def _finish(self, session: Session, request: Event, word: str) -> Step:
        """Save what is open, trim, clean active context, log.

        What the session wrote is not compared: whoever else wrote meanwhile did not save it.
        """
        shown = str(request.details["shown"])
        flushed = self.flush.consider(session, asked="before a trim")
        if not flushed.acknowledged:
            why = "; ".join(flushed.notes) or "nothing could be saved"
            return Step(session.key, "kept", f"flush failed: {why}", token=shown)
        try:
            trimmed = self.trim(session)
        except NoCutError as error:
            self._close(request, "no cut")
            self._clean()
            return Step(session.key, "kept", error.message, token=shown)
        except SessionError as error:
            return Step(session.key, "kept", error.message, token=shown)
        self._close(request, word)
        self._clean(f"{self.editor.moment.isoformat(timespec='seconds')} | {session.key} | {word}")
        why = "it wrote down what is open" if word == TRIMMED else "it did not answer in time"
        return Step(session.key, word, why, token=shown, trimmed=trimmed)

    def _clean(self, logged: str = "") -> None:
        """Take answers out of active context, those of earlier requests too, and log a trim."""
        standing = self._standing()

        def work(draft: Draft) -> Spot:
            text = draft.read(PATH)
            lines = split_lines(text or "")
            kept = [line for line in lines if not _ANY.match(line) or _is_one(line, standing)]
            if text is not None and len(kept) < len(lines):
                draft.put(PATH, "".join(kept))
            if logged:
                draft.append(LOG, " ".join(logged.split()) + "\n")
            return Spot(LOG, 0, 0)

        self.editor.write("session trim", work)

    def asked(self) -> frozenset[str]:
        """Return the keys of the sessions whose answer is waited for."""
        return frozenset(event.session for event in self._open_requests())

    def _standing(self) -> frozenset[str]:
        """Return the digests of the requests that stand, of any session."""
        return frozenset(str(event.details["digest"]) for event in self._open_requests())

    def _open_requests(self) -> list[Event]:
        asked = self.ledger().events(kind=REQUEST, limit=1000)
        closed = {e.details["request"] for e in self.ledger().events(kind=CLOSED, limit=1000)}
        return [event for event in asked if event.id not in closed]

    def _in_use(self, session: Session, request: Event) -> bool:
        """Tell whether somebody else than this request spoke to the session since."""
        since = datetime.fromisoformat(request.at)
        digest = str(request.details["digest"])
        for one in self.talk(session):
            if one.role != "user" or one.at is None or one.at <= since:
                continue
            if not any(_digest(word) == digest for word in one.text.split()):
                return True
        return False

    def _until(self, request: Event) -> datetime:
        return datetime.fromisoformat(str(request.details["until"]))

    def _close(self, request: Event, why: str) -> None:
        at = self.editor.clock().astimezone(UTC).isoformat()
        self.ledger().record(request.session, CLOSED, at, {"request": request.id, "why": why})


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def _is_one(line: str, digests: frozenset[str]) -> bool:
    """Tell whether a line answers one of these requests."""
    match = _LINE.match(line.rstrip("\r\n"))
    return bool(match) and _digest(match[1]) in digests  # type: ignore[index]
