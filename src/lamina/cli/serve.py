"""The command that serves the page."""

from __future__ import annotations

from importlib.util import find_spec

import click

from lamina.cli.common import global_options, note, opener

_NEEDS = ("jinja2", "starlette", "uvicorn", "multipart")


@click.command(short_help="Serve a web page: see the memory and the night's work, and decide.")
@click.option("--host", default="127.0.0.1", help="What to listen on; off loopback with a token.")
@click.option("--port", default=8764, type=click.IntRange(0, 65535), help="0: any that is free.")
@click.option("--read-only", is_flag=True, help="Nothing can be changed from the page.")
@click.option("--open", "open_", is_flag=True, help="Open it in your browser.")
@global_options
def serve(host: str, port: int, read_only: bool, open_: bool) -> None:
    """Serve a web page over the workspace, until the process is told to end.

    Whoever opens it acts as the owner. Off loopback it needs a token (web.token).

    Example: lamina serve --open
    """
    from lamina.cli.fleet import opened_fleet
    from lamina.errors import MissingExtraError

    if any(find_spec(name) is None for name in _NEEDS):
        raise MissingExtraError("lamina serve", "web")
    open_memory = opener(author="owner:page")
    with open_memory() as memory:  # what is wrong is said before anybody is served
        chosen = memory.config.web
        root = memory.workspace.root
    fleet = opened_fleet()
    from lamina.web.serve import serve as serve_page

    def ready(url: str) -> None:
        note(f"Serving {root} at {url}")
        if open_:
            click.launch(url)

    serve_page(
        open_memory,
        (host, port),
        root=root,
        fleet=fleet if any(one.root != root for one in fleet.members) else None,
        open_agent=lambda at: opener(str(at), author="owner:page", of_folder=True),
        hosts=chosen.hosts,
        token=chosen.token,
        read_only=read_only,
        ready=ready,
    )
