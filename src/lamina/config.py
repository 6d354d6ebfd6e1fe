"""Settings and places: the only reader of the environment.

Later wins: defaults, the user's ``config.toml``, the workspace's ``.lamina.toml`` (harmless keys
only, because that file travels with the folder), ``LAMINA_<SECTION>_<KEY>``, flags. Example::

    [notes]
    timezone = "Europe/Berlin"

    [embedding]
    kind = "endpoint"
    url = "http://127.0.0.1:8080/v1"

    [agents]
    chiti = "~/agents/chiti"
"""

from __future__ import annotations

import dataclasses
import os
from dataclasses import dataclass, field
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lamina.errors import ConfigError, UnknownNameError, UsageError

if TYPE_CHECKING:
    from collections.abc import Mapping

WORKSPACE_FILE = ".lamina.toml"


def _setting(
    default: Any,
    help_: str,
    *,
    harmless: bool = True,
    choices: tuple[str, ...] = (),
    secret: bool = False,
) -> Any:
    meta = {"help": help_, "harmless": harmless, "choices": choices, "secret": secret}
    return field(default=default, metadata=meta)


@dataclass(frozen=True, slots=True)
class Notes:
    """How notes are written."""

    timezone: str = _setting(
        "", "Zone of the day boundary, e.g. Europe/Berlin; empty: this machine's"
    )
    language: str = _setting(
        "",
        "Language of labels and templates; empty: found from the text",
        choices=("", "en", "de", "ru", "zh"),
    )
    unwritten: str = _setting(
        "say",
        "What happens to a decision that nobody wrote down: say: it is told; write: it is written",
        choices=("say", "write"),
    )
    layout: str = _setting(
        "auto",
        "Where new daily notes go: memory/ (flat), memory/daily/ (daily), or as it is now",
        choices=("auto", "flat", "daily"),
    )


@dataclass(frozen=True, slots=True)
class Core:
    """Budgets of the files the host loads every turn."""

    file_tokens: int = _setting(1000, "Tokens a core file may have")
    memory_tokens: int = _setting(1000, "Tokens MEMORY.md may have (up to 2000 is sensible)")
    total_tokens: int = _setting(7000, "Tokens all core files may have together")
    memory_lines: int = _setting(40, "Lines MEMORY.md may have")
    memory_lines_warn: int = _setting(35, "Lines from which MEMORY.md is warned about")
    file_chars: int = _setting(12000, "Characters after which the host cuts a core file")
    user_chars: int = _setting(4000, "Characters after which the host cuts USER.md")
    total_chars: int = _setting(60000, "Characters the host loads from all core files together")


@dataclass(frozen=True, slots=True)
class Layers:
    """Limits of the other layers."""

    active_lines: int = _setting(100, "Lines of active-context.md from which it is too long")
    idle_days: int = _setting(30, "Days without a change after which an open matter leaves")
    fact_bytes: int = _setting(4096, "Bytes a pointer file may have")
    done_kept: int = _setting(10, "Finished tasks a project's handbook keeps")
    hygiene_days: int = _setting(6, "Days after which hygiene is due")


@dataclass(frozen=True, slots=True)
class Context:
    """What a session loads at its start."""

    tokens: int = _setting(8000, "Token budget of lamina context")


@dataclass(frozen=True, slots=True)
class Search:
    """How search answers."""

    limit: int = _setting(10, "Maximum number of hits in an answer")
    deadline_ms: int = _setting(
        500, "Milliseconds the embedding of a question may take, and as many its reranking"
    )
    extra_paths: tuple[str, ...] = _setting(
        (), "Folders outside the workspace that are searched too (read only)", harmless=False
    )


@dataclass(frozen=True, slots=True)
class Recall:
    """When memory is looked into for a message, and how much of it is given."""

    policy: str = _setting(
        "index-first",
        "index-first: follow the indices, else search; search: always search; index-only: never"
        " search",
        choices=("index-first", "search", "index-only"),
    )
    tokens: int = _setting(600, "Tokens that lamina recall may give for a message")


@dataclass(frozen=True, slots=True)
class Embedding:
    """Which model turns text into vectors."""

    kind: str = _setting(
        "auto",
        "none: words only; local: the bundled model; endpoint: an OpenAI-compatible server",
        harmless=False,
        choices=("auto", "none", "local", "endpoint"),
    )
    model: str = _setting("", "Name of the model at the endpoint", harmless=False)
    url: str = _setting("", "Address of the endpoint, ending before /embeddings", harmless=False)
    api_key: str = _setting("", "Key of the endpoint", harmless=False, secret=True)
    timeout: int = _setting(30, "Seconds an embedding request may take", harmless=False)
    fill: str = _setting(
        "behind",
        "Many missing vectors are made by a process of its own that a search starts (behind), "
        "or only by lamina index sync (ask)",
        harmless=False,
        choices=("behind", "ask"),
    )


@dataclass(frozen=True, slots=True)
class Rerank:
    """Who orders the best lines anew; nobody unless an address is set."""

    url: str = _setting(
        "", "Address of a reranker, ending before /rerank; empty: none", harmless=False
    )
    model: str = _setting("", "Name of the model at the reranker", harmless=False)
    api_key: str = _setting("", "Key of the reranker", harmless=False, secret=True)
    top: int = _setting(30, "How many of the best lines are sent to it", harmless=False)


@dataclass(frozen=True, slots=True)
class Dreaming:
    """When sweeps are made, what they let through and where they write."""

    enabled: str = _setting(
        "",
        "on, off; empty: as lamina dream on and off said in the workspace",
        harmless=False,
        choices=("", "on", "off"),
    )
    frequency: str = _setting("0 3 * * *", "When a sweep is due, as a cron expression")
    timezone: str = _setting("", "Zone of that expression; empty: that of the notes")
    write: str = _setting(
        "apply",
        "apply: what passes is written into MEMORY.md; propose: into memory/PROPOSALS.md, to tick",
        choices=("apply", "propose"),
    )
    storage: str = _setting(
        "separate",
        "Where reports of the phases go: separate: memory/dreaming/; inline: the day's note; both",
        choices=("separate", "inline", "both"),
    )
    min_score: float = _setting(0.5, "Gate: the least score of a promoted line, 0 to 1")
    min_recall_count: float = _setting(
        1.2, "Gate: how often it must have been recalled; the first line of an answer counts 1"
    )
    min_unique_queries: int = _setting(2, "Gate: by how many questions, or on how many days")
    max_age_days: int = _setting(30, "Gate: days since it was last needed, at most")
    max_promoted_snippet_tokens: int = _setting(160, "Tokens a promoted line may have")
    model: str = _setting(
        "", "Model that writes the dream diary; empty: plain sentences", harmless=False
    )
    url: str = _setting(
        "", "Address of its server, ending before /chat/completions", harmless=False
    )
    api_key: str = _setting("", "Key of that server", harmless=False, secret=True)
    timeout: int = _setting(60, "Seconds that model may take for an entry", harmless=False)


@dataclass(frozen=True, slots=True)
class Secrets:
    """What happens to secrets in text that is to be written."""

    mode: str = _setting(
        "redact",
        "redact: replaced by a placeholder; refuse: nothing is written",
        choices=("redact", "refuse"),
    )


@dataclass(frozen=True, slots=True)
class Files:
    """Limits of reading and writing."""

    max_bytes: int = _setting(16_000_000, "Size above which a file is neither indexed nor edited")
    lock_seconds: int = _setting(30, "Seconds to wait for another process that is writing")


@dataclass(frozen=True, slots=True)
class Config:
    """All settings, read once, passed whole."""

    notes: Notes = field(default_factory=Notes)
    core: Core = field(default_factory=Core)
    layers: Layers = field(default_factory=Layers)
    context: Context = field(default_factory=Context)
    search: Search = field(default_factory=Search)
    recall: Recall = field(default_factory=Recall)
    embedding: Embedding = field(default_factory=Embedding)
    rerank: Rerank = field(default_factory=Rerank)
    dreaming: Dreaming = field(default_factory=Dreaming)
    secrets: Secrets = field(default_factory=Secrets)
    files: Files = field(default_factory=Files)
    agents: Mapping[str, str] = field(default_factory=dict)
    origins: Mapping[str, str] = field(default_factory=dict)

    def value(self, key: str) -> Any:
        """Return the value of a dotted key; unknown keys raise UnknownNameError."""
        setting = find_setting(key)
        return getattr(getattr(self, setting.section), setting.name)


@dataclass(frozen=True, slots=True)
class Setting:
    """One setting as data: for the command line, the docs and the checks."""

    section: str
    name: str
    default: Any
    help: str
    harmless: bool
    choices: tuple[str, ...]
    secret: bool

    @property
    def key(self) -> str:
        """The dotted name."""
        return f"{self.section}.{self.name}"

    @property
    def variable(self) -> str:
        """The environment variable that sets it."""
        return f"LAMINA_{self.section}_{self.name}".upper()


_SECTIONS: dict[str, type[Any]] = {
    "notes": Notes,
    "core": Core,
    "layers": Layers,
    "context": Context,
    "search": Search,
    "recall": Recall,
    "embedding": Embedding,
    "rerank": Rerank,
    "dreaming": Dreaming,
    "secrets": Secrets,
    "files": Files,
}


def settings() -> tuple[Setting, ...]:
    """Return every setting, in the order of the sections."""
    return tuple(
        Setting(
            section,
            f.name,
            f.default,
            f.metadata["help"],
            f.metadata["harmless"],
            f.metadata["choices"],
            f.metadata["secret"],
        )
        for section, cls in _SECTIONS.items()
        for f in dataclasses.fields(cls)
    )


def find_setting(key: str) -> Setting:
    """Return the setting with this dotted key; else UnknownNameError names the nearest."""
    known = {s.key: s for s in settings()}
    if key not in known:
        raise UnknownNameError("setting", key, known)
    return known[key]


@dataclass(frozen=True, slots=True)
class Places:
    """Where things are on this machine."""

    cwd: Path
    home: Path
    config_file: Path
    cache: Path
    workspace: str | None

    @classmethod
    def of(cls, env: Mapping[str, str] | None = None, cwd: Path | None = None) -> Places:
        """Read the environment: HOME, XDG_*, LAMINA_CONFIG, LAMINA_CACHE, LAMINA_WORKSPACE."""
        env = os.environ if env is None else env
        home = Path(env.get("HOME") or Path.home())
        config = Path(env.get("XDG_CONFIG_HOME") or home / ".config") / "lamina" / "config.toml"
        cache = Path(env.get("XDG_CACHE_HOME") or home / ".cache") / "lamina"
        return cls(
            cwd=cwd or Path.cwd(),
            home=home,
            config_file=Path(env.get("LAMINA_CONFIG") or config),
            cache=Path(env.get("LAMINA_CACHE") or cache),
            workspace=env.get("LAMINA_WORKSPACE") or None,
        )


def load(
    places: Places,
    workspace: Path | None = None,
    *,
    env: Mapping[str, str] | None = None,
    overrides: Mapping[str, str] | None = None,
) -> Config:
    """Read all sources and return the settings; wrong keys and values raise ConfigError."""
    found: dict[str, Any] = {}
    origins: dict[str, str] = {}
    agents: dict[str, str] = {}
    sources = [(places.config_file, False)]
    if workspace is not None:
        sources.append((workspace / WORKSPACE_FILE, True))
    for path, travelling in sources:
        table = read_toml(path)
        if not travelling:
            agents = _agents(path, table.pop("agents", {}))
        for key, value in _flatten(path, table, travelling=travelling).items():
            found[key], origins[key] = value, str(path)
    env = os.environ if env is None else env
    for setting in settings():
        if setting.variable in env:
            found[setting.key] = parse_value(setting, env[setting.variable], setting.variable)
            origins[setting.key] = setting.variable
    for key, text in (overrides or {}).items():
        found[key] = parse_value(find_setting(key), text, f"--set {key}")
        origins[key] = "flag"
    parts = {
        section: cls(
            **{s.name: found[s.key] for s in settings() if s.section == section and s.key in found}
        )
        for section, cls in _SECTIONS.items()
    }
    return Config(**parts, agents=agents, origins=origins)


def environment(
    places: Places, overrides: Mapping[str, str], *, env: Mapping[str, str] | None = None
) -> dict[str, str]:
    """Return the environment in which another process finds these places and settings.

    Not its arguments: every user of the machine can read those, and a key is a setting too.
    """
    found = dict(os.environ if env is None else env)
    found |= {"HOME": str(places.home), "LAMINA_CONFIG": str(places.config_file)}
    found |= {"LAMINA_CACHE": str(places.cache)}
    return found | {find_setting(key).variable: text for key, text in overrides.items()}


def read_toml(path: Path) -> dict[str, Any]:
    """Read a TOML file; a missing one is empty, a broken one raises ConfigError."""
    try:
        text = path.read_text("utf-8")
    except FileNotFoundError:
        return {}
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(
            str(path), f"cannot be read ({error}); no settings were changed"
        ) from error
    import tomllib

    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(
            str(path), f"is not valid TOML ({error})", "Fix that line; no settings were changed."
        ) from error


def _agents(path: Path, table: object) -> dict[str, str]:
    if not isinstance(table, dict) or not all(isinstance(v, str) for v in table.values()):
        raise ConfigError(f"{path} [agents]", 'holds something other than name = "folder"')
    return {str(k): str(v) for k, v in table.items()}


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
        if not isinstance(values, dict) or section not in _SECTIONS:
            raise _unknown(path, section, [*_SECTIONS, "agents"])
        for name, value in values.items():
            key = f"{section}.{name}"
            known = {s.key: s for s in settings()}
            if key not in known:
                raise _unknown(path, key, known)
            if travelling and not known[key].harmless:
                raise ConfigError(
                    f"{path}: {key}",
                    "may not be set by a file that travels with the workspace; it was not used",
                    "Set it in your own settings: lamina config set " + key,
                )
            flat[key] = check_value(known[key], value, f"{path}: {key}")
    return flat


def _unknown(path: Path, name: str, known: Any) -> ConfigError:
    near = get_close_matches(name, list(known), n=1, cutoff=0.5)
    hint = f"Did you mean {near[0]!r}?" if near else "See: lamina config list"
    return ConfigError(str(path), f"there is no setting {name!r}", hint)


def parse_value(setting: Setting, text: str, where: str) -> Any:
    """Read a setting's value from text (environment, flag); wrong ones raise ConfigError."""
    if isinstance(setting.default, int):
        try:
            return check_value(setting, int(text), where)
        except ValueError:
            raise ConfigError(where, f"{text!r} is not a whole number") from None
    if isinstance(setting.default, float):
        try:
            return check_value(setting, float(text), where)
        except ValueError:
            raise ConfigError(where, f"{text!r} is not a number") from None
    if isinstance(setting.default, tuple):
        return tuple(part for part in text.split(os.pathsep) if part)
    return check_value(setting, text, where)


def check_value(setting: Setting, value: Any, where: str) -> Any:
    """Return the value in the setting's type, or raise ConfigError."""
    wanted = type(setting.default)
    if wanted is tuple and isinstance(value, list) and all(isinstance(v, str) for v in value):
        return tuple(value)
    if wanted is float and type(value) is int:
        value = float(value)
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
    if wanted in (int, float) and not 0 <= value < float("inf"):
        raise ConfigError(where, "must not be negative or endless")
    return value
