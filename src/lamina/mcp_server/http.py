"""Serve many clients over streamable HTTP: on loopback, or with a token.

A web page in a browser on this machine can send requests to loopback, and make a name of its own
lead there: so the Host and the Origin of each request are checked. Off loopback, and wherever a
token is set, each request has to carry it.
"""

from __future__ import annotations

import asyncio
import hmac
import ipaddress
import json
from typing import TYPE_CHECKING, Any

import uvicorn
from mcp.server.transport_security import TransportSecuritySettings

from lamina.errors import ConfigError, UsageError
from lamina.mcp_server.server import build
from lamina.mcp_server.workers import Workers

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from starlette.types import ASGIApp, Receive, Scope, Send

    from lamina.memory import Memory

LOOPBACK = frozenset({"127.0.0.1", "::1", "localhost"})
PORT = 8765
_PATH = "/mcp"
_DRAIN = 5  # seconds that requests under way are given at the end


class Guard:
    """Lets through what comes from an allowed place and carries the token."""

    def __init__(self, app: ASGIApp, host: str, hosts: Iterable[str], token: str) -> None:
        self.app = app
        self.loopback = host in LOOPBACK
        self.everywhere = host in {"0.0.0.0", "::", ""}  # noqa: S104 - looked for, not bound to
        self.names = {name.casefold() for name in (host, *hosts)}
        self.names |= LOOPBACK if self.loopback else set()
        self.token = token.encode()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it."""
        refused = self._refused(scope) if scope["type"] == "http" else None
        if refused is None:
            await self.app(scope, receive, send)
            return
        status, message, extra = refused
        body = json.dumps({"error": "Refused", "message": message}).encode()
        headers = [(b"content-type", b"application/json"), *extra]
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": body})

    def _refused(self, scope: Scope) -> tuple[int, str, list[tuple[bytes, bytes]]] | None:
        headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
        if not self._allowed(headers.get(b"host", "")):
            return 421, "This Host is not served here (mcp.hosts).", []
        origin = headers.get(b"origin")
        if origin is not None and not self._allowed(origin.partition("://")[2]):
            return 403, "Pages of this Origin may not ask here (mcp.hosts).", []
        kind, _, sent = headers.get(b"authorization", "").partition(" ")
        given = sent.strip().encode() if kind.casefold() == "bearer" else b""
        if self.token and not hmac.compare_digest(given, self.token):
            challenge = [(b"www-authenticate", b"Bearer")]
            return 401, "Send the token: Authorization: Bearer TOKEN (mcp.token).", challenge
        return None

    def _allowed(self, authority: str) -> bool:
        """Say whether a host, with or without its port, is one of ours."""
        name = _name(authority)
        return name in self.names or (self.everywhere and _is_address(name))


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


def address(text: str) -> tuple[str, int]:
    """Read HOST:PORT, HOST, :PORT or PORT; IPv6 in brackets."""
    host, mark, port = text.rpartition(":")
    if text.isdigit():
        host, port = "", text
    elif not mark or text.endswith("]"):
        host, port = text, ""
    host = host.removeprefix("[").removesuffix("]") or "127.0.0.1"
    if port and (not port.isdigit() or int(port) > 65535):
        raise UsageError(f"{text!r} is no address.", "Write it as 127.0.0.1:8765.")
    return host, int(port or PORT)


def check_token(host: str, token: str) -> None:
    """Refuse to serve others than this machine without a token."""
    if host not in LOOPBACK and not token:
        raise ConfigError(
            "mcp.token",
            f"is not set, and {host} is reached by others; nothing was started",
            "Set it (LAMINA_MCP_TOKEN), or listen on 127.0.0.1.",
        )


def serve(
    open_memory: Callable[[], Memory],
    where: tuple[str, int],
    *,
    hosts: Iterable[str] = (),
    token: str = "",
    ready: Callable[[str], Any] = lambda _: None,
) -> None:
    """Serve until the process is told to end; ``ready`` is told the address."""
    host, port = where
    check_token(host, token)
    config = uvicorn.Config(
        "",
        host=host,
        port=port,
        log_level="warning",
        timeout_graceful_shutdown=_DRAIN,
    )
    try:
        listening = config.bind_socket()
    except SystemExit:
        raise UsageError(
            f"{host}:{port} cannot be listened on; nothing was started.",
            "Another program may use it: choose another port.",
        ) from None
    workers = Workers(open_memory)
    own = TransportSecuritySettings(enable_dns_rebinding_protection=False)  # Guard does it
    app = build(workers).streamable_http_app(streamable_http_path=_PATH, transport_security=own)
    config.app = Guard(app, host, hosts, token)
    shown = f"[{host}]" if ":" in host else host
    url = f"http://{shown}:{listening.getsockname()[1]}{_PATH}"

    async def main() -> None:
        server = uvicorn.Server(config)
        serving = asyncio.create_task(server.serve(sockets=[listening]))
        while not server.started and not serving.done():
            await asyncio.wait({serving}, timeout=0.02)
        ready(url)
        await serving

    try:
        asyncio.run(main())
    finally:
        listening.close()
        workers.close()
