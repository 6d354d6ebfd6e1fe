"""Find what a message names: how much each word looks like one thing, not any of a kind. Pure."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from lamina.recall.cues import OTHER, pattern
from lamina.recall.cues.message import lowered, places
from lamina.search.words import query_terms, terms

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

NAME, COMMON, BARE, KIND = 2.2, 1.6, 1.0, 0.6  # from a name to a word for any thing of a kind
_PART = 0.8  # share of it where one word of a longer name is said
_STEM = 5  # letters with which a compound has to begin: Küche, Küchenumbau
_ENDING = 2  # letters a Cyrillic name may lose with its case
_LONGEST = 100  # characters of a name

_TOKEN = r"\w+(?:[._@/'-]\w+)*"  # noqa: S105
_CODE = r"[\d_@/]|\w\.\w|[a-zа-я][A-ZА-Я]|^[A-ZА-Я]{2,}$"
_DEFINITE = (
    r"(?:the|our|my|that|this|for|from|about|with|to|dem|den|der|die|das|des|vom|beim|zum|zur|im|am"
    r"|unser\w*|mein\w*|diese\w*)$"
)
_INDEFINITE = r"(?:an?|some|any|eine?[nmrs]?)$"


class Terms:
    """The terms of a text, each with a weight, found by name terms that are alike."""

    def __init__(self, weights: dict[str, float]) -> None:
        self._known = dict(weights)
        for term, weight in weights.items():
            least = 3 if _is_cyrillic(term) else _STEM
            for size in range(least, len(term)):
                start = term[:size]
                self._known[start] = max(self._known.get(start, 0.0), weight)

    def weight(self, term: str) -> float:
        """Return what a term weighs that is said, as itself or as the beginning of another word."""
        if found := self._known.get(term):
            return found
        if _is_cyrillic(term):  # a name may keep an ending that a form of it lost
            shorter = (term[:-cut] for cut in range(1, _ENDING + 1) if len(term) - cut > 2)
            return next((self._known[one] for one in shorter if one in self._known), 0.0)
        return 0.0


def _is_cyrillic(term: str) -> bool:
    return "а" <= term[0] <= "я"


def terms_of(text: str) -> Terms:
    """Return the terms of a text, all alike."""
    return Terms(dict.fromkeys(terms(text), 1.0))


def said_in(text: str, languages: Sequence[str]) -> Terms:
    """Return the terms of a message, weighed by how much they look like the name of one thing."""
    weights: dict[str, float] = {}
    for start, end in places(text):
        before = ""
        for token in re.finditer(_TOKEN, text[start:end]):
            weight = _likeness(token[0], before, languages)
            for term in terms(token[0]):
                weights[term] = max(weights.get(term, 0.0), weight)
            before = token[0].lower()
    return Terms(weights)


def _likeness(word: str, before: str, languages: Sequence[str]) -> float:
    lower = lowered(word)
    if not before and "en" in languages and pattern("en", "orders", lower).fullmatch(lower):
        return 0.0
    if _is_kind(lower, languages) or (word > "\u2e80" and len(word) == 1):
        return KIND
    if re.search(_CODE, word):
        return NAME
    if word > "\u2e80":
        return COMMON
    if re.match(_INDEFINITE, before):
        return KIND
    if word[0].isupper() and before:  # every German noun has a capital, names have no article
        plain = "de" in languages and re.match(_DEFINITE, before) and not word.endswith("s")
        return COMMON if plain else NAME
    foreign = word.isascii() and not {"en", "de", OTHER} & set(languages)
    return COMMON if foreign or word[0].isupper() or re.match(_DEFINITE, before) else BARE


def _is_kind(word: str, languages: Sequence[str]) -> bool:
    return any(pattern(one, "kind", word).fullmatch(word) for one in {*languages, OTHER})


def is_indefinite(text: str, end: int) -> bool:
    """Tell whether the last word before a place says that any thing of a kind is meant."""
    return bool(re.search(rf"(?<!\w){_INDEFINITE}", text[max(0, end - 7) : end].rstrip()))


def weigh(name: str, said: Terms, languages: Sequence[str]) -> tuple[float, tuple[str, ...]]:
    """Return how surely a message means a name, 0 where it does not, and by which terms."""
    wanted = name_terms(name)
    hit = tuple(term for term in wanted if said.weight(term))
    if not hit:
        return 0.0, ()
    weight = max(said.weight(term) for term in hit)
    if "a" <= name[:1] <= "z":  # an identifier: names of things begin with a capital
        weight = max(weight, COMMON)
    weight *= 1.0 if len(hit) == len(wanted) else _PART
    return (min(weight, KIND) if _is_kind(name.lower(), languages) else weight), hit


@lru_cache(1 << 13)
def name_terms(name: str) -> tuple[str, ...]:
    """Return the terms of a name."""
    return tuple(term.text for term in query_terms(name[:_LONGEST]))


def mentioned(text: str, names: Iterable[str]) -> tuple[str, ...]:
    """Return the terms of names that a text has."""
    said = terms_of(text)
    return tuple(term for name in names for term in name_terms(name) if said.weight(term))
