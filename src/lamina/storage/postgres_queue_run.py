"""A worker's loop: Procrastinate takes jobs from the queue and hands them to us, in threads.

Beside it: looking what is due, and taking up what dead workers left. A connection that is lost
ends Procrastinate's worker; a new one is begun until somebody says stop.
"""

from __future__ import annotations

import asyncio
import logging
import signal
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import timedelta
from typing import TYPE_CHECKING, Any

import psycopg
from procrastinate import App, PsycopgConnector
from procrastinate.exceptions import ConnectorException
from procrastinate.retry import BaseRetryStrategy, RetryDecision
from psycopg_pool import PoolTimeout

from lamina.errors import LaminaError, StoreError
from lamina.storage.postgres import translated
from lamina.storage.postgres_queue import SCHEMA, Queue, Queued

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from datetime import datetime

    from procrastinate.job_context import JobContext
    from procrastinate.jobs import Job

_LONGEST_PAUSE = 30.0  # seconds between two tries to reach the database
_POLL = 5.0  # seconds, where no notice comes
_CONNECT = 3.0  # seconds; Procrastinate tries a few times before it tells that the database is away
_QUIET = ("procrastinate", "psycopg.pool", "asyncio")  # their tracebacks are not for people


@dataclass(frozen=True, slots=True)
class Verdict:
    """What becomes of a job that was taken; neither: it is done."""

    again: float | None = None  # seconds after which it is tried again
    aside: bool = False
    busy: bool = False  # tried again because another worker is in its workspace


class _Again(Exception):  # noqa: N818 - how Procrastinate is told
    def __init__(self, at: datetime | None) -> None:
        super().__init__(str(at))
        self.at = at  # None: at once


class _Aside(Exception):  # noqa: N818
    pass


class _Retry(BaseRetryStrategy):
    def get_retry_decision(self, *, exception: BaseException, job: Job) -> RetryDecision | None:  # noqa: ARG002
        return RetryDecision(retry_at=exception.at) if isinstance(exception, _Again) else None


@dataclass(frozen=True, slots=True)
class Duties:
    """What a worker does; each is called in a thread."""

    names: Sequence[str]  # of the jobs it can do
    work: Callable[[Queued], Verdict]
    look: Callable[[], object]  # see what is due, and queue it
    say: Callable[[str], None]


@dataclass(slots=True)
class Loop:
    """One worker process."""

    queue: Queue
    duties: Duties
    concurrency: int = 1
    lease_seconds: float = 60
    look_seconds: float = 20
    once: bool = False  # do what waits, and what it had to put back, then end
    _at: set[int] = field(default_factory=set)  # jobs under way
    _ids: set[int] = field(default_factory=set)  # as which workers Procrastinate knows us
    _left: frozenset[int] = frozenset()
    _back: float = 0.0  # seconds until the last that was put back is to be had again

    def run(self) -> None:
        """Work until SIGTERM or SIGINT; what is under way then is done to its end.

        Raises:
            StoreError: only the first look at the database, or with ``once``.
        """
        for name in _QUIET:
            logging.getLogger(name).setLevel(logging.CRITICAL + 1)
        self.queue.now()
        asyncio.run(self._run())

    async def _run(self) -> None:
        stop = asyncio.Event()
        loop = asyncio.get_running_loop()
        loop.set_default_executor(ThreadPoolExecutor(self.concurrency + 4, "lamina-job"))
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, self._stop, stop)
        pause, away = 1.0, False
        while not stop.is_set():
            try:
                await asyncio.to_thread(self.queue.now)
                if away:
                    self.duties.say("the database is there again")
                away, pause = False, 1.0
                await self._until(stop)
            except StoreError as error:
                if self.once:
                    raise
                if not away:
                    self.duties.say(error.message)
                away = True
            if self.once:
                # Procrastinate's worker also ends, and says nothing, where it could give no sign.
                names = list(self.duties.names)
                if not self._back and not await asyncio.to_thread(self.queue.takeable, names):
                    return
                pause, self._back = self._back or pause, 0.0
            with suppress(TimeoutError):
                await asyncio.wait_for(stop.wait(), pause)
            pause = min(pause * 2, _LONGEST_PAUSE)

    def _stop(self, stop: asyncio.Event) -> None:
        if not stop.is_set():
            at = len(self._at)
            self.duties.say(f"asked to end; {at} under way" if at else "asked to end")
        stop.set()

    async def _until(self, stop: asyncio.Event) -> None:
        """Take jobs until told to stop, the queue is empty (``once``), or the database is lost."""
        if self.once:
            await asyncio.to_thread(self.duties.look)
            await asyncio.to_thread(self.queue.rescue, self.lease_seconds / 2)
        else:
            await asyncio.to_thread(self._rescue)
        app = self._app()
        try:
            with translated(self.queue.shown):
                async with app.open_async():
                    await self._worked(app, stop)
        except (ConnectorException, PoolTimeout) as error:
            with translated(self.queue.shown):
                cause = error.__cause__
                raise (
                    cause
                    if isinstance(cause, psycopg.Error)
                    else psycopg.OperationalError("no connection could be had")
                ) from error

    async def _worked(self, app: App, stop: asyncio.Event) -> None:
        beside = [] if self.once else [self._every(self.look_seconds, self.duties.look)]
        beside.append(self._every(self.lease_seconds / 6, self._rescue))
        working = asyncio.create_task(
            app.run_worker_async(
                queues=[self.queue.machine],
                concurrency=self.concurrency,
                wait=not self.once,
                listen_notify=not self.once,
                delete_jobs="successful",
                install_signal_handlers=False,
                fetch_job_polling_interval=_POLL,
                update_heartbeat_interval=self.lease_seconds / 6,
                stalled_worker_timeout=self.lease_seconds / 2,
            )
        )
        stopping = asyncio.create_task(stop.wait())
        others = [asyncio.create_task(one) for one in beside]
        try:
            await asyncio.wait({working, stopping}, return_when=asyncio.FIRST_COMPLETED)
            if not working.done():
                working.cancel()  # it takes no new job, and waits for those under way
            with suppress(asyncio.CancelledError):
                await working
        finally:
            for one in (stopping, *others):
                one.cancel()
            await asyncio.gather(stopping, *others, return_exceptions=True)

    async def _every(self, seconds: float, what: Callable[[], object]) -> None:
        """Do something at once and again after some seconds, whatever goes wrong with it."""
        while True:
            with suppress(LaminaError):  # the worker's own connection tells of it
                await asyncio.to_thread(what)
            await asyncio.sleep(seconds)

    def _rescue(self) -> None:
        """Let jobs be taken again that nobody is at any more.

        Those of workers that gave no sign; and those which the queue believes to be ours, twice in
        a row, and we are not at: keeping their end had failed.
        """
        ours = self.queue.running_by(self._ids) - self._at
        self.queue.rescue(self.lease_seconds / 2, ours & self._left)
        self._left = frozenset(ours)
        self.queue.sign(self._ids)  # Procrastinate gives none while it waits for the last jobs

    def _app(self) -> App:
        async def configure(connection: psycopg.AsyncConnection[Any]) -> None:
            await connection.execute(f"SET search_path TO {SCHEMA}")
            await connection.commit()

        connector = PsycopgConnector(
            conninfo=self.queue.url,
            kwargs={"application_name": "lamina-worker"},
            configure=configure,
            min_size=1,
            max_size=3,
            timeout=_CONNECT,
        )
        app = App(connector=connector)
        for name in self.duties.names:
            app.task(name=name, pass_context=True, retry=_Retry())(self._do)
        return app

    def _do(self, context: JobContext, /, **_: str) -> None:
        """Do one job, in a thread of its own."""
        job = context.job
        assert job.id is not None  # noqa: S101 - it was fetched
        self._at.add(job.id)
        self._ids.add(job.worker_id or 0)
        try:
            verdict = self.duties.work(self.queue.job(job.id))
            if verdict.again is not None:
                self._back = max(self._back, verdict.again if verdict.busy else 0.0)
                raise _Again(self.queue.now() + timedelta(seconds=verdict.again))
            if verdict.aside:
                raise _Aside
        except LaminaError as error:  # the queue itself is away: somebody takes it up later
            raise _Again(None) from error
        finally:
            self._at.discard(job.id)
