"""Shadow trials: a report beside everything, a little in the ranking, nothing in MEMORY.md."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import pytest

from lamina.dreaming.candidates import Asked, Candidate, Place
from lamina.dreaming.scoring import TRIALS, rank
from lamina.errors import EmptyTextError, UnknownNameError

MONDAY = datetime(2026, 3, 2, 9, 30, tzinfo=UTC)
FRIDAY = MONDAY + timedelta(days=4)
ANNA = "Anna is allergic to penicillin, said Dr Petrova"
GIVEN = {
    "prompt": "May Anna take amoxicillin?",
    "baseline": "Yes, twice a day.",
    "outcome": "No: it is a penicillin.",
    "reason": "The answer without it would harm her.",
}


@pytest.fixture
def noted(write, open_memory):
    """Note a fact on Monday and ask for it on three days."""
    write("memory/2026-03-02.md", f"# 2026-03-02\n\n- {ANNA}\n")
    for number in (1, 2, 3):
        open_memory(now=MONDAY + timedelta(days=number)).search(f"Anna allergic {number}")
    return open_memory(now=FRIDAY)


def test_the_report_has_the_form_of_the_host(noted, root):
    done = noted.shadow.trial(
        "penicillin",
        **GIVEN | {"prompt": "  May Anna\ntake amoxicillin? "},
        verdict="helpful",
        risks=["none of note", " "],
        evidence=["memory/2026-03-02.md#L3"],
    )
    # The name is that of the JSON array of the fields, worked out by hand with another program.
    assert done.path == "memory/dreaming/shadow-trials/2026-03-06/e799451fd338.md"
    assert (root / done.path).read_text("utf-8") == (
        "# Dreaming Shadow Trial Report\n\n"
        f"candidate: {ANNA}\n"
        "trial prompt: May Anna take amoxicillin?\n"
        "baseline outcome: Yes, twice a day.\n"
        "candidate outcome: No: it is a penicillin.\n"
        "verdict: helpful\n"
        "recommendation: promote\n"
        "reason: The answer without it would harm her.\n"
        "risk flags:\n- none of note\n"
        "evidence refs:\n- memory/2026-03-02.md#L3\n"
        "promotion action: report-only\n"
    )
    assert not (root / "MEMORY.md").exists()
    assert noted.search("amoxicillin").hits == ()


def test_nothing_said_is_said(noted, root):
    done = noted.shadow.trial("penicillin", **GIVEN, verdict="neutral")
    text = (root / done.path).read_text("utf-8")
    assert "recommendation: defer\n" in text
    assert "risk flags:\n- none recorded\nevidence refs:\n- none supplied\n" in text


@pytest.mark.parametrize("name", [ANNA, "memory/2026-03-02.md#L3", "allergic to penicillin"])
def test_a_candidate_is_named_as_in_promote_explain(noted, name):
    key = noted.dreamer.explain("penicillin").candidate.key
    for given in (name, key):
        done = noted.shadow.trial(given, **GIVEN, verdict="helpful")
        assert done.ranked.candidate.key == key


def test_a_verdict_moves_the_rank_and_no_gate():
    place = Place("memory/2026-03-02.md", 3, 3, "2026-03-02")
    day = date(2026, 3, 5)
    plain = Candidate("a", ANNA, (place,), asked=tuple(Asked(q, day, near=0.5) for q in "abc"))
    before = rank(plain, day)
    scores = {}
    for verdict in ("helpful", "neutral", "harmful"):
        now = rank(replace(plain, trial=verdict), day)
        scores[verdict] = round(now.score - before.score, 6)
        assert now.gates == before.gates
        assert now.as_dict()["trial"] == verdict
    assert scores == {
        "helpful": TRIALS["helpful"],
        "neutral": 0.0,
        "harmful": -round(before.score, 6),
    }


def test_a_harmful_one_is_held_back_until_a_newer_verdict(noted, open_memory, root):
    noted.shadow.trial("penicillin", **GIVEN, verdict="harmful", risks=["outdated"])
    sweep = open_memory(now=FRIDAY).dreamer.sweep()
    assert sweep.outcome.promoted == []
    assert sweep.outcome.reasons() == {"shadow trial": 1}
    open_memory(now=FRIDAY + timedelta(hours=1)).shadow.trial(
        "penicillin", **GIVEN, verdict="neutral"
    )
    sweep = open_memory(now=FRIDAY + timedelta(hours=2)).dreamer.sweep()
    assert [one.text for one in sweep.outcome.promoted] == [ANNA]


def test_a_proposal_found_harmful_is_withdrawn(noted, open_memory, root):
    propose = {"dreaming.write": "propose"}
    assert open_memory(now=FRIDAY, **propose).dreamer.sweep().outcome.proposed
    open_memory(now=FRIDAY).shadow.trial("penicillin", **GIVEN, verdict="harmful")
    sweep = open_memory(now=FRIDAY, **propose).dreamer.sweep()
    assert [one.why for one in sweep.outcome.ruled("withdrawn")] == ["shadow trial"]
    assert ANNA not in (root / "memory/PROPOSALS.md").read_text("utf-8")
    open_memory(now=FRIDAY + timedelta(hours=1)).shadow.trial(
        "penicillin", **GIVEN, verdict="helpful"
    )
    assert open_memory(now=FRIDAY + timedelta(hours=1), **propose).dreamer.sweep().outcome.proposed


def test_a_trial_is_one_change_and_undo_takes_its_verdict_back(noted, root):
    before = {p: p.read_bytes() for p in root.rglob("*.md")}
    first = noted.shadow.trial("penicillin", **GIVEN, verdict="helpful")
    noted.clock = lambda: FRIDAY + timedelta(minutes=1)
    second = noted.shadow.trial("penicillin", **GIVEN, verdict="harmful")
    assert second.ranked.candidate.trial == "harmful"
    noted.undo(second.change)
    assert noted.dreamer.explain("penicillin").candidate.trial == "helpful"
    noted.undo(first.change)
    assert noted.dreamer.explain("penicillin").candidate.trial == ""
    assert {p: p.read_bytes() for p in root.rglob("*.md")} == before


def test_the_same_trial_again_writes_nothing_and_is_the_newest(noted):
    first = noted.shadow.trial("penicillin", **GIVEN, verdict="helpful")
    for minute, verdict in enumerate(("harmful", "helpful"), start=1):
        noted.clock = lambda minute=minute: FRIDAY + timedelta(minutes=minute)
        done = noted.shadow.trial("penicillin", **GIVEN, verdict=verdict)
    assert (done.path, done.change) == (first.path, 0)
    assert done.ranked.candidate.trial == "helpful"
    noted.undo(first.change)
    assert noted.dreamer.explain("penicillin").candidate.trial == "harmful"


def test_the_state_keeps_few_trials_of_a_candidate(noted):
    for minute in range(6):
        noted.clock = lambda minute=minute: FRIDAY + timedelta(minutes=minute)
        noted.shadow.trial("penicillin", **GIVEN | {"reason": f"try {minute}"}, verdict="helpful")
    assert len(noted.state.reviews.trials()) == 3


def test_what_makes_no_sense_is_refused(noted, root):
    before = {p: p.read_bytes() for p in root.rglob("*.md")}
    with pytest.raises(UnknownNameError, match="verdict"):
        noted.shadow.trial("penicillin", **GIVEN, verdict="good")
    with pytest.raises(UnknownNameError):
        noted.shadow.trial("gardening", **GIVEN, verdict="helpful")
    for name in GIVEN:
        with pytest.raises(EmptyTextError):
            noted.shadow.trial("penicillin", **GIVEN | {name: " \n"}, verdict="helpful")
    assert {p: p.read_bytes() for p in root.rglob("*.md")} == before
