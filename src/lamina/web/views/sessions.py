"""Sessions: their size, how long nobody spoke in them, what a trim would do and why."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from datetime import datetime, tzinfo

    from lamina.sessions.catalog import Judged
    from lamina.sessions.said import Said
    from lamina.storage.state_trims import TrimRow

_UNITS = (("d", 86_400), ("h", 3_600), ("min", 60))


@dataclass(frozen=True, slots=True)
class Row:
    """A session as it stands."""

    key: str
    host: str
    kind: str
    place: str
    lines: int
    size: str
    wide: float  # of 100, beside the largest
    idle: str
    trim: bool
    why: str
    can_restore: bool


def rows(judged: Iterable[Judged], now: datetime, newest: Mapping[str, TrimRow]) -> tuple[Row, ...]:
    """Return the sessions; ``newest``: the last trim of each that was trimmed."""
    held = list(judged)
    largest = max((one.session.size for one in held), default=0) or 1
    found = []
    for one in held:
        session = one.session
        last = newest.get(session.key)
        found.append(
            Row(
                session.key,
                session.host,
                session.kind,
                " ".join(filter(None, (session.channel, session.thread))),
                one.lines,
                size(session.size),
                round(100 * session.size / largest, 1),
                idle((now - session.updated).total_seconds()) if session.updated else "",
                one.verdict.trim,
                one.verdict.why,
                last is not None and last.outcome == "done",
            )
        )
    return tuple(found)


def size(count: int) -> str:
    """Return bytes as people say them."""
    return f"{count / 1_000_000:,.1f} MB" if count >= 1_000_000 else f"{count / 1_000:,.1f} kB"


def idle(seconds: float) -> str:
    """Return a time in its largest unit."""
    for unit, length in _UNITS:
        if seconds >= length:
            return f"{int(seconds // length):,} {unit}"
    return "0 min"


@dataclass(frozen=True, slots=True)
class Spoken:
    """Something that was said."""

    role: str
    origin: str
    at: str
    text: str


def talk(said: Iterable[Said], zone: tzinfo) -> tuple[Spoken, ...]:
    """Return what was said, as it is shown."""
    return tuple(
        Spoken(
            str(one.role.value),
            str(one.origin.value),
            f"{one.at.astimezone(zone):%Y-%m-%d %H:%M}" if one.at else "",
            one.text,
        )
        for one in said
    )
