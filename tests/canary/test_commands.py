"""Every command of the command line, with a secret in each of its texts, one after the other."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

import click
import pytest

from lamina.cli.main import carried_out, lamina
from tests.canary.hunt import KEY, SAID, SESSION, found, live

if TYPE_CHECKING:
    from collections.abc import Iterator

# They serve until they are told to end: what they are asked is tried in test_faces.py.
SERVE = {"mcp", "serve", "server", "worker"}
# What stands in these is where somebody wants something to be: a name on the disk, as it is given.
PLACES = {("init", "folder"), ("state export", "out")}
# What is there, for the other texts of a command to be of use.
THERE = {
    "name": "Shop", "title": "Shop", "subject": "Shop", "task": "ring", "old": "the old line",
    "target": "MEMORY.md", "domain": "coding", "names": "1", "numbers": "1", "number": "1",
    "candidate": "the shop opens", "verdict": "helpful", "keyword": "oauth", "to": "Shop",
    "query": "shop", "words": "shop", "host": "claude-code", "event": "Stop",
}  # fmt: skip
KEYS = {"session": SESSION, "config": "notes.language"}


def leaves(command: click.Command, path: tuple[str, ...] = ()) -> dict[str, click.Command]:
    """Return every command that does something, by its words."""
    if not isinstance(command, click.Group):
        return {" ".join(path): command}
    context = click.Context(command)
    held: dict[str, click.Command] = {}
    for name in command.list_commands(context):
        child = command.get_command(context, name)
        assert child is not None
        held |= leaves(child, (*path, name))
    return held


COMMANDS = leaves(lamina)


def takes_text(parameter: click.Parameter) -> bool:
    kinds = click.types.StringParamType | click.Path | click.File
    return parameter.expose_value and isinstance(parameter.type, kinds)


TRIED = sorted(
    name
    for name, command in COMMANDS.items()
    if name not in SERVE and any(map(takes_text, command.params))
)


def calls(name: str, given: str) -> Iterator[list[str]]:
    """Yield the ways to call a command in which each of its texts in turn is the secret."""
    command = COMMANDS[name]
    texts = [one for one in command.params if takes_text(one)]
    flags = [f"--{flag}" for flag in ("apply", "yes", "write", "here") if _has(command, flag)]
    for text in texts:
        if (name, text.name) in PLACES:
            continue
        values = [given, "-", SAID] if isinstance(text.type, click.Path | click.File) else [SAID]
        values += ["-"] if text.nargs == -1 else []
        for value in values:
            needed = [one for one in command.params if one.required and one is not text]
            arguments = [*name.split(), *flags]
            for one in [*(one for one in command.params if one in needed or one is text)]:
                said = value if one is text else _valid(name, one)
                option = isinstance(one, click.Option)
                arguments += [one.opts[0], said] if option else [said]
            yield arguments
            yield [*arguments, "--json"]


def _has(command: click.Command, flag: str) -> bool:
    return any(f"--{flag}" in parameter.opts for parameter in command.params)


def _valid(name: str, parameter: click.Parameter) -> str:
    if isinstance(parameter.type, click.Choice):
        return str(parameter.type.choices[0])
    return (
        KEYS.get(name.split(maxsplit=1)[0], "x")
        if parameter.name == "key"
        else THERE.get(str(parameter.name), "x")
    )


@pytest.fixture
def life(open_memory, root, home, environment, monkeypatch):
    with open_memory() as memory:
        live(memory, home)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    monkeypatch.chdir(root)


@pytest.mark.parametrize("name", TRIED)
def test_no_command_leaves_a_secret_anywhere(  # J05
    life, root, home, tmp_path, capsys, monkeypatch, name
):
    given = tmp_path / "given.txt"
    given.write_text(f"{SAID}\n", "utf-8")
    for arguments in calls(name, str(given)):
        stdin = io.TextIOWrapper(io.BytesIO(f"{SAID}\n".encode()), "utf-8")
        monkeypatch.setattr("sys.stdin", stdin)
        code = carried_out([*arguments, "--now", "2026-03-04T09:30:00+01:00"])
        said = capsys.readouterr()
        shown = (name, *(one.replace(KEY, "KEY") for one in arguments), code)
        assert code != 70, (shown, said.err)
        assert found([root, home]) == [], shown
        assert KEY not in said.err, shown
        assert KEY not in said.out, shown
