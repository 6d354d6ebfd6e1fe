"""Counts of the index by day."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lamina.storage.contract import IndexStore


def noted_by_day(index: IndexStore, layer: str, since: str) -> dict[str, int]:
    """Return how many lines a layer's files have of each day since this one."""
    return dict(
        index.database.execute(
            "SELECT day, SUM(chunks) FROM files WHERE layer = ? AND day >= ? GROUP BY day",
            (layer, since),
        )
    )
