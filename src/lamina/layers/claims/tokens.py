"""Cut a statement into tokens and bring numbers, times, dates and addresses into one form. Pure."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import TYPE_CHECKING

from lamina.layers.claims import things, verbs
from lamina.layers.claims import words as tables

if TYPE_CHECKING:
    from collections.abc import Iterator


class Kind(StrEnum):
    """What a word is."""

    WORD = "word"
    NAME = "name"  # capital letters or digits in it, in Russian and Chinese also Latin letters
    NUMBER = "number"
    UNIT = "unit"
    TIME = "time"
    DAY = "day"  # of the week
    WEEKLY = "weekly"  # Fridays
    DATE = "date"
    MONTH = "month"
    LITERAL = "literal"  # address, path, telephone number
    NOT = "not"
    PREPOSITION = "preposition"
    MARK = "mark"  # of punctuation
    SIGN = "sign"  # any other


@dataclass(frozen=True, slots=True)
class Word:
    """One word with its offsets. ``key``: the same for forms and names of the same thing."""

    key: str
    kind: Kind
    text: str  # folded
    start: int
    end: int
    lead: str = ""  # the article or "of" before it
    owner: bool = False  # has a possessive 's, or 的 after it


TIMES = frozenset({Kind.DAY, Kind.WEEKLY, Kind.DATE, Kind.MONTH, Kind.TIME})
TYPED = TIMES | {Kind.NUMBER, Kind.UNIT, Kind.LITERAL}


def fold(text: str) -> str:
    """Return a word as it is looked up in tables."""
    return unicodedata.normalize("NFC", text.casefold()).replace("ё", "е")


# The words.
HAN = "\u3005\u3041-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
_LETTER = rf"[^\W\d_{HAN}]"
_INSIDE = rf"[^\W{HAN}]"
_NAME = rf"{_INSIDE}(?:[.-]?{_INSIDE}){{0,60}}"
_LABEL = rf"{_INSIDE}(?:-?{_INSIDE}){{0,60}}"
_TLD = "com|org|net|io|dev|app|de|ru|cn|at|ch|uk|eu|local|lan|home|internal|example|test|рф"
_PART, _TENS = "凌晨|早上|上午|中午|下午|晚上", "一二两三四五六七八九十"
_HOUR = (  # 下午3: of 3:30, 九点, but not 一点, which is "a little"
    rf"(?:(?:{_PART})\d{{1,2}}:|(?:(?:{_PART})?"
    rf"(?:\d{{1,2}}|(?!一点(?![钟半整一三]))[{_TENS}]{{1,2}})|(?:{_PART})一)点(?!钟头))"
)

_TOKEN = re.compile(
    rf"""
      (?P<literal>
          \b[a-z][a-z0-9+]{{1,9}}://[^\s"<>{HAN}]{{1,500}}(?<![.,;:!?)])
        | [\w.+-]{{1,64}}@[a-z0-9-]{{1,63}}(?:\.[a-z0-9-]{{1,63}}){{0,5}}
        | (?<![\d.])\d{{1,3}}(?:\.\d{{1,3}}){{3}}(?:/\d{{1,2}})?(?![\d.])
        | (?<!\S)(?:~|\.{{1,2}})?/{_INSIDE}(?:[/.~-]?{_INSIDE}){{1,200}}
        | (?<!\w)(?:\d{{1,3}}/\d{{1,3}}|km/h|m/s|[mg]b(?:it)?/s|мбит/с)(?![\w/])
        | (?<!\w){_NAME}(?:/{_NAME}){{2,9}}/?
        | (?<!\w){_INSIDE}{{1,60}}/{_LABEL}\.[a-z]{{1,5}}\b
        | (?<![\w.-]){_LABEL}(?:\.{_LABEL}){{0,4}}\.(?:{_TLD})\b
        | \b[a-z]:\\[^\s"]{{1,200}}
        | \b[a-z]{{2}}\d{{2}}(?:\x20?\d{{4}}){{2,7}}(?:\x20?\d{{1,4}})?(?!\w)
        | \+\d[\d\x20()/-]{{5,20}}\d
        | (?<![\w-])[78]\x20?\(?\d{{3}}\)?[\x20-]?\d{{3}}-?\d{{2}}-?\d{{2}}(?![\w-])
        | (?<![\w-])\d{{3}}-\d{{4}}-\d{{4}}(?![\w-])
        | (?<![\w-])(?:\d{{2,5}}\x20){{2,4}}\d{{2,5}}(?![\w-])
        | (?<![\w-])0\d{{1,5}}\x20?[/-]\x20?\d[\d\x20-]{{2,14}}\d(?![\w-])
        | (?<![\w-])\d{{3}}-\d{{3,4}}(?:-\d{{4}})?(?![\w-])
      )
    | (?P<date>
          (?<![\w.-])(?P<y>\d{{4}})[-./](?P<m>\d{{1,2}})[-./](?P<d>\d{{1,2}})(?![\d-])
        | (?<![\w.])(?P<d2>\d{{1,2}})\.\x20?(?P<m2>\d{{1,2}})\.\x20?(?P<y2>\d{{4}})(?!\d)
        | (?<=\bam\x20)(?P<d3>\d{{1,2}})\.(?P<m3>\d{{1,2}})\.(?!\d)
        | (?:(?P<y4>\d{{4}})年)?(?P<m4>\d{{1,2}})月(?P<d4>\d{{1,2}})[日号]?
      )
    | (?P<time>
          (?P<part2>{_PART})(?P<h5>\d{{1,2}}):(?P<min5>\d\d)(?!\d)
        | (?={_HOUR})(?P<part>{_PART})?(?P<h>\d{{1,2}}|[{_TENS}]{{1,2}})点
          (?P<min>\d{{1,2}}分?|半|整|钟|一刻|三刻)?
        | (?<![\d:.,])(?P<h2>\d{{1,2}})(?:[:.](?P<min2>\d\d))?\s?(?P<half>[ap])\.?m\b
        | (?<![\d:.,])(?P<h3>\d{{1,2}})(?:[:.](?P<min3>\d\d))?\x20?uhr\b
        | (?<![\d:.,])(?P<h4>\d{{1,2}}):(?P<min4>\d\d)(?![\d:])
      )
    | (?P<number>
          (?<![\w.])-?\d{{1,3}}(?:[\x20']\d{{3}}){{1,4}}(?![\w.,])
        | \d{{1,3}}(?:st|nd|rd|th)\b
        | (?:(?<![\w.)])-)?\d+(?:[.,]\d+)*
      )
    | (?P<word>[#@]?{_LETTER}(?:[.!'&+-]?{_INSIDE})*(?:\+{{1,2}}|\#)?)
    | (?P<han>(?:(?!{_HOUR})[{HAN}])+)
    | (?P<sign>\S)
    """,
    re.VERBOSE | re.IGNORECASE,
)

_MARKS = ".,;:!—()"


def tokens(text: str, language: str) -> Iterator[Word]:
    """Cut a statement into words, values, marks and signs."""
    for match in _TOKEN.finditer(text):
        group, raw, start = str(match.lastgroup), match[0], match.start()
        if group in {"literal", "date", "time", "number"}:
            yield _typed(match, language)
        elif group == "han":
            for part in _vocabulary().findall(raw):
                yield Word(part, Kind.WORD, part, start, start + len(part))
                start += len(part)
        elif group == "word":
            yield from _split(Word(fold(raw), _kind(raw, language), fold(raw), start, match.end()))
        elif sign := _sign(text, start):
            key, kind = sign
            yield Word(key, kind, key, start, match.end())


def _sign(text: str, at: int) -> tuple[str, Kind] | None:
    """Return what a character that is in no word stands for, or None if for nothing."""
    raw = text[at]
    if raw in "~-—" and _between_digits(text, at):
        return "~", Kind.SIGN
    if raw == "-" and text[at - 1 : at + 2] == " - ":
        return "—", Kind.MARK
    if raw in _MARKS:
        return raw, Kind.MARK
    if raw == "/":
        return "per", Kind.PREPOSITION
    if raw in things.UNITS:
        return raw, Kind.UNIT
    if raw in "|`" or (raw in "<>" and "<http" in text[: at + 5]):
        return None
    return (raw, Kind.SIGN) if raw == "?" or unicodedata.category(raw)[0] == "S" else None


def _between_digits(text: str, at: int) -> bool:
    return text[at - 1 : at].isdigit() and text[at + 1 : at + 2].isdigit()


def _kind(raw: str, language: str) -> Kind:
    if any(c.isupper() or c.isdigit() for c in raw):
        return Kind.NAME
    return Kind.NAME if language in {"ru", "zh"} and raw.isascii() else Kind.WORD


_NOT = re.compile(
    r"(do|does|did|is|are|was|were|has|have|had|ca|wo|wou?ld|should|could|must|need)n'?t"
)

_HYPHENED = frozenset(things.ALIASES) | tables.FILLERS["ru"]

_IS = frozenset(["it", "that", "this", "he", "she", "there", "here", "what", "who"])


def _split(word: Word) -> Iterator[Word]:
    """Split off a contracted "not" or "is", a possessive 's, and the parts of a compound."""
    text, start, end = word.text, word.start, word.end
    if match := _NOT.fullmatch(text):
        base = {"ca": "can", "wo": "will"}.get(match[1], match[1])
        yield Word(base, Kind.WORD, base, start, start + len(match[1]))
        yield Word("not", Kind.WORD, "not", start + len(match[1]), end)
    elif text.endswith(("'s", "'re", "'m", "s'")):
        base, _, tail = text.rpartition("'")
        middle = start + len(base)
        if tail in {"re", "m"} or (tail == "s" and base in _IS):
            yield Word(base, word.kind, base, start, middle)
            yield Word("is", Kind.WORD, "is", middle, end)
        else:
            yield Word(base, word.kind, base, start, end, owner=True)
    elif "-" in text and text not in _HYPHENED and not re.search(r"\d", text):
        for part in re.finditer(r"[^-]+", text):
            yield Word(part[0], word.kind, part[0], start + part.start(), start + part.end())
    else:
        yield word


@cache
def _vocabulary() -> re.Pattern[str]:
    """Return the pattern that cuts a run of Chinese into known words and what is between them."""
    sets = [tables.ZH_WORDS, tables.NEWEST, tables.FORMER, tables.UNSURE, tables.SAYS_MORE]
    sets += [tables.ABOUT, tables.LABELS, tables.PRONOUNS, tables.EVERY, tables.MOVABLE]
    sets += [d["zh"] for d in (tables.ARTICLES, tables.FILLERS, tables.NEGATIONS)]
    sets += [tables.PREPOSITIONS["zh"]]
    for table in (verbs.VERBS, tables.WEEKDAYS, tables.RECURRING):
        sets.append(frozenset(table))
    sets.append(tables.OPTIONAL | {word for word in things.ALIASES if len(word) > 1} | {"和"})
    long = (things.FUNCTIONAL, things.PLURAL, frozenset(things.CLASSES))
    sets += [frozenset(word for word in words if len(word) > 1) for words in long]
    han = re.compile(f"[{HAN}]+")
    words = sorted({w for words in sets for w in words if han.fullmatch(w)}, key=len, reverse=True)
    known = "|".join(words)
    number = f"[二两三四五六七八九十](?=[{tables.MEASURES}])"
    units = "|".join(
        w for w, key in things.ALIASES.items() if key in things.UNITS and han.fullmatch(w)
    )
    unit = f"(?:\\A|(?<=每)|(?<=每个))(?:{units})"
    return re.compile(f"(?:{known})|{unit}|{number}|(?:(?!{known}|{number}).)+")


def _typed(match: re.Match[str], language: str) -> Word:
    group, raw = str(match.lastgroup), match[0]
    key = fold(raw)
    kind = {"date": Kind.DATE, "time": Kind.TIME, "number": Kind.NUMBER}.get(group, Kind.LITERAL)
    found = match.groupdict()
    if group == "date":
        key = dated(*(_first(found, name) for name in ("y y2 y4", "m m2 m3 m4", "d d2 d3 d4")))
    elif group == "time":
        key = _time(_first(found, "h h2 h3 h4 h5"), _first(found, "min min2 min3 min4 min5"), found)
    elif group == "number":
        key = _number(raw, language, match.string[match.start() - 1 : match.end() + 2])
        kind = Kind.LITERAL if re.fullmatch(r"\d{9,}", key) else kind
    elif re.fullmatch(r"[a-z]{2}[\d ]+", key):
        key = key.replace(" ", "")
    elif key[0] in "+0123456789" and re.fullmatch(r"[\d\s()+/-]+", key):
        key = "+" * (key[0] == "+") + re.sub(r"\D", "", key)
    elif key in things.UNITS:
        kind = Kind.UNIT
    return Word(key, kind, key, match.start(), match.end())


def _first(found: dict[str, str | None], names: str) -> str:
    return next((found[name] or "" for name in names.split() if found[name]), "")


def dated(year: str, month: str, day: str) -> str:
    """Return the key of a date; the year may be empty."""
    return f"{year}-{month:0>2}-{day:0>2}"


def _time(hour: str, minute: str, found: dict[str, str | None]) -> str:
    if not hour.isdigit():
        tens, ten, ones = hour.rpartition("十")
        digits = [
            int(tables.NUMBERS.get(c, "1")) if c else 0 for c in (tens or "一" * bool(ten), ones)
        ]
        hour = str(digits[0] * 10 * bool(ten) + digits[1])
    part = found["part"] or found["part2"]
    late = found["half"] in {"p", "P"} or part in {"下午", "晚上"}
    early = found["half"] in {"a", "A"} or part == "凌晨"
    if late and int(hour) < 12:
        hour = str(int(hour) + 12)
    elif early and hour == "12":
        hour = "0"
    minute = {"半": "30", "整": "", "钟": "", "一刻": "15", "三刻": "45"}.get(
        minute, minute.removesuffix("分")
    )
    return f"{hour:0>2}:{minute:0>2}"


def _number(raw: str, language: str, around: str) -> str:
    groups = re.sub(r"(?<=\d)[ '](?=\d{3})", "", raw).rstrip("stndrhSTNDRH")
    thousands = "." if language in {"de", "ru"} else ","
    if re.search("[€$£₽¥元]", around) and re.fullmatch(r"[1-9]\d{0,2}[.,]\d{3}", groups):
        return re.sub("[.,]", "", groups)
    if re.fullmatch(rf"-?[1-9]\d{{0,2}}(?:\{thousands}\d{{3}})+", groups):
        return groups.replace(thousands, "")
    return groups.replace(",", ".")
