"""A sub-agent in a process of its own: it takes a handoff over and works in the topic.

python -m tests.agents.worker HANDOFF ROLE COUNT    (a line on standard input lets it begin)
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from lamina.errors import LaminaError
from lamina.memory import Memory


def work(handoff: Path, role: str, count: int) -> list[str]:
    held = json.loads(handoff.read_text("utf-8"))
    refused = []
    with Memory(
        held["workspace"], reads=held["reads"], session="sub-agent", author=f"agent:{role}"
    ) as memory:
        for step in held["order"]:
            assert memory.get(step["path"]).text == Path(step["full"]).read_text("utf-8")
        print("ready", flush=True)
        sys.stdin.readline()
        for number in range(count):
            memory.topics.update(
                held["name"],
                role=role,
                context=[f"finding {number}"],
                milestones=[f"step {number}"],
                scratch=[f"try {number}"] if number % 3 == 0 else [],
            )
        for path in ("MEMORY.md", "memory/active-context.md"):
            try:
                memory.get(path)
            except LaminaError as error:
                refused.append(type(error).__name__)
    return refused


if __name__ == "__main__":
    print(json.dumps(work(Path(sys.argv[1]), sys.argv[2], int(sys.argv[3]))))
