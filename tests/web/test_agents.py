"""The fleet on the page: how each agent stands, and the way into each one's own page."""

from __future__ import annotations

import json
import shutil

import pytest

from tests.web.conftest import EXAMPLE
from tests.web.test_access import TOKEN
from tests.web.test_chromium import LATER, settled


@pytest.fixture
def fleet(home, lived_in):
    """The example workspace, and beside it another, an empty and a lost one."""
    folders = {
        "fern": lived_in,
        "coder": home / "coder",
        "a/b c": home / "odd",
        "lost": home / "no",
    }
    shutil.copytree(EXAMPLE, folders["coder"])
    (folders["a/b c"] / "memory").mkdir(parents=True)
    rows = (f"{json.dumps(name)} = {json.dumps(str(path))}" for name, path in folders.items())
    file = home / "fleet.toml"
    file.write_text("\n".join(["[agents]", *rows]), "utf-8")
    return {"LAMINA_FLEET_FILE": str(file)}


def test_all_agents_are_seen_at_once_and_each_has_its_page(serve, fleet, home, lived_in, tab):
    page = settled(tab(serve(*LATER, **fleet).url).open("/fleet"))
    assert page.locator(".agent").count() == 4
    assert page.locator(".agent").first.get_attribute("id") == "agent-lost"
    assert "no such folder" in page.locator(".agent.is-bad").inner_text()
    assert page.locator("#agent-fern .badge").inner_text() == "this page"
    page.locator("#agent-coder h2 a").click()
    page.wait_for_url("**/@coder/")
    settled(page)
    assert page.locator(".brand small").inner_text() == "coder"
    page.keyboard.press("5")
    page.wait_for_url("**/@coder/board")
    page.locator(".item", has_text="Steinlohe").get_by_role("button", name="Done").click()
    page.locator("[data-to=done] .item", has_text="Steinlohe").wait_for()
    there = home / "coder" / "memory" / "active-context.md"
    here = lived_in / "memory" / "active-context.md"
    assert "[DONE] Steinlohe" in there.read_text("utf-8")
    assert "[DONE] Steinlohe" not in here.read_text("utf-8")
    page.locator(".toast").get_by_role("button", name="Undo").click()
    page.locator("[data-to=open] .item", has_text="Steinlohe").wait_for()
    page.keyboard.press("8")
    page.wait_for_url("**/fleet")


@pytest.mark.parametrize(("size", "theme"), [("desktop", "dark"), ("phone", "light")])
def test_the_fleet_fits_and_is_accessible(serve, fleet, tab, size, theme):
    axe = pytest.importorskip(
        "axe_playwright_python.sync_playwright", reason="axe is not installed"
    )
    page = settled(tab(serve(*LATER, **fleet).url, size=size, theme=theme).open("/fleet"))
    wide = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    assert wide[0] <= wide[1]
    found = axe.Axe().run(page, options={"resultTypes": ["violations"]}).response["violations"]
    assert not [one["id"] for one in found if one["impact"] in {"serious", "critical"}]


def test_another_agents_page_follows_its_own_files(serve, fleet, home, tab):
    page = settled(tab(serve(*LATER, **fleet).url).open("/@coder/files?path=MEMORY.md"))
    with (home / "coder" / "MEMORY.md").open("a") as file:
        file.write("- The heron stands by the pond.\n")
    page.get_by_text("The heron stands by the pond.").wait_for()
    with (home / "coder" / "MEMORY.md").open("a") as file:
        file.write("- More of it in [the note](memory/steinlohe.md).\n")
    page.get_by_role("link", name="the note").click()
    page.wait_for_url("**/@coder/files?path=memory/steinlohe.md")


@pytest.mark.parametrize("path", ["/@a%2Fb%20c/", "/@a%2Fb%20c/files", "/@coder/files"])
def test_whatever_an_agent_is_called_its_page_opens(serve, fleet, path):
    status, _, body = serve(*LATER, **fleet).ask(path)
    assert status == 200
    assert f'data-base="{path.rpartition("/")[0]}"' in body


def test_what_is_not_there_is_said_and_the_others_go_on(serve, fleet):
    server = serve(*LATER, **fleet)
    status, _, body = server.ask("/@lost/")
    assert status == 404
    assert "no such folder" in body
    assert server.ask("/@nobody/")[0] == 404
    assert server.ask("/@coder")[1]["location"].endswith("/@coder/")
    assert server.ask("/@coder/fleet")[1]["location"].endswith("/fleet")
    assert server.ask("/@coder/")[0] == 200
    code, _, said = server.end()
    assert code in {0, 130}
    assert "Traceback" not in said


def test_other_agents_pages_are_guarded_as_the_page_itself(serve, fleet):
    server = serve("--read-only", *LATER, LAMINA_WEB_TOKEN=TOKEN, **fleet)
    assert server.ask("/@coder/")[0] == 401
    token = {"Authorization": f"Bearer {TOKEN}"}
    assert server.ask("/@coder/", None, token)[0] == 200
    form = {"subject": "Steinlohe", "to": "done"}
    own = token | {"Origin": server.url, "HX-Request": "true"}
    assert server.ask("/@coder/board/move", form, own)[0] == 403


def test_a_single_agent_sees_no_fleet(serve, lived_in):
    server = serve(*LATER)
    assert server.ask("/fleet")[0] == 404
    assert 'href="/fleet"' not in server.ask("/")[2]
