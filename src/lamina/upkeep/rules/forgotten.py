"""Rule of what was forgotten: whether it is back in a file, or a forgetting was cut off."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lamina.documents import markdown
from lamina.errors import PathError
from lamina.upkeep.rules.world import WHOLE, notice

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lamina.layers.editor import Editor
    from lamina.upkeep.rules.world import Finding, World

_AGAIN = "the same lamina forget, or leave it: it is searched, never promoted"


def forgotten(world: World) -> Iterator[Finding]:
    """DRM-15: what was forgotten stays away."""
    editor = world.parts.editor
    if editor.guard.cut_off():
        reason = "a lamina forget was cut off before it was through"
        yield notice("DRM-15", WHOLE, 0, reason, "repeat it: lamina forget … --apply")
    for path, lines in _back(editor):
        reason = f"{len(lines)} forgotten lines are back in this file"
        yield notice("DRM-15", path, lines[0], reason, _AGAIN)


def back(editor: Editor) -> tuple[str, ...]:
    """Say in which files forgotten lines are back, and whether a forgetting was cut off."""
    found = ["a lamina forget was cut off: repeat it"] if editor.guard.cut_off() else []
    found += [
        f"{path}:{lines[0]}: {len(lines)} forgotten lines are back" for path, lines in _back(editor)
    ]
    return tuple(found)


def _back(editor: Editor) -> Iterator[tuple[str, list[int]]]:
    """Yield the files that hold forgotten lines: none that is older than the first forgetting."""
    since = editor.guard.since()
    for entry in editor.files.workspace.scan().files if since else ():
        if entry.changed_ns < since:
            continue
        try:
            text = editor.files.read(entry.path) or ""
        except PathError:
            continue
        lines = [
            number
            for number, line in enumerate(markdown.split_lines(text), start=1)
            if line.strip() and editor.guard.on(line, entry.path)
        ]
        if lines:
            yield entry.path, lines
