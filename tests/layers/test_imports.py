"""INIT-3: memories of other programs, read from real files."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import unicodedata
from datetime import datetime
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lamina.documents.changes import to_bytes
from lamina.documents.kinds import Layer, layer_of
from lamina.documents.markdown import split_lines
from lamina.errors import LaminaError, SecretRefusedError, UnknownNameError, UsageError
from lamina.layers.facts import is_pointer_file, read_facts
from lamina.layers.imports.importer import KINDS, Imported, Importer
from lamina.layers.imports.merge import missing, place
from lamina.layers.imports.source import load_json
from lamina.memory import Memory
from lamina.places import Places
from lamina.search.chunker import claim
from tests.conftest import NOW

DATA = Path(__file__).parents[1] / "data" / "imports"
SOURCES = {
    "mem0/export.json": "mem0",
    "mem0/results.json": "mem0",
    "mem0/lines.jsonl": "mem0",
    "mem0": "mem0",
    "basic-memory": "basic-memory",
    "claude-code": "claude-code",
    "claude-code/projects/-Users-anna-code-tea-shop/memory": "claude-code",
    "obsidian": "obsidian",
    "openclaw": "openclaw",
    "openclaw/memory/.dreams": "openclaw",
    "openclaw/memory/.dreams/short-term-recall.json": "openclaw",
}
HEADING = "## Imported from {} (2026-03-04)\n\n"
# Taken apart, so that no scanner of this repository finds a secret in it.
SECRET = "ghp_" + "16C7e42F292c6912E7710c838347Ae178B4a"


def importer_of(memory: Memory) -> Importer:
    return memory.importer


@pytest.fixture
def importer(memory: Memory) -> Importer:
    return importer_of(memory)


@pytest.fixture
def source(tmp_path: Path):
    """Write a file of the source: ``source("notes/a.md", "text")``; the folder is ``src``."""

    def writer(path: str, content: str | bytes) -> Path:
        full = tmp_path / "src" / path
        full.parent.mkdir(parents=True, exist_ok=True)
        full.write_bytes(content.encode() if isinstance(content, str) else content)
        return tmp_path / "src"

    return writer


def tree(root: Path) -> dict[str, bytes | None]:
    """Everything but machine state; None: a folder."""
    return {
        p.relative_to(root).as_posix(): p.read_bytes() if p.is_file() else None
        for p in sorted(root.rglob("*"))
        if ".dreams" not in p.parts
    }


# All kinds alike


@pytest.mark.parametrize(("path", "kind"), SOURCES.items(), ids=SOURCES)
def test_the_kind_is_told_by_content_whatever_the_folder_is_called(importer, tmp_path, path, kind):
    renamed = tmp_path / "x"
    if (DATA / path).is_dir():
        shutil.copytree(DATA / path, renamed)
    else:
        shutil.copy(DATA / path, renamed)  # without its ending, too
    found = importer.read(renamed)
    assert found.kind == kind
    assert found.fresh == found.read > 0
    assert found.known == 0


@pytest.mark.parametrize("path", SOURCES)
def test_reading_changes_nothing_on_either_side(importer, root, path):
    before, there = tree(root), tree(DATA)
    importer.read(DATA / path)
    assert tree(root) == before
    assert tree(DATA) == there


@pytest.mark.parametrize("path", SOURCES)
def test_a_second_import_finds_nothing_new(memory, importer, path):
    found = importer.read(DATA / path)
    memory.apply(found.plan)
    assert importer.record(found) == len(found.recalls) + len(found.signals)
    again = importer.read(DATA / path)
    assert (again.fresh, again.known) == (0, found.read)
    assert again.plan.empty
    assert (again.paths, again.recalls) == ((), ())
    assert importer.record(again) == 0


@pytest.mark.parametrize("path", [p for p in SOURCES if ".dreams" not in p])
def test_one_undo_gives_back_the_folder_byte_for_byte(memory, importer, root, write, path):
    write("memory/2026-02-27.md", "\ufeff# Mine\r\n\r\nno end".encode())
    write("memory/travel.md", "- An old fact\n")
    write("memory/kiln.md", "# Kiln\n\nMine.\n")
    write("MEMORY.md", "# Mine\n")
    before = tree(root)
    entry = memory.apply(importer.read(DATA / path).plan)
    assert entry is not None
    assert entry.command == "import"
    assert tree(root) != before
    memory.undo()
    assert tree(root) == before


@pytest.mark.parametrize("path", SOURCES)
def test_what_was_there_stays_and_core_files_are_not_touched(memory, importer, root, write, path):
    for name in ("MEMORY.md", "SOUL.md", "AGENTS.md", "USER.md"):
        write(name, f"# My {name}\n")
    write("memory/2026-02-18.md", "- 09:30 mine\n")
    write("memory/feedback-mocks.md", "# Mocks\n\nMine.\n")
    before = tree(root)
    memory.apply(importer.read(DATA / path).plan)
    after = tree(root)
    for name, content in before.items():
        kept = after[name]
        assert kept == content or (
            kept is not None
            and content is not None
            and kept.startswith(content)
            and layer_of(name) not in {Layer.CORE, Layer.MEMORY}
        )


def test_the_shape_every_face_shows(importer):
    found = importer.read(DATA / "openclaw")
    assert found.as_dict() == {
        "kind": "openclaw",
        "read": 15,
        "fresh": 15,
        "known": 0,
        "paths": list(found.paths),
        "recalls": 5,
        "signals": 2,
        "notes": list(found.notes),
    }
    json.dumps(found.as_dict())


# mem0


def test_memories_become_dated_lines_of_their_category(memory, importer, root):
    memory.apply(importer.read(DATA / "mem0" / "export.json").plan)
    assert (root / "memory/travel.md").read_text() == (
        "---\norigin: imported\n---\n# travel\n\nImported from mem0 (2026-03-04).\n\n"
        # 23:30 on 1 June in California
        "- Prefers window seats on night trains (2025-06-02)\n"
    )
    assert "- Is allergic to walnuts (2025-04-02)\n" in (root / "memory/mem0.md").read_text()
    assert (
        "- Wants the kiln replaced before winter (2025-04-02)\n"
        in (root / "memory/studio-plans.md").read_text()
    )
    assert "Likes walnuts" not in "".join(p.read_text() for p in (root / "memory").glob("*.md"))


def test_memories_can_be_searched_and_are_no_pointer_file(memory, importer, source, root):
    rows = [{"id": str(n), "memory": f"Tea number {n} is stored on shelf {n}"} for n in range(200)]
    folder = source("all.json", json.dumps({"memories": rows}))
    memory.apply(importer.read(folder).plan)
    assert memory.search("shelf 137", record=False).hits[0].path == "memory/mem0.md"
    text = (root / "memory/mem0.md").read_text()
    assert len(text) > 4096
    assert not is_pointer_file(text)


def test_memories_stand_in_the_order_of_their_days(memory, importer, root):
    memory.apply(importer.read(DATA / "mem0").plan)
    text = (root / "memory/mem0.md").read_text()
    order = ["Marten", "the third", "four days", "short sentences", "walnuts"]
    assert sorted(order, key=text.index) == order


def test_memories_of_several_people_say_whose_they_are(memory, importer, root):
    memory.apply(importer.read(DATA / "mem0" / "results.json").plan)
    text = (root / "memory/mem0.md").read_text()
    assert "- anna: Works four days a week (2025-03-01)\n" in text
    assert "- clerk: Answers in short sentences (2025-03-02)\n" in text


def test_into_a_file_of_the_users_go_only_the_new_lines(memory, importer, root, write):
    mine = "# Travel\n\n- prefers WINDOW seats on night trains\n- Hates buses"
    write("memory/travel.md", mine)
    found = importer.read(DATA / "mem0" / "export.json")
    assert (found.fresh, found.known) == (2, 1)
    write("memory/mem0.md", "- Is fond of figs\n")
    memory.apply(importer.read(DATA / "mem0" / "export.json").plan)
    assert (root / "memory/travel.md").read_text() == mine
    assert (root / "memory/mem0.md").read_text() == (
        "- Is fond of figs\n\n" + HEADING.format("mem0") + "- Is allergic to walnuts (2025-04-02)\n"
    )


@pytest.mark.parametrize(
    "name", ["active-context", "2026-03-04", "daily index", "", "!!", "PROPOSALS"]
)
def test_a_category_never_takes_a_name_with_a_meaning(memory, importer, source, name):
    folder = source("a.json", json.dumps([{"id": 1, "memory": "x y z", "categories": [name]}]))
    assert importer.read(folder / "a.json").paths == ("memory/mem0.md",)


@pytest.mark.parametrize(
    "mark",
    [
        {"deleted": True},
        {"is_deleted": 1},
        {"deleted_at": "2026-01-01"},
        {"event": "DELETE"},
        {"state": "deleted"},
    ],
    ids=str,
)
def test_deleted_memories_are_left_out(importer, source, mark):
    folder = source(
        "a.json", json.dumps([{"id": 1, "memory": "x"} | mark, {"id": 2, "memory": "y"}])
    )
    found = importer.read(folder / "a.json")
    assert (found.read, found.notes) == (1, ("Deleted there and not imported: 1.",))


@pytest.mark.parametrize(
    "when",
    [
        "yesterday",
        "",
        None,
        [],
        True,
        1e300,
        -1e18,
        float("nan"),
        "9999-12-31T23:59:59-12:00",
        10**40,
    ],
    ids=repr,
)
def test_a_date_that_is_none_is_left_out(memory, importer, source, root, when):
    folder = source("a.json", json.dumps([{"id": 1, "memory": "Owns a cat", "created_at": when}]))
    memory.apply(importer.read(folder / "a.json").plan)
    assert (root / "memory/mem0.md").read_text().endswith("\n- Owns a cat\n")


@pytest.mark.parametrize("when", [1743580800, 1743580800000, "2025-04-02", "2025-04-02T08:00:00Z"])
def test_dates_are_read_in_every_way_they_are_written(memory, importer, source, root, when):
    folder = source("a.json", json.dumps([{"id": 1, "memory": "Owns a cat", "created_at": when}]))
    memory.apply(importer.read(folder / "a.json").plan)
    assert (root / "memory/mem0.md").read_text().endswith("\n- Owns a cat (2025-04-02)\n")


def test_zero_bytes_and_lone_surrogates_in_json_can_be_written(memory, importer, source, root):
    text = '[{"id": 1, "memory": "a\\u0000b \\ud800 c", "user_id": "u"}]'
    folder = source("a.json", text)
    memory.apply(importer.read(folder / "a.json").plan)
    assert "- a\ufffdb \ufffd c\n" in (root / "memory/mem0.md").read_text()
    assert importer.read(folder / "a.json").plan.empty


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_json_in_every_encoding_programs_write(importer, source, encoding):
    rows = json.dumps([{"id": 1, "memory": "Trinkt Grüntee", "user_id": "u"}], ensure_ascii=False)
    assert importer.read(source("a", rows.encode(encoding)) / "a").fresh == 1


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b'[{"memory": "x"', "line 1"),
        (b'{"id": 1, "memory": "x"}\n{"id": 2, "memory"\n', "line 2"),
        (b'{\n"id": 1,\n"memory" "x"}\n', "line 3"),
        (b'{"a": "\xff"}', "UTF-8"),
        (b"[" * 100_000, "deep"),
    ],
    ids=["cut", "lines", "pretty", "latin", "deep"],
)
@pytest.mark.parametrize("kind", ["", "mem0", "openclaw"])
def test_broken_json_is_said_with_its_place(importer, source, content, says, kind):
    folder = source("export.json", content)
    with pytest.raises(UsageError) as caught:
        importer.read(folder / "export.json", kind)
    assert "export.json is not valid JSON" in caught.value.message
    assert says in caught.value.message
    assert caught.value.hint


def test_a_broken_file_in_a_folder_of_exports_is_said(importer, source):
    with pytest.raises(UsageError, match=r"a\.json is not valid JSON"):
        importer.read(source("a.json", "{"))


# basic-memory


def test_notes_of_basic_memory_keep_every_byte(memory, importer, root):
    memory.apply(importer.read(DATA / "basic-memory").plan)
    for name, target in {
        "Oxide Glazes.md": "memory/oxide-glazes.md",
        "people/Marten Holm.md": "memory/people/marten-holm.md",
        # topics/ has a meaning of its own here
        "topics/Electric Kiln.md": "memory/imported-basic-memory/topics/electric-kiln.md",
    }.items():
        assert (root / target).read_bytes() == (DATA / "basic-memory" / name).read_bytes()
    assert memory.search("[[Electric Kiln]]", record=False).hits


def test_a_note_that_is_there_gets_only_the_lines_it_lacks(memory, importer, root, write):
    mine = b"# Oxide Glazes\r\n\r\n- [risk] runs off  the foot above 1240 degrees\r\n"
    write("memory/oxide-glazes.md", mine)
    memory.apply(importer.read(DATA / "basic-memory").plan)
    after = (root / "memory/oxide-glazes.md").read_bytes().decode()
    assert after.startswith(mine.decode())
    added = after[len(mine) :]
    assert added.startswith("\r\n" + HEADING.format("basic-memory").replace("\n", "\r\n"))
    assert added.count("\n") == added.count("\r\n")
    assert "```yaml\r\ntitle: Oxide Glazes\r\n" in added  # front matter is none in the middle
    assert "- [recipe] Two parts copper carbonate" in added
    assert "- fired_in [[Electric Kiln]]" in added
    assert "runs off" not in added.casefold()
    assert importer.read(DATA / "basic-memory").plan.empty


def test_a_fence_and_a_table_are_added_whole(memory, importer, source, root, write):
    write("memory/a.md", "```sh\nmake\n```\n\n| a | b |\n|---|---|\n| 1 | 2 |\n")
    text = "```sh\nmake\n# not a heading\n```\n\n| a | b |\n|---|---|\n| 3 | 4 |\n"
    memory.apply(importer.read(source("a.md", text)).plan)
    added = (root / "memory/a.md").read_text().partition("(2026-03-04)\n\n")[2]
    assert added == text


def test_a_file_that_ends_in_a_lone_cr_can_be_taken_back(memory, importer, source, root, write):
    mine = b"one\ntwo\nthree\r"
    write("memory/a.md", mine)
    memory.apply(importer.read(source("a.md", "four\n")).plan)
    assert (root / "memory/a.md").read_bytes().startswith(mine)
    memory.undo()
    assert (root / "memory/a.md").read_bytes() == mine


# Claude Code


def test_memories_of_claude_code_go_by_their_type(memory, importer, root):
    memory.apply(importer.read(DATA / "claude-code").plan)
    inner = DATA / "claude-code/projects/-Users-anna-code-tea-shop/memory"
    for name, target in {
        "user_role.md": "memory/user-role.md",
        "feedback_mocks.md": "memory/feedback-mocks.md",
        "project_relaunch.md": "memory/projects/code-tea-shop/project-relaunch.md",
        "reference_orders.md": "reference/reference-orders.md",
    }.items():
        assert (root / target).read_bytes() == (inner / name).read_bytes()
    facts = read_facts("p", (root / "memory/claude-code.md").read_text())
    assert [(f.text, f.reference) for f in facts] == [
        ("How order numbers are built", "reference/reference-orders.md")
    ]
    assert (root / "memory/imported-claude-code-claude.md").read_bytes() == (
        DATA / "claude-code/CLAUDE.md"
    ).read_bytes()


def test_index_lines_of_what_is_imported_are_not_doubled(memory, importer, root):
    memory.apply(importer.read(DATA / "claude-code").plan)
    assert (root / "memory/imported-claude-code-code-tea-shop-memory.md").read_text() == (
        "# Memory index\n\n- The staging shop sleeps at night\n"
    )
    assert not (root / "MEMORY.md").exists()


def test_an_index_of_which_nothing_is_left_is_no_note(importer, source):
    source("MEMORY.md", "# Index\n\n- [A](a%20b.md) — x\n")
    folder = source("a b.md", "Notes without front matter.\n")
    found = importer.read(folder)
    assert (found.kind, found.paths) == ("claude-code", ("memory/a-b.md",))


def test_of_a_whole_home_only_memory_is_taken(importer, source):
    source("CLAUDE.md", "Be brief.\n")
    source("plugins/tool/README.md", "# Tool\n")
    source("projects/-home-anna-shop/memory/MEMORY.md", "- [D](debugging.md)\n")
    folder = source("projects/-home-anna-shop/memory/debugging.md", "Use the log.\n")
    found = importer.read(folder)
    assert found.paths == (
        "memory/imported-claude-code-claude.md",
        "memory/projects/shop/debugging.md",
    )
    assert "1 file was left alone: plugins/tool/README.md." in found.notes


# Obsidian


def test_a_vaults_daily_notes_are_daily_notes(memory, importer, root, write):
    write("memory/2026-02-27.md", "# 2026-02-27\n\n- marten comes on Sunday\n")
    memory.apply(importer.read(DATA / "obsidian").plan)
    assert (root / "memory/2026-02-27.md").read_text() == (
        "# 2026-02-27\n\n- marten comes on Sunday\n\n"
        + HEADING.format("obsidian")
        + "Fired the [[Blue Bowl]] at 1220.\n"
    )
    assert (root / "memory/2026-02-28.md").read_bytes() == (
        DATA / "obsidian/Journal/2026-02-28.md"
    ).read_bytes()


def test_a_vaults_daily_notes_go_where_the_workspace_keeps_them(memory, importer, write):
    write("memory/daily/2026-01-01.md", "x\n")
    write("memory/daily/2026-01-02.md", "x\n")
    write("memory/2026-02-28.md", "x\n")
    paths = importer.read(DATA / "obsidian").paths
    assert {"memory/daily/2026-02-27.md", "memory/2026-02-28.md"} <= set(paths)


def test_a_vaults_other_notes_keep_name_and_folder(memory, importer, root):
    found = importer.read(DATA / "obsidian")
    memory.apply(found.plan)
    assert (root / "memory/Kitchen/Blue Bowl.md").read_bytes() == (
        DATA / "obsidian/Kitchen/Blue Bowl.md"
    ).read_bytes()
    assert "memory/imported-obsidian/topics/Market.md" in found.paths
    assert not any("Day" in p or "note" in p.split("/")[-1] or "old" in p for p in found.paths)
    left = "3 files were left alone: Vorlagen/Day.md, kiln.png, templates/note.md."
    assert left in found.notes


def test_links_make_a_vault_also_without_its_settings(importer, source):
    assert importer.read(source("a.md", "See [[B]].\n")).kind == "obsidian"
    assert importer.read(source("a.md", "See B.\n")).kind == "markdown"


@pytest.mark.parametrize("settings", ["{", "[]", '{"folder": 3}', ""])
def test_a_vaults_settings_may_be_anything(importer, source, settings):
    source(".obsidian/templates.json", settings)
    assert importer.read(source("a.md", "text\n")).fresh == 1


def test_folders_with_a_meaning_are_not_taken_in_any_spelling(importer, source):
    source("Topics/a.md", "[[x]]\n")
    source("Agents/b.md", "[[x]]\n")
    source("people/MEMORY.md", "[[x]] in a folder is no core file\n")
    assert importer.read(source("Projects/c.md", "[[x]]\n")).paths == (
        "memory/imported-obsidian/Agents/b.md",
        "memory/imported-obsidian/Projects/c.md",
        "memory/imported-obsidian/Topics/a.md",
        "memory/people/MEMORY.md",
    )


# OpenClaw


def test_recalls_come_with_day_question_place_and_claim(memory, importer):
    found = importer.read(DATA / "openclaw")
    glaze = [r for r in found.recalls if r.path == "memory/2026-02-18.md"]
    said = claim("cause: the glaze order goes to Halden")
    assert {(r.start, r.end, r.claim, r.source, r.origin) for r in glaze} == {
        (4, 4, said, "search", "agent:openclaw")
    }
    assert [(r.at, r.day, r.query, r.score) for r in glaze] == [
        ("2026-02-18T09:00:00.000+00:00", "2026-02-18", "who delivers the glaze", 0.7),
        ("2026-02-20T23:30:00.000+00:00", "2026-02-21", "Halden", 0.9),  # the user's day
        ("2026-02-18T12:00:00.000+00:00", "2026-02-18", "", pytest.approx((2.4 - 0.62) / 3)),
    ]
    courier = [r for r in found.recalls if r.path == "memory/2026-02-19-1405.md"]
    assert len({r.query_hash for r in courier}) == 2
    nightly = hashlib.sha1(b"__dreaming_daily__:2026-02-18").hexdigest()[:12]  # noqa: S324
    assert nightly not in {r.query_hash for r in found.recalls}
    assert {r.day for r in courier} == {"2026-02-19"}
    assert len(found.recalls) == 5  # none of its nightly run, none of its transcripts


def test_a_question_asked_there_and_here_is_one_question(memory, importer):
    found = importer.read(DATA / "openclaw")
    memory.apply(found.plan)
    assert importer.record(found) == 5 + 2
    assert memory.search("Halden").hits
    rows = [r for r in memory.state.recalls() if r.query == "Halden"]
    assert {r.origin for r in rows} == {"owner", "agent:openclaw"}
    assert len({r.query_hash for r in rows}) == 1


def test_signals_and_promotions_are_said(importer):
    notes = importer.read(DATA / "openclaw").notes
    assert "OpenClaw promoted 1 of these lines into its MEMORY.md already." in notes
    assert any("MEMORY.md is not merged" in note and "openclaw-memory.md" in note for note in notes)


def test_another_workspaces_files_keep_their_place(memory, importer, root):
    found = importer.read(DATA / "openclaw")
    memory.apply(found.plan)
    for path in (
        "memory/2026-02-18.md",
        "memory/2026-02-19-1405.md",
        "memory/kiln.md",
        "memory/projects/glaze/CONTEXT.md",
        "reference/kiln.md",
    ):
        assert (root / path).read_bytes() == (DATA / "openclaw" / path).read_bytes()
    assert "- Glaze → 2026-02-18.md\n" in (root / "memory/daily-index.md").read_text()
    assert (root / "memory/imported-openclaw/active-context.md").exists()
    assert not (root / "memory/active-context.md").exists()
    assert not (root / "memory/dreaming").exists()
    assert not (root / "SOUL.md").exists()


def test_recalls_follow_their_note(memory, importer, write):
    write("memory/daily/2026-01-01.md", "x\n")
    write("memory/daily/2026-01-02.md", "x\n")
    found = importer.read(DATA / "openclaw")
    assert found.recalls[0].path == "memory/daily/2026-02-18.md"


def test_the_state_of_the_workspace_itself(open_memory, tmp_path):
    own = tmp_path / "own"
    shutil.copytree(DATA / "openclaw", own)
    memory = open_memory(own)
    importer = importer_of(memory)
    before = tree(own)
    for path in (own, own / "memory/.dreams", own / "memory/.dreams/short-term-recall.json"):
        found = importer.read(path)
        assert found.kind == "openclaw"
        assert found.plan.empty
        assert len(found.recalls) == 5
    assert importer.record(importer.read(own)) == 5 + 2 + 1  # its phases, and what it promoted
    assert importer.read(own).fresh == 0
    assert tree(own) == before


def test_a_store_that_was_migrated_is_read(importer, tmp_path):
    shutil.copytree(DATA / "openclaw/memory/.dreams", tmp_path / "old")
    for path in (tmp_path / "old").iterdir():
        path.rename(path.with_name(path.name + ".migrated"))
    assert importer.read(tmp_path / "old").read == 5 + 2 + 1


def test_a_store_that_has_grown_adds_what_is_new(memory, importer, tmp_path):
    shutil.copytree(DATA / "openclaw/memory/.dreams", tmp_path / "src")
    store = tmp_path / "src/short-term-recall.json"
    (tmp_path / "src/events.jsonl").unlink()
    assert importer.record(importer.read(store)) == 5 + 1
    shutil.copy(DATA / "openclaw/memory/.dreams/events.jsonl", tmp_path / "src")
    assert importer.read(store).fresh == 0  # the same recalls, told with their questions
    value = json.loads(store.read_text())
    entry = value["entries"]["memory:memory/2026-02-19-1405.md:3:3"]
    entry["recallCount"] += 2
    entry["queryHashes"].append("0123456789ab")
    entry["recallDays"].append("2026-02-22")
    store.write_text(json.dumps(value))
    found = importer.read(store)
    assert found.fresh == 2
    assert importer.record(found) == 2
    assert importer.read(store).fresh == 0


@pytest.mark.parametrize(
    "changes",
    [
        {"path": "../../outside.md"},
        {"path": "/etc/passwd"},
        {"path": 3},
        {"path": "memory/a\0b.md"},
        {"startLine": "4"},
        {"startLine": 0},
        {"endLine": 1},
        {"endLine": 10**30},
        {"snippet": None},
        {"recallCount": True},
        {"recallCount": -1},
        {"recallDays": [], "lastRecalledAt": "never", "path": "memory/kiln.md"},
    ],
    ids=str,
)
def test_entries_of_another_shape_are_no_recalls(importer, source, changes):
    entry = json.loads((DATA / "openclaw/memory/.dreams/short-term-recall.json").read_text())
    first = next(iter(entry["entries"].values()))
    folder = source("store.json", json.dumps({"entries": {"a": first, "b": first | changes}}))
    found = importer.read(folder / "store.json")
    assert len(found.recalls) == 3
    assert all(r.path == "memory/2026-02-18.md" for r in found.recalls)


def test_a_count_beyond_belief_is_cut(importer, source):
    entry = json.loads((DATA / "openclaw/memory/.dreams/short-term-recall.json").read_text())
    first = next(iter(entry["entries"].values())) | {
        "recallCount": 10**400,
        "totalScore": 10**401,
        "queryHashes": "none",
    }
    folder = source("store.json", json.dumps({"entries": {"a": first}}))
    recalls = importer.read(folder / "store.json").recalls
    assert len(recalls) == 100
    assert {r.score for r in recalls} == {1.0}


# Any folder of Markdown, and what is in the way


def test_any_folder_of_notes(memory, importer, root, source):
    source("2026-01-05.md", "A day.\n")
    source("People/Ann.markdown", "Ann.\n")
    source("active-context.md", "Named as one of ours.\n")
    source("Notes (1).md", "Named as a conflict copy.\n")
    folder = source("AGENTS.md", "Do this.\n")
    found = importer.read(folder)
    assert found.kind == "markdown"
    assert found.paths == (
        "memory/2026-01-05.md",
        "memory/imported-markdown-agents.md",
        "memory/notes-1.md",
        "memory/People/Ann.md",
        "memory/imported-markdown/active-context.md",
    )
    memory.apply(found.plan)
    assert importer.read(folder).plan.empty


def test_dreams_never_become_notes(importer, source):
    source("dreaming/deep/2026-11-30.md", "# Deep Sleep\n\n- Ranked 0 candidates\n")
    source("DREAMS.md", "# Dream Diary\n\n<!-- openclaw:dreaming:diary:start -->\nA teapot flew.\n")
    found = importer.read(source("2026-11-29.md", "A day with Deep Sleep in it.\n"))
    assert found.paths == ("memory/2026-11-29.md",)
    left = "2 files were left alone: DREAMS.md, dreaming/deep/2026-11-30.md."
    assert left in found.notes


def test_two_notes_that_want_one_name(memory, importer, root, source):
    source("A b.md", "---\ntitle: one\npermalink: a\n---\nOne.\n")
    folder = source("a-b.md", "---\ntitle: two\npermalink: b\n---\nTwo.\n")
    found = importer.read(folder)
    assert found.paths == ("memory/a-b.md", "memory/a-b-2.md")
    memory.apply(found.plan)
    assert importer.read(folder).fresh == 0


@pytest.mark.parametrize(
    "content",
    [
        b"\xef\xbb\xbf# BOM\r\n\r\nand CRLF\r\n",
        b"no end",
        b"\xff\xfe not UTF-8 \x80\n",
        b"\r\rlone CR\r",
        "ä".encode() + unicodedata.normalize("NFD", "ü").encode() + b"\n",
    ],
    ids=["bom", "no-end", "bytes", "cr", "nfd"],
)
def test_copied_notes_keep_every_byte(memory, importer, root, source, content):
    folder = source("Äther.md", content)
    memory.apply(importer.read(folder).plan)
    assert (root / "memory/Äther.md").read_bytes() == content
    assert importer.read(folder).plan.empty


def test_names_in_decomposed_letters_survive_and_are_known_again(
    memory, importer, root, source, write
):
    decomposed = unicodedata.normalize("NFD", "Übung.md")
    folder = source(decomposed, "Text.\n")
    memory.apply(importer.read(folder).plan)
    assert (root / "memory" / decomposed).read_text() == "Text.\n"
    memory.undo()
    composed = "memory/" + unicodedata.normalize("NFC", "Übung.md")
    write(composed, "Text.\n")
    assert importer.read(folder).plan.empty
    write(f"memory/{decomposed}", "Mine.\n")
    assert importer.read(folder).paths == (f"memory/{decomposed}",)  # the very name wins


def test_binary_and_large_files_are_listed(open_memory, source):
    memory = open_memory(**{"files.max_bytes": "2000"})
    source("pic.md", b"\x89PNG\0\0")
    source("long.md", "x" * 2001)
    folder = source("good.md", "Good.\n")
    found = importer_of(memory).read(folder)
    assert found.paths == ("memory/good.md",)
    assert any("long.md has 2,001 bytes" in note for note in found.notes)
    assert any("pic.md is not a text file" in note for note in found.notes)


def test_links_are_not_followed_out_of_the_source(importer, source, tmp_path):
    (tmp_path / "private").mkdir()
    (tmp_path / "private" / "diary.md").write_text("Secret diary.\n")
    folder = source("good.md", "Good.\n")
    (folder / "diary.md").symlink_to(tmp_path / "private" / "diary.md")
    (folder / "more").symlink_to(tmp_path / "private", target_is_directory=True)
    (folder / "again.md").symlink_to("good.md")  # inside: read where it is
    (folder / "loop").symlink_to(".", target_is_directory=True)
    (folder / "gone.md").symlink_to("self/gone.md")
    found = importer.read(folder)
    assert found.paths == ("memory/good.md",)
    assert [n for n in found.notes if "not followed" in n] == [
        "diary.md is a link out of the source: not followed.",
        "more is a link out of the source: not followed.",
    ]


def test_a_store_behind_a_link_is_not_read(importer, source, tmp_path):
    folder = source("memory/2026-01-01.md", "x\n")
    source("MEMORY.md", "# M\n")
    (folder / "memory/.dreams").symlink_to(DATA / "openclaw/memory/.dreams")
    found = importer.read(folder)
    assert (found.kind, found.recalls) == ("openclaw", ())
    assert any("leads out of the source" in note for note in found.notes)


def test_odd_names_find_a_place(memory, importer, source, root):
    folder = source("a\\b.md", "One.\n")
    source("c\nd.md", "Two.\n")
    (folder / "e\udcff.md").write_text("Three.\n")
    (folder / "folder.md").mkdir()
    (folder / "folder.md" / "f.md").write_text("Four.\n")
    os.mkfifo(folder / "pipe.md")
    found = importer.read(folder)
    memory.apply(found.plan)
    assert found.fresh == 4
    assert {p.read_text() for p in (root / "memory").rglob("*.md")} == {
        "One.\n",
        "Two.\n",
        "Three.\n",
        "Four.\n",
    }
    assert any("pipe.md is not a regular file" in note for note in found.notes)
    assert importer.read(folder).plan.empty


def test_a_target_that_cannot_be_written_is_said(importer, source, root, tmp_path):
    (root / "memory/a.md").mkdir()
    (root / "memory/b.md").symlink_to(tmp_path / "elsewhere.md")
    source("a.md", "A.\n")
    source("b.md", "B.\n")
    found = importer.read(source("c.md", "C.\n"))
    assert found.paths == ("memory/c.md",)
    assert sum("was not imported" in note for note in found.notes) == 2


def test_secrets_are_replaced_and_known_again(memory, importer, root, source):
    folder = source("keys.md", f"# Keys\n\nThe token is {SECRET} today.\n")
    memory.apply(importer.read(folder).plan)
    assert SECRET not in (root / "memory/keys.md").read_text()
    assert importer.read(folder).plan.empty
    (root / "memory/keys.md").write_text("# Keys\n\nMine.\n")
    memory.apply(importer.read(folder).plan)
    assert SECRET not in (root / "memory/keys.md").read_text()
    assert importer.read(folder).plan.empty


def test_secrets_are_refused_where_the_setting_says_so(open_memory, source, write):
    memory = open_memory(**{"secrets.mode": "refuse"})
    importer = importer_of(memory)
    folder = source("keys.md", f"The token is {SECRET} today.\n")
    with pytest.raises(SecretRefusedError):
        memory.apply(importer.read(folder).plan)
    write("memory/keys.md", "Mine.\n")
    with pytest.raises(SecretRefusedError):
        importer.read(folder)


def test_the_workspaces_own_memory_is_not_copied_into_itself(memory, importer, root, write):
    write("memory/kiln.md", "See [[x]].\n")
    for path in (root / "memory", root / "memory" / "kiln.md"):
        with pytest.raises(UsageError, match="own memory"):
            importer.read(path)
    write("loose.md", "Outside memory/, so not searched.\n")
    assert importer.read(root / "loose.md").paths == ("memory/loose.md",)


def test_a_folder_around_the_workspace_leaves_it_out(importer, root, write):
    write("memory/kiln.md", "Mine.\n")
    (root.parent / "beside.md").write_text("Beside.\n")
    assert importer.read(root.parent).paths == ("memory/beside.md",)


@pytest.mark.parametrize("kind", ["obsidan", "MEM0", "x"])
def test_an_unknown_kind_is_refused(importer, kind):
    with pytest.raises(UnknownNameError) as caught:
        importer.read(DATA / "obsidian", kind)
    assert caught.value.hint


def test_a_kind_can_be_forced(importer):
    assert importer.read(DATA / "obsidian", "markdown").kind == "markdown"
    assert importer.read(DATA / "basic-memory", "obsidian").kind == "obsidian"


@pytest.mark.parametrize("kind", ["", *KINDS])
def test_nothing_to_import_is_said(importer, tmp_path, kind):
    (tmp_path / "empty").mkdir()
    for path in (tmp_path / "empty", tmp_path / "nowhere", Path("\0"), Path("~nobody-here/x")):
        with pytest.raises(UsageError) as caught:
            importer.read(path, kind)
        assert caught.value.hint


# Laws


KEYS = [
    *("id", "memory", "text", "data", "content", "user_id", "agent_id", "metadata", "categories"),
    *("category", "created_at", "updated_at", "results", "deleted", "entries", "path", "startLine"),
    *("endLine", "snippet", "recallCount", "totalScore", "queryHashes", "userQueryHashes"),
    *("recallDays", "lastRecalledAt", "promotedAt", "lightHits", "type", "timestamp", "query"),
]
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(KEYS),
            inner,
            max_size=8,
        )
    ),
    max_leaves=20,
)


@pytest.fixture(scope="module")
def shared(tmp_path_factory):
    """A workspace and a folder that many examples read, and none changes."""
    folder = tmp_path_factory.mktemp("law")
    (folder / "ws" / "memory").mkdir(parents=True)
    (folder / "src").mkdir()
    memory = Memory(
        folder / "ws",
        clock=lambda: NOW,
        places=Places.of({"HOME": str(folder)}, cwd=folder),
        overrides={"notes.timezone": "Europe/Berlin", "embedding.kind": "none"},
    )
    yield importer_of(memory), folder / "src"
    memory.close()


def read_or_refused(importer: Importer, path: Path, kind: str) -> Imported | None:
    try:
        found = importer.read(path, kind)
    except LaminaError:
        return None
    assert found.read == found.fresh + found.known
    return found


@given(value=JSON, kind=st.sampled_from(["", "mem0", "openclaw", "markdown"]))
def test_any_json_is_read_or_refused_in_words(shared, value, kind):
    importer, folder = shared
    path = folder / "any.json"
    path.write_bytes(json.dumps(value).encode("utf-8", "surrogatepass"))
    found = read_or_refused(importer, path, kind)
    for change in found.plan.changes if found else ():
        assert b"\0" not in to_bytes(change.after or "")  # it can be written


@given(
    content=st.binary(max_size=200)
    | st.text(max_size=200).map(lambda t: t.encode("utf-8", "replace")),
    name=st.sampled_from(["a.md", "a.json", "a.jsonl", "a", "MEMORY.md", "2026-01-01.md"]),
    kind=st.sampled_from(["", *KINDS]),
)
def test_any_bytes_are_read_or_refused_in_words(shared, content, name, kind):
    importer, folder = shared
    shutil.rmtree(folder)
    folder.mkdir()
    (folder / name).write_bytes(content)
    for path in (folder, folder / name):
        read_or_refused(importer, path, kind)


LINES = st.lists(
    st.sampled_from(
        [
            "",
            "# A",
            "- one",
            "  - two",
            "three",
            "```",
            "| a | b |",
            "|---|---|",
            "---",
            "<b>",
            "x\ty",
        ]
    )
    | st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\r\n"), max_size=12),
    max_size=12,
).map("\n".join)


@given(before=LINES, text=LINES)
def test_after_adding_what_is_missing_nothing_is_missing(before, text):
    rows = missing(before, text)
    assert missing(before + "\n" + rows, text) == ""
    assert missing(text, text) == ""
    there = set(map(folded, split_lines(text))) | {"```yaml", "```", ""}
    assert set(map(folded, split_lines(rows))) <= there


def folded(line: str) -> str:
    return unicodedata.normalize("NFC", " ".join(line.lstrip("\ufeff").split())).casefold()


@settings(max_examples=40)
@given(
    theirs=st.dictionaries(st.sampled_from(["a.md", "A b.md", "2026-01-01.md", "x/y.md"]), LINES),
    mine=st.dictionaries(st.sampled_from(["a.md", "a-b.md", "2026-01-01.md", "x/y.md"]), LINES),
    kind=st.sampled_from(["obsidian", "basic-memory", "markdown"]),
    eol=st.sampled_from(["\n", "\r\n", "\r"]),
)
def test_what_is_brought_is_known_and_can_be_taken_back(tmp_path_factory, theirs, mine, kind, eol):
    folder = tmp_path_factory.mktemp("import")
    for place_, texts in (("ws/memory", mine), ("src", theirs)):
        for name, text in ({"kept.md": "kept"} | texts).items():
            full = folder / place_ / name
            full.parent.mkdir(parents=True, exist_ok=True)
            full.write_bytes(text.replace("\n", eol).encode())
    places = Places.of({"HOME": str(folder)}, cwd=folder)
    with Memory(folder / "ws", clock=lambda: NOW, places=places) as memory:
        importer = importer_of(memory)
        before = tree(folder / "ws")
        entry = memory.apply(importer.read(folder / "src", kind).plan)
        after = tree(folder / "ws")
        assert all((after[name] or b"").startswith(old or b"") for name, old in before.items())
        again = importer.read(folder / "src", kind)
        assert (again.fresh, again.plan.empty) == (0, True)
        if entry:
            memory.undo()
        assert tree(folder / "ws") == before


@given(
    st.lists(
        st.text(min_size=1, max_size=30).filter(lambda t: "/" not in t), min_size=1, max_size=4
    )
)
def test_every_name_finds_a_place_of_a_plain_note(parts):
    for slugged in (False, True):
        path = place("obsidian", "/".join(parts) + ".md", slugged=slugged)
        assert path.startswith("memory/")
        assert path.endswith(".md")
        assert layer_of(path) in {Layer.SUBJECT, Layer.DAILY}
        assert not {"", ".", ".."} & set(path.split("/"))


@given(JSON)
def test_json_comes_back_as_it_was_written(value):
    data = json.dumps(value).encode()
    assert json.dumps(load_json(data, "x")) == json.dumps(value)


def test_the_day_of_the_import_is_the_users(open_memory, write, root):
    memory = open_memory(now=datetime.fromisoformat("2026-03-04T23:30:00+00:00"))
    write("memory/mem0.md", "- x\n")
    memory.apply(importer_of(memory).read(DATA / "mem0" / "lines.jsonl").plan)
    assert "## Imported from mem0 (2026-03-05)\n" in (root / "memory/mem0.md").read_text()
