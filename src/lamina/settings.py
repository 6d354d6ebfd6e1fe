"""The settings there are: names, defaults, what they mean and who may set them."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass, field
from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from lamina.errors import UnknownNameError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from lamina.agents import Share


_MOST = 1_000_000_000
_CENTURY = 36_500  # days


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


@dataclass(frozen=True, slots=True)
class Chat:
    """The server of the models that write: dream diary, daily notes, what a flush keeps."""

    url: str = _setting(
        "", "Address of the server, ending before /chat/completions", harmless=False
    )
    model: str = _setting(
        "",
        "Model that is asked where the wanted one is not there; empty: the server's own default",
        harmless=False,
    )
    api_key: str = _setting("", "Key of the server", harmless=False, secret=True)
    timeout: int = _setting(60, "Seconds a model may take for an answer", harmless=False)


@dataclass(frozen=True, slots=True)
class Sessions:
    """Which transcripts of hosts belong to a workspace, when they are trimmed and how."""

    lines: int = _setting(500, "Lines above which a channel's session is trimmed")
    idle_minutes: int = _setting(120, "Minutes it must have been idle before")
    keep_lines: int = _setting(60, "Lines of a session that stay at least")
    wait_seconds: int = _setting(90, "Seconds a session has to write down what is open")
    sender: str = _setting(
        "print",
        "How that message reaches the session: print: it is shown; openclaw: by its command line; "
        "gateway: by its HTTP gateway; command: by sessions.command",
        harmless=False,
        choices=("print", "openclaw", "gateway", "command"),
    )
    command: str = _setting(
        "",
        "A program and its arguments, in which {session} and {message} are replaced",
        harmless=False,
    )
    gateway: str = _setting("", "Address of OpenClaw's gateway", harmless=False)
    gateway_key: str = _setting("", "Its token or password", harmless=False, secret=True)
    folders: tuple[str, ...] = _setting(
        (), "Other folders whose sessions belong to this workspace", harmless=False
    )
    window: int = _setting(200_000, "Tokens of the model's context window, where no host says it")
    model: str = _setting(
        "",
        "Model that writes daily notes and what a flush keeps; empty: by rule",
        harmless=False,
    )
    archive_days: int = _setting(90, "Days that what was trimmed is kept, at least; 0: for ever")


@dataclass(frozen=True, slots=True)
class Jobs:
    """When upkeep is due, as cron expressions in the notes' zone; empty: never."""

    hygiene: str = _setting("0 7 * * 0", "Weekly care of active context and handbooks")
    daily_note: str = _setting("0 21 * * *", "Daily note from the day's conversations")
    sync: str = _setting("*/15 * * * *", "Bring the index in line")
    audit: str = _setting("30 7 * * 0", "Look for orphans: topics, archives of trims")
    seconds: int = _setting(20, "Seconds one heartbeat may take")


@dataclass(frozen=True, slots=True)
class Fleet:
    """Many agents on one machine."""

    file: str = _setting(
        "", "A file that lists agents and what they share, beside these settings", harmless=False
    )
    seconds: int = _setting(120, "Seconds that lamina fleet run may take")
    look_minutes: int = _setting(
        15, "Minutes after which workers look at a workspace again, at the latest", harmless=False
    )
    attempts: int = _setting(
        5, "Times a queued job may fail before it is set aside", harmless=False
    )
    lease_seconds: int = _setting(
        60, "Seconds after which the work of a worker that is gone is taken over", harmless=False
    )


@dataclass(frozen=True, slots=True)
class Web:
    """Who may open the page."""

    token: str = _setting(
        "",
        "Token that browsers have to give once; needed off loopback",
        harmless=False,
        secret=True,
    )
    hosts: tuple[str, ...] = _setting(
        (), "Names under which browsers reach the page off loopback", harmless=False
    )


@dataclass(frozen=True, slots=True)
class Mcp:
    """What the MCP server offers, and to whom."""

    tools: str = _setting(
        "default",
        "default: the dozen an agent needs; all: every tool",
        choices=("default", "all"),
    )
    read_only: str = _setting(
        "off",
        "on: no tool that changes files is offered or carried out",
        harmless=False,
        choices=("off", "on"),
    )
    token: str = _setting(
        "",
        "Token that HTTP clients have to send (Authorization: Bearer …); needed off loopback",
        harmless=False,
        secret=True,
    )
    hosts: tuple[str, ...] = _setting(
        (), "Names under which clients reach the server off loopback", harmless=False
    )


@dataclass(frozen=True, slots=True)
class Server:
    """The server of a team: how much it takes, and what it keeps of who asked."""

    folder: str = _setting(
        "",
        "Folder of its tokens and its audit log; empty: ~/.local/state/lamina/server",
        harmless=False,
    )
    hosts: tuple[str, ...] = _setting((), "Names under which clients reach it", harmless=False)
    read_only: tuple[str, ...] = _setting(
        (), "Workspaces in which nobody may change anything through it", harmless=False
    )
    rate: int = _setting(
        600,
        "Requests a minute that a token may make: of all processes on one database together, else"
        " of each; 0: any",
        harmless=False,
    )
    max_bytes: int = _setting(1_000_000, "Bytes a request may have", harmless=False)
    timeout: int = _setting(
        30, "Seconds a request may take; sweeps and the like ten times that", harmless=False
    )
    drain_seconds: int = _setting(
        20, "Seconds that requests under way are given when it ends", harmless=False
    )
    memories: int = _setting(
        32,
        "Memories that each process keeps open, with the vectors they searched",
        harmless=False,
    )
    audit_days: int = _setting(
        365, "Days that the audit log is kept, at least; 0: for ever", harmless=False
    )


@dataclass(frozen=True, slots=True)
class Secrets:
    """What happens to secrets in text that is to be written."""

    mode: str = _setting(
        "redact",
        "redact: replaced by a placeholder; refuse: nothing is written",
        choices=("redact", "refuse"),
    )


@dataclass(frozen=True, slots=True)
class Store:
    """Where index and state are kept, for many workspaces and machines."""

    url: str = _setting(
        "",
        "Address of a PostgreSQL database, without a password (~/.pgpass, PGPASSWORD); empty:"
        " files of SQLite",
        harmless=False,
    )
    machine: str = _setting(
        "",
        "Name under which this machine's folders stand there, the same on all that share them;"
        " empty: the machine's own",
        harmless=False,
    )
    connections: int = _setting(
        10, "Connections a process may have to it, for all its workspaces", harmless=False
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
    chat: Chat = field(default_factory=Chat)
    sessions: Sessions = field(default_factory=Sessions)
    jobs: Jobs = field(default_factory=Jobs)
    fleet: Fleet = field(default_factory=Fleet)
    mcp: Mcp = field(default_factory=Mcp)
    web: Web = field(default_factory=Web)
    server: Server = field(default_factory=Server)
    secrets: Secrets = field(default_factory=Secrets)
    store: Store = field(default_factory=Store)
    files: Files = field(default_factory=Files)
    agents: Mapping[str, str] = field(default_factory=dict)
    shared: Mapping[str, Share] = field(default_factory=dict)
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

    @property
    def most(self) -> int:
        """The largest number it may be: dates and stores cannot hold any there is."""
        return _CENTURY if self.name.endswith("_days") else _MOST


SECTIONS: dict[str, type[Any]] = {
    "notes": Notes,
    "core": Core,
    "layers": Layers,
    "context": Context,
    "search": Search,
    "recall": Recall,
    "embedding": Embedding,
    "rerank": Rerank,
    "dreaming": Dreaming,
    "chat": Chat,
    "sessions": Sessions,
    "jobs": Jobs,
    "fleet": Fleet,
    "mcp": Mcp,
    "web": Web,
    "server": Server,
    "secrets": Secrets,
    "store": Store,
    "files": Files,
}


@cache
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
        for section, cls in SECTIONS.items()
        for f in dataclasses.fields(cls)
    )


@cache
def by_key() -> Mapping[str, Setting]:
    """Return every setting by its dotted key."""
    return MappingProxyType({s.key: s for s in settings()})


def find_setting(key: str) -> Setting:
    """Return the setting with this dotted key; else UnknownNameError names the nearest."""
    known = by_key()
    if key not in known:
        raise UnknownNameError("setting", key, known)
    return known[key]
