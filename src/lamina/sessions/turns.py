"""What a transcript is made of, whatever host wrote it: one turn a record. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from datetime import datetime
    from pathlib import Path


class Role(StrEnum):
    """Who speaks in a turn."""

    USER = "user"
    ASSISTANT = "assistant"
    TOOL = "tool"
    SYSTEM = "system"  # the host itself: summaries, notices
    NONE = ""  # no part of the talk: headers, settings, what nobody knows, broken records


class Origin(StrEnum):
    """Whose words they are, for what may be made of them."""

    OWNER = "owner"
    AGENT = "agent"
    SYSTEM = "system"
    UNTRUSTED = "untrusted"


@dataclass(frozen=True, slots=True)
class Turn:
    """One record of a transcript. Nothing is left out: what is no talk has the role NONE."""

    record: int  # which record of the transcript, from 1; from -1 where it is read backwards
    kind: str  # the host's own word for it: message, compaction, session, …; "" if broken
    role: Role = Role.NONE
    text: str = ""  # what was said, without reasoning and images; of a tool its output
    origin: Origin = Origin.UNTRUSTED
    at: datetime | None = None  # aware
    id: str = ""
    parent: str | None = None  # the id it follows; None: the host keeps no chain, or it is the root
    calls: tuple[str, ...] = ()  # tool calls it makes, by their ids
    answers: tuple[str, ...] = ()  # tool calls it brings the result of
    tools: tuple[str, ...] = ()  # names of the tools it calls
    keeps: str = ""  # of a compaction: the first record that stays in the context
    header: bool = False  # the host cannot read the transcript without it
    setting: str = ""  # a setting that holds until the next one of this name: model, thinking
    aborted: bool = False  # the answer was cut off; nothing came after its calls
    broken: bool = False  # not a record: half-written or damaged, kept as it is
    size: int = 0  # bytes, with the line's end


@dataclass(frozen=True, slots=True)
class Session:
    """One session of a host, as far as its host's lists say; its transcript is not read."""

    key: str  # agent:main:slack:channel:C1
    host: str  # openclaw, claude-code, codex
    kind: str  # main, channel, group, thread, cron, sub-agent, internal
    id: str
    transcript: Path | None  # None: in the host's database, or nowhere
    store: Path | None = None  # the list it stands in: sessions.json, or the host's database
    updated: datetime | None = None  # when something was last said in it
    size: int = 0  # bytes of the transcript
    channel: str = ""  # slack, telegram, …
    thread: str = ""
    folder: str = ""  # where the agent worked
    tokens: int = 0  # in the context, as the host counts them; 0: unknown
    window: int = 0  # tokens the model's context holds; 0: unknown
    compactions: int = 0
