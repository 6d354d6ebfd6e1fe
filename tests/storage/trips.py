"""What is said to a database and back, counted as libpq traces the protocol."""

from __future__ import annotations

import re
from collections import Counter
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from lamina.storage.postgres import PostgresDatabase

NAMES = re.compile(r"\t(?:F|B)\t\d+\t(\w+)")


@dataclass
class Said:
    """What went to the server and came back."""

    text: str = ""
    kinds: Counter[str] = field(default_factory=Counter)

    @property
    def trips(self) -> int:
        """Ways to the server and back."""
        return self.kinds["ReadyForQuery"]

    @property
    def planned(self) -> int:
        """Statements the server had not seen on this connection."""
        return self.kinds["Parse"]

    @property
    def run(self) -> int:
        """Statements."""
        return self.kinds["Execute"] + self.kinds["Query"]


@contextmanager
def traced(database: PostgresDatabase, path: Path) -> Iterator[Said]:
    """Count what is said on the workspace's connection: one thread needs no second."""
    said = Said()
    with path.open("w") as file:
        with database.using() as raw:
            raw.pgconn.trace(file.fileno())
        yield said
        raw.pgconn.untrace()
    assert database._pool.opened == 1
    said.text = path.read_text()
    said.kinds.update(NAMES.findall(said.text))
