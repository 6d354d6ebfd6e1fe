"""Workspaces of one machine in one database, and workers as processes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from lamina.config import load
from lamina.memory import Memory
from lamina.places import Places

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from datetime import datetime

    from lamina.fleet.work import Work
    from tests.postgres_server import Postgres

REPOSITORY = Path(__file__).parents[2]
SETTINGS = {
    "notes": {"timezone": "Europe/Berlin"},
    "embedding": {"kind": "none"},
    "dreaming": {"enabled": "on"},
}


class Farm:
    """Some agents on one machine, whose index, state and jobs are in one database."""

    def __init__(self, home: Path, url: str, machine: str) -> None:
        self.home = home
        self.url = url
        self.machine = machine
        self.places = Places.of({"HOME": str(home)}, cwd=home)
        self.folders: dict[str, Path] = {}
        self.more: dict[str, dict[str, Any]] = {}
        self.processes: list[subprocess.Popen[str]] = []
        self.workers: list[Worker] = []
        self._works: list[Work] = []

    def add(self, *names: str) -> None:
        for name in names:
            root = self.folders[name] = self.home / "agents" / name
            (root / "memory").mkdir(parents=True, exist_ok=True)
        self.write()

    def set(self, section: str, **values: Any) -> None:
        self.more.setdefault(section, {}).update(values)
        self.write()

    def write(self) -> None:
        store = {"store": {"url": self.url, "machine": self.machine}}
        agents = {"agents": {name: str(root) for name, root in self.folders.items()}}
        sections: dict[str, dict[str, Any]] = {}
        for part in (SETTINGS, store, agents, self.more):
            for section, values in part.items():
                sections.setdefault(section, {}).update(values)
        rows = []
        for section, values in sections.items():
            rows.append(f"[{section}]")
            rows += [f"{key} = {json.dumps(value)}" for key, value in values.items()]
        self.places.config_file.parent.mkdir(parents=True, exist_ok=True)
        self.places.config_file.write_text("\n".join(rows) + "\n")

    def work(self, clock: Callable[[], datetime] | None = None, **settings: str) -> Work:
        """Return what a worker process would work with."""
        from lamina.fleet.work import Work

        config = load(self.places, overrides=settings)
        found = Work(self.places, config, overrides=settings, clock=clock)
        self._works.append(found)
        return found

    def enrol(self, work: Work, fleet: str = "all", *names: str) -> None:
        work.register(fleet, [self.folders[name] for name in names or self.folders])

    def memory(self, name: str, **how: Any) -> Memory:
        return Memory(self.folders[name], places=self.places, **how)

    @property
    def environment(self) -> dict[str, str]:
        return {
            "HOME": str(self.home),
            "PATH": os.environ["PATH"],
            "PYTHONPATH": os.environ.get("PYTHONPATH", ""),
        }

    def lamina(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "lamina", *arguments],
            env=self.environment,
            cwd=self.home,
            capture_output=True,
            text=True,
            timeout=120,
        )

    def start(self, *arguments: str, before: tuple[str, ...] = ()) -> Worker:
        """Start a worker process; it is killed at the end at the latest.

        ``before``: a command that begins it, such as one that changes its mounts.
        """
        process = subprocess.Popen(
            [*before, sys.executable, "-m", "lamina", "worker", *arguments],
            env=self.environment,
            cwd=self.home,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        self.processes.append(process)
        self.workers.append(Worker(process))
        return self.workers[-1]

    def end(self) -> None:
        for process in self.processes:
            if process.poll() is None:
                process.kill()
            process.wait()
        for worker in self.workers:
            worker.ended()
        for work in self._works:
            work.close()


class Worker:
    """A worker process and what it says."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process = process
        self.said: list[str] = []
        self._heard = threading.Condition()
        self._reader = threading.Thread(target=self._read)
        self._reader.start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            with self._heard:
                self.said.append(line.rstrip("\n"))
                self._heard.notify_all()
        self.process.stdout.close()
        with self._heard:
            self._heard.notify_all()

    def wait_for(self, text: str, seconds: float = 60) -> str:
        """Wait until a line with this text was said and return it."""
        with self._heard:
            self._heard.wait_for(lambda: any(text in line for line in self.said), seconds)
            found = [line for line in self.said if text in line]
        assert found, self.said
        return found[0]

    def ended(self, seconds: float = 60) -> int:
        code = self.process.wait(seconds)
        self._reader.join()
        return code

    def kill(self, signal: int) -> None:
        self.process.send_signal(signal)


@pytest.fixture
def farm(home: Path, postgres: Postgres) -> Iterator[Farm]:
    pytest.importorskip("procrastinate", reason="the queue: procrastinate is not installed")
    found = Farm(home, postgres.url(), postgres.name())
    yield found
    found.end()
