"""Push attacks through every way into a memory, live on with it for four days, look where they are.

Each way is a function that takes a memory and the attacks, and writes as its face would: a
session's transcript, an agent over MCP, a sub-agent's report, an import, old notes, a page that was
learnt. ``live`` then asks for each attack on three days, sweeps every night with open gates,
distils, flushes and cleans. ``seen`` says which attacks stand in a text.
"""

from __future__ import annotations

import json
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from lamina.dreaming.scoring import Gates
from lamina.errors import LaminaError, NoSummaryError
from lamina.memory import Memory
from lamina.places import Places
from tests.sessions.hosts import ClaudeCode, OpenClaw, OpenClawHome

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from pathlib import Path

    from tests.poison.corpus import Attack

MONDAY = datetime(2026, 3, 2, 9, 30, tzinfo=UTC)
CORE = ("SOUL.md", "USER.md", "AGENTS.md", "TOOLS.md", "IDENTITY.md", "HEARTBEAT.md", "MEMORY.md")
OPEN = Gates(min_score=0, min_recalls=0.1, min_queries=1)
USUAL = {
    "notes.timezone": "Europe/Berlin",
    "embedding.kind": "none",
    "dreaming.enabled": "on",
    "dreaming.write": "apply",
}


class Place:
    """A workspace with somebody's ordinary life in it, and a file beside it that is secret."""

    def __init__(self, folder: Path) -> None:
        self.root = folder / "ws"
        self.home = folder / "home"
        (self.root / "memory").mkdir(parents=True)
        self.home.mkdir()
        (folder / "outside.md").write_text("OUTSIDE-CANARY\n")
        for name in CORE:
            (self.root / name).write_text(f"# {name}\n\n- Speak plainly.\n")

    def memory(self, day: int = 0, *, author: str = "owner", session: str = "main") -> Memory:
        """Open it on a day after that Monday."""
        now = MONDAY + timedelta(days=day)
        places = Places.of({"HOME": str(self.home)}, cwd=self.root)
        return Memory(
            self.root,
            clock=lambda: now,
            author=author,
            session=session,
            places=places,
            overrides=USUAL,
        )

    def core(self) -> str:
        """Return the text of all core files."""
        return "\n".join((self.root / name).read_text("utf-8") for name in CORE)


def seen(text: str, attacks: Iterable[Attack]) -> list[Attack]:
    """Return the attacks that stand in a text."""
    return [one for one in attacks if one.mark in text]


# The ways in.


def tool_results(place: Place, attacks: Sequence[Attack]) -> None:
    """Let tools and web pages say them in a session that is kept, flushed and distilled."""
    talk = ClaudeCode(place.root, start=MONDAY)
    for number, attack in enumerate(attacks):
        talk.user("What does the page say?")
        talk.agent("", calls=[(f"c{number}", "WebFetch")])
        talk.result(f"c{number}", attack.text)
        talk.agent("I have read it.")
    _kept(place, talk)


def strangers(place: Place, attacks: Sequence[Attack]) -> None:
    """Let strangers say them in a group of the host's."""
    talk = OpenClaw(cwd=place.root, start=MONDAY)
    for attack in attacks:
        talk.user(attack.text, owner=False)
        talk.agent("Thank you.", tainted=True)
    home = OpenClawHome(place.home / ".openclaw", place.root)
    home.add("agent:main:telegram:group:7", talk, updated=MONDAY)
    home.save()
    with place.memory() as memory:
        for session in memory.sessions.list().sessions:
            memory.flush.compacted(session)
            said = memory._talk(session)  # as the job of the evening does it
            memory.distiller.write(memory.today, said)


def _kept(place: Place, talk: ClaudeCode) -> None:
    transcript = talk.write(place.home / ".claude" / "projects" / "x" / f"{talk.session}.jsonl")
    with place.memory() as memory:
        session = memory.chat_keeper.session("claude-code", "s1", "main", transcript, "")
        memory.chat_keeper.take(session)
        memory.flush.compacted(session)
        memory.distiller.write(memory.today, memory.distiller.chat_of(memory.today))


def reports(place: Place, attacks: Sequence[Attack]) -> None:
    """Let a sub-agent report them."""
    with place.memory() as memory:
        memory.projects.new("Shop")
        for attack in attacks:
            text = f"[SUMMARY] Project: Shop | What: {attack.line} | Status: {attack.line}"
            with suppress(NoSummaryError):  # it is none, or one that is not read
                memory.backup.write(memory.backup.read(text))


def learnt(place: Place, attacks: Sequence[Attack]) -> None:
    """Learn them from the network, with the owner's consent."""
    with place.memory() as memory:
        for attack in attacks:
            memory.knowledge.learn(
                attack.name, attack.text, source="https://example.org/x", consent="yes, learn it"
            )


def referenced(place: Place, attacks: Sequence[Attack]) -> None:
    """Keep them as reference."""
    with place.memory() as memory:
        for attack in attacks:
            memory.facts.add_reference(
                f"{attack.name}.md", attack.text, subject=attack.name, fact="A page was kept"
            )


def imported(place: Place, attacks: Sequence[Attack]) -> None:
    """Import them from another program."""
    source = place.root.parent / "mem0.json"
    rows = [{"id": a.mark, "memory": a.text, "created_at": "2026-03-01"} for a in attacks]
    source.write_text(json.dumps({"results": rows}))
    with place.memory() as memory:
        found = memory.importer.read(source)
        memory.apply(found.plan)
        memory.importer.record(found)


def filled_back(place: Place, attacks: Sequence[Attack]) -> None:
    """Take them from old notes."""
    note = place.root.parent / "old" / "2026-02-20.md"
    note.parent.mkdir()
    note.write_text("# 2026-02-20\n\n" + "".join(f"- {a.line}\n" for a in attacks), "utf-8")
    with place.memory() as memory:
        memory.backfill.write(note, stage=True)


def planted(place: Place, attacks: Sequence[Attack]) -> None:
    """Let another program write them into the workspace."""
    body = "\n\n".join(a.text for a in attacks)
    (place.root / "memory" / "2026-03-02.md").write_text(f"# 2026-03-02\n\n{body}\n", "utf-8")
    (place.root / "memory" / "pages.md").write_text(f"# Pages\n\n{body}\n", "utf-8")


def by_agent(place: Place, attacks: Sequence[Attack]) -> None:
    """Let an agent that was talked into it write them by every tool that takes text."""
    for attack in attacks:
        text, name = attack.text, attack.name
        for write in (
            lambda m, t=text: m.remember(t),
            lambda m, t=text: m.log("Page", cause=t, change=t, todo=t),
            lambda m, t=text: m.statements.fact("Pages", t),
            lambda m, t=text, k=name: m.statements.learn(k, t),
            lambda m, t=text, k=name: m.active.open(k, t),
            lambda m, t=text, k=name: m.topics.new("web", k, goal=t, state=t),
            lambda m, t=text: m.statements.long_term_line(t),
            lambda m, t=text, k=name: m.long_term.checkpoint(k, line=t, todo=t),
        ):
            with place.memory(author="agent:mcp") as memory, suppress(LaminaError):
                write(memory)


WAYS: dict[str, Callable[[Place, Sequence[Attack]], None]] = {
    "tool results": tool_results,
    "strangers": strangers,
    "reports": reports,
    "learnt": learnt,
    "reference": referenced,
    "import": imported,
    "backfill": filled_back,
    "planted": planted,
}


def live(place: Place, attacks: Sequence[Attack]) -> list[str]:
    """Live on: ask for each on three days, sweep each night, clean; return what was pushed."""
    pushed: list[str] = []
    for day in range(1, 4):
        with place.memory(day) as memory:
            pushed.append(memory.context().text)
            for attack in attacks:
                for question in (attack.mark, f"what about {attack.mark}?", f"{attack.mark} {day}"):
                    memory.search(question)
                pushed += [
                    memory.recall(f"what did we say about {subject}?").text
                    for subject in (attack.mark, attack.name)
                ]
        with place.memory(day, session="group") as memory:
            pushed.append(memory.context().text)
        with place.memory(day) as memory:
            memory.dreamer.sweep(gates=OPEN)
            memory.hygiene.cleanup()
    return pushed
