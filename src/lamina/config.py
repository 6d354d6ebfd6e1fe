"""Settings, from all their sources; beside places.py the only reader of the environment.

Later wins: defaults, the user's ``config.toml``, the workspace's ``.lamina.toml`` (harmless keys
only, because that file travels with the folder), ``LAMINA_<SECTION>_<KEY>``, flags. Example::

    [notes]
    timezone = "Europe/Berlin"

    [embedding]
    kind = "endpoint"
    url = "http://127.0.0.1:8080/v1"

    [agents]
    chiti = "~/agents/chiti"

Which agents there are, and what they share, is in ``agents.py``.
"""

from __future__ import annotations

import os
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lamina.agents import Listed, folder_of, take
from lamina.errors import ConfigError, UnknownNameError, UsageError
from lamina.host_config import HostConfig, read_host
from lamina.settings import SECTIONS, Config, Setting, by_key, find_setting

if TYPE_CHECKING:
    from collections.abc import Mapping

    from lamina.places import Places


WORKSPACE_FILE = ".lamina.toml"
_LARGEST = 100_000  # characters of a settings file


def load(
    places: Places,
    workspace: Path | None = None,
    *,
    env: Mapping[str, str] | None = None,
    overrides: Mapping[str, str] | None = None,
    host: HostConfig | None = None,
) -> Config:
    """Read all sources and return the settings; wrong keys and values raise ConfigError.

    ``host``: of the workspace, where it was read already; what it loads of a core file stands
    where nobody set it.
    """
    found: dict[str, Any] = {}
    origins: dict[str, str] = {}
    if host is None and workspace is not None:
        host = read_host(places, workspace)
    if host is not None and host.mine:
        limits = {"core.file_chars": host.file_chars, "core.total_chars": host.total_chars}
        found |= {key: value for key, value in limits.items() if value}
        origins |= dict.fromkeys(found, str(host.path))
    listed = Listed()
    sources = [(places.config_file, False)]
    if workspace is not None:
        sources.append((workspace / WORKSPACE_FILE, True))
    for path, travelling in sources:
        table = _read_toml(path)
        if not travelling:
            listed = take(path, table, places.home)
        for key, value in _flatten(path, table, travelling=travelling).items():
            found[key], origins[key] = value, str(path)
    env = os.environ if env is None else env
    given = {name for name in env if name.startswith("LAMINA_")}
    for setting in by_key().values() if given else ():
        if setting.variable in given:
            found[setting.key] = parse_value(setting, env[setting.variable], setting.variable)
            origins[setting.key] = setting.variable
    for key, text in (overrides or {}).items():
        found[key] = parse_value(find_setting(key), text, f"--set {key}")
        origins[key] = "flag"
    set_: dict[str, dict[str, Any]] = {section: {} for section in SECTIONS}
    for key, value in found.items():
        section, _, name = key.partition(".")
        set_[section][name] = value
    parts = {section: cls(**set_[section]) for section, cls in SECTIONS.items()}
    fleet = str(found.get("fleet.file", ""))
    if fleet:
        listed = fleet_file(_beside(fleet, places), places).under(listed)
    listed = listed.checked(str(places.config_file))
    return Config(**parts, agents=listed.agents, shared=listed.shared, origins=origins)


def fleet_file(path: Path, places: Places) -> Listed:
    """Read a file of agents; a missing one lists nobody."""
    table = _read_toml(path)
    listed = take(path, table, places.home)
    if table:
        raise _unknown(path, next(iter(table)), ["agents", "shared"])
    return listed


def settings_files(places: Places, workspace: Path) -> tuple[Path, ...]:
    """Return the files the settings of a workspace come from, there or not."""
    files = (places.config_file, workspace / WORKSPACE_FILE)
    try:
        fleet = load(places, workspace).fleet.file
    except ConfigError:  # whoever uses the settings says it
        return files
    return (*files, _beside(fleet, places)) if fleet else files


def _beside(named: str, places: Places) -> Path:
    return Path(folder_of(named, places.config_file, places.home))


def one_thread_each() -> None:
    """Let numbers be worked out in one thread a call: for processes whose calls run side by side.

    To be called before numpy or a model is imported; what the environment says comes first.
    """
    for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"):
        os.environ.setdefault(name, "1")


def environment(
    places: Places, overrides: Mapping[str, str], *, env: Mapping[str, str] | None = None
) -> dict[str, str]:
    """Return the environment in which another process finds these places and settings.

    Not its arguments: every user of the machine can read those, and a key is a setting too.
    """
    found = dict(os.environ if env is None else env)
    found |= {"HOME": str(places.home), "LAMINA_CONFIG": str(places.config_file)}
    found |= {"LAMINA_CACHE": str(places.cache), "LAMINA_STATE": str(places.state)}
    found |= {"OPENCLAW_STATE_DIR": str(places.openclaw), "CODEX_HOME": str(places.codex)}
    found |= {"CLAUDE_CONFIG_DIR": str(places.claude_code)}
    return found | {find_setting(key).variable: text for key, text in overrides.items()}


def _read_toml(path: Path) -> dict[str, Any]:
    """Read a TOML file; a missing one is empty, a broken one raises ConfigError."""
    try:
        text = path.read_text("utf-8")
    except FileNotFoundError:
        return {}
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(
            str(path),
            f"cannot be read ({error}); no settings were changed",
            "Put a TOML file in its place, or remove it; see: lamina config --help",
        ) from error
    import tomllib

    if len(text) > _LARGEST:  # its reader's work grows with the square of a key's length
        raise ConfigError(str(path), f"has more than {_LARGEST:,} characters; it was not used")
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # also a number that is too long
        raise ConfigError(
            str(path), f"is not valid TOML ({error})", "Fix that line; no settings were changed."
        ) from error


def check_agent(name: str, listed: Mapping[str, str]) -> None:
    """Refuse an agent's name that cannot be one, or is not among those the settings list."""
    if not name.isprintable() or not name.strip() or "/" in name:
        raise UsageError(f"{name!r} cannot be an agent's name.", "Use letters, digits and dashes.")
    if listed and name not in listed:
        raise UnknownNameError("agent", name, listed)


def _flatten(path: Path, table: Mapping[str, Any], *, travelling: bool) -> dict[str, Any]:
    """Turn sections into checked dotted keys."""
    flat: dict[str, Any] = {}
    for section, values in table.items():
        if not isinstance(values, dict) or section not in SECTIONS:
            raise _unknown(path, section, [*SECTIONS, "agents", "shared"])
        for name, value in values.items():
            key = f"{section}.{name}"
            known = by_key()
            if key not in known:
                raise _unknown(path, key, known)
            if travelling and not known[key].harmless:
                raise ConfigError(
                    f"{path}: {key}",
                    "may not be set by a file that travels with the workspace; it was not used",
                    "Set it in your own settings: lamina config set " + key,
                )
            flat[key] = _check_value(known[key], value, f"{path}: {key}")
    return flat


def _unknown(path: Path, name: str, known: Any) -> ConfigError:
    near = get_close_matches(name, list(known), n=1, cutoff=0.5)
    hint = f"Did you mean {near[0]!r}?" if near else "See: lamina config list"
    return ConfigError(str(path), f"there is no setting {name!r}", hint)


def parse_value(setting: Setting, text: str, where: str) -> Any:
    """Read a setting's value from text (environment, flag); wrong ones raise ConfigError."""
    if isinstance(setting.default, int):
        try:
            return _check_value(setting, int(text), where)
        except ValueError:
            raise ConfigError(where, f"{text!r} is not a whole number") from None
    if isinstance(setting.default, float):
        try:
            return _check_value(setting, float(text), where)
        except ValueError:
            raise ConfigError(where, f"{text!r} is not a number") from None
    if isinstance(setting.default, tuple):
        return tuple(part for part in text.split(os.pathsep) if part)
    return _check_value(setting, text, where)


def _check_value(setting: Setting, value: Any, where: str) -> Any:
    """Return the value in the setting's type, or raise ConfigError."""
    wanted = type(setting.default)
    if wanted is tuple and isinstance(value, list) and all(isinstance(v, str) for v in value):
        return tuple(value)
    if wanted in (int, float) and type(value) in (int, float):
        if not 0 <= value < float("inf"):
            raise ConfigError(where, "must not be negative or endless")
        if value > setting.most:
            raise ConfigError(where, f"must not be larger than {setting.most:,}")
        value = float(value) if wanted is float else value
    if type(value) is not wanted:
        shown = {
            "int": "a whole number",
            "float": "a number",
            "str": "a text",
            "tuple": "a list of texts",
        }
        raise ConfigError(where, f"{value!r} is not {shown[wanted.__name__]}")
    if setting.choices and value not in setting.choices:
        near = get_close_matches(str(value), setting.choices, n=1, cutoff=0.5)
        hint = f"Did you mean {near[0]!r}?" if near else f"One of: {', '.join(setting.choices)}."
        raise ConfigError(where, f"{value!r} is not one of its values", hint)
    return value
