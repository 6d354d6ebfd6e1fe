"""The database stops, as if its machine failed, and comes back, while everything is at work."""

from __future__ import annotations

import contextlib
import http.client
import signal
import subprocess
import sys
import threading
from collections import Counter

import pytest

pytest.importorskip("procrastinate", reason="the queue: procrastinate is not installed")

from tests.drills.conftest import lines_of, token_for
from tests.fleet.test_workers import NOTE, done_once, held_up, running, until
from tests.service.conftest import Server


@pytest.fixture
def small(own_farm):
    """Two agents with notes, whose leases run out fast."""
    own_farm.add("anna", "bert")
    own_farm.set("fleet", lease_seconds=3)
    own_farm.set("server", rate=0)
    for folder in own_farm.folders.values():
        (folder / "memory" / "2026-03-01.md").write_text(NOTE)
    return own_farm


@pytest.mark.slow
@pytest.mark.parametrize("how", ["immediate", "fast"])
def test_a_job_under_way_when_the_database_stops_is_done_once_it_is_back(small, cluster, how):
    notes = {path: path.read_bytes() for path in small.home.rglob("2026-03-01.md")}
    with held_up(small.folders["anna"]):
        worker = small.start()
        until(running(small, "anna"), what=lambda: worker.said)
        cluster.stop(how)
    if how == "immediate":
        worker.wait_for("the database cannot be reached")
    cluster.start()
    work = small.work()
    until(lambda: not work.queue.jobs(), what=lambda: (worker.said, work.queue.jobs()))
    worker.kill(signal.SIGTERM)
    assert worker.ended() == 0, worker.said
    assert "Traceback" not in "".join(worker.said)
    assert not [job for job in work.queue.jobs() if job.failures]
    for name in ("anna", "bert"):
        assert {"sync", "dreaming", "hygiene"} <= done_once(small, name)
    assert {path: path.read_bytes() for path in notes} == notes


@pytest.mark.slow
def test_a_server_that_answers_when_the_database_stops_goes_on_when_it_is_back(
    small, cluster, tmp_path
):
    token = token_for(small, "anna")
    server = Server(tmp_path, small.environment, "--port", "0")
    acknowledged: list[str] = []
    refused: Counter[tuple[int, str]] = Counter()
    over = threading.Event()

    def ask(name):
        for number in range(10_000):
            if over.is_set():
                return
            text = f"{name} counted {number} giraffes"
            with contextlib.suppress(http.client.HTTPException, OSError):
                status, said = server.ask("POST", "/v1/anna/remember", token, {"text": text})
                if status == 200:
                    acknowledged.append(text)
                else:
                    refused[status, said["error"]] += 1
                    assert "nothing was done" in said["message"] or "untouched" in said["message"]
                    assert said["hint"]
                status, said = server.ask("POST", "/v1/anna/search", token, {"query": "floor"})
                if status != 200:
                    refused[status, said["error"]] += 1

    def grown(count):
        reached = len(acknowledged) + count
        until(lambda: len(acknowledged) >= reached, what=lambda: refused)

    with contextlib.closing(server):
        asking = [threading.Thread(target=ask, args=(name,)) for name in "ab"]
        for thread in asking:
            thread.start()
        try:
            for how in ("immediate", "fast"):
                grown(3)
                cluster.stop(how)
                until(lambda: refused[503, "StoreAwayError"] > 0)
                assert server.ask("GET", "/readyz", token)[0] == 503
                assert server.ask("GET", "/healthz", token)[0] == 200
                cluster.start()
                grown(3)
                assert {status for status, _ in refused} <= {503}  # none says "revoked"
                refused.clear()
            until(lambda: server.ask("GET", "/readyz", token)[0] == 200)
        finally:
            over.set()
            for thread in asking:
                thread.join()
        code, said = server.end()
    assert code in {0, -signal.SIGTERM}
    assert "Traceback" not in said
    assert '"fault"' not in said
    assert {status for status, _ in refused} <= {503}
    found = Counter(lines_of(small.folders["anna"]))
    assert set(found.values()) == {1}
    assert set(acknowledged) <= set(found)
    again = small.lamina("search", "giraffes", "-w", str(small.folders["anna"]))
    assert "giraffes" in again.stdout


def test_commands_say_that_the_database_is_away_and_go_on_when_it_is_back(small, cluster):
    anna = str(small.folders["anna"])
    tries = {
        ("search", "floor", "-w", anna): 8,
        ("remember", "a horse", "-w", anna): 8,  # shared by machines: the database says who writes
        ("dream", "run", "-w", anna): 8,
        ("index", "sync", "-w", anna): 8,
        ("worker", "--once"): 8,
        ("fleet", "schedule"): 8,
        ("fleet", "jobs"): 8,
        ("token", "list"): 8,
        ("audit",): 8,
        ("get", "memory/2026-03-01.md", "-w", anna): 0,
    }
    cluster.stop()
    for arguments, code in tries.items():
        said = small.lamina(*arguments)
        assert said.returncode == code, (arguments, said)
        assert "Traceback" not in said.stderr
        if code:
            assert "cannot be reached" in said.stderr, (arguments, said.stderr)
            assert "untouched" in said.stderr
    assert lines_of(small.folders["anna"]) == []
    cluster.start()
    for arguments in tries:
        said = small.lamina(*arguments)
        assert said.returncode == 0, (arguments, said)
    assert lines_of(small.folders["anna"]) == ["a horse"]


_STANDING = """
import sys
from lamina.memory import Memory
from lamina.places import Places
with Memory(sys.argv[1], places=Places.of({"HOME": sys.argv[2]})) as memory:
    try:
        with memory.state.database.transaction() as held:
            held.execute("DELETE FROM wanted")
            print("here", flush=True)
            sys.stdin.readline()
            held.execute("DELETE FROM marks")
    except Exception as error:
        print(type(error).__name__, error, flush=True)
    memory.state.want("and then?", "2026-03-04")
    print("goes on", flush=True)
"""


@pytest.mark.slow
def test_g05_a_process_that_stands_still_in_a_transaction_keeps_nobody_from_writing(small):
    """Nor does one whose machine is gone: the server ends what it had begun."""
    with small.memory("anna") as memory:
        memory.state.want("who is first?", "2026-03-04")
        standing = subprocess.Popen(
            [sys.executable, "-c", _STANDING, str(small.folders["anna"]), str(small.home)],
            env=small.environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert standing.stdout is not None
        assert standing.stdout.readline() == "here\n"
        standing.send_signal(signal.SIGSTOP)
        memory.state.want("who is next?", "2026-03-04")
        standing.send_signal(signal.SIGCONT)
        said, _ = standing.communicate("go on\n", timeout=60)
        assert "stood still in the middle of a change" in said
        assert said.endswith("goes on\n")
        questions = {question for question, *_ in memory.state.wanted()}
        assert questions == {"who is first?", "who is next?", "and then?"}
