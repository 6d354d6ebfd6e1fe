"""Forgetting under strain: any workspace, killed anywhere, beside another process."""

from __future__ import annotations

import random
import shutil
import subprocess
import sys
import tempfile
from datetime import datetime
from pathlib import Path

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from lamina.dreaming.scoring import Gates
from lamina.memory import Memory
from lamina.places import Places
from lamina.storage.contract import Recall
from tests.upkeep.test_forget import holding

NOW = datetime.fromisoformat("2026-03-04T09:30:00+01:00")
TOKEN = "Qz7xkvplugh"
SETTINGS = {"notes.timezone": "Europe/Berlin", "embedding.kind": "none"}
FILES = (
    "MEMORY.md", "USER.md", "AGENTS.md", "memory/2026-03-01.md", "memory/daily/2026-03-02.md",
    "memory/chat-2026-03-02.md", "memory/garden.md", "memory/active-context.md",
    "memory/topics/coding/shop.md", "memory/topics/.archive/coding/old.md",
    "memory/projects/shop/CONTEXT.md", "memory/agents/coder.md", "memory/knowledge/soil.md",
    "memory/MEMORY_INDEX_ACTIVE.md", "memory/MEMORY_INDEX_ARCHIVED.md", "memory/knowledge-index.md", "memory/trim-log.txt",
    "reference/soil.md",
)  # fmt: skip
ARCHIVES = ("memory/promoted-archive.md", "memory/superseded.md")  # a line each
REPORTS = ("DREAMS.md", "memory/PROPOSALS.md", "memory/dreaming/light/2026-03-02.md")


def opened(folder: Path, now: datetime = NOW) -> Memory:
    places = Places.of({"HOME": str(folder / "home")}, cwd=folder)
    return Memory(folder / "ws", clock=lambda: now, places=places, overrides=SETTINGS)


class Maker:
    """Makes files of every shape; each line of a person's has a number, some hold the token."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.count = 0

    def line(self) -> str:
        self.count += 1
        words = [f"hum{self.count}", *self.random.choices(("the", "clay", "早", "Öl", "x."), k=3)]
        if self.random.random() < 0.25:
            said = self.random.choice(
                (TOKEN, TOKEN.upper(), f"**{TOKEN}**", f"{TOKEN}'s", f"({TOKEN})")
            )
            words.insert(self.random.randrange(len(words) + 1), said)
        return " ".join(words)

    def block(self) -> list[str]:
        line, rnd = self.line, self.random
        shapes = (
            lambda: [f"- {line()}"],
            lambda: [f"- {line()}", f"  - {line()}", f"    {line()}", f"  - {line()}"],
            lambda: [f"- [ ] 09:30 {line()}", f"  {line()}"],
            lambda: [f"1. {line()}", f"2. {line()}"],
            lambda: ["", line(), line(), line(), ""],
            lambda: ["", f"| {line()} | b |", "|---|---|", f"| {line()} | c |", f"| {line()} | d |", ""],
            lambda: ["", "```", line(), line(), "```", ""],
            lambda: [f"> {line()}", f"> {line()}", ""],
            lambda: ["", f"<!-- {line()} -->", ""],
            lambda: ["", f"## {line()}", "", f"- {line()}"],
            lambda: ["", f"## [2026-03-01] Entry {rnd.choice((TOKEN, 'plain'))}", f"- cause: {line()}",
                     f"- todo: {line()}"],
            lambda: [f"- {line()} <!-- superseded 2026-03-01 by 0123456789ab -->"],
            lambda: ["", line(), "-----", line()],
        )  # fmt: skip
        return rnd.choice(shapes)()

    def text(self) -> bytes:
        rows = [row for _ in range(self.random.randrange(1, 9)) for row in self.block()]
        if self.random.random() < 0.2:
            rows = ["---", f"title: {self.line()}", "tags: [a, b]", "---", *rows]
        eol = self.random.choice(("\n", "\n", "\r\n"))
        text = eol.join(rows) + self.random.choice((eol, ""))
        return (self.random.choice(("", "", "\ufeff")) + text).encode()

    def report(self, archive: bool) -> bytes:
        if archive:
            rows = [f"- {self.line()} (memory/2026-03-01.md#L4)\n" for _ in range(5)]
            return ("# Archive\n\n" + "".join(rows)).encode()
        said = [f"{TOKEN} came", "nobody came"]
        rows = [f"- Candidate: {self.random.choice(said)}\n  - recalls: 1\n" for _ in range(3)]
        return ("# Report\n\n" + "".join(rows)).encode()


def lived(folder: Path, seed: int) -> Memory:
    """Make a workspace in which everything holds the token somewhere: files, state, history."""
    maker = Maker(seed)
    (folder / "ws" / "memory").mkdir(parents=True)
    memory = opened(folder)
    memory.remember(f"hum0 the code is {TOKEN}")
    memory.log(f"Door {TOKEN}", change="hum0 a new code")
    memory.log("Door", change="hum0 painted", todo=f"give {TOKEN} to Tom")
    for path in FILES + REPORTS + ARCHIVES:
        full = folder / "ws" / path
        full.parent.mkdir(parents=True, exist_ok=True)
        if maker.random.random() < 0.7:
            made = path in REPORTS or path in ARCHIVES
            full.write_bytes(maker.report(path in ARCHIVES) if made else maker.text())
    memory.search(f"what of {TOKEN}")
    memory.search("clay")
    memory.lesson(f"{TOKEN}?")
    memory.state.record_recalls(
        [
            Recall("2026-03-01T10:00:00", "2026-03-01", "h", f"{TOKEN} q", "search", "owner",
                   "main", "c", "memory/garden.md", 1, 1, "0123456789ab", 0.5)
        ]
    )  # fmt: skip
    memory.dreamer.sweep(gates=Gates(min_score=0, min_recalls=1, min_queries=1))
    memory.remember("hum0 the last line")
    return memory


def human(folder: Path) -> dict[str, list[bytes]]:
    """Return the lines of people in each file, those with the token left out."""
    held = {}
    for path in sorted((folder / "ws").rglob("*")):
        if path.is_file() and ".dreams" not in path.parts and path.suffix in {".md", ".txt"}:
            lines = path.read_bytes().removeprefix("\ufeff".encode()).splitlines(keepends=True)
            kept = [row for row in lines if b"hum" in row and b"forgotten" not in row]
            kept = [row for row in kept if TOKEN.lower() not in row.decode().lower()]
            name = path.relative_to(folder).as_posix()
            if kept and "dreaming" not in name and "DREAMS" not in name:
                held[name] = kept
    return held


@settings(max_examples=30, phases=(Phase.explicit, Phase.generate))  # seeds do not shrink
@given(st.integers(0, 1 << 30))
def test_nothing_of_it_is_left_and_every_other_line_is_as_it_was(seed):
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        memory = lived(folder, seed)
        before = human(folder)
        assert holding(folder, TOKEN)
        done = memory.forget.apply(TOKEN)
        memory.close()
        assert holding(folder, TOKEN, TOKEN.lower()[3:]) == []  # nor the rest of a term cut short
        assert done.complete, (done.left, done.unreached)
        after = human(folder)
        assert after.keys() == before.keys()
        for path, lines in before.items():
            assert after[path] == lines, path
        again = opened(folder)
        assert again.forget.plan(TOKEN).empty
        for entry in again.history():
            if not entry.forgotten and entry.undoes is None:
                again.undo(entry.id)
        again.close()
        assert holding(folder, TOKEN) == []


KILLER = """
import os, signal, sys
from pathlib import Path
from tests.upkeep.test_forget_hard import TOKEN, opened

last, seen = int(sys.argv[2]), 0
memory = opened(Path(sys.argv[1]))

def count(frame, event, argument):
    global seen
    if event == "call" and "/lamina/" in frame.f_code.co_filename:
        seen += 1
        if seen == last:
            os.kill(os.getpid(), signal.SIGKILL)

sys.setprofile(count)
memory.forget.apply(TOKEN)
sys.setprofile(None)
print(seen)
"""


def run(code: str, *arguments: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", code, *map(str, arguments)],
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def tree(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted((folder / "ws").rglob("*"))
        if path.is_file() and ".dreams" not in path.parts
    }


def test_killed_at_any_moment_the_next_run_finishes_and_no_file_is_torn(tmp_path):
    folder, kept = tmp_path / "life", tmp_path / "kept"
    folder.mkdir()
    lived(folder, 7).close()
    shutil.copytree(folder, kept)
    old = tree(folder)
    done = run(KILLER, folder, 0)
    assert done.returncode == 0, done.stderr
    calls, new = int(done.stdout), tree(folder)
    assert holding(folder, TOKEN) == []
    seen = set()
    for point in range(1, 25):
        shutil.rmtree(folder)
        shutil.copytree(kept, folder)
        killed = run(KILLER, folder, calls * point // 25)
        assert killed.returncode == -9, killed.stderr
        left = tree(folder)
        assert all(data in {old.get(path), new.get(path)} for path, data in left.items()
                   if ".lamina-" not in path)  # fmt: skip
        memory = opened(folder)
        seen.add((left == old, bool(memory.state.forgotten.pending())))
        assert memory.forget.apply(TOKEN).complete
        assert not memory.state.forgotten.pending()
        assert memory.forget.verify(TOKEN) == ()
        memory.close()
        assert holding(folder, TOKEN) == []
        assert tree(folder) == new
    assert {(True, False), (False, True)} <= seen  # before it began, and in the midst of it


def test_a_citation_is_not_taken_for_another_line_after_a_kill(tmp_path):
    from lamina.errors import UsageError

    (tmp_path / "ws" / "memory").mkdir(parents=True)
    note = tmp_path / "ws" / "memory" / "2026-03-01.md"
    note.write_text(f"- {TOKEN} is the code\n- keep me\n", "utf-8")
    (note.parent / "zoo.md").write_text(f"- {TOKEN} is the code\n- x\n", "utf-8")
    memory = opened(tmp_path)
    memory.forget.apply("memory/2026-03-01.md#L1")
    changed = [file.path for file in memory.history()[0].files]
    assert changed == ["memory/zoo.md", "memory/2026-03-01.md"]  # that which is cited is last
    memory.state.forgotten.begin((), "2026-03-04", "words")  # as if it had been killed here
    with pytest.raises(UsageError, match="cut off"):
        memory.forget.apply("memory/2026-03-01.md#L1")
    assert note.read_text("utf-8") == "- keep me\n"
    assert not memory.state.forgotten.pending()
    memory.close()


SYNC = """
import sys, time
from pathlib import Path
from tests.upkeep.test_forget_hard import opened

memory = opened(Path(sys.argv[1]))
calls = 0

def clock():  # is asked before each file is read: at the second, the first is in memory
    global calls
    calls += 1
    if calls == 2:
        print("read", flush=True)
        sys.stdin.readline()
    return time.time_ns()

memory.indexer.sync(clock=clock)
print("done", flush=True)
sys.stdin.readline()
memory.close()
"""


@pytest.mark.parametrize("also", ["- keep me\n", ""], ids=["changed", "removed"])
def test_a_sync_that_read_it_before_does_not_bring_it_back(tmp_path, also):
    memory_folder = tmp_path / "ws" / "memory"
    memory_folder.mkdir(parents=True)
    (memory_folder / "a.md").write_text(f"- the code is {TOKEN}\n{also}", "utf-8")
    (memory_folder / "b.md").write_text("- another line\n", "utf-8")
    other = subprocess.Popen(
        [sys.executable, "-c", SYNC, str(tmp_path)],
        cwd=Path(__file__).parents[2],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    with other:
        assert other.stdin
        assert other.stdout
        assert other.stdout.readline() == "read\n"
        memory = opened(tmp_path)
        assert memory.forget.apply(TOKEN).complete
        other.stdin.write("\n")
        other.stdin.flush()
        assert other.stdout.readline() == "done\n"  # it is still there, its log is not merged yet
        assert memory.forget.verify(TOKEN) == ()
        assert holding(tmp_path, TOKEN) == []
        assert not memory.search(TOKEN).hits
        assert memory.search("another line").hits
        assert bool(memory.search("keep me").hits) == bool(also)
        memory.close()
        other.stdin.write("\n")
        other.stdin.flush()
    assert other.returncode == 0
    assert holding(tmp_path, TOKEN) == []


READS = """
import sys
from pathlib import Path
from tests.upkeep.test_forget_hard import opened

memory = opened(Path(sys.argv[1]))
with memory.index.snapshot():
    memory.index.files()
    memory.index.stats("")
    list(memory.index.database.rows("SELECT text FROM chunks"))
    print("reading", flush=True)
    sys.stdin.readline()
memory.close()
"""


def test_a_reader_that_holds_deleted_pages_is_said_and_the_next_run_is_through(tmp_path):
    (tmp_path / "ws" / "memory").mkdir(parents=True)
    (tmp_path / "ws" / "memory" / "a.md").write_text(f"- the code is {TOKEN}\n- x\n", "utf-8")
    memory = opened(tmp_path)
    memory.sync()
    memory.index.database.execute("PRAGMA busy_timeout = 100")
    with subprocess.Popen(
        [sys.executable, "-c", READS, str(tmp_path)],
        cwd=Path(__file__).parents[2],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as other:
        assert other.stdin
        assert other.stdout
        assert other.stdout.readline() == "reading\n"
        done = memory.forget.apply(TOKEN)
        assert not done.complete
        assert any("another process" in one.reason for one in done.unreached)
        assert memory.state.forgotten.pending()
        other.stdin.write("\n")
        other.stdin.flush()
    again = memory.forget.apply(TOKEN)
    assert again.finished
    assert again.complete
    memory.close()
    assert holding(tmp_path, TOKEN) == []
