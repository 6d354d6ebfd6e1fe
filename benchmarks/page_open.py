"""What a page keeps that stays open through 10,000 changes: heap, nodes, listeners.

    python benchmarks/page_open.py                      10,000 renewals of the overview
    python benchmarks/page_open.py --view /board --changes 2000

Real Chromium holds one view of ``lamina serve`` over the example workspace open. A line is added to
a note ten times on the way; between these the page renews itself as it does after every change: it
asks the server, and brings what it shows in line. Every tenth of the way everything that can go is
collected, and what is left is printed. Growth is that of the second half.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright

from page import started

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.web.browsing import RENEW

EXAMPLE = Path(__file__).parents[1] / "examples" / "workspace"
STEPS = 10
ROUNDS = 3
STILL = "!document.querySelector('.htmx-request')"


def left(session: Any, page: Any) -> dict[str, int]:
    """Return what the page keeps when everything that can go has gone."""
    for _ in range(ROUNDS):  # what waits for a timer, or for an answer, goes after it
        page.wait_for_timeout(400)
        while not page.evaluate(STILL):
            page.wait_for_timeout(50)
        session.send("HeapProfiler.collectGarbage")
    found = {one["name"]: one["value"] for one in session.send("Performance.getMetrics")["metrics"]}
    heap = int(session.send("Runtime.getHeapUsage")["usedSize"])
    return {"heap": heap, "nodes": found["Nodes"], "listeners": found["JSEventListeners"]}


def measure(page: Any, note: Path, changes: int) -> None:
    """Print what is left after every tenth of the changes."""
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable")
    rows = []
    print("| changes | heap, kB | nodes | listeners |\n|--:|--:|--:|--:|", flush=True)
    for step in range(STEPS + 1):
        if step:
            with note.open("a") as file:
                file.write(f"- 10:{step:02} the page stays open\n")
            page.evaluate(RENEW, changes // STEPS)
        rows.append(left(session, page))
        heap, nodes, listeners = rows[-1].values()
        print(
            f"| {step * (changes // STEPS):,} | {heap / 1000:,.0f} | {nodes:,} | {listeners:,} |",
            flush=True,
        )
    half = rows[STEPS // 2]
    grown = {name: 100 * (rows[-1][name] - half[name]) / half[name] for name in half}
    print("\nsecond half: " + ", ".join(f"{name} {part:+.1f} %" for name, part in grown.items()))


def main() -> None:
    """Serve the example, open a view, renew it."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--view", default="/")
    parser.add_argument("--changes", type=int, default=10_000)
    given = parser.parse_args()
    chromium = next(filter(None, map(shutil.which, ("chromium", "chromium-browser"))), "")
    if not chromium:
        raise SystemExit("There is no chromium on this machine.")
    with tempfile.TemporaryDirectory() as folder:
        os.environ |= {"HOME": folder, "XDG_CACHE_HOME": folder, "LAMINA_EMBEDDING_KIND": "none"}
        root = Path(folder) / "ws"
        shutil.copytree(EXAMPLE, root)
        serve = ["-m", "lamina", "serve", "--port", "0", "-w", str(root)]
        process, url = started([sys.executable, *serve, "--now", "2026-11-29T18:30"])
        try:
            with sync_playwright() as driver:
                browser = driver.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
                page = browser.new_page()
                page.goto(url + given.view)
                page.wait_for_selector("#state.on")
                print(f"{given.changes:,} changes with {given.view} open\n")
                measure(page, root / "memory" / "2026-11-29.md", given.changes)
                browser.close()
        finally:
            process.kill()


if __name__ == "__main__":
    main()
