"""Rules of the active context: every open matter says something, nothing done or idle stays."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from lamina.documents.days import day_in_name
from lamina.documents.markdown import split_lines
from lamina.errors import LaminaError
from lamina.layers.active_blocks import PATH, read_blocks
from lamina.upkeep.rules.world import finding, folded, notice, quoted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lamina.layers.active_blocks import Block
    from lamina.upkeep.rules.world import Finding, World

_HYGIENE = "lamina hygiene --apply"
_DATE = re.compile(r"\b(?:opened|touched|done)[: ]+(\d{4}-\d{2}-\d{2})(?!\d)")
_DONE_DAYS = 7  # that a finished matter may stay


def size(world: World) -> Iterator[Finding]:
    """ACT-3: the size brake."""
    lines = len(split_lines(world.text(PATH)))
    most = world.config.layers.active_lines
    if lines > most:
        reason = f"it has {lines} lines, more than {most}"
        yield notice("ACT-3", PATH, most + 1, reason, "close matters, or shorten them")


def matters(world: World) -> Iterator[Finding]:
    """ACT-1, ACT-4: bodies, subjects, ages."""
    blocks = read_blocks(world.text(PATH))
    if PATH in world.unreadable:
        return
    if not any(not block.done for block in blocks):
        reason = "no matter is open yet" if PATH in world.files else "it is not there yet"
        yield notice("ACT-1", PATH, 0, reason, 'lamina active open "SUBJECT" "what was said"')
        if not blocks:
            return
    seen: dict[str, Block] = {}
    for block in _dated(world, blocks):
        subject, line = quoted(block.subject), block.start + 1
        if block.done:
            yield from _done(world, block)
            continue
        if not block.has_body:
            reason = f"the open matter {subject!r} has a status line and nothing was said about it"
            fix = f'lamina active note "{subject}" "what was said", or take it out'
            yield finding("ACT-1", PATH, line, reason, fix)
        first = seen.setdefault(folded(block.subject), block)
        if first is not block:
            reason = f"{subject!r} is open twice (see line {first.start + 1})"
            yield finding("ACT-1", PATH, line, reason, "make one matter of both")
        idle = block.idle(world.today)
        if idle > world.config.layers.idle_days and not block.pinned:
            reason = f"{subject!r} has been idle for {idle} days (since {block.touched})"
            yield finding("ACT-4", PATH, line, reason, f"{_HYGIENE}, or pin it")


def dates(world: World) -> Iterator[Finding]:
    """ACT-2: the dates kept in a block are days there are."""
    for number, line in world.outside_fences(PATH) if PATH in world.files else ():
        for match in _DATE.finditer(line) if "<!--" in line else ():
            if day_in_name(match[1]) is None:
                reason = f"{match[1]} is no day, so the date is not known"
                yield finding("ACT-2", PATH, number, reason, "write it as YYYY-MM-DD")


def _done(world: World, block: Block) -> Iterator[Finding]:
    days = block.idle(world.today)
    if days > _DONE_DAYS:
        reason = f"{quoted(block.subject)!r} has been done for {days} days"
        yield finding("ACT-4", PATH, block.start + 1, reason, _HYGIENE)


def _dated(world: World, blocks: tuple[Block, ...]) -> tuple[Block, ...]:
    """Return the blocks with their dates; where the state cannot be asked, as they are."""
    try:
        return world.parts.active.dated(blocks)
    except (LaminaError, UnicodeEncodeError):  # a subject that is not UTF-8
        return blocks
