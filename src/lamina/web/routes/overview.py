"""The overview and its panels."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from starlette.responses import Response
from starlette.routing import Route

from lamina.errors import LaminaError
from lamina.web.views import overview as views

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping

    from starlette.requests import Request

    from lamina.memory import Memory
    from lamina.web.site import Form, Site


def _weight(memory: Memory) -> views.Weight:
    return views.weight(memory.core(), memory.core_sections())


def _matters(memory: Memory) -> tuple[views.Matter, ...]:
    most = memory.config.layers.idle_days
    return views.matters(memory.active.blocks(), memory.today, most)


def _jobs(memory: Memory) -> tuple[views.Job, ...]:
    return views.jobs(memory.jobs.views())


def routes(site: Site) -> list[Route]:
    """Return the addresses of the overview."""

    async def calendar() -> views.Calendar:
        return views.calendar(await site.kept("activity", lambda memory: memory.activity()))

    async def findings() -> views.Checked:
        return views.checked(await site.kept("doctor", lambda memory: memory.doctor.check()))

    panels: dict[str, Callable[[], Awaitable[Any]]] = {
        "weight": lambda: site.ask(_weight),
        "matters": lambda: site.ask(_matters),
        "calendar": calendar,
        "findings": findings,
        "jobs": lambda: site.ask(_jobs),
    }

    async def overview(request: Request) -> Response:
        quick = await site.ask(lambda memory: (_weight(memory), _matters(memory)))
        weight, matters = quick
        return site.page(request, "overview.html", view="overview", weight=weight, matters=matters)

    async def panel(request: Request) -> Response:
        name = request.path_params["name"]
        if name not in panels:
            return Response(status_code=404)
        try:
            return site.page(request, f"panels/{name}.html", **{name: await panels[name]()})
        except LaminaError as error:
            return site.page(request, "panels/failed.html", name=name, error=error, at="/panel/")

    async def mend(request: Request) -> Response:
        words = site.words(request)

        def work(memory: Memory, form: Form) -> Mapping[str, Any]:
            entry = memory.apply(lambda: memory.doctor.mend(form.get("rule", ""))[0])
            if entry is None:
                return {"text": words("nothing to do")}
            return {"text": words("did it"), "undo": entry.id}

        return await site.act(request, work, "/", kind="slow")

    async def due(request: Request) -> Response:
        words = site.words(request)

        def work(memory: Memory, _: Form) -> Mapping[str, Any]:
            beat = memory.heartbeat(tell=False)
            done = ", ".join(f"{one.job}: {words.known(one.outcome.value)}" for one in beat.ran)
            return {"text": done or words("nothing to do"), "hint": "\n".join(beat.says)}

        return await site.act(request, work, "/", kind="slow")

    return [
        Route("/", overview),
        Route("/panel/{name}", panel),
        Route("/mend", mend, methods=["POST"]),
        Route("/due", due, methods=["POST"]),
    ]
