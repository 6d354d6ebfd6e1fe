"""How much a token may ask for: so many requests a minute, and a few at once.

Where the tokens are in a database, all processes of the server count together, there; else each
process counts for itself.
"""

from __future__ import annotations

import math
import threading
from collections import OrderedDict
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable

    from lamina.settings import Config
    from lamina.team.tokens import Tokens

_KNOWN = 100_000  # tokens that are kept count of


class Rate(Protocol):
    """A bucket a token: full it holds a minute's requests, and it fills as time goes by."""

    def take(self, token: str) -> int:
        """Take one request; return 0, or in how many seconds there is one."""


class Local:
    """The buckets of this process."""

    def __init__(self, a_minute: int, timer: Callable[[], float]) -> None:
        """``a_minute``: requests, 0: any number; ``timer``: seconds from any beginning."""
        self._most = a_minute
        self._timer = timer
        self._lock = threading.Lock()
        self._held: OrderedDict[str, tuple[float, float]] = OrderedDict()  # left, when

    def take(self, token: str) -> int:
        """Take one request."""
        if not self._most:
            return 0
        with self._lock:
            now = self._timer()
            left, when = self._held.pop(token, (float(self._most), now))
            left = min(self._most, left + (now - when) * self._most / 60)
            wait = 0 if left >= 1 else math.ceil((1 - left) * 60 / self._most)
            self._held[token] = (left - (0 if wait else 1), now)
            if len(self._held) > _KNOWN:
                self._held.popitem(last=False)
            return wait


def rate_of(config: Config, tokens: Tokens, timer: Callable[[], float]) -> Rate:
    """Return who counts: the database, where there is one and something to count."""
    if config.store.url and config.server.rate:
        from lamina.storage.postgres_rates import PostgresRate

        return PostgresRate(tokens.table.database, config.server.rate)
    return Local(config.server.rate, timer)
