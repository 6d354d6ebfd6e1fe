"""Listen on an address and serve until the process is told to end."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import uvicorn
from uvicorn.config import LOGGING_CONFIG

from lamina.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Callable
    from socket import socket

    from starlette.types import ASGIApp

_DRAIN = 5  # seconds that requests under way are given at the end
_LOOK = 0.02  # seconds between looks whether it is ready
_WATCH = 0.2  # seconds between looks whether it is to end


class Listening:
    """An address that is held, and is served on when there is something to serve."""

    def __init__(self, host: str, port: int, *, drain: int = _DRAIN, logs: bool = True) -> None:
        """Take the address, or raise UsageError where that cannot be; port 0: any.

        Args:
            host: what is listened on.
            port: of it.
            drain: seconds that requests under way are given at the end.
            logs: whether problems are written to standard error; else whoever serves does it.
        """
        self.config = uvicorn.Config(
            "",
            host=host,
            port=port,
            log_level="warning",
            timeout_graceful_shutdown=drain,
            server_header=False,
            log_config=LOGGING_CONFIG if logs else None,
        )
        try:
            self._socket: socket = self.config.bind_socket()
        except SystemExit:
            raise UsageError(
                f"{host}:{port} cannot be listened on; nothing was started.",
                "Another program may use it: choose another port.",
            ) from None
        shown = f"[{host}]" if ":" in host else host
        self.port: int = self._socket.getsockname()[1]
        self.url = f"http://{shown}:{self.port}"

    def serve(
        self,
        app: ASGIApp,
        *,
        ready: Callable[[], Any] = lambda: None,
        ending: Callable[[], Any] = lambda: None,
    ) -> None:
        """Serve; ``ending`` is called when it is to end, before answers under way are waited for.

        ``ready`` is called when the first request can come.
        """
        self.config.app = app

        async def main() -> None:
            server = uvicorn.Server(self.config)
            serving = asyncio.create_task(server.serve(sockets=[self._socket]))
            while not server.started and not serving.done():
                await asyncio.wait({serving}, timeout=_LOOK)
            ready()
            while not server.should_exit and not serving.done():
                await asyncio.wait({serving}, timeout=_WATCH)
            ending()
            await serving

        try:
            asyncio.run(main())
        finally:
            self._socket.close()
