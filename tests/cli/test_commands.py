"""The command line as a person or a script uses it: results on stdout, words on stderr."""

from __future__ import annotations

import json
import os
import sys

import click
import pytest

from lamina.cli.main import Commands
from lamina.cli.main import lamina as top

NOW = ("--now", "2026-03-04T09:30+01:00")


def ok(done):
    assert done.returncode == 0, (done.stdout, done.stderr)
    return done.stdout


def read_tree(root):
    return {
        str(p.relative_to(root)): p.read_bytes()
        for p in root.rglob("*")
        if p.is_file() and ".dreams" not in p.parts
    }


def test_the_first_minutes(lamina, root):
    ok(lamina("init", "--apply"))
    assert "memory/2026-03-04.md:3" in ok(lamina("remember", "The viewing is on Friday.", *NOW))
    ok(lamina("log", "Move", "--cause", "sold", "--change", "viewing on Friday", *NOW))
    found = lamina("search", "when is the viewing")
    assert "memory/2026-03-04.md#L3" in found.stdout
    assert "words over" in found.stderr
    assert ok(lamina("get", "memory/2026-03-04.md#L3")) == "- 09:30 The viewing is on Friday.\n"
    assert "viewing on Friday" in ok(lamina("context", *NOW))
    assert "MEMORY.md" in ok(lamina("core"))
    assert "index      fresh" in ok(lamina("status"))
    assert len(ok(lamina("history")).splitlines()) == 3
    ok(lamina("undo"))
    ok(lamina("undo"))
    assert not (root / "memory/2026-03-04.md").exists()


def test_init_on_an_empty_folder_plans_first_and_undoes_whole(lamina, tmp_path):
    folder = tmp_path / "new" / "agent"
    assert "--apply creates it" in ok(lamina("init", str(folder)))
    assert not folder.exists()
    ok(lamina("init", str(folder), "--apply", "--language", "de"))
    assert (folder / "MEMORY.md").exists()
    once = read_tree(folder)
    assert "Everything is set up already" in ok(lamina("init", str(folder), "--apply"))
    assert read_tree(folder) == once
    ok(lamina("undo", "-w", str(folder)))
    assert read_tree(folder) == {}


def test_init_changes_nothing_that_is_there(lamina, root, write):
    write("MEMORY.md", b"\xef\xbb\xbfmine\r\n")
    write("memory/2026-01-01.md", "- zebra\n")
    before = read_tree(root)
    shown = lamina("init", "--diff")
    assert "active-context.md" in shown.stdout
    assert "--apply" in shown.stderr
    assert read_tree(root) == before
    ok(lamina("init", "--apply"))
    after = read_tree(root)
    assert after["memory/2026-01-01.md"] == before["memory/2026-01-01.md"]
    assert after["MEMORY.md"].startswith(before["MEMORY.md"])  # then our block, line ends alike
    assert b"\n" not in after["MEMORY.md"].replace(b"\r\n", b"")
    assert set(after) - set(before) == {"AGENTS.md", "HEARTBEAT.md", "memory/active-context.md"}
    ok(lamina("undo"))
    assert read_tree(root) == before


@pytest.mark.parametrize(
    "command",
    [
        ["status"],
        ["core"],
        ["remember", "x"],
        ["log", "S", "--change", "c"],
        ["search", "x"],
        ["get", "memory/x.md"],
        ["context"],
        ["history"],
        ["index", "sync"],
        ["index", "rebuild"],
        ["index", "rebuild-daily"],
        ["hygiene"],
        ["trim"],
        ["where", "every Monday"],
        ["active", "open", "S", "body"],
        ["active", "list"],
        ["topic", "new", "d", "T", "--goal", "g"],
        ["topic", "list"],
        ["topic", "rebuild"],
        ["topic", "audit"],
        ["topic", "adopt"],
        ["fact", "add", "S", "a fact"],
        ["fact", "list"],
        ["reference", "list"],
        ["project", "new", "P"],
        ["project", "list"],
        ["agent-type", "list"],
        ["learn", "--wanted"],
        ["knowledge", "list"],
        ["knowledge", "ask", "what?"],
        ["core", "add", "a line"],
        ["checkpoint", "S", "--change", "c"],
        ["rem-harness"],
        ["rem-backfill", "--rollback"],
        ["state", "export", "--format", "openclaw"],
        ["config", "list"],
        ["config", "get", "notes.timezone"],
        ["config", "explain", "notes.timezone"],
        ["init"],
    ],
    ids=" ".join,
)
def test_every_command_speaks_json_before_and_after_its_name(lamina, command):
    for arguments in ([*command, "--json"], ["--json", *command]):
        done = lamina(*arguments)
        if "new" in command or "open" in command:
            lamina("undo")
        json.loads(ok(done))
        assert "\x1b" not in done.stdout + done.stderr


def test_a_batch_answers_a_line_for_a_line(lamina, write):
    write("memory/a.md", "- zebra\n- lion\n")
    done = lamina("search", "--batch", "-", "--limit", "1", given="zebra\n\nlion\n")
    answers = [json.loads(line) for line in ok(done).splitlines()]
    assert [[h["snippet"] for h in a["hits"]] for a in answers] == [["- zebra"], [], ["- lion"]]


def test_shapes_are_those_of_python(lamina, write, open_memory):
    write("memory/2026-03-01.md", "# T\n- zebra\n")
    shown = json.loads(ok(lamina("search", "zebra", "--json", "--no-record")))
    assert shown == open_memory().search("zebra", record=False).as_dict()
    assert json.loads(ok(lamina("get", "memory/2026-03-01.md", "--json"))) == (
        open_memory().get("memory/2026-03-01.md").as_dict()
    )
    assert json.loads(ok(lamina("core", "--json"))) == open_memory().core().as_dict()


def test_explain_shows_the_parts(lamina, write):
    write("memory/a.md", "- zebra\n")
    out = ok(lamina("search", "zebra", "--explain"))
    assert "= words " in out
    assert "terms: zebra" in out


def test_an_agent_is_named_in_the_history(lamina):
    ok(lamina("remember", "x", "--agent", "chiti", *NOW))
    assert json.loads(ok(lamina("history", "--json")))[0]["author"] == "agent:chiti"


def test_an_agent_with_a_workspace_of_its_own_writes_there(lamina, tmp_path, home):
    own = tmp_path / "chiti"
    own.mkdir()
    (home / ".config/lamina").mkdir(parents=True)
    (home / ".config/lamina/config.toml").write_text(f'[agents]\nchiti = "{own}"\n')
    ok(lamina("remember", "x", "--agent", "chiti", *NOW))
    assert (own / "memory/2026-03-04.md").exists()


def test_a_secret_is_said_and_replaced(lamina, root):
    key = "ghp_" + "aB3dE5gH7j" * 3 + "aB3dE5"
    done = lamina("remember", f"the key is {key}", *NOW)
    assert done.returncode == 0
    assert "A secret (" in done.stderr
    assert key not in done.stdout + done.stderr
    refused = lamina("remember", f"the key is {key}", *NOW, "--set", "secrets.mode=refuse")
    assert refused.returncode == 7
    assert key not in refused.stderr


def test_text_comes_from_standard_input(lamina, root):
    ok(lamina("remember", "-", *NOW, given="from a pipe\n"))
    assert (root / "memory/2026-03-04.md").read_text().endswith("- 09:30 from a pipe\n")


def test_settings_are_kept_with_their_comments(lamina, home, root):
    path = home / ".config/lamina/config.toml"
    path.parent.mkdir(parents=True)
    path.write_text("# mine\n[core]\nfile_tokens = 900  # because\n")
    ok(lamina("config", "set", "core.total_tokens", "5000"))
    assert path.read_text() == "# mine\n[core]\nfile_tokens = 900  # because\ntotal_tokens = 5000\n"
    assert path.stat().st_mode & 0o777 == 0o600
    assert ok(lamina("config", "get", "core.total_tokens")) == "5000\n"
    assert f"from {path}" in ok(lamina("config", "explain", "core.total_tokens"))
    ok(lamina("config", "set", "notes.language", "de", "--here"))
    assert (root / ".lamina.toml").read_text() == '[notes]\nlanguage = "de"\n'
    refused = lamina("config", "set", "embedding.url", "http://x", "--here")
    assert refused.returncode == 3


def test_a_key_is_never_printed(lamina, home):
    ok(lamina("config", "set", "embedding.api_key", "very-secret-value"))
    for command in (["list"], ["get", "embedding.api_key"], ["explain", "embedding.api_key"]):
        for extra in ([], ["--json"]):
            assert "very-secret-value" not in ok(lamina("config", *command, *extra))


def test_undo_can_be_looked_at_first(lamina, root):
    ok(lamina("remember", "x", *NOW))
    assert "-- 09:30 x" in ok(lamina("undo", "--dry-run"))
    assert (root / "memory/2026-03-04.md").exists()


def test_history_shows_the_lines_of_a_change(lamina):
    ok(lamina("remember", "x", *NOW))
    assert "+- 09:30 x" in ok(lamina("history", "1"))


def test_text_that_is_no_utf8_is_shown_not_fatal(lamina, write):
    write("memory/a.md", b"- zebra \xff\xfe\n")
    assert "zebra" in ok(lamina("search", "zebra"))
    assert "zebra" in ok(lamina("get", "memory/a.md"))
    ok(lamina("get", "memory/a.md", "--json"))


def test_a_closed_pipe_is_no_fault(lamina, root, write):
    write("memory/a.md", "x\n" * 100_000)
    done = os.popen(  # noqa: S605 - a real shell pipe is the point
        f"cd {root} && HOME={lamina.environment['HOME']} {sys.executable} -m lamina get "
        "memory/a.md 2>&1 | head -1"
    )
    assert done.read() == "x\n"
    assert done.close() is None


def leaves(group, path):
    for name in group.list_commands(None):
        command = group.get_command(None, name)
        if isinstance(command, click.Group) and name != "memory":  # it has other names only
            yield from leaves(command, (*path, name))
        else:
            yield (*path, name), command


@pytest.mark.parametrize("path", [path for path, _ in leaves(top, ())], ids=" ".join)
def test_every_command_has_help_with_an_example_of_itself(path):
    command = dict(leaves(top, ()))[path]
    assert f"Example: lamina {' '.join(path)}" in " ".join((command.help or "").split())


@pytest.mark.parametrize("name", Commands.homes)
def test_every_command_can_be_asked_for_help(lamina, name):
    assert "Usage: lamina" in ok(lamina(name, "--help"))


def test_a_decision_nobody_wrote_down_is_told_once_and_written_on_request(lamina, root):
    said = ("unwritten", "ok, then we take the oak worktop", "--answer", "Good, oak it is.")
    told = lamina(*said)
    assert "oak worktop" in ok(told)
    assert "lamina remember" in told.stderr
    ok(lamina(*said, "--write"))
    assert "Nothing was settled" in lamina(*said).stderr
    assert "Nothing was settled" in lamina("unwritten", "how tall is the tower?").stderr


def test_recall_answers_or_stays_silent_and_says_why(lamina, root):
    ok(lamina("remember", "The plumber, Mr Ortega, wants 480 euros for the boiler.", *NOW))
    found = lamina("recall", "How much did the plumber want for the boiler last time?")
    assert "480 euros" in ok(found)
    assert "by search" in found.stderr
    quiet = lamina("recall", "hello there")
    assert (ok(quiet), "Silent: small talk." in quiet.stderr) == ("", True)
    shown = json.loads(ok(lamina("recall", "hello there", "--json")))
    assert (shown["status"], shown["trigger"]["recall"]) == ("silent", False)
    refused = lamina("search", "boiler", "--json", "--set", "recall.policy=index-only")
    assert json.loads(ok(refused))["status"] == "not-searched"


def test_the_names_of_a_hosts_command_line_are_the_same_commands(lamina, write):
    write("memory/2026-03-02.md", "# 2026-03-02\n\n- the zebra is striped\n")
    now = ("--now", "2026-03-03T09:00")
    assert "zebra" in ok(lamina("memory", "search", "zebra", *now))
    for words in (("promote",), ("promote-explain", "zebra"), ("rem-harness", "--json")):
        assert lamina("memory", *words, *now).stdout == lamina(*words, *now).stdout
    assert lamina("memory", "promot").returncode == 2


def test_init_sets_up_the_agents_folder_not_the_one_somebody_stands_in(lamina, tmp_path, home):
    config = home / ".config" / "lamina" / "config.toml"
    config.parent.mkdir(parents=True, exist_ok=True)
    there = tmp_path / "agents" / "coder"
    config.write_text(f"[agents]\ncoder = {str(there)!r}\n")
    here = tmp_path / "here"
    here.mkdir()
    shown = lamina("--agent", "coder", "init", cwd=here)
    assert str(there) in ok(shown)
    refused = lamina("--agent", "cook", "init", cwd=here)
    assert refused.returncode != 0
    assert "coder" in refused.stderr


def test_init_goes_where_the_environment_says(lamina, tmp_path):
    (tmp_path / "here").mkdir()
    there = tmp_path / "there"
    assert str(there) in ok(lamina("init", cwd=tmp_path / "here", LAMINA_WORKSPACE=str(there)))
