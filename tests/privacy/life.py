"""A life in which every face is used, as a person's machine would be: each a process of its own."""

from __future__ import annotations

import contextlib
import json
import os
import re
import subprocess
import sys
import time
import urllib.request
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from tests.hosts.rig import Host

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

# Words of the memory that stand in no file's name, and in nobody's settings.
CANARY = "quokkatinte"
COMMANDS: tuple[tuple[str, ...], ...] = (
    ("init", "--apply"),
    ("dream", "on"),
    ("remember", f"The {CANARY} is kept in the cellar."),
    ("log", "Ink", "--cause", f"no {CANARY} left", "--change", "ordered"),
    ("fact", "add", "ink", f"The {CANARY} costs 40 euros."),
    ("active", "open", "Papers", f"buy {CANARY}"),
    ("topic", "new", "writing", "Handbook", "--goal", f"a handbook of {CANARY}"),
    ("project", "new", "Ink"),
    ("project", "new", "Shop"),
    ("project", "note", "Shop", f"The shop sells {CANARY}."),
    ("core", "add", f"The {CANARY} is sold on Mondays."),
    ("checkpoint", "Papers", "--line", f"the {CANARY} arrived"),
    ("search", CANARY),
    ("recall", f"Where is the {CANARY} kept?"),
    ("context",),
    ("handoff", "Handbook", "--to", "coding"),
    ("where", f"Every Monday: order {CANARY}."),
    ("unwritten", f"We decided to order {CANARY}."),
    ("status",),
    ("doctor",),
    ("hygiene", "--apply"),
    ("trim", "--apply"),
    ("dream", "run"),
    ("promote", "--apply"),
    ("rem-harness",),
    ("rem-backfill", "--path", "memory"),
    ("heartbeat",),
    ("jobs",),
    ("session", "list"),
    ("fleet",),
    ("agent", "classify", "--help"),
    ("config", "set", "notes.language", "en"),
    ("install", "claude-code", "--user", "--apply"),
    ("state", "export", "--out", "state.jsonl"),
    ("state", "import", "state.jsonl"),
    ("history",),
    ("index", "sync"),
    ("undo",),
    ("forget", "shop sells", "--apply", "--yes"),
)
# Each goes wrong in its way; none is about a line of the memory.
WRONG: tuple[tuple[str, ...], ...] = (
    ("get", "memory/nowhere.md"),
    ("get", "../../etc/passwd"),
    ("topic", "resume", "zzzz"),
    ("active", "done", "zzzz"),
    ("undo", "9999"),
    ("history", "9999"),
    ("config", "set", "no.such", "1"),
    ("session", "show", "zzzz"),
    ("import", "nowhere"),
    (
        "search",
        "x",
        "--set",
        "embedding.kind=endpoint",
        "--set",
        "embedding.url=http://192.0.2.1/v1",
    ),
    ("status", "--set", "notes.timezone=Nowhere/City"),
    ("dream", "run", "--set", "files.lock_seconds=0", "--set", "files.max_bytes=1"),
)


# Runs commands one after the other, as the command line does, without a process for each.
_ONE_AFTER_THE_OTHER = """
import contextlib, io, json, sys
from lamina.cli.main import carried_out
said = []
for words in json.load(sys.stdin):
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = carried_out(words)
    said.append([code, err.getvalue()])
print(json.dumps(said))
"""


@dataclass
class Life:
    """What is used, and all that was said on the way."""

    root: Path
    home: Path
    environment: dict[str, str]
    said: dict[str, str] = field(default_factory=dict)  # what went to standard error, by command

    def run(self, *words: str, given: str | None = None) -> subprocess.CompletedProcess[str]:
        """Run a command."""
        done = subprocess.run(
            [sys.executable, "-m", "lamina", *words],
            input=given,
            capture_output=True,
            text=True,
            env=self.environment,
            cwd=self.root,
            timeout=300,
        )
        self.said[" ".join(words)] = done.stderr
        return done

    def commands(self, many: tuple[tuple[str, ...], ...]) -> list[int]:
        """Run commands one after the other; return their exit codes."""
        done = subprocess.run(
            [sys.executable, "-c", _ONE_AFTER_THE_OTHER],
            input=json.dumps(many),
            capture_output=True,
            text=True,
            env=self.environment,
            cwd=self.root,
            timeout=500,
        )
        assert done.returncode == 0, done.stderr
        found = json.loads(done.stdout)
        self.said |= {" ".join(words): err for words, (_, err) in zip(many, found, strict=True)}
        return [code for code, _ in found]

    @contextlib.contextmanager
    def beside(self, *words: str, ready: str, **pipes: Any) -> Iterator[tuple[Any, str]]:
        """Run a server meanwhile; yields it with the line by which it said that it is ready."""
        log = self.root.parent / f"{words[0]}.log"
        with log.open("w") as out:
            process = subprocess.Popen(
                [sys.executable, "-m", "lamina", *words],
                stdout=pipes.get("stdout", out),
                stderr=out,
                stdin=pipes.get("stdin", subprocess.DEVNULL),
                text=True,
                env=self.environment,
                cwd=self.root,
            )
            try:
                deadline = time.monotonic() + 120
                while ready and not re.search(ready, log.read_text()):
                    assert process.poll() is None, log.read_text()
                    assert time.monotonic() < deadline, log.read_text()
                    time.sleep(0.05)
                yield process, log.read_text()
            finally:
                process.terminate()
                process.communicate(timeout=120)
                self.said[" ".join(words)] = log.read_text()

    def hooks(self) -> None:
        """Lead a session of a host whose hooks are ours."""
        from datetime import datetime

        start = datetime.fromisoformat("2026-03-04T09:30:00+01:00")
        host = Host(
            self.home, self.root, "5e551017-0000-4000-8000-00000000c0de", self.environment, start
        )
        host.hook("SessionStart", source="startup")
        host.exchange(f"We decided to sell {CANARY} online.", "Noted.", tool=f"found {CANARY}")
        host.hook("PreCompact", trigger="auto")
        host.hook("SessionEnd", reason="exit")
        host.run("Stop", b"{")

    def daemon(self) -> None:
        """Ask a daemon."""
        with self.beside("daemon", ready="ready"):
            self.run("search", CANARY)
            self.run("get", "memory/nowhere.md")
            self.run("daemon", "status")

    def page(self) -> None:
        """Look at the page."""
        with self.beside("serve", "--port", "0", ready=r"http://\S+") as (_, said):
            found = re.search(r"http://[\w.:]+", said)
            assert found
            for path in ("/", "/search?q=" + CANARY, "/files/nowhere.md", "/board", "/dreams"):
                with contextlib.suppress(OSError):
                    urllib.request.urlopen(found[0] + path, timeout=60).read()  # noqa: S310

    def mcp(self) -> None:
        """Talk to the server on pipes."""
        about = {"protocolVersion": "2025-06-18", "capabilities": {}}
        about |= {"clientInfo": {"name": "t", "version": "1"}}
        calls: tuple[tuple[str, dict[str, str]], ...] = (
            ("memory_search", {"query": CANARY}),
            ("memory_remember", {"text": f"The {CANARY} is blue."}),
            ("memory_get", {"path": "memory/nowhere.md"}),
            ("no_such_tool", {}),
        )
        messages: list[dict[str, Any]] = [
            {"id": 0, "method": "initialize", "params": about},
            {"method": "notifications/initialized"},
            *(
                {"id": n, "method": "tools/call", "params": {"name": name, "arguments": given}}
                for n, (name, given) in enumerate(calls, 1)
            ),
        ]
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
        with self.beside("mcp", ready="", **pipes) as (process, _):
            for message in messages:
                process.stdin.write(json.dumps({"jsonrpc": "2.0"} | message) + "\n")
                process.stdin.flush()
                if "id" in message:
                    assert process.stdout.readline()
            process.stdin.close()
            process.stdin = None
            process.wait(timeout=120)

    def whole(self) -> None:
        """Lead all of it, with a umask that forbids nothing."""
        before = os.umask(0)
        try:
            codes = self.commands(COMMANDS)
            bad = [words for words, code in zip(COMMANDS, codes, strict=True) if code not in {0, 1}]
            assert bad == [], [self.said[" ".join(words)] for words in bad]
            self.hooks()
            self.daemon()
            self.page()
            self.mcp()
            codes = self.commands(WRONG)
            assert 0 not in codes[1:9], list(zip(WRONG, codes, strict=True))
            self.run("fleet", "run")
        finally:
            os.umask(before)
