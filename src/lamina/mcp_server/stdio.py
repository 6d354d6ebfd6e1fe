"""Serve one client over standard input and output.

While it serves, the SDK keeps the protocol on descriptors of its own, and standard output leads to
standard error: whatever prints, in this process or a child, cannot break the protocol.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from mcp.server.stdio import stdio_server

from lamina.mcp_server.server import build
from lamina.serving.workers import Workers

if TYPE_CHECKING:
    from collections.abc import Callable

    from lamina.memory import Memory


def serve(open_memory: Callable[[], Memory]) -> None:
    """Serve until the client closes its end."""
    workers = Workers(open_memory)
    server = build(workers)

    async def main() -> None:
        async with stdio_server() as (read, write):
            await server.run(read, write, server.create_initialization_options())

    try:
        asyncio.run(main())
    finally:
        workers.close()
