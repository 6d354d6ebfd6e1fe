"""Who runs a job: ``host:pid:start``, and whether that process is still there.

A worker that holds a workspace's lease puts its number before: ``lease 17 of host:pid:start``.

The start (clock ticks since the machine's own start, from /proc; empty where there is no /proc)
tells a process from a later one with the same number.
"""

from __future__ import annotations

import os
import re
import threading
from collections import Counter
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lamina.storage.state_jobs import Run

DEAD = timedelta(minutes=1)  # a run of a process that is gone
_FOREIGN = timedelta(hours=1)  # a run on another machine, of which nothing else is known
_LEASE = re.compile(r"lease (\d+) of ")
_ENDED = "-"  # a zombie: its parent has not looked yet
_lock = threading.Lock()
_under_way: Counter[tuple[str, datetime]] = Counter()


@contextmanager
def under_way(job: str, started: datetime) -> Iterator[None]:
    """Let the other threads of this process know of a run, before its claim and until its end."""
    key = job, _second(started)
    with _lock:
        _under_way[key] += 1
    try:
        yield
    finally:
        with _lock:
            _under_way[key] -= 1
            if not _under_way[key]:
                del _under_way[key]


def is_left(run: Run) -> bool:
    """Tell whether a run of this process is one that nobody is at any more.

    The store was away when its claim was answered, or when its end was to be kept. Of two
    workspaces' runs of one second the other's is taken for it, and it is looked at again later.
    """
    with _lock:
        return not _under_way[run.job, _second(run.started)]


def _second(moment: datetime) -> datetime:
    return moment.astimezone(UTC).replace(microsecond=0)


def this_runner(host: str = "") -> str:
    """Return this process's name; ``host``: by default this machine's."""
    pid = os.getpid()
    return f"{host or os.uname().nodename}:{pid}:{_start(pid)}"


def under_lease(number: int, host: str = "") -> str:
    """Return this process's name while it holds a lease."""
    return f"lease {number} of {this_runner(host)}"


def is_outlived(run: Run, now: datetime, number: int) -> bool:
    """Tell, with a lease in hand, whether a run's claim may be taken over.

    One of an earlier lease may be at once: its holder can write nothing any more.
    """
    earlier = _LEASE.match(run.runner)
    return int(earlier[1]) < number if earlier else is_gone(run, now)


def is_gone(run: Run, now: datetime, host: str = "") -> bool:
    """Tell whether a run's claim may be taken over.

    On this machine its process must be dead, and the claim a minute old; of another machine only
    the age is known.
    """
    age = abs(now.astimezone(UTC) - run.started)
    there, pid, start = (*run.runner.rsplit(":", 2), "", "")[:3]
    if there != (host or os.uname().nodename):
        return age > _FOREIGN
    return age > DEAD and not (pid.isdecimal() and is_alive(int(pid), start))


def is_alive(pid: int, start: str = "") -> bool:
    """Tell whether a process is there, and is the one that began then."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except (PermissionError, OverflowError):  # somebody else's
        return True
    found = _start(pid)
    return found != _ENDED and (not start or not found or found == start)


def _start(pid: int) -> str:
    try:
        status = Path(f"/proc/{pid}/stat").read_text("utf-8", "replace")
    except OSError:
        return ""
    fields = status.rpartition(")")[2].split()  # the name before may hold anything
    return _ENDED if fields[0] in "ZX" else fields[19]
