"""Many workspaces in one PostgreSQL database: searches, indexing and sweeps as they grow in number.

    python benchmarks/fleet.py [WORKSPACES …] [--notes 1000] [--lines 3] [--clients 50]

Made-up notes in four languages and drawn vectors (fleet_town.py); a server of PostgreSQL is started
for the run, unless ``--url`` names a database; the role is no superuser. Workers and servers are
processes of ``lamina worker`` and ``lamina server``, the clients are threads of this one, each of
which asks as fast as it is answered. Seconds of processors (CPU) depend least on what else the
machine does. Beside it: what one would write by hand over the same lines (fleet_by_hand.py).
"""

from __future__ import annotations

import argparse
import http.client
import json
import random
import shutil
import tempfile
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from dataclasses import dataclass
from pathlib import Path
from statistics import median, quantiles
from typing import TYPE_CHECKING

import fleet_by_hand as by_hand
from fleet_town import INDEXING, SWEEPING, Database, Size, Town, question
from lamina.config import one_thread_each
from lamina.search.words import match_expression, query_terms
from lamina.storage.contract import Scope
from lamina.storage.postgres_index import PostgresIndex

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

WORDS = {"embedding.kind": "none"}
BOTH = {"embedding.kind": "local"}
SWEPT = 8  # workspaces whose sweeps are timed, for each number of workers
ROUND = 40  # workspaces that are looked at once more, with nothing new in them


@dataclass(frozen=True, slots=True)
class Figures:
    """What some searches took, in milliseconds."""

    times: tuple[float, ...]
    seconds: float
    database: float  # seconds of processors, as the next
    program: float

    def row(self) -> str:
        """Return the cells of a table."""
        count = len(self.times)
        cells = [
            f"{median(self.times):.1f}",
            f"{quantiles(self.times, n=20)[-1]:.1f}",
            f"{count / self.seconds:.0f}",
            f"{self.program / count * 1000:.1f}",
            f"{self.database / count * 1000:.1f}",
        ]
        return " | ".join(cells)


HEAD = "| search | workspaces | clients | p50 ms | p95 ms | a second | CPU ms: program | database |"


class Bench:
    """One run."""

    def __init__(self, database: Database, town: Town, clients: int, questions: int) -> None:
        self.database = database
        self.town = town
        self.clients = clients
        self.questions = questions

    def table(self, head: str) -> None:
        """Begin a table."""
        print(f"\n{head}\n|{'---|' * (head.count('|') - 1)}", flush=True)

    def fill(self, wanted: int, workers: int) -> None:
        """Write workspaces and let workers index them; print what that took."""
        town, before = self.town, self.database.cpu()
        new = town.grow(wanted)
        queued = town.queue(new, INDEXING)
        spent = town.work(workers, INDEXING)
        notes = len(new) * town.size.notes
        used = self.database.cpu() - before
        began = time.perf_counter()
        vectors = sum(town.put_vectors(name) for name in new)
        rate = vectors / (time.perf_counter() - began)
        print(
            f"| {len(new)} | {notes} | {workers} | {queued} | {spent.wall:.0f} |"
            f" {notes / spent.wall:.0f} | {notes / spent.cpu:.0f} | {notes / used:.0f} |"
            f" {rate:.0f} |",
            flush=True,
        )

    def sweep(self, names: Sequence[str], workers: int) -> None:
        """Let workers make sweeps; print what that took."""
        for name in names:
            self.town.ask_before(name)
        self.town.queue(names, SWEEPING)
        before = self.database.cpu()
        spent = self.town.work(workers, SWEEPING)
        used = self.database.cpu() - before
        print(
            f"| {len(names)} | {workers} | {spent.wall:.1f} | {len(names) / spent.wall * 3600:.0f}"
            f" | {spent.cpu / len(names):.2f} | {used / len(names):.2f} |",
            flush=True,
        )

    def round(self, names: Sequence[str]) -> None:
        """Look at workspaces in which nothing is new, and do what is due; print what that took."""
        time.sleep(61)  # the jobs are due once a minute
        own, before = time.process_time(), self.database.cpu()
        queued = self.town.queue(names, INDEXING)
        looked, between = time.process_time() - own, self.database.cpu()
        spent = self.town.work(1, INDEXING)
        used = [looked, between - before, spent.cpu, self.database.cpu() - between]
        cells = " | ".join(f"{one / len(names) * 1000:.1f}" for one in used)
        print(f"| {len(names)} | {queued} | {cells} |", flush=True)

    def ask(
        self,
        what: str,
        asks: Sequence[Callable[[], object]],
        times: int,
        program: Callable[[], float],
    ) -> None:
        """Let each of these be called some times, all at once; print what that took."""
        gate = threading.Barrier(len(asks) + 1)

        def client(ask: Callable[[], object]) -> list[float]:
            ask()
            gate.wait()
            taken = []
            for _ in range(times):
                began = time.perf_counter()
                ask()
                taken.append((time.perf_counter() - began) * 1000)
            return taken

        with ThreadPoolExecutor(len(asks)) as pool:
            found = [pool.submit(client, one) for one in asks]
            gate.wait()
            began, database, own = time.perf_counter(), self.database.cpu(), program()
            taken = [one for many in found for one in many.result()]
            figures = Figures(
                tuple(taken),
                time.perf_counter() - began,
                self.database.cpu() - database,
                program() - own,
            )
        print(f"| {what} | {len(self.town.names)} | {len(asks)} | {figures.row()} |", flush=True)

    def names(self, count: int) -> list[str]:
        """Return some workspaces, spread over all; again from the first where there are fewer."""
        every = self.town.names
        step = max(1, len(every) // count)
        return [every[number * step % len(every)] for number in range(count)]

    def store(self, clients: int) -> None:
        """Ask the store alone what one search for words asks of it."""
        with ExitStack() as stack:
            asks = [self._of_store(stack, name, n) for n, name in enumerate(self.names(clients))]
            self.ask("the store's part", asks, self.questions, time.process_time)

    def _of_store(self, stack: ExitStack, name: str, number: int) -> Callable[[], object]:
        index = stack.enter_context(closing(PostgresIndex(self.town.url, self.town.tenant(name))))
        made, language = random.Random(number), self.town.language(name)

        def ask() -> None:
            expression = match_expression(query_terms(question(made, language)))
            with index.snapshot():
                found = index.match(expression, [Scope.ALWAYS], 200)
                index.terms(number for number, _ in found)
                index.chunks([number for number, _ in found[:10]])

        return ask

    def here(self, clients: int, settings: dict[str, str], what: str) -> None:
        """Search in this process, a memory a client, as Python programs do."""
        with ExitStack() as stack:
            asks = []
            for number, name in enumerate(self.names(clients)):
                memory = stack.enter_context(self.town.memory(name, settings))
                made, language = random.Random(number), self.town.language(name)
                asks.append(lambda m=memory, r=made, of=language: m.search(question(r, of)))
            self.ask(f"in this process, {what}", asks, self.questions, time.process_time)

    def served(self, servers: int, settings: dict[str, str], what: str, *, all_: bool) -> None:
        """Search through servers; each client in one workspace, or each time in another."""
        with self.town.served(servers, settings) as running:
            asks = []
            for number, name in enumerate(self.names(self.clients)):
                port = running[number % servers].port
                asks.append(self._client(port, name, number, all_=all_))
            whose = "any workspace" if all_ else "own workspace"
            self.ask(
                f"lamina server × {servers}, {what}, {whose}",
                asks,
                self.questions,
                lambda: sum(server.cpu() for server in running),
            )
            held = max(server.megabytes() for server in running)
        print(f"|   (memory of a server: {held:.0f} MB) | | | | | | | |", flush=True)

    def _client(self, port: int, name: str, number: int, *, all_: bool) -> Callable[[], object]:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=120)
        made = random.Random(number)

        def ask() -> None:
            where = made.choice(self.town.names) if all_ else name
            body = json.dumps({"query": question(made, self.town.language(where))})
            headers = {"Authorization": f"Bearer {self.town.token(where)}"}
            headers["Content-Type"] = "application/json"
            address = f"/v1/{where}/search"
            try:
                connection.request("POST", address, body, headers)
                answer = connection.getresponse()
            except (http.client.RemoteDisconnected, ConnectionError):  # it was idle for long
                connection.close()
                connection.request("POST", address, body, headers)
                answer = connection.getresponse()
            said = answer.read()
            if answer.status != 200:
                raise SystemExit(f"{answer.status}: {said.decode()}")

        return ask

    def by_hand(self, clients: int) -> None:
        """Ask the two queries one would write by hand."""
        drawn = random.Random("by hand")
        with ExitStack() as stack:
            asks = []
            for number, name in enumerate(self.names(clients)):
                connection = stack.enter_context(by_hand.connected(self.town.url))
                made, language = random.Random(number), self.town.language(name)
                workspace = self.town.tenant(name).number
                vector = str([round(drawn.gauss(0, 1), 4) for _ in range(384)])
                asks.append(
                    lambda c=connection, r=made, of=language, w=workspace, v=vector: by_hand.ask(
                        c, w, question(r, of), v
                    )
                )
            self.ask("by hand: tsquery, HNSW", asks, self.questions, time.process_time)

    def sizes(self) -> None:
        """Print what the tables take for each workspace."""
        rows = self.database.ask(
            "SELECT regexp_replace(c.relname, '_[0-9]+$', ''),"
            " sum(pg_table_size(c.oid)), sum(pg_indexes_size(c.oid))"
            " FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace"
            " WHERE nspname = 'lamina' AND relkind = 'r' GROUP BY 1"
            " HAVING sum(pg_total_relation_size(c.oid)) > 2000000 ORDER BY 2 + 3 DESC"
        )
        count = len(self.town.names)
        lines = self.town.size.notes * self.town.size.lines
        self.table("| table | kB a workspace | of it indexes | bytes a line |")
        total = 0
        for name, table, indexes in rows:
            whole = int(table + indexes)
            total += whole
            print(
                f"| {name} | {whole / count / 1e3:.0f} | {int(indexes) / count / 1e3:.0f}"
                f" | {whole / count / lines:.0f} |"
            )
        print(f"| all | {total / count / 1e3:.0f} | | {total / count / lines:.0f} |", flush=True)


def run(bench: Bench, sizes: Sequence[int], *, servers: bool) -> None:
    """Print all tables."""
    first = max(1, min(sizes[0] // 2, 10))
    bench.table(
        "| workspaces | notes | workers | jobs | s | notes/s | notes/CPU s | notes/CPU s of the"
        " database | vectors/s |"
    )
    bench.fill(first, 1)
    bench.fill(sizes[0], 2)
    bench.table(HEAD)
    for place, size in enumerate(sizes):
        if place:
            bench.fill(size, 2)
            bench.table(HEAD)
        bench.database.settle()
        bench.store(1)
        bench.here(1, WORDS, "words")
        bench.here(1, BOTH, "words and vectors")
        bench.store(bench.clients)
    bench.here(bench.clients, WORDS, "words")
    bench.here(bench.clients, BOTH, "words and vectors")
    if servers:
        for count in (1, 2):
            bench.served(count, WORDS, "words", all_=True)
            bench.served(count, BOTH, "words and vectors", all_=True)
        bench.served(2, BOTH, "words and vectors", all_=False)
    by_hand.fill(bench.town.url, bench.town)
    bench.by_hand(1)
    bench.by_hand(bench.clients)
    bench.sizes()
    bench.table("| sweeps | workers | s | an hour | CPU s: worker | database |")
    half = min(SWEPT, sizes[-1] // 2)
    bench.sweep(bench.town.names[:half], 1)
    bench.sweep(bench.town.names[half : half * 2], 2)
    bench.table(
        "| nothing new | jobs | CPU ms a workspace: look | database | jobs, with the worker's start"
        " | database |"
    )
    bench.round(bench.town.names[:ROUND])


def main() -> None:
    """Make the workspaces, print the tables, leave nothing."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("workspaces", nargs="*", type=int, default=[10, 50, 200])
    parser.add_argument("--notes", type=int, default=1000, help="of a workspace")
    parser.add_argument("--lines", type=int, default=3, help="of a note, of twelve words")
    parser.add_argument("--clients", type=int, default=50)
    parser.add_argument("--questions", type=int, default=10, help="of each client")
    parser.add_argument("--no-server", action="store_true", help="leave lamina server out")
    parser.add_argument("--url", default="", help="of an empty database with the extension vector")
    given = parser.parse_args()
    one_thread_each()
    folder = Path(tempfile.mkdtemp(prefix="lamina-fleet-"))
    database = Database(given.url)
    try:
        town = Town(folder, database.url, Size(given.notes, given.lines))
        bench = Bench(database, town, given.clients, given.questions)
        run(bench, sorted(given.workspaces), servers=not given.no_server)
    finally:
        database.close()
        shutil.rmtree(folder)


if __name__ == "__main__":
    main()
