"""Tokens: estimate what a text costs a model, cut Markdown to a budget. Pure.

A tokenizer first cuts a text at spaces, digits, marks and case, then looks at the letters of each
piece. The cutting is done here the same way; what a piece costs is estimated from its pairs of
letters (Latin, Cyrillic) or from its characters (other scripts). The coefficients are fitted to
o200k_base: ``benchmarks/tokens.py --fit`` prints them.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import cache
from operator import itemgetter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

# Where a kind of character begins. "mark" and "emoji" are no letters.
_KINDS = (
    (0x0000, "mark"), (0x0030, "digit"), (0x003A, "mark"), (0x0041, "latin"), (0x005B, "mark"),
    (0x0061, "latin"), (0x007B, "mark"), (0x00C0, "latin"), (0x00D7, "mark"), (0x00D8, "latin"),
    (0x00F7, "mark"), (0x00F8, "latin"), (0x0370, "greek"), (0x0400, "cyrillic"),
    (0x0530, "armenian"), (0x0590, "hebrew"), (0x0600, "arabic"), (0x0700, "other"),
    (0x0900, "devanagari"), (0x0980, "bengali"), (0x0A00, "indic"), (0x0B80, "tamil"), (0x0C00, "telugu"), (0x0C80, "kannada"), (0x0D00, "malayalam"), (0x0D80,"indic"), (0x0E00, "thai"), (0x0E80, "other"),
    (0x1000, "myanmar"), (0x10A0, "georgian"), (0x1100, "other"),(0x1780,"khmer"),(0x1800,"other"), (0x1E00, "latin"),
    (0x1F00, "greek"), (0x2000, "mark"), (0x2C00, "other"), (0x2E00, "mark"), (0x3005, "han"),
    (0x3008, "mark"), (0x3041, "hiragana"), (0x30A0, "katakana"), (0x30FB, "mark"),
    (0x30FC, "katakana"), (0x3100, "other"), (0x3130, "hangul"), (0x3190, "mark"),
    (0x31F0, "katakana"), (0x3200, "mark"), (0x3400, "han"), (0xA000, "other"),
    (0xAC00, "hangul"), (0xD7B0, "mark"), (0xF900, "han"), (0xFB00, "other"), (0xFE00, "mark"),
    (0xFE70, "other"), (0xFEFF, "mark"), (0xFF66, "katakana"), (0xFFA0, "hangul"),
    (0xFFE0, "mark"), (0x10000, "other"), (0x1F000, "emoji"), (0x20000, "han"),
    (0xE0000, "mark"), (0x110000, ""),
)  # fmt: skip
_STARTS = [start for start, _ in _KINDS]
_HOT = frozenset("")
_UPPER = "A-ZÀ-ÖØ-ÞЀ-Я"
_LOWER = "a-zß-öø-\u036fа-ԯḀ-ỿ"


@cache
def _piece() -> re.Pattern[str]:
    # Letters are taken 64 at a time: a piece stays small whatever the text is.
    other = "".join(
        f"{chr(start)}-{chr(end - 1)}"
        for (start, kind), (end, _) in zip(_KINDS, _KINDS[1:], strict=False)
        if kind not in {"mark", "emoji", "digit", "latin", "cyrillic"}
    )
    word = f"0-9{_UPPER}{_LOWER}{other}"
    return re.compile(
        rf"[^\r\n{word}]?"
        rf"(?:[{_UPPER}]{{0,64}}[{_LOWER}]{{1,64}}(?:'(?:s|t|re|ve|m|ll|d))?"
        rf"|[{_UPPER}]{{1,64}}|[{other}]{{1,64}})"
        rf"|[0-9]{{1,3}}| ?[^\s{word}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+"
    )


class _Kinds(dict[str, str]):
    def __missing__(self, char: str) -> str:
        kind = _KINDS[bisect_right(_STARTS, ord(char)) - 1][1]
        if kind == "han":
            kind = _han(char)
        self[char] = kind
        return kind


def _han(char: str) -> str:
    """Say how common a character is: the old charsets put what is used often first."""
    if char in _HOT:
        return "han hot"
    for charset, rare in (("gb2312", 0xD8), ("big5", 0xC9), ("shift_jis", 0x98)):
        try:
            if char.encode(charset)[0] < rare:
                return f"han {charset}"
        except UnicodeEncodeError:
            continue
    return "han rare"


_kind = _Kinds()
_LETTERS = frozenset({k for _, k in _KINDS} - {"mark", "emoji", "digit", ""}) | {"han hot","han gb2312","han big5","han shift_jis","han rare"}
_FOLD = re.compile("[^a-zа-я]")

def parts(piece: str) -> list[str]:
    """Name the coefficients whose sum is what a piece costs."""
    first = piece[0]
    body = piece if _kind[first] in _LETTERS else piece[1:]
    kind = _kind[body[0]] if body else "mark"
    if kind == "digit":
        return []
    if kind not in _LETTERS:
        return _mark_parts(piece)
    before = "" if body is piece else " " if first == " " else "."
    if kind not in ("latin","cyrillic"):
        return ["^" + kind[:3], "." if before == "." else "", *map(_kind.__getitem__, body)]
    names = [kind + before]
    stem, quote, _ = body.partition("'")
    if quote: names.append("'")
    if not stem.islower():
        names += [kind+" A"]*(stem[0].isupper()) + [kind+" AA"] * sum(map(str.isupper,stem[1:]))
    letters = _FOLD.sub("·" if kind == "latin" else "•", stem.lower())
    names += map("".join,zip(letters, letters[1:]))
    return names


def _mark_parts(piece: str) -> list[str]:
    names = []
    previous = ""
    for char in piece.strip().replace("\r\n", "\n") or piece.replace("\r\n","\n"):
        if char == previous:
            names.append("repeat")
        elif char > "\x7f": names.append("sign" if _kind[char]=='mark' else 'emoji')
        elif previous:
            names.append("change")
        previous = char
    return names
