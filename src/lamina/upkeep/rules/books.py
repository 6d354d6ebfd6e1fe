"""Rules of handbooks, and of the core files' pointers to them and to other files."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from lamina.documents.kinds import Layer, is_daily
from lamina.documents.labels import reads_as
from lamina.documents.markdown import Kind
from lamina.upkeep.rules.world import finding, notice, quoted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lamina.upkeep.rules.world import Finding, Line, World

_INSIDE = r"[^\s`'\"()\[\]<>|,;，；。：、（）【】《》「」]+"
_MENTION = re.compile(
    rf"(?<![A-Za-z0-9_/.-])/?(memory/{_INSIDE}\.md|(?:projects|agents|topics)/{_INSIDE}\.md)"
)
_PATTERN = re.compile(r"YYYY|[*?{}…]|日期")
# What Lamina's own texts name although it is only made when first written.
_LATER = frozenset(
    {
        "memory/active-context.md",
        "memory/daily-index.md",
        "memory/knowledge-index.md",
        "memory/MEMORY_INDEX_ACTIVE.md",
    }
)


def mentions(world: World) -> Iterator[Finding]:
    """BOOK-1: a handbook or other file that a core file points to is there."""
    for path in world.core:
        for number, line in world.outside_fences(path):
            for match in _MENTION.finditer(line):
                target = match[1] if match[1].startswith("memory/") else f"memory/{match[1]}"
                if target in _LATER or _PATTERN.search(target) or world.there(target):
                    continue
                handbook = target.startswith(("memory/projects/", "memory/agents/"))
                say = notice if is_daily(target) else finding
                reason = f"it points to {quoted(target)}, and there is no such file"
                rule = "BOOK-1" if handbook else "dead-pointer"
                yield say(rule, path, number, reason, _maker(target))


def _maker(target: str) -> str:
    parts = target.removesuffix(".md").split("/")
    make = ""
    if parts[1] == "projects" and len(parts) == 4:
        make = f'lamina project new "{quoted(parts[2])}", or '
    elif parts[1] == "agents" and len(parts) == 3:
        make = f'lamina agent-type new "{quoted(parts[2])}", or '
    return f"{make}correct the path or take the line out"


def handbooks(world: World) -> Iterator[Finding]:
    """BOOK-1, BOOK-3: a project's folder has its handbook, which says something and stays short."""
    yield from _without_handbook(world)
    kept = world.config.layers.done_kept
    for path in world.paths(Layer.PROJECT, Layer.AGENT):
        project = world.files[path] is Layer.PROJECT
        if project and not path.endswith("/CONTEXT.md"):
            continue
        if not any(_says_something(line) for line in world.lines(path)):
            yield notice("BOOK-1", path, 0, "the handbook is empty", "write down what holds there")
        done = _finished(world, path) if project else []
        if len(done) > kept:
            reason = f"it keeps {len(done)} finished tasks, {kept} are enough"
            yield notice("BOOK-3", path, done[0], reason, "lamina hygiene --apply")


def _without_handbook(world: World) -> Iterator[Finding]:
    homes = set(world.projects)
    found = []
    for path in world.paths(Layer.PROJECT):
        parts = path.split("/")
        if len(parts) > 3 and parts[2] not in homes:
            found.append(parts[2])
    for name in dict.fromkeys(found):
        reason = f"the project {quoted(name)!r} has files, but no CONTEXT.md"
        fix = f'lamina project new "{quoted(name)}"'
        yield notice("BOOK-1", f"memory/projects/{name}", 0, reason, fix)


_HEAD = re.compile(r"^[-*]\s+\*\*[^*]+\*\*[^:：]*[:：]\s*$")
_TICKED = re.compile(r"^\s*[-*+]\s+\[[xX]\]\s")


def _says_something(line: Line) -> bool:
    return not _HEAD.match(line.text.rstrip()) and not line.text.lstrip().startswith("<!--")


def _finished(world: World, path: str) -> list[int]:
    """Return the lines of finished tasks, as hygiene counts them."""
    return [
        line.number
        for line in world.lines(path)
        if line.block.kind is Kind.ITEM
        and line.block.level == 0
        and line.number == line.block.start + 1
        and (_TICKED.match(line.text) or (line.titles and reads_as(line.titles[-1], "done_tasks")))
    ]
