"""The writer on a disk that fails at one call, and what it brings to the disk in which order."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from lamina.documents.files import Files
from lamina.documents.workspace import Workspace
from tests.torture import tracer

pytestmark = pytest.mark.skipif(bool(tracer.why_not()), reason=tracer.why_not() or "traced")

FAILS = """
import errno, sys
from pathlib import Path
from lamina.documents.changes import Change, Plan
from lamina.documents.files import Files
from lamina.documents.workspace import Workspace
from lamina.errors import LaminaError
from tests.conftest import NOW
from tests.torture.tracer import GO, refused, traced

root, name, first = Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])
seen = 0

def work():
    pair = Plan("t", (Change("memory/a.md", None, "a\\n"), Change("memory/b.md", None, "b\\n")))
    try:
        Files(Workspace(root)).apply(pair, author="owner", now=NOW)
    except LaminaError as error:
        print(type(error).__name__, error.message, flush=True)
    return 0

def act(call):
    global seen
    if call.name != name or ".md" not in call.path(1):
        return GO
    seen += 1
    return refused(errno.EIO) if seen >= first else GO

if name == "unlink":
    act_ = act
    def act(call):
        if call.name == "rename" and call.path(1).endswith("/a.md"):
            return refused(errno.EROFS)
        return refused(errno.EROFS) if call.name == "unlink" else GO

sys.exit(traced(work, act))
"""


def run(*arguments: object) -> str:
    done = subprocess.run(
        [sys.executable, "-c", FAILS, *map(str, arguments)],
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def notes(root: Path) -> list[str]:
    return sorted(path.name for path in (root / "memory").iterdir() if path.is_file())


def test_a_change_that_never_began_is_said_to_be_none_and_is_void(root):
    assert run(root, "rename", 1).startswith("NotWritableError")
    assert notes(root) == []
    files = Files(Workspace(root))
    with files.locked():
        pass
    assert files.journal.entries() == []
    assert notes(root) == []


def test_a_change_cut_off_between_its_files_is_said_to_be_one_and_is_finished(root):
    told = run(root, "rename", 2)
    assert told.startswith("CutOffError")
    assert "still there" not in told
    assert notes(root) == ["a.md"]
    files = Files(Workspace(root))
    with files.locked():
        pass
    assert notes(root) == ["a.md", "b.md"]
    assert [e.id for e in files.journal.entries()] == [1]


def test_a_writer_that_cannot_even_clear_up_says_so_in_a_sentence_and_the_next_one_does_it(root):
    assert run(root, "unlink", 1).startswith("NotWritableError")
    assert any(name.startswith(".lamina-") for name in notes(root))
    with Files(Workspace(root)).locked():
        pass
    assert notes(root) == []


NAMES = """
import sys
from pathlib import Path
from lamina.documents.changes import Change, Plan
from lamina.documents.files import Files
from lamina.documents.workspace import Workspace
from tests.conftest import NOW
from tests.torture.disk import Recorder
from tests.torture.tracer import traced

root = Path(sys.argv[1])
recorder = Recorder(root, root.with_name("marks"))

def work():
    plan = Plan("t", (Change("memory/topics/coding/x.md", None, "x\\n"),))
    Files(Workspace(root)).apply(plan, author="owner", now=NOW)
    return 0

code = traced(work, recorder)
for one in recorder.operations:
    print(one.kind, one.other or one.path)
sys.exit(code)
"""


def test_every_new_name_is_brought_to_the_disk_with_its_folder(root):
    """Folders on the way to a new file and the journal's own name too, before it is acknowledged."""
    done = subprocess.run(
        [sys.executable, "-c", NAMES, str(root)],
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    steps = [line.split(" ", 1) for line in done.stdout.splitlines()]
    made: dict[str, int] = {}  # a name, and when it was given; the journal is opened again later
    for at, (kind, path) in enumerate(steps):
        if kind in {"mkdir", "rename"} or path.endswith("history.jsonl"):
            made.setdefault(path, at)
    assert {"memory/.dreams", "memory/topics", "memory/topics/coding/x.md"} <= made.keys()
    for path, at in made.items():
        above = path.rpartition("/")[0]
        assert ["sync", above] in steps[at:], path
