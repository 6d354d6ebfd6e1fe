"""The state in PostgreSQL and in SQLite: given the same, they answer alike, step by step."""

from __future__ import annotations

import random
from contextlib import closing
from datetime import UTC, datetime, timedelta
from itertools import zip_longest
from pathlib import Path

import pytest

from lamina.documents.seals import seal_claim, seal_line, seal_words
from lamina.storage.contract import Recall
from lamina.storage.sqlite_state import SqliteState
from lamina.storage.state_dreams import Mention
from lamina.storage.state_forgotten import Purge
from lamina.storage.state_grounded import Grounded
from lamina.storage.state_jobs import Outcome
from lamina.storage.state_reviews import Asked, Refusal, Trial
from lamina.storage.state_sessions import Cursor
from lamina.storage.state_trims import TrimRow

pytest.importorskip("psycopg", reason="PostgreSQL: psycopg is not installed")

from lamina.storage.postgres import Tenant
from lamina.storage.postgres_state import PostgresState, copied

SALT = "0" * 32
WORDS = ["kiln", "a black zebra", "насос", "茶叶", "Straße", "price", "", "it's 50%", "a?b", "$1"]
CLAIMS = [f"{n:012x}" for n in range(9)]
PATHS = ["memory/a.md", "memory/ä.md", "MEMORY.md", "session:x", "memory/2026-03-01.md"]
DAYS = [f"2026-03-{day:02}" for day in range(1, 6)]
START = datetime(2026, 3, 1, tzinfo=UTC)


def different(one, other):
    """Return where two answers begin to differ."""
    if isinstance(one, list) and isinstance(other, list):
        for at, (left, right) in enumerate(zip_longest(one, other)):
            if left != right:
                return at, left, right
    return one, other


class Steps:
    """Draws what is done next, and does it in every state."""

    def __init__(self, seed, *states):
        self.r = random.Random(seed)
        self.states = states
        self.minutes = 0
        self.numbers: dict[str, list[list[int]]] = {"claim": [], "trim": []}  # side by side

    def do(self, call):
        """Do the same in every state; what comes back has to be the same."""
        answers = [call(state) for state in self.states]
        assert all(answer == answers[0] for answer in answers), different(*answers)
        return answers[0]

    def number(self, kind, call):
        self.numbers[kind].append([call(state) for state in self.states])

    def one(self, things):
        return self.r.choice(things)

    def some(self, things):
        return self.r.sample(things, self.r.randint(0, 4))

    def at(self):
        self.minutes += self.r.randint(0, 3)
        return START + timedelta(minutes=self.minutes)

    def text(self):
        return self.at().isoformat(timespec="milliseconds")

    def recall(self):
        day = self.one(DAYS)
        n = self.r.randint(1, 5)
        return Recall(
            f"{day}T10:0{n}:00.000+00:00", day, self.one(["h1", "h2"]), self.one(WORDS),
            self.one(["search", "get", "recall"]), self.one(["owner", "agent:x"]), "main",
            self.one(CLAIMS), self.one(PATHS), n, n + self.r.randint(0, 3), self.one(CLAIMS),
            self.r.choice([0.1, 0.25, 1 / 3]),
        )  # fmt: skip

    def recalls(self):
        rows = [self.recall() for _ in range(self.r.randint(0, 4))]
        self.do(lambda s: s.record_recalls(rows))
        more = [*rows[:1], self.recall()]
        self.do(lambda s: s.add_recalls(more))

    def origins(self):
        rows = [(self.one(CLAIMS), self.one(["owner", "untrusted", "system"]), self.text())]
        self.do(lambda s: s.record_origins(rows * 2))

    def seen(self):
        kind, day = self.one(["active", "book"]), self.one(DAYS)
        found = {key: self.one(["d1", "d2"]) for key in self.some(WORDS)}
        self.do(lambda s: s.see(kind, found, day))
        self.do(lambda s: s.forgotten.renew(kind, found))

    def want(self):
        question, day = self.one(WORDS), self.one(DAYS)
        self.do(lambda s: s.want(question, day))
        gone = self.some(WORDS)[:1]
        self.do(lambda s: s.unwant(gone))

    def ingest(self):
        path = self.one(PATHS)
        rows = [
            Mention(self.one(CLAIMS), path, n % 3, n, self.one(DAYS))
            for n in range(self.r.randint(0, 5))
        ]
        self.do(lambda s: s.dreams.ingest(path, "hash", rows))
        self.do(lambda s: s.dreams.mention([Mention(CLAIMS[0], "session:x", 1, 1, DAYS[0])]))
        gone = self.some(PATHS)[:1]
        self.do(lambda s: s.dreams.drop(gone))

    def dream(self):
        phase, claims, day = self.one(["light", "rem"]), self.some(CLAIMS), self.one(DAYS)
        self.do(lambda s: s.dreams.hit(phase, claims, day))
        rows = [(c, day, 1, self.one(WORDS), {"score": 0.5, "why": ["ä"]}) for c in claims[:1]]
        self.do(lambda s: s.dreams.promote(rows))
        mark, at = self.one(WORDS), self.text()
        self.do(lambda s: s.dreams.set_mark(mark, "value", at))
        outcome = self.one(["done", "nothing new"])
        self.do(lambda s: s.dreams.ran(day, at, at, "digest", outcome, {"staged": 1}))

    def review(self):
        claim, at, change = self.one(CLAIMS), self.text(), self.r.randint(0, 9)
        self.do(lambda s: s.reviews.propose([Asked(claim, at, "ready", "text", change)]))
        self.do(lambda s: s.reviews.refuse([Refusal(claim, at[:10], "why", change)]))
        trial = Trial(f"t{self.r.randint(0, 9)}", claim, at, "memory/t.md", "helpful", change)
        self.do(lambda s: s.reviews.tried(trial))
        some = self.some(CLAIMS)[:2]
        self.do(lambda s: s.reviews.leave(some, change))
        self.do(lambda s: s.reviews.lift(some[:1], change))

    def stage(self):
        rows = [
            Grounded(c, self.one(PATHS), 1, 2, self.one(DAYS), "candidate", 0.5, n, self.text())
            for n, c in enumerate(self.some(CLAIMS))
        ]
        self.do(lambda s: s.grounded.stage([*rows, *rows[:1]]))

    def session(self):
        key, at = self.one(["main", "thread:1"]), self.text()
        for state in self.states:
            state.sessions.record(key, "flush", at, {"lines": 3, "said": "ü"})
        cursor = Cursor(key, at, "x.jsonl", 1, 2, ended=self.r.random() < 0.5)
        self.do(lambda s: s.sessions.move(cursor))

    def trim(self):
        at, path = self.text(), Path("/t") / self.one(["a.jsonl", "b\udcff.jsonl"])
        row = TrimRow(at, "main", "trim", path, path, 9, "d", 5, "e", 3, 2)
        self.number("trim", lambda s: s.trims.begin(row))
        for number, state in zip(self.one(self.numbers["trim"]), self.states, strict=True):
            state.trims.mark(number, "done")
        if self.r.random() < 0.3:
            numbers = self.numbers["trim"].pop()  # SQLite gives the last number again
            for number, state in zip(numbers, self.states, strict=True):
                state.trims.drop(number)

    def job(self):
        job, due, now = self.one(["sync", "audit"]), self.at(), self.at()
        gone = self.r.random() < 0.5
        claims = [s.jobs.claim(job, due, now, "me", lambda _: gone) for s in self.states]
        assert len({bool(claim) for claim in claims}) == 1
        if all(claims):
            self.numbers["claim"].append(claims)
        if self.numbers["claim"]:
            outcome, how = self.one([Outcome.DONE, Outcome.FAILED]), self.r.random()
            numbers = dict(zip(map(id, self.states), self.one(self.numbers["claim"]), strict=True))
            said = ["it was done"] if how < 0.3 else []
            self.do(lambda s: s.jobs.holds(numbers[id(s)]))
            if how < 0.8:
                self.do(lambda s: s.jobs.finish(numbers[id(s)], outcome, now, said))
            else:
                self.do(lambda s: s.jobs.release(numbers[id(s)]))

    def forget(self):
        at = self.text()
        seals = [
            self.one([
                seal_words(SALT, ("black", "zebra")), seal_claim(SALT, self.one(CLAIMS)),
                seal_line(SALT, "насос"),
            ])
        ]  # fmt: skip
        self.do(lambda s: s.forgotten.begin(seals, at, "words"))
        path = self.one(PATHS)
        more = Purge(touched=frozenset({path}), kept=frozenset(CLAIMS[:3]))
        dry = self.r.random() < 0.3
        self.do(lambda s: s.forgotten.purge(more, dry_run=dry))
        self.do(lambda s: s.forgotten.done() if not dry else None)

    def lift(self):
        claim = self.one(CLAIMS)
        self.do(lambda s: s.forgotten.lift("a black zebra", claim))

    def union(self):
        rows = [("recalls", self._row(self.recall())), ("wanted", self._wanted())]
        self.do(lambda s: s.union.merge(rows, dry=self.minutes % 2 == 0))

    def _row(self, recall):
        names = {"start": "first", "end": "last"}
        return {names.get(name, name): getattr(recall, name) for name in Recall.__slots__}

    def _wanted(self):
        return {"question": self.one(WORDS), "first": DAYS[0], "last": DAYS[3], "times": 4}

    def step(self):
        ways = [
            self.recalls, self.recalls, self.origins, self.seen, self.want, self.ingest,
            self.dream, self.review, self.stage, self.session, self.trim, self.job, self.job,
            self.union,
        ]  # fmt: skip
        rare = self.r.random()
        (self.forget if rare < 0.02 else self.lift if rare < 0.04 else self.one(ways))()

    def ask(self):
        """Ask everything there is to ask."""
        day, claims = self.one(DAYS), self.some(CLAIMS)
        job, now = self.one(["sync", "audit"]), self.at()
        questions = [
            lambda s: s.recalls(), lambda s: s.recalls(since=day, limit=3),
            lambda s: s.questions(), lambda s: s.origins(claims) if claims else {},
            lambda s: s.query_for(PATHS[0], 2, day), lambda s: sorted(s.wanted()),
            lambda s: [row[2:] for row in s.wanted()],
            lambda s: s.dreams.ingested(), lambda s: s.dreams.mentions(claims),
            lambda s: sorted(s.dreams.noted_since(day)), lambda s: s.dreams.said_again(),
            lambda s: sorted(s.dreams.needs_since(day)), lambda s: sorted(s.dreams.needs_of(claims)),
            lambda s: s.dreams.recalls_since(day), lambda s: s.dreams.newest_recall(),
            lambda s: s.dreams.hits("light", claims), lambda s: s.dreams.promotions(),
            lambda s: s.dreams.mark("kiln"), lambda s: [run[1:] for run in s.dreams.runs()],
            lambda s: s.recalls_by_day(day), lambda s: s.recalled(claims),
            lambda s: s.dreams.promoted_by_day(day),
            lambda s: s.reviews.proposals(), lambda s: s.reviews.refusals(),
            lambda s: s.reviews.trials(), lambda s: s.grounded.rows(),
            lambda s: s.grounded.signals(), lambda s: s.grounded.barred(),
            lambda s: [event[1:] for event in s.sessions.events()],
            lambda s: [event[1:] for event in s.sessions.events(session="main", kind="flush")],
            lambda s: s.sessions.cursor("main"),
            lambda s: sorted(s.sessions.unended(5)),
            lambda s: [row._replace(id=0) for row in s.trims.rows()],
            lambda s: [row._replace(id=0) for row in s.trims.rows(transcript=Path("/t/a.jsonl"))],
            lambda s: [row._replace(id=0) for row in s.trims.rows(outcome="done", session="main")],
            lambda s: [run[1:] for run in s.jobs.runs()],
            lambda s: [run[1:] for run in s.jobs.runs(job, 3)],
            lambda s: [run[1:] for run in s.jobs.tell()] if now.minute % 4 == 0 else [],
            lambda s: s.jobs.standing(job)[2:],
            lambda s: s.forgotten.pending(), lambda s: bool(s.forgotten.seals()),
            lambda s: sorted(set(s.forgotten.texts())),
            lambda s: [line for line in s.union.lines() if '"table": "tombstones"' not in line],
        ]  # fmt: skip
        for question in questions:
            self.do(question)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
def test_a_state_in_postgresql_answers_as_one_in_sqlite(postgres, tmp_path, seed, request):
    sqlite = SqliteState(tmp_path / "state.db")
    other = PostgresState(postgres.url(), Tenant.of(postgres.name()))
    with closing(sqlite), closing(other):
        steps = Steps(seed, sqlite, other)
        for number in range(6000 if request.config.getoption("--long") else 400):
            steps.step()
            if number % 20 == 0:
                steps.ask()
        steps.ask()
        with closing(copied(other)) as copy:
            steps.states = (sqlite, copy)
            steps.ask()
        before = other.recalls()
        with closing(copied(other)) as copy:
            copy.record_recalls([steps.recall()])
        assert other.recalls() == before
