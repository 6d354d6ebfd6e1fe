"""promote-explain answers for any line of any note."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

NOW = datetime(2026, 3, 9, 9, 30, tzinfo=UTC)
NOTE = """# 2026-03-02

- Anna is allergic to penicillin
- The car is on level 5 today
- 2026-03-02T03:00:01Z ERROR worker 7 timed out
- [ ] water the plants

## Cron: daily news

- The index rose by two points
"""


@pytest.fixture
def told(write, open_memory, lamina):
    write("memory/2026-03-02.md", NOTE)
    write("MEMORY.md", "# M\n\n- Vera owns the shop\n")
    for day in ("03", "04"):
        write(f"memory/2026-03-{day}.md", f"# 2026-03-{day}\n\n- [ ] water the plants\n")
    for number, asked in enumerate(
        ("Anna allergic", "penicillin", "level of the car", "car level")
    ):
        open_memory(now=NOW + timedelta(days=number)).search(asked)
    return lambda *words: lamina("promote-explain", *words, "--now", "2026-03-13T09:00").stdout


def test_a_candidate_says_what_the_next_sweep_makes_of_it(told):
    shown = told("penicillin")
    assert "→ would be promoted by the next sweep" in shown
    assert "asked: Anna allergic  (2026-03-09, counts 1)" in shown


def test_gates_that_all_let_it_pass_are_not_the_whole_answer(told):
    assert "→ stays where it is: it speaks of something that is over" in told(
        "level 5", "--min-recall-count", "0.5"
    )


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ("worker 7 timed out", "machine text"),
        ("index rose", "scheduled report"),
        ("water the plants", "again and again"),
        ("Vera owns", "only lines of notes are candidates"),
        ("memory/2026-03-02.md#L5", "machine text"),
    ],
)
def test_what_is_no_candidate_says_why(told, words, reason):
    assert "✗ " in (shown := told(words))
    assert reason in shown


def test_what_nobody_wrote_is_an_error(lamina, write):
    write("memory/2026-03-02.md", NOTE)
    found = lamina("promote-explain", "no such words anywhere")
    assert found.returncode == 2
    assert "no line of a note" in found.stderr


def test_a_group_does_not_hear_what_long_term_memory_says(told):
    assert "Vera owns the shop" in told("Vera owns")
    assert told("Vera owns", "--session", "group") == ""
