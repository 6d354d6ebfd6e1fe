"""How a message reaches a session: through its host, a program of the user's, or a person.

Nothing goes through a shell: a program's arguments are a list, and what is replaced in them stays
one argument whatever it holds.
"""

from __future__ import annotations

import json
import shlex
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from lamina.errors import SenderError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from lamina.sessions.turns import Session
    from lamina.settings import Sessions as Settings

_AT_ONCE = 5  # seconds in which a program fails, if it does
_SHOWN = 200  # characters of what a program said


@dataclass(frozen=True, slots=True)
class Message:
    """What is to be said to a session."""

    session: Session
    text: str
    seconds: int  # it may take to answer


class Sender(Protocol):
    """Brings a message to a session."""

    name: str

    def send(self, message: Message) -> bool:
        """Bring it there; False: somebody else has to. SenderError where it cannot be done."""


class Shown:
    """Leaves it to whoever reads what is printed."""

    name = "print"

    def send(self, message: Message) -> bool:  # noqa: ARG002
        """Bring it nowhere."""
        return False


class Program:
    """Runs a program with session and message among its arguments."""

    def __init__(
        self, name: str, arguments: Sequence[str], environment: Mapping[str, str] | None = None
    ) -> None:
        self.name = name
        self._arguments = list(arguments)
        self._environment = environment

    def send(self, message: Message) -> bool:
        """Start it, and see whether it fails at once; one that runs on has been handed the message.

        A heartbeat must not wait for the answer: what a program says later nobody hears.
        """
        import subprocess
        import tempfile
        import threading

        values = {
            "{session}": message.session.key,
            "{id}": message.session.id,
            "{message}": message.text,
            "{seconds}": str(message.seconds),
        }
        arguments = [_filled(part, values) for part in self._arguments]
        with tempfile.TemporaryFile() as errors:
            try:
                running = subprocess.Popen(
                    arguments,
                    env=self._environment,
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.DEVNULL,
                    stderr=errors,
                    start_new_session=True,
                )
            except OSError as error:
                reason = f"{arguments[0]} cannot be run ({error.strerror or error})"
                raise _failed(message, reason) from None
            try:
                code = running.wait(min(_AT_ONCE, message.seconds))
            except subprocess.TimeoutExpired:
                threading.Thread(target=running.wait, name="lamina-sender", daemon=True).start()
                return True
            errors.seek(0)
            said = " ".join(errors.read().decode("utf-8", "replace").split())
        if code:
            said = said.replace(message.text, "[message]")[-_SHOWN:]
            more = f": {said}" if said else ""
            raise _failed(message, f"{arguments[0]} ended with {code}{more}")
        return True


class Gateway:
    """OpenClaw's gateway over HTTP: its tool sessions_send."""

    name = "gateway"

    def __init__(self, url: str, key: str) -> None:
        """Check the address; nothing is connected."""
        from lamina.search.endpoint import Server

        self._server = Server(
            url,
            key,
            path="tools/invoke",
            section="sessions",
            meanwhile="sessions are not asked",
            failed=lambda reason, hint: SenderError("the gateway", reason, hint),
        )

    def send(self, message: Message) -> bool:
        """Ask the gateway to send it; the session answers on its own time."""
        asked = {
            "tool": "sessions_send",
            "sessionKey": message.session.key,
            "args": {
                "sessionKey": message.session.key,
                "message": message.text,
                "timeoutSeconds": 0,
            },
        }
        reply = self._server.post(asked, float(min(30, message.seconds + 5)))
        self._server.raise_for(reply)
        if reply.status == 404:
            raise _failed(
                message,
                "the gateway does not let sessions_send be called",
                'Allow it there (gateway.tools.allow: ["sessions_send"]), or set sessions.sender.',
            )
        try:
            fine = 200 <= reply.status < 300 and bool(json.loads(reply.body)["ok"])
        except (ValueError, TypeError, KeyError, RecursionError):
            fine = False
        if not fine:
            said = self._server.said(reply).replace(message.text, "[message]")
            raise _failed(message, f"the gateway refused ({said})")
        return True


def open_sender(chosen: Settings, environment: Mapping[str, str] | None = None) -> Sender:
    """Return the sender the settings name; SenderError where they do not say enough."""
    if chosen.sender == "openclaw":
        command = ["openclaw", "agent", "--session-id", "{id}", "--message", "{message}"]
        return Program("openclaw", [*command, "--timeout", "{seconds}"], environment)
    if chosen.sender == "gateway":
        return Gateway(chosen.gateway, chosen.gateway_key)
    if chosen.sender == "command":
        try:
            arguments = shlex.split(chosen.command)
        except ValueError as error:
            raise SenderError("sender", f"sessions.command is no command ({error})") from None
        if not any("{message}" in part for part in arguments):
            raise SenderError(
                "sender",
                "sessions.command does not say where the message goes",
                "Write {message} (and {session}) among its arguments.",
            )
        return Program("command", arguments, environment)
    return Shown()


def _filled(part: str, values: Mapping[str, str]) -> str:
    """Replace the names in one argument, each once, none inside another's value."""
    import re

    return re.sub("|".join(map(re.escape, values)), lambda match: values[match[0]], part)


def _failed(message: Message, reason: str, hint: str = "") -> SenderError:
    hint = hint or "Nothing was trimmed. Check sessions.sender, or use: sessions.sender = print"
    return SenderError(message.session.key, reason, hint)
