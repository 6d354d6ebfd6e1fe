"""Commands for the settings."""

from __future__ import annotations

from typing import Any

import click

from lamina.cli.common import global_options, options, show
from lamina.config import WORKSPACE_FILE, load, parse_value
from lamina.errors import ConfigError, WorkspaceNotFoundError
from lamina.places import Places
from lamina.settings import find_setting
from lamina.settings import settings as all_settings


@click.group()
@global_options
def config() -> None:
    """Show and change the settings."""


def _places() -> tuple[Places, Any]:
    """Return where settings are, and the workspace if there is one."""
    from lamina.documents.workspace import find

    places = Places.of()
    try:
        return places, find(places, options().get("workspace")).root
    except WorkspaceNotFoundError:
        return places, None


def _shown(key: str, value: Any) -> Any:
    return "(set)" if find_setting(key).secret and value else value


@config.command(name="list")
@global_options
def list_() -> None:
    """List every setting, its value and where that comes from.

    Example: lamina config list
    """
    places, workspace = _places()
    found = load(places, workspace)
    rows = [
        {
            "key": s.key,
            "value": _shown(s.key, found.value(s.key)),
            "from": found.origins.get(s.key, "default"),
            "help": s.help,
        }
        for s in all_settings()
    ]
    show(
        rows,
        [
            f"{r['key']:<26} {_text(r['value']):<14} {r['help']}"
            + (f"  [{r['from']}]" if r["from"] != "default" else "")
            for r in rows
        ],
    )


@config.command()
@click.argument("key")
@global_options
def get(key: str) -> None:
    """Print one setting's value.

    Example: lamina config get notes.timezone
    """
    places, workspace = _places()
    value = _shown(key, load(places, workspace).value(key))
    show({"key": key, "value": value}, [_text(value)])


@config.command()
@click.argument("key")
@global_options
def explain(key: str) -> None:
    """Say what a setting does, where its value comes from, and what else could set it.

    Example: lamina config explain secrets.mode
    """
    setting = find_setting(key)
    places, workspace = _places()
    found = load(places, workspace)
    origin = found.origins.get(key, "default")
    travels = (
        "also by the workspace's own file"
        if setting.harmless
        else (f"Cannot be set by {WORKSPACE_FILE}, because that file travels with the workspace")
    )
    rows = [
        f"{key} = {_text(_shown(key, found.value(key)))}  (from {origin})",
        setting.help + ".",
        f"Default: {_text(setting.default)}. Variable: {setting.variable}. {travels}.",
    ]
    if setting.choices:
        rows.append("Values: " + ", ".join(repr(choice) for choice in setting.choices))
    show(
        {
            "key": key,
            "value": _shown(key, found.value(key)),
            "from": origin,
            "help": setting.help,
            "default": setting.default,
            "harmless": setting.harmless,
            "choices": list(setting.choices),
        },
        rows,
    )


@config.command(name="set")
@click.argument("key")
@click.argument("value")
@click.option("--here", is_flag=True, help=f"In the workspace's {WORKSPACE_FILE}.")
@global_options
def set_(key: str, value: str, here: bool) -> None:
    """Set a setting in your own file, or in the workspace's.

    Example: lamina config set notes.timezone Europe/Berlin
    """
    import tomlkit

    from lamina.documents.days import zone_named
    from lamina.documents.private import write_private

    if options().get("agent"):
        raise ConfigError(
            key, "is set by its owner only; nothing was written", "Leave --agent out."
        )
    setting = find_setting(key)
    parsed = parse_value(setting, value, key)
    if key == "notes.timezone":
        zone_named(parsed)
    places, workspace = _places()
    path = places.config_file
    if here:
        if workspace is None:
            raise WorkspaceNotFoundError(places.cwd)
        if not setting.harmless:
            raise ConfigError(
                key, f"may not be set in {WORKSPACE_FILE}; nothing was written", "Leave --here out."
            )
        path = workspace / WORKSPACE_FILE
    load(places, workspace)  # a broken file is not written over
    document = tomlkit.parse(path.read_text("utf-8")) if path.exists() else tomlkit.document()
    table: Any = document.setdefault(setting.section, tomlkit.table())
    table[setting.name] = list(parsed) if isinstance(parsed, tuple) else parsed
    write_private(path, tomlkit.dumps(document))
    show(
        {"key": key, "value": _shown(key, value), "file": str(path)},
        [f"{key} = {_text(_shown(key, parsed))} in {path}"],
    )


def _text(value: Any) -> str:
    if isinstance(value, (tuple, list)):
        return ", ".join(map(str, value)) or "(none)"
    return str(value) if value != "" else "(empty)"
