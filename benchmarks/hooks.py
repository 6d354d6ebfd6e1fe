"""How long a host waits for each hook, and a person for a search: p95 of 20 runs, in one run.

python benchmarks/hooks.py                    1,000 and 10,000 notes
python benchmarks/hooks.py --notes 1000
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from floors import notes, opened

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

RUNS = 20
SESSION = "0a1b2c3d-0000-4000-8000-000000000001"
ASKED = "What did we decide about invoice INV-00042-2?"


def record(number: int, role: str, text: str) -> bytes:
    """Return a record of a transcript."""
    moment = datetime.now(UTC).isoformat(timespec="milliseconds")
    value = {
        "type": role,
        "uuid": f"u{number}",
        "parentUuid": f"u{number - 1}" if number else None,
        "isSidechain": False,
        "timestamp": moment,
        "sessionId": SESSION,
        "message": {"role": role, "content": text},
    }
    return json.dumps(value).encode() + b"\n"


class Took(NamedTuple):
    """Milliseconds: what somebody waits, and the processor's in the process that was started."""

    wall: float
    cpu: float


class Session:
    """A session of some length whose hooks are timed."""

    def __init__(self, root: Path, home: Path) -> None:
        self.root, self.home = root, home
        self.transcript = home / ".claude" / "projects" / "-ws" / f"{SESSION}.jsonl"
        self.transcript.parent.mkdir(parents=True)
        self.count = 0
        for _ in range(200):
            self.say("The kiln needs a new pump before the market opens, I think.")

    def say(self, text: str) -> None:
        """Append a question and its answer."""
        with self.transcript.open("ab") as file:
            file.write(record(self.count, "user", text))
            file.write(record(self.count + 1, "assistant", f"I see: {text}"))
        self.count += 2

    def hook(self, event: str, **more: Any) -> Took:
        """Run a hook as a host does; return what it took."""
        given = {
            "session_id": SESSION,
            "transcript_path": str(self.transcript),
            "cwd": str(self.root),
            "hook_event_name": event,
        } | more
        words = ("hook", "claude-code", event)
        done, took = timed(self.root, self.home, words, json.dumps(given).encode())
        if event in {"SessionStart", "UserPromptSubmit"} and not done.stdout:
            kept = self.home / ".cache" / "lamina" / "hooks.jsonl"
            why = kept.read_text("utf-8").splitlines()[-1] if kept.exists() else "nothing was due"
            print(f"{event} was answered with nothing: {why}")
        return took

    def search(self) -> Took:
        """Search from the shell; return what it took."""
        return timed(self.root, self.home, ("search", "invoice INV-00042-2"))[1]


def timed(
    root: Path, home: Path, words: tuple[str, ...], given: bytes = b""
) -> tuple[subprocess.CompletedProcess[bytes], Took]:
    """Run a command; return what it said and what it took."""
    before, begun = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    done = subprocess.run(
        [Path(sys.executable).parent / "lamina", *words],
        input=given,
        capture_output=True,
        env=environment(home),
        cwd=root,
        check=True,
    )
    wall = time.perf_counter() - begun
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return done, Took(1000 * wall, 1000 * cpu)


def environment(home: Path) -> dict[str, str]:
    """Return a person's environment: a home, no model."""
    kept = {k: v for k, v in os.environ.items() if k in {"PATH", "PYTHONPATH"}}
    return kept | {"HOME": str(home), "LAMINA_EMBEDDING_KIND": "none", "PYTHONUTF8": "1"}


def p95(work: Callable[[int], Took]) -> tuple[float, float, float]:
    """Return median and 95th percentile of a few runs, and the median on the processor.

    One run before them warms up.
    """
    work(0)
    samples = [work(number) for number in range(1, RUNS + 1)]
    walls = sorted(one.wall for one in samples)
    cpu = sorted(one.cpu for one in samples)[RUNS // 2]
    return walls[RUNS // 2], walls[int(RUNS * 0.95) - 1], cpu


def stop(session: Session, number: int) -> Took:
    """Time a Stop after an exchange."""
    session.say(f"The parcel number {number} came today.")
    return session.hook("Stop", stop_hook_active=False)


def measure(session: Session) -> dict[str, tuple[float, float, float]]:
    """Return what each hook takes, and a search."""
    return {
        "SessionStart": p95(lambda _: session.hook("SessionStart", source="startup")),
        "UserPromptSubmit, recall": p95(lambda _: session.hook("UserPromptSubmit", prompt=ASKED)),
        "Stop": p95(lambda number: stop(session, number)),
        "PreCompact": p95(lambda _: session.hook("PreCompact", trigger="auto")),
        "SessionEnd": p95(lambda _: session.hook("SessionEnd", reason="other")),
        "lamina search": p95(lambda _: session.search()),
    }


@contextlib.contextmanager
def daemon(root: Path, home: Path) -> Iterator[None]:
    """Let the daemon run meanwhile."""
    process = subprocess.Popen(
        [Path(sys.executable).parent / "lamina", "daemon", "run", "-w", str(root)],
        env=environment(home),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        time.sleep(5)
        yield
    finally:
        process.terminate()
        process.wait(20)


def main() -> None:
    """Print a row a hook and size."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--notes", type=int, action="append")
    for count in parser.parse_args().notes or [1000, 10000]:
        folder = Path(tempfile.mkdtemp(prefix="lamina-hooks-"))
        try:
            root, home = folder / "ws", folder / "home"
            home.mkdir()
            notes(root, count)
            today = f"{datetime.now(UTC):%Y-%m-%d}"
            (root / "memory" / f"{today}.md").write_text(f"# {today}\n\n- 09:00 the kiln is hot\n")
            with opened(root, home) as memory:
                memory.sync()
            session = Session(root, home)
            alone = measure(session)
            with daemon(root, home):
                helped = measure(session)
            start = p95(bare)
            print(f"{count:,} notes, {RUNS} runs, ms; Python that does nothing: {start[1]:.0f}")
            print(f"{'':<26}{'alone':>8}{'p95':>6}{'CPU':>6}{'daemon':>8}{'p95':>6}{'CPU':>6}")
            for name, took in alone.items():
                cells = (*took, *helped[name])
                print(
                    f"{name:<26}"
                    + "".join(
                        f"{c:>{w}.0f}" for c, w in zip(cells, (8, 6, 6, 8, 6, 6), strict=True)
                    )
                )
        finally:
            shutil.rmtree(folder)


def bare(_: int) -> Took:
    """Time the start of Python."""
    begun = time.perf_counter()
    subprocess.run([sys.executable, "-c", "pass"], check=True)
    return Took((time.perf_counter() - begun) * 1000, 0)


if __name__ == "__main__":
    main()
