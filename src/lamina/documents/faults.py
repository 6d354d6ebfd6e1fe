"""What went wrong in hooks, where nobody sees it: kept in the cache, shown by ``lamina status``.

``hooks.jsonl`` holds one line a fault, the last ones only, and no word of anybody's::

    {"at": "2026-03-04T09:30:00+01:00", "host": "claude-code", "event": "Stop",
     "what": "LockTimeoutError", "seconds": 5.1, "folder": "/home/anna/agent"}
"""

from __future__ import annotations

import contextlib
import json
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from lamina.errors import LaminaError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from lamina.places import Places

FILE = "hooks.jsonl"
_MOST = 200  # lines
_LARGEST = 1 << 20  # bytes that are read of the file
_SHOWN = timedelta(days=7)


@dataclass(frozen=True, slots=True)
class Fault:
    """One hook that failed. ``what`` is a class of errors, or that it took too long."""

    at: str
    host: str
    event: str
    what: str
    seconds: float
    folder: str = ""  # the workspace; else where the agent worked; empty: not known either


def keep_fault(places: Places, fault: Fault) -> None:
    """Keep a fault; where that cannot be done nobody is disturbed."""
    from lamina.documents.private import write_private
    from lamina.documents.redact import redact

    with contextlib.suppress(LaminaError, OSError, ValueError):
        lines = _lines(places)[1 - _MOST :]
        given = {one: redact(getattr(fault, one)).text for one in ("host", "event", "folder")}
        lines.append(json.dumps(asdict(fault) | given))
        write_private(places.cache / FILE, "\n".join(lines) + "\n")


def faults(places: Places) -> Iterator[Fault]:
    """Yield the faults that are kept, the oldest first; lines that are none are passed over."""
    for line in _lines(places):
        with contextlib.suppress(ValueError, TypeError):
            yield Fault(**json.loads(line))


def said_of(places: Places, root: Path, now: datetime) -> tuple[str, ...]:
    """Return a line for each hook that failed lately in a workspace, or nobody knows where."""
    found: dict[tuple[str, str], list[Fault]] = {}
    for fault in faults(places):
        with contextlib.suppress(ValueError, TypeError):
            recent = now - datetime.fromisoformat(fault.at) <= _SHOWN
            if recent and fault.folder in {"", str(root)}:
                found.setdefault((fault.host, fault.event), []).append(fault)
    return tuple(
        f"hook {host} {event}: failed {len(held)} times in 7 days, last {held[-1].at}"
        f" ({held[-1].what})"
        for (host, event), held in found.items()
    )


def _lines(places: Places) -> list[str]:
    path = places.cache / FILE
    try:
        with path.open(encoding="utf-8", errors="replace") as file:
            return file.read(_LARGEST).splitlines()
    except OSError:
        return []
