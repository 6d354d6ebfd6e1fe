"""How work grows with its input: CPU time at doubling sizes, and the exponent that fits it."""

from __future__ import annotations

import gc
import math
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

TOO_SHORT = 0.004  # seconds of CPU below which a clock says nothing


@dataclass(frozen=True, slots=True)
class Growth:
    """Sizes in characters, and seconds of CPU each took."""

    points: tuple[tuple[int, float], ...]

    @property
    def exponent(self) -> float:
        """The slope of log(time) over log(size), over the last two doublings; 0 if never slow."""
        told = [(n, t) for n, t in self.points if t >= TOO_SHORT]
        if len(told) < 2:
            return 0.0
        (n0, t0), (n1, t1) = told[max(0, len(told) - 3)], told[-1]
        return math.log(t1 / t0) / math.log(n1 / n0)

    def __str__(self) -> str:
        return " ".join(f"{n}:{t:.3f}s" for n, t in self.points) + f" -> {self.exponent:.2f}"


def cpu(work: Callable[[], object]) -> float:
    """Return the seconds of CPU one run took, the collector of garbage left out.

    It looks through all that the process holds, which has nothing to do with the work.
    """
    gc.disable()
    try:
        start = time.process_time()
        work()
        return time.process_time() - start
    finally:
        gc.enable()


def grow(
    work: Callable[[str], object],
    make: Callable[[int], str],
    *,
    first: int = 1000,
    largest: int = 10_000_000,
    enough: float = 0.4,
) -> Growth:
    """Double the input until it is the largest, or a run took ``enough`` seconds of CPU."""
    points: list[tuple[int, float]] = []
    size = first
    while True:
        text = make(size)
        took = cpu(lambda text=text: work(text))  # type: ignore[misc]
        points.append((len(text), took))
        if size >= largest or took >= enough:
            return Growth(tuple(points))
        size = min(largest, size * 2)
