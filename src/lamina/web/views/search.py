"""Search: hits with what was found in them marked, and why each stands where it stands."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from lamina.search.answers import Answer, Hit

# The layers somebody may want to keep to.
LAYERS = ("memory", "active", "daily", "subject", "project", "agent", "topic", "knowledge")
ROLES = ("owner", "agent", "system", "untrusted")  # who wrote a line
LANGUAGES = ("en", "de", "ru", "zh")
SHOWN = 20  # hits
LOOKED = 200  # hits among which those by a role or in a language are looked for
_SHORTEST = 3  # letters of a word that is marked by its beginning


@dataclass(frozen=True, slots=True)
class Part:
    """A piece of a line, marked where a word of the question begins there."""

    text: str
    marked: bool


@dataclass(frozen=True, slots=True)
class Reason:
    """A part of a score."""

    name: str
    value: float
    wide: float  # of 100


@dataclass(frozen=True, slots=True)
class Shown:
    """A hit."""

    hit: Hit
    parts: tuple[Part, ...]
    reasons: tuple[Reason, ...]


@dataclass(frozen=True, slots=True)
class Results:
    """What was found."""

    hits: tuple[Shown, ...]
    status: str
    mode: str
    notes: tuple[str, ...]
    span: str


def results(
    answer: Answer, roles: Collection[str] = (), languages: Collection[str] = ()
) -> Results:
    """Return an answer as it is shown: by these roles, in these languages; none named: any."""
    words = [term.casefold() for term in answer.terms or answer.query.split()]
    top = max((value for hit in answer.hits for value in hit.parts.values()), default=0.0) or 1.0
    hits = tuple(
        Shown(hit, tuple(marked(hit.snippet, words)), _reasons(hit, top))
        for hit in answer.hits
        if (not roles or hit.origin.partition(":")[0] in roles)
        and (not languages or hit.language in languages)
    )[:SHOWN]
    status = answer.status.value if hits or not answer.hits else "nothing"
    span = " ".join(str(day) for day in (answer.span.as_dict() if answer.span else {}).values())
    return Results(hits, status, answer.mode, answer.notes, span)


def _reasons(hit: Hit, top: float) -> tuple[Reason, ...]:
    ordered = sorted(hit.parts.items(), key=lambda one: -one[1])
    return tuple(
        Reason(name, round(value, 3), round(100 * value / top, 1))
        for name, value in ordered
        if value > 0
    )


def marked(text: str, words: Iterable[str]) -> list[Part]:
    """Return a line in pieces; a piece is marked where a word of the question is, or begins."""
    wanted = sorted({re.escape(word) for word in words if len(word) > 1}, key=len, reverse=True)
    if not wanted:
        return [Part(text, marked=False)]
    found = []
    at = 0
    for match in re.finditer("|".join(map(_pattern, wanted)), text, re.IGNORECASE):
        if match.start() > at:
            found.append(Part(text[at : match.start()], marked=False))
        if match[0]:
            found.append(Part(match[0], marked=True))
        at = match.end()
    return [*found, Part(text[at:], marked=False)] if at < len(text) else found


def _pattern(word: str) -> str:
    if not word[0].isascii() and not word[0].isalpha():
        return word
    east = any("\u3040" <= letter <= "\u9fff" for letter in word)
    begins = rf"(?<!\w){word}"
    return word if east else begins + (r"\w*" if len(word) > _SHORTEST else r"(?!\w)")
