"""Every example in a command's help runs as it is written, in a workspace that somebody lives in."""

from __future__ import annotations

import json
import re
import shlex
import shutil
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

import click
import pytest

from lamina.cli.main import lamina as top
from lamina.memory import Memory
from lamina.places import Places
from tests.cli.test_commands import leaves
from tests.conftest import Shell
from tests.sessions.hosts import OpenClaw, OpenClawHome

if TYPE_CHECKING:
    from collections.abc import Iterator
NOW = datetime(2026, 3, 4, 9, 30, tzinfo=UTC)
NIGHTS = (
    "Anna is allergic to penicillin, said Dr Petrova",
    "The spare keys hang at Mr Wolff's on the ground floor",
    "The viewing on Friday is at four in Harbour Lane",
    "The boiler is looked after by Mr Ortega, he comes each October",
)
ASKED = (
    "Anna allergic penicillin",
    "spare keys Mr Wolff",
    "viewing on Friday Harbour Lane",
    "boiler Ortega October",
)

# What runs until somebody ends it, or wants a database: tests of their own start these.
ELSEWHERE = {
    "mcp": "tests/mcp_server",
    "serve": "tests/web",
    "server": "tests/service",
    "worker": "tests/fleet/test_workers.py",
    "fleet drop": "tests/fleet/test_workers.py",
    "fleet jobs": "tests/fleet/test_workers.py",
    "fleet retry": "tests/fleet/test_workers.py",
    "fleet schedule": "tests/fleet/test_workers.py",
    "session restore": "tests/cli/test_sessions.py",  # of a repair
    "schedule install": "tests/upkeep/test_schedules.py",  # starts timers of this machine
    "schedule remove": "tests/upkeep/test_schedules.py",
}
# What an example needs beside that: done before it.
BEFORE = {
    "active done": ['active open Move "Three pay slips"'],
    "active note": ['active open Move "Three pay slips"'],
    "active show": ['active open Move "Three pay slips"'],
    "active tick": ['active open Move -- "- [ ] the pay slips"'],
    "topic activate": ['topic pause "Stock sync" --why "waiting"'],
    "topic reopen": ['topic archive "Stock sync" --result done'],
    "core replace": ['core add "The shop closes for stocktaking on 2 January."'],
    "state import": ["state export --out laptop.jsonl"],
    "uninstall": ["install claude-code --project . --apply"],
    "token revoke": ["token create chiti --agent coder --scope read --session main"],
    "token rotate": ["token create chiti --agent coder --scope read --session main"],
}
UNMADE = {  # what an example makes, and others need
    "topic new": ("memory/topics/coding/stock-sync.md", "memory/MEMORY_INDEX_ACTIVE.md"),
    "agent-type new": ("memory/agents/coding.md",),
    "project new": ("memory/projects/shop/CONTEXT.md",),
}
FOUND = {"doctor": {0, 1}}  # 1: something is left to do
GIVEN = {"learn": "Use PKCE.\n"}


def examples() -> Iterator[tuple[str, str]]:
    for path, command in leaves(top, ()):
        for found in re.findall(r"Example:\s*(.+?)(?=\n\s*\n|\Z)", command.help or "", re.DOTALL):
            yield " ".join(path), " ".join(found.split())


def groups(group: click.Group) -> Iterator[click.Group]:
    for name in group.list_commands(click.Context(group)):
        command = group.get_command(click.Context(group), name)
        if isinstance(command, click.Group):
            yield command
            yield from groups(command)


class Lived:
    """A workspace with a week of notes, a topic, a project, facts, sessions and proposals.

    Made once; each test begins with it as it was.
    """

    def __init__(self, folder: Path) -> None:
        self.home, self.root = folder / "now" / "home", folder / "now" / "ws"
        self._kept = folder / "kept"
        self.home.mkdir(parents=True)
        self.root.mkdir()
        self._live()
        shutil.copytree(folder / "now", self._kept)

    def again(self) -> Lived:
        shutil.rmtree(self.root.parent)
        shutil.copytree(self._kept, self.root.parent)
        return self

    def write(self, path: str, text: str) -> None:
        (self.root / path).parent.mkdir(parents=True, exist_ok=True)
        (self.root / path).write_text(text, "utf-8")

    def _open(self, now: datetime, **more: str) -> Memory:
        places = Places.of({"HOME": str(self.home)}, cwd=self.root)
        usual = {"notes.timezone": "Europe/Berlin", "embedding.kind": "none"} | more
        return Memory(self.root, clock=lambda: now, places=places, overrides=usual)

    def _live(self) -> None:
        notes = "".join(f"- {line}\n" for line in NIGHTS)
        self.write("memory/2026-03-01.md", f"# 2026-03-01\n\n{notes}")
        self.write("event.json", json.dumps({"hook_event_name": "SessionStart"}))
        for number in (1, 2, 3):
            with self._open(NOW - timedelta(days=number)) as memory:
                for question in ASKED:
                    memory.search(f"{question} {number}")
        with self._open(NOW, **{"dreaming.write": "propose"}) as memory:
            memory.apply(memory.setup().plan)
            memory.remember("The code of the door is 4711")
            memory.log("Move", cause="flat sold", change="viewing on Friday", todo="papers")
            memory.topics.new("coding", "Stock sync", goal="one stock")
            memory.topics.update("Stock sync", milestones=["import"])
            memory.projects.new("shop")
            memory.agent_types.new("coding")
            memory.statements.fact("Steinlohe", "Terms were agreed in May")
            memory.statements.learn("pkce", "It guards a code.")
            memory.dreamer.sweep()
        claude = self.home / ".claude" / "projects" / "shop" / "memory"
        claude.mkdir(parents=True)
        (claude / "MEMORY.md").write_text("# Shop\n\n- The shop closes at six.\n")
        (self.home / "agents").mkdir()
        config = self.home / ".config" / "lamina" / "config.toml"
        config.parent.mkdir(parents=True)
        folders = {"chiti": self.root, "coder": self.home / "agents"}
        rows = [f"{name} = {str(folder)!r}\n" for name, folder in folders.items()]
        config.write_text("[agents]\n" + "".join(rows))
        hosts(self.home, self.root)


@pytest.fixture(scope="module")
def _once(tmp_path_factory: pytest.TempPathFactory) -> Lived:
    return Lived(tmp_path_factory.mktemp("lived"))


@pytest.fixture
def lived(_once: Lived) -> Lived:
    return _once.again()


def hosts(home: Path, root: Path) -> None:
    openclaw = OpenClawHome(home / ".openclaw", root)
    for number, key in enumerate(("agent:main:main", "agent:main:slack:channel:C024")):
        talk = OpenClaw(root, session=f"aaaa-{number}")
        for turn in range(350):
            talk.user(f"The landlord called, number {turn}.")
            talk.agent("Noted.")
        openclaw.add(key, talk, updated=NOW - timedelta(hours=5))
    openclaw.save()


@pytest.mark.slow
@pytest.mark.parametrize(("name", "example"), [e for e in examples() if e[0] not in ELSEWHERE])
def test_an_example_runs_as_it_is_written(
    environment: dict[str, str], lived: Lived, name: str, example: str
) -> None:
    lamina = Shell(environment | {"HOME": str(lived.home)}, lived.root)
    now = ("--now", NOW.isoformat())
    for path in UNMADE.get(name, ()):
        (lived.root / path).unlink()
    if name == "reference add":
        lived.write("terms.md", "# Terms\n\n30 days net.\n")
    for line in BEFORE.get(name, []):
        done = lamina(*now, *shlex.split(line))
        assert done.returncode == 0, (line, done.stderr)
        if token := re.search(r"\b[0-9a-f]{12}\b", done.stdout + done.stderr):
            example = example.replace("0a1b2c3d4e5f", token[0])
    line, _, file = example.partition(" < ")
    given = (lived.root / file).read_text() if file else GIVEN.get(name)
    home = str(lived.home)
    words = [re.sub(r"^~(?=/)", home, word) for word in shlex.split(line)]
    done = lamina(*now, *words[1:], given=given)
    assert done.returncode in FOUND.get(name, {0}), (done.stdout, done.stderr)
    assert "Traceback" not in done.stderr


def test_what_runs_elsewhere_is_a_command_and_has_a_test_there():
    root = Path(__file__).parents[2]
    names = {name for name, _ in examples()}
    assert set(ELSEWHERE) <= names
    assert all((root / place).exists() for place in ELSEWHERE.values())
    assert set(BEFORE) <= names


def test_a_group_has_no_example_that_nobody_runs():
    shown = [g.name for g in groups(top) if "Example:" in (g.help or "")]
    assert shown == ["core", "memory"]  # each is a command by itself, too
