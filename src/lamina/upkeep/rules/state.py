"""Rules of what Lamina keeps beside the notes: the care that is due, state files, the history."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from lamina.errors import reason_of
from lamina.upkeep.rules.world import STATE, finding, notice

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lamina.upkeep.rules.world import Finding, World

_JOURNAL = "memory/.dreams/history.jsonl"
_HYGIENE = "lamina hygiene --apply"


def hygiene_due(world: World) -> Iterator[Finding]:
    """UP-1: the weekly care."""
    hygiene = world.parts.hygiene
    try:
        last, due = hygiene.last(), hygiene.due()
    except OverflowError:  # a time at the end of the calendar
        reason = "the time of the last hygiene lies outside the calendar"
        yield finding("UP-3", STATE, 0, reason, _HYGIENE)
        return
    if last is None:
        yield notice("UP-1", STATE, 0, "hygiene was never done here", _HYGIENE)
    elif due <= world.draft.moment:
        reason = f"hygiene is overdue since {due:%Y-%m-%d} (last done on {last:%Y-%m-%d})"
        yield notice("UP-1", STATE, 0, reason, _HYGIENE)


def heartbeat_state(world: World) -> Iterator[Finding]:
    """UP-3: the heartbeat's file is an object of JSON."""
    text = world.draft.read(STATE)
    if text is None or not text.strip():
        return
    line, reason = 1, "it is no JSON object"
    try:
        if isinstance(json.loads(text), dict):
            return
    except json.JSONDecodeError as error:
        line, reason = error.lineno, f"it is not valid JSON ({error.msg})"
    except (ValueError, RecursionError):
        reason = "it is not valid JSON"
    yield finding("UP-3", STATE, line, reason, f"{_HYGIENE} sets it aside")


def history(world: World) -> Iterator[Finding]:
    """UP-5: every change can be listed and taken back."""
    try:
        data = world.parts.editor.files.journal.path.read_bytes()
    except FileNotFoundError:
        return
    except OSError as error:
        why = reason_of(error)
        reason = f"the history cannot be read ({why}), so nothing can be taken back"
        yield finding("UP-5", _JOURNAL, 0, reason, "check the file's permissions and the disk")
        return
    torn = [n for n, line in enumerate(data.split(b"\n"), start=1) if line and not _is_record(line)]
    if torn:
        reason = f"{len(torn)} lines of the history cannot be read; those changes stay as they are"
        fix = "nothing to do, if nothing has to be taken back that far"
        yield notice("UP-5", _JOURNAL, torn[0], reason, fix)


def _is_record(line: bytes) -> bool:
    try:
        return isinstance(json.loads(line), dict)
    except (ValueError, RecursionError):
        return False
