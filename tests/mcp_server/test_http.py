"""The real server over streamable HTTP: many clients, who may come in, kills."""

from __future__ import annotations

import asyncio
import http.client
import json
import signal
from typing import Any, cast
from urllib.parse import urlsplit

import pytest
from mcp import Client
from mcp.client.streamable_http import streamable_http_client

from lamina.errors import ConfigError, UsageError
from lamina.mcp_server.prompts import PROMPTS
from lamina.serving.guard import Guard, address, check_token
from tests.mcp_server.conftest import CALLS, said

TOKEN = "correct-horse-battery-staple"
LIST = {"jsonrpc": "2.0", "id": 1, "method": "ping"}


@pytest.mark.parametrize("mode", ["auto", "legacy"])
def test_every_tool_resource_and_prompt_over_http(serve, lived_in, mode):
    server = serve("--owner", "--now", "2026-03-04T09:30", "--set", "mcp.tools=all")

    async def main():
        async with Client(server.url, mode=mode) as client:
            wrong = [
                name
                for name, given in CALLS.items()
                if (await client.call_tool(name, given)).is_error
            ]
            index = said(await client.read_resource("memory://index"))
            for name, prompt in PROMPTS.items():
                assert await client.get_prompt(name, dict.fromkeys(prompt.takes, "payments"))
            return wrong, index

    wrong, index = asyncio.run(main())
    assert wrong == ["dream_decide"]
    assert "2026-03-03.md" in index
    code, out, err = server.end()
    assert "Traceback" not in err
    assert out == ""
    assert code in {0, -signal.SIGTERM}


def test_fifty_clients_at_once_lose_nothing(serve, root):
    (root / "memory" / "note.md").write_text("- the zebra is in the shed\n")
    server = serve()

    async def one(number):
        async with Client(server.url) as client:
            text = f"client {number} counted {number * 17} giraffes"
            wrote = await client.call_tool("memory_remember", {"text": text})
            found = await client.call_tool("memory_search", {"query": "zebra shed"})
            return wrote, found

    async def main():
        return await asyncio.gather(*(one(number) for number in range(50)))

    results = asyncio.run(main())
    assert not any(result.is_error for pair in results for result in pair)
    assert all("in the shed" in said(found) for _, found in results)
    lines = next((root / "memory").glob("2*.md")).read_text("utf-8").splitlines()
    for number in range(50):
        kept = [line for line in lines if f"client {number} counted {number * 17} " in line]
        assert len(kept) == 1
    places = {
        (w.structured_content["path"], w.structured_content["start_line"]) for w, _ in results
    }
    assert len(places) == 50


def test_a_killed_server_loses_no_line_that_was_acknowledged(serve, root, lamina):
    acknowledged: list[str] = []
    enough = asyncio.Event()

    async def write(url, name):
        async with Client(url) as client:
            for number in range(200):
                text = f"writer {name} line {number}"
                result = await client.call_tool("memory_remember", {"text": text})
                if not result.is_error:
                    acknowledged.append(text)
                if len(acknowledged) >= 30:
                    enough.set()

    async def main(server):
        tasks = [asyncio.create_task(write(server.url, name)) for name in "abcd"]
        await enough.wait()
        server.process.send_signal(signal.SIGKILL)
        await asyncio.gather(*tasks, return_exceptions=True)

    asyncio.run(main(serve()))
    again = serve()

    async def look():
        async with Client(again.url) as client:
            await client.call_tool("memory_remember", {"text": "after the kill"})
            return await client.call_tool("memory_search", {"query": "after the kill"})

    assert "after the kill" in said(asyncio.run(look()))
    again.end()
    lines = next((root / "memory").glob("2*.md")).read_text("utf-8").splitlines()
    said_ = [line.split(" ", 2)[2] for line in lines if line.startswith("- ")]
    assert len(said_) == len(set(said_))
    assert set(acknowledged) <= set(said_)
    assert lamina("doctor").returncode == 0


def post(url, headers, *, token=None):
    """Send a request as any program could; return the status and the body."""
    parts = urlsplit(url)
    connection = http.client.HTTPConnection(parts.hostname, parts.port, timeout=60)
    usual = {
        "Content-Type": "application/json",
        "Accept": "application/json, text/event-stream",
    }
    usual |= {"Authorization": f"Bearer {token}"} if token else {}
    try:
        body = json.dumps(LIST)
        skip = {"skip_host": "Host" in headers}
        connection.putrequest("POST", parts.path, **skip)
        for name, value in (usual | headers | {"Content-Length": str(len(body))}).items():
            connection.putheader(name, value)
        connection.endheaders(body.encode())
        answer = connection.getresponse()
        return answer.status, answer.read().decode()
    finally:
        connection.close()


def test_host_and_origin_are_checked(serve):
    server = serve()
    port = urlsplit(server.url).port
    refused = {
        "evil.example": ({"Host": "evil.example"}, 421),
        "rebound": ({"Host": f"evil.example:{port}"}, 421),
        "no host": ({"Host": ""}, 421),
        "prefix": ({"Host": f"127.0.0.1.evil.example:{port}"}, 421),
        "page": ({"Origin": "https://evil.example"}, 403),
        "null": ({"Origin": "null"}, 403),
        "prefixed page": ({"Origin": "http://localhost.evil.example"}, 403),
    }
    for name, (headers, status) in refused.items():
        assert post(server.url, headers)[0] == status, name
    for headers in ({}, {"Origin": "http://localhost:6274"}, {"Host": f"localhost:{port}"}):
        assert post(server.url, headers)[0] not in {401, 403, 421}


def test_where_a_token_is_set_every_request_has_to_carry_it(serve, environment, root):
    server = serve(LAMINA_MCP_TOKEN=TOKEN)
    assert post(server.url, {})[0] == 401
    assert post(server.url, {}, token=TOKEN[:-1])[0] == 401
    assert post(server.url, {"Authorization": f"Basic {TOKEN}"})[0] == 401
    assert post(server.url, {}, token=TOKEN)[0] != 401

    async def main():
        import httpx2

        headers = {"Authorization": f"Bearer {TOKEN}"}
        async with (
            httpx2.AsyncClient(headers=headers) as web,
            Client(streamable_http_client(server.url, http_client=web)) as client,
        ):
            return await client.call_tool("memory_context", {})

    assert not asyncio.run(main()).is_error
    _, out, err = server.end()
    assert TOKEN not in server.said + out + err


def test_off_loopback_a_token_is_needed(lamina, root):
    done = lamina("mcp", "--http", "0.0.0.0:0")
    assert done.returncode == 3
    assert "mcp.token" in done.stderr
    assert "Traceback" not in done.stderr
    with pytest.raises(ConfigError):
        check_token("192.168.1.5", "")
    check_token("192.168.1.5", TOKEN)
    check_token("127.0.0.1", "")


def test_off_loopback_names_are_served_that_the_settings_list(serve):
    server = serve("--http", "0.0.0.0:0", LAMINA_MCP_TOKEN=TOKEN, LAMINA_MCP_HOSTS="memory.example")
    url = server.url.replace("0.0.0.0", "127.0.0.1")
    assert post(url, {"Host": "memory.example"}, token=TOKEN)[0] not in {401, 403, 421}
    assert post(url, {"Host": "192.168.1.5:80"}, token=TOKEN)[0] not in {401, 403, 421}
    assert post(url, {"Host": "evil.example"}, token=TOKEN)[0] == 421
    assert post(url, {"Origin": "https://evil.example"}, token=TOKEN)[0] == 403
    assert post(url, {}) == (401, post(url, {})[1])


def test_a_port_that_is_taken_is_said(serve, lamina):
    server = serve()
    where = urlsplit(server.url).netloc
    done = lamina("mcp", "--http", where)
    assert done.returncode == 2
    assert where in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("127.0.0.1:80", ("127.0.0.1", 80)),
        ("127.0.0.1", ("127.0.0.1", 8765)),
        (":9000", ("127.0.0.1", 9000)),
        ("9000", ("127.0.0.1", 9000)),
        ("[::1]:90", ("::1", 90)),
        ("[::1]", ("::1", 8765)),
        ("localhost:1", ("localhost", 1)),
    ],
)
def test_addresses(text, found):
    assert address(text, 8765) == found


@pytest.mark.parametrize("text", ["localhost:x", "host:99999"])
def test_what_is_no_address_is_refused(text):
    with pytest.raises(UsageError):
        address(text, 8765)


@pytest.mark.parametrize(
    ("bound", "host", "passes"),
    [
        ("127.0.0.1", "localhost:1", True),
        ("127.0.0.1", "[::1]:1", True),
        ("127.0.0.1", "192.168.1.5", False),
        ("192.168.1.5", "192.168.1.5:8765", True),
        ("192.168.1.5", "localhost", False),
        ("192.168.1.5", "10.0.0.1", False),
        ("0.0.0.0", "10.0.0.1:1", True),
        ("0.0.0.0", "box.lan", False),
        ("::", "[fe80::1]:1", True),
    ],
)
def test_which_hosts_are_ours(bound, host, passes):
    guard = Guard(cast("Any", None), bound, (), "")
    assert guard._allowed(host) == passes
