"""When a rig has done enough: after some seconds, or after so many tries, which any run repeats."""

from __future__ import annotations

import time
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class End:
    """The end of a rig's work; what it does at least it does anyway."""

    at: float = 0.0  # of the clock that only goes forward
    tries: int = 0  # so many, however long they take; 0: as many as there is time for

    @classmethod
    def after(cls, seconds: float, tries: int = 0) -> End:
        """Return an end some seconds from now, or after so many tries where they are given."""
        return cls(time.monotonic() + seconds, tries)

    @property
    def seconds(self) -> float:
        """What is left of the time."""
        return max(0.0, self.at - time.monotonic())

    def come(self, tried: int) -> bool:
        """Say whether it has come, for one who tried so many."""
        return tried >= self.tries if self.tries else time.monotonic() > self.at
