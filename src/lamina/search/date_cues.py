"""Whether a text may name a day at all: a glance that costs nothing, before the patterns that do.

``dates`` understands days by some hundred patterns, which take 50 ms to be made ready; most
messages name none. What this lets through may still name no day. Pure.
"""

from __future__ import annotations

import re

_STEMS = """
    jan feb mar mär apr may mai jun jul aug sep oct okt nov dec dez jän
    янв фев мар апр май мая мае маю маем июн июл авг сен окт ноя дек
    monday tuesday wednesday thursday friday saturday sunday montag dienstag mittwoch donnerstag
    freitag samstag sonnabend sonntag понедельник вторник сред четверг пятниц суббот воскресен
    day week month year quarter night morning afternoon evening tonight tag woche monat jahr
    quartal дня дней дни день недел месяц год лет квартал ноч выходн
    spring summer autumn fall winter früh sommer herbst весн лет осен зим
    gestern heute вчера сегодня recent lately neulich kürzlich unlängst zeit недавно днях последн
"""
_CUES = re.compile(r"\d|[\u3400-\u9fff]|" + "|".join(dict.fromkeys(_STEMS.split())))


def may_name_days(text: str) -> bool:
    """Tell whether a text holds anything without which it names no day."""
    return bool(_CUES.search(text.casefold()))
