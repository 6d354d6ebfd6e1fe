"""Whether memory has to be flushed before the host cuts a session's context. Pure.

A flush belongs to a cycle: the time between two compactions. That one was made is known by its
record in the ledger, never by comparing counters.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any

_RESERVE = 20_000  # tokens a host keeps free for its next answer, a quarter of the window at most
SOFT = 4_000  # tokens before that at which it is time, half of what is left at most
LARGE = 2 << 20  # bytes of a transcript from which it is time whatever the tokens


class Verdict(StrEnum):
    """What is to be done."""

    FLUSH = "flush"
    LATE = "late"  # flush too, but what it saves has left the context already
    BELOW = "below"
    FLUSHED = "flushed already"


@dataclass(frozen=True, slots=True)
class Decision:
    """A verdict with the numbers it was made from."""

    verdict: Verdict
    why: str
    tokens: int
    window: int
    threshold: int
    size: int  # bytes of the transcript
    last_flush: str = ""  # ISO; empty: never

    @property
    def wanted(self) -> bool:
        """Whether a flush is to be made."""
        return self.verdict in {Verdict.FLUSH, Verdict.LATE}

    def as_dict(self) -> dict[str, Any]:
        """Return the shape every face shows, and the ledger keeps."""
        return asdict(self) | {"verdict": self.verdict.value}


@dataclass(frozen=True, slots=True)
class Cycle:
    """What the ledger knows of a session."""

    last_flush: str = ""  # ISO moment of the last one that did not fail; empty: never
    flushed: bool = False  # since the last compaction
    compacted: bool = False  # and no flush came before that compaction


def threshold(window: int) -> int:
    """Return the tokens from which it is time to flush; OpenClaw's own rule."""
    reserve = min(_RESERVE, window // 4)
    return window - reserve - min(SOFT, (window - reserve) // 2)


def decide(
    tokens: int, window: int, size: int, cycle: Cycle, *, compacting: bool = False, asked: str = ""
) -> Decision:
    """Decide whether to flush.

    Args:
        tokens: in the context now, with what comes next.
        window: what the context holds.
        size: bytes of the transcript.
        cycle: what was done since the last compaction.
        compacting: the host is about to compact, whatever the numbers say.
        asked: somebody wants it, and why: that is reason enough.
    """
    limit = threshold(window)

    def verdict(one: Verdict, why: str) -> Decision:
        return Decision(one, why, tokens, window, limit, size, cycle.last_flush)

    if cycle.compacted:
        return verdict(Verdict.LATE, "the host compacted before anything was saved")
    if asked:
        return verdict(Verdict.FLUSH, asked)
    if compacting:  # whatever was flushed before: something may have been said since
        return verdict(Verdict.FLUSH, "the host is about to compact")
    if cycle.flushed:
        return verdict(Verdict.FLUSHED, "a flush was made since the last compaction")
    if tokens > window:
        return verdict(Verdict.LATE, f"{tokens:,} tokens are more than the {window:,} there are")
    if tokens >= limit:
        return verdict(Verdict.FLUSH, f"{tokens:,} of {window:,} tokens, the mark is {limit:,}")
    if size >= LARGE:
        return verdict(Verdict.FLUSH, f"the transcript has {size:,} bytes, the mark is {LARGE:,}")
    return verdict(Verdict.BELOW, f"{tokens:,} of {window:,} tokens, the mark is {limit:,}")
