"""What the system notes of changes spares a look at all files, and never hides one."""

from __future__ import annotations

import contextlib
import mmap
import os
import random
import shutil
import sys
from threading import Thread

import pytest

from lamina.documents import notices
from lamina.documents.notices import Notices
from lamina.documents.workspace import Workspace
from tests.test_work import counted

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux has such notices")

FILES = 220


@pytest.fixture
def many(tmp_path):
    root = tmp_path / "in" / "ws"
    (root / "memory" / "deep").mkdir(parents=True)
    (root / "MEMORY.md").write_text("# Memory\n")
    for number in range(FILES):
        (root / "memory" / f"n{number}.md").write_text(f"- line {number}\n")
    (root / "memory" / "deep" / "x.md").write_text("- deep\n")
    if not notices._is_local(str(root)):
        pytest.skip("the folder for temporary files is on a disk without such notices")
    return root


@pytest.fixture
def watched(many):
    workspace = Workspace(many)
    for _ in range(4):
        workspace.scan()
    with counted() as counts:
        workspace.scan()
    assert not counts  # nothing was listed: the system was asked
    yield workspace
    workspace.close()


def _rename(root):
    new = root / "memory" / "n3.md.tmp"
    new.write_text("- longer than it was\n")
    new.replace(root / "memory" / "n3.md")


def _append(root):
    with (root / "memory" / "n2.md").open("a") as file:
        file.write("- more\n")


def _mapped(root):
    with (root / "memory" / "n4.md").open("r+b") as file, mmap.mmap(file.fileno(), 0) as view:
        view[0:1] = b"*"
        view.flush()


def _new_folder(root):
    (root / "memory" / "new").mkdir()
    (root / "memory" / "new" / "n.md").write_text("- new\n")


def _same_length_and_time(root):
    path = root / "memory" / "n5.md"
    was = path.stat()
    path.write_text("- LINE 5\n")
    os.utime(path, ns=(was.st_atime_ns, was.st_mtime_ns))


def _moved_away(root):
    """The folder above is moved, and another stands in its place: no folder inside notes it."""
    above = root.parent
    above.rename(above.with_name("old"))
    shutil.copytree(above.with_name("old"), above)
    (root / "memory" / "n6.md").unlink()


CHANGES = {
    "written": lambda root: (root / "memory" / "n1.md").write_text("- something else\n"),
    "appended": _append,
    "replaced": _rename,
    "through a mapping": _mapped,
    "removed": lambda root: (root / "memory" / "n7.md").unlink(),
    "renamed": lambda root: (root / "memory" / "n7.md").rename(root / "memory" / "m7.md"),
    "a folder with a note": _new_folder,
    "a folder renamed": lambda root: (root / "memory" / "deep").rename(root / "memory" / "d"),
    "time set back": _same_length_and_time,
    "a core file": lambda root: (root / "SOUL.md").write_text("- kind\n"),
    "another folder in its place": _moved_away,
    "memory moved out": lambda root: (root / "memory").rename(root.parent / "gone"),
    "a link": lambda root: (root / "memory" / "l.md").symlink_to(root / "MEMORY.md"),
}


@pytest.mark.parametrize("change", CHANGES)
def test_each_kind_of_change_is_seen_by_the_next_look(watched, change):
    before = watched.scan()
    CHANGES[change](watched.root)
    found = watched.scan()
    fresh = Workspace(watched.root)
    assert found == fresh.scan()
    if change != "a link":  # leads to a file that is listed already
        assert found != before


def test_a_file_under_two_names_is_looked_at_each_time(many, tmp_path):
    os.link(many / "memory" / "n1.md", tmp_path / "elsewhere.md")
    workspace = Workspace(many)
    for _ in range(4):
        before = workspace.scan()
    (tmp_path / "elsewhere.md").write_text("- changed under its other name\n")
    assert workspace.scan() != before


def test_an_extra_folder_that_appears_is_seen(many, tmp_path):
    extra = tmp_path / "extra"
    workspace = Workspace(many, (str(extra),))
    for _ in range(4):
        workspace.scan()
    extra.mkdir()
    (extra / "x.md").write_text("- extra\n")
    assert "@extra/1/x.md" in [one.path for one in workspace.scan().files]
    workspace.close()


def test_a_folder_is_looked_at_again_after_a_while_whatever_was_noted(many):
    now = [0.0]
    asked = Notices(lambda: now[0])
    folders = [str(many), str(many / "memory")]
    for _ in range(2):
        asked.listed(folders)
    assert asked.quiet()
    now[0] = notices._LONGEST + 1
    assert not asked.quiet()
    asked.close()


def test_a_disk_that_others_write_to_past_this_system_is_not_believed(many, tmp_path):
    kinds = {"ext4": True, "nfs4": False, "9p": False, "fuse.sshfs": False, "virtiofs": False}
    for kind, local in kinds.items():
        mounts = tmp_path / "mounts"
        mounts.write_text(
            f"22 1 8:1 / / rw - ext4 /dev/sda1 rw\n23 22 0:40 / {many} rw shared:1 - {kind} x rw\n"
        )
        assert notices._is_local(str(many / "memory"), str(mounts)) is local


def test_a_forked_child_takes_no_notes_from_its_parent(watched):
    (watched.root / "memory" / "n1.md").write_text("- before the fork\n")
    child = os.fork()
    if not child:
        with contextlib.suppress(BaseException):
            watched.scan()
        os._exit(0)
    os.waitpid(child, 0)
    assert watched.scan() == Workspace(watched.root).scan()


def test_what_was_written_before_a_look_is_in_it_whoever_else_looks(watched):
    """A thread that looks all the time takes the notes; nobody may get an older answer for it."""
    done: list[bool] = []

    def look():
        while not done:
            watched.scan()

    other = Thread(target=look)
    other.start()
    try:
        path = watched.root / "memory" / "n9.md"
        for number in range(1, 150):
            path.write_text("x" * number)
            found = {one.path: one.size for one in watched.scan().files}
            assert found["memory/n9.md"] == number
    finally:
        done.append(True)
        other.join()


@pytest.mark.parametrize("seed", range(3))
def test_whatever_happens_a_look_finds_what_a_first_look_finds(watched, seed):
    draw = random.Random(seed)
    memory = watched.root / "memory"
    for step in range(120):
        names = sorted(memory.rglob("*.md"))
        path = draw.choice(names)
        kind = draw.randrange(7)
        if kind == 0:
            path.write_text("- " + "y" * draw.randrange(60))
        elif kind == 1:
            path.unlink()
        elif kind == 2:
            path.rename(path.with_name(f"r{step}.md"))
        elif kind == 3:
            folder = memory / f"f{draw.randrange(4)}"
            folder.mkdir(exist_ok=True)
            (folder / f"s{step}.md").write_text("- new\n")
        elif kind == 4 and (memory / "f1").exists():
            shutil.rmtree(memory / "f1")
        elif kind == 5 and (memory / "f2").exists():
            (memory / "f2").rename(memory / f"g{step}")
        if draw.random() < 0.7:  # sometimes several changes come between two looks
            assert watched.scan() == Workspace(watched.root).scan()
        if draw.random() < 0.3:
            watched.scan()
            watched.scan()
