"""What a target is, and one input tried on it: what it must not do."""

from __future__ import annotations

import contextlib
import signal
import tempfile
import time
import traceback
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lamina.errors import LaminaError
from tests.fuzz.ground import Ground

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from hypothesis.strategies import SearchStrategy

    from tests.fuzz.watched import Watch

SECONDS = 5.0  # of CPU one input of this size may take: a hundred times the usual
AT_MOST = 30.0  # after which it is ended
OWN = Path(__file__).parents[1]


class Wrong(AssertionError):  # noqa: N818 - what it is, not a kind of error
    """An input did what none may do."""


class _Endless(BaseException):
    """Work that took far too long was ended."""


@dataclass(frozen=True, slots=True)
class Target:
    """A reader of what others wrote."""

    name: str
    inputs: SearchStrategy[bytes]
    work: Callable[[bytes, Ground], None]  # errors of ours are answers; ``quiet`` swallows them


@contextlib.contextmanager
def quiet() -> Iterator[None]:
    """Do one of several things: an error of ours is an answer, with a sentence."""
    try:
        yield
    except LaminaError as error:
        if not error.message.strip() or "Traceback" in error.message:
            raise Wrong(f"{type(error).__name__} says {error.message!r}") from error
        (error.message + error.hint).encode("utf-8", "surrogateescape")


def tried(target: Target, data: bytes, folder: Path, watch: Watch) -> None:
    """Try one input on fresh ground; raises Wrong, or whatever the work let out."""
    ground = Ground.new(folder)
    watch.take()
    watch.allow(ground.root, ground.home, ground.scratch)
    tempfile.tempdir = str(ground.scratch)  # a preview keeps its state there
    begun = time.process_time()
    try:
        with _ended_after(AT_MOST), quiet():
            target.work(data, ground)
    except _Endless as error:
        raise Wrong(f"no end after {AT_MOST} seconds of CPU; it was {_place(error)}") from None
    except Exception as error:
        if watch.seen:
            raise Wrong(f"outside its ground: {watch.take()[:3]}") from error
        raise
    finally:
        watch.allow()
        tempfile.tempdir = None
    took = time.process_time() - begun
    if took > SECONDS + len(data) / 100_000:
        raise Wrong(f"{took:.1f} seconds of CPU for {len(data):,} bytes")
    if seen := watch.take():
        raise Wrong(f"outside its ground: {seen[:3]}")


@contextlib.contextmanager
def _ended_after(seconds: float) -> Iterator[None]:
    def end(*_: Any) -> None:
        raise _Endless

    before = signal.signal(signal.SIGPROF, end)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def _place(error: BaseException) -> str:
    frames = [f for f in traceback.extract_tb(error.__traceback__) if "lamina" in f.filename]
    return f"in {frames[-1].filename}:{frames[-1].lineno}" if frames else "nobody knows where"
