"""Files: the tree, one file, and its edit, which never overwrites what changed meanwhile."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from lamina.errors import ExternallyChangedError, LaminaError
from lamina.web.markup import MOST, file_url
from lamina.web.views import files as views

if TYPE_CHECKING:
    from starlette.requests import Request

    from lamina.memory import Memory
    from lamina.web.site import Site

MODES = ("read", "source", "edit")


def routes(site: Site) -> list[Route]:
    """Return the addresses of files."""

    async def files(request: Request) -> Response:
        path = request.query_params.get("path", "")
        if path:
            return await one(request, path)
        scan = await site.kept("tree", lambda memory: memory.tree(), kind="read")
        return site.page(request, "files.html", view="files", tree=views.tree(scan))

    async def one(request: Request, path: str) -> Response:
        mode = request.query_params.get("mode", "read")
        mode = mode if mode in MODES and not (mode == "edit" and site.read_only) else "read"
        start = request.query_params.get("from", "1")
        number = int(start) if start.isdecimal() else 1

        def work(memory: Memory) -> dict[str, Any]:
            opened = memory.by_hand.open(path)
            known = memory.known_lines(opened.path) if mode == "source" else ()
            lines = views.source(opened.text, known, number) if mode == "source" else None
            return {"opened": opened, "source": lines}

        shown = await site.ask(work)
        return site.page(request, "file.html", view="files", mode=mode, most=MOST, **shown)

    async def branch(request: Request) -> Response:
        layer, key = (request.query_params.get(name, "") for name in ("layer", "key"))
        scan = await site.kept("tree", lambda memory: memory.tree(), kind="read")
        found = views.leaves(scan, layer, key)
        return site.page(request, "leaves.html", leaves=found, keep=True)

    async def save(request: Request) -> Response:
        form = await site.form(request)
        words = site.words(request)
        path = (form or {}).get("path", "")
        if form is None or site.read_only:
            said = words("stale form") if form is None else words("read only")
            return site.said(request, {"text": said}, file_url(path), 403)
        text, seen, base = (form.get(name, "") for name in ("text", "seen", "base"))
        try:
            await site.ask(lambda memory: memory.by_hand.write(path, text, seen), kind="write")
        except ExternallyChangedError:
            return await beside(request, path, base, text)
        except LaminaError as error:
            return site.page(
                request,
                "kept.html",
                status=int(error.status),
                view="files",
                error=error,
                path=path,
                text=text,
            )
        site.live.changed()
        return RedirectResponse(file_url(path), 303)

    async def beside(request: Request, path: str, base: str, text: str) -> Response:
        """Show what somebody else made of the file meanwhile beside what was typed."""

        def work(memory: Memory) -> dict[str, Any]:
            merge = memory.by_hand.merged(path, base, text)
            opened = memory.by_hand.open(path)
            return {"merge": merge, "pieces": views.pieces(merge), "opened": opened}

        shown = await site.ask(work)
        return site.page(request, "beside.html", status=409, view="files", **shown)

    return [
        Route("/files", files),
        Route("/files/branch", branch),
        Route("/files/save", save, methods=["POST"]),
    ]
