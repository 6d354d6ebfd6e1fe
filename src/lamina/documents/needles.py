"""Find words in a text whatever their case, spelling and markup, and say where they stand. Pure.

A text is read as tokens: words, case-folded and normalised; in scripts that put no space between
words each character is one. Words are found where their tokens follow each other, so whole words
match ("Anna" is not in "Annabel") and what stands between does not matter ("**Anna** Schmidt").
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import TYPE_CHECKING, NamedTuple

from lamina.documents.comments import without_marks

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

FEW = 4  # tokens: a line of fewer may stand inside others by chance, and is looked for as a whole
# Thai, Lao, Burmese, Khmer, Kana, Han; and Hangul, where endings grow on.
_WIDE = (
    "\u0e01-\u0e46\u0e81-\u0ec6\u1000-\u109d\u1100-\u11ff\u1780-\u17d3\u3005-\u3007\u3021-\u3029"
    "\u3031-\u3035\u3041-\u3096\u309d-\u30fa\u30fc-\u318e\u31a0-\u31ff\u3400-\u4dbf\u4e00-\u9fff"
    "\ua960-\ua97c\uac00-\ud7fb\uf900-\ufaff\uff66-\uff9f\U00020000-\U0003ffff"
)
_PLAIN = re.compile(r"[a-z0-9]+")
_STARTS = re.compile(r"\s*(?:[-*+]\s|\d{1,9}[.)]\s|#{1,6}(?:\s|$)|\||<!--)")
_LEAD = re.compile(
    r"^[\s>]*(?:(?:[-*+]|\d{1,9}[.)])\s+)?(?:\[[ xX]\]\s+)?"
    r"(?:\d{1,2}:\d{2}\s+(?:[-–—]\s+)?)?"
)
_SOURCE = re.compile(
    r"(?:(?<!\s)\s+)?(?:\([^()\s]+\.md(?:#L\d+(?:-L\d+)?)?\)\s*$|\[memory/[^\[\]]+\]\s*$"
    r"|(?:→|->)\s*(?:(?!->)[^\s→])+\s*$)"
)


class Token(NamedTuple):
    """A token and where in the text the word stands that it comes from."""

    text: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Needle:
    """Tokens to look for; ``whole``: only a line that says this and nothing else."""

    words: tuple[str, ...]
    whole: bool = False

    @classmethod
    def of(cls, text: str) -> Needle:
        """Return what finds these words wherever they stand."""
        return cls(tuple(tokens(text)))

    @classmethod
    def line(cls, text: str) -> Needle:
        """Return what finds a line that says the same; a short one is no part of another."""
        said = tuple(tokens(bare(text)))
        return cls(said) if len(said) >= FEW else cls(saying(text) if said else (), whole=True)


def tokens(text: str) -> list[str]:
    """Return the tokens of a text in order."""
    if text.isascii():
        return _PLAIN.findall(text.lower())
    return [token.text for token in located(text)]


def located(text: str) -> list[Token]:
    """Return the tokens of a text in order, with where they stand."""
    if text.isascii():
        return [Token(m[0], m.start(), m.end()) for m in _PLAIN.finditer(text.lower())]
    return [
        Token(part, match.start(), match.end())
        for match in _words().finditer(text)
        for part in _folded(match[0])
    ]


def fold(text: str) -> str:
    """Return a text as tokens are compared: normalised, case-folded, without what is not seen."""
    if text.isascii():
        return text.lower()
    text = _unseen().sub("", unicodedata.normalize("NFKC", text))
    return unicodedata.normalize("NFKC", text.casefold())


def bare(line: str) -> str:
    """Return what a line says: without bullet, time, comments, source and link behind it."""
    said = without_marks(line)
    return _SOURCE.sub("", _LEAD.sub("", said, count=1)).strip()


def saying(line: str) -> tuple[str, ...]:
    """Return what a line says as tokens; a heading is not the same as a line of its words."""
    said = bare(line)
    return (*(("#",) if said.startswith("#") else ()), *tokens(said))


def found(
    lines: Sequence[str], needles: Sequence[Needle], *, strict: bool = True
) -> dict[int, list[tuple[int, int]]]:
    """Return which lines (from 0) hold one of the needles, and where in the line (start, end).

    Words may go on in the next line of a paragraph or item. Without ``strict`` a short line counts
    wherever it stands, as is right for lines that were made from others.
    """
    hits: dict[int, list[tuple[int, int]]] = {}
    text = fold("".join(lines))
    near = [n for n in needles if n.words and all(word in text for word in n.words)]
    if not near:
        return hits
    for run in _runs(lines):
        text = fold("".join(lines[n] for n in run))
        if not any(all(word in text for word in needle.words) for needle in near):
            continue
        held = [(number, token) for number in run for token in located(lines[number])]
        said = [token.text for _, token in held]
        for needle in near:
            if needle.whole and strict:
                if saying("".join(lines[n] for n in run)) != needle.words:
                    continue
                for number in run:
                    hits.setdefault(number, []).append((0, len(lines[number].rstrip("\r\n"))))
                continue
            for at in _places(said, needle.words):
                for number, token in held[at : at + len(needle.words)]:
                    hits.setdefault(number, []).append((token.start, token.end))
    return {number: _merged(lines[number], spans) for number, spans in hits.items()}


def replaced(line: str, spans: Sequence[tuple[int, int]], by: str) -> str:
    """Return a line with spans of it replaced."""
    for start, end in reversed(spans):
        line = f"{line[:start]}{by}{line[end:]}"
    return line


def _places(said: Sequence[str], words: tuple[str, ...]) -> Iterator[int]:
    first, size = words[0], len(words)
    for at in range(len(said) - size + 1):
        if said[at] == first and tuple(said[at : at + size]) == words:
            yield at


def _runs(lines: Sequence[str]) -> Iterator[list[int]]:
    """Yield the numbers of lines that belong together: a paragraph, an item, a heading."""
    run: list[int] = []
    for number, line in enumerate(lines):
        new = not line.strip() or _STARTS.match(line)
        if run and (new or lines[run[-1]].lstrip().startswith(("#", "|"))):
            yield run
            run = []
        if line.strip():
            run.append(number)
    if run:
        yield run


def _merged(line: str, spans: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Join spans between which nothing but blanks and marks stand."""
    joined: list[tuple[int, int]] = []
    for start, end in sorted(set(spans)):
        if joined and (start <= joined[-1][1] or not tokens(line[joined[-1][1] : start])):
            joined[-1] = (joined[-1][0], max(end, joined[-1][1]))
        else:
            joined.append((start, end))
    return joined


@lru_cache(1 << 14)
def _folded(word: str) -> tuple[str, ...]:
    return tuple(_words().findall(fold(word)))


@cache
def _words() -> re.Pattern[str]:
    """Compile what finds words; marks belong to the letter before them."""
    marks = _ranges("M", "Cf")
    jamo = "[\u1100-\u11ff\ua960-\ua97c\ud7b0-\ud7fb]+"  # of decomposed Hangul
    return re.compile(f"{jamo}|[{_WIDE}][{marks}]*|(?:[^\\W_{_WIDE}]|[{marks}])+")


@cache
def _unseen() -> re.Pattern[str]:
    return re.compile(f"[{_ranges('Cf')}\ufe00-\ufe0f\U000e0100-\U000e01ef]")


def _ranges(*categories: str) -> str:
    """Return the characters of some categories as ranges of a regular expression."""
    codes = [
        code
        for block in (range(0xAD, 0x20000), range(0xE0000, 0xE0200))
        for code in block
        if unicodedata.category(chr(code)).startswith(categories)
    ]
    parts: list[list[int]] = []
    for code in codes:
        if parts and code == parts[-1][1] + 1:
            parts[-1][1] = code
        else:
            parts.append([code, code])
    return "".join(f"\\U{first:08x}-\\U{last:08x}" for first, last in parts)
