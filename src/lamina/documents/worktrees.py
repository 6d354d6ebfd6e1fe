"""Where a git worktree's main checkout is, read from git's own files; git is not run.

A worktree holds a file ``.git`` that names its folder in the repository; a file ``commondir`` in
that folder leads to the repository itself::

    gitdir: /home/anna/shop/.git/worktrees/fix-cart
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

_LARGEST = 4096  # characters that are read of such a file


def in_main_checkout(folder: Path) -> tuple[Path, Path] | None:
    """Return the same folder in the main checkout and that checkout's root; None: it is there."""
    for root in (folder, *folder.parents):
        link = root / ".git"
        if link.is_dir():
            return None
        if link.is_file():
            main = _main_of(link)
            return None if main is None else (main / folder.relative_to(root), main)
    return None


def _main_of(link: Path) -> Path | None:
    """Return the main checkout a worktree belongs to; None for submodules and bare repositories."""
    said = _read(link)
    if not said.startswith("gitdir:"):
        return None
    own = link.parent / said.removeprefix("gitdir:").strip()
    common = _read(own / "commondir")
    if not common:
        return None
    try:
        repository = (own / common).resolve()
    except (OSError, RuntimeError):
        return None
    return repository.parent if repository.name == ".git" and repository.is_dir() else None


def _read(path: Path) -> str:
    try:
        with path.open(encoding="utf-8", errors="surrogateescape") as file:
            return file.read(_LARGEST).strip()
    except OSError:
        return ""
