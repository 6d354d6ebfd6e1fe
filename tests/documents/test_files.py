"""The one writer: whole files, no lost line, no torn line, secrets stopped, everything undone."""

from __future__ import annotations

import errno
import json
import os
import signal
import subprocess
import sys
import textwrap
import time

import pytest

from lamina.documents.changes import Change, Plan
from lamina.documents.files import Files, Limits
from lamina.documents.history import Journal
from lamina.documents.workspace import Workspace
from lamina.errors import (
    BinaryFileError,
    ExternallyChangedError,
    FileTooLargeError,
    LockTimeoutError,
    NotAFileError,
    NotWritableError,
    PathOutsideError,
    SecretRefusedError,
    UndoConflictError,
    UnwritableTextError,
    UsageError,
)
from tests.conftest import NOW

NOTE = "memory/note.md"


@pytest.fixture
def files(root):
    return Files(Workspace(root))


def put(files, text, path=NOTE, command="test"):
    """Write a file's whole text as one change."""
    plan = Plan(command, (files.change(path, text, files.read(path)),))
    return files.apply(plan, author="owner", now=NOW)


@pytest.mark.parametrize(
    "data", [b"\xef\xbb\xbfa\r\nb", b"\xff\xfe-not-utf8\n", b"a\rb\n", b"", b"no end"]
)
def test_text_goes_round_byte_for_byte(files, root, data):
    (root / NOTE).write_bytes(data)
    put(files, files.read(NOTE) + "more\n")
    assert (root / NOTE).read_bytes() == data + b"more\n"


def test_a_file_changed_since_it_was_planned_is_left_alone(files, root):
    put(files, "one\n")
    plan = Plan("test", (files.change(NOTE, "two\n", "one\n"),))
    (root / NOTE).write_text("somebody else\n")
    with pytest.raises(ExternallyChangedError):
        files.apply(plan, author="owner", now=NOW)
    assert (root / NOTE).read_text() == "somebody else\n"
    assert len(files.journal.entries()) == 1


def test_a_plan_that_changes_nothing_leaves_no_trace(files, root):
    put(files, "one\n")
    assert put(files, "one\n") is None
    assert len(files.journal.entries()) == 1


def test_mode_is_kept_and_state_is_private(files, root):
    (root / NOTE).write_text("x\n")
    (root / NOTE).chmod(0o640)
    put(files, "y\n")
    assert (root / NOTE).stat().st_mode & 0o777 == 0o640
    assert files.journal.path.stat().st_mode & 0o777 == 0o600
    assert files.workspace.hidden.stat().st_mode & 0o777 == 0o700
    assert (files.workspace.hidden / ".gitignore").read_text() == "*\n"


def test_a_linked_note_is_written_through_its_link(files, root):
    (root / "memory/real.md").write_text("x\n")
    (root / NOTE).symlink_to(root / "memory/real.md")
    put(files, "y\n")
    assert (root / NOTE).is_symlink()
    assert (root / "memory/real.md").read_text() == "y\n"


def test_what_cannot_be_a_note_is_refused(files, root):
    (root / "memory/folder.md").mkdir()
    (root / "memory/binary.md").write_bytes(b"a\0b")
    os.mkfifo(root / "memory/pipe.md")
    for path, error in (
        ("memory/folder.md", NotAFileError),
        ("memory/pipe.md", NotAFileError),
        ("memory/binary.md", BinaryFileError),
        ("../out.md", PathOutsideError),
    ):
        with pytest.raises(error):
            files.read(path)


def test_a_huge_file_is_refused_without_reading_it(root):
    with (root / NOTE).open("wb") as file:
        file.truncate(200_000_000)
    with pytest.raises(FileTooLargeError, match="200,000,000"):
        Files(Workspace(root)).read(NOTE)


def test_undo_gives_the_bytes_back(files, root):
    (root / NOTE).write_bytes(b"\xef\xbb\xbfuser\r\nlines")
    before = (root / NOTE).read_bytes()
    put(files, files.read(NOTE) + "\r\nours\r\n")
    files.apply(files.undoing.plan(files.undoing.entry()), author="owner", now=NOW)
    assert (root / NOTE).read_bytes() == before
    with pytest.raises(UsageError, match="nothing to undo"):
        files.undoing.entry()


def test_undo_of_a_new_file_removes_it_and_its_folders(files, root):
    put(files, "x\n", "memory/topics/coding/x.md")
    files.apply(files.undoing.plan(files.undoing.entry()), author="owner", now=NOW)
    assert not (root / "memory/topics").exists()


def test_undo_can_be_undone(files, root):
    put(files, "x\n")
    undo = files.apply(files.undoing.plan(files.undoing.entry()), author="owner", now=NOW)
    files.apply(files.undoing.plan(files.undoing.entry(undo.id)), author="owner", now=NOW)
    assert (root / NOTE).read_text() == "x\n"


def test_undo_leaves_what_the_user_added_since(files, root):
    put(files, "# T\n")
    put(files, "# T\n- ours\n")
    with (root / NOTE).open("a") as file:
        file.write("- the user's\n")
    files.apply(files.undoing.plan(files.undoing.entry()), author="owner", now=NOW)
    assert (root / NOTE).read_text() == "# T\n- the user's\n"


def test_undo_of_lines_edited_since_is_refused_with_a_diff(files, root):
    put(files, "- ours\n")
    (root / NOTE).write_text("- ours, edited\n")
    with pytest.raises(UndoConflictError) as caught:
        files.undoing.plan(files.undoing.entry())
    assert "+- ours" in caught.value.diff
    assert (root / NOTE).read_text() == "- ours, edited\n"


def test_an_older_change_is_taken_back_alone(files, root):
    put(files, "- one\n")
    put(files, "- one\n- two\n")
    put(files, "- one\n- two\n- three\n")
    files.apply(files.undoing.plan(files.undoing.entry(2)), author="owner", now=NOW)
    assert (root / NOTE).read_text() == "- one\n- three\n"
    with pytest.raises(UsageError, match="already taken back"):
        files.undoing.entry(2)


def test_secrets_are_replaced_in_what_is_added_only(files, root):  # J01
    key = "sk-proj-" + "a1B2c3D4e5F6g7H8" * 3
    old = f"the user's own {key}\n"
    (root / NOTE).write_text(old)
    entry = put(files, old + f"new {key}\n")
    text = (root / NOTE).read_text()
    assert text.startswith(old)
    assert text.count(key) == 1
    assert "[redacted:" in text
    assert entry.secrets
    assert files.journal.path.read_text().count(key) <= 1  # as the line above, never as added


def test_secrets_may_be_refused_instead(root):
    files = Files(Workspace(root), Limits(refuse_secrets=True))
    with pytest.raises(SecretRefusedError):
        put(files, "ghp_" + "a1B2c3D4e5" * 4 + "\n")
    assert not (root / NOTE).exists()
    assert files.journal.entries() == []


class FullAtTheEnd(Journal):
    """A journal on a disk that is full as soon as the files are in place."""

    def append(self, record, *, wait=True):
        if "done" in record:
            raise OSError(errno.ENOSPC, "No space left on device")
        super().append(record, wait=wait)


def test_what_was_written_is_not_called_lost_for_want_of_a_mark(files, root):
    files.journal = FullAtTheEnd(files.journal.path)
    assert put(files, "one\n").id == 1
    assert (root / NOTE).read_text() == "one\n"
    again = Files(Workspace(root))
    put(again, "one\ntwo\n")
    assert [e.id for e in again.journal.entries()] == [1, 2]
    assert again.repaired == ()


def test_a_record_that_does_not_fit_leaves_the_journal_whole(tmp_path):
    disk = tmp_path / "disk"
    mounted(disk, "size=64k")
    try:
        journal = Journal(disk / "history.jsonl")
        journal.append({"done": 1})
        before = journal.path.read_bytes()
        with pytest.raises(OSError, match="space"):
            journal.append({"id": 2, "files": [], "reason": "x" * 200_000})
        assert journal.path.read_bytes() == before
    finally:
        subprocess.run(["umount", str(disk)], check=True)


def test_a_torn_last_record_is_passed_over(files):
    put(files, "one\n")
    with files.journal.path.open("ab") as file:
        file.write(b'{"id": 2, "at": "cut of')
    put(files, "two\n")
    assert [e.id for e in files.journal.entries()] == [1, 2]


def test_a_record_that_lacks_only_its_line_end_is_no_change(files):
    """Torn at its last byte it reads well; its file was never replaced."""
    put(files, "one\n")
    record = json.loads(files.journal.path.read_text().splitlines()[0])
    made = record["files"][0]["after"]
    changed = [record["files"][0] | {"before": made, "after": "0" * 64}]
    with files.journal.path.open("a") as file:
        file.write(json.dumps(record | {"id": 2, "files": changed}))
    assert [e.id for e in files.journal.entries()] == [1]
    assert put(files, "two\n").id == 3
    assert [e.id for e in files.journal.entries()] == [1, 3]
    whole = files.journal.path.read_bytes()
    assert all(json.loads(line) for line in whole.splitlines())


@pytest.mark.parametrize("marked", [True, False])
def test_a_line_end_that_an_editor_took_away_takes_no_change_with_it(files, root, marked):
    put(files, "one\n")
    put(files, "two\n")
    lines = files.journal.path.read_bytes().splitlines(keepends=True)
    files.journal.path.write_bytes(b"".join(lines if marked else lines[:-1]).rstrip(b"\n"))
    again = Files(Workspace(root))
    assert put(again, "three\n").id == 3
    assert [e.id for e in again.journal.entries()] == [1, 2, 3]
    assert all(json.loads(line) for line in files.journal.path.read_bytes().splitlines())
    for number in (3, 2, 1):
        again.apply(again.undoing.plan(again.journal.entry(number)), author="owner", now=NOW)
    assert not (root / NOTE).exists()


def test_a_void_that_lost_its_line_end_is_one(files):
    put(files, "one\n")
    with files.journal.path.open("a") as file:
        file.write('{"id": 2, "files": []}\n{"void": 2}')
    assert [e.id for e in files.journal.entries()] == [1]
    assert put(files, "two\n").id == 3
    assert [e.id for e in files.journal.entries()] == [1, 3]


def test_what_a_power_failure_left_goes_with_the_next_write_into_its_folder(files, root):
    """The lock's note of it need not have reached the disk."""
    put(files, "x\n", "memory/topics/y.md")
    for folder in ("memory", "memory/topics"):
        (root / folder / ".lamina-1-2-3.tmp").write_text("half")
    put(Files(Workspace(root)), "one\n")
    assert [p.parent.name for p in root.rglob(".lamina-*")] == ["topics"]
    put(Files(Workspace(root)), "y\n", "memory/topics/y.md")
    assert list(root.rglob(".lamina-*")) == []


def test_a_change_that_never_reached_the_file_is_void(files, root):
    put(files, "one\n")
    record = json.loads(files.journal.path.read_text().splitlines()[0])
    record |= {
        "id": 2,
        "files": [record["files"][0] | {"before": record["files"][0]["after"], "after": "0" * 64}],
    }
    files.journal.append(record)  # killed before the rename
    put(files, "one\ntwo\n")
    assert [e.id for e in files.journal.entries()] == [1, 3]


def test_a_users_own_edits_are_never_taken_for_a_cut_off_change(files, root):
    pair = Plan("test", (Change("memory/a.md", None, "a\n"), Change("memory/b.md", None, "b\n")))
    files.apply(pair, author="owner", now=NOW)
    (root / "memory/b.md").unlink()
    put(files, "x\n")
    assert not (root / "memory/b.md").exists()
    restored = (root / NOTE).read_bytes()
    files.apply(files.undoing.plan(files.undoing.entry()), author="owner", now=NOW)
    (root / NOTE).write_bytes(restored)
    put(files, "other\n", "memory/c.md")
    assert (root / NOTE).read_bytes() == restored


KILL = """
    import os, sys
    from pathlib import Path
    from lamina.places import Places
    from lamina.memory import Memory
    root, at = Path(sys.argv[1]), int(sys.argv[2])
    count = 0

    def counted(name):
        real = getattr(os, name)
        def call(*arguments, **named):
            global count
            count += 1
            if count == at:
                os._exit(9)
            return real(*arguments, **named)
        setattr(os, name, call)

    memory = Memory(root, places=Places.of({"HOME": str(root.parent)}, cwd=root),
                    overrides={"notes.timezone": "UTC", "embedding.kind": "none"})
    for name in ("open", "write", "fsync", "close", "rename", "replace"):
        counted(name)
    memory.daily.log("Move", change="viewing")
    print("done", flush=True)
"""


def test_killed_at_every_call_a_note_and_its_index_never_disagree_for_long(tmp_path):
    """A log is killed at its first, second, … call to the system, until one comes through."""
    outcomes = set()
    for at in range(1, 80):
        root = tmp_path / str(at) / "ws"
        (root / "memory").mkdir(parents=True)
        done = subprocess.run(
            [sys.executable, "-c", textwrap.dedent(KILL), str(root), str(at)],
            capture_output=True,
            text=True,
            timeout=60,
        )
        files = Files(Workspace(root))
        put(files, "x\n", "memory/other.md")  # the next writer mends
        index = (root / "memory/daily-index.md").exists()
        notes = list((root / "memory").glob("2*.md"))
        assert index == bool(notes), at
        outcomes.add(index)
        logged = [e for e in files.journal.entries() if e.command == "log"]
        assert bool(logged) == index
        if logged:
            files.apply(files.undoing.plan(logged[0]), author="owner", now=NOW)
            assert not (root / "memory/daily-index.md").exists()
        if "done" in done.stdout:
            break
    else:
        pytest.fail("no log came through")
    assert outcomes == {True, False}


def test_undo_right_after_a_kill_takes_back_the_whole(root):
    for at in range(10, 40, 3):
        subprocess.run(
            [sys.executable, "-c", textwrap.dedent(KILL), str(root), str(at)],
            capture_output=True,
            text=True,
            timeout=60,
        )
        files = Files(Workspace(root))
        with files.locked():
            standing = [
                e for e in files.journal.entries() if e.undoes is None and e.undone_by is None
            ]
            for entry in reversed(standing):
                files.apply(files.undoing.plan(entry), author="owner", now=NOW)
        assert [p.name for p in (root / "memory").glob("*.md")] == []


def test_what_cannot_be_read_again_is_not_written(files, root):
    for text in ("a\0b\n", "a\ud83d\n"):
        with pytest.raises(UnwritableTextError):
            put(files, text)
    with pytest.raises(FileTooLargeError):
        put(Files(Workspace(root), Limits(max_bytes=400)), "字" * 200)
    assert not (root / NOTE).exists()


def test_machine_state_behind_a_link_is_refused(root, tmp_path):
    (tmp_path / "elsewhere").mkdir()
    (root / "memory/.dreams").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(PathOutsideError):
        put(Files(Workspace(root)), "x\n")
    (root / "memory/.dreams").unlink()
    put(Files(Workspace(root)), "x\n")
    victim = tmp_path / "victim"
    victim.write_text("mine\n")
    files = Files(Workspace(root))
    files.journal.path.unlink()
    files.journal.path.symlink_to(victim)
    with pytest.raises(NotWritableError):
        put(files, "y\n")
    assert victim.read_text() == "mine\n"


def test_a_folder_that_is_only_read_is_not_written_through_a_link(root, tmp_path):
    vault = tmp_path / "vault"
    vault.mkdir()
    (vault / "n.md").write_text("mine\n")
    (root / "memory/n.md").symlink_to(vault / "n.md")
    files = Files(Workspace(root, (str(vault),)))
    with pytest.raises(PathOutsideError, match="only read"):
        put(files, "ours\n", "memory/n.md")


def test_undo_brings_the_users_own_secret_back_as_it_was(files, root):
    key = "ghp_" + "aB3dE5gH7j" * 3 + "aB3dE5"
    before = f"- my key {key}".encode()
    (root / NOTE).write_bytes(before)
    put(files, files.read(NOTE) + "\n- ours\n")
    assert key in (root / NOTE).read_text()
    files.apply(files.undoing.plan(files.undoing.entry()), author="owner", now=NOW)
    assert (root / NOTE).read_bytes() == before


def test_undo_keeps_lines_apart_that_were_written_since(files, root):
    (root / NOTE).write_bytes(b"- user")
    put(files, "- user\n- ours\n")
    with (root / NOTE).open("a") as file:
        file.write("- more\n")
    files.apply(files.undoing.plan(files.undoing.entry()), author="owner", now=NOW)
    assert (root / NOTE).read_bytes() == b"- user\n- more\n"


def test_a_foreign_line_in_the_journal_is_passed_over(files):
    put(files, "one\n")
    with files.journal.path.open("a") as file:
        file.write('{"id": 99}\n[1]\n{"void": "x"}\n')
    put(files, "two\n")
    assert [e.id for e in files.journal.entries()] == [1, 2]


def test_what_a_killed_writer_left_is_swept(files, root):
    left = root / "reference" / ".lamina-99999-1-1.tmp"
    left.parent.mkdir()
    left.write_text("half")
    put(files, "x\n")
    assert left.exists()  # nobody noted it: it may be another program's
    (root / "memory" / ".dreams" / "lock").write_text(f"{left.parent}\n/etc\n")
    put(files, "y\n")
    assert not left.exists()
    assert (root / "memory" / ".dreams" / "lock").read_bytes() == b""


APPEND = """
    import sys
    from datetime import datetime
    from pathlib import Path
    from lamina.places import Places
    from lamina.memory import Memory
    root, name, count = Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])
    places = Places.of({"HOME": str(root.parent / "home")}, cwd=root)
    memory = Memory(root, clock=lambda: datetime.fromisoformat("2026-03-04T09:30:00+00:00"),
                    author=name, places=places, overrides={"notes.timezone": "UTC", "embedding.kind": "none"})
    for number in range(count):
        memory.daily.remember(f"{name} line {number} " + "x" * (number % 50))
        print(number, flush=True)
"""


def start(root, name, count):
    return subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(APPEND), str(root), name, str(count)],
        stdout=subprocess.PIPE,
        text=True,
    )


@pytest.mark.slow
def test_eight_processes_append_500_lines_each_and_none_is_lost(root):  # B06, WS-6
    running = [start(root, f"p{n}", 500) for n in range(8)]
    for process in running:
        process.communicate(timeout=300)
        assert process.returncode == 0
    lines = (root / "memory/2026-03-04.md").read_text().splitlines()[2:]
    found = {tuple(line.split()[2:5]) for line in lines}
    assert len(lines) == 4000
    assert found == {(f"p{p}", "line", str(n)) for p in range(8) for n in range(500)}
    assert all(line.endswith("x" * (int(line.split()[4]) % 50)) for line in lines)


@pytest.mark.slow
def test_killed_at_any_moment_no_acknowledged_line_is_lost_and_no_file_is_torn(root):
    """200 processes are killed with SIGKILL somewhere in their writing."""
    acknowledged: set[tuple[str, int]] = set()
    note = root / "memory/2026-03-04.md"
    for kill in range(50):
        batch = [start(root, f"k{kill}-{n}", 400) for n in range(4)]
        first = batch[0].stdout.readline()  # they have begun, however busy the machine is
        time.sleep((kill % 17) * 0.011)
        for number, process in enumerate(batch):
            process.send_signal(signal.SIGKILL)
            output = process.communicate()[0] if number else first + process.communicate()[0]
            acknowledged |= {(f"k{kill}-{number}", int(n)) for n in output.split()}
        if note.exists():
            assert note.read_text().endswith("\n")
    lines = note.read_text().splitlines()[2:]
    found = [(line.split()[2], int(line.split()[4])) for line in lines]
    assert len(acknowledged) > 200
    assert acknowledged <= set(found)
    assert len(found) == len(set(found))
    assert all(line.endswith("x" * (int(line.split()[4]) % 50)) for line in lines)
    put(Files(Workspace(root)), "x\n")
    assert list((root / "memory").glob(".lamina-*")) == []


HOLD = """
    import sys, time
    from pathlib import Path
    from lamina.documents.files import Files
    from lamina.documents.workspace import Workspace
    with Files(Workspace(Path(sys.argv[1]))).locked():
        print("held", flush=True)
        time.sleep(60)
"""


def hold(root):
    process = subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(HOLD), str(root)], stdout=subprocess.PIPE, text=True
    )
    assert process.stdout
    assert process.stdout.readline() == "held\n"
    return process


def test_a_held_lock_ends_in_a_clear_error_not_in_a_crash(root):  # G05
    holder = hold(root)
    try:
        holder.send_signal(signal.SIGSTOP)
        with pytest.raises(LockTimeoutError):
            put(Files(Workspace(root), Limits(lock_seconds=0.2)), "x\n")
    finally:
        holder.kill()
        holder.communicate()
    assert not (root / NOTE).exists()


def test_the_lock_of_a_dead_process_is_free_at_once(root):  # G06
    holder = hold(root)
    holder.kill()
    holder.communicate()
    put(Files(Workspace(root), Limits(lock_seconds=2)), "x\n")
    assert (root / NOTE).read_text() == "x\n"


@pytest.mark.slow
def test_fifty_processes_that_start_at_once_all_succeed(root):  # G06
    running = [start(root, f"p{n}", 1) for n in range(50)]
    for process in running:
        process.communicate(timeout=120)
        assert process.returncode == 0
    assert len((root / "memory/2026-03-04.md").read_text().splitlines()) == 52


def mounted(folder, options):
    """Mount a small file system, or skip with the reason."""
    folder.mkdir(exist_ok=True)
    done = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", options, "tmpfs", str(folder)],
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        pytest.skip(f"a file system cannot be mounted here: {done.stderr.strip()}")


def test_a_full_disk_leaves_the_old_file_whole(tmp_path):
    disk = tmp_path / "disk"
    mounted(disk, "size=256k")
    try:
        (disk / "memory").mkdir()
        files = Files(Workspace(disk))
        put(files, "old\n")
        with pytest.raises(NotWritableError, match="no space"):
            put(files, "new\n" + "x" * 400_000)
        assert (disk / NOTE).read_text() == "old\n"
        assert list((disk / "memory").glob(".lamina-*")) == []
        put(files, "newer\n")
        assert (disk / NOTE).read_text() == "newer\n"
        assert [e.id for e in files.journal.entries()] == [1, 2]
    finally:
        subprocess.run(["umount", str(disk)], check=True)


def test_a_read_only_volume_is_said_and_nothing_changes(tmp_path):
    disk = tmp_path / "disk"
    mounted(disk, "size=1m")
    try:
        (disk / "memory").mkdir()
        files = Files(Workspace(disk))
        put(files, "old\n")
        subprocess.run(["mount", "-o", "remount,ro", str(disk)], check=True)
        with pytest.raises(NotWritableError, match="read-only"):
            put(files, "new\n")
        assert (disk / NOTE).read_text() == "old\n"
    finally:
        subprocess.run(["umount", str(disk)], check=True)
