"""Which agent gets which memory, after the source's table, and setting it up."""

from __future__ import annotations

import itertools
import json

import pytest

from lamina.layers.agent_kinds import Kind, classify_agent
from lamina.layers.setup import LEAST


@pytest.mark.parametrize(
    ("leads", "talks", "learns"), list(itertools.product((True, False), repeat=3))
)
def test_three_answers_decide(leads, talks, learns):  # MUL-1
    found = classify_agent(leads=leads, talks=talks, learns=learns)
    wanted = Kind.ORCHESTRATOR if leads else Kind.PERSISTENT if talks or learns else Kind.TASK
    assert found.kind is wanted
    assert found.why
    assert len(found.why) == (2 if not leads and talks and learns else 1)


def classify(lamina, *arguments):
    done = lamina("agent", "classify", *arguments, "--json")
    assert done.returncode == 0, done.stderr + done.stdout
    return json.loads(done.stdout)


def files_of(folder):
    return {
        p.relative_to(folder).as_posix(): p.read_bytes()
        for p in folder.rglob("*")
        if p.is_file() and ".dreams" not in p.parts
    }


def test_a_persistent_sub_agent_gets_active_context_and_its_rules(lamina, tmp_path):  # MUL-1
    folder = tmp_path / "coder"
    answers = ("coder", "--no-leads", "--talks", "--no-learns", "--folder", str(folder))
    shown = classify(lamina, *answers)
    assert (shown["kind"], shown["applied"]) == ("persistent sub-agent", False)
    assert not folder.exists()
    done = classify(lamina, *answers, "--apply")
    assert set(files_of(folder)) == {"AGENTS.md", "memory/active-context.md"}
    assert f'coder = "{folder}"' in done["settings"]
    text = (folder / "AGENTS.md").read_text()
    assert all(f"<!-- {name}:start -->" in text for name in LEAST)
    assert lamina("doctor", "-w", str(folder)).returncode == 0
    assert classify(lamina, *answers, "--apply")["change"] is None  # twice is as once
    assert lamina("undo", "-w", str(folder)).returncode == 0
    assert files_of(folder) == {}


def test_what_the_agent_has_already_stays_byte_for_byte(lamina, tmp_path):
    folder = tmp_path / "coder"
    (folder / "memory").mkdir(parents=True)
    (folder / "AGENTS.md").write_bytes(b"# Mine\r\n\r\n- be kind")
    (folder / "memory" / "active-context.md").write_bytes(b"[open] mine")
    before = files_of(folder)
    classify(lamina, "coder", "--no-leads", "--learns", "--no-talks", "--folder", str(folder), "--apply")  # fmt: skip
    after = files_of(folder)
    assert after["AGENTS.md"].startswith(before["AGENTS.md"])
    assert after["memory/active-context.md"] == before["memory/active-context.md"]
    lamina("undo", "-w", str(folder))
    assert files_of(folder) == before


def test_an_orchestrator_gets_all_layers_in_one_change(lamina, tmp_path):  # MUL-1
    folder = tmp_path / "boss"
    done = classify(lamina, "boss", "--leads", "--folder", str(folder), "--apply")
    assert done["kind"] == "orchestrator"
    assert {"MEMORY.md", "AGENTS.md", "HEARTBEAT.md"} <= set(files_of(folder))
    assert (folder / "memory" / "agents").is_dir()
    assert lamina("doctor", "-w", str(folder)).returncode == 0
    lamina("undo", "-w", str(folder))
    assert files_of(folder) == {}


def test_a_task_agent_gets_none(lamina, tmp_path):  # MUL-1
    folder = tmp_path / "runner"
    answers = ("--no-leads", "--no-talks", "--no-learns", "--folder", str(folder), "--apply")
    assert classify(lamina, "runner", *answers)["kind"] == "task agent"
    assert not folder.exists()


def test_without_answers_the_questions_are_named(lamina):
    done = lamina("agent", "classify", "coder", "--no-leads")
    assert done.returncode == 2
    assert "--talks or --no-talks" in done.stderr
    assert "--leads or" not in done.stderr


def test_a_listed_agent_needs_no_folder_and_no_entry(agents, lamina):
    agents.add("coder")
    done = classify(lamina, "coder", "--no-leads", "--talks", "--learns", "--apply")
    assert done["settings"] is None
    assert done["workspace"] == str(agents.folders["coder"])
    assert (agents.folders["coder"] / "memory" / "active-context.md").exists()
