"""What the tests of the doctor share."""

from __future__ import annotations

import pytest


@pytest.fixture
def tree(root):
    """Return every file of the workspace outside memory/.dreams, with its bytes."""

    def read() -> dict[str, bytes]:
        return {
            path.relative_to(root).as_posix(): path.read_bytes()
            for path in sorted(root.rglob("*"))
            if path.is_file() and ".dreams" not in path.parts
        }

    return read


@pytest.fixture
def found(memory, write):
    """Write files, and return what one rule finds: (path, line) of each."""

    def look(rule: str, files: dict[str, str | bytes] | None = None) -> list[tuple[str, int]]:
        for path, text in (files or {}).items():
            write(path, text)
        return [(f.path, f.line) for f in memory.doctor.check().findings if f.rule == rule]

    return look
