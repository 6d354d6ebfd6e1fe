"""What a worker does: sees what is due in many workspaces, queues it, and does it one by one.

Each workspace's own ledger (storage/state_jobs.py) decides what is due, when it is put into the
queue and once more when it is done: so that nothing is done twice, however often it was queued.
"""

from __future__ import annotations

import random
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from lamina.documents.lease_file import LeaseFile
from lamina.errors import (
    ConfigError,
    LaminaError,
    LeaseHeldError,
    LeaseLostError,
    StoreAwayError,
    WorkspacePathError,
)
from lamina.memory import Memory
from lamina.storage.postgres import Tenant
from lamina.storage.postgres_lease import Lease, since_start
from lamina.storage.postgres_queue import Queue, Queued, Wanted
from lamina.storage.postgres_queue_run import Duties, Loop, Verdict
from lamina.storage.postgres_state import PostgresState
from lamina.storage.state_jobs import Outcome
from lamina.storage.turns import rounds
from lamina.upkeep.jobs import EVERY
from lamina.upkeep.runner import this_runner

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping
    from datetime import datetime

    from lamina.places import Places
    from lamina.settings import Config
    from lamina.upkeep.jobs import Jobs, Ran

# What the jobs of a workspace are called (upkeep/works.py); a worker takes no others.
NAMES = ("hygiene", "daily note", "backup", "trim", "dreaming", "sync", "audit")
_LOOKS = 100  # workspaces that are looked at in one go
_BUSY = 60.0  # seconds until another process, which is at the job, is looked at again
_SOON = 5.0
_LONGEST = 3600.0
_SAID = 200  # characters


@dataclass(frozen=True, slots=True)
class Looked:
    """What a look came to."""

    workspaces: int
    queued: int
    problems: tuple[str, ...] = ()


class Work:
    """The work of one machine's fleets, or of those that several machines mount."""

    def __init__(
        self,
        places: Places,
        config: Config,
        *,
        overrides: Mapping[str, str] | None = None,
        say: Callable[[str], None] = lambda _: None,
        clock: Callable[[], datetime] | None = None,
    ) -> None:
        """Keep the parts; ``clock``: by default the database's, the same for all workers."""
        import platform

        if not config.store.url:
            raise ConfigError(
                "store.url",
                "is not set, and workers share their jobs in a PostgreSQL database",
                "On one machine alone: lamina fleet run, or lamina daemon. See docs/scale.md.",
            )
        self.places = places
        self.config = config
        self.overrides = dict(overrides or {})
        self.say = say
        self.machine = config.store.machine or platform.node()
        self.queue = Queue(config.store.url, self.machine, config.store.connections)
        self._given = clock
        # Each workspace opens and closes its stores; the connections stay for the next one's.
        self._store = PostgresState(config.store.url, Tenant.of(""), config.store.connections)
        self._store.database.stay()

    def register(self, fleet: str, roots: Iterable[Path]) -> tuple[int, int]:
        """Say which workspaces a fleet has; return how many are new, and how many left it."""
        return self.queue.register(fleet, [str(root) for root in dict.fromkeys(roots)])

    def look(self) -> Looked:
        """See what is due in the workspaces whose time has come, and queue it."""
        seconds = self.config.fleet.look_minutes * 60
        looked = queued = 0
        problems: list[str] = []
        seen: set[str] = set()  # each once, wherever a clock stands
        while found := [
            one for one in self.queue.to_look_at(_LOOKS, seconds) if one[0] not in seen
        ]:
            seen.update(root for root, _ in found)
            wanted: list[Wanted] = []
            for root, fleet in found:
                problem = self._look(root, fleet, wanted)
                if problem:
                    problems.append(f"{root}: {problem}")
            queued += self.queue.put(rounds(wanted, lambda one: one.root))
            looked += len(found)
        return Looked(looked, queued, tuple(problems))

    def _look(self, root: str, fleet: str, wanted: list[Wanted]) -> str:
        try:
            clock = self._clock()
            with Memory(root, clock=clock, places=self.places, overrides=self.overrides) as memory:
                jobs = memory.jobs
                wanted += [
                    Wanted(root, fleet, job.name, at.isoformat(timespec="minutes"))
                    for job, at in jobs.due()
                ]
                now = memory.now
                coming = [at for at in _regular(jobs).values() if at > now]
                self.queue.look_again(root, min(coming, default=None), "")
        except StoreAwayError:
            raise
        except LaminaError as error:
            said = _short(error.message)
        except Exception as fault:  # noqa: BLE001 - one workspace's fault is not the others'
            said = f"a fault in Lamina ({type(fault).__name__}: {fault})"
        else:
            return ""
        self.queue.look_again(root, None, said)
        return said

    def do(self, job: Queued) -> Verdict:
        """Do one job under the lease of its workspace, and say what becomes of it."""
        try:
            with self._opened(job.root) as memory:
                return self._run(memory, job)
        except LeaseHeldError as error:
            wait = min(max(error.seconds, 1), _SOON) * random.uniform(0.5, 1)  # noqa: S311
            return Verdict(again=wait, busy=True)
        except LeaseLostError as error:
            self._tell(job, error.message)
            return Verdict(again=_SOON, busy=True)
        except StoreAwayError:
            raise  # nobody's fault: the job waits in the queue
        except LaminaError as error:
            return self._failed(job, error.message)
        except Exception as fault:  # noqa: BLE001 - one job's fault is not the others'
            return self._failed(job, f"a fault in Lamina ({type(fault).__name__}: {fault})")

    @contextmanager
    def _opened(self, root: str) -> Iterator[Memory]:
        folder = Path(root)
        if not folder.is_dir():
            raise WorkspacePathError(
                root,
                "there is no such folder here",
                "Mount it here.",
            )
        with (
            Lease.take(
                self.queue.url,
                Tenant.at(self.machine, folder),
                this_runner(),
                self.config.fleet.lease_seconds,
                shown=root,
                above=LeaseFile(folder / "memory" / ".dreams" / "lease").number(),
                connections=self.config.store.connections,
            ) as lease,
            Memory(
                folder,
                clock=self._clock(),
                places=self.places,
                overrides=self.overrides,
                lease=lease,
            ) as memory,
        ):
            yield memory

    def _clock(self) -> Callable[[], datetime]:
        """Return the database's clock: asked once, then counted on, whatever is done to ours."""
        if self._given is not None:
            return self._given
        now, began = self.queue.now(), since_start()
        return lambda: now + timedelta(seconds=since_start() - began)

    def _run(self, memory: Memory, job: Queued) -> Verdict:
        jobs = memory.jobs
        ran = jobs.run(job.job, heard=False, again=job.asked)
        if ran is None:
            return _not_now(jobs, job.job)
        self._tell(job, str(ran.error) if ran.error else ran.outcome.value)
        if ran.outcome is Outcome.LOST:
            return Verdict(again=_SOON)
        if ran.outcome is Outcome.FAILED:
            return self._failed(job, ran.error.message if ran.error else "", _wait(jobs, ran))
        at = _regular(jobs).get(job.job)
        if at is not None:
            self.queue.look_again(job.root, at)
        return Verdict()

    def _failed(self, job: Queued, said: str, wait: float = 0.0) -> Verdict:
        """Keep a failure; after fleet.attempts of them the job is set aside."""
        times = job.failures + 1
        self.queue.note_failure(job.id, times, _short(said))
        if times >= self.config.fleet.attempts:
            self._tell(job, f"set aside after {times} failures (lamina fleet jobs)")
            return Verdict(aside=True)
        return Verdict(again=wait or min(30.0 * 2 ** (times - 1), _LONGEST))

    def _tell(self, job: Queued, said: str) -> None:
        self.say(f"{job.root}: {job.job}: {_short(said)}")

    def loop(self, *, concurrency: int = 1, once: bool = False, look_seconds: float = 20) -> Loop:
        """Return the loop of a worker process."""
        duties = Duties(NAMES, self.do, self.look, self.say)
        lease = self.config.fleet.lease_seconds
        return Loop(self.queue, duties, concurrency, lease, look_seconds, once)

    def close(self) -> None:
        """Give the connections back."""
        self.queue.close()
        self._store.close()


def _regular(jobs: Jobs) -> dict[str, datetime]:
    """Return when the jobs that have times of their own come next."""
    every = {name for name, job in jobs.jobs.items() if job.rule.cron == EVERY}
    return {name: at for name, at in jobs.upcoming().items() if name not in every}


def _not_now(jobs: Jobs, name: str) -> Verdict:
    """Say what becomes of a job that could not be begun: done already, under way, or waiting."""
    standing, now = jobs.ledger.standing(name), jobs.clock()
    if standing.last and standing.last.outcome is Outcome.RUNNING:
        return Verdict(again=_BUSY)
    if standing.wait and standing.wait > now:
        return Verdict(again=min((standing.wait - now).total_seconds(), _LONGEST))
    return Verdict()


def _wait(jobs: Jobs, ran: Ran) -> float:
    """Return the seconds the ledger has a failed job wait."""
    wait = jobs.ledger.standing(ran.job).wait
    return max((wait - jobs.clock()).total_seconds(), 1.0) if wait else 0.0


def _short(said: str) -> str:
    return said.partition("\n")[0][:_SAID]
