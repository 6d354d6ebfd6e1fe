"""Where transcripts are cut, held against the law by a checker of its own."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lamina.sessions.cut import Search, cut
from lamina.sessions.turns import Role, Turn
from tests.sessions.lawful import best, breaches, complete_answer, heads_before, question
from tests.sessions.talks import Talk, talks


@settings(max_examples=600)
@given(talks(), st.integers(1, 12))
def test_a_cut_is_lawful_and_the_best_of_all_that_are(turns, keep):  # I01
    found = cut(turns, keep)
    wanted = best(turns, keep)
    assert (None if found.reason else found.start) == wanted
    if wanted is None:
        return
    assert not list(breaches(turns, found.start, keep))
    assert complete_answer(turns, found.start) or question(turns, found.start)
    assert list(found.heads) == heads_before(turns, found.start)
    assert found.removed > 0


@settings(max_examples=300)
@given(talks(), st.integers(1, 12))
def test_what_is_kept_is_one_whole_chain(turns, keep):
    found = cut(turns, keep)
    if found.reason:
        return
    links = dict(found.links)
    assert set(links) <= {*found.heads, found.start}
    places = [*found.heads, *range(found.start, len(turns))]
    parents = {n: links.get(n, turns[n].parent) for n in places}
    ids = {turns[n].id for n in places if turns[n].id}
    known = {turn.id for turn in turns}
    assert all(parent in ids for parent in parents.values() if parent in known)
    if turns[found.start].id:  # every setting in front is before the first kept record
        at, seen = parents[found.start], []
        while at is not None:
            (place,) = (n for n in found.heads if turns[n].id == at)
            seen.append(place)
            at = parents[place]
        assert seen[::-1] == [n for n in found.heads if turns[n].id and not turns[n].header]


@settings(max_examples=200)
@given(talks(), st.integers(1, 8), st.integers(0, 30))
def test_a_tail_is_cut_where_the_whole_is_or_not_at_all(turns, keep, gone):
    tail = turns[gone:]
    found, whole = cut(tail, keep, whole=False), cut(turns, keep)
    if not found.reason and complete_answer(tail, found.start):
        assert found.start + gone == whole.start


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_parallel_calls_stay_with_their_results(order):  # I01
    talk = Talk()
    talk.add(Role.USER)
    talk.add(Role.ASSISTANT)
    talk.add(Role.USER)
    calls = talk.add(Role.ASSISTANT, calls=("t1", "t2")).calls
    for number in order:
        talk.add(Role.TOOL, answers=(calls[number],))
    talk.add(Role.ASSISTANT)
    for keep in (2, 3, 4):  # the last 2 and 3 lines begin at a result
        assert cut(talk.turns, keep).start == 1


def test_a_call_at_the_very_end_stays_open_and_is_not_alone():  # I02
    talk = Talk()
    for _ in range(3):
        talk.add(Role.USER)
        talk.add(Role.ASSISTANT)
    talk.add(Role.ASSISTANT, calls=("t1",))
    found = cut(talk.turns, 1)
    assert found.start == 3
    assert talk.turns[-1].calls


def test_a_short_transcript_is_not_cut_and_says_so():
    talk = Talk()
    for _ in range(5):
        talk.add(Role.USER)
        talk.add(Role.ASSISTANT)
    assert cut(talk.turns, 60).reason == "it has 10 lines, and 60 are to stay"


def test_a_call_that_was_never_answered_is_named():  # I02
    talk = Talk()
    talk.add(Role.USER)
    talk.add(Role.ASSISTANT)
    talk.add(Role.USER)
    talk.add(Role.ASSISTANT, calls=("exec_9",))
    talk.add(Role.USER)
    assert "exec_9 never got a result" in cut(talk.turns, 2).reason


def test_thousands_of_aborted_answers_are_cut_at_the_question():  # I04
    talk = Talk()
    talk.add(header=True, id="", parent=None)
    for _ in range(2000):
        talk.add(Role.USER)
        talk.add(Role.ASSISTANT, aborted=True)
    assert cut(talk.turns, 60).start == len(talk.turns) - 60


def test_a_cut_looks_no_further_back_than_needed():
    talk = Talk()
    for _ in range(500):
        talk.add(Role.USER)
        talk.add(Role.ASSISTANT)
    search = Search(60)
    search.all(reversed(talk.turns))
    assert (search.kept, search.lines) == (61, 62)


def test_settings_in_front_are_the_last_of_each_and_a_chain():
    talk = Talk()
    talk.add(header=True, id="", parent=None)
    for name in ("model", "thinking", "model"):
        talk.add(setting=name)
        talk.add(Role.USER)
        talk.add(Role.ASSISTANT)
    talk.add(Role.USER)
    found = cut(talk.turns, 2)
    assert found.start == len(talk.turns) - 2
    assert found.heads == (0, 4, 7)
    assert dict(found.links) == {4: None, 7: "r4", found.start: "r7"}


def test_a_turn_without_a_chain_gets_no_link():
    turns = [Turn(n, "message", Role.ASSISTANT if n % 2 else Role.USER) for n in range(20)]
    assert cut(turns, 4).links == ()
