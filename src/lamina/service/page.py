"""The page for a team: below ``/page/{workspace}/``, for those whose token may.

A browser gives its token once, in a form, and keeps it in a cookie that no script reads and that is
sent to this workspace's page alone.
"""

from __future__ import annotations

import hashlib
import hmac
import re
from collections import OrderedDict
from http.cookies import CookieError, SimpleCookie
from typing import TYPE_CHECKING
from urllib.parse import quote

from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse
from starlette.routing import Match

from lamina.errors import LaminaError, PlaceError
from lamina.service.desks import Desk, Whose
from lamina.service.visit import VISIT
from lamina.serving.guard import Refusal
from lamina.web.access import ELSEWHERE, HEADERS, from_elsewhere
from lamina.web.app import build
from lamina.web.live import Live
from lamina.web.site import Site
from lamina.web.words import LANGUAGES, language_for

if TYPE_CHECKING:
    from collections.abc import Callable

    from starlette.applications import Starlette
    from starlette.types import Message, Receive, Scope, Send

    from lamina.memory import Memory
    from lamina.service.desks import Desks

_COOKIE = "lamina"
_TOKEN = re.compile(r"[A-Za-z0-9_-]{1,200}")
_SAFE = frozenset({"GET", "HEAD"})
_MOST = 64  # pages that are kept ready; each watches a folder


class Page:
    """The pages of all workspaces."""

    def __init__(self, desks: Desks, open_memory: Callable[[Whose], Memory], key: bytes) -> None:
        """``key``: from which the forms' secrets are made, the same in every process."""
        self.desks = desks
        self._open = open_memory
        self._key = key
        self._sites: OrderedDict[tuple[str, bool], tuple[Site, Starlette]] = OrderedDict()
        self._plain = Site(Desk(desks), Live(), read_only=True, name="")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request of somebody who was let in."""
        visit = VISIT.get()
        visit.call = "page"
        visit.check("The page", "page")
        if scope["method"] not in _SAFE:
            if from_elsewhere(scope):
                raise PlaceError(403, ELSEWHERE)
            visit.check("To change something on the page", "admin")
            visit.changes = True
        workspace = visit.token.workspace
        app = self._app(workspace, read_only=not visit.may("admin"))
        mounted = f"/page/{workspace}"
        below = {**scope, "root_path": mounted, "path": mounted + scope["path"]}
        visit.call = _call(app, below)
        await app(below, receive, _marked(send))

    async def sign_in(self, scope: Scope, receive: Receive, send: Send, workspace: str) -> None:
        """Keep the token that a form sends; whether it opens anything, the next request says."""
        if from_elsewhere(scope):
            raise PlaceError(403, ELSEWHERE)
        form = await Request(scope, receive).form(max_fields=4)
        token = form.get("token")
        response = RedirectResponse(f"{base_of(workspace)}/", 303, {"cache-control": "no-store"})
        if isinstance(token, str) and _TOKEN.fullmatch(token.strip()):
            response.set_cookie(
                _COOKIE,
                token.strip(),
                path=f"{base_of(workspace)}/",
                secure=scope.get("scheme") == "https",
                httponly=True,
                samesite="lax",
            )
        await response(scope, receive, _marked(send))

    async def refuse(self, error: LaminaError, scope: Scope, receive: Receive, send: Send) -> None:
        """Say why somebody is not let in; ask for a token where that may help."""
        words = LANGUAGES[language_for(Headers(scope=scope).get("accept-language", ""))]
        status = int(error.status)
        workspace = scope["path"].removeprefix("/page/").partition("/")[0]
        text = self._plain.fill(
            "refused.html",
            words,
            refused=Refusal(status, error.message),
            ask=status == 401,
            sign_in=f"{base_of(workspace)}/sign-in",
        )
        wait = getattr(error, "wait", 0)
        headers = {"cache-control": "no-store"} | ({"retry-after": str(wait)} if wait else {})
        await HTMLResponse(text, status, headers)(scope, receive, _marked(send))

    def end(self) -> None:
        """Let all open pages go."""
        for site, _ in self._sites.values():
            site.live.end()

    def wait(self) -> None:
        """Wait until no folder is watched any more."""
        for site, _ in self._sites.values():
            site.live.wait()

    def _app(self, workspace: str, *, read_only: bool) -> Starlette:
        kind = (workspace, read_only)
        if kind in self._sites:
            self._sites.move_to_end(kind)
            return self._sites[kind][1]
        while len(self._sites) >= _MOST:
            _, (oldest, _) = self._sites.popitem(last=False)
            oldest.live.end()
        secret = hmac.new(self._key, f"form {workspace}".encode(), hashlib.sha256).hexdigest()
        whose = Whose(workspace, "page", "owner:page", "main")
        site = Site(
            Desk(self.desks, scope="page"),
            Live(),
            read_only=read_only,
            name=workspace,
            base=base_of(workspace),
            csrf=secret,
        )
        site.live.begin(lambda: self._open(whose))
        app = build(site, lambda: self._open(whose))
        self._sites[kind] = site, app
        return app


def base_of(workspace: str) -> str:
    """Return where the page of a workspace is."""
    return f"/page/{quote(workspace, safe='')}"


def cookie_of(header: str) -> str:
    """Return the token in a browser's cookies; empty where there is none."""
    kept: SimpleCookie = SimpleCookie()
    try:
        kept.load(header)
    except CookieError:
        return ""
    held = kept.get(_COOKIE)
    return held.value if held else ""


def _call(app: Starlette, scope: Scope) -> str:
    """Return the view that a request is about, as it stands in the log."""
    for route in app.routes:
        if route.matches(scope)[0] is not Match.NONE:
            return f"page {getattr(route, 'path', '')}"
    return "page"


def _marked(send: Send) -> Send:
    """Say in each answer what a browser may do with it."""

    async def sent(message: Message) -> None:
        if message["type"] == "http.response.start":
            message = {**message, "headers": [*message["headers"], *HEADERS]}
        await send(message)

    return sent
