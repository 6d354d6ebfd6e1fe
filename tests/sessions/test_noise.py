"""What of a session is no memory: K01 to K04 of the cases."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from lamina.sessions.noise import LIFE_CYCLE, QUIET, merged, own_words, says_same, sift, why_noise
from lamina.sessions.said import Said
from lamina.sessions.turns import Origin, Role

START = datetime.fromisoformat("2026-03-04T09:00:00+01:00")


def user(text: str, minute: float = 0, record: int = 1) -> Said:
    return Said(Role.USER, text, START + timedelta(minutes=minute), Origin.OWNER, record)


def agent(text: str, record: int = 1) -> Said:
    return Said(Role.ASSISTANT, text, START, Origin.AGENT, record)


@pytest.mark.parametrize(
    "text",
    ["HEARTBEAT_OK", "HEARTBEAT_OK — all fine", "NO_REPLY", "  no_reply\n", "**HEARTBEAT_OK**"],
)
def test_k01_quiet_answers_are_never_captured(text: str) -> None:
    assert why_noise(text) == QUIET
    assert sift([agent(text), agent("The shop opens at nine.")]).said == (
        agent("The shop opens at nine."),
    )


PARAPHRASES = (
    "User asked to fix the login bug",
    "The user wants the login bug fixed",
    "Fix the login bug, as requested by the user",
    "User requested a fix for the login bug.",
    "Requested: fix login bug",
    "Please fix the login bug",
    "The login bug has to be fixed",
    "the user said the login bug should be fixed",
)


def test_k02_forty_paraphrases_within_half_an_hour_are_one() -> None:
    said = [user(PARAPHRASES[n % 8], minute=n * 0.7, record=n) for n in range(40)]
    (one,) = merged(said)
    assert one.count == 40
    assert one.text == f"{one.said.text} (seen ×40)"
    assert one.said.text in PARAPHRASES


def test_k02_a_day_later_it_is_said_anew() -> None:
    said = [user(PARAPHRASES[0]), user(PARAPHRASES[1], 10), user(PARAPHRASES[2], 24 * 60)]
    assert [one.count for one in merged(said)] == [2, 1]
    assert [one.text for one in merged(said)][1] == PARAPHRASES[2]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("The red car is sold", "The blue car is sold"),
        ("The meeting is at 9", "The meeting is at 10"),
        ("Anna moved to Kiel", "Anna moved to Bonn"),
        ("Anna wants the floor sanded", "Anna does not want the floor sanded"),
        ("Turn the heating on in the study", "Turn the heating off in the study"),
        ("Der Termin ist am Montag", "Der Termin ist am Dienstag"),
        ("Анна переехала в Тверь", "Анна переехала в Тулу"),
        ("用户喜欢红茶", "用户喜欢绿茶"),
        ("用户要求修复登录错误", "用户不要求修复登录错误"),
    ],
)
def test_k02_facts_that_differ_in_a_word_stay_two(one: str, other: str) -> None:
    assert not says_same(one, other)
    assert not says_same(other, one)
    assert len(merged([user(one), user(other, 1)])) == 2


def test_k02_the_message_that_says_most_stands_for_all() -> None:
    short, full = "Fix the login bug", "Fix the login bug in the Safari browser"
    assert [one.said.text for one in merged([user(short), user(full, 1)])] == [full]
    assert [one.said.text for one in merged([user(full), user(short, 1)])] == [full]


def test_k02_what_user_and_agent_say_is_not_one() -> None:
    assert len(merged([user("Fix the login bug"), agent("Fix the login bug")])) == 2


NOISE = (
    *("User re-engaged with the session", "Session started", "Heartbeat check completed"),
    *("Agent initialized successfully", "The user returned after a pause", "Health check: ok"),
    *("Observation recorded", "Context loaded: 12 files", "Waiting for user input"),
    *("Session resumed", "Gateway connected", "The session has ended", "User asked a question"),
    *("Memory system initialized", "Task started", "Cron job fired"),
    *("User is continuing the conversation", "Nutzer ist wieder aktiv", "Sitzung wurde gestartet"),
    *("Новая сессия начата", "会话开始", "HEARTBEAT_OK", "NO_REPLY"),
)
FACTS = (
    *("My daughter's name is Mia", "The user prefers tea", "We are moving to Kiel in May"),
    *("The dentist is on Thursday", "The user returned from Japan", "The user left the company"),
    *("The server is called Atlas", "The task started late because Tom was ill"),
    *(
        "The user started a new job",
        "The user lost her passport",
        "Session with Dr. Weber on Monday",
    ),
    *(
        "用户住在上海",
        "The user is back in Berlin",
        "Nutzer ist Vegetarier",
        "Agent 007 is his cat",
    ),
    *(
        "The user was active in the choir",
        "Пользователь начал учить японский",
        "The gate is broken",
    ),
    *("The assistant Maria left in June", "The heartbeat of the baby is fine", "他开始学钢琴"),
    *("Die Sitzung im Rathaus wurde verschoben", "The connection in Ulm takes eight minutes"),
    *("The user closed her account at the savings bank", "User story 12 is done by Ada"),
    "The process server at court is Mr Hill",
)


def test_k03_life_cycle_noise_goes_with_counts_and_no_human_fact() -> None:
    assert (len(NOISE), len(FACTS)) == (23, 26)
    said = [user(text, record=n) for n, text in enumerate(NOISE + FACTS)]
    sifted = sift(said)
    assert [one.text for one in sifted.said] == list(FACTS)
    assert sum(sifted.counts.values()) == 23
    assert sifted.counts[QUIET] == 2
    assert sifted.counts[LIFE_CYCLE] >= 15


RECALLED = (
    ("memory/2026-02-01.md#L3", "The landlord moved the viewing to Friday at four."),
    ("MEMORY.md#L9", "Anna is allergic to penicillin."),
)


def test_k04_what_the_agent_repeats_of_recalled_lines_is_marked_and_not_captured() -> None:
    said = [
        user("when is the viewing?", record=1),
        agent("The landlord moved the viewing to Friday at four. Shall I remind you?", record=2),
        agent("Anna is allergic to penicillin!", record=3),
    ]
    own = own_words(said, RECALLED)
    assert [one.text for one in own.said] == ["when is the viewing?", "Shall I remind you?"]
    assert [(echo.source, echo.record) for echo in own.echoes] == [
        ("memory/2026-02-01.md#L3", 2),
        ("MEMORY.md#L9", 3),
    ]


def test_k04_a_hundred_rounds_capture_nothing_new() -> None:
    captured: set[str] = set()
    for number in range(100):
        said = [agent("Anna is allergic to penicillin.", record=number)]
        captured |= {one.text for one in own_words(said, RECALLED).said}
    assert captured == set()


def test_k04_what_contradicts_a_recalled_line_or_is_the_users_is_no_echo() -> None:
    said = [
        user("Anna is allergic to penicillin.", record=1),
        agent("Anna is not allergic to penicillin.", record=2),
        agent("The landlord moved the viewing to Monday at nine.", record=3),
    ]
    own = own_words(said, RECALLED)
    assert list(own.said) == said
    assert own.echoes == ()


def test_k04_without_recall_everything_is_ones_own() -> None:
    said = [agent("Anna is allergic to penicillin.")]
    assert list(own_words(said, ()).said) == said
