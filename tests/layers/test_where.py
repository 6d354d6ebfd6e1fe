from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lamina.layers.where import Place, Verdict, _pattern, classify
from lamina.layers.where_words import WORDS
from lamina.layers.where_words.cues import CUES

EXAMPLES = {
    Place.SOUL: (
        "You are warm, patient and honest, with a dry sense of humour.",
        "Du bist warmherzig und geduldig und hast einen trockenen Humor.",
        "Ты добрый и терпеливый, с тёплым юмором и без пафоса.",
        "你真诚、有耐心，说话风趣，不讨好人。",
    ),
    Place.AGENTS: (
        "Never send an email without asking first.",
        "Niemals eine E-Mail ohne Rückfrage verschicken.",
        "Никогда не отправляй письма без подтверждения.",
        "未经确认不得发送任何邮件。",
    ),
    Place.USER: (
        "The user prefers short answers and lives in Lisbon.",
        "Die Nutzerin bevorzugt kurze Antworten und wohnt in Graz.",
        "Пользователь предпочитает короткие ответы и живёт в Омске.",
        "用户喜欢简短的回答，住在成都。",
    ),
    Place.TOOLS: (
        "On this laptop, start the database with `brew services start postgres`, port 5433.",
        "Auf diesem Rechner läuft der Dienst unter 192.168.0.7, Neustart mit sudo systemctl.",
        "На этом ноутбуке вход на сервер: ssh root@10.0.0.5, порт 2200.",
        "本机的 docker 需要加 sudo，服务器地址 10.0.0.5。",
    ),
    Place.IDENTITY: (
        "Your name is Pebble and your emoji is 🪨.",
        "Dein Name ist Kiesel, dein Emoji ist 🪨.",
        "Тебя зовут Камешек, твой эмодзи 🪨.",
        "你的名字是小石头，头像是一块鹅卵石🪨。",
    ),
    Place.HEARTBEAT: (
        "Every Sunday, check whether the backups ran.",
        "Jeden Sonntag prüfen, ob die Sicherungen gelaufen sind.",
        "Каждое воскресенье проверяй резервные копии.",
        "每周日检查备份是否完成。",
    ),
    Place.MEMORY: (
        "Currently active: kiln repair, spring fair, the new catalogue.",
        "Laufende Projekte: Ofenreparatur, Frühjahrsmarkt, neuer Katalog.",
        "Сейчас в работе: ремонт печи, весенняя ярмарка, каталог.",
        "当前进行中：修窑、春季市集、新图录。",
    ),
    Place.ACTIVE: (
        "Still waiting for the landlord's answer about the second key.",
        "Noch offen: Die Antwort des Vermieters zum zweiten Schlüssel fehlt.",
        "Ждём ответа от хозяина квартиры про второй ключ.",
        "第二把钥匙的事房东还没回复，待确认。",
    ),
    Place.DAILY: (
        "Yesterday we moved the shop to the new server and it went well.",
        "Gestern haben wir den Laden auf den neuen Server umgezogen.",
        "Вчера перенесли магазин на новый сервер.",
        "昨天把商店迁移到了新服务器，一切正常。",
    ),
    Place.FACT: (
        "The grey glaze costs 14.80 EUR per kilo.",
        "Die graue Glasur kostet 14,80 Euro pro Kilo.",
        "Серая глазурь стоит 1480 рублей за кило.",
        "灰釉每公斤 148 元。",
    ),
    Place.REFERENCE: (
        "Standard operating procedure for returns, all 30 pages with templates.",
        "Ausführlicher Leitfaden für Retouren, 30 Seiten mit Vorlagen.",
        "Полный регламент возвратов с образцами писем, 30 страниц.",
        "退货标准操作流程完整版，三十页，附模板。",
    ),
    Place.PROJECT: (
        "In the shop repo, translations live in locales/*.json.",
        "Im Webshop-Projekt liegen die Übersetzungen in locales/*.json.",
        "В проекте магазина переводы лежат в locales/*.json.",
        "商店项目的翻译文件放在 locales 目录里。",
    ),
    Place.AGENT_TYPE: (
        "Coding agents tend to skip the tests; remind them in every project.",
        "Coding-Agenten vergessen oft die Tests, in jedem Projekt daran erinnern.",
        "Кодовые агенты часто пропускают тесты, в любом проекте.",
        "编码类代理容易漏掉测试，所有项目都要提醒。",
    ),
    Place.TOPIC: (
        "Goal: publish the cookbook by November; milestone 2 of 5 is under way.",
        "Ziel: das Kochbuch bis November herausbringen, Etappe 2 von 5 läuft.",
        "Цель: издать книгу рецептов к ноябрю, этап 2 из 5.",
        "目标：十一月前出版食谱，目前是第二阶段，共五个里程碑。",
    ),
    Place.KNOWLEDGE: (
        "How to descale the kettle: fill it with vinegar, boil, then rinse twice.",
        "So entkalkt man den Wasserkocher: Essig einfüllen, kochen, dann ausspülen.",
        "Как убрать накипь: залить уксус, вскипятить, затем промыть.",
        "如何除水垢：倒入白醋煮沸，然后冲洗两遍。",
    ),
}
LANGUAGES = ("en", "de", "ru", "zh")


@pytest.mark.parametrize(
    ("place", "text"),
    [
        pytest.param(place, text, id=f"{place}-{language}")
        for place, texts in EXAMPLES.items()
        for language, text in zip(LANGUAGES, texts, strict=True)
    ],
)
def test_a_plain_sentence_finds_its_place(place, text):
    assert classify(text).place is place, classify(text).why


def test_every_place_has_an_example():
    assert set(EXAMPLES) == set(Place)


@pytest.mark.parametrize(
    ("text", "words", "file"),
    [
        ("Every Sunday, check whether the backups ran.", "Every Sunday", "HEARTBEAT.md"),
        ("Jeden Montag prüfen, ob alles läuft.", "Jeden Montag", "HEARTBEAT.md"),
        ("Никогда не отправляй письма.", "Никогда", "AGENTS.md"),
        ("用户喜欢简短的回答。", "喜欢", "USER.md"),
    ],
)
def test_why_names_the_words_that_decided_and_the_file(text, words, file):
    why = classify(text).why
    assert f"'{words}" in why
    assert file in why
    assert why.endswith(".")


def test_words_quoted_in_why_stay_short_and_on_one_line():
    verdict = classify(f"`{'x y ' * 40}` opens the box on this laptop.")
    assert verdict.place is Place.TOOLS
    assert "…'" in verdict.why
    assert len(verdict.why) < 250
    assert "\n" not in classify("We decided\nyesterday\nto wait.").why


def test_scores_cover_every_place_and_fall():
    scores = classify("Every Sunday, check the backups.").scores
    assert set(scores) == set(Place)
    assert list(scores.values()) == sorted(scores.values(), reverse=True)
    assert next(iter(scores)) is Place.HEARTBEAT


@pytest.mark.parametrize("text", ["", "  \n\t ", "---", "?!"])
def test_nothing_to_go_by_goes_to_the_note_of_the_day(text):
    verdict = classify(text)
    assert verdict.place is Place.DAILY
    assert "nothing to go by" in verdict.why
    assert next(iter(verdict.scores)) is Place.DAILY


@pytest.mark.parametrize(
    "text",
    ["Invoices are numbered per branch in tern.", "Bei Tern heißen die Dienste nach Vögeln."],
)
def test_a_known_project_is_named_and_draws_what_holds_for_it(text):
    verdict = classify(text, projects=["atlas", "tern"])
    assert (verdict.place, verdict.project) == (Place.PROJECT, "tern")


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("vase-shop", "The Vase Shop keeps prices in cents."),
        ("vase_shop", "vase-shop: prices in cents"),
        ("Größe", "größe: alles in Zentimetern"),
        ("蓝鲸", "在蓝鲸里权限按部门继承。"),
        ("бот", "Бот хранит статусы числами."),
        ("Cafe\u0301", "The café app keeps prices in cents."),
    ],
)
def test_a_name_is_found_however_it_is_written(name, text):
    assert classify(text, projects=[name]).project == name


@pytest.mark.parametrize("text", ["We went western this time.", "terns", "a tern1 b"])
def test_a_name_inside_a_word_is_none(text):
    assert classify(text, projects=["tern"]).project == ""


def test_the_longest_name_wins_and_blank_names_match_nothing():
    names = ["shop", "shop admin", "", " ", "-"]
    assert classify("The shop-admin has two roles.", projects=names).project == "shop admin"
    assert classify("Nothing here.", projects=["", " ", "-"]).project == ""


def test_what_happened_in_a_known_project_is_still_history():
    verdict = classify("Yesterday we released atlas 2.0 and it went well.", projects=["atlas"])
    assert (verdict.place, verdict.project) == (Place.DAILY, "atlas")


def test_a_known_agent_type_draws_a_lesson():
    text = "Scout agents quote the first page they find."
    verdict = classify(text, agent_types=["scout"])
    assert (verdict.place, verdict.agent_type) == (Place.AGENT_TYPE, "scout")
    assert classify("Finished coding the parser today.", agent_types=["coding"]).place is (
        Place.DAILY
    )


def test_marks_of_lists_and_emphasis_change_nothing():
    plain = classify("Prefers short answers.")
    for text in (
        "- Prefers short answers.",
        "* **Prefers** short answers.",
        "> Prefers short answers.",
    ):
        assert (classify(text).place, classify(text).why) == (plain.place, plain.why)


def test_a_paragraph_is_judged_as_one():
    text = (
        "Yesterday we met the printer.\n"
        "He showed us two papers and we chose the heavier one.\n"
        "Mira paid the deposit."
    )
    assert classify(text).place is Place.DAILY


def test_steps_on_lines_of_their_own_are_how_to_knowledge():
    text = "Renewing the certificate:\n1. stop nginx\n2. run certbot renew\n3. start nginx again"
    assert classify(text).place is Place.KNOWLEDGE


def test_long_text_is_reference():
    text = "The kiln is old and the shelf is new. " * 60
    verdict = classify(text)
    assert verdict.place is Place.REFERENCE
    assert "characters" in verdict.why


def test_a_sentence_in_two_languages_is_read_in_both():
    assert classify("时区：Europe/Berlin").place is Place.USER
    assert classify("Jeden Montag den Status im Board checken").place is Place.HEARTBEAT


UNITS = (
    *(
        "'",
        '"',
        "-",
        "_",
        "1",
        "1 ",
        " ",
        "\t",
        "\n",
        "(",
        "[",
        "]",
        "`",
        "a",
        "я",
        "中",
        "了",
        "ё",
    ),
    *("a-", "a'", "a/", "1/", "1.", "=", "?", "->", "→", "：", "，", "zu", "ge", "en", "if you "),
    *(
        "memory/",
        "http://",
        "May 1 ",
        "every ",
        "never ",
        "先",
        "每天",
        "\u0301",
        "İ",
        "1. x\n2. y\n",
    ),
)


@pytest.mark.parametrize("unit", UNITS)
def test_a_million_hostile_characters_return(unit):
    text = unit * (1_000_000 // len(unit))
    assert isinstance(classify(text, projects=["a", "zu"]), Verdict)
    assert isinstance(classify(f"Every Sunday {text[:5000]} check it."), Verdict)


@given(st.text(max_size=200))
def test_any_text_has_a_place_and_a_reason(text):
    verdict = classify(text, projects=["atlas", "ſ", "İ"], agent_types=["coding"])
    assert verdict.place is next(iter(verdict.scores))
    assert verdict.why.endswith(".")
    assert classify(text, projects=["atlas", "ſ", "İ"], agent_types=["coding"]) == verdict


@pytest.mark.parametrize("table", WORDS)
def test_every_entry_belongs_to_a_cue_compiles_and_needs_a_word(table):
    for name, entry in WORDS[table].items():
        if name.startswith("_"):
            continue
        assert name in CUES, name
        assert not _pattern(entry, table).search(""), (table, name)
    parts = set(re.findall(r"<([a-z]+)>", "".join(WORDS[table].values())))
    assert {f"_{part}" for part in parts} == {n for n in WORDS[table] if n.startswith("_")}


def test_every_cue_is_used_and_speaks_for_a_place():
    used = {name for table in WORDS.values() for name in table}
    for name, (weights, says) in CUES.items():
        assert name in used, name
        numbers = weights.split()[1::2]
        assert all(float(number) for number in numbers), name
        assert says, name
        assert {Place(place) for place in weights.split()[::2]}
