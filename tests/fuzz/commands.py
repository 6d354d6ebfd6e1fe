"""Commands run in this process: what they print, and that they end with an answer."""

from __future__ import annotations

import contextlib
import io
import os
from pathlib import Path
from typing import TYPE_CHECKING

from tests.fuzz.target import Wrong

if TYPE_CHECKING:
    from tests.fuzz.ground import Ground

FAULT = 70


class _Stream(io.TextIOWrapper):
    """A standard stream of which the bytes are kept."""

    def __init__(self, data: bytes = b"") -> None:
        self.held = io.BytesIO(data)
        super().__init__(self.held, encoding="utf-8", errors="strict")


def run(ground: Ground, *words: str, given: bytes = b"") -> tuple[int, str]:
    """Run a command in the workspace and return its exit code and what it printed."""
    from lamina.cli.main import carried_out

    out, err, into = _Stream(), _Stream(), _Stream(given)
    before, folder = dict(os.environ), Path.cwd()
    os.environ.update(ground.environment | {"LAMINA_NOTES_TIMEZONE": "Europe/Berlin"})
    os.chdir(ground.root)
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            import sys

            usual, sys.stdin = sys.stdin, into
            try:
                code = carried_out([*words, "--now", "2026-03-04T09:30"])
            finally:
                sys.stdin = usual
    finally:
        os.chdir(folder)
        os.environ.clear()
        os.environ.update(before)
    out.flush()
    err.flush()
    printed = (out.held.getvalue() + err.held.getvalue()).decode("utf-8", "replace")
    if code == FAULT or "Traceback" in printed or "fault in Lamina" in printed:
        raise Wrong(f"lamina {' '.join(words)}: {printed[-800:]}")
    return code, printed
