"""What the plain entry of the dream diary says, in four languages. Pure."""

from __future__ import annotations

from dataclasses import dataclass

from lamina.documents.language import Language


@dataclass(frozen=True, slots=True)
class Words:
    """The sentences of an entry in one language."""

    one: str  # {line}: all that stays
    several: str  # before the list of what stays
    more: str  # {count}: last in that list
    unsaid: str  # {count}: nothing of what stays is told
    instead: str  # behind a line which takes the place of another
    themes: str  # {themes}
    comma: str
    last: str  # before the last of several
    stop: str
    name: str  # of the language, in English


WORDS = {
    Language.EN: Words(
        one="One thing stays from these days: {line}",
        several="What stays from these days:",
        more="… and {count} more",
        unsaid="What stays from these days is in MEMORY.md ({count}).",
        instead="in place of what stood there before",
        themes="The days kept coming back to {themes}.",
        comma=", ",
        last=" and ",
        stop=".",
        name="English",
    ),
    Language.DE: Words(
        one="Eines bleibt von diesen Tagen: {line}",
        several="Was von diesen Tagen bleibt:",
        more="… und {count} weitere",
        unsaid="Was von diesen Tagen bleibt, steht in MEMORY.md ({count}).",
        instead="statt dessen, was vorher dastand",
        themes="Worum es immer wieder ging: {themes}.",
        comma=", ",
        last=" und ",
        stop=".",
        name="German",
    ),
    Language.RU: Words(
        one="Из этих дней остаётся одно: {line}",
        several="Что остаётся от этих дней:",
        more="… и ещё {count}",
        unsaid="То, что остаётся от этих дней, записано в MEMORY.md ({count}).",
        instead="вместо прежней записи",
        themes="О чём вспоминали снова и снова: {themes}.",
        comma=", ",
        last=" и ",
        stop=".",
        name="Russian",
    ),
    Language.ZH: Words(
        one="这几天留下了一件事：{line}",
        several="这几天留下来的事：",
        more="……还有 {count} 条",
        unsaid="这几天留下来的事记在 MEMORY.md 里（{count} 条）。",
        instead="取代了原来的记录",
        themes="反复提到的是{themes}。",
        comma="、",
        last="和",
        stop="。",
        name="simplified Chinese",
    ),
}
