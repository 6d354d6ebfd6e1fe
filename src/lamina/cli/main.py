"""``lamina``: the group, the one place where errors become sentences and exit codes."""

from __future__ import annotations

import json
import os
import sys
from typing import Any, ClassVar

import click

from lamina import __version__
from lamina.cli.common import global_options, say
from lamina.errors import LaminaError

_ATTRIBUTES = {
    "agent-type": "agent_type",
    "import": "import_",
    "promote-explain": "promote_explain",
    "shadow-trial": "shadow_trial",
    "rem-harness": "rem_harness",
    "rem-backfill": "rem_backfill",
}


class Commands(click.Group):
    """Commands by name; a module is imported when one of its commands is used."""

    homes: ClassVar = {
        "init": "setup",
        "status": "setup",
        "doctor": "care",
        "hygiene": "care",
        "heartbeat": "upkeep",
        "jobs": "upkeep",
        "daemon": "upkeep",
        "schedule": "upkeep",
        "context": "find",
        "search": "find",
        "recall": "find",
        "get": "find",
        "remember": "notes",
        "log": "notes",
        "checkpoint": "notes",
        "where": "notes",
        "unwritten": "notes",
        "active": "active",
        "topic": "topics",
        "fact": "books",
        "reference": "books",
        "project": "books",
        "agent-type": "books",
        "handoff": "handoff",
        "summary": "summaries",
        "agent": "agents",
        "fleet": "fleet",
        "worker": "worker",
        "learn": "books",
        "knowledge": "books",
        "core": "core",
        "trim": "core",
        "dream": "dream",
        "promote": "dream",
        "promote-explain": "dream",
        "shadow-trial": "proposals",
        "rem-harness": "backfill",
        "rem-backfill": "backfill",
        "memory": "aliases",
        "history": "changes",
        "undo": "changes",
        "forget": "forget",
        "session": "sessions",
        "index": "index",
        "import": "care",
        "install": "install",
        "uninstall": "install",
        "hook": "hook",
        "state": "state",
        "config": "config",
        "mcp": "mcp",
        "serve": "serve",
        "server": "server",
        "token": "server",
        "audit": "server",
        "completion": "completion",
    }

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        """Return the names in the order a newcomer meets them."""
        return list(self.homes)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        """Import and return a command."""
        if cmd_name not in self.homes:
            return None
        from importlib import import_module

        module = import_module(f"lamina.cli.{self.homes[cmd_name]}")
        found: click.Command = getattr(module, _ATTRIBUTES.get(cmd_name, cmd_name))
        return found

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command; propose the nearest name for one that is not there."""
        from difflib import get_close_matches

        name = args[0] if args else ""
        near = get_close_matches(name, self.homes, n=1)
        if name and name not in self.homes and not name.startswith("-") and near:
            ctx.fail(f"No such command {name!r}. Did you mean {near[0]!r}?")
        return super().resolve_command(ctx, args)


@click.command(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="lamina")
@global_options
def lamina() -> None:
    """Memory for AI agents: a folder of Markdown, kept small, current and findable.

    Start with `lamina init`, write with `lamina remember "…"`, ask with `lamina search "…"`.
    """


def run(arguments: list[str] | None = None) -> None:
    """Run the command line and leave the process with its exit code."""
    sys.exit(carried_out(sys.argv[1:] if arguments is None else arguments))


def carried_out(arguments: list[str], **context: Any) -> int:
    """Run the command line and return its exit code; ``context``: what click is to know."""
    as_json = "--json" in arguments
    try:
        result = lamina.main(arguments, prog_name="lamina", standalone_mode=False, **context)
        code = result if isinstance(result, int) else 0
    except click.exceptions.Abort:
        say("Stopped.", err=True)
        code = 130
    except click.exceptions.NoArgsIsHelpError as error:
        say(error.format_message())
        code = 0
    except click.ClickException as error:
        code = _fail(as_json, "UsageError", error.format_message(), _usage(error), error.exit_code)
    except LaminaError as error:
        name = type(error).__name__
        code = _fail(as_json, name, error.message, error.hint, error.exit_code)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = 0
    except Exception as error:
        if os_debug():
            raise
        text = f"This is a fault in Lamina ({type(error).__name__}: {error})."
        code = _fail(
            as_json,
            "Fault",
            text,
            "Repeat with --set to rule out settings, or report "
            "it with the trace: python -X dev -m lamina …",
            70,
        )
    return code


def os_debug() -> bool:
    """Say whether Python runs in its development mode, in which faults show their trace."""
    return sys.flags.dev_mode


def _usage(error: click.ClickException) -> str:
    context = getattr(error, "ctx", None)
    if isinstance(error, click.NoSuchOption):
        return "Put -- before text that starts with a dash. " + (
            f"See: {context.command_path} --help" if context else ""
        )
    return f"See: {context.command_path} --help" if context else "See: lamina --help"


def _fail(as_json: bool, name: str, message: str, hint: str, code: int) -> int:
    from lamina.documents.redact import redact

    message, hint = redact(message).text, redact(hint).text
    if as_json:
        say(json.dumps({"error": name, "message": message, "hint": hint}, ensure_ascii=False))
    else:
        say(click.style("Error: ", fg="red", bold=True) + message, err=True)
        if hint:
            say(click.style("Hint: ", fg="yellow") + hint, err=True)
    return code
