"""Tell whether two statements say the same: every word, name, number and "not" agrees. Pure."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from itertools import permutations
from typing import TYPE_CHECKING

from lamina.layers.claims import things, verbs
from lamina.layers.claims import words as tables
from lamina.layers.claims.grammar import is_functional
from lamina.layers.claims.parser import Reading, reading
from lamina.layers.claims.tokens import TIMES, TYPED, Kind, Word

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from lamina.layers.claims.reader import Text


def same(a: Text, b: Text) -> bool:
    """Tell whether two statements say the same."""
    nots = [Counter(w.key for w in text.words if w.kind is Kind.NOT) for text in (a, b)]
    if nots[0] != nots[1] or not a.words or not b.words:
        return False
    language = language_of(a, b)
    return same_words(a.words, b.words, language) or _same_claim(a, b, language)


def language_of(a: Text, b: Text) -> str:
    """Return the language of two lines; one without function words is in that of the other."""
    return b.language if a.language == "en" else a.language


def same_words(x: Sequence[Word], y: Sequence[Word], language: str) -> bool:
    """Tell whether lines have the same words in an order that means the same."""
    x, y = prepared(x), prepared(y)
    if not x or not y or (language == "de" and _cases_differ(x, y)):
        return False
    pair = aligned(x, y, language)
    return pair is not None and (
        joined(pair[0]) == joined(pair[1])
        or chunks(pair[0], language) == chunks(pair[1], language)
        or (language == "ru" and _moved(x, y))
    )


def _same_claim(a: Text, b: Text, language: str) -> bool:
    """Tell whether lines say the same of the same, each in its own construction."""
    one, two = reading(a.text), reading(b.text)
    if not one or not two or not (one.whole and two.whole) or one.verb != two.verb:
        return False
    if not (one.topic and one.value and two.topic and two.value) or one.verb in {"event", "change"}:
        return False
    if not _same_verb(one, two, language):
        return False
    topics, values = (one.topic, two.topic), (one.value, two.value)
    if language == "de" and any(_cases_differ(*pair) for pair in (topics, values)):
        return False
    value = aligned(prepared(one.value), prepared(two.value), language)
    if value is None or chunks(value[0], language) != chunks(value[1], language):
        return False
    topic = aligned(prepared(topic_of(one)), prepared(topic_of(two)), language)
    if topic is None:
        return False
    if joined(topic[0]) == joined(topic[1]):
        return True
    if language == "zh" or _built(one.topic) == _built(two.topic) != (0, 0):
        return False  # the manager of Anna's friend is not the friend of Anna's manager
    left, right = (chunks(words, language) for words in topic)
    return sorted(left[0]) == sorted(right[0]) and left[1] == right[1]


def _same_verb(one: Reading, two: Reading, language: str) -> bool:
    """Tell whether verbs mean the same: two of one class may differ, as eats and drinks do."""
    if one.said == two.said or one.verb in _SYNONYMS | {"be", "start", "close", "end", "born"}:
        return True
    said, others = (Word(line.said, Kind.WORD, line.said, 0, 0) for line in (one, two))
    return inflected(said, others, language, moved=False)


def topic_of(line: Reading) -> list[Word]:
    """Return the words of a topic; that an amount of money is a price goes without saying."""
    money = any(word.key in things.MONEY for word in line.value)
    kept = [word for word in line.topic if word.key != "price"]
    return kept if money and kept else list(line.topic)


def _built(words: Iterable[Word]) -> tuple[int, int]:
    words = list(words)
    return sum(word.lead == "of" for word in words), sum(word.owner for word in words)


# Words made comparable.

_SYNONYMS = {"use", "price", "have", "run", "name"}


def prepared(words: Iterable[Word]) -> list[Word]:
    """Leave out marks and "is", give the forms of common verbs one key, sort "a and b"."""
    found: list[Word] = []
    for word in words:
        verb = verbs.VERBS.get(word.text, "") if word.kind in {Kind.WORD, Kind.SIGN} else ""
        if word.kind is Kind.MARK or verb == "be":
            continue
        if word.text == "了" and found and found[-1].kind in TYPED:
            continue
        found.append(replace(word, key=f"#{verb}") if verb in _SYNONYMS else word)
    for at in range(len(found) - 1):  # €5
        if found[at].key in things.MONEY and found[at + 1].kind is Kind.NUMBER:
            found[at : at + 2] = found[at + 1], found[at]
    for at in range(1, len(found) - 1):
        before, after = found[at - 1], found[at + 1]
        if found[at].key == "and" and before.key > after.key:
            found[at - 1], found[at + 1] = after, before
    return found


def joined(words: Iterable[Word]) -> str:
    """Write keys without spaces between letters: "Fritz Box" is "FritzBox", 80 80 is not 8080."""
    return re.sub(r"(?<=[^\W\d_]) (?=[^\W\d_])", "", " ".join(word.key for word in words))


def aligned(
    x: Sequence[Word], y: Sequence[Word], language: str, *, strict: bool = True
) -> tuple[list[Word], list[Word]] | None:
    """Return two lines with forms of a word alike and without words that may lack, or None.

    ``strict``: a name keeps its form, since "Peters" is not "Peter".
    """
    if joined(x) == joined(y):
        return list(x), list(x)
    x, y = _without_optional(x, y), _without_optional(y, x)
    left, right = leftover(x, y), leftover(y, x)
    if len(left) != len(right) or len(left) > 3:
        return (x, y) if joined(x) == joined(y) else None
    for order in permutations(right):
        pairs = list(zip(left, order, strict=True))
        if all(_are_forms(x, i, y, j, language, strict=strict) for i, j in pairs):
            break
    else:
        return (x, y) if joined(x) == joined(y) else None
    one, two = list(x), list(y)
    for i, j in pairs:
        key = min(x[i].key, y[j].key)
        one[i], two[j] = replace(x[i], key=key), replace(y[j], key=key)
    named = any(_is_name(x[i]) and _is_name(y[j]) for i, j in pairs)
    swapped = strict and language == "ru" and named and len(left) > 1
    return None if swapped else (one, two)


def _are_forms(
    x: Sequence[Word], i: int, y: Sequence[Word], j: int, language: str, *, strict: bool
) -> bool:
    genitive = "des" in {x[i].lead, y[j].lead}
    moved = not strict or genitive or _around(x, i) != _around(y, j)
    return inflected(x[i], y[j], language, moved=moved, strict=strict)


def _without_optional(words: Sequence[Word], others: Sequence[Word]) -> list[Word]:
    """Leave out words the other line lacks and may lack, where it has none of that sort instead."""
    extra = leftover(words, others)
    if any(others[at].text in tables.OPTIONAL for at in leftover(others, words)):
        return list(words)
    owned = {word.key for word in others if word.lead in {"of", "des"}}
    dropped = {
        at
        for at in extra
        if words[at].text in tables.OPTIONAL
        and (words[at].owner or words[at].text not in _USERS)
        and not (
            words[at].kind is Kind.PREPOSITION and owned & {w.key for w in words[at + 1 : at + 2]}
        )
    }
    return [word for at, word in enumerate(words) if at not in dropped]


_USERS = frozenset(["user", "nutzer", "benutzer", "пользователь", "пользователя", "用户"])


def leftover(words: Sequence[Word], others: Sequence[Word]) -> list[int]:
    """Return the places of words the others lack."""
    there = Counter(word.key for word in others)
    found = []
    for at, word in enumerate(words):
        there[word.key] -= 1
        if there[word.key] < 0:
            found.append(at)
    return found


def _around(words: Sequence[Word], at: int) -> tuple[str, str]:
    before = words[at - 1].key if at else ""
    return before, words[at + 1].key if at + 1 < len(words) else ""


def _is_name(word: Word) -> bool:
    return word.kind is Kind.NAME and not is_functional(word)


def _cases_differ(x: Sequence[Word], y: Sequence[Word]) -> bool:
    """Tell whether articles give a word another part: "der Hund", "den Hund"."""
    leads = {word.key: word.lead for word in x}
    subject = {"der", "ein"}
    return any(
        (leads.get(w.key) in subject and w.lead in tables.OBJECT_ARTICLES)
        or (w.lead in subject and leads.get(w.key) in tables.OBJECT_ARTICLES)
        for w in y
    )


# Forms of a word.


def _ends(*pairs: str) -> list[frozenset[str]]:
    return [frozenset(pair.split("/")) for pair in pairs]


_ENGLISH_ENDS = _ends("/s", "/es", "y/ies")
_GERMAN_ENDS = _ends("/s", "/en", "t/en", "e/t", "e/en", "/n", "/es")
_GERMAN_AFTER_E = _ends("/n", "/r", "/s", "/m", "n/r", "n/s", "r/s")
_RUSSIAN_ENDS = _ends(
    "/а/я/о/е/ы/и/у/ю/й/ь/ой/ей/ом/ем/ам/ям/ах/ях/ов/ев/ами/ями",
    "ый/ий/ой/ая/яя/ое/ее/ые/ие/ого/его/ому/ему/ым/им/ых/их/ую/юю/ом/ем",
    "ет/ют/ит/ят/ут/ат",
    "л/ла/ло/ли",
)


def inflected(one: Word, two: Word, language: str, *, moved: bool, strict: bool = True) -> bool:
    """Tell whether two words are forms of one. A name changes its form only with its place."""
    if {one.kind, two.kind} - {Kind.WORD, Kind.NAME}:
        return False
    a, b = one.key, two.key
    size = next(
        (n for n, (c, d) in enumerate(zip(a, b, strict=False)) if c != d), min(len(a), len(b))
    )
    stem, ends = a[:size], {a[size:], b[size:]}
    named = _is_name(one) and _is_name(two)
    if size < 3 or (named and not moved):
        return False
    if language == "ru":
        return any(ends <= allowed for allowed in _RUSSIAN_ENDS[: 1 if named else 4])
    if not strict and ends in _ends("/in", "/innen"):
        return language == "de"
    if named and strict:
        return ends == {"", "s"} and language == "de"
    if ends in _ENGLISH_ENDS:
        return True
    if language != "de" or (stem.endswith("t") and "" in ends):
        return False
    return ends in _GERMAN_ENDS or (stem.endswith("e") and ends in _GERMAN_AFTER_E)


# Order.


def chunks(
    words: Sequence[Word], language: str
) -> tuple[tuple[str, ...], Counter[tuple[str, ...]]]:
    """Part words into those whose order counts and those that may move: times, "in the cellar"."""
    fixed: list[str] = []
    movable: list[tuple[str, ...]] = []
    at = 0
    while at < len(words):
        end = _chunk_end(words, at, language)
        if end > at:
            movable.append(tuple(word.key for word in words[at:end]))
        elif language == "de" and _is_german_verb(words[at]):  # stands second, or first
            movable.append((words[at].key,))
        else:
            fixed.append(words[at].key)
        at = max(end, at + 1)
    return tuple(fixed), Counter(movable)


def _is_german_verb(word: Word) -> bool:
    return word.key[0] == "#" or (word.kind is Kind.WORD and word.text in verbs.VERBS)


def _chunk_end(words: Sequence[Word], at: int, language: str) -> int:
    """Return where the movable words that start at a place end; the place itself if none."""
    word = words[at]
    if word.kind in TIMES or word.text in tables.MOVABLE:
        return at + 1
    if word.kind is not Kind.PREPOSITION or at + 1 == len(words):
        return at
    end = at + 1
    if words[end].kind in TIMES or words[end].kind is Kind.UNIT:
        return end + 1
    if language in {"ru", "zh"}:
        return end + 1 + (end + 1 < len(words) and words[end + 1].kind is Kind.NUMBER)
    while end < len(words) and words[end].kind in {Kind.WORD, Kind.NAME, Kind.NUMBER, Kind.UNIT}:
        stops = words[end].lead and words[end].lead != "of" and end > at + 1
        stops = stops or words[end].text in _SUBJECTS
        if stops or words[end].text in verbs.VERBS:
            break
        end += 1
    return max(end, at + 2)


_SUBJECTS = frozenset(
    ["i", "we", "you", "they", "he", "she", "it", "ich", "wir", "er", "sie", "es"]
)
_CASED = re.compile(r"\w{2,}(?:у|ю|ой|ей|ом|ем|ам|ям|ами|ями|ах|ях|ет|ют|ит|ят|ут|ат|ла|ли|ло)")


def _moved(x: Sequence[Word], y: Sequence[Word]) -> bool:
    """Tell whether Russian words, all in the same form, only stand elsewhere.

    Their endings say what they are; those that leave it open keep their order.
    """
    if sorted(word.text for word in x) != sorted(word.text for word in y):
        return False
    plain = [[w for w in words if not _CASED.fullmatch(w.text)] for words in (x, y)]
    return chunks(plain[0], "ru") == chunks(plain[1], "ru")
