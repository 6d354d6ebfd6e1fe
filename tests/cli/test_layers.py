"""The commands of the layers, as a person uses them: one afternoon, from the shell."""

from __future__ import annotations

import json

import pytest

NOW = ("--now", "2026-03-04T09:30+01:00")


def ok(done):
    assert done.returncode == 0, (done.stdout, done.stderr)
    return done.stdout


def refused(done, code, *words):
    assert done.returncode == code, (done.stdout, done.stderr)
    assert "Traceback" not in done.stderr
    for word in words:
        assert word in done.stderr


def test_an_open_matter_from_the_shell(lamina, root):
    ok(lamina("active", "open", "Move", "-", *NOW, given="Pay slips are missing.\n"))
    refused(lamina("active", "open", "Move", "again"), 2, "there already", "lamina active note")
    refused(lamina("active", "open", "Empty"), 2, "body")
    ok(lamina("active", "note", "Move", "He", "called.", *NOW))
    assert "[OPEN] Move" in ok(lamina("active", "list", *NOW))
    assert "He called." in ok(lamina("active", "show", "mov", *NOW))
    ok(lamina("active", "done", "Move", "--result", "Signed.", *NOW))
    assert "Nothing is open." in ok(lamina("active", "list", *NOW))
    refused(lamina("active", "done", "Mooove"), 2, "no open matter", "'Move'")


def test_a_topic_from_the_shell(lamina, root):
    ok(lamina("topic", "new", "coding", "Stock sync", "--goal", "one stock", *NOW))
    ok(lamina("topic", "update", "stock", "--state", "import runs", "--milestone", "import", *NOW))
    found = lamina("topic", "resume", "the stock thing", *NOW)
    assert "import runs" in ok(found)
    assert "tokens" in found.stderr
    refused(lamina("topic", "resume", "gardening"), 2, "no topic")
    refused(lamina("topic", "archive", "Stock sync"), 2, "--result")
    ok(lamina("topic", "archive", "Stock sync", "--result", "done", *NOW))
    assert "[ARCHIVED] Stock sync" in ok(lamina("topic", "list", "--archived"))
    (root / "memory/MEMORY_INDEX_ARCHIVED.md").unlink()
    assert lamina("topic", "audit").returncode == 1
    ok(lamina("topic", "rebuild", "--apply", *NOW))
    assert "agree" in ok(lamina("topic", "audit"))


def test_a_fact_is_written_once_and_replaced_on_request(lamina, root):
    ok(lamina("fact", "add", "NAS", "The NAS is a Synology DS920", *NOW))
    again = lamina("fact", "add", "NAS", "the NAS is a Synology DS920.", *NOW)
    ok(again)
    assert "written already" in again.stderr
    new = ("fact", "add", "NAS", "The NAS is a QNAP TS-464")
    refused(lamina(*new, *NOW), 6, "contradicts", "memory/nas.md#L3", "--replace")
    ok(lamina(*new, "--replace", *NOW))
    assert (root / "memory/nas.md").read_text() == "# NAS\n\n- The NAS is a QNAP TS-464\n"
    hits = json.loads(ok(lamina("search", "NAS", "--json")))["hits"]
    assert [h["snippet"] for h in hits] == ["- The NAS is a QNAP TS-464"]
    old = json.loads(ok(lamina("search", "NAS", "--as-of", "2026-03-03", "--json")))["hits"]
    assert [(h["superseded"]) for h in old] == ["2026-03-04"]
    refused(lamina("fact", "add", "active-context", "x"), 2, "meaning of its own")
    refused(lamina("fact", "add", "NAS", "x", "--ref", "../../etc/passwd"), 5, "refused")
    refused(lamina("fact", "add", "NAS", "x", "--ref", "no.md"), 2, "There is no reference/no.md")


def test_reference_and_its_pointer(lamina, root, tmp_path):
    source = tmp_path / "terms.md"
    source.write_text("# Terms\n\nLong.\n")
    add = ("reference", "add", str(source), "--subject", "Steinlohe", "--fact", "30 days net")
    ok(lamina(*add, *NOW))
    assert "30 days net → reference/terms.md" in (root / "memory/steinlohe.md").read_text()
    refused(lamina(*add, *NOW), 2, "there already")
    refused(lamina("reference", "add", "/no/such", "--subject", "S", "--fact", "f"), 5, "/no/such")
    assert "memory/steinlohe.md:3" in ok(lamina("reference", "list"))


def test_handbooks_and_knowledge(lamina, root):
    ok(lamina("project", "new", "Shop", "--goal", "sell tea", *NOW))
    ok(lamina("project", "note", "shop", "two files", "--section", "architecture", *NOW))
    ok(lamina("project", "state", "shop", "live", *NOW))
    shown = ok(lamina("project", "show", "shop"))
    assert "live" in shown
    assert "2026-03-04: two files" in shown
    refused(lamina("project", "note", "shoop", "x"), 2, "Did you mean 'shop'?")
    refused(lamina("project", "note", "shop", "x", "--section", "zzz"), 2, "no section 'zzz'")
    ok(lamina("agent-type", "new", "coding"))
    assert "coding" in ok(lamina("agent-type", "list"))
    ok(lamina("learn", "oauth", "--from", "-", given="Use PKCE.\n"))
    assert "Use PKCE." in ok(lamina("knowledge", "ask", "how does oauth work?"))
    assert "don't know this yet" in ok(lamina("knowledge", "ask", "how to fly?"))
    assert "how to fly?" in ok(lamina("learn", "--wanted"))
    refused(lamina("learn", "x"), 2, "--from")
    refused(
        lamina("learn", "x", "--from", "-", "--source", "http://e.org", given="y"), 2, "consent"
    )


def test_long_term_lines_and_checkpoints(lamina, root):
    ok(lamina("core", "add", "The shop closes on 2 January", *NOW))
    ok(lamina("core", "replace", "closes on", "The shop is open on 2 January", *NOW))
    assert "closes on 2 January" in (root / "memory/superseded.md").read_text()
    ok(lamina("checkpoint", "Shop", "--line", "relaunch on Friday", "--todo", "banner", *NOW))
    assert "- Shop: relaunch on Friday" in (root / "MEMORY.md").read_text()
    assert "[OPEN] Shop" in (root / "memory/active-context.md").read_text()
    ok(lamina("checkpoint", "Shop", "--done", *NOW))
    assert "Shop" not in (root / "MEMORY.md").read_text()
    assert "[DONE] Shop" in (root / "memory/active-context.md").read_text()
    refused(lamina("checkpoint", "Shop"), 2, "empty")
    refused(lamina("core", "add", "x", "--section", "zzz"), 2, "no section 'zzz'")


def test_an_agent_may_change_memory_md_only(lamina, root, write):  # CORE-3
    write("AGENTS.md", "# AGENTS\n\n## Every Session\n\nRead.\n")
    ok(lamina("core", "add", "A line", "--agent", "chiti", *NOW))
    before = (root / "AGENTS.md").read_bytes()
    refused(lamina("init", "--apply", "--agent", "chiti", *NOW), 6, "AGENTS.md", "owner")
    assert (root / "AGENTS.md").read_bytes() == before


def test_doctor_says_what_is_wrong_and_mends_it(lamina, root, write):
    ok(lamina("init", "--apply", *NOW))
    ok(lamina("doctor", *NOW))
    write("memory/topics/coding/lost.md", "# Task: Lost\n- **Goal**: g\n- **State**: s\n")
    write("memory/2026-03-03.md", "<<<<<<< HEAD\n- a\n=======\n- b\n>>>>>>> x\n")
    done = lamina("doctor", *NOW)
    assert done.returncode == 1
    assert "memory/topics/coding/lost.md" in done.stdout
    assert "memory/2026-03-03.md:1" in done.stdout
    shown = lamina("doctor", "--fix", "--dry-run", *NOW)
    assert "+- [ACTIVE] Lost: g" in ok(shown)
    assert not (root / "memory/MEMORY_INDEX_ACTIVE.md").exists()
    assert lamina("doctor", "--fix", *NOW).returncode == 1  # the conflict is for a person
    assert "Lost" in (root / "memory/MEMORY_INDEX_ACTIVE.md").read_text()


def test_where_names_place_reason_and_command(lamina):
    found = json.loads(ok(lamina("where", "Every Monday morning check the backup", "--json")))
    assert found["place"] == "HEARTBEAT"
    assert found["why"]
    assert "HEARTBEAT.md" in found["command"]


def test_hygiene_moves_what_is_done(lamina, root):
    ok(lamina("active", "open", "Move", "Pay slips.", *NOW))
    ok(lamina("active", "done", "Move", *NOW))
    assert "1 done matter" in ok(lamina("hygiene", *NOW))
    ok(lamina("hygiene", "--apply", *NOW))
    assert "Pay slips." in (root / "memory/2026-03-04.md").read_text()
    assert "Pay slips." not in (root / "memory/active-context.md").read_text()
    assert "hygiene on 2026-03-10" in ok(lamina("status", *NOW))


def test_an_over_long_memory_is_trimmed_and_brought_back(lamina, root, write):
    text = "# M\n\n## Suppliers\n" + "".join(f"- Supplier {n}: {n} days\n" for n in range(60))
    write("MEMORY.md", text)
    shown = lamina("trim", *NOW)
    assert "60 lines → memory/suppliers.md" in ok(shown)
    assert "--apply" in shown.stderr
    assert (root / "MEMORY.md").read_text() == text
    assert "-- Supplier 7: 7 days" in ok(lamina("trim", "--diff", *NOW))
    ok(lamina("trim", "--apply", *NOW))
    assert "memory/suppliers.md" in (root / "MEMORY.md").read_text()
    assert "within its budget" in ok(lamina("trim", *NOW))
    ok(lamina("undo"))
    assert (root / "MEMORY.md").read_text() == text


@pytest.mark.parametrize("command", [["topic"], ["active"], ["fact"], ["knowledge"]], ids=" ".join)
def test_a_group_alone_shows_its_commands(lamina, command):
    done = lamina(*command)
    assert "Usage: lamina" in done.stdout + done.stderr
    assert "Traceback" not in done.stderr


def test_a_closed_pipe_after_a_write_is_no_failure(lamina, root):
    import subprocess
    import sys

    done = subprocess.run(  # noqa: S602 - a pipe of the shell is what is tested
        f"{sys.executable} -m lamina remember 'aa bb' --json | true; exit ${{PIPESTATUS[0]}}",
        shell=True,
        executable="/bin/bash",
        cwd=root,
        env=lamina.environment,
        capture_output=True,
        text=True,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert any("aa bb" in path.read_text() for path in (root / "memory").glob("*.md"))


def test_an_agent_may_not_set_where_text_is_sent(lamina, home, root):
    config = home / ".config" / "lamina" / "config.toml"
    config.parent.mkdir(parents=True)
    config.write_text(f'[agents]\nx = "{root}"\n')
    before = config.read_text()
    refused(lamina("--agent", "x", "config", "set", "core.memory_tokens", "5000"), 3, "owner")
    refused(lamina("--agent", "x", "--set", "embedding.url=http://e.org", "status"), 3, "owner")
    assert config.read_text() == before


def test_everything_since_a_change_is_taken_back(lamina, root, write):
    write("MEMORY.md", "# M\n")
    before = (root / "MEMORY.md").read_bytes()
    ok(lamina("init", "--apply", *NOW))
    ok(lamina("active", "open", "Move", "-", *NOW, given="- [ ] pay slips\n"))
    ok(lamina("active", "note", "Move", "More.", *NOW))
    refused(lamina("active", "done", "Move", *NOW), 2, "not ticked", "active tick")
    ok(lamina("active", "tick", "Move", "pay", *NOW))
    ok(lamina("active", "done", "Move", *NOW))
    ok(lamina("undo", "--to", "1"))
    left = {p for p in root.rglob("*") if p.is_file() and ".dreams" not in p.parts}
    assert left == {root / "MEMORY.md"}
    assert (root / "MEMORY.md").read_bytes() == before
