"""Index against files: what differs is found and mended, a lost index is made anew."""

from __future__ import annotations

from datetime import timedelta

import pytest

from lamina.layers.topic_index import Status
from tests.conftest import NOW

ACTIVE = "memory/MEMORY_INDEX_ACTIVE.md"
ARCHIVED = "memory/MEMORY_INDEX_ARCHIVED.md"


def mend(memory):
    return memory.apply(memory.editor.plan("topic audit", memory.audit.mend))


def rebuild(memory):
    return memory.apply(memory.editor.plan("topic rebuild", memory.audit.rebuild))


def kinds(memory):
    return [flaw.kind for flaw in memory.audit.flaws()]


def routing(memory, *, archived=False):
    """Return what the index says, wherever on the page."""
    return {
        (e.status, e.role, e.name, e.description, e.path, e.domain)
        for e in memory.topics.entries(archived=archived)
    }


@pytest.fixture
def topics(memory):
    memory.topics.new("coding", "Stock sync", goal="one stock", role="CTO")
    memory.topics.new("coding", "Checkout", goal="fewer steps")
    memory.topics.new("writing", "Book", goal="a book")
    return memory


def test_sound_ones_have_no_flaws(topics):
    topics.topics.archive("Book", result="printed")
    assert topics.audit.flaws() == ()
    assert mend(topics) is None


ORPHANS = {
    "en": ("# Task: Stock\n- **Role**: CTO\n- **Goal**: one stock\n- **State**: [PAUSED] bank\n", "CTO"),
    "de": ("# Aufgabe: Lager\n- **Rolle**: Chef\n- **Ziel**: ein Lager\n- **Stand**: [PAUSED] Bank\n", "Chef"),
    "ru": ("# Задача: Склад\n- **Роль**: шеф\n- **Цель**: один склад\n- **Состояние**: [PAUSED] банк\n", "шеф"),
    "zh": ("# 任务：[仓库]\n- **归属角色**：[CTO]\n- **目标**：一个仓库\n- **当前状态**：[PAUSED] 银行\n", "CTO"),
}  # fmt: skip


@pytest.mark.parametrize("language", ORPHANS)
def test_an_orphan_is_registered_from_its_head(topics, root, write, language):  # TOP-7
    text, role = ORPHANS[language]
    write("memory/topics/analysis/stock.md", text)
    before = (root / ACTIVE).read_text()
    (flaw,) = topics.audit.flaws()
    assert (flaw.kind, flaw.path) == ("orphan", "memory/topics/analysis/stock.md")
    mend(topics)
    assert (root / ACTIVE).read_text().startswith(before)
    assert topics.audit.flaws() == ()
    entry = topics.topics.entries()[-1]
    assert (entry.status, entry.role, entry.domain) == (Status.PAUSED, role, "analysis")
    assert entry.name in text
    assert entry.description in text
    topics.undo()
    assert (root / ACTIVE).read_text() == before


@pytest.mark.parametrize(
    "text",
    [
        "",
        "just prose\n",
        "## Core Context\n- a\n",
        "- **Goal**: g\n\n## Core Context\n- a\n",
        "# 1\n",
    ],
)
def test_an_orphan_without_a_head_is_named_by_its_file(topics, write, text):
    write("memory/topics/coding/by-hand.md", text)
    mend(topics)
    assert topics.audit.flaws() == ()
    assert topics.topics.entries()[2].name in {"by-hand", "1"}


def test_a_moved_file_is_followed(topics, root):
    before = (root / ACTIVE).read_text()
    (root / "memory/topics/ops").mkdir()
    (root / "memory/topics/coding/checkout.md").rename(root / "memory/topics/ops/checkout.md")
    assert kinds(topics) == ["moved"]
    mend(topics)
    line = next(ln for ln in before.splitlines(keepends=True) if "Checkout" in ln)
    assert (root / ACTIVE).read_text() == (
        before.replace(line, "") + "\n## 📁 Ops\n" + line.replace("coding/checkout", "ops/checkout")
    )
    assert topics.audit.flaws() == ()


def test_moved_files_do_not_disturb_the_lines_of_others(topics, root):
    topics.topics.new("writing", "Poem", goal="a poem")
    topics.topics.pause("Poem", "no rhyme")
    (root / "memory/topics/writing/book.md").rename(root / "memory/topics/coding/book.md")
    text = (root / ACTIVE).read_text().splitlines(keepends=True)
    book, poem = (next(ln for ln in text if name in ln) for name in ("Book", "Poem"))
    text = [ln for ln in text if ln not in {book, poem}] + [poem.replace("PAUSED", "ACTIVE"), book]
    (root / ACTIVE).write_text("".join(text))
    assert sorted(kinds(topics)) == ["moved", "status"]
    mend(topics)
    assert topics.audit.flaws() == ()
    assert {e.name: (e.status, e.domain) for e in topics.topics.entries()} == {
        "Stock sync": (Status.ACTIVE, "coding"),
        "Checkout": (Status.ACTIVE, "coding"),
        "Book": (Status.ACTIVE, "coding"),
        "Poem": (Status.PAUSED, "writing"),
    }


def test_a_dead_entry_is_reported_and_left(topics, root):
    (root / "memory/topics/coding/checkout.md").unlink()
    (flaw,) = topics.audit.flaws()
    assert (flaw.kind, flaw.name, flaw.line, flaw.fix) == ("dead", "Checkout", 5, None)
    before = (root / ACTIVE).read_text()
    mend(topics)
    assert (root / ACTIVE).read_text() == before
    assert kinds(topics) == ["dead"]


def test_a_double_line_goes_and_takes_no_other_with_it(topics, root):
    text = (root / ACTIVE).read_text()
    line = next(ln for ln in text.splitlines(keepends=True) if "Stock" in ln)
    (root / ACTIVE).write_text(text.replace(line, line + line))
    assert kinds(topics) == ["twice"]
    mend(topics)
    assert (root / ACTIVE).read_text() == text


def test_everything_at_once_is_mended_in_one_go(topics, root, write):
    topics.topics.pause("Stock sync", "bank")
    want = (root / ACTIVE).read_text()
    line = next(ln for ln in want.splitlines(keepends=True) if "Stock" in ln)
    active = line.replace("PAUSED", "ACTIVE")
    (root / ACTIVE).write_text(want.replace(line, active + active))  # twice, and both wrong
    write("memory/topics/zoo/new.md", "# Task: New\n- **Goal**: g\n")
    (root / "memory/topics/writing/book.md").rename(root / "memory/topics/coding/book.md")
    assert sorted(kinds(topics)) == ["moved", "orphan", "status", "status", "twice"]
    mend(topics)
    assert topics.audit.flaws() == ()
    found = [(e.name, e.status, e.path, e.domain) for e in topics.topics.entries()]
    assert found == [
        ("Stock sync", Status.PAUSED, "memory/topics/coding/stock-sync.md", "coding"),
        ("Checkout", Status.ACTIVE, "memory/topics/coding/checkout.md", "coding"),
        ("Book", Status.ACTIVE, "memory/topics/coding/book.md", "coding"),
        ("New", Status.ACTIVE, "memory/topics/zoo/new.md", "zoo"),
    ]
    assert "Writing" not in (root / ACTIVE).read_text()  # a domain goes with its last topic


def test_a_topic_in_both_indices_is_listed_twice(topics, root, write):
    write(ARCHIVED, "# Cold\n- [ARCHIVED] Book: x -> `/memory/topics/writing/book.md`\n")
    assert kinds(topics) == ["twice"]
    mend(topics)
    assert (root / ARCHIVED).read_text() == "# Cold\n"
    assert len(topics.topics.entries()) == 3


def test_one_file_that_cannot_be_read_hides_no_other(topics, root, write):  # F04
    write("memory/topics/coding/broken.md", b"# Task\0")
    write("memory/topics/coding/good.md", "# Task: Good\n- **Goal**: g\n")
    flaws = {flaw.path: flaw for flaw in topics.audit.flaws()}
    assert "zero bytes" in flaws["memory/topics/coding/broken.md"].reason
    mend(topics)
    assert kinds(topics) == ["orphan"]
    assert len(topics.topics.entries()) == 4
    (root / ACTIVE).unlink()
    rebuild(topics)
    assert len(topics.topics.entries()) == 4


def test_archived_files_belong_to_the_archived_index(topics, root):
    topics.topics.archive("Book", result="printed")
    (root / ARCHIVED).unlink()
    (flaw,) = topics.audit.flaws()
    assert (flaw.kind, flaw.index) == ("orphan", ARCHIVED)
    mend(topics)
    (cold,) = topics.topics.entries(archived=True)
    assert (cold.name, cold.status, cold.description) == ("Book", Status.ARCHIVED, "printed")
    topics.topics.reopen("Book")
    assert topics.audit.flaws() == ()


def test_a_lost_index_is_made_anew_in_four_languages(open_memory, root):  # TOP-7
    for language, name in [("en", "Stock"), ("de", "Lager"), ("ru", "Склад"), ("zh", "仓库")]:
        memory = open_memory(**{"notes.language": language})
        memory.topics.new("coding", name, goal=f"one {name}: all -> `there`", role="CTO", state="s")
        memory.topics.new("writing", f"{name} 2", goal="g")
        memory.topics.new("analysis", f"{name} 3", goal="g")
        memory.topics.pause(name, "waiting")
        memory.topics.archive(f"{name} 3", result="learnt: a lot -> much")
    hot, cold = routing(memory), routing(memory, archived=True)
    assert len(hot) == 8
    assert len(cold) == 4
    assert sum(entry[0] is Status.PAUSED for entry in hot) == 4
    (root / ACTIVE).unlink()
    (root / ARCHIVED).unlink()
    memory = open_memory()
    rebuild(memory)
    assert routing(memory) == hot
    assert routing(memory, archived=True) == cold
    assert memory.audit.flaws() == ()
    once = (root / ACTIVE).read_bytes(), (root / ARCHIVED).read_bytes()
    rebuild(memory)
    assert ((root / ACTIVE).read_bytes(), (root / ARCHIVED).read_bytes()) == once


def test_a_rebuild_keeps_the_users_lines_and_domains(topics, root, write):
    mine = "# Mine\n\nintro\n\n## 💻 Programmierung\n* my note\n\n## Links\n- [x](y.md)\n"
    write(
        ACTIVE,
        mine.replace(
            "* my note\n",
            "* my note\n- [PAUSED] Checkout: old words -> `/memory/topics/coding/checkout.md`\n",
        ),
    )
    rebuild(topics)
    text = (root / ACTIVE).read_text()
    rest = [line for line in text.splitlines() if "/memory/topics/" not in line]
    assert rest[: len(mine.splitlines())] == mine.splitlines()
    entry = topics.topics.find("Checkout")
    assert (entry.status, entry.domain) == (Status.PAUSED, "programmierung")
    assert len(topics.topics.entries()) == 3


def test_a_rebuild_keeps_headings_that_hold_entries_only(topics, root):
    text = (root / ACTIVE).read_text().replace("# Topics", "# Mine").replace("💻", "🛠️ My")
    (root / ACTIVE).write_text(text)
    rebuild(topics)
    assert "## 🛠️ My Coding\n- [" in (root / ACTIVE).read_text()
    assert (root / ACTIVE).read_text().startswith("# Mine\n")
    assert topics.audit.flaws() == ()


def test_topics_another_tool_archived_in_place_stay_archived(memory, write):
    write("memory/topics/coding/x.md", "# 任务：X\n- **目标**：g\n")
    write(ARCHIVED, "## 💻 Coding\n- [ARCHIVED] X：g -> `/memory/topics/coding/x.md`\n")
    assert memory.audit.flaws() == ()
    rebuild(memory)
    assert memory.topics.entries() == ()
    assert [e.status for e in memory.topics.entries(archived=True)] == [Status.ARCHIVED]


# Cold start (TOP-10)


def logged(open_memory, subject, days, **said):
    for day in days:
        memory = open_memory(now=NOW - timedelta(days=day))
        memory.log(subject, **(said or {"change": f"step {day}", "todo": f"after {day}"}))


def test_what_went_on_for_days_is_proposed_with_its_evidence(open_memory, root):
    logged(open_memory, "Change supplier", (20, 9, 2))
    logged(open_memory, "Repair roof", (8, 7, 6, 5))
    logged(open_memory, "Once", (3,))
    logged(open_memory, "Long ago", (60, 59, 58))
    memory = open_memory()
    proposals = memory.audit.proposals()
    assert [p.name for p in proposals] == ["Repair roof", "Change supplier"]
    supplier = proposals[1]
    assert supplier.days == ("2026-02-12", "2026-02-23", "2026-03-02")
    for evidence, day in zip(supplier.evidence, (20, 9, 2), strict=True):
        citation, _, line = evidence.partition(" ")
        path, _, number = citation.partition("#L")
        assert "Change supplier" in (root / path).read_text().splitlines()[int(number) - 1]
        assert line == f"step {day}"


def test_adopting_makes_topics_with_evidence_in_one_change(open_memory, root):
    logged(open_memory, "Change supplier", (20, 9, 2))
    memory = open_memory()
    proposals = memory.audit.proposals()
    plan = memory.editor.plan("topic adopt", lambda draft: memory.audit.adopt(draft, proposals))
    assert not (root / ACTIVE).exists()
    memory.apply(plan)
    (entry,) = memory.topics.entries()
    text = (root / entry.path).read_text()
    assert all(f"- {line}\n" in text for line in proposals[0].evidence)
    assert memory.audit.proposals() == ()
    assert memory.audit.flaws() == ()
    memory.undo()
    assert not (root / entry.path).exists()
    assert len(memory.audit.proposals()) == 1


def test_what_is_a_topic_already_is_not_proposed(open_memory):
    logged(open_memory, "Change supplier", (4, 3, 2))
    logged(open_memory, "Old thing", (4, 3, 2))
    memory = open_memory()
    memory.topics.new("ops", "change Supplier", goal="g")
    memory.topics.new("ops", "Old thing", goal="g")
    memory.topics.archive("Old thing", result="r")
    assert memory.audit.proposals() == ()


def test_notes_in_every_language_and_an_older_style_are_read(memory, write):
    for day, label in [("02-27", "改"), ("02-28", "change"), ("03-01", "Änderung"), ("03-02", "изменение")]:  # fmt: skip
        write(f"memory/daily/2026-{day}.md", f"## [2026-{day}] 换供应商\n- {label}：x {day}\n")
    for day in ("01", "02", "03"):
        write(f"memory/2026-03-{day}.md", "## 搬家 #生活\n- 改：y\n")
    assert [p.name for p in memory.audit.proposals()] == ["换供应商", "搬家"]
    write("memory/2026-03-02.md", b"## \0 broken")  # one bad note hides no other
    assert [p.name for p in memory.audit.proposals()] == ["换供应商"]
