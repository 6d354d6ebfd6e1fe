"""Connections to a database, a few for all workspaces of a process, each taken for a moment.

Whoever takes one connects itself, so that it hears why that failed; a library's pool connects in
threads of its own and tells only that time ran out.
"""

from __future__ import annotations

import contextlib
import os
import threading
import time
from typing import TYPE_CHECKING, Any

import psycopg
from psycopg.pq import TransactionStatus

from lamina.errors import StoreAwayError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    Connection = psycopg.Connection[Any]

_GOODBYES = frozenset({"57P01", "57P02", "57P03"})  # shut down, crashed, not to be connected to
WAIT = 30.0  # seconds for another thread to give one back


class Pool:
    """The connections of one process to one database."""

    def __init__(self, most: int, connect: Callable[[], Connection], shown: str) -> None:
        """``most``: how many threads may have one; ``connect`` opens one."""
        self.most = most
        self.losses = 0  # connections that were lost; what was known of the database may be old
        self.opened = 0
        self._connect = connect
        self._shown = shown
        self._idle: list[tuple[int, Connection]] = []  # last used for which workspace
        self._taken = 0
        self._changed = threading.Condition()
        self._mine = threading.local()

    @contextlib.contextmanager
    def taken(self, workspace: int) -> Iterator[tuple[Connection, int]]:
        """Take a connection; yields it and the workspace it was last used for, 0 if it is new.

        A thread that has one already gets another at once, else two could wait for each other.

        Raises:
            StoreAwayError: no other thread gave one back in time.
        """
        self._enter()
        try:
            last, found = self._idle_one(workspace) or (0, self._open())
            try:
                yield found, last
            except psycopg.OperationalError as error:
                if error.sqlstate in _GOODBYES:
                    found.close()  # it is cut off, though that is not seen before the next read
                raise
            finally:
                self._give_back(workspace, found)
        finally:
            self._leave()

    def _enter(self) -> None:
        depth = getattr(self._mine, "depth", 0)
        if not depth:
            with self._changed:
                deadline = time.monotonic() + WAIT
                while self._taken >= self.most:
                    if not self._changed.wait(deadline - time.monotonic()):
                        raise StoreAwayError(
                            self._shown,
                            f"all {self.most} connections of this process are in use",
                            "Repeat in a moment; store.connections allows more.",
                        )
                self._taken += 1
        self._mine.depth = depth + 1

    def _leave(self) -> None:
        self._mine.depth -= 1
        if not self._mine.depth:
            with self._changed:
                self._taken -= 1
                self._changed.notify()

    def _idle_one(self, workspace: int) -> tuple[int, Connection] | None:
        """Take an idle connection: the one this workspace had, else the one idle for longest.

        For who had one a moment ago comes back for it, and a session that is set to another
        workspace first is one more way to the server and back.
        """
        with self._changed:
            mine = [n for n, (last, _) in enumerate(self._idle) if last == workspace]
            return self._idle.pop(mine[-1] if mine else 0) if self._idle else None

    def _open(self) -> Connection:
        found = self._connect()
        self.opened += 1
        return found

    def _give_back(self, workspace: int, found: Connection) -> None:
        if found.closed:
            with self._changed:  # the others were cut off with it
                self.losses += 1
                lost, self._idle = self._idle, []
            for _, one in lost:
                one.close()
        elif found.info.transaction_status != TransactionStatus.IDLE or self._full():
            found.close()
        else:
            with self._changed:
                self._idle.append((workspace, found))

    def _full(self) -> bool:
        return len(self._idle) >= self.most

    def close(self) -> None:
        """Close the connections that nobody has."""
        with self._changed:
            idle, self._idle = self._idle, []
        for _, one in idle:
            one.close()


_pools: dict[tuple[int, str], tuple[Pool, int]] = {}  # and how many use it
_lock = threading.Lock()


def join(url: str, most: int, connect: Callable[[], Connection], shown: str) -> Pool:
    """Return this process's pool for a database; each call is answered by one of ``leave``.

    ``url``: the address, or what else tells connections of one kind from others.
    """
    key = os.getpid(), url
    with _lock:
        found, users = _pools.get(key) or (Pool(most, connect, shown), 0)
        found.most = max(found.most, most)
        _pools[key] = found, users + 1
    return found


def leave(url: str) -> None:
    """Say that a pool is used by one fewer; after the last its connections are closed."""
    key = os.getpid(), url
    with _lock:
        found, users = _pools.get(key) or (None, 0)
        if found is None:
            return
        if users > 1:
            _pools[key] = found, users - 1
            return
        del _pools[key]
    found.close()
