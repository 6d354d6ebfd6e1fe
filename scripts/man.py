"""Write docs/lamina.1, the manual page, from the commands' own help; ``--check`` only compares."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import click
from docs import commands

from lamina import __version__
from lamina.cli.main import lamina

PAGE = Path(__file__).parents[1] / "docs" / "lamina.1"
_FILES = (
    ("~/.config/lamina/config.toml", "Settings; lamina config list names them."),
    (".lamina.toml", "In a workspace: settings that may travel with it."),
    ("memory/.dreams/", "In a workspace: state and history."),
    ("~/.cache/lamina/", "Indexes; may be deleted at any time."),
)


def roff(text: str) -> str:
    """Return a text in which nothing is an instruction to the formatter."""
    plain = text.replace("\\", "\\e").replace("-", "\\-")
    return re.sub(r"^(?=[.'])", r"\\&", plain, flags=re.MULTILINE)


def section(path: str, command: click.Command, context: click.Context) -> str:
    """Return a command's part of the page: its usage, its help, its own options."""
    usage = " ".join(command.collect_usage_pieces(context))
    paragraphs = re.split(r"\n\s*\n", re.sub("[\b\f]", "", command.help or ""))
    said = "\n.PP\n".join(roff(" ".join(p.split())) for p in paragraphs)
    lines = [f'.SS "{roff(f"{path} {usage}".strip())}"', said]
    shared = {name for p in lamina.params for name in p.opts}
    for parameter in command.params:
        record = parameter.get_help_record(context)
        if record and record[1] and not shared & set(parameter.opts):
            lines += [".TP", f".B {roff(record[0])}", roff(" ".join(record[1].split()))]
    return "\n".join(lines)


def page() -> str:
    """Return the whole page."""
    top = click.Context(lamina, info_name="lamina")
    parts = [
        f'.TH LAMINA 1 "" "Lamina {__version__}" "Lamina"',
        ".SH NAME\nlamina \\- memory for AI agents, kept as a folder of Markdown",
        ".SH SYNOPSIS\n.B lamina\n.I command\n[options]",
        f".SH DESCRIPTION\n{roff(' '.join((lamina.help or '').split()))}",
        ".SH OPTIONS\nThey may stand before or after any command.",
    ]
    for parameter in lamina.params:
        record = parameter.get_help_record(top)
        if record:
            parts.append(f".TP\n.B {roff(record[0])}\n{roff(' '.join(record[1].split()))}")
    parts.append(".SH COMMANDS")
    for path, command in commands(lamina, top):
        parts.append(section(path, command, click.Context(command, info_name=path, parent=top)))
    parts.append(".SH FILES")
    parts += [f".TP\n.I {roff(name)}\n{roff(what)}" for name, what in _FILES]
    return "\n".join(parts) + "\n"


def main() -> None:
    """Write the page, or say that it is out of date."""
    new = page()
    if "--check" in sys.argv:
        if PAGE.read_text("utf-8") != new:
            sys.exit("docs/lamina.1 is not as the commands say: make docs")
    else:
        PAGE.write_text(new, "utf-8")


if __name__ == "__main__":
    main()
