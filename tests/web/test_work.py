"""What a view and an action cost does not grow with the notes: counted in calls, not in time."""

from __future__ import annotations

import asyncio
import sys
import threading
from datetime import date, timedelta
from urllib.parse import urlencode

import pytest

from lamina.memory import Memory
from lamina.places import Places
from lamina.serving.workers import Workers
from lamina.web.app import build
from lamina.web.live import Live
from lamina.web.site import ADDRESSES, Site
from tests.conftest import NOW

LAST = date(2026, 3, 4)
FEW, MANY = 40, 240
PANELS = [
    *(f"/panel/{name}" for name in ("weight", "matters", "calendar", "findings", "jobs")),
    *(f"/dreams/panel/{name}" for name in ("standing", "scene", "review", "diary")),
]
VIEWS = [
    *ADDRESSES.values(),
    *PANELS,
    "/files?path=MEMORY.md",
    "/files?path=MEMORY.md&mode=source",
    "/search?q=kettle+of+Vera",
]
ACTIONS = [
    ("/board/move", {"topic": "Stall", "from": "active", "to": "paused"}),
    ("/board/move", {"subject": "Kettle of Vera", "to": "done"}),
    ("/board/new", {"kind": "matter", "name": "Window", "about": "The pane has a crack."}),
    ("/undo", {}),
]
EACH = 2  # calls a note: a folder's names may be looked at, its notes may not


class Page:
    """The page in this process, with every call of a Python function in it counted."""

    def __init__(self, open_memory) -> None:
        self.calls = 0
        self.workers = Workers(open_memory, {"read": 1, "write": 1, "slow": 1})
        self.site = Site(self.workers, Live(), read_only=False, name="ws")
        self.app = build(self.site, open_memory)

    def count(self, _frame, event, _given) -> None:
        self.calls += event == "call"

    async def ask(self, path, form=None) -> int:
        """Return how many calls an answer took."""
        path, _, query = path.partition("?")
        body = urlencode(form).encode() if form is not None else b""
        headers = {"host": "127.0.0.1", "hx-request": "true", "x-csrf": self.site.csrf}
        headers["content-type"] = "application/x-www-form-urlencoded"
        scope = {
            "type": "http",
            "method": "GET" if form is None else "POST",
            "path": path,
            "query_string": query.encode(),
            "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
        }
        said = []

        async def receive():
            return {"type": "http.request", "body": body}

        async def send(message):
            said.append(message)

        before = self.calls
        await self.app(scope, receive, send)
        assert said[0]["status"] in {200, 204}, (path, said)
        return self.calls - before


def lived_in(root, opened, notes):
    """Write so many notes, matters and a topic."""
    for back in range(notes):
        day = LAST - timedelta(days=back)
        lines = [f"- 1{n}:00 box {back}-{n} went to shelf {n} of row {back}\n" for n in range(6)]
        (root / f"memory/{day}.md").write_text(f"# {day}\n\n{''.join(lines)}", "utf-8")
    (root / "MEMORY.md").write_text("# Memory\n\n- The landlord is Mr Brandt.\n", "utf-8")
    memory = opened()
    memory.active.open("Kettle of Vera", "The kettle of Vera is with the tinker.")
    memory.topics.new("coding", "Stall", goal="A stall at the market")
    memory.search("kettle of Vera")
    memory.sync()


def costs(root, opened, notes):
    """Return what each view costs when it is asked again, and each action when it is done."""
    (root / "memory").mkdir(parents=True)
    lived_in(root, opened, notes)

    async def main():
        found = {}
        for path in VIEWS:
            await page.ask(path)
            found[path] = await page.ask(path)
        await page.ask(*ACTIONS[0])
        await page.ask("/undo", {})
        for path, form in ACTIONS:
            found[f"{path} {' '.join(form)}"] = await page.ask(path, form)
        return found

    page = Page(opened)
    threading.setprofile(page.count)
    sys.setprofile(page.count)
    try:
        return asyncio.run(main())
    finally:
        sys.setprofile(None)
        threading.setprofile(None)
        page.workers.close()


@pytest.fixture(scope="module")
def counted(tmp_path_factory):
    """What everything costs in few notes, and in many."""
    found = []
    for notes in (FEW, MANY):
        folder = tmp_path_factory.mktemp("work")
        places = Places.of({"HOME": str(folder)}, cwd=folder)
        opened: list[Memory] = []

        def open_memory(folder=folder, places=places, opened=opened):
            wanted = {"notes.timezone": "Europe/Berlin", "embedding.kind": "none"}
            memory = Memory(folder / "ws", clock=lambda: NOW, places=places, overrides=wanted)
            opened.append(memory)
            return memory

        found.append(costs(folder / "ws", open_memory, notes))
        for memory in opened:
            memory.close()
    return found


@pytest.mark.parametrize("path", VIEWS)
def test_a_view_costs_the_same_in_many_notes(counted, path):
    few, many = counted
    assert many[path] - few[path] <= EACH * (MANY - FEW)


@pytest.mark.parametrize("action", [f"{path} {' '.join(form)}" for path, form in ACTIONS])
def test_an_action_costs_the_same_in_many_notes(counted, action):
    few, many = counted
    assert many[action] - few[action] <= EACH * (MANY - FEW)
