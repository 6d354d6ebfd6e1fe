"""Wrong input gives a sentence and an exit code, never a traceback."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

COMMANDS = [
    ["status"],
    ["core"],
    ["remember", "x"],
    ["log", "S", "--change", "c"],
    ["search", "x"],
    ["get", "MEMORY.md"],
    ["context"],
    ["history"],
    ["undo"],
    ["index", "sync"],
    ["index", "rebuild"],
    ["index", "rebuild-daily"],
    ["doctor"],
    ["hygiene"],
    ["trim"],
    ["where", "x"],
    ["checkpoint", "S", "--done"],
    ["active", "list"],
    ["active", "open", "S", "b"],
    ["topic", "list"],
    ["topic", "resume", "x"],
    ["fact", "add", "S", "f"],
    ["reference", "list"],
    ["project", "list"],
    ["agent-type", "list"],
    ["learn", "--wanted"],
    ["knowledge", "list"],
    ["core", "add", "x"],
    ["dream", "proposals"],
    ["dream", "accept", "1"],
    ["dream", "reject", "1"],
    ["rem-harness"],
    ["rem-backfill", "--rollback"],
    ["state", "export"],
]


def refused(done, code, *words):
    assert done.returncode == code, (done.stdout, done.stderr)
    assert "Traceback" not in done.stderr
    assert "Error: " in done.stderr
    for word in words:
        assert word in done.stderr


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_an_unknown_workspace_is_said_by_every_command(lamina, command, tmp_path):
    refused(lamina(*command, "-w", str(tmp_path / "missing")), 4, "no such folder", "lamina init")
    assert not (tmp_path / "missing").exists()


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_a_file_where_the_workspace_should_be_is_said_by_every_command(lamina, command, tmp_path):
    (tmp_path / "file").write_text("x")
    refused(lamina(*command, "-w", str(tmp_path / "file")), 4, "not a folder")


def test_no_workspace_anywhere(lamina, tmp_path):
    empty = tmp_path / "empty"
    empty.mkdir()
    refused(lamina("status", cwd=empty), 4, "No workspace found", "--workspace")


def test_a_windows_path_creates_nothing(lamina, tmp_path):  # F05
    empty = tmp_path / "empty"
    empty.mkdir()
    for arguments in (
        ["init", "C:\\Users\\Dr Brenda\\mem", "--apply"],
        ["remember", "x", "-w", "C:\\Users\\Dr Brenda\\mem"],
    ):
        refused(lamina(*arguments, cwd=empty), 4, "Windows path")
    assert list(empty.iterdir()) == []


@pytest.mark.parametrize("value", ["tomorrow", "2026-02-30", "", "12:00"])
def test_an_invalid_date_is_said(lamina, value):
    refused(lamina("status", "--now", value), 2, "is not a date")
    refused(lamina("search", "x", "--since", value), 2, "is not a date")


def test_an_unknown_command_or_option_is_said_with_the_nearest(lamina):
    refused(lamina("remeber", "x"), 2, "remember")
    refused(lamina("search", "x", "--limt", "3"), 2, "--limit")
    refused(lamina("search", "x", "--limit", "0"), 2, "0")


def test_empty_text_is_said(lamina):
    refused(lamina("remember", "  "), 2, "empty")
    refused(lamina("log", "S"), 2, "empty")
    refused(lamina("log", " ", "--change", "c"), 2, "empty")
    refused(lamina("search", " "), 2, "empty")
    refused(lamina("search"), 2, "empty")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('[notes]\ntimezon = "UTC"\n', ["notes.timezon", "notes.timezone"]),
        ('[note]\ntimezone = "UTC"\n', ["'note'", "'notes'"]),
        ('[core]\nfile_tokens = "many"\n', ["core.file_tokens", "whole number"]),
        ('[secrets]\nmode = "redct"\n', ["secrets.mode", "'redact'"]),
        ("[core\n", ["not valid TOML"]),
        ("[core]\nfile_tokens = -1\n", ["negative"]),
        ('[notes]\ntimezone = "Europe/Berlinn"\n', ["Europe/Berlinn", "Europe/Berlin"]),
    ],
)
def test_a_wrong_setting_is_said_with_the_nearest_name(lamina, root, text, words):
    (root / ".lamina.toml").write_text(text)
    done = lamina("remember", "x", LAMINA_NOTES_TIMEZONE="") if "Berlinn" not in text else None
    if done is None:
        del lamina.environment["LAMINA_NOTES_TIMEZONE"]
        done = lamina("remember", "x")
    refused(done, 3, *words)
    assert [p.name for p in root.iterdir() if p.name != "memory"] == [".lamina.toml"]


def test_a_wrong_variable_or_flag_is_said(lamina):
    refused(lamina("status", LAMINA_CORE_FILE_TOKENS="many"), 3, "LAMINA_CORE_FILE_TOKENS")
    refused(lamina("status", "--set", "core.file_token=3"), 2, "core.file_tokens")
    refused(lamina("status", "--set", "core.file_tokens"), 2, "KEY=VALUE")


@pytest.mark.parametrize(
    "line", ['url = "http://x"', 'api_key = "k"', 'kind = "endpoint"', 'model = "m"']
)
def test_a_travelling_file_may_not_set_what_could_harm(lamina, root, line):  # SAFE-5
    (root / ".lamina.toml").write_text(f"[embedding]\n{line}\n")
    refused(lamina("search", "x"), 3, "travels with the workspace")
    (root / ".lamina.toml").write_text('[search]\nextra_paths = ["/etc"]\n')
    refused(lamina("search", "x"), 3, "travels with the workspace")


def test_paths_out_of_the_workspace_are_refused(lamina, root):  # J06
    (root / "memory" / "link").symlink_to("/etc")
    for path in (
        "../../etc/passwd",
        "/etc/passwd",
        "memory/link/passwd",
        "C:\\x",
        "memory/.dreams/state.db",
    ):
        refused(lamina("get", path), 5, "refused")


def test_what_is_no_text_file_is_said(lamina, root):
    (root / "memory" / "folder.md").mkdir()
    (root / "memory" / "binary.md").write_bytes(b"a\0b")
    with (root / "memory" / "huge.md").open("wb") as file:
        file.truncate(200_000_000)
    refused(lamina("get", "memory/folder.md"), 5, "not a regular file")
    refused(lamina("get", "memory/binary.md"), 5, "not a text file")
    refused(lamina("get", "memory/huge.md"), 5, "200,000,000 bytes")
    done = lamina("search", "anything")
    assert done.returncode == 0
    assert "200,000,000" in done.stderr
    assert json.loads(lamina("search", "x", "--json").stdout)["fresh"] is False


def test_a_folder_where_todays_note_should_be_is_said(lamina, root):
    (root / "memory" / "2026-03-04.md").mkdir()
    refused(lamina("remember", "x", "--now", "2026-03-04"), 5, "not a regular file")


def test_unknown_changes_and_hits_are_said(lamina):
    refused(lamina("undo"), 2, "nothing to undo")
    refused(lamina("undo", "7"), 2, "There is no change 7")
    refused(lamina("history", "7"), 2, "There is no change 7")
    refused(lamina("get", "memory/x.md#L9-L3"), 2, "names no lines")


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["search", "\udcff x"], 0),
        (["get", "memory/\udcfe.md"], 5),
        (["remember", "x", "--agent", "\udcff"], 2),
        (["remember", "x", "--now", "0001-01-01"], 2),
        (["undo", "0"], 2),
        (["context", "--project", "../.."], 5),
        (["remember", "\udcff"], 0),
    ],
)
def test_odd_arguments_end_in_a_sentence_and_write_nothing_wrong(lamina, arguments, code):
    done = lamina(*arguments)
    assert done.returncode == code, done.stderr
    assert "Traceback" not in done.stderr


def test_a_batch_of_odd_bytes_is_answered(lamina, write, tmp_path):
    write("memory/a.md", "- zebra\n")
    (tmp_path / "q.txt").write_bytes(b"zebra \xff\nzebra\n")
    done = lamina("search", "--batch", str(tmp_path / "q.txt"))
    assert len(done.stdout.splitlines()) == 2


def test_a_machine_without_a_readable_zone_is_told_what_to_do(lamina):
    del lamina.environment["LAMINA_NOTES_TIMEZONE"]
    refused(lamina("status", TZ="Foo/Bar"), 3, "time zone", "lamina config set")


def test_an_agent_that_is_not_listed_is_named(lamina, home, tmp_path):
    (home / ".config/lamina").mkdir(parents=True)
    (home / ".config/lamina/config.toml").write_text(f'[agents]\nchiti = "{tmp_path}"\n')
    refused(lamina("remember", "x", "--agent", "chitti"), 2, "'chiti'")


def test_errors_are_json_where_json_was_asked_for(lamina):
    done = lamina("undo", "--json")
    assert done.returncode == 2
    assert set(json.loads(done.stdout)) == {"error", "message", "hint"}


def test_a_missing_file_is_an_empty_answer_with_a_reason(lamina):  # REC-2
    done = lamina("get", "memory/none.md", "--json")
    assert done.returncode == 0
    answer = json.loads(done.stdout)
    assert answer["status"] == "not_found"
    assert answer["text"] == ""
    assert "memory/none.md" in answer["reason"]


# The interpreter's own files may be root's: everything is loaded before the rights are given up.
AS_NOBODY = """
import encodings.idna, importlib, os, pkgutil
import lamina
for found in pkgutil.walk_packages(lamina.__path__, "lamina."):
    if not any(name in found.name for name in ("embedder", "__main__", "mcp_server")):
        importlib.import_module(found.name)
from lamina.documents.markdown import _parser
_parser()
os.setgid(65534)
os.setuid(65534)
from lamina.cli.main import run
run()
"""


def as_nobody(lamina, *arguments):
    """Run the command as a user without rights, or skip with the reason."""
    if os.geteuid() != 0:
        pytest.skip("only root can become another user")
    return subprocess.run(
        [sys.executable, "-c", AS_NOBODY, *arguments],
        capture_output=True,
        text=True,
        env=lamina.environment | {"HOME": "/nonexistent"},
        cwd=lamina.folder,
        timeout=60,
    )


def open_to_all(path: Path):
    for folder in (path, *path.parents):
        if folder.stat().st_uid == os.geteuid() and folder != Path("/"):
            folder.chmod(folder.stat().st_mode | 0o055)


def test_an_unreadable_file_is_said(lamina, root):
    (root / "memory" / "private.md").write_text("zebra\n")
    (root / "memory" / "open.md").write_text("zebra\n")
    (root / "memory" / "private.md").chmod(0o000)
    open_to_all(root / "memory")
    done = as_nobody(lamina, "get", "memory/private.md")
    refused(done, 5, "permission denied")
    done = as_nobody(lamina, "search", "zebra", "--json")
    assert done.returncode == 0, done.stderr
    answer = json.loads(done.stdout)
    assert [h["path"] for h in answer["hits"]] == ["memory/open.md"]
    assert answer["fresh"] is False


def test_a_read_only_workspace_can_be_searched_and_says_so(lamina, root):
    (root / "memory" / "open.md").write_text("zebra\n")
    open_to_all(root / "memory")
    done = as_nobody(lamina, "search", "zebra")
    assert done.returncode == 0, done.stderr
    assert "memory/open.md#L1" in done.stdout
    assert "not recorded" in done.stderr
    refused(as_nobody(lamina, "remember", "x"), 6, "permission denied")
    assert not (root / "memory" / ".dreams").exists()


def test_a_full_disk_is_said(lamina, tmp_path):
    disk = tmp_path / "disk"
    disk.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", str(disk)]
    done = subprocess.run(mount, capture_output=True, text=True, check=False)
    if done.returncode:
        pytest.skip(f"a file system cannot be mounted here: {done.stderr.strip()}")
    try:
        (disk / "memory").mkdir()
        assert lamina("remember", "first", "-w", str(disk)).returncode == 0
        note = next((disk / "memory").glob("2*.md"))
        before = note.read_bytes()
        filler = os.open(disk / "filler", os.O_WRONLY | os.O_CREAT)
        with pytest.raises(OSError, match="space"):
            while True:
                os.write(filler, b"x" * 512)
        os.close(filler)
        refused(lamina("remember", "second", "-w", str(disk)), 6, "no space left", "whole")
        assert note.read_bytes() == before
    finally:
        subprocess.run(["umount", str(disk)], check=True)
