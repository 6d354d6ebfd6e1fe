"""Drills: the database stopped, connections cut, disks full, clocks wrong, under real work."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import pytest

from tests.drills.machines import mounting
from tests.drills.wire import Wire
from tests.fleet.conftest import Farm, farm

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.postgres_server import Cluster, Postgres

__all__ = ["farm", "mounting"]


@pytest.fixture
def wire(tmp_path: Path, postgres: Postgres) -> Iterator[Wire]:
    """A wire to the database that breaks where a test says."""
    found = Wire(tmp_path / "wire", postgres.socket)
    yield found
    found.close()


@pytest.fixture
def own_farm(home: Path, cluster: Cluster) -> Iterator[Farm]:
    """Agents whose database is the one that may be stopped; it runs again after the test."""
    pytest.importorskip("procrastinate", reason="the queue: procrastinate is not installed")
    cluster.start()
    found = Farm(home, cluster.postgres.url(), cluster.postgres.name())
    yield found
    cluster.start()
    found.end()


def token_for(farm: Farm, workspace: str, *scopes: str) -> str:
    """Make a token for a main session, by the command."""
    wanted = [word for scope in scopes or ("read", "write") for word in ("--scope", scope)]
    done = farm.lamina("token", "create", workspace, *wanted, "--session", "main", "--json")
    assert done.returncode == 0, done
    made: str = json.loads(done.stdout)["token"]
    return made


def lines_of(root: Path) -> list[str]:
    """Return the texts that were remembered in a workspace, with their repetitions."""
    return [
        line.split(" ", 2)[2]
        for note in (root / "memory").glob("2*.md")
        for line in note.read_text("utf-8").splitlines()
        if re.match(r"- \d\d:\d\d ", line)
    ]
