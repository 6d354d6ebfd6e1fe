"""The fleet: all agents at once, and the way to the page of each."""

from __future__ import annotations

from typing import TYPE_CHECKING

from starlette.responses import RedirectResponse
from starlette.routing import Route

from lamina.web.views import fleet as views

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response

    from lamina.web.site import Site


def routes(site: Site) -> list[Route]:
    """Return the addresses of the fleet; none where there is none."""
    fleet = site.fleet
    if fleet is None:
        return []
    if site.base:  # there is one table of all, on the served workspace's own page

        async def elsewhere(_: Request) -> Response:
            return RedirectResponse("/fleet")

        return [Route("/fleet", elsewhere)]

    async def frame(request: Request) -> Response:
        return site.page(request, "fleet.html", view="fleet", count=len(fleet.members))

    async def table(request: Request) -> Response:
        looked = await site.kept("fleet", lambda _: fleet.look(fleet.members))
        shown = views.fleet(looked, site.root, fleet.places.home)
        return site.page(request, "panels/fleet.html", fleet=shown)

    return [Route("/fleet", frame), Route("/fleet/panel/fleet", table)]
