"""Take the pictures of docs/page.md: each view of the page on the example workspace.

    python scripts/pictures.py           needs chromium; writes docs/pictures/*.png

The workspace is a copy of examples/workspace that was searched for a few days and dreamt one
night, and it stands in a small fleet, so that every view has something to show.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright

ROOT = Path(__file__).resolve().parents[1]
PICTURES = ROOT / "docs" / "pictures"
NOW = "2026-11-29T18:30"
ASKED = (
    "when is the set-up of the stall",
    "stall by the east gate",
    "Harbour Lane stall fee",
    "which tea is in stock",
)
# name, address, what is done before: size, theme, language
SHOTS = (
    ("overview", "/", "desktop", "light", "en"),
    ("overview-dark", "/", "desktop", "dark", "en"),
    ("overview-phone", "/", "phone", "dark", "zh-CN"),
    ("search", "/search?q=stall+at+the+market", "desktop", "light", "en"),
    ("dreams", "/dreams", "desktop", "dark", "en"),
    ("dreams-phone", "/dreams", "phone", "light", "ru"),
    ("files", "/files", "desktop", "light", "en"),
    ("lines", "/files?path=MEMORY.md&mode=source", "desktop", "light", "de"),
    ("links", "/files/graph", "desktop", "dark", "en"),
    ("links-phone", "/files?path=MEMORY.md&mode=links", "phone", "light", "de"),
    ("fleet", "/fleet", "desktop", "light", "en"),
    ("board", "/board", "desktop", "light", "en"),
    ("history", "/history", "desktop", "dark", "en"),
)
SIZES = {"desktop": (1200, 760), "phone": (390, 780)}


def lamina(workspace: Path, *arguments: str) -> None:
    """Run a command in the workspace."""
    command = [sys.executable, "-m", "lamina", *arguments, "-w", str(workspace)]
    subprocess.run(command, check=True, capture_output=True)


def lived(workspace: Path) -> None:
    """Let some days pass in it."""
    for day in range(25, 30):
        for number, words in enumerate(ASKED):
            lamina(workspace, "search", words, "--now", f"2026-11-{day}T1{number}:00")
    lamina(workspace, "dream", "on", "--now", "2026-11-28T20:00")
    lamina(workspace, "dream", "run", "--now", "2026-11-29T03:00")
    lamina(workspace, "remember", "Rory wants the stall at 07:30, not 08:00.", "--now", NOW)
    lamina(
        workspace,
        "topic",
        "new",
        "writing",
        "Newsletter",
        "--goal",
        "one letter a month",
        "--now",
        NOW,
    )
    lamina(workspace, "topic", "pause", "Newsletter", "--why", "after the market", "--now", NOW)


def fleet(folder: Path, workspace: Path) -> Path:
    """Set other agents beside it; return the file that lists them."""
    rows = [f'fernhollow = "{workspace}"']
    for name in ("accounts", "research", "shop-web"):
        rows.append(f'{name} = "{folder / name}"')
        shutil.copytree(ROOT / "examples" / "workspace", folder / name)
        lamina(folder / name, "dream", "run", "--now", "2026-11-29T03:00")
    for note in sorted((folder / "shop-web" / "memory").glob("2026-11-0*.md")):
        note.unlink()
    with (folder / "accounts" / "MEMORY.md").open("a", encoding="utf-8") as file:
        file.write("- A figure to be kept for the VAT return.\n" * 120)
    listed = folder / "fleet.toml"
    listed.write_text("\n".join(["[agents]", *rows]), "utf-8")
    return listed


def take(browser: Any, url: str) -> None:
    """Take every picture."""
    for name, path, size, theme, language in SHOTS:
        wide, high = SIZES[size]
        context = browser.new_context(
            viewport={"width": wide, "height": high}, color_scheme=theme, locale=language
        )
        page = context.new_page()
        page.goto(url + path)
        page.wait_for_selector("#state.on")
        while page.locator(".wait:visible").count():
            page.wait_for_timeout(100)
        while page.locator("#graph:not([data-still=true])").count():
            page.wait_for_timeout(100)
        if "q=" in path:
            page.locator(".why summary").first.click()
        if "history" in path:
            page.locator(".changes summary").nth(1).click()
            page.locator(".hunk").first.wait_for()
        page.mouse.move(0, 0)
        page.screenshot(path=str(PICTURES / f"{name}.png"))
        context.close()


def main() -> None:
    """Make the workspace, serve it, take the pictures."""
    chromium = next(filter(None, map(shutil.which, ("chromium", "chromium-browser"))), "")
    if not chromium:
        raise SystemExit("There is no chromium on this machine.")
    PICTURES.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        os.environ |= {"HOME": folder, "XDG_CACHE_HOME": folder, "LAMINA_EMBEDDING_KIND": "none"}
        workspace = Path(folder) / "fernhollow"
        shutil.copytree(ROOT / "examples" / "workspace", workspace)
        lived(workspace)
        os.environ["LAMINA_FLEET_FILE"] = str(fleet(Path(folder), workspace))
        serve = ["-m", "lamina", "serve", "--port", "0", "-w", str(workspace), "--now", NOW]
        server: Any = subprocess.Popen([sys.executable, *serve], stderr=subprocess.PIPE, text=True)
        try:
            found = re.search(r"http://\S+", server.stderr.readline())
            assert found
            with sync_playwright() as driver:
                browser = driver.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
                take(browser, found[0])
                browser.close()
        finally:
            server.kill()
    for one in sorted(PICTURES.glob("*.png")):
        sys.stdout.write(f"{one.relative_to(ROOT)}  {one.stat().st_size / 1000:.0f} kB\n")


if __name__ == "__main__":
    main()
