"""Days lived for a test: a fact is noted on a Monday and asked for on the three days after it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from lamina.memory import Memory

MONDAY = datetime(2026, 3, 2, 9, 30, tzinfo=UTC)
NIGHT = MONDAY + timedelta(days=3, hours=12)  # 22:30 in Berlin, on 5 March
ANNA = "Anna is allergic to penicillin, said Dr Petrova"
ASKED = ("what is Anna allergic to?", "penicillin Anna", "which medicine may Anna not get?")


def live(
    open_memory: Callable[..., Memory],
    write: Callable[[str, str], Path],
    line: str = ANNA,
    questions: tuple[str, ...] = ASKED,
) -> None:
    """Live until the night in which the line is promoted."""
    write(
        "memory/2026-03-02.md",
        f"# 2026-03-02\n\n- 09:30 {line}\n- 09:40 Lunch was late.\n- 10:00 The bus was full.\n",
    )
    for number, question in enumerate(questions, start=1):
        day = MONDAY + timedelta(days=number)
        assert open_memory(now=day).search(question).hits
        if number < len(questions):
            open_memory(now=day + timedelta(hours=12)).dreamer.sweep()
