"""Topics: file, index and note change together, each step can be taken back, nobody is lost."""

from __future__ import annotations

import json
import subprocess
import sys
import textwrap

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lamina.documents.language import Language
from lamina.errors import (
    AlreadyThereError,
    AmbiguousNameError,
    EmptyTextError,
    PathOutsideError,
    UnknownNameError,
    UsageError,
)
from lamina.layers import topic_index
from lamina.layers.topic_file import bullets, read_head, set_head
from lamina.layers.topic_index import Entry, Status, read_entries
from tests.conftest import NOW

ACTIVE = "memory/MEMORY_INDEX_ACTIVE.md"
ARCHIVED = "memory/MEMORY_INDEX_ARCHIVED.md"
FILE = "memory/topics/coding/feature-x.md"
NOTE = "memory/2026-03-04.md"


@pytest.fixture
def tree(root):
    """Return every file outside memory/.dreams with its bytes."""

    def read():
        return {
            path.relative_to(root).as_posix(): path.read_bytes()
            for path in sorted(root.rglob("*"))
            if path.is_file() and ".dreams" not in path.parts
        }

    return read


@pytest.fixture
def feature(memory):
    memory.topics.new("coding", "Feature X", goal="strong authentication", role="CTO")
    return memory


def test_a_topic_is_a_file_an_entry_and_a_line_in_the_note(feature, root):  # TOP-1
    assert (root / ACTIVE).read_text() == (
        "# Topics\n\n## 💻 Coding\n"
        f"- [ACTIVE] [CTO] Feature X: strong authentication -> `/{FILE}`\n"
    )
    assert (root / FILE).read_text() == (
        "# Task: Feature X\n- **Role**: CTO\n- **Goal**: strong authentication\n- **State**:\n"
        "\n## Core Context\n\n## Milestones\n\n## Scratchpad\n"
    )
    note = (root / NOTE).read_text()
    assert note.count("Feature X") == 1
    assert "strong authentication" not in note  # DAY-6: a pointer, no detail
    assert len(feature.history()) == 1


@pytest.mark.parametrize(
    ("language", "title", "head", "sections"),
    [
        ("en", "# Task: ", ["Role", "Goal", "State"], ["Core Context", "Milestones", "Scratchpad"]),
        ("de", "# Aufgabe: ", ["Rolle", "Ziel", "Stand"], ["Kernkontext", "Meilensteine", "Schmierzettel"]),
        ("ru", "# Задача: ", ["Роль", "Цель", "Состояние"], ["Ключевой контекст", "Этапы", "Черновик"]),
        ("zh", "# 任务：", ["归属角色", "目标", "当前状态"], ["关键上下文", "里程碑与进度", "备忘录"]),
    ],
)  # fmt: skip
def test_the_template_speaks_the_workspaces_language(open_memory, root, language, title, head, sections):  # fmt: skip
    memory = open_memory(**{"notes.language": language})
    memory.topics.new("coding", "X", goal="g", role="r", state="s")
    text = (root / "memory/topics/coding/x.md").read_text()
    assert text.startswith(f"{title}X\n")
    assert all(f"- **{label}**" in text for label in head)
    assert [line[3:] for line in text.splitlines() if line.startswith("## ")] == sections
    found = read_head(text)
    assert (found.name, found.role, found.goal, found.state) == ("X", "r", "g", "s")


def test_without_a_role_there_is_no_tag(memory, root):  # TOP-8
    memory.topics.new("writing", "Book", goal="a book")
    assert (
        "- [ACTIVE] Book: a book -> `/memory/topics/writing/book.md`\n"
        in (root / ACTIVE).read_text()
    )
    assert "Role" not in (root / "memory/topics/writing/book.md").read_text()


def test_every_step_can_be_taken_back_byte_for_byte(open_memory, root, write, tree):  # TOP-5
    write(ACTIVE, "\ufeff# 索引\r\nmine\r\n\r\n## 💻 CODING\r\n* a note of mine\r\n")
    write(ARCHIVED, "# cold\n\nno end")
    write(NOTE, "# Mine\n\n- before")
    memory = open_memory()
    steps = [
        lambda: memory.topics.new("Coding", "Feature X", goal="g", role="CTO", state="begun"),
        lambda: memory.topics.update("Feature X", state="design done", role="CTO",
                                     milestones=["design", "build"], context=["OAuth"], scratch=["?"]),
        lambda: memory.topics.update("Feature X", ticks=["design"], clear_scratch=True),
        lambda: memory.topics.pause("Feature X", "waiting for the bank"),
        lambda: memory.topics.update("Feature X", scratch=["call them"]),
        lambda: memory.topics.activate("Feature X", "the bank said yes"),
        lambda: memory.topics.pause("Feature X"),
        lambda: memory.topics.archive("Feature X", result="shipped", lessons=["ask early"]),
        lambda: memory.topics.reopen("Feature X"),
        lambda: memory.topics.archive("Feature X", result="shipped again"),
        lambda: memory.topics.reopen("Feature X"),
    ]  # fmt: skip
    for number, step in enumerate(steps):
        before = tree()
        step()
        after = tree()
        assert after != before, number
        memory.undo()
        assert tree() == before, number
        step()
        assert tree() == after, number
        assert memory.audit.flaws() == (), number
        assert after[ACTIVE].startswith("\ufeff# 索引\r\nmine\r\n".encode())
        assert b"* a note of mine\r\n" in after[ACTIVE]
        assert after[ARCHIVED].startswith(b"# cold\n\nno end")
        assert after[NOTE].startswith(b"# Mine\n\n- before")
        assert b"\n" not in after[ACTIVE].replace(b"\r\n", b"")


def test_states_and_where_they_stand(feature, root):  # TOP-2
    feature.topics.pause("Feature X", "waiting for the bank")
    (entry,) = feature.topics.entries()
    assert entry.status is Status.PAUSED
    assert read_head((root / FILE).read_text()).paused
    feature.topics.update("Feature X", state="still waiting")
    assert read_head((root / FILE).read_text()).state == "[PAUSED] still waiting"
    feature.topics.activate("Feature X", "go on")
    assert read_head((root / FILE).read_text()).state == "go on"
    assert feature.topics.entries()[0].status is Status.ACTIVE
    feature.topics.archive("Feature X", result="shipped")
    assert feature.topics.entries() == ()
    (cold,) = feature.topics.entries(archived=True)
    assert cold.status is Status.ARCHIVED
    with pytest.raises(UnknownNameError):  # only on request
        feature.topics.find("Feature X")
    assert feature.topics.find("Feature X", archived=True) == cold


def test_archiving_distils_and_keeps_the_whole_beside_it(feature, root):  # TOP-5
    feature.topics.update("Feature X", scratch=["trial 1 failed"], context=["uses OAuth"])
    whole = (root / FILE).read_text()
    feature.topics.archive("Feature X", result="It ships -> `v2`", lessons=["ask early"])
    (cold,) = feature.topics.entries(archived=True)
    short = (root / cold.path).read_text()
    assert "It ships -> `v2`" in short
    assert "ask early" in short
    assert "trial 1" not in short
    assert len(short) < len(whole) + 60
    kept = [p for p in (root / "memory/topics/.archive").rglob("*.md") if p.read_text() == whole]
    assert len(kept) == 1
    assert not (root / FILE).exists()
    assert [h.path for h in feature.search("trial failed").hits] == []
    assert feature.search("ships", archived=True).hits
    feature.topics.reopen("Feature X")
    back = (root / FILE).read_text()
    assert back.startswith(whole)
    assert bullets(back, "result") == ["It ships -> `v2`"]
    assert bullets(back, "lessons") == ["ask early"]


def test_archiving_needs_a_result(feature, tree):
    before = tree()
    with pytest.raises(EmptyTextError, match="result"):
        feature.topics.archive("Feature X")
    assert tree() == before


def test_a_name_can_be_used_again_after_the_archive(feature, root):
    feature.topics.archive("Feature X", result="one")
    feature.topics.new("coding", "Feature X", goal="second")
    feature.topics.archive("Feature X", result="two")
    paths = [entry.path for entry in feature.topics.entries(archived=True)]
    assert len(set(paths)) == 2
    with pytest.raises(AmbiguousNameError):
        feature.topics.reopen("Feature X")
    feature.topics.reopen(paths[0])
    assert read_head((root / feature.topics.entries()[0].path).read_text()).goal == (
        "strong authentication"
    )
    assert feature.audit.flaws() == ()


def test_a_topic_archived_in_place_by_another_tool_can_be_reopened(memory, root, write):
    write(FILE, "# 任务：Feature X\n- **归属角色**：[CTO]\n- **目标**：支付\n- **当前状态**：好\n")
    write(ARCHIVED, f"# 归档\n\n## 💻 Coding\n- [ARCHIVED] [CTO] Feature X：支付 -> `/{FILE}`\n")
    assert memory.audit.flaws() == ()  # nothing that wants to be registered as active
    memory.topics.reopen("Feature X")
    assert [e.path for e in memory.topics.entries()] == [FILE]
    assert memory.topics.entries(archived=True) == ()
    assert memory.audit.flaws() == ()


# update (TOP-4, TOP-9)


def test_an_update_edits_lines_and_keeps_the_rest(memory, root, write):
    text = (
        "\ufeff---\r\ntags: [a]\r\n---\r\n# 任务：支付\r\n- **归属角色**：[CTO]\r\n- 目标: x\r\n"
        "- **当前状态**：开始\r\n\r\nprose of mine\r\n\r\n## 关键上下文 (Core Context)\r\n* old\r\n\r\n"
        "## Milestones\r\n- [x] one\r\n- [ ] two\r\n  more\r\n\r\n## 备忘录\r\n- s\r\n\r\n## Mine\r\n```\r\n- [ ] two\r\n```"
    )  # fmt: skip
    write(FILE, text)
    write(ACTIVE, f"## 💻 Coding\n- [ACTIVE] [CTO] 支付：x -> `/{FILE}`\n")
    memory.topics.update("支付", state="完成一半", context=["new"], milestones=["three"], role="PM")
    memory.topics.update("支付", ticks=["two"], clear_scratch=True)
    assert (root / FILE).read_bytes().decode() == (
        text.replace("当前状态**：开始", "当前状态**：完成一半")
        .replace("* old\r\n", "* old\r\n- [PM] new\r\n")
        .replace("- [ ] two\r\n  more\r\n", "- [x] two\r\n  more\r\n- [ ] [PM] three\r\n")
        .replace("- s\r\n\r\n## Mine", "\r\n## Mine")
    )


def test_the_state_line_is_made_where_a_hand_made_topic_has_none(memory, root, write):
    write(FILE, "Feature X\n=========\n\nprose\n\n## Notes\n- a\n")
    write(ACTIVE, f"## Coding\n- [ACTIVE] Feature X -> `/{FILE}`\n")
    memory.topics.update("Feature X", state="half done")
    assert (root / FILE).read_text() == (
        "Feature X\n=========\n- **State**: half done\n\nprose\n\n## Notes\n- a\n"
    )
    memory.topics.pause("Feature X", "waiting")
    assert read_head((root / FILE).read_text()).paused


@pytest.mark.parametrize(
    "text", ["", "prose", "\ufeffprose\r\nmore", "# T", "---\na: 1\n---", "- **Goal**: g"]
)
def test_a_set_head_is_read_back_and_keeps_every_line(text):
    after = set_head(text, "state", "s", Language.EN)
    assert read_head(after).state == "s"
    assert after.startswith(("\ufeff", "") if text.startswith("\ufeff") else "")
    for line in text.removeprefix("\ufeff").splitlines():
        assert line in after.removeprefix("\ufeff").splitlines()
    assert after.count("\ufeff") == text.count("\ufeff")
    again = set_head(after, "state", "t", Language.EN)
    assert read_head(again).state == "t"
    assert len(again.splitlines()) == len(after.splitlines())


def test_ticks_name_open_milestones(feature):
    feature.topics.update("Feature X", milestones=["import A", "import B"])
    with pytest.raises(AmbiguousNameError):
        feature.topics.update("Feature X", ticks=["import"])
    with pytest.raises(UnknownNameError):
        feature.topics.update("Feature X", ticks=["export"], state="not written either")
    assert read_head(feature.files.read(FILE)).state == ""
    with pytest.raises(EmptyTextError):
        feature.topics.update("Feature X")


def test_the_scratchpad_is_known(feature):
    assert feature.topics.scratchpad("Feature X") == ()
    feature.topics.update("Feature X", scratch=["open question"])
    assert feature.topics.scratchpad("Feature X") == ("open question",)


def test_progress_leaves_one_line_a_day_in_the_note(feature, root):  # DAY-6
    for number in range(3):
        feature.topics.update("Feature X", context=[f"zebra {number}"])
    note = (root / NOTE).read_text()
    assert note.count("Feature X") == 2  # new, and progress once
    assert "zebra" not in note


# names


NAMES = {
    "A: B, then C": "a-b-then-c",
    "Fix [urgent] (now)": "fix-urgent-now",
    "X -> Y → Z": "x-y-z",
    "支付：强认证": "支付-强认证",
    "Обновление сайта": "обновление-сайта",
    "Überweisung «Größe»": "überweisung-grösse",
    "../../x": "x",
    "/etc/passwd": "etc-passwd",
    "`code`": "code",
    "[ACTIVE] fake: x -> `/memory/topics/a.md`": None,
    "n" * 200: "n" * 73 + "-1be63c",  # cut, and told from others that begin alike
    "长" * 200: "长" * 24 + "-d1de1c",
    "two\nlines": "two-lines",
    "- bullet": "bullet",
    "# heading": "heading",
    "emoji 🚀": "emoji",
    "x.md": "x-md",
}


@pytest.mark.parametrize("name", NAMES)
def test_any_name_is_registered_and_found(memory, root, name):
    memory.topics.new("coding", "Bystander", goal="stays")
    memory.topics.new("coding", name, goal="goal: with `ticks` -> and arrows", role="CTO [x]: y")
    first, entry = memory.topics.entries()
    assert first.name == "Bystander"
    assert entry.role.startswith("CTO")
    assert entry.description
    assert "\n" not in entry.name
    assert (root / entry.path).is_file()
    assert entry.path.startswith("memory/topics/coding/")
    assert len(entry.path.rsplit("/", 1)[-1].encode()) < 120
    if file := NAMES[name]:
        assert entry.path == f"memory/topics/coding/{file}.md"
    assert memory.topics.find(name) == entry
    assert memory.topics.find(entry.path) == entry
    assert memory.audit.flaws() == ()
    with pytest.raises(AlreadyThereError):
        memory.topics.new("coding", name, goal="again")
    memory.topics.update(name, state="found by its name")
    memory.topics.archive(name, result="r")
    memory.topics.reopen(name)
    assert memory.audit.flaws() == ()
    assert [e.name for e in memory.topics.entries()] == ["Bystander", entry.name]


def test_the_same_name_twice_is_refused(feature, tree):
    before = tree()
    for domain, name in [
        ("coding", "Feature X"),
        ("Coding", "FEATURE x"),
        ("writing", "feature x"),
    ]:
        with pytest.raises(AlreadyThereError):
            feature.topics.new(domain, name, goal="again")
    assert tree() == before


@pytest.mark.parametrize(
    ("domain", "name", "goal", "error"),
    [
        ("coding", " ", "g", EmptyTextError),
        ("coding", "…!", "g", EmptyTextError),
        ("coding", "X", " ", EmptyTextError),
        ("///", "X", "g", UsageError),
    ],
)
def test_what_makes_no_topic_is_refused(memory, tree, domain, name, goal, error):
    with pytest.raises(error):
        memory.topics.new(domain, name, goal=goal)
    assert tree() == {}


@pytest.mark.parametrize(
    "domain", ["../../etc", "memory", "topics", ".archive", "a/b", "", "数据 分析"]
)
def test_any_domain_stays_inside_topics(memory, domain):
    memory.topics.new(domain, "X", goal="g")
    (entry,) = memory.topics.entries()
    assert entry.path.startswith("memory/topics/")
    assert entry.path.count("/") == 3
    assert memory.files.read(entry.path)
    assert memory.audit.flaws() == ()
    memory.topics.archive("X", result="r")
    memory.topics.reopen("X")
    assert memory.topics.entries()[0].path == entry.path


def test_a_long_goal_stands_whole_in_the_file_only(memory, root):
    goal = "every word counts " * 30
    memory.topics.new("coding", "X", goal=goal, state="first\n## Scratchpad\n- second")
    head = read_head((root / "memory/topics/coding/x.md").read_text())
    assert head.goal == goal.strip()
    assert head.state == "first ## Scratchpad - second"
    assert len((root / ACTIVE).read_text()) < 300


# index


LINES = {
    "as written": f"- [ACTIVE] [CTO] Feature X: pay -> `/{FILE}`",
    "fullwidth colon": f"- [ACTIVE] [CTO] Feature X：pay -> `/{FILE}`",
    "other arrow": f"- [active] [CTO] Feature X: pay → `/{FILE}`",
    "no backticks": f"* [ACTIVE] [CTO] Feature X: pay -> /{FILE}",
    "escaped backticks": rf"- [ACTIVE] [CTO] Feature X: pay -> \`/{FILE}\`",
    "escaped slash": rf"- [ACTIVE] [CTO] Feature X: pay -> \/{FILE}``",
    "another machine": f"- [ACTIVE] [CTO] Feature X: pay -> `/home/vera/agent/{FILE}`",
    "another machine's memory": f"- [ACTIVE] [CTO] Feature X: pay -> `/srv/memory/a/{FILE}`",
    "Windows": rf"- [ACTIVE] [CTO] Feature X: pay -> `C:\Users\v\a\{FILE.replace('/', chr(92))}`",
    "home": f"- [ACTIVE] [CTO] Feature X: pay -> `~/.openclaw/workspace/{FILE}`",
    "from the root": f"- [ACTIVE] [CTO] Feature X: pay -> `{FILE}`",
    "from memory/": "- [ACTIVE] [CTO] Feature X: pay -> topics/coding/feature-x.md",
    "dotted": "- [ACTIVE] [CTO] Feature X: pay -> `./topics/coding/feature-x.md`",
    "up and down": "- [ACTIVE] [CTO] Feature X: pay -> `../memory/topics/coding/feature-x.md`",
    "no spaces": f"- [ACTIVE][CTO]Feature X:pay->`/{FILE}`",
    "trailing space": f"- [ACTIVE] [CTO] Feature X: pay -> `/{FILE}`  ",
}


@pytest.mark.parametrize("name", LINES)
@pytest.mark.parametrize("eol", ["\n", "\r\n"])
def test_index_lines_are_read_as_people_write_them(name, eol):
    text = f"# 索引{eol}{eol}## 💻 Coding{eol}{LINES[name]}{eol}"
    (entry,) = read_entries(text, "/work/place")
    assert entry == Entry(Status.ACTIVE, "CTO", "Feature X", "pay", FILE, "coding", 4)


def test_more_of_what_index_lines_hold():
    def one(line):
        (entry,) = read_entries(f"{line}\n", "/w")
        return entry

    assert one(f"- [PAUSED] Feature X: pay -> `/{FILE}`").role == ""
    assert one(f"- [ACTIVE] [] Feature X -> `/{FILE}`").description == ""
    assert one(f"- [已归档] [CTO] 支付：付 -> `/{FILE}`").status is Status.ARCHIVED
    assert one(f"- [ACTIVE] [{'r' * 90}] X: d -> `/{FILE}`").role == "r" * 90
    assert one(f"- [ACTIVE] X: a -> b -> /{FILE}").description == "a -> b"
    assert (
        one("- [ACTIVE] X: d -> `/memory/topics/memory/x.md`").path == "memory/topics/memory/x.md"
    )
    assert one("- [ACTIVE] X: d -> `/w/memory/topics/a/x.md`").path == "memory/topics/a/x.md"


@pytest.mark.parametrize(
    "text",
    [
        "- [状态] [角色标签] 任务名：描述 -> `/绝对路径/文件.md`\n",
        f"```\n- [ACTIVE] [CTO] Feature X: pay -> `/{FILE}`\n```\n",
        "- [ ] a task -> `/memory/x.md`\n",
        "- [ACTIVE] no path\n",
    ],
)
def test_what_is_no_entry_is_none(text):
    assert read_entries(text) == ()


def test_an_entry_that_leads_out_is_refused(memory, write):  # WS-4
    write(ACTIVE, "- [ACTIVE] X: d -> `../../etc/x.md`\n")
    with pytest.raises(PathOutsideError):
        memory.topics.update("X", state="s")
    with pytest.raises(PathOutsideError):
        memory.router.resume("X")
    assert [f.kind for f in memory.audit.flaws()] == ["dead"]


@pytest.mark.parametrize("heading", ["## 💻 Coding", "## 💻 CODING", "## coding", "### Coding 💻", "Coding\n---"])  # fmt: skip
def test_a_domains_section_is_found_however_it_is_written(memory, root, write, heading):
    mine = f"# Mine\n\n{heading}\nmy line\n\n## Other\nx\n"
    write(ACTIVE, mine)
    memory.topics.new("Coding", "Feature X", goal="g")
    entry = f"- [ACTIVE] Feature X: g -> `/{FILE}`\n"
    assert (root / ACTIVE).read_text() == mine.replace("my line\n", f"my line\n{entry}")


def test_domains_get_their_headings(memory, root):
    for domain in ("coding", "writing", "analysis", "Haus & Garten", "数据"):
        memory.topics.new(domain, f"T {domain}", goal="g")
    headings = [ln for ln in (root / ACTIVE).read_text().splitlines() if ln.startswith("## ")]
    assert headings == ["## 💻 Coding", "## 📝 Writing", "## 📊 Analysis", "## 📁 Haus & Garten", "## 📁 数据"]  # fmt: skip


def test_the_index_holds_routing_only(feature, root):  # TOP-2
    before = (root / ACTIVE).read_text()
    feature.topics.update(
        "Feature X", state="zebra", context=["zebra"], scratch=["zebra"], milestones=["zebra"]
    )
    assert (root / ACTIVE).read_text() == before


field = st.text(alphabet="abc 中:：[]`->→\\/.#*\n(){}", min_size=1, max_size=20)


@given(field, field, field)
def test_what_is_registered_is_read_back(name, role, about):
    name, role = topic_index.plain_name(name), topic_index.plain_name(role)
    if not any(c.isalnum() for c in name):
        return
    entry = Entry(Status.ACTIVE, role, name, topic_index.plain_description(about), FILE, "coding")
    text = topic_index.add("mine", entry, "coding", "Topics")
    (found,) = read_entries(text)
    assert (found.role, found.name, found.path) == (role, name, FILE)
    assert text.startswith("mine\n")
    left = topic_index.without(text, [found.line], domains=True)
    assert left == text.replace(entry.text(), "")
    assert topic_index.without(text, [found.line]).rstrip() == "mine"


# many writers, and killed ones


def test_two_processes_register_two_hundred_topics(open_memory, root, environment):  # TOP-9
    script = textwrap.dedent("""
        import sys
        from lamina import Memory
        with Memory(sys.argv[1]) as memory:
            for number in range(100):
                memory.topics.new("coding", f"{sys.argv[2]} {number}", goal="g")
    """)
    running = [
        subprocess.Popen([sys.executable, "-c", script, str(root), who], env=environment)
        for who in ("left", "right")
    ]
    assert [process.wait(timeout=120) for process in running] == [0, 0]
    memory = open_memory()
    wanted = {f"{who} {number}" for who in ("left", "right") for number in range(100)}
    assert {entry.name for entry in memory.topics.entries()} == wanted
    assert len(memory.topics.entries()) == len(list((root / "memory/topics").rglob("*.md"))) == 200
    assert memory.audit.flaws() == ()
    assert (root / ACTIVE).read_text().count("## 💻 Coding") == 1


def test_two_processes_add_to_one_topic(feature, root, environment):  # TOP-9
    script = textwrap.dedent("""
        import sys
        from lamina import Memory
        with Memory(sys.argv[1]) as memory:
            for number in range(20):
                memory.topics.update("Feature X", context=[f"{sys.argv[2]} {number}"])
    """)
    running = [
        subprocess.Popen([sys.executable, "-c", script, str(root), who], env=environment)
        for who in ("left", "right")
    ]
    assert [process.wait(timeout=120) for process in running] == [0, 0]
    found = bullets((root / FILE).read_text(), "core_context")
    assert sorted(found) == sorted(f"{w} {n}" for w in ("left", "right") for n in range(20))


# One process does the command again and again in forked children, each killed at the next moment
# at which it opens, renames, removes, links or makes something in the workspace.
KILLER = """
import json, os, shutil, sys
from datetime import datetime
from pathlib import Path
from lamina import Memory

base, work, command, now = Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3], sys.argv[4]
COMMANDS = {
    "topic new": lambda m: m.topics.new("coding", "New", goal="g", role="CTO"),
    "learn": lambda m: m.knowledge.learn("OAuth", "text"),
    "log": lambda m: m.log("Move", change="x"),
    "topic archive": lambda m: m.topics.archive("Old", result="done"),
}
KINDS = {"open", "os.rename", "os.remove", "os.mkdir", "os.link"}

def opened():
    return Memory(work, clock=lambda: datetime.fromisoformat(now))

def tree():
    return {
        path.relative_to(work).as_posix(): path.read_text()
        for path in sorted(work.rglob("*"))
        if path.suffix == ".md"
    }

def killed_at(moment):
    child = os.fork()
    if child:
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    left = moment
    def hook(event, arguments):
        nonlocal left
        if event in KINDS and str(work) in str(arguments[0]):
            left -= 1
            if not left:
                os._exit(77)
    memory = opened()
    sys.addaudithook(hook)
    COMMANDS[command](memory)
    os._exit(0)

code, moment, results = 77, 0, []
while code == 77 and moment < 200:
    moment += 1
    shutil.rmtree(work, ignore_errors=True)
    shutil.copytree(base, work)
    code = killed_at(moment)
    with opened() as memory:
        memory.daily.remember("the next command")
        after, flaws = tree(), [f.kind for f in memory.audit.flaws()]
        temporary = [path.name for path in work.rglob(".lamina-*")]
        try:
            COMMANDS[command](memory)
        except Exception as error:
            again = type(error).__name__
        else:
            again = ""
    temporary += [path.name for path in work.rglob(".lamina-*")]
    results.append([code, after, flaws, again, temporary])
print(json.dumps(results))
"""


@pytest.mark.parametrize(
    ("command", "files"),
    [
        ("topic new", ["memory/topics/coding/new.md", ACTIVE, NOTE]),
        ("topic archive", [ACTIVE, ARCHIVED, NOTE, "memory/topics/coding/old.md"]),
        ("learn", ["memory/knowledge/oauth.md", "memory/knowledge-index.md"]),
        ("log", [NOTE, "memory/daily-index.md"]),
    ],
)
def test_killed_at_any_moment_all_or_nothing_is_there(
    open_memory, tmp_path, environment, command, files
):  # WS-6
    base = tmp_path / "base"
    (base / "memory").mkdir(parents=True)
    with open_memory(base) as memory:
        memory.topics.new("coding", "Old", goal="g")
        memory.topics.new("coding", "Bystander", goal="g")
    process = subprocess.run(
        [sys.executable, "-c", KILLER, str(base), str(tmp_path / "work"), command, NOW.isoformat()],
        env=environment,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert process.returncode == 0, process.stderr
    results = json.loads(process.stdout)
    assert results[-1][0] == 0
    assert all(result[0] == 77 for result in results[:-1])
    assert len(results) > 10
    untouched = results[0][1]
    whole = results[-1][1]
    seen = set()
    for number, (_, after, flaws, _, temporary) in enumerate(results):
        # The quick line came after: what the two have in common is compared without it.
        states = {
            "none"
            if _same(after, untouched, path)
            else "all"
            if _same(after, whole, path)
            else "torn"
            for path in files
        }
        assert len(states) == 1, (number, states)
        seen |= states
        assert flaws == [], number
        assert after.keys() in (untouched.keys(), whole.keys()), number
        assert temporary == [], number
    assert seen == {"none", "all"}


def _same(one, other, path):
    return one.get(path) == other.get(path)
