"""Who may open the page, and what a browser is told about it with every answer.

Beside what every server checks (Host, token): a request that changes something has to come from
the page itself (its Origin is the Host it was sent to) and to carry the page's own secret. A token
is given once in the address, and kept as a cookie that no script reads.
"""

from __future__ import annotations

import hashlib
import hmac
from http.cookies import CookieError, SimpleCookie
from typing import TYPE_CHECKING
from urllib.parse import parse_qsl, urlencode

from lamina.serving.guard import Guard, Headers, Refusal

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from starlette.types import ASGIApp, Message, Receive, Scope, Send

_SAFE = frozenset({"GET", "HEAD"})
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
    "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
HEADERS: Headers = [
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
]


ELSEWHERE = "Another page may not change anything here."


def from_elsewhere(scope: Scope) -> bool:
    """Say whether a request comes from a page of another origin than it goes to."""
    headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
    origin = headers.get(b"origin", "").partition("://")[2]
    return bool(origin) and origin.casefold() != headers.get(b"host", "").casefold()


class PageGuard(Guard):
    """Lets browsers in, and says in each answer what they may do with it."""

    def __init__(
        self,
        app: ASGIApp,
        host: str,
        hosts: Iterable[str],
        token: str,
        *,
        port: int,
        refusal: Callable[[Scope, Refusal], bytes],
    ) -> None:
        """``refusal``: the page that says why somebody is not let in."""
        super().__init__(app, host, hosts, token, section="web")
        self.cookie = f"lamina-{port}"  # cookies know no ports: two pages must not share one
        self.refusal = refusal
        self.key = hmac.new(self.token, b"lamina page", hashlib.sha256).hexdigest()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, refuse it, or take the token out of its address."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def marked(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], *HEADERS]
            await send(message)

        refused = self.refused(scope)
        if self.token and (refused is None or refused.status == 401):
            query = dict(parse_qsl(scope["query_string"].decode("latin-1")))
            if self.is_token(query.pop("token", "")):
                await self._let_in(scope, query, marked)
                return
        if refused is None:
            await self.app(scope, receive, marked)
            return
        body = self.refusal(scope, refused)
        headers = [(b"content-type", b"text/html; charset=utf-8"), *refused.headers]
        start = {"type": "http.response.start", "status": refused.status, "headers": headers}
        await marked(start)
        await send({"type": "http.response.body", "body": body})

    def refused(self, scope: Scope) -> Refusal | None:
        """Return why a request is not let in, or None; also what another page sends."""
        refused = super().refused(scope)
        if refused is not None or scope["method"] in _SAFE:
            return refused
        return Refusal(403, ELSEWHERE) if from_elsewhere(scope) else None

    def carries(self, headers: dict[bytes, str]) -> bool:
        """Say whether a request carries the token, or the cookie that stands for it."""
        if super().carries(headers):
            return True
        kept: SimpleCookie = SimpleCookie()
        try:
            kept.load(headers.get(b"cookie", ""))
        except CookieError:
            return False
        held = kept.get(self.cookie)
        return held is not None and hmac.compare_digest(held.value.encode(), self.key.encode())

    async def _let_in(self, scope: Scope, query: dict[str, str], send: Send) -> None:
        """Keep the token as a cookie and go on without it in the address."""
        # The path as one of ours: "//elsewhere" would lead away.
        path = "/" + scope.get("raw_path", b"/").partition(b"?")[0].decode("latin-1").lstrip("/")
        where = path + (f"?{urlencode(query)}" if query else "")
        cookie = f"{self.cookie}={self.key}; Path=/; HttpOnly; SameSite=Lax"
        headers = [
            (b"location", where.encode("latin-1", "replace")),
            (b"set-cookie", cookie.encode()),
            (b"cache-control", b"no-store"),
        ]
        await send({"type": "http.response.start", "status": 303, "headers": headers})
        await send({"type": "http.response.body", "body": b""})
