r"""Take what is forgotten out of one record of a transcript; every other byte stays. Pure.

A record is a line of JSON. Of each text in it the lines that go become ``[forgotten]``, names of
fields and numbers too where a tool was given or gave them freely; JSON within a text is read as
JSON. What the host itself lives by stays: ids, roles, types, models, names of tools, the folder.
A signature over a thought that changed goes, since it holds the thought in its host's cipher::

    {"type":"message","message":{"role":"user","content":"Anna came\\nthe code is 4711"}}
    {"type":"message","message":{"role":"user","content":"Anna came\\n[forgotten]"}}
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from lamina.documents.blanking import GONE, unescaped

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Iterator

    # Of the lines of a text: the numbers (from 0) of those that go.
    Hits = Callable[[list[str]], Container[int]]

_TOKEN = re.compile(r'"(?P<text>[^"\\]*+(?:\\.[^"\\]*+)*+)"|[{}\[\],:]|[^\s"{}\[\],:]++', re.DOTALL)
_ESCAPE = re.compile(r"\\(?:u[0-9a-fA-F]{4}|.)", re.DOTALL)
_ENDS = frozenset({r"\n", r"\u000a", r"\u000A"})
_END = re.compile(r"(?:\\r)?(?:\\n|\\u000[aA])$")
# Under these stands what a tool was given or gave: any fields, any numbers.
_FREE = frozenset({"arguments", "args", "input", "params", "parameters", "details", "output"})
_FREE |= {"result", "toolUseResult", "structuredContent", "data", "metadata"}
# What a host goes by, as far as its name does not end in "id".
_HOSTS = frozenset({"type", "role", "timestamp", "version", "cwd", "gitBranch", "model", "api"})
_HOSTS |= {"provider", "stopReason", "stop_reason", "subtype", "customType", "toolName", "source"}
_HOSTS |= {"tool_name", "status", "phase", "userType", "permissionMode", "slug", "media_type"}
_HOSTS |= {"mimeType", "originator", "cli_version", "model_provider", "thinkingLevel", "kind"}
_HOSTS |= {"entrypoint", "level", "encoding", "record_type"}
_SEALS = frozenset({"signature", "thinkingSignature", "encrypted_content"})
_DEEPEST = 4  # JSON in a text in JSON …


def struck(raw: bytes, hits: Hits) -> bytes:
    """Return a record without what goes; the same object where nothing does."""
    text = raw.decode("utf-8", "surrogateescape")
    body = text.rstrip("\r\n")
    after = _struck(body, hits)
    if after is None:  # half-written or damaged, and nobody's record: it goes whole
        after = GONE if 0 in hits([unescaped(body)]) else body
    if after == body:
        return raw
    return (after + text[len(body) :]).encode("utf-8", "surrogateescape")


@dataclass(slots=True)
class _Frame:
    """An object or array that is open."""

    named: bool = False  # an object
    free: bool = False
    key: str = ""
    wants_key: bool = False
    changed: bool = False
    renamed: int = 0  # fields
    seals: list[tuple[int, int]] = field(default_factory=list)


def _struck(text: str, hits: Hits, depth: int = 0) -> str | None:
    """Return a text of JSON without what goes; None where it is no object or array."""
    if text.lstrip("\ufeff \t\r\n")[:1] not in ("{", "["):
        return None
    try:
        json.loads(text.removeprefix("\ufeff"), strict=False)
    except (ValueError, RecursionError):
        return None
    edits = sorted(_edits(text, hits, depth))
    parts: list[str] = []
    at = 0
    for start, end, put in edits:
        parts += (text[at:start], put)
        at = end
    return "".join(parts) + text[at:] if edits else text


def _edits(text: str, hits: Hits, depth: int) -> Iterator[tuple[int, int, str]]:
    """Yield what to put where."""
    open_ = [_Frame(free=depth > 0)]
    for match in _TOKEN.finditer(text):
        frame, sign = open_[-1], match[0]
        if sign in ("{", "["):
            free = frame.free or frame.key in _FREE
            open_.append(_Frame(sign == "{", free, wants_key=sign == "{"))
        elif sign in ("}", "]"):
            done = open_.pop()
            open_[-1].changed |= done.changed
            if done.changed:
                yield from ((start, end, '""') for start, end in done.seals)
        elif sign == ",":
            frame.wants_key = frame.named
        elif sign == ":":
            frame.wants_key = False
        elif put := _put(frame, match, hits, depth, len(open_)):
            frame.changed = True
            yield *match.span(), put


def _put(frame: _Frame, match: re.Match[str], hits: Hits, depth: int, nested: int) -> str | None:
    """Return what stands in the place of a text or number; None: it stays."""
    raw = match["text"]
    if raw is None:
        number = frame.free and match[0][:1] in "-0123456789"
        return f'"{GONE}"' if number and 0 in hits([match[0]]) else None
    if frame.wants_key:
        frame.key = json.loads(match[0], strict=False)
        put = _line(raw, hits) if frame.free else None
        frame.renamed += put is not None
        return f'{put[:-1]} {frame.renamed}"' if put and frame.renamed > 1 else put  # no name twice
    if frame.named and frame.key in _SEALS:
        frame.seals.append(match.span())
        return None
    if frame.named and not frame.free and _is_hosts(frame.key, nested):
        return None
    return _line(raw, hits, depth)


def _is_hosts(key: str, nested: int) -> bool:
    """Tell whether a host goes by this field; at the top "name" is what a session is called."""
    if key == "name":
        return nested > 2
    return key in _HOSTS or key.lower().endswith(("id", "ids"))


def _line(raw: str, hits: Hits, depth: int = _DEEPEST) -> str | None:
    """Return a literal without the lines that go; None: none does."""
    if depth < _DEEPEST and raw.lstrip()[:1] in ("{", "["):
        text = json.loads(f'"{raw}"', strict=False)
        inner = _struck(text, hits, depth + 1)
        if inner is not None:
            return None if inner == text else json.dumps(inner, ensure_ascii=raw.isascii())
    pieces = list(_pieces(raw)) if "\\" in raw else [raw]
    gone = hits([json.loads(f'"{piece}"', strict=False) for piece in pieces])
    lost = [number in gone for number in range(len(pieces))]
    if not any(lost):
        return None
    if all(lost):
        return f'"{GONE}"'
    ends = (_END.search(piece) for piece in pieces)
    return '"{}"'.format(
        "".join(
            GONE + (end[0] if end else "") if goes else piece
            for piece, end, goes in zip(pieces, ends, lost, strict=True)
        )
    )


def _pieces(raw: str) -> Iterator[str]:
    """Yield the lines of a literal as they are written."""
    at = 0
    for match in _ESCAPE.finditer(raw):
        if match[0] in _ENDS:
            yield raw[at : match.end()]
            at = match.end()
    if at < len(raw) or not raw:
        yield raw[at:]
