"""Messages of the Model Context Protocol, and requests to the page and the MCP server by HTTP."""

from __future__ import annotations

import asyncio
import contextlib
import json
from typing import TYPE_CHECKING, Any

from hypothesis import strategies as st

from tests.fuzz.drawn import bent, damaged, dumped, lines, raw, texts
from tests.fuzz.target import Target, Wrong

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from hypothesis.strategies import DrawFn, SearchStrategy

    from tests.fuzz.ground import Ground

ABOUT = {
    "protocolVersion": "2025-06-18",
    "capabilities": {},
    "clientInfo": {"name": "t", "version": "1"},
}
BEGIN = (
    b"\n".join(
        json.dumps(one).encode()
        for one in (
            {"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": ABOUT},
            {"jsonrpc": "2.0", "method": "notifications/initialized"},
        )
    )
    + b"\n"
)
LAST = {"jsonrpc": "2.0", "id": "the last one", "method": "tools/list"}


def _message(method: str, **params: Any) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": 7, "method": method, "params": params}


def _calls() -> list[dict[str, Any]]:
    from tests.mcp_server.conftest import CALLS

    return [_message("tools/call", name=name, arguments=given) for name, given in CALLS.items()]


MESSAGES = [
    *_calls(),
    _message("resources/read", uri="memory://file/memory/2026-03-03.md"),
    _message("resources/read", uri="memory://index"),
    _message("prompts/get", name="recall", arguments={"question": "flat"}),
    _message("initialize", **ABOUT),
    _message("resources/templates/list"),
    _message("completion/complete", ref={"type": "ref/prompt", "name": "x"}, argument={}),
    _message("logging/setLevel", level="debug"),
    _message("notifications/cancelled", requestId=7),
]
URIS = (
    *("memory://file/../../etc/passwd", "memory://file//etc/passwd", "memory://file/%2e%2e/x"),
    *("memory://", "file:///etc/passwd", "memory://file/memory/%00", "memory://context/today"),
)


def _server(ground: Ground) -> Any:
    from lamina.mcp_server.server import build
    from lamina.serving.workers import Workers

    workers = Workers(lambda: ground.memory(author="owner:mcp", **{"mcp.tools": "all"}))
    return workers, build(workers)


def mcp_pipes(data: bytes, ground: Ground) -> None:
    """Serve these lines; the last request, a good one, has to be answered."""
    from mcp.server.stdio import stdio_server

    workers, server = _server(ground)
    given = BEGIN + data + b"\n" + json.dumps(LAST).encode() + b"\n"
    pipes: Any = _Pipes([f"{line}\n" for line in given.decode("utf-8", "replace").split("\n")])

    async def main() -> None:
        async with stdio_server(pipes, pipes) as (a, b):
            await server.run(a, b, server.create_initialization_options())

    try:
        asyncio.run(main())
    finally:
        workers.close()
    if not pipes.answered.is_set():
        raise Wrong(f"the last request was not answered: {pipes.told[-3:]!r}")
    _no_fault("".join(pipes.told).encode())


class _Pipes:
    """Both pipes of a client that waits for its last answer before it hangs up."""

    def __init__(self, lines_: list[str]) -> None:
        self.lines = lines_
        self.told: list[str] = []
        self.answered = asyncio.Event()

    async def __aiter__(self) -> AsyncIterator[str]:
        for line in self.lines:
            yield line
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self.answered.wait(), 10)

    async def write(self, text: str) -> None:
        text.encode()  # as the pipe does
        self.told.append(text)
        if json.loads(text).get("id") == LAST["id"]:
            self.answered.set()

    async def flush(self) -> None:
        """Nothing is held back."""


def _no_fault(body: bytes) -> None:
    for mark in (b"fault in Lamina", b"Traceback (most", b"Internal error", b"Fault:"):
        if mark in body:
            at = body.index(mark)
            raise Wrong(f"a fault: {body[max(0, at - 300) : at + 300]!r}")


async def asked(
    app: Any, method: str, target: bytes, headers: list[tuple[bytes, bytes]], body: bytes
) -> tuple[int, bytes]:
    """Send one request to an application; what it raises comes out here."""
    path, _, query = target.partition(b"?")
    from urllib.parse import unquote_to_bytes

    scope = {
        "type": "http",
        "asgi": {"version": "3.0", "spec_version": "2.3"},
        "http_version": "1.1",
        "method": method,
        "scheme": "http",
        "path": unquote_to_bytes(path).decode("utf-8", "replace"),
        "raw_path": path,
        "query_string": query,
        "root_path": "",
        "headers": headers,
        "client": ("127.0.0.1", 1),
        "server": ("127.0.0.1", 8764),
        "state": {},
    }
    parts = [body[at : at + 4096] for at in range(0, len(body), 4096)] or [b""]
    gone = asyncio.Event()
    status, answer = 0, b""

    async def receive() -> dict[str, Any]:
        if parts:
            return {"type": "http.request", "body": parts.pop(0), "more_body": bool(parts)}
        await gone.wait()
        return {"type": "http.disconnect"}

    async def send(message: Any) -> None:
        nonlocal status, answer
        if message["type"] == "http.response.start":
            status = message["status"]
            # What a server does with it: every header has to be bytes of one line.
            for name, value in message["headers"]:
                if b"\n" in name + value or b"\r" in name + value or b"\0" in value:
                    raise Wrong(f"a header of two lines: {name!r}: {value!r}")
                if value.startswith(b"text/event-stream") and method == "GET":
                    gone.set()  # an answer without end: the client hangs up
        elif message["type"] == "http.response.body":
            answer += message.get("body", b"")
            if not message.get("more_body"):
                gone.set()

    await asyncio.wait_for(app(scope, receive, send), 20)
    return status, answer


def page(data: bytes, ground: Ground) -> None:
    """Send requests to the page: METHOD TARGET, headers, an empty line, the body; then the next."""
    from lamina.web.agents import Agents, Page
    from lamina.web.app import guarded

    served = Page(lambda: ground.memory(author="owner:page"), ground.root, None, read_only=False)
    agents = Agents(served)
    token = "t" if b"TOKEN" in data else ""
    app = guarded(served.site, agents, host="127.0.0.1", port=8764, token=token)
    csrf = served.site.csrf.encode()

    async def main() -> None:
        for one in data.split(b"\n====\n")[:4]:
            method, target, headers, body = _request(one.replace(b"@CSRF@", csrf))
            if target.startswith(b"/live"):
                continue  # an answer without end
            status, answer = await asked(app, method, target, headers, body)
            if status >= 500:
                raise Wrong(f"{status} for {one[:300]!r}: {answer[-300:]!r}")
            _no_fault(answer)

    try:
        asyncio.run(main())
    finally:
        agents.close()


def _request(data: bytes) -> tuple[str, bytes, list[tuple[bytes, bytes]], bytes]:
    head, _, body = data.partition(b"\n\n")
    first, *rows = head.split(b"\n")
    method, _, target = first.partition(b" ")
    pairs = (row.partition(b":")[::2] for row in rows)
    headers = [
        (bytes(c for c in name.strip().lower() if 32 < c < 127), _value(value))
        for name, value in pairs
    ]
    target = bytes(c for c in target if c > 32) or b"/"
    return method.decode("latin-1") or "GET", b"/" + target.lstrip(b"/"), headers, body


def _value(value: bytes) -> bytes:
    return bytes(c for c in value.strip() if c >= 32 and c != 127)


def mcp_http(data: bytes, ground: Ground) -> None:
    """Send requests to the MCP server over HTTP, each by itself."""
    from lamina.mcp_server.catalog import Rules
    from lamina.mcp_server.http import many
    from lamina.serving.guard import Guard
    from lamina.serving.workers import Workers

    workers = Workers(lambda: ground.memory(author="agent:mcp"))
    inner = many(lambda _: workers, Rules.of, most_bytes=1 << 20)
    app = Guard(inner, "127.0.0.1", (), "")

    async def main() -> None:
        async with inner.router.lifespan_context(inner):
            for one in data.split(b"\n====\n")[:4]:
                method, target, headers, body = _request(one)
                status, answer = await asked(app, method, target, headers, body)
                if status >= 500 and status not in {501, 505}:
                    raise Wrong(f"{status} for {one[:300]!r}: {answer[-300:]!r}")
                _no_fault(answer)

    try:
        asyncio.run(main())
    finally:
        workers.close()


WAYS: tuple[tuple[str, str, tuple[str, ...]], ...] = (
    ("GET", "/", ()),
    ("GET", "/panel/health", ()),
    ("GET", "/search", ("q", "days", "agent", "limit", "from", "to", "kind", "page")),
    ("GET", "/files", ("path", "line", "edit")),
    ("GET", "/files/memory/2026-03-03.md", ()),
    ("GET", "/files/branch", ("path",)),
    ("GET", "/files/graph", ("path", "depth")),
    ("GET", "/files/graph.json", ("path", "depth")),
    ("GET", "/dreams", ("page", "day", "key")),
    ("GET", "/dreams/panel/candidates", ("page", "words")),
    ("GET", "/dreams/preview", ("phase",)),
    ("GET", "/dreams/old", ("path", "from", "to")),
    ("GET", "/board", ()),
    ("GET", "/sessions", ()),
    ("GET", "/sessions/one", ("key",)),
    ("GET", "/history", ("page", "before")),
    ("GET", "/history/1", ()),
    ("GET", "/static/x/page.css", ()),
    ("POST", "/board/move", ("subject", "topic", "to", "from", "words", "anyway")),
    ("POST", "/board/new", ("kind", "domain", "name", "about")),
    ("POST", "/files/save", ("path", "text", "was", "hash", "seal")),
    ("POST", "/undo", ("change", "number", "id")),
    ("POST", "/mend", ("rule",)),
    ("POST", "/due", ("job",)),
    ("POST", "/sessions/trim", ("key",)),
    ("POST", "/sessions/restore", ("key",)),
    ("POST", "/dreams/switch", ("on",)),
    ("POST", "/dreams/run", ("dry",)),
    ("POST", "/dreams/decide", ("decision", "names", "name", "reason")),
    ("POST", "/dreams/backfill", ("path", "back", "apply")),
)
PLAIN = (
    *(
        "",
        "1",
        "0",
        "-1",
        "99999999999999999999",
        "1e9",
        "nan",
        "true",
        "/",
        "..",
        "../../etc/passwd",
    ),
    *("memory/2026-03-03.md", "MEMORY.md", "heating", "2026-03-04", "2026-99-99", "done", "accept"),
    *(
        "%00",
        "%ff",
        "%ED%A0%80",
        "%0d%0aset-cookie:a=b",
        "%2e%2e%2f",
        "+",
        "a&a=b",
        "<script>",
        "flat",
    ),
    *("a" * 70_000, "agent:main:main", "topic", "on", "paused", "archived", "²", "١"),
)
HEADERS = (
    *("Host: 127.0.0.1:8764", "Host: evil.example", "Host: [::1", "Host: ", "Origin: null"),
    *("Origin: http://127.0.0.1:8764", "HX-Request: true", "Accept-Language: de;q=x,ru;q=0.5,*"),
    *(
        "Accept-Language: " + "a," * 3000,
        "Cookie: lamina-8764=\xff; a",
        "Authorization: Bearer TOKEN",
    ),
    *(
        "Authorization: Bearer ",
        "Content-Length: -1",
        "X-CSRF: \xe9",
        "Range: bytes=0-x",
        "If-None-Match: *",
    ),
    *("Content-Type: multipart/form-data", "Content-Type: multipart/form-data; boundary=\xff"),
    *("Content-Type: multipart/form-data; boundary=a", "Content-Type: application/json; charset=x"),
    *("Last-Event-ID: x", "Mcp-Session-Id: x", "MCP-Protocol-Version: x", "Accept: */*"),
)


@st.composite
def _asking(draw: DrawFn) -> bytes:
    method, path, names = draw(st.sampled_from(WAYS))
    value = st.one_of(st.sampled_from(PLAIN), texts().map(lambda t: t.replace("\n", "%0a")))
    some = draw(st.lists(st.sampled_from(names), max_size=4)) if names else []
    pairs = "&".join(f"{name}={draw(value)}" for name in some)
    headers = ["Host: 127.0.0.1:8764", *draw(st.lists(st.sampled_from(HEADERS), max_size=2))]
    body = ""
    if method == "POST":
        headers += ["Content-Type: application/x-www-form-urlencoded", "X-CSRF: @CSRF@"]
        body = pairs
    elif pairs:
        path += "?" + pairs
    if draw(st.integers(0, 9)) == 0:
        path += draw(
            st.sampled_from(("/..%2f", "//", "%00", "%ff", "/" + "a" * 9000, "?" + "a&" * 2000))
        )
    if draw(st.integers(0, 19)) == 0:
        method = draw(st.sampled_from(("PUT", "HEAD", "OPTIONS", "POST", "GET", "get", "\xff")))
    return "\n".join((f"{method} {path}", *headers, "", body)).encode("utf-8", "surrogatepass")


@st.composite
def _asking_mcp(draw: DrawFn) -> bytes:
    given = draw(_LINE)
    headers = ["Host: 127.0.0.1", "Content-Type: application/json"]
    headers += ["Accept: application/json, text/event-stream"]
    headers += draw(st.lists(st.sampled_from(HEADERS), max_size=2))
    method = draw(st.sampled_from(("POST", "POST", "POST", "POST", "DELETE", "PUT", "GET")))
    path = draw(st.sampled_from(("/mcp", "/mcp", "/mcp", "/mcp/", "/", "/mcp?x=%00")))
    return "\n".join((f"{method} {path}", *headers, "", "")).encode() + given


_LINE: SearchStrategy[bytes] = st.one_of(*(bent(one, *URIS) for one in [LAST, *MESSAGES])).flatmap(
    lambda one: damaged(st.sampled_from((dumped(one), raw(one))))
)
_MCP = st.one_of(lines(MESSAGES, *URIS), lines(MESSAGES, *URIS, dump=raw))
TARGETS = [
    Target("mcp-pipes", _MCP, mcp_pipes),
    Target(
        "mcp-http", st.lists(_asking_mcp(), min_size=1, max_size=3).map(b"\n====\n".join), mcp_http
    ),
    Target(
        "page", st.lists(damaged(_asking()), min_size=1, max_size=3).map(b"\n====\n".join), page
    ),
]
