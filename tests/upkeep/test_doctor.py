from __future__ import annotations

import contextlib
import json
import os

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from lamina.documents.language import Language
from lamina.documents.templates import ARCHITECTURE, START, TASKS, block
from lamina.errors import CoreFileError
from lamina.upkeep.doctor import MENDS, RULES, Finding, Severity

LANGUAGES = ("en", "de", "ru", "zh")


def wrong(report):
    return [f for f in report.findings if f.severity is Severity.FINDING]


# A workspace that was just made.


def test_an_empty_folder_has_notices_only(memory):
    report = memory.doctor.check()
    assert report.clean
    assert {f.rule for f in report.findings} == {"INIT-1", "INIT-2", "ACT-1", "UP-1"}
    assert report.files == 0


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_workspace_just_made_is_clean(open_memory, language):
    memory = open_memory(**{"notes.language": language})
    memory.apply(memory.setup().plan)
    report = memory.doctor.check()
    assert wrong(report) == []
    assert {f.rule for f in report.findings} == {"ACT-1", "UP-1"}
    assert report.files == 4
    assert memory.doctor.mend()[0].empty


@pytest.mark.parametrize("language", LANGUAGES)
def test_so_is_one_whose_language_is_only_found(memory, language):
    memory.apply(memory.setup(language).plan)
    assert wrong(memory.doctor.check()) == []


def test_a_workspace_in_use_is_clean(memory):
    memory.apply(memory.setup().plan)
    memory.log("Move", cause="the old flat is sold", change="viewing on Friday", todo="papers")
    memory.remember("bought milk and bread at the corner shop")
    memory.active.open("Move", "The landlord wants the last three pay slips.")
    memory.topics.new("coding", "Feature X", goal="payments", role="CTO", state="begun")
    memory.projects.new("atlas", "a shop")
    memory.projects.note("atlas", "the staging database listens on port 5433")
    memory.knowledge.learn("oauth", "Ask for the refresh scope at the first consent.")
    memory.facts.add_reference(
        "terms", "# Terms\n\nlong\n", subject="Steinlohe", fact="pays in 30 days"
    )
    report = memory.doctor.check()
    assert {f.rule for f in report.findings} == {"UP-1"}


# The safe repairs.

BROKEN = {
    "memory/2026-03-01.md": "## [2026-03-01] Move\n- cause: x\n",
    "memory/2026-03-02.md": "## [2026-03-02] Move\r\n- cause: x\r\n\r\n## 搬家 #生活\r\n- y",
    "memory/daily-index.md": "# Daily index\r\n\r\n- topic → daily/date.md\r\n"
    "- Tax → 2026-03-01.md\r\n- Tax -> 2026-03-02.md\r\n- Links → https://example.org",
    "memory/topics/coding/x.md": "# Task: X\n- **Goal**: pay\n- **State**: begun\n",
    "memory/topics/writing/y.md": "# Task: Y\n- **Goal**: write\n- **State**: [PAUSED] later\n",
    "memory/MEMORY_INDEX_ACTIVE.md": "## 📝 Writing\n"
    "- [ACTIVE] Y: write -> `/memory/topics/old/y.md`\n"
    "- [ACTIVE] Y: write -> `/memory/topics/old/y.md`\n",
    "memory/knowledge/oauth.md": "# oauth\n\nAsk first.\n",
    "memory/knowledge-index.md": "# 知识库索引\n\n- （首次使用，暂无知识）\n- other\n",
    "memory/knowledge/other.md": "x\n",
    "MEMORY.md": f"# Memory\n\n<!-- {ARCHITECTURE}:start -->\n## Old\n- mine, by hand\n"
    f"<!-- {ARCHITECTURE}:end -->\n\ntail without end",
    "AGENTS.md": f"# Agents\r\n\r\n<!-- {START}:start -->\r\nold\r\n<!-- {START}:end -->\r\n",
}


def test_one_rule_is_mended_by_itself(memory, write):
    for path, text in BROKEN.items():
        write(path, text)
    safe = {f.rule for f in memory.doctor.check().findings if f.safe}
    rule = min(safe)
    memory.apply(memory.doctor.mend(rule)[0])
    left = {f.rule for f in memory.doctor.check().findings if f.safe}
    assert rule not in left
    assert left
    assert memory.doctor.mend("no such rule")[0].empty


def test_mending_leaves_nothing_safe_and_undo_gives_every_byte_back(memory, write, tree):
    for path, text in BROKEN.items():
        write(path, text)
    before = tree()
    safe = {f.rule for f in memory.doctor.check().findings if f.safe}
    assert safe == set(MENDS)
    plan, left = memory.doctor.mend()
    assert tree() == before
    memory.apply(plan)
    report = memory.doctor.check()
    assert not [f for f in report.findings if f.safe]
    assert [f.as_dict() for f in report.findings] == [f.as_dict() for f in left.findings]
    assert memory.doctor.mend()[0].empty
    after = tree()
    assert "- 搬家 → 2026-03-02.md\r\n" in after["memory/daily-index.md"].decode()
    assert b"- Tax \xe2\x86\x92 2026-03-01.md,2026-03-02.md\r\n" in after["memory/daily-index.md"]
    assert b"- Links \xe2\x86\x92 https://example.org" in after["memory/daily-index.md"]
    assert b"date.md\r\n" not in after["memory/daily-index.md"].replace(b"2026", b"")
    assert "(首次" not in after["memory/knowledge-index.md"].decode()
    assert b"- oauth\n" in after["memory/knowledge-index.md"]
    index = after["memory/MEMORY_INDEX_ACTIVE.md"].decode()
    assert index.count("/memory/topics/writing/y.md") == 1
    assert "[PAUSED] Y" in index
    assert "X: pay -> `/memory/topics/coding/x.md`" in index
    assert block(TASKS, memory.editor.language()) in after["HEARTBEAT.md"].decode()
    assert b"\r\n" in after["AGENTS.md"]
    assert after["AGENTS.md"].count(b"\n") == after["AGENTS.md"].count(b"\r\n")
    assert after["MEMORY.md"].endswith(b"-->\n\ntail without end")
    assert b"- mine, by hand\n" in after["memory/memory-archive.md"]  # WS-5: moved, and said
    assert any("memory/memory-archive.md" in note for note in plan.notes)
    assert len(memory.history()) == 1
    memory.undo()
    assert tree() == before


def test_a_block_in_another_language_is_written_in_the_workspaces(open_memory, root):
    german = open_memory(**{"notes.language": "de"})
    german.apply(german.setup().plan)
    english = open_memory(**{"notes.language": "en"})
    report = english.doctor.check()
    assert report.clean
    found = [(f.path, f.safe) for f in report.findings if f.rule == "INIT-2"]
    assert found == [("AGENTS.md", True)] * 3 + [("MEMORY.md", True), ("HEARTBEAT.md", True)]
    english.apply(english.doctor.mend()[0])
    assert block(START, Language.EN) in (root / "AGENTS.md").read_text()
    assert not (root / "memory/memory-archive.md").exists()  # nothing in it was anybody's
    assert "INIT-2" not in {f.rule for f in english.doctor.check().findings}


def test_a_block_that_has_no_room_is_not_written(memory, write, root):
    memory.apply(memory.setup().plan)
    write(
        "HEARTBEAT.md", "# Heartbeat\n\n" + "- look at the mail, every hour, in all boxes\n" * 270
    )
    found = [f for f in memory.doctor.check().findings if f.rule == "INIT-2"]
    assert [(f.path, f.line, f.safe) for f in found] == [("HEARTBEAT.md", 0, False)]
    assert "lamina trim" in found[0].fix
    assert memory.doctor.mend()[0].empty


def test_an_agent_does_not_mend_what_only_the_owner_writes(open_memory, root):  # CORE-3
    memory = open_memory()
    memory.apply(memory.setup().plan)
    (root / "HEARTBEAT.md").unlink()
    text = (root / "MEMORY.md").read_text()
    (root / "MEMORY.md").write_text(text.replace("→", "->"))
    agent = open_memory(author="agent:moss")
    found = {f.path: f.safe for f in agent.doctor.check().findings if f.rule == "INIT-2"}
    assert found == {"MEMORY.md": True, "HEARTBEAT.md": False}
    plan, left = agent.doctor.mend()
    assert [
        change.path for change in plan.changes if change.path != "memory/memory-archive.md"
    ] == ["MEMORY.md"]
    with contextlib.suppress(CoreFileError):
        agent.apply(plan)
    assert (root / "MEMORY.md").read_text() == text
    assert "HEARTBEAT.md" in {f.path for f in left.findings}


def test_a_pointer_to_the_rules_counts_as_the_rules(memory, write, root):
    write("AGENTS.md", "# Agents\n\n" + "Ask before you send anything to anybody outside. " * 235)
    memory.apply(memory.setup().plan)
    assert "→ reference/lamina-rules.md" in (root / "AGENTS.md").read_text()
    assert "INIT-2" not in {f.rule for f in memory.doctor.check().findings}


def test_names_that_no_line_can_hold_are_left_to_people(memory, write, tree):
    write("memory/topics/coding/a`b.md", "# Task: X\n- **Goal**: g\n- **State**: s\n")
    write("memory/knowledge/(x).md", "y\n")
    write("memory/2026-03-01.md", "## [2026-03-01] #\n- x\n\n## [2026-03-01] ->\n- x\n")
    before = tree()
    plan, left = memory.doctor.mend()
    memory.apply(plan)
    assert {"TOP-7", "KNOW-1"} <= {f.rule for f in left.findings}
    again, _ = memory.doctor.mend()
    assert again.empty
    changed = {path for path, data in tree().items() if before.get(path) != data}
    assert changed <= {"memory/daily-index.md"}


# The report.


def test_the_report_can_be_printed(memory, write):
    for path, text in BROKEN.items():
        write(path, text)
    report = memory.doctor.check()
    said = json.loads(json.dumps(report.as_dict()))
    assert said["clean"] is False
    assert said["files"] == len(BROKEN)
    assert said["findings"][0].keys() == {
        "rule",
        "severity",
        "path",
        "line",
        "reason",
        "fix",
        "safe",
    }
    for one in report.findings:
        assert isinstance(one, Finding)
        assert one.reason
        assert one.fix
        assert (one.fix == "lamina doctor --fix") == one.safe


def test_checking_writes_no_file(memory, write, tree):
    for path, text in BROKEN.items():
        write(path, text)
    before = tree()
    memory.doctor.check()
    memory.doctor.mend()
    assert tree() == before
    assert memory.history() == []


def test_every_rule_runs_once_and_says_what_it_is(memory):
    assert len(set(RULES)) == len(RULES)
    assert all(rule.__doc__ for rule in RULES)


# Whatever is in the files.

KNOWN = (
    "MEMORY.md",
    "memory.md",
    "AGENTS.md",
    "SOUL.md",
    "HEARTBEAT.md",
    "memory/active-context.md",
    "memory/MEMORY_INDEX_ACTIVE.md",
    "memory/MEMORY_INDEX_ARCHIVED.md",
    "memory/daily-index.md",
    "memory/knowledge-index.md",
    "memory/heartbeat-state.json",
    "memory/2026-03-03.md",
    "memory/2026-03-04.md",
    "memory/steinlohe.md",
    "memory/projects/atlas/CONTEXT.md",
    "memory/agents/coding.md",
    "memory/topics/coding/x.md",
    "memory/topics/.archive/coding/y.md",
    "memory/knowledge/oauth.md",
    "reference/a.md",
    "memory/.dreams/history.jsonl",
)
PIECES = (
    "---\n",
    "- ",
    "## [OPEN] ",
    "## [DONE] a — b\n",
    "## [2026-03-04] Move\n",
    "<!-- opened 2026-13-45, pinned -->\n",
    "<!-- done 0001-01-01 -->",
    "- [ACTIVE] [r] x: y -> `/memory/topics/coding/x.md`\n",
    "- [PAUSED] x -> ../../etc/passwd.md\n",
    "# Task: x\n- **Goal**: ",
    "- a → 2026-03-04.md,daily/x.md\n",
    "<!-- lamina:tasks:start -->\n",
    "<!-- lamina:tasks:end -->\n",
    "→ reference/a.md\n",
    "→ reference/../../x.md",
    "[[x]] [y](../x.md) memory/projects/../../a.md\n",
    "<<<<<<< a\n>>>>>>> b\n",
    "```\n",
    "\u202e\u200b",
    "The port of the NAS is 8080.\n",
    "我们昨天把数据库迁移到了新的服务器。\n",
    '{"lastMemoryCleanup": "9999-12-31"}',
    "\r",
    "\x1b[31m",
    "## Profile\n",
    "&a: *b\n",
    "\udcff",  # a byte that is no text
)
TEXT = st.lists(st.sampled_from(PIECES) | st.text(max_size=20), max_size=12).map("".join)
DATA = st.binary(max_size=80) | TEXT.map(lambda text: text.encode("utf-8", "surrogateescape"))


@settings(max_examples=100, suppress_health_check=list(HealthCheck))
@given(st.dictionaries(st.sampled_from(KNOWN), DATA, min_size=1, max_size=6))
def test_no_bytes_in_any_file_make_it_raise(root, open_memory, files):
    for path in KNOWN:
        with contextlib.suppress(FileNotFoundError):
            (root / path).unlink()
    for path, data in files.items():
        full = root / path
        full.parent.mkdir(parents=True, exist_ok=True)
        full.write_bytes(data)
    memory = open_memory()
    report = memory.doctor.check()
    json.dumps(report.as_dict()).encode()
    plan, left = memory.doctor.mend()
    assert not [f for f in left.findings if f.safe]
    touched = {change.path for change in plan.changes}
    broken = {f.path for f in report.findings if f.rule == "unreadable"}
    assert touched.isdisjoint(broken)
    memory.close()


def test_what_is_no_file_is_a_finding(memory, root, write):
    write("memory/2026-03-03.md", "- fine\n")
    (root / "MEMORY.md").mkdir()
    (root / "memory/active-context.md").mkdir()
    (root / "memory/heartbeat-state.json").mkdir()
    os.mkfifo(root / "memory/pipe.md")
    (root / "memory/gone.md").symlink_to(root / "nowhere.md")
    (root / "memory/out.md").symlink_to("/etc/hostname")
    places = {(f.rule, f.path) for f in wrong(memory.doctor.check())}
    assert ("WS-4", "memory/out.md") in places
    assert ("WS-4", "memory/gone.md") in places
    assert ("WS-2", "memory/pipe.md") in places
    assert ("unreadable", "memory/heartbeat-state.json") in places
    assert ("WS-2", "memory/active-context.md") in places
    assert {path for _, path in places} >= {"MEMORY.md"}
    assert memory.doctor.mend()[0].empty
