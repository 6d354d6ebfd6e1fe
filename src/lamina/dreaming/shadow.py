"""Shadow trials: an answer without a candidate beside one with it. Only a report is written.

The report stands in ``memory/dreaming/shadow-trials/<day>/<12 hex>.md``, in the form hosts write. A
helpful candidate ranks a little higher, a harmful one is held back until a newer trial.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from datetime import UTC
from typing import TYPE_CHECKING, Any

from lamina.documents.fence import neutral
from lamina.errors import EmptyTextError, UnknownNameError
from lamina.storage.state_reviews import Trial

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from lamina.dreaming.dreamer import Dreamer
    from lamina.dreaming.scoring import Ranked

FOLDER = "memory/dreaming/shadow-trials"
_RECOMMENDS = {"helpful": "promote", "neutral": "defer", "harmful": "reject"}


@dataclass(frozen=True, slots=True)
class Tried:
    """A trial that was written down, and how its candidate ranks now."""

    path: str
    verdict: str
    ranked: Ranked
    change: int

    def as_dict(self) -> dict[str, Any]:
        """Return the shape every face shows."""
        return {
            "path": self.path,
            "verdict": self.verdict,
            "recommendation": _RECOMMENDS[self.verdict],
            "promotion_action": "report-only",
            "candidate": self.ranked.as_dict(),
            "change": self.change or None,
        }


class Shadow:
    """Writes down trials of one workspace."""

    def __init__(self, dreamer: Dreamer) -> None:
        self.dreamer = dreamer
        self.editor = dreamer.editor

    def trial(
        self,
        candidate: str,
        *,
        prompt: str,
        baseline: str,
        outcome: str,
        verdict: str,
        reason: str,
        risks: Iterable[str] = (),
        evidence: Iterable[str] = (),
    ) -> Tried:
        """Write down a trial of a candidate, named by its key, its place or some of its words.

        Raises:
            UnknownNameError: no line of a note is meant, or the verdict is none.
            EmptyTextError: something is not said.
        """
        if verdict not in _RECOMMENDS:
            raise UnknownNameError("verdict", verdict, _RECOMMENDS)
        fact = self.dreamer.explain(candidate).candidate
        fields = {
            "candidate": fact.text,
            "trial prompt": prompt,
            "baseline outcome": baseline,
            "candidate outcome": outcome,
            "reason": reason,
        }
        said = {name: _said(name, text) for name, text in fields.items()}
        flags = _listed(risks, "none recorded")
        references = _listed(evidence, "none supplied")
        key = _key([*list(said.values())[:4], verdict, said["reason"], flags, references])
        path = f"{FOLDER}/{self.editor.today}/{key}.md"
        with self.editor.files.locked():
            draft = self.editor.draft()
            draft.put(path, report(said, verdict, flags, references))
            entry = self.editor.apply(draft.plan("shadow-trial", reason=f"found {verdict}"))
            change = entry.id if entry else 0
            self._keep(Trial(key, fact.key, _now(draft.moment), path, verdict, change))
        return Tried(path, verdict, self.dreamer.explain(fact.key), change)

    def _keep(self, trial: Trial) -> None:
        """Keep a trial; one that is written already keeps the change that wrote it."""
        reviews = self.dreamer.decisions().reviews
        before = {one.id: one.change for one in reviews.trials()}
        reviews.tried(trial if trial.change else trial._replace(change=before.get(trial.id, 0)))


def report(
    said: dict[str, str], verdict: str, risks: Sequence[str], evidence: Sequence[str]
) -> str:
    """Return a trial's report."""
    rows = [f"{name}: {neutral(text)}" for name, text in said.items() if name != "reason"]
    rows += [
        f"verdict: {verdict}",
        f"recommendation: {_RECOMMENDS[verdict]}",
        f"reason: {neutral(said['reason'])}",
        "risk flags:",
        *(f"- {neutral(one)}" for one in risks),
        "evidence refs:",
        *(f"- {neutral(one)}" for one in evidence),
        "promotion action: report-only",
    ]
    return "# Dreaming Shadow Trial Report\n\n" + "\n".join(rows) + "\n"


def _said(name: str, text: str) -> str:
    plain = " ".join(text.split())
    if not plain:
        raise EmptyTextError(f"The {name}")
    return plain


def _listed(texts: Iterable[str], nothing: str) -> list[str]:
    return [plain for text in texts if (plain := " ".join(text.split()))] or [nothing]


def _key(fields: Sequence[object]) -> str:
    """Return what names a report: the same trial has the same name in every program."""
    seed = json.dumps(fields, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(seed.encode("utf-8", "surrogatepass")).hexdigest()[:12]


def _now(moment: Any) -> str:
    return str(moment.astimezone(UTC).isoformat(timespec="milliseconds"))
