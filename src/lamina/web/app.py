"""The page as an application: its addresses, and what happens when something goes wrong."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING

from starlette.applications import Starlette
from starlette.datastructures import Headers

from lamina.errors import LaminaError
from lamina.web.access import PageGuard
from lamina.web.routes import (
    board,
    common,
    dreams,
    files,
    fleet,
    history,
    links,
    overview,
    search,
    sessions,
)
from lamina.web.words import LANGUAGES, language_for

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Iterable

    from starlette.requests import Request
    from starlette.responses import Response
    from starlette.types import ASGIApp, Scope

    from lamina.memory import Memory
    from lamina.serving.guard import Refusal
    from lamina.web.site import Site

_VIEWS = (common, overview, search, links, files, dreams, board, sessions, history, fleet)


def build(site: Site, open_memory: Callable[[], Memory]) -> Starlette:
    """Return the application over a site."""

    @contextlib.asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        site.live.begin(open_memory)
        yield
        site.live.end()

    async def failed(request: Request, error: Exception) -> Response:
        assert isinstance(error, LaminaError)  # noqa: S101 - it is registered for these
        return site.failed(request, error)

    async def missing(request: Request, _: Exception) -> Response:
        said = {"text": site.words(request)("no such page")}
        return site.said(request, said, "/", 404)

    return Starlette(
        routes=[route for view in _VIEWS for route in view.routes(site)],
        lifespan=lifespan,
        exception_handlers={LaminaError: failed, 404: missing, 405: missing},
    )


def guarded(
    site: Site,
    app: ASGIApp,
    *,
    host: str,
    port: int,
    hosts: Iterable[str] = (),
    token: str = "",
) -> PageGuard:
    """Return the application behind the checks of who may come in."""

    def refusal(scope: Scope, refused: Refusal) -> bytes:
        code = language_for(Headers(scope=scope).get("accept-language", ""))
        ask = refused.status == 401
        return site.fill("refused.html", LANGUAGES[code], refused=refused, ask=ask).encode()

    return PageGuard(app, host, hosts, token, port=port, refusal=refusal)
