"""A tiny reranker on this machine, in the shapes real ones have and with their faults.

with Judge(lambda query, document: relevance) as server:
    server.url       # http://127.0.0.1:<port>/v1
    server.mode      # may be changed while it runs
    server.seen      # the requests so far
"""

from __future__ import annotations

import json
import threading
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Self

Mode = Literal[
    "jina",  # documents in, results with relevance_score out, best first; other fields refused
    "tei",  # texts in, a bare list with score out; other fields are passed over
    "few",  # judges the two best only
    "hang",  # never answers
    "down",  # 503
    "busy",  # 429
    "denied",  # 401, repeating the key
    "refuse",  # 400, whatever it gets
    "redirect",  # to somewhere else
    "garbage",  # not JSON
    "deep",  # JSON nested beyond any parser
    "nothing",  # no results
    "strange",  # documents it was not given
    "twice",  # one document two times
    "nan",
    "words",  # a score that is no number
]
_FIELDS = {"model", "query", "documents", "top_n"}
_STATUS = {"down": 503, "busy": 429, "denied": 401, "refuse": 400, "redirect": 302}


@dataclass(frozen=True, slots=True)
class Asked:
    """A request as the server got it."""

    path: str
    authorization: str
    body: dict[str, Any]


class Judge:
    """The server; it listens from the beginning to the end of a ``with`` block."""

    def __init__(self, relevance: Callable[[str, str], float], mode: Mode = "jina") -> None:
        self.relevance = relevance
        self.mode: Mode = mode
        self.seen: list[Asked] = []
        self.ending = threading.Event()
        self._server = _Server(("127.0.0.1", 0), _Handler)
        self._server.judge = self
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


class _Server(ThreadingHTTPServer):
    judge: Judge
    daemon_threads = False  # closing waits for them

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Say nothing: a client that stopped waiting is what a test is about."""


class _Handler(BaseHTTPRequestHandler):
    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
        pass

    def do_POST(self) -> None:
        assert isinstance(self.server, _Server)
        judge = self.server.judge
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        key = self.headers.get("Authorization", "")
        judge.seen.append(Asked(self.path, key, asked))
        if judge.mode == "hang":
            judge.ending.wait()
            return
        status, body = _answer(judge, asked, key)
        self.send_response(status)
        if judge.mode == "redirect":
            self.send_header("Location", "http://127.0.0.1:9/elsewhere")
        self.end_headers()
        self.wfile.write(body if isinstance(body, bytes) else json.dumps(body).encode())


def _answer(judge: Judge, asked: dict[str, Any], key: str) -> tuple[int, Any]:
    mode = judge.mode
    if mode in _STATUS:
        return _STATUS[mode], {"error": {"message": f"no, headers: {key}"}}
    if mode == "garbage":
        return 200, b"<html>welcome</html>"
    if mode == "deep":
        return 200, b"[" * 100_000
    if mode == "tei":
        if "texts" not in asked:
            return 422, b"Failed to deserialize the JSON body: missing field `texts`"
        return 200, _judged(judge, asked["query"], asked["texts"], "score")
    if unknown := asked.keys() - _FIELDS:
        return 422, {"message": f"unknown field: {unknown}"}
    return 200, {"results": _judged(judge, asked["query"], asked["documents"], "relevance_score")}


def _judged(judge: Judge, query: str, documents: list[str], name: str) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = [
        {"index": place, name: judge.relevance(query, text)} for place, text in enumerate(documents)
    ]
    rows.sort(key=lambda row: -row[name])
    if judge.mode == "few":
        rows = rows[:2]
    if judge.mode == "nothing":
        rows = []
    if judge.mode == "strange":
        rows[0]["index"] = len(documents)
    if judge.mode == "twice":
        rows[0]["index"] = rows[1]["index"]
    if judge.mode == "nan":
        rows[0][name] = float("nan")
    if judge.mode == "words":
        rows[0][name] = "very"
    return rows
