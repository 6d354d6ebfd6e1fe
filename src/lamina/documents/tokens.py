"""Tokens: estimate what a text costs a model. Pure.

A tokenizer first cuts a text at spaces, digits, marks and case, then looks at the letters of each
piece. The cutting is done here the same way; what a piece costs is estimated from its pairs of
letters (Latin, Cyrillic) or from its characters (all else). The coefficients are fitted to
o200k_base: ``benchmarks/tokens.py --fit`` prints them.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import cache
from itertools import pairwise
from operator import itemgetter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

# Where each kind of character begins; "far" letters are those a vocabulary hardly knows.
# fmt: off
_KINDS = (
    (0x0, "mark"), (0x30, "digit"), (0x3A, "mark"), (0x41, "latin"), (0x5B, "mark"),
    (0x61, "latin"), (0x7B, "mark"), (0xC0, "latin"), (0xD7, "mark"), (0xD8, "latin"),
    (0xF7, "mark"), (0xF8, "latin"), (0x370, "greek"), (0x400, "cyrillic"), (0x530, "other"),
    (0x600, "arabic"), (0x700, "far"), (0x900, "other"), (0xE80, "far"), (0x1000, "other"),
    (0x1100, "far"), (0x1780, "other"), (0x1800, "far"), (0x1E00, "latin"),
    (0x1F00, "greek"), (0x2000, "mark"), (0x2C00, "far"), (0x2E00, "mark"), (0x3005, "han"),
    (0x3008, "mark"), (0x3041, "hiragana"),
    (0x30A0, "katakana"), (0x30FB, "mark"), (0x30FC, "katakana"), (0x3100, "far"),
    (0x3130, "hangul"), (0x3190, "mark"), (0x3400, "han"), (0xA000, "far"), (0xAC00, "hangul"),
    (0xD7B0, "mark"), (0xF900, "han"), (0xFB00, "far"), (0xFE00, "mark"), (0xFE70, "far"),
    (0xFEFF, "mark"), (0xFF66, "katakana"), (0xFFA0, "mark"), (0x10000, "far"),
    (0x1F000, "emoji"), (0x20000, "han"), (0xE0000, "mark"), (0x110000, "mark"),
)
# fmt: on
_STARTS = [start for start, _ in _KINDS]
_NO_LETTERS = frozenset({"mark", "emoji", "digit"})
_UPPER = "A-ZÀ-ÖØ-ÞЀ-Я"
_LOWER = "a-zß-öø-\u036fа-ԯḀ-ỿ"
# The letters of the two tables of pairs; the last stands for every other one.
LATIN = "abcdefghijklmnopqrstuvwxyz·"
CYRILLIC = "абвгдежзийклмнопрстуфхцчшщъыьэюя•"

# What a part of a piece costs, in hundredths of a token.
# fmt: off
_COST = {
    "'": 57, "arabic": 34, "change": 61, "cyrillic": 80, "cyrillic ": 40,
    "cyrillic A": 59, "cyrillic AA": 42, "cyrillic.": 131, "east": 55, "east.": 125,
    "emoji": 243, "far": 223, "greek": 37, "han big5": 123, "han gb2312": 104,
    "han hot": 61, "han rare": 242, "han shift_jis": 172, "hangul": 55, "hiragana": 59,
    "katakana": 65, "latin": 35, "latin ": 20, "latin A": 24, "latin AA": 5,
    "latin.": 59, "mark": 107, "other": 44, "repeat": 2, "run": 0,
    "run.": 85,
}
# And a pair of letters, in tenths: a row the first letter, a column the second.
_LATIN_PAIRS = """
    210052041240104200002240068 378729963070592864250457388 257507911810581540500547157
    375316222413163423252103308 331032365583224101024231259 288731091814332672712374044
    546928804412313634342572729 260825653923423431522967536 300112156442300002109172604
    502125467406953924194905209 443323325885848548235941928 349210312942362243231349088
    206609692992163139264714546 391132024034324374003255659 421130152002002030110201067
    365407714870352300213565299 736786459130499732950292324 343313233925222332123433057
    634614524958433355122929289 492624601844454151143803028 313413393870329030115280179
    389008262688695325969905939 367425413561502551048333647 351857647259499049817662098
    454968995947434443138736279 595637499576977719054943369 250510236972100302233850034
"""
_CYRILLIC_PAIRS = """
    342451214523322253383501224447336 490045455444941474314060102084623
    166272254410321021001424449244446 738704146464683442492415144404549
    246303674453122423241007547453858 527005336212323712298423614434786
    753324704407504165484410444482449 263704886447230950924410446044829
    406152630444232854155251284446208 059467454400665120041300314404424
    338296011455430055051203206469314 299094182457933645345039316301309
    266142052471030488323316414135508 173913451414002443050906704321208
    922015242442434343090225224440717 244443415453442009672475947620239
    191562093457022863519369637213939 193612722420521120096030049505725
    300451215466441640922267289411969 344030229053656254238390204445164
    444047443039341490920444444392449 919019449448721459964040041414442
    645114482470015542454454444224343 246440044453129424374444044432447
    748444444436263611699404444464247 644444441444448444474444444004445
    429563254129503493644141454444003 424271892275504295414104654444110
    439099208634807800348486034444568 447974074481994989040644744444444
    107914371847874987041540224442432 490783526999484936444670464444684
    915365463697868698410416634444552
"""
# The Chinese characters used most.
_HOT = frozenset(
    "的一不个用在是有件以了这文上可如数到为下要时行来字能中人使子果后定出他和天会过包"
    "名语所程之于它式其看对也去开令我系命或表统大符作多就将说置选者本被分动面进指器设"
    "当里序家没户新通发起地软而前们谚列参方你好都项接息最安从问想只些点则据配示么小理"
    "自目很信装还应生回并服加标经事务望值三同结制始把内关机入日成输明那但每无相单何任"
    "给两着手认年常话片得次录存间已全由号实查做更换然此变外十该候与备第需口码除工非量"
    "种半重请现改建特写提公模山法处别题心照风样花网万吃显类格端满例空键引意组打见增连"
    "限启节执声化简具故情"
)
# fmt: on


@cache
def piece_pattern() -> re.Pattern[str]:
    """Return the pattern of a piece, compiled where it is first needed: that takes 10 ms."""
    other = "".join(
        f"{chr(start)}-{chr(end - 1)}"
        for (start, kind), (end, _) in pairwise(_KINDS)
        if kind not in _NO_LETTERS | {"latin", "cyrillic"}
    )
    word = f"0-9{_UPPER}{_LOWER}{other}"
    # Letters are taken 64 at a time, so that a piece stays small whatever the text is.
    return re.compile(
        rf"[^\r\n{word}]?"
        rf"(?:[{_UPPER}]{{0,64}}[{_LOWER}]{{1,64}}(?:'(?:s|t|re|ve|m|ll|d))?"
        rf"|[{_UPPER}]{{1,64}}|[{other}]{{1,64}})"
        rf"|[0-9]{{1,3}}| ?[^\s{word}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+"
    )


class _Kinds(dict[str, str]):
    """The kind of each character seen."""

    def __missing__(self, char: str) -> str:
        kind = _KINDS[bisect_right(_STARTS, ord(char)) - 1][1]
        self[char] = kind if kind != "han" else _han(char)
        return self[char]


def _han(char: str) -> str:
    """Tell common from rare: the old charsets put the characters in daily use first."""
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


def pieces(text: str) -> Iterator[str]:
    """Cut a text into the pieces a tokenizer looks at one by one."""
    return map(itemgetter(0), piece_pattern().finditer(text))


def parts(piece: str) -> list[str]:
    """Name the coefficients whose sum is what a piece costs (one token at least)."""
    body = piece[1:] if _kind[piece[0]] in _NO_LETTERS else piece
    kind = _kind[body[0]] if body else "mark"
    if kind == "digit":
        return []
    if kind in _NO_LETTERS:
        return _mark_parts(piece)
    before = "" if body is piece else " " if piece[0] == " " else "."
    names = ["emoji"] if before and _kind[piece[0]] == "emoji" else []
    if kind not in {"latin", "cyrillic"}:
        run = "east" if kind.startswith(("han", "hira", "kata")) else "run"
        return [*names, run + before.strip(), *map(_kind.__getitem__, body)]
    stem, quote, _ = body.partition("'")
    letters = stem.lower()
    names.append(kind + before)
    if quote:
        names.append("'")
    if letters != stem:
        capitals = sum(map(str.isupper, stem))
        names += [f"{kind} A", *[f"{kind} AA"] * (capitals - 1)]
    return names + list(map("".join, pairwise(_fold(letters, kind))))


def _fold(letters: str, kind: str) -> str:
    """Replace the letters that have no row in the table of pairs."""
    if kind == "latin":
        return letters if letters.isascii() else re.sub("[^a-z]", "·", letters)
    return re.sub("[^а-я]", "•", letters)


def _mark_parts(piece: str) -> list[str]:
    names = []
    previous = ""
    for char in (piece.strip() or piece).replace("\r\n", "\n"):
        kind = _kind[char]
        if char == previous and kind != "emoji":
            names.append("repeat")
        elif not char.isascii():
            names.append(kind)
        elif previous:
            names.append("change")
        previous = char
    return names


@cache
def _coefficients() -> dict[str, int]:
    """Return all coefficients by name, in hundredths of a token."""
    known = dict(_COST)
    for letters, rows in ((LATIN, _LATIN_PAIRS), (CYRILLIC, _CYRILLIC_PAIRS)):
        for first, row in zip(letters, rows.split(), strict=True):
            known |= {
                first + second: 10 * int(digit) for second, digit in zip(letters, row, strict=True)
            }
    return known


class _Memo(dict[str, int]):
    """What each piece seen costs, in hundredths of a token; emptied before it grows large."""

    def __missing__(self, piece: str) -> int:
        known = _coefficients()
        cost = max(100, sum([known.get(name, 40) for name in parts(piece)]))
        if len(piece) <= 32:
            if len(self) >= 50_000:
                self.clear()
            self[piece] = cost
        return cost


COSTS = _Memo()


def cost(text: str) -> int:
    """Return what a text costs in hundredths of a token."""
    return sum(map(COSTS.__getitem__, pieces(text)))


def estimate(text: str) -> int:
    """Estimate how many tokens a text costs a model of today."""
    return (cost(text) + 50) // 100
