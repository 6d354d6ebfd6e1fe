"""Who may see and change what: sessions, workspaces, sub-agents, agents and the owner."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from urllib.parse import quote

import pytest
from mcp import Client, MCPError

from lamina.mcp_server.catalog import TOOLS
from lamina.mcp_server.prompts import PROMPTS
from tests.cli.test_wrong_input import open_to_all
from tests.mcp_server.conftest import CALLS, opened, said, text_of
from tests.mcp_server.test_tools import files_of, listed

CANARY = "zebraquartz"
ALL = {"mcp.tools": "all"}
KINDS = ("main", "channel", "group", "thread", "cron", "sub-agent", "seance")


async def everything(client, more=(), paths=()):
    """Return all that a client can be given: every tool, resource and prompt, and what is asked."""
    got = [said(await client.list_tools())]
    for name, given in (*CALLS.items(), *more):
        got.append(said(await client.call_tool(name, given)))
    for uri in ("memory://index", "memory://context/today", *paths):
        try:
            got.append(said(await client.read_resource(uri)))
        except MCPError as error:
            got.append(f"{error.message} {error.data}")
    for name, prompt in PROMPTS.items():
        try:
            got.append(said(await client.get_prompt(name, dict.fromkeys(prompt.takes, "payments"))))
        except MCPError as error:
            got.append(f"{error.message} {error.data}")
    return "\n".join(got)


@pytest.fixture
def private(lived_in, home):
    """Put a canary into what only main sessions see; return the ways to ask for it."""
    line = f"- The vault of the shop opens with {CANARY}\n"
    (lived_in / "MEMORY.md").write_text(f"# M\n\n## Active now\n\n- Move: {CANARY}\n{line}")
    (lived_in / "USER.md").write_text(f"# U\n\n- Vera is called {CANARY} at home\n")
    (lived_in / "memory" / "link.md").symlink_to(lived_in / "MEMORY.md")
    with opened(lived_in, home) as memory:
        hit = next(h for h in memory.search(f"vault {CANARY}").hits if h.path == "MEMORY.md")
    names = ("MEMORY.md", "USER.md", "memory.md", "./MEMORY.md", "memory/../MEMORY.md")
    paths = [*names, "MEMORY.md#L3-L6", str(lived_in / "MEMORY.md"), "memory/link.md", hit.id]
    more = [
        *(("memory_get", {"path": path}) for path in paths),
        *(("memory_get", {"path": path, "section": "Active now"}) for path in paths),
        *(
            ("memory_search", {"query": query, "corpus": corpus})
            for query in ("vault of the shop", f"vault {CANARY[:5]}", "MEMORY.md", "Vera home")
            for corpus in ("memory", "all")
        ),
        ("memory_recall", {"message": "What was the vault of the shop again?"}),
        ("memory_remember", {"text": "The vault of the shop opens with a key"}),
        ("memory_remember", {"text": "The vault of the shop opens with a card", "replaces": True}),
        ("fact_add", {"subject": "shop", "fact": "The vault of the shop opens with a key"}),
        ("core_add", {"text": "The vault of the shop opens with a key"}),
        ("core_replace", {"old": "vault of the shop", "new": "x"}),
        ("core_propose", {"file": "USER.md", "text": "x"}),
        ("promote_explain", {"words": "vault of the shop"}),
        ("promote_explain", {"words": "MEMORY.md#L6"}),
        ("promote_explain", {"words": hit.id}),
        ("history", {}),
        ("undo", {"change": 1}),
        ("forget", {"words": "vault of the shop", "dry_run": True}),
    ]
    uris = [f"memory://file/{quote(path)}" for path in paths]
    uris += ["memory://file/%4DEMORY.md", "memory://file/memory%2F..%2FUSER.md"]
    return more, uris


@pytest.mark.parametrize(
    ("kind", "author"), [*((kind, "owner") for kind in KINDS), ("group", "agent:mcp")]
)
def test_j07_only_a_main_session_sees_long_term_memory(talk, private, kind, author):
    more, uris = private

    async def steps(client):
        return await everything(client, more, uris)

    got = talk(steps, session=kind, author=author, **ALL)
    assert (CANARY in got) == (kind == "main")


def test_j07_what_a_session_may_not_see_is_not_offered(talk, lived_in):
    names = {tool.name for tool in listed(talk, session="group", author="owner", **ALL)}
    assert names == {
        tool.name for tool in TOOLS.values() if tool.shows not in {"MEMORY.md", "USER.md"}
    }


def test_j07_an_unknown_kind_of_session_counts_as_group(stdio, talk, lived_in):
    async def main():
        async with Client(stdio("--session", "seance")) as client:
            return await client.call_tool("memory_get", {"path": "MEMORY.md"})

    refused = asyncio.run(main())
    assert refused.is_error
    assert "this is a group session" in text_of(refused)


def test_j08_two_workspaces_are_disjoint(talk, tmp_path, home):
    folders = {name: tmp_path / name for name in ("a", "b")}
    for name, folder in folders.items():
        (folder / "memory").mkdir(parents=True)
        (folder / "memory" / "note.md").write_text(
            f"- the password of the shed is {name}{CANARY}\n"
        )

    def all_of(name, other):
        async def steps(client):
            await client.call_tool("memory_remember", {"text": f"the roof is {name}{CANARY}"})
            more = [
                ("memory_search", {"query": "password of the shed"}),
                ("memory_search", {"query": "roof"}),
                ("memory_get", {"path": str(folders[other] / "memory" / "note.md")}),
                ("memory_get", {"path": f"../{other}/memory/note.md"}),
            ]
            uris = [f"memory://file/../{other}/memory/note.md"]
            return await everything(client, more, uris)

        return talk(steps, folders[name], author="owner", **ALL)

    a, b = all_of("a", "b"), all_of("b", "a")
    assert f"a{CANARY}" in a
    assert f"b{CANARY}" in b
    assert f"b{CANARY}" not in a
    assert f"a{CANARY}" not in b


def test_a_sub_agent_reads_what_it_was_handed_and_is_sent_to_the_orchestrator(talk, lived_in):
    for path in ("memory/2026-03-04.md", "memory/active-context.md", "MEMORY.md"):
        with (lived_in / path).open("a") as file:
            file.write(f"\n- the rent of the flat is {CANARY}\n")
    handed = "memory/topics/coding/payments.md"

    async def steps(client):
        more = [
            ("memory_search", {"query": "rent of the flat"}),
            ("memory_recall", {"message": "what was the rent of the flat again?"}),
            ("memory_get", {"path": "memory/2026-03-04.md"}),
            ("memory_remember", {"text": "the rent of the flat is 900"}),
        ]
        uris = [f"memory://file/{path}" for path in ("MEMORY.md", "memory/2026-03-04.md")]
        got = await everything(client, more, uris)
        own = await client.call_tool("memory_get", {"path": handed})
        resumed = await client.call_tool("topic_resume", {"words": "payments"})
        refused = await client.call_tool("memory_get", {"path": "memory/2026-03-03.md"})
        return got, own, resumed, refused

    got, own, resumed, refused = talk(steps, reads=(handed,), **ALL)
    assert CANARY not in got
    assert "strong authentication" in text_of(own)
    assert "strong authentication" in text_of(resumed)
    assert refused.is_error
    assert "orchestrator" in text_of(refused)
    assert handed in text_of(refused)


CORE = ("SOUL.md", "AGENTS.md", "USER.md", "TOOLS.md", "IDENTITY.md", "HEARTBEAT.md")


def test_agents_change_memory_md_only_among_core_files(talk, lived_in, home):
    for name in CORE:
        (lived_in / name).write_text(f"# {name}\n\n- mine\n")
    hostile = ["SOUL", "../SOUL", "../../USER.md", "SOUL.md", "/USER.md", "reference/../../SOUL"]

    async def steps(client):
        for name, given in CALLS.items():
            await client.call_tool(name, given)
        for name in hostile:
            for tool, given in (
                ("fact_add", {"subject": name, "fact": "owned"}),
                ("fact_add", {"subject": "x", "fact": "owned", "reference": name}),
                ("knowledge_learn", {"keyword": name, "text": "owned"}),
                ("project_note", {"project": name, "text": "owned"}),
                ("agent_type_note", {"agent_type": name, "text": "owned"}),
                ("topic_new", {"domain": name, "name": name, "goal": "owned"}),
                ("topic_update", {"name": name, "state": "owned"}),
                ("memory_checkpoint", {"subject": name, "line": "owned"}),
                ("memory_log", {"subject": name, "change": "owned"}),
            ):
                await client.call_tool(tool, given)
        return await client.call_tool("core_propose", {"file": "USER.md", "text": "likes tea"})

    before = {name: (lived_in / name).read_bytes() for name in CORE}
    memory_md = (lived_in / "MEMORY.md").read_bytes()
    refused = talk(steps, **ALL)
    assert {name: (lived_in / name).read_bytes() for name in CORE} == before
    assert (lived_in / "MEMORY.md").read_bytes() != memory_md
    assert refused.is_error
    assert text_of(refused).startswith("CoreFileError")
    assert "+- likes tea" in text_of(refused)  # what the owner may be shown
    with opened(lived_in, home) as memory:
        authors = {entry.author for entry in memory.history() if entry.command != "undo"}
    assert authors == {"owner", "agent:mcp"}


OWNERS = {
    "dream_switch": {"on": True},
    "dream_run": {},
    "dream_decide": {"decision": "reject", "names": ["1"]},
    "forget": {"words": "viewing"},
}


def test_what_only_the_owner_may_is_refused_to_agents(talk, lived_in):
    async def steps(client):
        results = {n: await client.call_tool(n, given) for n, given in OWNERS.items()}
        return results | {"undo": await client.call_tool("undo", {"change": 1})}

    before = files_of(lived_in)
    refused = talk(steps, **ALL)
    assert files_of(lived_in) == before
    for name, result in refused.items():
        kind = "NotYoursError" if name == "undo" else "OwnerOnlyError"
        assert text_of(result).startswith(kind), (name, text_of(result))
    assert not set(OWNERS) & {tool.name for tool in listed(talk, **ALL)}


def test_the_owner_may(talk, lived_in):
    async def steps(client):
        names = {tool.name for tool in (await client.list_tools()).tools}
        switched = await client.call_tool("dream_switch", {"on": True})
        swept = await client.call_tool("dream_run", {})
        gone = await client.call_tool("forget", {"words": "viewing of the flat"})
        taken = await client.call_tool("undo", {"change": 1})
        return names, switched, swept, gone, taken

    names, switched, swept, gone, taken = talk(steps, author="owner:mcp", **ALL)
    assert set(OWNERS) <= names
    assert switched.structured_content["enabled"] is True
    assert not swept.is_error
    assert gone.structured_content["applied"] is True
    assert taken.structured_content["undoes"] == 1
    assert b"viewing" not in b"".join(files_of(lived_in).values())


def test_what_is_written_carries_the_agents_name(stdio, root, home):
    async def main(*arguments):
        async with Client(stdio(*arguments)) as client:
            text = f"the roof leaks {' '.join(arguments)}"
            await client.call_tool("memory_remember", {"text": text})

    asyncio.run(main())
    asyncio.run(main("--agent", "coder"))
    asyncio.run(main("--owner"))
    with opened(root, home) as memory:
        authors = [entry.author for entry in memory.history()]
    assert authors == ["owner:mcp", "agent:coder", "agent:mcp"]


def test_an_agent_takes_back_its_own_change(talk, lived_in):
    async def steps(client):
        await client.call_tool("memory_remember", {"text": "the roof leaks"})
        return await client.call_tool("undo", {})

    before = files_of(lived_in)
    assert not talk(steps, **ALL).is_error
    assert files_of(lived_in) == before


@pytest.mark.parametrize("author", ["agent:mcp", "owner"])
def test_in_read_only_mode_nothing_changes_files(talk, lived_in, author):
    rules = ALL | {"mcp.read_only": "on"}

    async def steps(client):
        return {name: await client.call_tool(name, given) for name, given in CALLS.items()}

    before = files_of(lived_in)
    results = talk(steps, author=author, **rules)
    assert files_of(lived_in) == before
    for name, result in results.items():
        refused = text_of(result).startswith("ReadOnlyError")
        assert refused == TOOLS[name].writes, (name, text_of(result))
    offered = listed(talk, author=author, **rules)
    assert offered
    assert all(tool.annotations.read_only_hint for tool in offered)


# All is imported, by one round in another workspace, before the rights are given up.
AS_NOBODY = """
import asyncio, encodings.idna, os, sys
from mcp import Client
from lamina.places import Places
from lamina.mcp_server.server import build
from lamina.serving.workers import Workers
from lamina.memory import Memory

def opened():
    places = Places.of({"HOME": "/nonexistent"})
    overrides = {"notes.timezone": "Europe/Berlin", "embedding.kind": "none"}
    return Memory(folder, author="agent:mcp", places=places, overrides=overrides)

async def main():
    workers = Workers(opened)
    async with Client(build(workers)) as client:
        for name, given in (
            ("memory_search", {"query": "zebra"}),
            ("memory_get", {"path": "memory/open.md"}),
            ("memory_context", {}),
            ("memory_recall", {"message": "where was the zebra again?"}),
            ("active_list", {}),
            ("memory_remember", {"text": "x"}),
        ):
            result = await client.call_tool(name, given)
            print(name, result.is_error, result.content[0].text.replace("\\n", " "))
    workers.close()

folder, then = sys.argv[1:]
asyncio.run(main())
print("---")
os.setgid(65534)
os.setuid(65534)
folder = then
asyncio.run(main())
"""


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become somebody else")
def test_a_read_only_workspace_works_and_says_so(environment, root, tmp_path):
    for folder in (root, tmp_path / "other"):
        (folder / "memory").mkdir(parents=True, exist_ok=True)
        (folder / "memory" / "open.md").write_text("- the zebra is in the shed\n")
    open_to_all(root / "memory")
    done = subprocess.run(
        [sys.executable, "-c", AS_NOBODY, str(tmp_path / "other"), str(root)],
        capture_output=True,
        text=True,
        env=environment,
        cwd=root,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    first, _, then = done.stdout.partition("---\n")
    assert "True" not in first
    rows = {line.split()[0]: line for line in then.splitlines()}
    assert "zebra is in the shed" in rows["memory_search"]
    assert "not recorded" in rows["memory_search"]
    assert "zebra is in the shed" in rows["memory_get"]
    assert "zebra is in the shed" in rows["memory_recall"]
    assert [name for name, row in rows.items() if row.split()[1] == "True"] == ["memory_remember"]
    assert "permission denied" in rows["memory_remember"]
    assert not (root / "memory" / ".dreams").exists()
