"""Words in a large index: reckoned in columns they are found as FTS5 finds them, to the last bit."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lamina.search.postings import LARGE, Postings
from lamina.search.words import match_expression, query_terms, terms
from lamina.storage.contract import ChunkRow, FileRow, Scope
from lamina.storage.sqlite_index import SqliteIndex
from tests.loopback import Loopback

pytest.importorskip("numpy")

WORDS = [
    "kiln", "kilns", "teapot", "INV-00417-2", "2026-03-04", "Straße", "насос", "насоса", "茶叶价格",
    "茶", "カタカナ", "내일", "snake_case_name", "C++", "the", "naïve", "🎉",
]  # fmt: skip
SCOPES = [Scope.ALWAYS, Scope.ARCHIVED, Scope.COPIES]
said = st.lists(st.sampled_from(WORDS), min_size=1, max_size=8).map(" ".join)
files = st.lists(
    st.tuples(st.sampled_from(SCOPES), said | st.just(""), st.lists(said, min_size=1, max_size=6)),
    max_size=8,
)


def filled(held: list[tuple[int, str, list[str]]]) -> SqliteIndex:
    index = SqliteIndex(None)
    for number, (scope, head, lines) in enumerate(held):
        rows = [
            ChunkRow(str(n), n, n, "", line, " ".join(terms(line)), " ".join(terms(head)), "", "")
            for n, line in enumerate(lines)
        ]
        file = FileRow(f"{number}.md", "daily", scope, "", 0, 0, 0, "h", 0, {})
        index.replace([(file, rows)])
    return index


@settings(max_examples=200, deadline=None)
@given(files, said, st.lists(st.sampled_from(SCOPES), unique=True), st.integers(1, 12))
def test_the_same_lines_with_the_same_scores(held, question, scopes, limit):
    index = filled(held)
    asked = query_terms(question)
    postings = Postings(index)
    wanted = index.match(match_expression(asked), scopes, limit)
    assert postings.match(asked, scopes, limit) == wanted
    assert postings.match(asked, scopes, limit) == wanted  # of what was kept
    index.close()


def test_what_was_written_and_removed_is_seen():
    index = filled([(Scope.ALWAYS, "", ["kiln", "kiln teapot"]), (Scope.ALWAYS, "", ["kiln"])])
    postings = Postings(index)
    asked = query_terms("kiln teapot")
    assert len(postings.match(asked, SCOPES, 9)) == 3
    index.remove(["0.md"])
    rows = [ChunkRow("0", 0, 0, "", "", "teapot kiln and more", "", "", "")]
    index.replace([(FileRow("2.md", "daily", Scope.COPIES, "", 0, 0, 0, "h", 0, {}), rows)])
    found = postings.match(asked, SCOPES, 9)
    assert len(found) == 2
    assert found == index.match(match_expression(asked), SCOPES, 9)
    index.close()


def test_a_large_index_answers_as_one_without_vectors(write, open_memory):
    for number in range(5):
        lines = (f"- kiln {number} {n} teapot {n % 7}\n" for n in range(LARGE // 5 + 1))
        write(f"memory/n{number}.md", "".join(lines))
    with Loopback("denied") as server:
        large = open_memory(
            **{"embedding.kind": "endpoint", "embedding.url": server.url, "embedding.model": "m"}
        )
        for question in ("kiln 17", "teapot 3 kiln", "n3"):
            answer = large.search(question)
            assert answer.chunks > LARGE
            assert answer.hits == open_memory().search(question).hits
