"""Serve the page: on loopback, or with a token."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lamina.serving.guard import check_token
from lamina.serving.listening import Listening
from lamina.web.agents import Agents, Page
from lamina.web.app import guarded

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

    from lamina.fleet.fleet import Fleet
    from lamina.memory import Memory

PORT = 8764


def serve(
    open_memory: Callable[[], Memory],
    where: tuple[str, int],
    *,
    root: Path,
    fleet: Fleet | None = None,
    open_agent: Callable[[Path], Callable[[], Memory]] | None = None,
    hosts: Iterable[str] = (),
    token: str = "",
    read_only: bool = False,
    ready: Callable[[str], Any] = lambda _: None,
) -> None:
    """Serve until the process is told to end; ``ready`` is told the address.

    Args:
        open_memory: opens the workspace, in any thread.
        where: host and port.
        root: the workspace's folder.
        fleet: other agents, whose pages are reached from this one.
        open_agent: returns what opens the workspace in a folder.
        hosts: other names under which the page is reached.
        token: what has to be known to get in.
        read_only: whether nothing may be changed.
        ready: is told the address.
    """
    host, port = where
    check_token(host, token, section="web")
    listening = Listening(host, port)
    page = Page(open_memory, root, fleet, read_only=read_only)
    agents = Agents(page, open_agent)
    app = guarded(page.site, agents, host=host, port=listening.port, hosts=hosts, token=token)
    try:
        listening.serve(app, ready=lambda: ready(listening.url), ending=agents.end)
    finally:
        agents.close()
