"""A fact in each of four languages goes through everything, and is forgotten everywhere."""

from __future__ import annotations

import json
from datetime import datetime, timedelta

import pytest

from lamina.dreaming.scoring import Gates
from tests.sessions.hosts import OpenClaw
from tests.upkeep import rawbytes

KEY = "agent:main:slack:channel:C1"
EASY = Gates(min_score=0, min_recalls=0.1, min_queries=1)
MONDAY = datetime.fromisoformat("2026-03-02T09:30:00+01:00")
FACTS = {
    "en": ("Quillfeather", "The Quillfeather account code is kept in the blue tin"),
    "de": ("Zwirbelhüber", "Der Zwirbelhüber bekommt die Schlüssel immer am Montag"),
    "ru": ("Щебетухин", "Врача зовут Щебетухин, приём у него по вторникам"),
    "zh": ("翠竹亭", "房东把备用钥匙放在翠竹亭的石桌下面"),
}
STAY = {
    "en": "The Ploverton account code is kept in the red tin",
    "de": "Der Haselbacher bekommt die Pakete immer am Freitag",
    "ru": "Соседа зовут Ковалёв, гараж у него на улице Лесной",
    "zh": "快递员把大件包裹放在荷花池的木桥旁边",
}
ASKED = {
    "en": ("where is the Quillfeather code?", "blue tin", "Quillfeather account"),
    "de": ("wann bekommt der Zwirbelhüber die Schlüssel?", "Schlüssel Montag", "Zwirbelhüber"),
    "ru": ("как зовут врача Щебетухин?", "приём по вторникам", "Щебетухин врач"),
    "zh": ("备用钥匙放在哪里？", "翠竹亭", "房东 石桌"),
}
WORDS = [word for word, _ in FACTS.values()]
PARTS = ["uillfeathe", "wirbelh", "ЩЕБЕТУХ", "翠竹"]  # of words that an index keeps shortened


class Life:
    """Everything Lamina does, with the facts in it and as many that stay."""

    def __init__(self, open_memory, root, tmp_path):
        self.open_memory, self.root, self.outside = open_memory, root, tmp_path / "outside"
        self.transcript = tmp_path / "host" / "c1.jsonl"
        self.outside.mkdir()

    def on(self, day, **more):
        return self.open_memory(now=MONDAY + timedelta(days=day), **more)

    def said(self):
        return [*(fact for _, fact in FACTS.values()), *STAY.values()]

    def noted(self):
        memory = self.on(0)
        for fact in self.said():
            memory.remember(fact)
        agent = self.on(0, author="agent:chiti")
        for number, (word, fact) in enumerate(FACTS.values()):
            memory.log(f"Matter {word}", cause=fact, change="it was said", todo="write it down")
            memory.statements.fact(f"person {number}", fact)
            memory.active.open(f"Open {number}", f"- ask about {word}\n- buy tea")
            memory.topics.new("house", f"Topic {number}", goal=fact, state="begun")
            memory.topics.update(f"Topic {number}", state=f"{fact}, still")
            agent.log(f"Work {number}", change=f"{word} was rung up")
        memory.projects.new("shop", "to sell tea")
        memory.backup.write(
            memory.backup.read(
                "\n\n".join(
                    f"[SUMMARY] Project: shop | What: {f} | Status: done" for f in self.said()
                )
            )
        )
        memory.remember(f"{FACTS['en'][1]}, and once more")
        memory.undo()

    def talked(self):
        memory = self.on(1)
        talk = OpenClaw(self.root, start=MONDAY + timedelta(days=1))
        for number in range(30):
            talk.user(f"question {number}", owner=True)
            talk.agent(f"answer {number}")
            if number == 3:
                for fact in self.said():
                    talk.user(f"We decided: {fact}.", owner=True)
                    talk.agent("", calls=[("c", "remember")])
                    talk.result("c", json.dumps({"text": fact}))
                    talk.agent("I noted it down.")
        talk.write(self.transcript)
        keeper = memory.chat_keeper
        session = keeper.session("openclaw", "s1", "main", self.transcript, str(self.root))
        keeper.take(session)
        memory.flush.consider(session, asked="by hand")
        memory.distiller.write(memory.today, memory.distiller.chat_of(memory.today))
        memory.trims.trim(KEY, self.transcript, keep=10)

    def asked(self):
        for day in (2, 3, 4):
            memory = self.on(day, **({"dreaming.storage": "both"} if day == 3 else {}))
            for questions in ASKED.values():
                memory.search(questions[day - 2])
                memory.recall(questions[0])
                memory.lesson(questions[day - 2])
            for fact in STAY.values():
                memory.search(fact)
            memory.get("memory/2026-03-02.md#L3")
            memory.dreamer.sweep(gates=EASY)

    def judged(self):
        memory = self.on(5, **{"dreaming.write": "propose"})
        for number, (word, _) in enumerate(FACTS.values()):
            memory.remember(f"Again {number}: {word} came by at noon with a parcel")
            for _ in range(3):
                memory.search(f"{word} parcel noon {number}")
        memory.dreamer.sweep(gates=EASY)
        memory.proposals.reject(["1"], why=f"no more of {WORDS[0]}")
        for _, fact in FACTS.values():
            memory.shadow.trial(
                fact, prompt=fact, baseline="a", outcome=fact, verdict="helpful", reason="r"
            )
        memory.backfill.write(self.root / "memory", stage=True)

    def carried(self):
        """Import from elsewhere; what is handed over and exported lies outside afterwards."""
        memory = self.on(6)
        memories = [
            {"id": str(n), "memory": f"{text} (old app)"} for n, text in enumerate(self.said())
        ]
        (self.outside / "memories.json").write_text(json.dumps(memories), "utf-8")
        memory.apply(memory.importer.read(self.outside / "memories.json").plan)
        handed = memory.handoff("Topic 0", "coding", inline=True)
        lines = "".join(f"{line}\n" for line in memory.state.union.lines())
        (self.outside / "state.jsonl").write_text(lines, "utf-8")
        (self.outside / "handoff.md").write_text(handed.text, "utf-8")
        assert WORDS[0] in handed.text + lines

    def lived(self):
        for step in (self.noted, self.talked, self.asked, self.judged, self.carried):
            step()
        return self.on(7)


@pytest.fixture
def life(open_memory, root, tmp_path):
    return Life(open_memory, root, tmp_path)


def lines_of(root):
    return {
        path.relative_to(root).as_posix(): path.read_bytes().splitlines(keepends=True)
        for path in sorted(root.rglob("*"))
        if path.is_file() and ".dreams" not in path.parts
    }


def is_part(left, before):
    """Tell whether lines stand in others in this order."""
    rest = iter(before)
    return all(line in rest for line in left)


def test_facts_in_four_languages_go_from_all_they_went_through(  # J09
    life, root, tmp_path, home, request
):
    memory = life.lived()
    skip = {"c1.jsonl", "outside", "memories.json", "state.jsonl", "handoff.md"}
    for word in WORDS:
        held = rawbytes.holding(tmp_path, word, skip=skip)
        assert len([place for place in held if place.startswith("ws/")]) > 12, (word, held)
        assert any(place.startswith("host/") for place in held)
        assert "ws/memory/chat-2026-03-03.md" in held
    assert WORDS[0] in (root / "memory/PROPOSALS.md").read_text("utf-8")
    before = lines_of(root)
    for word in WORDS:
        done = memory.forget.apply(word)
        assert done.complete, (word, done.unreached, done.left)
        assert memory.forget.verify(word) == ()
    memory.close()

    assert rawbytes.holding(tmp_path, *WORDS, *PARTS, skip=skip) == []
    if request.config.getoption("--store") == "postgres":
        wanted = rawbytes.forms(WORDS)
        rows = rawbytes.rows_of(request.getfixturevalue("postgres"))
        assert [t for t, row in rows if any(form in row.encode() for form in wanted)] == []

    after = lines_of(root)
    for path, lines in after.items():
        mine = [line for line in before[path] if any(f.encode() in line for f in STAY.values())]
        assert [line for line in lines if line in mine] == mine, path
        if path != "memory/daily-index.md":
            kept = [line for line in lines if b"[forgotten]" not in line]
            assert is_part(kept, before[path]), path
    gone = before.keys() - after.keys()
    assert all("shadow-trials" in path for path in gone), gone

    again = life.on(7)
    assert all(fact in again.search(fact, record=False).hits[0].snippet for fact in STAY.values())
    imported = again.importer.read(life.outside / "memories.json")  # brings nothing back
    again.apply(imported.plan)
    again.state.union.take_in((life.outside / "state.jsonl").read_bytes(), "state.jsonl")
    again.trims.restore(KEY)
    again.dreamer.sweep(gates=EASY)
    again.close()
    assert rawbytes.holding(tmp_path, *WORDS, skip=skip - {"c1.jsonl"}) == []
