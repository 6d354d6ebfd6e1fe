"""Rule of what was forgotten: whether it is back in a file, or a forgetting was cut off."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lamina.documents import markdown
from lamina.documents.changes import to_text
from lamina.documents.files import read_bytes
from lamina.errors import PathError
from lamina.upkeep.rules_world import WHOLE, notice

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lamina.layers.editor import Editor
    from lamina.upkeep.rules_world import Finding, World

_AGAIN = "the same lamina forget, or leave it: it is searched, never promoted"


def forgotten(world: World) -> Iterator[Finding]:
    """DRM-15: what was forgotten stays away."""
    editor = world.parts.editor
    if editor.guard.cut_off():
        reason = "a lamina forget was cut off before it was through"
        yield notice("DRM-15", WHOLE, 0, reason, "repeat it: lamina forget … --apply")
    for path in world.files if editor.guard.any() else ():
        lines = _lines_back(editor, path, world.text(path))
        if lines:
            reason = f"{len(lines)} forgotten lines are back in this file"
            yield notice("DRM-15", path, lines[0], reason, _AGAIN)


def back(editor: Editor) -> tuple[str, ...]:
    """Say in which files forgotten lines are back, and whether a forgetting was cut off."""
    found = ["a lamina forget was cut off: repeat it"] if editor.guard.cut_off() else []
    for entry in editor.files.workspace.scan().files if editor.guard.any() else ():
        try:
            full = editor.files.workspace.resolve(entry.path)
            data = read_bytes(full, entry.path, editor.files.limits.max_bytes)
        except PathError:
            continue
        lines = _lines_back(editor, entry.path, to_text(data or b""))
        if lines:
            found.append(f"{entry.path}:{lines[0]}: {len(lines)} forgotten lines are back")
    return tuple(found)


def _lines_back(editor: Editor, path: str, text: str) -> list[int]:
    """Return the numbers of the lines of a file that were forgotten."""
    lines = markdown.split_lines(text)
    return [n for n, line in enumerate(lines, 1) if line.strip() and editor.guard.on(line, path)]
