"""The parts of docs/ that are made from the code: commands, settings, errors, layers, tools.

``make docs`` writes them through cog; ``make lint`` fails where they are out of date.
"""

from __future__ import annotations

import sys
from pathlib import Path

import click

from lamina.cli.main import lamina
from lamina.documents.kinds import RULES
from lamina.errors import classes
from lamina.mcp_server.catalog import TOOLS
from lamina.service.catalog import ENDPOINTS
from lamina.settings import settings
from lamina.team.tokens import SCOPES


def commands(group: click.Group, context: click.Context) -> list[tuple[str, click.Command]]:
    """Return every command with the words that call it."""
    found: list[tuple[str, click.Command]] = []
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        path = f"{context.command_path} {name}"
        if isinstance(command, click.Group) and name != "memory":  # only other names
            inner = click.Context(command, info_name=name, parent=context)
            found += commands(command, inner)
        else:
            found.append((path, command))
    return found


def cli() -> None:
    """Every command with its help."""
    top = click.Context(lamina, info_name="lamina")
    for path, command in commands(lamina, top):
        names = path.split()
        context = top
        for name in names[1:-1]:
            context = click.Context(click.Group(name), info_name=name, parent=context)
        inner = click.Context(command, info_name=names[-1], parent=context)
        _out(f"\n## {path}\n\n```text\n{command.get_help(inner)}\n```\n")


def settings_table() -> None:
    """Every setting, its default, whether a workspace's own file may set it."""
    _out("\n| setting | default | in the workspace's file | what it does |\n|---|---|---|---|\n")
    for s in settings():
        default = ", ".join(s.default) if isinstance(s.default, tuple) else s.default
        travels = "yes" if s.harmless else "no"
        values = f" ({', '.join(c for c in s.choices if c)})" if s.choices else ""
        _out(f"| `{s.key}` | `{default}` | {travels} | {s.help}{values} |\n".replace("``", " "))


def errors_table() -> None:
    """Every error class with its exit code and HTTP status."""
    _out("\n| error | exit code | HTTP | when |\n|---|---|---|---|\n")
    for c in classes():
        said = (c.__doc__ or "").splitlines()[0]
        _out(f"| `{c.__name__}` | {c.exit_code} | {c.status.value} | {said} |\n")


def layers_table() -> None:
    """Every layer: when it is searched, whether dreaming may promote from it."""
    _out("\n| layer | searched | evidence for dreaming | append only |\n|---|---|---|---|\n")
    for layer, rule in RULES.items():
        cells = ("yes" if flag else "no" for flag in (rule.evidence, rule.append_only))
        _out(f"| {layer} | {rule.searched} | {' | '.join(cells)} |\n")


def tools_table() -> None:
    """Every tool of the MCP server: what it takes, what it touches, to whom it is offered."""
    _out("\n| tool | takes | effect | offered | what it does |\n|---|---|---|---|---|\n")
    for tool in TOOLS.values():
        takes = [f"**{name}**" if name in tool.needs else name for name in tool.takes]
        effect = tool.effect.name.lower().replace("_", " ")
        offered = "by default" if tool.usual else "to the owner" if tool.owner else "with `all`"
        main = ", main sessions only" if tool.shows in {"MEMORY.md", "USER.md"} else ""
        cells = (f"`{tool.name}`", ", ".join(takes), effect, offered + main, tool.about)
        _out(f"| {' | '.join(cells)} |\n")


def endpoints_table() -> None:
    """Every endpoint of the HTTP API: the scope it needs, what it takes."""
    _out("\n| endpoint | scope | takes | what it does |\n|---|---|---|---|\n")
    for one in ENDPOINTS.values():
        takes = ", ".join(
            f"**{name}**" if details.is_required() else name
            for name, details in one.takes.model_fields.items()
        )
        main = " (main sessions only)" if one.shows == "MEMORY.md" else ""
        _out(f"| `{one.method} {one.path}` | {one.scope} | {takes} | {one.about}{main} |\n")


def scopes_table() -> None:
    """What a token may allow."""
    _out("\n| scope | allows to |\n|---|---|\n")
    for name, about in SCOPES.items():
        _out(f"| `{name}` | {about} |\n")


def _out(text: str) -> None:
    import cog  # there only while cog runs

    cog.out(text)


def main() -> None:
    """Run cog over the documents."""
    from cogapp import Cog

    folder = Path(__file__).parents[1]
    files = sorted(str(p) for p in (folder / "docs").glob("*.md"))
    mode = ["--check", "--diff"] if "--check" in sys.argv else ["-r"]
    sys.exit(Cog().main(["cog", "-n", "utf-8", *mode, "-I", str(folder / "scripts"), *files]))


if __name__ == "__main__":
    main()
