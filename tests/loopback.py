"""A tiny OpenAI-compatible embeddings server on this machine, with the faults real ones have.

with Loopback() as server:
    server.url       # http://127.0.0.1:<port>/v1
    server.mode      # may be changed while it runs
    server.seen      # the requests so far
"""

from __future__ import annotations

import base64
import hashlib
import json
import re
import struct
import threading
from dataclasses import dataclass
from typing import Any, Literal

from tests.loopback_server import LoopbackServer, Request

Mode = Literal[
    "normal",
    "base64",
    "shuffled",  # answers in another order than asked; ``index`` tells
    "slow",  # answers after ``seconds``
    "gated",  # a request of many texts waits until ``gate`` lets it through, as one of so many
    "hang",  # never answers
    "drip",  # answers a byte a moment, without end
    "drip-head",  # the same within the headers, for some seconds
    "limit",  # refuses more than ``limit`` texts at once, in Chinese
    "long",  # refuses a request with a text above ``limit`` characters
    "long-500",  # the same, as an error of its own
    "refuse",  # refuses whatever it gets
    "echo",  # refuses, and repeats the key while doing so
    "busy",  # 429 for the next ``times`` requests
    "down",  # 503 for the next ``times`` requests
    "denied",  # 401, repeating the key
    "redirect",  # to the address ``elsewhere``
    "garbage",  # not JSON
    "deep",  # JSON nested beyond any parser
    "few",  # a vector less than asked for
    "many",  # a vector more
    "twice",  # two vectors of one index
    "zeros",
    "nan",
    "wider",  # vectors of one number more
]


@dataclass(frozen=True, slots=True)
class Seen:
    """A request as the server got it, and the status it answered."""

    path: str
    authorization: str
    model: str | None
    texts: tuple[str, ...]
    status: int


def vector(text: str, dimensions: int, space: str = "") -> list[float]:
    """Return a vector that texts with the same words share; a text of no words has one too."""
    values = [0.0] * dimensions
    for word in re.findall(r"[a-z0-9]+|\w", text.lower()) or [""]:
        digest = hashlib.blake2b((space + word).encode(), digest_size=4).digest()
        values[int.from_bytes(digest[:3], "little") % dimensions] += digest[3] + 1
    return values


class Loopback(LoopbackServer):
    """The server; it listens from the beginning to the end of a ``with`` block."""

    def __init__(self, mode: Mode = "normal", *, dimensions: int = 64) -> None:
        super().__init__()
        self.mode: Mode = mode
        self.dimensions = dimensions
        self.limit = 20
        self.times = 0
        self.seconds = 0.05
        self.retry_after = ""
        self.elsewhere = ""
        self.spaces: dict[str, str] = {}  # models whose vectors are like no other's
        self.gone: set[str] = set()  # models that are not served
        self.seen: list[Seen] = []
        self.gate = threading.Semaphore(0)

    def answer(self, request: Request) -> None:
        asked = request.body
        texts = [asked["input"]] if isinstance(asked["input"], str) else asked["input"]
        if self.mode == "hang":
            self.ending.wait()
            return
        if self.mode == "slow":
            self.ending.wait(self.seconds)
        while self.mode == "gated" and len(texts) > 9 and not self.ending.is_set():
            if self.gate.acquire(timeout=0.02):
                break
        status, body = _answer(self, asked.get("model", ""), texts, request.key)
        seen = Seen(request.path, request.key, asked.get("model"), tuple(texts), status)
        self.seen.append(seen)
        if self.mode == "drip-head":
            request.wfile.write(b"HTTP/1.0 200 OK\r\nX-Slow: ")
            for _ in range(100):
                if not self.ending.wait(0.02):
                    request.wfile.write(b"x")
            return
        headers = {"Content-Type": "application/json"}
        if self.retry_after and status == 429:
            headers["Retry-After"] = self.retry_after
        if self.mode == "redirect":
            headers["Location"] = f"{self.elsewhere}/embeddings"
        request.begin(status, headers)
        while self.mode == "drip" and not self.ending.wait(0.02):
            request.wfile.write(b" ")
        request.wfile.write(body)


def _answer(server: Loopback, model: str, texts: list[str], key: str) -> tuple[int, bytes]:
    mode = server.mode
    if model in server.gone:
        return _error(404, f"no model {model}")
    longest = max(map(len, texts), default=0)
    if mode == "limit" and len(texts) > server.limit:
        return _error(400, f"一次最多只能提交{server.limit}条文本，请分批")
    if mode.startswith("long") and longest > server.limit:
        return _error(500 if mode == "long-500" else 413, "input is too large to process")
    if mode in {"busy", "down"} and server.times:
        server.times -= 1
        return _error(429 if mode == "busy" else 503, "too many requests")
    if mode in {"refuse", "echo", "denied"}:
        words = "no such model" if mode == "refuse" else f"bad request, headers: {key}"
        return _error(401 if mode == "denied" else 400, words)
    if mode == "redirect":
        return _error(302, "moved")
    if mode == "garbage":
        return 200, b"<html>welcome</html>"
    if mode == "deep":
        return 200, b"[" * 100_000
    return 200, json.dumps({"object": "list", "data": _data(server, model, texts)}).encode()


def _data(server: Loopback, model: str, texts: list[str]) -> list[dict[str, Any]]:
    mode = server.mode
    wide = server.dimensions + (mode == "wider")
    rows: list[Any] = [vector(text, wide, server.spaces.get(model, "")) for text in texts]
    if mode == "zeros":
        rows[-1] = [0.0] * server.dimensions
    if mode == "nan":
        rows[-1][0] = float("nan")
    if mode == "base64":
        rows = [base64.b64encode(struct.pack(f"<{len(row)}f", *row)).decode() for row in rows]
    items = [
        {"object": "embedding", "index": number, "embedding": row}
        for number, row in enumerate(rows)
    ]
    if mode == "few":
        items.pop()
    if mode == "many":
        items.append(items[-1])
    if mode == "twice":
        items[-1]["index"] = 0
    return items[::-1] if mode == "shuffled" else items


def _error(status: int, message: str) -> tuple[int, bytes]:
    answer = {"error": {"message": message, "type": "invalid_request_error"}}
    return status, json.dumps(answer, ensure_ascii=False).encode()
