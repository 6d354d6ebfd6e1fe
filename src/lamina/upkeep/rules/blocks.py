"""Rules of the managed blocks: those a workspace needs are there, whole, in its language.

Safe to mend: the blocks are Lamina's own. Lines in them that are in no template (an older text, or
somebody's own) go to ``memory/memory-archive.md`` before the block is written anew.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from lamina.documents import markdown
from lamina.documents.labels import labels
from lamina.documents.language import Language
from lamina.documents.templates import (
    ARCHITECTURE,
    SESSIONS,
    START,
    TASKS,
    WRITING,
    block,
    template_lines,
)
from lamina.layers.budgets import excess
from lamina.layers.setup import LEAST, RULES
from lamina.layers.sorting import ARCHIVE
from lamina.upkeep.rules.world import MEMORY, fenced_lines, finding, notice, quoted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lamina.documents.markdown import Document
    from lamina.upkeep.rules.world import Finding, World

RULE = "INIT-2"
_WANTED = {
    "AGENTS.md": {
        START: "the start sequence",
        SESSIONS: "the session rules",
        WRITING: "the writing rules",
    },
    MEMORY: {ARCHITECTURE: "the section on the memory's architecture"},
    "HEARTBEAT.md": {TASKS: "the memory tasks"},
}
# How a heading (of the tasks: any line) reads where somebody wrote one by hand.
_BY_HAND = {
    START: r"every session|jede session|каждая сессия|每次会话|startup|session start",
    ARCHITECTURE: r"memory[ -]?archite[ck]|архитектура памяти|устройство памяти|记忆架构",
    TASKS: r"memory[- ]?(?:hygien|cleanup|aufräum)|lastMemoryCleanup|lamina (?:hygiene|heartbeat)"
    r"|гигиен\w* памяти|记忆(?:清理|维护|整理)",
}
_MARKER = re.compile(r"\s*<!--\s*([\w.-]+(?::[\w.-]+)+):(start|end)\s*-->\s*")


def managed_blocks(world: World) -> Iterator[Finding]:
    """INIT-2: the blocks that tell an agent how to use the memory."""
    set_up = any(_own(world.document(path)) for path in world.core)
    least = _is_least(world)
    for path in _paths(world):
        document = world.document(path)
        if path in world.unreadable or _points_away(document):
            continue
        held, torn = _own(document), {name for name, *_ in _torn(document)}
        for name, what in _WANTED[_key(path)].items():
            if name in torn or (least and name not in LEAST):
                continue
            if name in held:
                yield from _outdated(world, path, name)
            elif not _by_hand(document, name) and (set_up or name in _BY_HAND):
                yield _missing(world, path, what, set_up=set_up)


def torn_markers(world: World) -> Iterator[Finding]:
    """A managed block has a start and an end, and is there once."""
    for path in world.paths():
        if "<!--" not in world.text(path):
            continue
        for name, number, reason in _torn(world.document(path)):
            yield finding("managed-block", path, number + 1, reason, f"edit the markers of {name}")


def mend(world: World) -> None:
    """Write the missing and outdated blocks, where there is room."""
    for path in _paths(world):
        after = _mended(world, path)
        if after is not None and _is_safe(world, path):
            _archive_foreign(world, path)
            world.draft.put(path, after)


def _paths(world: World) -> list[str]:
    return [world.memory if path == MEMORY else path for path in _WANTED]


def _key(path: str) -> str:
    return MEMORY if path.casefold() == MEMORY.casefold() else path


def _own(document: Document) -> dict[str, str]:
    """Return the text of Lamina's own blocks, by name."""
    return {
        b.name: re.sub(r"\r\n?", "\n", "".join(document.lines[b.start + 1 : b.end - 1])).strip()
        for b in document.managed
        if b.name.startswith("lamina:")
    }


def _points_away(document: Document) -> bool:
    """Say whether the file had no room, so that its block only says where the rules are."""
    return RULES in document.text and any(RULES in text for text in _own(document).values())


def _by_hand(document: Document, name: str) -> bool:
    """Say whether somebody wrote what a block says by hand."""
    if name not in _BY_HAND:
        return False
    texts = [document.text] if name == TASKS else [s.title for s in document.sections]
    return any(re.search(_BY_HAND[name], text, re.IGNORECASE) for text in texts)


def _is_least(world: World) -> bool:
    """Say whether this is the least a sub-agent needs: no long-term memory, and rules for none."""
    return not world.there(world.memory) and set(_own(world.document("AGENTS.md"))) == set(LEAST)


def _missing(world: World, path: str, what: str, *, set_up: bool) -> Finding:
    reason = f"it lacks {what}" if path in world.files else f"the file is missing, with {what}"
    if not set_up:
        return notice(RULE, path, 0, reason, "lamina init --apply")
    return finding(RULE, path, 0, reason, _fix(world, path), safe=_is_safe(world, path))


def _outdated(world: World, path: str, name: str) -> Iterator[Finding]:
    document = world.document(path)
    text, language = _own(document)[name], world.draft.language
    if text == block(name, language):
        return
    line = next(b.start + 1 for b in document.managed if b.name == name)
    other = next((one for one in Language if text == block(name, one)), None)
    safe = _is_safe(world, path)
    if other is None:
        reason = f"the block {name} is not the text of this version"
        yield finding(RULE, path, line, reason, _fix(world, path), safe=safe)
    else:
        reason = f"the block {name} is written in {other}, the workspace in {language}"
        yield notice(RULE, path, line, reason, _fix(world, path), safe=safe)


def _fix(world: World, path: str) -> str:
    """Say what to do where the doctor does not mend by itself."""
    room = "lamina trim --apply, then lamina doctor --fix"
    return room if world.may_write(path) else "its owner runs: lamina doctor --fix"


def _is_safe(world: World, path: str) -> bool:
    """Say whether the file's blocks can be written: by this author, and within its budget."""
    after = _mended(world, path)
    if after is None or not world.may_write(path) or not world.may_write(ARCHIVE):
        return False
    before = world.draft.before(path) if path in world.files else None
    return not excess(path, before, after, world.config.core)


def _mended(world: World, path: str) -> str | None:
    """Return the file with its blocks as they should be; None where they are not to be touched."""
    text = world.text(path) if path in world.files else f"# {path}\n"
    document = markdown.parse(text)
    if path in world.unreadable or _points_away(document):
        return None
    held, torn = _own(document), {name for name, *_ in _torn(document)}
    for name in _WANTED[_key(path)]:
        wanted = block(name, world.draft.language)
        by_hand = name not in held and _by_hand(document, name)
        if name not in torn and not by_hand and held.get(name) != wanted:
            text = markdown.set_managed(text, name, wanted)
    return text


def _archive_foreign(world: World, path: str) -> None:
    """Keep the lines of outdated blocks that are in no template."""
    templates = template_lines()
    foreign = [
        line
        for name, text in _own(world.document(path)).items()
        if name in _WANTED[_key(path)] and text not in {block(name, one) for one in Language}
        for line in text.split("\n")
        if line.strip("># \t") and line.strip("># \t") not in templates
    ]
    if foreign:
        body = re.sub(r"(?m)^( {0,3})#{1,3}(?=\s)", r"\1####", "\n".join(foreign))
        title = labels(world.draft.language).archive
        world.draft.append(ARCHIVE, f"\n## {path} ({world.today})\n\n{body}\n", title=title)
        lines = f"{len(foreign)} line{'s' if len(foreign) > 1 else ''}"
        world.draft.notes.append(f"{lines} of {path} in no template of today went to {ARCHIVE}")


def _torn(document: Document) -> list[tuple[str, int, str]]:
    """Return the markers without a twin, and blocks that are there twice: name, line, reason."""
    whole: dict[str, int] = {}
    known: set[int] = set()
    found = []
    for managed in document.managed:
        known |= {managed.start, managed.end - 1}
        if managed.name in whole:
            reason = f"the block {managed.name} is there twice (see line {whole[managed.name] + 1})"
            found.append((managed.name, managed.start, reason))
        whole.setdefault(managed.name, managed.start)
    fenced = fenced_lines(document)
    for number, line in enumerate(document.lines):
        match = _MARKER.fullmatch(line) if "<!--" in line else None
        if match and number not in known and number not in fenced:
            twin = "end" if match[2] == "start" else "start"
            reason = f"the {match[2]} marker of the block {quoted(match[1])} has no {twin} marker"
            found.append((match[1], number, reason))
    return found
