"""Which workspace is meant, told by where somebody works.

The command line asks this before anything else is loaded, so this module loads next to nothing:
strings and ``os.path``, no ``pathlib``.
"""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping


def chosen(book: str) -> dict[str, str]:
    """Return the workspace of each project ("" stands for all others) from ``installed.json``.

    A file that is broken, or not there, says none.
    """
    if not os.path.isfile(book):  # noqa: PTH113
        return {}
    import json

    try:
        with open(book, encoding="utf-8", errors="surrogateescape") as file:  # noqa: PTH123
            installs = json.load(file).get("installs", [])
        return {str(one["project"]): str(one["workspace"]) for one in installs}
    except (OSError, ValueError, RecursionError, AttributeError, KeyError, TypeError):
        return {}


def find(cwd: str, home: str, installed: Mapping[str, str]) -> tuple[str, str]:
    """Return the workspace's folder and why it is that one; no folder where there is none.

    The order: the nearest parent that holds MEMORY.md or memory/ or for which one was installed,
    the one installed for all the user's folders, ~/.openclaw/workspace. A git worktree's parents
    are those in its main checkout first.
    """
    main = _main_checkout(cwd)
    if main:
        root, why = _nearest(main[0], installed, within=main[1])
        if root:
            return root, why or f"of {main[1]}, whose worktree this is"
    root, why = _nearest(cwd, installed)
    if root:
        return root, why
    if installed.get(""):
        return installed[""], "installed for all your folders"
    host = f"{home}/.openclaw/workspace"
    return (host, "") if os.path.isdir(host) else ("", "")  # noqa: PTH112


def _nearest(folder: str, installed: Mapping[str, str], *, within: str = "") -> tuple[str, str]:
    """Return the workspace of the nearest parent that has one, and why."""
    while True:
        if installed.get(folder):
            own = installed[folder] == folder
            return installed[folder], "" if own else f"installed for {folder}"
        at = folder.rstrip("/")
        if os.path.isfile(f"{at}/MEMORY.md") or os.path.isdir(f"{at}/memory"):  # noqa: PTH112, PTH113
            return folder, ""
        if folder in {within, os.path.dirname(folder)}:  # noqa: PTH120
            return "", ""
        folder = os.path.dirname(folder)  # noqa: PTH120


def _main_checkout(folder: str) -> tuple[str, str] | None:
    """Return the same folder in the main checkout and that checkout's root; None: no worktree."""
    at = folder
    while not os.path.exists(f"{at}/.git"):  # noqa: PTH110
        if at == os.path.dirname(at):  # noqa: PTH120
            return None
        at = os.path.dirname(at)  # noqa: PTH120
    if os.path.isdir(f"{at}/.git"):  # noqa: PTH112
        return None
    from pathlib import Path

    from lamina.documents.worktrees import in_main_checkout

    main = in_main_checkout(Path(folder))
    return main and (str(main[0]), str(main[1]))
