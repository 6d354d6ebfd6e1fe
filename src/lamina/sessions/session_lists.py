"""OpenClaw's list of sessions, sessions.json: read for its plain values, rewritten byte by byte.

A map from key to entry. Entries carry large blobs (skills, reports on prompts) that nobody needs
here; only texts, numbers and the folder the agent worked in are kept::

    {"agent:main:slack:channel:C1": {"sessionId": "85c9…", "updatedAt": 1796015823137,
     "sessionFile": "/home/a/.openclaw/agents/main/sessions/85c9….jsonl", "totalTokens": 100,
     "skillsSnapshot": {…}, "systemPromptReport": {"workspaceDir": "/home/a/ws", …}}}

A rewrite changes single values of one entry; every other byte of the file stays what it was.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from lamina.documents import streams
from lamina.errors import SessionBusyError, SessionError, reason_of
from lamina.sessions import holders
from lamina.sessions.records import table

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from datetime import datetime
    from pathlib import Path

Plain = str | int | float | bool | None
_BLANK = re.compile(r"[ \t\r\n]*")
_DECODER = json.JSONDecoder(strict=False)


@dataclass(frozen=True, slots=True)
class SessionList:
    """What a list says of its sessions."""

    entries: Mapping[str, Mapping[str, Plain]] = field(default_factory=dict)
    notice: str = ""  # what is wrong with it


def read_list(path: Path) -> SessionList:
    """Read a list; a missing one is empty, of a damaged one the whole entries are read."""
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        return SessionList()
    except OSError as error:
        return SessionList(notice=f"{path} cannot be read ({reason_of(error)}).")
    try:
        value = json.loads(data)
    except (ValueError, RecursionError):
        saved = _saved(data)
        notice = f"{path} is damaged: {len(saved):,} of its sessions could be read."
        return SessionList(saved, notice)
    if not isinstance(value, dict):
        return SessionList(notice=f"{path} is no list of sessions.")
    return SessionList({key: plain(entry) for key, entry in value.items()})


def plain(entry: object) -> dict[str, Plain]:
    """Return the plain values of an entry, with the folder of its workspace."""
    values = table(entry)
    found = {k: v for k, v in values.items() if v is None or isinstance(v, str | int | float)}
    folder = table(values.get("systemPromptReport")).get("workspaceDir")
    return found | ({"workspaceDir": folder} if isinstance(folder, str) else {})


def rewrite(
    path: Path,
    key: str,
    values: Mapping[str, Plain],
    *,
    now: datetime,
    expected: Mapping[str, Plain] | None = None,
) -> None:
    """Set single values of one entry; an entry that lacks one gets it.

    Args:
        path: the list.
        key: the session's key.
        values: what is set.
        now: decides whether a lock somebody left is stale.
        expected: values the entry must still have.

    Raises:
        SessionBusyError: the list or the entry changed meanwhile; nothing was written.
        SessionError: the list is damaged or the session is not in it; nothing was written.
    """
    with holders.locked(path, key, now):
        data = _bytes_of(path, key)
        changed = spliced(data, key, values, expected or {})
        with streams.draft(path, like=path) as draft:
            draft.write(changed)
            draft.settle()
            if _bytes_of(path, key) != data:
                raise SessionBusyError(key, f"{path.name} was changed by somebody else just now")
            draft.put()


def spliced(
    data: bytes, key: str, values: Mapping[str, Plain], expected: Mapping[str, Plain]
) -> bytes:
    """Return the list with these values of one entry replaced."""
    text = data.decode("latin-1")  # so that an index is the offset of a byte
    try:
        spans = [span for name, *span in _members(text, _first(text)) if name == key]
        if not spans:
            raise SessionError(key, "it stands in no list; nothing was changed")
        entry = spans[-1][0]  # where a key stands twice, hosts take the last
        fields = {name: (start, end) for name, start, end in _members(text, entry)}
        now = {n: json.loads(data[s:e]) for n, (s, e) in fields.items() if n in expected}
    except (ValueError, RecursionError) as error:
        raise SessionError(key, "its list is damaged; nothing was changed") from error
    if any(now.get(name) != value for name, value in expected.items()):
        raise SessionBusyError(key, "its entry was changed by somebody else")
    edits: list[tuple[int, int, bytes]] = []
    for name, value in values.items():
        new = json.dumps(value, ensure_ascii=False).encode()
        if name in fields:
            start, end = fields[name]
            if data[start : start + 1] in {b"{", b"["}:
                raise SessionError(key, f"{name} is no plain value; nothing was changed")
            edits.append((start, end, new))
        else:
            edits.append((entry + 1, entry + 1, _inserted(text, entry, name, new, bool(fields))))
    for start, end, new in sorted(edits, reverse=True):
        data = data[:start] + new + data[end:]
    return data


def _inserted(text: str, entry: int, name: str, value: bytes, followed: bool) -> bytes:
    """Return a new first member of an entry, set out like the one that is first now."""
    blank = _after(text, entry + 1)
    lead = text[entry + 1 : blank].encode("latin-1") if followed else b""
    colon = b": " if b"\n" in lead else b":"
    return lead + json.dumps(name).encode() + colon + value + (b"," if followed else b"")


def _saved(data: bytes) -> dict[str, dict[str, Plain]]:
    """Read the entries of a damaged list that stand before the damage."""
    text = data.decode("latin-1")
    found: dict[str, dict[str, Plain]] = {}
    try:
        for name, start, end in _members(text, _first(text)):
            found[name] = plain(json.loads(data[start:end].decode("utf-8", "replace")))
    except (ValueError, RecursionError):
        pass
    return found


def _members(text: str, at: int) -> Iterator[tuple[str, int, int]]:
    """Yield name, start and end of each member of the JSON object here; ValueError if damaged."""
    at = _after(text, _past(text, at, "{"))
    while not text.startswith("}", at):
        end = _value_end(text, at)
        name = json.loads(text[at:end].encode("latin-1").decode("utf-8", "replace"))
        start = _after(text, _past(text, _after(text, end), ":"))
        end = _value_end(text, start)
        yield name, start, end
        at = _after(text, end)
        if not text.startswith("}", at):
            at = _after(text, _past(text, at, ","))


def _first(text: str) -> int:
    return _after(text, 3 if text.startswith("ï»¿") else 0)  # a byte order mark


def _past(text: str, at: int, mark: str) -> int:
    if not text.startswith(mark, at):
        raise ValueError(at)
    return at + 1


def _value_end(text: str, at: int) -> int:
    end: int = _DECODER.raw_decode(text, at)[1]
    return end


def _after(text: str, at: int) -> int:
    """Return where the blanks that begin here end."""
    match = _BLANK.match(text, at)
    return match.end() if match else at


def _bytes_of(path: Path, key: str) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise SessionError(key, f"{path} cannot be read ({reason_of(error)})") from error
