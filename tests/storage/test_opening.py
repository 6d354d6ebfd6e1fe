"""A store that others are just opening or closing: whoever comes waits, and nobody fails."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
import threading
from contextlib import closing

from lamina.storage.sqlite import Database

OPENS = """
import sys
from pathlib import Path
from lamina.storage.sqlite_state import SqliteState
sys.stdin.readline()
for number in range(400):
    state = SqliteState(Path(sys.argv[1]))
    state.see(sys.argv[2], {"key": str(number)}, "2026-03-04")
    state.close()
"""


def test_processes_that_open_and_close_a_store_at_once(tmp_path, environment):
    path = tmp_path / "memory" / "state.db"
    running = [
        subprocess.Popen(
            [sys.executable, "-c", OPENS, str(path), f"kind{number}"],
            env=environment,
            stdin=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for number in range(2)
    ]
    for one in running:
        assert one.stdin
        one.stdin.write("go\n")
        one.stdin.flush()
    assert [one.communicate()[1] for one in running] == ["", ""]


def test_a_store_somebody_holds_alone_is_waited_for(tmp_path):
    path = tmp_path / "state.db"
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("CREATE TABLE t (x)")
        other.execute("BEGIN EXCLUSIVE")
        database = Database(path, prepare=lambda _: None)
        found: list[object] = []
        waits = threading.Thread(target=lambda: found.append(database.execute("SELECT 1")))
        waits.start()
        waits.join(0.5)
        assert waits.is_alive()
        other.execute("COMMIT")
        waits.join(30)
    assert found == [[(1,)]]
    database.close()
