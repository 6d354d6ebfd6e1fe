"""The pen of a workspace: who may write its files now, on whichever of the machines that share it.

Everybody takes it for one change and gives it back: workers, servers, commands. It is asked for
with the workspace's lock in hand, so that on one machine the lock decides, and the pen only between
machines. Each holder has a larger number than all before it; the folder knows the largest
(documents/lease_file.py) and lets no other write, so that one who stood still for too long in the
middle of a change is stopped, also where the disk's locks hold nobody.
"""

from __future__ import annotations

import time
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

from lamina.errors import LaminaError, LeaseLostError, PenHeldError
from lamina.storage.postgres import PostgresDatabase
from lamina.storage.postgres_lease import since_start

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from lamina.storage.postgres import Tenant
    from lamina.storage.postgres_lease import Lease

SECONDS = 15.0  # that a change may take, unless it is renewed
_PAUSE, _LONGEST = 0.005, 0.1  # between two looks whether it is free
# Of one kernel only the holder of the lock asks: who has the pen there is gone, or gave it back in
# vain. Later than its own length: the database's clock was set back.
_TAKE = """
    INSERT INTO pens (workspace, number, holder, kernel, seconds, until) VALUES
        ($1, $5::bigint + 1, $2, $3, $4, clock_timestamp() + $4::float8 * interval '1 second')
    ON CONFLICT (workspace) DO UPDATE SET number = greatest(pens.number, $5::bigint) + 1,
        holder = excluded.holder, kernel = excluded.kernel, seconds = excluded.seconds,
        until = excluded.until
    WHERE pens.kernel = excluded.kernel OR pens.until <= clock_timestamp()
        OR pens.until > clock_timestamp() + (pens.seconds + 1) * interval '1 second'
    RETURNING number
"""
_RENEW = """
    UPDATE pens SET until = clock_timestamp() + seconds * interval '1 second'
    WHERE workspace = $1 AND number = $2 RETURNING number
"""
_END = "UPDATE pens SET until = '-infinity' WHERE workspace = $1 AND number = $2 RETURNING 1"
_HOLDER = "SELECT holder FROM pens WHERE workspace = $1"


class Pen:
    """A workspace's pen, as one process asks for it."""

    def __init__(
        self,
        url: str,
        tenant: Tenant,
        holder: str,
        kernel: str,
        *,
        shown: object,
        wait: float,
        lease: Lease | None = None,
        seconds: float = SECONDS,
        connections: int = 1,
        timer: Callable[[], float] = since_start,
    ) -> None:
        """Keep the parts.

        Args:
            url: the database.
            tenant: the workspace.
            holder: who asks, for others to read.
            kernel: whose locks hold this process.
            shown: the workspace's name in sentences.
            wait: seconds to wait for another holder.
            lease: under which a worker works here; it is asked, too.
            seconds: after which the pen is anybody's, unless it is renewed.
            connections: of this process.
            timer: seconds that go by, from any beginning.
        """
        self._database = PostgresDatabase(url, tenant, "states", connections=connections)
        self._names = holder, kernel
        self._shown = shown
        self._wait = wait
        self._lease = lease
        self._seconds = seconds
        self._timer = timer
        self._number = 0
        self._renewed = 0.0

    @contextmanager
    def held(self, above: int) -> Iterator[int]:
        """Have the pen, waiting for another holder; yields its number.

        ``above``: a number which an earlier holder had, as the folder knows it.

        Raises:
            PenHeldError: another machine had it all the time.
        """
        if self._lease is not None:
            self._lease.check()
        self._number = self._taken(above)
        try:
            yield self._number
        finally:
            with suppress(LaminaError):  # then it runs out
                self._database.rows(_END, (self._number,))

    def _taken(self, above: int) -> int:
        pause, deadline = _PAUSE, self._timer() + self._wait
        while True:
            self._renewed = self._timer()
            if rows := self._database.rows(_TAKE, (*self._names, self._seconds, above)):
                return int(rows[0][0])
            if self._timer() >= deadline:
                ((holder,),) = self._database.rows(_HOLDER)
                raise PenHeldError(self._shown, holder, self._wait)
            time.sleep(pause)
            pause = min(pause * 2, _LONGEST)

    def check(self) -> None:
        """Make sure that it is still held; where its time may be over, by asking.

        Raises:
            LeaseLostError: somebody else has taken it.
        """
        if self._lease is not None:
            self._lease.check()
        now = self._timer()
        if now - self._renewed < self._seconds:
            return
        if not self._database.rows(_RENEW, (self._number,)):
            raise LeaseLostError(self._shown)
        self._renewed = now

    def close(self) -> None:
        """Leave the database."""
        self._database.close()
