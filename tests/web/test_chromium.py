"""The page in real Chromium: each view, live changes, actions, attacks."""

from __future__ import annotations

from datetime import UTC, datetime
from urllib.parse import quote

import pytest

from lamina.memory import Memory
from lamina.places import Places
from lamina.upkeep.jobs import Result
from lamina.web.site import ADDRESSES
from tests.web.attacks import RAN, SCRIPTS, attacking_talk, fill
from tests.web.browsing import LATER, assert_accessible, settled, until

VIEWS = [
    *ADDRESSES.values(),
    "/search?q=market",
    "/files?path=MEMORY.md",
    "/files?path=MEMORY.md&mode=source",
    "/files?path=MEMORY.md&mode=links",
    "/files?path=MEMORY.md&mode=edit",
    "/files/graph",
]


@pytest.mark.parametrize(("size", "theme"), [("desktop", "light"), ("phone", "dark")])
def test_every_view_opens_fits_and_is_accessible(serve, lived_in, tab, size, theme):
    server = serve(*LATER)
    seen = tab(server.url, size=size, theme=theme)
    for path in VIEWS:
        page = settled(seen.open(path))
        assert page.locator("h1").count() == 1, path
        wide = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
        assert wide[0] <= wide[1], path
        assert_accessible(page)


def test_what_changes_on_disk_is_seen_at_once(serve, lived_in, tab):
    server = serve(*LATER)
    page = settled(tab(server.url).open("/"))
    before = page.locator("#panel-weight .figure").inner_text()
    with (lived_in / "MEMORY.md").open("a") as file:
        file.write("- The north shed has a new lock since Tuesday.\n")
    until(
        page,
        "said => document.querySelector('#panel-weight .figure').innerText !== said",
        before,
    )
    page.locator("label", has_text="Recalls").click()
    unfolded = tab(server.url).open("/files?path=MEMORY.md")
    with (lived_in / "MEMORY.md").open("a") as file:
        file.write("- The zebra is in the south shed.\n")
    unfolded.get_by_text("The zebra is in the south shed.").wait_for()
    settled(page)
    assert page.locator("input[value=recalls]").is_checked()


def test_a_matter_is_closed_and_brought_back(serve, lived_in, tab):
    file = lived_in / "memory" / "active-context.md"
    before = file.read_bytes()
    server = serve(*LATER)
    page = tab(server.url).open("/board")
    page.locator(".item", has_text="Steinlohe").get_by_role("button", name="Done").click()
    page.locator("[data-to=done] .item", has_text="Steinlohe").wait_for()
    assert b"[DONE] Steinlohe" in file.read_bytes()
    page.locator(".toast").get_by_role("button", name="Undo").click()
    page.locator("[data-to=open] .item", has_text="Steinlohe").wait_for()
    assert file.read_bytes() == before


def test_a_card_is_dragged(serve, lived_in, tab):
    server = serve(*LATER)
    page = tab(server.url).open("/board")
    card = page.locator("[data-to=active] .item", has_text="stock-sync")
    card.drag_to(page.locator("[data-kind=topic][data-to=paused]"))
    page.locator("[data-to=paused] .item", has_text="stock-sync").wait_for()
    assert "[PAUSED]" in (lived_in / "memory" / "MEMORY_INDEX_ACTIVE.md").read_text("utf-8")


def test_a_matter_with_open_tasks_is_asked_about(serve, root, tab):
    file = root / "memory" / "active-context.md"
    file.write_text("# Active\n\n## [OPEN] Move\n- [ ] papers\n\n---\n", "utf-8")
    page = tab(serve(*LATER).url).open("/board")
    page.get_by_role("button", name="Done").click()
    page.locator(".toast.error").get_by_text("not ticked").wait_for()
    assert "[OPEN] Move" in file.read_text("utf-8")
    page.get_by_role("button", name="Close it anyway").click()
    page.locator("[data-to=done] .item", has_text="Move").wait_for()
    assert "[DONE] Move" in file.read_text("utf-8")


def test_a_search_answers_while_one_types_and_records_nothing(serve, lived_in, tab):
    server = serve(*LATER)
    page = tab(server.url).open("/search")
    page.keyboard.type("stall")
    page.locator(".hit mark", has_text="tall").first.wait_for()
    page.locator("summary", has_text="Filters").click()
    page.locator("label", has_text="Projects").click()
    until(
        page,
        "() => [...document.querySelectorAll('.hit .badge.main')].every(b => b.innerText === 'Projects')",
    )
    assert "layer=project" in page.url
    page.locator(".hit .why summary").first.click()
    page.locator(".hit .why dt", has_text="words").first.wait_for()
    page.locator(".hit .path").first.click()
    page.wait_for_selector("#L1, .text")
    settled(tab(server.url).open("/"))
    body = server.ask("/panel/calendar")[2]
    assert "Recalls <small>0</small>" in body


def test_an_edit_is_written_and_never_over_somebody_elses(serve, lived_in, tab):
    file = lived_in / "memory" / "2026-11-28.md"
    before = file.read_text("utf-8")
    server = serve(*LATER)
    page = tab(server.url).open("/files?path=memory/2026-11-28.md&mode=edit")
    page.locator("#text").fill(before + "- typed in the page\n")
    page.get_by_role("button", name="Save").click()
    page.get_by_text("typed in the page").wait_for()
    assert file.read_text("utf-8") == before + "- typed in the page\n"

    page.goto(server.url + "/files?path=memory/2026-11-28.md&mode=edit")
    mine = file.read_text("utf-8") + "- and mine\n"
    page.locator("#text").fill(mine)
    theirs = "- an agent was faster\n" + file.read_text("utf-8")
    file.write_text(theirs, "utf-8")
    page.keyboard.press("Control+s")
    page.get_by_role("heading", name="The file changed meanwhile").wait_for()
    assert file.read_text("utf-8") == theirs
    merged = page.locator("#text").input_value()
    assert merged == "- an agent was faster\n" + mine
    page.get_by_role("button", name="Save").click()
    page.get_by_text("and mine").wait_for()
    assert file.read_text("utf-8") == merged


def test_a_sweep_is_previewed_run_and_taken_back(serve, lived_in, lamina, tab):
    for day in range(24, 29):
        for words in ("stall east gate", "Harbour Lane stall", "which stall", "stall set-up"):
            lamina("search", words, "--now", f"2026-11-{day}T10:00")
    held = (lived_in / "MEMORY.md").read_bytes()
    page = settled(tab(serve(*LATER).url).open("/dreams"))
    assert page.locator(".candidate .gates li").count() >= 4
    assert page.locator(".candidate .signal").count() >= 6
    page.get_by_role("button", name="Preview").or_(page.get_by_text("Preview")).first.click()
    page.locator("#preview .good").first.wait_for()
    assert (lived_in / "MEMORY.md").read_bytes() == held
    page.get_by_role("button", name="Run now").click()
    page.locator(".toast", has_text="promoted").wait_for()
    assert (lived_in / "MEMORY.md").read_bytes() != held
    page.locator(".candidate .badge", has_text="promoted").first.wait_for()
    page.locator(".toast").get_by_role("button", name="Undo").click()
    page.locator(".toast", has_text="Taken back").wait_for()
    assert (lived_in / "MEMORY.md").read_bytes() == held
    page.get_by_role("button", name="Switch on").click()
    page.get_by_text("Dreaming is on").wait_for()


def test_the_history_shows_lines_and_takes_back(serve, lived_in, lamina, tab):
    lamina("remember", "The ladder stands in the yard.")
    page = tab(serve(*LATER).url).open("/history")
    page.locator("summary", has_text="remember").click()
    page.locator(".hunk .add", has_text="ladder").wait_for()
    lamina("remember", "The bucket stands in the yard.")
    page.locator("#change-2").wait_for()
    assert page.locator("#change-1 .hunk .add", has_text="ladder").is_visible()
    page.locator("#change-1").get_by_role("button", name="Undo").click()
    page.locator("#change-1.gone").wait_for()
    assert not any("ladder" in p.read_text("utf-8") for p in lived_in.glob("memory/2*.md"))


def test_keys_lead_to_views(serve, lived_in, tab):
    page = settled(tab(serve(*LATER).url).open("/"))
    page.keyboard.press("?")
    page.get_by_role("heading", name="Keyboard").wait_for()
    page.keyboard.press("Escape")
    page.get_by_role("heading", name="Keyboard").wait_for(state="hidden")
    page.keyboard.press("5")
    page.wait_for_url("**/board")
    page.keyboard.press("/")
    page.wait_for_url("**/search")
    page.keyboard.type("1/5?")
    assert page.locator("#q").input_value() == "1/5?"


@pytest.mark.parametrize(
    ("language", "title"),
    [("de", "Überblick"), ("ru", "Обзор"), ("zh-CN", "概览"), ("fr", "Overview")],
)
def test_the_page_speaks_the_browsers_language(serve, lived_in, tab, language, title):
    seen = tab(serve(*LATER).url, language=language)
    page = settled(seen.open("/"))
    assert page.locator("h1").inner_text() == title
    assert page.locator("html").get_attribute("lang") == language.partition("-")[0].replace(
        "fr", "en"
    )


def test_a_workspace_full_of_attacks_executes_nothing(serve, home, root, lamina, tab):
    odd = fill(root)
    attacking_talk(home, root)
    lamina("remember", f"{SCRIPTS[0]} {SCRIPTS[1]}", *LATER)
    server = serve(*LATER)
    seen = tab(server.url)
    paths = ["MEMORY.md", "SOUL.md", "DREAMS.md", "memory/2026-11-28.md", *odd]
    shown = [
        f"/files?path={quote(path)}&mode={mode}"
        for path in paths
        for mode in ("read", "source", "links", "edit")
    ]
    shown += [
        *ADDRESSES.values(),
        "/files/graph",
        f"/search?q={quote('<script> onerror evil javascript')}",
    ]
    breaks_out = quote('"><script>')
    shown += [f"/files?path={breaks_out}", f"/history?path={breaks_out}"]
    for path in shown:
        page = seen.page
        page.goto(server.url + path)
        settled(page)
        for one in page.locator("summary").all()[:30]:
            one.click()
        settled(page)
        hover(page)
        assert page.evaluate(f"{RAN} === undefined"), path
        assert page.url.startswith(server.url), path
        wrong = page.evaluate(
            """[...document.querySelectorAll('main *')].filter(e =>
                 ['SCRIPT', 'IFRAME', 'STYLE', 'LINK', 'BASE', 'META', 'IMG', 'OBJECT'].includes(e.tagName)
                 || [...e.attributes].some(a => a.name.startsWith('on') || a.name.startsWith('hx-on')
                                            || a.name === 'style')
                 || /^\\s*(javascript|data|vbscript):/i.test(e.getAttribute('href') ?? '')
               ).map(e => e.outerHTML.slice(0, 200))"""
        )
        assert not wrong, path
        for hidden in ("\u202e", "\u200b", "\U000e0041"):
            assert hidden not in page.locator("main").inner_text(), path


def hover(page):
    """Let the pointer pass over links."""
    for one in page.locator("main a:visible").all()[:5]:
        one.hover(timeout=2000, force=True)


DRAWN = "() => document.getElementById('graph').dataset.still === 'true'"


def test_links_are_drawn_listed_and_walked_by_keys(serve, lived_in, tab):
    page = settled(tab(serve(*LATER).url).open("/files?path=MEMORY.md&mode=links"))
    until(page, DRAWN)
    assert page.locator("#ties .card", has_text="Leads to").locator("li").count() == 7
    near = int(page.locator("#graph").get_attribute("data-drawn"))
    page.locator("#graph canvas").focus()
    page.keyboard.press("ArrowUp")
    chosen = page.locator(".chosen a").first
    chosen.wait_for()
    first = chosen.inner_text()
    page.keyboard.press("Escape")
    assert not page.locator(".chosen").is_visible()
    page.keyboard.press("ArrowUp")
    assert chosen.inner_text() == first
    page.keyboard.press("Enter")
    page.wait_for_url(lambda url: f"path={first}" in url)
    page.goto(page.url.partition("/files")[0] + "/files?path=MEMORY.md&mode=links&steps=3")
    until(page, DRAWN)
    assert int(page.locator("#graph").get_attribute("data-drawn")) > near


def test_the_picture_of_all_links_follows_files_and_leaves_layers_out(serve, lived_in, tab):
    page = settled(tab(serve(*LATER).url, size="phone", theme="dark").open("/files/graph"))
    until(page, DRAWN)
    count = "() => Number(document.getElementById('graph').dataset.drawn)"
    before = page.evaluate(count)
    painted = page.evaluate(
        """() => { const c = document.querySelector('#graph canvas');
                   const d = c.getContext('2d').getImageData(0, 0, c.width, c.height).data;
                   return d.filter((v, n) => n % 4 === 3 && v > 0).length; }"""
    )
    assert painted > 500
    (lived_in / "memory" / "new-one.md").write_text("- a fact → reference/minyu-contract.md\n")
    until(page, f"was => ({count})() === was + 1", before)
    page.locator("label.chip", has_text="Daily notes").click()
    until(page, f"was => ({count})() < was", before)
    page.locator("#linked a", has_text="new-one").wait_for()


def test_a_search_keeps_to_who_wrote_and_to_a_language(serve, lived_in, tab):
    page = settled(tab(serve(*LATER).url).open("/search?q=Steinlohe"))
    assert page.locator(".hit").count() > 3
    page.locator("summary", has_text="Filters").click()
    page.locator("label.chip", has_text="German").click()
    until(page, "() => location.search.includes('language=de')")
    settled(page)
    assert page.locator(".hit").count() > 0
    said = page.locator(".hit .said").all_inner_texts()
    assert all("the" not in text.split() for text in said)
    page.locator("label.chip", has_text="strangers").click()
    page.get_by_text("Nothing found").wait_for()


def test_a_proposal_is_reworded_and_accepted_where_it_stands(serve, lived_in, lamina, tab):
    for day in range(24, 29):
        for words in ("stall east gate", "Harbour Lane stall", "which stall", "stall set-up"):
            lamina("search", words, "--now", f"2026-11-{day}T10:00")
    propose = ("--set", "dreaming.write=propose")
    assert lamina("dream", "run", "--now", "2026-11-29T03:00", *propose).returncode == 0
    page = settled(tab(serve(*LATER, *propose).url).open("/dreams"))
    first = page.locator("#panel-review li").first
    key = first.get_attribute("id")
    first.locator("summary").click()
    first.locator("textarea").fill("The stall stands by the east gate; mind the ladder.")
    first.get_by_role("button", name="Save").click()
    page.locator(f"#{key} .badge", has_text="reworded").wait_for()
    file = lived_in / "memory" / "PROPOSALS.md"
    assert "mind the ladder" in file.read_text("utf-8")
    page.locator(f"#{key}").get_by_role("button", name="Accept it so").click()
    page.locator(f"#{key}").wait_for(state="detached")
    assert "mind the ladder" in (lived_in / "MEMORY.md").read_text("utf-8")


def test_what_is_due_is_done_by_a_button(serve, lived_in, tab):
    page = settled(tab(serve(*LATER).url).open("/"))
    assert page.locator("#panel-jobs .badge", has_text="due").count() >= 3
    page.get_by_role("button", name="Do what is due").click()
    page.locator(".toast", has_text="hygiene: done").wait_for()
    until(
        page,
        """() => [...document.querySelectorAll('#panel-jobs li')].some(
            li => li.innerText.includes('hygiene') && !li.innerText.includes('never'))""",
    )


def test_a_sweep_that_another_process_makes_is_seen(serve, lived_in, home, lamina, tab):
    lamina("dream", "on", "--now", "2026-11-27T20:00")
    page = settled(tab(serve(*LATER).url).open("/dreams"))
    assert not page.locator(".busy").count()
    places = Places.of({"HOME": str(home)}, cwd=home)
    later = datetime(2026, 11, 29, 17, 30, tzinfo=UTC)
    usual = {"embedding.kind": "none", "notes.timezone": "Europe/Berlin"}

    def work(_):
        page.locator(".busy", has_text="A sweep is under way.").wait_for()
        return Result()

    with Memory(lived_in, clock=lambda: later, places=places, overrides=usual) as memory:
        ran = memory.jobs.run("dreaming", work)
    assert ran is not None
    assert ran.error is None
    page.locator(".busy").wait_for(state="detached")
