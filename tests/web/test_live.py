"""Live: pages are told of changes, and go when the server does."""

from __future__ import annotations

import asyncio
import contextlib
import http.client

from lamina.web.live import Live


@contextlib.contextmanager
def listening(server):
    """Open the stream as a browser does."""
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)
    connection.request("GET", "/live")
    answer = connection.getresponse()
    assert str(answer.getheader("content-type")).startswith("text/event-stream")
    assert answer.readline() == b"retry: 2000\n"
    try:
        yield answer
    finally:
        answer.close()
        connection.close()


def next_event(answer):
    while not (line := answer.readline()).startswith(b"event:"):
        assert line, "the connection ended"
    return line.strip().decode()


def test_a_change_on_disk_and_a_change_by_the_page_are_told(serve, lived_in):
    server = serve("--now", "2026-11-29T18:30")
    with listening(server) as answer:
        server.act("/board/move", {"subject": "Steinlohe", "to": "done"})
        assert next_event(answer) == "event: changed"
        (lived_in / "memory" / "new.md").write_text("- the zebra is in the shed\n")
        assert next_event(answer) == "event: changed"


def test_the_server_ends_though_a_page_is_open(serve, lived_in):
    server = serve()
    with listening(server) as answer:
        _, _, err = server.end()
        assert "Traceback" not in err
        assert b"event: changed" not in answer.read()


def test_many_changes_are_told_once_and_a_page_that_goes_is_forgotten():
    async def main():
        live = Live()
        live._loop = asyncio.get_running_loop()
        page = live.events()
        heard = [await anext(page)]
        for _ in range(10_000):
            live.changed()
        heard.append(await anext(page))
        live.tell("progress", {"done": 1, "total": 2})
        heard.append(await anext(page))
        live.end()
        return live, heard + [said async for said in page]

    live, heard = asyncio.run(main())
    assert heard == [
        "retry: 2000\n\n",
        "event: changed\ndata: 10000\n\n",
        'event: progress\ndata: {"done": 1, "total": 2}\n\n',
    ]
    assert not live._pages
