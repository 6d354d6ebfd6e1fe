"""Find the verb of a line, where it has one, and tell nouns that name an attribute. Pure."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from lamina.layers.claims import things, verbs
from lamina.layers.claims import words as tables
from lamina.layers.claims.tokens import TIMES, TYPED, Kind, Word
from lamina.layers.claims.words import word_set

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lamina.layers.claims.reader import Text


def find_verb(words: Sequence[Word], language: str) -> tuple[int, int, str] | None:
    """Return start, end and class of the verb that parts topic and value."""
    best: tuple[int, int, int, str] | None = None
    for at in range(len(words)):
        found = _verb_at(words, at, language)
        if found is None:
            continue
        end, verb, rank = found
        if best is None or rank < best[0]:
            best = (rank, at, end, verb)
        if rank == 0:
            break
    return best[1:] if best else None


def _verb_at(words: Sequence[Word], at: int, language: str) -> tuple[int, str, int] | None:
    """Return end, class and rank of the verb at a place; the lowest rank is taken first."""
    word = words[at]
    if word.kind is Kind.MARK:
        if word.text == ":" and 0 < at < 8 and at + 1 < len(words):
            return at + 1, "be", 0
        if word.text == "now":
            return (at + 1, "be", 3) if 0 < at < len(words) - 1 else None
        if word.text == "—" and 0 < at < 8 and at + 1 < len(words):
            return at + 1, "be", 0 if language == "ru" else 2
        return None
    for size in range(min(4, len(words) - at), 0, -1):
        part = words[at : at + size]
        verb = verbs.VERBS.get(" ".join(w.text for w in part))
        if verb and _is_verb(words, at, size, language):
            return at + size, verb, _rank(word, verb, size, language)
    return None


def _rank(word: Word, verb: str, size: int, language: str) -> int:
    if language != "zh":
        return 2 if size == 1 and word.text in _BASE_FORMS else 0
    if verb in {"be", "change", "name", "price"} and word.text not in {"在", "为", "叫", "卖"}:
        return 0
    return 1 if len(word.text) > 1 else 2


_SUBJECTS = word_set("i we you they ich wir sie я мы они")
_OWNERS = word_set("my our your his her their its mein meine unser unsere ihr ihre sein seine")
_BASE_FORMS = word_set("""
    cost live reside work run start open close end need pay use prefer like love hate know speak
    have want visit
""")


def _is_verb(words: Sequence[Word], at: int, size: int, language: str) -> bool:
    """Tell a verb from a noun that is spelt like it."""
    word = words[at]
    if language in {"ru", "zh"} and word.text.isascii() and word.kind is not Kind.SIGN:
        return False
    if language == "zh":
        return not word.owner or verbs.VERBS[word.text] == "be"
    if word.kind is Kind.SIGN:
        return True
    before = words[at - 1] if at else None
    after = words[at + size] if at + size < len(words) else None
    if (word.kind is Kind.NAME and at > 0) or word.lead:
        return False
    if before and (before.owner or before.text in _OWNERS):
        return False
    if size == 1 and after and verbs.VERBS.get(after.text) == "be" and word.text != "это":
        return False
    if size == 1 and word.text in _BASE_FORMS and language == "en":
        plural = before and (before.text in _SUBJECTS or before.text.endswith("s"))
        return at == 0 or bool(plural)
    return True


def first_clause(words: list[Word], line: Text) -> tuple[list[Word], bool]:
    """Cut off what comes after the first sentence, in brackets, or with a further verb."""
    places = [at for at in range(len(words)) if _verb_at(words, at, line.language)]
    for at, word in enumerate(words[:-1]):
        if at == 0 or not places or places[0] >= at:
            continue
        after = words[at + 1]
        more = word.text == "," and (
            line.language == "zh"
            or after.text in tables.SAYS_MORE | tables.UNSURE
            or places[-1] > at
        )
        ends = word.text in {"(", ";", "!"} or (
            word.text == "." and _is_end(words[at - 1], after, line.text)
        )
        if (word.kind is Kind.MARK and (ends or more)) or word.text in tables.SAYS_MORE:
            return words[:at], False
    return words, True


def _is_end(before: Word, after: Word, text: str) -> bool:
    """Tell a full stop from the point of an abbreviation."""
    short = len(before.text) < 4 and before.kind is Kind.NAME
    gap = text[before.end + 1 : after.start + 1]
    return (
        not short
        and bool(re.match(r"\s+[^\W\d_]|[\u3400-\u9fff]", gap))
        and (text[after.start].isupper() or "\u3400" <= text[after.start] <= "\u9fff")
    )


_PRESENT = {
    "en": re.compile("[a-z]{2,}[^s]s"),
    "de": re.compile("[a-zäöü]{3,}t"),
    "ru": re.compile("[а-я]{3,}(?:ет|ит|ют|ут|ят|ат)(?:ся)?"),
}


def unknown_verb(words: list[Word], language: str) -> tuple[int, int, str] | None:
    """Find a verb by its ending and by the hour or the amount after it: "locks at 22:00"."""
    pattern = _PRESENT.get(language)
    for at, word in enumerate(words[1:-1], 1):
        if pattern is None or word.kind is not Kind.WORD or not pattern.fullmatch(word.text):
            continue
        after = words[at + 1 :]
        timed = (
            after[0].text in {"at", "um", "в", "on"}
            and len(after) > 1
            and (after[1].kind in {Kind.TIME, Kind.NUMBER})
        )
        amount = after[0].kind is Kind.NUMBER and len(after) > 1 and after[1].kind is Kind.UNIT
        if timed or amount:
            return at, at + 1, "do"
    return None


_HAPPENED = re.compile(
    r"\w{2,}ed|paid|bought|went|got|sent|sold|met|had|saw|made|took|gave|spent|left|came|ran|ate"
    r"|bezahlt|gekauft|verkauft|überwiesen|\w+iert"
)

_PAST = re.compile("[а-я]{3,}л(?:а|и|о|ся|ась|ись)?")


def _is_past(word: Word) -> bool:
    return bool(_PAST.fullmatch(word.text)) and word.text not in things.NOT_PAST


def without_verb(words: list[Word], language: str) -> tuple[int, int, str] | None:
    """Part a line that ends in a value: "NAS port 8080", "Встреча в пятницу"."""
    if language == "ru" and (found := _without_russian_verb(words)):
        return found
    state = words[-1] if language in {"ru", "zh"} and len(words) > 1 else None
    if state and things.CLASSES.get(state.text, frozenset()) & {
        "on",
        "open",
        "free",
        "full",
        "allowed",
        "paid",
    }:
        return len(words) - 1, len(words) - 1, "be"
    at = len(words)
    while at and (words[at - 1].kind in TYPED or words[at - 1].kind is Kind.PREPOSITION):
        at -= 1
    if not 0 < at < len(words) or any(map(_is_past, words[:at])):
        return None
    if any(word.kind is Kind.MARK for word in words[:at]) or _HAPPENED.fullmatch(words[0].text):
        return None
    if any(word.text in {"了", "过", "昨天", "今天", "上周", "上周末"} for word in words):
        return None
    named = any(is_functional(word) for word in words[:at])
    kinds = {word.kind for word in words[at:]}
    money = any(word.key in things.MONEY | {"year"} for word in words[at:])
    dated = kinds <= {Kind.DATE, Kind.TIME, Kind.PREPOSITION} and Kind.DATE in kinds
    timed = language in {"ru", "zh"} and kinds <= TIMES | {Kind.PREPOSITION}
    return (at, at, "be") if named or timed or money or (dated and at < 4) else None


_RUSSIAN_PLACES = frozenset(["в", "на", "у", "под", "над", "за"])

_LOCATIVE = re.compile("[а-я]{2,}(?:е|и|ой|ом|ем|ах|ях)")

_RUSSIAN_VERB = re.compile("[а-я]{2,}(?:ет|ит|ут|ют|ат|ят|ть|ем|им)")


def _without_russian_verb(words: list[Word]) -> tuple[int, int, str] | None:
    """Part "Ключи в ящике" and "В квартире 4 комнаты"."""
    for at, word in enumerate(words[1:], 1):
        if is_participle(word):
            return at, at, "be"
    places = [at for at, word in enumerate(words) if word.key in _RUSSIAN_PLACES]
    if not places or len(words) < 3 or any(word.kind is Kind.MARK for word in words[:-1]):
        return None
    at = places[-1]
    if at == 0 and words[2].kind is Kind.NUMBER:
        return 2, 2, "have"
    if not 0 < at < min(5, len(words) - 1) or any(
        _is_past(word) or _RUSSIAN_VERB.fullmatch(word.text) for word in words[:at]
    ):
        return None
    return (
        (at, at, "be") if words[at].key == "у" or _LOCATIVE.fullmatch(words[at + 1].text) else None
    )


_PARTICIPLE = re.compile("[а-я]{2,}(?:ован|исан|лен|жен|щен|чен|шен|рыт|дан|зан|ран)(?:а|о|ы)?")


def is_participle(word: Word) -> bool:
    """Tell whether a Russian word stands for a verb: открыт, написана."""
    return word.kind is Kind.WORD and bool(_PARTICIPLE.fullmatch(word.text))


def is_job(word: Word) -> bool:
    """Tell whether a word is of what people do: "the accountant is Peter"."""
    known = "job" in things.CLASSES.get(word.text, ())
    return known or bool(re.fullmatch(things.JOB, word.text))


_RUSSIAN_END = re.compile("(?:ами|ями|ом|ем|ой|ей|ам|ям|ах|ях|ов|[аеиоуыюяйь])$")

_RUSSIAN_STEMS = frozenset(_RUSSIAN_END.sub("", w) for w in things.FUNCTIONAL if w[0] >= "а")


@lru_cache(4096)
def is_functional(word: Word) -> bool:
    """Tell whether a word names an attribute of one value, in German and Chinese by its end."""
    text = word.text
    if word.kind not in {Kind.WORD, Kind.NAME} or len(text) > 60:
        return False
    if word.key in things.FUNCTIONAL or text.startswith(things.FAVOURITE):
        return True
    if "а" <= text[0] <= "я":
        return len(text) > 3 and _RUSSIAN_END.sub("", text) in _RUSSIAN_STEMS
    if "\u3400" <= text[0] <= "\u9fff":
        return len(text) > 1 and text[-1] in things.ZH_ATTRIBUTE
    ends = (text[at:] for at in range(3, len(text) - 3))
    return any(
        things.ALIASES.get(end, end) in things.FUNCTIONAL
        and end not in {"mann", "frau", "phone", "model"}
        for end in ends
    )
