"""Waits for work only so long."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, TypeVar

from lamina.errors import LaminaError

if TYPE_CHECKING:
    from collections.abc import Callable

T = TypeVar("T")


def within(seconds: float, work: Callable[[], T]) -> T:
    """Return what the work returns, or raise TimeoutError and leave the work to itself."""
    done: list[T] = []
    failed: list[BaseException] = []

    def run() -> None:
        try:
            done.append(work())
        except LaminaError as error:
            failed.append(error)

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    thread.join(seconds)
    if failed:
        raise failed[0]
    if not done:
        raise TimeoutError
    return done[0]
