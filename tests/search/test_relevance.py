"""Silence where nothing is surely about the question, and misspelt words."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lamina.search.ranking import Score
from lamina.search.relevance import NAMESAKES, names_of, sure
from lamina.search.spelling import correctable, corrected

TOOLS = """# Tools

- kubernetes (k8s, kube): Services run on a cluster in Frankfurt.
- github actions (CI pipeline): Merge to main deploys to staging.
- error handling (exceptions): Errors are returned, never thrown.
- Анна Петрова (стоматолог): принимает по вторникам.
- 发布流程（上线）：每周三由小陈负责。
"""


@pytest.fixture
def found(open_memory):
    """Return what is surely about a question."""

    def search(query, **options):
        answer = open_memory().search(query, record=False, sure=True, **options)
        return [hit.snippet.split(":")[0].split("：")[0] for hit in answer.hits]

    return search


@pytest.mark.parametrize(
    ("query", "wanted"),
    [
        ("what's our k8s setup?", ["- kubernetes (k8s, kube)"]),
        ("how does the CI pipeline treat secrets?", ["- github actions (CI pipeline)"]),
        ("когда принимает стоматолог?", ["- Анна Петрова (стоматолог)"]),
        ("上线谁负责？", ["- 发布流程（上线）"]),
    ],
)
def test_a_line_whose_name_is_asked_for_is_sure(write, found, query, wanted):
    write("memory/tools.md", TOOLS)
    assert found(query) == wanted


@pytest.mark.parametrize(
    "query",
    [
        "a good way to grade a penny?",
        "wer gewinnt heute das Spiel?",
        "какая завтра погода?",
        "推荐一部电影",
        "explain photosynthesis to a child",
    ],
)
def test_nothing_is_said_where_nothing_is_about_the_question(write, found, query):
    write("memory/tools.md", TOOLS)
    assert found(query) == []


def test_a_long_question_that_names_three_things_gets_all_three(write, found):
    write("memory/tools.md", TOOLS)
    asked = "when our pods on kubernetes throw exceptions, should GitHub Actions page somebody?"
    assert set(found(asked)) == {
        "- kubernetes (k8s, kube)",
        "- error handling (exceptions)",
        "- github actions (CI pipeline)",
    }


def test_without_sure_the_nearest_lines_are_shown_all_the_same(write, open_memory):
    write("memory/tools.md", TOOLS)
    asked = "does the cluster need a new coat of paint before the summer party in the garden?"
    memory = open_memory()
    assert memory.search(asked, record=False).hits
    assert memory.search(asked, record=False, sure=True).hits == ()


def test_a_name_that_many_lines_bear_picks_none_of_them_out():
    texts = {n: f"- Anna: line {n} of what she said" for n in range(NAMESAKES + 1)}
    scores = {n: Score(0.02, 0.0, 0.0) for n in texts}
    assert sure(texts, scores, frozenset({"anna"}), hybrid=False) == frozenset()
    few = {n: texts[n] for n in range(NAMESAKES)}
    assert sure(few, scores, frozenset({"anna"}), hybrid=False) == frozenset(few)


def test_what_a_file_name_asked_for_is_sure_whatever_its_words(write, found):
    write("memory/2026-03-02.md", "# 2026-03-02\n\n- went for a walk\n")
    assert found("2026-03-02.md")


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("- Redis (cache, kv store): one node", [["redis"], ["cach"], ["kv", "store"]]),
        ("- **Anna**: dentist", [["anna"]]),
        ("- 09:30 Krause: called", [["kraus"]]),
        ("- no label here", []),
        ("- see https://example.org", []),
        ("", []),
    ],
)
def test_the_names_a_line_bears(text, names):
    assert names_of(text) == frozenset(map(frozenset, names))


@given(st.text(max_size=300))
def test_names_are_read_from_any_text(text):
    assert all(names_of(text))


@pytest.mark.parametrize(
    ("query", "line"),
    [
        ("typscript strict mode", "- We write TypeScript with strict mode."),
        ("Reedis", "- Redis runs on one node."),
        ("handwreker", "- Der Handwerker kommt am Montag."),
        ("стоматлог", "- Стоматолог принимает по вторникам."),
    ],
)
def test_a_misspelt_word_finds_the_known_one(write, open_memory, query, line):
    write("memory/a.md", f"{line}\n- Something else entirely.\n")
    answer = open_memory().search(query, record=False)
    assert [hit.snippet for hit in answer.hits][:1] == [line]


@pytest.mark.parametrize("query", ["mango", "k9s", "hit", "invoice"])
def test_a_word_that_is_merely_near_is_no_misspelling(write, open_memory, query):
    write("memory/a.md", "- Mongo has the users.\n- The invoke call failed.\n- k8s\n- hat\n")
    assert open_memory().search(query, record=False).hits == ()


def test_the_most_frequent_of_the_near_words_is_taken():
    assert corrected("handel", [("handle", 7), ("handels", 2), ("hande", 7)]) == "hande"
    assert corrected("handel", [("candle", 9)]) == "handel"


@given(st.text(max_size=12), st.lists(st.tuples(st.text(max_size=12), st.integers(1, 99))))
def test_a_term_is_left_or_becomes_a_known_one(term, known):
    if correctable(term):
        assert corrected(term, known) in {term, *(other for other, _ in known)}
