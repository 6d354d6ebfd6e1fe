from datetime import date

import pytest

from lamina.documents.kinds import (
    RULES,
    Layer,
    Searched,
    date_of,
    is_copy,
    is_daily,
    layer_of,
    slug,
)


@pytest.mark.parametrize(
    ("path", "layer"),
    [
        ("SOUL.md", Layer.CORE),
        ("MEMORY.md", Layer.MEMORY),
        ("memory.md", Layer.MEMORY),
        ("README.md", Layer.OTHER),
        ("DREAMS.md", Layer.REPORT),
        ("dreams.md", Layer.REPORT),
        ("memory/2026-03-04.md", Layer.DAILY),
        ("memory/daily/2026-03-04.md", Layer.DAILY),
        ("memory/2026-03-04-move.md", Layer.DAILY),
        ("memory/2026-02-30.md", Layer.SUBJECT),
        ("memory/daily/notes.md", Layer.SUBJECT),
        ("memory/chat-2026-03-04.md", Layer.CHAT),
        ("memory/chat-habits.md", Layer.SUBJECT),
        ("memory/people.md", Layer.SUBJECT),
        ("memory/active-context.md", Layer.ACTIVE),
        ("memory/daily-index.md", Layer.INDEX),
        ("memory/knowledge-index.md", Layer.INDEX),
        ("memory/knowledge/knowledge-index.md", Layer.INDEX),
        ("memory/MEMORY_INDEX_ACTIVE.md", Layer.INDEX),
        ("memory/MEMORY_INDEX_ARCHIVED.md", Layer.ARCHIVE),
        ("memory/topics/coding/x.md", Layer.TOPIC),
        ("memory/topics/.archive/x.md", Layer.ARCHIVE),
        ("memory/projects/app/CONTEXT.md", Layer.PROJECT),
        ("memory/agents/coding.md", Layer.AGENT),
        ("memory/knowledge/oauth.md", Layer.KNOWLEDGE),
        ("memory/dreaming/light/2026-01-01.md", Layer.REPORT),
        ("memory/.dreams/session-corpus/2026-05-05.md", Layer.MACHINE),
        ("memory/PROPOSALS.md", Layer.REPORT),
        ("memory/promoted-archive.md", Layer.ARCHIVE),
        ("reference/sop/returns.md", Layer.REFERENCE),
        ("docs/plan.md", Layer.OTHER),
        ("memory/.hidden.md", Layer.OTHER),
        ("memory/🐘.md", Layer.SUBJECT),
    ],
)
def test_the_layer_of_a_path(path, layer):
    assert layer_of(path) is layer


@pytest.mark.parametrize(  # F13
    "name",
    [
        "2026-03-01.sync-conflict-20260302-101112-ABCDEFG.md",
        "MEMORY (1).md",
        "notes~",
        "notes.md~",
        ".notes.md.swp",
        ".note.md.icloud",
        "a (Anna's conflicted copy 2026-03-01).md",
        "notes.md.bak",
        "#notes.md#",
        ".#notes.md",
    ],
)
def test_conflict_copies_and_backups_are_known_by_name(name):
    assert is_copy(name)
    assert layer_of(f"memory/{name}") is Layer.COPY
    assert RULES[Layer.COPY].searched is Searched.COPIES
    assert not RULES[Layer.COPY].evidence


@pytest.mark.parametrize("name", ["notes (draft).md", "2026-03-01.md", "swap.md", "plan(1).md"])
def test_ordinary_names_are_no_copies(name):
    assert not is_copy(name)


@pytest.mark.parametrize(  # D10
    ("path", "day"),
    [
        ("memory/daily/2026-01-01.md", date(2026, 1, 1)),
        ("memory/2026-01-01-1430-2.md", date(2026, 1, 1)),
        ("memory/dreaming/light/2026-01-01.md", date(2026, 1, 1)),
        ("memory/chat-2026-01-01.md", date(2026, 1, 1)),
        ("memory/2026-02-30.md", None),
        ("memory/people.md", None),
    ],
)
def test_a_file_ages_by_the_date_in_its_name(path, day):
    assert date_of(path) == day


def test_only_daily_notes_are_evidence_for_dreaming():
    assert [layer for layer, rule in RULES.items() if rule.evidence] == [Layer.DAILY]
    assert set(RULES) == set(Layer)
    assert is_daily("memory/2026-03-04.md")
    assert not is_daily("memory/2026-02-30.md")


@pytest.mark.parametrize("name", ["CON", "aux", "Nul", "PRN", "LPT1", "com9", "COM¹"])
def test_no_name_is_a_device_of_windows(name):
    made = slug(name)
    assert made == f"{name.casefold()}-"
    assert slug(made) == made  # the file is found by its own name


@pytest.mark.parametrize(
    "name", ["x:y", "a/b", "a\\b", "what?", 'say "no"', "a.", "name ", "<b>|*"]
)
def test_a_name_is_a_file_name_on_every_system(name):
    assert not set(slug(name)) & set('<>:"/\\|?*. ')


def test_names_that_differ_by_case_are_one_file():
    assert slug("NAS") == slug("nas") == slug("Nas ")
    assert slug("Straße") == slug("STRASSE")


def test_a_path_stays_below_what_windows_takes():
    assert len(f"C:/Users/somebody/agents/chiti/memory/topics/coding/{slug('long ' * 99)}.md") < 260
