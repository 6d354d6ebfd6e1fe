"""The lease of a workspace: which of all workers, on any machine, may work in it now.

Only the database's clock says when one has run out. Each lease has a larger number than all before
it: files (documents/lease_file.py) and the state let the largest in and no other, so that a worker
that was stopped for a while and goes on changes nothing any more.
"""

from __future__ import annotations

import threading
import time
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING, Any

from lamina.errors import LaminaError, LeaseHeldError, LeaseLostError
from lamina.storage.postgres import PostgresDatabase, Tenant

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Self

    import psycopg

# Later than a lease's own length only after the database's clock was set back: nobody waits for it.
_TAKE = """
    INSERT INTO leases (workspace, number, holder, seconds, until) VALUES
        ($1, $4::bigint + 1, $2, $3, clock_timestamp() + $3::float8 * interval '1 second')
    ON CONFLICT (workspace) DO UPDATE SET number = greatest(leases.number, $4::bigint) + 1,
        holder = excluded.holder, seconds = excluded.seconds, until = excluded.until
    WHERE leases.until <= clock_timestamp()
        OR leases.until > clock_timestamp() + (leases.seconds + 1) * interval '1 second'
    RETURNING number
"""
_RENEW = """
    UPDATE leases SET until = clock_timestamp() + $3::float8 * interval '1 second'
    WHERE workspace = $1 AND number = $2 RETURNING number
"""
_END = "UPDATE leases SET until = '-infinity' WHERE workspace = $1 AND number = $2 RETURNING 1"
_HELD = """
    SELECT holder, extract(epoch FROM until - clock_timestamp())::float8 FROM leases
    WHERE workspace = $1 AND until > clock_timestamp()
"""
_STILL = "SELECT 1 FROM leases WHERE workspace = $1 AND number = $2 FOR SHARE"
_PART = 3  # of a lease's time, after which it is renewed


def since_start() -> float:
    """Return seconds that went by, those included in which the machine slept."""
    return time.clock_gettime(getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC))


class Lease:
    """A workspace's lease, held until it is closed, and renewed meanwhile."""

    def __init__(
        self,
        database: PostgresDatabase,
        shown: object,
        number: int,
        seconds: float,
        timer: Callable[[], float],
        taken: float,
    ) -> None:
        self.number = number
        self._database = database
        self._shown = shown
        self._seconds = seconds
        self._timer = timer
        self._renewed = taken
        self._ended = threading.Event()
        self._renewer = threading.Thread(target=self._keep, name="lamina-lease", daemon=True)

    @classmethod
    def take(
        cls,
        url: str,
        tenant: Tenant,
        holder: str,
        seconds: float,
        *,
        shown: object,
        above: int = 0,
        timer: Callable[[], float] = since_start,
        renewing: bool = True,
        connections: int = 1,
    ) -> Self:
        """Take a workspace's lease.

        Args:
            url: the database.
            tenant: the workspace.
            holder: who takes it, for others to read.
            seconds: after which it runs out, unless it is renewed.
            shown: the workspace's name in sentences.
            above: a number which an earlier lease had, as its folder knows it.
            timer: seconds that go by, from any beginning.
            renewing: whether a thread renews it.
            connections: of this process.

        Raises:
            LeaseHeldError: somebody else has it.
        """
        database = PostgresDatabase(url, tenant, "states", connections=connections)
        now = timer()
        with ExitStack() as stack:
            stack.callback(database.close)
            rows = database.rows(_TAKE, (holder, seconds, above))
            if not rows:
                other, left = next(iter(database.rows(_HELD)), ("Another worker", 1.0))
                raise LeaseHeldError(shown, other, left)
            stack.pop_all()
        found = cls(database, shown, rows[0][0], seconds, timer, now)
        if renewing:
            found._renewer.start()
        return found

    @contextmanager
    def held(self, above: int) -> Iterator[int]:  # noqa: ARG002 - numbers were compared before
        """Let its holder write, if it is still held; yields its number."""
        self.check()
        yield self.number

    def check(self) -> None:
        """Make sure that it is still held; where its time may be over, by asking.

        Raises:
            LeaseLostError: somebody else has taken it.
        """
        if self._timer() - self._renewed >= self._seconds:
            self.renew()

    def renew(self) -> None:
        """Hold it for the whole time again, or raise LeaseLostError."""
        now = self._timer()
        if not self._database.rows(_RENEW, (self.number, self._seconds)):
            raise LeaseLostError(self._shown)
        self._renewed = now

    def fence(self, raw: psycopg.Connection[Any]) -> None:
        """Make sure, in a transaction, that nobody takes it before that ends."""
        if not raw.execute(_STILL, (self._database.tenant.number, self.number)).fetchone():
            raise LeaseLostError(self._shown)

    def _keep(self) -> None:
        while not self._ended.wait(self._seconds / _PART):
            try:
                self.renew()
            except LeaseLostError:
                return
            except LaminaError:  # the database is away: tried again; else it runs out
                continue

    def close(self) -> None:
        """Give it back; where that fails it runs out by itself."""
        self._ended.set()
        if self._renewer.is_alive():
            self._renewer.join()
        try:
            self._database.rows(_END, (self.number,))
        except LaminaError:
            pass
        finally:
            self._database.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
