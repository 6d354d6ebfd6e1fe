"""Answers requests of the HTTP API: checks what they hold, does the work, says what went wrong."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from pydantic import ValidationError
from starlette.requests import Request
from starlette.responses import Response

from lamina.errors import BodyTypeError, LaminaError, UnknownNameError, UsageError
from lamina.service.catalog import ENDPOINTS, PATHS
from lamina.service.desks import Desk
from lamina.service.visit import VISIT

if TYPE_CHECKING:
    from starlette.types import Receive, Scope, Send

    from lamina.memory import Memory
    from lamina.service.desks import Desks
    from lamina.service.endpoint import Endpoint, Input
    from lamina.serving.workers import Call


class Api:
    """The application below ``/v1/{workspace}/``; the path it is given is what follows."""

    def __init__(self, desks: Desks) -> None:
        self.desks = desks

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        response = await self.answer(Request(scope, receive))
        await response(scope, receive, send)

    async def answer(self, request: Request) -> Response:
        """Return the answer to a request; raises LaminaError."""
        path = request.scope["path"].removeprefix("/")
        method = "GET" if request.method == "HEAD" else request.method
        endpoint = ENDPOINTS.get((method, path))
        if endpoint is None:
            return _no_endpoint(path)
        VISIT.get().call = endpoint.name
        VISIT.get().check(endpoint.name, endpoint.scope)
        given = read(endpoint, request, await request.body())

        def work(memory: Memory, call: Call) -> Any:
            if endpoint.shows:
                memory.check_may_see(endpoint.shows)
            return endpoint.run(memory, given, call)

        desk = Desk(self.desks, endpoint.name, endpoint.scope)
        return answered(await desk.run(work, kind=endpoint.kind))


def answered(result: Any, status: int = 200, **headers: str) -> Response:
    """Return a result as JSON."""
    body = json.dumps(result, ensure_ascii=False).encode("utf-8", "replace")
    return Response(
        body, status, {"cache-control": "no-store", **headers}, media_type="application/json"
    )


def failed(error: LaminaError) -> Response:
    """Return an error as JSON."""
    wait = getattr(error, "wait", 0)
    headers = {"retry-after": str(wait)} if wait else {}
    if error.status == 401:
        headers["www-authenticate"] = "Bearer"
    return answered(error.as_dict(), int(error.status), **headers)


def read(endpoint: Endpoint, request: Request, body: bytes) -> Input:
    """Return what a request gives an endpoint; UsageError says what is wrong with it."""
    takes = endpoint.takes
    try:
        if endpoint.method == "GET":
            asked = request.query_params
            double = next((name for name in asked if len(asked.getlist(name)) > 1), "")
            if double:
                raise UsageError(f"{double!r} is given twice; nothing was done.", "Give it once.")
            return takes.model_validate_strings(dict(asked))
        if not body.strip() and not takes.model_fields:
            return takes()
        kind = request.headers.get("content-type", "").partition(";")[0].strip().casefold()
        if kind != "application/json":
            raise BodyTypeError(kind)
        return takes.model_validate_json(body)
    except ValidationError as error:
        first = error.errors(include_url=False, include_context=False, include_input=False)[0]
        where = ".".join(map(str, first["loc"]))
        fields = ", ".join(takes.model_fields)
        raise UsageError(
            f"{endpoint.path}: {f'{where}: ' if where else ''}{first['msg']}; nothing was done.",
            f"It takes: {fields}." if fields else "It takes nothing.",
        ) from None


def _no_endpoint(path: str) -> Response:
    """Say that an address is none, or not by this method."""
    methods = sorted(method for method, known in ENDPOINTS if known == path)
    if methods:
        said = UsageError(
            "That address is not asked by this method; nothing was done.",
            f"Use {' or '.join(methods)}.",
        )
        return answered(said.as_dict(), 405, allow=", ".join(methods))
    return failed(UnknownNameError("address", path, PATHS))
