"""Serve many clients over streamable HTTP: on loopback, or with a token."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mcp.server.transport_security import TransportSecuritySettings

from lamina.mcp_server.server import build, build_for
from lamina.serving.guard import Guard, check_token
from lamina.serving.listening import Listening
from lamina.serving.workers import Workers

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from starlette.applications import Starlette

    from lamina.mcp_server.catalog import Rules
    from lamina.mcp_server.server import Chosen
    from lamina.memory import Memory

PORT = 8765
_PATH = "/mcp"
_OWN = TransportSecuritySettings(enable_dns_rebinding_protection=False)  # a guard stands before it


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
    listening = Listening(host, port)
    workers = Workers(open_memory)
    app = build(workers).streamable_http_app(streamable_http_path=_PATH, transport_security=_OWN)
    try:
        listening.serve(Guard(app, host, hosts, token), ready=lambda: ready(listening.url + _PATH))
    finally:
        workers.close()


def many(chosen: Chosen, rules: Callable[[Memory], Rules], *, most_bytes: int) -> Starlette:
    """Return an application at ``/mcp`` in which every request stands by itself.

    So it does not matter which process a client's next request reaches, and who may do what is
    asked anew each time.
    """
    return build_for(chosen, rules).streamable_http_app(
        streamable_http_path=_PATH,
        stateless_http=True,
        transport_security=_OWN,
        max_request_body_size=most_bytes,
    )
