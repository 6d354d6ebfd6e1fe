"""Lines like another line: among very many they are found by its rarer words."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from lamina.search import postings
from lamina.search.answers import Request
from lamina.search.ranking import rarest
from lamina.search.searcher import RARE
from lamina.search.words import QueryTerm

ASKED = "The tin lighthouse of Skagen stands on the shelf"


@given(st.lists(st.integers(0, 3000), min_size=1, max_size=12), st.integers(0, 3000))
def test_the_rarest_terms_are_as_many_as_stand_in_few_enough_lines(counts, most):
    terms = [QueryTerm(str(place)) for place in range(len(counts))]
    found = [counts[int(term.text)] for term in rarest(terms, counts, most)]
    left = sorted(counts)[len(found) :]
    assert found == sorted(counts)[: len(found)]
    assert len(found) == 1 or sum(found) <= most
    assert not left or sum(found) + left[0] > most


def test_in_a_large_index_few_lines_are_looked_at_and_the_same_are_found(write, memory):
    lines = "".join(f"- The shelf of row {n} stands free\n" for n in range(postings.LARGE))
    write("memory/2026-03-01.md", f"# 2026-03-01\n\n{lines}")
    write(
        "memory/2026-03-02.md",
        f"# 2026-03-02\n\n- {ASKED}\n- The lighthouse of Skagen moved to the window\n",
    )
    memory.sync()
    looked = []
    memory.index.database.connection.set_trace_callback(
        lambda statement: looked.append(statement) if statement.startswith("-- SELECT sz") else None
    )
    whole = memory.searcher.search(Request(ASKED, limit=3))
    plain = len(looked)
    alike = memory.searcher.search(Request(ASKED, limit=3, alike=True))
    assert [hit.snippet for hit in alike.hits][:2] == [hit.snippet for hit in whole.hits][:2]
    assert "moved" in alike.hits[1].snippet
    assert plain >= postings.LARGE
    assert len(looked) - plain <= RARE
