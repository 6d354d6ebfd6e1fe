"""Tell which days a question means: "last Tuesday", "vor zwei Wochen", "в марте", "上个月". Pure.

A named week, month, quarter or season is meant whole, and the latest one that has begun: nobody
asks a memory about days that have not been. A word that is a date only by chance (May I, march on,
версия 3.4, 今日头条) needs a preposition, a day or a year beside it to count.
"""

from __future__ import annotations

import calendar
from dataclasses import dataclass
from datetime import date, timedelta
from typing import TYPE_CHECKING

from lamina.search import date_words as words
from lamina.search.words import has_content

if TYPE_CHECKING:
    import re
    from collections.abc import Callable

DAY = timedelta(days=1)
_FEW_DAYS = (7, 3)  # how long ago "a few days ago" begins and ends
_FEW_WEEKS = (6 * 7, 3 * 7)
_FEW_MONTHS = (6, 3)
_LATELY = 14  # days
_LONGEST = 2000  # characters of a question that are looked at


@dataclass(frozen=True, slots=True)
class Span:
    """Days from one to the other, both included, and the words that name them."""

    since: date
    until: date
    words: str
    relative: bool  # counted from today, so the same words in a line mean other days

    def rest(self, text: str) -> str:
        """Return a question without the words that name the days."""
        place = _folded(text).find(self.words)
        return f"{text[:place]} {text[place + len(self.words) :]}" if place >= 0 else text

    def has_subject(self, rest: str) -> bool:
        """Tell whether the rest of the question asks for more than what there was."""
        return has_content(words.HAPPENED.sub(" ", _folded(rest)))

    def as_dict(self) -> dict[str, str]:
        """Return the shape every face shows."""
        return {"since": str(self.since), "until": str(self.until), "words": self.words}


def span_of(text: str, today: date) -> Span | None:
    """Return the days a question names, or None where it names none."""
    folded = _folded(text[:_LONGEST])
    for pattern, days, relative in _RULES:
        for match in pattern.finditer(folded):
            found = _safely(days, match, today)
            if found:
                since, until = sorted(found)
                return Span(since, until, match[0].strip(), relative)
    return None


def _folded(text: str) -> str:
    """Return a text in lower case; every character stays where it was."""
    lower = "".join(c.lower() if len(c.lower()) == 1 else c for c in text)
    return lower.replace("ё", "е")


Days = tuple[date, date]


def _safely(
    days: Callable[[re.Match[str], date], Days], match: re.Match[str], today: date
) -> Days | None:
    try:
        return days(match, today)
    except (ValueError, KeyError, OverflowError):
        return None  # 31 February, the year 9999999: no day of a calendar


def _group(match: re.Match[str], name: str) -> str:
    return (match.groupdict().get(name) or "").strip(" .,")


def _number(text: str) -> int:
    return int(text) if text.isdigit() else words.NUMBERS[text or "one"]


def _week(day: date) -> Days:
    monday = day - day.weekday() * DAY
    return monday, monday + 6 * DAY


def _month(year: int, month: int) -> Days:
    year, month = year + (month - 1) // 12, (month - 1) % 12 + 1
    return date(year, month, 1), date(year, month, calendar.monthrange(year, month)[1])


def _back(today: date, unit: str, count: int) -> Days:
    """Return the day, week, month or year so many back."""
    if unit == "day":
        return (today - count * DAY,) * 2
    if unit == "week":
        return _week(today - 7 * count * DAY)
    if unit == "month":
        return _month(today.year, today.month - count)
    return date(today.year - count, 1, 1), date(today.year - count, 12, 31)


def _latest(build: Callable[[int], Days], today: date, year: str) -> Days:
    """Return a day or season in the year named, or in the latest year in which it has begun."""
    if year:
        return build(int(year) + (2000 if len(year) == 2 else 0))
    for back in range(5):  # 29 February comes every four years
        try:
            found = build(today.year - back)
        except ValueError:
            continue
        if found[0] <= today:
            return found
    raise ValueError(year)


def _day(match: re.Match[str], today: date, which: str = "") -> date:
    month = words.month(_group(match, f"month{which}") or _group(match, "month2"))
    number = int(_group(match, f"day{which}"))
    year = _group(match, f"year{which}") or _group(match, "year2")

    def build(year: int) -> Days:
        return (date(year, month, number),) * 2

    return _latest(build, today, year)[0]


def _one_day(match: re.Match[str], today: date) -> Days:
    return (_day(match, today),) * 2


def _two_days(match: re.Match[str], today: date) -> Days:
    until = _day(match, today, "2")
    since = _day(match, min(until, today))
    return since, until


def _iso_days(match: re.Match[str], _today: date) -> Days:
    since = date.fromisoformat(match["iso"])
    return since, date.fromisoformat(match["iso2"]) if match["iso2"] else since


def _week_meant(match: re.Match[str], today: date) -> Days:
    """Return the week a phrase names: so many ago, the last or this one."""
    if _group(match, "count"):
        return _back(today, "week", _number(_group(match, "count")))
    said = match["week"]
    if "上上" in said:
        return _back(today, "week", 2)
    return _back(today, "week", 0 if words.THIS.search(said) else 1)


def _weekday_in_week(match: re.Match[str], today: date) -> Days:
    monday, _ = _week_meant(match, today)
    since = monday + words.weekday(_group(match, "weekday")) * DAY
    last = _group(match, "weekday2")
    return since, monday + words.weekday(last) * DAY if last else since


def _weekday(match: re.Match[str], today: date) -> Days:
    """Return the latest such day; "last Monday" is not today, "on Monday" may be."""
    back = (today.weekday() - words.weekday(_group(match, "weekday"))) % 7
    if not back and _group(match, "last"):
        back = 7
    return (today - back * DAY,) * 2


def _weekdays(match: re.Match[str], today: date) -> Days:
    first, last = words.weekday(_group(match, "weekday")), words.weekday(_group(match, "weekday2"))
    until = today - ((today.weekday() - last) % 7) * DAY
    return until - ((last - first) % 7) * DAY, until


def _since_weekday(match: re.Match[str], today: date) -> Days:
    return _weekday(match, today)[0], today


def _since_day(match: re.Match[str], today: date) -> Days:
    return _day(match, today), today


def _since_month(match: re.Match[str], today: date) -> Days:
    return _named_month(match, today)[0], today


def _ago(match: re.Match[str], today: date) -> Days:
    return _back(today, words.unit(_group(match, "unit")), _number(_group(match, "count")))


def _few_ago(match: re.Match[str], today: date) -> Days:
    unit = words.unit(_group(match, "unit"))
    if unit == "month":
        most, least = _FEW_MONTHS
        return _back(today, "month", most)[0], _back(today, "month", least)[1]
    if unit == "year":
        return _back(today, "year", 5)[0], _back(today, "year", 2)[1]
    most, least = _FEW_WEEKS if unit == "week" else _FEW_DAYS
    return today - most * DAY, today - least * DAY


def _past(match: re.Match[str], today: date) -> Days:
    """Return the last so many days, weeks, months or years up to today."""
    count = _group(match, "count")
    often = _number(count) if count else 3
    unit = words.unit(_group(match, "unit"))
    if unit == "month":
        month = _month(today.year, today.month - often)
        return min(month[0] + (today.day - 1) * DAY, month[1]), today
    days = {"day": 1, "week": 7, "year": 365}[unit]
    return today - often * days * DAY, today


def _near_unit(match: re.Match[str], today: date) -> Days:
    said = match[0]
    unit = words.unit(_group(match, "unit") or "year")
    back = 2 if words.BEFORE_LAST.search(said) else 0 if words.THIS.search(said) else 1
    return _back(today, unit, back)


def _weekend(match: re.Match[str], today: date) -> Days:
    """Return the weekend meant: "last" is one that is over, any other has at least begun."""
    saturday = _week(today)[0] + 5 * DAY
    if not words.THIS.search(match[0]):
        over = saturday + DAY if _group(match, "last") else saturday - DAY
        if over >= today:
            saturday -= 7 * DAY
    return saturday, saturday + DAY


def _quarter(match: re.Match[str], today: date) -> Days:
    number = words.quarter(_group(match, "quarter"))

    def build(year: int) -> Days:
        return date(year, 3 * number - 2, 1), _month(year, 3 * number)[1]

    return _latest(build, today, _group(match, "year"))


def _near_quarter(match: re.Match[str], today: date) -> Days:
    back = 0 if words.THIS.search(match[0]) else 1
    first = 3 * ((today.month - 1) // 3) + 1 - 3 * back
    return _month(today.year, first)[0], _month(today.year, first + 2)[1]


def _season(match: re.Match[str], today: date) -> Days:
    first = words.season(_group(match, "season"))  # 3, 6, 9 or 12

    def build(year: int) -> Days:
        return date(year, first, 1), _month(year, first + 2)[1]

    year = _group(match, "year")
    if year or words.LAST_YEAR.search(match[0]):
        return build(int(year) if year else today.year - 1)
    found = _latest(build, today, "")
    if _group(match, "last") and found[1] >= today:
        return build(found[0].year - 1)
    return found


def _named_month(match: re.Match[str], today: date) -> Days:
    month = words.month(_group(match, "month"))
    year = _group(match, "year")
    if words.LAST_YEAR.search(match[0]):
        year = str(today.year - 1)
    found = _latest(lambda year: _month(year, month), today, year)
    if _group(match, "last") and found[1] >= today:
        return _month(found[0].year - 1, month)
    return _part(match[0], found)


def _part(said: str, month: Days) -> Days:
    """Return the first, middle or last ten days of a month where the phrase asks for them."""
    for part, (first, last) in words.PARTS:
        if part.search(said):
            end = month[0] + (last - 1) * DAY if last else month[1]
            return month[0] + (first - 1) * DAY, end
    return month


def _year(match: re.Match[str], _today: date) -> Days:
    year = int(_group(match, "year"))
    return date(year, 1, 1), date(year, 12, 31)


def _days_back(count: int) -> Callable[[re.Match[str], date], Days]:
    return lambda _match, today: (today - count * DAY,) * 2


def _lately(_match: re.Match[str], today: date) -> Days:
    return today - _LATELY * DAY, today


# In the order they are tried: what says more comes first.
_ORDER: tuple[tuple[tuple[re.Pattern[str], ...], Callable[[re.Match[str], date], Days]], ...] = (
    ((words.ISO,), _iso_days),
    (words.DAY_RANGES, _two_days),
    (words.SINCE_DAY, _since_day),
    (words.SINGLE_DAYS, _one_day),
    (words.WEEKDAY_IN_WEEK, _weekday_in_week),
    (words.WEEKDAY_RANGE, _weekdays),
    (words.SINCE_WEEKDAY, _since_weekday),
    *(((pattern,), _days_back(count)) for count, pattern in words.DAYS_BACK),
    (words.FEW_AGO, _few_ago),
    (words.AGO, _ago),
    (words.PAST, _past),
    (words.WEEKEND, _weekend),
    (words.NEAR_QUARTER, _near_quarter),
    (words.QUARTER, _quarter),
    (words.SEASON, _season),
    (words.SINCE_MONTH, _since_month),
    (words.MONTH, _named_month),
    (words.NEAR_UNIT, _near_unit),
    (words.WEEKDAY, _weekday),
    (words.YEAR, _year),
    (words.LATELY, _lately),
)
# Counted from today: a line with the same words was written on another day and means other days.
_RELATIVE = {_weekday_in_week, _few_ago, _ago, _past, _near_unit, _near_quarter, _lately}
_RULES = tuple(
    (pattern, days, days in _RELATIVE or pattern in words.DAY_BACK)
    for patterns, days in _ORDER
    for pattern in patterns
)
