"""What a heartbeat does and says; the jobs of a workspace; status where they stand still."""

from __future__ import annotations

import itertools
import json
import os
from datetime import UTC, datetime, timedelta

import pytest

from lamina.storage.state_jobs import Outcome
from lamina.upkeep.heartbeat import beat
from lamina.upkeep.jobs import Result
from lamina.upkeep.works import job_list
from tests.conftest import NOW
from tests.sessions.hosts import ClaudeCode
from tests.upkeep.rig import DEAD

STATE = "memory/heartbeat-state.json"


@pytest.fixture
def untidy(write):
    write("memory/active-context.md", "# Active\n\n## [DONE] Tax\nrefund came\n\n---\n")


def ran(found):
    """Return what became of the jobs that need no sessions of a host."""
    ours = {"hygiene", "dreaming", "sync", "audit"}
    return {one.job: one.outcome for one in found.ran if one.job in ours}


def test_the_first_heartbeat_does_everything_and_the_next_nothing(untidy, memory, root):  # UP-1
    first = memory.heartbeat()
    assert ran(first) == dict.fromkeys(("hygiene", "sync", "audit"), Outcome.DONE)
    assert first.says == ()
    assert b"refund came" in (root / "memory" / "2026-03-04.md").read_bytes()
    assert memory.heartbeat().ran == ()


def test_times_are_kept_beside_what_others_keep_and_outside_the_history(  # UP-3
    untidy, memory, root, write
):
    write(STATE, '{"lastChecks": {"email": 1703275200},  "lastAudit": null}\n')
    memory.heartbeat()
    text = (root / STATE).read_text()
    assert '"lastChecks": {"email": 1703275200},  ' in text
    held = json.loads(text)
    assert held["lastMemoryCleanup"] == held["lastAudit"] == NOW.isoformat()
    assert [entry.command for entry in memory.history()] == ["hygiene"]
    assert memory.hygiene.last() == NOW


def test_a_broken_file_of_times_is_set_aside_and_told(memory, root, write):  # UP-3
    write(STATE, '{"lastMemoryCleanup": "2026-0')
    (said,) = memory.heartbeat().says
    assert "set aside" in said
    assert "lastAudit" in json.loads((root / STATE).read_text())


def test_hygiene_by_hand_is_taken_back_although_times_went_on(untidy, open_memory, root, tree):
    before = tree()
    memory = open_memory()
    memory.apply(memory.hygiene.cleanup().plan)
    open_memory(now=NOW + timedelta(hours=1)).heartbeat()
    memory.undo()
    after = tree()
    assert json.loads(after.pop(STATE))["lastAudit"]
    assert after == before


def test_hygiene_done_by_hand_counts(memory):
    memory.apply(memory.hygiene.cleanup().plan)
    assert "hygiene" not in ran(memory.heartbeat())


def test_nothing_to_do_leaves_every_file_as_it_was(memory, open_memory, tree):
    memory.heartbeat()
    before = tree()
    later = open_memory(now=NOW + timedelta(hours=1))
    assert ran(later.heartbeat()) == {"sync": Outcome.DONE}
    assert tree() == before


def test_dreaming_is_a_job_when_it_is_on(memory, open_memory, write):
    write("memory/2026-03-03.md", "# 2026-03-03\n\n- Anna is allergic to penicillin\n")
    assert {view.name: view.state for view in memory.jobs.views()}["dreaming"] == "off"
    memory.schedule.switch(on=True)
    for asked in ("Anna allergic", "penicillin", "what may Anna not get?", "allergic"):
        memory.search(asked)
    assert "dreaming" not in ran(memory.heartbeat())
    night = open_memory(now=datetime(2026, 3, 5, 3, 10, tzinfo=UTC))
    found = night.heartbeat()
    assert ran(found)["dreaming"] is Outcome.DONE
    assert any("promoted" in said for said in found.says)
    assert night.heartbeat().says == ()
    assert not night.schedule.due()
    assert night.dream_if_due(10) is None


def test_the_command_and_the_job_share_one_ledger(memory, open_memory, lamina):
    memory.schedule.switch(on=True)
    memory.close()
    night = "2026-03-05T03:10+01:00"
    first = lamina("dream", "run", "--if-due", "--json", "--now", night)
    assert "staged" in json.loads(first.stdout)
    again = lamina("dream", "run", "--if-due", "--json", "--now", night)
    assert json.loads(again.stdout) == {"due": False}
    assert "dreaming" not in ran(open_memory(now=datetime.fromisoformat(night)).heartbeat())


def test_a_sweep_that_failed_is_tried_again_the_same_night(memory, open_memory, root, lamina):
    memory.schedule.switch(on=True)
    memory.search("x")
    (root / "memory" / "dreaming").write_text("a file, no folder")
    (root / "memory" / "2026-03-04.md").write_text("- Anna is allergic to penicillin\n")
    memory.close()
    night = datetime.fromisoformat("2026-03-05T03:10+01:00")
    failed = open_memory(now=night).heartbeat()
    assert ran(failed)["dreaming"] is Outcome.FAILED
    assert any("dreaming failed" in said for said in failed.says)
    shown = lamina("jobs", "--now", night.isoformat())
    assert "failed" in shown.stdout
    (root / "memory" / "dreaming").unlink()
    assert "dreaming" not in ran(open_memory(now=night + timedelta(seconds=30)).heartbeat())
    assert ran(open_memory(now=night + timedelta(minutes=2)).heartbeat())["dreaming"] == "done"


def test_orphans_are_said(memory, write):
    write("memory/topics/coding/lost.md", "# Lost\n\n- Goal: g\n")
    assert any("Lost" in said for said in memory.heartbeat().says)


def test_what_there_is_no_time_for_is_left_for_the_next(memory):
    """The clock goes ten seconds on at each look."""
    clock = itertools.count(step=10).__next__
    due = [job.name for job, _ in memory.jobs.due()]
    found = [beat(memory.jobs, 15, clock)]
    while found[-1].left:
        found.append(beat(memory.jobs, 15, clock))
    assert [one.job for part in found for one in part.ran] == due
    assert len(found) > 1
    assert max(len(one.ran) for one in found) == 2


def test_a_job_under_way_elsewhere_is_left(memory):
    at = datetime(2026, 3, 1, 6, tzinfo=UTC)
    assert memory.state.jobs.claim("hygiene", at, NOW, "other:1:1", lambda _: False)
    assert "hygiene" not in ran(memory.heartbeat())
    view = next(one for one in memory.jobs.views() if one.name == "hygiene")
    assert (view.state, "other:1:1" in view.why) == ("running", True)


def test_one_jobs_fault_is_not_the_others(memory):
    def broken(occasion):
        raise ZeroDivisionError

    jobs = memory.jobs
    listed = job_list(
        {"hygiene": broken, "audit": lambda _: Result(("look",))},
        memory.config, memory.zone, memory.hygiene, memory.schedule,
    )  # fmt: skip
    jobs.jobs = {job.name: job for job in listed}
    found = beat(jobs, 20, lambda: 0.0)
    assert ran(found) == {"hygiene": Outcome.FAILED, "audit": Outcome.DONE}
    assert "ZeroDivisionError" in found.says[0]
    assert found.says[1] == "look"


def test_jobs_whose_work_nobody_has_are_not_listed(memory):
    listed = job_list({}, memory.config, memory.zone, memory.hygiene, memory.schedule)
    assert listed == []
    everything = dict.fromkeys(("trim", "backup", "daily note"), lambda _: Result())
    listed = job_list(everything, memory.config, memory.zone, memory.hygiene, memory.schedule)
    assert [job.name for job in listed] == ["daily note", "backup", "trim"]


@pytest.mark.parametrize(
    ("user", "now", "host", "day"),
    [
        ("Asia/Shanghai", "2026-04-11T19:53+00:00", "America/Los_Angeles", "2026-04-12"),
        ("America/Los_Angeles", "2026-03-15T01:17+00:00", "Asia/Kathmandu", "2026-03-14"),
        ("Europe/Berlin", "2026-03-28T23:30+00:00", "Asia/Shanghai", "2026-03-29"),
        ("Asia/Kathmandu", "2026-04-11T18:45+00:00", "UTC", "2026-04-12"),
    ],
)
def test_h01_h02_one_today_for_notes_jobs_and_reports(
    untidy, lamina, root, write, user, now, host, day
):
    """00:30 for the user, another day for the host or in UTC."""
    write(f"memory/{day}.md", "- Anna is allergic to penicillin\n")
    zones = {"LAMINA_NOTES_TIMEZONE": user, "TZ": host}
    assert lamina("remember", "said just now", "--now", now, **zones).returncode == 0
    assert lamina("dream", "on", "--now", "2026-03-01T00:00Z", **zones).returncode == 0
    beaten = lamina("heartbeat", "--now", now, **zones)
    assert beaten.stdout.strip() == "HEARTBEAT_OK", beaten.stderr
    note = (root / "memory" / f"{day}.md").read_text()
    assert "said just now" in note
    assert "refund came" in note
    assert json.loads((root / STATE).read_text())["lastMemoryCleanup"].startswith(day)
    shown = json.loads(lamina("status", "--json", "--now", now, **zones).stdout)
    assert shown["today"] == day
    runs = json.loads(lamina("dream", "status", "--json", "--now", now, **zones).stdout)["runs"]
    assert runs[0]["day"] == day
    assert {path.stem for path in (root / "memory" / "dreaming").rglob("2*.md")} <= {day}
    assert day in json.loads(lamina("context", "--json", "--now", now, **zones).stdout)["text"]


def test_k07_status_is_red_where_turns_are_seen_and_nothing_is_written(open_memory, home, root):
    open_memory().remember("zebra")
    later = open_memory(now=NOW + timedelta(days=8, hours=1))
    assert later.status().alarms == ()
    talk = ClaudeCode(root, start=NOW + timedelta(days=1))
    talk.user("And how is the zebra?")
    for number in range(168):
        talk.agent(f"It ate {number} apples.")
        talk.user(f"Give it {number} more.")
    talk.write(home / ".claude/projects/ws" / f"{talk.session}.jsonl")
    assert later.status().alarms == ("last write 8 days ago although 337 turns seen",)
    soon = open_memory(now=NOW + timedelta(days=6))
    assert soon.status().alarms == ()


def test_k07_nothing_was_ever_written(memory, home, root):
    talk = ClaudeCode(root, start=NOW - timedelta(hours=3))
    for number in range(12):
        talk.user(f"Give it {number} apples.")
        talk.agent(f"It ate {number} apples.")
    talk.write(home / ".claude/projects/ws" / f"{talk.session}.jsonl")
    assert memory.status().alarms == ("nothing was ever written although 24 turns were seen",)


def test_k07_jobs_that_stand_still_turn_status_red(memory, open_memory, lamina):
    assert open_memory(now=NOW + timedelta(days=90)).status().alarms == ()  # nobody runs any
    memory.heartbeat()
    assert open_memory(now=NOW + timedelta(hours=20)).status().alarms == ()
    memory.close()
    late = (NOW + timedelta(days=20)).isoformat()
    shown = lamina("status", "--now", late)
    for name in ("hygiene", "sync", "audit"):
        assert f"! {name} was last done 2026-0" in shown.stdout
    assert json.loads(lamina("status", "--json", "--now", late).stdout)["alarms"]


def test_a_schedule_that_is_none_is_said_and_stops_no_other(open_memory):
    memory = open_memory(**{"jobs.audit": "every sunday"})
    found = memory.heartbeat()
    assert ran(found) == {"hygiene": Outcome.DONE, "sync": Outcome.DONE}
    assert "jobs.audit" in found.says[0]


def test_a_killed_runner_of_this_machine_is_shown(memory, open_memory):
    runner = DEAD.replace("desk", os.uname().nodename)
    at = datetime(2026, 3, 1, 6, tzinfo=UTC)
    memory.state.jobs.claim("hygiene", at, NOW, runner, lambda _: False)
    later = open_memory(now=NOW + timedelta(minutes=2))
    assert later.jobs.views()[0].why == "its runner is gone"
    assert ran(later.heartbeat())["hygiene"] is Outcome.DONE


def test_g07_jobs_that_end_in_any_order_leave_each_others_files(untidy, open_memory, write, tree):
    """Hygiene, a sweep and an audit, in every order: the same files, each whole."""
    write("memory/2026-03-03.md", "# 2026-03-03\n\n- Anna is allergic to penicillin\n")
    memory = open_memory()
    memory.schedule.switch(on=True)
    for asked in ("Anna allergic", "penicillin", "what may Anna not get?", "allergic"):
        memory.search(asked)
    night = open_memory(now=datetime(2026, 3, 5, 3, 10, tzinfo=UTC))
    start = tree()
    ends = []
    for order in itertools.permutations(("hygiene", "dreaming", "audit")):
        jobs = night.jobs
        for name in order:
            assert jobs.run(name).outcome is Outcome.DONE
        ends.append({path for path in tree() if path != STATE})
        night.state.database.execute("DELETE FROM job_runs")
        night.state.database.execute("DELETE FROM runs")
        night.state.database.execute("DELETE FROM promotions")
        night.state.database.execute("DELETE FROM phases")
        while any(e.undoes is None and e.undone_by is None for e in night.history()):
            night.undo()
        (night.workspace.root / STATE).unlink()
        assert tree() == start
    assert len({frozenset(end) for end in ends}) == 1
    written = ends[0]
    assert "memory/dreaming/light/2026-03-05.md" in written
    assert "memory/dreaming/deep/2026-03-05.md" in written
    assert "DREAMS.md" in written
    assert "memory/2026-03-05.md" in written
