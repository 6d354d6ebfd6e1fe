"""Sessions of a host that cannot be read, trimmed or restored."""

from __future__ import annotations

from http import HTTPStatus

from lamina.errors.base import LaminaError


class SessionError(LaminaError):
    """A host's session cannot be read, trimmed or restored."""

    exit_code = 10
    status = HTTPStatus.CONFLICT

    def __init__(self, session: object, reason: str, hint: str = "") -> None:
        super().__init__(f"Session {session}: {reason}.", hint)


class SessionBusyError(SessionError):
    """Somebody writes to the session now."""

    def __init__(self, session: object, who: str) -> None:
        super().__init__(
            session, f"{who}; nothing was changed", "Try again when the session is idle."
        )


class NoCutError(SessionError):
    """There is no place where the session could be cut."""

    def __init__(self, session: object, reason: str) -> None:
        super().__init__(session, f"it was not trimmed, for {reason}")


class ArchiveError(SessionError):
    """What was removed cannot be kept, or not be brought back."""


class SenderError(SessionError):
    """No message reaches the session."""
