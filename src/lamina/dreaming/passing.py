"""Tell a matter of the day from what lasts: where somebody is today is no long-term memory. Pure.

A line passes where it speaks of today, tomorrow or the next weekday, of waiting, of not yet
knowing, of weather, mood, a cold, a thing that is stuck again. What holds by rule ("every Friday",
"always", "from May on") lasts, whatever else it says.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

_SERIES = 3  # lines that differ by their figures alone
_FIGURE = re.compile(r"\d+(?:[.,:]\d+)*")
_DAYS = {
    "en": r"(?:mon|tues|wednes|thurs|fri|satur|sun)day",
    "de": r"(?:mon|diens|donners|frei|sams|sonn)tag|(?:mittwoch|sonnabend)",
    "ru": r"(?:понедельник\w?|вторник\w?|сред[уыае]|четверг\w?|пятниц\w|суббот\w|воскресень\w)",
}
_PASSING = (
    # when
    r"today|tonight|tomorrow|this (?:morning|afternoon|evening|week)|right now|at the moment",
    rf"(?:until|till|by|on|since) {_DAYS['en']}(?! of)|until the \d|until \d{{1,2}}[:.]\d\d",
    r"since yesterday|not yet|no idea yet|not (?:yet )?sure|looked at yet|should be here",
    r"heute|morgen|gestern|gerade|momentan|diese woche|noch nicht|bis zum \d|schon wieder",
    rf"(?:bis(?: zum)?|am) (?:{_DAYS['de']})(?! immer)|urlaub bis",
    r"(?:bis|gegen) \d{1,2}(?:[:.]\d\d)? uhr|liegt noch|steht wieder",
    r"сегодня|завтра|вчера|сейчас|пока|ещё не|еще не|опять|снова",
    rf"(?:до|во?) {_DAYS['ru']}",
    # waiting, guessing
    r"waiting for|call(?:ed)? back|(?:need|have) to think|no result|voicemail|probably|maybe",
    r"keine ahnung|warte[nt]? auf|meldet sich|überlegen|warteschleife|mailbox",
    r"wahrscheinlich|vielleicht|bestimmt",
    r"жд[уёе]\w*|перезвон\w+|подумать|не знаю|наверное|может быть|кажется|лежит на столе",
    # body, mood, weather, way, food, things
    r"is (?:ill|sick|late|away|out)|has a (?:cold|fever|headache)|headache|on holiday",
    r"stays? (?:at )?home|sounded|feel(?:s|ing)?|tired|mood|went (?:well|badly|better)",
    r"weather|rain(?:s|ing|ed)?|degrees|traffic|minutes late|battery|parked|forgot|lunch",
    r"brought cake|out of order|stuck again|asking around|dinner",
    r"ist (?:krank|weg|spät|müde)|schnupfen|fieber|kopfweh|kopfschmerzen|klang|müde|stimmung",
    r"bleibt (?:daheim|zu hause)|laune|wetter|regen|regnet|grad|stau|minuten verspätung|akku",
    r"geparkt|vergessen|kuchen|mittags|mittagessen|abendessen|kaputt|weh|noch schlafen",
    r"боле[ею]\w*|простуд\w+|температур\w+|в отпуске|устал\w?|настроени\w|погод\w|дожд\w+",
    r"градус\w*|пробк\w|зарядк\w|забыл\w?|потерял\w?|обед\w*|ужин\w*|боли[тш]\w*|ушла? \w+ше",
)
_PASSING_ZH = (
    r"今天|明天|昨天|今晚|现在|刚刚|刚才|目前|这周|还没|不知道|等.{0,8}(?:回|来|消息)|再想|想想",
    r"心情|天气|下雨|度，|感冒|发烧|生病|请假|休假|堵车|午饭|午餐|电量|忘了|可能|大概|好像|又坏|又停",
    r"停在|累|头[疼痛]|晚饭|晚餐|下班",
)
_LASTS = (
    r"always|never|every|each|must|may not|allowed|from now on|no longer|rule|by contract",
    r"prefer\w*|allergic",
    r"immer|nie|niemals|jede[nrsm]?|muss|müssen|darf|dürfen|ab jetzt|nicht mehr|grundsätzlich",
    r"nur \w+ bis \w+|erreichbar|allergisch|verträgt|fällig|jeweils",
    r"всегда|никогда|кажд\w+|нельзя|должн\w+|обязательно|больше не|аллерги\w|теперь",
    r"по договору",
)
_LASTS_ZH = r"总是|从不|每|必须|不能|不要|禁止|一律|以后|从.{1,6}起|过敏|不再|改"


def _compiled(words: tuple[str, ...], *wide: str) -> re.Pattern[str]:
    return re.compile(rf"\b(?:{'|'.join(words)})\b|{'|'.join(wide)}", re.IGNORECASE)


_PASSES = _compiled(_PASSING, *_PASSING_ZH)
_HOLDS = _compiled(_LASTS, _LASTS_ZH)


def is_passing(text: str) -> bool:
    """Tell whether a line speaks of something that is over in a few days."""
    return bool(_PASSES.search(text)) and not _HOLDS.search(text)


def holds(text: str) -> bool:
    """Tell whether a line says that something holds by rule: always, never, from May on."""
    return bool(_HOLDS.search(text))


# What asks how things stand today; in Chinese also whether something has happened.
_TODAY = _compiled(
    (
        "today|tonight|tomorrow|yesterday|right now|at the moment|already|yet|so far",
        "(?:this|last) (?:morning|afternoon|evening|night|weekend)",
        "heute|morgen|gestern|gerade|momentan|schon|vorhin|(?:letzte|diese) nacht|am wochenende",
        "сегодня|завтра|вчера|сейчас|уже|ночью|утром|на выходных",
    ),
    "今天|明天|昨天|今晚|昨晚|今早|刚才|了吗|了没|周末",
)


def is_reading(text: str, others: Iterable[str]) -> bool:
    """Tell whether a line is one of a series in which only the figures differ.

    Such as "car on level 3" and "car on level 5": how something stands that day.
    """
    if not _FIGURE.search(text):
        return False
    shape = _FIGURE.sub("0", text.casefold())
    series = {one.casefold() for one in others if _FIGURE.sub("0", one.casefold()) == shape}
    return len(series - {text.casefold()}) >= _SERIES - 1


@lru_cache(1 << 12)
def asks_about_today(question: str) -> bool:
    """Tell whether a question is about the day: no sign that a line lasts."""
    return bool(_TODAY.search(question))
