"""How tests wait for a page: for what it shows, never for a time."""

from __future__ import annotations

import json

import pytest

LATER = ("--now", "2026-11-29T18:30")  # the evening after the example workspace's last note
WAITS = """() => [...document.querySelectorAll('.wait, .htmx-request')]
    .some(e => !e.closest('details:not([open])'))"""

# Lets the page renew itself so many times, as after changes of notes.
RENEW = """async times => {
    for (let n = 0; n < times; n++) {
        const shown = new Promise(done => {
            document.addEventListener('htmx:afterSettle', done, {once: true});
            setTimeout(done, 2000); /* a newer question took its place */
        });
        htmx.trigger(document.body, 'changed');
        await shown;
    }
}"""


def until(page, script, given=None):
    """Wait until a script says true; the page itself may evaluate no text, so it is asked again."""
    for _ in range(600):
        if page.evaluate(script, given):
            return
        page.wait_for_timeout(50)
    pytest.fail(f"{page.url}: never {script}")


def settled(page):
    """Wait until nothing more is being asked for."""
    until(page, f"() => !({WAITS})()")
    return page


def assert_accessible(page):
    """Let axe look at what is shown: it may find nothing serious."""
    axe = pytest.importorskip(
        "axe_playwright_python.sync_playwright", reason="axe is not installed"
    )
    settled(page)
    found = axe.Axe().run(page, options={"resultTypes": ["violations"]}).response
    serious = {
        one["id"]: [node["html"][:120] for node in one["nodes"][:3]]
        for one in found["violations"]
        if one["impact"] in {"serious", "critical"}
    }
    assert not serious, f"{page.url} {json.dumps(serious, indent=1)}"
