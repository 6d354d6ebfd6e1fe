"""What was installed into which host, remembered beside the user's settings: ``installed.json``.

It says for each install which workspace is meant and what was done to each file, so that it can be
taken back. No workspace holds it: it speaks of one machine.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from lamina.documents.nearest import chosen
from lamina.errors import ConfigError

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from lamina.documents.pieces import Held
    from lamina.places import Places

FILE = "installed.json"
_VERSION = 1


@dataclass(frozen=True, slots=True)
class Install:
    """One install. ``project``: the folder it holds for; empty: all the user's folders."""

    host: str
    project: str
    workspace: str
    files: tuple[Held, ...] = ()
    folders: tuple[str, ...] = ()  # that were made, outermost first

    def as_dict(self) -> dict[str, Any]:
        """Return it as it is remembered."""
        return {
            "host": self.host,
            "project": self.project,
            "workspace": self.workspace,
            "files": [held.as_dict() for held in self.files],
            "folders": list(self.folders),
        }

    @classmethod
    def of(cls, held: Mapping[str, Any]) -> Install:
        """Return what was remembered."""
        from lamina.documents.pieces import Held

        files = tuple(Held.of(one) for one in held["files"])
        names = (held["host"], held["project"], held["workspace"])
        return cls(*names, files, tuple(held["folders"]))


@dataclass(frozen=True, slots=True)
class Book:
    """All installs of this user."""

    installs: tuple[Install, ...] = ()

    def find(self, host: str, project: str) -> Install | None:
        """Return the install of a host for a project."""
        found = (one for one in self.installs if (one.host, one.project) == (host, project))
        return next(found, None)

    def of_host(self, host: str) -> tuple[Install, ...]:
        """Return all installs of a host."""
        return tuple(one for one in self.installs if one.host == host)

    def without(self, install: Install) -> Book:
        """Return the book without an install of this host and project."""
        gone = (install.host, install.project)
        return replace(
            self,
            installs=tuple(one for one in self.installs if (one.host, one.project) != gone),
        )

    def having(self, install: Install) -> Book:
        """Return the book with an install, in the place of an older one."""
        return Book((*self.without(install).installs, install))


def _book_path(places: Places) -> Path:
    """Return where it is kept."""
    return places.config_file.parent / FILE


def read_book(places: Places) -> Book:
    """Return what was installed; ConfigError where the file is not what was written."""
    held = _load(places)
    try:
        return Book(tuple(Install.of(one) for one in held["installs"]) if held else ())
    except (KeyError, TypeError, ValueError) as error:
        raise _broken(_book_path(places)) from error


def write_book(places: Places, book: Book) -> None:
    """Keep what is installed, for its owner only; where nothing is, no file is left."""
    from lamina.documents.private import remove_private, write_private

    path = _book_path(places)
    if not book.installs:
        remove_private(path, (path.parent,))
        return
    held = {"version": _VERSION, "installs": [one.as_dict() for one in book.installs]}
    write_private(path, json.dumps(held, ensure_ascii=False, indent=1) + "\n")


def workspaces(places: Places) -> dict[str, str]:
    """Return the workspace of each project ("" stands for all others); a broken file says none."""
    return chosen(str(_book_path(places)))


def _load(places: Places) -> dict[str, Any]:
    path = _book_path(places)
    try:
        held = json.loads(path.read_text("utf-8", "surrogateescape"))
    except (FileNotFoundError, NotADirectoryError):
        return {}
    except (OSError, ValueError, RecursionError) as error:
        raise _broken(path) from error
    if not isinstance(held, dict):
        raise _broken(path)
    return held


def _broken(path: Path) -> ConfigError:
    return ConfigError(
        str(path),
        "is damaged; nothing was installed or removed",
        "Move it away; then take the entries named lamina out of your hosts' settings by hand.",
    )
