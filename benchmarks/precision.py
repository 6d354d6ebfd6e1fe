"""PrecisionMemBench: does the right line come back, and nothing else?

    LAMINA_BENCH_DATA=FOLDER python benchmarks/precision.py [--misses]

tenurehq/precisionMemBench (MIT): 35 beliefs, 77 cases, each with what must be returned and what
must not; a case that expects nothing counts 0 where anything is returned. The beliefs stand as an
agent's memory has them: one line each in a pointer file of its domain (name, other names, what
holds), the reason in reference/; pinned ones in MEMORY.md and pinned open questions in
active-context.md, which are loaded every turn and so are no hits; superseded and resolved ones
marked as superseded. As in the benchmark's own adapter, several domains are searched one by one,
and the participants of a relation that was found are added. Rows with "reasons in the line" leave
the reason there, as other systems have it.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import sqlite3
import statistics
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any

from lamina.memory import Memory
from lamina.places import Places

USER = "test-user"
MOST = 20  # beliefs a case may return, as in the benchmark
Search = Callable[[str, str], list[str]]  # (question, domain) -> ids, best first


@dataclass(frozen=True, slots=True)
class Result:
    """What one case came to; None where the benchmark counts no precision or recall."""

    case: str
    found: tuple[str, ...]
    wanted: frozenset[str]

    @property
    def precision(self) -> float | None:
        """Return the share of what was returned that was wanted."""
        if not self.found:
            return 0.0 if self.wanted else None
        return len(self.wanted & set(self.found)) / len(set(self.found))

    @property
    def recall(self) -> float | None:
        """Return the share of what was wanted that was returned."""
        return len(self.wanted & set(self.found)) / len(self.wanted) if self.wanted else None


def data_folder(name: str) -> Path | None:
    """Return a data set's folder, from LAMINA_BENCH_DATA or beside the checkout."""
    beside = Path(__file__).parents[2] / "shared" / "data"
    for folder in (Path(os.environ.get("LAMINA_BENCH_DATA", beside)), beside):
        if (folder / name).is_dir():
            return folder / name
    return None


def line_of(belief: dict[str, Any], *, reasons: bool) -> str:
    """Return a belief as a line: name (other names): what holds."""
    name = belief["canonical_name"].replace("_", " ")
    names = f" ({', '.join(belief['aliases'])})" if belief["aliases"] else ""
    reason = f" {belief['why_it_matters']}" if reasons else ""
    gone = ""
    if belief["superseded_by"] or belief["resolved_at"]:
        gone = f" <!-- superseded {(belief['resolved_at'] or belief['updated_at'])[:10]} -->"
    return f"- {name}{names}: {belief['content']}{reason}{gone}"


def write(root: Path, beliefs: list[dict[str, Any]], *, reasons: bool) -> dict[str, str]:
    """Write the workspace and return the id of each line that a search may return."""
    ids: dict[str, str] = {}
    files: dict[str, list[str]] = {"MEMORY.md": ["# MEMORY", ""]}
    files["memory/active-context.md"] = ["# Active context", ""]
    for belief in beliefs:
        if belief["user_id"] != USER:
            continue
        line = line_of(belief, reasons=reasons)
        if belief["pinned"] and belief["type"] == "open_question":
            name = belief["canonical_name"].replace("_", " ")
            files["memory/active-context.md"] += [f"## [OPEN] {name}", belief["content"], "---"]
        elif belief["pinned"]:
            files["MEMORY.md"].append(line)
        else:
            domain = belief["scope"][0].split(":")[1]
            head = ["---", f"tags: [{domain}]", "---", ""]
            files.setdefault(f"memory/{domain}.md", head).append(line)
            ids[line.split(" <!--")[0]] = belief["_id"]
    for path, lines in files.items():
        full = root / path
        full.parent.mkdir(parents=True, exist_ok=True)
        full.write_text("\n".join(lines) + "\n", "utf-8")
    return ids


class Ours:
    """A workspace of ours with the beliefs in it."""

    def __init__(
        self, root: Path, beliefs: list[dict[str, Any]], kind: str, *, reasons: bool
    ) -> None:
        self.root = root
        self.reasons = reasons
        root.mkdir(parents=True)
        self.memory = Memory(
            root,
            clock=lambda: datetime(2026, 11, 1, tzinfo=UTC),
            places=Places.of({"HOME": str(root), "LAMINA_CACHE": str(root / ".cache")}, cwd=root),
            overrides={"embedding.kind": kind, "search.deadline_ms": "60000"},
        )
        self.put(beliefs)

    def put(self, beliefs: list[dict[str, Any]]) -> None:
        """Write the beliefs anew and bring the index in line."""
        self.ids = write(self.root, beliefs, reasons=self.reasons)
        self.memory.sync()
        if self.memory.vectors:
            self.memory.vectors.fill()

    def search(self, query: str, domain: str, *, sure: bool) -> list[str]:
        """Return the ids of what is found."""
        answer = self.memory.search(query, limit=MOST, record=False, tag=domain, sure=sure)
        return [self.ids[hit.snippet] for hit in answer.hits if hit.snippet in self.ids]


def fts5(beliefs: list[dict[str, Any]], *, reasons: bool) -> Search:
    """SQLite FTS5 with its English stemmer over the same lines; the words joined by OR."""
    rows = [
        (b["_id"], b["scope"][0].split(":")[1], line_of(b, reasons=reasons))
        for b in beliefs
        if b["user_id"] == USER
        and not b["pinned"]
        and not b["superseded_by"]
        and not b["resolved_at"]
    ]
    database = sqlite3.connect(":memory:")
    database.execute(
        "CREATE VIRTUAL TABLE t USING fts5(id UNINDEXED, domain UNINDEXED, x, tokenize='porter')"
    )
    database.executemany("INSERT INTO t VALUES (?, ?, ?)", rows)

    def search(query: str, domain: str) -> list[str]:
        match = " OR ".join(f'"{word}"' for word in re.findall(r"\w+", query))
        found = database.execute(
            "SELECT id FROM t WHERE t MATCH ? AND domain = ? ORDER BY rank LIMIT ?",
            (match, domain, MOST),
        )
        return [row[0] for row in found]

    return search


def run(search: Search, cases: list[dict[str, Any]], beliefs: list[dict[str, Any]]) -> list[Result]:
    """Return the result of each case."""
    return [result(search, case, case["query"], beliefs) for case in cases]


def result(
    search: Search, case: dict[str, Any], query: str, beliefs: list[dict[str, Any]]
) -> Result:
    """Return what a case (or a turn of a session) came to."""
    known = {belief["_id"]: belief for belief in beliefs}
    scopes = set(case["scope"])
    most = case.get("budget", {}).get("maxBeliefs", MOST)
    found: list[str] = []
    if query.strip() and most and case.get("userId", USER) == USER:
        lists = [search(query, scope.split(":")[1]) for scope in case["scope"]]
        for rank in range(MOST):
            found += [one[rank] for one in lists if rank < len(one) and one[rank] not in found]
    for one in list(found):
        for other in known[one].get("participants") or []:
            fits = known[other]["type"] != "open_question" and scopes & set(known[other]["scope"])
            if fits and other not in found:
                found.append(other)
    pinned = sum(loaded(belief) and bool(scopes & set(belief["scope"])) for belief in beliefs)
    found = found[: max(0, most - min(pinned, most))]
    expected = case["expect"].get("relevantBeliefs", {})
    wanted = expected.get("shouldOnlyInclude", expected.get("mustInclude", []))
    return Result(case.get("caseId", query[:40]), tuple(found), frozenset(wanted))


def loaded(belief: dict[str, Any]) -> bool:
    """Tell whether a belief is a pinned fact that holds: it takes room in every answer."""
    gone = belief["superseded_by"] or belief["resolved_at"]
    pinned = belief["pinned"] and belief["type"] != "open_question"
    return bool(belief["user_id"] == USER and pinned and not gone)


def run_sessions(
    ours: Ours, sessions: list[dict[str, Any]], beliefs: list[dict[str, Any]], *, sure: bool
) -> list[Result]:
    """Return the result of each turn; beliefs are added and renamed between turns."""
    beliefs = [dict(belief) for belief in beliefs]
    results = []
    for session in sessions:
        for turn in session["turns"]:
            if renamed := turn.get("updateBeliefAtTurn"):
                for belief in beliefs:
                    if belief["_id"] == renamed["beliefId"]:
                        belief["aliases"] = [*belief["aliases"], *renamed["addAliases"]]
                ours.put(beliefs)
            found = result(
                lambda query, domain: ours.search(query, domain, sure=sure),
                turn,
                turn["userMessage"],
                beliefs,
            )
            if turn["expect"].get("relevantBeliefs") is not None:
                results.append(found)
            if new := turn.get("createBeliefAtTurn"):
                beliefs.append({"superseded_by": None, "resolved_at": None, **new})
                ours.put(beliefs)
    return results


def show(name: str, results: list[Result], ms: float) -> None:
    """Print a row."""
    precision = [r.precision for r in results if r.precision is not None]
    recall = [r.recall for r in results if r.recall is not None]
    right = sum(set(r.found) == r.wanted for r in results)
    silent = [r for r in results if not r.wanted]
    quiet = sum(not r.found for r in silent)
    print(
        f"{name:64}{statistics.mean(precision):>10.2f}{statistics.mean(recall):>8.2f}"
        f"{f'{right}/{len(results)}':>9}{f'{quiet}/{len(silent)}':>9}{ms:>9.1f}"
    )


HOW = {"none": "words", "local": "words and vectors"}


def rows(folder: Path, beliefs: list[dict[str, Any]], kinds: list[str]) -> dict[str, Search]:
    """Return every way to search, by name."""
    found: dict[str, Search] = {}
    for reasons in (False, True):
        said = ", reasons in the line" if reasons else ""
        found[f"SQLite FTS5, porter{said}"] = fts5(beliefs, reasons=reasons)
        for kind in kinds:
            ours = Ours(folder / f"{kind}-{reasons}", beliefs, kind, reasons=reasons)
            for sure in (False, True):
                found[f"lamina, {HOW[kind]}{', sure' if sure else ''}{said}"] = partial(
                    ours.search, sure=sure
                )
    return found


def measure(
    name: str, search: Search, cases: list[dict[str, Any]], beliefs: list[Any]
) -> list[Result]:
    """Print one row over the single questions."""
    times: list[float] = []

    def timed(query: str, domain: str) -> list[str]:
        start = time.perf_counter()
        found = search(query, domain)
        times.append((time.perf_counter() - start) * 1000)
        return found

    results = run(timed, cases, beliefs)
    show(name, results, statistics.median(times))
    return results


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--misses", action="store_true", help="show each case that is not exact")
    args = parser.parse_args()
    folder = data_folder("precisionmembench")
    if folder is None:
        print("PrecisionMemBench: skipped, LAMINA_BENCH_DATA names no folder that holds it")
        return
    beliefs, cases, sessions = (
        json.loads((folder / f"{name}.json").read_text("utf-8"))
        for name in ("beliefs.seed", "retrieval.cases", "session-retrieval.cases")
    )
    print(f"PrecisionMemBench, {len(cases)} cases, {len(beliefs)} beliefs; macro means")
    print(f"{'':64}{'precision':>10}{'recall':>8}{'exact':>9}{'silent':>9}{'p50 ms':>9}")
    with tempfile.TemporaryDirectory() as name:
        for label, search in rows(Path(name), beliefs, ["none", "local"]).items():
            results = measure(label, search, cases, beliefs)
            if args.misses and ", sure" in label:
                misses = [r for r in results if set(r.found) != r.wanted]
                print(*(f"    {r.case}: {r.found}, not {set(r.wanted)}" for r in misses), sep="\n")
        print("\nIts two sessions, 12 turns; beliefs are added and get other names between turns")
        for kind, how in HOW.items():
            for sure in (False, True):
                ours = Ours(Path(name) / f"session-{kind}-{sure}", beliefs, kind, reasons=False)
                results = run_sessions(ours, sessions, beliefs, sure=sure)
                show(f"lamina, {how}{', sure' if sure else ''}", results, 0.0)


if __name__ == "__main__":
    main()
