"""A reranker orders the best lines anew where one is set; where it fails, nothing is lost."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lamina.search.ranking import Score
from lamina.search.reranking import reordered
from tests.loopback_rerank import Judge, Mode

if TYPE_CHECKING:
    from collections.abc import Iterator

KEY = "sk-very-secret-key"
NOTE = "# 2026-02-10\n\n## Zoo\n\n" + "".join(f"- zebra number {n}\n" for n in range(40))


def relevance_of(query: str, text: str) -> float:
    """Find every line differently good, in an order of its own, below any sum's scale."""
    return float(text.rpartition(" ")[2]) * 7 % 41 - 100


@pytest.fixture
def judge() -> Iterator[Judge]:
    with Judge(relevance_of) as server:
        yield server


@pytest.fixture
def reranked(open_memory, judge):
    def opener(**more):
        settings = {"rerank.url": judge.url, "rerank.model": "r1", "rerank.api_key": KEY}
        return open_memory(**settings | {"search.deadline_ms": "20000"} | more)

    return opener


def test_the_best_lines_are_ordered_anew(write, open_memory, reranked, judge):
    write("memory/2026-02-10.md", NOTE)
    before = open_memory().search("zebra", limit=40)
    answer = reranked().search("zebra", limit=40)
    (asked,) = judge.seen
    assert (asked.path, asked.authorization) == ("/v1/rerank", f"Bearer {KEY}")
    documents = asked.body.pop("documents")
    assert asked.body == {"model": "r1", "query": "zebra", "top_n": 30}
    assert documents == [f"2026-02-10 · Zoo\n{hit.snippet}" for hit in before.hits[:30]]
    best = sorted(before.hits[:30], key=lambda hit: -relevance_of("", hit.snippet))
    wanted = [hit.citation for hit in (*best, *before.hits[30:])]
    assert [hit.citation for hit in answer.hits] == wanted != [h.citation for h in before.hits]
    for hit in answer.hits[:30]:
        assert hit.parts["rerank"] == relevance_of("", hit.snippet)
    assert not any("rerank" in hit.parts for hit in answer.hits[30:])
    scores = {hit.citation: hit.score for hit in before.hits}
    assert {hit.citation: hit.score for hit in answer.hits} == scores  # a scale of its own
    assert answer.notes == ()


def test_top_says_how_many(write, reranked, judge):
    write("memory/2026-02-10.md", NOTE)
    hits = reranked(**{"rerank.top": "3"}).search("zebra").hits
    assert len(judge.seen[0].body["documents"]) == 3
    assert [("rerank" in hit.parts) for hit in hits] == [True] * 3 + [False] * 7
    assert reranked(**{"rerank.top": "0"}).search("zebra").hits
    assert len(judge.seen) == 1


def test_without_an_address_nobody_is_asked(write, open_memory, judge):
    write("memory/2026-02-10.md", NOTE)
    answer = open_memory(**{"rerank.model": "r1", "rerank.api_key": KEY}).search("zebra")
    assert judge.seen == []
    assert not any("rerank" in hit.parts for hit in answer.hits)


def test_text_embeddings_inference_is_understood_and_remembered(write, reranked, judge):
    write("memory/2026-02-10.md", NOTE)
    judge.mode = "tei"
    memory = reranked()
    for times in (2, 3):  # the first question learns the shape
        hits = memory.search("zebra").hits
        assert [hit.parts["rerank"] for hit in hits][:2] == sorted(
            (hit.parts["rerank"] for hit in hits), reverse=True
        )[:2]
        assert len(judge.seen) == times
    assert judge.seen[-1].body.keys() == {"query", "texts"}


def test_lines_that_were_not_judged_come_behind(write, open_memory, reranked, judge):
    write("memory/2026-02-10.md", NOTE)
    judge.mode = "few"
    before = [hit.citation for hit in open_memory().search("zebra", limit=30).hits]
    after = [hit.citation for hit in reranked().search("zebra", limit=30).hits]
    assert sorted(after) == sorted(before)
    assert after[2:] == [place for place in before if place not in after[:2]]


FAULTS = sorted(set(get_args(Mode)) - {"jina", "tei", "few"})


@pytest.mark.parametrize("mode", FAULTS)
def test_a_reranker_that_fails_leaves_the_order_and_says_so(
    write, open_memory, reranked, judge, mode
):
    write("memory/2026-02-10.md", NOTE)
    before = open_memory().search("zebra")
    judge.mode = mode
    answer = reranked(**{"search.deadline_ms": "300" if mode == "hang" else "20000"}).search(
        "zebra"
    )
    assert answer.hits == before.hits
    (note,) = answer.notes
    assert note.startswith("not reranked: ")
    assert KEY not in note
    if mode in {"down", "busy", "denied", "redirect", "refuse"}:
        assert "HTTP " in note


def test_a_reranker_that_is_not_there_leaves_the_order_and_says_so(write, open_memory):
    write("memory/2026-02-10.md", NOTE)
    with Judge(relevance_of) as gone:
        url = gone.url
    for address, words in ((url, "cannot be reached"), ("ftp://x", "address is not usable")):
        answer = open_memory(**{"rerank.url": address, "search.deadline_ms": "20000"}).search(
            "zebra"
        )
        assert len(answer.hits) == 10
        assert words in answer.notes[0]
        assert "rerank.url" in answer.notes[0]


def test_a_file_that_the_question_names_stays_first_and_is_not_judged(write, reranked, judge):
    write("memory/zebra.md", "- of the zebra 1\n- and 2\n")
    write("memory/other.md", "- a zebra 8\n- two zebra 9\n")
    hits = reranked().search("zebra").hits
    assert [hit.path for hit in hits] == ["memory/zebra.md"] * 2 + ["memory/other.md"] * 2
    assert [hit.snippet for hit in hits[2:]] == ["- two zebra 9", "- a zebra 8"]
    assert sorted(judge.seen[0].body["documents"]) == ["- a zebra 8", "- two zebra 9"]


def test_lines_of_a_day_that_is_asked_for_come_first(write, reranked, judge):
    write("memory/2026-03-03.md", "# 2026-03-03\n\n- zebra fed 1\n- zebra washed 2\n")
    write("memory/2026-02-10.md", "# 2026-02-10\n\n- zebra number 3\n\n## x\n\n- zebra number 4\n")
    hits = reranked().search("zebra yesterday").hits
    assert [hit.snippet for hit in hits[:2]] == ["- zebra washed 2", "- zebra fed 1"]
    assert hits[2].snippet.startswith("- zebra number")
    seen = len(judge.seen)
    hits = reranked().search("what happened yesterday?").hits
    assert [hit.snippet for hit in hits[:2]] == ["- zebra fed 1", "- zebra washed 2"]  # as written
    assert len(judge.seen) == seen


def test_what_may_not_be_shown_is_not_sent(write, reranked, judge, open_memory):
    write("MEMORY.md", "# Memory\n\n- private zebra 90\n")
    write(
        "memory/a.md",
        "- zebra 1\n- zebra 2\n- gone zebra <!-- superseded 2026-03-01 by 5f0c2f4b1c9e --> 3\n",
    )
    write("memory/2026-02-10.md", "# 2026-02-10\n\n- zebra 4\n- zebra 1\n")
    settings = {"rerank.url": judge.url, "search.deadline_ms": "20000"}
    open_memory(session="channel", **settings).search("zebra")
    (asked,) = judge.seen
    sent = [text.rpartition("- ")[2] for text in asked.body["documents"]]
    assert sorted(sent) == ["zebra 1", "zebra 2", "zebra 4"]  # and each claim once
    open_memory(**settings).search("private")
    assert len(judge.seen) == 1  # a single line needs no order


def test_secrets_in_notes_are_not_sent(write, reranked, judge):
    write("memory/a.md", "- zebra token ghp_012345678901234567890123456789abcdef 1\n- zebra 2\n")
    reranked().search("zebra")
    assert "ghp_0123" not in json.dumps(judge.seen[0].body)
    assert "[redacted:" in json.dumps(judge.seen[0].body)


def test_the_command_shows_what_the_reranker_said_and_never_the_key(
    lamina, write, judge, root, home
):
    write("memory/2026-02-10.md", NOTE)
    for name, value in (("url", judge.url), ("api_key", KEY), ("top", "5")):
        assert lamina("config", "set", f"rerank.{name}", value).returncode == 0
    for command in (["list"], ["get", "rerank.api_key"], ["explain", "rerank.api_key"]):
        for extra in ([], ["--json"]):
            assert KEY not in lamina("config", *command, *extra).stdout
    done = lamina("search", "zebra", "--explain", "--set", "search.deadline_ms=20000")
    assert "; rerank -" in done.stdout
    assert "words and a reranker over 1 file" in done.stderr
    assert judge.seen[0].authorization == f"Bearer {KEY}"
    (root / ".lamina.toml").write_text('[rerank]\nurl = "http://x"\n')
    refused = lamina("search", "zebra")
    assert refused.returncode == 3
    assert "travels with the workspace" in refused.stderr


SCORES = st.builds(
    Score,
    words=st.floats(0, 1),
    vector=st.just(0.0),
    near=st.just(0.0),
    exact=st.sampled_from([0.0, 0.0, 10.0]),
    days=st.sampled_from([0.0, 0.3]),
)


@given(
    st.lists(SCORES, max_size=20),
    st.dictionaries(st.integers(0, 19), st.floats(allow_nan=False, allow_infinity=False)),
)
def test_no_line_is_lost_and_the_groups_keep_their_places(found, relevance):
    scores = dict(enumerate(found))
    judged = {n: r for n, r in relevance.items() if n in scores and not scores[n].exact}
    ranked = list(scores)
    after = reordered(ranked, scores, judged)
    assert sorted(after) == ranked
    exact = [n for n in ranked if scores[n].exact]
    assert after[: len(exact)] == exact
    middle = after[len(exact) : len(exact) + len(judged)]
    assert set(middle) == set(judged)
    keys = [(not scores[n].days, -judged[n], n) for n in middle]
    assert keys == sorted(keys)
    rest = after[len(exact) + len(judged) :]
    assert rest == sorted(rest)
