"""Two days with a host, a compaction and a crash: is each thing said where it belongs?

What falls short is named in ``SHORT`` and printed by ``python -m tests.hosts.test_two_days``: the
talk is not changed to suit the rules.
"""

from __future__ import annotations

import sys
import tempfile
from datetime import datetime
from pathlib import Path

import pytest

from tests.hosts.rig import Host, context_of
from tests.hosts.two_days import DAYS, ITEMS, Item

# What was said before a crash is read on in the next session: it stands in that day's note.
SHORT = frozenset({"no CSV export (before the crash)"})


def live(home: Path, root: Path, environment: dict[str, str]) -> dict[str, str]:
    """Live the two days; return what stands on each layer: note, active, chat by day, and told."""
    environment = environment | {"LAMINA_NOTES_UNWRITTEN": "write"}
    told: list[str] = []
    for number, (day, talk) in enumerate(DAYS.items(), 1):
        start = datetime.fromisoformat(f"{day}T09:00:00+01:00")
        host = Host(home, root, f"0a1b2c3d-0000-4000-8000-00000000000{number}", environment, start)
        told_now = [context_of(host.hook("SessionStart", source="startup"))]
        for one in talk:
            host.at(one.at)
            told_now.append(
                context_of(
                    host.exchange(one.user, one.agent, tool=one.tool, stop=one.then != "crash")
                )
            )
            if one.side:
                told_now.append(_side(host, one.side))
            if one.then == "compact":
                host.hook("PreCompact", trigger="auto", custom_instructions="")
                host.talk.compaction("They talked about the orders service.")
                host.save()
                told_now.append(context_of(host.hook("SessionStart", source="compact")))
        if talk[-1].then != "crash":
            host.hook("SessionEnd", reason="prompt_input_exit")
        if number == len(DAYS):
            told = told_now
    layers = {"told": "\n".join(told)}
    for day in DAYS:
        layers[f"note {day}"] = _read(root / "memory" / f"{day}.md")
        layers[f"chat {day}"] = _read(root / "memory" / f"chat-{day}.md")
    return layers | {"active": _read(root / "memory" / "active-context.md")}


def _side(host: Host, talk: tuple[str, ...]) -> str:
    """Let a sub-agent talk, in a transcript of its own."""
    side = Host(
        host.home, host.folder, "agent-a1", host.environment, host.moment, options=host.options
    )
    side.talk.user(talk[0])
    side.talk.agent(talk[1])
    side.save()
    return context_of(side.hook("Stop", agent_id="a1", agent_type="Explore"))


def _read(path: Path) -> str:
    return path.read_text() if path.exists() else ""


def judged(item: Item, layers: dict[str, str]) -> tuple[list[str], list[str]]:
    """Return the layers on which an item is missing, and those on which it must not be."""

    def there(layer: str) -> bool:
        text = layers.get(layer) or layers.get(f"{layer} {item.day}", "")
        return all(word.lower() in text.lower() for word in item.words)

    missing = [layer for layer in item.right if not there(layer)]
    wrong = [layer for layer in item.wrong if there(layer)]
    return missing, wrong


@pytest.fixture(scope="module")
def layers(tmp_path_factory):
    folder = tmp_path_factory.mktemp("two-days")
    return live(*_made(folder))


def _made(folder: Path) -> tuple[Path, Path, dict[str, str]]:
    import os

    (folder / "home").mkdir()
    (folder / "ws" / "memory").mkdir(parents=True)
    kept = {k: v for k, v in os.environ.items() if k in {"PATH", "PYTHONPATH", "VIRTUAL_ENV"}}
    environment = kept | {
        "HOME": str(folder / "home"),
        "LAMINA_NOTES_TIMEZONE": "Europe/Berlin",
        "LAMINA_EMBEDDING_KIND": "none",
        "PYTHONUTF8": "1",
    }
    return folder / "home", folder / "ws", environment


@pytest.mark.parametrize("item", ITEMS, ids=lambda item: f"{item.kind}: {item.name}")
def test_each_thing_is_where_it_belongs(item, layers):
    missing, wrong = judged(item, layers)
    assert not wrong
    assert bool(missing) == (item.name in SHORT), missing


def main() -> None:
    """Print where each thing came to stand."""
    with tempfile.TemporaryDirectory() as folder:
        layers = live(*_made(Path(folder)))
    right = 0
    for item in ITEMS:
        missing, wrong = judged(item, layers)
        right += not missing and not wrong
        said = "right" if not missing and not wrong else f"missing on {missing}, wrong on {wrong}"
        sys.stdout.write(f"{item.kind:<11}{item.name:<36}{said}\n")
    sys.stdout.write(f"{right} of {len(ITEMS)} right\n\n")
    for name, text in layers.items():
        sys.stdout.write(f"=== {name}\n{text}\n")


if __name__ == "__main__":
    main()
