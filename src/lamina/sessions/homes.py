"""Where hosts keep their sessions, and which of those belong to a workspace.

OpenClaw: ``agents/<agent>/sessions/sessions.json`` with transcripts beside it, newer versions
``agents/<agent>/agent/openclaw-agent.sqlite``; Claude Code: ``projects/<folder>/<id>.jsonl``, its
sub-agents below; Codex: ``sessions/<year>/<month>/<day>/rollout-<moment>-<id>.jsonl``.
"""

from __future__ import annotations

import json
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from lamina.errors import SessionError
from lamina.sessions.heads import folder_of, head_of
from lamina.sessions.keys import read_key
from lamina.sessions.records import moment
from lamina.sessions.session_lists import plain, read_list
from lamina.sessions.transcripts import Transcript
from lamina.sessions.turns import Session
from lamina.storage.sqlite_openclaw import OpenClawDatabase

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from datetime import datetime

    from lamina.places import Places
    from lamina.sessions.session_lists import Plain

_DATABASE = "openclaw-agent.sqlite"
_TAIL = 20  # records among which one has a moment


class Homes:
    """The homes of all hosts, as one workspace sees them. What cannot be read is a notice."""

    def __init__(self, places: Places, folders: Iterable[Path]) -> None:
        """``folders``: the sessions of agents that work in one of them are meant."""
        self.places = places
        self._roots = frozenset(folder.resolve() for folder in folders)
        self._known: dict[str, bool] = {}

    def sessions(self, notices: list[str]) -> Iterator[Session]:
        """Yield the sessions; the same one twice where a host keeps it twice."""
        yield from self._openclaw_files(notices)
        yield from self._openclaw_databases(notices)
        yield from self._others("claude-code", self._claude_code())
        yield from self._others("codex", (self.places.codex / "sessions").rglob("rollout-*.jsonl"))

    def _openclaw_files(self, notices: list[str]) -> Iterator[Session]:
        for path in sorted((self.places.openclaw / "agents").glob("*/sessions/sessions.json")):
            listed = read_list(path)
            notices += [listed.notice] if listed.notice else []
            for key, entry in listed.entries.items():
                transcript = _transcript(path.parent, entry)
                folder = _text(entry, "workspaceDir") or (
                    head_of(transcript).folder if transcript else ""
                )
                if self._is_ours(folder):
                    size = _size(transcript) if transcript else 0
                    yield _listed(key, entry, path, folder, transcript=transcript, size=size)

    def _openclaw_databases(self, notices: list[str]) -> Iterator[Session]:
        for path in sorted((self.places.openclaw / "agents").glob(f"*/agent/{_DATABASE}")):
            database = OpenClawDatabase(path)
            try:
                yield from self._nodes(database)
                if database.packed():
                    notices.append(
                        f"{path} has compressed records, which need the package zstandard to be"
                        " read; they count as unknown."
                    )
            except SessionError as error:
                notices.append(error.message)

    def _nodes(self, database: OpenClawDatabase) -> Iterator[Session]:
        for node in database.nodes():
            entry = plain(_loaded(node.entry)) | {"sessionId": node.id}
            folder = _text(entry, "workspaceDir")
            if not folder:
                first = next(database.records(node.id), None)
                folder = folder_of(first or b"")
            if self._is_ours(folder):
                size = database.measured(node.id)[1]
                yield _listed(node.key, entry, database.path, folder, size=size)

    def _claude_code(self) -> Iterator[Path]:
        projects = self.places.claude_code / "projects"
        yield from projects.glob("*/*.jsonl")
        yield from projects.glob("*/*/subagents/*.jsonl")

    def _others(self, host: str, paths: Iterable[Path]) -> Iterator[Session]:
        for path in sorted(paths):
            head = head_of(path)
            if head.host != host or not self._is_ours(head.folder):
                continue
            own = path.stem if host == "claude-code" else head.id or path.stem
            parent = f"{head.id}:subagent:" if own != head.id and head.kind == "sub-agent" else ""
            yield Session(
                key=f"{host}:{parent}{own}",
                host=host,
                kind=head.kind,
                id=own,
                transcript=path,
                updated=_spoken_at(path),
                size=_size(path),
                folder=head.folder,
            )

    def _is_ours(self, folder: str) -> bool:
        if folder not in self._known:
            self._known[folder] = bool(folder) and _resolved(folder) in self._roots
        return self._known[folder]


def _listed(
    key: str,
    entry: Mapping[str, Plain],
    store: Path,
    folder: str,
    *,
    transcript: Path | None = None,
    size: int = 0,
) -> Session:
    """Return a session as an entry of OpenClaw's says it is."""
    said = read_key(key)
    kind = said.kind
    if kind == "group" and entry.get("chatType") == "direct" and ":group:" not in key.lower():
        kind = "main"
    return Session(
        key=key,
        host="openclaw",
        kind=kind,
        id=_text(entry, "sessionId"),
        transcript=transcript,
        store=store,
        updated=moment(entry.get("updatedAt")),
        size=size,
        channel=said.channel or _text(entry, "channel") or _text(entry, "lastChannel"),
        thread=said.thread,
        folder=folder,
        tokens=0 if entry.get("totalTokensFresh") is False else _number(entry, "totalTokens"),
        window=_number(entry, "contextTokens"),
        compactions=_number(entry, "compactionCount"),
    )


def _transcript(folder: Path, entry: Mapping[str, Plain]) -> Path | None:
    """Return a session's transcript beside its list; homes move, so only the name is believed."""
    named = _text(entry, "sessionFile").replace("\\", "/").rpartition("/")[2]
    for name in (named, f"{_text(entry, 'sessionId')}.jsonl"):
        if name.endswith(".jsonl") and "/" not in name and (folder / name).is_file():
            return folder / name
    return None


def _spoken_at(path: Path) -> datetime | None:
    """Return the moment of the last record that has one."""
    try:
        turns = islice(Transcript(path).backwards(texts=False), _TAIL)
        return next((turn.at for turn in turns if turn.at), moment(path.stat().st_mtime))
    except (SessionError, OSError):  # removed just now
        return None


def _resolved(folder: str) -> Path | None:
    try:
        return Path(folder).resolve()
    except (OSError, RuntimeError, ValueError):
        return None


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0


def _loaded(text: str) -> object:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return {}


def _text(entry: Mapping[str, Plain], name: str) -> str:
    value = entry.get(name)
    return value if isinstance(value, str) else ""


def _number(entry: Mapping[str, Plain], name: str) -> int:
    value = entry.get(name)
    return int(value) if isinstance(value, int | float) and 0 < value < 1 << 53 else 0
