"""Cut inflection off a word, so that Rechnungen meets Rechnung and painted meets painting.

A word's language is not known, so one stemmer serves all Latin words and is tuned for English and
German together, another serves Cyrillic words and is tuned for Russian. Both are light: plurals,
cases, tenses, of derivation only -ion. The ideas are those of Harman's S stemmer ("How effective is
suffixing?", 1991), Porter's short syllables (which keep plane from plan), Caumanns' German stemmer
("A fast and simple stemming algorithm for German words", 1999) and Dolamic and Savoy's light
Russian stemmer ("Indexing and searching strategies for the Russian language", 2009).
"""

from __future__ import annotations

import re
from functools import lru_cache

_CACHED_WORDS = 1 << 15


def _set(words: str) -> frozenset[str]:
    return frozenset(words.split())


def _forms(table: str) -> dict[str, str]:
    """Read base/form/form ... into form -> base."""
    rows = (row.split("/") for row in table.split())
    return {form: base for base, *forms in rows for form in forms}


_IRREGULAR = _forms("""
    child/children woman/women man/men person/people foot/feet tooth/teeth mouse/mice knife/knives
    wife/wives shelf/shelves wolf/wolves bus/buses/busse/bussen
    go/went/gone/goes do/did/done/does buy/bought bring/brought think/thought teach/taught
    catch/caught fight/fought find/found see/saw/seen take/took/taken give/gave/given get/got/gotten
    make/made say/said tell/told sell/sold hold/held keep/kept sleep/slept feel/felt meet/met
    run/ran begin/began/begun swim/swam/swum sing/sang/sung drink/drank/drunk write/wrote/written
    drive/drove/driven ride/rode/ridden speak/spoke/spoken break/broke/broken choose/chose/chosen
    wake/woke/woken win/won know/knew/known grow/grew/grown throw/threw/thrown fly/flew/flown
    draw/drew/drawn eat/ate/eaten fall/fell/fallen build/built send/sent spend/spent lose/lost
    pay/paid have/had/has hear/heard stand/stood understand/understood wear/wore/worn sit/sat
    come/came become/became forget/forgot/forgotten lead/led hide/hid/hidden lie/lying die/dying
    tag/tage/tagen/tages weg/wege zug/züge/zügen/zuge gut/gute/guten/gutes/guter/gutem
    rot/rote/roten/rotes/roter/rotem rad/räder/rädern mutter/mütter/müttern
    firma/firmen free/freed konto/konten
""")
_WHOLE = _set("""
    evening morning wedding something anything everything nothing listen shoulder earring news
    glas kurs hals puls fels
""")
_KEEPS_T = _set("markt nacht sicht recht")
_KEEPS_GE = _set("geschaf gerich gesich gewich gedich geschich gehal gestal gewal")

_VOWEL = re.compile("[aeiouy]")
_SHORT = re.compile("[^aeiouy]*[aeiouy][^aeiouywx]")  # one syllable that an e would lengthen
_UMLAUT = re.compile("[äöü]|ae|oe|ue")
_PLURAL_ER = ("der", "cher", "chter")
_PLAIN = str.maketrans("äöü", "aou")
# ae, oe, ue for ä, ö, ü: not after a vowel, q or in guest, and not before a last consonant (poet)
_SPELT_OUT = re.compile(
    "(?:(?<=[^aeiouy])|^)(?:ae|oe|(?<![qg])ue|(?<=g)ue(?![srv]))(?=[^aeiouy].|[nr]$)|^oe(?=l)"
)
_GERMAN_T = re.compile("...+(?:[bfklmz]|ier|(?<!u)g)t|..+(?:ch|[hnr]n|hr)t|..?[bg]t|...*[dt]et")


@lru_cache(_CACHED_WORDS)
def stem(word: str) -> str:
    """Return what the forms of a word share.

    ``word`` is case-folded and bare of diacritics except ä, ö, ü and й; the stem has й only.
    """
    if "а" <= word[:1] <= "ӿ":
        return _cyrillic(word)
    return _latin(word) if "a" <= word[:1] <= "z" or word[:1] in "äöü" else word


def _latin(word: str) -> str:
    word = _without_s(_IRREGULAR.get(word, word))
    word = _IRREGULAR.get(word, word)
    if word in _WHOLE:
        return word
    umlaut = bool(_UMLAUT.search(word))
    if umlaut:
        word = _SPELT_OUT.sub(lambda match: match[0][0], word.translate(_PLAIN))
    if len(word) > 3:
        word = _without_ending(word, umlaut=umlaut)
        word = _without_t(word)
    if len(word) > 3 and (word[-1] == word[-2] != "s" or word.endswith("niss")):
        word = word[:-1]
    return word


def _without_s(word: str) -> str:
    if len(word) < 4 or not word.endswith("s"):
        return word
    if word.endswith("ies"):
        return word[:-3] + "y" if len(word) > 4 else word[:-1]
    if word.endswith(("sses", "xes", "zzes", "ches", "shes")) or (
        word.endswith("oes") and len(word) > 5
    ):
        return word[:-2]
    return word if word[-2] in "suiä" or word in _WHOLE else word[:-1]


def _without_ending(word: str, *, umlaut: bool) -> str:
    if word.endswith(("ieder", "iedern")):
        word = word[: word.rindex("er")]
    if word.endswith("ied"):
        word = word[:-3] + "y" if len(word) > 4 else word[:-1]
    elif word.endswith("eed"):
        word = word if word.endswith("ceed") or len(word) < 6 else word[:-1]
    elif word.endswith("ed") and _VOWEL.search(word[:-2]):
        word = _lengthened(word[:-2])
    elif word.endswith("ing") and _VOWEL.search(word[:-3]):
        word = _lengthened(word[:-3])
    elif word.endswith("ly") and len(word) > 5:
        word = word[:-2]
    elif len(word) > 8 and word.endswith(("tion", "sion")):
        word = word[:-3]
    if word in _WHOLE:
        return word
    word = _without_german_ending(word, umlaut=umlaut)
    if word.endswith("e") and len(word) > 3 and (umlaut or not _SHORT.fullmatch(word[:-1])):
        word = word[:-1]
    if word.endswith("y") and len(word) > 3 and not _VOWEL.match(word[-2]):
        word = word[:-1] + "i"
    return word


def _without_german_ending(word: str, *, umlaut: bool) -> str:
    size = len(word)
    if word.endswith(("ern", "eln")) and size > 5:
        word = word[:-1]
        size -= 1
    if word.endswith("en") and not word.endswith("een"):
        if size > 5 and (umlaut or not _SHORT.fullmatch(word[:-2])):
            return word[:-2]
        return word[:-1] if size > 4 else word
    if word.endswith("ler"):
        return word[:-2] if size > 6 else word  # schneller, but Müller is not Müll
    if word.endswith("er") and size > 5 and (umlaut or word.endswith(_PLURAL_ER)):
        return word[:-2]
    if word.endswith("em") and size > 6:
        return word[:-2]
    return word


def _without_t(word: str) -> str:
    """Cut the t of a German verb where no English word ends like that, and then its ge-."""
    if word in _KEEPS_T or not _GERMAN_T.fullmatch(word):
        return word
    word = word[:-2] if word.endswith("et") else word[:-1]
    if word.startswith("ge") and len(word) > 4 and word not in _KEEPS_GE:
        word = word[2:]
    return _lengthened(word)


def _lengthened(word: str) -> str:
    """Give hop(ing) its e again, not hopp(ing)."""
    return word + "e" if _SHORT.fullmatch(word) else word


_CYRILLIC_IRREGULAR = _forms("""
    мать/мать/матери/матерью/матерей дочь/дочь/дочери/дочерью
    день/день/дни/дня/дню/дней/дням/днем/днями/днях имя/имя/имени/именем/имена/имен
    знать/знать/знает/знают/знаю/знал/знала/знали любить/любить/любит/люблю/любят/любил/любила
    время/время/времени/временем/времена/времен
""")
# stems that look as if they had an ending
_CYRILLIC_WHOLE = re.compile(
    "(.*(?:коров|голов|остров|основ|готов|здоров|канал|сигнал|журнал|терминал|финал|оригинал"
    "|персонал|портал|капитал|вокзал|интервал|иал))[а-я]{0,3}"
)
_VERB = frozenset(
    [theme + end for theme in "аяиуы" for end in ("ть", "л", "ла", "ло", "ли")]
    + [theme + end for theme in "аяеу" for end in ("ешь", "ет", "ем", "ете", "ют", "йте")]
    + ["ишь", "ите", "ят"]
)
_LONG_VERB = _set("еть ел ела ело ели ит")
_CASE = _set("""
    иями ями ами ыми ими иях ях ах ых их ьях его ого ему ому ием иям ией ую юю ою ею ая яя ое ее ые
    ие ый ий ой ей ия ию ии ям ым ья ьями ьям ью ье ьи ьев а е и о у ы ю я й ь
""")
_LONG_CASE = _set("ам ом ем им ов ев")


def _cyrillic(word: str) -> str:
    if len(word) < 4 or word in _CYRILLIC_IRREGULAR:
        return _CYRILLIC_IRREGULAR.get(word, word)
    if word.endswith(("ся", "сь")) and len(word) > 5 and word[-3] in "аеиоуыюятйьлм":
        word = word[:-2]
    if word[-2:] in _LONG_CASE and len(word) > 4:
        word = word[:-2]
    # again and again: the bare stem of another word ends like this (книг, реклам, канал)
    while True:
        if whole := _CYRILLIC_WHOLE.fullmatch(word):
            return whole[1]
        shorter = _without_case_or_person(word)
        if shorter == word:
            break
        word = shorter
    if len(word) > 3 and word[-1] == "л" and word[-2] in "пбвмф":
        word = word[:-1]
    if word.endswith("нн"):
        word = word[:-1]
    if len(word) > 4 and word[-2] in "ое" and word[-1] in "кц":
        word = word[:-2] + word[-1]  # список, списка
    return word


def _without_case_or_person(word: str) -> str:
    """Cut one ending, the longest, where three letters are left, or four before a doubtful one."""
    ends = [(word[:-size], word[-size:]) for size in (4, 3, 2, 1) if len(word) - size > 2]
    for left, end in ends:
        if end in _VERB or (end in _LONG_VERB and len(left) > 3):
            return left
        if end in {"ат", "ут"} and left[-1] in "жшчщ":
            return left
    for left, end in ends:
        if end in _CASE or (end in _LONG_CASE and len(left) > 3):
            return left
    return word
