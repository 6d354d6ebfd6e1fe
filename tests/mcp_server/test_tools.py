"""The list of tools: small, whole, true; what each gives; what each refuses."""

from __future__ import annotations

import asyncio
import json
import threading

import pytest
from jsonschema import Draft202012Validator

from lamina.documents.tokens import estimate
from lamina.errors import UsageError
from lamina.mcp_server.catalog import TOOLS
from lamina.mcp_server.prompts import PROMPTS
from lamina.serving.workers import Call, StoppedError, Workers
from tests.mcp_server.conftest import CALLS, opened, said, text_of

ALL = {"mcp.tools": "all"}


def listed(talk, **how):
    async def steps(client):
        return (await client.list_tools()).tools

    return talk(steps, **how)


def test_the_list_is_a_dozen_tools_under_two_thousand_tokens(talk, root):
    tools = listed(talk)
    sent = [tool.model_dump(mode="json", by_alias=True, exclude_none=True) for tool in tools]
    assert len(tools) <= 12
    assert estimate(json.dumps(sent, ensure_ascii=False, separators=(",", ":"))) < 2000
    assert {"memory_search", "memory_get", "memory_remember", "memory_recall"} <= {
        tool.name for tool in tools
    }


def test_every_tool_says_what_it_takes_gives_and_touches(talk):
    tools = listed(talk, author="owner", **ALL)
    assert {tool.name for tool in tools} == set(TOOLS) == set(CALLS)
    for tool in tools:
        Draft202012Validator.check_schema(tool.input_schema)
        Draft202012Validator.check_schema(tool.output_schema)
        assert tool.description
        assert tool.description.endswith(".")
        hints = tool.annotations
        assert None not in {
            hints.read_only_hint,
            hints.destructive_hint,
            hints.idempotent_hint,
            hints.open_world_hint,
        }
        assert not (hints.read_only_hint and hints.destructive_hint)


def files_of(root):
    return {
        path.relative_to(root).as_posix(): path.read_bytes()
        for path in root.rglob("*")
        if path.is_file() and ".dreams" not in path.parts
    }


@pytest.mark.parametrize("mode", ["auto", "legacy"])
@pytest.mark.parametrize("name", CALLS)
def test_every_tool_does_its_work_as_its_schema_and_hints_say(talk, lived_in, mode, name):
    async def steps(client):
        if name == "dream_decide":  # there is nothing to decide: said, with a hint
            return await client.call_tool(name, CALLS[name])
        first = await client.call_tool(name, CALLS[name])  # the client checks the output schema
        assert not first.is_error, first
        assert first.structured_content is not None
        assert text_of(first).strip()
        return first

    before = files_of(lived_in)
    talk(steps, author="owner", mode=mode, **ALL)
    if not TOOLS[name].writes:
        assert files_of(lived_in) == before
    elif name not in {"dream_run", "dream_switch", "dream_decide", "forget"}:
        assert files_of(lived_in) != before


def test_a_call_that_makes_no_sense_says_what_to_do_and_does_nothing(talk, lived_in):
    async def steps(client):
        return [
            text_of(await client.call_tool(name, given))
            for name, given in (
                ("memory_search", {"qery": "x"}),
                ("memory_search", {"query": 3}),
                ("memory_search", {"query": " "}),
                ("memory_serch", {"query": "x"}),
                ("active_update", {"action": "shut", "subject": "Papers"}),
                ("active_update", {"action": "note", "subject": "Paper planes", "text": "x"}),
                ("active_update", {"action": "done", "subject": "Papers"}),
                ("topic_resume", {"words": "xylophone"}),
                ("fact_add", {"subject": "NAS", "fact": "The NAS is a fnOS machine"}),
                ("memory_get", {"path": "../outside.md"}),
                ("memory_get", {"path": "memory/.dreams/state.db"}),
            )
        ]

    before = files_of(lived_in)
    answers = talk(steps, **ALL)
    assert files_of(lived_in) == before
    for text in answers:
        assert "Traceback" not in text
        assert "Hint: " in text
    assert "It takes: query (required)" in answers[0]
    assert "Did you mean 'memory_search'?" in answers[3]
    assert "'note'" in answers[4]
    assert "action tick" in answers[6]
    assert "replaces: true" in answers[8]
    assert "Synology" in answers[8]
    assert answers[9].startswith("PathOutsideError")


def test_search_and_get_speak_the_hosts_names(talk, lived_in):
    async def steps(client):
        found = await client.call_tool("memory_search", {"query": "viewing", "maxResults": 1})
        (hit,) = found.structured_content["results"]
        part = await client.call_tool("memory_get", {"path": hit["path"], "from": 3, "lines": 1})
        none = await client.call_tool("memory_get", {"path": "memory/none.md"})
        least = await client.call_tool("memory_search", {"query": "viewing", "minScore": 99})
        return hit, part.structured_content, none.structured_content, least.structured_content

    hit, part, none, least = talk(steps)
    host = {"path", "startLine", "endLine", "score", "textScore", "vectorScore", "snippet"}
    assert host | {"source", "corpus", "citation", "id"} <= set(hit)
    assert hit["citation"] == "memory/2026-03-03.md#L3"
    assert (hit["startLine"], hit["endLine"], hit["source"]) == (3, 3, "memory")
    assert part["status"] == "ok"
    assert part["text"] == "- The viewing of the flat is on Friday at four\n"
    assert (part["from"], part["lines"]) == (3, 1)
    assert (none["status"], none["text"]) == ("not_found", "")
    assert least["results"] == []


def test_a_corpus_is_what_it_says(talk, lived_in):
    (lived_in / "reference").mkdir()
    (lived_in / "reference" / "deep.md").write_text("- the viewing of the flat in depth\n")
    archive = lived_in / "memory" / "topics" / ".archive" / "home"
    archive.mkdir(parents=True)
    (archive / "old.md").write_text("- the viewing of the flat in 2019\n")

    async def steps(client):
        return {
            corpus: {
                hit["path"].split("/")[-1]
                for hit in (
                    await client.call_tool(
                        "memory_search", {"query": "viewing of the flat", "corpus": corpus}
                    )
                ).structured_content["results"]
            }
            for corpus in ("memory", "reference", "archived", "all")
        }

    found = talk(steps)
    note = "2026-03-03.md"
    assert found["memory"] == {note}
    assert found["reference"] == {"deep.md"}
    assert found["archived"] == {note, "old.md"}
    assert found["all"] == {note, "old.md", "deep.md"}


def test_what_was_given_counts_as_recalled_and_nothing_else(talk, lived_in, home):
    def recalls():
        with opened(lived_in, home) as memory:
            return memory.state.database.execute("SELECT origin, query FROM recalls ORDER BY 2")

    async def steps(client):
        await client.call_tool("memory_search", {"query": "viewing", "minScore": 99})
        await client.call_tool("memory_search", {"query": "viewing of the flat", "maxResults": 1})

    talk(steps)
    assert [tuple(row) for row in recalls()] == [("agent:mcp", "viewing of the flat")]


def test_a_long_file_says_how_to_go_on_and_loses_no_line(talk, root):
    lines = [f"- line number {n}" for n in range(1, 301)]
    (root / "memory" / "long.md").write_text("\n".join(lines) + "\n")

    async def steps(client):
        got, start, pages = [], 1, 0
        while start:
            page = await client.call_tool("memory_get", {"path": "memory/long.md", "from": start})
            data = page.structured_content
            got += data["text"].partition("\n[More content")[0].splitlines()
            start, pages = data.get("nextFrom", 0), pages + 1
            assert bool(start) == ("Use from=" in data["text"]) == data.get("truncated", False)
        return got, pages

    got, pages = talk(steps)
    assert got == lines
    assert pages == 3


def test_resources_and_prompts(talk, lived_in):
    async def steps(client):
        names = {str(one.uri) for one in (await client.list_resources()).resources}
        (template,) = (await client.list_resource_templates()).resource_templates
        index = await client.read_resource("memory://index")
        today = await client.read_resource("memory://context/today")
        note = await client.read_resource("memory://file/memory/2026-03-03.md")
        listed = {one.name: one for one in (await client.list_prompts()).prompts}
        texts = {}
        for name, prompt in listed.items():
            given = {one.name: "payments" for one in prompt.arguments or ()}
            texts[name] = (await client.get_prompt(name, given)).messages[0].content.text
        return names, template.uri_template, said(index), said(today), note, texts

    names, template, index, today, note, texts = talk(steps)
    assert names == {"memory://index", "memory://context/today"}
    assert template == "memory://file/{+path}"
    assert "Payments" in index
    assert "memory://file/memory/2026-03-03.md" in index
    assert "Relaunch on Friday" in today
    assert "Speak plainly" in today
    assert "viewing of the flat" in note.contents[0].text
    assert set(texts) == set(PROMPTS)
    assert "Relaunch on Friday" in texts["start_session"]
    assert "Papers" in texts["wrap_up"]
    assert str(lived_in / "memory/topics/coding/payments.md") in texts["hand_off"]
    assert "nothing is proposed" in texts["review_promotions"]


def test_a_handoff_waits_for_a_clean_scratchpad(talk, lived_in):
    async def steps(client):
        await client.call_tool("topic_update", {"name": "Payments", "scratch": ["try zebra"]})
        said_ = await client.get_prompt("hand_off", {"topic": "payments", "to": "writer"})
        return said_.messages[0].content.text

    text = talk(steps)
    assert "cannot be handed over" in text
    assert "try zebra" in text


@pytest.mark.parametrize(
    ("ask", "words"),
    [
        (lambda c: c.read_resource("memory://file/memory/none.md"), "no resource"),
        (lambda c: c.read_resource("memory://file/..%2F..%2Fetc/passwd"), "refused"),
        (lambda c: c.read_resource("memory://nothing"), "no resource"),
        (lambda c: c.get_prompt("wrap-up"), "Did you mean 'wrap_up'"),
        (lambda c: c.get_prompt("hand_off", {"topic": "payments"}), "needs to"),
    ],
)
def test_a_wrong_resource_or_prompt_is_an_error_of_the_protocol(talk, lived_in, ask, words):
    from mcp import MCPError

    async def steps(client):
        with pytest.raises(MCPError) as caught:
            await ask(client)
        return caught.value

    error = talk(steps)
    assert words in error.message
    assert error.data["hint"]


# Workers.


def test_slow_calls_and_writes_do_not_keep_reads_waiting(root, home):
    workers = Workers(lambda: opened(root, home))
    go = threading.Event()

    async def main():
        held = [
            asyncio.create_task(workers.run(lambda *_: go.wait(60), kind=kind))
            for kind in ("slow", "write")
            for _ in range(5)
        ]
        read = await workers.run(lambda memory, _: memory.workspace.root)
        assert not any(task.done() for task in held)
        go.set()
        await asyncio.gather(*held)
        return read

    try:
        assert asyncio.run(main()) == root
    finally:
        workers.close()


def test_each_worker_has_a_memory_of_its_own(root, home):
    workers = Workers(lambda: opened(root, home))
    meet = threading.Barrier(4)

    def work(memory, _):
        meet.wait(60)
        return id(memory), threading.get_ident()

    async def main():
        return await asyncio.gather(*(workers.run(work) for _ in range(4)))

    try:
        seen = asyncio.run(main())
    finally:
        workers.close()
    assert len({memory for memory, _ in seen}) == len({thread for _, thread in seen}) == 4


def test_work_that_is_cancelled_ends_at_its_next_step_or_never_begins(root, home):
    workers = Workers(lambda: opened(root, home))
    cancelled, ended = threading.Event(), threading.Event()
    begun = threading.Barrier(3)
    later: list[int] = []

    def work(_, call):
        begun.wait(60)
        assert cancelled.wait(60)
        try:
            call.progress(1, 2)
        except StoppedError:
            ended.set()
            raise

    async def main():
        first = [asyncio.create_task(workers.run(work, kind="slow")) for _ in range(2)]
        await asyncio.to_thread(begun.wait, 60)
        waiting = asyncio.create_task(workers.run(lambda *_: later.append(1), kind="slow"))
        await asyncio.sleep(0)
        for task in (*first, waiting):
            task.cancel()
        await asyncio.gather(*first, waiting, return_exceptions=True)
        cancelled.set()

    try:
        asyncio.run(main())
    finally:
        workers.close()
    assert ended.is_set()
    assert later == []


def test_progress_is_told_in_order_up_to_the_end(root, home):
    workers = Workers(lambda: opened(root, home))
    told = []

    async def report(done, total):
        told.append((done, total))

    def work(_, call):
        for done in range(1, 6):
            call.progress(done, 5)

    try:
        asyncio.run(workers.run(work, report=report))
    finally:
        workers.close()
    assert told[-1] == (5, 5)
    assert told == sorted(told)


def test_a_call_that_is_not_stopped_goes_on():
    call = Call()
    call.progress(1, 2)
    assert call.done == (1, 2)
    call.stop()
    with pytest.raises(StoppedError):
        call.progress(2, 2)


def test_what_goes_wrong_in_a_worker_is_raised_where_it_was_asked(root, home):
    def fail(*_):
        raise UsageError("no")

    workers = Workers(lambda: opened(root, home))
    try:
        with pytest.raises(UsageError):
            asyncio.run(workers.run(fail))
    finally:
        workers.close()
