"""Forgetting a session: all that was taken from it goes, what others said and wrote stays."""

from __future__ import annotations

import gzip
import json
from datetime import timedelta

import pytest

from lamina.dreaming.scoring import Gates
from lamina.errors import UnknownNameError, UsageError
from lamina.storage.state_trims import TrimRow
from lamina.upkeep.session_works import talks_of
from tests.conftest import NOW
from tests.sessions.hosts import ClaudeCode
from tests.upkeep.test_forget import holding

EASY = Gates(min_score=0, min_recalls=0.1, min_queries=1)
GONE, STAYS = "5e551017-aaaa", "5e551017-bbbb"
TOLD = (
    ("We decided to move the office to Graz in May.", "Good. I'll send you the lease tomorrow."),
    ("Who pays the deposit for the new office in Graz?", "I do not know yet."),
    ("ok", "fine"),
    ("Please remember to call the movers of Graz next week.", "I noted it."),
)
OTHER = (
    ("We decided to paint the boat green this summer.", "Good, green it is."),
    ("ok", "fine"),
)


class Life:
    """Two sessions of Claude Code, of which everything is taken that can be."""

    def __init__(self, open_memory, home, root):
        self.open_memory, self.root = open_memory, root
        self.folder = home / ".claude" / "projects" / "ws"
        self.paths = {}
        self.later = 0
        for name, told, start in ((GONE, TOLD, NOW), (STAYS, OTHER, NOW + timedelta(minutes=20))):
            talk = ClaudeCode(cwd=root, session=name, start=start)
            for user, agent in told:
                talk.user(user)
                talk.agent(agent)
            if name == GONE:
                talk.agent("", calls=[("c1", "remember")])
                talk.lines[-1] = talk.lines[-1].replace(
                    b'"input":{}', b'"input":{"text":"The lease of Graz is in the green folder"}'
                )
            self.paths[name] = talk.write(self.folder / f"{name}.jsonl")

    def memory(self, **more):
        return self.open_memory(now=NOW + timedelta(hours=1 + self.later), **more)

    def take(self, memory, name):
        session = memory.chat_keeper.session(
            "claude-code", name, "main", self.paths[name], str(self.root)
        )
        return memory.chat_keeper.take(session)

    def lived(self):
        memory = self.memory()
        memory.remember("Graz is a town the owner likes")  # by the owner: stays
        memory.remember("the movers are booked by hand")
        for name in (GONE, STAYS):
            self.take(memory, name)
            memory.flush.consider(memory.sessions.find(name), asked="by hand")
        agent = self.memory(author="agent:claude")
        agent.remember("The lease of Graz is in the green folder")
        agent.remember("The boat is in the shed by the lake")
        memory.distiller.write(memory.today, *talks_of(memory.sessions, memory.today, memory.zone))
        for question in ("move the office to Graz", "paint the boat green"):
            memory.search(question)
        memory.dreamer.sweep(gates=EASY)
        return self.memory()


@pytest.fixture
def life(open_memory, home, root):
    return Life(open_memory, home, root)


def notes(root):
    return {
        path.relative_to(root).as_posix(): path.read_text("utf-8")
        for path in sorted(root.rglob("*.md"))
    }


def test_all_that_was_taken_from_it_goes_and_nothing_else(life, root, home):
    memory = life.lived()
    before = notes(root)
    assert sum("Graz" in text for text in before.values()) >= 4
    plan = memory.forget.plan(session=GONE)
    assert {path for path, _ in plan.places} >= {
        "memory/chat-2026-03-04.md", "memory/2026-03-04.md", "memory/active-context.md",
        "MEMORY.md",
    }  # fmt: skip
    assert notes(root) == before
    done = memory.forget.apply(session=GONE)
    assert done.complete, done.as_dict()
    after = notes(root)
    joined = "".join(after.values())
    for words in ("move the office", "deposit", "lease", "call the movers"):
        assert words not in joined
    assert "Graz is a town the owner likes" in after["memory/2026-03-04.md"]
    assert "the movers are booked by hand" in after["memory/2026-03-04.md"]
    assert after["memory/2026-03-04.md"].endswith("The boat is in the shed by the lake\n\n")
    assert after["memory/chat-2026-03-04.md"] == (
        "# 2026-03-04\n\n"
        "- 09:50 user: We decided to paint the boat green this summer.\n"
        "- 09:50 agent: Good, green it is.\n- 09:50 user: ok\n- 09:50 agent: fine\n"
    )
    memory.close()
    assert holding(root, "deposit", "lease of Graz", "call the movers") == []
    assert holding(home / ".cache", "deposit", "lease of Graz") == []
    kept = {line for text in after.values() for line in text.splitlines()}
    assert kept <= {line for text in before.values() for line in text.splitlines()} | {""}


def test_it_is_not_taken_again(life, root):
    memory = life.lived()
    memory.forget.apply(session=f"claude-code:{GONE}")
    before = notes(root)
    life.later = 1
    again = life.memory()
    life.take(again, GONE)
    again.flush.consider(again.sessions.find(GONE), asked="by hand")
    again.distiller.write(again.today, *talks_of(again.sessions, again.today, again.zone))
    assert notes(root) == before
    talk = ClaudeCode(cwd=root, session=GONE, start=NOW + timedelta(hours=1, minutes=30))
    talk.user("We decided to sell the old desk in June.")
    talk.agent("Good idea, I will list the desk.")
    with life.paths[GONE].open("ab") as file:
        file.write(b"".join(talk.lines))
    life.take(again, GONE)
    log = (root / "memory/chat-2026-03-04.md").read_text("utf-8")
    assert "sell the old desk" in log
    assert "deposit" not in log


def test_its_archives_go_and_the_rows_of_them(life):
    memory = life.lived()
    key = f"claude-code:{GONE}"
    others = f"claude-code:{STAYS}"
    path = life.paths[GONE]
    archive = path.with_name(f"{path.name}.trimmed-20260304T083000Z.gz")
    rows = []
    for name, session in ((GONE, key), (STAYS, others)):
        data = life.paths[name].read_bytes()
        kept = life.paths[name].with_name(f"{life.paths[name].name}.trimmed-20260304T083000Z.gz")
        kept.write_bytes(gzip.compress(data))
        rows.append(kept)
        memory.state.trims.begin(
            TrimRow(NOW.isoformat(), session, "trim", life.paths[name], kept, len(data), "d", 1,
                    "e", 1, 1, "done")
        )  # fmt: skip
    assert rows[0] == archive
    plan = memory.forget.plan(session=key)
    assert str(archive) in plan.removed
    done = memory.forget.apply(session=key)
    assert str(archive) in done.removed
    assert not archive.exists()
    assert rows[1].exists()
    assert [row.session for row in memory.trims.history()] == [others]
    assert not memory.state.sessions.events(session=key)
    assert memory.state.sessions.events(session=others)


def test_a_session_whose_host_forgot_it_is_known_by_what_was_written_in_its_name(life, root):
    memory = life.lived()
    life.paths[GONE].unlink()
    memory.forget.apply(session=GONE)
    text = "".join(notes(root).values())
    assert "deposit" not in text
    assert "move the office" not in text
    with pytest.raises(UnknownNameError):
        memory.forget.apply(session="nobody")


def test_short_words_of_it_leave_the_history_too(life, root):
    memory = life.lived()
    memory.forget.apply(session=GONE)
    entries = [entry for entry in memory.history() if entry.command == "chat log"]
    texts = [hunk.added for entry in entries for file in entry.files for hunk in file.hunks]
    assert len(texts) == 1
    assert "paint the boat" in texts[0]
    lines = (root / "memory/.dreams/history.jsonl").read_text("utf-8")
    assert "09:30 user: ok" not in lines


def test_one_thing_at_a_time(memory):
    with pytest.raises(UsageError):
        memory.forget.plan("x", session="y")
    with pytest.raises(UsageError):
        memory.forget.plan("x", alias=("y",))


def test_a_person_goes_by_all_names(open_memory, root, write):
    write(
        "memory/2026-03-02.md",
        "# 2026-03-02\n\n- Anna Schmidt called\n- Anja came by\n- ask 小安 for tea\n- Tom came\n",
    )
    write("memory/anja.md", "# Anja\n\n- born in May\n")
    memory = open_memory()
    memory.forget.apply(about="Anna Schmidt", alias=("Anja", "小安"))
    assert notes(root) == {"memory/2026-03-02.md": "# 2026-03-02\n\n- Tom came\n"}
    assert memory.forget.verify(about="Anna Schmidt", alias=("Anja", "小安")) == ()


def test_the_command(lamina, life, root):
    life.lived().close()
    shown = lamina("forget", "--of-session", GONE)
    assert shown.returncode == 0, shown.stderr
    assert "memory/chat-2026-03-04.md" in shown.stdout
    done = lamina("forget", "--of-session", GONE, "--apply", "--yes", "--json")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["complete"] is True
    assert "deposit" not in "".join(notes(root).values())
    assert lamina("forget", "--of-session", "nobody").returncode == 2
