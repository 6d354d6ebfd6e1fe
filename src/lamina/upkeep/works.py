"""What the jobs do, and the list of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lamina.errors import ConfigError
from lamina.upkeep.due import Rule
from lamina.upkeep.jobs import EVERY, Job, Result
from lamina.upkeep.times import CLEANUP

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from datetime import datetime, tzinfo

    from lamina.dreaming.dreamer import Dreamer
    from lamina.dreaming.schedule import Schedule
    from lamina.layers.topic_audit import TopicAudit
    from lamina.search.indexer import Indexer
    from lamina.sessions.trims import Trims
    from lamina.settings import Config
    from lamina.upkeep.hygiene import Hygiene
    from lamina.upkeep.jobs import Occasion

    Work = Callable[[Occasion], Result]

DREAMING = "dreaming"
_NAMED = 3  # of many that are said


def job_list(
    works: Mapping[str, Work], config: Config, zone: tzinfo, hygiene: Hygiene, schedule: Schedule
) -> list[Job]:
    """Return the jobs that have a work; what nobody can do is not among them.

    Args:
        works: by name: hygiene, daily note, backup, trim, dreaming, sync, audit.
        config: when they are due.
        zone: the notes' zone.
        hygiene: knows when it was done by hand.
        schedule: knows whether and when this workspace dreams.
    """
    jobs = config.jobs
    times = {
        "hygiene": ("jobs.hygiene", jobs.hygiene, CLEANUP),
        "daily note": ("jobs.daily_note", jobs.daily_note, "lastDailyNote"),
        "backup": ("", EVERY, "lastBackupCheck"),
        "trim": ("", EVERY, "lastTrim"),
        DREAMING: ("dreaming.frequency", config.dreaming.frequency, "lastDreaming"),
        "sync": ("jobs.sync", jobs.sync, "lastSync"),
        "audit": ("jobs.audit", jobs.audit, "lastAudit"),
    }
    known: dict[str, Callable[[], datetime | None]] = {
        "hygiene": hygiene.last,
        DREAMING: schedule.since,
    }
    found = []
    for name, (setting, cron, key) in times.items():
        if name in works:
            days = config.layers.hygiene_days if name == "hygiene" else 0
            rule, off = Rule(cron, zone, setting, days), ""
            if name == DREAMING:
                rule, off = _dreams(rule, schedule)
            elsewhere = known.get(name, lambda: None)
            found.append(Job(name, rule, works[name], key, elsewhere, off))
    return found


def _dreams(rule: Rule, schedule: Schedule) -> tuple[Rule, str]:
    on, because = schedule.enabled()
    try:
        return Rule(rule.cron, schedule.zone, rule.setting), "" if on else because
    except ConfigError as error:
        return rule, error.message


def clean(hygiene: Hygiene) -> Work:
    """Return the work of the weekly care."""

    def work(occasion: Occasion) -> Result:
        occasion.check()
        cleanup, _ = hygiene.carry_out(timed=False)  # the ledger's runner keeps the time
        says = list(cleanup.plan.notes)
        if cleanup.idle:  # what is still open leaves the open ones: somebody has to know
            note, many = hygiene.daily.path_for(hygiene.editor.today), cleanup.idle > 1
            matters = f"{cleanup.idle} idle matters" if many else "an idle matter"
            says.append(f"hygiene: {matters} moved into {note} (lamina history)")
        return Result(tuple(says))

    return work


def dream(dreamer: Dreamer, **options: int) -> Work:
    """Return the work of a night; its value is the sweep."""

    def work(_: Occasion) -> Result:
        sweep = dreamer.sweep(**options)  # type: ignore[arg-type]
        promoted, proposed = len(sweep.outcome.promoted), len(sweep.outcome.proposed)
        says = []
        if promoted:
            says.append(f"dreaming: {_lines(promoted)} promoted into MEMORY.md (lamina history)")
        if proposed:
            says.append(f"dreaming: {_lines(proposed)} proposed (lamina dream proposals)")
        said = (*says, *(f"dreaming: {notice}" for notice in sweep.notices))
        return Result(said, idle=sweep.nothing_new, value=sweep)

    return work


def sync(indexer: Indexer) -> Work:
    """Return the work of bringing the index in line."""

    def work(_: Occasion) -> Result:
        report = indexer.sync()
        return Result((report.healed,) if report.healed else (), idle=not report.wrote)

    return work


def audit(topics: TopicAudit, trims: Trims) -> Work:
    """Return the work of looking for orphans: topics and entries, archives of trims."""

    def work(_: Occasion) -> Result:
        flaws = topics.flaws()
        says = [f"audit: {flaw.name}: {flaw.reason}" for flaw in flaws[:_NAMED]]
        if len(flaws) > _NAMED:
            says.append(f"audit: and {len(flaws) - _NAMED} more (lamina topic audit)")
        gone = [
            row for row in trims.history() if row.outcome == "done" and not row.archive.exists()
        ]
        says += [
            f"audit: {row.session}: its archive {row.archive.name} is gone, the trim of"
            f" {row.at[:10]} cannot be taken back"
            for row in gone[:_NAMED]
        ]
        return Result(tuple(says))

    return work


def _lines(count: int) -> str:
    return f"{count} line" + ("" if count == 1 else "s")
