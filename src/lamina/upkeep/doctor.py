"""The check-up: every rule of the layers, each breach with its place and what mends it.

``check`` looks at the workspace, ``mend`` makes the safe repairs in a draft and looks at that.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from lamina.upkeep import (
    rules_active,
    rules_blocks,
    rules_books,
    rules_core,
    rules_daily,
    rules_duplicates,
    rules_facts,
    rules_files,
    rules_forgotten,
    rules_host,
    rules_state,
    rules_topics,
)
from lamina.upkeep.rules_world import Finding, Parts, Severity, Sight, World

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
    from lamina.upkeep.rules_world import Known, Rule

__all__ = ["QUICK", "RULES", "Doctor", "Finding", "Report", "Severity"]

RULES: tuple[Rule, ...] = (
    rules_files.passed_over,
    rules_files.unreadable,
    rules_files.encoding,
    rules_files.front_matter,
    rules_files.merge_markers,
    rules_files.secrets,
    rules_files.hidden_characters,
    rules_files.copies,
    rules_core.empty_memory,
    rules_core.cuts,
    rules_core.budgets,
    rules_core.memory_lines,
    rules_core.memory_sections,
    rules_core.memory_content,
    rules_core.misplaced,
    rules_books.mentions,
    rules_blocks.managed_blocks,
    rules_blocks.torn_markers,
    rules_active.size,
    rules_active.matters,
    rules_active.dates,
    rules_daily.names,
    rules_daily.index_lacks,
    rules_daily.index_lines,
    rules_daily.placeholders,
    rules_daily.topic_detail,
    rules_facts.sizes,
    rules_facts.links,
    rules_facts.orphans,
    rules_books.handbooks,
    rules_topics.audit,
    rules_topics.indices,
    rules_topics.heads,
    rules_topics.links,
    rules_topics.scratchpads,
    rules_topics.knowledge,
    rules_duplicates.duplicates,
    rules_state.hygiene_due,
    rules_state.heartbeat_state,
    rules_state.history,
    rules_forgotten.forgotten,
    rules_host.readable,
    rules_host.dreams_twice,
)
# Rules that judge every line by itself: they take most of the time.
_SLOW = frozenset(
    {
        rules_files.secrets,
        rules_files.hidden_characters,
        rules_core.memory_content,
        rules_core.misplaced,
        rules_duplicates.duplicates,
    }
)
QUICK = tuple(rule for rule in RULES if rule not in _SLOW)
# What mends the safe findings of a rule.
MENDS: dict[str, Callable[[World], None]] = {
    "INIT-2": rules_blocks.mend,
    "DAY-2": rules_daily.mend,
    "TOP-7": rules_topics.mend_audit,
    "KNOW-1": rules_topics.mend_knowledge,
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
