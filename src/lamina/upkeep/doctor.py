"""The check-up: every rule of the layers, each breach with its place and what mends it.

``check`` looks at the workspace, ``mend`` makes the safe repairs in a draft and looks at that.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from lamina.upkeep.rules import (
    active,
    blocks,
    books,
    core,
    daily,
    duplicates,
    facts,
    files,
    forgotten,
    host,
    state,
    topics,
)
from lamina.upkeep.rules.world import Finding, Parts, Severity, Sight, World

if TYPE_CHECKING:
    from collections.abc import Callable

    from lamina.documents.changes import Plan
    from lamina.host_config import HostConfig
    from lamina.layers.active import Active
    from lamina.layers.editor import Editor
    from lamina.layers.knowledge import Knowledge
    from lamina.layers.topic_audit import TopicAudit
    from lamina.settings import Config
    from lamina.upkeep.hygiene import Hygiene
    from lamina.upkeep.rules.world import Known, Rule

__all__ = ["QUICK", "RULES", "Doctor", "Finding", "Report", "Severity"]

RULES: tuple[Rule, ...] = (
    files.passed_over,
    files.unreadable,
    files.encoding,
    files.front_matter,
    files.merge_markers,
    files.secrets,
    files.hidden_characters,
    files.copies,
    core.empty_memory,
    core.cuts,
    core.budgets,
    core.memory_lines,
    core.memory_sections,
    core.memory_content,
    core.misplaced,
    books.mentions,
    blocks.managed_blocks,
    blocks.torn_markers,
    active.size,
    active.matters,
    active.dates,
    daily.names,
    daily.index_lacks,
    daily.index_lines,
    daily.placeholders,
    daily.topic_detail,
    facts.sizes,
    facts.links,
    facts.orphans,
    books.handbooks,
    topics.audit,
    topics.indices,
    topics.heads,
    topics.links,
    topics.scratchpads,
    topics.knowledge,
    duplicates.duplicates,
    state.hygiene_due,
    state.heartbeat_state,
    state.history,
    forgotten.forgotten,
    host.readable,
    host.dreams_twice,
)
# Rules that judge every line by itself: they take most of the time.
_SLOW = frozenset(
    {
        files.secrets,
        files.hidden_characters,
        core.memory_content,
        core.misplaced,
        duplicates.duplicates,
    }
)
QUICK = tuple(rule for rule in RULES if rule not in _SLOW)
# What mends the safe findings of a rule.
MENDS: dict[str, Callable[[World], None]] = {
    "INIT-2": blocks.mend,
    "DAY-2": daily.mend,
    "TOP-7": topics.mend_audit,
    "KNOW-1": topics.mend_knowledge,
}
_ROUNDS = 5  # a repair may bring another to light


@dataclass(frozen=True, slots=True)
class Report:
    """What was found, in the order of the rules, and in how many files."""

    findings: tuple[Finding, ...]
    files: int

    @property
    def clean(self) -> bool:
        """Whether nothing is wrong; notices may be there."""
        return not any(one.severity is Severity.FINDING for one in self.findings)

    def as_dict(self) -> dict[str, Any]:
        """Return the shape every face shows."""
        return {
            "clean": self.clean,
            "files": self.files,
            "findings": [one.as_dict() for one in self.findings],
        }


class Doctor:
    """Checks a workspace against every rule, and mends what can be mended without asking."""

    def __init__(
        self,
        editor: Editor,
        *,
        active: Active,
        audit: TopicAudit,
        knowledge: Knowledge,
        hygiene: Hygiene,
        config: Config,
        host: HostConfig,
        dreams: Callable[[], bool],
    ) -> None:
        """``host``: what the workspace's host does; ``dreams``: whether Lamina's dreaming is on."""
        self.editor = editor
        self.parts = Parts(editor, active, audit, knowledge, hygiene, config, host, dreams)

    def check(self, rules: tuple[Rule, ...] = RULES) -> Report:
        """Return what is wrong and what is worth knowing; no note is changed."""
        return _report(World(self.parts, Sight(self.editor), {}), rules)

    def mend(self, only: str = "") -> tuple[Plan, Report]:
        """Return the plan of the safe repairs, and what would be left; nothing is written.

        ``only``: the rule whose findings are mended; empty: every rule's.
        """
        draft = Sight(self.editor)
        known: Known = {}
        report = _report(World(self.parts, draft, known))
        for _ in range(_ROUNDS):
            before = draft.plan("doctor").changes
            for rule in dict.fromkeys(one.rule for one in report.findings if one.safe):
                if only in {"", rule}:
                    MENDS[rule](World(self.parts, draft, known))
            if draft.plan("doctor").changes == before:
                break
            report = _report(World(self.parts, draft, known))
        plan = draft.plan("doctor")
        self.editor.check(plan)
        left = tuple(replace(one, safe=False) for one in report.findings)
        return plan, replace(report, findings=left)


def _report(world: World, rules: tuple[Rule, ...] = RULES) -> Report:
    return Report(tuple(one for rule in rules for one in rule(world)), world.count)
