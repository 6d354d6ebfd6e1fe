"""Tell whether two statements about the same exclude each other. Pure."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise, product
from typing import TYPE_CHECKING

from lamina.layers.claims import things, verbs
from lamina.layers.claims import words as tables
from lamina.layers.claims.grammar import is_functional, is_job, is_participle
from lamina.layers.claims.likeness import (
    aligned,
    chunks,
    inflected,
    joined,
    language_of,
    leftover,
    prepared,
    same_words,
    topic_of,
)
from lamina.layers.claims.parser import Reading, keys_of, reading
from lamina.layers.claims.tokens import TIMES, TYPED, Kind, Word

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from lamina.layers.claims.reader import Text


def contradict(a: Text, b: Text) -> bool:
    """Tell whether both statements cannot hold at once."""
    if any(w.key == "?" or w.text in tables.UNSURE for w in (*a.words, *b.words)):
        return False
    language = language_of(a, b)
    nots = [sum(w.kind is Kind.NOT for w in text.words) for text in (a, b)]
    if nots[0] != nots[1]:
        plain = [[w for w in text.words if w.kind is not Kind.NOT] for text in (a, b)]
        if language == "zh":  # 没有加密
            plain = [[w for w in words if w.text != "有"] for words in plain]
        return sorted(nots) == [0, 1] and same_words(plain[0], plain[1], language)
    one, two = reading(a.text), reading(b.text)
    if not one and not two and not nots[0]:
        return _ends_exclude(prepared(a.words), prepared(b.words))
    if not one or not two or nots[0] or not (_is_now(one) and _is_now(two)):
        return False
    one, two = _lined_up(one, two)
    if not one.value or not two.value or not _is_about_something(one, two):
        return False
    return _values_exclude(one, two, language) or _numbers_exclude(one, two, language)


def _is_now(line: Reading) -> bool:
    """Tell whether a claim is about what holds now."""
    if line.verb in {"was", "event"} or not line.topic:
        return False
    if any(w.text in tables.FORMER for w in line.topic):
        return False
    return line.verb != "future" or any(w.kind in TIMES for w in line.value)


def _ends_exclude(x: Sequence[Word], y: Sequence[Word]) -> bool:
    """Tell whether instructions differ in a last word only: "Answer in German", "in English"."""
    if (
        len(x) < 3
        or keys_of(x[:-1]) != keys_of(y[:-1])
        or re.search(r"(?:ed|t|л[аи]?)$", x[0].text)
    ):
        return False
    return bool(_classes(x[-1:]) & _classes(y[-1:])) and not _agree(list(x[-1:]), list(y[-1:]), "")


# What they are about.

_KEYED = frozenset([":", "—", "→", "="])


def _lined_up(one: Reading, two: Reading) -> tuple[Reading, Reading]:
    """Move to the topic what only tells on which days a value holds, or stands there elsewhere."""
    weekly = "change" not in {one.verb, two.verb}
    one, two = (_qualified(line, weekly=weekly) for line in (one, two))
    for a, b in ((one, two), (two, one)):
        times = {w.key for w in a.topic if w.kind in TIMES} - {w.key for w in b.topic}
        moved = [at for at, w in enumerate(b.value) if w.key in times]
        if moved and len(moved) == len(times):
            changed = _to_topic(b, moved)
            return (a, changed) if b is two else (changed, a)
    return one, two


def _qualified(line: Reading, *, weekly: bool) -> Reading:
    """Move "on Fridays" to the topic, and drop "since July"."""
    topic = tuple(
        w
        for at, w in enumerate(line.topic)
        if not _is_since(line.topic, at) and not (at and _is_since(line.topic, at - 1))
    )
    line = replace(line, topic=topic) if topic else line
    since = [at for at in range(len(line.value)) if _is_since(line.value, at)]
    kept = [w for at, w in enumerate(line.value) if at not in since and at - 1 not in since]
    if since and kept and any(w.kind not in TYPED for w in kept):
        line = replace(line, value=tuple(kept))
    days = [at for at, w in enumerate(line.value) if w.kind is Kind.WEEKLY]
    others = [
        w
        for w in line.value
        if (w.kind in TYPED and w.kind is not Kind.WEEKLY)
        or (w.kind is Kind.WORD and w.text in things.CLASSES)
    ]
    return _to_topic(line, days) if weekly and days and others else line


def _is_since(words: Sequence[Word], at: int) -> bool:
    since = words[at].key in {"since", "seit", "ab", "с", "from"} and at + 1 < len(words)
    return since and words[at + 1].kind in {Kind.DATE, Kind.MONTH}


def _to_topic(line: Reading, places: list[int]) -> Reading:
    before = {at - 1 for at in places if at and line.value[at - 1].kind is Kind.PREPOSITION}
    value = (w for at, w in enumerate(line.value) if at not in {*places, *before})
    moved = (line.value[at] for at in places)
    return replace(line, topic=(*line.topic, *moved), value=tuple(value))


def _is_about_something(one: Reading, two: Reading) -> bool:
    """Tell whether topics name a thing that can have one value."""
    for line in (one, two):
        words = [w for w in line.topic if w.end and w.kind is not Kind.PREPOSITION]
        if not words or all(w.text in tables.PRONOUNS for w in words):
            return False
        label = len(words) == 1 and words[0].key in tables.LABELS | things.PLURAL
        if label and line.said in _KEYED:
            return False
    return True


def _is_list(line: Reading) -> bool:
    """Tell whether a topic is of several things, so that a second value only adds to the first."""
    topic = line.topic
    heads = [w for w, after in pairwise(topic) if after.lead == "of"]
    heads += topic[-1:] if line.text.language != "ru" else (topic[0], topic[-1])
    return (
        line.verb == "be"
        and len(topic) > 1
        and any(w.key in things.PLURAL or _is_plural(w, line) for w in heads)
    )


def _is_loose(one: Reading, two: Reading) -> bool:
    """Tell whether two notes without a verb may be of two events: "Dentist 3 May"."""
    shared = {w.key for w in one.value if w.kind in TIMES} & {w.key for w in two.value}
    named = any(is_functional(w) for w in one.topic)
    kinds = {w.kind for w in one.value} & TIMES or {w.key for w in one.value} & things.MONEY
    said = is_participle(one.value[0])
    return one.elided and two.elided and bool(kinds) and not (shared or named or said)


def _is_plural(word: Word, line: Reading) -> bool:
    """Tell whether an English word is of several things: what they are may be a list."""
    text = word.text
    plural = len(text) > 3 and text.endswith("s") and not text.endswith(("ss", "us", "is", "news"))
    return plural and line.text.language == "en" and word.kind is Kind.WORD


_LOOSE = frozenset(
    ["for", "für", "для", "on", "an", "в", "at", "in", "у", "to", "bei", "по", "auf", "на"]
)


def _topic(line: Reading) -> list[Word]:
    """Return the words of a topic without prepositions that only tie them together."""
    words = [w for w in prepared(topic_of(line)) if w.text not in tables.NEWEST]
    found = []
    for at, word in enumerate(words):
        timed = at + 1 < len(words) and words[at + 1].kind in TIMES
        ties = word.key in {"for", "für", "для", "bei"} or (timed and word.key in _LOOSE)
        if word.kind is not Kind.PREPOSITION or not ties:
            found.append(word)
    return found


def _same_topic(one: Reading, two: Reading, language: str) -> bool:
    pair = aligned(_topic(one), _topic(two), language, strict=False)
    if pair is None or not pair[0] or not pair[1]:
        return False
    left, right = (chunks(words, language) for words in pair)
    return sorted(left[0]) == sorted(right[0]) and left[1] == right[1]


# What they say of it.


def _values_exclude(one: Reading, two: Reading, language: str) -> bool:
    held = {one.verb, two.verb} - {"change", "future"}
    changed = "change" in {one.verb, two.verb}
    if changed:
        one, two = (replace(a, topic=tuple(w for w in a.topic if w.end)) for a in (one, two))
    if len(held) > 1 or not _same_topic(one, two, language):
        return False
    verb = next(iter(held), "be")
    x, y = _with_forms_alike(prepared(one.value), prepared(two.value), language)
    left = _without_prepositions(x, leftover(x, y), changed=changed)
    right = _without_prepositions(y, leftover(y, x), changed=changed)
    alone = set(leftover(x, y))
    common = [word for at, word in enumerate(x) if at not in alone]
    if common and one.text.language != "de":
        left, right = _elsewhere(left, right)
    if not left or not right or _agree(left, right, language):
        return False
    if verb not in verbs.SINGLE and not _is_choice(verb, left, right, x):
        return False
    if all(w.kind in TYPED for w in (*left, *right)):
        return not _is_loose(one, two) and _typed_exclude(
            left, right, verb, [one, two], changed=changed
        )
    return _named_exclude(left, right, common, [one, two], verb)


def _with_forms_alike(x: list[Word], y: list[Word], language: str) -> tuple[list[Word], list[Word]]:
    """Give forms of a word one key: "1 pill", "2 pills"."""
    x, y = list(x), list(y)
    for i, j in product(leftover(x, y)[:8], leftover(y, x)[:8]):
        if (x[i].kind is Kind.WORD or language == "de") and inflected(
            x[i], y[j], language, moved=True, strict=False
        ):
            x[i] = y[j] = replace(x[i], key=min(x[i].key, y[j].key))
    return x, y


def _without_prepositions(words: list[Word], places: list[int], *, changed: bool) -> list[Word]:
    """Take words from a value without prepositions of times, beside a change without all."""
    return [
        words[at]
        for at in places
        if words[at].kind is not Kind.PREPOSITION
        or not (changed or (at + 1 < len(words) and words[at + 1].kind in TYPED))
    ]


_PLACES = frozenset(["in", "on", "at", "with", "в", "на", "у"])


def _elsewhere(left: list[Word], right: list[Word]) -> tuple[list[Word], list[Word]]:
    """Leave out "in" before one name and "on" before the other: "stored in S3", "on the NAS"."""
    pairs = (left, right)
    if all(len(a) > 1 and a[0].key in _PLACES and a[1].kind is Kind.NAME for a in pairs):
        return left[1:], right[1:]
    return left, right


def _agree(left: list[Word], right: list[Word], language: str) -> bool:
    """Tell whether a value says the other in other words, or more exactly."""
    if len(left) == len(right) and all(
        inflected(a, b, language, moved=True) for a, b in zip(left, right, strict=True)
    ):
        return True
    if _classes(left) & _classes(right):
        return False
    if all(w.kind in TYPED for w in (*left, *right)):
        return _month_and_day(left, right) or _month_and_day(right, left)
    a, b = joined(left), joined(right)
    return min(len(a), len(b)) > 1 and (
        a in b or b in a or _shared_start(a, b) > max(4, 0.6 * max(len(a), len(b)))
    )


def _shared_start(a: str, b: str) -> int:
    pairs = zip(a, b, strict=False)
    return next((at for at, (c, d) in enumerate(pairs) if c != d), min(len(a), len(b)))


def _month_and_day(left: list[Word], right: list[Word]) -> bool:
    return any(
        v.kind is Kind.MONTH and w.kind is Kind.DATE and v.key[-2:] == w.key[-5:-3]
        for v in left
        for w in right
    )


_PURPOSE = frozenset(["for", "für", "для", "to"])


def _is_choice(verb: str, left: list[Word], right: list[Word], value: list[Word]) -> bool:
    """Tell whether a verb that may have many values has one here: "has 2 cats", "uses X for Y"."""
    alone = {word.key for word in left}
    common = [word for word in value if word.key not in alone]
    if all(w.kind in {Kind.NUMBER, Kind.UNIT} for w in (*left, *right)):
        return bool(common) or verb in {"pay", "have", "do"}
    if verb in verbs.TIMED and all(w.kind in TIMES for w in (*left, *right)):
        return True
    if verb in verbs.TIMED and "often" in _classes(left) & _classes(right):
        return True
    if verb not in verbs.CHOICE:
        return False
    purpose = any(
        word.key in _PURPOSE and after.key not in alone for word, after in pairwise(value)
    )
    return purpose or bool(_classes(left) & _classes(right))


def _classes(words: Iterable[Word]) -> set[str]:
    words = [word for word in words if word.kind in {Kind.WORD, Kind.NAME}]
    found = {name for word in words for name in things.CLASSES.get(word.text, ())}
    jobs = any(re.fullmatch(things.JOB, word.text) for word in words)
    return found | ({"job"} if jobs else set())


def _typed_exclude(
    left: list[Word], right: list[Word], verb: str, lines: list[Reading], *, changed: bool
) -> bool:
    kinds, others = {w.kind for w in left}, {w.kind for w in right}
    if kinds != others:
        times = kinds | others <= {Kind.TIME, Kind.DAY, Kind.DATE}
        return verb == "be" and times and (kinds < others or others < kinds)
    if kinds == {Kind.DAY, Kind.TIME} and not changed:
        return False  # two meetings of a week
    value = lines[0].value
    rate = any(w.key == "per" for w in value) and any(w.kind is Kind.NUMBER for w in value)
    if kinds == {Kind.UNIT} and rate:
        return False  # a month, a year
    words = [w for line in lines for w in (*line.topic, *line.value)]
    if kinds == {Kind.WEEKLY} and "open" in _classes(words):
        return False  # closed on Mondays, and on Sundays
    return len(left) == len(right) or bool(kinds & TIMES)


def _named_exclude(
    left: list[Word], right: list[Word], common: list[Word], lines: list[Reading], verb: str
) -> bool:
    """Tell whether two names, places or states exclude each other."""
    words, line = [*left, *right], lines[0]
    if max(len(left), len(right)) > 5 or any(w.text in tables.ABOUT for w in words):
        return False
    if any(w.kind in {Kind.PREPOSITION, Kind.SIGN} or w.key == "and" for w in words):
        return False
    if any(w.text in verbs.VERBS and w.kind is Kind.WORD for w in words):
        return False
    if any(w.text in things.MANY for w in (*common, *line.topic)):
        return False
    classes, others = _classes(left), _classes(right)
    foreign = _are_foreign(lines, words)
    if classes & others and (not foreign or classes & others & things.PRODUCTS):
        return True
    if any((w.kind in TIMES | {Kind.LITERAL}) for w in words) or foreign:
        return False
    if "country" in classes | others or (classes and others) or any(map(_is_list, lines)):
        return False
    kind, other = _nominal(left), _nominal(right)
    functional = any(is_functional(word) or is_job(word) for word in line.topic)
    if functional and "" in {kind, other} and {kind, other} != {""}:
        return all(w.kind in {Kind.NAME, Kind.NUMBER} for w in words)
    if kind != other or not kind or ((classes | others) - things.PRODUCTS and not functional):
        return False
    placed = bool(common) and common[0].kind is Kind.PREPOSITION
    placed = placed or all(_is_placed(line) for line in lines)
    numbered = [any(w.kind is Kind.NUMBER for w in side) for side in (left, right)]
    measured = placed or Kind.NUMBER in {left[0].kind, right[0].kind}
    if measured and not functional and numbered[0] != numbered[1]:
        return False
    changed = any(line.verb == "change" for line in lines)
    keyed = all(line.said in _KEYED for line in lines)
    return verb != "be" or functional or kind == "name" or placed or changed or keyed


def _are_foreign(lines: list[Reading], words: list[Word]) -> bool:
    """Tell whether values in two languages may be the same word: Keller, basement; Anna, Анна."""
    languages = {line.text.language for line in lines}
    named = all(w.kind is not Kind.WORD for w in words)
    return len(languages) > 1 and not (languages == {"en", "de"} and named)


def _is_placed(line: Reading) -> bool:
    """Tell whether a Chinese verb says where something is."""
    start, end = line.verb_at
    return line.verb == "change" or line.text.text[start:end] in {"在", "位于", "放在", "存放在"}


def _nominal(words: list[Word]) -> str:
    """Return "name" or "word", or nothing for what is neither."""
    kinds = {word.kind for word in words}
    if Kind.NAME in kinds or any(word.owner and len(word.text) > 1 for word in words):
        return "name"  # 是博世的
    return "word" if Kind.WORD in kinds else ""


# Numbers in the same words, however these are put.

_GENERIC = frozenset(
    ["version", "number", "nummer", "номер", "версия", "版本", "号码", "currently", "total"]
)
_ANY_VERB = {"be", "run", "have", "change", "price"}


def _numbers_exclude(one: Reading, two: Reading, language: str) -> bool:
    """Tell whether lines have the same words but for one value: "PHP 8.1", "PHP version: 8.3"."""
    if not {one.verb, two.verb} <= _ANY_VERB or _is_loose(one, two):
        return False
    x, y = _all_words(one), _all_words(two)
    left, right = ([a[at] for at in leftover(a, b)] for a, b in ((x, y), (y, x)))
    typed, others = ([w for w in words if w.kind in TYPED] for words in (left, right))
    if len(typed) != 1 or len(others) != 1 or typed[0].kind is not others[0].kind:
        return False
    if typed[0].kind not in {Kind.NUMBER, Kind.LITERAL, Kind.TIME}:
        return False
    if typed[0] not in one.value or others[0] not in two.value:
        return False
    x, y = [w for w in x if w != typed[0]], [w for w in y if w != others[0]]
    pair = aligned(x, y, language, strict=False)
    return pair is not None and sorted(keys_of(pair[0])) == sorted(keys_of(pair[1]))


def _all_words(line: Reading) -> list[Word]:
    """Return the words of a claim; prepositions stay where two may be exchanged."""
    words = prepared([w for w in (*line.topic, *line.value) if w.key not in _GENERIC])
    words = [w for w in words if w.end or w.key.lstrip("#") not in _ANY_VERB]
    many = sum(w.kind is Kind.PREPOSITION for w in line.topic) > 1
    if many:
        return [
            replace(w, key=f"{words[at - 1].key} {w.key}")
            if at and words[at - 1].kind is Kind.PREPOSITION
            else w
            for at, w in enumerate(words)
            if w.kind is not Kind.PREPOSITION
        ]
    return [w for w in words if w.kind is not Kind.PREPOSITION or w.key not in _LOOSE | {"of", "с"}]
