"""Whose turn it is: the order in which the waiting jobs of many fleets are taken. Pure.

A fleet's jobs have one turn after the other, and the queue takes the smallest turn first: however
many jobs one fleet has put in, another's next job comes after at most one of each. A fleet that
had nothing to do begins at the turn the queue is at; nobody saves turns up.
"""

from __future__ import annotations

from collections import Counter
from operator import itemgetter
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Mapping

T = TypeVar("T")


def turns(head: int, last: Mapping[str, int], fleets: Iterable[str]) -> list[int]:
    """Return the turn of each new job.

    Args:
        head: the turn the queue is at.
        last: the last turn of each fleet that has jobs waiting.
        fleets: whose each new job is, in the order in which they are to be done.
    """
    taken = dict(last)
    found = []
    for fleet in fleets:
        taken[fleet] = max(head, taken.get(fleet, head - 1) + 1)
        found.append(taken[fleet])
    return found


def rounds(jobs: Iterable[T], of: Callable[[T], Hashable]) -> list[T]:
    """Return the first job of each workspace, then the second of each, and so on.

    Workers that take one after the other then meet in no workspace, where one had to wait.
    """
    seen: Counter[Hashable] = Counter()
    placed = []
    for job in jobs:
        placed.append((seen[of(job)], job))
        seen[of(job)] += 1
    return [job for _, job in sorted(placed, key=itemgetter(0))]
