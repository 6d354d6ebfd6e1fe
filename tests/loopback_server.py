"""What the servers of the tests share: they listen on this machine while a ``with`` block runs.

class Echo(LoopbackServer):
    def answer(self, request: Request) -> None:
        request.send(200, request.body)
"""

from __future__ import annotations

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Self


class LoopbackServer:
    """A server; it listens from the beginning to the end of a ``with`` block."""

    def __init__(self) -> None:
        self.ending = threading.Event()
        self._server = _Server(("127.0.0.1", 0), Request)
        self._server.owner = self
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.02,))

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_port}/v1"

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.ending.set()
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()

    def answer(self, request: Request) -> None:
        """Answer a request, or leave it without an answer."""
        raise NotImplementedError


class _Server(ThreadingHTTPServer):
    owner: LoopbackServer
    daemon_threads = False  # closing waits for them

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Say nothing: a client that stopped waiting is what some tests are about."""


class Request(BaseHTTPRequestHandler):
    """A request with a body of JSON."""

    body: dict[str, Any]

    @property
    def key(self) -> str:
        return self.headers.get("Authorization", "")

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
        pass

    def do_POST(self) -> None:
        assert isinstance(self.server, _Server)
        self.body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.server.owner.answer(self)

    def begin(self, status: int, headers: Mapping[str, str] | None = None) -> None:
        """Send what comes before an answer's body."""
        self.send_response(status)
        for name, value in (headers or {}).items():
            self.send_header(name, value)
        self.end_headers()

    def send(self, status: int, body: object, headers: Mapping[str, str] | None = None) -> None:
        """Send an answer: bytes as they are, anything else as JSON."""
        self.begin(status, headers)
        self.wfile.write(body if isinstance(body, bytes) else json.dumps(body).encode())
