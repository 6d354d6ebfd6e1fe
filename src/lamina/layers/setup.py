"""Set up a workspace: plan what is missing, change nothing that is there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lamina.documents.changes import Change, Plan
from lamina.documents.language import Language, active_template, memory_template

if TYPE_CHECKING:
    from lamina.documents.files import Files

MEMORY = "MEMORY.md"
ACTIVE = "memory/active-context.md"


def plan(files: Files, language: Language) -> Plan:
    """Return the plan that creates what a workspace needs and is not there."""
    root = files.workspace.root
    wanted = {ACTIVE: active_template(language)}
    if not (root / "memory.md").exists():
        wanted = {MEMORY: memory_template(language)} | wanted
    changes = tuple(
        Change(path, None, text) for path, text in wanted.items() if files.read(path) is None
    )
    folders = () if (root / "memory").is_dir() else ("memory",)
    return Plan("init", changes, folders=folders)
