"""The texts of fresh files and of managed blocks, in four languages. Pure.

A topic (the head is read in every language, the state says when it is paused)::

    # Task: Feature X
    - **Role**: CTO
    - **Goal**: payments with strong authentication
    - **State**: [PAUSED] waiting for the bank

    ## Core Context
    ## Milestones
    ## Scratchpad
"""

from __future__ import annotations

from functools import cache

from lamina.documents.labels import colon, labels
from lamina.documents.language import Language

START = "lamina:start-sequence"  # managed blocks: in AGENTS.md
SESSIONS = "lamina:sessions"
WRITING = "lamina:writing"
ARCHITECTURE = "lamina:architecture"  # in MEMORY.md
TASKS = "lamina:tasks"  # in HEARTBEAT.md

_MEMORY_RULES = {
    Language.EN: (
        "One line an item, in the present tense: what holds, what is active. At most 35 lines.",
        "Open matters: memory/active-context.md. What happened: daily notes. Detail: projects.",
    ),
    Language.DE: (
        "Eine Zeile je Eintrag, im Präsens: was gilt, was gerade läuft. Höchstens 35 Zeilen.",
        "Offenes: memory/active-context.md. Geschehenes: Tagesnotizen. Details: Projekte.",
    ),
    Language.RU: (
        "Одна строка на пункт, в настоящем времени: что верно, что в работе. До 35 строк.",
        "Открытые вопросы — memory/active-context.md, события — заметки дня, детали — проекты.",
    ),
    Language.ZH: (
        "每条一行，用现在时：哪些规则有效，哪些事情正在进行。最多 35 行。",
        "未结事项写入 memory/active-context.md，发生的事写入每日笔记，细节写入项目手册。",
    ),
}
_ACTIVE_RULES = {
    Language.EN: (
        "[DONE] entries are removed every week.",
        "Each entry has a status and its content: what was explained, decided, agreed.",
        "When a matter is done, delete its whole block.",
        "Brake: over 100 lines there are too many open matters or too many words. Shorten.",
    ),
    Language.DE: (
        "[DONE]-Einträge werden jede Woche entfernt.",
        "Jeder Eintrag hat Status und Inhalt: was erklärt, entschieden, vereinbart wurde.",
        "Ist ein Thema erledigt, den ganzen Block löschen.",
        "Größenbremse: Über 100 Zeilen heißt zu viele offene Themen oder Worte. Kürzen.",
    ),
    Language.RU: (
        "Записи [DONE] удаляются каждую неделю.",
        "У каждой записи есть статус и содержание: что объяснили, решили, о чём договорились.",
        "Когда тема закрыта, удаляется весь блок.",
        "Ограничение: больше 100 строк — слишком много открытых тем или слов. Сократить.",
    ),
    Language.ZH: (
        "[DONE] 条目每周清除。",
        "每个条目都要有状态和内容：说明了什么、决定了什么、约定了什么。",
        "事情办完后，删除整个区块。",
        "上限：超过 100 行，就是未结事项太多或写得太啰嗦，需要精简。",
    ),
}

_BLOCKS: dict[str, dict[Language, str]] = {
    START: {
        Language.EN: """\
## Every session

Before anything else:
1. Read `SOUL.md`: who you are
2. Read `USER.md`: whom you help
3. **Main session only:** read `MEMORY.md` and `memory/active-context.md`
4. Read `memory/YYYY-MM-DD.md` (or `memory/daily/YYYY-MM-DD.md`) of today and yesterday
5. Something you lack: first `memory/MEMORY_INDEX_ACTIVE.md`, `daily-index.md` and
   `knowledge-index.md`, then the one file they name; search only after that

A spawned agent gets `memory/agents/<type>.md` and, for project work,
`memory/projects/<name>/CONTEXT.md`, never MEMORY.md.""",
        Language.DE: """\
## Jede Session

Vor allem anderen:
1. `SOUL.md` lesen: wer du bist
2. `USER.md` lesen: wem du hilfst
3. **Nur in der Haupt-Session:** `MEMORY.md` und `memory/active-context.md` lesen
4. `memory/YYYY-MM-DD.md` (oder `memory/daily/YYYY-MM-DD.md`) von heute und gestern lesen
5. Fehlt etwas: zuerst `memory/MEMORY_INDEX_ACTIVE.md`, `daily-index.md` und
   `knowledge-index.md`, dann die eine Datei, die sie nennen; erst danach suchen

Ein gestarteter Sub-Agent bekommt `memory/agents/<typ>.md` und bei Projektarbeit
`memory/projects/<name>/CONTEXT.md`, nie MEMORY.md.""",
        Language.RU: """\
## Каждая сессия

Прежде всего остального:
1. Прочитать `SOUL.md`: кто ты
2. Прочитать `USER.md`: кому ты помогаешь
3. **Только в главной сессии:** прочитать `MEMORY.md` и `memory/active-context.md`
4. Прочитать `memory/YYYY-MM-DD.md` (или `memory/daily/YYYY-MM-DD.md`) за сегодня и вчера
5. Если чего-то нет: сначала `memory/MEMORY_INDEX_ACTIVE.md`, `daily-index.md` и
   `knowledge-index.md`, затем один названный там файл; искать только после этого

Запущенный субагент получает `memory/agents/<тип>.md`, а для работы над проектом —
`memory/projects/<имя>/CONTEXT.md`, но никогда MEMORY.md.""",
        Language.ZH: """\
## 每次会话

先做这些：
1. 读 `SOUL.md`：你是谁
2. 读 `USER.md`：你在帮助谁
3. **仅限主会话：** 读 `MEMORY.md` 和 `memory/active-context.md`
4. 读今天和昨天的 `memory/YYYY-MM-DD.md`（或 `memory/daily/YYYY-MM-DD.md`）
5. 缺少信息时：先看 `memory/MEMORY_INDEX_ACTIVE.md`、`daily-index.md`、
   `knowledge-index.md`，再读其中指向的那个文件；之后才搜索

被拉起的子智能体读 `memory/agents/<类型>.md`，做项目时再读
`memory/projects/<项目>/CONTEXT.md`，不读 MEMORY.md。""",
    },
    SESSIONS: {
        Language.EN: """\
## Sessions (no exceptions)

Never delete or shorten a channel session before it has written down what is open, in
memory/active-context.md: `lamina session trim KEY` asks it first, and keeps what it cuts off.
Sessions with `:thread:` in their key are never shortened.""",
        Language.DE: """\
## Sessions (ohne Ausnahme)

Nie eine Channel-Session löschen oder kürzen, bevor sie in memory/active-context.md geschrieben
hat, was offen ist: `lamina session trim KEY` fragt sie zuerst und bewahrt auf, was es abschneidet.
Sessions mit `:thread:` im Key werden nie gekürzt.""",
        Language.RU: """\
## Сессии (без исключений)

Никогда не удалять и не сокращать сессию канала, пока она не записала открытые вопросы в
memory/active-context.md: `lamina session trim KEY` сначала спросит её и сохранит отрезанное.
Сессии с `:thread:` в ключе не сокращаются никогда.""",
        Language.ZH: """\
## 会话（没有例外）

在频道会话把未结事项写入 memory/active-context.md 之前，不得删除或截断它：
`lamina session trim KEY` 会先询问它，并保留被截下的部分。
键中含有 `:thread:` 的会话永不截断。""",
    },
    WRITING: {
        Language.EN: """\
## Writing it down

Writing is part of the action: in the same reply, before the answer goes out.

| what happened | what to do |
|---|---|
| the user explains something that stays open | `lamina active open` with the full content |
| a conclusion, decision or action item | `lamina log SUBJECT --cause … --change … --todo …` |
| something worth a line | `lamina remember "…"` |
| a lasting fact | `lamina fact add SUBJECT "…"` |
| a finding that holds in one project | `lamina project note NAME "…"` |
| a lesson for the next project too | `lamina agent-type note TYPE "…"` |
| work over weeks | `lamina topic new`, then `topic update` |
| a skill or solution learnt | `lamina learn KEYWORD --from -` |
| a matter is settled | `lamina active done SUBJECT` |

Unsure where: `lamina where "…"`. Unsure whether it is known: `lamina search "…"`.""",
        Language.DE: """\
## Aufschreiben

Schreiben ist Teil der Handlung: in derselben Antwort, bevor sie hinausgeht.

| was geschah | was zu tun ist |
|---|---|
| der User erklärt etwas, das offen bleibt | `lamina active open` mit vollem Inhalt |
| Ergebnis, Entscheidung oder Auftrag | `lamina log THEMA --cause … --change … --todo …` |
| etwas ist eine Zeile wert | `lamina remember "…"` |
| eine dauerhafte Tatsache | `lamina fact add THEMA "…"` |
| eine Erkenntnis nur für ein Projekt | `lamina project note NAME "…"` |
| eine Lehre auch fürs nächste Projekt | `lamina agent-type note TYP "…"` |
| Arbeit über Wochen | `lamina topic new`, dann `topic update` |
| etwas gelernt oder gelöst | `lamina learn STICHWORT --from -` |
| ein Thema ist erledigt | `lamina active done THEMA` |

Unklar, wohin: `lamina where "…"`. Unklar, ob bekannt: `lamina search "…"`.""",
        Language.RU: """\
## Записывать

Запись — часть действия: в том же ответе, до его отправки.

| что произошло | что сделать |
|---|---|
| пользователь объясняет то, что остаётся открытым | `lamina active open` со всем содержанием |
| вывод, решение или поручение | `lamina log ТЕМА --cause … --change … --todo …` |
| стоит одной строки | `lamina remember "…"` |
| долговременный факт | `lamina fact add ТЕМА "…"` |
| верно только для одного проекта | `lamina project note ИМЯ "…"` |
| урок и для следующего проекта | `lamina agent-type note ТИП "…"` |
| работа на недели | `lamina topic new`, затем `topic update` |
| изучен приём или решение | `lamina learn СЛОВО --from -` |
| вопрос закрыт | `lamina active done ТЕМА` |

Неясно, куда: `lamina where "…"`. Неясно, известно ли: `lamina search "…"`.""",
        Language.ZH: """\
## 记录

写入是动作的一部分：在同一条回复里、发出之前完成。

| 发生了什么 | 怎么做 |
|---|---|
| 用户说明了一件未结的事 | `lamina active open`，写全内容 |
| 有了结论、决定或待办 | `lamina log 主题 --cause … --change … --todo …` |
| 值得记一行 | `lamina remember "…"` |
| 长期有效的事实 | `lamina fact add 主题 "…"` |
| 只对某个项目有效的发现 | `lamina project note 名称 "…"` |
| 下个项目也用得上的经验 | `lamina agent-type note 类型 "…"` |
| 持续数周的任务 | `lamina topic new`，之后 `topic update` |
| 学会了新技能或解决办法 | `lamina learn 关键字 --from -` |
| 事情了结 | `lamina active done 主题` |

不知道写哪里：`lamina where "…"`。不知道有没有记过：`lamina search "…"`。""",
    },
    ARCHITECTURE: {
        Language.EN: """\
## Memory architecture
- memory/active-context.md → open matters with their content (kept daily)
- memory/projects/<name>/CONTEXT.md → project handbooks (read when needed)
- memory/agents/<type>.md → what an agent type must know (read when needed)
- ⚠️ Duty to write: structural changes go into active-context.md AT ONCE (sessions just end)""",
        Language.DE: """\
## Memory-Architektur
- memory/active-context.md → offene Themen mit Kontext (täglich pflegen)
- memory/projects/<name>/CONTEXT.md → Projekthandbücher (bei Bedarf lesen)
- memory/agents/<typ>.md → was ein Agent-Typ wissen muss (bei Bedarf lesen)
- ⚠️ Schreib-Pflicht: Strukturelles SOFORT in active-context.md (Sessions enden jederzeit)""",
        Language.RU: """\
## Устройство памяти
- memory/active-context.md → открытые вопросы с содержанием (вести каждый день)
- memory/projects/<имя>/CONTEXT.md → справочники проектов (читать по необходимости)
- memory/agents/<тип>.md → что должен знать тип агента (читать по необходимости)
- ⚠️ Обязанность: важные изменения СРАЗУ в active-context.md (сессия может прерваться)""",
        Language.ZH: """\
## 记忆架构
- memory/active-context.md → 未结事项及其背景（每天维护）
- memory/projects/<项目>/CONTEXT.md → 项目手册（需要时读）
- memory/agents/<类型>.md → 该类智能体必须知道的事（需要时读）
- ⚠️ 写入义务：结构性变化要立即写入 active-context.md（会话随时可能结束）""",
    },
    TASKS: {
        Language.EN: """\
## Memory
- Every time: `lamina heartbeat`. It does what is due (hygiene, daily note, reports of sub-agents,
  trims, dreaming) and prints HEARTBEAT_OK where nothing needs you. Where it says
  `send this to the session KEY: …`, send that text there word for word.
- Every time: did each finished sub-agent write its CONTEXT.md? If not: `lamina project note`""",
        Language.DE: """\
## Memory
- Jedes Mal: `lamina heartbeat`. Erledigt, was fällig ist (Hygiene, Tagesnotiz, Berichte der
  Sub-Agents, Kürzen, Träumen), und gibt HEARTBEAT_OK aus, wenn nichts dich braucht. Bei
  `send this to the session KEY: …` diesen Text wörtlich dorthin senden.
- Jedes Mal: Hat jeder fertige Sub-Agent CONTEXT.md geschrieben? Sonst: `lamina project note`""",
        Language.RU: """\
## Память
- Каждый раз: `lamina heartbeat`. Делает то, что пора (уборка, дневная заметка, отчёты субагентов,
  сокращение сессий, сны), и печатает HEARTBEAT_OK, если ничего не нужно. Если сказано
  `send this to the session KEY: …`, отправить туда этот текст слово в слово.
- Каждый раз: записал ли закончивший субагент свой CONTEXT.md? Если нет: `lamina project note`""",
        Language.ZH: """\
## 记忆
- 每次：`lamina heartbeat`。完成到期的工作（清理、当天日记、子智能体报告、截断会话、做梦），
  没有需要你做的事就输出 HEARTBEAT_OK。如果它写着 `send this to the session KEY: …`，
  把那段文字一字不差地发到那个会话。
- 每次：完成任务的子智能体写了 CONTEXT.md 吗？没有就用 `lamina project note` 补上""",
    },
}


def block(name: str, language: Language) -> str:
    """Return the text of a managed block, without its markers."""
    return _BLOCKS[name][language]


def memory_template(language: Language) -> str:
    """Return the text of a fresh MEMORY.md."""
    return f"# {labels(language).memory}\n\n{_quoted(_MEMORY_RULES[language])}\n"


def active_template(language: Language) -> str:
    """Return the text of a fresh memory/active-context.md; blocks are written below its rule."""
    return f"# {labels(language).active_context}\n\n{_quoted(_ACTIVE_RULES[language])}\n\n---\n"


def topic_template(language: Language, name: str, role: str, goal: str, state: str) -> str:
    """Return the text of a fresh topic; without a role it has no role line."""
    words, mark = labels(language), colon(language)
    head = [(words.goal, goal), (words.state, state)]
    if role:
        head.insert(0, (words.role, role))
    rows = "".join(f"- **{label}**{mark}{text}".rstrip() + "\n" for label, text in head)
    sections = (words.core_context, words.milestones, words.scratchpad)
    return f"# {words.task}{mark}{name}\n{rows}" + "".join(f"\n## {s}\n" for s in sections)


def project_template(language: Language, name: str, goal: str, today: str) -> str:
    """Return the text of a fresh project handbook."""
    words, mark = labels(language), colon(language)
    head = f"# {words.project}{mark}{name}\n- **{words.goal}**{mark}{goal}".rstrip()
    sections = (
        words.architecture,
        words.local_rules,
        words.open_tasks,
        words.done_tasks,
        words.decisions,
        words.pitfalls,
    )
    state = f"- **{words.state}** ({today}){mark}".rstrip()
    return f"{head}\n{state}\n" + "".join(f"\n## {section}\n" for section in sections)


def agent_template(language: Language, name: str) -> str:
    """Return the text of a fresh handbook of an agent type."""
    words, mark = labels(language), colon(language)
    sections = (words.always, words.model_quirks, words.tools, words.lessons)
    return f"# {words.agent}{mark}{name}\n" + "".join(f"\n## {section}\n" for section in sections)


@cache
def template_lines() -> frozenset[str]:
    """Return the bare lines of fresh files and of managed blocks: nobody's memory."""
    texts = [t(lang) for lang in Language for t in (memory_template, active_template)]
    texts += [text for by_language in _BLOCKS.values() for text in by_language.values()]
    return frozenset(line.strip("># \t") for text in texts for line in text.splitlines())


def _quoted(lines: tuple[str, ...]) -> str:
    return "\n".join(f"> {line}" for line in lines)


_TOPIC_LINES = {
    "new": {
        Language.EN: "New long-running task: {}, details in the topic index.",
        Language.DE: "Neue Langzeit-Aufgabe: {}, Details im Themenindex.",
        Language.RU: "Новая долгая задача: {}, подробности в индексе тем.",
        Language.ZH: "新建长线任务：{}，详情见索引。",
    },
    "progress": {
        Language.EN: "Went on with: {}, details in the topic index.",
        Language.DE: "Weitergearbeitet an: {}, Details im Themenindex.",
        Language.RU: "Продвинулась задача: {}, подробности в индексе тем.",
        Language.ZH: "今日推进任务：{}，详情见索引。",
    },
    "archived": {
        Language.EN: "Task finished: {}, result in the archived topic index.",
        Language.DE: "Aufgabe abgeschlossen: {}, Ergebnis im archivierten Themenindex.",
        Language.RU: "Задача завершена: {}, итог в архиве индекса тем.",
        Language.ZH: "任务归档：{}，结果见归档索引。",
    },
    "reopened": {
        Language.EN: "Task taken up again: {}, details in the topic index.",
        Language.DE: "Aufgabe wieder aufgenommen: {}, Details im Themenindex.",
        Language.RU: "Задача возобновлена: {}, подробности в индексе тем.",
        Language.ZH: "任务重新启动：{}，详情见索引。",
    },
}


def topic_line(what: str, language: Language, name: str) -> str:
    """Return the one line a daily note gets about a topic: new, progress, archived, reopened."""
    return _TOPIC_LINES[what][language].format(name)


_MOVED = {
    Language.EN: ("done", "idle since {}"),
    Language.DE: ("erledigt", "unberührt seit {}"),
    Language.RU: ("сделано", "без движения с {}"),
    Language.ZH: ("已完成", "自 {} 起无进展"),
}


def moved_line(language: Language, path: str, idle_since: str = "") -> str:
    """Return the line that says why a matter was moved into a note: done, or idle."""
    done, idle = _MOVED[language]
    return f"> {path}{colon(language)}{idle.format(idle_since) if idle_since else done}"


@cache
def topic_line_starts() -> tuple[str, ...]:
    """Return how such a line begins, in every language."""
    return tuple(text.partition("{}")[0] for one in _TOPIC_LINES.values() for text in one.values())
