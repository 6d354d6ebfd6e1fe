"""Tells when files of a workspace change: by the system's own notices, or by looking now and then.

The extra ``daemon`` brings watchfiles; without it, or where the system gives no notices, the folder
is looked at every few seconds.
"""

from __future__ import annotations

from pathlib import PurePath
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path
    from threading import Event

_LOOK = 5.0  # seconds between two looks
_WAKE = 500  # milliseconds after which a watcher sees that it is to end
_PASSED_OVER = frozenset({".dreams", ".git", "node_modules", ".venv"})


def watch(folders: Sequence[Path], changed: Callable[[], None], stop: Event) -> None:
    """Call ``changed`` after each change of a Markdown file, until told to stop."""
    try:
        import watchfiles
    except ImportError:
        _look(changed, stop)
        return

    def wanted(_: object, path: str) -> bool:
        parts = PurePath(path).parts
        return path.endswith(".md") and not _PASSED_OVER.intersection(parts)

    try:
        for _ in watchfiles.watch(
            *folders,
            watch_filter=wanted,
            stop_event=stop,
            rust_timeout=_WAKE,
            raise_interrupt=False,
        ):
            changed()
    except (OSError, RuntimeError):  # no notices to be had: too many folders, an odd volume
        _look(changed, stop)


def _look(changed: Callable[[], None], stop: Event) -> None:
    while not stop.wait(_LOOK):
        changed()
