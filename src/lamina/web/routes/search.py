"""Search as somebody types: nothing of it is recorded."""

from __future__ import annotations

from typing import TYPE_CHECKING

from starlette.routing import Route

from lamina.documents.days import parse_day
from lamina.errors import LaminaError
from lamina.web.views import search as views

if TYPE_CHECKING:
    from datetime import date

    from starlette.requests import Request
    from starlette.responses import Response

    from lamina.memory import Memory
    from lamina.search.indexer import SyncReport
    from lamina.web.site import Site


def routes(site: Site) -> list[Route]:
    """Return the address of search."""

    async def search(request: Request) -> Response:
        asked = request.query_params
        query = asked.get("q", "").strip()
        layers = tuple(one for one in asked.getlist("layer") if one in views.LAYERS)
        roles = tuple(one for one in asked.getlist("role") if one in views.ROLES)
        languages = tuple(one for one in asked.getlist("language") if one in views.LANGUAGES)

        def day(name: str) -> date | None:
            text = asked.get(name, "").strip()
            return parse_day(text) if text else None

        def work(memory: Memory, synced: SyncReport) -> views.Results:
            return views.results(
                memory.search(
                    query,
                    record=False,
                    synced=synced,
                    limit=views.LOOKED if roles or languages else views.SHOWN,
                    layers=layers,
                    since=day("since"),
                    until=day("until"),
                    as_of=day("as_of"),
                    archived="archived" in asked,
                    include_reference="reference" in asked,
                ),
                roles,
                languages,
            )

        found, error = None, None
        try:
            if query:
                report = await site.kept("synced", lambda memory: memory.sync(), kind="read")
                found = await site.ask(lambda memory: work(memory, report))
        except LaminaError as problem:
            error = problem
        part = request.headers.get("hx-target") == "results"
        template = "results.html" if part else "search.html"
        return site.page(
            request,
            template,
            view="search",
            query=query,
            asked=asked,
            layers=views.LAYERS,
            roles=views.ROLES,
            languages=views.LANGUAGES,
            chosen={*layers, *roles, *languages},
            found=found,
            error=error,
        )

    return [Route("/search", search)]
