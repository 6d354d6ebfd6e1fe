"""The command that serves memory to agents over the Model Context Protocol."""

from __future__ import annotations

from importlib.util import find_spec

import click

from lamina.cli.common import global_options, note, opener


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
@global_options
def mcp(where: str | None, owner: bool, reads: tuple[str, ...]) -> None:
    """Serve memory to agents over the Model Context Protocol (standard input and output).

    What is written carries the author agent:NAME (--agent NAME, else mcp). Off loopback --http
    needs a token (mcp.token).

    Example: lamina mcp --session group
    """
    from lamina.errors import MissingExtraError

    if find_spec("mcp") is None:
        raise MissingExtraError("lamina mcp", "mcp")
    open_memory = opener(author="owner:mcp" if owner else "agent:mcp", reads=reads)
    with open_memory() as memory:  # what is wrong is said before anybody is served
        chosen = memory.config.mcp
        root = memory.workspace.root
    if where is None:
        from lamina.mcp_server.stdio import serve

        serve(open_memory)
        return
    from lamina.mcp_server.http import address
    from lamina.mcp_server.http import serve as serve_http

    serve_http(
        open_memory,
        address(where),
        hosts=chosen.hosts,
        token=chosen.token,
        ready=lambda url: note(f"Serving {root} at {url}"),
    )
