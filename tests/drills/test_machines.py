"""Servers, a worker and commands on machines that share a disk whose locks hold nobody."""

from __future__ import annotations

import contextlib
import json
import subprocess
import sys
import threading
from collections import Counter

import pytest

pytest.importorskip("procrastinate", reason="the queue: procrastinate is not installed")

from lamina.storage.postgres import Tenant
from lamina.storage.postgres_pen import Pen
from tests.drills.conftest import lines_of, token_for
from tests.drills.machines import Machine
from tests.service.conftest import Server


@pytest.mark.slow
@pytest.mark.usefixtures("mounting")
def test_g03_whichever_machine_writes_no_line_is_lost_and_none_is_torn(farm, tmp_path):
    farm.add("anna", "bert")
    farm.set("server", rate=0)
    note = farm.folders["anna"] / "memory" / "2026-03-01.md"
    note.write_text("- the harbour office moved to floor six\n")
    machines = [Machine(tmp_path, name, farm.folders.values()) for name in "abcd"]
    token = token_for(farm, "anna")
    acknowledged: list[str] = []
    wrong: list[object] = []

    def ask(server, name):
        for number in range(12):
            text = f"{name} counted {number} giraffes"
            status, said = server.ask("POST", "/v1/anna/remember", token, {"text": text})
            if status == 200:
                acknowledged.append(text)
            else:
                wrong.append(said)

    def command(machine):
        for number in range(3):
            text = f"{machine.name} saw {number} zebras"
            done = subprocess.run(
                [
                    *machine.before,
                    *(sys.executable, "-m", "lamina", "remember", text),
                    *("-w", str(farm.folders["anna"])),
                ],
                env=farm.environment,
                capture_output=True,
                text=True,
                timeout=120,
            )
            if done.returncode:
                wrong.append(done)
            else:
                acknowledged.append(text)

    with contextlib.ExitStack() as stack:
        servers = []
        for machine in machines[:2]:
            servers.append(Server(tmp_path, farm.environment, "--port", "0", before=machine.before))
            stack.callback(servers[-1].close)
        worker = farm.start("--once", before=machines[2].before)
        asking = [
            threading.Thread(target=ask, args=(server, f"{number} {name}"))
            for number, server in enumerate(servers)
            for name in "xy"
        ]
        asking.append(threading.Thread(target=command, args=(machines[3],)))
        for thread in asking:
            thread.start()
        for thread in asking:
            thread.join()
        assert worker.ended() == 0, worker.said
        said = [server.end()[1] for server in servers]
    assert not wrong
    assert "Traceback" not in "".join([*said, *worker.said])
    assert any("sync: done" in line for line in worker.said)
    found = lines_of(farm.folders["anna"])
    assert Counter(found) == Counter(acknowledged)
    journal = farm.folders["anna"] / "memory" / ".dreams" / "history.jsonl"
    rows = [json.loads(line) for line in journal.read_text().splitlines()]
    numbers = [row["id"] for row in rows if "id" in row]
    assert numbers == sorted(set(numbers))
    assert not list(farm.folders["anna"].rglob("*.tmp"))


def test_a_command_waits_for_another_machine_and_says_who_it_is(farm):
    farm.add("anna")
    farm.set("files", lock_seconds=1)
    pen = Pen(
        *(farm.url, Tenant.at(farm.machine, farm.folders["anna"]), "elsewhere:7:9", "elsewhere"),
        shown="anna",
        wait=1,
    )
    with contextlib.closing(pen), pen.held(0):
        said = farm.lamina("remember", "a horse", "-w", str(farm.folders["anna"]))
    assert said.returncode == 6, said
    assert "elsewhere:7:9 has been writing to" in said.stderr
    assert "nothing was written" in said.stderr
    assert lines_of(farm.folders["anna"]) == []
    said = farm.lamina("remember", "a horse", "-w", str(farm.folders["anna"]))
    assert said.returncode == 0, said
    assert lines_of(farm.folders["anna"]) == ["a horse"]
