"""The words of memory/PROPOSALS.md in four languages, and how Lamina's own rows are told. Pure."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from lamina.documents.language import Language

if TYPE_CHECKING:
    from collections.abc import Mapping

READY, GROUNDED, ORDERS = "ready", "grounded", "instruction"
KINDS = (READY, GROUNDED, ORDERS)  # of proposals, in the order of their sections


@dataclass(frozen=True, slots=True)
class Words:
    """The words of the file in one language; in braces, what is put in."""

    title: str
    intro: str
    headings: Mapping[str, str]  # by kind
    times: tuple[str, ...]  # one, few, many, as the language has them
    days: tuple[str, ...]
    rows: Mapping[str, str]  # by what they tell
    whys: Mapping[str, str]  # why a ticked one was not applied
    left: Mapping[str, str]  # what became of one that somebody wrote below


_WORDS = {
    Language.EN: Words(
        title="Proposals",
        intro="What dreaming would put into MEMORY.md. Tick a line (`[x]`) and the next sweep puts"
        " it there;\n`lamina dream accept` does so at once. You may change its words first. Strike"
        " it (`[-]` or `~~…~~`)\nor delete it, and it is not proposed again. What else you write"
        " here stays.",
        headings={
            READY: "Ready",
            GROUNDED: "Mainly grounded",
            ORDERS: "Reads like an instruction to an agent",
        },
        times=("{n} time", "{n} times"),
        days=("{n} day", "{n} days"),
        rows={
            "needed": "needed {times} on {days} ({when}); score {score}",
            "noted": "noted on {when}; nobody asked for it yet",
            "grounded": "from old notes, signals: {n}; score {score}",
            "replaces": "takes the place of “{line}”",
            "leaves": "for room, “{line}” would move to the archive",
            "by command": "a tick is not enough here: `lamina dream accept {key}`",
            "held": "not applied: {why}",
        },
        whys={
            "secret": "it holds a secret",
            "machine text": "it reads like the output of a program",
            "instruction": "it reads like an instruction to an agent",
            "known": "{place} says it already",
            "contradicts": "{place} says otherwise",
            "superseded": "a newer line says otherwise ({place})",
            "origin": "it comes from outside",
            "source gone": "its source is gone or says something else now",
            "memory budget": "MEMORY.md has no room for it",
            "unclear": "it is ticked and struck at once",
            "empty": "there are no words",
            "too long": "it is too long",
        },
        left={"accepted": "in MEMORY.md", "rejected": "rejected", "withdrawn": "withdrawn"},
    ),
    Language.DE: Words(
        title="Vorschläge",
        intro="Was das Träumen in MEMORY.md schreiben würde. Hake eine Zeile ab (`[x]`), dann"
        " kommt sie beim\nnächsten Durchlauf dorthin; `lamina dream accept` tut es sofort. Den"
        " Wortlaut darfst du vorher ändern.\nStreiche sie (`[-]` oder `~~…~~`) oder lösche sie,"
        " dann wird sie nicht wieder vorgeschlagen.\nWas du sonst hier schreibst, bleibt.",
        headings={
            READY: "Bereit",
            GROUNDED: "Überwiegend aus alten Notizen",
            ORDERS: "Liest sich wie eine Anweisung an einen Agenten",
        },
        times=("{n}-mal",),
        days=("{n} Tag", "{n} Tagen"),
        rows={
            "needed": "gebraucht {times} an {days} ({when}); Wertung {score}",
            "noted": "notiert am {when}; noch hat niemand danach gefragt",
            "grounded": "aus alten Notizen, Hinweise: {n}; Wertung {score}",
            "replaces": "ersetzt „{line}“",
            "leaves": "um Platz zu schaffen, käme „{line}“ ins Archiv",
            "by command": "hier genügt kein Haken: `lamina dream accept {key}`",
            "held": "nicht übernommen: {why}",
        },
        whys={
            "secret": "sie enthält ein Geheimnis",
            "machine text": "sie liest sich wie die Ausgabe eines Programms",
            "instruction": "sie liest sich wie eine Anweisung an einen Agenten",
            "known": "{place} sagt es schon",
            "contradicts": "{place} sagt etwas anderes",
            "superseded": "eine neuere Zeile sagt etwas anderes ({place})",
            "origin": "sie kommt von außen",
            "source gone": "ihre Quelle ist fort oder sagt jetzt etwas anderes",
            "memory budget": "in MEMORY.md ist kein Platz dafür",
            "unclear": "sie ist zugleich abgehakt und gestrichen",
            "empty": "es steht nichts da",
            "too long": "sie ist zu lang",
        },
        left={"accepted": "in MEMORY.md", "rejected": "abgelehnt", "withdrawn": "zurückgezogen"},
    ),
    Language.RU: Words(
        title="Предложения",
        intro="Что сон записал бы в MEMORY.md. Отметьте строку (`[x]`), и при следующем проходе"
        " она попадёт туда;\n`lamina dream accept` делает это сразу. Слова можно прежде изменить."
        " Вычеркните её (`[-]` или `~~…~~`)\nили удалите, и больше она не предлагается. Всё"
        " остальное, что вы здесь пишете, остаётся.",
        headings={
            READY: "Готово",
            GROUNDED: "В основном из старых заметок",
            ORDERS: "Похоже на указание агенту",
        },
        times=("{n} раз", "{n} раза", "{n} раз"),
        days=("{n} день", "{n} дня", "{n} дней"),
        rows={
            "needed": "понадобилось {times} за {days} ({when}); оценка {score}",
            "noted": "записано {when}; пока никто не спрашивал",
            "grounded": "из старых заметок, признаков: {n}; оценка {score}",
            "replaces": "заменяет «{line}»",
            "leaves": "чтобы освободить место, «{line}» уйдёт в архив",
            "by command": "одной отметки здесь мало: `lamina dream accept {key}`",
            "held": "не записано: {why}",
        },
        whys={
            "secret": "в строке секрет",
            "machine text": "похоже на вывод программы",
            "instruction": "похоже на указание агенту",
            "known": "это уже сказано: {place}",
            "contradicts": "{place} говорит другое",
            "superseded": "новая строка говорит другое ({place})",
            "origin": "это пришло извне",
            "source gone": "источника больше нет, или он говорит другое",
            "memory budget": "в MEMORY.md нет места",
            "unclear": "строка и отмечена, и вычеркнута",
            "empty": "здесь нет слов",
            "too long": "слишком длинно",
        },
        left={"accepted": "в MEMORY.md", "rejected": "отклонено", "withdrawn": "снято"},
    ),
    Language.ZH: Words(
        title="提议",
        intro="做梦整理想写入 MEMORY.md 的内容。勾选一行（`[x]`），下次整理时就会写入；\n"
        "`lamina dream accept` 立即写入。可以先改文字。划掉（`[-]` 或 `~~…~~`）"
        "或删除的行不再提议。\n你在这里写的其他内容都会保留。",
        headings={
            READY: "待确认",
            GROUNDED: "主要来自旧笔记",
            ORDERS: "像是对智能体的指令",
        },
        times=("{n} 次",),
        days=("{n} 天",),
        rows={
            "needed": "在 {days}里用到 {times}（{when}）；得分 {score}",
            "noted": "记于 {when}；还没有人问过",
            "grounded": "来自旧笔记，线索：{n}；得分 {score}",
            "replaces": "取代“{line}”",
            "leaves": "为腾出位置，“{line}”将移入归档",
            "by command": "仅勾选不够：`lamina dream accept {key}`",
            "held": "未写入：{why}",
        },
        whys={
            "secret": "含有密钥或密码",
            "machine text": "像是程序的输出",
            "instruction": "像是对智能体的指令",
            "known": "{place} 已经说过",
            "contradicts": "{place} 的说法不同",
            "superseded": "有更新的一行说法不同（{place}）",
            "origin": "来自外部",
            "source gone": "来源已不在，或已改变",
            "memory budget": "MEMORY.md 没有空间",
            "unclear": "既勾选又划掉",
            "empty": "没有文字",
            "too long": "太长",
        },
        left={"accepted": "已在 MEMORY.md", "rejected": "已拒绝", "withdrawn": "已撤回"},
    ),
}
_FIELDS = {
    "times": r"\d[\d.]{0,8}[ -]?\w{1,5}",
    "days": r"\d{1,4} \w{1,6}",
    "when": r"\d{4}-\d\d-\d\d(?: – \d{4}-\d\d-\d\d)?",
    "score": r"[01]\.\d\d",
    "n": r"\d{1,6}",
    "key": r"[0-9a-f]{12}",
    "line": r".{1,2000}",
    "place": r"[\w./ -]{1,300}(?:#L\d+(?:-L\d+)?)?",
}
_FIELD = re.compile(r"\\\{(\w+)\\\}")
_SCORE = re.compile(r"\b[01]\.\d\d\b")


def words(language: Language) -> Words:
    """Return the words of a language."""
    return _WORDS[language]


def counted(forms: tuple[str, ...], number: float) -> str:
    """Return a number with its word: 1 time, 2 times; 1 раз, 2 раза, 5 раз."""
    whole = int(number)
    if number != whole:
        form = 1
    elif len(forms) == 3:
        teens = 10 < whole % 100 < 15
        form = 0 if whole % 10 == 1 and not teens else 1 if 1 < whole % 10 < 5 and not teens else 2
    else:
        form = 0 if whole == 1 else 1
    return forms[min(form, len(forms) - 1)].format(n=f"{round(number, 1):g}")


def kind_of(title: str) -> str:
    """Return which proposals a heading is for, in any language; empty: none."""
    plain = " ".join(title.split()).casefold()
    return next(
        (
            kind
            for one in _WORDS.values()
            for kind, heading in one.headings.items()
            if heading.casefold() == plain
        ),
        "",
    )


def is_row(said: str) -> bool:
    """Tell whether a line below a proposal, without its bullet, is one that Lamina wrote."""
    return any(pattern.fullmatch(said) for pattern in _rows())


def without_score(row: str) -> str:
    """Return a row without its score: that alone fades from day to day and is no news."""
    return _SCORE.sub("", row)


@cache
def _rows() -> tuple[re.Pattern[str], ...]:
    found: list[re.Pattern[str]] = []
    for one in _WORDS.values():
        whys = "|".join(map(_shape, one.whys.values()))
        shapes = (_shape(row).replace(r"\{why\}", f"(?:{whys})") for row in one.rows.values())
        found += map(re.compile, shapes)
    return tuple(found)


def _shape(template: str) -> str:
    """Return the pattern of what a template makes."""
    escaped = re.escape(template)
    return _FIELD.sub(lambda m: _FIELDS.get(m[1], m[0]), escaped)
