"""The processes of deploy/, by the command lines that stand there, without their containers."""

from __future__ import annotations

import contextlib
import json
import os
import re
import signal
import socket
import subprocess
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pytest

pytest.importorskip("procrastinate", reason="the queue: procrastinate is not installed")

from tests.drills.conftest import lines_of
from tests.fleet.conftest import Worker
from tests.fleet.test_workers import NOTE, until
from tests.service.conftest import Server
from tests.test_deploy import COMPOSE, DEPLOY

if TYPE_CHECKING:
    from pathlib import Path


@dataclass
class Deployment:
    """The folders and the database that the containers would see."""

    folder: Path
    socket: Path
    psql: str

    def __post_init__(self) -> None:
        self.home = self.folder / "home"
        config = self.home / ".config" / "lamina" / "config.toml"
        config.parent.mkdir(parents=True)
        config.write_text(self.here((DEPLOY / "config.toml").read_text("utf-8")))
        (self.folder / "agents.toml").write_text(
            self.here((DEPLOY / "agents.toml").read_text("utf-8"))
        )
        for name in ("anna", "bert"):
            memory = self.agent(name) / "memory"
            memory.mkdir(parents=True)
            (memory / "2026-03-01.md").write_text(NOTE)

    def agent(self, name: str) -> Path:
        return self.folder / "agents" / name

    def here(self, text: str) -> str:
        """Return a text with this machine's places in place of those in the containers."""
        text = re.sub(r"(postgresql://\w+@)postgres/(\w+)", rf"\1/\2?host={self.socket}", text)
        text = text.replace("/srv/agents", str(self.folder / "agents"))
        text = text.replace("/etc/lamina/agents.toml", str(self.folder / "agents.toml"))
        return text.replace("/grants.sql", str(DEPLOY / "grants.sql"))

    @property
    def environment(self) -> dict[str, str]:
        return {
            "HOME": str(self.home),
            "PATH": os.environ["PATH"],
            "PYTHONPATH": os.environ.get("PYTHONPATH", ""),
            "LAMINA_OWNER_PASSWORD": "one",
            "LAMINA_APP_PASSWORD": "two",
        }

    def command(self, service: str) -> list[str]:
        """Return the command line of a service."""
        said = [self.here(word) for word in COMPOSE["services"][service]["command"]]
        if said[0] == "psql":
            at = said.index("-h")
            return [self.psql, "-h", str(self.socket), *said[1:at], *said[at + 2 :]]
        return [sys.executable, "-m", "lamina", *said]

    def run(self, *command: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            command,
            env=self.environment,
            cwd=self.home,
            capture_output=True,
            text=True,
            timeout=120,
        )

    def lamina(self, *arguments: str) -> Any:
        done = self.run(sys.executable, "-m", "lamina", *arguments, "--json")
        assert done.returncode == 0, done
        return json.loads(done.stdout)


def a_port() -> int:
    with contextlib.closing(socket.socket()) as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


@pytest.mark.slow
def test_what_the_examples_start_serves_works_and_ends(tmp_path, bare_cluster):
    admin = bare_cluster.postgres
    here = Deployment(tmp_path, admin.socket, bare_cluster.psql)
    made = here.run(
        *(here.psql, "-h", str(admin.socket), "-U", "postgres", "-v", "ON_ERROR_STOP=1"),
        *("-f", str(DEPLOY / "init.sql")),
    )
    assert made.returncode == 0, made
    for step in ("tables", "grants", "tables", "grants"):  # after each update once more
        done = here.run(*here.command(step))
        assert done.returncode == 0, (step, done)

    with contextlib.ExitStack() as stack:
        port = a_port()
        words = here.command("server")[4:]
        words[words.index("--port") + 1] = str(port)
        server = Server(tmp_path, here.environment, *words)
        stack.callback(server.close)
        workers = []
        for _ in range(COMPOSE["services"]["worker"]["deploy"]["replicas"]):
            process = subprocess.Popen(
                here.command("worker"),
                env=here.environment,
                cwd=here.home,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
            )
            workers.append(Worker(process))
            stack.callback(workers[-1].ended)
            stack.callback(process.kill)
        scheduled = here.run(*here.command("schedule"))
        assert scheduled.returncode == 0, scheduled

        token = here.lamina("token", "create", "anna", *("--scope", "read", "--scope", "write"))
        said = "the kiln was sold to Berlin"
        answer = server.ask("POST", "/v1/anna/remember", token["token"], {"text": said})
        assert answer[0] == 200, answer
        status, found = server.ask("POST", "/v1/anna/search", token["token"], {"query": "kiln"})
        assert status == 200
        assert said in json.dumps(found)
        assert lines_of(here.agent("anna")) == [said]

        until(
            lambda: not here.lamina("fleet", "jobs")["jobs"], what=lambda: [w.said for w in workers]
        )
        told = [line for worker in workers for line in worker.said]
        for name in ("anna", "bert"):
            assert any(f"/{name}: sync: done" in line for line in told), told
        for worker in workers:
            worker.kill(signal.SIGTERM)
        assert [worker.ended() for worker in workers] == [0, 0]
        code, log = server.end()
    assert code in {0, -signal.SIGTERM}
    assert all("Ended" in worker.said[-1] for worker in workers)
    assert "Traceback" not in "".join([log, *told])
