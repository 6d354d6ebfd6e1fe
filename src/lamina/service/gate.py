"""The gate: who comes in, by which token, how often and with how much; what is noted of it.

It stands before all faces and knows none of them: it finds out which workspace an address names
and what the token opens, and hands the rest of the address on. An answer that goes on (a page
that waits for changes, a stream) is cut off when its token is revoked, in every process.
"""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

from lamina.errors import (
    EndingError,
    LaminaError,
    OtherWorkspaceError,
    PlaceError,
    RequestTooLargeError,
    ScopeError,
    SlowRequestError,
    TokenError,
    TooManyRequestsError,
    UnknownNameError,
)
from lamina.service.api import answered, failed
from lamina.service.page import cookie_of
from lamina.service.visit import VISIT, Visit
from lamina.serving.guard import Guard

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping
    from logging import Logger

    from starlette.types import ASGIApp, Message, Receive, Scope, Send

    from lamina.service.metrics import Metrics
    from lamina.service.page import Page
    from lamina.settings import Server
    from lamina.team.tokens import Token

_LOOK = 0.5  # seconds between looks whether the tokens of open answers still stand
_AT_ONCE = 400  # requests under way, of all tokens
_FAULT = {
    "error": "Fault",
    "message": "This is a fault in Lamina.",
    "hint": "The server's log says where; nothing of your memory is in it.",
}


@dataclass(frozen=True, slots=True)
class Checks:
    """What the gate asks of tokens; all are called in the loop and do their work elsewhere."""

    check: Callable[[str], Awaitable[Token]]  # raises TokenError
    stands: Callable[[Token], Awaitable[bool]]
    take: Callable[[str], Awaitable[int]]  # one request; 0, or the seconds until there is one


@dataclass(frozen=True, slots=True)
class Faces:
    """What is served behind the gate; each is given the rest of the address."""

    api: ASGIApp
    mcp: ASGIApp
    page: Page
    metrics: ASGIApp
    open: Mapping[str, ASGIApp]  # for everybody, by the whole path


class Gate:
    """The outermost application."""

    def __init__(
        self,
        faces: Faces,
        checks: Checks,
        settings: Server,
        *,
        host: str,
        life: ASGIApp,
        metrics: Metrics,
        log: Logger,
        timer: Callable[[], float] = time.monotonic,
    ) -> None:
        """Keep the parts.

        Args:
            faces: what is behind it.
            checks: who knows the tokens.
            settings: how much is let in.
            host: what is listened on.
            life: is told when the server begins and when it has ended.
            metrics: where is counted.
            log: where is said what became of each request.
            timer: seconds from any beginning.
        """
        self._life = life
        self.faces = faces
        self.checks = checks
        self.settings = settings
        self.metrics = metrics
        self.log = log
        self.ending = False
        self._timer = timer
        self._guard = Guard(_nothing, host, settings.hosts, "", section="server")
        self._open: dict[Answer, Token] = {}
        self._under_way = 0

    async def watch(self) -> None:
        """Cut off open answers whose token does not stand any more, until cancelled."""
        while True:
            await asyncio.sleep(_LOOK)
            for token in set(self._open.values()):
                try:
                    if await self.checks.stands(token):
                        continue
                    known = True
                except LaminaError:  # nobody can tell: what goes on ends, the rest says it itself
                    known = False
                held = [one for one, whose in self._open.items() if whose == token]
                for answer in held:
                    if known or answer.begun:
                        answer.cut()
                        self.metrics.cut.inc()

    def end(self) -> None:
        """Begin nothing new, and let go whoever only waits."""
        self.ending = True

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] == "lifespan":
            await self._life(scope, receive, send)
            return
        if scope["type"] != "http":
            await send({"type": "websocket.close", "code": 1008})
            return
        began = self._timer()
        answer = Answer(send, secrets.token_hex(8))
        visit: Visit | None = None
        face = "none"
        self._under_way += 1
        self.metrics.under_way.inc()
        try:
            face, rest, workspace = _address(scope["path"])
            self._check_place(scope)
            if face == "open":
                app = self.faces.open.get(scope["path"]) or _nothing
                await app(scope, receive, answer)
                return
            self._check_room(scope)
            limited = _Body(receive, self.settings.max_bytes, self.settings.timeout)
            if face == "page" and rest == "/sign-in" and scope["method"] == "POST":
                await self.faces.page.sign_in(scope, limited, answer, workspace)
                return
            visit = await self._visit(scope, face, workspace, answer)
            VISIT.set(visit)
            await self._serve(visit, _below(scope, rest), limited, answer)
        except LaminaError as error:
            self.metrics.refused(type(error).__name__)
            await self._refuse(error, scope, face, receive, answer)
        except Exception:
            self.log.exception("fault", extra={"fields": {"request": answer.request}})
            if not answer.begun:
                await answered(_FAULT, 500)(scope, receive, answer)
        finally:
            self._under_way -= 1
            self.metrics.under_way.dec()
            self._told(visit, face, answer, self._timer() - began)

    async def _visit(self, scope: Scope, face: str, workspace: str, answer: Answer) -> Visit:
        """Return who asks; raises TokenError, OtherWorkspaceError, TooManyRequestsError."""
        token = await self.checks.check(_sent(scope, face))
        answer.token = token.id
        wait = await self.checks.take(token.id)
        if wait:
            raise TooManyRequestsError("This token was used too often", wait)
        if face == "metrics":
            if "metrics" not in token.scopes:
                raise ScopeError("metrics", "metrics", token.scopes)
        elif not workspace or workspace != token.workspace:
            raise OtherWorkspaceError
        return Visit(answer.request, token, face, workspace in self.settings.read_only)

    async def _serve(self, visit: Visit, scope: Scope, receive: _Body, answer: Answer) -> None:
        """Let a face answer, as long as the token stands."""
        app = getattr(self.faces, "api" if visit.face == "v1" else visit.face)
        task = asyncio.ensure_future(app(scope, receive, answer))
        answer.task = task
        self._open[answer] = visit.token
        try:
            await task
        except asyncio.CancelledError:
            if not answer.was_cut:
                task.cancel()
                raise
            await answer.close()
        finally:
            del self._open[answer]
        if receive.error and not answer.begun:
            raise receive.error

    async def _refuse(
        self, error: LaminaError, scope: Scope, face: str, receive: Receive, answer: Answer
    ) -> None:
        if answer.begun:
            return
        if face == "page":
            await self.faces.page.refuse(error, scope, receive, answer)
            return
        await failed(error)(scope, receive, answer)

    def _check_place(self, scope: Scope) -> None:
        refused = self._guard.refused(scope)
        if refused is not None:
            raise PlaceError(refused.status, refused.message)

    def _check_room(self, scope: Scope) -> None:
        if self.ending:
            raise EndingError
        length = dict(scope["headers"]).get(b"content-length", b"0")
        if length.isdigit() and int(length) > self.settings.max_bytes:
            raise RequestTooLargeError(self.settings.max_bytes)
        if self._under_way > _AT_ONCE:
            raise TooManyRequestsError("Too many requests are under way", 1)

    def _told(self, visit: Visit | None, face: str, answer: Answer, seconds: float) -> None:
        """Say in the log and the figures what became of a request."""
        call = (visit.call if visit else "") or "none"
        self.metrics.answered(face, call, answer.status, seconds)
        fields: dict[str, Any] = {
            "request": answer.request,
            "face": face,
            "call": call,
            "status": answer.status,
            "ms": round(seconds * 1000, 1),
        }
        fields |= {"token": answer.token} if answer.token else {}
        fields |= {"workspace": visit.token.workspace} if visit else {}
        self.log.info("request", extra={"fields": fields})


class Answer:
    """What is sent back for one request; it can be cut off."""

    def __init__(self, send: Send, request: str) -> None:
        self._send = send
        self.request = request
        self.token = ""  # the id of the one it was asked with
        self.status = 0
        self.begun = False
        self.ended = False
        self.was_cut = False
        self.task: asyncio.Future[Any] | None = None

    async def __call__(self, message: Message) -> None:
        """Send a part of it."""
        if message["type"] == "http.response.start":
            self.begun, self.status = True, message["status"]
            headers = [*message.get("headers", ()), (b"x-request-id", self.request.encode())]
            message = {**message, "headers": headers}
        elif message["type"] == "http.response.body":
            self.ended = not message.get("more_body", False)
        await self._send(message)

    def cut(self) -> None:
        """Let it end here."""
        self.was_cut = True
        if self.task is not None:
            self.task.cancel()

    async def close(self) -> None:
        """End an answer that was cut off."""
        if not self.begun:
            raise TokenError("The token was revoked")
        if not self.ended:
            with contextlib.suppress(Exception):  # the client is gone
                await self._send({"type": "http.response.body", "body": b""})


class _Body:
    """What a client sends, as far as it is not too much and does not take too long."""

    def __init__(self, receive: Receive, most: int, seconds: int) -> None:
        self._receive = receive
        self._left = self._most = most
        self._seconds = seconds
        self._whole = False
        self.error: LaminaError | None = None

    async def __call__(self) -> Message:
        """Return the next part of it; raises RequestTooLargeError, SlowRequestError."""
        if self._whole:
            return await self._receive()  # only tells that the client has gone
        try:
            message = await asyncio.wait_for(self._receive(), self._seconds)
        except TimeoutError:
            self.error = SlowRequestError(self._seconds)
            raise self.error from None
        if message["type"] == "http.request":
            self._left -= len(message.get("body", b""))
            self._whole = not message.get("more_body", False)
            if self._left < 0:
                self.error = RequestTooLargeError(self._most)
                raise self.error
        return message


def _address(path: str) -> tuple[str, str, str]:
    """Return the face an address names, the rest of it and the workspace."""
    first, _, after = path.removeprefix("/").partition("/")
    if first in {"v1", "mcp", "page"}:
        workspace, mark, rest = after.partition("/")
        return first, f"{mark}{rest}", workspace
    if path == "/metrics":
        return "metrics", "", ""
    return "open", path, ""


def _below(scope: Scope, rest: str) -> Scope:
    """Return a request as the face behind the gate is to see it."""
    held = {"path": rest or "/", "raw_path": (rest or "/").encode(), "root_path": ""}
    return {**scope, **held, "lamina.path": scope["path"]}


def _sent(scope: Scope, face: str) -> str:
    """Return the token that a request carries; of a browser, in a cookie."""
    headers: dict[bytes, str] = {name: text.decode("latin-1") for name, text in scope["headers"]}
    kind, _, sent = headers.get(b"authorization", "").partition(" ")
    if kind.casefold() == "bearer":
        return sent.strip()
    return cookie_of(headers.get(b"cookie", "")) if face == "page" else ""


async def _nothing(scope: Scope, receive: Receive, send: Send) -> None:
    """Say that there is nothing at this address."""
    error = UnknownNameError("address", unquote(scope["path"]), ("/v1", "/mcp", "/page"))
    await failed(error)(scope, receive, send)
