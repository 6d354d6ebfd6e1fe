"""The ledger of upkeep in the state store: which job ran for which due time, and how it ended.

A row is a run. It is claimed in one transaction, so that of many processes one gets it; it is done
only when its runner says so, so that a crash leaves the job due. Due times and moments are in UTC,
and the newest row counts, not the largest time: a clock may have been wrong.
"""

from __future__ import annotations

import itertools
import json
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from lamina.storage.tables import Tables

JOBS = """
    CREATE TABLE job_runs (
        id INTEGER PRIMARY KEY AUTOINCREMENT, job TEXT NOT NULL, due TEXT NOT NULL,
        started TEXT NOT NULL, ended TEXT NOT NULL, outcome TEXT NOT NULL, runner TEXT NOT NULL,
        said TEXT NOT NULL, told INTEGER NOT NULL
    );
    CREATE INDEX job_runs_job ON job_runs (job, id)
"""
KEPT = 100  # runs of a job, beside the last that was done
LONGEST_WAIT = timedelta(minutes=60)
CLOCK_WRONG = timedelta(days=1)  # what is further ahead was kept by a clock that was wrong
_COLUMNS = "id, job, due, started, ended, outcome, runner, said"
# What tells how jobs stand, the newest first: all that failed, and the last of each outcome.
_TELLING = (
    f"SELECT {_COLUMNS} FROM job_runs WHERE {{}}(outcome IN ('failed', 'lost')"
    " OR id IN (SELECT max(id) FROM job_runs GROUP BY job, outcome)) ORDER BY id DESC"
)
_OF_ALL, _OF_JOB = _TELLING.format(""), _TELLING.format("job = ? AND ")


class Outcome(StrEnum):
    """How a run ended."""

    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"
    LOST = "lost"  # its runner was gone, and another took it over


_FAILURES = (Outcome.FAILED, Outcome.LOST)


class Run(NamedTuple):
    """One run of a job; ``said``: sentences for a person."""

    id: int
    job: str
    due: datetime
    started: datetime
    ended: datetime | None
    outcome: Outcome
    runner: str
    said: tuple[str, ...]


class Standing(NamedTuple):
    """How a job stands by its runs."""

    done: Run | None  # the last that was done
    last: Run | None
    failures: int  # in a row, those that were lost among them
    wait: datetime | None  # until when it is not tried again, after a failure


NEVER = Standing(None, None, 0, None)  # how a job stands that was never begun


class JobTables:
    """The part of the state that jobs read and write."""

    def __init__(self, database: Tables) -> None:
        self.database = database

    def claim(
        self,
        job: str,
        due: datetime,
        now: datetime,
        runner: str,
        gone: Callable[[Run], bool],
        *,
        waits: bool = True,
    ) -> int:
        """Begin the run of a job for a due time; return its id.

        0 where it is not to be had: done already, under way elsewhere, or failed just now.
        ``gone`` tells whether the runner of a run that has not ended is no more; ``waits`` whether
        it has to wait after a failure.
        """
        with self.database.transaction() as connection:
            standing = _standing(connection.execute(_OF_JOB, (job,)).fetchall())
            last = standing.last
            if last and last.outcome is Outcome.RUNNING:
                if not gone(last):
                    return 0
                connection.execute(
                    "UPDATE job_runs SET outcome = ?, ended = ? WHERE id = ?",
                    (Outcome.LOST, _text(now), last.id),
                )
            if _is_done(standing, due, now) or (waits and _waits(standing, now)):
                return 0
            row = (job, _text(due), _text(now), "", Outcome.RUNNING, runner, "[]", 1)
            found = connection.execute(
                "INSERT INTO job_runs (job, due, started, ended, outcome, runner, said, told)"
                " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                row,
            )
            connection.execute(
                "DELETE FROM job_runs WHERE job = ? AND id != ? AND id NOT IN"
                " (SELECT id FROM job_runs WHERE job = ? ORDER BY id DESC LIMIT ?)",
                (job, standing.done.id if standing.done else 0, job, KEPT),
            )
            return int(found.lastrowid or 0)

    def holds(self, claim: int) -> bool:
        """Tell whether a run that was begun is still its runner's."""
        rows = self.database.execute(
            "SELECT 1 FROM job_runs WHERE id = ? AND outcome = ?", (claim, Outcome.RUNNING)
        )
        return bool(rows)

    def finish(self, claim: int, outcome: Outcome, now: datetime, said: Sequence[str] = ()) -> bool:
        """Keep how a run ended; return False where another runner has taken it over."""
        with self.database.transaction() as connection:
            found = connection.execute(
                "UPDATE job_runs SET outcome = ?, ended = ?, said = ?, told = ?"
                " WHERE id = ? AND outcome = ?",
                (
                    *(
                        outcome,
                        _text(now),
                        json.dumps(list(said), ensure_ascii=False),
                        int(not said),
                    ),
                    *(claim, Outcome.RUNNING),
                ),
            )
            return bool(found.rowcount)

    def release(self, claim: int) -> None:
        """Give a run back as if it had never begun."""
        with self.database.transaction() as connection:
            connection.execute(
                "DELETE FROM job_runs WHERE id = ? AND outcome = ?", (claim, Outcome.RUNNING)
            )

    def standing(self, job: str) -> Standing:
        """Return how a job stands."""
        return _standing(self.database.execute(_OF_JOB, (job,)))

    def standings(self) -> dict[str, Standing]:
        """Return how each job stands that was ever begun, read at once."""
        by_job: dict[str, list[Any]] = {}
        for row in self.database.execute(f"SELECT {_COLUMNS} FROM job_runs ORDER BY id DESC"):
            by_job.setdefault(row[1], []).append(row)
        return {job: _standing(rows) for job, rows in by_job.items()}

    def runs(self, job: str = "", limit: int = 100) -> list[Run]:
        """Return runs, of one job or of all, newest first."""
        rows = self.database.execute(
            f"SELECT {_COLUMNS} FROM job_runs WHERE ? IN ('', job) ORDER BY id DESC LIMIT ?",
            (job, limit),
        )
        return [_run(row) for row in rows]

    def tell(self) -> list[Run]:
        """Return the runs that have something to say, each once, whoever asks; oldest first."""
        with self.database.transaction() as connection:
            rows = connection.execute(
                f"SELECT {_COLUMNS} FROM job_runs WHERE told = 0 ORDER BY id"
            ).fetchall()
            if rows:
                connection.execute("UPDATE job_runs SET told = 1 WHERE told = 0")
        return [_run(row) for row in rows]


def _standing(rows: Sequence[Any]) -> Standing:
    """Return how a job stands by its runs, the newest first."""

    def newest(*outcomes: Outcome) -> Run | None:
        found = (row for row in rows if not outcomes or row[5] in outcomes)
        return next((_run(row) for row in found), None)

    done, last = newest(Outcome.DONE), newest()
    failed = newest(*_FAILURES)
    since_done = itertools.takewhile(lambda row: not done or row[0] > done.id, rows)
    count = sum(row[5] in _FAILURES for row in since_done)
    wait = None
    if failed and count:
        since = failed.started if failed.outcome is Outcome.LOST else failed.ended or failed.started
        wait = since + min(timedelta(minutes=2 ** min(count - 1, 10)), LONGEST_WAIT)
    return Standing(done, last, count, wait)


def _is_done(standing: Standing, due: datetime, now: datetime) -> bool:
    done = standing.done
    return bool(done and due <= done.due <= now + CLOCK_WRONG)


def _waits(standing: Standing, now: datetime) -> bool:
    return bool(standing.wait and now < standing.wait <= now + LONGEST_WAIT)


def _run(row: Sequence[str]) -> Run:
    ended = datetime.fromisoformat(row[4]) if row[4] else None
    return Run(
        int(row[0]),
        row[1],
        datetime.fromisoformat(row[2]),
        datetime.fromisoformat(row[3]),
        ended,
        Outcome(row[5]),
        row[6],
        tuple(json.loads(row[7])),
    )


def _text(moment: datetime) -> str:
    return moment.astimezone(UTC).isoformat(timespec="seconds")
