"""The weekly care: one change that can be taken back, and when it was last done."""

from __future__ import annotations

import json
from datetime import datetime, timedelta

import pytest

from lamina.memory import Memory
from tests.conftest import NOW

STATE = "memory/heartbeat-state.json"
ACTIVE = "memory/active-context.md"
BOOK = "memory/projects/shop/CONTEXT.md"
STAMP = "2026-03-04T09:30:00+01:00"


def clean(memory):
    cleanup = memory.hygiene.cleanup()
    memory.apply(cleanup.plan)
    return cleanup


@pytest.fixture
def untidy(write):
    write(
        ACTIVE,
        "# Active\n\n## [DONE] Tax\nrefund came\n\n---\n\n## [OPEN] Move\npapers\n\n---\n\n"
        "## [OPEN] Boiler\nno answer\n<!-- opened 2025-12-01 -->\n\n---\n",
    )
    write(BOOK, "# Shop\n\n## Done\n" + "".join(f"- [x] task {n}\n" for n in range(12)))
    write(
        STATE, '{"lastChecks": {"email": 1703275200}, "lastMemoryCleanup": "2026-02-01T07:00:00"}'
    )
    write("memory/2026-03-04.md", "# Mine\r\n\r\n- before")


def test_a_cleanup_is_planned_then_one_change(untidy, memory, tree):  # ACT-4, BOOK-3
    before = tree()
    cleanup = memory.hygiene.cleanup()
    assert tree() == before
    assert (cleanup.done, cleanup.idle, cleanup.tasks) == (1, 1, 2)
    shown = cleanup.as_dict()
    assert set(shown["files"]) == {
        ACTIVE, BOOK, STATE, "memory/2026-03-04.md", "memory/daily-index.md",
    }  # fmt: skip
    memory.apply(cleanup.plan)
    after = tree()
    note = after["memory/2026-03-04.md"].decode()
    assert note.startswith("# Mine\r\n\r\n- before\r\n")
    assert all(
        text in note for text in ("refund came", "no answer", "- [x] task 0", "- [x] task 1")
    )
    assert "\n" not in note.replace("\r\n", "")
    assert b"Move" in after[ACTIVE]
    assert b"Tax" not in after[ACTIVE]
    assert b"Boiler" not in after[ACTIVE]
    assert len(memory.history()) == 1
    assert memory.history()[0].command == "hygiene"
    memory.undo()
    assert tree() == before


@pytest.mark.parametrize("last", range(1, 4))
def test_a_line_that_somebody_writes_meanwhile_stays_and_is_no_reason_to_refuse(
    last, untidy, memory, root, home
):
    """The clock is asked now and then; at one of those moments another program writes a line."""
    active = root / "memory" / "active-context.md"
    asked = 0

    def clock():
        nonlocal asked
        asked += 1
        if asked == last:
            active.write_text(active.read_text() + "\nA line of another program.\n")
        return NOW

    with Memory(root, clock=clock, places=memory.places, overrides=memory.overrides) as busy:
        found, entry = busy.hygiene.carry_out()
    assert found.done
    assert entry
    assert asked >= last
    assert "A line of another program." in active.read_text()
    assert "[DONE]" not in active.read_text()


def test_the_time_is_kept_beside_what_others_keep(untidy, memory, root):  # UP-3
    clean(memory)
    assert json.loads((root / STATE).read_text()) == {
        "lastChecks": {"email": 1703275200},
        "lastMemoryCleanup": STAMP,
    }
    assert memory.hygiene.last() == NOW


def test_an_empty_workspace_gets_only_the_time(memory, tree):
    assert memory.hygiene.last() is None
    assert memory.hygiene.due() == NOW
    cleanup = clean(memory)
    assert (cleanup.done, cleanup.idle, cleanup.tasks) == (0, 0, 0)
    assert list(tree()) == [STATE]
    assert memory.hygiene.due() == NOW + timedelta(days=6)


def test_a_second_run_changes_only_the_time(untidy, open_memory, tree):
    clean(open_memory())
    first = tree()
    later = open_memory(now=NOW + timedelta(days=7))
    assert later.hygiene.due() < later.now
    cleanup = clean(later)
    assert (cleanup.done, cleanup.idle, cleanup.tasks) == (0, 0, 0)
    assert {path for path, data in tree().items() if first.get(path) != data} == {STATE}


@pytest.mark.parametrize(
    "broken", ['{"lastMemoryCleanup": "2026-0', "[1, 2]", '"text"', "null", "[" * 1200]
)
def test_a_broken_file_is_set_aside_not_fatal(memory, root, write, broken):  # UP-3
    write(STATE, broken)
    assert memory.hygiene.last() is None
    cleanup = clean(memory)
    assert json.loads((root / STATE).read_text()) == {"lastMemoryCleanup": STAMP}
    (aside,) = [
        p for p in (root / "memory").iterdir() if p.name.startswith("heartbeat-state.json.")
    ]
    assert aside.read_text() == broken
    assert aside.name in cleanup.plan.notes[0]
    memory.undo()
    assert (root / STATE).read_text() == broken
    assert not aside.exists()


def test_what_was_set_aside_is_not_overwritten(memory, root, write):
    for text in ("{one", "{two", "{three"):
        write(STATE, text)
        clean(memory)
    aside = [p.read_text() for p in (root / "memory").iterdir() if ".json." in p.name]
    assert sorted(aside) == ["{one", "{three", "{two"]


def test_a_file_of_zeros_is_not_fatal(untidy, memory, root, write):  # a disk after a power cut
    write(STATE, b"\0" * 64)
    assert memory.hygiene.last() is None
    cleanup = clean(memory)
    assert cleanup.done == 1
    assert STATE in cleanup.plan.notes[0]
    assert (root / STATE).read_bytes() == b"\0" * 64


@pytest.mark.parametrize("text", ["", "  \n", "{}", '\ufeff{"a": 1}'])
def test_an_empty_file_is_no_broken_one(memory, root, write, text):
    write(STATE, text)
    cleanup = clean(memory)
    assert cleanup.plan.notes == ()
    assert json.loads((root / STATE).read_text())["lastMemoryCleanup"] == STAMP


@pytest.mark.parametrize(
    ("value", "moment"),
    [
        ('"2026-03-01T07:00:00+01:00"', "2026-03-01T07:00:00+01:00"),
        ('"2026-03-01T06:00:00Z"', "2026-03-01T07:00:00+01:00"),
        ('"2026-03-01T07:00:00"', "2026-03-01T07:00:00+01:00"),
        ('"2026-03-01"', "2026-03-01T00:00:00+01:00"),
        ("1772344800", "2026-03-01T07:00:00+01:00"),
        ("1772344800000", "2026-03-01T07:00:00+01:00"),
        ('"last week"', None),
        ("null", None),
        ("true", None),
        ("1e300", None),
        ("-1e300", None),
        ("NaN", None),
    ],
)
def test_when_it_was_last_done_is_read_as_hosts_write_it(memory, write, value, moment):
    write(STATE, f'{{"lastMemoryCleanup": {value}}}')
    expected = datetime.fromisoformat(moment) if moment else None
    assert memory.hygiene.last() == expected
    assert memory.hygiene.due() == (expected + timedelta(days=6) if expected else NOW)


def test_agents_may_do_it_and_the_command_does_it(untidy, open_memory, lamina, tree):
    before = tree()
    shown = lamina("hygiene", "--now", STAMP)
    assert shown.returncode == 0, shown.stderr
    assert tree() == before
    done = lamina("hygiene", "--apply", "--now", STAMP)
    assert done.returncode == 0, done.stderr
    after = tree()
    assert b"refund came" in after["memory/2026-03-04.md"]
    open_memory().undo()
    assert tree() == before
    memory = open_memory(author="agent:chiti")
    clean(memory)
    assert tree() == after
