"""Dreams: the nights, the candidates, what waits for its owner; a sweep made now."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from starlette.responses import Response
from starlette.routing import Route

from lamina.errors import LaminaError, UsageError
from lamina.web.views import dreams as views

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping

    from starlette.requests import Request

    from lamina.memory import Memory
    from lamina.serving.workers import Call
    from lamina.web.site import Form, Site

DECISIONS = ("accept", "reject", "reword")
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
    names, decision = [form.get("key", "")], form.get("decision")
    if decision not in DECISIONS:
        raise UsageError("It is not said what to do with the proposal; nothing was done.")
    if "text" in form and decision != "reject":
        change = memory.proposals.reword(names[0], form["text"])
        if decision == "reword":
            return change, ""
    if decision == "accept":
        done = memory.proposals.accept(names)
    else:
        done = memory.proposals.reject(names, why=form.get("why", ""))
    held = "; ".join(f"{one['text']}: {one['why']}" for one in done.as_dict()["held"])
    return done.change, held


class _Dreams:
    def __init__(self, site: Site) -> None:
        self.site = site
        self.panels: dict[str, Callable[[], Awaitable[Any]]] = {
            "standing": self.standing,
            "scene": lambda: site.kept("scene", _scene),
            "review": lambda: site.ask(lambda memory: views.proposals(memory.proposals.list())),
            "diary": lambda: site.ask(_diary),
        }

    async def standing(self) -> views.Standing:
        """Return how dreaming stands, and whether another process is at it just now."""
        held = await self.site.kept("standing", _standing)
        busy = await self.site.ask(lambda memory: views.is_running(memory.job_views()))
        return replace(held, running=busy)

    async def dreams(self, request: Request) -> Response:
        """Show the frame; the panels ask for themselves."""
        return self.site.page(request, "dreams.html", view="dreams")

    async def panel(self, request: Request) -> Response:
        """Show one panel."""
        name = request.path_params["name"]
        if name not in self.panels:
            return Response(status_code=404)
        try:
            return self.site.page(
                request, f"panels/{name}.html", **{name: await self.panels[name]()}
            )
        except LaminaError as error:
            at = "/dreams/panel/"
            return self.site.page(request, "panels/failed.html", name=name, error=error, at=at)

    async def switch(self, request: Request) -> Response:
        """Switch dreaming on or off."""
        words = self.site.words(request)

        def work(memory: Memory, form: Form) -> Mapping[str, Any]:
            memory.schedule.switch(on=form.get("on") == "1")
            return {"text": words("did it")}

        return await self.site.act(request, work, "/dreams")

    async def run(self, request: Request) -> Response:
        """Make a sweep, and tell all pages how far it is."""
        words = self.site.words(request)

        def work(memory: Memory, _: Form, call: Call) -> Mapping[str, Any]:
            sweep = memory.dreamer.sweep(progress=call.progress)
            if sweep.nothing_new:
                return {"text": words("no news")}
            promoted, proposed = len(sweep.outcome.promoted), len(sweep.outcome.proposed)
            said = f"{words('promoted')}: {promoted}. {words('waiting for you')}: {proposed}."
            return {"text": said, "undo": sweep.change}

        async def report(done: float, total: float) -> None:
            self.site.live.tell("progress", {"done": done, "total": total})

        try:
            return await self.site.act_long(request, work, "/dreams", report)
        finally:
            self.site.live.tell("progress", {"done": 0, "total": 0})

    async def decide(self, request: Request) -> Response:
        """Accept or reject a proposal."""
        words = self.site.words(request)

        def work(memory: Memory, form: Form) -> Mapping[str, Any]:
            change, held = _decided(memory, form)
            return {"text": held or words("did it"), "undo": change, "wrong": bool(held)}

        return await self.site.act(request, work, "/dreams")

    async def preview(self, request: Request) -> Response:
        """Show what a sweep would do."""

        def work(memory: Memory) -> dict[str, Any]:
            sweep = memory.dreamer.sweep(dry_run=True)
            changes = sweep.plan.changes if sweep.plan else ()
            diff = "\n".join(change.diff() for change in changes)
            return {"sweep": sweep.as_dict(), "diff": diff.splitlines()}

        return self.site.page(request, "preview.html", **await self.site.ask(work, kind="slow"))

    async def old(self, request: Request) -> Response:
        """Show what old notes would give."""

        def work(memory: Memory) -> dict[str, Any]:
            found = memory.harness.preview(grounded_too=True)
            return {"notes": found.grounded or (), "scanned": found.scanned}

        return self.site.page(request, "old_notes.html", **await self.site.ask(work, kind="slow"))

    async def backfill(self, request: Request) -> Response:
        """Take evidence from old notes, or give it back."""
        words = self.site.words(request)

        def work(memory: Memory, form: Form) -> Mapping[str, Any]:
            if form.get("back"):
                memory.backfill.roll_back(diary=True, staged=True)
                return {"text": words("undone")}
            done = memory.backfill.write(memory.workspace.root / "memory", stage=True)
            return {"text": f"{words('notes')}: {done.grounded}", "undo": done.change}

        return await self.site.act(request, work, "/dreams", kind="slow")


def routes(site: Site) -> list[Route]:
    """Return the addresses of dreams."""
    on = _Dreams(site)
    return [
        Route("/dreams", on.dreams),
        Route("/dreams/panel/{name}", on.panel),
        Route("/dreams/preview", on.preview),
        Route("/dreams/old", on.old),
        Route("/dreams/switch", on.switch, methods=["POST"]),
        Route("/dreams/run", on.run, methods=["POST"]),
        Route("/dreams/decide", on.decide, methods=["POST"]),
        Route("/dreams/backfill", on.backfill, methods=["POST"]),
    ]
