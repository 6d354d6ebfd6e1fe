"""The words of dates in English, German, Russian and Chinese, as patterns with named groups."""

from __future__ import annotations

import re

_MONTHS = (
    r"january|jan|januar|jänner|январ[ьяею]|янв",
    r"february|feb|februar|feber|феврал[ьяею]|фев",
    r"march|mar|märz|maerz|mär|март[аеу]?|мар",
    r"april|apr|апрел[ьяею]|апр",
    r"may|mai|ма[йяею]",
    r"june|jun|juni|июн[ьяею]",
    r"july|jul|juli|июл[ьяею]",
    r"august|aug|август[аеу]?|авг",
    r"september|sept|sep|сентябр[ьяею]|сен",
    r"october|oct|oktober|okt|октябр[ьяею]|окт",
    r"november|nov|ноябр[ьяею]|ноя",
    r"december|dec|dezember|dez|декабр[ьяею]|дек",
)
_WEEKDAYS = (
    r"mondays?|montags?|понедельник[ае]?|周一|星期一|礼拜一",
    r"tuesdays?|dienstags?|вторник[ае]?|周二|星期二|礼拜二",
    r"wednesdays?|mittwochs?|сред[ауые]|周三|星期三|礼拜三",
    r"thursdays?|donnerstags?|четверг[ае]?|周四|星期四|礼拜四",
    r"fridays?|freitags?|пятниц[ауые]|周五|星期五|礼拜五",
    r"saturdays?|samstags?|sonnabends?|суббот[ауые]|周六|星期六|礼拜六",
    r"sundays?|sonntags?|воскресень[еяю]|周日|周天|星期日|星期天|礼拜天",
)
_SEASONS = {
    3: r"spring|frühling|frühjahr|весн(?:ой|ы|у)|春天|春季",
    6: r"summer|sommer|летом?|лета|夏天|夏季",
    9: r"autumn|fall|herbst|осен(?:ью|и|ь)|秋天|秋季",
    12: r"winter|зим(?:ой|ы|у)|冬天|冬季",
}
_UNITS = {
    "day": r"days?|tage[ns]?|дн(?:я|ей|и)|день|天",
    "week": r"weeks?|wochen?|недел(?:[ьюяие]|ями)|个?星期|个?礼拜|周",
    "month": r"months?|monat(?:e[ns]?|s)?|месяц(?:а|ев|е|ы)?|个?月",
    "year": r"years?|jahr(?:e[ns]?|s)?|год(?:а|у|ы)?|лет|年",
}
_SPELT = (
    "one a an ein einen einem einer eine один одну одного 一",
    "two couple zwei zweien два две пару 二 两",
    "three drei dreien три 三",
    "four vier четыре 四",
    "five fünf пять 五",
    "six sechs шесть 六",
    "seven sieben семь 七",
    "eight acht восемь 八",
    "nine neun девять 九",
    "ten zehn десять 十",
    "eleven elf одиннадцать 十一",
    "twelve zwölf двенадцать 十二",
)
_ORDINALS = (
    r"first|1st|ersten?|перв(?:ый|ом|ого)|第?一",
    r"second|2nd|zweiten?|втор(?:ой|ом|ого)|第?二",
    r"third|3rd|dritten?|трет(?:ий|ьем|ьего)|第?三",
    r"fourth|4th|vierten?|четверт(?:ый|ом|ого)|第?四",
)
NUMBERS = {word: n for n, line in enumerate(_SPELT, start=1) for word in line.split()}

_MONTH = "(?:" + "|".join(_MONTHS) + r")\b\.?"
_HAN_MONTH = r"(?:1[0-2]|0?[1-9]|十[一二]?|[一二三四五六七八九])月"
_WEEKDAY = "(?:" + "|".join(_WEEKDAYS) + ")"
_HAN_DAY = "[一二三四五六日天]"
_SEASON = "(?:" + "|".join(_SEASONS.values()) + ")"
_ORDINAL = "(?:" + "|".join(_ORDINALS) + ")"
_COUNT = r"\d{1,3}|" + "|".join(sorted(filter(str.isalpha, NUMBERS), key=len, reverse=True))
_UNIT = "(?:" + "|".join(_UNITS.values()) + ")"
_HAN_UNIT = r"天|个?星期|个?礼拜|周|个?月|年"
_YEAR4 = r"(?:19|20)\d\d"
_DAY = r"(?:3[01]|[12]\d|0?[1-9])"
_TH = r"(?:st|nd|rd|th|-?го|-?е|\.)?"
_FEW = r"a few|several|some|einigen?|ein paar|mehreren|paar|несколько|几"
_LAST = r"last|previous|past|letzte[nrsm]?|vorige[nrsm]?|vergangene[nrsm]?|прошл\w+|предыдущ\w+"
_THIS = r"this|current|diese[nrsm]?|эт(?:от|ой|ом|и|их|у|а|им)|текущ\w+"
THIS = re.compile(rf"(?<!\w)(?:{_THIS})(?!\w)|本|这|今")
BEFORE_LAST = re.compile(r"before last|vorletzte|позапрошл|上上|前年")
LAST_YEAR = re.compile(r"last year|letzte[ns] jahr|vorige[ns] jahr|прошл\w{1,6} год|去年")
PARTS = (
    (re.compile(r"\b(?:early|beginning of|start of|anfang)\b|начал\w+|初|上旬"), (1, 10)),
    (re.compile(r"\b(?:mid|middle of|mitte)\b|середин\w+|中旬"), (11, 20)),
    (re.compile(r"\b(?:late|end of|ende)\b|кон(?:ец|це|ца)|底|末|下旬"), (21, 0)),
)

ISO = re.compile(
    r"(?<![\w-])(?P<iso>\d{4}-\d\d-\d\d)(?:\s*(?:to|until|bis|по|до|到|至|–|—|\.\.)\s*"
    r"(?P<iso2>\d{4}-\d\d-\d\d))?(?![\w-])"
)


def _date(n: str) -> str:
    """Return the pattern of a day and its month in words: 3 May 2024, 3. Mai, 3-го мая."""
    return (
        rf"(?P<day{n}>{_DAY}){_TH}(?:\s+of)?\s*(?P<month{n}>{_MONTH})"
        rf"(?:,?\s*(?P<year{n}>{_YEAR4})\b)?"
    )


def _us_date(n: str) -> str:
    """Return the pattern of May 3rd, 2024."""
    return (
        rf"(?P<month{n}>{_MONTH})\s+(?:the\s+)?(?P<day{n}>{_DAY})(?:st|nd|rd|th)?\b(?!:)"
        rf"(?:,?\s*(?P<year{n}>{_YEAR4})\b)?"
    )


def _dots(n: str) -> str:
    """Return the pattern of 3.4. and 3.4.2024."""
    return (
        rf"(?<![\d.])(?P<day{n}>{_DAY})\.\s?(?P<month{n}>1[0-2]|0?[1-9])"
        rf"(?:\.(?P<year{n}>{_YEAR4}|\d\d)\b|\.(?!\d))(?!\.\d)"
    )


def _han_date(n: str) -> str:
    return rf"(?:(?P<year{n}>{_YEAR4})年)?(?P<month{n}>{_HAN_MONTH})(?P<day{n}>{_DAY})[日号]?"


_TO = r"\s*(?:and|to|till|until|through|und|bis(?: zum)?|и|по|до|到|至|–|—|-)\s*(?:the |dem )?"
_FROM = r"(?<!\w)(?:between|from|zwischen|von|vom|с|со|между)\s+(?:the |dem |den )?"
DAY_RANGES = (
    re.compile(rf"{_FROM}(?P<day>{_DAY}){_TH}(?:\s*(?P<month>{_MONTH}))?{_TO}{_date('2')}"),
    re.compile(
        rf"{_FROM}{_us_date('')}{_TO}(?:(?P<month2>{_MONTH})\s+)?(?P<day2>{_DAY})\b(?:st|nd|rd|th)?"
        rf"(?:,?\s*(?P<year2>{_YEAR4})\b)?"
    ),
    re.compile(_FROM + _dots("") + _TO + _dots("2")),
    re.compile(
        rf"{_han_date('')}\s*[到至\-–—~]\s*(?:(?P<year2>{_YEAR4})年)?"
        rf"(?P<month2>{_HAN_MONTH})?(?P<day2>{_DAY})[日号]?"
    ),
)
_SINCE = r"(?<!\w)(?:since|seit(?: dem)?|начиная с|с|со)\s+(?:the )?"
SINCE_DAY = (
    re.compile(_SINCE + _date("")),
    re.compile(_SINCE + _us_date("")),
    re.compile(_SINCE + _dots("")),
    re.compile(rf"(?:自从?|从){_han_date('')}"),
)
SINGLE_DAYS = (
    re.compile(r"(?<![\w.])" + _date("")),
    re.compile(r"(?<!\w)" + _us_date("")),
    re.compile(r"(?<!version )(?<!release )(?<!версия )(?<!версии )(?<!v)" + _dots("")),
    re.compile(_han_date("") + "[日号]"),
    re.compile(rf"(?<![\d/])(?P<month>1[0-2]|0?[1-9])/(?P<day>{_DAY})/(?P<year>{_YEAR4})(?!\d)"),
)

_ON = r"(?:on|at|am|von|vom|from|с|со|во?)"
_NEAR_WEEK = (
    r"(?P<week>(?:last|previous|this) week|(?:letzte|vorige|vergangene|diese)[nrs]? woche"
    r"|(?:на )?(?:прошл\w+|эт\w+) недел[еюи])"
)
_WEEKS = (
    rf"(?P<count>{_COUNT}) weeks? ago",
    rf"vor (?P<count>{_COUNT}) wochen?",
    rf"(?P<count>{_COUNT}) недел[юиь] назад",
    _NEAR_WEEK,
)
_DAYS_OF_WEEK = (
    rf"(?:{_ON}\s+)?(?P<weekday>{_WEEKDAY})"
    rf"(?:\s*(?:to|till|through|bis|по|до|-|–)\s*(?P<weekday2>{_WEEKDAY}))?"
)
WEEKDAY_IN_WEEK = (
    *(re.compile(rf"(?<!\w){_DAYS_OF_WEEK},?\s+(?:of |in der )?{week}(?!\w)") for week in _WEEKS),
    *(re.compile(rf"(?<!\w){week},?\s+{_DAYS_OF_WEEK}(?!\w)") for week in _WEEKS),
    re.compile(
        rf"(?P<week>上上个?|上个?|这个?|本)(?P<weekday>(?:周|星期|礼拜){_HAN_DAY})"
        rf"(?:\s*[到至\-–—~]\s*(?P<weekday2>(?:周|星期|礼拜){_HAN_DAY}))?"
    ),
)
WEEKDAY_RANGE = (
    re.compile(rf"{_FROM}(?P<weekday>{_WEEKDAY}){_TO}(?P<weekday2>{_WEEKDAY})(?!\w)"),
    re.compile(rf"(?P<weekday>周{_HAN_DAY})[到至](?P<weekday2>周{_HAN_DAY})"),
)
SINCE_WEEKDAY = (
    re.compile(
        rf"(?<!\w)(?:since|seit|с|со)\s+(?P<last>(?:{_LAST})\s+)?(?P<weekday>{_WEEKDAY})(?!\w)"
    ),
    re.compile(rf"(?:自从?|从)(?P<weekday>(?:周|星期|礼拜){_HAN_DAY})"),
    re.compile(rf"(?P<weekday>(?:周|星期|礼拜){_HAN_DAY})(?:以来|起|开始)"),
)
DAYS_BACK = (
    (3, re.compile(r"(?<!\w)(?:vorvorgestern|поза ?позавчера)(?!\w)|大前天")),
    (2, re.compile(r"(?<!\w)(?:day before yesterday|vorgestern|позавчера)(?!\w)|前[天晚]")),
    (
        1,
        re.compile(
            r"(?<!\w)(?:yesterday|last night|gestern|вчера|вчерашн\w+|прошлой ночью)(?!\w)"
            r"|昨[天晚日夜]"
        ),
    ),
    (
        0,
        re.compile(
            r"(?<!\w)(?:today|tonight|this (?:morning|afternoon|evening)|heute|сегодня"
            r"|сегодняшн\w+)(?!\w)|今[天早晚晨]|今日(?!头条)"
        ),
    ),
)
DAY_BACK = tuple(pattern for _, pattern in DAYS_BACK)
FEW_AGO = (
    re.compile(rf"(?<!\w)(?:{_FEW}) (?P<unit>{_UNIT}) (?:ago|earlier|back|назад)(?!\w)"),
    re.compile(rf"(?<!\w)vor (?:{_FEW}) (?P<unit>{_UNIT})(?!\w)"),
    re.compile(rf"(?:前几|[几数])(?P<unit>{_HAN_UNIT})(?:之前|以前|前|(?<=前几天))"),
)
AGO = (
    re.compile(rf"(?<!\w)(?P<count>{_COUNT}) (?P<unit>{_UNIT}) (?:ago|earlier|назад)(?!\w)"),
    re.compile(rf"(?<!\w)vor (?P<count>{_COUNT}) (?P<unit>{_UNIT})(?!\w)"),
    re.compile(r"(?<!\w)(?P<unit>день|неделю|месяц|год) назад(?!\w)"),
    re.compile(
        rf"(?P<count>\d{{1,6}}|[一二两三四五六七八九十]{{1,6}})(?P<unit>{_HAN_UNIT})(?:之前|以前|前)"
    ),
)
PAST = (
    re.compile(
        rf"(?<!\w)(?:last|past|letzten|vergangenen|последни[ехм]|последнюю)"
        rf" (?:(?P<count>{_COUNT})|{_FEW}) (?P<unit>{_UNIT})(?!\w)"
    ),
    re.compile(
        r"(?<!\w)(?:(?:in|over|during) the (?:last|past)|in den (?:letzten|vergangenen)"
        rf"|за последни[ей]) (?P<unit>{_UNIT})(?!\w)"
    ),
    re.compile(
        rf"(?:最近|过去|近)这?(?:(?P<count>\d+|[一二两三四五六七八九十]+)|几)(?P<unit>{_HAN_UNIT})"
    ),
)
WEEKEND = (
    re.compile(
        rf"(?<!\w)(?:(?P<last>{_LAST}) |(?:{_THIS}) |(?:on|at|over) the |am )?"
        r"(?:weekend|wochenendes?|выходны[ехм]+)(?!\w)"
    ),
    re.compile(r"(?:(?P<last>上个?)|这个?|本)?周末"),
)
NEAR_QUARTER = (
    re.compile(rf"(?<!\w)(?:{_LAST}|{_THIS}) (?:quarter|quartals?|квартал\w*)(?!\w)"),
    re.compile(r"(?:上个?|这个?|本)季度"),
)
QUARTER = (
    re.compile(rf"(?<!\w)q(?P<quarter>[1-4])(?:[ /](?P<year>{_YEAR4}))?(?!\w)"),
    re.compile(
        rf"(?<!\w)(?P<quarter>{_ORDINAL}) (?:quarter|quartals?|квартал\w*)(?!\w)"
        rf"(?:(?: of)? (?P<year>{_YEAR4})(?!\d))?"
    ),
    re.compile(rf"(?:(?P<year>{_YEAR4})年)?第?(?P<quarter>[一二三四1-4])季度"),
)
SEASON = (
    re.compile(
        rf"(?<!\w)(?:(?P<last>{_LAST}) |(?:{_THIS}) |(?:in|during|over|since) the |in |im "
        r"|während des )"
        rf"(?P<season>{_SEASON})s?(?!\w)(?: (?:of )?(?P<year>{_YEAR4})| last year| letzten jahres)?"
    ),
    re.compile(
        rf"(?<!\w)(?:(?P<last>прошл\w+) )?(?P<season>летом|зимой|весной|осенью)(?!\w)"
        rf"(?: (?P<year>{_YEAR4})| прошлого года)?"
    ),
    re.compile(
        rf"(?:(?P<year>{_YEAR4})年|去年)?(?:(?P<last>上个?)|今年|这个?)?(?P<season>[春夏秋冬][天季])"
    ),
)
SINCE_MONTH = (
    re.compile(
        rf"(?<!\w)(?:since|seit|начиная с) (?P<month>{_MONTH})(?!\w)(?: (?P<year>{_YEAR4})(?!\d))?"
    ),
    re.compile(
        rf"(?<!\w)с (?P<month>января|февраля|марта|апреля|мая|июня|июля|августа"
        rf"|сентября|октября|ноября|декабря)(?!\w)(?: (?P<year>{_YEAR4})(?!\d))?"
    ),
    re.compile(rf"(?:自从?|从)(?:(?P<year>{_YEAR4})年)?(?P<month>{_HAN_MONTH})"),
)
MONTH = (
    re.compile(
        r"(?<!\w)(?:last year (?:in )?|letztes jahr (?:im )?|в прошлом году в )"
        rf"(?P<month>{_MONTH})(?!\w)"
    ),
    re.compile(
        rf"(?<!\w)(?:(?P<last>{_LAST}) |(?:{_THIS}) |in (?:early |mid |late )?|during |by |until "
        r"|early |mid[ -]|late |(?:the )?(?:beginning|start|middle|end) of "
        r"|im |anfang |mitte |ende |bis |во? (?:начале |середине |конце )?|за )"
        rf"(?P<month>{_MONTH})(?!\w)(?:,? (?P<year>{_YEAR4})(?!\d)| last year| letzte[ns] jahre?s?"
        r"| прошлого года)?"
    ),
    re.compile(rf"(?<!\w)(?P<month>{_MONTH}),? (?P<year>{_YEAR4})(?!\d)"),
    re.compile(
        rf"(?:(?P<year>{_YEAR4})年|去年|今年)?(?P<month>{_HAN_MONTH})(?![饼天]|\d)(?:初|中旬|底|末|份)?"
    ),
)
NEAR_UNIT = (
    re.compile(
        rf"(?<!\w)(?:{_LAST}|{_THIS}|vorletzte[nrs]?|позапрошл\w+)"
        r" (?P<unit>week|month|year|woche|monats?|jahr(?:es)?|недел[еюяи]|месяц[аеу]?|год[ау]?)"
        r"(?!\w)"
        r"(?: before last)?"
    ),
    re.compile(r"(?<!\w)(?P<unit>week|month|year) before last(?!\w)"),
    re.compile(r"(?:上上个?|上个?|这个?|本)(?P<unit>周|星期|礼拜|月)(?![一二三四五六日天末])"),
    re.compile("前年|去年|今年"),
)
WEEKDAY = (
    re.compile(
        rf"(?<!\w)(?:(?:on |am |во? )?(?:(?P<last>{_LAST}) |(?:{_THIS}) )|on |am |во? |vom )"
        rf"(?P<weekday>{_WEEKDAY})(?!\w)"
    ),
    re.compile(rf"(?P<weekday>(?:周|星期|礼拜){_HAN_DAY})"),
)
YEAR = (
    re.compile(
        rf"(?<!\w)(?:in|im jahre?|since|during|во?) (?P<year>{_YEAR4})(?![\d.,]\d|\w)(?: году)?"
    ),
    re.compile(rf"(?P<year>{_YEAR4})年"),
)
LATELY = (
    re.compile(
        r"(?<!\w)(?:recently|lately|the other day|neulich|kürzlich|unlängst|in letzter zeit"
        r"|недавно|на днях|в последнее время)(?!\w)"
    ),
    re.compile("最近|近来|近期|前阵子|前段时间"),
)


HAPPENED = re.compile(
    r"(?<!\w)(?:was (?:war|ist|gab|hab\w*|hatt\w*)|happen\w*|going on|went on|up|notes?|noted"
    r"|passier\w*|geschah\w*|geschehen|los|gemacht|getan|notiert|случил\w+|произош\w+"
    r"|происходил\w*|делал\w*|сделал\w*|записал\w*|записывал\w*)(?!\w)"
    r"|发生|做|干|记录|记|哪些|事情|事|过"
)


def month(said: str) -> int:
    """Return the number of a month; raises ValueError for no month."""
    name = said.removesuffix("月")
    if name.isdigit():
        return int(name)
    if name != said:
        return NUMBERS[name]
    return _nth(_MONTHS, said.rstrip("."), 1)


def weekday(said: str) -> int:
    """Return 0 for Monday to 6 for Sunday; raises ValueError for no weekday."""
    return _nth(_WEEKDAYS, said, 0)


def is_calendar(said: str) -> bool:
    """Tell whether a word names a day of the week or a month, and nothing else."""
    return any(re.fullmatch(pattern, said) for pattern in (*_WEEKDAYS, *_MONTHS))


def quarter(said: str) -> int:
    """Return 1 to 4; raises ValueError for no quarter."""
    return int(said) if said.isdigit() else _nth(_ORDINALS, said, 1)


def season(said: str) -> int:
    """Return the month a season begins with; raises ValueError for no season."""
    return list(_SEASONS)[_nth(tuple(_SEASONS.values()), said, 0)]


def unit(said: str) -> str:
    """Return day, week, month or year; raises ValueError for none of them."""
    return list(_UNITS)[_nth(tuple(_UNITS.values()), said, 0)]


def _nth(patterns: tuple[str, ...], said: str, first: int) -> int:
    for number, pattern in enumerate(patterns, start=first):
        if re.fullmatch(pattern, said):
            return number
    raise ValueError(said)
