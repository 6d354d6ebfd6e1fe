"""What the team's server refuses: who asks may not, or asks for too much."""

from __future__ import annotations

from http import HTTPStatus
from typing import TYPE_CHECKING

from lamina.errors.base import LaminaError

if TYPE_CHECKING:
    from collections.abc import Iterable


class ServiceError(LaminaError):
    """The team's server does not serve this request."""

    exit_code = 12
    status = HTTPStatus.FORBIDDEN
    wait = 0  # seconds after which repeating it may help


class TokenError(ServiceError):
    """A request carries no token that opens anything."""

    status = HTTPStatus.UNAUTHORIZED

    def __init__(self, problem: str, hint: str = "") -> None:
        super().__init__(
            f"{problem}; nothing was done.",
            hint or "Send a token: Authorization: Bearer TOKEN (lamina token create makes one).",
        )


class ScopeError(ServiceError):
    """A token does not allow what was asked for."""

    def __init__(self, what: str, scope: str, held: Iterable[str]) -> None:
        super().__init__(
            f"{what} needs a token with the scope {scope!r}; nothing was done.",
            f"This one has: {', '.join(held) or 'none'}. Its owner can make another.",
        )


class PlaceError(ServiceError):
    """A request comes by a name or from a page that is not allowed here."""

    def __init__(self, status: int, message: str) -> None:
        super().__init__(message, "Whoever runs the server can allow it: server.hosts")
        self.status = HTTPStatus(status)


class OtherWorkspaceError(ServiceError):
    """A token is for another workspace; whether the named one is there is not said."""

    def __init__(self) -> None:
        super().__init__(
            "This token does not open that workspace; nothing was done.",
            "Use the address that came with the token.",
        )


class TooManyRequestsError(ServiceError):
    """A token was used more often than it may be, or too much is under way."""

    status = HTTPStatus.TOO_MANY_REQUESTS

    def __init__(self, reason: str, wait: int) -> None:
        super().__init__(f"{reason}; nothing was done.", f"Repeat in {wait} s.")
        self.wait = wait


class RequestTooLargeError(ServiceError):
    """A request is larger than the server takes."""

    status = HTTPStatus.REQUEST_ENTITY_TOO_LARGE

    def __init__(self, most: int) -> None:
        super().__init__(
            f"The request has more than {most:,} bytes; nothing was done.",
            "Send less at once, or let server.max_bytes be raised.",
        )


class BodyTypeError(ServiceError):
    """The body of a request is of a kind that is not read."""

    status = HTTPStatus.UNSUPPORTED_MEDIA_TYPE

    def __init__(self, kind: str) -> None:
        super().__init__(
            f"A body of the kind {kind!r} is not read; nothing was done.",
            "Send JSON, with Content-Type: application/json.",
        )


class SlowRequestError(ServiceError):
    """The rest of a request did not come."""

    status = HTTPStatus.REQUEST_TIMEOUT

    def __init__(self, seconds: int) -> None:
        super().__init__(
            f"The request was not whole after {seconds} s; nothing was done.", "Repeat it."
        )


class TooSlowError(ServiceError):
    """The work took longer than a request may wait."""

    status = HTTPStatus.GATEWAY_TIMEOUT

    def __init__(self, seconds: int, *, writes: bool) -> None:
        after = (
            "what was to be written may still be written, whole"
            if writes
            else "nothing was changed by it"
        )
        hint = "Look into the history before you repeat it." if writes else "Repeat it."
        super().__init__(f"There was no answer after {seconds} s; {after}.", hint)


class AuditError(ServiceError):
    """What was asked for cannot be noted in the audit log, so nothing of it is given."""

    status = HTTPStatus.SERVICE_UNAVAILABLE

    def __init__(self, reason: str) -> None:
        super().__init__(
            f"The audit log cannot be written ({reason}); the answer is withheld, and what was to"
            " be written may stand in the notes.",
            "Let room be made on the server; then look into the history before you repeat it.",
        )


class EndingError(ServiceError):
    """The server ends, and begins nothing new."""

    status = HTTPStatus.SERVICE_UNAVAILABLE
    wait = 1

    def __init__(self) -> None:
        super().__init__("This server is just ending; nothing was done.", "Repeat it in a moment.")
