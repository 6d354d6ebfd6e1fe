"""The writer of big files: whole or not at all, nothing left behind."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from lamina.documents import streams
from lamina.errors import NotWritableError


def names(folder):
    return sorted(path.name for path in folder.iterdir())


def test_a_file_is_replaced_when_it_is_put_and_not_before(tmp_path):
    target = tmp_path / "x.jsonl"
    target.write_bytes(b"old")
    target.chmod(0o604)
    with streams.draft(target, like=target) as new:
        new.write(b"new")
        new.settle()
        assert target.read_bytes() == b"old"
        new.put(old=tmp_path / "x.before")
    assert target.read_bytes() == b"new"
    assert target.stat().st_mode & 0o777 == 0o604
    assert (tmp_path / "x.before").read_bytes() == b"old"
    assert names(tmp_path) == ["x.before", "x.jsonl"]


def test_what_is_given_up_leaves_nothing(tmp_path):
    target = tmp_path / "x.jsonl"
    target.write_bytes(b"old")

    def give_up():
        with streams.draft(target) as new:
            new.write(b"half")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        give_up()
    assert names(tmp_path) == ["x.jsonl"]
    assert target.read_bytes() == b"old"


def test_a_stretch_is_copied_to_its_end_or_the_files_own(tmp_path):
    data = os.urandom(3 * streams.BLOCK + 17)
    (tmp_path / "a").write_bytes(data)
    with (tmp_path / "a").open("rb") as source, streams.draft(tmp_path / "b") as new:
        new.copy(source, 5, streams.BLOCK + 9)
        new.copy(source, 2 * streams.BLOCK, 9 * streams.BLOCK)
        new.put()
        assert new.size == (tmp_path / "b").stat().st_size
    assert (tmp_path / "b").read_bytes() == data[5 : streams.BLOCK + 9] + data[2 * streams.BLOCK :]


KILLED = """
import os, sys
from pathlib import Path
from lamina.documents import streams
with streams.draft(Path(sys.argv[1])) as new:
    new.write(b"half")
    new.flush()
    os._exit(9)
"""


def test_what_a_killed_writer_left_is_swept_and_that_of_a_living_one_stays(tmp_path):
    target, other = tmp_path / "x[1].jsonl", tmp_path / "y.jsonl"
    for path in (target, target.with_name(f"{target.name}.gz"), other):
        subprocess.run([sys.executable, "-c", KILLED, str(path)])
    assert len(names(tmp_path)) == 3
    with streams.draft(target) as new:
        streams.sweep(target)
        left = [name for name in names(tmp_path) if target.name in name]
        assert left == [new.temp.name]
    (left,) = names(tmp_path)
    assert other.name in left


def test_a_small_file_is_made_once(tmp_path):
    assert streams.create(tmp_path / "lock", b"mine")
    assert not streams.create(tmp_path / "lock", b"theirs")
    assert (tmp_path / "lock").read_bytes() == b"mine"


MAKES = """
import os, sys
from pathlib import Path
from lamina.documents import streams

last, seen = int(sys.argv[2]), 0

def count(event, arguments):
    global seen
    if event in {"open", "os.link", "os.remove"}:
        seen += 1
        if seen == last:
            os._exit(9)

sys.addaudithook(count)
streams.create(Path(sys.argv[1]), b"whole")
"""


def test_a_small_file_is_whole_wherever_its_maker_is_killed(tmp_path):
    seen = []
    for last in range(1, 9):
        target = tmp_path / f"{last}.lock"
        done = subprocess.run([sys.executable, "-c", MAKES, str(target), str(last)])
        seen.append(target.read_bytes() if target.exists() else b"")
        if done.returncode == 0:
            break
        streams.sweep(target)
    assert set(seen) == {b"", b"whole"}
    assert {path.suffix for path in tmp_path.iterdir()} == {".lock"}


def test_a_folder_that_is_not_there_is_said(tmp_path):
    with pytest.raises(NotWritableError), streams.draft(tmp_path / "no" / "x"):
        pass
    with pytest.raises(NotWritableError):
        streams.append(tmp_path / "x", b"nothing to append to")
