"""A life as agents and their owners lead it: commands drawn from a seed, on a lived-in workspace.

Each remembered line holds a word of its own, so that it can be looked for. The clock goes on by
minutes and hours, and now and then jumps: back by days, on by months, through a change of the hour.
"""

from __future__ import annotations

import random
import shutil
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from lamina.memory import Memory
from lamina.places import Places
from tests.sessions.hosts import OpenClaw, OpenClawHome

if TYPE_CHECKING:
    from collections.abc import Iterator

START = Path(__file__).parents[1] / "flows" / "workspaces" / "crash"
NOW = datetime.fromisoformat("2026-03-04T09:30:00+01:00")
CHANNEL = "agent:main:slack:channel:C1"
SETTINGS = {
    "notes.timezone": "Europe/Berlin",
    "notes.language": "en",
    "embedding.kind": "none",
    "dreaming.min_score": "0.2",
    "dreaming.min_recall_count": "0.5",
    "dreaming.min_unique_queries": "1",
}
JUMPS = (timedelta(days=-3), timedelta(days=40), timedelta(hours=-1), timedelta(days=200))
WORDS = [
    "ladder",
    "soil",
    "lease",
    "heater",
    "stock",
    "pallet",
    "invoice",
    "seedlings",
    "greenhouse",
    "label",
    "printer",
    "van",
    "catalogue",
    "compost",
    "watering",
    "shelf",
    "delivery",
    "contract",
]


@dataclass(frozen=True, slots=True)
class Step:
    """A command at a moment; ``word``: what a line that it writes is known by."""

    arguments: tuple[str, ...]
    now: datetime
    word: str = ""

    @property
    def trims(self) -> bool:
        """Whether it is no command, but the trim of a transcript."""
        return self.arguments[0] == "(trim)"

    def command(self, root: Path) -> list[str]:
        """Return the arguments of the command line."""
        return [*self.arguments, "-w", str(root), "--now", self.now.isoformat()]


@dataclass(frozen=True, slots=True)
class Place:
    """Where a life is lived: ``ws`` and ``home`` below one folder."""

    base: Path

    @property
    def root(self) -> Path:
        """The workspace."""
        return self.base / "ws"

    @property
    def environment(self) -> dict[str, str]:
        """What the command line is told."""
        from lamina.settings import find_setting

        named = {find_setting(key).variable: value for key, value in SETTINGS.items()}
        return named | {"HOME": str(self.base / "home"), "PYTHONUTF8": "1"}

    def memory(self, now: datetime = NOW, author: str = "owner") -> Memory:
        """Open the workspace."""
        places = Places.of({"HOME": str(self.base / "home")}, cwd=self.root)
        return Memory(
            self.root, clock=lambda: now, author=author, places=places, overrides=SETTINGS
        )

    @property
    def transcript(self) -> Path:
        """The transcript that is trimmed."""
        home = OpenClawHome(self.base / "home" / ".openclaw", self.root)
        return home.sessions() / "c1.jsonl"

    def begin(self) -> None:
        """Make the workspace, and a host's session in the home."""
        shutil.copytree(START, self.root)
        home = OpenClawHome(self.base / "home" / ".openclaw", self.root)
        talk = OpenClaw(self.root, session="c1")
        for number in range(90):
            talk.user(f"What of order {number}?")
            talk.agent("", calls=[(f"call_{number}", "exec")])
            talk.result(f"call_{number}", "it left on Monday")
            talk.agent(f"Order {number} left on Monday.")
        home.add(CHANNEL, talk, updated=NOW - timedelta(hours=5))
        home.save()


class Life:
    """Draws steps; what it drew before decides what makes sense next."""

    def __init__(self, seed: int) -> None:
        self.draw = random.Random(seed)
        self.number = 0
        self.now = NOW
        self.topics = ["Label printer"]
        self.matters = ["Peat-free soil", "Second greenhouse"]
        self.projects = ["shop"]

    def steps(self, count: int) -> Iterator[Step]:
        """Yield so many steps."""
        for _ in range(count):
            self.now += timedelta(minutes=self.draw.randrange(1, 200))
            if self.draw.random() < 0.06:
                self.now += self.draw.choice(JUMPS)
            self.now = self.now.astimezone(UTC)
            arguments, word = self._step()
            yield Step(arguments, self.now, word)

    def _step(self) -> tuple[tuple[str, ...], str]:
        kinds = {
            self._remember: 9, self._log: 4, self._topic: 5, self._topic_on: 5, self._matter: 4,
            self._matter_on: 4, self._checkpoint: 2, self._books: 5, self._ask: 5, self._care: 5,
            self._undo: 3, self._trim: 2,
        }  # fmt: skip
        return self.draw.choices(list(kinds), list(kinds.values()))[0]()

    def _said(self) -> tuple[str, str]:
        """Return a sentence, and the word in it that stands nowhere else."""
        self.number += 1
        word = f"zq{self.number}k{self.draw.randrange(1000)}"
        picked = " ".join(self.draw.sample(WORDS, 4))
        return f"The {picked} is settled under {word}.", word

    def _remember(self) -> tuple[tuple[str, ...], str]:
        text, word = self._said()
        return ("remember", text), word

    def _log(self) -> tuple[tuple[str, ...], str]:
        text, word = self._said()
        subject = self.draw.choice(WORDS).title()
        return ("log", subject, "--cause", "it came up", "--change", text), word

    def _topic(self) -> tuple[tuple[str, ...], str]:
        text, word = self._said()
        name = f"{self.draw.choice(WORDS).title()} plan {self.number}"
        self.topics.append(name)
        domain = self.draw.choice(("coding", "writing", "analysis", "garden"))
        return ("topic", "new", domain, name, "--role", "editor", "--goal", text), word

    def _topic_on(self) -> tuple[tuple[str, ...], str]:
        text, word = self._said()
        name = self.draw.choice(self.topics)
        more: tuple[str, ...] = self.draw.choice(
            (
                ("update", name, "--context", text),
                ("update", name, "--scratch", text, "--state", "going on"),
                ("archive", name, "--result", text, "--lesson", "start earlier"),
                ("pause", name),
                ("reopen", name),
            )
        )
        return ("topic", *more), word if text in more else ""

    def _matter(self) -> tuple[tuple[str, ...], str]:
        text, word = self._said()
        name = f"{self.draw.choice(WORDS).title()} {self.number}"
        self.matters.append(name)
        return ("active", "open", name, text), word

    def _matter_on(self) -> tuple[tuple[str, ...], str]:
        text, word = self._said()
        name = self.draw.choice(self.matters)
        if self.draw.random() < 0.4:
            return ("active", "done", name, "--result", text), word
        return ("active", "note", name, text), word

    def _checkpoint(self) -> tuple[tuple[str, ...], str]:
        text, word = self._said()
        name = self.draw.choice(self.matters)
        return ("checkpoint", name, "--change", text, "--todo", "call them"), word

    def _books(self) -> tuple[tuple[str, ...], str]:
        text, word = self._said()
        name = f"{self.draw.choice(WORDS)}-{self.number}"
        more: tuple[str, ...] = self.draw.choice(
            (
                ("fact", "add", self.draw.choice(WORDS).title(), text),
                ("learn", name, "--from", "lesson.txt"),
                (
                    "reference",
                    "add",
                    "lesson.txt",
                    "--name",
                    name,
                    "--subject",
                    name,
                    "--fact",
                    text,
                ),
                ("project", "note", "shop", text),
                ("agent-type", "new", name),
                ("core", "add", text),
            )
        )
        return more, word if text in more else ""

    def _ask(self) -> tuple[tuple[str, ...], str]:
        question = " ".join(self.draw.sample(WORDS, 2))
        how = self.draw.choice(("search", "recall", "context", "knowledge"))
        return ((how,) if how == "context" else (how, question)), ""

    def _care(self) -> tuple[tuple[str, ...], str]:
        return self.draw.choice((
            ("hygiene", "--apply"),
            ("dream", "run"),
            ("dream", "run"),
            ("heartbeat",),
            ("trim", "--apply"),
            ("topic", "audit"),
            ("index", "rebuild-daily"),
        )), ""  # fmt: skip

    def _undo(self) -> tuple[tuple[str, ...], str]:
        return ("undo",), ""

    def _trim(self) -> tuple[tuple[str, ...], str]:
        return ("(trim)",), ""
