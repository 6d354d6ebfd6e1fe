"""Files: the tree, one file, and its edit, which never overwrites what changed meanwhile."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from lamina.errors import ExternallyChangedError, LaminaError
from lamina.web.markup import MOST, file_url
from lamina.web.routes import links
from lamina.web.views import files as views
from lamina.web.views import links as link_views

if TYPE_CHECKING:
    from starlette.requests import Request

    from lamina.memory import Memory
    from lamina.web.site import Site

MODES = ("read", "source", "links", "edit")


class _Files:
    def __init__(self, site: Site) -> None:
        self.site = site

    async def files(self, request: Request) -> Response:
        """Show the tree, or one file."""
        path = request.query_params.get("path", "")
        if path:
            return await self.one(request, path)
        scan = await self.site.kept("tree", lambda memory: memory.tree(), kind="read")
        return self.site.page(request, "files.html", view="files", tree=views.tree(scan))

    async def one(self, request: Request, path: str) -> Response:
        """Show one file: as text, by lines, or to be edited."""
        mode = request.query_params.get("mode", "read")
        mode = mode if mode in MODES and not (mode == "edit" and self.site.read_only) else "read"
        start = request.query_params.get("from", "1")
        number = int(start) if start.isdecimal() else 1

        def work(memory: Memory) -> dict[str, Any]:
            opened = memory.by_hand.open(path)
            known = memory.known_lines(opened.path) if mode == "source" else ()
            lines = views.source(opened.text, known, number) if mode == "source" else None
            return {"opened": opened, "source": lines}

        shown = await self.site.ask(work)
        if mode == "links":
            shown |= await self.linked(request, shown["opened"].path)
        return self.site.page(request, "file.html", view="files", mode=mode, most=MOST, **shown)

    async def linked(self, request: Request, path: str) -> dict[str, Any]:
        """Return what is shown of a file's links."""
        held = await links.found(self.site)
        far = links.steps(request)
        return {
            "ties": link_views.ties(held, path),
            "picture": link_views.around(held, path, far),
            "far_now": far,
            "far_choices": link_views.STEPS,
        }

    async def branch(self, request: Request) -> Response:
        """Show the files of a branch that was unfolded."""
        layer, key = (request.query_params.get(name, "") for name in ("layer", "key"))
        scan = await self.site.kept("tree", lambda memory: memory.tree(), kind="read")
        found = views.leaves(scan, layer, key)
        return self.site.page(request, "leaves.html", leaves=found, keep=True)

    async def save(self, request: Request) -> Response:
        """Write an edit, unless the file is not what was seen."""
        form = await self.site.form(request)
        words = self.site.words(request)
        path = (form or {}).get("path", "")
        if form is None or self.site.read_only:
            said = words("stale form") if form is None else words("read only")
            return self.site.said(request, {"text": said}, file_url(path), 403)
        text, seen, base = (form.get(name, "") for name in ("text", "seen", "base"))
        try:
            await self.site.ask(lambda memory: memory.by_hand.write(path, text, seen), kind="write")
        except ExternallyChangedError:
            return await self.beside(request, path, base, text)
        except LaminaError as error:
            return self.site.page(
                request,
                "kept.html",
                status=int(error.status),
                view="files",
                error=error,
                path=path,
                text=text,
            )
        self.site.live.changed()
        return RedirectResponse(self.site.file_url(path), 303)

    async def beside(self, request: Request, path: str, base: str, text: str) -> Response:
        """Show what somebody else made of the file meanwhile beside what was typed."""

        def work(memory: Memory) -> dict[str, Any]:
            merge = memory.by_hand.merged(path, base, text)
            opened = memory.by_hand.open(path)
            return {"merge": merge, "pieces": views.pieces(merge), "opened": opened}

        shown = await self.site.ask(work)
        return self.site.page(request, "beside.html", status=409, view="files", **shown)


def routes(site: Site) -> list[Route]:
    """Return the addresses of files."""
    on = _Files(site)
    return [
        Route("/files", on.files),
        Route("/files/branch", on.branch),
        Route("/files/save", on.save, methods=["POST"]),
    ]
