from __future__ import annotations

import json
import os
from datetime import datetime

import pytest

from lamina.documents.kinds import CORE_FILES
from lamina.upkeep.rules.duplicates import alike

KEY = "ghp_" + "aB3dE5gH7j" * 3 + "aB3dE5"
STATE = "memory/heartbeat-state.json"


def of(memory, rule):
    return [f for f in memory.doctor.check().findings if f.rule == rule]


def places(memory, rule):
    return [(f.path, f.line, str(f.severity)) for f in of(memory, rule)]


# Front matter.


@pytest.mark.parametrize("eol", ["\n", "\r\n"])
def test_f03_a_second_front_matter_is_found(memory, write, tree, eol):
    text = "---\ntitle: a\n---\n\n---\norigin: tool\n---\nbody\n\n---\nx: a rule, no field\n---\n"
    write("memory/a.md", text.replace("\n", eol))
    write("memory/b.md", "---\ntitle: a\n---\n\n---\na rule and text\n---\n")
    write("memory/c.md", "---\ntitle: a\n---\ntext\n---\nx: y\n---\n")
    before = tree()
    assert places(memory, "front-matter") == [("memory/a.md", 5, "finding")]
    memory.apply(memory.doctor.mend()[0])
    assert tree() == before


def test_f04_one_bad_front_matter_is_named_and_hides_nothing(memory, write, tree):
    bad = {
        "memory/a.md": "---\ntitle: x\nkey: `C:\\a`\n---\nbody\n",
        "memory/b.md": "---\n- [[link]]suffix\n---\nbody\n",
        "memory/c.md": "---\ntitle: *Italic*\n---\nbody\n",
    }
    fine = {"memory/d.md": "---\nThe rule above is a rule.\n\n---\nmore\n"}
    fine |= {f"memory/good-{n}.md": f"---\ntitle: good {n}\n---\nbody\n" for n in range(20)}
    for path, text in (bad | fine).items():
        write(path, text)
    before = tree()
    assert places(memory, "front-matter") == [
        ("memory/a.md", 3, "finding"),
        ("memory/b.md", 2, "finding"),
        ("memory/c.md", 2, "finding"),
    ]
    assert memory.doctor.check().files == 24
    plan, _ = memory.doctor.mend()
    assert plan.empty
    assert tree() == before


# Merges, copies.


def test_f11_merge_markers_are_found(memory, write):
    conflict = "<<<<<<< HEAD\n- one\n=======\n- two\n>>>>>>> other\n"
    write("memory/2026-03-01.md", f"# x\n\n{conflict}\ntext\n{conflict}")
    write("MEMORY.md", f"- fine\n{conflict}")
    write("memory/2026-03-02.md", "about <<<<<<< and >>>>>>> in a line\n")
    assert places(memory, "merge-conflict") == [
        ("MEMORY.md", 2, "finding"),
        ("memory/2026-03-01.md", 3, "finding"),
        ("memory/2026-03-01.md", 10, "finding"),
    ]
    assert memory.doctor.mend()[0].empty


def test_copies_are_listed(memory, write):
    write("MEMORY.md", "- x\n")
    for name in (
        "MEMORY.sync-conflict-20260301-101112-ABCDEFG.md",
        "memory/2026-03-01 (1).md",
        "memory/2026-03-01 (conflicted copy).md",
        "memory/2026-03-01.md~",
        "memory/.#2026-03-01.md",
        "memory/2026-03-01.md",
    ):
        write(name, "x\n")
    assert places(memory, "copy") == [
        ("MEMORY.sync-conflict-20260301-101112-ABCDEFG.md", 0, "finding"),
        ("memory/.#2026-03-01.md", 0, "notice"),
        ("memory/2026-03-01 (1).md", 0, "notice"),
        ("memory/2026-03-01 (conflicted copy).md", 0, "finding"),
        ("memory/2026-03-01.md~", 0, "notice"),
    ]


# Secrets.


def test_j01_secrets_are_found_in_any_file_and_never_shown(memory, write):
    pem = "-----BEGIN PRIVATE KEY-----\n" + "MIIEvQIBADANBgkqhkiG9w0BAQEFAASC\n" * 6
    pem += "-----END PRIVATE KEY-----\n"
    files = {
        "MEMORY.md": f"- fine\n- the token {KEY} is kept here by mistake\n  wrapped\n",
        "SOUL.md": f"Never show {KEY} to anybody without asking first.\n",
        "memory/2026-03-01.md": f"# x\r\n\r\npostgres://vera:hunter2secret@db.example.org/x\r\n{KEY}",
        "memory/chat-2026-03-01.md": f"user: {KEY}\n",
        "memory/active-context.md": f"## [OPEN] {KEY}\n\n## [OPEN] {KEY}\n",
        "memory/daily-index.md": f"- {KEY} → 2026-02-01.md\n- {KEY} → 2026-02-01.md\n",
        "memory/MEMORY_INDEX_ACTIVE.md": f"- [ACTIVE] {KEY}: x -> `/memory/topics/{KEY}.md`\n",
        "memory/knowledge-index.md": f"- {KEY}\n",
        "memory/nas.md": f"- the token of the NAS is {KEY} → reference/{KEY}.md\n",
        "memory/key.md": pem,
        "memory/nas.md~": f"{KEY}\n",
        "reference/a.md": f"{KEY}\n",
    }
    for path, text in files.items():
        write(path, text)
    found = of(memory, "SAFE-1")
    assert {f.path for f in found} == set(files)
    at = {(f.path, f.line) for f in found}
    assert at >= {
        ("MEMORY.md", 2),
        ("memory/2026-03-01.md", 3),
        ("memory/2026-03-01.md", 4),
        ("memory/active-context.md", 1),
        ("memory/active-context.md", 3),
        ("memory/key.md", 1),
    }
    assert "github" in found[0].reason
    said = json.dumps(memory.doctor.check().as_dict(), ensure_ascii=False)
    for secret in (KEY, "hunter2secret", "MIIEvQIBADANBgkqhkiG9w0BAQEFAASC"):
        assert secret not in said


def test_placeholders_are_no_secrets(memory, write):
    write("memory/2026-03-01.md", "token [redacted:github-token], <your-token>, ${TOKEN}\n")
    assert of(memory, "SAFE-1") == []


# What nobody sees.

SEEN = (
    "plain, ÄÖÜ, 茶壶, ёж",
    "emoji 💻️ 👩‍💻 ❤️‍🔥 🏴\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f",
    "می‌خواهم क्‍ष",
    "שלום‎ (x)",
    "tab\there",
)
HIDDEN = {
    "a\u200bb": "U+200B ZERO WIDTH SPACE",
    "a\u202eb": "U+202E RIGHT-TO-LEFT OVERRIDE",
    "a\u2066b": "U+2066 LEFT-TO-RIGHT ISOLATE",
    "a\u200db": "U+200D ZERO WIDTH JOINER",
    "a\ufeffb": "U+FEFF ZERO WIDTH NO-BREAK SPACE",
    "a\u00adb": "U+00AD SOFT HYPHEN",
    "a\u200fb": "U+200F RIGHT-TO-LEFT MARK",
    "a\U000e0041b": "U+E0041 TAG LATIN CAPITAL LETTER A",
    "a\x1b[31mb": "U+001B CONTROL CHARACTER",
    "a\x85b": "U+0085 CONTROL CHARACTER",
}


@pytest.mark.parametrize("text", HIDDEN)
def test_hidden_characters_of_core_files_are_named(memory, write, text):
    write("MEMORY.md", f"\ufeff- fine\r\n- {text}\r\n")
    (found,) = of(memory, "SAFE-3")
    assert (found.path, found.line) == ("MEMORY.md", 2)
    assert HIDDEN[text] in found.reason
    assert found.reason.isprintable()


@pytest.mark.parametrize("text", SEEN)
def test_what_can_be_seen_is_not_hidden(memory, write, text):
    write("AGENTS.md", f"\ufeff# A\n\n- {text}\n")
    write("memory/2026-03-01.md", "a\u200bb\n")  # not read every turn
    assert of(memory, "SAFE-3") == []


def test_reasons_obey_nothing_that_a_file_says(memory, write):
    write(
        "MEMORY.md",
        "- 2026-03-01 \x1b[31m\u202ehere\u200b\n- memory/\u202e.md and memory/\x1b[2J.md\n",
    )
    write("memory/active-context.md", "## [OPEN] \x1b]0;x\x07\n")
    found = [f for f in memory.doctor.check().findings if f.path != "memory/pipe"]
    assert {"CORE-1", "SAFE-3", "ACT-1"} <= {f.rule for f in found}
    assert all(f.reason.isprintable() and f.fix.isprintable() for f in found)


# Files that are none.


def test_files_that_are_no_text_are_findings_and_left_alone(open_memory, write, tree):
    memory = open_memory(**{"files.max_bytes": "2000"})
    write("memory/2026-03-01.md", b"a\0b")
    write("memory/2026-03-02.md", "x" * 2001)
    write("memory/2026-03-03.md", b"# x\n\ngr\xfc\xdfe\n")
    write("MEMORY.md", b"\xff\xfe# \0")
    write(STATE, b"\0")
    before = tree()
    assert places(memory, "unreadable") == [
        ("MEMORY.md", 0, "finding"),
        ("memory/2026-03-01.md", 0, "finding"),
        ("memory/2026-03-02.md", 0, "finding"),
        (STATE, 0, "finding"),
    ]
    (found,) = of(memory, "encoding")
    assert (found.path, found.line) == ("memory/2026-03-03.md", 3)
    assert "0xfc" in found.reason
    memory.apply(memory.doctor.mend()[0])
    assert tree() == before


def test_what_the_scan_passed_over(memory, root, write):
    write("MEMORY.md", "- x\n")
    write("memory.md", "- y\n")
    write("ideas.md", "x\n")
    write("Reference/a.md", "x\n")
    (root / "memory").mkdir(exist_ok=True)
    (root / "memory/out.md").symlink_to("/etc/hostname")
    (root / "memory" / os.fsdecode(b"gr\xfc.md")).write_text("x")
    assert sorted(places(memory, "WS-2")) == [
        ("Reference/", 0, "finding"),
        ("ideas.md", 0, "notice"),
        ("memory.md", 0, "finding"),
        ("memory/gr\\udcfc.md", 0, "finding"),
    ]
    assert places(memory, "WS-4") == [("memory/out.md", 0, "finding")]


def test_core_files_behind_links_out_are_not_read(memory, root, tmp_path):
    (tmp_path / "outside.md").write_text(f"{KEY}\n")
    for name in CORE_FILES:
        (root / name).symlink_to(tmp_path / "outside.md")
    assert {f.path for f in of(memory, "WS-4")} == set(CORE_FILES)
    assert of(memory, "SAFE-1") == []


# State.


def test_hygiene_is_due(open_memory, write):
    write(STATE, '{"lastMemoryCleanup": "2026-02-25T09:00:00+01:00"}')
    (found,) = of(open_memory(), "UP-1")
    assert (found.severity, found.path) == ("notice", STATE)
    assert "since 2026-03-03 (last done on 2026-02-25)" in found.reason
    earlier = open_memory(now=datetime.fromisoformat("2026-03-02T09:00+01:00"))
    assert of(earlier, "UP-1") == []


@pytest.mark.parametrize(
    ("text", "line"),
    [("{\n  'a': 1}", 2), ("[1]", 1), ("9" * 5000, 1), ("[" * 100_000, 1), ("\udcff", 1)],
)
def test_a_broken_state_file_is_a_finding(memory, write, text, line):
    write(STATE, text.encode("utf-8", "surrogateescape"))
    assert places(memory, "UP-3") == [(STATE, line, "finding")]
    assert "hygiene" in of(memory, "UP-3")[0].fix


@pytest.mark.parametrize("text", ["", " \n", "{}", '{"lastMemoryCleanup": null}'])
def test_a_state_file_without_times_is_none(memory, write, text):
    write(STATE, text)
    assert of(memory, "UP-3") == []


@pytest.mark.parametrize("value", ['"9999-12-31T23:00:00+00:00"', "1e400", "NaN", "1" + "0" * 400])
def test_impossible_times_are_no_crash(memory, write, value):
    write(STATE, f'{{"lastMemoryCleanup": {value}}}')
    assert {f.rule for f in memory.doctor.check().findings} & {"UP-1", "UP-3"}


def test_the_history_can_be_read(memory, root):
    memory.remember("one")
    journal = root / "memory/.dreams/history.jsonl"
    assert of(memory, "UP-5") == []
    data = journal.read_bytes()
    journal.write_bytes(b"not json\n" + data + b'["foreign"]\n')
    assert places(memory, "UP-5") == [("memory/.dreams/history.jsonl", 1, "notice")]
    assert of(memory, "UP-5")[0].reason.startswith("2 lines")
    journal.unlink()
    journal.mkdir()
    assert places(memory, "UP-5") == [("memory/.dreams/history.jsonl", 0, "finding")]


# Size.


def test_lines_are_compared_with_few_others():
    """Counts instead of seconds: 2,000 lines that look alike, each word in many or in few."""
    lines = [
        (("memory/x.md", n), f"the price of article {n // 20}-{n} is {n % 20} euros a piece")
        for n in range(2000)
    ]
    asked = []

    def never(new, old):
        asked.append((new, old))
        return False

    assert list(alike(lines, never)) == []
    assert len(asked) < 12 * len(lines)
    lines.append((("MEMORY.md", 1), "- The price of article 5-117 is 17 euros a piece."))
    lines.append((("MEMORY.md", 2), "an article of shelf 99-1999 has a price"))
    pairs = list(alike(lines, lambda new, old: "99-1999" in new and "99-1999" in old))
    assert pairs == [
        (("MEMORY.md", 1), ("memory/x.md", 117)),
        (("MEMORY.md", 2), ("memory/x.md", 1999)),
    ]


def test_old_notes_are_not_compared_at_all(memory, write):
    for day in range(1, 29):
        write(f"memory/2026-02-{day:02}.md", "- the landlord pays the deposit back in March\n")
    write("memory/flat.md", "- the landlord pays the deposit back in March\n")
    assert of(memory, "CORE-4") == []
    assert memory.doctor.check().files == 29
