"""Tell whether a message calls for a look into memory: by cues, in four languages and a few more.

Cues in the message (``cues``), names the index knows and the context lacks, and days speak for it;
small talk, tasks that bring their own text, general knowledge and answers that stand in the context
speak against it. What they weigh is added up, and above zero memory is asked. Only the beginning
and the end of a long message are read.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple

from lamina.recall.cues import pattern
from lamina.recall.cues.message import (
    cut,
    is_small_talk,
    languages_of,
    lowered,
    sentences_of,
    without_material,
    without_quotes,
)
from lamina.recall.cues.names import is_indefinite, mentioned, said_in, terms_of, weigh
from lamina.search.date_cues import may_name_days
from lamina.search.words import has_content, query_terms

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from lamina.recall.cues.message import Sentence


@dataclass(frozen=True, slots=True)
class Decision:
    """Whether to look into memory, why, and the words of the message that decided."""

    recall: bool
    reason: str
    words: tuple[str, ...] = ()

    def as_dict(self) -> dict[str, Any]:
        """Return the shape every face shows."""
        return {"recall": self.recall, "reason": self.reason, "words": list(self.words)}


class _Cue(NamedTuple):
    """What a cue weighs, in a question or request and in what is merely told."""

    weight: float
    told: float
    reason: str
    group: str = ""


class _Evidence(NamedTuple):
    """Something that speaks for looking into memory, or against it."""

    weight: float
    reason: str
    words: str = ""
    group: str = ""  # of what says nearly the same


CUES = {  # the entries of the tables
    # for it
    "memory": _Cue(3.0, 3.0, "asks for what was remembered"),
    "agreed": _Cue(2.6, 1.2, "asks what was agreed", "past"),
    "shared": _Cue(1.2, 0.4, "speaks of the shared past", "past"),
    "earlier": _Cue(2.2, 0.8, "asks about the past", "time"),
    "former": _Cue(0.9, 0.3, "asks about the past", "time"),
    "usual": _Cue(2.4, 2.4, "relies on what is usual"),
    "resume": _Cue(2.4, 2.4, "takes up earlier work"),
    "again": _Cue(0.6, 0.4, "speaks of something again"),
    "ours": _Cue(1.6, 0.2, "asks about something of the user's own", "own"),
    "mine": _Cue(1.2, 0.2, "asks about something of the user's own", "own"),
    "private": _Cue(1.2, 0.2, "asks about something of the user's own", "name"),
    "lookup": _Cue(1.3, 1.3, "asks to find what is kept"),
    "holder": _Cue(1.7, 0.3, "asks how a matter stands", "matter"),
    "state": _Cue(0.8, 0.0, "asks how a matter stands", "matter"),
    "past": _Cue(0.7, 0.2, "asks about the past", "past"),
    "thing": _Cue(1.3, 1.2, "speaks of a matter known before", "matter"),
    "act": _Cue(0.8, 0.2, "acts on what is known"),
    # against it
    "create": _Cue(-3.5, -1.0, "something new to write"),
    "task": _Cue(-1.2, -1.2, "a task on a text"),
    "general": _Cue(-3.0, -0.5, "general knowledge", "world"),
    "howto": _Cue(-2.2, -0.3, "general knowledge", "world"),
    "here": _Cue(-3.2, -3.2, "speaks of what stands in the context"),
    "lean": _Cue(-1.0, 0.0, "general knowledge", "world"),
    "device": _Cue(-2.0, -1.0, "a command to carry out"),
    "assistant": _Cue(-2.6, -1.5, "small talk"),
    "suppose": _Cue(-2.5, -1.0, "only supposed"),
    "negated": _Cue(-4.0, -4.0, "a mood, not a question"),
    "mood": _Cue(-3.0, -2.0, "a mood, not a question"),
}
_ASKED, _TOLD = -1.1, -2.2  # to be outweighed
_NAME_TOLD = 0.4  # share of a name's weight where nothing is asked
_DAY, _DAY_REQUEST = 1.4, 0.4  # a day named, and the share of it in a request
_ECHO = 0.3  # share of what says nearly the same as something louder
_MATERIAL = {"task": -5.0, "brought": -0.8}
_ANSWERED = -6.0

_CONTEXT = 20_000  # characters of the context, its end
_NAMES = 5_000
_SHOWN = 3  # words that decided
_FAR = date(9000, 1, 1)  # "today" where none is given: every day named has been


def decide(
    message: str,
    context: Sequence[str] = (),
    names: Iterable[str] = (),
    *,
    today: date | None = None,
) -> Decision:
    """Decide whether to look into memory before answering a message.

    ``context`` holds the lines the agent has before it, ``names`` the names an index knows (all of
    them, or those of ``candidates`` it knows). Without ``today`` every day named counts as past.
    """
    message = cut(message)
    text = lowered(message)
    if not re.search(r"\w", text):
        return Decision(recall=False, reason="nothing is said")
    languages = languages_of(text)
    if is_small_talk(text, languages):
        return Decision(recall=False, reason="small talk")
    known = "\n".join(context)[-_CONTEXT:]
    found = _weigh(message, known, tuple(islice(names, _NAMES)), today or _FAR, languages)
    evidence = _without_echoes(found)
    recall = sum(one.weight for one in evidence) > 0
    winning = sorted(
        (one for one in evidence if (one.weight > 0) == recall), key=lambda one: -abs(one.weight)
    )
    words = dict.fromkeys(one.words for one in winning if one.words)
    return Decision(recall, winning[0].reason, tuple(words)[:_SHOWN])


def _weigh(
    message: str, context: str, names: Sequence[str], today: date, languages: Sequence[str]
) -> Iterator[_Evidence]:
    request, material = without_material(message, languages)
    if material:
        yield _Evidence(_MATERIAL[material], "the material is in the message")
    bare = without_quotes(request)
    sentences = sentences_of(bare, languages)
    moods = {sentence.mood for sentence in sentences}
    asked = bool(moods - {""})
    yield _Evidence(_ASKED, "nothing points to memory") if asked else _Evidence(_TOLD, "only told")
    cues = list(_cues(bare, sentences, languages, context=bool(context)))
    yield from cues
    yield from _names(request, context, names, languages, share=1.0 if asked else _NAME_TOLD)
    if asked:
        if not any(one.reason == CUES["earlier"].reason and one.weight >= _DAY for one in cues):
            yield from _day(bare, today, share=1.0 if "question" in moods else _DAY_REQUEST)
        yield from _answers(lowered(request), context, names, languages)


def _without_echoes(evidence: Iterable[_Evidence]) -> list[_Evidence]:
    """Let the loudest of a group count whole, the others in part."""
    found: list[_Evidence] = []
    groups: set[str] = set()
    for one in sorted(evidence, key=lambda one: -abs(one.weight)):
        echo = one.group in groups
        found.append(one._replace(weight=one.weight * _ECHO) if echo else one)
        groups |= {one.group} - {""}
    return found


def _cues(
    shown: str, sentences: Sequence[Sentence], languages: Sequence[str], *, context: bool
) -> Iterator[_Evidence]:
    """Yield each cue once, where it weighs most."""
    for name, cue in CUES.items():
        best = _Evidence(0.0, cue.reason)
        for sentence, start, mood in sentences:
            weight = cue.weight if mood else cue.told
            if name == "here" and not context:
                weight /= 2
            if abs(weight) > abs(best.weight) and (found := _find(name, sentence, languages)):
                words = shown[start + found.start() : start + found.end()].strip(_EDGE)
                best = _Evidence(weight, cue.reason, words, cue.group)
        if best.weight:
            yield best


_EDGE = " ,.;:!?，。？！"


def _find(cue: str, sentence: str, languages: Sequence[str]) -> re.Match[str] | None:
    for language in languages:
        for found in pattern(language, cue, sentence).finditer(sentence):
            if cue != "private" or not is_indefinite(sentence, found.start()):
                return found
    return None


def _names(
    text: str, context: str, names: Sequence[str], languages: Sequence[str], *, share: float
) -> Iterator[_Evidence]:
    """Yield the name that a message has and its context lacks, the one that says most."""
    said, there = said_in(text, languages), None
    best = _Evidence(0.0, "")
    for name in names:
        weight, hit = weigh(name, said, languages)
        if weight * share <= best.weight:
            continue
        there = there or terms_of(context)
        if not all(there.weight(term) for term in hit):
            best = _Evidence(weight * share, "names what the context lacks", name, "name")
    if best.weight:
        yield best


def _day(text: str, today: date, *, share: float) -> Iterator[_Evidence]:
    if not may_name_days(text):
        return
    from lamina.search.dates import span_of

    span = span_of(text, today)
    if span and span.since < today:
        yield _Evidence(_DAY * share, "asks about a day", span.words, "time")


# --- an answer that stands in the context ---

_VALUE = (
    r"\d|[一二三四五六七八九十两百千]+[点月日号元块天周人个次]|monday|tuesday|wednesday|thursday|friday"
    r"|saturday|sunday|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag|понедельник"
    r"|вторник|сред[ау]|четверг|пятниц|суббот|воскресень|周[一二三四五六日天]|today|tomorrow|heute|morgen"
    r"|сегодня|завтра|今天|明天"
)
_QUANTITY = (
    r"(?<!\w)(?:when|how (?:much|many|long|often|old|big|tall)|what (?:time|day|date|number|size)"
    r"|wann|wie ?viele?|wie (?:lange|oft|alt|groß|spät)|um wie|когда|сколько|во сколько|до скольки"
    r"|какого числа)(?!\w)|几|多少|什么时候|多[久大长高]|哪天"
)
_LABEL = r"^\s*\w+\s*[:：]"  # who says a line of the context
_COVERED, _COVERED_NAMED = 0.66, 0.3  # of the words of a question; beside a name and a value


def _answers(
    text: str, context: str, names: Sequence[str], languages: Sequence[str]
) -> Iterator[_Evidence]:
    """Yield the line of the context that has the words of a question, and something to answer."""
    wanted = _asked_terms(text, languages)
    if not wanted or not context:
        return
    named = mentioned(text, names)
    needs_value = bool(re.search(_QUANTITY, text))
    for line in context.splitlines():
        told = re.sub(_LABEL, "", lowered(line))
        if told.rstrip().endswith(("?", "？")):
            continue
        there = terms_of(told)
        on_subject = needs_value and any(there.weight(term) for term in named)
        least = _COVERED_NAMED if on_subject else _COVERED
        if sum(there.weight(term) for term in wanted) < least * len(wanted):
            continue
        more = sum(term.text not in wanted for term in query_terms(told))
        if re.search(_VALUE, told) if needs_value else more > 1:
            yield _Evidence(_ANSWERED, "the context answers it", line.strip())
            return


def _asked_terms(text: str, languages: Sequence[str]) -> list[str]:
    """Return the terms of a question without the words that only ask."""
    text = re.sub(_QUANTITY, " ", text)
    for language in languages:
        for cue in ("asks", "saying"):
            text = pattern(language, cue, text).sub(" ", text)
    found = [term.text for term in query_terms(text)] if has_content(text) else []
    return [term for term in found if len(term) > 1]


# --- names a message may hold ---

_QUOTED = r"[\"“„«「『《`]([^\"“”„«»「」『』《》`\n]{1,60})[\"”“»」』》`]"
_IDENTIFIER = (
    r"(?<![\w/.@-])(?:\w+(?:[._/@:-]\w+)*(?:[_/@]|\d|[._-](?=\w*[\d_]))\w*(?:[._/@:-]\w+)*"
    r"|[A-Za-z]+[A-Z]\w*|[a-z]\w*[-.]\w+(?:[-.]\w+)*)"
)
_CAPITAL = r"[^\W\d_a-zа-яёäöüß\u3040-\u9fff]\w+(?:-\w+)*"
_CAPITALS = rf"(?<!\w){_CAPITAL}(?: {_CAPITAL}){{0,3}}"
_HAN = r"[\u3400-\u9fff]{2,}"
_BETWEEN = (
    r"的|了|吗|呢|吧|啊|呀|嘛|么|是|在|和|与|跟|把|给|对|从|到|就|也|都|还|又|再|很|我们|咱们|你们|他们|我|你|您|他|她|它|这|那"
    r"|谁|哪里|哪儿|哪|什么|啥|怎么样|怎么|怎样|多少|几|为什么|上次|之前|昨天|今天|明天|一下|帮|请|不|没有|没|有|要|会|能|说|个"
)


def candidates(message: str) -> tuple[str, ...]:
    """Return the words of a message that look like names, for an index to look up.

    What is quoted, identifiers, words with a capital, and Chinese between its particles.
    """
    text = cut(message)
    found = dict.fromkeys(match[1].strip() for match in re.finditer(_QUOTED, text))
    found |= dict.fromkeys(match[0] for match in re.finditer(_IDENTIFIER, text))
    for match in re.finditer(_CAPITALS, text):
        words = match[0].split()
        while words and not has_content(words[0]):
            words.pop(0)
        found |= dict.fromkeys([" ".join(words), *words])
    for match in re.finditer(_HAN, text):
        found |= dict.fromkeys(run for run in re.split(_BETWEEN, match[0]) if len(run) > 1)
    return tuple(name for name in found if name)
