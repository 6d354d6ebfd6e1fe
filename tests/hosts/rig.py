"""A host like Claude Code: it writes its transcript as it goes, and calls its hooks."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from tests.sessions.hosts import ClaudeCode

if TYPE_CHECKING:
    from pathlib import Path


@dataclass
class Host:
    """One session. ``said``: what each hook answered, by event."""

    home: Path
    folder: Path
    id: str
    environment: dict[str, str]
    start: datetime
    name: str = "claude-code"
    options: tuple[str, ...] = ()
    said: list[tuple[str, str]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.talk = ClaudeCode(cwd=self.folder, session=self.id, start=self.start)
        project = self.home / ".claude" / "projects" / "-home-anna-shop"
        project.mkdir(parents=True, exist_ok=True)
        self.transcript = project / f"{self.id}.jsonl"
        self.moment = self.start

    def at(self, clock: str) -> None:
        """Let it be this time of the same day."""
        hour, minute = map(int, clock.split(":"))
        self.moment = self.start.replace(hour=hour, minute=minute)
        self.talk.start = self.moment

    def save(self, half: bytes = b"") -> None:
        """Append to the transcript what is new; ``half`` of a record may follow."""
        with self.transcript.open("ab") as file:
            file.write(b"".join(self.talk.lines) + half)
        self.talk.lines.clear()

    def hook(self, event: str, **more: Any) -> str:
        """Call a hook as the host does, and return what it answered."""
        given = {
            "session_id": self.id,
            "transcript_path": str(self.transcript),
            "cwd": str(self.folder),
            "permission_mode": "default",
            "hook_event_name": event,
        } | more
        done = self.run(event, json.dumps(given).encode())
        assert done.returncode == 0
        assert done.stderr == b""
        self.said.append((event, done.stdout.decode()))
        return done.stdout.decode()

    def run(self, event: str, data: bytes) -> subprocess.CompletedProcess[bytes]:
        now = self.moment.astimezone(UTC).isoformat()
        words = ["hook", self.name, event, "--now", now, *self.options]
        return subprocess.run(
            [sys.executable, "-m", "lamina", *words],
            input=data,
            capture_output=True,
            env=self.environment,
            cwd=self.folder,
            timeout=60,
        )

    def exchange(self, user: str, agent: str, *, tool: str = "", stop: bool = True) -> str:
        """Let the user say something and the agent answer; return what the prompt's hook said."""
        told = self.hook("UserPromptSubmit", prompt=user)
        self.talk.user(user)
        if tool:
            self.talk.agent("", calls=[("toolu_1", "Bash")])
            self.talk.result("toolu_1", tool)
        self.save()
        self.talk.agent(agent)
        self.save()
        if stop:
            self.hook("Stop", stop_hook_active=False, last_assistant_message=agent)
        return told


def context_of(answer: str) -> str:
    """Return what an answer puts into the agent's context; empty where it puts nothing."""
    return json.loads(answer)["hookSpecificOutput"]["additionalContext"] if answer else ""
