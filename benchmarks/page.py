"""How soon each view of the page is painted on 10,000 notes, beside a plain static page.

    python benchmarks/page.py                    10,000 notes, 20 loads of each view
    python benchmarks/page.py --notes 1000 --loads 5

Real Chromium loads each view of ``lamina serve`` anew, in turns with a static page of a few lines
from Python's own file server, so that other work on the machine slows both. Printed is the first
contentful paint as the browser measures it: median and 95th percentile; then how long after a
letter the answers to a search are shown, and after a click those to an action. Last what the server
works for each answer, in milliseconds of processor time, which other work on the machine does not
lengthen: asked again, and for the first time after a note was changed.
"""

from __future__ import annotations

import argparse
import http.client
import os
import random
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from datetime import date, timedelta
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import sync_playwright

from lamina.memory import Memory

TODAY = date(2026, 3, 4)
WORDS = (
    "shop tea stall courier invoice market teapot glaze kettle price parcel margin supplier box "
    "label window ladder garden letter harbour ticket doctor winter summer morning violin river"
)
VIEWS = ("/", "/search?q=harbour+invoice", "/files", "/files?path=MEMORY.md", "/dreams", "/board")
MORE = ("/sessions", "/history")
PANELS = (
    *(f"/panel/{name}" for name in ("weight", "matters", "calendar", "findings", "jobs")),
    *(f"/dreams/panel/{name}" for name in ("standing", "scene", "review", "diary")),
)
PAINT = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0"
TYPED = """async letter => {
    const field = document.querySelector('#q');
    field.value += letter;
    const begun = performance.now();
    const shown = new Promise(
        done => document.addEventListener('htmx:afterSettle', done, {once: true}));
    field.dispatchEvent(new Event('input', {bubbles: true}));
    await shown;
    return performance.now() - begun;
}"""
CLICKED = """async () => {
    const begun = performance.now();
    const said = new Promise(done => document.addEventListener('said', done, {once: true}));
    document.querySelector('[data-kind=topic] form.act button').click();
    await said;
    return performance.now() - begun;
}"""


def build(root: Path, notes: int) -> None:
    """Make a workspace: so many daily notes, core files, open matters, topics, recalls."""
    rng = random.Random(7)
    words = WORDS.split()
    memory = root / "memory"
    memory.mkdir(parents=True)

    def line() -> str:
        return f"- {rng.randrange(8, 19):02}:{rng.randrange(60):02} " + " ".join(
            rng.choices(words, k=9)
        )

    for number in range(notes):
        day = TODAY - timedelta(days=number)
        (memory / f"{day}.md").write_text(
            f"# {day}\n\n" + "\n".join(line() for _ in range(5)) + "\n"
        )
    for name in ("SOUL.md", "AGENTS.md", "USER.md", "TOOLS.md", "MEMORY.md"):
        body = "".join(f"## Part {n}\n\n{line()}\n{line()}\n\n" for n in range(8))
        (root / name).write_text(f"# {name}\n\n{body}")
    with Memory(root, overrides={"embedding.kind": "none"}) as opened:
        for number in range(20):
            opened.active.open(f"Matter {number}", line())
            opened.topics.new("coding", f"Topic {number}", goal=line())
        opened.sync()
        for _ in range(40):
            opened.search(" ".join(rng.choices(words, k=3)))


def started(command: list[str], **variables: str) -> tuple[subprocess.Popen[str], str]:
    """Start a server and return it with the address that it says."""
    process = subprocess.Popen(
        command,
        stderr=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        text=True,
        env=os.environ | variables,
    )
    assert process.stderr
    while line := process.stderr.readline():
        if found := re.search(r"http://[\d.:]+", line):
            return process, found[0].rstrip(":")
    raise SystemExit("the server did not start")


def p95(values: list[float]) -> float:
    """Return the 95th percentile: of 20 values the second largest."""
    return sorted(values)[max(0, round(0.95 * len(values)) - 1)]


def row(name: str, values: list[float]) -> str:
    """Return a line of the table."""
    return f"| {name} | {statistics.median(values):.0f} | {p95(values):.0f} |"


def measure(page: Any, url: str, plain: str, loads: int) -> None:
    """Print how soon each view is painted, and answered."""
    views = {name: url + name for name in (*VIEWS, *MORE)} | {"a plain static page": plain}
    for address in views.values():  # what is read once
        page.goto(address)
        page.wait_for_timeout(1500)
    found: dict[str, list[float]] = {name: [] for name in views}
    for _ in range(loads):
        for name, address in views.items():
            page.goto(address)
            while not (paint := page.evaluate(PAINT)):
                page.wait_for_timeout(5)
            found[name].append(paint)
    print("| first contentful paint | median ms | p95 ms |\n|---|--:|--:|")
    for name, values in found.items():
        print(row(f"`{name}`" if name in (*VIEWS, *MORE) else name, values))
    page.goto(url + "/search")
    page.wait_for_timeout(500)
    typed = [page.evaluate(TYPED, letter) for letter in "harbour invoice kettle w"[:loads]]
    page.goto(url + "/board")
    page.wait_for_selector("#state.on")
    clicked = [
        page.evaluate(CLICKED) for _ in range(min(loads, 20)) if page.wait_for_timeout(700) is None
    ]
    print("\n| interaction | median ms | p95 ms |\n|---|--:|--:|")
    print(row("a letter typed: answers shown (15 ms of it are waited for the next letter)", typed))
    print(row("a topic moved: done, written and said", clicked))


def worked(process: int) -> float:
    """Return the milliseconds of processor time that all threads of a process have had."""
    tasks = Path(f"/proc/{process}/task").glob("*/schedstat")
    return sum(int(task.read_text().split()[0]) for task in tasks) / 1e6


def resting(process: int) -> float:
    """Wait until a process rests; return what it has worked."""
    before = -1.0
    while (now := worked(process)) - before > 1:
        before = now
        time.sleep(0.3)
    return now


def count(process: int, url: str, note: Path, times: int) -> None:
    """Print what the server works for each answer."""

    def ask(path: str) -> float:
        before = resting(process)
        connection = http.client.HTTPConnection(urlsplit(url).netloc)
        connection.request("GET", path)
        connection.getresponse().read()
        connection.close()
        return resting(process) - before

    print("\n| the server's work | again, median ms | after a change, ms |\n|---|--:|--:|")
    for path in (*VIEWS, *MORE, *PANELS):
        ask(path)
        again = [ask(path) for _ in range(times)]
        changed = []
        for _ in range(3):
            with note.open("a") as file:
                file.write("- 10:00 one line more\n")
            time.sleep(1)
            changed.append(ask(path))
        print(f"| `{path}` | {statistics.median(again):.1f} | {statistics.median(changed):.1f} |")


def main() -> None:
    """Build, serve, measure."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--notes", type=int, default=10_000)
    parser.add_argument("--loads", type=int, default=20)
    given = parser.parse_args()
    chromium = next(filter(None, map(shutil.which, ("chromium", "chromium-browser"))), "")
    if not chromium:
        raise SystemExit("There is no chromium on this machine.")
    with tempfile.TemporaryDirectory() as folder:
        home = {"HOME": folder, "XDG_CACHE_HOME": folder, "LAMINA_EMBEDDING_KIND": "none"}
        os.environ |= home
        root, plain = Path(folder) / "ws", Path(folder) / "plain"
        build(root, given.notes)
        plain.mkdir()
        (plain / "index.html").write_text("<!doctype html><title>x</title><h1>A plain page</h1>")
        python = sys.executable
        serve = [
            python,
            "-m",
            "lamina",
            "serve",
            "--port",
            "0",
            "-w",
            str(root),
            "--now",
            f"{TODAY}T09:30",
        ]
        static = [python, "-u", "-c", STATIC, str(plain)]
        (one, url), (other, plain_url) = started(serve), started(static)
        try:
            with sync_playwright() as driver:
                browser = driver.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
                print(f"{given.notes:,} notes; {given.loads} loads of each, in turns\n")
                measure(browser.new_page(), url, plain_url, given.loads)
                browser.close()
            note = root / "memory" / f"{TODAY}.md"
            count(one.pid, url, note, min(5, given.loads))
        finally:
            one.kill()
            other.kill()


STATIC = """
import functools, http.server, sys
handler = functools.partial(http.server.SimpleHTTPRequestHandler, directory=sys.argv[1])
server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
print(f"http://127.0.0.1:{server.server_port}", file=sys.stderr, flush=True)
handler.keywords and setattr(http.server.SimpleHTTPRequestHandler, "log_message", lambda *a: None)
server.serve_forever()
"""


if __name__ == "__main__":
    main()
