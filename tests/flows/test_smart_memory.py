"""The five-layer design (in German): its eight steps, its table of daily rules, its hygiene."""

from __future__ import annotations

import json
import re

from tests.flows.conftest import WORKSPACES

WORKSPACE = "smart-memory"
OLD = (WORKSPACES / WORKSPACE / "MEMORY.md").read_text("utf-8").splitlines()
PROJECTS = ("törnbuch", "deichblick", "vereinsmanager")
DETAIL = (".strings-Dateien", "MBTiles", "Airbnb", "Kurtaxe", "PostgreSQL", "Kassenwart")
HEADLINES = {
    "Törnbuch": "Logbuch-App für Segler",
    "Deichblick": "Buchungsseite für Ferienwohnungen",
    "Vereinsmanager": "Mitgliederverwaltung für den Ruderclub",
}
OPEN_POINTS = ("Datenschutzerklärung bis Ende April", "dritte Wohnung", "Segelschule Priwall")


def blocks(text, tag):
    """Return the bodies of the blocks with a tag, by subject: comments and rules left out."""
    found = {}
    for part in re.split(r"(?m)^(?=## \[)", text)[1:]:
        head, _, body = part.partition("\n")
        if head.startswith(f"## [{tag}] "):
            said = re.sub(r"<!--.*?-->|^---$", "", body, flags=re.MULTILINE).strip()
            found[head.removeprefix(f"## [{tag}] ").partition(" — ")[0]] = said
    return found


def test_the_steps_of_the_document(flow, subtests):
    flow.now = "2026-03-04T09:30:00+01:00"
    assert len(OLD) == 120

    with subtests.test("before anything is written, the whole plan is shown"):
        shown = flow("init", "--many-agents", "--docs")
        assert "MEMORY.md 120 lines now" in shown
        assert flow.files() == set(flow.start)
        diff = flow("init", "--many-agents", "--docs", "--diff")
        assert "-Read everything in this file first" in diff  # old rules are shown first
        assert "-3. Read the notes of the last seven days" in diff

    with subtests.test("step 1: folders"):
        report = flow("init", "--many-agents", "--docs", "--apply")
        assert {"memory/projects/", "memory/agents/", "docs/"} <= flow.files()

    with subtests.test("step 2: MEMORY.md is its core"):
        memory = flow.read("MEMORY.md")
        assert len(memory.splitlines()) <= 35
        assert memory.startswith(OLD[0] + "\n")

    with subtests.test("step 2: a profile of three lines, the first ones"):
        assert flow.section("MEMORY.md", "User-Profil") == OLD[3:6]

    with subtests.test("step 2: one line a project, with what it is and its handbook"):
        headlines = [one for one in flow.section("MEMORY.md", "Projekte") if "projects/" in one]
        assert len(headlines) == len(PROJECTS)
        for line, (name, about) in zip(headlines, HEADLINES.items(), strict=True):
            assert name in line
            assert about in line
            assert f"memory/projects/{name.lower()}/CONTEXT.md" in line

    with subtests.test("step 2: at most five critical rules, the first ones"):
        rules = flow.section("MEMORY.md", "Kritische Regeln")
        assert rules == OLD[10 : 10 + len(rules)]
        assert 4 <= len(rules) <= 5

    with subtests.test("step 2: the routing of agents stays"):
        assert "| Swift, Python, Ansible | coding | claude |" in flow.read("MEMORY.md")

    with subtests.test("step 2: the architecture stands at the end, with the duty to write"):
        tail = flow.read("MEMORY.md").rpartition("## ")[2]
        assert tail.startswith("Memory-Architektur")
        assert "Schreib-Pflicht" in tail

    with subtests.test("step 2: of every old line each word is somewhere"):
        held = "\n".join(
            flow.read(path) for path in flow.files() if path.endswith(".md") and path[0] != "."
        )
        lost = [line for line in OLD if line.strip("-# ") and line.strip("-# ") not in held]
        assert lost == []

    with subtests.test("step 2: a subject is not torn between MEMORY.md and its own file"):
        for path in flow.files():
            if path.startswith("memory/") and path.count("/") == 1 and path.endswith(".md"):
                title = flow.read(path).partition("\n")[0].removeprefix("# ")
                assert f"## {title}\n" not in flow.read("MEMORY.md"), path

    with subtests.test("step 3: active context, with its care rules"):
        active = flow.read("memory/active-context.md")
        head = active.partition("\n---\n")[0]
        for rule in ("[DONE]", "wöchentlich|jede Woche", "100 Zeilen", "löschen"):
            assert re.search(rule.replace("[", r"\["), head), rule

    with subtests.test("step 3: what was open is open, what was not is not"):
        active = flow.read("memory/active-context.md")
        assert [point for point in OPEN_POINTS if point not in active] == []
        others = ("WLAN", "Familienzeit", "Ostfriesentee", "Zertifikat")
        assert [other for other in others if other in active] == []

    with subtests.test("step 3: a rule that is often forgotten is kept in sight"):
        flow(
            "active", "open", "Nie GPT für Swift", "Es erfindet Typen, zuletzt NSTrackPoint.",
            "--short", "Regel, die oft vergessen wird", "--pin",
        )  # fmt: skip
        refused = flow.run("active", "open", "Nur eine Statuszeile", "", code=2)
        assert "nothing was written" in refused.stderr

    with subtests.test("step 4: a handbook for each project, with all its detail"):
        for name in PROJECTS:
            assert f"memory/projects/{name}/CONTEXT.md" in flow.files()
        book = flow.read("memory/projects/törnbuch/CONTEXT.md")
        assert [line for line in OLD[24:33] if line not in book] == []

    with subtests.test("step 4: it is kept up to date at once"):
        flow("project", "state", "törnbuch", "3.3 in Arbeit, die Datenschutzerklärung fehlt noch")
        state = next(
            line
            for line in flow.read("memory/projects/törnbuch/CONTEXT.md").splitlines()
            if line.startswith("- **Stand**")
        )
        assert state.endswith("3.3 in Arbeit, die Datenschutzerklärung fehlt noch")
        assert "2026-03-04" in state

    with subtests.test("step 5: what each agent type must know"):
        for kind in ("coding", "research", "writing"):
            flow("agent-type", "new", kind)
        flow(
            "agent-type", "note", "coding", "GPT erfindet Swift-Typen → nie GPT für Swift-Code",
            "--section", "Gilt immer",
        )  # fmt: skip
        assert any("nie GPT" in x for x in flow.section("memory/agents/coding.md", "Gilt immer"))

    with subtests.test("step 5: would it hold in the next project too?"):
        shown = flow("where", "GPT erfindet Swift-Typen → nie GPT für Swift-Code")
        assert "lamina agent-type note coding" in shown
        shown = flow("where", "törnbuch hat zwei .strings-Dateien die synchron bleiben müssen")
        assert "lamina project note törnbuch" in shown

    with subtests.test("step 6: the start sequence takes the place of the old section"):
        agents = flow.read("AGENTS.md")
        old = flow.start["AGENTS.md"].decode()
        assert "Every Session" not in agents
        assert "without permission" not in agents
        assert old[old.index("## Ton") :] in agents  # the user's own sections, byte for byte
        block = agents.partition("<!-- lamina:start-sequence:start -->")[2]
        block = block.partition("<!-- lamina:start-sequence:end -->")[0]
        places = [block.index(name) for name in ("SOUL.md", "USER.md", "MEMORY.md", "YYYY-MM-DD")]
        assert places == sorted(places)
        for path in ("memory/active-context.md", "memory/agents/<typ>.md", "CONTEXT.md"):
            assert path in block
        assert "Read the notes of the last seven days" in flow.read("memory/old-rules.md")

    with subtests.test("step 7: the heartbeat's tasks, beside the user's own"):
        heartbeat = flow.read("HEARTBEAT.md")
        assert heartbeat.startswith(flow.start["HEARTBEAT.md"].decode())
        for task in ("lamina heartbeat", "Hygiene", "CONTEXT.md", "Tagesnotiz", "Kürzen"):
            assert task in heartbeat

    with subtests.test("step 8: the acceptance list"):
        assert len(flow.read("MEMORY.md").splitlines()) < 40
        matters = blocks(flow.read("memory/active-context.md"), "OPEN")
        assert matters
        assert [subject for subject, body in matters.items() if not re.search(r"\w", body)] == []
        assert [word for word in DETAIL if word in flow.read("MEMORY.md")] == []
        assert "lamina heartbeat" in flow.read("HEARTBEAT.md")
        assert "lamina:start-sequence" in flow.read("AGENTS.md")
        for name in PROJECTS:
            assert f"memory/projects/{name}/CONTEXT.md" in flow.files()
        for kind in ("coding", "research", "writing"):
            assert f"memory/agents/{kind}.md" in flow.files()

    with subtests.test("step 8: doctor finds nothing"):
        assert "0 findings" in flow("doctor")

    with subtests.test("step 8: the report"):
        lines = len(flow.read("MEMORY.md").splitlines())
        assert f"MEMORY.md 120 lines now, {lines} after" in report
        count = re.search(r"open +(\d+) matter", report)
        matters = blocks(flow.read("memory/active-context.md"), "OPEN")
        assert count
        assert int(count[1]) == len(matters) - 1  # one was opened since

    with subtests.test("a second init changes nothing"):
        before = {path: flow.read(path) for path in flow.files() if not path.endswith("/")}
        assert "is set up already" in flow("init", "--many-agents", "--docs", "--apply")
        after = {path: flow.read(path) for path in flow.files() if not path.endswith("/")}
        assert after == before

    with subtests.test("the files after the set-up"):
        flow.matches("1-set-up")
    with subtests.test("no ugly blanks after the set-up"):
        flow.is_tidy()

    daily_rules(flow, subtests)
    hygiene(flow, subtests)

    with subtests.test("undo, one after the other, gives the old folder back"):
        assert flow.undo_all() > 20


def daily_rules(flow, subtests):
    flow.now = "2026-03-05T11:10:00+01:00"
    with subtests.test("row 1: the user explains something important"):
        flow(
            "active", "open", "Segelschule Priwall",
            "Frau Dr. Lenz will 20 iPads ausstatten, Laufzeit ein Schuljahr.\n"
            "Jonas gibt 25 % Rabatt, aber keinen Einblick in den Quelltext.",
            "--short", "Angebot Gruppenlizenz",
        )  # fmt: skip
        said = blocks(flow.read("memory/active-context.md"), "OPEN")["Segelschule Priwall"]
        assert said.splitlines()[1] == (
            "Jonas gibt 25 % Rabatt, aber keinen Einblick in den Quelltext."
        )

    with subtests.test("row 2: a structural change"):
        flow(
            "active", "open", "Slack-Kanal der Tester",
            "Der Kanal heißt jetzt #hafenrunde; Fragen der Tester nur noch dort.",
        )  # fmt: skip
        flow("log", "Slack-Kanal", "--change", "#tester heißt jetzt #hafenrunde")

    with subtests.test("row 3: a technical finding while coding"):
        flow(
            "project", "note", "törnbuch",
            "Core Data verliert Tracks, wenn das Speichern im Hintergrund abbricht",
        )  # fmt: skip
        pitfalls = flow.section("memory/projects/törnbuch/CONTEXT.md", "Stolpersteine")
        assert pitfalls == [
            "- 2026-03-05: Core Data verliert Tracks, wenn das Speichern im Hintergrund abbricht"
        ]

    with subtests.test("row 4: a lesson for the next project too"):
        flow(
            "agent-type", "note", "coding",
            "Speichern im Hintergrund immer mit beginBackgroundTask klammern",
        )  # fmt: skip
        assert len(flow.section("memory/agents/coding.md", "Lehren")) == 1

    with subtests.test("row 5: a sub-agent is done"):
        for number in range(1, 13):
            flow(
                "project", "note", "deichblick", f"Prüfliste Wohnung 3, Punkt {number} erledigt",
                "--section", "Erledigt",
            )  # fmt: skip
        flow("project", "state", "deichblick", "Wohnung „Leuchtturm“ ist angelegt")
        book = flow.read("memory/projects/deichblick/CONTEXT.md")
        assert "Wohnung „Leuchtturm“ ist angelegt" in book
        assert len(flow.section("memory/projects/deichblick/CONTEXT.md", "Erledigt")) == 12

    with subtests.test("row 6: a matter is settled"):
        flow.now = "2026-03-09T16:45:00+01:00"
        flow("active", "note", "Segelschule", "Telefonat am 9. März: lieber zwei Schuljahre.")
        flow("active", "done", "Segelschule", "--result", "Angebot angenommen, 20 Geräte.")
        done = blocks(flow.read("memory/active-context.md"), "DONE")["Segelschule Priwall"]
        assert done.splitlines()[-2:] == [
            "Telefonat am 9. März: lieber zwei Schuljahre.",
            "Angebot angenommen, 20 Geräte.",
        ]

    with subtests.test("row 7: MEMORY.md comes close to 40 lines"):
        for line in (
            "Segelschule Priwall ist Kunde bis Sommer 2028",
            "Törnbuch 3.3 liegt bei Apple zur Prüfung",
            "Merete übersetzt die dänischen Store-Texte",
            "Die Steuerunterlagen 2025 liegen bei Henning Claasen",
            "Der VPS läuft seit Dezember auf Debian 13",
            "Familie Paulsen zahlt quartalsweise",
        ):
            flow("core", "add", line, "--section", "active-now")
            if len(flow.read("MEMORY.md").splitlines()) > 35:
                break
        rules = len(flow.section("MEMORY.md", "Kritische Regeln"))
        assert "close to the 40 allowed" in flow("core")
        assert "→" in flow("trim")
        flow("trim", "--apply")
        memory = flow.read("MEMORY.md")
        assert len(memory.splitlines()) <= 35
        assert len(flow.section("MEMORY.md", "Kritische Regeln")) == rules
        assert len(flow.section("MEMORY.md", "User-Profil")) == 3
        projects = flow.section("MEMORY.md", "Projekte")
        assert sum("projects/" in line for line in projects) == 3
        assert flow.section("MEMORY.md", "Gerade aktiv")
        assert "## Memory-Architektur" in memory
        assert "Kritische Regeln (2)" not in flow.read("memory/active-context.md")

    with subtests.test("row 8: active context over 100 lines"):
        body = "\n".join(f"Frage {n} der Segelschule, noch nicht beantwortet" for n in range(1, 90))
        flow("active", "open", "Fragenkatalog", "-", given=body)
        listed, loaded = flow.run("active", "list"), flow.run("context")
        flow("undo")
        assert "more than 100" in listed.stdout + listed.stderr
        assert "more than 100" in loaded.stdout + loaded.stderr
        assert "Fragenkatalog" not in flow.read("memory/active-context.md")

    with subtests.test("the files after the daily rules"):
        flow.matches("2-daily-rules")
    with subtests.test("no ugly blanks after the daily rules"):
        flow.is_tidy()


def hygiene(flow, subtests):
    flow.now = "2026-03-30T08:00:00+02:00"
    flow("active", "note", "Slack-Kanal der Tester", "Zwei Tester sind noch im alten Kanal.")
    flow.now = "2026-04-12T07:00:00+02:00"  # a Sunday, five weeks later

    with subtests.test("hygiene is shown first"):
        before = {path: flow.read(path) for path in flow.files() if not path.endswith("/")}
        assert "1 done matter" in flow("hygiene")
        after = {path: flow.read(path) for path in flow.files() if not path.endswith("/")}
        assert after == before

    with subtests.test("hygiene, the weekly one"):
        idle = blocks(flow.read("memory/active-context.md"), "OPEN")
        flow("hygiene", "--apply")
        active = flow.read("memory/active-context.md")
        left = blocks(active, "OPEN")
        assert blocks(active, "DONE") == {}
        assert "Nie GPT für Swift" in left  # pinned
        assert "Slack-Kanal der Tester" in left  # touched two weeks ago
        note = flow.read("memory/2026-04-12.md")
        for subject in idle.keys() - left.keys():
            for line in idle[subject].splitlines():
                assert line in note, (subject, line)
        assert "Angebot angenommen, 20 Geräte." in note
        assert "2026-03-04" in note  # since when a matter was idle

    with subtests.test("hygiene shortens a handbook, the text is in the note"):
        done = flow.section("memory/projects/deichblick/CONTEXT.md", "Erledigt")
        assert [line.split("Punkt ")[1] for line in done] == [f"{n} erledigt" for n in range(3, 13)]
        note = flow.read("memory/2026-04-12.md")
        for number in (1, 2):
            assert f"Punkt {number} erledigt" in note

    with subtests.test("hygiene says in the workspace's language why something moved"):
        note = flow.read("memory/2026-04-12.md")
        assert not re.search(r"\b(idle|since|done)\b", re.sub(r"<!--.*?-->", "", note))

    with subtests.test("hygiene keeps the time beside what the host keeps"):
        state = json.loads(flow.read("memory/heartbeat-state.json"))
        assert state == {
            "lastChecks": {"calendar": 1772600000},
            "lastMemoryCleanup": "2026-04-12T07:00:00+02:00",
        }

    with subtests.test("a second hygiene on that day moves nothing"):
        assert "0 done matters, 0 idle, 0 finished tasks" in flow("hygiene")

    with subtests.test("the files after hygiene"):
        flow.matches("3-hygiene")
    with subtests.test("no ugly blanks after hygiene"):
        flow.is_tidy()
    with subtests.test("doctor finds nothing five weeks later"):
        assert "0 findings" in flow("doctor")
