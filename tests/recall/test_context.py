from __future__ import annotations

from datetime import datetime

import pytest

from lamina.documents.tokens import estimate
from lamina.errors import PathOutsideError, PrivateFileError, UsageError
from tests.conftest import NOW


@pytest.fixture
def busy(write):
    write("SOUL.md", "soul\n")
    write("USER.md", "user canary\n")
    write("MEMORY.md", "memory canary\n")
    write("AGENTS.md", "agents\n")
    write("memory/active-context.md", "## [OPEN] Move — flat\nsold\n")
    write("memory/2026-03-04.md", "today\n")
    write("memory/2026-03-03.md", "yesterday\n")
    write("memory/daily/2026-03-03-evening.md", "evening\n")
    write("memory/2026-03-02.md", "the day before\n")
    write("memory/agents/coding.md", "coding rules\n")
    write("memory/projects/app/CONTEXT.md", "the app\n")


def test_a_main_session_loads_everything_in_order(busy, memory):  # CORE-5
    assert [p.path for p in memory.context().parts] == [
        "SOUL.md",
        "USER.md",
        "MEMORY.md",
        "memory/active-context.md",
        "memory/2026-03-04.md",
        "memory/2026-03-03.md",
        "memory/daily/2026-03-03-evening.md",
    ]


@pytest.mark.parametrize("session", ["group", "channel", "thread", "cron", "sub-agent", "huh"])
def test_other_sessions_never_see_what_is_private(busy, open_memory, session):  # J07
    memory = open_memory(session=session)
    assert "canary" not in memory.context().text
    for path in ("MEMORY.md", "USER.md", "./MEMORY.md", "memory/../USER.md"):
        with pytest.raises(PrivateFileError):
            memory.get(path)
    assert memory.get("SOUL.md").text == "soul\n"


def test_a_spawned_agent_loads_its_handbooks(busy, memory):
    assert [p.path for p in memory.context(agent_type="coding", project="app").parts] == [
        "memory/agents/coding.md",
        "memory/projects/app/CONTEXT.md",
    ]
    with pytest.raises(PathOutsideError):
        memory.context(project="../../..")


def test_the_time_carries_its_zone(open_memory):  # H03
    now = datetime.fromisoformat("2026-04-11T16:25Z")
    pack = open_memory(now=now, **{"notes.timezone": "Asia/Shanghai"}).context()
    assert pack.text.startswith("Now: 2026-04-12 00:25 +08:00 (Asia/Shanghai)\n")


@pytest.mark.parametrize("budget", [1, 20, 60, 200, 400, 1000])
def test_a_budget_is_kept(busy, write, memory, budget):
    write("SOUL.md", "long line of soul\n" * 400)
    write("memory/2026-03-04.md", "- long line of today\n" * 400)
    pack = memory.context(budget=budget)
    assert pack.tokens <= max(budget, estimate(pack.text.splitlines()[0]) + 1)
    if budget >= 400:
        assert any(p.path == "memory/2026-03-04.md" for p in pack.parts)


def test_a_cut_never_leaves_a_fence_open_or_a_character_torn(write, memory):  # C05
    write("SOUL.md", "# 灵魂\n\n```text\n" + "代码里的一行字和表情🐘\n" * 400 + "```\n\nafter\n")
    for budget in range(60, 400, 7):
        pack = memory.context(budget=budget)
        pack.text.encode()
        for part in pack.parts:
            lines = part.text.splitlines()
            assert sum(line.startswith("```") for line in lines) % 2 == 0
            assert part.truncated
            assert "lamina get SOUL.md" in lines[-1]


def test_get_opens_files_sections_and_ranges(write, memory):
    write("memory/a.md", "# A\none\n## B\ntwo\nthree\n# C\nfour\n")
    assert memory.get("memory/a.md", section="b").text == "## B\ntwo\nthree\n"
    assert memory.get("memory/a.md", section="A").end_line == 5
    assert memory.get("memory/a.md", start=4, count=2).text == "two\nthree\n"
    assert memory.get("memory/a.md#L7").text == "four\n"
    missing = memory.get("memory/a.md", section="zzz")
    assert not missing.found
    assert "A, B, C" in missing.reason
    assert "only 7 lines" in memory.get("memory/a.md", start=9).reason


def test_get_says_how_to_go_on(write, memory):
    write("memory/a.md", "".join(f"line {n} of the note\n" for n in range(1, 101)))
    read, start = "", 1
    while start:
        reading = memory.get("memory/a.md", start=start, budget=100)
        assert 0 < reading.tokens <= 100
        read += reading.text
        start = reading.next_line
    assert read == (memory.workspace.root / "memory/a.md").read_text()


def test_get_refuses_what_is_not_memory(write, memory):
    memory.remember("x")
    with pytest.raises(PathOutsideError):
        memory.get("memory/.dreams/history.jsonl")
    with pytest.raises(UsageError):
        memory.get("memory/a.md#L0")


def test_core_files_are_measured_against_their_budgets(write, memory):  # CORE-1
    write("MEMORY.md", "one line of memory\n" * 41)
    write("USER.md", "x" * 4100)
    write("SOUL.md", "short\n")
    report = memory.core()
    by_name = {f.path: f for f in report.files}
    assert by_name["MEMORY.md"].lines == 41
    assert by_name["USER.md"].cut == 100
    assert by_name["SOUL.md"].warnings == ()
    assert any("41 lines, more than the 40" in w for w in report.warnings)
    assert any("the host cuts 100" in w for w in report.warnings)
    assert report.tokens == sum(f.tokens for f in report.files)
    for name in ("SOUL.md", "AGENTS.md", "TOOLS.md", "IDENTITY.md", "HEARTBEAT.md"):
        write(name, "word " * 2400)
    assert any("the host loads 60,000" in w for w in memory.core().warnings)
    write("MEMORY.md", "one line\n" * 36)
    assert any("close to" in w for w in memory.core().warnings)


def test_the_day_is_the_same_everywhere(open_memory):  # H02
    late = datetime.fromisoformat("2026-03-04T23:30:00+00:00")
    memory = open_memory(now=late)
    written = memory.remember("zebra")
    memory.search("zebra")
    assert written.path == "memory/2026-03-05.md"
    assert memory.status().today == "2026-03-05"
    assert memory.state.recalls()[0].day == "2026-03-05"
    assert [p.path for p in memory.context().parts] == ["memory/2026-03-05.md"]
    assert NOW.tzinfo is not None


def test_conflict_copies_are_never_loaded(write, memory):  # F13, WS-3
    write("memory/2026-03-04.md", "today\n")
    write("memory/2026-03-04 (1).md", "copy\n")
    write("memory/2026-03-04.sync-conflict-20260304-101112-ABCDEFG.md", "copy\n")
    assert [p.path for p in memory.context().parts] == ["memory/2026-03-04.md"]


def test_one_unreadable_file_stops_nothing(write, memory, root):
    write("MEMORY.md", b"a\0b")
    write("memory/2026-03-04.md", "today\n")
    (root / "SOUL.md").mkdir()
    pack = memory.context()
    assert [p.path for p in pack.parts] == ["memory/2026-03-04.md"]
    assert len(pack.left_out) == 2
    assert any("not a text file" in warning for warning in memory.core().warnings)
    assert memory.status().problems
    write("memory/2026-03-03.md", b"a\0b")
    assert memory.daily.rebuild_plan().notes


def test_private_files_are_private_by_any_name(busy, root, open_memory, write):  # J07
    (root / "memory/alias.md").symlink_to(root / "MEMORY.md")
    write("MEMORY (1).md", "canary\n")
    write("plan.txt", "not memory\n")
    memory = open_memory(session="group")
    for path in ("memory/alias.md", "MEMORY (1).md", "plan.txt"):
        with pytest.raises(PrivateFileError):
            memory.get(path)
    with pytest.raises(PathOutsideError):
        memory.context(agent_type="../../MEMORY")
    assert open_memory().get("plan.txt").found


def test_hidden_files_are_not_memory(write, memory):
    for path in (".env", ".git/config", "memory/.obsidian/app.json"):
        write(path, "x\n")
        with pytest.raises(PathOutsideError):
            memory.get(path)


def test_a_cut_file_names_the_sections_that_are_missing(write, memory):  # C01
    write("MEMORY.md", "# M\n\n" + "".join(f"## Part {n}\n\n{'word ' * 60}\n\n" for n in range(20)))
    pack = memory.context(budget=900)
    part = next(p for p in pack.parts if p.path == "MEMORY.md")
    assert part.truncated
    assert part.missing[-1] == "Part 19"
    assert f"[sections of MEMORY.md left out: {part.missing[0]};" in pack.text
    assert part.missing[0] not in part.text.split("[sections")[0]
    assert pack.tokens <= 900
    assert part.asked > part.tokens


def test_memory_keeps_a_share_whatever_comes_before_it(write, memory):  # C02
    write("SOUL.md", "soul " * 4000)
    write("USER.md", "user " * 4000)
    write("MEMORY.md", "The landlord is Ms Krause.\n" * 40)
    parts = {part.path: part for part in memory.context(budget=1000).parts}
    assert parts["MEMORY.md"].tokens >= 150
    assert parts["SOUL.md"].truncated


def test_the_report_says_what_each_file_is_given_of_what_it_asks(write, open_memory):  # C02
    write("AGENTS.md", "a" * 6000)
    write("SOUL.md", "s" * 3700)
    write("MEMORY.md", "m" * 2000)
    report = open_memory(**{"core.total_chars": "10000"}).core()
    given = {file.path: (file.given, file.chars) for file in report.files}
    assert given == {"SOUL.md": (3700, 3700), "AGENTS.md": (6000, 6000), "MEMORY.md": (300, 2000)}
    assert any("room for 300" in warning for warning in report.warnings)
