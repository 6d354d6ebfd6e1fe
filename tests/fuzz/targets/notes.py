"""Front matter and Markdown in every kind of file, under any name, with all that reads them."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any

from hypothesis import strategies as st

from lamina.documents import frontmatter, markdown
from lamina.errors import FrontMatterError
from tests.fuzz.commands import run
from tests.fuzz.drawn import PIECES, damaged, texts, values
from tests.fuzz.target import Target, Wrong, quiet

if TYPE_CHECKING:
    from hypothesis.strategies import DrawFn

    from tests.fuzz.ground import Ground

YAML = (
    *("status: draft\n", "status: 'a\n", "? status\n: x\n", "{status: a}\n", "status: [a,\n b]\n"),
    *("status: !!float ''\n", "status: |\n  a\n", "a: 'b\nstatus: c'\n", "status:\n- a\n- b\n"),
    *("a: b\n", "tags: [x, y]\n", "tags:\n- x\n", "date: 2026-03-04\n", "date: 2026-02-30\n"),
    *(
        "? [a]\n: b\n",
        "!!python/object:os.system x: 1\n",
        "a: !!binary x\n",
        "a: &b c\n",
        "d: *b\n",
    ),
    *("<<: {a: 1}\n", "a: |\n  b\n", "a: >-\n", "%YAML 1.1\n", "--- \n", "...\n", "\ta: 1\n"),
    *("a: " + "[" * 1500 + "\n", "a: " + "{a: " * 800 + "\n", "- " * 700 + "\n", "a: 0x_\n"),
    *("a: 1:2:3:4\n", "a: 0o9\n", "a: .inf\n", "a: 1e99999\n", "a: " + "9" * 5000 + "\n", "a: ~\n"),
    *("2026-03-04T25:00:00Z: x\n", "null: x\n", "true: y\n", "a: 2026-03-04 24:00:00 +99:99\n"),
    *("a: '\n", 'a: "\\ud800"\n', 'a: "\\x"\n', "a: !!timestamp x\n", "a: !!set {x}\n", "!!map\n"),
    *("a: !!omap [x: 1]\n", "a: !!int x\n", "a: !!float ''\n", "a: !!null x\n", "a: =\n", "=: a\n"),
    *("a: 0b\n", "a: -\n", "a: 0001-01-01\n", "a: 9999-99-99\n", "a: ''\n", "'': a\n", "a: !\n"),
)


@st.composite
def _fronted(draw: DrawFn) -> bytes:
    fields = "".join(draw(st.lists(st.one_of(st.sampled_from(YAML), texts()), max_size=5)))
    if draw(st.booleans()):
        fields += json.dumps(draw(st.dictionaries(texts(), values(), max_size=3))) + "\n"
    end = draw(st.sampled_from(("---\n", "---\n", "...\n", "---", "")))
    return f"---\n{fields}{end}{draw(texts())}\n".encode("utf-8", "surrogatepass")


def front_matter(data: bytes, ground: Ground) -> None:
    """Read the fields of a note, set one, find it."""
    text = data.decode("utf-8", "replace")
    found = frontmatter.read(markdown.parse(text))
    json.dumps(frontmatter.plain_fields(found.fields))
    try:
        after = frontmatter.set_field(text, "status", "done")
    except FrontMatterError:
        pass
    else:
        again = frontmatter.read(markdown.parse(after))
        if not again.problem and again.fields.get("status") != "done":
            raise Wrong(f"set and not there: {after!r}")
    for path in ("memory/2026-03-03.md", "memory/knowledge/a.md", "memory/topics/a.md"):
        ground.put(ground.root / path, data)
    with ground.memory() as memory:
        with quiet():
            memory.search("shop")
        with quiet():
            memory.context()
        with quiet():
            memory.status()


FILES = (
    *("MEMORY.md", "AGENTS.md", "USER.md", "HEARTBEAT.md", "DREAMS.md", "memory/active-context.md"),
    *("memory/2026-03-04.md", "memory/2026-03-03.md", "memory/daily-index.md", "memory/flat.md"),
    *("memory/knowledge/knowledge-index.md", "memory/knowledge/restart.md", "memory/PROPOSALS.md"),
    *("memory/MEMORY_INDEX_ACTIVE.md", "memory/MEMORY_INDEX_ARCHIVED.md", "reference/flat.md"),
    *("memory/topics/heating.md", "memory/projects/shop.md", "memory/agents/coder.md"),
    *("memory/promoted-archive.md", "memory/chat-2026-03-04.md", "memory/trim-log.md"),
    *("memory/heartbeat-state.json", "memory/dreaming/light/2026-03-03.md"),
)
NAMES = (
    *(b"memory/\xff\xfe.md", b"memory/a\nb.md", b"memory/a\x1b[2Jb.md", b"memory/-rf.md"),
    *("memory/a\u202eb.md".encode(), b"memory/" + b"n" * 200 + b".md", b"memory/ .md"),
    *("memory/й.md".encode(), "memory/й.md".encode(), b"memory/CON.md", b"memory/[a](b).md"),
    *(
        b"memory/<b>a.md",
        b"memory/a`b|c.md",
        b"memory/.hidden.md",
        b"memory/a.md~",
        b"memory/%2e.md",
    ),
)
COMMANDS: tuple[tuple[str, ...], ...] = (
    ("status",),
    ("doctor",),
    ("search", "shop"),
    ("recall", "When does the shop open?"),
    ("context",),
    ("core",),
    ("hygiene", "--apply"),
    ("active", "list"),
    ("topic", "list"),
    ("topic", "find", "heating"),
    ("fact", "list"),
    ("project", "list"),
    ("knowledge", "list"),
    ("handoff", "heating", "coder"),
    ("remember", "The shop closes at ten."),
    ("log", "Heating", "--cause", "cold"),
    ("active", "open", "Papers"),
    ("active", "done", "heating"),
    ("topic", "new", "coding", "Payments", "--goal", "pay"),
    ("topic", "archive", "heating", "--result", "warm"),
    ("fact", "add", "flat", "The rent is 950."),
    ("learn", "tar", "Use tar -C."),
    ("checkpoint", "heating", "warm"),
    ("trim", "--apply"),
    ("init", "--apply"),
    ("promote", "--apply"),
    ("dream", "run"),
    ("dream", "proposals"),
    ("rem-harness",),
    ("rem-backfill", "--apply"),
    ("heartbeat",),
    ("undo",),
    ("forget", "shop", "--apply"),
)
SOUP = (
    *PIECES,
    *(
        "# Topics",
        "Status: ACTIVE",
        "Status: x",
        "## Progress",
        "- Heating -> /memory/topics/heating.md",
    ),
    *(
        "- Heating → 2026-03-03.md",
        "### 09:30 Heating",
        "- Cause: cold",
        "## DONE: heating (2026-03-04)",
    ),
    *("- [x] done (2026-03-04)", "- The rent is 900. → reference/flat.md", "## How to restart?"),
    *("<!-- lamina:dreaming:start -->", "<!-- lamina:dreaming:end -->", "**owner** 09:30", "~~a~~"),
    *(
        "- The shop opens at nine. <!-- lamina:promoted key -->",
        "[x]: y",
        "    code",
        "|---|",
        "&a",
    ),
    *(
        "- 2026-03-04 09:30 | a | 1",
        "- [ ] accept · the shop opens at nine",
        "1. a",
        "> > a",
        "***",
    ),
)


@st.composite
def _workspace(draw: DrawFn) -> bytes:
    """Return files, each between lines of a group separator, its name (as a text) first."""
    parts: list[bytes] = []
    for _ in range(draw(st.integers(1, 5))):
        name = draw(st.one_of(st.sampled_from(FILES).map(str.encode), st.sampled_from(NAMES)))
        rows = draw(st.lists(st.sampled_from(SOUP), max_size=12))
        end = draw(st.sampled_from(("\n", "\n", "\r\n", "\r")))
        body = draw(damaged(st.just(end.join(rows).encode("utf-8", "surrogatepass"))))
        parts.append(name + b"\x1e" + body)
    chosen = draw(st.lists(st.integers(0, len(COMMANDS) - 1), min_size=1, max_size=4))
    return bytes(chosen) + b"\x1d" + b"\x1d".join(parts)


def workspace(data: bytes, ground: Ground) -> None:
    """Run a few commands over any files; the first bytes say which."""
    chosen, *parts = data.split(b"\x1d")
    for part in parts:
        name, _, body = part.partition(b"\x1e")
        path = ground.root / os.fsdecode(name.lstrip(b"/"))
        if b"\0" in name or b".." in name or path.is_dir():
            continue
        try:
            ground.put(path, body)
        except OSError:
            continue
    for number in chosen[:6]:
        run(ground, *COMMANDS[number % len(COMMANDS)], *(("--json",) if number & 64 else ()))


def _commands() -> Any:
    return _workspace()


TARGETS = [
    Target("front-matter", damaged(_fronted()), front_matter),
    Target("workspace", _commands(), workspace),
]
