"""Which layer a file is on, and what follows from it: one table, one function. Pure."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import TYPE_CHECKING

from lamina.documents.days import day_in_name

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import date

CORE_FILES = (
    "SOUL.md",
    "AGENTS.md",
    "USER.md",
    "TOOLS.md",
    "IDENTITY.md",
    "HEARTBEAT.md",
    "MEMORY.md",
)
PRIVATE = frozenset({"MEMORY.md", "USER.md"})  # main sessions only
SHARED = "@shared"  # first part of the path of a file in a shared folder: @shared/team/notes/x.md


class Layer(StrEnum):
    """The layers of a workspace."""

    CORE = "core"
    MEMORY = "memory"  # MEMORY.md
    ACTIVE = "active"
    INDEX = "index"
    DAILY = "daily"
    CHAT = "chat"
    SUBJECT = "subject"  # pointer files and other memory/<subject>.md
    PROJECT = "project"
    AGENT = "agent"
    TOPIC = "topic"
    KNOWLEDGE = "knowledge"
    REFERENCE = "reference"
    EXTRA = "extra"  # folders named in search.extra_paths, folders that agents share
    ARCHIVE = "archive"
    REPORT = "report"
    MACHINE = "machine"
    COPY = "copy"  # conflict copies, editor backups
    OTHER = "other"  # not part of the memory


class Searched(StrEnum):
    """When search looks into a layer."""

    ALWAYS = "always"
    ARCHIVED = "archived"  # only where asked for archived text
    REFERENCE = "reference"  # only where asked for reference
    COPIES = "copies"  # only as a group of its own
    NEVER = "never"


@dataclass(frozen=True, slots=True)
class Rule:
    """What holds for a layer."""

    searched: Searched
    evidence: bool  # may dreaming promote lines from here
    append_only: bool


RULES: dict[Layer, Rule] = {
    Layer.CORE: Rule(Searched.NEVER, evidence=False, append_only=False),
    Layer.MEMORY: Rule(Searched.ALWAYS, evidence=False, append_only=False),
    Layer.ACTIVE: Rule(Searched.ALWAYS, evidence=False, append_only=False),
    Layer.INDEX: Rule(Searched.NEVER, evidence=False, append_only=False),
    Layer.DAILY: Rule(Searched.ALWAYS, evidence=True, append_only=True),
    Layer.CHAT: Rule(Searched.NEVER, evidence=False, append_only=True),
    Layer.SUBJECT: Rule(Searched.ALWAYS, evidence=False, append_only=False),
    Layer.PROJECT: Rule(Searched.ALWAYS, evidence=False, append_only=False),
    Layer.AGENT: Rule(Searched.ALWAYS, evidence=False, append_only=False),
    Layer.TOPIC: Rule(Searched.ALWAYS, evidence=False, append_only=False),
    Layer.KNOWLEDGE: Rule(Searched.ALWAYS, evidence=False, append_only=False),
    Layer.REFERENCE: Rule(Searched.REFERENCE, evidence=False, append_only=False),
    Layer.EXTRA: Rule(Searched.ALWAYS, evidence=False, append_only=False),
    Layer.ARCHIVE: Rule(Searched.ARCHIVED, evidence=False, append_only=False),
    Layer.REPORT: Rule(Searched.NEVER, evidence=False, append_only=False),
    Layer.MACHINE: Rule(Searched.NEVER, evidence=False, append_only=False),
    Layer.COPY: Rule(Searched.COPIES, evidence=False, append_only=False),
    Layer.OTHER: Rule(Searched.NEVER, evidence=False, append_only=False),
}

_COPY = re.compile(
    r"""\.sync-conflict-\d{8}-\d{6}        # Syncthing
      | \ \(\d{1,3}\)\.md$                 # "MEMORY (1).md"
      | \(.*conflicted\ copy.*\)           # Dropbox, Nextcloud
      | ~$ | \.sw[a-p]$ | \.bak$ | \.orig$ | \.tmp$
      | ^\.\# | ^\#.*\#$
      | ^\..*\.icloud$ """,
    re.IGNORECASE | re.VERBOSE,
)

_LONGEST_NAME = 255  # no file system has longer ones

_RESERVED: dict[str, Layer] = {
    "active-context.md": Layer.ACTIVE,
    "memory_index_active.md": Layer.INDEX,
    "memory_index_archived.md": Layer.ARCHIVE,
    "daily-index.md": Layer.INDEX,
    "knowledge-index.md": Layer.INDEX,
    "proposals.md": Layer.REPORT,
    "promoted-archive.md": Layer.ARCHIVE,
    "superseded.md": Layer.ARCHIVE,
    "old-rules.md": Layer.ARCHIVE,  # of other skills, about memory
    "trim-log.txt": Layer.MACHINE,
    "heartbeat-state.json": Layer.MACHINE,
}


@lru_cache(maxsize=1 << 15)
def layer_of(path: str) -> Layer:
    """Return the layer of a path relative to the workspace, with forward slashes."""
    parts = path.split("/")
    name = parts[-1]
    if any(part in {".dreams", ".git"} for part in parts[:-1]):
        return Layer.MACHINE
    if is_copy(name):
        return Layer.COPY
    if len(parts) == 1:
        return _root_layer(name)
    if any(part.startswith(".") and part != ".archive" for part in parts):
        return Layer.OTHER
    if parts[0] == SHARED:
        return _shared_layer("/".join(parts[2:]))
    if parts[0] == "reference":
        return Layer.REFERENCE
    if parts[0] != "memory":
        return Layer.OTHER
    return _memory_layer(parts[1:])


def _shared_layer(inner: str) -> Layer:
    """Return the layer of a file in a shared folder, which may be a workspace itself."""
    found = layer_of(inner) if inner else Layer.OTHER
    usual = found is Layer.OTHER or RULES[found].searched is Searched.ALWAYS
    return Layer.EXTRA if usual else found


def _root_layer(name: str) -> Layer:
    if name.casefold() == "memory.md":  # MEMORY.md, or its older spelling
        return Layer.MEMORY
    if name in CORE_FILES:
        return Layer.CORE
    if name.casefold() == "dreams.md":
        return Layer.REPORT
    return Layer.OTHER


def _memory_layer(parts: list[str]) -> Layer:
    name, folders = parts[-1], parts[:-1]
    reserved = _RESERVED.get(name.casefold())
    if reserved and folders in ([], ["knowledge"]):
        return reserved
    if not folders:
        if name.startswith("chat-") and day_in_name(name[5:]):
            return Layer.CHAT
        return Layer.DAILY if day_in_name(name) else Layer.SUBJECT
    first = folders[0]
    if first == "daily" and len(folders) == 1:
        return Layer.DAILY if day_in_name(name) else Layer.SUBJECT
    if first == "topics":
        return Layer.ARCHIVE if ".archive" in folders else Layer.TOPIC
    named = {
        "projects": Layer.PROJECT,
        "agents": Layer.AGENT,
        "knowledge": Layer.KNOWLEDGE,
        "dreaming": Layer.REPORT,
    }
    return named.get(first, Layer.SUBJECT)


def is_copy(name: str) -> bool:
    """Say whether a file name is a sync tool's conflict copy, an editor's backup or a temp file."""
    return len(name) <= _LONGEST_NAME and bool(_COPY.search(name))


def is_private(path: str) -> bool:
    """Say whether only main sessions may see a file: MEMORY.md, USER.md, and copies of them."""
    if path.startswith(SHARED + "/"):
        path = path.split("/", 2)[-1]  # of a workspace that is shared
    if "/" in path:
        return False
    name = path.casefold()
    return name in {p.casefold() for p in PRIVATE} or (
        is_copy(path) and name.startswith(("memory", "user"))
    )


def may_see(path: str, session: str, reads: Sequence[str] = ()) -> bool:
    """Say whether a session may see a file; ``reads``: what it was handed, empty: all its kind may.

    A folder is handed with its slash: memory/projects/shop/.
    """
    if session != "main" and is_private(path):
        return False
    return not reads or any(
        path == one or (one.endswith("/") and path.startswith(one)) for one in reads
    )


def is_daily(path: str) -> bool:
    """Say whether a path is a daily note, in either layout."""
    return layer_of(path) is Layer.DAILY


def date_of(path: str) -> date | None:
    """Return the day a file speaks of, from its name at any depth; None: it does not age."""
    name = path.rsplit("/", 1)[-1]
    return day_in_name(name.removeprefix("chat-"))


_LONGEST_SLUG = 80  # bytes
_OWN = frozenset({"long-term", "memory-archive"})  # subjects' files that Lamina writes
_NOT_IN_SLUG = re.compile(r"[^\w]+", re.UNICODE)
# A checkout of memory/con.md fails on Windows: such names are devices there, whatever follows.
_PORTS = tuple(f"{port}{n}" for port in ("com", "lpt") for n in "0123456789¹²³")
_DEVICES = frozenset(("con", "prn", "aux", "nul", *_PORTS))


def slug(name: str) -> str:
    """Return the file name (without .md) for a person's name of something; empty: none possible.

    Letters of every script stay: 茶壶 is a good file name.
    """
    folded = unicodedata.normalize("NFC", name).casefold()
    folded = re.sub(r"(?<=\w)\+\+", "pp", re.sub(r"(?<=\w)#", "sharp", folded))  # C++, C#
    plain = _NOT_IN_SLUG.sub("-", folded.replace("_", "-")).strip("-")
    if plain in _DEVICES:
        return f"{plain}-"
    if len(plain.encode("utf-8", "replace")) <= _LONGEST_SLUG:
        return plain
    key = hashlib.sha256(plain.encode("utf-8", "replace")).hexdigest()[:6]
    short = plain.encode("utf-8", "replace")[: _LONGEST_SLUG - 7].decode("utf-8", "ignore")
    return f"{short.strip('-')}-{key}"


def is_reserved(name: str) -> bool:
    """Say whether memory/<name>.md has a meaning of its own and cannot hold facts."""
    return name in _OWN or layer_of(f"memory/{name}.md") is not Layer.SUBJECT
