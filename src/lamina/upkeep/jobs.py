"""The jobs of upkeep: when each is due, its work, and one run of it by the ledger.

Every runner (daemon, heartbeat, a command) goes through ``Jobs.run``: so that of many one does the
work, and what was cut off is due again.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import timedelta
from itertools import islice
from typing import TYPE_CHECKING, Any

from lamina.documents import cron
from lamina.errors import (
    ClaimLostError,
    ConfigError,
    LaminaError,
    LeaseLostError,
    StoreAwayError,
    UpkeepError,
)
from lamina.storage.state_jobs import CLOCK_WRONG, LONGEST_WAIT, NEVER, Outcome
from lamina.upkeep import due
from lamina.upkeep.runner import (
    is_gone,
    is_left,
    is_outlived,
    this_runner,
    under_lease,
    under_way,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from datetime import datetime

    from lamina.storage.state_jobs import JobTables, Run, Standing
    from lamina.upkeep.due import Rule
    from lamina.upkeep.times import Times

EVERY = "* * * * *"  # at every heartbeat; no oftener than once a minute
_SAID = 200  # characters of an error that are kept
MANY = 3  # failures in a row
_SOON = timedelta(hours=26)  # a machine may have slept for a day


@dataclass(frozen=True, slots=True)
class Occasion:
    """What a job's work is told."""

    due: datetime  # in the rule's zone: the time that is made up for, however late it is
    last: datetime | None  # what was done last; what lies between was missed
    check: Callable[[], None]  # raises ClaimLostError where somebody else has taken over
    heard: bool = True  # whether somebody reads what the run says now


@dataclass(frozen=True, slots=True)
class Result:
    """What a job's work came to."""

    says: tuple[str, ...] = ()  # what a person should know or do
    idle: bool = False  # nothing was to be done, and no file shows that it was looked
    asides: tuple[str, ...] = ()  # said once, to whoever reads now, and kept nowhere
    value: Any = None  # for a caller that knows the job


@dataclass(frozen=True, slots=True)
class Job:
    """One job: when it is due, what is done, where its time is kept."""

    name: str
    rule: Rule
    work: Callable[[Occasion], Result]
    key: str  # in memory/heartbeat-state.json
    # When others did it, beside the ledger: by hand, by another program.
    elsewhere: Callable[[], datetime | None] = lambda: None
    off: str = ""  # why it is never due


@dataclass(frozen=True, slots=True)
class Ran:
    """One run of a job, as its runner saw it."""

    job: str
    due: datetime
    outcome: Outcome
    result: Result = field(default_factory=Result)
    error: LaminaError | None = None


@dataclass(frozen=True, slots=True)
class View:
    """How a job stands, for people."""

    name: str
    last: datetime | None
    next: datetime | None
    state: str  # waiting, due, running, failed, off, wrong
    why: str
    alarm: str = ""  # what should have happened and did not

    def as_dict(self) -> dict[str, Any]:
        """Return the shape every face shows."""
        return {
            "job": self.name,
            "last": self.last.isoformat(timespec="seconds") if self.last else None,
            "next": self.next.isoformat(timespec="seconds") if self.next else None,
            "state": self.state,
            "why": self.why,
            "alarm": self.alarm or None,
        }


class Jobs:
    """The jobs of one workspace, and their ledger."""

    def __init__(
        self,
        ledger: JobTables,
        jobs: Iterable[Job],
        *,
        clock: Callable[[], datetime],
        times: Times,
        runner: str = "",
        host: str = "",
        lease: int = 0,
    ) -> None:
        """Keep the parts.

        Args:
            ledger: which runs there were.
            jobs: in the order in which they are shown.
            clock: the present moment, in the user's zone.
            times: where other programs read when jobs were done.
            runner: this process, as the ledger names it.
            host: this machine's name, where it is another than the system's.
            lease: the number of the lease under which this process works; 0: under none.
        """
        self.ledger = ledger
        self.jobs = {job.name: job for job in jobs}
        self.clock = clock
        self.times = times
        self.runner = runner or (under_lease(lease, host) if lease else this_runner(host))
        self.host = host
        self.lease = lease

    def due(self) -> list[tuple[Job, datetime]]:
        """Return the jobs to be done now and the times they are due for, the oldest first.

        A job whose rule cannot be read is left out; ``views`` says why.
        """
        found = []
        now = self.clock()
        for job, standing in self._standings():
            at = None if job.off else _safely(due.due, job.rule, self._last(job, standing), now)
            if at and not self._busy(standing, now):
                found.append((job, at))
        return sorted(found, key=lambda one: one[1])

    def _standings(self) -> list[tuple[Job, Standing]]:
        known = self.ledger.standings()
        return [(job, known.get(job.name, NEVER)) for job in self.jobs.values()]

    def next(self) -> datetime | None:
        """Return when the next job is to be done; a failed one when it is tried again."""
        return min(self.upcoming().values(), default=None)

    def upcoming(self) -> dict[str, datetime]:
        """Return when each job is to be done next; those under way, or never done, are left out."""
        now = self.clock()
        times = {}
        for job, standing in self._standings():
            last = self._last(job, standing)
            at = None if job.off else _safely(due.upcoming, job.rule, last, now)
            if at and (not standing.last or standing.last.outcome is not Outcome.RUNNING):
                times[job.name] = max(at, standing.wait) if standing.wait else at
        return times

    def run(
        self,
        name: str,
        work: Callable[[Occasion], Result] | None = None,
        *,
        heard: bool = True,
        again: bool = False,
    ) -> Ran | None:
        """Do a job, or this work in its place, if it is due and nobody is at it; None otherwise.

        ``heard``: whether somebody reads what it says; ``again``: also if it failed just now.
        What went wrong in the work is kept in the ledger and returned, not raised.
        """
        job, now = self.jobs[name], self.clock()
        job = replace(job, work=work) if work else job
        last = self._last(job, self.ledger.standing(name))
        at = None if job.off else due.due(job.rule, last, now)
        if at is None:
            return None
        with under_way(name, now):
            claim = self.ledger.claim(
                name, at, now, self.runner, lambda run: self._is_gone(run, now), waits=not again
            )
            return self._run(job, at, last, claim, heard=heard) if claim else None

    def views(self) -> list[View]:
        """Return how every job stands."""
        return [self._view(job) for job in self.jobs.values()]

    def _is_gone(self, run: Run, now: datetime) -> bool:
        if run.runner == self.runner:
            return is_left(run)
        return is_outlived(run, now, self.lease) if self.lease else is_gone(run, now, self.host)

    def _busy(self, standing: Standing, now: datetime) -> bool:
        """Tell whether a job is under way, or failed just now."""
        run = standing.last
        if run and run.outcome is Outcome.RUNNING:
            return not self._is_gone(run, now)
        return bool(standing.wait and now < standing.wait <= now + LONGEST_WAIT)

    def _run(
        self, job: Job, at: datetime, last: datetime | None, claim: int, *, heard: bool
    ) -> Ran:
        def check() -> None:
            if not self.ledger.holds(claim):
                raise ClaimLostError(job.name)

        try:
            result = job.work(Occasion(at, last, check, heard))
            check()
        except (ClaimLostError, LeaseLostError) as error:
            return Ran(job.name, at, Outcome.LOST, error=error)
        except StoreAwayError as error:  # no failure of the job: it is due again at once
            self.ledger.release(claim)
            return Ran(job.name, at, Outcome.LOST, error=error)
        except LaminaError as error:
            self._failed(job, claim, error.message)
            return Ran(job.name, at, Outcome.FAILED, error=error)
        except Exception as fault:  # noqa: BLE001 - one job's fault is not the others'
            broken = UpkeepError(
                f"The job {job.name!r} met a fault in Lamina ({type(fault).__name__}: {fault}).",
                "Please report it.",
            )
            broken.__cause__ = fault
            self._failed(job, claim, broken.message)
            return Ran(job.name, at, Outcome.FAILED, error=broken)
        except BaseException:  # told to stop: it is due again at once
            self.ledger.release(claim)
            raise
        said = list(result.says)
        if not result.idle:
            said += self._keep_time(job)
        if not self.ledger.finish(claim, Outcome.DONE, self.clock(), said):
            return Ran(job.name, at, Outcome.LOST, error=ClaimLostError(job.name))
        return Ran(job.name, at, Outcome.DONE, result)

    def _keep_time(self, job: Job) -> tuple[str, ...]:
        try:
            return self.times.keep([job.key])
        except LaminaError as error:  # the ledger has it
            return (f"The time of {job.name} could not be kept: {error.message}",)

    def _failed(self, job: Job, claim: int, message: str) -> None:
        """Keep a failure; a person hears of the first, the second, the fourth and so on."""
        count = self.ledger.standing(job.name).failures + 1
        reason = message.partition("\n")[0][:_SAID]
        again = f" ({count} times in a row)" if count > 1 else ""
        said = [f"{job.name} failed{again}: {reason}"] if count & (count - 1) == 0 else []
        self.ledger.finish(claim, Outcome.FAILED, self.clock(), said)

    def _last(self, job: Job, standing: Standing) -> datetime | None:
        """Return when the job was done: for which due time, or when by somebody else."""
        other = job.elsewhere()
        mine = standing.done.due if standing.done else None
        if mine is None or other is None:
            return mine or other
        now = self.clock()
        return max((at for at in (mine, other) if at - now <= CLOCK_WRONG), default=mine)

    def _view(self, job: Job) -> View:
        now, standing = self.clock(), self.ledger.standing(job.name)
        last = self._last(job, standing)
        ended = standing.done.ended if standing.done else None
        done = max((at for at in (ended, job.elsewhere()) if at), default=None)
        shown = done.astimezone(job.rule.zone) if done else None
        if job.off:
            return View(job.name, shown, None, "off", job.off)
        try:
            at = due.due(job.rule, last, now)
            following = due.upcoming(job.rule, last, now)
        except ConfigError as error:
            return View(job.name, shown, None, "wrong", error.message, error.message)
        run = standing.last
        alarm = _late(job, standing, last, now)
        if run and run.outcome is Outcome.RUNNING:
            why = f"since {run.started.astimezone(now.tzinfo):%Y-%m-%d %H:%M} by {run.runner}"
            if not self._is_gone(run, now):
                return View(job.name, shown, following, "running", why, alarm)
            return View(job.name, shown, at or following, "due", "its runner is gone", alarm)
        if standing.failures and run:
            reason = next(iter(self._reasons(job.name)), "its runner was gone")
            following = max(following, standing.wait) if following and standing.wait else following
            if standing.failures >= MANY:
                alarm = f"{job.name} failed {standing.failures} times in a row: {reason}"
            return View(job.name, shown, following, "failed", reason, alarm)
        if at:
            return View(job.name, shown, at, "due", _since(at), alarm)
        why = job.rule.cron if following else "no time is set"
        return View(job.name, shown, following, "waiting", why)

    def _reasons(self, name: str) -> Iterable[str]:
        return (
            said.partition(": ")[2]
            for run in self.ledger.runs(name, 16)
            if run.outcome is Outcome.FAILED
            for said in run.said
        )


def _safely(
    ask: Callable[[Rule, datetime | None, datetime], datetime | None],
    rule: Rule,
    last: datetime | None,
    now: datetime,
) -> datetime | None:
    try:
        return ask(rule, last, now)
    except ConfigError:
        return None


def _late(job: Job, standing: Standing, last: datetime | None, now: datetime) -> str:
    """Say that a job which used to be done missed two of its times."""
    if standing.done is None or last is None or not job.rule.cron or now - last < _SOON:
        return ""
    times = cron.before(job.rule.cron, now, job.rule.zone, job.rule.setting)
    missed = list(islice(times, 2))
    if len(missed) < 2 or last >= missed[1]:
        return ""
    return f"{job.name} was last done {last:%Y-%m-%d}, though it was due {missed[0]:%Y-%m-%d %H:%M}"


def _since(at: datetime) -> str:
    return f"since {at:%Y-%m-%d %H:%M}"
