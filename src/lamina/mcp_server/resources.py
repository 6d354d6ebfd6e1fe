"""Files and indices as resources: memory://index, memory://context/today, memory://file/{path}."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING
from urllib.parse import quote, unquote

from lamina.documents.fence import neutral
from lamina.errors import LaminaError, UnknownNameError

if TYPE_CHECKING:
    from lamina.memory import Memory

INDEX = "memory://index"
TODAY = "memory://context/today"
FILE = "memory://file/"
TEMPLATE = "memory://file/{+path}"
MOST = 500  # files that the index names

_INDICES = (
    "memory/MEMORY_INDEX_ACTIVE.md",
    "memory/knowledge-index.md",
    "memory/knowledge/knowledge-index.md",
    "memory/daily-index.md",
)


def read(memory: Memory, uri: str) -> str:
    """Return the text of a resource.

    Raises:
        UnknownNameError: there is no such resource.
        PathError: a file that may not be read here, or is no text.
    """
    if uri == INDEX:
        return index(memory)
    if uri == TODAY:
        return memory.context().text
    if not uri.startswith(FILE):
        raise UnknownNameError("resource", uri, [INDEX, TODAY, TEMPLATE])
    reading = memory.get(unquote(uri.removeprefix(FILE)))
    if not reading.found:
        raise UnknownNameError("resource", uri, [INDEX])
    text: str = reading.as_dict()["text"]
    return text


def index(memory: Memory) -> str:
    """Return what leads on: the indices, then the files this session may read."""
    parts = []
    for path in _INDICES:
        with contextlib.suppress(LaminaError):  # not for this session, or no text
            reading = memory.get(path, record=False)
            if reading.found:
                parts.append(f"<!-- {path} -->\n{reading.text.rstrip()}\n")
    names = files(memory)
    more = [f"and {len(names) - MOST} more"] if len(names) > MOST else []
    rows = [f"- {FILE}{quote(name)}" for name in names[:MOST]]
    return neutral("\n".join([*parts, "# Files", "", *rows, *more]) + "\n")


def files(memory: Memory) -> list[str]:
    """Return the files of memory that this session may read."""
    found = []
    for entry in memory.workspace.scan().files:
        with contextlib.suppress(LaminaError):
            memory.check_may_see(entry.path)
            found.append(entry.path)
    return sorted(found, reverse=True)
