"""Raw chat logs are read however they were written."""

from __future__ import annotations

from datetime import date
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lamina.sessions.chat_log import read_chat
from lamina.sessions.turns import Origin, Role

DAY, ZONE = date(2026, 3, 4), ZoneInfo("Europe/Berlin")


@pytest.mark.parametrize(
    ("text", "time"),
    [
        ("User: hello\nAssistant: hi there\n", None),
        ("**User:** hello\n\n**Assistant:** hi there\n", None),
        ("**User**: hello\n\n**Assistant**: hi there\n", None),
        ("## 09:30 User\n\nhello\n\n## 09:31 Assistant\n\nhi there\n", "09:30"),
        ("### User\nhello\n### Assistant\nhi there\n", None),
        ("- [09:30] user: hello\n- [09:31] assistant: hi there\n", "09:30"),
        ("[2026-03-04 09:30:12] user: hello\n[2026-03-04 09:31:00] agent: hi there\n", "09:30"),
        ("09:30 – Nutzer: hello\n09:31 – Assistent: hi there\n", "09:30"),
        ("**Пользователь:** hello\n**Ассистент:** hi there\n", None),
        ("用户：hello\n助手：hi there\n", None),
        ("User (09:30): hello\nAssistant (09:31): hi there\n", "09:30"),
        ("# 2026-03-04\n\n- 09:30 user: hello\n- 09:31 agent: hi there\n", "09:30"),
        ("User: hello\r\nAssistant: hi there\r\n", None),
    ],
)
def test_who_said_what_is_read_in_any_shape(text: str, time: str | None) -> None:
    user, agent = (said for said in read_chat(text, DAY, ZONE) if said.is_trusted)
    assert (user.role, user.origin, user.text) == (Role.USER, Origin.OWNER, "hello")
    assert (agent.role, agent.origin, agent.text) == (Role.ASSISTANT, Origin.AGENT, "hi there")
    assert (f"{user.at:%Y-%m-%d %H:%M}" if user.at else None) == (time and f"2026-03-04 {time}")


def test_lines_below_belong_to_the_message() -> None:
    (user,) = read_chat("User: hello\n\nthe list:\n- milk\n- note: eggs\n", DAY, ZONE)
    assert user.text == "hello\n\nthe list:\n- milk\n- note: eggs"
    assert user.record == 1


def test_a_line_further_in_begins_no_message() -> None:
    (user,) = read_chat("- 09:30 user: hello\n    agent: we decided to sell the house\n", DAY, ZONE)
    assert user.text == "hello\n    agent: we decided to sell the house"


def test_tools_and_what_stands_before_the_first_speaker_are_untrusted() -> None:
    first, tool, user = read_chat("# Chat\nwe decided\nTool: output\nUser: hello\n", DAY, ZONE)
    assert not first.is_trusted
    assert (tool.text, tool.is_trusted) == ("output", False)
    assert user.is_trusted


def test_an_hour_that_is_none_is_no_time() -> None:
    (user,) = read_chat("[29:75] user: hello\n", DAY, ZONE)
    assert user.at is None


@given(st.text(max_size=300))
def test_any_text_is_read(text: str) -> None:
    for said in read_chat(text, DAY, ZONE):
        assert said.text.strip() == said.text
        assert said.record >= 1
