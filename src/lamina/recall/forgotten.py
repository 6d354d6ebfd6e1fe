"""Tell whether something was forgotten, for those who write or take in lines.

The state is opened only where it is there: a workspace in which nothing was ever forgotten costs
nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from lamina.documents.kinds import date_of
from lamina.documents.markdown import split_lines
from lamina.documents.seals import Seals
from lamina.errors import StoreError, WriteError
from lamina.layers.editor import Guard
from lamina.search.chunker import claim

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime

    from lamina.storage.state import State
    from lamina.storage.state_forgotten import ForgottenTables


T = TypeVar("T")
_NONE = Seals()


class Forgotten(Guard):
    """What the owner had forgotten, asked line by line."""

    def __init__(self, state: Callable[[], State], begun: Callable[[], bool]) -> None:
        """``begun``: tells whether there is a state; it is not made for a question."""
        self.state = state
        self._begun = begun

    def on(self, text: str, path: str = "") -> str:
        """Return when a text, or the day of a file, was forgotten; empty: it was not."""
        seals = self._seals()
        if not seals:
            return ""
        day = date_of(path) if path else None
        return seals.of(text, str(day) if day else "") or seals.of_claim(claim(text))

    def any(self) -> bool:
        """Say whether anything was forgotten."""
        return bool(self._seals())

    def since(self) -> int:
        """Return when (nanoseconds) something was first forgotten; 0: nothing was."""
        return self._asked(lambda kept: kept.since(), 0)

    def cut_off(self) -> bool:
        """Say whether a forgetting did not come to its end."""
        return bool(self._asked(lambda kept: kept.pending(), ""))

    def sessions(self) -> dict[str, datetime]:
        """Return the sessions that were forgotten, each up to a moment."""
        if not self._begun():
            return {}
        try:
            return self.state().sessions.barred()
        except (StoreError, WriteError):
            return {}

    def _seals(self) -> Seals:
        return self._asked(lambda kept: kept.seals(), _NONE)

    def _asked(self, ask: Callable[[ForgottenTables], T], else_: T) -> T:
        """Ask the state, where there is one and it can be opened."""
        if not self._begun():
            return else_
        try:
            return ask(self.state().forgotten)
        except (StoreError, WriteError):
            return else_

    def lift(self, text: str) -> bool:
        """Let a text in again; say whether it was forgotten."""
        return self._asked(lambda kept: kept.lift(text, claim(text)), 0) > 0

    def sift(self, text: str, path: str = "") -> str:
        """Return a text without the lines that were forgotten."""
        if not self.on(text, path):
            return text
        lines = [line for line in split_lines(text) if not self.on(line, path)]
        kept = "".join(lines)
        if not self.on(kept, path):
            return kept
        pairs = {n for n in range(len(lines) - 1) if self.on(lines[n] + lines[n + 1], path)}
        left = [line for n, line in enumerate(lines) if not pairs & {n, n - 1}]
        return "" if self.on("".join(left), path) else "".join(left)
