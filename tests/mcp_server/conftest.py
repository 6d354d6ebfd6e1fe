"""Clients of the SDK: over a server in this process, over a real one's pipes, over HTTP."""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
import signal
import subprocess
import sys
from typing import Any

import pytest

pytest.importorskip("mcp", reason="the MCP SDK is not installed (extra mcp)")

from mcp import Client, StdioServerParameters

from lamina.mcp_server.server import build
from lamina.memory import Memory
from lamina.places import Places
from lamina.serving.workers import Workers
from tests.conftest import NOW

USUAL = {"notes.timezone": "Europe/Berlin", "embedding.kind": "none"}

# Arguments with which each tool has something to do in the workspace of ``lived_in``.
CALLS: dict[str, dict[str, Any]] = {
    "memory_search": {"query": "viewing of the flat", "maxResults": 5},
    "memory_get": {"path": "memory/2026-03-03.md"},
    "memory_recall": {"message": "When was the viewing again?"},
    "memory_context": {"budget": 2000},
    "memory_remember": {"text": "The oak worktop costs 480 euros"},
    "memory_log": {"subject": "Move", "cause": "flat sold", "change": "viewing", "todo": "papers"},
    "memory_checkpoint": {"subject": "Move", "line": "contract signed", "todo": "book the van"},
    "active_list": {},
    "active_update": {"action": "note", "subject": "Papers", "text": "He called at four."},
    "topic_resume": {"words": "the payments thing"},
    "topic_update": {"name": "Payments", "state": "import runs", "milestones": ["import"]},
    "memory_handoff": {"name": "Payments", "to": "coding"},
    "dream_status": {},
    "knowledge_ask": {"question": "how does oauth work?"},
    "core_add": {"text": "The shop closes on 2 January."},
    "core_replace": {"old": "Relaunch", "new": "The relaunch is on Monday."},
    "core_propose": {"file": "SOUL.md", "text": "Speak calmly."},
    "where": {"text": "Every Monday morning: check the backup."},
    "fact_add": {"subject": "NAS", "fact": "The NAS has four bays"},
    "fact_list": {},
    "knowledge_learn": {"keyword": "tar", "text": "Use tar -C to change the folder."},
    "project_note": {"project": "Shop", "text": "Two string files must stay alike."},
    "agent_type_note": {"agent_type": "coding", "text": "Run the tests first."},
    "topic_list": {},
    "topic_new": {"domain": "writing", "name": "Handbook", "goal": "one handbook for all"},
    "topic_move": {"name": "Payments", "to": "paused", "text": "waiting for the bank"},
    "promote_explain": {"words": "viewing of the flat"},
    "dream_proposals": {},
    "dream_run": {"dry_run": True},
    "dream_switch": {"on": True},
    "dream_decide": {"decision": "accept", "names": ["1"]},
    "index_sync": {},
    "history": {},
    "undo": {},
    "forget": {"words": "oak worktop"},
}


@pytest.fixture
def lived_in(root, home):
    """Fill a workspace with one of each thing there is."""
    files = {
        "MEMORY.md": "# Long-term memory\n\n## Active now\n\n- Relaunch on Friday\n",
        "SOUL.md": "# Soul\n\n- Speak plainly.\n",
        "memory/2026-03-03.md": "# 2026-03-03\n\n- The viewing of the flat is on Friday at four\n",
    }
    for path, text in files.items():
        (root / path).write_text(text, "utf-8")
    with opened(root, home) as memory:
        memory.active.open("Papers", "- [ ] pay slips\nThe landlord wants them.")
        memory.topics.new("coding", "Payments", goal="payments with strong authentication")
        memory.statements.learn("oauth", "Use PKCE.")
        memory.statements.fact("NAS", "The NAS is a Synology DS920")
        memory.projects.new("Shop")
        memory.agent_types.new("coding")
    return root


def opened(root, home, *, author="owner", session="main", reads=(), **overrides):
    """Open a workspace."""
    return Memory(
        root,
        clock=lambda: NOW,
        author=author,
        session=session,
        reads=reads,
        places=Places.of({"HOME": str(home)}, cwd=root),
        overrides=USUAL | overrides,
    )


@pytest.fixture
def talk(root, home):
    """Let a client of the SDK talk to a server in this process: ``talk(steps, session="group")``."""

    def run(steps, folder=None, *, mode="auto", author="agent:mcp", **how):
        workers = Workers(lambda: opened(folder or root, home, author=author, **how))

        async def main():
            async with Client(build(workers), mode=mode) as client:
                return await steps(client)

        try:
            return asyncio.run(main())
        finally:
            workers.close()

    return run


@pytest.fixture
def stdio(environment, root):
    """Return the parameters of a real server on pipes."""

    def parameters(*arguments, folder=None, program=("-m", "lamina")):
        return StdioServerParameters(
            command=sys.executable,
            args=[*program, "mcp", "-w", str(folder or root), *arguments],
            env=environment,
        )

    return parameters


class HttpServer:
    """A real server on a port of its own."""

    def __init__(self, environment, root, *arguments, **variables):
        where = [] if "--http" in arguments else ["--http", "127.0.0.1:0"]
        self.process: Any = subprocess.Popen(
            [sys.executable, "-m", "lamina", "mcp", *where, "-w", str(root), *arguments],
            env=environment | variables,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        errors: Any = self.process.stderr
        self.said = errors.readline()
        found = re.search(r"http://\S+", self.said)
        assert found, self.said + errors.read()
        self.url = found[0]

    def end(self, how=signal.SIGTERM):
        self.process.send_signal(how)
        out, err = self.process.communicate(timeout=60)
        return self.process.returncode, out, err


@pytest.fixture
def serve(environment, root):
    """Start servers over HTTP; they end with the test."""
    with contextlib.ExitStack() as stack:

        def start(*arguments, folder=None, **variables):
            server = HttpServer(environment, folder or root, *arguments, **variables)
            stack.callback(server.process.wait)
            stack.callback(server.process.kill)
            stack.callback(server.process.stdout.close)
            stack.callback(server.process.stderr.close)
            return server

        yield start


def said(result):
    """Return all that a client is given in a result, as one text."""
    return json.dumps(result.model_dump(mode="json", by_alias=True), ensure_ascii=False)


def text_of(result):
    """Return a result's text."""
    return "\n".join(part.text for part in result.content)
