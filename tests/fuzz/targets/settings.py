"""Settings files: ours, the one that travels, the hosts' that are read and edited."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from hypothesis import strategies as st

from lamina.settings import settings
from tests.fuzz.commands import run
from tests.fuzz.drawn import NUMBERS, bent, damaged, dumped, texts, values
from tests.fuzz.target import Target

if TYPE_CHECKING:
    from hypothesis.strategies import DrawFn

    from tests.fuzz.ground import Ground

SECTIONS = tuple(dict.fromkeys(one.section for one in settings()))
ODD = (
    *(
        "[a.b.c]\n",
        "[[agents]]\n",
        "a.b.c = 1\n",
        "x = {",
        "= 1\n",
        "[agents]\nx = 1\n",
        "[notes\n",
    ),
    *("[notes]\ntimezone = '../../etc/passwd'\n", "[notes]\nlanguage = 'xx'\n", "notes = 1\n"),
    *("[agents]\n'../a' = '~'\n", "[agents]\na = '~nobody/x'\n", "[shared]\na = ['b']\n", "\ufeff"),
    *("[fleet]\nfile = '/'\n", "[fleet]\nfile = 'config.toml'\n", "x = 2026-13-45\n", "x = '''"),
    *("x = " + "9" * 5000 + "\n", "x = " + "[" * 2000 + "\n", "x = " + "{a=" * 1500 + "\n"),
    *("[" + ".".join("a" * 2000) + "]\n", "a" + ".a" * 2000 + " = 1\n", "\x00", "# \x7f\n"),
)


@st.composite
def _toml(draw: DrawFn) -> bytes:
    parts: list[str] = []
    for _ in range(draw(st.integers(0, 4))):
        if draw(st.integers(0, 3)) == 0:
            parts.append(draw(st.one_of(st.sampled_from(ODD), texts())))
            continue
        one = draw(st.sampled_from(tuple(settings())))
        value = draw(
            st.one_of(st.just(one.default), st.sampled_from((*NUMBERS, "", "x")), values())
        )
        parts.append(f"[{one.section}]\n{one.name} = {_written(value)}\n")
    return "".join(parts).encode("utf-8", "surrogatepass")


def _written(value: Any) -> str:
    if isinstance(value, tuple):
        value = list(value)
    if isinstance(value, float):
        return str(value)
    return json.dumps(value, ensure_ascii=False)


def own(data: bytes, ground: Ground) -> None:
    """Use a person's settings, list them, set one."""
    ground.put(ground.home / ".config" / "lamina" / "config.toml", data)
    for words in (
        ("config", "list"),
        ("config", "explain", "notes.timezone"),
        ("status",),
        ("search", "flat"),
        ("config", "set", "notes.language", "de"),
        ("agents",),
    ):
        run(ground, *words)


def travelling(data: bytes, ground: Ground) -> None:
    """Use what travels with a workspace."""
    ground.put(ground.root / ".lamina.toml", data)
    for words in (("config", "list"), ("remember", "the shop opens at ten"), ("context",)):
        run(ground, *words)


HOST = {
    "meta": {"lastTouchedVersion": "2026.6.1"},
    "agents": {
        "defaults": {"workspace": "/@WS@", "bootstrapMaxChars": 20000, "heartbeat": {}},
        "list": [{"id": "main", "default": True, "workspace": "/@WS@"}],
        "entries": {"main": {"workspace": "~/ws"}},
    },
    "plugins": {
        "slots": {"memory": "memory-core"},
        "entries": {"memory-core": {"enabled": True, "config": {"dreaming": {"enabled": True}}}},
    },
    "hooks": {"Stop": [{"hooks": [{"type": "command", "command": "lamina hook"}]}]},
    "mcpServers": {"lamina": {"command": "lamina", "args": ["mcp"]}},
}
PLACES = {
    "openclaw": ".openclaw/openclaw.json",
    "claude-code": ".claude/settings.json",
    "codex": ".codex/config.toml",
}


def host(data: bytes, ground: Ground) -> None:
    """Read a host's settings, put our pieces in, take them out; the first line says whose."""
    name, _, held = data.partition(b"\n")
    whose = name.decode("utf-8", "replace")
    if whose not in PLACES:
        return
    held = held.replace(b"/@WS@", str(ground.root).encode())
    path = ground.put(ground.home / PLACES[whose], held)
    if whose == "claude-code":
        ground.put(ground.home / ".claude.json", held)
    run(ground, "config", "list")
    run(ground, "status")
    run(ground, "install", whose)
    run(ground, "install", whose, "--apply")
    run(ground, "uninstall", whose, "--apply")
    path.read_bytes()


_HOST = damaged(bent(HOST, "/@WS@", "~").map(dumped))
TARGETS = [
    Target("settings", damaged(_toml()), own),
    Target("settings-travelling", damaged(_toml()), travelling),
    Target(
        "settings-host",
        st.one_of(
            _HOST.map(lambda data: b"openclaw\n" + data),
            _HOST.map(lambda data: b"claude-code\n" + data),
            damaged(_toml()).map(lambda data: b"codex\n" + data),
        ),
        host,
    ),
]
