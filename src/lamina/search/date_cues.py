"""Whether a text may name a day at all: a glance that costs nothing, before the patterns that do.

``dates`` understands days by some hundred patterns, which take 50 ms to be made ready; most
messages name none. What this lets through may still name no day. Pure.
"""

from __future__ import annotations

import re

_WHOLE = "jan feb mar mär apr may mai jun jul aug sep sept oct okt nov dec dez jän fall day tag"
_BEGUN = """
    januar jänner februar feber march märz maerz april june juni july juli august septemb octob
    oktob novemb decemb dezemb янв фев мар апр май мая мае маю маем июн июл авг сен окт ноя дек
    monday tuesday wednesday thursday friday saturday sunday montag dienstag mittwoch donnerstag
    freitag samstag sonnabend sonntag понедельник вторник сред четверг пятниц суббот воскресен
    days today yesterday week month year quarter night morning afternoon evening tage tagen woche
    monat jahr quartal дня дней дни день недел месяц год лет квартал ноч выходн
    spring summer autumn winter früh sommer herbst весн лет осен зим
    gestern heute вчера сегодня recent lately neulich kürzlich unlängst zeit недавно днях
    последн
"""
_WORDS = frozenset(_WHOLE.split())
_STEMS = tuple(dict.fromkeys(_BEGUN.split()))
_SIGNS = re.compile(r"\d|[\u3400-\u9fff]")
_LETTERS = re.compile(r"[^\W\d_]+")
# An invoice's number is no day; mid-2021 and KW-12 may be.
_CODE = re.compile(r"(?<!\w)(?!kw|cw)[^\W\d_]{2,30}[-_](?!(?:19|20)\d\d(?!\d))\d[\w-]*")


def may_name_days(text: str) -> bool:
    """Tell whether a text holds anything without which it names no day."""
    folded = _CODE.sub(" ", text.casefold())
    return (
        bool(_SIGNS.search(folded))
        or not _WORDS.isdisjoint(_LETTERS.findall(folded))
        or any(stem in folded for stem in _STEMS)
    )
