"""Other programs' memories and older states: what `import` and `state import` are given."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from hypothesis import strategies as st

from tests.fuzz.commands import run
from tests.fuzz.drawn import bent, damaged, dumped, lines, raw
from tests.fuzz.target import Target

if TYPE_CHECKING:
    from tests.fuzz.ground import Ground

PATH = "memory/2026-03-03.md"
KEY = f"memory:{PATH}:3:3"
RECALLS = {
    "version": 1,
    "updatedAt": "2026-03-03T09:00:00.000Z",
    "entries": {
        KEY: {
            "key": KEY,
            "path": PATH,
            "startLine": 3,
            "endLine": 3,
            "snippet": "The viewing of the flat is on Friday at four.",
            "recallCount": 3,
            "dailyCount": 1,
            "groundedCount": 1,
            "totalScore": 1.84,
            "maxScore": 0.9,
            "lastRecalledAt": "2026-03-03T05:11:13.475Z",
            "queryHashes": ["63efa2a0b9bb", "9a0b9bb63efa"],
            "recallDays": ["2026-03-02", "2026-03-03"],
            "promotedAt": "2026-03-03T02:00:00.000Z",
        }
    },
}
SIGNALS = {"version": 1, "entries": {KEY: {"key": KEY, "lightHits": 2, "remHits": 1}}}
EVENT = {
    "type": "memory.recall.recorded",
    "timestamp": "2026-03-03T05:11:13.475Z",
    "query": "When is the viewing?",
    "resultCount": 1,
    "results": [{"path": PATH, "startLine": 3, "endLine": 3, "score": 0.9}],
}
MEM0 = {
    "id": "4f0e",
    "memory": "Prefers window seats",
    "user_id": "anna",
    "categories": ["travel"],
    "created_at": "2025-06-01T10:00:00-07:00",
}
STATE: tuple[dict[str, Any], ...] = (
    {"lamina": "state", "version": 1},
    {
        "table": "recalls",
        "at": "2026-03-03T09:00:00+00:00",
        "query": "flat",
        "path": PATH,
        "line": 3,
        "claim": "a" * 16,
        "score": 0.5,
        "author": "owner",
    },
    {"table": "wanted", "question": "how?", "day": "2026-03-03", "times": 1},
    {"table": "marks", "name": "a", "value": "b", "at": "2026-03-03T09:00:00+00:00"},
    {"table": "tombstones", "kind": "fact", "mac": "00" * 32, "at": "2026-03-03"},
)


def openclaw(data: bytes, ground: Ground) -> None:
    """Import OpenClaw's own state: three files, between lines of three dashes."""
    parts = ([*data.split(b"\n---\n"), b"", b"", b""])[:3]
    folder = ground.scratch / "old"
    dreams = folder / "memory" / ".dreams"
    ground.put(folder / PATH, (ground.root / PATH).read_bytes())
    for name, part in zip(
        ("short-term-recall.json", "phase-signals.json", "events.jsonl"), parts, strict=True
    ):
        ground.put(dreams / name, part)
    run(ground, "import", str(folder))
    run(ground, "import", str(folder), "--kind", "openclaw", "--apply")
    run(ground, "dream", "status")
    run(ground, "state", "export", "--format", "openclaw")


def mem0(data: bytes, ground: Ground) -> None:
    """Import an export of mem0, and a folder in which it lies."""
    folder = ground.scratch / "old"
    path = ground.put(folder / "memories.json", data)
    run(ground, "import", str(path), "--diff")
    run(ground, "import", str(folder), "--kind", "mem0", "--apply")


def foreign_notes(data: bytes, ground: Ground) -> None:
    """Import a note of another program, each kind of them."""
    folder = ground.scratch / "vault"
    ground.put(folder / "MEMORY.md", data)
    ground.put(folder / "a b.md", data)
    ground.put(folder / ".obsidian" / "app.json", b"{}")
    for kind in ("obsidian", "basic-memory", "claude-code", "markdown"):
        run(ground, "import", str(folder), "--kind", kind)
    run(ground, "import", str(folder), "--apply")


def state(data: bytes, ground: Ground) -> None:
    """Take in another machine's state, twice, and write it out again."""
    path = ground.put(ground.scratch / "laptop.jsonl", data)
    run(ground, "remember", "The shop opens at nine.")
    run(ground, "state", "import", str(path))
    run(ground, "state", "import", "-", given=data)
    run(ground, "state", "export")
    run(ground, "promote")
    run(ground, "dream", "run")
    run(ground, "search", "flat")


def _three(first: Any, second: Any, third: Any) -> Any:
    return st.tuples(first, second, third).map(b"\n---\n".join)


_RECALLS = bent(RECALLS, KEY, PATH, "memory:../x.md:1:1", "memory:memory/x.md:0:99999999999")
_NOTE = st.lists(
    st.sampled_from(
        (
            *("---\n", "title: a\n", "tags: [a, b]\n", "permalink: ../../x\n", "type: user\n"),
            *("- [x](../y.md) a\n", "# A\n", "- [fact] a #b (c)\n", "- relates_to [[../../B]]\n"),
            *("[[a|b]]\n", "![[a]]\n", "%% a %%\n", "description: a\n", "date: 2026-03-04\n", "\0"),
            *("<!-- lamina:a:start -->\n", "- The shop opens at nine.\n", "&a *a\n", "\ufeff---\n"),
        )
    ),
    max_size=14,
).map(lambda parts: "".join(parts).encode())
_HEAD = json.dumps(STATE[0]).encode() + b"\n"
TARGETS = [
    Target(
        "import-openclaw",
        damaged(
            _three(
                st.one_of(_RECALLS.map(dumped), _RECALLS.map(raw)),
                bent(SIGNALS, KEY).map(dumped),
                lines([EVENT], PATH),
            )
        ),
        openclaw,
    ),
    Target(
        "import-mem0",
        st.one_of(
            damaged(bent([MEM0, MEM0 | {"id": 2}], "../x").map(dumped)),
            damaged(bent({"results": [MEM0]}, "../x").map(raw)),
            lines([MEM0], "../x"),
        ),
        mem0,
    ),
    Target("import-notes", damaged(_NOTE), foreign_notes),
    Target(
        "state",
        st.one_of(lines(STATE), lines(STATE[1:], dump=raw)).map(lambda data: _HEAD + data),
        state,
    ),
]
