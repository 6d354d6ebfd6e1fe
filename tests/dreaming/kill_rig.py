"""Make one sweep of a workspace at a moment: a process of its own, to be killed."""

from __future__ import annotations

import json
import sys
from datetime import datetime
from pathlib import Path

from lamina.memory import Memory
from lamina.places import Places

asked = json.loads(sys.argv[1])
root, now = Path(asked["root"]), datetime.fromisoformat(asked["now"])
places = Places.of({"HOME": asked["home"]}, cwd=root)
with Memory(root, clock=lambda: now, places=places, overrides=asked["settings"]) as memory:
    assert memory.dreamer.gates  # what is imported and opened first is no part of the sweep
    print("ready", flush=True)
    memory.dreamer.sweep()
