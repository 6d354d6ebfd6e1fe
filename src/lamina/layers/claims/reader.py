"""Read a line as words that can be compared: what each is, and which say nothing. Pure.

A line longer than 2,000 characters is no statement but a text: it has no words here.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING

from lamina.layers.claims import things
from lamina.layers.claims import words as tables
from lamina.layers.claims.tokens import HAN, Kind, Word, dated, tokens

if TYPE_CHECKING:
    from collections.abc import Iterator


_LONGEST = 2_000

_PHRASE = 4  # words


@dataclass(frozen=True, slots=True)
class Text:
    """A line's statement and its words, without articles and fillers."""

    text: str
    language: str
    words: tuple[Word, ...]


# The statement: the line without what a list or Lamina puts around it.
_PLAIN = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)} | {
    ord(char): plain
    for chars, plain in (
        ("\u3000\u00a0\u2007\u2009\u202f\t\r\n", " "),
        ("“”„«»‹›《》「」『』", '"'),
        ("’‘ʼ´`", "'"),
        ("–―−", "—"),
        ("‐‑", "-"),
        ("。…", "."),
        ("、", ","),
        ("【", "("),
        ("】", ")"),
    )
    for char in chars
}

_UNSEEN = re.compile("[\u200b-\u200f\u2060\ufeff\u00ad\ufe0f]")

_LIST = re.compile(r"\s*(?:>\s*|[-*+•]\s+(?:\[[ xX]\]\s+)?|\[[ xX]\]\s+|#{1,6}\s+)")

_STAMP = re.compile(r"\s*(?:[01]?\d|2[0-3]):[0-5]\d\s+(?=\S)")

_LABEL = re.compile(
    r"(?:(?:just|quick|small|kurze|kleine|another|eine|a|另外|顺便)\s*){0,3}"
    r"(?:(?:note|fyi|reminder|remember|nb|ps|notiz|hinweis|merke|erinnerung|заметка|примечание"
    r"|напоминаю|напоминание|к слову|注意|备注|提醒|提醒一下|提醒下|记住|说一下)"
    r"\s*(?:,\s*что\b|[,:—]|\s(?:that|dass)\b)"
    r"|(?:btw|by the way|übrigens|кстати|顺便说一下)[,:]?\s)\s*",
    re.IGNORECASE,
)

_ARROWS = ("→", "->", "=>", "⇒")


def statement(line: str) -> str:
    """Return a line without bullet, check box, time stamp, pointer and comments; typography plain.

    One character stays one character after the comments are gone.
    """
    text = _UNSEEN.sub("", unicodedata.normalize("NFC", _without_comments(line)))
    text = _without_pointer(text).translate(_PLAIN)
    at = 0
    for _ in range(4):
        if not (match := _LIST.match(text, at)):
            break
        at = match.end()
    if stamp := _STAMP.match(text, at):
        at = stamp.end()
    if label := _LABEL.match(text, at):
        at = label.end()
    return text[at:].strip(" *_")


def _without_comments(text: str) -> str:
    parts: list[str] = []
    at = 0
    while (start := text.find("<!--", at)) >= 0 and (end := text.find("-->", start)) >= 0:
        parts.append(text[at:start])
        at = end + 3
    return "".join([*parts, text[at:]])


def _without_pointer(text: str) -> str:
    at, arrow = max((text.rfind(arrow), arrow) for arrow in _ARROWS)
    if at < 0:
        return text
    pointer = text[at + len(arrow) :].replace("：", ":")
    label, colon, paths = pointer.partition(":")
    paths = paths if colon and "/" not in label and len(label) < 20 else pointer
    found = [path.strip("`<>[]().") for path in paths.replace(",", " ").split()]
    if found and all(path.startswith(("reference/", "memory/reference/")) for path in found):
        return text[:at].rstrip()
    return text


def read(text: str) -> Text:
    """Read a statement."""
    return _read(text) if len(text) <= _LONGEST else Text(text, "en", ())


@lru_cache(2048)
def _read(text: str) -> Text:
    language = _language(text)
    words = _merged(list(tokens(text, language)), language)
    return Text(text, language, tuple(_kept(_dated(_timed(words, language)), language)))


_ENGLISH = frozenset().union(
    *(getattr(tables, name)["en"] for name in ("ARTICLES", "FILLERS", "NEGATIONS", "PREPOSITIONS")),
    ["is", "are", "has", "my", "our", "your", "his", "her", "and", "or"],
)

_GERMAN = frozenset().union(
    *(getattr(tables, name)["de"] for name in ("ARTICLES", "FILLERS", "NEGATIONS", "PREPOSITIONS")),
    [
        "ist",
        "sind",
        "hat",
        "haben",
        "bin",
        "und",
        "oder",
        "mein",
        "meine",
        "meiner",
        "unser",
        "unsere",
        "ihr",
        "ihre",
        "sein",
        "seine",
    ],
    [
        "kostet",
        "wohnt",
        "heißt",
        "läuft",
        "nutzt",
        "arbeitet",
        "lebt",
        "mag",
        "wird",
        "wurde",
        "ich",
        "wir",
    ],
) - (_ENGLISH - {"die"})


def _language(text: str) -> str:
    if re.search(f"[{HAN}]", text):
        return "zh"
    if re.search("[а-яё]", text, re.IGNORECASE):
        return "ru"
    words = re.findall(r"[^\W\d_]+", text.casefold())
    german = sum(word in _GERMAN for word in words)
    english = sum(word in _ENGLISH and word not in {"in", "an", "so", "am"} for word in words)
    if german == english:
        return "de" if re.search("[äöüß]", text, re.IGNORECASE) else "en"
    return "de" if german > english else "en"


# What several words say together.
def _phrases() -> frozenset[str]:
    found: set[str] = set()
    for words in (things.ALIASES, tables.ABOUT, tables.UNSURE, tables.FORMER):
        found |= {word for word in words if " " in word}
    for named in (tables.NEGATIONS, tables.FILLERS):
        found |= {word for words in named.values() for word in words if " " in word}
    return frozenset(found)


_PHRASES = _phrases()


def _merged(words: list[Word], language: str) -> list[Word]:
    if language == "zh":
        return words
    found: list[Word] = []
    at = 0
    while at < len(words):
        for size in range(min(_PHRASE, len(words) - at), 1, -1):
            phrase = " ".join(word.text for word in words[at : at + size])
            if phrase in _PHRASES:
                last = words[at + size - 1]
                found.append(replace(words[at], key=phrase, text=phrase, end=last.end))
                found[-1] = replace(found[-1], owner=last.owner)
                at += size
                break
        else:
            found.append(words[at])
            at += 1
    return found


def _timed(words: list[Word], language: str) -> list[Word]:
    """Turn "at 10", "every Friday" and the names of days into times and days."""
    found: list[Word] = []
    for at, word in enumerate(words):
        before = found[-1] if found else None
        after = words[at + 1] if at + 1 < len(words) else None
        if _is_range(word, before, after):
            found.append(replace(word, key="~", kind=Kind.SIGN, text="~"))
        elif _is_rate(word, after):
            found.append(replace(word, key="per", kind=Kind.PREPOSITION, text="per"))
        elif day := tables.RECURRING.get(word.text):
            found.append(replace(word, key=f"every {day}", kind=Kind.WEEKLY))
        elif day := _weekday(word, language):
            every = before is not None and before.text in tables.EVERY
            del found[len(found) - every :]
            kind, key = (Kind.WEEKLY, f"every {day}") if every else (Kind.DAY, day)
            found.append(replace(word, key=key, kind=kind))
        elif word.kind is Kind.NUMBER and before and before.text in _HOUR_AFTER:
            found.append(_hour(word, found, words[at + 1 : at + 4]))
        else:
            found.append(word)
    return found


def _weekday(word: Word, language: str) -> str:
    """Return the key of a day's name; "sat", "sun" in lower case are other words."""
    if language == "en" and len(word.text) < 4 and word.kind is Kind.WORD:
        return ""
    return tables.WEEKDAYS.get(word.text, "")


_HOUR_AFTER = tables.word_set("at um ab bis в с до from to until von ~")
_HOUR_BEFORE = tables.word_set("on in every am and und to until bis по ~")
_COUNTED = {Kind.NUMBER, Kind.TIME}


def _is_range(word: Word, before: Word | None, after: Word | None) -> bool:
    """Tell whether a word stands between the ends of a range: "9 to 17"."""
    if word.text not in {"to", "bis", "до", "到", "until"} or before is None or after is None:
        return False
    return before.kind in _COUNTED and after.kind in _COUNTED


def _is_rate(word: Word, after: Word | None) -> bool:
    """Tell whether a word means "per": "5 € a month", "every month", "в месяц", 每月."""
    if after is None or things.ALIASES.get(after.text) not in things.UNITS:
        return False
    if word.text == "am":
        return after.text == "tag"
    if word.text in tables.EVERY or word.text in {"im", "в", "a", "an"}:
        return len(after.text) > 1 or (after.kind is Kind.WORD and after.text > "\u3400")
    return False


def _hour(word: Word, found: list[Word], rest: list[Word]) -> Word:
    """Read a bare number as an hour, where only an hour can stand."""
    before, after = found[-1].text, rest[0] if rest else None
    hours = after is not None and after.text in {"часов", "часа", "час"}
    plain = (
        after is None
        or after.kind in {Kind.MARK, Kind.PREPOSITION}
        or after.text in _HOUR_BEFORE
        or hours
    )
    spoken = (before in {"at", "um"} and plain) or (before == "в" and hours)
    ends = plain and len(found) > 1 and found[-2].kind is Kind.TIME
    begins = (
        len(rest) > 1
        and rest[0].text in {"to", "until", "bis", "до", "~"}
        and (
            rest[1].kind is Kind.TIME
            or (rest[1].key.isdigit() and (len(rest) < 3 or rest[2].kind is Kind.MARK))
        )
    )
    if (spoken or ends or begins) and re.fullmatch(r"1?\d|2[0-4]", word.key):
        return replace(word, key=f"{word.key:0>2}:00", kind=Kind.TIME)
    return word


def _dated(words: list[Word]) -> list[Word]:
    """Join "3 May 2026", "May 3, 2026", "3. Mai" and "3 мая" into dates, months into months."""
    found: list[Word] = []
    for word in words:
        number = _month(word)
        if not number:
            found.append(word)
            _year_joined(found)
            continue
        day, size = _day_before(found)
        del found[len(found) - size :]
        start = word.start if not size else day.start
        kind, key = (Kind.DATE, dated("", number, day.key)) if size else (Kind.MONTH, f"m{number}")
        found.append(Word(key, kind, key, start, word.end))
    return found


def _month(word: Word) -> str:
    """Return a month's number; "may", "march" in lower case are verbs."""
    if word.text in {"may", "march", "mar", "mai", "dec", "jan"} and word.kind is not Kind.NAME:
        return ""
    return tables.MONTHS.get(word.text, "")


def _day_before(found: list[Word]) -> tuple[Word, int]:
    size = 0
    for word in reversed(found[-3:]):
        size += 1
        if word.text in {".", "of", "the"}:
            continue
        if word.key.isdigit() and len(word.key) < 3:
            return word, size
        break
    return found[-1] if found else Word("", Kind.MARK, "", 0, 0), 0


def _year_joined(found: list[Word]) -> None:
    """Join the day or the year, that was just added, to the month or the date before it."""
    word = found[-1]
    before = [w for w in found[-3:-1] if w.text not in {",", "of"}]
    if not before or word.kind is not Kind.NUMBER:
        return
    date, text = before[-1], word.key
    if date.kind is Kind.MONTH and text.isdigit() and len(text) < 3:
        key = dated("", date.key[1:], text)
    elif re.fullmatch(r"(?:19|20)\d\d", text) and date.kind is Kind.DATE and date.key[0] == "-":
        key = text + date.key
    elif re.fullmatch(r"(?:19|20)\d\d", text) and date.kind is Kind.MONTH and len(date.key) == 3:
        key = f"m{text}-{date.key[1:]}"
    else:
        return
    del found[found.index(date) :]
    kind = Kind.MONTH if key[0] == "m" else Kind.DATE
    found.append(Word(key, kind, key, date.start, word.end))


# What a word is, and whether it is kept.
def _kept(words: list[Word], language: str) -> Iterator[Word]:
    """Yield the words that say something; what stood before each goes into its lead."""
    lead = ""
    negated = False
    for at, word in enumerate(words):
        before = words[at - 1] if at else None
        after = words[at + 1] if at + 1 < len(words) else None
        named = word.kind in {Kind.WORD, Kind.NAME}
        if _is_article(word, at, language):
            lead = lead if lead == "of" else word.text
        elif named and word.text in tables.FILLERS[language]:
            lead = "of" if word.text in {"of", "von", "vom"} else lead
        elif not (negated and word.text in _NO_LONGER):
            owner = word.owner or (language == "zh" and after is not None and after.text == "的")
            full = replace(word, lead=lead, owner=owner)
            lead = ""
            last = at > 0 and (after is None or after.kind is Kind.MARK)
            if last and word.text in things.CLASSES:  # "is on", "ist zu"
                yield full
            else:
                yield from _known(full, before, language)
        negated = negated or (named and word.text in tables.NEGATIONS[language])


_NO_LONGER = frozenset(["mehr", "anymore", "any more"])


def _is_article(word: Word, at: int, language: str) -> bool:
    if word.text not in tables.ARTICLES[language] or word.kind not in {Kind.WORD, Kind.NAME}:
        return False
    return word.kind is Kind.WORD or at == 0 or word.text != "a"


def _known(word: Word, before: Word | None, language: str) -> Iterator[Word]:
    """Yield a word as what the tables know it for."""
    text = word.text
    if word.kind not in {Kind.WORD, Kind.NAME}:
        yield word
    elif text == "am" and before and before.text == "i":
        yield replace(word, key="is", text="is")
    elif text in tables.NEGATED:
        with_ = tables.NEGATED[text]
        kind = Kind.PREPOSITION if with_ in {"with", "mit", "с"} else Kind.WORD
        yield replace(word, key=with_, kind=kind, text=with_)
        yield replace(word, key="not", kind=Kind.NOT)
    elif text in tables.NEGATIONS[language]:
        yield replace(word, key="never" if text in tables.NEVER else "not", kind=Kind.NOT)
    elif text in tables.PREPOSITIONS[language]:
        yield replace(word, key=tables.PREPOSITION_KEYS.get(text, text), kind=Kind.PREPOSITION)
    elif before and _counts(before) and _unit(text) in things.UNITS:
        yield replace(word, key=_unit(text), kind=Kind.UNIT)
    elif text in tables.NUMBERS and (language != "zh" or len(text) == 1):
        yield replace(word, key=tables.NUMBERS[text], kind=Kind.NUMBER)
    elif text in tables.NOW and language == "ru":
        yield replace(word, key="now", kind=Kind.MARK, text="now")
    else:
        alias = things.ALIASES.get(text, text)
        alias = text if alias in things.UNITS else alias
        yield replace(word, key=alias[:-4] if alias.endswith("strasse") else alias)


def _counts(word: Word) -> bool:
    return (
        word.kind is Kind.NUMBER or word.text in {"per", "pro", "je"} or word.text in tables.NUMBERS
    )


def _unit(text: str) -> str:
    return things.ALIASES.get(text, text)
