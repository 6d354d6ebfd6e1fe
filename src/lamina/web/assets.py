"""The page's own files: read once, served under an address that changes with their content."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import NamedTuple

_FOLDER = Path(__file__).parent / "static"
_KINDS = {
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
}


class Asset(NamedTuple):
    """One file."""

    data: bytes
    kind: str
    version: str


def read() -> dict[str, Asset]:
    """Return the files by name, such as vendor/htmx.min.js."""
    found = {}
    for path in sorted(_FOLDER.rglob("*")):
        if path.suffix in _KINDS:
            data = path.read_bytes()
            name = path.relative_to(_FOLDER).as_posix()
            found[name] = Asset(data, _KINDS[path.suffix], hashlib.sha256(data).hexdigest()[:12])
    return found
