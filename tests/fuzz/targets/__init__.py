"""What is fuzzed: readers of what others wrote, each with what it is given and what is done."""

from __future__ import annotations

from tests.fuzz.targets import hooks, imports, notes, protocols, settings, transcripts

TARGETS = {
    target.name: target
    for module in (transcripts, hooks, settings, imports, notes, protocols)
    for target in module.TARGETS
}
