"""A tiny reranker on this machine, in the shapes real ones have and with their faults.

with Judge(lambda query, document: relevance) as server:
    server.url       # http://127.0.0.1:<port>/v1
    server.mode      # may be changed while it runs
    server.seen      # the requests so far
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from tests.loopback_server import LoopbackServer, Request

if TYPE_CHECKING:
    from collections.abc import Callable

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


class Judge(LoopbackServer):
    """The server; it listens from the beginning to the end of a ``with`` block."""

    def __init__(self, relevance: Callable[[str, str], float], mode: Mode = "jina") -> None:
        super().__init__()
        self.relevance = relevance
        self.mode: Mode = mode
        self.seen: list[Asked] = []

    def answer(self, request: Request) -> None:
        self.seen.append(Asked(request.path, request.key, request.body))
        if self.mode == "hang":
            self.ending.wait()
            return
        redirect = {"Location": "http://127.0.0.1:9/elsewhere"}
        status, body = _answer(self, request.body, request.key)
        request.send(status, body, redirect if self.mode == "redirect" else None)


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
