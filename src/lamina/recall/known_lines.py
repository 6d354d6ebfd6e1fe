"""What is known of the lines of a file: who wrote each, and when it was last given to anybody."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from lamina.documents.markdown import parse
from lamina.search.chunker import chunks, claim

if TYPE_CHECKING:
    from lamina.storage.state import State


@dataclass(frozen=True, slots=True)
class KnownLine:
    """Lines start to end (1-based, inclusive) that say one thing."""

    start: int
    end: int
    origin: str  # who wrote it; empty: not recorded
    recalls: int = 0
    last: str = ""  # the day of its last recall

    def as_dict(self) -> dict[str, Any]:
        """Return the shape every face shows."""
        return asdict(self)


def known_lines(text: str, path: str, state: State) -> tuple[KnownLine, ...]:
    """Return what is known of each thing a text says, in its order."""
    rows = chunks(parse(text), path, None)
    claims = [claim(row.text) for row in rows]
    origins = state.origins(claims)
    recalled = state.recalled(claims)
    return tuple(
        KnownLine(row.start, row.end, origins.get(said, ""), *recalled.get(said, (0, "")))
        for row, said in zip(rows, claims, strict=True)
    )
