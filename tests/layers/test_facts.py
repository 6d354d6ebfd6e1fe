"""Pointer files: one fact a line, small, never twice, links that lead somewhere."""

from __future__ import annotations

import pytest

from lamina.errors import (
    AlreadyThereError,
    ContradictionError,
    EmptyTextError,
    FileLimitError,
    PathOutsideError,
    UsageError,
)
from lamina.layers.facts import is_pointer_file, links_of, read_facts, reference_path

FILE = "memory/steinlohe.md"
OLD = "memory/superseded.md"


def test_a_fact_is_one_line_with_its_link(memory, root, write):  # FACT-1
    write("reference/steinlohe-terms.md", "# Terms\n")
    memory.facts.add("Steinlohe", "Terms are\n30 days  net", reference="steinlohe-terms.md")
    written = memory.facts.add("Steinlohe", "- 2 % within 8 days")
    assert (root / FILE).read_text() == (
        "# Steinlohe\n\n- Terms are 30 days net → reference/steinlohe-terms.md\n"
        "- 2 % within 8 days\n"
    )
    assert (written.path, written.start_line, written.text) == (FILE, 4, "- 2 % within 8 days")
    assert [(f.text, f.reference) for f in memory.facts.list("Steinlohe")] == [
        ("Terms are 30 days net", "reference/steinlohe-terms.md"),
        ("2 % within 8 days", ""),
    ]
    assert is_pointer_file((root / FILE).read_text())


@pytest.mark.parametrize("eol", ["\n", "\r\n"])
def test_the_users_bytes_stay(memory, root, write, eol):  # WS-5
    before = f"\ufeff---{eol}a: 1{eol}---{eol}* fact → reference/x.md{eol}no end"
    write(FILE, before)
    memory.facts.add("Steinlohe", "new")
    assert (root / FILE).read_bytes().decode() == f"{before}{eol}- new{eol}"


def test_four_kilobytes_are_the_limit(memory, root):  # FACT-1
    with pytest.raises(FileLimitError) as error:
        for number in range(500):
            memory.facts.add("Steinlohe", f"fact number {number} is about article {number * 7}")
    assert 4000 < (root / FILE).stat().st_size <= 4096
    assert "Steinlohe" in error.value.hint  # advice: narrower subjects
    before = (root / FILE).read_bytes()
    with pytest.raises(FileLimitError):
        memory.statements.fact("Steinlohe", "the warehouse has twelve gates and a ramp" * 3)
    assert (root / FILE).read_bytes() == before
    memory.facts.add("Steinlohe warehouse", "it has twelve gates")


def test_bytes_are_counted_not_characters(memory, root):
    with pytest.raises(FileLimitError):
        for number in range(200):
            memory.facts.add("Steinlohe", f"第{number}条：付款期限是三十天，提前付款可以享受优惠")
    assert (root / FILE).stat().st_size <= 4096


def test_a_plain_note_has_no_limit(memory, root, write):  # decisions
    write(FILE, "# Steinlohe\n\n" + "A long story of the firm. " * 300 + "\n")
    memory.facts.add("Steinlohe", "Terms are 30 days net")
    assert (root / FILE).stat().st_size > 7000


@pytest.mark.parametrize(
    "subject",
    [
        "2026-01-01",
        "memory/2026-01-01.md",
        "2026-01-01-release",
        "active-context",
        "Active Context",
        "memory/active-context.md",
        "DAILY-INDEX",
        "knowledge-index.md",
        "chat-2026-01-01",
        "superseded",
        "PROPOSALS",
        "promoted archive",
    ],
)
def test_reserved_names_are_refused(memory, root, subject):
    with pytest.raises(UsageError):
        memory.facts.add(subject, "a fact")
    with pytest.raises(UsageError):
        memory.statements.fact(subject, "a fact")
    assert list((root / "memory").glob("*.md")) == []


@pytest.mark.parametrize(
    "subject", ["../../etc/passwd", "/etc/passwd", "..", "a/../../b", "Ünï 茶壶"]
)
def test_any_other_name_stays_in_memory(memory, root, subject):
    if subject == "..":
        with pytest.raises(EmptyTextError):
            memory.facts.add(subject, "x")
        return
    path = memory.facts.add(subject, "x").path
    assert path.startswith("memory/")
    assert path.count("/") == 1
    assert memory.facts.list(subject)[0].text == "x"


def test_nothing_is_no_fact(memory, root):
    for subject, fact in [("S", ""), ("S", " - "), (" ", "fact")]:
        with pytest.raises(EmptyTextError):
            memory.facts.add(subject, fact)
    assert list((root / "memory").glob("*.md")) == []


# links


@pytest.mark.parametrize(
    "link",
    [
        "→ reference/x.md",
        "-> reference/x.md",
        "→ Подробнее: reference/x.md",
        "→ Подробнее: reference/x.md.",
        "→ Deeper: reference/x.md",
        "→ Mehr: reference/x.md",
        "→ 详见：reference/x.md",
        "→ 详见：`reference/x.md`",
        "→ /reference/x.md",
        "→ reference/x.md <!-- superseded 2026-01-01 -->",
    ],
)
def test_links_are_read_in_every_language(link):
    (fact,) = read_facts(FILE, f"# S\n\n- Terms are 30 days net {link}\n")
    assert (fact.text, fact.reference, fact.line) == (
        "Terms are 30 days net",
        "reference/x.md",
        3,
    )
    assert links_of(f"- Terms {link}\n") == [(1, "reference/x.md")]


def test_links_with_letters_of_any_script_and_folders():
    text = (
        "- a → reference/имя файла.md\n- b → reference/部门/说明.md\n- c, see reference/c.pdf too\n"
    )
    assert [path for _, path in links_of(text)] == [
        "reference/имя",
        "reference/部门/说明.md",
        "reference/c.pdf",
    ]
    assert read_facts("x.md", text)[1].reference == "reference/部门/说明.md"


@pytest.mark.parametrize(
    ("reference", "error"),
    [
        ("nowhere.md", UsageError),
        ("reference/nowhere.pdf", UsageError),
        ("reference/../memory/secret.md", UsageError),
        ("../../etc/passwd", PathOutsideError),
        ("reference", UsageError),
    ],
)
def test_a_link_must_lead_to_a_document(memory, root, write, reference, error):  # WS-4
    write("memory/secret.md", "x\n")
    with pytest.raises(error):
        memory.facts.add("Steinlohe", "Terms", reference=reference)
    assert not (root / FILE).exists()


def test_other_documents_can_be_pointed_to(memory, write):
    write("reference/scans/contract.pdf", b"%PDF\0")
    memory.facts.add("Steinlohe", "Contract", reference="reference/scans/contract.pdf")
    assert memory.facts.list()[0].reference == "reference/scans/contract.pdf"
    assert memory.facts.references() == ("reference/scans/contract.pdf",)


@pytest.mark.parametrize(
    ("text", "pointer"),
    [
        ("# S\n\n- a → reference/x.md\n", True),
        ("# S\n\n- a\n- b\n", True),
        ("---\ntags: [x]\n---\n# S\n- a\n- b\n- c\n- d → reference/x.md\nprose\n", True),
        ("- a\n- b\n- c → reference/x.md\nprose\n", False),
        ("- a\n- b\n- c\n- d\nprose\n", False),
        ("# S\n\nprose → reference/x.md\n", False),
        ("# S\n", False),
        ("", False),
    ],
)
def test_what_a_pointer_file_is(text, pointer):  # decisions: four lines in five, one link
    assert is_pointer_file(text) is pointer


# reference add (REF-1)


def test_document_and_pointer_come_together(memory, root):
    written = memory.facts.add_reference(
        "../Steinlohe Terms.md", "# Terms\r\n\r\nlong", subject="Steinlohe", fact="Terms are net"
    )
    assert (root / "reference/steinlohe-terms.md").read_bytes() == b"# Terms\r\n\r\nlong\n"
    assert written.text == "- Terms are net → reference/steinlohe-terms.md"
    assert len(memory.history()) == 1
    memory.undo()
    assert not (root / "reference").exists()
    assert not (root / FILE).exists()


@pytest.mark.parametrize(
    ("name", "text", "subject", "error"),
    [
        ("new", "text", "2026-01-01", UsageError),
        ("new", "  ", "Steinlohe", EmptyTextError),
        ("…", "text", "Steinlohe", EmptyTextError),
        ("there", "text", "Steinlohe", AlreadyThereError),
    ],
)
def test_neither_where_one_is_refused(memory, root, write, name, text, subject, error):
    write("reference/there.md", "mine\n")
    with pytest.raises(error):
        memory.facts.add_reference(name, text, subject=subject, fact="f")
    assert [p.name for p in (root / "reference").iterdir()] == ["there.md"]
    assert (root / "reference/there.md").read_text() == "mine\n"
    assert list((root / "memory").glob("*.md")) == []


def test_no_document_where_the_pointer_file_is_full(memory, root, write):
    write(
        FILE, "# Steinlohe\n\n" + "".join(f"- fact {n:04} → reference/x.md\n" for n in range(128))
    )
    with pytest.raises(FileLimitError):
        memory.facts.add_reference("big", "text", subject="Steinlohe", fact="x" * 200)
    assert not (root / "reference").exists()


@pytest.mark.parametrize(
    ("name", "path"),
    [
        ("Terms", "reference/terms.md"),
        ("reference/Terms.md", "reference/terms.md"),
        ("SOPs/Goods In", "reference/sops/goods-in.md"),
        ("../../x", "reference/x.md"),
        ("说明", "reference/说明.md"),
    ],
)
def test_where_documents_go(name, path):
    assert reference_path(name) == path


def test_reference_is_searched_on_request_only_and_opened_by_path(memory):  # REF-1
    memory.facts.add_reference("terms", "# A\nzebra\n# B\nlion\n", subject="S", fact="Terms")
    assert memory.search("zebra").hits == ()
    assert [h.path for h in memory.search("zebra", include_reference=True).hits] == [
        "reference/terms.md"
    ]
    assert memory.get("reference/terms.md").text == "# A\nzebra\n# B\nlion\n"
    assert memory.get("reference/terms.md#L3-L4").text == "# B\nlion\n"
    missing = memory.get("reference/none.md")
    assert not missing.found
    assert missing.reason


# duplicates and contradictions (FACT-1)


@pytest.mark.parametrize(
    ("there", "again"),
    [
        ("Terms are 30 days net", "Terms are 30 days net"),
        ("Terms are 30 days net", "terms are  30 days net."),
        ("Terms are 30 days net", "The terms are 30 days net"),
        ("Срок оплаты 30 дней", "срок оплаты — 30 дней."),
        ("Zahlungsziel ist 30 Tage", "- Zahlungsziel ist 30 Tage!"),
        ("付款期限是三十天", "付款期限是三十天。"),
        ("qwe rty", "qwe rty"),
    ],
)
def test_the_same_is_not_added_twice(memory, root, there, again):
    memory.statements.fact("Steinlohe", there)
    before = (root / FILE).read_bytes()
    written = memory.statements.fact("Steinlohe", again)
    assert written.change == 0
    assert written.start_line == 3
    assert f"{FILE}#L3" in written.notes[0]
    assert (root / FILE).read_bytes() == before
    assert len(memory.history()) == 1


def test_a_link_makes_no_fact_new(memory, write):
    write("reference/x.md", "x\n")
    memory.statements.fact("Steinlohe", "Terms are 30 days net", reference="x.md")
    assert memory.statements.fact("Steinlohe", "Terms are 30 days net").change == 0


def test_a_contradiction_is_shown_and_nothing_is_written(memory, root):
    memory.statements.fact("Steinlohe", "Terms are 30 days net")
    before = (root / FILE).read_bytes()
    with pytest.raises(ContradictionError) as error:
        memory.statements.fact("Steinlohe", "Terms are 45 days net")
    assert "Terms are 30 days net" in error.value.message
    assert f"{FILE}#L3" in error.value.message
    assert "--replace" in error.value.hint
    assert (root / FILE).read_bytes() == before


def test_replace_moves_the_old_line_away_in_one_change(memory, root, write):
    write("reference/x.md", "x\n")
    memory.statements.fact("Steinlohe", "Terms are 30 days net", reference="x.md")
    memory.statements.fact("Steinlohe", "The gate opens at six")
    before = (root / FILE).read_bytes()
    memory.statements.fact("Steinlohe", "Terms are 45 days net", replaces=True)
    assert (root / FILE).read_text() == (
        "# Steinlohe\n\n- The gate opens at six\n- Terms are 45 days net\n"
    )
    old = (root / OLD).read_text()
    assert "Terms are 30 days net → reference/x.md" in old  # nothing of it is lost
    assert FILE in old
    assert "superseded 2026-03-04" in old
    assert len(memory.history()) == 3
    memory.undo()
    assert (root / FILE).read_bytes() == before
    assert not (root / OLD).exists()


def test_keep_both_keeps_both(memory, root):
    memory.statements.fact("Steinlohe", "Terms are 30 days net")
    memory.statements.fact("Steinlohe", "Terms are 45 days net", keep_both=True)
    assert len(memory.facts.list("Steinlohe")) == 2
    assert not (root / OLD).exists()


def test_a_contradiction_in_another_file_counts_too(memory):
    memory.statements.fact("Payments", "Terms of Steinlohe are 30 days net")
    with pytest.raises(ContradictionError, match=r"memory/payments\.md"):
        memory.statements.fact("Steinlohe", "Terms of Steinlohe are 45 days net")


def test_secrets_are_replaced(memory, root):  # SAFE-1
    token = "ghp_" + "A1b2C3d4E5" * 4
    written = memory.facts.add("Steinlohe", f"the token is {token[:40]}")
    assert token[:40] not in (root / FILE).read_text()
    assert written.secrets
