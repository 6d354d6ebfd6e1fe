"""Real Chromium: somebody signs in and uses the page below its workspace's own address."""

from __future__ import annotations

import re

from tests.service.conftest import NOTES
from tests.web.conftest import chromium, tab

__all__ = ["chromium", "tab"]


def test_somebody_signs_in_searches_sees_a_change_and_takes_one_back(real, start, tab):
    made = real.token("anna", "read", "page", "admin")
    server = start()
    seen = tab(f"{server.url}/page/anna")
    page = seen.page
    page.goto(f"{seen.url}/")
    page.get_by_label(re.compile("Token")).fill(made["token"])
    page.get_by_role("button").click()
    page.wait_for_selector("#state.on")
    assert made["token"] not in page.url
    assert not page.evaluate("document.cookie")

    page.keyboard.press("/")
    page.wait_for_url(f"{seen.url}/search")
    page.locator("#q").fill("shed")
    page.get_by_text(NOTES.format("anna")).first.wait_for()

    seen.open("/board")
    memory = real.roots["anna"] / "memory" / "active-context.md"
    memory.write_text(memory.read_text("utf-8").replace("Papers", "Letters"), "utf-8")
    page.get_by_text("Letters").first.wait_for()  # it was told of the change

    seen.open("/history")
    page.get_by_role("button", name="Undo").first.click()
    page.locator(".toast").first.wait_for()

    assert real.run("token", "revoke", made["id"]).returncode == 0
    page.wait_for_selector("#state.off")
    page.goto(f"{seen.url}/")
    assert page.get_by_label(re.compile("Token")).is_visible()
