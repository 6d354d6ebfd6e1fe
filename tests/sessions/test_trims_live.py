"""Trims while others write, and trims that are killed: no line is lost, nothing is torn."""

from __future__ import annotations

import gzip
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from lamina.documents import streams
from lamina.errors import SessionBusyError, UnknownNameError
from lamina.sessions import swapping
from tests.flows.crash_rig import KILLED, die_at
from tests.sessions.test_trims import beside, chat
from tests.sessions.trim_rig import KEY, line, trims

RIG = Path(__file__).with_name("trim_rig.py")
OLD = chat("openclaw").data()


def start(*arguments):
    path = os.pathsep.join([str(Path(__file__).parents[2]), *filter(None, sys.path)])
    return subprocess.Popen(
        [sys.executable, str(RIG), *map(str, arguments)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env=os.environ | {"PYTHONPATH": path},
    )


@pytest.fixture
def transcript(tmp_path):
    path = tmp_path / "5e551017.jsonl"
    path.write_bytes(OLD)
    return path


@pytest.mark.slow
@pytest.mark.parametrize("lines", [1, 5])
def test_a_live_writer_loses_nothing(lines, transcript):
    """A hundred rounds, trim and restore in turn, while a process opens, appends and closes."""
    writer = start("write", transcript, lines)
    writer.stdout.readline()
    work = trims(transcript.parent)
    trimmed = gave_way = 0
    for number in range(100):
        try:
            if number % 2:
                work.restore(KEY)
            else:
                trimmed += work.trim(KEY, transcript).removed > 0
        except SessionBusyError:
            gave_way += 1
        except UnknownNameError:
            assert gave_way  # the trim before it
    written, _ = writer.communicate()
    work.settle(transcript)
    while any(row.outcome == "done" for row in work.history(KEY)):
        work.restore(KEY)
    data = transcript.read_bytes()
    assert data.startswith(OLD)
    came = data[len(OLD) :].splitlines(keepends=True)
    assert sorted(came) == sorted(line(number) for number in range(int(written)))
    assert int(written) > 100
    assert trimmed


def test_a_trim_gives_way_to_a_writer_that_holds_the_file_open(transcript):
    writer = start("write", transcript, 0)
    writer.stdout.readline()
    while transcript.read_bytes() == OLD:
        time.sleep(0.01)
    with pytest.raises(SessionBusyError, match=f"{writer.pid} has it open for writing"):
        trims(transcript.parent).trim(KEY, transcript)
    written, _ = writer.communicate()
    assert transcript.read_bytes() == OLD + b"".join(map(line, range(int(written))))
    assert beside(transcript) == [""]
    assert trims(transcript.parent).trim(KEY, transcript).removed


def replaced(transcript):
    """Replace a transcript while this process has the old file open, as a trim does."""
    handle = transcript.open("ab", buffering=0)
    source = swapping.opened(transcript, KEY)
    with streams.draft(transcript) as new:
        new.write(b'{"new":1}\n')
        new.settle()
        mark = swapping._mark(new.temp, new.size)
        old = swapping._second_name(transcript, source.size, new.size, mark)
        new.put(old=old)
    return handle, source, old, new.size


def test_lines_written_to_the_old_file_are_carried_over_at_the_next_look(transcript):
    handle, source, *_ = replaced(transcript)
    handle.write(line(1))
    with transcript.open("ab") as file:
        file.write(line(2))
    assert trims(transcript.parent).settle(transcript) == len(line(1))
    handle.write(line(3) + line(2))  # the second one is another record with the same words
    for _ in range(2):  # a writer has it open: it is looked at again, and nothing comes twice
        trims(transcript.parent).settle(transcript)
        came = [line(n) for n in (2, 1, 3)]
        assert transcript.read_bytes() == b'{"new":1}\n' + b"".join(came)
        assert len(beside(transcript)) == 2
    handle.close()
    trims(transcript.parent).settle(transcript)
    assert beside(transcript) == [""]
    source.file.close()


def test_a_file_that_a_writer_does_not_let_go_of_gets_its_place_back(transcript):
    handle, source, old, base = replaced(transcript)
    handle.write(line(1))
    with transcript.open("ab") as file:
        file.write(line(2))
    swapping._swap_back(source, old, source.size, base)
    handle.write(line(3))
    assert transcript.read_bytes() == OLD + b"".join(map(line, (1, 2, 3)))
    handle.close()
    source.file.close()
    trims(transcript.parent).settle(transcript)
    assert beside(transcript) == [""]


def test_late_lines_do_not_go_into_a_transcript_the_host_began_anew(transcript):
    handle, source, *_ = replaced(transcript)
    handle.write(line(1))
    handle.close()
    source.file.close()
    transcript.unlink()
    transcript.write_bytes(b'{"another":1}\n' * 9)
    trims(transcript.parent).settle(transcript)
    assert transcript.read_bytes() == b'{"another":1}\n' * 9


def look(transcript, new):
    """Say what is wrong after a trim was killed, and after the next look."""
    data = transcript.read_bytes()
    if data not in {OLD, new}:
        yield "the transcript is torn"
    work = trims(transcript.parent)
    work.settle(transcript)
    if transcript.read_bytes() != data:
        yield "the next look changed the transcript"
    left = [name for name in beside(transcript) if name and ".trimmed-" not in name]
    if left not in ([], [".lock"]):  # the lock of a dead process is stale
        yield f"{left} are left"
    archives = [path for path in transcript.parent.iterdir() if ".trimmed-" in path.name]
    if data == OLD:
        if archives or work.history(KEY):
            yield "something is kept of a trim that did not take place"
        if not work.trim(KEY, transcript).removed:
            yield "it cannot be trimmed any more"
        return
    if [gzip.decompress(path.read_bytes()) for path in archives] != [OLD]:
        yield "the archive is not what was there"
    work.restore(KEY)
    if transcript.read_bytes() != OLD:
        yield "what was restored is not what was there"


def test_killed_at_every_step_it_is_whole_and_comes_back(tmp_path):  # I06
    reference = tmp_path / "reference" / "x.jsonl"
    reference.parent.mkdir()
    reference.write_bytes(OLD)
    trims(reference.parent).trim(KEY, reference)
    new, seen = reference.read_bytes(), {True: 0, False: 0}
    for last in range(1, 200):
        transcript = tmp_path / f"at-{last}" / "x.jsonl"
        transcript.parent.mkdir()
        transcript.write_bytes(OLD)
        child = os.fork()
        if child == 0:
            die_at(last)
            trims(transcript.parent).trim(KEY, transcript)
            os._exit(0)
        code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        if code == 0:
            break
        assert code == KILLED
        seen[transcript.read_bytes() == OLD] += 1
        assert list(look(transcript, new)) == [], last
    assert seen[True] > 5
    assert seen[False]


def test_killed_at_any_moment_it_is_whole_and_comes_back(tmp_path):  # I06
    pick, states = random.Random(7), set()
    reference = tmp_path / "x.jsonl"
    reference.write_bytes(OLD)
    begun = time.monotonic()
    start("trim", tmp_path, reference).communicate()
    took, new = time.monotonic() - begun, reference.read_bytes()
    for number in range(25):
        transcript = tmp_path / str(number) / "x.jsonl"
        transcript.parent.mkdir()
        transcript.write_bytes(OLD)
        process = start("trim", transcript.parent, transcript)
        time.sleep(pick.uniform(0.6, 1.1) * took)
        process.send_signal(signal.SIGKILL)
        process.wait()
        process.stdout.close()
        process.stdin.close()
        states.add(transcript.read_bytes() == OLD)
        assert list(look(transcript, new)) == []
    assert states
