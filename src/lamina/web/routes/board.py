"""The board: a card that is moved is the command of the same name."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from starlette.routing import Route

from lamina.errors import UnfinishedError, UsageError
from lamina.web.views import board as views

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from starlette.requests import Request
    from starlette.responses import Response

    from lamina.memory import Memory
    from lamina.web.site import Form, Site


def _columns(memory: Memory) -> tuple[views.Column, ...]:
    archived = memory.topics.entries(archived=True)
    return views.columns(memory.active.blocks(), memory.topics.entries(), archived, memory.today)


def _moved(memory: Memory, form: Form) -> int:
    """Carry out a move; return the number of the change."""
    words, to = form.get("words", ""), form.get("to", "")
    if subject := form.get("subject"):
        if to != "done":
            raise UsageError(f"A matter cannot become {to!r}; nothing was done.")
        return memory.active.done(subject, words, anyway="anyway" in form).change
    name = form.get("topic", "")
    archived = form.get("from") == "archived"
    ways: dict[str, Callable[[], Any]] = {
        "paused": lambda: memory.topics.pause(name, words),
        "archived": lambda: memory.topics.archive(name, result=words),
        "active": lambda: (
            memory.topics.reopen(name) if archived else memory.topics.activate(name, words)
        ),
    }
    if to not in ways:
        raise UsageError(f"A topic cannot become {to!r}; nothing was done.")
    return int(ways[to]().change)


def routes(site: Site) -> list[Route]:
    """Return the addresses of the board."""

    async def board(request: Request) -> Response:
        columns = await site.ask(_columns)
        return site.page(request, "board.html", view="board", columns=columns)

    async def move(request: Request) -> Response:
        words = site.words(request)

        def work(memory: Memory, form: Form) -> Mapping[str, Any]:
            try:
                return {"text": words("did it"), "undo": _moved(memory, form)}
            except UnfinishedError as error:
                again = {"url": "/board/move", "values": form | {"anyway": "1"}}
                said = {"text": error.message, "again": again, "label": words("anyway")}
                return said | {"wrong": True}

        return await site.act(request, work, "/board")

    async def new(request: Request) -> Response:
        words = site.words(request)

        def work(memory: Memory, form: Form) -> Mapping[str, Any]:
            name, about = form.get("name", ""), form.get("about", "")
            if form.get("kind") == "topic":
                written = memory.topics.new(form.get("domain", ""), name, goal=about)
            else:
                written = memory.active.open(name, about)
            return {"text": words("did it"), "undo": written.change}

        return await site.act(request, work, "/board")

    return [
        Route("/board", board),
        Route("/board/move", move, methods=["POST"]),
        Route("/board/new", new, methods=["POST"]),
    ]
