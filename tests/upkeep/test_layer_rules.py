from __future__ import annotations

from datetime import datetime

import pytest

ACTIVE = "memory/active-context.md"
INDEX = "memory/daily-index.md"
HOT = "memory/MEMORY_INDEX_ACTIVE.md"
COLD = "memory/MEMORY_INDEX_ARCHIVED.md"
FINDING, NOTICE = "finding", "notice"

# One broken workspace a rule: its files, the rule, what is found (path, line, severity).
BREACHES = {
    "an open matter of one line": (
        {ACTIVE: "## [OPEN] Move — papers\n\n---\n\n## [OPEN] Tax\nThe form is at home.\n"},
        "ACT-1",
        [(ACTIVE, 1, FINDING)],
    ),
    "no open matter": ({ACTIVE: "# Active\n\n## [DONE] a\nb\n"}, "ACT-1", [(ACTIVE, 0, NOTICE)]),
    "the same matter in two spellings": (
        {ACTIVE: "## [OPEN] Move  out\na b\n\n---\n## [OPEN] move out — x\nc d\n"},
        "ACT-1",
        [(ACTIVE, 5, FINDING)],
    ),
    "a hundred lines": (
        {ACTIVE: "## [OPEN] a\n" + "word\n" * 100},
        "ACT-3",
        [(ACTIVE, 101, NOTICE)],
    ),
    "idle for 31 days": (
        {
            ACTIVE: "## [OPEN] a\nb c\n<!-- opened 2026-01-01, touched 2026-02-01 -->\n---\n"
            "## [OPEN] d\ne f\n<!-- opened 2026-02-02 -->\n---\n"
            "## [OPEN] g\nh i\n<!-- opened 2025-02-02, pinned -->\n"
        },
        "ACT-4",
        [(ACTIVE, 1, FINDING)],
    ),
    "done for more than a week": (
        {
            ACTIVE: "## [OPEN] x\ny z\n---\n## [DONE] a\nb c\n<!-- opened 2026-01-01, done "
            "2026-02-24 -->\n---\n## [DONE] d\ne f\n<!-- opened 2026-01-01, done 2026-02-25 -->\n"
        },
        "ACT-4",
        [(ACTIVE, 4, FINDING)],
    ),
    "a date that is none": (
        {ACTIVE: "## [OPEN] a\nb c\n<!-- opened 2026-02-30, touched 2026-03-01 -->\n"},
        "ACT-2",
        [(ACTIVE, 3, FINDING)],
    ),
    "a subject the index lacks": (
        {
            "memory/2026-03-01.md": "# x\n\n## [2026-03-01] Move\n- y\n\n## [2026-03-01] Tax\n- z\n",
            "memory/daily/2026-03-02.md": "## 搬家 #生活\n- y\n",
            INDEX: "- Tax → 2026-03-01.md\n- 搬家 → daily/2026-03-01.md\n",
            "memory/daily/2026-03-01.md": "## [2026-03-01] 搬家\n- y\n",
        },
        "DAY-2",
        [("memory/2026-03-01.md", 3, FINDING), ("memory/daily/2026-03-02.md", 1, FINDING)],
    ),
    "an index line whose day is gone": (
        {
            "memory/2026-03-01.md": "## [2026-03-01] Move\n- y\n",
            INDEX: "# Index\n\n- Move → 2026-03-01.md,daily/2026-02-01.md\n"
            "- Links → https://example.org\n- Old → 03-02\n",
        },
        "DAY-2",
        [(INDEX, 3, FINDING)],
    ),
    "a subject with two lines": (
        {
            "memory/2026-03-01.md": "## [2026-03-01] Move\n- y\n\n## [2026-03-01] MOVE\n- y\n",
            INDEX: "- Move → 2026-03-01.md\n- Move → 2026-03-01.md\n- MOVE → 2026-03-01.md\n",
        },
        "DAY-2",
        [(INDEX, 2, FINDING), (INDEX, 3, NOTICE)],
    ),
    "a note that says nothing of a subject": (
        {
            "memory/2026-03-01.md": "the tax form\n",
            INDEX: "- Tax → 2026-03-01\n- Move → 2026-03-01.md\n",
        },
        "DAY-2",
        [(INDEX, 2, NOTICE)],
    ),
    "a template's line beside real ones": (
        {
            "memory/2026-03-01.md": "## [2026-03-01] Move\n- y\n",
            INDEX: "# 记忆索引\n- （首次使用，暂无记录）\n- 主题名 → daily/日期.md\n"
            "- Move → 2026-03-01.md\n",
            "memory/knowledge-index.md": "# 知识库索引\n- （首次使用，暂无知识）\n",
        },
        "DAY-2",
        [(INDEX, 2, FINDING), (INDEX, 3, FINDING)],
    ),
    "a topic's detail in a note": (
        {
            HOT: "- [ACTIVE] [CTO] Feature X: pay -> `/memory/topics/coding/x.md`\n",
            "memory/topics/coding/x.md": "# Task: Feature X\n- **Role**: CTO\n"
            "- **Goal**: pay\n- **State**: begun\n",
            "memory/2026-02-27.md": "## [2026-02-27] Feature X\n- cause: a\n- change: b\n",
            "memory/2026-03-01.md": "- 09:00 New long-running task: Feature X, details in the "
            "topic index.\n\n## [2026-03-01] Feature X\n- cause: a\n- change: b\n",
            "memory/2026-03-02.md": "# x\n\n## [2026-03-02] feature x\n- cause: a\n- change: b\n",
            "memory/2026-03-03.md": "## [2026-03-03] Feature X\n- 今日推进任务：Feature X，详情见索引。\n",
        },
        "DAY-6",
        [("memory/2026-03-02.md", 3, FINDING)],
    ),
    "a topic's detail, nobody knows since when": (
        {
            HOT: "- [ACTIVE] x: pay -> `/memory/topics/coding/x.md`\n",
            "memory/2026-03-02.md": "## [2026-03-02] X\n- cause: a\n- change: b\n",
        },
        "DAY-6",
        [("memory/2026-03-02.md", 1, NOTICE)],
    ),
    "names of days that are none": (
        {
            "memory/2026-02-30.md": "x\n",
            "memory/daily/2026-3-4.md": "x\n",
            "memory/chat-2026-13-01.md": "x\n",
            "memory/2026-03-01.md": "x\n",
            "memory/2026-03-01-trip.md": "x\n",
            "memory/projects/a/2026-02-30.md": "x\n",
            "memory/2026-plan.md": "x\n",
        },
        "WS-3",
        [
            ("memory/2026-02-30.md", 0, FINDING),
            ("memory/chat-2026-13-01.md", 0, FINDING),
            ("memory/daily/2026-3-4.md", 0, FINDING),
        ],
    ),
    "one day in two layouts": (
        {"memory/2026-03-01.md": "x\n", "memory/daily/2026-03-01.md": "x\n"},
        "WS-3",
        [("memory/daily/2026-03-01.md", 0, NOTICE)],
    ),
    "a pointer file of more than 4 KB": (
        {
            "memory/big.md": "# Big\n\n" + f"- {'x' * 90} → reference/a.md\n" * 45,
            "memory/memory-archive.md": "# Archive\n\n" + f"- {'y' * 90}\n" * 60,
            "memory/plain.md": "# Plain\n\n" + "prose, and more of it\n" * 300,
            "reference/a.md": "x\n",
        },
        "FACT-1",
        [("memory/big.md", 0, FINDING), *((("memory/big.md", n, FINDING)) for n in range(4, 48))],
    ),
    "a fact that stands twice": (
        {
            "memory/nas.md": "# NAS\n\n- The port of the NAS is 8080\n- Its case is black\n"
            "- the port of the NAS is 8080. → reference/nas.md\n- The port of the NAS is 8081\n",
            "reference/nas.md": "x\n",
        },
        "FACT-1",
        [("memory/nas.md", 5, FINDING)],
    ),
    "a fact that stands twice, and in MEMORY.md": (
        {
            "MEMORY.md": "- The port of the NAS is 8080\n",
            "memory/nas.md": "- the port of the NAS is 8080\n- x\n- The port of the NAS is 8080.\n",
        },
        "FACT-1",
        [("memory/nas.md", 3, FINDING)],
    ),
    "links that lead nowhere": (
        {
            "memory/nas.md": "- port 8080 → reference/nas.md\n- disks → reference/disks.md#new\n"
            "- out → reference/../../x.md\n- up → ../SOUL.md\n- web → https://example.org/a.md\n"
            "- 3.5 → 4.0\n- beside → memory/other.md\n- 图 → 详见：reference/no.pdf\n",
            "memory/other.md": "see `reference/gone.md`, reference/x.md\n```\nreference/ex.md\n```\n",
            "memory/2026-03-01.md": "was in reference/old.md\n",
            "reference/nas.md": "x\n",
        },
        "FACT-2",
        [
            ("memory/nas.md", 2, FINDING),
            ("memory/nas.md", 3, FINDING),
            ("memory/nas.md", 8, FINDING),
            ("memory/other.md", 1, FINDING),
            ("memory/nas.md", 4, FINDING),
            ("memory/nas.md", 7, NOTICE),
        ],
    ),
    "a document nobody points to": (
        {
            "reference/a.md": "see reference/b.md and reference/a.md\n",
            "reference/b.md": "x\n",
            "reference/c/d.md": "x\n",
            "reference/e f.md": "x\n",
            "memory/x.md": "all of reference/c/, and reference/e%20f.md\n",
        },
        "FACT-2",
        [("reference/a.md", 0, FINDING)],
    ),
    "index and topics differ": (
        {
            HOT: "## Coding\n- [ACTIVE] a: x -> `/memory/topics/coding/gone.md`\n"
            "- [ACTIVE] b: x -> `/memory/topics/coding/b.md`\n"
            "- [ACTIVE] b: x -> `/memory/topics/coding/b.md`\n"
            "- [ACTIVE] c: x -> `/memory/topics/old/c.md`\n",
            "memory/topics/coding/b.md": "# b\n- **Goal**: x\n- **State**: [PAUSED] y\n",
            "memory/topics/coding/c.md": "# c\n- **Goal**: x\n- **State**: y\n",
            "memory/topics/coding/d.md": "# d\n- **Goal**: x\n- **State**: y\n",
        },
        "TOP-7",
        [
            (HOT, 2, FINDING),
            (HOT, 5, FINDING),
            (HOT, 4, FINDING),
            ("memory/topics/coding/d.md", 0, FINDING),
            (HOT, 3, FINDING),
            (HOT, 4, FINDING),
        ],
    ),
    "a topic that links to another": (
        {
            "memory/topics/coding/x.md": "# Task: X\n- **Goal**: g\n- **State**: s\n\n"
            "see [y](../writing/y.md) and [self](x.md)\n`/memory/topics/writing/gone.md`\n"
            "[[Task Y]], [[x]], [[elsewhere]]\nmemory/projects/a/CONTEXT.md, https://e.org/y.md\n"
            "```\n../writing/y.md\n```\n",
            "memory/topics/writing/y.md": "# Task: Task Y\n- **Goal**: g\n- **State**: s\n",
        },
        "TOP-6",
        [
            ("memory/topics/coding/x.md", 5, FINDING),
            ("memory/topics/coding/x.md", 6, FINDING),
            ("memory/topics/coding/x.md", 7, FINDING),
        ],
    ),
    "a head that lacks its role": (
        {
            HOT: "- [ACTIVE] [CTO] x: g -> `/memory/topics/coding/x.md`\n"
            "- [ACTIVE] y: g -> `/memory/topics/coding/y.md`\n",
            "memory/topics/coding/x.md": "# Task: x\n- **Goal**: g\n- **State**: s\n",
            "memory/topics/coding/y.md": "# Task: y\n- **Goal**: g\n- **State**: s\n",
        },
        "TOP-6",
        [("memory/topics/coding/x.md", 1, FINDING)],
    ),
    "a head without goal or state": (
        {
            "memory/topics/coding/x.md": "# 任务：x\n- **目标**：\n- **当前状态**：s\n",
            "memory/topics/coding/y.md": "# Aufgabe: y\n- **Ziel**: g\n",
        },
        "TOP-1",
        [("memory/topics/coding/x.md", 1, FINDING), ("memory/topics/coding/y.md", 1, NOTICE)],
    ),
    "an archived topic with a scratchpad": (
        {
            "memory/topics/.archive/coding/x.md": "# Task: x\n\n## Result\n- r\n\n"
            "## Scratchpad\n- try again\n",
            "memory/topics/.archive/coding/x.full.md": "# Task: x\n\n## Scratchpad\n- try\n",
            "memory/topics/coding/y.md": "# y\n- **Goal**: g\n- **State**: s\n\n## 备忘录\n- 草稿\n",
            COLD: "- [ARCHIVED] y: g -> `/memory/topics/coding/y.md`\n",
        },
        "TOP-5",
        [
            ("memory/topics/.archive/coding/x.md", 6, FINDING),
            ("memory/topics/coding/y.md", 5, FINDING),
        ],
    ),
    "indices that hold each other's entries": (
        {
            HOT: "- [ACTIVE] a: x -> `/memory/topics/a.md`\n"
            "- [ARCHIVED] b: x -> `/memory/topics/b.md`\n- [ACTIVE] C: x -> `/memory/topics/c.md`\n"
            "- [ACTIVE] c: x -> `/memory/topics/cc.md`\n",
            COLD: "\n- [ARCHIVED] A: x -> `/memory/topics/.archive/a.md`\n"
            "- [ACTIVE] d: x -> `/memory/topics/d.md`\n",
        },
        "TOP-2",
        [(HOT, 1, FINDING), (HOT, 2, FINDING), (COLD, 3, FINDING), (HOT, 4, FINDING)],
    ),
    "index lines nobody can read": (
        {
            HOT: "- [ACTIVE] a\n  - [PAUSED] b: x -> `/memory/topics/b.md`\n"
            "- [state] c: see topics/c -> `/memory/topics/c`\n- [ ] a task\n- plain\n"
            "- [状态] [角色标签] 任务名：描述 -> `/绝对路径/topics/文件`\n"
            "```\n- [ACTIVE] d\n```\n",
        },
        "TOP-2",
        [(HOT, 1, FINDING), (HOT, 2, FINDING), (HOT, 3, FINDING)],
    ),
    "knowledge and its index differ": (
        {
            "memory/knowledge/oauth.md": "x\n",
            "memory/knowledge/import-vat.md": "x\n",
            "memory/knowledge-index.md": "# K\n\n- Import VAT\n- gone\n",
            "memory/knowledge/knowledge-index.md": "- import-vat\n",
        },
        "KNOW-1",
        [
            ("memory/knowledge-index.md", 0, NOTICE),
            ("memory/knowledge-index.md", 4, FINDING),
            ("memory/knowledge/knowledge-index.md", 1, NOTICE),
            ("memory/knowledge/oauth.md", 0, FINDING),
        ],
    ),
}


@pytest.mark.parametrize("name", BREACHES)
def test_a_breach_is_found_where_it_is(memory, write, name):
    files, rule, expected = BREACHES[name]
    for path, text in files.items():
        write(path, text)
    report = memory.doctor.check()
    assert [(f.path, f.line, f.severity) for f in report.findings if f.rule == rule] == expected
    if any(severity == FINDING for *_, severity in expected):
        assert not report.clean


def test_a_hand_made_matter_is_idle_since_it_was_first_seen(open_memory, write, found):
    write(ACTIVE, "## [OPEN] a\nb c\n")
    assert found("ACT-4") == []
    later = open_memory(now=datetime.fromisoformat("2026-04-04T09:30+02:00"))
    assert [f.line for f in later.doctor.check().findings if f.rule == "ACT-4"] == [1]


def test_what_the_day_holds_is_mended_in_the_index(memory, write, root):
    write("memory/2026-03-01.md", "## [2026-03-01] Move\n- y\n")
    write(INDEX, "- Mine → 2026-03-01.md\n")
    memory.apply(memory.doctor.mend()[0])
    assert (root / INDEX).read_text() == "- Mine → 2026-03-01.md\n- Move → 2026-03-01.md\n"


# CORE-4: one fact, one layer.

FACT = "The staging database of the shop listens on port 5433"


def copies(memory):
    found = memory.doctor.check().findings
    return [(f.path, f.line, f.reason) for f in found if f.rule == "CORE-4"]


def test_a_fact_in_two_layers_names_the_copy_to_keep(memory, write):
    write("memory/projects/shop/CONTEXT.md", f"# Shop\n\n## Rules\n- {FACT}.\n")
    write("memory/db.md", f"# DB\n\n- {FACT} → reference/db.md\n- The disk is large enough now\n")
    write("MEMORY.md", f"# M\n\n- {FACT}\n")
    found = copies(memory)
    assert [(path, line) for path, line, _ in found] == [("MEMORY.md", 3), ("memory/db.md", 3)]
    assert all("memory/projects/shop/CONTEXT.md:4" in reason for *_, reason in found)


def test_other_words_for_the_same_count(memory, write):
    write("memory/nas.md", "- The port of the NAS is 8080\n- The port of the router is 8081\n")
    write("MEMORY.md", "- NAS port: 8080\n- the port of the NAS = 8080\n- The port is 9090\n")
    found = copies(memory)
    assert ("MEMORY.md", 2) in [(path, line) for path, line, _ in found]
    assert all("memory/nas.md:1" in reason for *_, reason in found)
    assert 3 not in [line for _, line, _ in found]


def test_what_an_instruction_says_stays_with_the_instructions(memory, write):
    line = "Never send money to anybody without asking Vera first"
    write("AGENTS.md", f"# A\n\n- {line}\n")
    write("memory/agents/clerk.md", f"# Clerk\n\n- {line}.\n")
    assert [(p, n) for p, n, _ in copies(memory)] == [("memory/agents/clerk.md", 3)]


def test_promotion_is_no_duplicate(memory, write):
    write("memory/2026-03-03.md", f"- 09:30 {FACT}.\n")
    write("MEMORY.md", f"- {FACT}. [score=0.91 recalls=4 source=memory/2026-03-03.md:1-1]\n")
    assert copies(memory) == []
    write("memory/2026-03-04.md", f"- 09:30 {FACT}.\n")  # today, beside it
    assert [(p, n) for p, n, _ in copies(memory)] == [("memory/2026-03-04.md", 1)]


def test_what_is_no_fact_may_stand_twice(memory, write):
    memory.apply(memory.setup().plan)
    text = (
        "## A heading of four words here\n- Too short\n- 太短了\n```\nThe same example stands here\n"
        "```\n- The old port was 8080 <!-- superseded 2026-03-01 by 0123456789ab -->\n"
        "- see memory/projects/shop/CONTEXT.md and memory/db.md\n"
        "- New long-running task: Feature X, details in the topic index.\n"
    )
    write("memory/projects/shop/CONTEXT.md", text)
    write("memory/agents/clerk.md", text)
    write("memory/memory-archive.md", f"- {FACT}\n")
    write("memory/projects/other/CONTEXT.md", f"- {FACT}\n- x\n")
    assert copies(memory) == []


def test_a_chinese_line_needs_eight_characters(memory, write):
    write("memory/a.md", "- 合同规定银针水分不超过百分之七\n- 可以退货的\n")
    write("MEMORY.md", "- 合同规定银针水分不超过百分之七。\n- 可以退货的\n")
    assert [(p, n) for p, n, _ in copies(memory)] == [("MEMORY.md", 1)]
