"""Schedules are shown, installed once, and go again without a trace; programs are real scripts."""

from __future__ import annotations

import json
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest

from lamina.errors import ProgramError, UsageError
from lamina.upkeep.schedules import Programs, Schedules

CRONTAB = """#!/bin/sh
# A crontab in one file beside this script.
file="$(dirname "$0")/tab"
case "$1" in
  -l) if [ -e "$file" ]; then cat "$file"; else echo "no crontab for anna" >&2; exit 1; fi ;;
  -r) rm "$file" ;;
  -) cat >"$file" ;;
  *) exit 2 ;;
esac
"""
SYSTEMCTL = """#!/bin/sh
# Enables and disables as systemd does: by a link.
echo "$*" >>"$(dirname "$0")/said"
wants="$XDG_CONFIG_HOME/systemd/user/timers.target.wants"
case "$2" in
  enable) mkdir -p "$wants" && ln -sf "../$4" "$wants/$4" ;;
  disable) rm -f "$wants/$4" ;;
esac
"""
OPENCLAW = """#!/usr/bin/env python3
# A cron store in one file beside this script.
import json, pathlib, sys
file = pathlib.Path(__file__).with_name("jobs.json")
jobs = json.loads(file.read_text()) if file.exists() else []
match sys.argv[1:]:
    case ["cron", "list", *_]:
        print("a notice first")
        print(json.dumps({"jobs": jobs}))
    case ["cron", "add", *rest]:
        given = dict(zip(rest[::2], rest[1::2]))
        jobs.append({"id": f"id-{len(jobs)}", "name": given["--name"], "given": given})
        file.write_text(json.dumps(jobs))
    case ["cron", "rm", job]:
        file.write_text(json.dumps([one for one in jobs if one["id"] != job]))
"""


@pytest.fixture
def bin_(tmp_path):
    folder = tmp_path / "bin"
    folder.mkdir()
    for name, text in (("crontab", CRONTAB), ("systemctl", SYSTEMCTL), ("openclaw", OPENCLAW)):
        (folder / name).write_text(text)
        (folder / name).chmod(0o755)
    return folder


@pytest.fixture
def config(home):
    return home / ".config"


@pytest.fixture
def schedules(bin_, config, root, monkeypatch):
    monkeypatch.setenv("XDG_CONFIG_HOME", str(config))  # systemd reads it

    def of(folder=root):
        programs = (str(bin_ / name) for name in ("crontab", "systemctl", "openclaw"))
        return Schedules(folder, config, "Europe/Berlin", Programs(*programs))

    return of


def snapshot(folder):
    return {
        path.relative_to(folder).as_posix(): (path.read_bytes() if path.is_file() else None)
        for path in sorted(folder.rglob("*"))
        if path.name != "said"
    }


OTHERS = [
    None,
    b"",
    b"MAILTO=anna\n\n# mine\n0 5 * * * backup # lamina-like\n",
    b"# latin \xe4\xf6\n*/5 * * * * x\n",
    b"0 5 * * * last line has no end",
]


@pytest.mark.parametrize("before", OTHERS)
def test_a_crontab_is_left_as_it_was(schedules, bin_, before):
    tab = bin_ / "tab"
    if before is not None:
        tab.write_bytes(before)
    one = schedules()
    one.apply(one.install("cron"))
    held = tab.read_bytes()
    assert held.count(b"lamina heartbeat") == 1
    assert held.endswith(before or b"")
    assert one.install("cron") == ()
    assert "heartbeat" in one.installed()["cron"]
    one.apply(one.remove("cron"))
    assert (tab.read_bytes() if tab.exists() else None) == before
    assert one.remove("cron") == ()
    assert one.installed() == {}


def test_two_workspaces_have_a_line_each(schedules, bin_, tmp_path):
    other = tmp_path / "other"
    first, second = schedules(), schedules(other)
    for one in (first, second):
        one.apply(one.install("cron"))
    assert (bin_ / "tab").read_text().count("lamina heartbeat") == 2
    first.apply(first.remove("cron"))
    assert str(other) in (bin_ / "tab").read_text()
    second.apply(second.remove("cron"))
    assert not (bin_ / "tab").exists() or (bin_ / "tab").read_text() == ""


def test_a_line_of_an_older_python_is_replaced(schedules, bin_):
    one = schedules()
    one.apply(one.install("cron"))
    tab = bin_ / "tab"
    tab.write_text(tab.read_text().replace(one.programs.python, "/old/python") + "# mine\n")
    one.apply(one.install("cron"))
    assert "/old/python" not in tab.read_text()
    one.apply(one.remove("cron"))
    assert tab.read_text() == "# mine\n"


@pytest.mark.parametrize("name", ["ws", "with space", "100%", 'it\'s "q" $HOME `x`', "зебра"])
def test_the_line_calls_the_heartbeat_of_this_folder_whatever_its_name(
    schedules, bin_, tmp_path, environment, name
):
    """As cron does it: % ends the command unless a backslash stands before it; then sh."""
    folder = tmp_path / name
    (folder / "memory").mkdir(parents=True, exist_ok=True)
    one = schedules(folder)
    one.apply(one.install("cron"))
    line = (bin_ / "tab").read_text().rstrip("\n")
    command = line.split(" ", 5)[5].replace("\\%", "%")
    assert "%" not in line.replace("\\%", "")
    done = subprocess.run(["/bin/sh", "-c", command], env=environment, check=False)
    assert done.returncode == 0
    assert (folder / "memory" / "heartbeat-state.json").exists()


@pytest.mark.parametrize("there", [(), ("systemd/user",), ("systemd/user/timers.target.wants",)])
def test_unit_folders_are_left_as_they_were(schedules, bin_, config, there):
    for name in there:
        (config / name).mkdir(parents=True)
        (config / "systemd" / "user" / "mine.timer").write_text("[Timer]\n")
    before = snapshot(config.parent)
    one = schedules()
    shown = "\n".join(step.shown() for step in one.install("systemd"))
    assert "OnCalendar" in shown
    assert snapshot(config.parent) == before
    one.apply(one.install("systemd"))
    assert one.install("systemd") == ()
    assert set(one.installed()) == {"systemd"}
    one.apply(one.remove("systemd"))
    assert snapshot(config.parent) == before
    assert one.remove("systemd") == ()
    said = (bin_ / "said").read_text().splitlines()
    assert said[1].startswith("--user enable --now lamina-")
    assert said[2].startswith("--user disable --now lamina-")


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="no systemd here")
@pytest.mark.parametrize("name", ["ws", "with space", "100%", "it's $HOME"])
def test_systemd_understands_the_units(schedules, config, tmp_path, name):
    one = schedules(tmp_path / name)
    one.apply(one.install("systemd"))
    units = [str(path) for path in config.rglob("lamina-*") if path.is_file()]
    done = subprocess.run(
        ["systemd-analyze", "--user", "verify", *units], capture_output=True, text=True, check=False
    )
    assert "lamina-" not in done.stderr, done.stderr


def test_openclaws_cron_gets_one_job_and_loses_it(schedules, bin_):
    one = schedules()
    one.apply(one.install("openclaw"))
    assert one.install("openclaw") == ()
    (job,) = json.loads((bin_ / "jobs.json").read_text())
    assert job["given"]["--tz"] == "Europe/Berlin"
    called = job["given"]["--message"].splitlines()[0].removeprefix("Run: ")
    assert tuple(shlex.split(called)) == one.command
    assert one.installed() == {"openclaw": "job id-0"}
    one.apply(one.remove("openclaw"))
    assert json.loads((bin_ / "jobs.json").read_text()) == []
    assert one.remove("openclaw") == ()


def test_a_program_that_is_not_there_is_said_and_what_to_run_is_shown(config, root):
    one = Schedules(root, config, "UTC", Programs("no-crontab", "no-systemctl", "no-openclaw"))
    (step,) = one.install("openclaw")
    assert step.shown().startswith("run no-openclaw cron add")
    with pytest.raises(ProgramError, match="no such program"):
        one.apply([step])
    with pytest.raises(ProgramError, match="Nothing was changed"):
        one.install("cron")
    assert one.installed() == {}


def test_a_crontab_that_cannot_be_read_is_not_written(schedules, bin_):
    (bin_ / "crontab").write_text("#!/bin/sh\necho 'you may not use crontab' >&2\nexit 1\n")
    with pytest.raises(ProgramError, match="you may not"):
        schedules().install("cron")


def test_a_folder_that_cannot_stand_in_a_line_is_refused(schedules, tmp_path):
    for kind in ("cron", "systemd", "openclaw"):
        with pytest.raises(UsageError, match="nothing was written"):
            schedules(tmp_path / "two\nlines").install(kind)


def test_the_command_shows_first_and_writes_when_told(lamina, bin_, environment):
    found = {"PATH": f"{bin_}:{environment['PATH']}"}
    shown = lamina("schedule", "install", "cron", **found)
    assert "lamina heartbeat" in shown.stdout
    assert "--apply" in shown.stderr
    assert not (bin_ / "tab").exists()
    assert lamina("schedule", "install", "cron", "--apply", **found).returncode == 0
    assert "already" in lamina("schedule", "install", "cron", "--apply", **found).stdout
    assert "cron" in lamina("schedule", "list", **found).stdout
    assert lamina("schedule", "remove", "cron", "--apply", **found).returncode == 0
    assert not (bin_ / "tab").exists()
    assert "No schedule" in lamina("schedule", "list", **found).stdout
    failed = lamina("schedule", "remove", "systemd", "--apply", PATH=str(Path(bin_)))
    assert "not installed" in failed.stdout
