"""The secret that is said everywhere, and where it must not stand afterwards."""

from __future__ import annotations

import gzip
from typing import TYPE_CHECKING

from tests.sessions.hosts import ClaudeCode

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from lamina.memory import Memory

SESSION = "5e551017-aaaa"

KEY = "ghp_" + "A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8"
SAID = f"token {KEY}"
_FORMS = [KEY.encode(code) for code in ("utf-8", "utf-16-le", "utf-16-be")]


def found(folders: Iterable[Path]) -> list[str]:
    """Return the files below folders whose bytes or names hold the secret."""
    held = []
    for folder in folders:
        for path in sorted(folder.rglob("*")):
            data = path.read_bytes() if path.is_file() else b""
            data += gzip.decompress(data) if data[:2] == b"\x1f\x8b" else b""
            if KEY in path.name or any(form in data for form in _FORMS):
                held.append(path.relative_to(folder).as_posix())
    return held


def live(memory: Memory, home: Path) -> None:
    """Let everything that is named in these tests be there, by the name Shop."""
    memory.topics.new("coding", "Shop", goal="g")
    memory.projects.new("Shop")
    memory.agent_types.new("Shop")
    memory.active.open("Shop", "- [ ] ring the token man")
    memory.statements.fact("Shop", "the shop opens at nine")
    memory.statements.learn("oauth", "use it")
    memory.long_term.add("the old line")
    talk = ClaudeCode(cwd=memory.workspace.root, session=SESSION)
    talk.user("What about the shop?")
    talk.agent("It is open.")
    talk.write(home / ".claude" / "projects" / "ws" / f"{SESSION}.jsonl")
