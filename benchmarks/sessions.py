"""How fast sessions of hosts are read, each figure beside the least it could take, in one run.

python benchmarks/sessions.py            a list of 15 MB, 1,500 sessions, a transcript of 100 MB
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
import tempfile
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lamina.places import Places
from lamina.sessions.catalog import Sessions
from lamina.sessions.session_lists import read_list, rewrite
from lamina.sessions.transcripts import Transcript
from lamina.settings import Sessions as Settings

if TYPE_CHECKING:
    from collections.abc import Callable

NOW = datetime(2026, 3, 4, 9, tzinfo=UTC)
IDLE = int((NOW - timedelta(hours=3)).timestamp() * 1000)


def entry(number: int, workspace: Path, blob: int) -> dict[str, Any]:
    """Return an entry of a list: plain values, and what an agent was told of its skills."""
    return {
        "sessionId": f"{number:08x}",
        "updatedAt": IDLE,
        "sessionFile": f"/home/a/.openclaw/agents/main/sessions/{number:08x}.jsonl",
        "compactionCount": 0,
        "skillsSnapshot": {"prompt": "Use this skill when … " * (blob // 24), "version": 0},
        "totalTokens": 100,
        "systemPromptReport": {"workspaceDir": str(workspace), "source": "run"},
    }


def line(role: str, text: str, number: int) -> bytes:
    """Return one message of a transcript."""
    message = {"role": role, "content": [{"type": "text", "text": text}]}
    record = {"type": "message", "id": f"{number:08x}", "parentId": f"{number - 1:08x}"}
    return json.dumps(record | {"timestamp": NOW.isoformat(), "message": message}).encode() + b"\n"


def transcript(path: Path, lines: int, length: int) -> None:
    """Write a talk of so many lines, with so many characters each."""
    text = "We moved the office to Graz. " * (length // 29)
    header = {"type": "session", "version": 3, "id": "1", "cwd": "/ws"}
    with path.open("wb") as file:
        file.write(json.dumps(header).encode() + b"\n")
        for number in range(1, lines):
            file.write(line("assistant" if number % 2 else "user", text, number))


def timed(work: Callable[[], Any]) -> tuple[float, Any]:
    """Return the least of three times in milliseconds, and what came out."""
    best = float("inf")
    for _ in range(3):
        start = time.perf_counter()
        result = work()
        best = min(best, (time.perf_counter() - start) * 1000)
    return best, result


def show(what: str, ms: float, beside: str = "", least: float = 0) -> None:
    """Print one figure beside the other."""
    print(f"{what:<52} {ms:9,.0f} ms" + (f"   {beside} {least:,.0f} ms" if beside else ""))


def lists(folder: Path) -> None:
    """A list of 15 MB: 200 entries with 80 kB each."""
    path = folder / "sessions.json"
    made = {f"agent:main:slack:channel:C{n}": entry(n, folder, 80_000) for n in range(200)}
    path.write_text(json.dumps(made, indent=2), "utf-8")
    data = path.read_bytes()
    least, _ = timed(lambda: json.loads(data))
    ms, listed = timed(lambda: read_list(path))
    assert len(listed.entries) == 200
    show(f"sessions.json of {len(data) / 1e6:.1f} MB, read", ms, "json.loads of its bytes", least)
    key = "agent:main:slack:channel:C150"
    least, _ = timed(lambda: path.write_text(json.dumps(json.loads(data), indent=2), "utf-8"))
    ms, _ = timed(lambda: rewrite(path, key, {"totalTokens": 7}, now=NOW))
    show("one value of it rewritten, on the disk", ms, "parsed and written anew", least)


def listing(folder: Path) -> None:
    """1,500 sessions of channels and 20 threads, 520 lines each."""
    home = folder / "home"
    sessions = home / ".openclaw" / "agents" / "main" / "sessions"
    sessions.mkdir(parents=True)
    workspace = folder / "ws"
    workspace.mkdir()
    one = folder / "one.jsonl"
    transcript(one, 520, 200)
    data, made = one.read_bytes(), {}
    for number in range(1_520):
        (sessions / f"{number:08x}.jsonl").write_bytes(data)
        thread = f":thread:{number}" if number >= 1_500 else ""
        made[f"agent:main:slack:channel:C{number}{thread}"] = entry(number, workspace, 10_000)
    raw = json.dumps(made).encode()
    (sessions / "sessions.json").write_bytes(raw)
    places = Places.of({"HOME": str(home)}, cwd=workspace)
    catalog = Sessions(workspace, places, Settings(), clock=lambda: NOW)
    least, _ = timed(lambda: json.loads(raw))
    ms, found = timed(catalog.list)
    size = len(raw) / 1e6
    show(f"1,520 sessions found ({size:.1f} MB of list)", ms, "json.loads of its bytes", least)
    paths = sorted(sessions.glob("*.jsonl"))
    least, _ = timed(lambda: [path.read_bytes().count(b"\n") for path in paths])
    ms, judged = timed(lambda: list(catalog.judged(found.sessions)))
    trims = [one for one in judged if one.verdict.trim]
    assert len(trims) == 1_500
    size = len(data) * len(paths) / 1e6
    show(f"and judged ({size:.0f} MB of transcripts)", ms, "their newlines counted", least)
    environment = {"HOME": str(home), "LAMINA_EMBEDDING_KIND": "none", "PATH": ""}
    source = str(Path(__file__).parents[1] / "src")
    command = [sys.executable, "-m", "lamina", "session", "list", f"--now={NOW.isoformat()}"]

    def run() -> str:
        return subprocess.run(  # the real command, with the start of Python
            [*command, "--workspace", str(workspace)],
            env=environment | {"PYTHONPATH": source},
            capture_output=True,
            text=True,
            check=True,
        ).stdout

    ms, out = timed(run)
    assert out.endswith("1,520 sessions, 1,500 would be trimmed.\n")
    show("lamina session list, with the start of Python", ms)


def reading(folder: Path) -> None:
    """A transcript of 100 MB: forwards, its last 100 turns, its lines."""
    path = folder / "long.jsonl"
    transcript(path, 100_000, 800)
    size = path.stat().st_size / 1e6
    with path.open("rb") as file:
        least, _ = timed(lambda: (file.seek(0), sum(1 for raw in file if json.loads(raw))))
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    ms, count = timed(lambda: sum(1 for _ in Transcript(path, "main").turns(texts=False)))
    more = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1e3
    show(f"{count:,} turns of {size:.0f} MB, without texts", ms, "json.loads of its lines", least)
    print(f"{'memory that took beyond what writing it took':<52} {more:9,.1f} MB")
    ms, _ = timed(lambda: Transcript(path, "main").last(100))
    show("its last 100 turns", ms)
    least, _ = timed(lambda: path.read_bytes().count(b"\n"))
    ms, _ = timed(lambda: Transcript(path).lines())
    show("its lines counted", ms, "counted in one piece", least)


def main() -> None:
    """Print all figures."""
    argparse.ArgumentParser(description=__doc__).parse_args()
    for part in (reading, lists, listing):
        with tempfile.TemporaryDirectory() as folder:
            part(Path(folder).resolve())


if __name__ == "__main__":
    main()
