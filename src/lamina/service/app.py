"""The server put together: faces, the gate before them, what begins and ends with it."""

from __future__ import annotations

import asyncio
import contextlib
import time
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TYPE_CHECKING, Any

from starlette.applications import Starlette
from starlette.responses import Response

from lamina.errors import LaminaError, OtherWorkspaceError
from lamina.memory import Memory
from lamina.service.api import Api, answered
from lamina.service.desks import Desks, Whose
from lamina.service.gate import Checks, Faces, Gate
from lamina.service.mcp import Mcp
from lamina.service.metrics import KIND, Metrics
from lamina.service.openapi import description
from lamina.service.page import Page
from lamina.service.visit import VISIT
from lamina.team.audit import Audit
from lamina.team.rates import rate_of
from lamina.team.tokens import folder_of

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from logging import Logger

    from starlette.types import ASGIApp, Receive, Scope, Send

    from lamina.fleet.fleet import Fleet
    from lamina.team.tokens import Tokens

_IN_FILES = 12  # memories that stay open without a database: each thread has files of its own open
_CHECKING = 4  # threads that look tokens up


class Service:
    """The server of one fleet."""

    def __init__(self, fleet: Fleet, tokens: Tokens, *, host: str, log: Logger) -> None:
        """Open what it needs; nothing is listened on yet."""
        config = fleet.config
        self.fleet = fleet
        self.tokens = tokens
        self.roots = {member.name: member.root for member in fleet.members}
        self._checking = ThreadPoolExecutor(_CHECKING, thread_name_prefix="lamina-check")
        key, kept = tokens.audit_key(), config.server.memories
        self.audit = Audit(folder_of(config, fleet.places), key)
        self.desks = Desks(
            self.open,
            self.audit,
            seconds=config.server.timeout,
            kept=kept if config.store.url else min(kept, _IN_FILES),
            clock=fleet.clock,
        )
        rate = rate_of(config, tokens, time.monotonic)
        self.metrics = Metrics(lambda: len(self.roots))
        self.page = Page(self.desks, self.open, key)
        self.mcp = Mcp(self.desks, config.server.max_bytes)
        faces = Faces(
            Api(self.desks),
            self.mcp,
            self.page,
            self._figures,
            {
                "/healthz": _fixed({"ok": True}),
                "/readyz": self._ready,
                "/openapi.json": _fixed(description()),
            },
        )
        self.gate = Gate(
            faces,
            Checks(*(partial(self._off, one) for one in (tokens.check, tokens.stands, rate.take))),
            config.server,
            host=host,
            life=Starlette(lifespan=self._life),
            metrics=self.metrics,
            log=log,
        )

    def open(self, whose: Whose) -> Memory:
        """Open a workspace as somebody; OtherWorkspaceError where none has that name."""
        root = self.roots.get(whose.workspace)
        if root is None:
            raise OtherWorkspaceError
        return Memory(
            root,
            agent=whose.agent if self.roots.get(whose.agent) == root else None,
            author=whose.author,
            session=whose.session,
            places=self.fleet.places,
            overrides=self.fleet.overrides,
            clock=self.fleet.clock,
            background=True,
        )

    def end(self) -> None:
        """Begin nothing new; let pages that wait for changes go."""
        self.gate.end()
        self.page.end()

    def close(self) -> None:
        """Close everything, after the last answer."""
        self.page.end()
        self.page.wait()
        self.desks.close()
        self._checking.shutdown()
        self.tokens.close()

    @contextlib.asynccontextmanager
    async def _life(self, _: Starlette) -> AsyncIterator[None]:
        """Hold what lives as long as the server."""
        watching = asyncio.create_task(self.gate.watch())
        sweeping = asyncio.create_task(self._drop())
        inner = self.mcp.app
        try:
            async with inner.router.lifespan_context(inner):
                yield
        finally:
            for task in (watching, sweeping):
                task.cancel()
            await asyncio.gather(watching, sweeping, return_exceptions=True)

    async def _drop(self) -> None:
        """Remove old files of the audit log, once a day."""
        keep = self.fleet.config.server.audit_days
        while keep:
            with contextlib.suppress(LaminaError, OSError):  # tomorrow again
                await self._off(self.audit.drop, self.fleet.clock().date(), keep)
            await asyncio.sleep(86_400)

    async def _off(self, work: Any, *given: Any) -> Any:
        """Do some work beside the loop."""
        return await asyncio.get_running_loop().run_in_executor(self._checking, work, *given)

    async def _ready(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Say whether requests should be sent here."""
        problem = "ending" if self.gate.ending else ""
        try:
            await self._off(self.tokens.table.find, "")
        except LaminaError as error:
            problem = type(error).__name__
        response = answered({"ok": not problem, "why": problem or None}, 503 if problem else 200)
        await response(scope, receive, send)

    async def _figures(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Return the figures."""
        VISIT.get().call = "metrics"
        text = await self._off(self.metrics.text)
        await Response(text, media_type=KIND)(scope, receive, send)


def _fixed(answer: Any) -> ASGIApp:
    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        await answered(answer)(scope, receive, send)

    return app
