"""The page below another address than ``/``: its own addresses are put below it, too.

Templates and routes know one place, the root. What they send is changed on its way out: the
addresses in attributes of its HTML (text of notes cannot look like one, its quotes are escaped),
where it redirects to, and what htmx is told to call.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

_ADDRESS = re.compile(rb'(\s(?:href|action|src|hx-get|hx-post)=")/(?!/)')
_CALLED = re.compile(rb'("url": ")/(?!/)')


class Mounted:
    """An application whose addresses begin with ``base``, such as ``/page/shop``."""

    def __init__(self, app: ASGIApp, base: str) -> None:
        self.app = app
        self.base = base.encode("ascii")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request; HTML is held back until it is whole."""
        start: Message | None = None
        held: list[bytes] = []

        async def sent(message: Message) -> None:
            nonlocal start
            if message["type"] == "http.response.start":
                headers = [self._header(*one) for one in message["headers"]]
                message = {**message, "headers": headers}
                if dict(message["headers"]).get(b"content-type", b"").startswith(b"text/html"):
                    start = message
                    return
            elif start is not None:
                held.append(message.get("body", b""))
                if message.get("more_body"):
                    return
                body = _ADDRESS.sub(rb"\1" + self.base + b"/", b"".join(held))
                size = (b"content-length", str(len(body)).encode())
                kept = [one for one in start["headers"] if one[0] != b"content-length"]
                await send({**start, "headers": [*kept, size]})
                message = {"type": "http.response.body", "body": body}
            await send(message)

        await self.app(scope, receive, sent)

    def _header(self, name: bytes, value: bytes) -> tuple[bytes, bytes]:
        if name == b"location" and value.startswith(b"/"):
            return name, self.base + value
        if name == b"hx-trigger":
            return name, _CALLED.sub(rb"\1" + self.base + b"/", value)
        return name, value
