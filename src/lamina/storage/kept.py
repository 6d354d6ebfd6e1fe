"""What an index keeps of its answers, as long as nobody changes it: for either database."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from lamina.storage.contract import FileRow

_MOST = 2000  # answers of a kind: a few questions' worth


class Kept:
    """Answers by kind; each kind is begun anew once the index has changed."""

    def __init__(self, generation: Callable[[], int]) -> None:
        self._now = generation
        self.generation = -1  # of the index when it was last asked
        self._answers: dict[str, tuple[int, dict[Any, Any]]] = {}
        self._files: tuple[int, dict[str, FileRow]] | None = None

    def of(self, kind: str) -> dict[Any, Any]:
        """Return what is known of a kind now; what is put into it is kept."""
        self.generation = self._now()
        known, kept = self._answers.get(kind, (None, {}))
        if known != self.generation or len(kept) > _MOST:
            kept = {}
            self._answers[kind] = (self.generation, kept)
        return kept

    def files(self, read: Callable[[], dict[str, FileRow]]) -> dict[str, FileRow]:
        """Return the files, read anew where the index has changed; they are never too many."""
        self.generation = self._now()
        if self._files is None or self._files[0] != self.generation:
            self._files = (self.generation, read())
        return self._files[1]

    def changed(self, before: int, files: Mapping[str, FileRow]) -> None:
        """Take own changes into the files, if nobody else changed the index since ``before``."""
        if self._files and self._files[0] == before:
            self._files = (before + 1, {**self._files[1], **files})
