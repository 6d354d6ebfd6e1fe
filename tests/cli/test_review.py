"""The commands of review, as a person uses them, and with wrong input."""

from __future__ import annotations

import json

import pytest

LINE = "Anna is allergic to penicillin, said Dr Petrova"
FRIDAY = ("--now", "2026-03-06T09:30+01:00")
TRIAL = ("--prompt", "p", "--baseline", "b", "--outcome", "o", "--reason", "r")


def ok(done):
    assert done.returncode == 0, (done.stdout, done.stderr)
    return done.stdout


def refused(done, code, *words):
    assert done.returncode == code, (done.stdout, done.stderr)
    assert "Traceback" not in done.stderr
    assert "Error: " in done.stderr
    for word in words:
        assert word in done.stderr


@pytest.fixture
def proposed(lamina, root):
    """A workspace with one proposal; its key."""
    (root / "memory/2026-03-02.md").write_text(f"# 2026-03-02\n\n- {LINE}\n")
    (root / ".lamina.toml").write_text('[dreaming]\nwrite = "propose"\n')
    for day in (3, 4, 5):
        ok(lamina("search", f"Anna penicillin {day}", "--now", f"2026-03-0{day}T09:30+01:00"))
    done = lamina("dream", "run", *FRIDAY)
    assert "0 promoted, 1 proposed" in ok(done)
    assert "memory/PROPOSALS.md" in done.stderr
    listed = json.loads(ok(lamina("dream", "proposals", "--json")))["proposals"]
    assert [one["text"] for one in listed] == [LINE]
    return listed[0]["key"]


def test_a_proposal_is_listed_accepted_once_and_taken_back(lamina, root, proposed):
    page = ok(lamina("dream", "proposals"))
    assert f"1 [ ] {proposed}  {LINE}" in page
    assert "memory/2026-03-02.md#L3" in page
    assert "on 3 days (2026-03-03 – 2026-03-05)" in page
    done = lamina("dream", "accept", proposed, "1", proposed, *FRIDAY)  # the same, thrice
    assert ok(done) == f"+ {LINE} (memory/2026-03-02.md#L3)\n"
    assert "lamina undo" in done.stderr
    assert (root / "MEMORY.md").read_text().count(LINE) == 1
    refused(lamina("dream", "accept", proposed), 2, "no proposal", "none yet")
    ok(lamina("undo"))
    assert not (root / "MEMORY.md").exists()
    assert "1 [ ]" in ok(lamina("dream", "proposals"))


def test_a_proposal_is_rejected_with_a_reason_and_accepted_after_all(lamina, root, proposed):
    ok(lamina("dream", "reject", "1", "--why", "she outgrew it", *FRIDAY))
    assert "Nothing is proposed." in lamina("dream", "proposals").stderr
    assert "rejected: she outgrew it" in ok(lamina("dream", "proposals", "--rejected"))
    refused(lamina("dream", "accept", "1"), 2, "no proposal '1'", proposed)
    ok(lamina("dream", "accept", proposed, *FRIDAY))
    assert LINE in (root / "MEMORY.md").read_text()
    assert "Nothing was rejected." in lamina("dream", "proposals", "--rejected").stderr


def test_wrong_names_change_nothing(lamina, root, proposed):
    before = (root / "memory/PROPOSALS.md").read_bytes()
    for command in ("accept", "reject"):
        refused(lamina("dream", command), 2, "not said which", "lamina dream proposals")
        refused(lamina("dream", command, "7"), 2, "no proposal '7'")
        refused(lamina("dream", command, proposed, "abc"), 2, "no proposal 'abc'")
        refused(lamina("dream", command, proposed, "--agent", "chiti"), 6, "Only the owner")
    refused(lamina("dream", "accept", "1", "--all"), 2, "not said which")
    done = lamina("dream", "accept", "7", "--json")
    assert (done.returncode, json.loads(done.stdout)["error"]) == (2, "UnknownNameError")
    assert (root / "memory/PROPOSALS.md").read_bytes() == before
    assert not (root / "MEMORY.md").exists()


def test_nothing_is_proposed_yet(lamina):
    assert "Nothing is proposed." in lamina("dream", "proposals").stderr
    refused(lamina("dream", "accept", "1"), 2, "no proposal '1'", "none yet")
    refused(lamina("dream", "reject", "1"), 2, "no proposal '1'", "none yet")
    done = lamina("dream", "accept", "--all")
    assert (done.returncode, done.stdout) == (0, "")
    assert "Nothing is proposed." in done.stderr


def test_what_is_held_back_says_why_and_exits_with_one(lamina, root, proposed):
    (root / "MEMORY.md").write_text(f"# M\n\n- {LINE}\n")
    done = lamina("dream", "accept", "1", *FRIDAY)
    assert done.returncode == 1
    assert f"not applied: {LINE}  [known]" in done.stdout
    assert "not applied: MEMORY.md#L3 says it already" in (
        (root / "memory/PROPOSALS.md").read_text()
    )


def test_a_shadow_trial_from_the_shell(lamina, root, proposed):
    done = lamina(
        "shadow-trial", "penicillin", *TRIAL, "--verdict", "helpful", "--risk", "x", "--json"
    )
    shown = json.loads(ok(done))
    assert shown["recommendation"] == "promote"
    assert shown["promotion_action"] == "report-only"
    assert "risk flags:\n- x\n" in (root / shown["path"]).read_text()
    assert "shadow trial   +0.04  helpful" in ok(lamina("promote-explain", "penicillin", *FRIDAY))
    assert not (root / "MEMORY.md").exists()
    refused(lamina("shadow-trial", "penicillin", *TRIAL, "--verdict", "good"), 2, "helpful")
    refused(lamina("shadow-trial", "penicillin", "--verdict", "helpful"), 2, "--prompt")
    refused(
        lamina("shadow-trial", "gardening", *TRIAL, "--verdict", "helpful"), 2, "no line of a note"
    )
