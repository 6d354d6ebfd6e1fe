"""Dreams: the nights, the candidates, what waits for its owner; a sweep made now."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from starlette.responses import Response
from starlette.routing import Route

from lamina.errors import LaminaError
from lamina.web.views import dreams as views

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping

    from starlette.requests import Request

    from lamina.memory import Memory
    from lamina.serving.workers import Call
    from lamina.web.site import Form, Site

DIARY = ("DREAMS.md", "dreams.md")


def _standing(memory: Memory) -> views.Standing:
    return views.standing(memory.schedule.status())


def _scene(memory: Memory) -> views.Scene:
    dreamer = memory.dreamer
    return views.scene(dreamer.ranked(), dreamer.weights, dreamer.dreams.promotions())


def _diary(memory: Memory) -> tuple[str, ...]:
    texts = (memory.files.read(name) for name in DIARY)
    return views.diary(next((text for text in texts if text), ""))


def _decided(memory: Memory, form: Form) -> tuple[int, str]:
    """Carry out a decision; return the change, and what was held back and why."""
    names = [form.get("key", "")]
    if form.get("decision") == "accept":
        done = memory.proposals.accept(names)
    else:
        done = memory.proposals.reject(names, why=form.get("why", ""))
    held = "; ".join(f"{one['text']}: {one['why']}" for one in done.as_dict()["held"])
    return done.change, held


def routes(site: Site) -> list[Route]:
    """Return the addresses of dreams."""
    panels: dict[str, Callable[[], Awaitable[Any]]] = {
        "standing": lambda: site.kept("standing", _standing),
        "scene": lambda: site.kept("scene", _scene),
        "review": lambda: site.ask(lambda memory: views.proposals(memory.proposals.list())),
        "diary": lambda: site.ask(_diary),
    }

    async def dreams(request: Request) -> Response:
        return site.page(request, "dreams.html", view="dreams")

    async def panel(request: Request) -> Response:
        name = request.path_params["name"]
        if name not in panels:
            return Response(status_code=404)
        try:
            return site.page(request, f"panels/{name}.html", **{name: await panels[name]()})
        except LaminaError as error:
            at = "/dreams/panel/"
            return site.page(request, "panels/failed.html", name=name, error=error, at=at)

    async def switch(request: Request) -> Response:
        words = site.words(request)

        def work(memory: Memory, form: Form) -> Mapping[str, Any]:
            memory.schedule.switch(on=form.get("on") == "1")
            return {"text": words("done")}

        return await site.act(request, work, "/dreams")

    async def run(request: Request) -> Response:
        words = site.words(request)

        def work(memory: Memory, _: Form, call: Call) -> Mapping[str, Any]:
            sweep = memory.dreamer.sweep(progress=call.progress)
            if sweep.nothing_new:
                return {"text": words("nothing new")}
            promoted, proposed = len(sweep.outcome.promoted), len(sweep.outcome.proposed)
            said = f"{words('promoted')}: {promoted}. {words('waiting for you')}: {proposed}."
            return {"text": said, "undo": sweep.change}

        async def report(done: float, total: float) -> None:
            site.live.tell("progress", {"done": done, "total": total})

        try:
            return await site.act_long(request, work, "/dreams", report)
        finally:
            site.live.tell("progress", {"done": 0, "total": 0})

    async def decide(request: Request) -> Response:
        words = site.words(request)

        def work(memory: Memory, form: Form) -> Mapping[str, Any]:
            change, held = _decided(memory, form)
            return {"text": held or words("done"), "undo": change, "error": bool(held)}

        return await site.act(request, work, "/dreams")

    async def preview(request: Request) -> Response:
        def work(memory: Memory) -> dict[str, Any]:
            sweep = memory.dreamer.sweep(dry_run=True)
            changes = sweep.plan.changes if sweep.plan else ()
            diff = "\n".join(change.diff() for change in changes)
            return {"sweep": sweep.as_dict(), "diff": diff.splitlines()}

        return site.page(request, "preview.html", **await site.ask(work, kind="slow"))

    async def old(request: Request) -> Response:
        def work(memory: Memory) -> dict[str, Any]:
            found = memory.harness.preview(grounded_too=True)
            return {"notes": found.grounded or (), "scanned": found.scanned}

        return site.page(request, "old_notes.html", **await site.ask(work, kind="slow"))

    async def backfill(request: Request) -> Response:
        words = site.words(request)

        def work(memory: Memory, form: Form) -> Mapping[str, Any]:
            if form.get("back"):
                memory.backfill.roll_back(diary=True, staged=True)
                return {"text": words("undone")}
            done = memory.backfill.write(memory.workspace.root / "memory", stage=True)
            return {"text": f"{words('notes')}: {done.grounded}", "undo": done.change}

        return await site.act(request, work, "/dreams", kind="slow")

    return [
        Route("/dreams", dreams),
        Route("/dreams/panel/{name}", panel),
        Route("/dreams/preview", preview),
        Route("/dreams/old", old),
        Route("/dreams/switch", switch, methods=["POST"]),
        Route("/dreams/run", run, methods=["POST"]),
        Route("/dreams/decide", decide, methods=["POST"]),
        Route("/dreams/backfill", backfill, methods=["POST"]),
    ]
