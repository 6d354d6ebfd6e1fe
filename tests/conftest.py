"""Shared fixtures: real workspaces in temporary folders, a fixed clock, no network but loopback."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, settings

from lamina.memory import Memory
from lamina.places import Places
from lamina.settings import find_setting

pytest_plugins = ("tests.postgres_server",)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

# Machines are noisy: no example fails for the time it took.
settings.register_profile("lamina", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("lamina")

GOLDEN = Path(__file__).parent / "golden"
NOW = datetime.fromisoformat("2026-03-04T09:30:00+01:00")
LOOPBACK = {"127.0.0.1", "::1", "localhost"}


class Clock:
    """A clock that is set."""

    def __init__(self, now: datetime = NOW) -> None:
        self.now = now

    def __call__(self) -> datetime:
        return self.now


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add --golden-update, --long and --store."""
    parser.addoption("--golden-update", action="store_true", help="write the golden files anew")
    parser.addoption("--long", action="store_true", help="drills and differences at full length")
    parser.addoption(
        "--store",
        default="sqlite",
        choices=("sqlite", "postgres"),
        help="where the workspaces that tests open keep index and state",
    )


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Callable[[str, str], None]:
    """Compare a text with tests/golden/NAME, or write it with --golden-update."""

    def compare(name: str, text: str) -> None:
        path = GOLDEN / name
        if request.config.getoption("--golden-update"):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8")
        assert path.exists(), f"{path} is not there: run with --golden-update and read it"
        assert text == path.read_text("utf-8")

    return compare


@pytest.fixture(autouse=True, scope="session")
def _no_network() -> Iterator[None]:
    """Refuse every connection that leaves the machine."""
    connect = socket.socket.connect

    def guarded(self: socket.socket, address: Any) -> None:
        if isinstance(address, tuple) and address[0] not in LOOPBACK:
            raise AssertionError(f"a test wanted to connect to {address!r}")
        connect(self, address)

    socket.socket.connect = guarded  # type: ignore[assignment,method-assign]
    yield
    socket.socket.connect = connect  # type: ignore[method-assign]


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A fresh home folder."""
    folder = tmp_path / "home"
    folder.mkdir()
    return folder


@pytest.fixture
def store(request: pytest.FixtureRequest) -> dict[str, str]:
    """The settings of the store that was asked for."""
    if request.config.getoption("--store") == "sqlite":
        return {}
    return {"store.url": request.getfixturevalue("postgres").url()}


@pytest.fixture
def environment(home: Path, store: dict[str, str]) -> dict[str, str]:
    """The environment of a person on a new machine, in Berlin, without a model."""
    kept = {k: v for k, v in os.environ.items() if k in {"PATH", "PYTHONPATH", "VIRTUAL_ENV"}}
    return kept | {
        "HOME": str(home),
        "LAMINA_NOTES_TIMEZONE": "Europe/Berlin",
        "LAMINA_EMBEDDING_KIND": "none",
        "PYTHONUTF8": "1",
        **{find_setting(key).variable: value for key, value in store.items()},
    }


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """An empty workspace."""
    folder = tmp_path / "ws"
    (folder / "memory").mkdir(parents=True)
    return folder


@pytest.fixture
def open_memory(root: Path, home: Path, store: dict[str, str]) -> Iterator[Callable[..., Memory]]:
    """Open the workspace with settings as keywords: ``open_memory(**{"notes.language": "de"})``."""
    opened: list[Memory] = []

    def opener(
        path: Path | None = None,
        *,
        now: datetime = NOW,
        author: str = "owner",
        session: str = "main",
        **overrides: str,
    ) -> Memory:
        places = Places.of({"HOME": str(home)}, cwd=path or root)
        wanted = {"notes.timezone": "Europe/Berlin", "embedding.kind": "none"} | store | overrides
        memory = Memory(
            path or root,
            clock=lambda: now,
            author=author,
            session=session,
            places=places,
            overrides=wanted,
        )
        opened.append(memory)
        return memory

    yield opener
    for memory in opened:
        memory.close()


@pytest.fixture
def memory(open_memory: Callable[..., Memory]) -> Memory:
    """The empty workspace, opened, on 4 March 2026 in Berlin."""
    return open_memory()


@pytest.fixture
def write(root: Path) -> Callable[[str, str | bytes], Path]:
    """Write a file of the user's into the workspace."""

    def writer(path: str, text: str | bytes) -> Path:
        full = root / path
        full.parent.mkdir(parents=True, exist_ok=True)
        full.write_bytes(text.encode() if isinstance(text, str) else text)
        return full

    return writer


class Shell:
    """Runs the real command in a process of its own."""

    def __init__(self, environment: dict[str, str], folder: Path) -> None:
        self.environment = environment
        self.folder = folder

    def __call__(
        self,
        *arguments: str,
        given: str | None = None,
        cwd: Path | None = None,
        **variables: str,
    ) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "lamina", *arguments],
            input=given,
            capture_output=True,
            text=True,
            env=self.environment | variables,
            cwd=cwd or self.folder,
            timeout=120,
            encoding="utf-8",
        )


@pytest.fixture
def lamina(environment: dict[str, str], root: Path) -> Shell:
    """The command line, run in the workspace."""
    return Shell(environment, root)
