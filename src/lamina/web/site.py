"""What all addresses share: asking ``Memory``, filling templates, doing what a form wants."""

from __future__ import annotations

import hmac
import json
import secrets
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar
from urllib.parse import quote

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from starlette.responses import HTMLResponse, RedirectResponse, Response

from lamina import __version__
from lamina.errors import LaminaError
from lamina.web import assets
from lamina.web.markup import exact, file_url, markdown, shown
from lamina.web.words import LANGUAGES, Words, language_for

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping

    from markupsafe import Markup
    from starlette.requests import Request

    from lamina.fleet.fleet import Fleet
    from lamina.memory import Memory
    from lamina.serving.workers import Call, Runs
    from lamina.web.live import Live

T = TypeVar("T")
VIEWS = ("overview", "search", "files", "dreams", "board", "sessions", "history")
ADDRESSES = {name: "/" if name == "overview" else f"/{name}" for name in VIEWS}
_LONGEST = 60.0  # seconds for which something worked out stays good though no file changed
Form = dict[str, str]


class Site:
    """One page over one workspace."""

    def __init__(
        self,
        workers: Runs,
        live: Live,
        *,
        read_only: bool,
        name: str,
        root: Path | None = None,
        base: str = "",
        fleet: Fleet | None = None,
        csrf: str = "",
    ) -> None:
        """Keep the parts.

        Args:
            workers: what does the work, with a Memory.
            live: the open pages.
            read_only: whether nothing may be changed.
            name: of the workspace, as the page shows it.
            root: the workspace's folder, where it is one of a fleet's.
            base: what stands before its addresses.
            fleet: the agents of which this one has a table.
            csrf: the secret that the page's own forms carry; empty: one is drawn.
        """
        self.workers = workers
        self.live = live
        self.read_only = read_only
        self.name = name
        self.root = root
        self.base = base
        self.fleet = fleet
        self.csrf = csrf or secrets.token_urlsafe(32)
        self.assets = assets.read()
        self._kept: dict[str, tuple[int, float, Any]] = {}
        self.templates = Environment(
            loader=FileSystemLoader(Path(__file__).parent / "templates"),
            autoescape=True,
            undefined=StrictUndefined,
            finalize=shown,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        self.templates.filters |= {"exact": exact, "markdown": self._markdown}
        self.templates.globals |= {
            "asset": self._asset,
            "base": base,
            "csrf": self.csrf,
            "file_url": self.file_url,
            "read_only": read_only,
            "version": __version__,
            "page_of": lambda agent: f"/@{quote(agent, safe='')}/",
            "views": self._views(),
            "workspace": name,
        }

    async def ask(self, work: Callable[[Memory], T], *, kind: str = "read") -> T:
        """Do some work with a Memory in a thread."""
        return await self.workers.run(lambda memory, _: work(memory), kind=kind)

    async def kept(self, name: str, work: Callable[[Memory], T], *, kind: str = "slow") -> T:
        """Do work that takes long, once for each change of the files."""
        generation, now = self.live.generation, time.monotonic()
        held = self._kept.get(name)
        if held and held[0] == generation and now - held[1] < _LONGEST:
            found: T = held[2]
            return found
        found = await self.ask(work, kind=kind)
        self._kept[name] = (generation, now, found)
        return found

    def file_url(self, path: str, line: int = 0) -> str:
        """Return the address of a file's page."""
        return self.base + file_url(path, line)

    def page(
        self, request: Request, template: str, *, status: int = 200, **values: Any
    ) -> HTMLResponse:
        """Fill a template for this browser."""
        text = self.fill(template, self.words(request), **values)
        headers = {"Cache-Control": "no-store", "Vary": "Accept-Language"}
        return HTMLResponse(text, status, headers)

    def fill(self, template: str, words: Words, **values: Any) -> str:
        """Fill a template with words of a language."""
        return self.templates.get_template(template).render(t=words, **values)

    def words(self, request: Request) -> Words:
        """Return the words of the language this browser asks for."""
        return LANGUAGES[language_for(request.headers.get("accept-language", ""))]

    async def form(self, request: Request) -> Form | None:
        """Return what a form sent, or None where it does not carry the page's secret."""
        sent = await request.form(max_fields=200, max_part_size=32_000_000)
        given = {name: value for name, value in sent.items() if isinstance(value, str)}
        secret = request.headers.get("x-csrf") or given.pop("csrf", "")
        return given if hmac.compare_digest(secret.encode(), self.csrf.encode()) else None

    async def act(
        self,
        request: Request,
        work: Callable[[Memory, Form], Mapping[str, Any] | None],
        then: str,
        *,
        kind: str = "write",
    ) -> Response:
        """Carry out what a form wants, and say what came of it.

        ``work`` returns what to say: ``text`` and perhaps ``undo``, the number of the change.
        """

        def working(memory: Memory, form: Form, _: Call) -> Mapping[str, Any] | None:
            return work(memory, form)

        return await self.act_long(request, working, then, None, kind=kind)

    async def act_long(
        self,
        request: Request,
        work: Callable[[Memory, Form, Call], Mapping[str, Any] | None],
        then: str,
        report: Callable[[float, float], Awaitable[None]] | None,
        *,
        kind: str = "slow",
    ) -> Response:
        """Carry out what takes long; ``report`` hears how far it is."""
        form = await self.form(request)
        words = self.words(request)
        if form is None or self.read_only:
            said = words("stale form") if form is None else words("read only")
            return self.said(request, {"text": said}, then, 403)
        try:
            done = await self.workers.run(
                lambda memory, call: work(memory, form, call), kind=kind, report=report
            )
        except LaminaError as error:
            return self.failed(request, error, then)
        if done and done.get("wrong"):
            return self.said(request, done, then, 409)
        self.live.changed()
        return self.said(request, done or {"text": words("did it")}, then)

    def failed(self, request: Request, error: LaminaError, then: str = "/") -> Response:
        """Say what went wrong."""
        said = {"text": error.message, "hint": error.hint or ""}
        return self.said(request, said, then, int(error.status))

    def said(
        self, request: Request, said: Mapping[str, Any], then: str, status: int = 0
    ) -> Response:
        """Say something: in the open page where it can, else on a page of its own."""
        wrong = status >= 400
        if request.headers.get("hx-request"):
            told = {"said": dict(said) | {"wrong": wrong}} | ({} if wrong else {"changed": True})
            headers = {"HX-Trigger": json.dumps(told), "HX-Reswap": "none"}
            return Response(status_code=status or 204, headers=headers)
        if wrong:
            return self.page(
                request, "said.html", status=status, view="", then=self.base + then, said=said
            )
        return RedirectResponse(self.base + then, 303)

    def _asset(self, name: str) -> str:
        return f"{self.base}/static/{self.assets[name].version}/{name}"

    def _views(self) -> dict[str, str]:
        """Return the views and their addresses; the fleet's is that of the served workspace."""
        views = {name: self.base + address for name, address in ADDRESSES.items()}
        return views | ({"fleet": "/fleet"} if self.fleet else {})

    def _markdown(self, text: str, path: str) -> Markup:
        return markdown(text, path, self.base)
