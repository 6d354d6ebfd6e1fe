"""The words a workspace's files use, in four languages: labels, headings, titles. Pure.

Labels are written in the workspace's language and read in all four. An entry of a daily note and
a line of the daily index::

    ## [2026-11-03] Teapots                 # 记忆索引
    - cause: the grey glaze sold out
    - change: ordered 240 in two glazes     - 茶壶 → 2026-11-03.md,2026-11-09.md
    - todo: pay the deposit by Friday
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass, fields
from functools import cache, lru_cache

from lamina.documents.language import Language


@dataclass(frozen=True, slots=True)
class Labels:
    """The words of a workspace's files in one language."""

    cause: str
    change: str
    todo: str
    notes: str  # section of a daily note for quick lines
    daily_index: str  # titles of files
    knowledge_index: str
    memory: str
    active_context: str
    topics_active: str
    topics_archived: str
    superseded: str
    archive: str  # of an old MEMORY.md
    deeper: str  # before a link to reference/
    task: str  # of a topic: its title and head
    role: str
    goal: str
    state: str
    core_context: str  # its sections
    milestones: str
    scratchpad: str
    result: str
    lessons: str
    general: str  # domain of a topic that has none
    project: str  # of a handbook
    architecture: str
    local_rules: str
    open_tasks: str
    done_tasks: str
    decisions: str
    pitfalls: str
    agent: str  # of an agent type's handbook
    always: str
    model_quirks: str
    tools: str
    profile: str  # of MEMORY.md
    projects: str
    critical_rules: str
    routing: str
    active_now: str
    more: str  # before a pointer to where the rest of a section went
    source: str
    consent: str


_LABELS = {
    Language.EN: Labels(
        cause="cause",
        change="change",
        todo="todo",
        notes="Notes",
        daily_index="Daily index",
        knowledge_index="Knowledge index",
        memory="Long-Term Memory",
        active_context="Active Context",
        topics_active="Topics",
        topics_archived="Archived topics",
        superseded="Superseded",
        archive="Archive",
        deeper="Deeper",
        task="Task",
        role="Role",
        goal="Goal",
        state="State",
        core_context="Core Context",
        milestones="Milestones",
        scratchpad="Scratchpad",
        result="Result",
        lessons="Lessons",
        general="General",
        project="Project",
        architecture="Architecture and paths",
        local_rules="Rules that hold only here",
        open_tasks="Open tasks",
        done_tasks="Done",
        decisions="Decisions",
        pitfalls="Pitfalls",
        agent="Agent type",
        always="Always holds",
        model_quirks="Quirks of models",
        tools="Tools",
        profile="Profile",
        projects="Projects",
        critical_rules="Critical rules",
        routing="Agents",
        active_now="Active now",
        more="More",
        source="Source",
        consent="Asked for",
    ),
    Language.DE: Labels(
        cause="Anlass",
        change="Änderung",
        todo="Offen",
        notes="Notizen",
        daily_index="Tagesindex",
        knowledge_index="Wissensindex",
        memory="Langzeitgedächtnis",
        active_context="Aktiver Kontext",
        topics_active="Themen",
        topics_archived="Archivierte Themen",
        superseded="Überholt",
        archive="Archiv",
        deeper="Mehr",
        task="Aufgabe",
        role="Rolle",
        goal="Ziel",
        state="Stand",
        core_context="Kernkontext",
        milestones="Meilensteine",
        scratchpad="Schmierzettel",
        result="Ergebnis",
        lessons="Lehren",
        general="Allgemein",
        project="Projekt",
        architecture="Architektur und Pfade",
        local_rules="Regeln, die nur hier gelten",
        open_tasks="Offene Aufgaben",
        done_tasks="Erledigt",
        decisions="Entscheidungen",
        pitfalls="Stolpersteine",
        agent="Agent-Typ",
        always="Gilt immer",
        model_quirks="Eigenheiten der Modelle",
        tools="Werkzeuge",
        profile="Profil",
        projects="Projekte",
        critical_rules="Kritische Regeln",
        routing="Agenten",
        active_now="Gerade aktiv",
        more="Mehr",
        source="Quelle",
        consent="Auftrag",
    ),
    Language.RU: Labels(
        cause="причина",
        change="изменение",
        todo="план",
        notes="Заметки",
        daily_index="Индекс дней",
        knowledge_index="Индекс знаний",
        memory="Долговременная память",
        active_context="Активный контекст",
        topics_active="Темы",
        topics_archived="Архив тем",
        superseded="Устаревшее",
        archive="Архив",
        deeper="Подробнее",
        task="Задача",
        role="Роль",
        goal="Цель",
        state="Состояние",
        core_context="Ключевой контекст",
        milestones="Этапы",
        scratchpad="Черновик",
        result="Итог",
        lessons="Уроки",
        general="Общее",
        project="Проект",
        architecture="Архитектура и пути",
        local_rules="Правила только этого проекта",
        open_tasks="Открытые задачи",
        done_tasks="Сделано",
        decisions="Решения",
        pitfalls="Подводные камни",
        agent="Тип агента",
        always="Верно всегда",
        model_quirks="Особенности моделей",
        tools="Инструменты",
        profile="Профиль",
        projects="Проекты",
        critical_rules="Главные правила",
        routing="Агенты",
        active_now="Сейчас в работе",
        more="Ещё",
        source="Источник",
        consent="Поручение",
    ),
    Language.ZH: Labels(
        cause="因",
        change="改",
        todo="待",
        notes="笔记",
        daily_index="记忆索引",
        knowledge_index="知识库索引",
        memory="长期记忆",
        active_context="当前上下文",
        topics_active="话题索引",
        topics_archived="已归档话题",
        superseded="已被取代",
        archive="归档",
        deeper="详见",
        task="任务",
        role="归属角色",
        goal="目标",
        state="当前状态",
        core_context="关键上下文",
        milestones="里程碑与进度",
        scratchpad="备忘录",
        result="结果",
        lessons="经验",
        general="综合",
        project="项目",
        architecture="架构与路径",
        local_rules="仅限本项目的规则",
        open_tasks="未完成任务",
        done_tasks="已完成",
        decisions="决定",
        pitfalls="注意事项",
        agent="智能体类型",
        always="始终有效",
        model_quirks="模型特性",
        tools="工具",
        profile="用户画像",
        projects="项目列表",
        critical_rules="关键规则",
        routing="智能体分工",
        active_now="正在进行",
        more="其余",
        source="来源",
        consent="用户授权",
    ),
}

# Spellings people and other tools use beside the labels above.
_ALSO_READ = {
    "cause": "reason|grund|ursache|повод|原因|背景",
    "change": "changes|changed|änderungen|aenderung|geändert|изменения|сделано|改动|变更|變更",
    "todo": "to-do|next|todos|планы|дальше|待办|待辦|后续|後續",
    "memory": "memory|long-term memory|memory.md",
    "task": "topic|thema|тема|话题|主題",
    "role": "roles|persona|rolle|角色|归属|роли",
    "goal": "objective|target|цели|目的|项目目标",
    "state": "status|current state|stand der dinge|статус|状态|进展|当前进展",
    "core_context": "context|key context|kontext|контекст|核心上下文|上下文",
    "milestones": "progress|milestones and progress|fortschritt|прогресс|进度|里程碑|里程碑与进度",
    "scratchpad": "scratch|memo|notizzettel|черновики|草稿|备忘",
    "result": "results|outcome|результат|成果|最终方案",
    "lessons": "lessons learned|learnings|erkenntnisse|выводы|教训|经验教训|通用经验",
    "open_tasks": "tasks|todo|offen|offene tasks|задачи|待办事项|未完成",
    "done_tasks": "done tasks|completed|finished|erledigte aufgaben|выполнено|完成|已完成任务",
    "decisions": "entscheide|решение|决策",
    "pitfalls": "gotchas|known issues|fallstricke|проблемы|坑|踩坑",
    "architecture": "architecture|paths|architektur|architektur & pfade|архитектура|架构|路径",
    "profile": "user|user profile|about the user|user-profil|nutzer|profil|о пользователе"
    "|пользователь|用户|用户信息|用户资料",
    "projects": "active projects|project list|laufende projekte|aktive projekte|мои проекты"
    "|текущие проекты|项目|活跃项目|进行中的项目",
    "critical_rules": "rules|key rules|hard rules|important rules|regeln|harte regeln"
    "|wichtige regeln|правила|важные правила|规则|重要规则|铁律",
    "routing": "routing|agent routing|team|agenten-routing|agent-routing-tabelle|маршрутизация"
    "|агенты и роли|路由|智能体",
    "active_now": "active|what is active|was gerade aktiv ist|was läuft|сейчас активно"
    "|активно сейчас|что активно сейчас|当前活跃|活跃事项|current|now|in progress"
    "|what is active now|aktuell|aktiv|gerade|laufend|активно|сейчас"
    "|в работе|текущее|当前|进行中|当前进行",
    "always": "always|rules|immer|всегда|通用规则",
    "tools": "tooling|инструментарий|工具链",
}


def labels(language: Language) -> Labels:
    """Return the words of a language."""
    return _LABELS[language]


def colon(language: Language) -> str:
    """Return what stands between a label and its text."""
    return "：" if language is Language.ZH else ": "


def reads_as(word: str, name: str) -> bool:
    """Say whether a word or heading is this label in any language."""
    plain = _plain(word)
    known = _readings()
    if name in known.get(plain, ()):
        return True
    bare = plain.partition("(")[0].strip()  # 关键上下文 (Core Context)
    return bool(bare) and name in known.get(bare, ())


@lru_cache(1 << 12)
def _plain(word: str) -> str:
    word = unicodedata.normalize("NFC", word).strip().strip("*_:：").strip()
    while word and not (word[0].isalnum() or word[0] == "("):  # 📌 Rules
        word = word[1:]
    return word.casefold()


@cache
def _readings() -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for field in fields(Labels):
        words = [str(getattr(words, field.name)) for words in _LABELS.values()]
        words += filter(None, _ALSO_READ.get(field.name, "").split("|"))
        for word in map(_plain, words):
            if field.name not in found.get(word, ()):
                found[word] = (*found.get(word, ()), field.name)
    return found
