"""Builders of what hosts write: transcripts of three hosts, OpenClaw's lists, its newer database.

    talk = OpenClaw(cwd=root)
    asked = talk.user("Which port?", owner=True)
    talk.agent("", calls=[("call_1", "exec")])
    talk.result("call_1", "8080")
    talk.agent("Port 8080.")
    talk.write(path)

The three builders have the same methods. Each returns the record's id (Codex has none: "").
``raw`` adds bytes as they are. Ids and moments follow from what was added before, nothing else.
"""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pathlib import Path

START = datetime(2026, 3, 3, 9, 0, tzinfo=UTC)


class Talk:
    """What the builders share: a list of lines, and a clock of ten seconds a record."""

    def __init__(
        self, cwd: str | Path = "/ws", *, session: str = "", start: datetime = START
    ) -> None:
        self.cwd = str(cwd)
        self.session = session or "5e551017-0000-4000-8000-000000000001"
        self.start = start
        self.lines: list[bytes] = []
        self.parent: str | None = None
        self._ids = 0

    @property
    def at(self) -> datetime:
        return self.start + timedelta(seconds=10 * len(self.lines))

    @property
    def stamp(self) -> str:
        return self.at.isoformat(timespec="milliseconds").replace("+00:00", "Z")

    def next_id(self) -> str:
        self._ids += 1
        return f"{self._ids:08x}"

    # What each builder does in its host's way.

    def setup(self) -> None:
        """Add what the host writes before anything is said."""
        raise NotImplementedError

    def user(self, text: str) -> str:
        raise NotImplementedError

    def agent(
        self, text: str = "", *, calls: list[tuple[str, str]] | None = None, stop: str = ""
    ) -> str:
        raise NotImplementedError

    def result(self, call: str, text: str, *, tool: str = "exec") -> str:
        raise NotImplementedError

    def compaction(self, summary: str, keeps: str = "") -> str:
        raise NotImplementedError

    # What they share.

    def raw(self, line: bytes) -> None:
        """Add bytes as they are, with or without a line's end."""
        self.lines.append(line)

    def record(self, value: dict[str, Any]) -> None:
        """Add a record of any shape."""
        text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
        self.lines.append(text.encode() + b"\n")

    def data(self) -> bytes:
        return b"".join(self.lines)

    def write(self, path: Path) -> Path:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(self.data())
        return path


class OpenClaw(Talk):
    """An OpenClaw transcript: JSONL of version 3, or the events of the newer database."""

    def __init__(self, cwd: str | Path = "/ws", *, version: int = 3, **more: Any) -> None:
        super().__init__(cwd, **more)
        head = {"type": "session", "version": version, "id": self.session}
        self.record(head | {"timestamp": self.stamp, "cwd": self.cwd})

    def entry(self, kind: str, **fields: Any) -> str:
        """Add an entry of the chain: compaction, custom, label, whatever."""
        id_ = self.next_id()
        head = {"type": kind, "id": id_, "parentId": self.parent, "timestamp": self.stamp}
        self.record(head | fields)
        self.parent = id_
        return id_

    def message(self, role: str, content: Any, **fields: Any) -> str:
        moment = int(self.at.timestamp() * 1000)
        message = {"role": role, "content": content} | fields | {"timestamp": moment}
        return self.entry("message", message=message)

    def setup(self) -> None:
        """Add what a run writes first: model, thinking level, snapshot."""
        self.entry("model_change", provider="stub", modelId="m1")
        self.entry("thinking_level_change", thinkingLevel="off")
        self.entry("custom", customType="model-snapshot", data={"provider": "stub"})

    def user(
        self,
        text: str,
        *,
        owner: bool | None = None,
        provenance: str = "",
        plain: bool = False,
    ) -> str:
        fields: dict[str, Any] = {}
        if owner is not None:
            fields["__openclaw"] = {"senderIsOwner": owner}
        if provenance:
            fields["provenance"] = {"kind": provenance}
        content = text if plain else [{"type": "text", "text": text}]
        return self.message("user", content, **fields)

    def agent(
        self,
        text: str = "",
        *,
        calls: list[tuple[str, str]] | None = None,
        stop: str = "",
        tainted: bool = False,
    ) -> str:
        content: list[dict[str, Any]] = [{"type": "thinking", "thinking": "Let me see."}]
        content += [{"type": "text", "text": text}] if text else []
        for id_, tool in calls or []:
            content.append({"type": "toolCall", "id": id_, "name": tool, "arguments": {"q": "x"}})
        fields: dict[str, Any] = {"stopReason": stop or ("toolUse" if calls else "stop")}
        fields |= {"api": "openai-completions", "model": "m1", "usage": {"input": 100}}
        if tainted:
            fields["__openclaw"] = {"turnTainted": True}
        return self.message("assistant", content, **fields)

    def result(self, call: str, text: str, *, tool: str = "exec") -> str:
        content = [{"type": "text", "text": text}]
        return self.message(
            "toolResult", content, toolCallId=call, toolName=tool, details={}, isError=False
        )

    def compaction(self, summary: str, keeps: str = "") -> str:
        return self.entry(
            "compaction", summary=summary, firstKeptEntryId=keeps, tokensBefore=90_000
        )


class ClaudeCode(Talk):
    """A Claude Code transcript."""

    def __init__(self, cwd: str | Path = "/ws", *, side: bool = False, **more: Any) -> None:
        super().__init__(cwd, **more)
        self.side = side

    def entry(self, kind: str, **fields: Any) -> str:
        id_ = f"{self.next_id()}-0000-4000-8000-00000000c1de"
        head = {"parentUuid": self.parent, "isSidechain": self.side, "userType": "external"}
        head |= {"cwd": self.cwd, "sessionId": self.session, "version": "2.1.0", "type": kind}
        self.record(head | fields | {"uuid": id_, "timestamp": self.stamp})
        self.parent = id_
        return id_

    def setup(self) -> None:
        self.record(
            {"type": "permission-mode", "permissionMode": "default", "sessionId": self.session}
        )
        self.record({"type": "file-history-snapshot", "messageId": "m", "snapshot": {}})

    def user(self, text: str, *, meta: bool = False, plain: bool = True, **fields: Any) -> str:
        content: Any = text if plain else [{"type": "text", "text": text}]
        more = {"isMeta": True} if meta else {}
        return self.entry("user", message={"role": "user", "content": content}, **more, **fields)

    def agent(
        self, text: str = "", *, calls: list[tuple[str, str]] | None = None, stop: str = ""
    ) -> str:
        content: list[dict[str, Any]] = [{"type": "text", "text": text}] if text else []
        for id_, tool in calls or []:
            content.append({"type": "tool_use", "id": id_, "name": tool, "input": {}})
        message: dict[str, Any] = {
            "id": f"msg_{self._ids}",
            "type": "message",
            "role": "assistant",
            "model": "m1",
        }
        message |= {"content": content, "stop_reason": "tool_use" if calls else "end_turn"}
        return self.entry("assistant", message=message, isApiErrorMessage=bool(stop), requestId="r")

    def result(self, call: str, text: str, *, tool: str = "Bash") -> str:  # noqa: ARG002
        block = {"tool_use_id": call, "type": "tool_result", "content": text, "is_error": False}
        message = {"role": "user", "content": [block]}
        return self.entry("user", message=message, toolUseResult={"stdout": text})

    def compaction(self, summary: str, keeps: str = "") -> str:  # noqa: ARG002
        before, self.parent = self.parent, None
        self.entry(
            "system",
            subtype="compact_boundary",
            logicalParentUuid=before,
            content="Conversation compacted",
            compactMetadata={"trigger": "auto", "preTokens": 155_000},
        )
        return self.user(summary, isCompactSummary=True, isVisibleInTranscriptOnly=True)


class Codex(Talk):
    """A Codex rollout."""

    def __init__(self, cwd: str | Path = "/ws", *, source: Any = "cli", **more: Any) -> None:
        super().__init__(cwd, **more)
        payload = {"id": self.session, "timestamp": self.stamp, "cwd": self.cwd}
        payload |= {"originator": "codex_cli_rs", "cli_version": "0.90.0", "source": source}
        self.entry("session_meta", payload)

    def entry(self, kind: str, payload: dict[str, Any]) -> str:
        self.record({"timestamp": self.stamp, "type": kind, "payload": payload})
        return ""

    def item(self, kind: str, **fields: Any) -> str:
        return self.entry("response_item", {"type": kind} | fields)

    def setup(self) -> None:
        text = f"<environment_context>\n  <cwd>{self.cwd}</cwd>\n</environment_context>"
        self.item("message", role="user", content=[{"type": "input_text", "text": text}])
        self.entry("turn_context", {"cwd": self.cwd, "model": "m1", "effort": "high"})

    def user(self, text: str) -> str:
        self.item("message", role="user", content=[{"type": "input_text", "text": text}])
        return self.entry("event_msg", {"type": "user_message", "message": text, "kind": "plain"})

    def agent(
        self, text: str = "", *, calls: list[tuple[str, str]] | None = None, stop: str = ""
    ) -> str:
        self.item("reasoning", summary=[], content=None, encrypted_content="gAAA")
        if text:
            content = [{"type": "output_text", "text": text}]
            self.item("message", role="assistant", content=content)
        for id_, tool in calls or []:
            self.item("function_call", name=tool, arguments="{}", call_id=id_)
        if stop:
            self.entry("event_msg", {"type": "turn_aborted", "reason": "interrupted"})
        return ""

    def result(self, call: str, text: str, *, tool: str = "shell") -> str:  # noqa: ARG002
        return self.item("function_call_output", call_id=call, output=text)

    def compaction(self, summary: str, keeps: str = "") -> str:  # noqa: ARG002
        return self.entry("compacted", {"message": summary})


class OpenClawHome:
    """``~/.openclaw``: sessions in files and sessions.json, or in the newer database."""

    def __init__(self, path: Path, workspace: Path) -> None:
        self.path = path
        self.workspace = workspace
        self.entries: dict[str, dict[str, Any]] = {}

    def sessions(self, agent: str = "main") -> Path:
        return self.path / "agents" / agent / "sessions"

    def add(
        self,
        key: str,
        talk: OpenClaw | None = None,
        *,
        updated: datetime = START,
        agent: str = "main",
        **fields: Any,
    ) -> Path:
        """Write a session's transcript and its entry in sessions.json; return the transcript."""
        id_ = talk.session if talk else f"5e551017-0000-4000-8000-{len(self.entries):012x}"
        path = self.sessions(agent) / f"{id_}.jsonl"
        if talk:
            talk.write(path)
        self.entries[key] = self.entry(id_, path, updated) | fields
        return path

    def entry(self, id_: str, path: Path, updated: datetime) -> dict[str, Any]:
        moment = int(updated.timestamp() * 1000)
        return {
            "sessionId": id_,
            "updatedAt": moment,
            "sessionStartedAt": moment - 60_000,
            "systemSent": True,
            "abortedLastRun": False,
            "sessionFile": str(path),
            "compactionCount": 0,
            "skillsSnapshot": {"skills": [{"name": "weather", "requiredEnv": []}], "version": 0},
            "contextTokens": 64_000,
            "model": "m1",
            "systemPromptReport": {"source": "run", "workspaceDir": str(self.workspace)},
            "totalTokens": 100,
        }

    def save(self, agent: str = "main") -> Path:
        """Write sessions.json."""
        path = self.sessions(agent) / "sessions.json"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(self.entries, ensure_ascii=False, indent=2), "utf-8")
        return path

    def database(self, agent: str = "main") -> Path:
        """Make the newer version's database, empty."""
        path = self.path / "agents" / agent / "agent" / "openclaw-agent.sqlite"
        path.parent.mkdir(parents=True, exist_ok=True)
        with closing(sqlite3.connect(path)) as db:
            db.execute("PRAGMA journal_mode = WAL")
            db.executescript(
                """
                CREATE TABLE session_nodes (
                    session_key TEXT NOT NULL PRIMARY KEY, current_session_id TEXT NOT NULL,
                    entry_json TEXT NOT NULL, updated_at INTEGER NOT NULL
                );
                CREATE TABLE transcript_events (
                    session_id TEXT NOT NULL, seq INTEGER NOT NULL, event_json TEXT,
                    event_zstd BLOB, created_at INTEGER NOT NULL, PRIMARY KEY (session_id, seq)
                );
                """
            )
        return path

    def store(
        self,
        path: Path,
        key: str,
        talk: OpenClaw,
        *,
        updated: datetime = START,
        compressed: dict[int, bytes] | None = None,
        **fields: Any,
    ) -> None:
        """Put a session into the database; ``compressed`` replaces records by their number."""
        moment = int(updated.timestamp() * 1000)
        entry = self.entry(talk.session, path, updated) | fields
        del entry["sessionFile"]
        with closing(sqlite3.connect(path)) as db, db:
            db.execute(
                "INSERT INTO session_nodes VALUES (?, ?, ?, ?)",
                (key, talk.session, json.dumps(entry), moment),
            )
            for number, line in enumerate(talk.lines, 1):
                packed = (compressed or {}).get(number)
                text = None if packed else line.decode().rstrip("\n")
                db.execute(
                    "INSERT INTO transcript_events VALUES (?, ?, ?, ?, ?)",
                    (talk.session, number, text, packed, moment),
                )


def claude_code_session(home: Path, talk: ClaudeCode, *, agent: str = "") -> Path:
    """Write a session where Claude Code keeps it; with ``agent`` as a sub-agent's."""
    folder = home / "projects" / talk.cwd.replace("/", "-")
    if agent:
        return talk.write(folder / talk.session / "subagents" / f"agent-{agent}.jsonl")
    return talk.write(folder / f"{talk.session}.jsonl")


def codex_session(home: Path, talk: Codex) -> Path:
    """Write a session where Codex keeps it."""
    day = f"{talk.start:%Y/%m/%d}"
    name = f"rollout-{talk.start:%Y-%m-%dT%H-%M-%S}-{talk.session}.jsonl"
    return talk.write(home / "sessions" / day / name)
