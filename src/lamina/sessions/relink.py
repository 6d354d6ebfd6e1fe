"""Rewrite whom a record follows, in its raw line: every other byte stays as it is. Pure."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

KEYS = frozenset({"parentId", "parentUuid"})  # of OpenClaw, of Claude Code; Codex has none
_TOKEN = re.compile(rb'"(?:[^"\\]++|\\.)*+"|[{}\[\],:]', re.DOTALL)
_SPACE = b" \t\r\n"


def relink(line: bytes, parent: str | None) -> bytes:
    """Return a record's line with another parent; a record that names none stays as it is."""
    value = json.dumps(parent).encode()
    parts, at = [], 0
    for key, start, end in members(line):
        if key in KEYS:
            parts += [line[at:start], value]
            at = end
    return b"".join((*parts, line[at:]))


def members(line: bytes) -> Iterator[tuple[str, int, int]]:
    """Yield the keys of a JSON object, and from where to where each one's value stands."""
    depth, key, start = 0, b"", 0
    last = b""  # the last string of the object's own
    for token in _TOKEN.finditer(line):
        sign = token[0]
        if depth == 1 and sign in b",}" and start:
            yield json.loads(key), *_trimmed(line, start, token.start())
            start = 0
        elif depth == 1 and sign == b":":
            key, start = last, token.end()
        if sign in b"{[":
            depth += 1
        elif sign in b"}]":
            depth -= 1
        elif depth == 1 and sign[:1] == b'"':
            last = sign


def _trimmed(line: bytes, start: int, end: int) -> tuple[int, int]:
    while line[start : start + 1] in _SPACE:
        start += 1
    while line[end - 1 : end] in _SPACE:
        end -= 1
    return start, end
