"""A team of two workspaces: the server in this process, and real ones on ports of their own."""

from __future__ import annotations

import contextlib
import http.client
import json
import logging
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

pytest.importorskip("prometheus_client", reason="the server is not installed (extra server)")
pytest.importorskip("mcp", reason="the MCP SDK is not installed (extra server)")
pytest.importorskip("jinja2", reason="the page is not installed (extra server)")

from starlette.testclient import TestClient

from lamina.fleet.fleet import Fleet
from lamina.memory import Memory
from lamina.places import Places
from lamina.service.app import Service
from lamina.team.tokens import SCOPES, open_tokens
from tests.conftest import NOW

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

USUAL = {"notes.timezone": "Europe/Berlin", "embedding.kind": "none"}
ALL = tuple(scope for scope in SCOPES if scope != "metrics")
# Words that stand in a workspace's files, one each for its notes and its MEMORY.md.
NOTES, PRIVATE = "zebra-{}", "walrus-{}"


class Team:
    """Two workspaces, ``anna`` and ``bert``, and a server over them in this process."""

    def __init__(self, folder: Path, home: Path, settings: dict[str, str], clock: Any) -> None:
        self.folder, self.clock = folder, clock
        self.home = home
        self.file = folder / "team.toml"
        self.file.write_text('[agents]\nanna = "anna"\nbert = "bert"\n')
        self.roots = {name: _lived_in(folder / name, name, home) for name in ("anna", "bert")}
        self.fleet = Fleet(
            Places.of({"HOME": str(home)}, cwd=folder),
            file=self.file,
            clock=clock,
            overrides=USUAL | settings,
        )
        self.tokens = open_tokens(self.fleet.config, self.fleet.places, clock=clock)
        self.service = Service(
            self.fleet, self.tokens, host="testserver", log=logging.getLogger("lamina.test")
        )
        self.client: Any = TestClient(
            self.service.gate, raise_server_exceptions=False, follow_redirects=False
        )

    def token(
        self, workspace: str = "anna", *scopes: str, session: str = "main", **how: Any
    ) -> str:
        """Make a token with these scopes, else with all."""
        return self.tokens.create(workspace, "coder", scopes or ALL, session=session, **how)[1]

    def ask(
        self, method: str, address: str, token: str = "", body: Any = None, **headers: str
    ) -> Any:
        """Send a request."""
        sent = {"authorization": f"Bearer {token}"} if token else {}
        given: dict[str, Any] = {} if body is None else {"json": body}
        return self.client.request(method, address, headers=sent | headers, **given)

    def rpc(self, workspace: str, token: str, method: str, **params: Any) -> Any:
        """Send a request of MCP."""
        body = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
        accept = {"accept": "application/json, text/event-stream"}
        return self.ask("POST", f"/mcp/{workspace}", token, body, **accept)

    def files(self, workspace: str) -> dict[str, bytes]:
        """Return every file of a workspace, but for the state's own."""
        root = self.roots[workspace]
        return {
            str(path.relative_to(root)): path.read_bytes()
            for path in sorted(root.rglob("*"))
            if path.is_file() and ".dreams" not in path.parts
        }

    def audited(self) -> list[dict[str, Any]]:
        """Return the audit log."""
        return list(self.service.audit.read())


def _lived_in(root: Path, name: str, home: Path) -> Path:
    (root / "memory").mkdir(parents=True)
    notes, private = NOTES.format(name), PRIVATE.format(name)
    (root / "MEMORY.md").write_text(f"# Memory\n\n- The {private} holds\n")
    note = f"# 2026-03-03\n\n- The {notes} is in the shed\n"
    (root / "memory" / "2026-03-03.md").write_text(note)
    (root / "memory" / f"{notes}.md").write_text(f"- {notes} eats at nine\n")
    places = Places.of({"HOME": str(home)}, cwd=root)
    with Memory(root, clock=lambda: NOW, places=places, overrides=USUAL) as memory:
        memory.active.open("Papers", f"- [ ] pay slips for the {notes}")
        memory.topics.new("coding", "Payments", goal=f"payments of the {notes}")
        memory.statements.fact("NAS", f"The NAS of the {notes} has four bays")
        memory.statements.learn("oauth", f"Use PKCE with the {notes}.")
        memory.projects.new("Shop")
        memory.agent_types.new("coding")
    return root


@pytest.fixture
def settings() -> dict[str, str]:
    """Settings of the server; a test may replace them."""
    return {"server.rate": "0"}


@pytest.fixture
def team(tmp_path: Path, home: Path, store: Any, settings: Any) -> Iterator[Team]:
    """The team, with its server in this process."""
    found = Team(tmp_path, home, store | settings, lambda: NOW)
    with found.client:
        yield found
    found.service.close()


_ADDRESS = re.compile(r"http://(?:127\.0\.0\.1|0\.0\.0\.0):(\d+)\n")


class Server:
    """``lamina server`` in a process of its own, and requests as any program sends them."""

    def __init__(
        self,
        folder: Path,
        environment: dict[str, str],
        *arguments: str,
        before: tuple[str, ...] = (),
    ) -> None:
        """Start it; ``before``: a command that begins it, such as one that changes its mounts."""
        self.log = folder / f"log-{time.monotonic_ns()}"  # a pipe would fill, and hold it up
        with self.log.open("w") as log:
            self.process: Any = subprocess.Popen(
                [*before, sys.executable, "-m", "lamina", "server", *arguments],
                env=environment,
                stdout=subprocess.DEVNULL,
                stderr=log,
            )
        while not (found := _ADDRESS.search(self.log.read_text())):
            assert self.process.poll() is None, self.log.read_text()
            time.sleep(0.02)
        self.port = int(found[1])
        self.url = found[0].strip()

    def connect(self) -> http.client.HTTPConnection:
        """Return a connection."""
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)

    def ask(self, method: str, address: str, token: str, body: Any = None) -> tuple[int, Any]:
        """Send a request; return status and what was answered."""
        connection = self.connect()
        headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
        try:
            connection.request(method, address, json.dumps(body) if body else None, headers)
            answer = connection.getresponse()
            return answer.status, json.loads(answer.read())
        finally:
            connection.close()

    def end(self, how: signal.Signals = signal.SIGTERM) -> tuple[int, str]:
        """Tell it to end; return its exit code and what it said."""
        self.process.send_signal(how)
        self.process.wait(60)
        return self.process.returncode, self.log.read_text()

    def close(self) -> None:
        """Leave nothing of it."""
        self.process.kill()
        self.process.wait()


class RealTeam:
    """Two workspaces, and the command line for them."""

    def __init__(self, folder: Path, environment: dict[str, str]) -> None:
        self.folder = folder
        self.environment = environment
        self.file = folder / "team.toml"
        self.file.write_text('[agents]\nanna = "anna"\nbert = "bert"\n')
        home = Path(environment["HOME"])
        self.roots = {name: _lived_in(folder / name, name, home) for name in ("anna", "bert")}

    def run(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Run a command."""
        return subprocess.run(
            [sys.executable, "-m", "lamina", *arguments, "--fleet", str(self.file)],
            env=self.environment,
            capture_output=True,
            text=True,
            timeout=120,
            cwd=self.folder,
        )

    def token(self, workspace: str, *scopes: str) -> dict[str, Any]:
        """Make a token by the command."""
        wanted = [word for scope in scopes for word in ("--scope", scope)]
        done = self.run("token", "create", workspace, *wanted, "--session", "main", "--json")
        assert done.returncode == 0, done.stderr
        made: dict[str, Any] = json.loads(done.stdout)
        return made

    def lines(self, workspace: str) -> list[str]:
        """Return the texts of today's note."""
        notes = (self.roots[workspace] / "memory").glob("2*.md")
        return [
            line.split(" ", 2)[2]
            for note in notes
            for line in note.read_text("utf-8").splitlines()
            if re.match(r"- \d\d:\d\d ", line)
        ]


@pytest.fixture
def real(tmp_path: Path, environment: dict[str, str]) -> RealTeam:
    """The team for real processes."""
    return RealTeam(tmp_path, environment | {"LAMINA_SERVER_RATE": "0"})


@pytest.fixture
def start(real: RealTeam) -> Iterator[Callable[..., Server]]:
    """Start servers; they end with the test."""
    with contextlib.ExitStack() as stack:

        def starting(port: int = 0) -> Server:
            fleet = ("--fleet", str(real.file), "--port", str(port))
            server = Server(real.folder, real.environment, *fleet)
            stack.callback(server.close)
            return server

        yield starting
