"""Phase 3 of memory-index: three agents take one topic over and work in it at the same time."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from lamina.layers.topic_file import bullets

TOPIC = "memory/topics/coding/payments.md"
ROLES = ("coding", "测试", "writer")
COUNT = 15


def test_three_agents_work_in_one_topic_at_once(lamina, environment, root, tmp_path):  # MUL-2
    def run(*command, code=0):
        done = lamina(*command)
        assert done.returncode == code, done.stderr
        return done

    (root / "MEMORY.md").write_text("# Long-term memory\n\n- the rent is 900\n", "utf-8")
    run("active", "open", "Move", "The landlord wants the pay slips.")
    run("topic", "new", "coding", "Payments", "--goal", "payments in instalments", "--role", "CTO")
    run("topic", "update", "Payments", "--role", "CTO", "--context", "the switch is in flags.yaml")
    for role in ROLES:
        run("agent-type", "new", role)

    # The orchestrator's own passing notes keep it from sending anybody.
    run("topic", "update", "Payments", "--role", "CTO", "--scratch", "ask about the rate")
    refused = run("handoff", "Payments", "--to", "coding", code=2)
    assert "ask about the rate" in refused.stderr
    assert not refused.stdout
    run("topic", "update", "Payments", "--clear-scratch")

    workers = []
    for number, role in enumerate(ROLES):
        file = tmp_path / f"{number}.json"
        file.write_text(run("handoff", "Payments", "--to", role, "--json").stdout, "utf-8")
        workers.append(
            subprocess.Popen(
                [sys.executable, "-m", "tests.agents.worker", str(file), role, str(COUNT)],
                env=environment,
                cwd=Path(__file__).parents[2],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                text=True,
                encoding="utf-8",
            )
        )
    for worker in workers:
        assert worker.stdout
        assert worker.stdout.readline() == "ready\n"
    for worker in workers:  # all three have read it: now they write
        assert worker.stdin
        worker.stdin.write("\n")
        worker.stdin.flush()
    for worker in workers:
        out, err = worker.communicate(timeout=120)
        assert worker.returncode == 0, err
        assert json.loads(out) == ["PrivateFileError", "NotHandedOverError"]

    text = (root / TOPIC).read_text("utf-8")
    said = [f"[{role}] finding {number}" for role in ROLES for number in range(COUNT)]
    found = bullets(text, "core_context")
    assert found[0] == "[CTO] the switch is in flags.yaml"
    assert sorted(found[1:]) == sorted(said)
    for role in ROLES:  # each one's lines stand in the order in which it wrote them
        own = [line for line in found if line.startswith(f"[{role}]")]
        assert own == [f"[{role}] finding {number}" for number in range(COUNT)]
    steps = [f"[{role}] step {number}" for role in ROLES for number in range(COUNT)]
    assert sorted(bullets(text, "milestones")) == sorted(steps)
    assert text.count("## ") == 3

    # What they left on the scratchpad is whose it was, and keeps the next handoff waiting.
    left = [f"[{role}] try {number}" for role in ROLES for number in range(0, COUNT, 3)]
    assert sorted(bullets(text, "scratchpad")) == sorted(left)
    refused = run("handoff", "Payments", "--to", "writer", code=2)
    assert "[测试] try 3" in refused.stderr
    run("topic", "update", "Payments", "--clear-scratch")
    assert run("handoff", "Payments", "--to", "writer").stdout.count(TOPIC) == 1

    # Every change says who made it, and the day's note holds no detail.
    authors = [
        entry["author"] for entry in json.loads(run("history", "-n", "100", "--json").stdout)
    ]
    assert [authors.count(f"agent:{role}") for role in ROLES] == [COUNT] * 3
    notes = "".join(note.read_text("utf-8") for note in (root / "memory").glob("2*.md"))
    assert "finding" not in notes
    assert run("doctor").returncode == 0
