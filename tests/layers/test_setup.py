from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from lamina.documents import markdown
from lamina.documents.language import Language
from lamina.errors import CoreLimitError
from lamina.layers.sorting import units_of

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from lamina.memory import Memory

OLD = """\
# MEMORY.md

## About the user
- Name: Mira, interior designer in Lisbon
- Prefers short answers
- Wife: Jo, two kids
- Never call before 10

## Rules
- NEVER send mails without confirmation
- Always use metric units
- Ask before spending more than 50 EUR
- Do not touch the calendar on weekends
- Never share client names in group chats
- Backups before any migration

## Projects

### Casa Verde

- Client: Teresa Pinto
- Tiles arrive 3 May
{filler}

## Open stuff
- [ ] Teresa still has to approve the lighting plan
- waiting for the insurance

## Suppliers

- Lopes: lead time 70 days
- Lumen: minimum order 12

## History

- 2026-01-03: moved to the new office
- 2026-01-09: paid the tiler

- Always use metric units
"""
AGENTS = """\
# AGENTS.md

## Every Session

1. Read SOUL.md
2. Read yesterday's note

## Safety

- Keep private data private.
"""


@pytest.fixture
def old(root: Path, write: Callable[..., Path]) -> Path:
    filler = "\n".join(f"- detail {n} of the kitchen" for n in range(60))
    write("MEMORY.md", OLD.format(filler=filler))
    write("AGENTS.md", AGENTS)
    write("memory/2026-03-01.md", "## [2026-03-01] Taxes\n- change: filed\n- todo: pay by May\n")
    return root


def snapshot(root: Path) -> dict[str, bytes]:
    return {
        path.relative_to(root).as_posix(): path.read_bytes()
        for path in sorted(root.rglob("*"))
        if path.is_file() and ".dreams" not in path.parts
    }


def folders(root: Path) -> set[str]:
    return {
        path.relative_to(root).as_posix()
        for path in root.rglob("*")
        if path.is_dir() and ".dreams" not in path.parts
    }


def bare(line: str) -> str:
    return re.sub(r"^[\s>#*+|-]+", "", line).strip()


def lost_lines(before: dict[str, bytes], root: Path, path: str = "MEMORY.md") -> list[str]:
    """Return the lines of a file that stand nowhere in the workspace any more."""
    there = "\n".join(data.decode("utf-8", "replace") for data in snapshot(root).values())
    found = re.split(r"\r\n|\r|\n", before[path].decode("utf-8", "replace"))
    return [line for line in found if bare(line) and bare(line) not in there]


def test_an_old_workspace_is_sorted_into_its_layers(open_memory, old):  # INIT-1
    memory = open_memory()
    before = snapshot(old)
    found = memory.setup()
    assert snapshot(old) == before  # nothing is written before it is asked for
    targets = {move.first: move.target for move in found.moves}
    assert targets["- Never call before 10"] == "USER.md"
    assert targets["- Backups before any migration"] == "memory/active-context.md"
    assert targets["- Client: Teresa Pinto"] == "memory/projects/casa-verde/CONTEXT.md"
    assert targets["- [ ] Teresa still has to approve the lighting plan"] == (
        "memory/active-context.md"
    )
    assert targets["- Lopes: lead time 70 days"] == "memory/suppliers.md"
    assert targets["- 2026-01-03: moved to the new office"] == "memory/memory-archive.md"
    assert found.duplicates == 1
    memory.apply(found.plan)
    assert not lost_lines(before, old)
    assert not lost_lines(before, old, "AGENTS.md")
    text = (old / "MEMORY.md").read_text()
    assert len(text.splitlines()) <= 35
    assert found.memory_lines_after == len(text.splitlines())
    assert "- Casa Verde: memory/projects/casa-verde/CONTEXT.md" in text
    assert found.memory_lines_after < found.memory_lines_now
    assert "[OPEN] Rules" in (old / "memory/active-context.md").read_text()
    assert "pinned" in (old / "memory/active-context.md").read_text()


def test_every_move_names_lines_that_are_there(open_memory, old):
    memory = open_memory()
    before = (old / "MEMORY.md").read_text().splitlines()
    for move in memory.setup().moves:
        if move.path == "MEMORY.md":
            assert before[move.start - 1].startswith(move.first[:40])


def test_undo_gives_the_folder_back_byte_for_byte(open_memory, old):  # INIT-1
    memory = open_memory()
    before, dirs = snapshot(old), folders(old)
    memory.apply(memory.setup(many_agents=True, docs=True).plan)
    assert {"docs", "memory/agents", "memory/projects"} <= folders(old)
    memory.undo()
    assert snapshot(old) == before
    assert folders(old) == dirs


def test_twice_changes_nothing(open_memory, old):  # INIT-1
    memory = open_memory()
    memory.apply(memory.setup().plan)
    assert memory.setup().plan.empty


@pytest.mark.parametrize("language", Language)
def test_an_empty_folder_gets_what_a_memory_consists_of(open_memory, root, language):
    memory = open_memory(**{"notes.language": language.value})
    found = memory.setup()
    memory.apply(found.plan)
    there = set(snapshot(root))
    assert there == {"MEMORY.md", "AGENTS.md", "HEARTBEAT.md", "memory/active-context.md"}
    assert (root / "memory/projects").is_dir()
    assert memory.setup().plan.empty
    assert not memory.core().warnings


def test_the_old_start_sequence_is_replaced_and_kept(open_memory, old):  # INIT-2
    memory = open_memory()
    memory.apply(memory.setup().plan)
    agents = (old / "AGENTS.md").read_text()
    assert "## Every Session" not in agents
    assert "Keep private data private." in agents
    assert agents.count("## Every session") == 1
    assert "2. Read yesterday's note" in (old / "memory/old-rules.md").read_text()
    found = {hit.path for hit in memory.search("Read yesterday's note").hits}
    assert "memory/old-rules.md" not in found  # old rules are not recalled


def test_code_in_replaced_rules_is_kept_as_it_is(open_memory, old):
    code = "```sh\n# read first\ncat SOUL.md\n```\n"
    path = old / "AGENTS.md"
    path.write_text(path.read_text().replace("1. Read SOUL.md\n", f"### First\n\n{code}"))
    memory = open_memory()
    memory.apply(memory.setup().plan)
    archive = (old / "memory/old-rules.md").read_text()
    assert code in archive
    assert "### First\n" in archive


def test_a_block_is_renewed_in_place_and_the_users_text_stays(open_memory, old):
    memory = open_memory()
    memory.apply(memory.setup().plan)
    path = old / "AGENTS.md"
    path.write_text(path.read_text().replace("1. Read `SOUL.md`", "1. Read nothing") + "\nMine.\n")
    memory.apply(memory.setup().plan)
    text = path.read_text()
    assert "1. Read `SOUL.md`" in text
    assert text.endswith("\nMine.\n")


def test_the_newest_open_points_of_notes_become_matters_once(open_memory, old, write):
    text = (old / "MEMORY.md").read_text()
    part = text.index("## Open stuff")
    (old / "MEMORY.md").write_text(text[:part].replace("- Backups before any migration\n", ""))
    memory = open_memory()
    found = memory.setup()
    assert found.open_matters == ("Taxes",)
    memory.apply(found.plan)
    assert "pay by May (memory/2026-03-01.md#L1)" in (old / "memory/active-context.md").read_text()


def test_a_full_agents_file_gets_a_pointer_instead(open_memory, root, write):
    filler = "".join(f"Rule {n}: be kind.\n\n" for n in range(598))
    write("AGENTS.md", f"# AGENTS.md\n\n{filler}")
    memory = open_memory()
    assert 11_800 < len((root / "AGENTS.md").read_text()) < 12_000
    memory.apply(memory.setup().plan)
    assert len((root / "AGENTS.md").read_text().rstrip()) <= 12_000
    assert "## Every session" in (root / "reference/lamina-rules.md").read_text()
    assert "reference/lamina-rules.md" in (root / "AGENTS.md").read_text()


def test_lines_the_host_cuts_are_named(open_memory, write):  # C01
    text = "# M\n\n" + "".join(f"## Part {n}\n\n- {'x' * 500}\n\n" for n in range(30))
    write("MEMORY.md", text)
    (cut,) = open_memory().setup().cuts
    assert cut.path == "MEMORY.md"
    kept = "".join(text.splitlines(keepends=True)[: cut.start - 1])
    assert len(kept) <= 12_000
    assert cut.headings[-1] == "Part 29"
    assert "Part 0" not in cut.headings


def test_secrets_are_named_by_place_not_by_value(open_memory, write):
    write("memory/2026-03-01.md", "- password: Tr0ub4dor&3x9Q!z\n")
    found = open_memory().setup()
    assert found.secrets == ("memory/2026-03-01.md:1 (password)",)
    assert "Tr0ub4dor" not in str(found.as_dict())


def test_a_secret_that_moves_is_not_lost(open_memory, old):
    path = old / "MEMORY.md"
    path.write_text(path.read_text().replace("Lumen: min", "password: Tr0ub4dor&3x9Q!z, min"))
    memory = open_memory()
    before = snapshot(old)
    memory.apply(memory.setup().plan)
    assert not lost_lines(before, old)


def test_conflict_markers_and_code_move_whole(open_memory, old):
    path = old / "MEMORY.md"
    code = "```sh\n# not a heading\n- not an item\nmake thumbs\n```\n"
    path.write_text(path.read_text() + f"\n## Scripts\n\nRun this:\n\n{code}")
    memory = open_memory()
    memory.apply(memory.setup().plan)
    assert any(code.encode() in data for data in snapshot(old).values())


TITLES = st.sampled_from(
    [
        *("About the user", "Rules", "Projects", "Agents", "Suppliers", "Open stuff", "History"),
        *("Benutzer", "Regeln", "Projekte", "Gerade aktiv", "Lieferanten", "Offene Aufgaben"),
        *("Правила", "Проекты", "Сейчас в работе", "Поставщики", "История"),
        *("用户画像", "关键规则", "项目列表", "正在进行", "供应商", "待办"),
        *("Misc", "Project: Moon", "Every Session", "Promoted From Short-Term Memory (2026-01-02)"),
    ]
)
WORDS = st.text(
    st.characters(codec="utf-8", categories=["L", "N", "P", "S", "Zs"]), min_size=1, max_size=60
)
LINES = st.one_of(
    WORDS.map(lambda text: f"- {text}"),
    WORDS.map(lambda text: f"- {text}\n  - nested {text}"),
    WORDS.map(lambda text: f"- [ ] {text}"),
    WORDS.map(lambda text: f"* 2026-01-02 {text}"),
    WORDS.map(lambda text: f"1. {text}"),
    WORDS.map(lambda text: f"\n{text}\n"),
    WORDS.map(lambda text: f"\n| a | b |\n|---|---|\n| {text.replace('|', '/')} | x |\n"),
    WORDS.map(lambda text: f"\n```\n{text}\n```\n"),
    WORDS.map(lambda text: f"> {text}"),
    st.sampled_from(
        [
            *("- Always use metric units", "- TODO: call the bank", "<!-- a comment -->", "---"),
            *("- see memory/topics/a/b.md", "- [OPEN] the van", "Text\n---", "- wait\n\n  more"),
            *(
                "<!-- tool:x:start -->",
                "<!-- tool:x:end -->",
                "[link]: http://example.org",
                "    code",
            ),
        ]
    ),
)
SECTIONS = st.lists(
    st.tuples(st.sampled_from(["##", "##", "###", "#"]), TITLES, st.lists(LINES, max_size=25)),
    max_size=9,
)


@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@example(  # what follows blank lines at the end stands after them
    sections=[
        ("##", "Promoted From Short-Term Memory (2026-01-02)", ["- one"]),
        ("##", "用户画像", []),
        ("##", "About the user", ["- two", "- 0\n  - nested 0", "- three"]),
        ("##", "Misc", ["- four", "- five"]),
        ("##", "Project: Moon", ["\n```\nsix\n```\n", "- seven", "- eight", "- nine", "- ten"]),
        ("###", "Проекты", ["- eleven", "- 0", "- 0"]),
        ("##", "About the user", []),
        ("###", "About the user", []),
        ("##", "About the user", []),
    ],
    eol="\n",
    lead="",
    newline=False,
)
@given(
    sections=SECTIONS,
    eol=st.sampled_from(["\n", "\r\n"]),
    lead=st.sampled_from(["", "\ufeff", "---\ntitle: x\n---\n"]),
    newline=st.booleans(),
)
def test_no_line_of_an_old_memory_is_lost(  # INIT-1: line conservation
    tmp_path_factory, open_memory, sections, eol, lead, newline
):
    root = tmp_path_factory.mktemp("ws")
    (root / "memory").mkdir()
    text = (
        lead
        + "# Long-Term Memory\n\n"
        + "".join(
            f"{mark} {title}\n\n" + "".join(f"{line}\n" for line in lines) + "\n"
            for mark, title, lines in sections
        )
    )
    text = text.replace("\n", eol) if newline else text.replace("\n", eol).rstrip()
    (root / "MEMORY.md").write_bytes(text.encode())
    before = snapshot(root)
    memory: Memory = open_memory(root)
    try:
        found = memory.setup()
        memory.apply(found.plan)
    except CoreLimitError:  # pragma: no cover - the law says that this never happens
        pytest.fail("a core file would be over its limit")
    assert not lost_lines(before, root)
    after = (root / "MEMORY.md").read_bytes().decode()
    assert len(re.split(r"\r\n|\r|\n", after.rstrip())) <= max(40, len(text.rstrip().split(eol)))
    assert memory.setup().plan.empty
    memory.undo()
    assert snapshot(root) == before
    memory.close()


def test_the_users_own_index_lines_stay(open_memory, root, write):
    mine = (
        "# Daily index\n\n- Taxes → 2026-01-03.md\n- (old notes are in notes-2024/)\n"
        "- Holiday → 2026-01-04.md (see photos)\n"
    )
    write("memory/daily-index.md", mine)
    write("memory/2026-01-03.md", "# 2026-01-03\n\n## [2026-01-03] Other\n- todo: x\n")
    memory = open_memory()
    memory.apply(memory.setup().plan)
    assert (root / "memory/daily-index.md").read_text() == mine + "- Other → 2026-01-03.md\n"
    memory.apply(memory.daily.rebuild_plan())
    assert (root / "memory/daily-index.md").read_text().startswith(mine)


def test_a_section_of_the_users_own_stays_whatever_its_heading(open_memory, root, write):
    text = "# Agents\n\n## Memory rules of my family\n- Never mention Dad\n"
    write("AGENTS.md", text)
    write("MEMORY.md", "# Memory\n\n## Memory rules\n- Vera is allergic to nuts\n")
    memory = open_memory()
    memory.apply(memory.setup().plan)
    assert (root / "AGENTS.md").read_text().startswith(text)
    assert memory.search("allergic nuts").hits


def test_a_line_written_into_a_managed_block_moves_below_it(open_memory, old):
    memory = open_memory()
    memory.apply(memory.setup().plan)
    path = old / "MEMORY.md"
    end = "<!-- lamina:architecture:end -->\n"
    path.write_text(path.read_text().replace(end, f"- MY OWN LINE\n{end}"))
    memory.apply(memory.setup().plan)
    assert path.read_text().endswith(f"{end}- MY OWN LINE\n")


def test_rules_without_room_are_written_once(open_memory, root, write):
    write("AGENTS.md", "# AGENTS\n\n" + "Some rule text here and there. " * 640)
    memory = open_memory()
    memory.apply(memory.setup().plan)
    once = snapshot(root)
    memory.apply(memory.setup().plan)
    assert snapshot(root) == once


def test_blank_lines_stay_where_nothing_moves(open_memory, root, write):
    code = "```py\ndef a():\n    pass\n\n\n\ndef b():\n    pass\n```\n\ntext\n\n\n\nmore\n\n"
    big = "".join(f"Line {n} explains a lot of things about it at length.\n" for n in range(160))
    write("AGENTS.md", f"# AGENTS\n\n## Keep\n{code}## Big\n{big}")
    memory = open_memory()
    memory.apply(memory.editor.plan("trim", memory.trimmer.trim))
    assert (root / "AGENTS.md").read_text().startswith(f"# AGENTS\n\n## Keep\n{code}")


@pytest.mark.parametrize(
    "line",
    [
        "- More (memory/): memory-archive.md, 供应商.md",
        "- Mehr (memory/): misc.md",
        "- Ещё (memory/): заметки.md, b.md",
        "- 其余 (memory/)：a.md",
        "- Archive: memory/memory-archive.md",
    ],
)
def test_a_pointer_that_init_left_is_not_moved_by_the_next(line):
    assert not units_of(markdown.parse(f"# Long-Term Memory\n\n## Facts\n\n{line}\n"))


def test_a_heading_that_speaks_of_projects_in_general_is_not_cut(open_memory, root):
    empty = "## About the user\n\n\n" * 10
    text = f"# Long-Term Memory\n\n{empty}## 项目列表\n\n\n### Rules\n\n- 0\n"
    (root / "memory").mkdir(exist_ok=True)
    (root / "MEMORY.md").write_text(text)
    before = snapshot(root)
    memory = open_memory()
    memory.apply(memory.setup().plan)
    assert not lost_lines(before, root)


@pytest.mark.parametrize("heading", ["Important!!", "Wichtig", "ВАЖНО!", "重要！", "Don't forget"])
def test_what_stands_under_important_is_a_rule(open_memory, root, write, heading):
    kept = "If Lev is ill, call Oma before school."
    filler = "\n".join(f"- 2026-01-{day:02}: paid bill number {day}" for day in range(1, 32))
    write("MEMORY.md", f"# MEMORY.md\n\n## Log\n{filler}\n\n## {heading}\n- {kept}\n")
    memory = open_memory()
    memory.apply(memory.setup().plan)
    assert kept in (root / "MEMORY.md").read_text("utf-8")


def test_important_contacts_are_no_rules(open_memory, root, write):
    filler = "\n".join(f"- 2026-01-{day:02}: paid bill number {day}" for day in range(1, 32))
    contact = "The plumber is Mr. Lopes, lead time 70 days"
    write("MEMORY.md", f"# MEMORY.md\n\n## Log\n{filler}\n\n## Important contacts\n- {contact}\n")
    memory = open_memory()
    memory.apply(memory.setup().plan)
    assert contact not in (root / "MEMORY.md").read_text("utf-8")
