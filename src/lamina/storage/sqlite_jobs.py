"""The ledger of upkeep in the state store: which job ran for which due time, and how it ended."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lamina.storage.sqlite import Database

JOBS = """
    CREATE TABLE job_runs (
        id INTEGER PRIMARY KEY, job TEXT NOT NULL, due TEXT NOT NULL, started TEXT NOT NULL,
        ended TEXT NOT NULL, outcome TEXT NOT NULL, runner TEXT NOT NULL, details TEXT NOT NULL
    );
    CREATE INDEX job_runs_job ON job_runs (job, id)
"""


class SqliteJobs:
    """The part of the state that jobs read and write."""

    def __init__(self, database: Database) -> None:
        self.database = database
