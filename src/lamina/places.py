"""Where things are on this machine, by its environment: settings, caches, what hosts keep."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True, slots=True)
class Places:
    """Where things are on this machine."""

    cwd: Path
    home: Path
    config_home: Path
    config_file: Path
    cache: Path
    state: Path
    workspace: str | None
    openclaw: Path
    claude_code: Path
    codex: Path

    @classmethod
    def of(cls, env: Mapping[str, str] | None = None, cwd: Path | None = None) -> Places:
        """Read the environment.

        HOME, XDG_*, LAMINA_CONFIG, LAMINA_CACHE, LAMINA_STATE, LAMINA_WORKSPACE; where the hosts
        keep their sessions: OPENCLAW_STATE_DIR, CLAUDE_CONFIG_DIR, CODEX_HOME.
        """
        env = os.environ if env is None else env
        home = Path(env.get("HOME") or Path.home())
        config_home = Path(env.get("XDG_CONFIG_HOME") or home / ".config")
        config = config_home / "lamina" / "config.toml"
        cache = Path(env.get("XDG_CACHE_HOME") or home / ".cache") / "lamina"
        state = Path(env.get("XDG_STATE_HOME") or home / ".local" / "state") / "lamina"
        return cls(
            cwd=cwd or Path.cwd(),
            home=home,
            config_home=config_home,
            config_file=Path(env.get("LAMINA_CONFIG") or config),
            cache=Path(env.get("LAMINA_CACHE") or cache),
            state=Path(env.get("LAMINA_STATE") or state),
            workspace=env.get("LAMINA_WORKSPACE") or None,
            openclaw=Path(env.get("OPENCLAW_STATE_DIR") or home / ".openclaw"),
            claude_code=Path(env.get("CLAUDE_CONFIG_DIR") or home / ".claude"),
            codex=Path(env.get("CODEX_HOME") or home / ".codex"),
        )
