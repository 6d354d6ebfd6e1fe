"""Turn any text into index terms, so that word search works in every script with no set-up.

A term holds only what SQLite's FTS5 keeps as one token, unchanged, with
``tokenize = "unicode61 remove_diacritics 0 tokenchars '_'"``.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import chain, pairwise
from typing import TYPE_CHECKING, NamedTuple

from lamina.search.stems import stem

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_CACHED_CHUNKS = 1 << 15
_LONGEST = 64  # characters of a term, and of a chunk worth a cache entry


# How people point at a time they do not name: no note holds these words for that reason.
_EARLIER = re.compile(
    r"\b(?:last time|the other day|back then|earlier|previously|ages ago"
    r"|(?:beim |das )?letzte[sn]? mal|damals|früher|neulich|vorhin|noch ?mal"
    r"|в прошлый раз|прошлый раз|раньше|недавно|ещё раз|еще раз)\b"
    r"|上一?次|上一?回|之前|以前|当时|先前",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class QueryTerm:
    """A term to look for; with ``prefix`` every term that begins with it.

    ``rare`` ones look like identifiers: invoice numbers, file names, code.
    """

    text: str
    prefix: bool = False
    rare: bool = False


class _Term(NamedTuple):
    text: str
    word: str  # as written, case-folded
    rare: bool = False
    asked: bool = True  # looked for in a query too, not only indexed
    prefix: bool = False


def terms(text: str) -> list[str]:
    """Return the terms of a text in order, repeated ones too."""
    found: list[str] = []
    for part, wide in _parts(fold(text)):
        if wide:
            characters = _CHARACTER.findall(part)
            found += map("".join, pairwise(characters))
            found.append(characters[-1])
        else:
            for chunk in part.split():
                found += _texts(chunk) if len(chunk) <= _LONGEST else _texts.__wrapped__(chunk)
    return found


def query_terms(text: str) -> tuple[QueryTerm, ...]:
    """Return what to look for: each term once, function words only if there is nothing else."""
    found = _query_terms(text)
    kept = _of_content(_query_terms(_EARLIER.sub(" ", text))) or _of_content(found)
    return tuple(QueryTerm(t.text, t.prefix, t.rare) for t in kept or found)


def has_content(text: str) -> bool:
    """Tell whether a question holds more than function words."""
    return bool(_of_content(_query_terms(text)))


def _query_terms(text: str) -> list[_Term]:
    found: dict[tuple[str, bool], _Term] = {}
    for part, wide in _parts(fold(text)):
        for term in _wide_query(part) if wide else chain.from_iterable(map(_analyse, part.split())):
            key = term.text, term.prefix
            if term.asked and (key not in found or term.rare):
                found[key] = term
    return list(found.values())


def _of_content(found: Sequence[_Term]) -> list[_Term]:
    function = _function_words({term.word for term in found})
    return [term for term in found if term.word not in function]


def match_expression(terms: Sequence[QueryTerm]) -> str:
    """Return the FTS5 MATCH expression that finds any of the terms, "" when there are none."""
    texts = ((_NOT_WORD.sub(" ", term.text).strip(), term.prefix) for term in terms)
    return " OR ".join(f'"{text}"' + "*" * prefix for text, prefix in texts if text)


def fold(text: str) -> str:
    """Make spellings alike: width, diacritics, digits, invisible characters; not case.

    ä, ö, ü and й stay: the stemmer wants them.
    """
    if text.isascii():
        return text
    whole = _LONG_SYMBOLS.sub(r"\1 ", text)  # normalising a run of marks takes quadratic time
    if _STAYS.issuperset(whole) and unicodedata.is_normalized("NFKC", whole):
        return whole
    whole = unicodedata.normalize("NFKC", whole).translate(_FOLDED)
    whole = unicodedata.normalize("NFC", whole)
    if whole == text:
        _STAYS.update(text)
    return whole


# --- characters ---

_NOT_WORD = re.compile(r"\W+")
_LONG_SYMBOLS = re.compile(r"([^\w\s\x00-\x7f]{64})(?=[^\w\s\x00-\x7f])")
_ALIKE = {
    **{char: char for char in "äöüÄÖÜйЙ"},
    **dict(zip("łŁøØđĐðÐħĦıŋŊ", "lLoOdDdDhHinN", strict=True)),
    **dict(zip("æÆœŒþÞ", ("ae", "AE", "oe", "OE", "th", "TH"), strict=True)),
    **dict(zip("ىیکة", "ييكه", strict=True)),
    **dict.fromkeys("‘’‛ʼʹ′`´", "'"),
    **dict.fromkeys("‐‑‒–⁃−", "-"),
    **dict.fromkeys("׳״ـ", ""),  # inside words
}
# names of the marks without which a word is the same; Brahmic vowels and dakuten are not among them
_BARE_MARK = re.compile("(?:COMBINING (?!KATAKANA)|HEBREW|ARABIC|SYRIAC|VARIATION|MONGOLIAN FREE)")
_PICTOGRAPHS = (
    range(0x231A, 0x2400),
    range(0x2600, 0x27C0),
    range(0x2B00, 0x2C00),
    range(0x1F000, 0x1FB00),
)


class _Folded(dict[int, str]):
    """What stands for a character, worked out when it is first met."""

    def __missing__(self, code: int) -> str:
        self[code] = _folded(chr(code))
        return self[code]


_FOLDED = _Folded()
_STAYS: set[str] = set()  # characters of texts that stayed as they were


def _folded(char: str) -> str:
    if char in _ALIKE:
        return _ALIKE[char]
    category = unicodedata.category(char)
    if category == "Nd":
        return str(unicodedata.digit(char))
    if category == "Cf" or "\U0001f3fb" <= char <= "\U0001f3ff":  # invisible; skin tones
        return ""
    if category == "So" and any(ord(char) in block for block in _PICTOGRAPHS):
        return f" u{ord(char):x} "
    if category in {"Cn", "Co", "Cs"}:
        return " "
    bare = "".join(c for c in unicodedata.normalize("NFKD", char) if not _is_bare_mark(c))
    return "".join(map(_letter, unicodedata.normalize("NFC", bare)))


def _is_bare_mark(char: str) -> bool:
    return unicodedata.category(char)[0] == "M" and bool(
        _BARE_MARK.match(unicodedata.name(char, ""))
    )


def _letter(char: str) -> str:
    if char in _ALIKE:
        return _ALIKE[char]
    mark = unicodedata.category(char)[0] == "M"
    known = all(unicodedata.ucd_3_2_0.category(c) != "Cn" for c in char.casefold())
    han = "\u3400" <= char <= "\u9fff" or char >= "\U00020000"
    if mark or (char.isalnum() and not known and not han):
        # FTS5 takes no mark for a letter, nor, where it is old, a new letter: a Yi letter instead
        return chr(0xA000 + ord(char.casefold()[0]) % 1024)
    return char


# --- parts ---

_CHARACTER = re.compile("[^\ua000-\ua3ff][\ua000-\ua3ff]{0,8}")  # with its marks
_DIGITS_APART = re.compile(r"\d[ ()/-]{1,3}\d")  # quicker to look for than the whole number
_SPACED_NUMBER = re.compile(r"(?<!\w)(?:[A-Z]{2,5}[ -]?)?\d+(?:[ ()/-]{1,3}\d+)+")
_DATES = re.compile(r"\D*\d{4}-\d\d-\d\d(?!\d)|(?:(?:19|20)\d\d\W*)+$")


@cache
def _wide_run() -> re.Pattern[str]:
    """Compile what finds scripts without spaces between words, and Hangul, where endings grow on.

    Thai, Lao, Burmese, Khmer, Kana, Han. On demand: it takes milliseconds.
    """
    wide = (
        "\u0e01-\u0e3a\u0e40-\u0e46\u0e81-\u0ec6\u1000-\u103f\u1050-\u109d\u1100-\u11ff"
        "\u1780-\u17b3\u17d7\u17dc\u3005-\u3007\u3021-\u3029\u3031-\u3035\u303b\u3041-\u3096"
        "\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff\u3105-\u312f\u31a0-\u31bf\u31f0-\u31ff"
        "\u3400-\u4dbf\u4e00-\u9fff\ua960-\ua97c\uac00-\ud7fb\U00020000-\U0003ffff"
    )
    return re.compile(f"((?:[{wide}][\ua000-\ua3ff]{{0,8}})+)")


def _parts(text: str) -> Iterator[tuple[str, bool]]:
    """Split a folded text where scripts without spaces begin and end; tell which part is one."""
    if _DIGITS_APART.search(text):
        text = _SPACED_NUMBER.sub(_with_joined, text)
    if text.isascii() or max(text) < "\u0e01":
        yield text, False
        return
    for index, part in enumerate(_wide_run().split(text)):
        yield part, index % 2 == 1


def _with_joined(match: re.Match[str]) -> str:
    """Put a telephone, account or card number in one piece behind its groups."""
    joined = "".join(filter(str.isalnum, match[0].replace("(0)", "")))
    if 9 <= len(joined) <= 34 and re.search("[ /(]", match[0]) and not _DATES.match(match[0]):
        return f"{match[0]} {joined} "
    return match[0]


def _wide_query(run: str) -> Iterator[_Term]:
    characters = _CHARACTER.findall(run)
    if len(characters) == 1:
        yield _Term(run, run, prefix=True)
    for pair in map("".join, pairwise(characters)):
        yield _Term(pair, pair)


@lru_cache(_CACHED_CHUNKS)
def _texts(chunk: str) -> tuple[str, ...]:
    return tuple(term.text for term in _analyse(chunk))


# --- words, numbers, identifiers ---

_LANGUAGE = re.compile(r"(?<!\w)(?:([A-Za-z])(?:(\+\+)|#(?![A-Za-z]))|\.(?:NET|[Nn]et)\b)")
_TIME = re.compile(r"(?<=\d)T(?=\d\d:?\d\d)")  # 2026-03-16T14:30
_EDGE = ".,:;!?()[]{}<>*_\"'`#-/|~=…“”„«»—"
_SEGMENT = re.compile(r"\w+(?:(?:[.'-]|(?<=\d)[,:](?=\d))\w+)*")
_PATH = re.compile(r"\w(?:[/\\@]|:/?/|::)\w")
_NAMELIKE = re.compile(r"[\d_.@]")  # a path, not and/or
_BIT = re.compile(r"[^\W_]+")
_RUN = re.compile(r"\d+|[^\W\d_]+")
_HUMP = re.compile(
    "[A-ZÄÖÜ]{2,}s(?![^A-ZÄÖÜ])|[A-ZÄÖÜ]+(?![^A-ZÄÖÜ])|[A-ZÄÖÜ]?[^A-ZÄÖÜ]+"
)  # of letters: HTTP|Server, get|Name, URLs
_ELIDED = re.compile(r"^(?:[CDJLMNSTcdjlmnst]|[Qq]u)'(?=\w\w)")
_SEPARATOR = re.compile(r"(?<=\d)([.,:/])(?=\d)|[\W_]+")
_PLAIN = str.maketrans("äöü", "aou")


def _analyse(chunk: str) -> list[_Term]:
    """Return the terms of a chunk: words, the parts of compounds and each compound in one."""
    chunk = _LANGUAGE.sub(_spelt_language, _TIME.sub(" ", chunk))
    core = chunk.strip(_EDGE)
    if core.isalpha() and (core.islower() or core.istitle()):
        return [_word(core)]
    segments = list(_SEGMENT.finditer(core))
    found = [term for match in segments for term in _segment(match[0])]
    if len(segments) > 1 and _PATH.search(core) and _NAMELIKE.search(core):
        found += _compound(core[segments[0].start() : segments[-1].end()], rare=True)
    return found


def _spelt_language(match: re.Match[str]) -> str:
    letter, plus = match.groups()
    return f"{letter}{'pp' if plus else 'sharp'}" if letter else " dotNET"


def _segment(segment: str) -> list[_Term]:
    """Return the terms of a piece joined by hyphens, dots, underscores: INV-2026-00417."""
    if "'" in segment:
        segment = _ELIDED.sub("", segment.removesuffix("'s").removesuffix("'S"))
        segment = segment.replace("'", "").lower() if "'" in segment else segment
    bits = _BIT.findall(segment)
    if len(bits) < 2:
        return [term for bit in bits for term in _bit(bit)]
    found = [
        term._replace(asked=term.asked and (len(term.word) > 1 or term.word.isdigit()))
        for bit in bits
        for term in _bit(bit)
    ]
    named = "_" in segment or ("." in segment and segment.islower())
    return found + _compound(segment, rare=named or any(map(str.isdigit, segment)))


def _compound(text: str, *, rare: bool) -> list[_Term]:
    """Return a compound in one, however it is punctuated; 1.2.3 is not 123."""
    if len(text) > _LONGEST * 2:
        return []
    joined = _SEPARATOR.sub(lambda match: "_" if match[1] else "", text)
    return [_word(joined, rare=rare and len(joined) > 4)] if len(joined) <= _LONGEST else []


def _bit(bit: str) -> list[_Term]:
    """Return the terms of letters and digits without a separator: word, k8s, camelCase."""
    if bit.isalpha():
        return _camel(bit)
    runs = _RUN.findall(bit)
    if len(runs) < 2:
        return [_word(bit, rare=len(bit) > 4)]
    whole = _word(bit, rare=not bit[0].isdigit() or len(runs) > 2)
    if len(runs) > 3 or any(len(run) == 1 and not run.isdigit() for run in runs):
        return [whole]
    return [term for run in runs for term in (_camel(run) if run.isalpha() else [_word(run)])] + [
        whole
    ]


def _camel(word: str) -> list[_Term]:
    """Return a word, before it its humps if it has any; two are looked for in one (GitHub)."""
    humps = [] if word.islower() or word.isupper() or word.istitle() else _HUMP.findall(word)
    if len(humps) < 2:
        return [_word(word)]
    code = len(humps) > 2
    parts = [_word(hump)._replace(asked=code) for hump in humps if len(hump) > 1]
    return [*parts, _word(word, rare=code or word[:3].islower())]


def _word(text: str, *, rare: bool = False) -> _Term:
    word = text.casefold()[:_LONGEST]
    return _Term(stem(word) if word.isalpha() else word.translate(_PLAIN), word, rare)


# --- function words ---


def _set(words: str) -> frozenset[str]:
    return frozenset(words.split())


_FUNCTION = _set("""
    a an the and or of to in on at is are was were be been do does did have has had am im its
    what when where who whom whose which how why i you he she it we they me him her us them my your
    his our their this that these those for with from by about as if so than then there here can
    could will would should might must not no any some dont doesnt didnt isnt wasnt th nd rd
    и в во не что он она они оно на я с со как а то все так его но да ты к у же вы за бы по ее мне
    было вот от меня о об из ему ли если или был была были нее до вас вам ей мы тебя их чем для
    при мой моя мое мои наш наша наши твой ваш кто где когда почему зачем какой какая какое какие
    каком сколько это этот эта эти
""")
_GERMAN = _set("""
    der das dem des ein eine einen einem einer eines und oder ist sind waren wird werden haben hatte
    hatten ich du er sie es wir ihr mein meine meinen meinem meiner dein deine unser unsere mir mich
    dir dich ihm ihn uns wer wen wem wie wo wann warum wieso welche welcher welches welchen für fuer
    mit von vom zu zum zur im bei beim nach aus um über ueber auch noch dass wurde wurden kann
""")
_GERMAN_TOO = _set("die war hat den auf man bin also")  # English has them: only beside the others
_CHINESE = frozenset(
    "的了吗呢吧啊呀嘛么着是在和与及或我你您他她它们这那谁哪有也都就还很被把给对从到于什怎没个年月日号"
)
_CHINESE_PAIRS = _set("""
    为什 怎样 如何 哪里 哪儿 那里 这里 多少 几个 一个 可以 是否 请问 时候
    因为 所以 但是 如果 还是 或者
""")
_CHINESE_PARTICLE = re.compile("的(?![确士])|(?<!目)的$|了(?!解)|[吗呢吧么是]")


def _function_words(words: set[str]) -> set[str]:
    found = {word for word in words if word in _FUNCTION or word in _GERMAN or _is_empty(word)}
    return found if _GERMAN.isdisjoint(words) else found | (words & _GERMAN_TOO)


def _is_empty(pair: str) -> bool:
    """Tell whether a pair of Chinese characters holds no word of content."""
    return (
        _CHINESE.issuperset(pair)
        or pair in _CHINESE_PAIRS
        or (pair not in {"目的", "为了", "除了"} and bool(_CHINESE_PARTICLE.search(pair)))
    )
