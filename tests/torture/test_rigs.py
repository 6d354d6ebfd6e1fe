"""The rigs in short, and that each of them finds what it looks for."""

from __future__ import annotations

import random
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.sessions.trim_rig import line
from tests.torture import checks, disk, rigs, tracer
from tests.torture.disk import Disk, Operation
from tests.torture.load import CHANNEL, Place
from tests.torture.rigs import damage, race
from tests.torture.rigs.race import Told
from tests.torture.told import NOW

REPOSITORY = Path(__file__).parents[2]
traces = pytest.mark.skipif(bool(tracer.why_not()), reason=tracer.why_not() or "traced")


def python(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=REPOSITORY,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "seconds"), [("crash", 7), ("damage", 3), ("faults", 5), ("kill", 4), ("race", 5)]
)
def test_a_short_round_finds_nothing(name, seconds):  # G01, G03
    done = python("-m", "tests.torture", "--seed", "11", "--minutes", str(seconds / 60), name)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "skipped  system calls" in done.stdout or tried(done.stdout)


def tried(printed: str) -> bool:
    """Say whether a table has a line beside those of seconds and problems, and it counts."""
    rows = [line.split(maxsplit=1) for line in printed.splitlines()]
    return any(
        row[1:] not in (["seconds"], ["problems"]) and row[0].isdigit() for row in rows if row
    )


def test_a_folder_of_rigs_is_the_list_of_them():
    assert {"crash", "faults", "kill", "race"} <= set(rigs.names())
    assert all(rigs.about(name).endswith((".", "!")) for name in rigs.names())
    done = python("-m", "tests.torture", "no-such-rig")
    assert done.returncode == 2
    assert "no such rig: no-such-rig" in done.stderr


BLIND = """
import sys
from pathlib import Path
from tests.torture import disk, living
from tests.torture.recorded import Recorded
from tests.torture.rigs import crash

living.load()
without, how = sys.argv[1:]
with crash.scratch() as folder:
    life = Recorded(folder, 5000, 0, 3)
    kept = [
        (one, moment)
        for one, moment in zip(life.operations, life.moments)
        if not (one.kind == without and one.path.startswith("ws/"))
    ]
    life.operations, life.moments = [list(part) for part in zip(*kept)]
    tries = [(point, kind) for point, kind in life.points() if kind == how]
    found = 0
    for state in life.crashes(tries[:30]):
        disk.write(life.place.base, state.tree)
        found += bool(crash.looked(life, state))
    print(found)
"""


@traces
@pytest.mark.slow
@pytest.mark.parametrize(
    ("without", "how", "found"),
    [("sync", "power", True), ("no", "power", False), ("rename", "killed", True)],
)
def test_a_writer_that_leaves_out_a_step_is_found_out(without, how, found):
    """The same life, as it would be if the writer never synced, or never renamed."""
    done = python("-c", BLIND, without, how)
    assert done.returncode == 0, done.stderr
    assert bool(int(done.stdout)) == found


REFUSED = """
import errno, os, sys
from tests.torture.tracer import GO, KILL, refused, torn, traced
path = sys.argv[1]

def work():
    handle = os.open(path, os.O_CREAT | os.O_WRONLY)
    for text in (b"first", b"second"):
        try:
            os.write(handle, text)
        except OSError as error:
            return error.errno
    os.fsync(handle)
    return 0

acts = {
    "go": lambda call: GO,
    "kill": lambda call: KILL if call.name == "fsync" else GO,
    "torn": lambda call: torn(3) if call.name == "write" and call.data(1, 6) == b"second" else GO,
    "refuse": lambda call: refused(errno.ENOSPC) if call.name == "write" else GO,
}
for name, act in acts.items():
    code = traced(work, act)
    print(name, code, open(path).read(), flush=True)
    os.remove(path)
"""


@traces
def test_calls_are_let_go_refused_torn_or_the_last(tmp_path):
    done = python("-c", REFUSED, str(tmp_path / "x"))
    assert done.stdout.splitlines() == [
        "go 0 firstsecond", "kill -9 firstsecond", "torn -9 firstsec", "refuse 28 ",
    ], done.stderr  # fmt: skip


def test_the_model_disk_keeps_what_was_synced_and_may_lose_the_rest():
    disk_ = Disk({"a": b"old", "f": None})
    for one in (
        Operation("write", "a", 0, b"new"),
        Operation("create", "f/t"),
        Operation("write", "f/t", -1, b"text"),
        Operation("sync", "f/t"),
        Operation("rename", "f/t", other="f/u"),
    ):
        assert disk_.apply(one) == (one.kind != "sync")
    assert disk_.killed() == {"a": b"new", "f": None, "f/u": b"text"}
    lost = [disk_.cut_off(random.Random(seed)) for seed in range(60)]
    assert {tree["a"] for tree in lost} >= {b"old", b"new"}
    assert {tuple(sorted(tree)) for tree in lost} == {
        ("a", "f"),
        ("a", "f", "f/t"),
        ("a", "f", "f/u"),
    }
    assert all(tree.get("f/u", b"text") == b"text" for tree in lost)
    disk_.apply(Operation("sync", "f"))
    assert all("f/u" in disk_.cut_off(random.Random(seed)) for seed in range(20))


def test_what_the_system_refused_changes_nothing():
    disk_ = Disk({"f": None, "f/x": b""})
    assert not disk_.apply(Operation("remove", "f"))
    assert not disk_.apply(Operation("mkdir", "g/h"))
    assert not disk_.apply(Operation("create", "f/x"))
    assert disk_.killed() == {"f": None, "f/x": b""}


def test_a_tree_is_laid_out_and_read_again(tmp_path):
    tree = {"f": None, "f/x": b"1", "y": b""}
    disk.write(tmp_path / "w", tree)
    assert disk.read(tmp_path / "w") == tree


@pytest.fixture
def raced(tmp_path):
    """A workspace with one of each kind of write."""
    place = Place(tmp_path / "race")
    place.base.mkdir()
    place.begin()
    with place.memory(NOW) as memory:
        said = {
            "zqax1": memory.remember("zqax1 went with the van."),
            "zqax2": memory.log("Log zqax2", change="zqax2 was done."),
            "zqax3": memory.topics.new("coding", "Topic zqax3", goal="zqax3 it is."),
            "zqax4": memory.facts.add_reference(
                "zqax4", "# zqax4\n", subject="Doc zqax4", fact="zqax4 holds."
            ),
            "zqax5": memory.active.open("Matter", "zqax5 is open."),
            "zqax6": memory.long_term.checkpoint("Work zqax6", change="zqax6 is so.", todo="call"),
        }
        memory.active.done("Matter")
        memory.hygiene.carry_out()
    kinds = ("remember", "log", "topic", "reference", "matter", "checkpoint")
    return place, {
        word: {"word": word, "kind": kind, "change": written.change}
        for (word, written), kind in zip(said.items(), kinds, strict=True)
    }


def test_an_honest_race_has_no_problem(raced):
    place, said = raced
    assert list(race.look(place, Told(said))) == []


@pytest.mark.parametrize("lose", [f"zqax{n}" for n in range(1, 7)])
def test_a_lost_write_is_found_out(raced, lose):
    place, said = raced
    for path in place.root.rglob("*.md"):
        lines = path.read_text("utf-8").splitlines(keepends=True)
        path.write_text("".join(line for line in lines if lose not in line), "utf-8")
    assert any(lose in problem for problem in race.look(place, Told(said)))


def test_half_of_a_pair_is_found_out(raced):
    place, said = raced
    (place.root / "reference" / "zqax4.md").unlink()
    next((place.root / "memory/topics").rglob("*zqax3*")).unlink()
    problems = list(race.look(place, Told(said)))
    assert any(p.startswith("TOP-7") for p in problems)
    assert any(p.startswith("FACT-2") for p in problems)


def test_a_write_that_is_there_twice_or_came_back_is_found_out(raced):
    place, said = raced
    note = place.root / "memory" / "2026-03-04.md"
    note.write_text(note.read_text("utf-8") + "- zqax1 went with the van.\n", "utf-8")
    problems = list(race.look(place, Told(said, {said["zqax2"]["change"]})))
    assert any(p.startswith("zqax1") for p in problems)
    assert any(p.startswith("zqax2 was taken back and is in") for p in problems)


@pytest.mark.parametrize("back", [False, True])
@pytest.mark.parametrize("done", [False, True])
def test_what_was_forgotten_and_is_still_there_is_found_out(raced, done, back):
    place, said = raced
    with place.memory(NOW) as memory:
        assert memory.forget.apply("zqax1").complete
    if back:
        with (place.root / "memory" / "2026-03-04.md").open("a") as note:
            note.write("- zqax1 is back\n")
    problems = list(race.look(place, Told(said, forgotten={"zqax1": done})))
    if not done or not back:  # one that was killed is made again
        assert problems == []
        return
    assert any(p.startswith("zqax1 was forgotten, and is in") for p in problems)
    assert "zqax1 is still in memory/2026-03-04.md" in problems


@pytest.mark.parametrize("lose", [b"", b"line 2", b"What of order 0?"])
def test_a_line_of_a_host_that_is_lost_is_found_out(raced, lose):
    place, _ = raced
    before = place.transcript.read_bytes()
    with place.memory(NOW) as memory:
        memory.trims.trim(CHANNEL, place.transcript)
    with place.transcript.open("ab") as file:
        file.writelines(map(line, range(4)))
    assert list(race.transcript(place, before, list(range(4)))) == []
    kept = [
        one for one in place.transcript.read_bytes().splitlines(keepends=True) if lose not in one
    ]
    place.transcript.write_bytes(b"".join(kept) if lose else before + line(0) * 2)
    assert list(race.transcript(place, before, list(range(4))))


def test_a_history_that_does_not_tell_the_truth_is_found_out(raced):
    place, _ = raced
    with place.memory(NOW) as memory:
        assert list(checks.sound(memory)) == []
        note = place.root / "memory" / "2026-03-04.md"
        note.write_bytes(note.read_bytes() + b"- torn")
        assert any("is not what change" in p for p in checks.sound(memory))
    shutil.rmtree(place.root / "memory" / "topics")
    with place.memory(NOW) as memory:
        assert any(p.startswith("topics:") for p in checks.sound(memory))


def test_what_damage_did_to_files_and_answers_is_found_out(tmp_path):
    place = Place(tmp_path / "damaged")
    place.base.mkdir()
    place.begin()
    answer = damage._answer(place)
    before = damage.notes(place.root)
    index = next(damage.stores(place))
    assert list(damage._looked(place, index, b"", answer, before)) == []
    (place.root / "MEMORY.md").write_bytes(b"# Memory\n")
    said = set(damage._looked(place, index, b"", ("another",), before))
    assert said == {"another answer than before", "a file of the user's was changed"}
