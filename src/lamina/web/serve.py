"""Serve the page: on loopback, or with a token."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lamina.serving.guard import check_token
from lamina.serving.listening import Listening
from lamina.serving.workers import Workers
from lamina.web.app import build, guarded
from lamina.web.live import Live
from lamina.web.site import Site

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from lamina.memory import Memory

PORT = 8764
_THREADS = {"read": 2, "write": 1, "slow": 1}  # a Memory each: one person looks at the page


def serve(
    open_memory: Callable[[], Memory],
    where: tuple[str, int],
    *,
    name: str,
    hosts: Iterable[str] = (),
    token: str = "",
    read_only: bool = False,
    ready: Callable[[str], Any] = lambda _: None,
) -> None:
    """Serve until the process is told to end; ``ready`` is told the address."""
    host, port = where
    check_token(host, token, section="web")
    listening = Listening(host, port)
    workers, live = Workers(open_memory, _THREADS), Live()
    site = Site(workers, live, read_only=read_only, name=name)
    app = guarded(
        site, build(site, open_memory), host=host, port=listening.port, hosts=hosts, token=token
    )
    try:
        listening.serve(app, ready=lambda: ready(listening.url), ending=live.end)
    finally:
        live.end()
        live.wait()
        workers.close()
