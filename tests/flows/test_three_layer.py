"""The three-layer design (in Russian): brain, memory, reference, and the ways between them."""

from __future__ import annotations

import json

from tests.flows.conftest import WORKSPACES

WORKSPACE = "three-layer"
CORE = ("SOUL", "AGENTS", "USER", "TOOLS", "IDENTITY", "HEARTBEAT", "MEMORY")
AGENTS = (WORKSPACES / WORKSPACE / "AGENTS.md").read_text("utf-8")
DOCUMENT = "reference/сделка-с-опекой.md"
LEAD = "Гареев"


def lines_of(text):
    return [line for line in text.splitlines() if line.strip() and not line.startswith("#")]


def test_the_layers_of_the_document(flow, subtests):
    flow.zone = "Europe/Kaliningrad"
    flow.now = "2026-03-04T09:00:00+02:00"

    with subtests.test("layer 1: seven files, each with what it costs and its budget"):
        found = json.loads(flow("core", "--json"))
        assert [file["path"] for file in found["files"]] == [f"{name}.md" for name in CORE]
        assert {file["budget"] for file in found["files"]} == {1000}
        assert found["budget"] == 7000
        assert found["tokens"] == sum(file["tokens"] for file in found["files"]) < 7000
        assert [file["path"] for file in found["files"] if file["tokens"] > 1000] == ["AGENTS.md"]
        assert "AGENTS.md" in found["warnings"][0]

    brain(flow, subtests)
    memory(flow, subtests)
    reference(flow, subtests)

    with subtests.test("doctor finds nothing"):
        assert "0 findings" in flow("doctor")
    flow.ends(subtests, changes=10)


def brain(flow, subtests):
    with subtests.test("an agent changes no rules, whatever the command; it proposes the change"):
        refused = flow.run("--agent", "marfa", "trim", "--apply", code=6)
        assert "Nothing was written" in refused.stderr
        assert "-## Как ведётся сделка" in refused.stderr  # the proposal
        assert flow.read("AGENTS.md") == AGENTS
        refused = flow.run("--agent", "marfa", "init", "--apply", code=6)
        assert flow.files() == set(flow.start)

    with subtests.test("trim shows what leaves, and where it goes"):
        shown = flow("trim", "--diff")
        assert "-## Как ведётся сделка" in shown
        assert "reference/" in shown
        assert flow.read("AGENTS.md") == AGENTS

    with subtests.test("trim by the owner holds the budget and loses nothing"):
        flow("trim", "--apply")
        found = json.loads(flow("core", "--json"))
        assert max(file["tokens"] for file in found["files"]) <= 1000
        kept = flow.read("AGENTS.md")
        assert "Горячему лиду отвечать в течение 15 минут" in kept
        moved = [path for path in flow.files() if path.startswith("reference/agents")]
        assert moved
        assert [path for path in moved if path not in kept] == []  # a pointer to each
        held = kept + "".join(flow.read(path) for path in moved)
        assert [line for line in lines_of(AGENTS) if line not in held] == []

    with subtests.test("a moved document has its title once"):
        for path in (p for p in flow.files() if p.startswith("reference/agents")):
            titles = [x.lstrip("# ") for x in flow.read(path).splitlines() if x.startswith("#")]
            assert len(titles) == len(set(titles)), path

    with subtests.test("after init the rules of memory are there, and the budgets hold again"):
        flow("init", "--apply")
        flow("trim", "--apply")
        found = json.loads(flow("core", "--json"))
        assert found["warnings"] == []
        pointers = flow.section("AGENTS.md", "Ещё")
        assert pointers
        assert all(line.startswith("- ") for line in pointers)
        agents = flow.read("AGENTS.md")
        assert "\n".join(pointers) in agents  # one list, no gaps

    with subtests.test("an agent may say in MEMORY.md what is active now"):
        flow("--agent", "marfa", "core", "add", "Гареев просит показать Озёрную, 4 ещё раз")
        active = flow.section("MEMORY.md", "Сейчас активно")
        assert active[-1] == "- Гареев просит показать Озёрную, 4 ещё раз"
        assert len(active) == 4

    with subtests.test("the named checkpoint: three files at once, or none"):
        before = len(json.loads(flow("history", "--json")))
        done = flow(
            "--agent", "marfa", "checkpoint", "Квартира на Портовой, 12",
            "--line", "опека согласна, сделка 18 марта",
            "--cause", "пришёл ответ опеки",
            "--change", "сделка назначена на 18 марта, 11:00",
            "--todo", "заказать выписку ЕГРН за два дня",
        )  # fmt: skip
        assert "2026-03-04" in done
        assert len(json.loads(flow("history", "--json"))) == before + 1
        active = flow.section("MEMORY.md", "Сейчас активно")
        about = [line for line in active if "Портовой" in line]
        assert about == ["- Квартира на Портовой, 12: опека согласна, сделка 18 марта"]
        assert "заказать выписку ЕГРН" in flow.read("memory/active-context.md")
        note = flow.read("memory/2026-03-04.md")
        for line in ("- причина: пришёл ответ опеки", "- план: заказать выписку ЕГРН"):
            assert line in note

    with subtests.test("the subject of a checkpoint is the person's, in the index too"):
        assert "Квартира на Портовой" in flow.read("memory/daily-index.md")

    with subtests.test("what held before is not lost"):
        held = "".join(flow.read(path) for path in flow.files() if path.endswith(".md"))
        assert "ждём согласие опеки" in held


def memory(flow, subtests):
    flow.now = "2026-03-05T18:30:00+02:00"
    with subtests.test("an action is written down before the next one"):
        flow(
            "log", "Лид Гареев", "--cause", "второй показ Озёрной, 4",
            "--change", "первый этаж устраивает, если будут решётки", "--todo", "узнать цену решёток",
        )  # fmt: skip
        flow("remember", "Решётки на два окна стоят 38 000 ₽")
        note = flow.read("memory/2026-03-05.md")
        assert "- изменение: первый этаж устраивает, если будут решётки" in note
        assert "- 18:30 Решётки на два окна стоят 38 000 ₽" in note

    with subtests.test("layer 2: one fact a line, each with its way to layer 3"):
        flow("fact", "add", "Опека", "Ответ приходит за 15 рабочих дней", "--ref", DOCUMENT)
        flow("fact", "add", "Опека", "Разрешение действует шесть месяцев", "--ref", DOCUMENT)
        assert lines_of(flow.read("memory/опека.md")) == [
            f"- Ответ приходит за 15 рабочих дней → {DOCUMENT}",
            f"- Разрешение действует шесть месяцев → {DOCUMENT}",
        ]

    with subtests.test("a fact is not written twice"):
        done = flow.run("fact", "add", "Опека", "Ответ приходит за 15 рабочих дней.")
        assert "is written already" in done.stderr
        assert len(lines_of(flow.read("memory/опека.md"))) == 2

    for old, new in (
        ("Ответ приходит за 15 рабочих дней", "Ответ приходит за 20 рабочих дней"),
        ("Разрешение действует шесть месяцев", "Разрешение действует двенадцать месяцев"),
    ):
        with subtests.test("a contradiction is shown, nothing is written", fact=new):
            before = flow.read("memory/опека.md")
            refused = flow.lamina("fact", "add", "Опека", new, "--now", flow.now)
            if refused.returncode == 0:
                flow("undo")
            assert refused.returncode == 6
            assert old in refused.stderr
            assert flow.read("memory/опека.md") == before

    with subtests.test("with --replace the new one holds, the old one is kept as superseded"):
        flow("fact", "add", "Опека", "Ответ приходит за 20 рабочих дней", "--replace")
        facts = flow("fact", "list", "Опека")
        assert "20 рабочих" in facts
        assert "15 рабочих" not in facts
        held = "".join(flow.read(path) for path in flow.files() if path.endswith(".md"))
        assert "Ответ приходит за 15 рабочих дней" in held
        flow("undo")  # it was a mistake
        assert len(lines_of(flow.read("memory/опека.md"))) == 2

    with subtests.test("a pointer file stays under 4 KB"):
        long = "Очень длинный факт о порядке работы опеки. " * 60
        refused = flow.run("fact", "add", "Опека", long, code=5)
        assert "4,096" in refused.stderr
        assert len(flow.read("memory/опека.md").encode()) < 4096

    with subtests.test("a pointer to nowhere is refused"):
        refused = flow.run("fact", "add", "Опека", "Есть памятка", "--ref", "нет.md", code=2)
        assert "There is no reference/нет.md" in refused.stderr


def reference(flow, subtests):
    with subtests.test("layer 1 to 2: search finds the pointer line"):
        found = json.loads(flow("search", "сколько ждать ответа опеки", "--json"))
        first = found["hits"][0]
        assert first["path"] == "memory/опека.md"
        assert DOCUMENT in first["snippet"]

    with subtests.test("layer 3 is not searched unless asked"):
        asked = "в течение трёх месяцев обжалуется отказ"
        found = json.loads(flow("search", asked, "--json"))
        assert [h["path"] for h in found["hits"] if h["path"].startswith("reference/")] == []
        found = json.loads(flow("search", asked, "--include-reference", "--json"))
        assert found["hits"][0]["path"] == DOCUMENT

    with subtests.test("layer 3: the document, by section"):
        shown = flow("get", DOCUMENT, "--section", "Сроки")
        assert shown.startswith("## Сроки\n")
        assert "Отказ обжалуется в течение трёх месяцев." in shown
        assert "Документы" not in shown
        whole = flow("get", DOCUMENT)
        assert whole == flow.start[DOCUMENT].decode()

    with subtests.test("a new document comes with a fact that points to it"):
        flow(
            "reference", "add", "-", "--name", "Аккредитив", "--subject", "Расчёты",
            "--fact", "Аккредитив раскрывается после регистрации перехода права",
            given="# Аккредитив\n\nДеньги лежат в банке покупателя до регистрации.\n",
        )  # fmt: skip
        assert flow.read("memory/расчёты.md") == (
            "# Расчёты\n\n- Аккредитив раскрывается после регистрации перехода права"
            " → reference/аккредитив.md\n"
        )
        listed = flow("reference", "list")
        assert "memory/расчёты.md:3" in listed
        assert f"{DOCUMENT}  memory/опека.md:3, memory/опека.md:4" in listed

    with subtests.test("a session loads layer 1 and the days, never layer 3"):
        pack = flow("context", "--budget", "4000")
        order = [pack.index(f"<!-- {name} -->") for name in ("SOUL.md", "USER.md", "MEMORY.md")]
        assert order == sorted(order)
        assert "Решётки на два окна стоят 38 000 ₽" in pack
        assert "Деньги лежат в банке покупателя" not in pack

    with subtests.test("nobody of the group sees MEMORY.md or USER.md"):
        pack = flow("--session", "group", "context")
        assert "Вера Андреевна Соколова" not in pack
        assert "горячий" not in pack
        found = flow("--session", "group", "search", "горячий лид до 9 млн")
        assert "MEMORY.md" not in found
