"""A ledger of trivial jobs by itself, and runners that break off where they are told to."""

from __future__ import annotations

import subprocess
import sys
from zoneinfo import ZoneInfo

from lamina.storage.sqlite import Database, migrate
from lamina.storage.state_jobs import JOBS, JobTables
from lamina.upkeep.due import Rule
from lamina.upkeep.jobs import Job, Jobs, Result
from lamina.upkeep.times import Times

HOST = "desk"
DEAD = f"{HOST}:999999999:1"  # no such process


class Crash(BaseException):
    """The process is gone: nothing after it happens."""


class CrashingLedger(JobTables):
    """A ledger whose runner is killed just after it claimed, or just before it kept the end."""

    def __init__(self, database, crashes):
        super().__init__(database)
        self.crashes = crashes  # a place -> whether to break off there
        self.killed = False

    def claim(self, *arguments, **how):
        claim = super().claim(*arguments, **how)
        if claim and self.crashes("claimed"):
            self.killed = True
            raise Crash
        return claim

    def finish(self, *arguments):
        if self.crashes("worked"):
            self.killed = True
            raise Crash
        return super().finish(*arguments)

    def release(self, claim):
        if not self.killed:
            super().release(claim)


class NoTimes(Times):
    """Keeps no times."""

    def __init__(self):
        pass

    def keep(self, keys):
        self.kept = tuple(keys)
        return ()


def open_ledger(path):
    return Database(path, prepare=lambda connection: migrate(connection, path, (JOBS,)))


def jobs_of(ledger, clock, zone, crons, work, *, runner="", host=HOST):
    """Return jobs by their expressions, all with the same work: work(name, occasion)."""

    def doing(name):
        return lambda occasion: work(name, occasion) or Result(idle=True)

    zone = ZoneInfo(zone) if isinstance(zone, str) else zone
    listed = [Job(name, Rule(cron, zone, "x"), doing(name), name) for name, cron in crons.items()]
    return Jobs(ledger, listed, clock=clock, times=NoTimes(), runner=runner, host=host)


def start(code, environment, *arguments):
    """Start a Python process that has this file's folder at hand."""
    return subprocess.Popen(
        [sys.executable, "-c", code, *map(str, arguments)],
        env=environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
