"""Rules about the host beside which Lamina works."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lamina.upkeep.rules.world import WHOLE, notice

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lamina.upkeep.rules.world import Finding, World


def readable(world: World) -> Iterator[Finding]:
    """The host's configuration can be read."""
    if world.parts.host.problem:
        fix = "mend that file; until then the lower limits of the host are assumed"
        yield notice("CORE-1", WHOLE, 0, world.parts.host.problem, fix)


def dreams_twice(world: World) -> Iterator[Finding]:
    """DRM-16: one of the two dreams, host or Lamina."""
    host = world.parts.host
    if not host.dreams:
        return
    if world.parts.dreams():
        reason = f"OpenClaw dreams here too ({host.frequency}): both write into MEMORY.md"
        fix = f"decide which: lamina dream off, or dreaming.enabled = false in {host.path}"
    else:
        reason = f"OpenClaw dreams here by itself ({host.frequency}); Lamina's dreaming is off"
        fix = f"nothing, if it is to stay so; else switch it off in {host.path}: lamina dream on"
    yield notice("DRM-16", WHOLE, 0, reason, fix)
