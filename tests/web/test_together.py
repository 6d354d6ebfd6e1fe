"""Several at once: two browsers, the command line and editors; and a page that stays open."""

from __future__ import annotations

import pytest

from tests.web.browsing import LATER, RENEW, settled, until

ACTIVE = "memory/active-context.md"
NOTE = "memory/2026-11-29.md"
CHANGES = 250
FIRST = 50  # after which everything a page keeps is there


def saved(page, text):
    page.locator("#text").fill(text)
    page.get_by_role("button", name="Save").click()


def test_two_browsers_and_the_command_line_lose_nothing_and_see_each_other(
    serve, lived_in, lamina, tab
):
    server = serve(*LATER)
    one, two = (tab(server.url).open("/board") for _ in range(2))
    one.locator(".item", has_text="Steinlohe").get_by_role("button", name="Done").click()
    two.locator("[data-to=done] .item", has_text="Steinlohe").wait_for()
    lamina("active", "open", "Window", "The pane has a crack.", *LATER)
    for page in (one, two):
        page.locator("[data-to=open] .item", has_text="Window").wait_for()
    two.locator(".item", has_text="Window").get_by_role("button", name="Done").click()
    one.locator("[data-to=done] .item", has_text="Window").wait_for()
    text = (lived_in / ACTIVE).read_text("utf-8")
    assert "[DONE] Steinlohe" in text
    assert "[DONE] Window" in text
    assert "The pane has a crack." in text


def test_three_edits_of_one_file_are_all_kept(serve, lived_in, lamina, tab):
    file = lived_in / NOTE
    before = file.read_text("utf-8")
    server = serve(*LATER)
    reader = tab(server.url).open(f"/files?path={NOTE}")
    one, two = (tab(server.url).open(f"/files?path={NOTE}&mode=edit") for _ in range(2))
    saved(one, f"- from the first\n{before}")
    reader.get_by_text("from the first").wait_for()
    said = lamina("remember", "The ladder stands in the yard.", *LATER)
    assert said.returncode == 0
    reader.get_by_text("The ladder stands in the yard.").wait_for()
    assert two.locator("#text").input_value() == before  # what is typed is left alone
    two.locator("#text").fill(before.replace("\n", "\n\n- from the second\n", 1))
    two.get_by_role("button", name="Save").click()
    two.get_by_role("heading", name="The file changed meanwhile").wait_for()
    two.get_by_role("button", name="Save").click()
    for page in (reader, two):
        page.locator("article", has_text="from the second").wait_for()
    text = file.read_text("utf-8")
    for line in ("from the first", "The ladder stands in the yard.", "from the second"):
        assert text.count(line) == 1
    assert all(line in text for line in before.splitlines())
    changes = tab(server.url).open("/history").locator(".changes > li")
    assert changes.count() == 3


def held(session, page):
    """Return what a tab keeps: nodes, listeners, heap."""
    settled(page)
    session.send("HeapProfiler.collectGarbage")
    found = {one["name"]: one["value"] for one in session.send("Performance.getMetrics")["metrics"]}
    heap = session.send("Runtime.getHeapUsage")["usedSize"]
    return found["Nodes"], found["JSEventListeners"], heap


@pytest.mark.parametrize("view", ["/", "/board"])
def test_a_page_that_stays_open_keeps_nothing_of_what_it_showed(serve, lived_in, tab, view):
    """What went may be collected late: of a few looks the least counts."""
    page = settled(tab(serve(*LATER).url).open(view))
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable")
    page.evaluate(RENEW, FIRST)
    before = held(session, page)
    page.evaluate(RENEW, CHANGES - FIRST)
    for _ in range(100):
        nodes, listeners, heap = held(session, page)
        grown = nodes > 1.1 * before[0], listeners > 1.1 * before[1], heap > 1.2 * before[2]
        if not any(grown):
            return
        page.wait_for_timeout(100)
    pytest.fail(f"{before} became {(nodes, listeners, heap)}")


def test_what_should_not_be_in_a_tab_is_noticed(serve, root, tab):
    """The watch over errors, refusals and requests elsewhere, itself."""
    seen = tab(serve(*LATER).url)
    page = settled(seen.open("/"))
    page.evaluate(
        """() => { const one = document.createElement('img');
            one.src = 'https://evil.example/x.png'; document.body.append(one);
            const two = document.createElement('script');
            two.textContent = 'window.__ran = 1'; document.body.append(two);
            const three = document.createElement('div');
            three.setAttribute('onclick', 'window.__ran = 1'); document.body.append(three);
            three.click(); }"""
    )
    until(page, "() => true")
    assert page.evaluate("window.__ran === undefined")
    assert any("img-src" in said or "evil.example" in said for said in seen.wrong)
    assert any("script-src" in said for said in seen.wrong)
    seen.wrong.clear()
