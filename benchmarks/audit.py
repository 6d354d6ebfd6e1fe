"""What the audit log costs the team's server: requests with it and without, in turns, in one run.

python benchmarks/audit.py                    300 requests of each kind, five times
python benchmarks/audit.py --requests 100
"""

from __future__ import annotations

import argparse
import logging
import statistics
import tempfile
import time
from pathlib import Path
from typing import Any

from starlette.testclient import TestClient

from lamina.fleet.fleet import Fleet
from lamina.places import Places
from lamina.service.app import Service
from lamina.team.audit import Audit
from lamina.team.tokens import open_tokens

TURNS = 5
USUAL = {"embedding.kind": "none", "notes.timezone": "UTC", "server.rate": "0"}
ASKED: dict[str, tuple[str, dict[str, Any]]] = {
    "search": ("search", {"query": "shelf 417 screws", "record": False}),
    "get": ("get", {"target": "memory/2026-03-07.md", "record": False}),
    "remember": ("remember", {"text": ""}),
}


class Silent(Audit):
    """Notes nothing."""

    def lines(self, result: Any, path: str = "") -> list[dict[str, Any]]:  # noqa: ARG002
        """Return none."""
        return []

    def write(self, *_: Any) -> None:
        """Do nothing."""


def workspace(folder: Path) -> Path:
    """Make a workspace of thirty notes and a list that holds it; return the list."""
    memory = folder / "anna" / "memory"
    memory.mkdir(parents=True)
    for day in range(1, 31):
        rows = [f"- the shelf {day * 30 + n} holds {n * 7919} screws" for n in range(30)]
        text = "\n".join([f"# 2026-03-{day:02}", "", *rows, ""])
        (memory / f"2026-03-{day:02}.md").write_text(text)
    listed = folder / "team.toml"
    listed.write_text('[agents]\nanna = "anna"\n')
    return listed


def timed(client: Any, token: str, kind: str, count: int, begin: int) -> tuple[float, float]:
    """Return milliseconds a request: of the processor, and as they went by."""
    address, body = ASKED[kind]
    cpu, wall = time.process_time(), time.perf_counter()
    for number in range(begin, begin + count):
        given = body | {"text": f"counted {number} giraffes"} if "text" in body else body
        headers = {"authorization": f"Bearer {token}"}
        answer = client.post(f"/v1/anna/{address}", json=given, headers=headers)
        assert answer.status_code == 200, answer.text
    spent = time.process_time() - cpu, time.perf_counter() - wall
    return spent[0] / count * 1000, spent[1] / count * 1000


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--requests", type=int, default=300)
    count = parser.parse_args().requests
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        places = Places.of({"HOME": name}, cwd=folder)
        fleet = Fleet(places, file=workspace(folder), overrides=USUAL)
        tokens = open_tokens(fleet.config, fleet.places)
        token = tokens.create("anna", "coder", ["read", "write"], session="main")[1]
        service = Service(fleet, tokens, host="testserver", log=logging.getLogger("none"))
        logging.getLogger("none").disabled = True
        audits = {"with": service.audit, "without": Silent(folder, b"key")}
        print("| request | audit | CPU ms | ms | requests/s of one core |")
        print("|---|---|---|---|---|")
        begin = 0
        with TestClient(service.gate) as client:
            for kind in ASKED:
                timed(client, token, kind, 10, begin)
                found: dict[str, list[tuple[float, float]]] = {which: [] for which in audits}
                for _ in range(TURNS):
                    for which, audit in audits.items():
                        begin += count
                        service.desks.audit = audit
                        found[which].append(timed(client, token, kind, count // TURNS, begin))
                for which, rows in found.items():
                    cpu, wall = (statistics.median(column) for column in zip(*rows, strict=True))
                    print(f"| {kind} | {which} | {cpu:.2f} | {wall:.2f} | {1000 / cpu:.0f} |")
        service.close()


if __name__ == "__main__":
    main()
