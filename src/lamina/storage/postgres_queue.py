"""The queue of jobs for many workspaces, in Procrastinate's tables: what waits, runs, failed.

A queue is named like the machine (``store.machine``) whose folders its workers can reach. A job
waits once: it is not put in while it waits, runs, or was set aside. Beside Procrastinate's tables
stand ours: which workspaces are looked at and when next, and what is said about jobs that failed.

They are in a schema of their own, for whoever runs workers may see every workspace's jobs: folder,
job, and what went wrong, never text of the memory.
"""

from __future__ import annotations

import contextlib
import hashlib
from dataclasses import dataclass
from importlib import resources
from typing import TYPE_CHECKING, Any

from lamina.errors import MissingExtraError, QueueError, UnknownNameError
from lamina.storage import postgres_pool, postgres_schema
from lamina.storage.postgres import CONNECTIONS, shown, translated
from lamina.storage.turns import turns

try:
    import procrastinate.sql
    import psycopg
    from psycopg import RawCursor
except ImportError as error:
    raise MissingExtraError("The queue of jobs", "server") from error

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from datetime import datetime

SCHEMA = "lamina_queue"
_LOCK = 0x51756575  # held while tables are made, and while jobs are put in; "Queu"
_OURS = """
    CREATE TABLE workspaces (
        machine text NOT NULL, root text NOT NULL, fleet text NOT NULL,
        next_at timestamptz NOT NULL DEFAULT '-infinity', problem text NOT NULL DEFAULT '',
        PRIMARY KEY (machine, root)
    );
    CREATE INDEX ON workspaces (machine, next_at);
    CREATE TABLE failures (
        job_id bigint PRIMARY KEY REFERENCES procrastinate_jobs ON DELETE CASCADE,
        times integer NOT NULL DEFAULT 0, said text NOT NULL DEFAULT '',
        at timestamptz NOT NULL DEFAULT now(), asked boolean NOT NULL DEFAULT false
    );
    CREATE INDEX lamina_known ON procrastinate_jobs (queueing_lock)
        WHERE status IN ('todo', 'doing', 'failed');
    CREATE INDEX lamina_turns ON procrastinate_jobs (queue_name, (args->>'fleet'), priority)
        WHERE status = 'todo';
    CREATE TABLE version (name text NOT NULL)
"""
_PUT = """
    SELECT count(*) FROM (SELECT unnest(procrastinate_defer_jobs_v1(array_agg(ROW(
        $1, job, priority, NULL, key, jsonb_build_object('root', root, 'fleet', fleet, 'due', due),
        NULL)::procrastinate_job_to_defer_v1 ORDER BY place)))
    FROM unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::int[])
    WITH ORDINALITY AS wanted (job, root, fleet, due, key, priority, place)) AS done
"""
# The turn of the first that waits; a job that is tried again kept an old one.
_HEAD = """
    SELECT coalesce(
        (SELECT -max(priority) FROM procrastinate_jobs
         WHERE queue_name = $1 AND status = 'todo' AND attempts = 0),
        (SELECT max(-priority) FROM procrastinate_jobs
         WHERE queue_name = $1 AND status = 'doing'), 0)
"""
_LAST = """
    SELECT args->>'fleet', max(-priority) FROM procrastinate_jobs
    WHERE queue_name = $1 AND status = 'todo' AND args->>'fleet' = ANY($2) GROUP BY 1
"""
_JOBS = """
    SELECT id, task_name, args->>'root', args->>'fleet', args->>'due', jobs.status::text,
        coalesce(times, 0), coalesce(said, ''), scheduled_at, coalesce(asked, false)
    FROM procrastinate_jobs jobs LEFT JOIN failures ON job_id = id
    WHERE queue_name = $1 AND jobs.status IN ('todo', 'doing', 'failed')
"""
_LOOK = """
    UPDATE workspaces SET next_at = now() + $3::float8 * interval '1 second'
    WHERE (machine, root) IN (
        SELECT machine, root FROM workspaces WHERE machine = $1 AND next_at <= now()
        ORDER BY next_at LIMIT $2 FOR UPDATE SKIP LOCKED)
    RETURNING root, fleet
"""
_RESCUE = """
    UPDATE procrastinate_jobs SET status = 'todo', attempts = attempts + 1, worker_id = NULL
    WHERE queue_name = $1 AND status = 'doing' AND (id = ANY($3) OR worker_id IS NULL
        OR worker_id IN (SELECT id FROM procrastinate_workers
                         WHERE last_heartbeat < now() - $2::float8 * interval '1 second'))
    RETURNING id
"""


@dataclass(frozen=True, slots=True)
class Wanted:
    """A job that is to be done in a workspace."""

    root: str
    fleet: str  # who takes turns with others
    job: str
    due: str  # ISO; what it is due for


@dataclass(frozen=True, slots=True)
class Queued:
    """A job of the queue."""

    id: int
    job: str
    root: str
    fleet: str
    due: str
    state: str  # waiting, running, aside
    failures: int = 0
    said: str = ""  # why it failed last
    at: datetime | None = None  # when it is tried again
    asked: bool = False  # a person wants it to be tried now

    def as_dict(self) -> dict[str, Any]:
        """Return the shape every face shows."""
        return {
            "id": self.id,
            "job": self.job,
            "workspace": self.root,
            "fleet": self.fleet,
            "due": self.due,
            "state": self.state,
            "failures": self.failures,
            "why": self.said or None,
            "again": self.at.isoformat(timespec="seconds") if self.at else None,
        }


_STATES = {"todo": "waiting", "doing": "running", "failed": "aside"}


class Queue:
    """The jobs of one machine's workspaces, or of those that several machines mount."""

    def __init__(self, url: str, machine: str, connections: int = CONNECTIONS) -> None:
        self.url = url
        self.machine = machine
        self.shown = shown(url)
        self._key = f"queue {url}"
        self._pool = postgres_pool.join(self._key, connections, self._open, self.shown)

    def _open(self) -> psycopg.Connection[Any]:
        found: psycopg.Connection[Any] = psycopg.connect(
            self.url,
            autocommit=True,
            cursor_factory=RawCursor,
            connect_timeout=10,
            application_name="lamina-queue",
        )
        try:
            postgres_schema.migrate(found, self.shown)  # leases, and all that jobs work with
            migrate(found, self.shown)
            found.execute(f"SET search_path TO {SCHEMA}")
        except BaseException:
            found.close()
            raise
        return found

    @contextlib.contextmanager
    def _raw(self) -> Iterator[psycopg.Connection[Any]]:
        with translated(self.shown), self._pool.taken(0) as (raw, _):
            yield raw

    def _rows(self, sql: str, *values: Any) -> list[Any]:
        """Run a statement that may be run twice; where the connection was lost, on a new one."""
        losses = self._pool.losses
        with translated(self.shown):
            try:
                with self._pool.taken(0) as (raw, _):
                    return raw.execute(sql, values).fetchall()
            except psycopg.OperationalError:
                if self._pool.losses == losses:
                    raise
            with self._pool.taken(0) as (raw, _):
                return raw.execute(sql, values).fetchall()

    def now(self) -> datetime:
        """Return the database's present moment, the one clock of all workers."""
        found: datetime = self._rows("SELECT clock_timestamp()")[0][0]
        return found

    def register(self, fleet: str, roots: Iterable[str]) -> tuple[int, int]:
        """Say which workspaces a fleet has; return how many are new, and how many left it."""
        listed = list(roots)
        gone = self._rows(
            "DELETE FROM workspaces WHERE machine = $1 AND fleet = $2 AND root != ALL($3)"
            " RETURNING 1",
            *(self.machine, fleet, listed),
        )
        new = self._rows(
            "INSERT INTO workspaces (machine, root, fleet) SELECT $1, root, $2"
            " FROM unnest($3::text[]) AS root ON CONFLICT DO NOTHING RETURNING 1",
            *(self.machine, fleet, listed),
        )
        return len(new), len(gone)

    def workspaces(self) -> list[tuple[str, str, datetime, str]]:
        """Return the workspaces: folder, fleet, when it is looked at next, what is wrong."""
        return self._rows(
            "SELECT root, fleet, nullif(next_at, '-infinity'), problem FROM workspaces"
            " WHERE machine = $1 ORDER BY root",
            self.machine,
        )

    def to_look_at(self, limit: int, seconds: float) -> list[tuple[str, str]]:
        """Take workspaces that are to be looked at now: folder, fleet; nobody else gets them.

        ``seconds``: after which they are looked at again, whatever becomes of this look.
        """
        return self._rows(_LOOK, self.machine, limit, seconds)

    def look_again(self, root: str, at: datetime | None, problem: str | None = None) -> None:
        """Have a workspace looked at no later than a moment; keep what is wrong with it."""
        self._rows(
            "UPDATE workspaces SET next_at = least(next_at, $3), problem = coalesce($4, problem)"
            " WHERE machine = $1 AND root = $2 RETURNING 1",
            *(self.machine, root, at, problem),
        )

    def put(self, wanted: Sequence[Wanted]) -> int:
        """Put jobs in, each fleet's in this order, and return how many are new."""
        keys = [_key(self.machine, one) for one in wanted]
        with self._raw() as raw, raw.transaction():
            raw.execute("SELECT pg_advisory_xact_lock($1)", (_LOCK,))
            known = {
                key
                for (key,) in raw.execute(
                    "SELECT queueing_lock FROM procrastinate_jobs WHERE queueing_lock = ANY($1)"
                    " AND status IN ('todo', 'doing', 'failed')",
                    (keys,),
                )
            }
            new = {key: one for key, one in zip(keys, wanted, strict=True) if key not in known}
            if not new:
                return 0
            (head,) = raw.execute(_HEAD, (self.machine,)).fetchone() or (0,)
            fleets = [one.fleet for one in new.values()]
            last = dict(raw.execute(_LAST, (self.machine, list(set(fleets)))).fetchall())
            rows = [
                (one.job, one.root, one.fleet, one.due, key, -turn)
                for (key, one), turn in zip(new.items(), turns(head, last, fleets), strict=True)
            ]
            columns = [list(column) for column in zip(*rows, strict=True)]
            found = raw.execute(_PUT, (self.machine, *columns)).fetchone()
            return int(found[0]) if found else 0

    def jobs(self, wanted: int = 0) -> list[Queued]:
        """Return the jobs in the order in which they are taken; those set aside come last."""
        which = "AND id = $2" if wanted else "AND $2::bigint = 0"
        order = "ORDER BY jobs.status = 'failed', jobs.status = 'todo', priority DESC, id"
        return [
            Queued(number, job, root, fleet, due, _STATES[status], *rest)
            for number, job, root, fleet, due, status, *rest in self._rows(
                f"{_JOBS} {which} {order}", self.machine, wanted
            )
        ]

    def job(self, number: int) -> Queued:
        """Return one job, or raise UnknownNameError."""
        found = self.jobs(number)
        if not found:
            raise UnknownNameError("job", str(number), [str(one.id) for one in self.jobs()])
        return found[0]

    def note_failure(self, number: int, times: int, said: str) -> None:
        """Keep how often a job failed, and why it did last."""
        self._rows(
            "INSERT INTO failures (job_id, times, said) SELECT $1, $2, $3 WHERE EXISTS"
            " (SELECT 1 FROM procrastinate_jobs WHERE id = $1) ON CONFLICT (job_id) DO UPDATE"
            " SET times = $2, said = $3, at = now(), asked = false RETURNING 1",
            *(number, times, said),
        )

    def retry(self, numbers: Iterable[int]) -> int:
        """Let jobs that were set aside, or wait after a failure, be tried at once."""
        with self._raw() as raw, raw.transaction():
            wanted = list(numbers)
            raw.execute(
                "UPDATE failures SET times = 0, asked = true WHERE job_id = ANY($1)", (wanted,)
            )
            return raw.execute(
                "UPDATE procrastinate_jobs SET status = 'todo', scheduled_at = NULL"
                " WHERE id = ANY($1) AND queue_name = $2 AND status IN ('todo', 'failed')",
                (wanted, self.machine),
            ).rowcount

    def drop(self, numbers: Iterable[int]) -> int:
        """Take jobs that do not run out of the queue; what is due comes back by itself."""
        return len(
            self._rows(
                "DELETE FROM procrastinate_jobs WHERE id = ANY($1) AND queue_name = $2"
                " AND status IN ('todo', 'failed') RETURNING 1",
                *(list(numbers), self.machine),
            )
        )

    def rescue(self, seconds: float, also: Iterable[int] = ()) -> int:
        """Let jobs be taken again whose worker gave no sign for so long; ``also``: these, too."""
        return len(self._rows(_RESCUE, self.machine, seconds, list(also)))

    def running_by(self, workers: Iterable[int]) -> set[int]:
        """Return the jobs that these workers are at, as the queue knows it."""
        rows = self._rows(
            "SELECT id FROM procrastinate_jobs WHERE status = 'doing' AND worker_id = ANY($1)",
            list(workers),
        )
        return {number for (number,) in rows}

    def takeable(self, names: Sequence[str]) -> bool:
        """Tell whether a job waits that one who can do these could take now."""
        return bool(
            self._rows(
                "SELECT 1 FROM procrastinate_jobs WHERE queue_name = $1 AND status = 'todo'"
                " AND task_name = ANY($2) AND coalesce(scheduled_at <= now(), true) LIMIT 1",
                *(self.machine, list(names)),
            )
        )

    def sign(self, workers: Iterable[int]) -> None:
        """Say that these workers are there."""
        self._rows(
            "UPDATE procrastinate_workers SET last_heartbeat = now() WHERE id = ANY($1)"
            " RETURNING 1",
            list(workers),
        )

    def close(self) -> None:
        """Leave the connections to the others of this process."""
        postgres_pool.leave(self._key)


def _key(machine: str, one: Wanted) -> str:
    """Return what a job is known by while it waits; short, however long the path."""
    named = f"{machine}\0{one.root}\0{one.job}"
    return hashlib.sha256(named.encode("utf-8", "surrogateescape")).hexdigest()[:32]


def _steps() -> list[str]:
    """Return the names of Procrastinate's migrations, in their order."""
    folder = resources.files(procrastinate.sql) / "migrations"
    return sorted(one.name for one in folder.iterdir() if one.name.endswith(".sql"))


def migrate(connection: psycopg.Connection[Any], where: str) -> None:
    """Make the tables, or bring Procrastinate's to the version that is installed; one does it."""
    newest = _steps()[-1]
    if _version(connection) == newest:
        return
    # Locked before the transaction begins: what others made meanwhile is seen from its begin.
    connection.execute("SELECT pg_advisory_lock($1)", (_LOCK,))
    try:
        _bring_forward(connection, where, newest)
    finally:
        connection.execute("SELECT pg_advisory_unlock($1)", (_LOCK,))


def _bring_forward(connection: psycopg.Connection[Any], where: str, newest: str) -> None:
    files = resources.files(procrastinate.sql)
    with connection.transaction():
        found = _version(connection)
        if found > newest:
            raise QueueError(
                f"{where}: a newer Procrastinate made its queue ({found}); this knows {newest}.",
                "Update the package procrastinate.",
            )
        if found == newest:
            return
        connection.execute(f"CREATE SCHEMA IF NOT EXISTS {SCHEMA}")
        connection.execute(f"SET LOCAL search_path TO {SCHEMA}")
        with connection.cursor() as cursor:
            if not found:
                cursor.execute((files / "schema.sql").read_text("utf-8").encode())
                cursor.execute(_OURS.encode())
            for name in _steps() if found else ():
                if name > found:
                    cursor.execute((files / "migrations" / name).read_text("utf-8").encode())
        connection.execute("DELETE FROM version")
        connection.execute("INSERT INTO version VALUES ($1)", (newest,))


def _version(connection: psycopg.Connection[Any]) -> str:
    """Return the last migration of Procrastinate that was made; empty: there is no queue."""
    row = connection.execute(f"SELECT to_regclass('{SCHEMA}.version')").fetchone()
    if row is None or row[0] is None:
        return ""
    row = connection.execute(f"SELECT name FROM {SCHEMA}.version").fetchone()
    return str(row[0]) if row else ""
