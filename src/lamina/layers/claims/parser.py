"""Part a line into what it is about and what it says of that. Pure."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from lamina.layers.claims import things, verbs
from lamina.layers.claims import words as tables
from lamina.layers.claims.grammar import (
    find_verb,
    first_clause,
    is_functional,
    is_job,
    unknown_verb,
    without_verb,
)
from lamina.layers.claims.reader import Text, read
from lamina.layers.claims.tokens import TYPED, Kind, Word

if TYPE_CHECKING:
    from collections.abc import Iterable


def keys_of(words: Iterable[Word]) -> list[str]:
    """Return the keys of words."""
    return [word.key for word in words]


@dataclass(frozen=True, slots=True)
class Reading:
    """A claim in words; a verb other than "be" is the last word of the topic."""

    text: Text
    topic: tuple[Word, ...]
    verb: str
    said: str  # the verb as written
    verb_at: tuple[int, int]  # offsets
    value: tuple[Word, ...]
    whole: bool  # nothing was left out of it
    elided: bool  # has no verb


def reading(text: str) -> Reading | None:
    """Read a statement as a claim, or return None."""
    return _reading(read(text))


@lru_cache(2048)
def _reading(line: Text) -> Reading | None:
    words = [word for word in line.words if word.kind is not Kind.NOT]
    words, whole = first_clause(words, line)
    found = (
        find_verb(words, line.language)
        or unknown_verb(words, line.language)
        or without_verb(words, line.language)
    )
    if found is None:
        return None
    start, end, verb = found
    elided = start == end
    topic, value = words[:start], words[end:]
    later = find_verb(value, line.language) if words[start].kind is Kind.MARK else None
    if later and (later[0] or value[0].kind is not Kind.NAME):
        start, end, verb = later
        label = len(topic) == 1 and topic[0].key in tables.LABELS | things.PLURAL
        topic = ([] if label else topic) + value[:start]
        words, value, whole = value, value[end:], whole and not label
    span = words[start].start, (words[end - 1].end if end > start else words[start].start)
    said = " ".join(word.text for word in words[start:end])
    topic, verb, value = _shaped(topic, verb, value, line.language)
    value = [word for word in value if word.kind is not Kind.MARK]
    topic = [word for word in topic if word.kind is not Kind.MARK]
    topic = [word for word in topic if not _is_used(word)]
    return Reading(line, tuple(topic), verb, said, span, tuple(value), whole, elided)


def _is_used(word: Word) -> bool:
    """Tell the empty word of 使用的模型."""
    return word.owner and word.text in {"用", "使用"}


def _shaped(
    topic: list[Word], verb: str, value: list[Word], language: str
) -> tuple[list[Word], str, list[Word]]:
    """Bring the forms a claim can take into one: topic, verb, value."""
    if language == "zh" and len(value) > 1 and value[-1].text in {"了", "啦"}:
        value = value[:-1]
    if done := _done(topic, verb, value, language):
        return done
    if value and _is_event(verb, value, language):
        return topic, "event", value
    if language == "zh":
        topic, verb, value = _shaped_chinese(topic, verb, value)
    elif language == "de":
        topic, verb, value = _shaped_german(topic, verb, value)
    if verb == "change":
        value = _changed(value)
    if topic and _is_setting(topic) and verb != "have" and language != "zh":
        topic, value = _turned(topic, value)
    if verb == "be" and _is_turned(topic, value):
        topic, value = value, topic
    if value:
        topic, verb, value = _with_attribute(topic, verb, value, language)
    if verb not in {"be", "change", "was", "future", "event"} and topic:
        plain = verb in {"price", "name"}
        topic = [*topic, Word(verb if plain else f"#{verb}", Kind.WORD, verb, 0, 0)]
        verb = "be" if plain else verb
    return topic, verb, value


def _changed(value: list[Word]) -> list[Word]:
    """Take the new value from "from 10 to 20", "с 10 на 20"."""
    first = value[0] if value else None
    if first and (first.kind in TYPED or first.key == "from"):
        value = _after(value, {"to", "~"})
    if first and first.key in {"с", "из", "от"}:
        value = _after(value, {"на", "до", "в"})
    return value


def _with_attribute(
    topic: list[Word], verb: str, value: list[Word], language: str
) -> tuple[list[Word], str, list[Word]]:
    """Move an attribute from the value to the topic: "runs on port 80", "lives at 9 X"."""
    cut = _attribute_end(value)
    if cut and verb in {"be", "have", "use", "run", "work", "wear", "listen"}:
        start = 1 if value[0].kind is Kind.PREPOSITION else 0
        return topic + value[start:cut], "be", value[cut:]
    if verb == "live" and len(value) > 1 and any(w.kind is Kind.NUMBER for w in value):
        start = 1 if value[0].key in {"in", "at", "on", "an", "в", "на"} else 0
        return [*topic, Word("address", Kind.WORD, "live", 0, 0)], "be", value[start:]
    if verb == "use" and (at := _as(value)):
        return topic + value[at + 1 :], "be", value[:at]
    if verb == "work" and language == "ru" and len(value) == 1:  # работает врачом
        return topic, "be" if value[0].text[-2:] in {"ом", "ем", "ой"} else verb, value
    return topic, verb, value


def _shaped_german(
    topic: list[Word], verb: str, value: list[Word]
) -> tuple[list[Word], str, list[Word]]:
    """Read what German puts last: "wurde auf Freitag verschoben", "macht um 19 Uhr zu"."""
    if len(value) < 2:
        return topic, verb, value
    last = value[-1]
    if last.text in verbs.CHANGED:
        return topic, "change", _after(value[:-1], {"auf", "nach", "zu", "in"})
    if verbs.VERBS.get(last.text) == "born":
        return topic, "born", value[:-1]
    if verb == "make" and last.text in {"zu", "auf"}:
        return topic, {"zu": "close", "auf": "open"}[last.text], value[:-1]
    if verb == "have" and is_functional(last) and value[-2].kind in TYPED:
        return [*topic, last], "be", value[:-1]  # hat am 4. Juli Geburtstag
    return topic, verb, value


def _done(
    topic: list[Word], verb: str, value: list[Word], language: str
) -> tuple[list[Word], str, list[Word]] | None:
    """Turn "X supplies Y" and "Y is supplied by X" into: the supplier of Y is X."""
    last = value[-1].text if value else ""
    topic = [word for word in topic if word.kind is not Kind.MARK]
    if verb in verbs.ROLES and value and topic:
        object_first = language == "ru" and re.fullmatch(r"\w+[ую]", topic[0].text)
        if not object_first:
            topic, value = value, topic
    elif value and value[0].text in verbs.DONE_BY and len(value) > 2 and value[1].key == "by":
        verb, value = verbs.DONE_BY[value[0].text], value[2:]
    elif verb == "future" and last in verbs.DONE_BY and len(value) > 1:
        verb, value = verbs.DONE_BY[last], value[:-1]
    else:
        return None
    role = verbs.ROLES[verb]
    return [*topic, Word(role, Kind.WORD, role, 0, 0)], "be", value


def _shaped_chinese(
    topic: list[Word], verb: str, value: list[Word]
) -> tuple[list[Word], str, list[Word]]:
    """Read what Chinese puts last or between: 在X上班, 九点开门, 由X供应, 从A改为B."""
    last = verbs.VERBS.get(value[-1].text, "") if value else ""
    if last in verbs.LAST_VERBS and len(value) > 1 and verb == "be":
        return topic, last, value[:-1]
    if not value and verb in verbs.LAST_VERBS and "在" in keys_of(topic[1:]):  # 张伟在比亚迪上班
        at = keys_of(topic).index("在", 1)
        return topic[:at], verb, topic[at + 1 :]
    if not value and verb in verbs.LAST_VERBS:  # 商店九点开门
        at = len(topic)
        while at > 0 and topic[at - 1].kind in {Kind.TIME, Kind.DATE, Kind.NUMBER, Kind.UNIT}:
            at -= 1
        return topic[:at], verb, topic[at:]
    keys = keys_of(topic)
    if not value and verb in verbs.ROLES and "由" in keys[1:-1]:  # 咖啡由云山供应
        at = keys.index("由")
        role = verbs.ROLES[verb]
        return [*topic[:at], Word(role, Kind.WORD, role, 0, 0)], "be", topic[at + 1 :]
    if len(value) > 1 and value[0].kind in TYPED and is_functional(value[-1]):  # 监听 6379 端口
        return [*topic, value[-1]], "be", value[:-1]
    if verb == "change" and "从" in keys:
        topic = topic[: keys.index("从")]
    return topic, verb, value


_EVENT = re.compile(r"(?>\w*?(?:ge|ver|be|er|ent|zer))\w+(?:t|en)|\w+iert")


def _is_event(verb: str, value: list[Word], language: str) -> bool:
    """Tell whether an auxiliary tells what happened: "has bought", "hat gekauft"."""
    if verb == "have" and language == "en":
        return bool(
            re.fullmatch(r"\w+ed|been|bought|gone|made|got|sent|seen|had|sold|done", value[0].text)
        )
    last = value[-1]
    if language == "zh":
        return value[0].text in {"了", "过"} and verb not in {"be", "change"}
    if language != "de" or last.text in verbs.CHANGED or verbs.VERBS.get(last.text) == "born":
        return False
    if verb == "be":
        return last.text in verbs.MOVED
    told = verb in {"have", "was"} and last.kind is Kind.WORD
    return told and bool(_EVENT.fullmatch(last.text))


def _after(words: list[Word], prepositions: set[str]) -> list[Word]:
    places = [at for at, word in enumerate(words) if word.text in prepositions]
    return words[places[-1] + 1 :] if places else words


def _is_setting(words: list[Word]) -> bool:
    """Tell whether words before a verb only say when or where: "Am Freitag ist …"."""
    settings = {Kind.DAY, Kind.WEEKLY, Kind.DATE, Kind.MONTH, Kind.TIME}
    first = words[0]
    return all(
        word.kind in settings or word.text in tables.MOVABLE or word.kind is Kind.PREPOSITION
        for word in words
    ) or (
        first.kind is Kind.PREPOSITION and len(words) == 2 and first.key not in {"for", "für", "у"}
    )


def _turned(topic: list[Word], value: list[Word]) -> tuple[list[Word], list[Word]]:
    """Take the subject from behind the verb: it ends where a preposition or a value begins."""
    for at, word in enumerate(value):
        if at and (word.kind not in {Kind.WORD, Kind.NAME} or (word.lead and word.lead != "of")):
            return value[:at] + topic, value[at:]
    if len(value) > 1:
        return value[:-1] + topic, value[-1:]
    return topic, value


def _is_turned(topic: list[Word], value: list[Word]) -> bool:
    """Tell whether the value comes first: "8080 is the port of the NAS"."""
    if len(topic) != 1 or not value:
        return False
    definite = value[0].lead in {"the", "der", "die", "das"} or value[0].owner
    literal = topic[0].kind in {Kind.NUMBER, Kind.LITERAL, Kind.TIME, Kind.DATE}
    named = topic[0].kind is Kind.NAME and not topic[0].lead and not is_functional(topic[0])
    role = any(is_functional(word) or is_job(word) for word in value[:2])
    bare = not value[0].lead and is_functional(value[0]) and len(value) > 1
    return (definite and (literal or (named and role))) or (named and bare)


def _attribute_end(value: list[Word]) -> int:
    """Return how many words of a value name an attribute, a typed value or a name after them."""
    start = 1 if value[0].kind is Kind.PREPOSITION else 0
    at = start
    while at < len(value) - 1 and value[at].kind in {Kind.WORD, Kind.NAME}:
        if is_functional(value[at]) and value[at + 1].kind in TYPED | {Kind.NAME}:
            return at + 1 if at - start < 2 else 0
        at += 1
    return 0


def _as(value: list[Word]) -> int:
    places = [at for at, w in enumerate(value) if w.key in {"as", "als", "как", "作为", "做"}]
    return places[0] if places and places[0] < len(value) - 1 else 0


def halves(found: Reading) -> tuple[list[Word], list[Word]]:
    """Part a topic into subject and attribute."""
    words = list(found.topic)
    verb = [words.pop()] if words and words[-1].end == 0 else []
    for at, word in enumerate(words[:-1]):
        if word.owner:
            return words[: at + 1], words[at + 1 :] + verb
    for at, word in enumerate(words[1:], 1):
        if word.lead in {"of", "des"} or (word.lead == "der" and found.text.language == "de"):
            return words[at:], words[:at] + verb
    if len(words) > 1 and is_functional(words[0]):
        return words[1:], words[:1] + verb
    if len(words) > 1 and is_functional(words[-1]):
        return words[:-1], words[-1:] + verb
    return words, verb
