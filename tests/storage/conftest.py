"""Both kinds of store, opened: what one contract says is asked of each."""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from lamina.storage.state import State

    # Opens the state of the workspace with this name.
    Opener = Callable[[str], State]


@pytest.fixture(scope="session", params=("sqlite", "postgres"))
def opener(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Opener:
    """Open the state of a workspace, by its name; each call as one process more."""
    if request.param == "sqlite":
        from lamina.storage.sqlite_state import SqliteState

        folder = tmp_path_factory.mktemp("states")
        return lambda name: SqliteState(folder / f"{name}.db")
    server = request.getfixturevalue("postgres")
    from lamina.storage.postgres import Tenant
    from lamina.storage.postgres_state import PostgresState

    run = server.name()
    return lambda name: PostgresState(server.url(), Tenant.of(f"{run}:{name}"))


_numbers = count()


@pytest.fixture(scope="session")
def new_state(opener: Opener) -> Callable[[], State]:
    """Open the state of a workspace nobody had yet."""
    return lambda: opener(f"w{next(_numbers)}")


@pytest.fixture
def open_state(opener: Opener) -> Iterator[Callable[[], State]]:
    """Open the state of one workspace, each time as one process more."""
    name, opened = f"w{next(_numbers)}", []

    def open_one() -> State:
        opened.append(opener(name))
        return opened[-1]

    yield open_one
    for state in opened:
        state.close()


@pytest.fixture
def state(open_state: Callable[[], State]) -> State:
    """The state of an empty workspace."""
    return open_state()
