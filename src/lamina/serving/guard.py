"""Who may come in: from an allowed Host, from no other Origin, and with the token where one is set.

A web page in a browser on this machine can send requests to loopback, and make a name of its own
lead there: so the Host and the Origin of each request are checked. Off loopback, and wherever a
token is set, each request has to carry it.
"""

from __future__ import annotations

import hmac
import ipaddress
import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

from lamina.errors import ConfigError, UsageError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from starlette.types import ASGIApp, Receive, Scope, Send

LOOPBACK = frozenset({"127.0.0.1", "::1", "localhost"})
Headers = list[tuple[bytes, bytes]]


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a request is not let in."""

    status: int
    message: str
    headers: tuple[tuple[bytes, bytes], ...] = ()


class Guard:
    """Lets through what comes from an allowed place and carries the token."""

    def __init__(
        self,
        app: ASGIApp,
        host: str,
        hosts: Iterable[str],
        token: str,
        *,
        section: str = "mcp",
    ) -> None:
        """Keep the parts.

        Args:
            app: what is served.
            host: what is listened on.
            hosts: other names under which it is reached.
            token: what each request has to carry; empty: nothing.
            section: of the settings, to name them.
        """
        self.app = app
        self.loopback = host in LOOPBACK
        self.everywhere = host in {"0.0.0.0", "::", ""}  # noqa: S104 - looked for, not bound to
        self.names = {name.casefold() for name in (host, *hosts)}
        self.names |= LOOPBACK if self.loopback else set()
        self.token = token.encode()
        self.section = section

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it."""
        refused = self.refused(scope) if scope["type"] == "http" else None
        if refused is None:
            await self.app(scope, receive, send)
            return
        status, headers, body = self.answer(refused)
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": body})

    def answer(self, refused: Refusal) -> tuple[int, Headers, bytes]:
        """Return status, headers and body of a refusal."""
        body = json.dumps({"error": "Refused", "message": refused.message}).encode()
        headers = [(b"content-type", b"application/json"), *refused.headers]
        return refused.status, headers, body

    def refused(self, scope: Scope) -> Refusal | None:
        """Return why a request is not let in, or None."""
        headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
        if not self._allowed(headers.get(b"host", "")):
            return Refusal(421, f"This Host is not served here ({self.section}.hosts).")
        origin = headers.get(b"origin")
        if origin is not None and not self._allowed(origin.partition("://")[2]):
            return Refusal(403, f"Pages of this Origin may not ask here ({self.section}.hosts).")
        if self.token and not self.carries(headers):
            said = f"Send the token: Authorization: Bearer TOKEN ({self.section}.token)."
            return Refusal(401, said, ((b"www-authenticate", b"Bearer"),))
        return None

    def carries(self, headers: dict[bytes, str]) -> bool:
        """Say whether a request carries the token."""
        kind, _, sent = headers.get(b"authorization", "").partition(" ")
        return kind.casefold() == "bearer" and self.is_token(sent.strip())

    def is_token(self, sent: str) -> bool:
        """Say whether this is the token, in a time that tells nothing of it."""
        return hmac.compare_digest(sent.encode(), self.token)

    def _allowed(self, authority: str) -> bool:
        """Say whether a host, with or without its port, is one of ours."""
        name = _name(authority)
        return name in self.names or (self.everywhere and _is_address(name))


def check_token(host: str, token: str, *, section: str = "mcp") -> None:
    """Refuse to serve others than this machine without a token."""
    if host not in LOOPBACK and not token:
        raise ConfigError(
            f"{section}.token",
            f"is not set, and {host} is reached by others; nothing was started",
            f"Set it (LAMINA_{section.upper()}_TOKEN), or listen on 127.0.0.1.",
        )


def address(text: str, default: int) -> tuple[str, int]:
    """Read HOST:PORT, HOST, :PORT or PORT; IPv6 in brackets."""
    host, mark, port = text.rpartition(":")
    if text.isdigit():
        host, port = "", text
    elif not mark or text.endswith("]"):
        host, port = text, ""
    host = host.removeprefix("[").removesuffix("]") or "127.0.0.1"
    if port and (not port.isdigit() or int(port) > 65535):
        raise UsageError(f"{text!r} is no address.", f"Write it as 127.0.0.1:{default}.")
    return host, int(port or default)


def _name(authority: str) -> str:
    """Return the name of an authority, without port and brackets."""
    if authority.startswith("["):
        return authority[1:].partition("]")[0].casefold()
    return authority.partition(":")[0].casefold()


def _is_address(name: str) -> bool:
    """Say whether a name is an address: no page can make that lead elsewhere."""
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True
