"""How much a token may ask for: so many requests a minute, and a few at once."""

from __future__ import annotations

import math
from collections import OrderedDict
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

_KNOWN = 100_000  # tokens that are kept count of


class Rate:
    """A bucket a token: full it holds a minute's requests, and it fills as time goes by."""

    def __init__(self, a_minute: int, timer: Callable[[], float]) -> None:
        """``a_minute``: requests, 0: any number; ``timer``: seconds from any beginning."""
        self._most = a_minute
        self._timer = timer
        self._held: OrderedDict[str, tuple[float, float]] = OrderedDict()  # left, when

    def take(self, token: str) -> int:
        """Take one request; return 0, or in how many seconds there is one."""
        if not self._most:
            return 0
        now = self._timer()
        left, when = self._held.pop(token, (float(self._most), now))
        left = min(self._most, left + (now - when) * self._most / 60)
        wait = 0 if left >= 1 else math.ceil((1 - left) * 60 / self._most)
        self._held[token] = (left - (0 if wait else 1), now)
        if len(self._held) > _KNOWN:
            self._held.popitem(last=False)
        return wait
