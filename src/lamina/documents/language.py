"""Which of four languages a text is in. Pure."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter, defaultdict
from enum import StrEnum
from functools import cache
from typing import overload


class Language(StrEnum):
    """A language that labels and templates exist in."""

    EN = "en"
    DE = "de"
    RU = "ru"
    ZH = "zh"


# Function words. Languages without labels are here so that they are not taken for English or
# German: the text counts as another language.
_FUNCTION_WORDS = {
    "en": "the of and to in is was that it for on with as at by this be are from or an not have "
    "has had but they you we he she his her their which were been will would can could should "
    "there what when who how if so than then into about over after before because also only no "
    "do does did our your its my me us them him i a these those any all some out up just more "
    "most other such where why while until between through both each very now here again still "
    "per off please today tomorrow yesterday let don't didn't isn't it's",
    "de": "der die das und ist in den von zu mit dem nicht ein eine einen einem einer eines es "
    "auf für im an auch sich als wie am aus bei nach noch nur oder aber wenn wird werden wurde "
    "wurden war hat haben hatte sind sein kann ich du er sie wir ihr mich mir uns ihm ihn ihnen "
    "mein meine dein unser unsere dass ob weil damit da so vom zum zur beim durch über um bis "
    "schon sehr mehr keine kein keinen nichts was wer wo wann warum bitte heute morgen gestern "
    "jetzt hier dort doch mal man muss müssen soll sollte will ohne gegen seit vor unter "
    "zwischen alle alles diese dieser dieses diesen jede jeder jedes wieder immer erst statt ab "
    "je bin habe sonst also dann denn ins des nun",
    "fr": "le la les de des du un une et est dans que qui pour pas sur avec ce cette il elle nous "
    "vous je tu au aux par plus ne se en sont mais ou où son sa ses leur été être ont fait comme "
    "tout aussi l d j c qu on à",
    "es": "el la los las de del y que en un una es por con para no se su al lo como más pero sus "
    "le ya o este esta está fue hay muy sin sobre también me mi son cuando todo hoy",
    "it": "il lo la gli le di del della che e è un una per non con sono da in si al dal nel alla "
    "ma anche come più questo questa ho ha i dei delle l d oggi",
    "pt": "o a os as de do da dos das que e é em um uma para com não no na se por mais como mas "
    "ao à seu sua foi são está pelo pela também já hoje",
    "nl": "de het een en van in is dat op te zijn niet met voor die er aan ook als maar om bij "
    "naar nog wel door ik je we hij zij ze heeft worden wordt werd uit over dit geen was",
    "sv": "och att det som en på är av för med den till inte om ett har jag han var men vi från "
    "så kan nu de i",
    "da": "og at det som en på er af av for med den til ikke om et har jeg han var men vi fra så "
    "kan nu skal de i",
    "pl": "i w na z do się nie jest że to jak o ale po co za od przez tym dla jego już są być",
    "cs": "a se v na že je to s z do o i jako ale by který pro není jsem už",
    "tr": "ve bir bu için ile da de çok ne o daha gibi var olarak ama en",
    "fi": "ja on ei se että hän oli mutta kun ovat niin myös sen tai kuin joka mitä",
    "hu": "a az és hogy nem is egy van ez meg de csak ha már volt",
    "ro": "și în de la cu este nu pe un o care să din pentru mai au fost",
    "id": "yang dan di ini itu dengan untuk dari tidak pada adalah akan ke",
    "ru": "что как это я он она мы вы к у из для бы же то так его её ее или если был была было "
    "были есть нет ещё еще только можно надо нужно когда уже о об со чтобы тоже будет",
    "bg": "съм са се със във ще беше това който която които му като бил още е ли си им ги го тя "
    "аз той няма има",
}
_LETTERS = {  # of words in lower case: names keep their letters in every language
    "de": "äöüß",
    "fr": "éèêàçùœ",
    "es": "ñ",
    "pt": "ãõ",
    "sv": "åäö",
    "da": "åæø",
    "pl": "łąęśżń",
    "cs": "ěřůčž",
    "tr": "ışğ",
    "fi": "äö",
    "hu": "őűáé",
    "ro": "ăâîșț",
    "it": "òìù",
}
_RUSSIAN_LETTERS = "абвгдеёжзийклмнопрстуфхцчшщъыьэюя"
_NOT_BULGARIAN = "ёыэ"

_NOT_PROSE = (
    r"\A\ufeff?---[ \t]*\n.*?\n(?:---|\.\.\.)[ \t]*$"  # front matter
    r"|^[ \t]*(?P<fence>```|~~~).*?(?:^[ \t]*(?P=fence)|\Z)"
    r"|`[^`\n]*`|<!--.*?(?:-->|\Z)|\]\([^()\s]*\)"
)
_RUN = (
    r"(?P<latin>[!-\u024f\u1e00-\u1eff\u2010-\u2027\u20ac]+)"
    r"|(?P<cyrillic>[\u0400-\u052f]+)"
    r"|(?P<han>[\u3005\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]+)"
    r"|(?P<kana>[\u3041-\u30ff]+)"
    r"|(?P<other>[^\W\d_]+)"
)
_WORD = r"[^\W\d_]+(?:['’][^\W\d_]+)*"
_CODE = r"[={}\\]|\w_\w|\w\(|\)\.\w|::|^//"
_NO_WORD = r"\d|[/@]\w|\w\.\w|[a-z][A-Z]"  # numbers, paths, addresses, identifiers
_CODE_LINE = (
    r"\s*(?:(?:if|for|while|with|elif|else|try|except|def|class)\b.*:$"
    r"|(?:import|return|export|from \S+ import)\b|.*[{}]$)"
)

_SAMPLE = 200_000  # characters looked at
_WORDS_PER_HIT = 2.2  # a function word stands for so many words of prose
_WORDS_PER_HAN = 0.6
_WORDS_PER_NAME = 0.3  # Latin words no language claims: names, other languages
_WORDS_PER_LETTER = 0.2  # in scripts that set no spaces
_LEAST_HITS = 2  # function words of two kinds
_LEAST_RUSSIAN = 2  # words
_LEAST_HAN = 4  # characters
_OTHER = "other"


@overload
def detect(text: str, default: Language = Language.EN) -> Language: ...


@overload
def detect(text: str, default: None) -> Language | None: ...


def detect(text: str, default: Language | None = Language.EN) -> Language | None:
    """Return the language most words are in, or the default.

    English and German need two different function words, Russian two words, Chinese four
    characters. Shorter text, text in any other language and a draw give the default. Code, links,
    paths, front matter and comments are not counted.
    """
    weights = _weigh(text)
    most = max(weights.values(), default=0)
    leading = [name for name, weight in weights.items() if weight == most]
    if not most or len(leading) > 1:
        return default
    return next((language for language in Language if language == leading[0]), default)


@cache
def _known() -> dict[str, set[str]]:
    """Return for each function word the languages it is of."""
    known: dict[str, set[str]] = {}
    for code, words in _FUNCTION_WORDS.items():
        for word in words.split():
            known.setdefault(word, set()).add(code)
    return known


def _weigh(text: str) -> dict[str, float]:
    """Return about how many words of prose are in each language."""
    text = unicodedata.normalize("NFC", text[:_SAMPLE])
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    latin: Counter[str] = Counter()
    cyrillic: list[str] = []
    weights: defaultdict[str, float] = defaultdict(float)
    prose = re.sub(_NOT_PROSE, " ", text, flags=re.DOTALL | re.MULTILINE)
    for line in prose.split("\n"):
        runs: defaultdict[str, list[str]] = defaultdict(list)
        for match in re.finditer(_RUN, line):
            runs[str(match.lastgroup)].append(match[0])
        latin.update(_latin_words(line, runs["latin"]))
        words = [word.lower() for word in runs["cyrillic"]]
        foreign = sum(bool(set(word).difference(_RUSSIAN_LETTERS)) for word in words)
        if foreign and foreign * 10 >= len(words):
            weights[_OTHER] += len(words)
        else:
            cyrillic += words
        han, kana = len("".join(runs["han"])), len("".join(runs["kana"]))
        japanese = kana and kana * 8 >= han
        weights[_OTHER if japanese else Language.ZH] += (han + kana) * _WORDS_PER_HAN
        weights[_OTHER] += sum(max(1, len(run) * _WORDS_PER_LETTER) for run in runs["other"])
    _weigh_latin(latin, weights)
    _weigh_cyrillic(cyrillic, weights)
    if weights[Language.ZH] < _LEAST_HAN * _WORDS_PER_HAN:
        del weights[Language.ZH]
    return weights


def _latin_words(line: str, runs: list[str]) -> list[str]:
    """Return a line's words, none where it reads like code."""
    prose = [run for run in runs if not re.search(_CODE, run)]
    if (len(runs) - len(prose)) * 5 > len(runs) or re.match(_CODE_LINE, line.rstrip()):
        return []
    kept = (run for run in prose if not re.search(_NO_WORD, run))
    return [word.replace("’", "'") for run in kept for word in re.findall(_WORD, run)]


def _weigh_latin(words: Counter[str], weights: defaultdict[str, float]) -> None:
    hits: Counter[str] = Counter()
    kinds: Counter[str] = Counter()
    for word, count in words.items():
        claims = _claims(word)
        hits.update(dict.fromkeys(claims, count))
        kinds.update(claims)
    total, covered = words.total(), 0.0
    for code, found in hits.items():
        if kinds[code] >= _LEAST_HITS:
            weights[code] += min(total, found * _WORDS_PER_HIT)
            covered = max(covered, weights[code])
    weights[_OTHER] += (total - covered) * _WORDS_PER_NAME


def _claims(word: str) -> set[str]:
    """Return the languages a word speaks for; "l'eau" counts by its parts."""
    known, lower = _known(), word.lower()
    claims = known.get(lower) or set().union(*(known.get(p, ()) for p in lower.split("'")))
    if not claims and word[0] == lower[0]:
        claims = {code for code, own in _LETTERS.items() if not set(own).isdisjoint(lower)}
    return claims


def _weigh_cyrillic(words: list[str], weights: defaultdict[str, float]) -> None:
    claims = [_known().get(word, ()) for word in words]
    russian = sum("ru" in claim for claim in claims)
    russian += sum(not set(word).isdisjoint(_NOT_BULGARIAN) for word in words)
    if sum("bg" in claim for claim in claims) > russian:
        weights[_OTHER] += len(words)
    elif len(words) >= _LEAST_RUSSIAN:
        weights[Language.RU] += len(words)
