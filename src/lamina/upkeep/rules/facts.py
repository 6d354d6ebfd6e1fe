"""Rules of pointer files and reference/."""

from __future__ import annotations

import posixpath
import re
from typing import TYPE_CHECKING

from lamina.documents.changes import to_bytes
from lamina.documents.kinds import Layer
from lamina.layers.facts import REFERENCE, links_of
from lamina.upkeep.rules.world import finding, link_target, notice, quoted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lamina.upkeep.rules.world import Finding, World

_HISTORY = {Layer.DAILY, Layer.CHAT, Layer.ARCHIVE, Layer.REPORT, Layer.MACHINE}
_EXAMPLE = re.compile(r"[*?{}<>…]|\.\.\.|reference/(?:x|name|имя|datei|文件名?)\.md", re.IGNORECASE)
_POINTER = re.compile(
    r"(?:→|->)\s*(?:[^\W\d_]{2,20}\s*[:：](?!//)\s*)?`?((?:(?!->)[^\s→])+?\.\w{1,5})`?\s*(?:<!--.*)?$"
)


def sizes(world: World) -> Iterator[Finding]:
    """FACT-1: a pointer file stays small."""
    most = world.config.layers.fact_bytes
    for path in world.pointer_files:
        size = len(to_bytes(world.text(path)))
        if size > most:
            reason = f"the pointer file has {size:,} bytes, {most:,} are allowed"
            yield finding(
                "FACT-1", path, 0, reason, "split it by subject, or move detail to reference/"
            )


def links(world: World) -> Iterator[Finding]:
    """FACT-2: a link leads to a file, and into reference/."""
    for path in world.paths():
        if world.files[path] in _HISTORY | {Layer.REFERENCE}:
            continue
        text = world.text(path)
        if "reference/" in text:
            plain = {number for number, _ in world.outside_fences(path)}
            for number, link in links_of(text):
                target = _inner(link)
                if number not in plain or _EXAMPLE.search(link):
                    continue
                if not target.startswith(f"{REFERENCE}/"):
                    reason = f"{quoted(link)} leads out of reference/"
                    yield finding("FACT-2", path, number, reason, "correct the link")
                elif not _is_there(world, target):
                    reason = f"{quoted(link)} is not there"
                    fix = "lamina reference add FILE, or correct the link"
                    yield finding("FACT-2", path, number, reason, fix)
    yield from _elsewhere(world)


def _elsewhere(world: World) -> Iterator[Finding]:
    """Find links of pointer files that lead somewhere else than into reference/."""
    for path in world.pointer_files:
        for number, line in world.outside_fences(path):
            match = _POINTER.search(line)
            link = match[1].lstrip("`/") if match else ""
            if not link or "://" in link or link.startswith(f"{REFERENCE}/"):
                continue
            if "/" not in link and not link.endswith(".md"):
                continue  # "3.5 → 4.0" is no path
            target = posixpath.normpath(link)
            inside = not target.startswith("..") and world.there(target)
            reason = f"{quoted(link)} leads out of reference/"
            fix = f"point to {REFERENCE}/, or write the path without an arrow"
            say = notice if inside else finding
            yield say("FACT-2", path, number, reason, fix)


def orphans(world: World) -> Iterator[Finding]:
    """FACT-2: no document in reference/ without a pointer to it."""
    documents = world.paths(Layer.REFERENCE)
    if not documents:
        return
    named: set[str] = set()
    for path in world.paths():
        text = world.text(path)
        if "reference/" in text:
            found = {_inner(link) for _, link in links_of(text)}
            named |= found - {path}
    for path in documents:
        folders = {f"{'/'.join(path.split('/')[:n])}" for n in range(2, path.count("/") + 1)}
        if path not in named and folders.isdisjoint(named):
            reason = "no file points to it, so nobody will open it"
            fix = f'lamina fact add SUBJECT "what it is about" --ref {quoted(path)}'
            yield finding("FACT-2", path, 0, reason, fix)


def _inner(link: str) -> str:
    """Return where a link leads: without its section, from the workspace's root."""
    return posixpath.normpath(link_target(link))


def _is_there(world: World, target: str) -> bool:
    workspace = world.parts.editor.files.workspace
    return world.there(target) or (workspace.root / target).exists()
