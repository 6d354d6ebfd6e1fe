"""The database's disk is full: that is said, nothing is lost, and with room again all goes on."""

from __future__ import annotations

import contextlib
import os
import pwd
import signal
import subprocess
import tempfile
from pathlib import Path

import pytest

pytest.importorskip("procrastinate", reason="the queue: procrastinate is not installed")

from tests.drills.conftest import lines_of, token_for
from tests.fleet.conftest import Farm
from tests.fleet.test_workers import NOTE, done_once
from tests.postgres_server import EXTENSION, OWNER
from tests.service.conftest import Server

_MEGABYTES = 64


@pytest.fixture
def small_disk(cluster):
    """A database on a disk of its own; yields its name and the file that fills the disk."""
    folder = Path(tempfile.mkdtemp(prefix="lamina-disk-"))
    mount = ["mount", "-t", "tmpfs", "-o", f"size={_MEGABYTES}m,mode=755", "tmpfs", str(folder)]
    try:
        mounted = subprocess.run(mount, capture_output=True, check=False).returncode == 0
    except OSError:
        mounted = False
    if not mounted:
        folder.rmdir()
        pytest.skip("a small disk is made by a mount, which this machine does not allow")
    postgres = cluster.postgres
    name = postgres.name()
    space = folder / "space"
    space.mkdir(mode=0o700)
    owner = pwd.getpwnam("pgserver" if os.geteuid() == 0 else pwd.getpwuid(os.geteuid()).pw_name)
    os.chown(space, owner.pw_uid, owner.pw_gid)
    try:
        postgres.run(f"CREATE TABLESPACE {name} LOCATION '{space}'")
        postgres.run(f"CREATE DATABASE {name} OWNER {OWNER} TABLESPACE {name}")
        postgres.run(EXTENSION, name)
        yield name, folder / "filling"
        postgres.run(f"DROP DATABASE {name} WITH (FORCE)")
        postgres.run(f"DROP TABLESPACE {name}")
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=True)
        folder.rmdir()


def fill(file):
    """Take what room is left."""
    with file.open("ab") as filling, contextlib.suppress(OSError):
        while True:
            filling.write(b"x" * 65536)
            filling.flush()


@pytest.mark.slow
def test_while_the_disk_is_full_it_is_said_and_with_room_again_all_goes_on(
    home, cluster, small_disk, tmp_path
):
    database, filling = small_disk
    postgres = cluster.postgres
    farm = Farm(home, postgres.url(database, OWNER), database)
    farm.add("anna")
    farm.set("server", rate=0)
    note = farm.folders["anna"] / "memory" / "2026-03-01.md"
    note.write_text(NOTE)
    anna = ("-w", str(farm.folders["anna"]))
    assert farm.lamina("fleet", "jobs").returncode == 0
    assert farm.lamina("search", "floor", *anna).returncode == 0
    token = token_for(farm, "anna")
    with contextlib.closing(Server(tmp_path, farm.environment, "--port", "0")) as server:
        ask = {"query": "floor", "record": False}
        assert server.ask("POST", "/v1/anna/search", token, ask)[0] == 200
        fill(filling)
        big = "".join(f"- the shelf {n} holds {n * 7919} screws\n" for n in range(6000))
        (farm.folders["anna"] / "memory" / "shelves.md").write_text(big)

        said = farm.lamina("index", "sync", *anna)
        assert said.returncode == 8, said
        assert "the database's disk is full" in said.stderr
        assert "untouched" in said.stderr
        assert "Make room" in said.stderr
        assert "Traceback" not in said.stderr
        status, answer = server.ask("POST", "/v1/anna/search", token, ask)
        assert status == 503, answer
        assert "disk is full" in answer["message"]

        said = farm.lamina("worker", "--once")
        assert said.returncode == 8, said
        assert "the database's disk is full" in said.stderr
        filling.unlink()
        said = farm.lamina("worker", "--once")  # as whoever looks after it starts it again
        assert said.returncode == 0, said
        assert {"sync", "hygiene"} <= done_once(farm, "anna")
        status, answer = server.ask("POST", "/v1/anna/search", token, {"query": "shelf 5999"})
        assert status == 200
        assert "5999" in str(answer)
        text = {"text": "room again"}
        assert server.ask("POST", "/v1/anna/remember", token, text)[0] == 200
        code, log = server.end()
    assert code in {0, -signal.SIGTERM}
    assert "Traceback" not in log
    assert lines_of(farm.folders["anna"]) == ["room again"]
    assert note.read_text() == NOTE
    farm.end()
