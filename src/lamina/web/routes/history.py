"""The history: every change, its lines, and the way back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from starlette.routing import Route

from lamina.errors import UsageError
from lamina.web.views import history as views

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response

    from lamina.memory import Memory
    from lamina.web.site import Site


def routes(site: Site) -> list[Route]:
    """Return the addresses of the history."""

    async def history(request: Request) -> Response:
        before = request.query_params.get("before", "")
        path = request.query_params.get("path", "")
        number = int(before) if before.isdecimal() else 0
        page = await site.ask(lambda m: views.page(m.history(), m.zone, number, path))
        return site.page(request, "history.html", view="history", page=page, path=path)

    async def change(request: Request) -> Response:
        number = int(request.path_params["number"])

        def work(memory: Memory) -> tuple[views.Hunk, ...]:
            found = next((one for one in memory.history() if one.id == number), None)
            if found is None:
                raise UsageError(f"There is no change {number}.")
            return views.hunks(found)

        return site.page(request, "change.html", hunks=await site.ask(work), number=number)

    return [Route("/history", history), Route("/history/{number:int}", change)]
