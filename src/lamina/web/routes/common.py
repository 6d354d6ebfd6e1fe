"""What belongs to no view: the page's own files, what is told live, taking a change back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

if TYPE_CHECKING:
    from collections.abc import Mapping

    from starlette.requests import Request

    from lamina.memory import Memory
    from lamina.web.site import Form, Site

_YEAR = 31_536_000


def routes(site: Site) -> list[Route]:
    """Return the addresses that all views use."""

    async def static(request: Request) -> Response:
        asset = site.assets.get(request.path_params["name"])
        if asset is None:
            return Response(status_code=404)
        cache = f"public, max-age={_YEAR}, immutable"
        return Response(asset.data, headers={"Cache-Control": cache}, media_type=asset.kind)

    async def live(_: Request) -> Response:
        headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
        return StreamingResponse(
            site.live.events(), headers=headers, media_type="text/event-stream"
        )

    async def undo(request: Request) -> Response:
        words = site.words(request)

        def work(memory: Memory, form: Form) -> Mapping[str, Any]:
            number = form.get("change", "")
            entry = memory.undo(int(number) if number.isdecimal() else 0)
            return {"text": words("undone"), "undo": entry.id if entry else 0}

        return await site.act(request, work, "/history")

    return [
        Route("/static/{version}/{name:path}", static),
        Route("/live", live),
        Route("/undo", undo, methods=["POST"]),
    ]
