"""Every way text of somebody's gets into a workspace, and what must hold for all of them."""

from __future__ import annotations

import inspect
import re
from functools import cached_property
from typing import TYPE_CHECKING, Any

import pytest

from lamina.documents.changes import Change, Plan
from lamina.dreaming.scoring import Gates
from lamina.memory import Memory
from lamina.sessions.said import Said
from lamina.sessions.turns import Origin, Role
from tests.sessions.hosts import ClaudeCode

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

KEY = "ghp_" + "A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8"
SAID = f"token {KEY}"
PARTS = (
    *("active", "facts", "projects", "agent_types", "topics", "audit", "knowledge"),
    *("long_term", "trimmer", "installer", "statements", "router", "doctor", "hygiene"),
    *("importer", "daily", "editor", "dreamer", "backfill", "harness", "proposals", "shadow"),
    *("schedule", "jobs", "schedules", "chat_keeper"),
    "forget",
    "handoffs",
    *("distiller", "backup", "by_hand", "links"),
)


def dreamt(memory: Memory) -> None:
    """Let a note with a secret, which its owner wrote by hand, be asked for until it is due."""
    note = memory.workspace.root / "memory" / "2026-03-01.md"
    note.write_text(f"# 2026-03-01\n\n- the {SAID} for the shop\n- the shop opens at nine\n")
    for question in ("token shop", "the shop", "when does the shop open", "shop nine"):
        memory.search(question)
    memory.dreamer.sweep(gates=Gates(min_score=0, min_recalls=1, min_queries=1))
    note.unlink()


def proposed(memory: Memory) -> None:
    """Let a line be proposed that stands beside one with a secret."""
    note = memory.workspace.root / "memory" / "2026-03-01.md"
    note.write_text(f"# 2026-03-01\n\n- the {SAID} for the shop\n- the shop opens at nine\n")
    for question in ("token shop", "the shop", "when does the shop open", "shop nine"):
        memory.search(question)
    overrides = memory.overrides | {"dreaming.write": "propose"}
    root, places = memory.workspace.root, memory.places
    with Memory(root, clock=memory.clock, places=places, overrides=overrides) as asking:
        asking.dreamer.sweep(gates=Gates(min_score=0, min_recalls=1, min_queries=1))


def accepted(memory: Memory) -> None:
    """Accept what is proposed."""
    proposed(memory)
    assert memory.proposals.accept(every=True).outcome.promoted
    (memory.workspace.root / "memory" / "2026-03-01.md").unlink()


def rejected(memory: Memory) -> None:
    """Reject a proposal with a reason that holds a secret."""
    proposed(memory)
    memory.proposals.reject(["1"], why=SAID)
    (memory.workspace.root / "memory" / "2026-03-01.md").unlink()


def reworded(memory: Memory) -> None:
    """Put other words with a secret in a proposal's place."""
    proposed(memory)
    memory.proposals.reword("1", f"the shop opens with {SAID}")
    (memory.workspace.root / "memory" / "2026-03-01.md").unlink()


def tried(memory: Memory) -> None:
    """Write down a trial in which a secret is said everywhere."""
    note = memory.workspace.root / "memory" / "2026-03-01.md"
    note.write_text("# 2026-03-01\n\n- the shop opens at nine\n")
    memory.shadow.trial(
        "shop opens",
        prompt=SAID,
        baseline=SAID,
        outcome=SAID,
        verdict="helpful",
        reason=SAID,
        risks=[SAID],
        evidence=[SAID],
    )
    note.unlink()


def backfilled(memory: Memory, *, back: bool = False) -> None:
    """Let a note with a secret say what it has to say, into the diary; take it back if asked."""
    note = memory.workspace.root / "memory" / "2026-03-01.md"
    note.write_text(f"- never use the {SAID} for the shop\n- the shop never opens on Sundays\n")
    memory.remember("[redacted:x]")
    memory.backfill.write(note, stage=True)
    note.unlink()
    if back:
        memory.backfill.roll_back(diary=True, staged=True)


def talked(memory: Memory, *, died: bool = False) -> None:
    """Let a secret be said in a session whose talk is kept, at once or after it died."""
    transcript = memory.workspace.root.parent / "talk.jsonl"
    talk = ClaudeCode(memory.workspace.root)
    talk.user(SAID)
    talk.agent(f"I will use {SAID}")
    talk.write(transcript)
    session = memory.chat_keeper.session("claude-code", "s1", "main", transcript, "")
    if died:
        memory.chat_keeper.begin(session, transcript)
        assert [one.files for one in memory.chat_keeper.catch_up()]
    else:
        assert memory.chat_keeper.take(session).files


def shared(memory: Memory) -> None:
    """Add to a folder that is shared with the agent of this workspace."""
    root, file = memory.workspace.root, memory.places.config_file
    (root / "team").mkdir()
    file.parent.mkdir(parents=True)
    share = f'[shared.team]\nfolder = "{root}/team"\nappend = ["anna"]\n'
    file.write_text(f'[agents]\nanna = "{root}"\n{share}')
    with Memory(root, clock=memory.clock, places=memory.places) as of_anna:
        assert of_anna.share("team", SAID).secrets


def distilled(memory: Memory) -> None:
    """Make the day's note of a talk with a secret."""
    said = Said(Role.USER, f"We decided to use the {SAID} for the shop.", None, Origin.OWNER, 1)
    memory.distiller.write(memory.today, [said])


WRITERS: dict[str, Callable[[Memory], Any]] = {
    "remember": lambda m: m.remember(SAID),
    "remember, second line": lambda m: m.remember(f"x\n{SAID}"),
    "share": shared,
    "log, subject": lambda m: m.log(SAID, change="x"),
    "log": lambda m: m.log("S", cause=SAID, change=SAID, todo=SAID),
    "apply": lambda m: m.apply(Plan("test", (Change("memory/x.md", None, f"{SAID}\n"),))),
    "search": lambda m: (m.remember("[redacted:x]"), m.search(SAID)),
    "lesson": lambda m: (m.remember("[redacted:x]"), m.lesson(SAID)),
    "daily.remember": lambda m: m.daily.remember(SAID),
    "daily.log": lambda m: m.daily.log("S", change=SAID),
    "active.open": lambda m: m.active.open("S", SAID, short=SAID),
    "active.note": lambda m: (m.active.open("S", "x"), m.active.note("S", SAID)),
    "active.done": lambda m: (m.active.open("S", "x"), m.active.done("S", SAID)),
    "active.tick": lambda m: (
        m.active.open("S", f"- [ ] {SAID}"),
        m.active.tick("S", "token"),
    ),
    "facts.add": lambda m: m.facts.add("S", SAID),
    "facts.add_reference": lambda m: m.facts.add_reference("n", SAID, subject="S", fact=SAID),
    "projects.new": lambda m: m.projects.new("P", SAID),
    "projects.note": lambda m: (m.projects.new("P"), m.projects.note("P", SAID)),
    "projects.set_state": lambda m: (m.projects.new("P"), m.projects.set_state("P", SAID)),
    "agent_types.new": lambda m: (m.agent_types.new("A"), m.agent_types.note("A", SAID)),
    "agent_types.note": lambda m: (m.agent_types.new("A"), m.agent_types.note("A", SAID)),
    "agent_types.set_state": lambda m: (m.projects.new("P"), m.projects.set_state("P", SAID)),
    "topics.new": lambda m: m.topics.new("d", "T", goal=SAID, role=SAID, state=SAID),
    "topics.update": lambda m: (
        m.topics.new("d", "T", goal="g"),
        m.topics.update("T", state=SAID, milestones=[SAID], context=[SAID], scratch=[SAID]),
    ),
    "topics.pause": lambda m: (m.topics.new("d", "T", goal="g"), m.topics.pause("T", SAID)),
    "topics.activate": lambda m: (m.topics.new("d", "T", goal="g"), m.topics.activate("T", SAID)),
    "topics.archive": lambda m: (
        m.topics.new("d", "T", goal="g"),
        m.topics.archive("T", result=SAID, lessons=[SAID]),
    ),
    "topics.reopen": lambda m: (
        m.topics.new("d", "T", goal="g"),
        m.topics.archive("T", result=SAID),
        m.topics.reopen("T"),
    ),
    "knowledge.learn": lambda m: m.knowledge.learn("k", SAID, source=SAID, consent=SAID),
    "long_term.add": lambda m: m.long_term.add(SAID),
    "long_term.replace": lambda m: (m.long_term.add("old line"), m.long_term.replace("old", SAID)),
    "long_term.checkpoint": lambda m: m.long_term.checkpoint(
        "S", line=SAID, cause=SAID, change=SAID, todo=SAID
    ),
    "dreamer.sweep": dreamt,
    "proposals.accept": accepted,
    "proposals.reject": rejected,
    "proposals.reword": reworded,
    "shadow.trial": tried,
    "backfill.write": backfilled,
    "backfill.roll_back": lambda m: backfilled(m, back=True),
    "statements.remember": lambda m: m.statements.remember(SAID),
    "statements.fact": lambda m: m.statements.fact("S", SAID),
    "statements.long_term_line": lambda m: m.statements.long_term_line(SAID),
    "statements.learn": lambda m: m.statements.learn("k", SAID),
    "editor.apply": lambda m: m.editor.apply(
        Plan("test", (Change("memory/x.md", None, f"{SAID}\n"),))
    ),
    "chat_keeper.take": talked,
    "chat_keeper.catch_up": lambda m: talked(m, died=True),
    "distiller.write": distilled,
    "backup.write": lambda m: (
        m.projects.new("P"),
        m.backup.write(m.backup.read(f"[SUMMARY] Project: P | What: {SAID} | Status: {SAID}")),
    ),
    "by_hand.write": lambda m: (
        m.remember("x"),
        opened := m.by_hand.open("memory/2026-03-04.md"),
        m.by_hand.write(opened.path, f"{opened.text}\n{SAID}\n", opened.seen),
    ),
    "hygiene.carry_out": lambda m: (
        m.active.open("S", SAID),
        m.active.done("S"),
        m.hygiene.carry_out(),
    ),
    "forget.apply": lambda m: (m.remember(SAID), m.remember("zebra"), m.forget.apply("zebra")),
}
FOR_GOOD = {"forget.apply"}  # that nothing takes it back is what it is for
ELSEWHERE = {"share"}  # it is taken back where it was written: tests/agents/test_shared.py
# They read, or edit a draft that only the writers above carry out.
READERS = {
    "check_may_see",
    *("distiller.plan", "distiller.chat_of", "backup.read", "backup.plan"),
    *("get", "context", "core", "sync", "status", "setup", "where", "wanted", "history"),
    *("undo_to", "undo_plan", "undo", "close", "today", "now", "zone_name", "vectors"),
    *("daily.path_for", "daily.add_line", "daily.add_entry", "daily.add_block"),
    *("daily.merge", "daily.begun"),
    *("daily.rebuild_plan", "daily.rebuild"),
    *("editor.moment", "editor.today", "editor.draft", "editor.plan", "editor.write"),
    "editor.check",
    "editor.carry_out",  # what undo does
    "editor.check_owner",
    *("active.blocks", "active.dated", "active.brake", "active.show", "active.add"),
    *("active.open_about", "active.extend", "active.close", "active.clean"),
    *("facts.path_for", "facts.put", "facts.link", "facts.list", "facts.references"),
    *(
        f"{part}.{name}"
        for part in ("projects", "agent_types")
        for name in ("path_for", "list", "find", "create", "add_note", "clean")
    ),
    *("topics.entries", "topics.files", "topics.find", "topics.create", "topics.scratchpad"),
    *("audit.flaws", "audit.mend", "audit.rebuild", "audit.proposals", "audit.adopt"),
    *("knowledge.put", "knowledge.entries", "knowledge.keywords", "knowledge.mend"),
    *("long_term.path", "long_term.put"),
    *("trimmer.over", "trimmer.trim", "trimmer.replaced"),
    *("installer.setup", "installer.least", "enrol"),
    *("handoff", "handoffs.make", "shared_folder", "job_views"),
    *("chat_keeper.session", "chat_keeper.begin", "chat_keeper.lately"),
    *("statements.is_written", "unwritten", "recall"),
    *("dreamer.ranked", "dreamer.explain", "dreamer.runs", "dreamer.dreams"),
    "dreamer.why",
    *("schedule.enabled", "schedule.switch", "schedule.due", "schedule.status"),
    *("schedule.next_after", "schedule.zone", "schedule.since"),
    # jobs do what is named here by itself; schedules write outside the workspace
    *(
        "jobs",
        "jobs.due",
        "jobs.next",
        "jobs.upcoming",
        "jobs.run",
        "jobs.views",
        "heartbeat",
        "dream_if_due",
    ),
    *("schedules.command", "schedules.install", "schedules.remove", "schedules.apply"),
    "schedules.installed",
    *("dreamer.decisions", "dreamer.review", "dreamer.keep"),
    *("proposals.list", "proposals.rejected"),
    *("router.resume", "router.days", "router.lesson"),
    *("doctor.check", "doctor.mend"),
    *("hygiene.cleanup", "hygiene.last", "hygiene.due", "hygiene.next_run"),
    *("importer.read", "importer.record"),
    *("forget.plan", "forget.verify", "forget.finish", "forget.lift"),
    *("core_sections", "known_lines", "tree", "activity", "watch"),
    *("by_hand.open", "by_hand.merged", "links.map"),
    *("harness.preview", "host_state"),
}


def public(cls: type) -> set[str]:
    return {
        name
        for name, value in inspect.getmembers_static(cls)
        if not name.startswith("_")
        and (callable(value) or isinstance(value, property))
        and not isinstance(value, cached_property)
    }


def test_the_ways_of_writing_are_all_named(memory: Memory) -> None:  # J05
    """A new public method has to say here whether it writes."""
    found = public(Memory)
    for part in PARTS:
        found |= {f"{part}.{name}" for name in public(type(getattr(memory, part)))}
    assert found - READERS == {name.partition(",")[0] for name in WRITERS}


@pytest.mark.parametrize("way", WRITERS)
def test_no_way_of_writing_lets_a_secret_through(  # J05
    memory: Memory, root: Path, way: str
) -> None:
    WRITERS[way](memory)
    memory.close()
    held = [path.read_bytes() for path in root.rglob("*") if path.is_file()]
    assert not any(KEY.encode() in data for data in held)
    assert any(re.search(rb"\[redacted:[\w-]+\]", data) for data in held)


@pytest.mark.parametrize("way", [way for way in WRITERS if way not in FOR_GOOD | ELSEWHERE])
def test_every_way_of_writing_is_taken_back_byte_for_byte(
    memory: Memory, root: Path, way: str
) -> None:
    (root / "MEMORY.md").write_bytes(b"# M\r\n\r\n- mine\r\n")
    (root / "memory" / "2026-03-04.md").write_bytes("\ufeff- mine, no end".encode())

    def snapshot() -> dict[str, bytes]:
        return {
            str(path.relative_to(root)): path.read_bytes()
            for path in root.rglob("*")
            if path.is_file() and ".dreams" not in path.parts
        }

    before = snapshot()
    WRITERS[way](memory)
    while left := [e for e in memory.history() if e.undoes is None and e.undone_by is None]:
        memory.undo(left[0].id)
    assert snapshot() == before
