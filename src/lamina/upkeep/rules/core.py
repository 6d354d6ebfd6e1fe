"""Rules of the core files: their budgets, what the host cuts, what MEMORY.md may hold."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from lamina.documents.labels import reads_as
from lamina.documents.markdown import Kind, split_lines
from lamina.layers.budgets import measure, most_chars, token_budget
from lamina.layers.setup import cut_lines
from lamina.layers.where import Place, classify
from lamina.upkeep.rules.world import (
    WHOLE,
    bullet_less,
    finding,
    listed,
    notice,
    quoted,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lamina.layers.where import Verdict
    from lamina.upkeep.rules.world import Finding, Line, World

_TRIM = "lamina trim --apply"
_PROFILE, _RULES = 3, 5  # lines MEMORY.md keeps of the user, critical rules
_SURE, _CLEAR = 1.5, 1.0  # by how much it must, against its own place and against any
_DATED = re.compile(
    r"\W{0,4}(?:(?:19|20)\d\d-\d\d?-\d\d?|\d{1,2}\.\s?\d{1,2}\.(?:\s?(?:19|20)\d\d)?(?=\W)"
    r"|\d{1,2}/\d{1,2}/(?:19|20)\d\d|(?:(?:19|20)\d\d\s?年\s?)?\d{1,2}\s?月\s?\d{1,2}\s?[日号])"
)
_FOLDER = r"(?:memory|reference|projects|topics)/"
_POINTS = re.compile(rf"{_FOLDER}(?:(?!{_FOLDER})\S)+\.md")


def cuts(world: World) -> Iterator[Finding]:
    """CORE-1: what the host cuts never reaches the agent."""
    limits = world.config.core
    left = limits.total_chars
    for path in world.core:
        text = world.text(path)
        asked = measure(text).chars
        given = min(asked, most_chars(path, limits))
        by_all = given > left
        given = min(given, max(0, left))
        left -= given
        cut = cut_lines(path, text, given)
        if cut is None:
            continue
        lost = f": {listed(cut.headings)} is lost" if cut.headings else ""
        why = (
            f"of the {limits.total_chars:,} characters the host loads from all core files "
            f"{given:,} are left for it, it has {asked:,}"
            if by_all
            else f"the host loads {given:,} of its {asked:,} characters"
        )
        reason = f"{why}; lines {cut.start} to {cut.end} never reach the agent{lost}"
        yield finding("CORE-1", path, cut.start, reason, f"{_TRIM} (or shorten it by hand)")


def budgets(world: World) -> Iterator[Finding]:
    """CORE-1: tokens of each file and of all."""
    limits = world.config.core
    total = 0
    for path in world.core:
        size = measure(world.text(path))
        budget = token_budget(path, limits)
        total += size.tokens
        if size.tokens > budget:
            say = finding if path == world.memory else notice
            reason = f"it has {size.tokens:,} tokens, its budget is {budget:,}"
            yield say("CORE-1", path, 0, reason, _TRIM)
    if total > limits.total_tokens:
        reason = (
            f"the core files have {total:,} tokens, all together may have {limits.total_tokens:,}"
        )
        yield finding("CORE-1", WHOLE, 0, reason, _TRIM)


def memory_lines(world: World) -> Iterator[Finding]:
    """CORE-1: MEMORY.md stays short."""
    if world.memory not in world.files:
        return
    limits = world.config.core
    lines = measure(world.text(world.memory)).lines
    if lines >= limits.memory_lines:
        reason = f"it has {lines} lines and shall have fewer than {limits.memory_lines}"
        yield finding("CORE-1", world.memory, limits.memory_lines, reason, _TRIM)
    elif lines >= limits.memory_lines_warn:
        reason = f"it has {lines} lines, close to the {limits.memory_lines} it may not reach"
        yield notice("CORE-1", world.memory, limits.memory_lines_warn, reason, _TRIM)


def memory_sections(world: World) -> Iterator[Finding]:
    """CORE-1: three lines about the user, five critical rules, one line an item."""
    path = world.memory
    if path not in world.files:
        return
    lines = world.lines(path)
    for label, most, what in (
        ("profile", _PROFILE, "lines about the user"),
        ("critical_rules", _RULES, "critical rules"),
    ):
        inside = [line for line in lines if line.titles and reads_as(line.titles[-1], label)]
        if label == "critical_rules":  # a rule may be wrapped: that is another finding
            inside = [line for line in inside if line.number == line.block.start + 1]
        if len(inside) > most:
            reason = f"it has {len(inside)} {what}, {most} are kept there"
            yield finding("CORE-1", path, inside[most].number, reason, _TRIM)
    for line in lines:
        block = line.block
        first = line.number == block.start + 1
        if first and block.kind is Kind.ITEM and block.end - block.start > 1:
            reason = f"an item takes {block.end - block.start} lines: {quoted(line.text)}"
            yield finding("CORE-1", path, line.number, reason, f"put it on one line, or {_TRIM}")


def memory_content(world: World) -> Iterator[Finding]:
    """CORE-1: no detail of a project, no history, the present tense."""
    path = world.memory
    known = world.projects
    seen: set[str] = set()  # projects that have their line
    for line in world.lines(path) if path in world.files else ():
        if line.number != line.block.start + 1:
            continue
        said = bullet_less(line.text)
        if _DATED.match(said):
            reason = f"it tells what happened: {quoted(said)}"
            fix = "move the line into that day's note"
            yield finding("CORE-1", path, line.number, reason, fix)
            continue
        project = _project_of(line, said, known, seen)
        if project:
            reason = f"it is detail of the project {quoted(project)}: {quoted(said)}"
            fix = f"move the line to memory/projects/{project}/CONTEXT.md, or {_TRIM}"
            yield finding("CORE-1", path, line.number, reason, fix)
            continue
        verdict = classify(said)
        if not _POINTS.search(said) and _speaks_for(verdict, Place.DAILY, Place.MEMORY):
            reason = f"it is not in the present tense: {quoted(said)}"
            fix = "say what holds now, or move the line into a daily note"
            yield notice("CORE-1", path, line.number, reason, fix)


def _project_of(line: Line, said: str, known: tuple[str, ...], seen: set[str]) -> str:
    """Return the known project a line of MEMORY.md is detail of; each may have one line."""
    verdict = classify(said, projects=known)
    inside = any(reads_as(title, "projects") for title in line.titles)
    own = next((p for p in known for t in line.titles if _same_name(p, t)), "")
    if own:  # a section of the project's own
        project = own
    elif verdict.project and (inside or _speaks_for(verdict, Place.PROJECT, Place.MEMORY)):
        project = verdict.project
    else:
        return ""
    if _POINTS.search(said) or (inside and project not in seen):
        seen.add(project)
        return ""
    return project


def _same_name(project: str, title: str) -> bool:
    return re.sub(r"[\W_]+", "", project.casefold()) == re.sub(r"[\W_]+", "", title.casefold())


def _speaks_for(verdict: Verdict, place: Place, own: Place) -> bool:
    """Say whether a line clearly speaks for another place than its own."""
    scores = [verdict.scores.get(one, 0.0) for one in Place if one is not place]
    mine = verdict.scores.get(place, 0.0)
    return mine - verdict.scores.get(own, 0.0) >= _SURE and mine - max(scores) >= _CLEAR


# What must not stand in a file: the place it speaks for, its own, how it reads, where it belongs.
_MISPLACED = {
    "SOUL.md": (Place.AGENTS, Place.SOUL, "an instruction", "AGENTS.md"),
    "AGENTS.md": (Place.SOUL, Place.AGENTS, "personality", "SOUL.md"),
    "HEARTBEAT.md": (Place.PROJECT, Place.HEARTBEAT, "detail of a project", "its handbook"),
}


def misplaced(world: World) -> Iterator[Finding]:
    """Each core file has one job."""
    for path, (place, own, what, target) in _MISPLACED.items():
        for line in world.lines(path) if path in world.files else ():
            verdict = classify(bullet_less(line.text), projects=world.projects)
            if _speaks_for(verdict, place, own):
                reason = f"it reads like {what}: {quoted(line.text)}"
                yield notice("core-role", path, line.number, reason, f"move the line to {target}")


def empty_memory(world: World) -> Iterator[Finding]:
    """INIT-1: there is a long-term memory."""
    if world.memory not in world.files and world.memory not in world.unreadable:
        yield notice("INIT-1", world.memory, 0, "it is not there yet", "lamina init --apply")
    elif not split_lines(world.text(world.memory).strip()) and world.memory in world.files:
        yield notice("INIT-1", world.memory, 0, "it is empty", "lamina init --apply")
