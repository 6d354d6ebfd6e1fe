"""Sessions: what would happen to each and why, what was said last, trim and restore."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from starlette.routing import Route

from lamina.web.views import sessions as views

if TYPE_CHECKING:
    from collections.abc import Mapping

    from starlette.requests import Request
    from starlette.responses import Response

    from lamina.memory import Memory
    from lamina.web.site import Form, Site

_LAST = 12  # things said that are shown


def _rows(memory: Memory) -> dict[str, Any]:
    listing = memory.sessions.list()
    newest: dict[str, Any] = {}
    if listing.sessions:
        for row in memory.trims.history():
            held = newest.get(row.session)
            if held is None or row.id > held.id:
                newest[row.session] = row
    judged = memory.sessions.judged(listing.sessions)
    return {"rows": views.rows(judged, memory.now, newest), "notices": listing.notices}


def routes(site: Site) -> list[Route]:
    """Return the addresses of sessions."""

    async def sessions(request: Request) -> Response:
        return site.page(request, "sessions.html", view="sessions", **await site.ask(_rows))

    async def session(request: Request) -> Response:
        key = request.query_params.get("key", "")

        def work(memory: Memory) -> dict[str, Any]:
            found = memory.sessions.find(key)
            plan = None
            if found.transcript is not None and found.kind == "channel":
                plan = memory.trims.plan(found.key, found.transcript)
            said = views.talk(memory.sessions.talk(found, _LAST), memory.zone)
            return {"plan": plan, "said": said}

        return site.page(request, "session.html", **await site.ask(work))

    async def trim(request: Request) -> Response:
        def work(memory: Memory, form: Form) -> Mapping[str, Any]:
            step = memory.handshake.step(memory.sessions.find(form.get("key", "")))
            return {
                "text": f"{step.session}: {step.state} ({step.why})",
                "hint": step.message,
                "wrong": step.state == "kept",
            }

        return await site.act(request, work, "/sessions")

    async def restore(request: Request) -> Response:
        words = site.words(request)

        def work(memory: Memory, form: Form) -> Mapping[str, Any]:
            done = memory.trims.restore(memory.trims.named(form.get("key", "")))
            return {"text": f"{words('lines back')}: {-done.removed:,}"}

        return await site.act(request, work, "/sessions")

    return [
        Route("/sessions", sessions),
        Route("/sessions/one", session),
        Route("/sessions/trim", trim, methods=["POST"]),
        Route("/sessions/restore", restore, methods=["POST"]),
    ]
