"""The real server on pipes: nothing but protocol on standard output, every call, kills, locks."""

from __future__ import annotations

import asyncio
import contextlib
import fcntl
import json
import subprocess
import sys
from typing import Any

import pytest
from mcp import Client

from lamina.mcp_server.catalog import TOOLS
from lamina.mcp_server.prompts import PROMPTS
from tests.mcp_server.conftest import CALLS, said, text_of


@pytest.mark.parametrize("mode", ["auto", "legacy"])
def test_every_tool_resource_and_prompt_over_pipes(stdio, lived_in, mode):
    arguments = ("--owner", "--now", "2026-03-04T09:30", "--set", "mcp.tools=all")

    async def main():
        async with Client(stdio(*arguments), mode=mode) as client:
            tools = {tool.name for tool in (await client.list_tools()).tools}
            wrong = [
                name
                for name, given in CALLS.items()
                if (await client.call_tool(name, given)).is_error
            ]
            index = await client.read_resource("memory://index")
            today = await client.read_resource("memory://context/today")
            note = await client.read_resource("memory://file/memory/2026-03-03.md")
            for name, prompt in PROMPTS.items():
                assert await client.get_prompt(name, dict.fromkeys(prompt.takes, "payments"))
            return tools, wrong, said(index), said(today), said(note)

    tools, wrong, index, today, note = asyncio.run(main())
    assert tools == set(TOOLS)
    assert wrong == ["dream_decide"]  # nothing is proposed
    assert "2026-03-03.md" in index
    assert "Speak plainly" in today
    assert "viewing of the flat" in note


class Pipes:
    """Speaks the protocol itself, to see every byte of standard output."""

    def __init__(self, environment, root, *program):
        self.process: Any = subprocess.Popen(
            [sys.executable, *program, "mcp", "-w", str(root)],
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        self.number = 0

    def send(self, method, params=None, *, notify=False):
        self.number += not notify
        message = {"jsonrpc": "2.0", "method": method} | ({"params": params} if params else {})
        message |= {} if notify else {"id": self.number}
        self.process.stdin.write(json.dumps(message) + "\n")
        self.process.stdin.flush()
        return self.number

    def begin(self):
        about = {"capabilities": {}, "clientInfo": {"name": "t", "version": "1"}}
        self.send("initialize", {"protocolVersion": "2025-06-18"} | about)
        self.answer()
        self.send("notifications/initialized", notify=True)

    def call(self, name, **given):
        return self.send("tools/call", {"name": name, "arguments": given})

    def answer(self):
        line = self.process.stdout.readline()
        assert line, self.process.stderr.read()
        return json.loads(line)  # anything that is no protocol fails here

    def end(self):
        return self.process.communicate(timeout=60)


@pytest.fixture
def pipes(environment, root):
    with contextlib.ExitStack() as stack:

        def start(*program):
            found = Pipes(environment, root, *(program or ("-m", "lamina")))
            for close in (
                found.process.wait,
                found.process.kill,
                *(pipe.close for pipe in (found.process.stdout, found.process.stderr)),
            ):
                stack.callback(close)
            return found

        yield start


# Prints in every way there is, once it is told to, from a thread beside the server.
NOISY = """
import os, subprocess, sys, threading, time
from pathlib import Path
go, done = Path(sys.argv[1]), Path(sys.argv[2])
def shout():
    while not go.exists():
        time.sleep(0.01)
    print("stray print", flush=True)
    sys.__stdout__.write("stray write\\n"); sys.__stdout__.flush()
    os.write(1, b"stray descriptor\\n")
    subprocess.run(["echo", "stray child"])
    done.touch()
threading.Thread(target=shout, daemon=True).start()
del sys.argv[1:3]
from lamina.cli.main import run
run()
"""


def test_stray_prints_do_not_break_the_protocol(pipes, tmp_path):
    script, go, done = tmp_path / "noisy.py", tmp_path / "go", tmp_path / "done"
    script.write_text(NOISY)
    server = pipes(str(script), str(go), str(done))
    server.begin()
    go.touch()
    while not done.exists():
        server.send("ping")
        assert server.answer()["result"] == {}
    asked = server.call("memory_remember", text="the roof leaks")
    assert server.answer()["id"] == asked
    out, err = server.end()
    assert [line for line in out.splitlines() if line.strip()] == []
    for what in ("print", "write", "descriptor", "child"):
        assert f"stray {what}" in err


def test_broken_requests_are_answered_and_the_server_goes_on(pipes):
    server = pipes()
    server.begin()
    server.process.stdin.write("this is no protocol\n")
    server.send("no/such/method")
    answer = server.answer()
    while "error" not in answer or answer.get("id") != server.number:
        answer = server.answer()
    assert answer["error"]["code"] == -32601
    server.send("tools/call", {"name": "memory_search", "arguments": {"query": "x"}})
    assert server.answer()["result"]["isError"] is False
    _, err = server.end()
    assert server.process.returncode == 0
    assert "stray" not in err


def test_a_write_that_waits_for_the_lock_keeps_nobody_waiting_and_cancelled_ones_never_begin(
    pipes, root
):
    server = pipes()
    server.begin()
    server.call("memory_remember", text="the first line")
    server.answer()
    with (root / "memory" / ".dreams" / "lock").open("r+") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        held = {server.call("memory_remember", text=f"held zebra {n}") for n in range(2)}
        queued = server.call("memory_remember", text="queued giraffe")
        read = server.call("memory_search", query="first line")
        assert server.answer()["id"] == read  # while three writes wait
        server.send("notifications/cancelled", {"requestId": queued}, notify=True)
        server.send("ping")
        answers = [server.answer()]
        while answers[-1].get("id") != server.number:  # the server has seen the cancellation
            answers.append(server.answer())
        fcntl.flock(lock, fcntl.LOCK_UN)
    got = {one.get("id") for one in answers}
    while not held <= got:
        got.add(server.answer()["id"])
    server.end()
    note = next((root / "memory").glob("2*.md")).read_text("utf-8")
    assert note.count("held zebra 0") == note.count("held zebra 1") == 1
    assert "giraffe" not in note


def test_progress_is_told_of_a_sync_and_of_a_sweep(stdio, root):
    for number in range(900):
        (root / "memory" / f"n{number}.md").write_text(f"- fact number {number}\n")

    async def main():
        told: dict[str, list[tuple[float, float]]] = {"index_sync": [], "dream_run": []}
        arguments = ("--owner", "--set", "mcp.tools=all")
        async with Client(stdio(*arguments)) as client:
            for name, found in told.items():

                async def progress(done, total, _, found=found):
                    found.append((done, total))

                given = {"dry_run": True} if name == "dream_run" else {}
                result = await client.call_tool(name, given, progress_callback=progress)
                assert not result.is_error, text_of(result)
        return told

    told = asyncio.run(main())
    assert told["index_sync"][-1] == (900, 900)
    assert told["dream_run"][-1] == (1, 3)
    for found in told.values():
        assert found == sorted(found)


def test_without_a_workspace_the_command_says_so_and_ends(lamina, tmp_path):
    done = lamina("mcp", cwd=tmp_path.parent, given="")
    assert done.returncode == 4
    assert done.stdout == ""
    assert "Traceback" not in done.stderr
