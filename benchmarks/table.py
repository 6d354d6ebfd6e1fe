"""The lines of printed tables, as several benchmarks print them."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


def share(part: int, whole: int) -> str:
    """Return a share with three digits, a dash of nothing."""
    return f"{part / whole:.3f}" if whole else "-"


def row(name: str, cells: Sequence[str], *, wide: int = 26, cell: int = 11) -> None:
    """Print a line of a table: its name in ``wide`` columns, each cell in ``cell``."""
    print(f"{name:{wide}}" + "".join(f"{one:>{cell}}" for one in cells))
