"""One heartbeat: does what is due within some seconds, and says what needs a person."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from lamina.storage.state_jobs import Outcome

if TYPE_CHECKING:
    from collections.abc import Callable

    from lamina.upkeep.jobs import Jobs, Ran


@dataclass(frozen=True, slots=True)
class Beat:
    """What a heartbeat did, and what it has to say."""

    ran: tuple[Ran, ...] = ()
    left: tuple[str, ...] = ()  # due, and there was no time
    says: tuple[str, ...] = ()

    def as_dict(self) -> dict[str, Any]:
        """Return the shape every face shows."""
        return {
            "ok": not self.says,
            "says": list(self.says),
            "ran": [{"job": one.job, "outcome": one.outcome.value} for one in self.ran],
            "left": list(self.left),
        }


def beat(
    jobs: Jobs,
    seconds: float,
    clock: Callable[[], float],
    *,
    tell: bool = True,
    stop: Callable[[], bool] = lambda: False,
) -> Beat:
    """Do the jobs that are due, the longest due first, each once.

    Args:
        jobs: of the workspace.
        seconds: after which no other job is begun; one is always done.
        clock: seconds that go by, from any beginning.
        tell: whether to say, once, what this and earlier runs have to say.
        stop: asked before each job: whether to leave the rest for next time.
    """
    ran: list[Ran] = []
    left: list[str] = []
    began = clock()
    wrong = [view.alarm for view in jobs.views() if view.state == "wrong"] if tell else []
    for job, _ in jobs.due():
        if stop() or (ran and clock() - began >= seconds):
            left.append(job.name)
            continue
        done = jobs.run(job.name, heard=tell)
        if done:
            ran.append(done)
    lost = [str(one.error) for one in ran if one.outcome is Outcome.LOST]
    told = [said for run in jobs.ledger.tell() for said in run.said] if tell else []
    asides = [said for one in ran for said in one.result.asides] if tell else []
    return Beat(tuple(ran), tuple(left), (*wrong, *told, *asides, *lost))
