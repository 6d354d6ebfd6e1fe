"""Serve a fleet to a team until the process is told to end."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lamina.errors import ConfigError
from lamina.service.app import Service
from lamina.service.logs import begin
from lamina.serving.guard import LOOPBACK
from lamina.serving.listening import Listening
from lamina.team.tokens import open_tokens

if TYPE_CHECKING:
    from collections.abc import Callable

    from lamina.fleet.fleet import Fleet

PORT = 8763


def serve(
    fleet: Fleet, where: tuple[str, int], *, ready: Callable[[str], Any] = lambda _: None
) -> None:
    """Serve; ``ready`` is told the address. At its end requests under way are answered."""
    host, port = where
    settings = fleet.config.server
    check_names(settings.read_only, fleet)
    if not fleet.members:
        raise ConfigError("[agents]", "lists nobody, so there is nothing to serve", _LIST)
    if host not in LOOPBACK and not settings.hosts:
        raise ConfigError(
            "server.hosts",
            f"is not set, and {host} is reached by others; nothing was started",
            "Name what clients call the server (LAMINA_SERVER_HOSTS), or listen on 127.0.0.1.",
        )
    tokens = open_tokens(fleet.config, fleet.places, clock=fleet.clock)
    tokens.table.find("")  # what is wrong is said before anybody is served
    listening = Listening(host, port, drain=settings.drain_seconds, logs=False)
    service = Service(fleet, tokens, host=host, log=begin())
    try:
        listening.serve(service.gate, ready=lambda: ready(listening.url), ending=service.end)
    finally:
        service.close()


_LIST = "List the workspaces in a file and name it: lamina server --fleet FILE (docs/server.md)."


def check_names(names: tuple[str, ...], fleet: Fleet) -> None:
    """Refuse names of workspaces that are not served."""
    known = {member.name for member in fleet.members}
    for name in names:
        if name not in known:
            raise ConfigError("server.read_only", f"names {name!r}, which is not served here")
