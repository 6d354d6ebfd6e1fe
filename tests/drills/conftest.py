"""Drills: the database stopped, connections cut, disks full, clocks wrong, under real work."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.drills.wire import Wire
from tests.fleet.conftest import farm

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.postgres_server import Postgres

__all__ = ["farm"]


@pytest.fixture
def wire(tmp_path: Path, postgres: Postgres) -> Iterator[Wire]:
    """A wire to the database that breaks where a test says."""
    found = Wire(tmp_path / "wire", postgres.socket)
    yield found
    found.close()
