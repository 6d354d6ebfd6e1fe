"""Each action of the page in real Chromium, as a desktop and as a phone would do it."""

from __future__ import annotations

import json
import os
from datetime import UTC, datetime, timedelta
from urllib.parse import quote

import pytest

from tests.sessions.hosts import OpenClaw
from tests.web.browsing import LATER, assert_accessible, settled, until

KEY = "agent:main:slack:channel:C024"
DAY = "memory/2026-11-28.md"
LOOKS = [("desktop", "light"), ("phone", "dark")]


@pytest.fixture(params=LOOKS, ids=["desktop-light", "phone-dark"])
def look(request, tab):
    """Open a tab of this size and theme."""
    size, theme = request.param
    return lambda server: tab(server.url, size=size, theme=theme)


def press(place, name):
    place.get_by_role("button", name=name, exact=True).first.click()


def said(page, words):
    page.locator(".toast", has_text=words).last.wait_for()


def files(root):
    """What a person's files hold; ours beside them left out."""
    paths = [p for p in root.rglob("*.md") if ".dreams" not in p.parts]
    return {p.relative_to(root).as_posix(): p.read_bytes() for p in paths}


def test_what_is_safe_is_mended_and_taken_back(serve, lived_in, look):
    (lived_in / "memory/knowledge/oauth.md").write_text("# oauth\n\nAsk first.\n", "utf-8")
    held = files(lived_in)
    page = settled(look(serve(*LATER)).open("/"))
    press(page.locator("#panel-findings"), "Mend the safe ones")
    said(page, "Done")
    until(page, "() => !document.querySelector('#panel-findings form.act')")
    assert files(lived_in) != held
    press(page.locator(".toast").last, "Undo")
    said(page, "Taken back")
    one = page.locator("#panel-findings li form.act").first
    one.wait_for()
    assert files(lived_in) == held
    one.get_by_role("button", name="Mend", exact=True).click()  # a finding by itself
    until(page, "() => !document.querySelector('#panel-findings form.act')")
    assert files(lived_in) != held


def test_a_matter_is_closed_on_the_overview(serve, lived_in, look):
    page = settled(look(serve(*LATER)).open("/"))
    matter = page.locator("#panel-matters li", has_text="Steinlohe")
    matter.get_by_role("button").click()
    said(page, "Done")
    matter.wait_for(state="detached")
    assert "[DONE] Steinlohe" in (lived_in / "memory/active-context.md").read_text("utf-8")


def test_matters_and_topics_are_begun_on_the_board(serve, lived_in, look):
    page = look(serve(*LATER)).open("/board")
    for kind, fields in {
        "matter": {"name": "Window", "about": "The pane has a crack."},
        "topic": {"domain": "writing", "name": "Catalogue", "about": "A catalogue for spring"},
    }.items():
        form = page.locator(f"#new-{kind}")
        form.locator("summary").click()
        for name, text in fields.items():
            form.locator(f"[name={name}]").fill(text)
        form.locator("button").click()
        card = page.locator(f".item[data-kind={kind}]", has_text=fields["name"])
        card.wait_for()
        until(page, "kind => !document.querySelector(`#new-${kind} [name=about]`).value", kind)
    topic = page.locator(".item[data-kind=topic]", has_text="Catalogue")
    press(topic, "Pause")
    page.locator("[data-to=paused] .item", has_text="Catalogue").wait_for()
    topic.locator("summary", has_text="Archive").click()
    assert_accessible(page)
    topic.locator("[name=words]").fill("Printed, 400 of them.")
    press(topic, "Archive")
    page.locator("[data-to=archived] .item", has_text="Catalogue").wait_for()
    press(topic, "Activate")
    page.locator("[data-to=active] .item", has_text="Catalogue").wait_for()
    text = (lived_in / "memory/MEMORY_INDEX_ACTIVE.md").read_text("utf-8")
    assert "[ACTIVE] Catalogue" in text
    assert "The pane has a crack." in (lived_in / "memory/active-context.md").read_text("utf-8")


def test_what_somebody_types_stays_with_its_card_when_others_change(serve, lived_in, lamina, look):
    page = look(serve(*LATER)).open("/board")
    card = page.locator("[data-to=active] .item").last
    name = card.locator("b").inner_text()
    card.locator("summary", has_text="Archive").click()
    card.locator("[name=words]").fill("It sold well.")
    for number in range(2):
        lamina("topic", "new", "a-first-domain", f"Kite {number}", "--goal", "x", *LATER)
        page.locator(".item", has_text=f"Kite {number}").wait_for()
    (holding,) = [one for one in page.locator(".item:has(details[open])").all() if one.is_visible()]
    assert holding.locator("b").inner_text() == name
    assert holding.locator("[name=words]").input_value() == "It sold well."
    press(holding, "Archive")
    page.locator("[data-to=archived] .item", has_text=name).wait_for()


def test_a_search_leads_to_its_line_and_back_in_time(serve, root, lamina, look):
    (root / "MEMORY.md").write_text(
        "# Memory\n\n" + "- Filler\n" * 80 + "- The kettle hangs in the shed.\n", "utf-8"
    )
    lamina("remember", "The office is in Mill Street.", "--now", "2026-11-20T10:00")
    now = ("--now", "2026-11-25T10:00")
    lamina("remember", "The office is in Harbour Lane.", "--replace", *now)
    page = look(serve(*LATER)).open("/search")
    page.locator("#q").fill("where is the office")
    page.locator(".hit", has_text="Harbour Lane").wait_for()
    assert not page.locator(".hit", has_text="Mill Street").count()
    page.locator("summary", has_text="Filters").click()
    page.locator("[name=as_of]").fill("2026-11-22")
    page.locator(".hit", has_text="Mill Street").wait_for()
    until(page, "() => !document.querySelector('#results').innerText.includes('Harbour')")
    page.locator("[name=as_of]").fill("")
    page.locator("#q").fill("kettle shed")
    hit = page.locator(".hit", has_text="kettle hangs").first
    hit.locator("summary").click()
    hit.locator(".why dd .num").first.wait_for()
    assert_accessible(page)
    hit.locator("header a").click()
    page.wait_for_url("**/files?path=MEMORY.md#L*")
    until(
        page,
        """() => { const at = document.querySelector(':target')?.getBoundingClientRect();
                   return at && at.top >= 0 && at.top < innerHeight; }""",
    )


def asked_about(lamina, *lines):
    """Note lines, and ask for each on four days."""
    for line in lines:
        lamina("remember", line, "--now", "2026-11-23T09:00")
    for day in range(24, 28):
        for number, line in enumerate(lines):
            lamina("search", f"{line} {number}", "--now", f"2026-11-{day}T10:00")


def test_proposals_are_accepted_and_rejected_with_a_way_back(serve, root, lamina, look):
    anna, keys = "Anna is allergic to penicillin", "The spare keys hang at Mr Wolff's"
    asked_about(lamina, anna, keys)
    server = serve(*LATER, LAMINA_DREAMING_WRITE="propose")
    page = settled(look(server).open("/dreams"))
    press(page, "Run now")
    said(page, "Waiting for you")
    waiting = page.locator("#panel-review li")
    waiting.nth(1).wait_for()
    assert_accessible(settled(page))
    press(waiting.filter(has_text=anna), "Accept")
    waiting.filter(has_text=anna).wait_for(state="detached")
    assert anna in (root / "MEMORY.md").read_text("utf-8")
    press(waiting.filter(has_text="spare keys"), "Reject")
    waiting.filter(has_text="spare keys").wait_for(state="detached")
    assert "spare keys" not in (root / "MEMORY.md").read_text("utf-8")
    said(page, "Done")
    press(page.locator(".toast").last, "Undo")
    waiting.filter(has_text="spare keys").wait_for()


def test_dreaming_is_switched_on_and_off(serve, lived_in, look):
    page = settled(look(serve(*LATER)).open("/dreams"))
    for press_it, shown in (("Switch on", "Dreaming is on"), ("Switch off", "Dreaming is off")):
        press(page, press_it)
        page.locator("#panel-standing", has_text=shown).wait_for()


def test_old_notes_are_previewed_taken_and_given_back(serve, lived_in, look):
    held = files(lived_in)
    page = settled(look(serve(*LATER)).open("/dreams"))
    page.get_by_role("link", name="From old notes").click()
    preview = page.locator("#preview")
    preview.locator("li .text").first.wait_for()
    assert files(lived_in) == held
    press(preview, "Apply")
    said(page, "Notes")
    page.locator("#panel-scene .sub + .list .candidate").first.wait_for()
    assert files(lived_in) != held
    press(page.locator("#panel-scene"), "Clear grounded")
    said(page, "Taken back")
    page.locator("#panel-scene .sub").wait_for(state="detached")
    assert {p: b for p, b in files(lived_in).items() if p in held} == held


@pytest.fixture
def channel(home, root):
    """A long channel's transcript in OpenClaw's list, idle for hours."""
    start = datetime(2026, 11, 29, 8, tzinfo=UTC)
    talk = OpenClaw(root, start=start)
    for number in range(300):
        talk.user(f"What about delivery {number}?", owner=True)
        talk.agent(f"Delivery {number} is through.")
    folder = home / ".openclaw/agents/main/sessions"
    folder.mkdir(parents=True)
    path = talk.write(folder / "s1.jsonl")
    moment = start + timedelta(hours=2)
    os.utime(path, (moment.timestamp(),) * 2)
    entry = {
        "sessionId": "s1",
        "sessionFile": str(path),
        "channel": "slack",
        "updatedAt": int(moment.timestamp() * 1000),
        "systemPromptReport": {"workspaceDir": str(root)},
    }
    (folder / "sessions.json").write_text(json.dumps({KEY: entry}))
    return path


def test_a_session_is_looked_at_trimmed_and_restored(serve, root, channel, look):
    whole = channel.read_bytes()
    seen = look(serve(*LATER))
    page = seen.open("/sessions")
    row = page.locator(".sessions li", has_text="C024")
    row.locator("summary").click()
    row.locator(".talk li", has_text="Delivery 299 is through.").wait_for()
    assert_accessible(page)
    press(row, "Trim")
    said(page, "asked")
    assert channel.read_bytes() == whole
    # the session answers; the page is told, and its owner presses again
    token = page.locator(".toast").last.inner_text().partition("TRIM_HASH: ")[2].split()[0]
    (root / "memory/active-context.md").write_text(
        f"# Active Context\n\n## [OPEN] Move\nThe van comes at nine.\nTRIM_HASH: {token}\n", "utf-8"
    )
    press(row, "Trim")
    row.get_by_role("button", name="Restore").wait_for()
    assert len(channel.read_bytes()) < len(whole)
    press(row, "Restore")
    said(page, "back")
    assert channel.read_bytes() == whole


def test_a_file_is_found_in_its_branch_and_read_by_lines(serve, lived_in, lamina, look):
    for month in range(1, 13):
        for day in range(1, 6):
            name = f"memory/2024-{month:02}-{day:02}.md"
            (lived_in / name).write_text(f"# {name[7:-3]}\n\n- Note {month}.{day}\n", "utf-8")
    lamina("remember", "The ladder stands in the yard.", "--now", "2026-11-29T09:00")
    lamina("search", "where does the ladder stand", "--now", "2026-11-29T10:00")
    page = look(serve(*LATER)).open("/files")
    branch = page.locator("details", has_text="2024-03")
    branch.locator("summary").click()
    branch.get_by_text("2024-03-04").click()
    page.get_by_text("Note 3.4").wait_for()
    page.goto(page.url.partition("/files")[0] + "/files?path=memory/2026-11-29.md&mode=source")
    line = page.locator("tr", has_text="ladder")
    assert "owner" in line.locator(".who").first.text_content()
    assert "2026-11-29" in line.locator(".who").last.text_content()


def test_two_who_wrote_the_same_line_are_shown_beside_each_other(serve, lived_in, look):
    file = lived_in / DAY
    first, _, rest = file.read_text("utf-8").partition("\n")
    page = look(serve(*LATER)).open(f"/files?path={quote(DAY)}&mode=edit")
    page.locator("#text").fill(f"# mine\n{rest}")
    file.write_text(f"# theirs\n{rest}", "utf-8")
    page.get_by_role("button", name="Save").click()
    row = page.locator(".beside .conflict")
    row.wait_for()
    assert_accessible(page)
    assert row.locator("td").first.inner_text().strip() == "# theirs"
    assert row.locator("td").last.inner_text().strip() == "# mine"
    assert file.read_text("utf-8") == f"# theirs\n{rest}"
    merged = page.locator("#text").input_value()
    assert "# mine" in merged
    assert "# theirs" in merged
    page.locator("#text").fill(f"# both\n{rest}")
    page.get_by_role("button", name="Save").click()
    page.locator("article", has_text="both").wait_for()
    assert file.read_text("utf-8") == f"# both\n{rest}"
    assert first


def test_where_only_reading_is_allowed_every_view_has_nothing_to_press(serve, lived_in, look):
    seen = look(serve("--read-only", *LATER))
    for path in ("/", "/board", "/dreams", "/sessions", "/history", f"/files?path={DAY}&mode=edit"):
        page = settled(seen.open(path))
        assert not page.locator("main form, main textarea").count(), path
        assert not page.locator("[draggable=true]").count(), path
