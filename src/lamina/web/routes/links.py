"""Links between files: the whole as a picture and a list, and what pictures are drawn of."""

from __future__ import annotations

from typing import TYPE_CHECKING

from starlette.responses import JSONResponse
from starlette.routing import Route

from lamina.web.markup import visible
from lamina.web.views import links as views

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response

    from lamina.layers.links import LinkMap
    from lamina.web.site import Site


async def found(site: Site) -> LinkMap:
    """Return the links as they are now."""
    return await site.kept("links", lambda memory: memory.links.map())


def steps(request: Request) -> int:
    """Return how far around a file is looked."""
    asked = request.query_params.get("steps", "")
    return int(asked) if asked.isdecimal() and int(asked) in views.STEPS else views.STEPS[0]


def routes(site: Site) -> list[Route]:
    """Return the addresses of links."""

    async def graph(request: Request) -> Response:
        held = await found(site)
        picture = views.whole(held)
        return site.page(
            request, "graph.html", view="files", picture=picture, whole=views.listed(held)
        )

    async def data(request: Request) -> Response:
        held = await found(site)
        path = request.query_params.get("path", "")
        known = path in held.layers
        picture = views.around(held, path, steps(request)) if known else views.whole(held)
        words = site.words(request)
        nodes = [
            {
                "name": visible(one.name),
                "path": visible(one.path),
                "url": site.file_url(one.path),
                "layer": words(f"layer {one.layer}"),
                "of": one.layer,
                "tone": one.tone,
                "links": one.links,
            }
            for one in picture.nodes
        ]
        answer = {"nodes": nodes, "edges": picture.edges, "more": picture.more, "own": known}
        return JSONResponse(answer, headers={"Cache-Control": "no-store"})

    return [Route("/files/graph", graph), Route("/files/graph.json", data)]
