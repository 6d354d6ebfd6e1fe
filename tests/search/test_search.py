"""What users complained of in other systems' search, and what must happen instead."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from lamina.errors import UsageError
from lamina.search.filling import citation


@pytest.fixture
def found(open_memory):
    """Search the workspace and return the snippets."""

    def search(query, **options):
        return [hit.snippet for hit in open_memory().search(query, record=False, **options).hits]

    return search


@pytest.mark.parametrize(  # D01, D03
    ("line", "query"),
    [
        ("今天玩成语接龙游戏", "成语接龙"),
        ("今日は成語しりとりをした", "しりとり"),
        ("오늘 끝말잇기 게임을 했다", "끝말잇기"),
        ("用浏览器打开", "浏览器"),
        ("我的记忆很好", "记忆"),
        ("早上喝茶", "茶"),
        ("茶很好", "茶"),
        ("GitHub 备份脚本昨天上传失败了", "GitHub备份脚本上传失败"),
        ("所有服务器只用 SSH 登录，这是铁律", "SSH铁律服务器"),
    ],
)
def test_chinese_japanese_and_korean_are_found_without_any_set_up(write, found, line, query):
    write("memory/a.md", f"- {line}\n- 别的内容在这里\n- まったく別の話\n- 전혀 다른 이야기\n")
    assert found(query)[0] == f"- {line}"


def test_terms_spread_over_lines_are_all_found_the_fullest_first(write, found):  # D02, D11
    write(
        "memory/a.md",
        "- 微信读书 很好用\n\n- 书架 满了\n\n- 阅读偏好：历史\n\n- 微信读书 的 阅读偏好\n",
    )
    hits = found("微信读书 书架 阅读偏好")
    assert hits[0] == "- 微信读书 的 阅读偏好"
    assert len(hits) == 4
    write("memory/b.md", "- 她喜欢自然，高级感，结论先行\n")
    assert found("自然 高级感 结论先行 搜索偏好")[0] == "- 她喜欢自然，高级感，结论先行"


def test_words_that_never_meet_in_one_line_still_find(write, found):  # D04
    for name, word in (("a", "Rocky"), ("b", "Point"), ("c", "bagging")):
        write(f"memory/{name}.md", f"- something about {word} here\n")
    write("memory/d.md", "- Rocky Point was fun\n")
    hits = found("Rocky Point bagging")
    assert hits[0] == "- Rocky Point was fun"
    assert len(hits) == 4


@pytest.mark.parametrize(  # D05
    "query",
    ["INV-2026-00417", "inv 2026 00417", "Where is invoice INV-2026-00417 and the shipping?"],
)
def test_a_rare_token_is_never_hidden(write, found, query):
    lines = "".join(
        f"- invoice INV-2026-{n:05} was paid and the shipping is on its way\n"
        for n in range(300, 400)
    )
    write("memory/2026-01-01.md", lines + "- INV-2026-00417\n")
    assert found(query)[0] == "- INV-2026-00417"


@pytest.mark.parametrize(
    ("line", "query"),
    [
        ("- Die Rechnungen wurden bezahlt", "Rechnung"),
        ("- Müller rief an", "Mueller"),
        ("- Договоры подписаны", "договор"),
        ("- She painted the fence", "painting a fence"),
        ("- straße gesperrt", "Strasse"),
        ("- Ёлка куплена", "елка"),
        ("- café au lait", "cafe"),
    ],
)
def test_word_forms_and_spellings_meet(write, found, line, query):
    write("memory/a.md", f"{line}\n- something else entirely\n")
    assert found(query) == [line]


def test_a_snippet_holds_what_was_found_and_get_opens_it(write, open_memory):  # D07
    lines = [f"line {n} about nothing in particular" for n in range(1, 81)]
    lines[62] = "here the needle lies"
    write("memory/long.md", "\n".join(lines) + "\n")
    memory = open_memory()
    hit = memory.search("needle").hits[0]
    assert "needle" in hit.snippet
    assert hit.start_line <= 63 <= hit.end_line
    for target in (hit.citation, hit.id):
        assert memory.get(target).text.rstrip("\n") == hit.snippet
    assert hit.citation == citation("memory/long.md", hit.start_line, hit.end_line)


def test_people_under_their_headings_are_kept_apart(write, open_memory):  # D08
    names = ["Tom Kershaw", "Ann Li", "Bo Chen", "Eva Roth", "Jim Hall", "Kim Berg"]
    roles = ["accountant", "lawyer", "driver", "nurse", "cook", "pilot"]
    write(
        "memory/people.md",
        "# People\n\n"
        + "\n".join(f"## {n}\n\nThe role is {r}.\n" for n, r in zip(names, roles, strict=True)),
    )
    hit = open_memory().search("Tom Kershaw role").hits[0]
    assert hit.snippet == "The role is accountant."
    assert hit.heading == "People › Tom Kershaw"


def test_a_line_is_found_through_its_heading(write, open_memory):  # D09
    write(
        "memory/a.md",
        "---\ntags: [zebra, ops]\n---\n# Service\n## Retry policy\n"
        "The default is 60.\n## Cache\nThe default is 10.\n",
    )
    memory = open_memory()
    assert memory.search("retry default").hits[0].snippet == "The default is 60."
    assert memory.search("zebra").hits == ()
    assert len(memory.search("default", tag="zebra").hits) == 2
    assert memory.search("default", tag="#Other").hits == ()


@pytest.mark.parametrize("query", ["2026-03-16", "2026-03-16.md", "memory/2026-03-16.md"])
def test_a_file_name_as_the_question_finds_the_file(write, open_memory, query):  # D12
    write("memory/2026-03-16.md", "- unrelated words\n- more of them\n")
    write("memory/2026-03-17.md", "- on 2026-03-16 we spoke of 2026-03-16.md\n")
    hits = open_memory().search(query).hits
    assert [h.path for h in hits[:2]] == ["memory/2026-03-16.md"] * 2


def test_the_day_in_words_finds_the_days_note(write, found):
    write("memory/2026-03-16.md", "- bought a lamp\n")
    write("memory/2026-04-16.md", "- bought a lamp too\n")
    assert found("lamp March 2026")[0] == "- bought a lamp"
    assert found("Lampe, lamp im April")[0] == "- bought a lamp too"
    assert found("lamp 3月")[0] == "- bought a lamp"


def test_what_is_not_memory_is_not_found(write, found):  # A02, REC-1
    for path in (
        "memory/.dreams/session-corpus/2026-05-05.md",
        "memory/dreaming/light/2026-05-05.md",
        "memory/topics/.archive/x.md",
        "reference/x.md",
        "SOUL.md",
        "DREAMS.md",
        "memory/daily-index.md",
        "memory/chat-2026-05-05.md",
        "notes.md",
    ):
        write(path, "- zebraquartz\n")
    assert found("zebraquartz") == []
    assert len(found("zebraquartz", include_reference=True)) == 1
    assert len(found("zebraquartz", archived=True)) == 1


def test_dreams_inside_a_note_are_not_found(write, found):
    write(
        "memory/2026-03-01.md",
        "- milk\n<!-- openclaw:dreaming:light:start -->\n- milk dream\n"
        "<!-- openclaw:dreaming:light:end -->\n",
    )
    assert found("milk") == ["- milk"]


def test_private_files_stay_in_main_sessions(write, open_memory):  # J07
    write("MEMORY.md", "- canary in memory\n")
    write("memory/a.md", "- canary in a note\n")
    for session in ("group", "channel", "thread", "cron", "sub-agent", "anything"):
        hits = open_memory(session=session).search("canary").hits
        assert [h.path for h in hits] == ["memory/a.md"]
    assert len(open_memory().search("canary").hits) == 2


def test_the_same_words_in_two_places_are_one_hit_and_a_copy_comes_last(write, open_memory):  # F13
    write("memory/2026-03-01.md", "- the same fact\n")
    write(
        "memory/2026-03-01.sync-conflict-20260302-101112-ABCDEFG.md",
        "- the same fact\n- only here\n",
    )
    memory = open_memory()
    (hit,) = memory.search("same fact").hits
    assert hit.path == "memory/2026-03-01.md"
    assert hit.also == ("memory/2026-03-01.sync-conflict-20260302-101112-ABCDEFG.md#L1",)
    assert memory.search("only here").hits[0].layer == "copy"


def test_a_budget_is_kept_and_filled(write, open_memory):
    write("memory/a.md", "".join(f"- zebra number {n} {'word ' * (n % 30)}\n" for n in range(80)))
    memory = open_memory()
    for budget in (20, 100, 500):
        answer = memory.search("zebra", limit=100, budget=budget)
        assert budget * 0.5 < answer.tokens <= budget
    assert len(memory.search("zebra", limit=7).hits) == 7


def test_dates_and_layers_narrow(write, open_memory):
    from datetime import date

    write("memory/2026-03-01.md", "- zebra early\n")
    write("memory/2026-03-09.md", "- zebra late\n")
    write("memory/zoo.md", "- zebra always\n")
    memory = open_memory()
    assert [h.snippet for h in memory.search("zebra", since=date(2026, 3, 5)).hits] == [
        "- zebra late"
    ]
    assert [h.snippet for h in memory.search("zebra", until=date(2026, 3, 5)).hits] == [
        "- zebra early"
    ]
    assert [h.snippet for h in memory.search("zebra", layers=("subject",)).hits] == [
        "- zebra always"
    ]


def test_hits_carry_what_every_face_shows(write, open_memory):
    write("memory/2026-03-01.md", "# Day\n\n- zebra\n")
    shown = open_memory().search("zebra").as_dict()
    assert set(shown) >= {"hits", "mode", "fresh", "tokens", "index", "notes"}
    hit = shown["hits"][0]
    assert set(hit) >= {
        "id",
        "path",
        "start_line",
        "end_line",
        "heading",
        "date",
        "layer",
        "origin",
        "score",
        "snippet",
        "citation",
    }
    assert (hit["date"], hit["layer"], hit["start_line"]) == ("2026-03-01", "daily", 3)
    assert shown["mode"] == "keyword"
    assert shown["fresh"] is True


def test_who_wrote_a_line_is_told(open_memory, write):
    write("memory/2026-03-01.md", "- zebra of unknown origin\n")
    open_memory().remember("zebra by the owner")
    open_memory(author="agent:chiti").remember("zebra by an agent")
    origins = {h.snippet[-12:]: h.origin for h in open_memory().search("zebra").hits}
    assert origins == {
        "nown origin": "agent",
        "by the owner": "owner",
        "y an agent"[-12:]: "x",
    } or (sorted(origins.values()) == ["agent", "agent:chiti", "owner"])


def test_ids_are_stable_while_lines_move(write, open_memory):  # J10
    write("memory/a.md", "- one\n- zebra\n")
    before = open_memory().search("zebra").hits[0].id
    write("memory/a.md", "# New\n\n- zero\n- one\n- zebra\n")
    assert open_memory().search("zebra").hits[0].id == before


def test_the_same_index_gives_the_same_answer(write, open_memory):
    write("memory/a.md", "".join(f"- zebra {n % 7}\n" for n in range(60)))
    answers = {
        str(open_memory().search("zebra 3", limit=50, record=False).as_dict()) for _ in range(3)
    }
    assert len(answers) == 1


def test_an_empty_question_is_refused(memory):
    with pytest.raises(UsageError):
        memory.search("  ")


@pytest.mark.parametrize(
    "query", ['"', "AND OR NOT", "a:b", "*", "(", "x NEAR y", "'; DROP", "\0", "-", "🐘", "\ud800"]
)
def test_no_question_breaks_the_search(write, found, query):
    write("memory/a.md", "- x\n")
    found(query)


def test_secrets_of_the_users_own_notes_do_not_leave_with_a_hit(write, open_memory):
    key = "ghp_" + "aB3dE5gH7j" * 3 + "aB3dE5"
    path = write("memory/a.md", f"- the zebra key is {key}\n- after it\n")
    memory = open_memory()
    hit = memory.search("zebra key").hits[0]
    assert key not in hit.snippet
    assert "[redacted:" in hit.snippet
    assert key in path.read_text()
    assert memory.search("after it").hits[0].start_line == 2
    memory.close()
    for file in (memory.places.cache).rglob("*"):
        if file.is_file():
            assert key.encode() not in file.read_bytes()


def test_a_recall_is_an_event_and_upkeep_is_not(write, open_memory):  # REC-6
    write("memory/a.md", "- zebra\n- lion\n")
    memory = open_memory()
    memory.sync()
    memory.search("lion", record=False)
    assert memory.state.recalls() == []
    hit = memory.search("zebra").hits[0]
    memory.get(hit.id)
    opened, searched = memory.state.recalls()
    assert (searched.source, searched.query, searched.chunk) == ("search", "zebra", hit.id)
    assert (opened.source, opened.query, opened.start) == ("get", "zebra", 1)
    assert opened.query_hash == searched.query_hash
    assert searched.claim == opened.claim
    assert searched.day == "2026-03-04"


def test_a_name_finds_only_what_may_be_searched(write, found):
    write("reference/zebra.md", "- deep\n")
    write("memory/topics/.archive/zebra.md", "- old\n")
    assert found("zebra") == []
    assert found("zebra", include_reference=True) == ["- deep"]


@pytest.mark.parametrize(
    "name", ["MEMORY (1).md", "MEMORY.sync-conflict-20260302-101112-ABCDEF.md"]
)
def test_copies_of_private_files_are_private(write, open_memory, name):  # J07, F13
    write(name, "- canary\n")
    assert open_memory().search("canary").hits
    assert open_memory(session="group").search("canary").hits == ()


@pytest.mark.parametrize(
    "text",
    [
        "## [OPEN] Zebra move\n---\n",
        "# A\n## Zebra\n<!-- c -->\n# B\ntext\n",
        "zebra\nmore\n===\n",
        "# Zebra\n",
    ],
)
def test_a_heading_nothing_is_said_under_is_found(write, found, text):
    write("memory/a.md", text)
    assert any("ebra" in snippet for snippet in found("zebra"))


def test_long_headings_do_not_multiply(write, open_memory):
    heading = "word " * 2000
    write("memory/a.md", f"# {heading}\n" + "".join(f"- item {n}\n" for n in range(300)))
    memory = open_memory()
    memory.sync()
    assert all(len(c.heading) <= 200 for c in memory.index.chunks_of("memory/a.md"))


def test_an_unknown_layer_is_named(memory):
    from lamina.errors import UnknownNameError

    with pytest.raises(UnknownNameError, match="dayly"):
        memory.search("x", layers=("dayly",))


def test_an_id_opens_its_line_although_lines_were_put_above(write, open_memory):
    write("memory/a.md", "- zebra\n")
    memory = open_memory()
    hit = memory.search("zebra").hits[0]
    write("memory/a.md", "- lion\n- bear\n- zebra\n")
    assert memory.get(hit.id).text == "- zebra\n"


def test_the_owners_word_stands(open_memory):
    open_memory(author="agent:chiti").remember("zebra one\nand two")
    open_memory().remember("zebra one\nand two")
    open_memory(author="agent:chiti").remember("zebra one\nand two")
    assert open_memory().search("zebra").hits[0].origin == "owner"


def test_damaged_state_is_set_aside_not_overwritten(write, open_memory, root):
    write("memory/a.md", "- zebra\n")
    memory = open_memory()
    memory.search("zebra")
    memory.close()
    path = root / "memory/.dreams/state.db"
    path.write_bytes(b"this is no database" * 500)
    answer = open_memory().search("zebra")
    assert answer.hits
    assert any("set aside" in note for note in answer.notes)
    (aside,) = path.parent.glob("state.db.corrupt-*")
    assert aside.read_bytes().startswith(b"this is no database")
    memory = open_memory()
    memory.search("zebra")
    assert memory.state.recalls()


def test_templates_nobody_wrote_into_are_not_found(open_memory):
    for language in ("en", "de", "ru", "zh"):
        memory = open_memory(**{"notes.language": language})
        memory.apply(memory.setup().plan)
        assert (
            memory.search("words weekly content Woche Zeilen недели строк 每周 内容 MEMORY").hits
            == ()
        )
        memory.undo()


def test_a_budget_too_small_says_what_it_would_take(write, open_memory):
    write("memory/a.md", "- a zebra line that costs some more tokens than five\n")
    answer = open_memory().search("zebra", budget=5)
    assert answer.hits == ()
    assert "none fits in 5 tokens" in answer.notes[0]


@pytest.mark.parametrize("order", [("01", "02", "03"), ("03", "01", "02"), ("02", "03", "01")])
def test_of_lines_that_say_nearly_the_same_the_newest_comes_first(write, open_memory, order):
    rents = {"01": 800, "02": 820, "03": 850}
    memory = open_memory()
    for month in order:  # the order in which they are indexed says nothing
        text = f"# 2026-{month}-01\n\n- The rent is {rents[month]} euros a month\n- Went home.\n"
        write(f"memory/2026-{month}-01.md", text)
        memory.sync()
    hits = memory.search("how much is the rent a month?", record=False).hits
    assert [hit.date[5:7] for hit in hits] == ["03", "02", "01"]


def test_what_is_found_does_not_depend_on_how_long_ago_it_was(write, open_memory):
    write("memory/2024-03-04.md", "# 2024-03-04\n\n- The boiler was replaced by Ortega\n")
    write("memory/2026-03-03.md", "# 2026-03-03\n\n- The garden gate squeaks\n")
    for query in ("boiler Ortega", "garden gate"):
        now = open_memory().search(query, record=False).hits
        later = open_memory(now=datetime(2028, 3, 4, tzinfo=UTC)).search(query, record=False).hits
        assert now == later
        assert len(now) == 1


def test_a_line_that_says_something_comes_before_empty_headings_about_it(write, found):
    template = (
        "# Task: Japan trip\n- **State**:\n\n## Core context\n\n## Milestones\n\n## Scratchpad\n"
    )
    write("memory/topics/travel/japan.md", template)
    write("memory/2026-03-03.md", "# 2026-03-03\n\n- The Lisbon trip was cancelled.\n")
    hits = found("how is the Lisbon trip?")
    assert hits[0] == "- The Lisbon trip was cancelled."
