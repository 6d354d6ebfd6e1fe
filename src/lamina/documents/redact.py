"""Find secrets in text and put placeholders in their place: no text is written without this.

A secret is known by its shape (a provider's prefix), by its frame (a PEM block, a URL, a header)
or by the word before it (password, Passwort, пароль, 密码). In the last case the value has to look
like one too, since a placeholder in place of a word spoils a note for ever: plain letters pass only
when quoted or set in an environment file. Templates (<your-token>, ${VAR}) and the samples of
documentation (AKIAIOSFODNN7EXAMPLE) are no secrets.

One pass over the lower-cased text finds the places where any rule may start. Rules are tried only
there and all their repetitions are bounded, so the time grows with the length of the text alone.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass
from functools import cache
from operator import attrgetter
from typing import TYPE_CHECKING

from lamina.documents.secret_rules import RULES
from lamina.documents.secret_values import regex

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

KINDS: tuple[str, ...] = tuple(dict.fromkeys(rule.kind for rule in RULES))


@dataclass(frozen=True, slots=True)
class Secret:
    """One secret: its kind and the character offsets of exactly the part to be replaced."""

    kind: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Redacted:
    """A text without its secrets; their offsets are those in the text before."""

    text: str
    secrets: tuple[Secret, ...]


def find_secrets(text: str) -> tuple[Secret, ...]:
    """Return the secrets in a text, sorted, none overlapping another."""
    secrets: list[Secret] = []
    for _ in range(_ROUNDS):
        more = _found(_replaced(text, secrets))
        if not more:
            break
        secrets = sorted(
            [*secrets, *(_moved(secret, secrets) for secret in more)], key=attrgetter("start")
        )
    return tuple(secrets)


def redact(text: str) -> Redacted:
    """Replace each secret by [redacted:kind]; a placeholder is never found again."""
    secrets = find_secrets(text)
    return Redacted(_replaced(text, secrets), secrets)


# Looking for them.

_ROUNDS = 5  # a placeholder may set free what a secret beside it had hidden


def _replaced(text: str, secrets: Sequence[Secret]) -> str:
    parts: list[str] = []
    at = 0
    for secret in secrets:
        parts += (text[at : secret.start], _placeholder(secret))
        at = secret.end
    return "".join(parts) + text[at:]


def _placeholder(secret: Secret) -> str:
    return f"[redacted:{secret.kind}]"


def _moved(secret: Secret, replaced: list[Secret]) -> Secret:
    """Return a secret, found among placeholders, with its offsets in the text before them."""
    shift = 0
    for other in replaced:
        if other.start - shift >= secret.start:
            break
        shift += other.end - other.start - len(_placeholder(other))
    return Secret(secret.kind, secret.start + shift, secret.end + shift)


def _found(text: str) -> list[Secret]:
    """Return the secrets that can be seen in one look, sorted, none overlapping another."""
    found: list[tuple[int, int, int]] = []
    for start, end, rank in sorted(_hits(text)):
        if found and start < found[-1][1]:  # seen by two rules: all of it goes, the first names it
            first, last, named = found[-1]
            found[-1] = (first, max(end, last), min(rank, named))
        else:
            found.append((start, end, rank))
    return [Secret(RULES[rank].kind, start, end) for start, end, rank in found]


def _hits(text: str) -> Iterator[tuple[int, int, int]]:
    """Yield start, end and rule of every secret, in no order, overlapping."""
    taken: list[tuple[int, int]] = []
    if "[redacted:" in text:
        taken = [match.span() for match in regex(r"\[redacted:[a-z0-9-]+\]").finditer(text)]
    for rank, match in _matches(text):
        at = bisect_right(taken, (match.end(), 0)) - 1
        if at >= 0 and taken[at][1] > match.start():
            continue
        for start, end in _spans(match):
            if start < end and RULES[rank].check(text[start:end], match):
                yield start, end, rank


def _matches(text: str) -> Iterator[tuple[int, re.Match[str]]]:
    """Yield every match of every rule, tried only where one of its starts stands."""
    low = text.lower()
    if len(low) != len(text):  # İ becomes two characters
        low = "".join(c.lower() if len(c.lower()) == 1 else c for c in text)
    finder, ranks = _finder()
    for rank in ranks[""]:
        yield from ((rank, match) for match in regex(RULES[rank].pattern).finditer(text))
    found = finder.search(low)
    while found:
        for rank in ranks[found[0]]:
            at = max(0, found.start() - RULES[rank].back)
            if match := regex(RULES[rank].pattern).match(text, at):
                yield rank, match
        found = finder.search(low, found.start() + 1)


def _spans(match: re.Match[str]) -> Iterator[tuple[int, int]]:
    """Yield the part of a match that would be the secret, or the cells of a column of a table."""
    groups, text = match.groupdict(), match.string
    line = text.rfind("\n", 0, match.start()) + 1
    in_table = text[line : line + 20].lstrip(" \t>").startswith("|")
    if "below" in groups:
        yield from _column(text, line, match)
    elif in_table or not groups.get("cell"):
        start, end = match.span("secret")
        if groups.get("q") is None:  # the marks of the sentence are no part of it
            end = start + len(match["secret"].rstrip(" \t\r\n.,:;)]}*\"'"))
        yield start, end


def _column(text: str, line: int, header: re.Match[str]) -> Iterator[tuple[int, int]]:
    column = text.count("|", line, header.start())
    before = text.rfind("\n", 0, max(0, line - 1)) + 1
    at = header.end()
    if text[before:line].lstrip(" \t>").startswith("|"):  # a row, no header
        return
    while text[at : at + 20].lstrip(" \t>").startswith("|"):
        end = text.find("\n", at) + 1 or len(text)
        cells = text[at:end].split("|")
        if column < len(cells) - 1:
            value = cells[column].strip(" \t`*")
            start = at + sum(len(cell) + 1 for cell in cells[:column]) + cells[column].find(value)
            yield start, start + len(value)
        at = end


@cache
def _finder() -> tuple[re.Pattern[str], dict[str, tuple[int, ...]]]:
    """Return the pattern of all starts, and the rules that may begin at each of them."""
    starts = [
        (start.replace("·", " "), rank)
        for rank, rule in enumerate(RULES)
        for start in rule.starts.split()
    ]
    ranks = {
        found: tuple(dict.fromkeys(rank for start, rank in starts if found.startswith(start)))
        for found, _ in starts
    }
    anywhere = tuple(rank for rank, rule in enumerate(RULES) if not rule.starts)
    return re.compile(_branches(sorted(ranks))), {**ranks, "": anywhere}


def _branches(words: list[str]) -> str:
    """Write words as a tree of alternatives, which is tried much faster than a list of them."""
    heads: dict[str, list[str]] = {}
    for word in words:
        heads.setdefault(word[:1], []).append(word[1:])
    ends = heads.pop("", None) is not None
    parts = [re.escape(head) + _branches(tails) for head, tails in heads.items()]
    return f"(?:{'|'.join(parts)}){'?' if ends else ''}" if parts else ""
