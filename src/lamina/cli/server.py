"""Commands for the server of a team: serve, its tokens, its audit log."""

from __future__ import annotations

import re
from datetime import timedelta
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from lamina.cli.common import counted, given_settings, global_options, note, options, show
from lamina.cli.find import day

if TYPE_CHECKING:
    from datetime import date

    from lamina.fleet.fleet import Fleet
    from lamina.team.tokens import Token, Tokens

_NEEDS = ("jinja2", "mcp", "multipart", "prometheus_client", "pydantic", "starlette", "uvicorn")
_FLEET = click.option(
    "--fleet",
    "file",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Lists the workspaces, in place of fleet.file.",
)
_PARTS = {"d": "days", "h": "hours", "m": "minutes"}


def span(value: str | timedelta) -> timedelta:
    """Read a stretch of time, written as 90d, 12h or 30m, or raise UsageError."""
    from lamina.errors import UsageError

    if isinstance(value, timedelta):
        return value
    match = re.fullmatch(r"(\d{1,5})([dhm])", value)
    if match is None:
        raise UsageError(f"{value!r} is no stretch of time.", "Write it as 90d, 12h or 30m.")
    return timedelta(**{_PARTS[match[2]]: int(match[1])})


@click.command(short_help="Serve many workspaces to a team: HTTP API, MCP, page; with tokens.")
@_FLEET
@click.option("--host", default="127.0.0.1", help="What to listen on; off loopback: server.hosts.")
@click.option("--port", default=8763, type=click.IntRange(0, 65535), help="0: any that is free.")
@global_options
def server(file: Path | None, host: str, port: int) -> None:
    """Serve the workspaces of a fleet to a team, until the process is told to end.

    Below /v1/NAME/ the HTTP API (described by /openapi.json), at /mcp/NAME MCP, at /page/NAME/ the
    page; everybody needs a token (lamina token create).

    Example: lamina server --fleet team.toml
    """
    from lamina.errors import MissingExtraError

    if any(find_spec(name) is None for name in _NEEDS):
        raise MissingExtraError("lamina server", "server")
    from lamina.config import one_thread_each
    from lamina.service.serve import serve

    one_thread_each()
    fleet = _fleet(file)
    names = counted(len(fleet.members), "workspace")
    serve(fleet, (host, port), ready=lambda url: note(f"Serving {names} at {url}"))


@click.group()
@global_options
def token() -> None:
    """Make, list, renew and revoke the tokens with which a team uses lamina server."""


@token.command()
@click.argument("name", metavar="[WORKSPACE]", required=False, default="")
@click.option(
    "--scope",
    "scopes",
    multiple=True,
    help="read, write, dream, page, admin; or metrics, which opens no workspace (repeatable).",
)
@click.option("--expires", type=span, metavar="SPAN", help="After this time it opens nothing.")
@click.option("--note", "about", default="", help="What it is for.")
@_FLEET
@global_options
def create(
    name: str, scopes: tuple[str, ...], expires: timedelta | None, about: str, file: Path | None
) -> None:
    """Make a token for a workspace of the fleet and print it, once.

    --agent names who writes with it (else the workspace's name), --session the kind of its
    sessions: group unless said otherwise, and only main sees MEMORY.md.

    Example: lamina token create chiti --agent coder --scope read --scope write --session main
    """
    from lamina.errors import UnknownNameError

    fleet = _fleet(file)
    given = options()
    known = {member.name for member in fleet.members}
    if name and name not in known:
        raise UnknownNameError("workspace", name, known)
    with _Opened(fleet) as tokens:
        made, text = tokens.create(
            name,
            given.get("agent") or name or "metrics",
            scopes or ("read",),
            session=given.get("session", "group"),
            lasts=expires,
            note=about,
        )
    show(made.as_dict() | {"token": text}, [text])
    _say(made)
    note("It is shown this once; of it only a digest is kept.")


@token.command(name="list")
@click.option("--all", "all_", is_flag=True, help="Revoked ones, too.")
@_FLEET
@global_options
def list_(all_: bool, file: Path | None) -> None:
    """List the tokens: whose they are and what they allow, never the tokens themselves.

    Example: lamina token list
    """
    with _Opened(_fleet(file)) as tokens:
        found = [one for one in tokens.list() if all_ or not one.revoked]
    show([one.as_dict() for one in found], [_row(one) for one in found] or ["There are none."])


@token.command()
@click.argument("number", metavar="ID")
@click.option(
    "--overlap",
    type=span,
    default="24h",
    show_default=True,
    metavar="SPAN",
    help="How long the present one stays good beside the new one.",
)
@_FLEET
@global_options
def rotate(number: str, overlap: timedelta, file: Path | None) -> None:
    """Give a token another secret and print it, once; the present one is good for a while yet.

    Example: lamina token rotate 0a1b2c3d4e5f --overlap 1h
    """
    with _Opened(_fleet(file)) as tokens:
        made, text = tokens.rotate(number, overlap)
    show(made.as_dict() | {"token": text}, [text])
    note(f"The present one is good until {made.former_until[:16].replace('T', ' ')} UTC.")


@token.command()
@click.argument("numbers", nargs=-1, required=True, metavar="ID...")
@_FLEET
@global_options
def revoke(numbers: tuple[str, ...], file: Path | None) -> None:
    """Let tokens open nothing any more, at once, also where an answer is under way.

    Example: lamina token revoke 0a1b2c3d4e5f
    """
    with _Opened(_fleet(file)) as tokens:
        done = [tokens.revoke(number) for number in numbers]
    show([one.as_dict() for one in done], [f"Revoked: {_row(one)}" for one in done])


@click.command(short_help="Show who read or wrote what through lamina server.")
@click.option("--since", type=day, metavar="DAY", help="From this day on (UTC).")
@click.option("--until", type=day, metavar="DAY", help="Up to this day.")
@click.option("--of", "name", default="", metavar="WORKSPACE", help="Of this workspace.")
@click.option("--token", "number", default="", metavar="ID", help="By this token.")
@click.option("--path", default="", help="That read or wrote this file.")
@click.option("--line", default="", metavar="TEXT", help="That were given or wrote this line.")
@click.option("--writes", is_flag=True, help="Only what changed something.")
@_FLEET
@global_options
def audit(
    since: date | None,
    until: date | None,
    name: str,
    number: str,
    path: str,
    line: str,
    writes: bool,
    file: Path | None,
) -> None:
    """Show who read or wrote what through lamina server, the oldest first.

    The log names files and lines, and holds no word of them: of a line that you know, --line finds
    who had it.

    Example: lamina audit --path memory/2026-03-04.md
    """
    from lamina.team.audit import Audit
    from lamina.team.tokens import folder_of

    fleet = _fleet(file)
    with _Opened(fleet) as tokens:
        held = Audit(folder_of(fleet.config, fleet.places), tokens.audit_key())
    agent, mark = options().get("agent", ""), held.mark(line) if line else ""

    def where(row: dict[str, Any]) -> bool:
        lines = row.get("lines", ())
        return (
            (not name or row.get("workspace") == name)
            and (not number or row.get("token") == number)
            and (not agent or row.get("agent") == agent)
            and (not writes or row.get("effect") == "write")
            and (not path or any(one.get("path") == path for one in lines))
            and (not mark or any(mark in one.get("marks", ()) for one in lines))
        )

    found = list(held.read(since=since, until=until, where=where))
    show(found, [_done(row) for row in found] or ["Nothing of that is in the log."])


class _Opened:
    """The tokens, for as long as a command needs them."""

    def __init__(self, fleet: Fleet) -> None:
        from lamina.team.tokens import open_tokens

        self._tokens = open_tokens(fleet.config, fleet.places, clock=fleet.clock)

    def __enter__(self) -> Tokens:
        return self._tokens

    def __exit__(self, *_: object) -> None:
        self._tokens.close()


def _fleet(file: Path | None) -> Fleet:
    from lamina.documents import days
    from lamina.fleet.fleet import Fleet
    from lamina.places import Places

    clock = days.utc_now
    if "now" in options():
        moment = days.parse_moment(options()["now"], days.utc_now().tzinfo)  # type: ignore[arg-type]
        clock = lambda: moment  # noqa: E731
    return Fleet(Places.of(), file=file, clock=clock, overrides=given_settings(agent=False))


def _say(one: Token) -> None:
    until = f", until {one.expires[:16].replace('T', ' ')} UTC" if one.expires else ""
    place = f"workspace {one.workspace}" if one.workspace else "the server's figures"
    note(f"{one.id}: {place}, agent {one.agent}, {one.session}, {', '.join(one.scopes)}{until}.")


def _row(one: Token) -> str:
    state = "revoked" if one.revoked else f"until {one.expires[:10]}" if one.expires else ""
    cells = (one.id, one.workspace or "-", one.agent, one.session, ",".join(one.scopes))
    return "  ".join([*cells, *filter(None, (state, one.note))])


def _done(row: dict[str, Any]) -> str:
    places = [_place(one) for one in row.get("lines", ()) if one.get("path")]
    shown = ", ".join(places[:4]) + (f" and {len(places) - 4} more" if len(places) > 4 else "")
    who = f"{row.get('workspace')}/{row.get('agent')} ({row.get('token')})"
    what = " ".join([str(row.get(name)) for name in ("effect", "face", "call")])
    failed = f"[{row['error']}]" if row.get("error") else ""
    at = row["at"][:19].replace("T", " ")
    return "  ".join(filter(None, (at, who, what, failed, shown)))


def _place(one: dict[str, Any]) -> str:
    return f"{one['path']}#L{one['from']}" if one.get("from") else str(one["path"])
