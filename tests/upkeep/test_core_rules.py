from __future__ import annotations

import pytest

from lamina.documents.language import Language
from lamina.documents.templates import START, block

ITEM = "- Steinlohe pays in thirty days and wants the invoice in German, every time\n"


def of(memory, rule, path=None):
    found = memory.doctor.check().findings
    return [f for f in found if f.rule == rule and path in {None, f.path}]


# CORE-1: budgets, and what the host cuts.


def test_c01_what_the_host_cuts_is_named(memory, write):
    lines = [f"## Part {n}\n" if n % 40 == 0 else ITEM for n in range(400)]
    write("MEMORY.md", "".join(lines))
    cut, *rest = of(memory, "CORE-1", "MEMORY.md")
    text = "".join(lines)
    first = next(n for n in range(400) if len("".join(lines[: n + 1])) > 12_000)
    assert (cut.severity, cut.line) == ("finding", first + 1)
    assert f"lines {first + 1} to 400 never reach the agent" in cut.reason
    assert f"12,000 of its {len(text.rstrip()):,} characters" in cut.reason
    lost = [f"Part {n}" for n in range(0, 400, 40) if n + 40 > first]
    assert all(title in cut.reason for title in lost[:5])
    assert "Part 0" not in cut.reason
    assert "lamina trim --apply" in cut.fix
    assert [(f.severity, f.line) for f in rest[:2]] == [("finding", 0), ("finding", 40)]
    assert memory.doctor.check().clean is False


def test_c02_what_earlier_files_leave_is_reported(open_memory, write):
    memory = open_memory(**{"core.total_chars": "10000"})
    for name, size in (("AGENTS.md", 6000), ("SOUL.md", 3700), ("MEMORY.md", 2000)):
        write(name, "".join(f"{n:05} abc\n" for n in range(size // 10)))
    (cut,) = [f for f in of(memory, "CORE-1") if "never reach" in f.reason]
    assert (cut.path, cut.line) == ("MEMORY.md", 31)
    assert "302 are left for it, it has 1,999" in cut.reason


def test_user_md_is_cut_earlier(memory, write):
    write("USER.md", "- she likes it short\n" * 200)
    assert [f.line for f in of(memory, "CORE-1", "USER.md") if "never" in f.reason] == [191]


def test_what_fits_is_not_cut(memory, write):
    write("AGENTS.md", "x" * 12_000 + "\n\n")
    assert [f.reason for f in of(memory, "CORE-1") if "never reach" in f.reason] == []


def test_tokens_are_a_finding_in_memory_and_a_notice_elsewhere(memory, write):
    for name in ("MEMORY.md", "SOUL.md"):
        write(name, "word " * 1500)
    found = {f.path: (f.severity, f.line) for f in of(memory, "CORE-1") if "budget" in f.reason}
    assert found == {"MEMORY.md": ("finding", 0), "SOUL.md": ("notice", 0)}


def test_all_core_files_together(open_memory, write):
    memory = open_memory(**{"core.total_tokens": "300"})
    for name in ("SOUL.md", "TOOLS.md"):
        write(name, "word " * 160)
    (one,) = of(memory, "CORE-1", "")
    assert one.severity == "finding"
    assert "all together may have 300" in one.reason
    write("TOOLS.md", "word\n")
    assert of(memory, "CORE-1", "") == []


@pytest.mark.parametrize(
    ("lines", "severity"), [(34, None), (35, "notice"), (39, "notice"), (40, "finding")]
)
def test_memory_has_fewer_than_forty_lines(memory, write, lines, severity):
    write("MEMORY.md", "# Memory\n" + "- x\n" * (lines - 1) + "\n\n")
    found = [f.severity for f in of(memory, "CORE-1") if "lines" in f.reason]
    assert found == ([severity] if severity else [])


def test_the_older_spelling_is_checked_too(memory, write):
    write("memory.md", "# Memory\n" + "- x\n" * 50)
    assert [f.line for f in of(memory, "CORE-1", "memory.md")] == [40]
    write("MEMORY.md", "# Memory\n")
    assert of(memory, "CORE-1") == []
    assert [f.path for f in of(memory, "WS-2")] == ["memory.md"]


# What MEMORY.md holds.

MEMORY = """\
# Memory

## Profil
- Vera wohnt in Graz
- sie liest gern
- kein Kaffee
- sie mag Tee

## Critical rules
- one
- two
- three
- four
- five
  wrapped
- six

## Projects
- Atlas: the shop, memory/projects/atlas/CONTEXT.md
- Atlas runs its staging database on port 5433

## Atlas
- anything at all

## Active now
- 2026-02-03: we moved to Postgres
- The parser module of atlas reads config/prod.yml
- Atlas is live and being watched
"""


def test_memory_keeps_profile_rules_and_lines_short(found, write):
    write("memory/projects/atlas/CONTEXT.md", "# Atlas\n\nx\n")
    places = found("CORE-1", {"MEMORY.md": MEMORY})
    assert places == [
        ("MEMORY.md", 7),  # a fourth line about the user
        ("MEMORY.md", 16),  # a sixth rule
        ("MEMORY.md", 14),  # wrapped
        ("MEMORY.md", 20),  # detail of a project that has its line
        ("MEMORY.md", 23),  # a section of its own
        ("MEMORY.md", 26),  # history
        ("MEMORY.md", 27),  # detail
    ]


def test_without_a_handbook_nothing_is_known_of_a_project(found):
    text = "## Active now\n- The parser module of atlas reads config/prod.yml\n- x\n"
    assert found("CORE-1", {"MEMORY.md": text}) == []


@pytest.mark.parametrize(
    "line",
    [
        "We moved the whole office to Graz last Tuesday.",
        "Gestern haben wir den Server umgezogen.",
        "昨天我们把数据库迁移到了新的服务器。",
    ],
)
def test_past_tense_is_a_notice(memory, write, line):
    write("MEMORY.md", f"## Active now\n- {line}\n- The office is in Graz.\n")
    assert [(f.severity, f.line) for f in of(memory, "CORE-1")] == [("notice", 2)]


@pytest.mark.parametrize("line", ["03.02.2026 umgezogen", "2月3日 搬家", "2026-02-03 moved"])
def test_a_dated_line_is_history(found, line):
    assert found("CORE-1", {"MEMORY.md": f"- {line}\n- the 3.5 release is out\n"}) == [
        ("MEMORY.md", 1)
    ]


def test_each_core_file_has_one_job(memory, write):
    write("memory/projects/atlas/CONTEXT.md", "# Atlas\n\nx\n")
    write("SOUL.md", "# Soul\n\n- Be warm and direct.\n- Never send money without asking first.\n")
    write("AGENTS.md", "# Agents\n\n- You are curious and honest.\n- Always ask before sending.\n")
    write(
        "HEARTBEAT.md",
        "# Heartbeat\n\n- Every evening look at the mail.\n"
        "- The parser module of atlas reads config/prod.yml\n",
    )
    places = [(f.path, f.line, f.severity) for f in of(memory, "core-role")]
    assert places == [
        ("SOUL.md", 4, "notice"),
        ("AGENTS.md", 3, "notice"),
        ("HEARTBEAT.md", 4, "notice"),
    ]


# Pointers and handbooks.


def test_a_handbook_a_core_file_names_is_there(memory, write):
    write("memory/projects/there/CONTEXT.md", "# There\n\nx\n")
    write("memory/note.md", "x\n")
    write(
        "MEMORY.md",
        "- There: memory/projects/there/CONTEXT.md\n"
        "- Gone: `memory/projects/gone/CONTEXT.md`, see projects/lost/CONTEXT.md\n"
        "- memory/projects/<name>/CONTEXT.md, memory/YYYY-MM-DD.md, memory/*.md\n"
        "- [note](memory/note.md) → memory/other.md，见memory/agents/coding.md。\n"
        "- out: memory/../../etc/x.md\n"
        "- [score=0.9 source=memory/2026-01-01.md:3-3]\n"
        "```\nmemory/projects/example/CONTEXT.md\n```\n",
    )
    books = [(f.line, f.severity) for f in of(memory, "BOOK-1")]
    assert books == [(2, "finding"), (2, "finding"), (4, "finding")]
    assert 'lamina project new "gone"' in of(memory, "BOOK-1")[0].fix
    others = [(f.line, f.severity) for f in of(memory, "dead-pointer")]
    assert others == [(4, "finding"), (5, "finding"), (6, "notice")]


def test_handbooks_say_something_and_stay_short(memory, write):
    memory.projects.new("fresh")
    memory.agent_types.new("coding")
    write("memory/projects/lone/plan.md", "x\n")
    done = "".join(f"- [x] task {n}\n  more of it\n" for n in range(11))
    write("memory/projects/atlas/CONTEXT.md", f"# Atlas\n\n## Open\n- [ ] y\n\n## Done\n{done}")
    write("memory/projects/small/CONTEXT.md", "# S\n\n## Erledigt\n" + "- eins\n" * 10)
    found = [(f.rule, f.path, f.line, f.severity) for f in memory.doctor.check().findings]
    assert [f for f in found if f[0].startswith("BOOK")] == [
        ("BOOK-1", "memory/projects/lone", 0, "notice"),
        ("BOOK-1", "memory/agents/coding.md", 0, "notice"),
        ("BOOK-3", "memory/projects/atlas/CONTEXT.md", 7, "notice"),
        ("BOOK-1", "memory/projects/fresh/CONTEXT.md", 0, "notice"),
    ]


# Blocks.


def test_a_missing_block_is_a_finding_once_one_stands(memory, root, write):
    write("AGENTS.md", "# Agents\n\n## Every session\n\n1. Read SOUL.md\n")
    places = {(f.path, f.severity) for f in of(memory, "INIT-2")}
    assert places == {("MEMORY.md", "notice"), ("HEARTBEAT.md", "notice")}
    (root / "AGENTS.md").unlink()
    memory.apply(memory.setup().plan)
    (root / "HEARTBEAT.md").unlink()
    text = (root / "AGENTS.md").read_text()
    (root / "AGENTS.md").write_text(text.replace("Before anything else", "Later"))
    found = of(memory, "INIT-2")
    assert [(f.path, f.severity, f.safe) for f in found] == [
        ("AGENTS.md", "finding", True),
        ("HEARTBEAT.md", "finding", True),
    ]
    assert found[0].line == text[: text.index(START)].count("\n") + 1
    memory.apply(memory.doctor.mend()[0])
    assert of(memory, "INIT-2") == []
    assert (root / "AGENTS.md").read_text() == text


def test_tasks_written_by_hand_count(memory, root, write):
    memory.apply(memory.setup().plan)
    write("HEARTBEAT.md", "# TASK: Memory-Hygiene (wöchentlich)\n# 1. lastMemoryCleanup\n")
    assert of(memory, "INIT-2") == []


def test_markers_come_in_pairs(memory, write):
    write(
        "AGENTS.md",
        f"a\n<!-- {START}:start -->\nb\n\n<!-- x:y:end -->\n"
        "```\n<!-- x:z:start -->\n```\n"
        "<!-- x:w:start -->\n<!-- x:w:end -->\n<!-- x:w:start -->\n<!-- x:w:end -->\n",
    )
    found = of(memory, "managed-block")
    assert sorted(f.line for f in found) == [2, 5, 11]
    assert all(f.severity == "finding" and not f.safe for f in found)
    write("MEMORY.md", f"<!-- lamina:architecture:start -->\n{block(START, Language.EN)}\n")
    plan, left = memory.doctor.mend()  # where the end is missing nobody knows what is ours
    assert plan.empty
    assert len([f for f in left.findings if f.rule == "managed-block"]) == 4
