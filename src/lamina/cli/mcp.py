"""The command that serves memory to agents over the Model Context Protocol."""

from __future__ import annotations

import json
from importlib.util import find_spec
from pathlib import Path

import click

from lamina.cli.common import global_options, note, opener, options


@click.command(short_help="Serve memory to agents over the Model Context Protocol.")
@click.option(
    "--http",
    "where",
    is_flag=False,
    flag_value="127.0.0.1",
    metavar="[HOST:PORT]",
    help="Streamable HTTP instead of standard input and output.",
)
@click.option("--owner", is_flag=True, help="The client acts for you: it may do what you may.")
@click.option(
    "--reads",
    multiple=True,
    metavar="PATH",
    help="For a sub-agent: it may read only this file, or folder/ (repeatable).",
)
@click.option(
    "--handoff",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="For a sub-agent: it may read what was handed over (lamina handoff … --json > FILE).",
)
@global_options
def mcp(where: str | None, owner: bool, reads: tuple[str, ...], handoff: Path | None) -> None:
    """Serve memory to agents over the Model Context Protocol (standard input and output).

    What is written carries the author agent:NAME (--agent NAME, else mcp). Off loopback --http
    needs a token (mcp.token).

    Example: lamina mcp --session group
    """
    from lamina.errors import MissingExtraError

    if find_spec("mcp") is None:
        raise MissingExtraError("lamina mcp", "mcp")
    workspace = None
    if handoff:
        workspace, handed = _handed(handoff, options().get("workspace"))
        reads = (*handed, *reads)
        options().setdefault("session", "sub-agent")
    open_memory = opener(workspace, author="owner:mcp" if owner else "agent:mcp", reads=reads)
    with open_memory() as memory:  # what is wrong is said before anybody is served
        chosen = memory.config.mcp
        root = memory.workspace.root
    if where is None:
        from lamina.mcp_server.stdio import serve

        serve(open_memory)
        return
    from lamina.mcp_server.http import PORT
    from lamina.mcp_server.http import serve as serve_http
    from lamina.serving.guard import address

    serve_http(
        open_memory,
        address(where, PORT),
        hosts=chosen.hosts,
        token=chosen.token,
        ready=lambda url: note(f"Serving {root} at {url}"),
    )


def _handed(file: Path, workspace: str | None) -> tuple[str, tuple[str, ...]]:
    """Return the workspace and the files of a handoff; BadHandoffError where it is none."""
    from lamina.errors import BadHandoffError

    try:
        held = json.loads(file.read_text("utf-8"))
        root, reads = held["workspace"], held["reads"]
    except OSError as error:
        raise BadHandoffError(file, f"it cannot be read ({error.strerror})") from error
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise BadHandoffError(file, "it is not what lamina handoff --json prints") from error
    named = isinstance(root, str) and Path(root).is_absolute()
    if not named or not isinstance(reads, list) or not all(isinstance(one, str) for one in reads):
        raise BadHandoffError(file, "it names no workspace and files")
    if not any(one.strip() for one in reads):
        raise BadHandoffError(file, "it names no file, and whom no file is named may read all")
    if workspace and Path(workspace).expanduser().resolve() != Path(root).resolve():
        raise BadHandoffError(file, f"it is one of {root}, not of {workspace}")
    return root, tuple(one for one in reads if one.strip())
