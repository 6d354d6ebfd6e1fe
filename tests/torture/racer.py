"""One of many who write to a workspace: shell, agent over MCP, program, owner, editor, host.

``python -m tests.torture.racer KIND BASE NAME SEED`` writes until its standard input is closed, and
prints a JSON object for each write it was told is done: ``{"word": …, "kind": …, "change": …}``, or
``{"undone": change}``, ``{"forgotten": word}``, ``{"cared": what}``, ``{"refused": why}``.
"""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tests.torture import host, owner
from tests.torture.load import Place
from tests.torture.told import NOW, over, say, tried

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lamina.memory import Memory

THINGS = [
    "ladder",
    "lease",
    "heater",
    "pallet",
    "invoice",
    "greenhouse",
    "label",
    "van",
    "catalogue",
    "compost",
    "shelf",
]
KILLED = 0.2  # of the shells
KINDS = ("remember", "remember", "log", "topic", "reference")
MORE = ("checkpoint", "matter", "forget", "sweep", "hygiene")  # what a shell does besides


def drawn(
    name: str, draw: random.Random, kinds: tuple[str, ...] = KINDS
) -> Iterator[tuple[str, str, str]]:
    """Yield what to write: the kind, a word that stands nowhere else, a sentence with it."""
    number = 0
    while True:
        number += 1
        word = f"zq{name}x{number}"
        one, other = draw.sample(THINGS, 2)
        yield draw.choice(kinds), word, f"{word} went with the {one} to the {other}."


def shell(place: Place, name: str, draw: random.Random) -> None:
    """Write through the command line, a process each; some are killed."""
    known: list[str] = []
    for kind, word, text in drawn(name, draw, (*KINDS, *MORE)):
        if over():
            return
        if kind == "forget":
            if not known:
                continue
            word = known.pop(draw.randrange(len(known)))  # noqa: PLW2901
            say(forgets=word)
        begin = [sys.executable, "-m", "lamina"]
        given = ["-w", str(place.root), "--now", NOW.isoformat(), "--json"]
        document = place.base / f"{name}.txt"
        document.write_text(f"# {word}\n\n{text}\n", "utf-8")
        commands = {
            "remember": ["remember", text],
            "log": ["log", f"Log {word}", "--change", text],
            "topic": ["topic", "new", "coding", f"Topic {word}", "--goal", text],
            "reference": ["reference", "add", str(document), "--name", word, "--subject",
                          f"Doc {word}", "--fact", text],
            "checkpoint": ["checkpoint", f"Work {word}", "--change", text, "--todo", "call them"],
            "matter": ["active", "open", f"Matter {name} {len(known)}", text],
            "forget": ["forget", word, "--apply", "--yes"],
            "sweep": ["dream", "run"],
            "hygiene": ["hygiene", "--apply"],
        }  # fmt: skip
        process = subprocess.Popen(
            [*begin, *commands[kind], *given], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            text=True,
        )  # fmt: skip
        if draw.random() < KILLED:
            time.sleep(draw.random() * 0.6)
            process.send_signal(signal.SIGKILL)
        out, told = process.communicate()
        if kind == "forget" and process.returncode in {0, 1} and out.startswith("{"):
            say(forgotten=word, complete=json.loads(out)["complete"])
        elif process.returncode == 0 and kind in {"sweep", "hygiene"}:
            say(cared=kind)
        elif process.returncode == 0:
            known.append(word)
            say(word=word, kind=kind, change=json.loads(out)["change"])
        elif process.returncode == -signal.SIGKILL:
            say(killed=word)
        else:
            say(refused=f"{kind} by shell: {out or told}", code=process.returncode)


def program(place: Place, name: str, draw: random.Random) -> None:
    """Write from Python, and now and then take the last own change back."""
    with place.memory(NOW, author=f"agent:{name}") as memory:
        for kind, word, text in drawn(name, draw):
            if over():
                return
            tried(partial(written, memory, kind, word, text), kind)
            if draw.random() < 0.15:
                tried(lambda: say(undone=getattr(memory.undo(), "undoes", None)), "undo")
            if draw.random() < 0.3:
                tried(lambda: memory.search(draw.choice(THINGS)), "search")
            time.sleep(draw.random() * 0.05)


def written(memory: Memory, kind: str, word: str, text: str) -> None:
    """Write one of the kinds, and say so."""
    match kind:
        case "log":
            done = memory.log(f"Log {word}", change=text)
        case "topic":
            done = memory.topics.new("coding", f"Topic {word}", goal=text)
        case "reference":
            page = f"# {word}\n\n{text}\n"
            done = memory.facts.add_reference(word, page, subject=f"Doc {word}", fact=text)
        case _:
            done = memory.remember(text)
    say(word=word, kind=kind, change=done.change)


def agent(place: Place, name: str, draw: random.Random) -> None:
    """Write over MCP, to one server on pipes."""
    with subprocess.Popen(
        [sys.executable, "-m", "lamina", "mcp", "-w", str(place.root), "--now", NOW.isoformat(),
         "--set", "mcp.tools=all"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    ) as server:  # fmt: skip
        about = {"capabilities": {}, "clientInfo": {"name": name, "version": "1"}}
        ask(server, 1, "initialize", {"protocolVersion": "2025-06-18"} | about)
        send(server, {"method": "notifications/initialized"})
        for number, (kind, word, text) in enumerate(drawn(name, draw), 2):
            if over():
                break
            tools: dict[str, tuple[str, dict[str, str]]] = {
                "remember": ("memory_remember", {"text": text}),
                "log": ("memory_log", {"subject": f"Log {word}", "change": text}),
                "topic": ("topic_new", {"domain": "coding", "name": f"Topic {word}", "goal": text}),
            }
            tool, given = tools.get(kind, tools["remember"])
            told = ask(server, number, "tools/call", {"name": tool, "arguments": given})["result"]
            if told.get("isError"):
                say(refused=f"{kind} over MCP: {told['content']}")
            else:
                kind = kind if kind in tools else "remember"  # noqa: PLW2901
                say(word=word, kind=kind, change=told["structuredContent"]["change"])
            time.sleep(draw.random() * 0.05)
        assert server.stdin
        server.stdin.close()


def person(place: Place, name: str, draw: random.Random) -> None:
    """Edit the day's note as an editor does, line by line; no lock.

    A careful editor looks whether the file is what it read, the moment before it replaces it; and
    afterwards whether what it wrote is there. A save that another writer's rename overtook in
    between is counted, and made again.
    """
    number = 0
    while not over():
        note = place.root / "memory" / "2026-03-04.md"
        number += 1
        word = f"zq{name}x{number}"
        for _ in range(200):
            old = note.read_bytes()
            lines = old.splitlines(keepends=True)
            lines.insert(draw.randint(2, len(lines)), f"- typed {word}\n".encode())
            new = note.with_name("2026-03-04.md.swp")
            new.write_bytes(b"".join(lines))
            with note.open("rb") as file:  # the very file that is replaced stays readable
                if file.read() != old:
                    continue
                new.replace(note)
                file.seek(0)
            time.sleep(0.02)
            if f"typed {word}\n".encode() in note.read_bytes():
                say(word=word, kind="typed", change=0)
                break
            say(overtaken=word)
        time.sleep(draw.random() * 0.3)


def ask(server: Any, number: int, method: str, params: dict[str, Any]) -> dict[str, Any]:
    """Send a request and return the answer to it."""
    send(server, {"id": number, "method": method, "params": params})
    while True:
        answer: dict[str, Any] = json.loads(server.stdout.readline())
        if answer.get("id") == number:
            return answer


def send(server: Any, message: dict[str, Any]) -> None:
    """Send a message."""
    server.stdin.write(json.dumps({"jsonrpc": "2.0"} | message) + "\n")
    server.stdin.flush()


if __name__ == "__main__":
    kind, base, name, seed = sys.argv[1:]
    place = Place(Path(base))
    os.environ.update(place.environment)
    sys.dont_write_bytecode = True
    kinds = {
        "shell": shell, "program": program, "agent": agent, "person": person,
        "owner": owner.race, "host": host.race, "trimmer": host.trim,
    }  # fmt: skip
    kinds[kind](place, name, random.Random(f"{seed} {name}"))
