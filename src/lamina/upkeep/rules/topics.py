"""Rules of topics, their indices, and the knowledge base."""

from __future__ import annotations

import posixpath
import re
from typing import TYPE_CHECKING

from lamina.documents.kinds import Layer, slug
from lamina.documents.markdown import split_lines
from lamina.layers.knowledge import FOLDER, INNER_INDEX, read_keywords
from lamina.layers.knowledge import INDEX as KNOWLEDGE_INDEX
from lamina.layers.topic_file import bullets, read_head, section_span
from lamina.layers.topic_index import ACTIVE, ARCHIVED, TOPICS, Status, read_entries
from lamina.layers.topics import HIDDEN
from lamina.upkeep.rules.world import finding, folded, link_target, notice, quoted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lamina.layers.topic_audit import Flaw
    from lamina.layers.topic_index import Entry
    from lamina.upkeep.rules.world import Finding, World

_AUDIT = "lamina topic audit"
_LOOKS_LIKE_ENTRY = re.compile(
    r"^\s*(?:[-*+]|\d+[.)])\s*\[\s*(?:active|paused|archived|aktiv|pausiert|archiviert|активно|пауза"
    r"|архив|进行中|活跃|暂停|归档|已归档)\s*\]|^\s*[-*+]\s(?>.*?(?:->|→)).*topics/",
    re.IGNORECASE,
)
_NAMED = r"[^\s`'\"()\[\]<>|,;，；。]"
_LINK = re.compile(
    rf"\]\(\s*<?([^)\s>]+)|((?<![\w.~/-])[\w.~-]*+/{_NAMED}+\.md)|\[\[([^\]|#]+)"
    rf"|(?<![\w.~/-])[\w.~-]*+/{_NAMED}++"  # no link: looked at once, as a whole
)


def audit(world: World) -> Iterator[Finding]:
    """TOP-7: the indices and the files agree."""
    flaws = world.parts.audit.flaws(world.draft)
    safe = _may_mend(world, flaws)
    for flaw in flaws:
        fix = f"{_AUDIT} --fix"
        if flaw.kind == "dead":
            fix = "correct the path, or take the line out"
        path = flaw.path if flaw.kind == "orphan" else flaw.index
        mark = "" if flaw.kind in {"orphan", "dead"} else ":"
        reason = f"{quoted(flaw.name)!r}{mark} {quoted(flaw.reason, 200)}"
        yield finding("TOP-7", path, flaw.line, reason, fix, safe=safe and flaw.kind != "dead")


def mend_audit(world: World) -> None:
    """Register orphans, follow moved files, take out double lines."""
    if _may_mend(world, world.parts.audit.flaws(world.draft)):
        world.parts.audit.mend(world.draft)


def _may_mend(world: World, flaws: tuple[Flaw, ...]) -> bool:
    """Say whether every line that would be written can be read again."""
    root = _root(world)
    lines = [f.fix for f in flaws if f.fix and f.kind != "twice"]
    return all(
        [found.path for found in read_entries(entry.text(), root)] == [entry.path]
        for entry in lines
    ) and all(world.may_write(path) for path in (ACTIVE, ARCHIVED))


def links(world: World) -> Iterator[Finding]:
    """TOP-6: a topic does not link to another one."""
    files = _files(world)
    named = {slug(path.rsplit("/", 1)[-1].removesuffix(".md")): path for path in files}
    named |= {slug(read_head(world.text(path)).name): path for path in files}
    for path in files:
        for number, line in world.outside_fences(path):
            for match in _LINK.finditer(line):
                target = _target(path, match, named)
                if target != path and (target in files or target.startswith(f"{TOPICS}/")):
                    reason = f"it links to the topic {quoted(target)}"
                    fix = "say what matters here, and let the index lead to the other topic"
                    yield finding("TOP-6", path, number, reason, fix)


def _target(path: str, match: re.Match[str], named: dict[str, str]) -> str:
    """Return the workspace's path a link leads to; empty for none that is a topic's."""
    if match[3]:
        return named.get(slug(match[3]), "")
    link = link_target(match[1] or match[2] or "")
    if not link.endswith(".md") or "//" in link:
        return ""
    inside = re.search(r"(?:^|/)(topics/.+)", link)
    if inside and not link.startswith("."):
        return posixpath.normpath(f"memory/{inside[1]}")
    if link.startswith(("/", "memory/")):
        return posixpath.normpath(link.lstrip("/"))
    target = posixpath.normpath(posixpath.join(posixpath.dirname(path), link))
    return target if target in named.values() or link.startswith("../") else ""


def heads(world: World) -> Iterator[Finding]:
    """TOP-1, TOP-6: a topic says what it is for, how it stands and whose it is."""
    roles = {
        e.path: e.role
        for place in (ARCHIVED, ACTIVE)
        for e in read_entries(world.text(place), _root(world))
    }
    for path in world.paths(Layer.TOPIC):
        if not path.startswith(f"{TOPICS}/"):
            continue
        head = read_head(world.text(path))
        if not head.goal:
            reason = "its head names no goal"
            yield finding("TOP-1", path, 1, reason, "write a line: - **Goal**: …")
        if not head.state:
            fix = f'lamina topic update "{quoted(head.name)}" --state "…"'
            yield notice("TOP-1", path, 1, "its head does not say how it stands", fix)
        role = roles.get(path, "")
        if role and not head.role:
            reason = f"its head has no role, the index says {quoted(role)}"
            yield finding("TOP-6", path, 1, reason, f"write a line: - **Role**: {quoted(role)}")


def scratchpads(world: World) -> Iterator[Finding]:
    """TOP-5: an archived topic keeps result and lessons, no scratchpad."""
    hidden = [p for p in world.paths(Layer.ARCHIVE) if p.startswith(f"{HIDDEN}/")]
    listed = [e.path for e in read_entries(world.text(ARCHIVED), _root(world))]
    for path in dict.fromkeys([*hidden, *listed]):
        if path not in world.files or path.endswith(".full.md"):
            continue
        text = world.text(path)
        notes = bullets(text, "scratchpad")
        span = section_span(text, "scratchpad")
        if notes and span:
            reason = f"it is archived and its scratchpad has {len(notes)} lines"
            yield finding("TOP-5", path, span[0], reason, "keep the result and lessons only")


def indices(world: World) -> Iterator[Finding]:
    """TOP-2: the hot index holds what is alive, the cold one what is not, each line readable."""
    hot, cold = (read_entries(world.text(p), _root(world)) for p in (ACTIVE, ARCHIVED))
    cold_paths = {e.path: e.line for e in cold}
    cold_names = {folded(e.name): e.line for e in cold}
    for entry in hot:
        twin = cold_paths.get(entry.path) or cold_names.get(folded(entry.name))
        if twin:
            reason = f"{quoted(entry.name)!r} is in the archived index too (line {twin})"
            yield finding("TOP-2", ACTIVE, entry.line, reason, "take one of the two lines out")
        if entry.status is Status.ARCHIVED:
            reason = f"{quoted(entry.name)!r} is archived and still in the active index"
            fix = f'lamina topic archive "{quoted(entry.name)}" --result "…"'
            yield finding("TOP-2", ACTIVE, entry.line, reason, fix)
    for entry in cold:
        if entry.status is not Status.ARCHIVED:
            reason = f"{quoted(entry.name)!r} is {entry.status} and in the archived index"
            fix = f'lamina topic reopen "{quoted(entry.name)}"'
            yield finding("TOP-2", ARCHIVED, entry.line, reason, fix)
    yield from _twice_named(hot)
    for place, entries in ((ACTIVE, hot), (ARCHIVED, cold)):
        known = {e.line for e in entries}
        for number, line in world.outside_fences(place) if place in world.files else ():
            if number not in known and _LOOKS_LIKE_ENTRY.match(line) and "绝对路径" not in line:
                reason = f"the line cannot be read as an entry: {quoted(line)}"
                fix = "write it as: - [ACTIVE] [role] name: description -> `/memory/topics/x/y.md`"
                yield finding("TOP-2", place, number, reason, fix)


def _twice_named(entries: tuple[Entry, ...]) -> Iterator[Finding]:
    seen: dict[str, Entry] = {}
    for entry in entries:
        first = seen.setdefault(folded(entry.name), entry)
        if first is not entry and first.path != entry.path:
            reason = f"{quoted(entry.name)!r} names another topic already (line {first.line})"
            yield finding("TOP-2", ACTIVE, entry.line, reason, "give one of them another name")


def _files(world: World) -> list[str]:
    """Return the topics' files, archived ones too, whole copies not."""
    return [
        path
        for path in world.paths(Layer.TOPIC, Layer.ARCHIVE)
        if path.startswith(f"{TOPICS}/") and not path.endswith(".full.md")
    ]


def _root(world: World) -> str:
    return str(world.parts.editor.files.workspace.root)


def knowledge(world: World) -> Iterator[Finding]:
    """KNOW-1: every entry has its keyword in the index, and every keyword its entry."""
    if KNOWLEDGE_INDEX in world.files and INNER_INDEX in world.files:
        reason = f"there is a second index, {INNER_INDEX}"
        yield notice("KNOW-1", KNOWLEDGE_INDEX, 0, reason, "put its lines into one file")
    there = _lessons(world)
    listed: set[str] = set()
    for place in (KNOWLEDGE_INDEX, INNER_INDEX):
        for number, line in enumerate(split_lines(world.text(place)), start=1):
            for word in read_keywords(line):
                if slug(word) in listed:
                    reason = f"the keyword {quoted(word)!r} is listed twice"
                    yield notice("KNOW-1", place, number, reason, "take one of the lines out")
                elif slug(word) not in there:
                    reason = f"the keyword {quoted(word)!r} has no file"
                    fix = f'lamina learn "{quoted(word)}" --from -, or take the line out'
                    yield finding("KNOW-1", place, number, reason, fix)
                listed.add(slug(word))
    safe = _may_list(world, there)
    for name, path in there.items():
        if name not in listed:
            reason = "the index does not list it"
            fix = "write its keyword into the index"
            yield finding("KNOW-1", path, 0, reason, fix, safe=safe)


def mend_knowledge(world: World) -> None:
    """List the entries that the index lacks."""
    if _may_list(world, _lessons(world)):
        world.parts.knowledge.mend(world.draft)


def _lessons(world: World) -> dict[str, str]:
    return {
        slug(path.rsplit("/", 1)[-1].removesuffix(".md")): path
        for path in world.paths(Layer.KNOWLEDGE)
        if path.startswith(f"{FOLDER}/") and path.count("/") == 2
    }


def _may_list(world: World, lessons: dict[str, str]) -> bool:
    """Say whether every keyword can be read again, and the folder holds no name that is no text."""
    stems = [path.rsplit("/", 1)[-1].removesuffix(".md") for path in lessons.values()]
    odd = any(p.path.startswith(f"{FOLDER}/") for p in world.scan.problems)
    return (
        not odd
        and all(world.may_write(path) for path in (KNOWLEDGE_INDEX, INNER_INDEX))
        and all([slug(w) for w in read_keywords(f"- {stem}\n")] == [slug(stem)] for stem in stems)
    )
