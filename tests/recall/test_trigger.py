"""Whether a message calls for a look into memory: by class and by language, and laws."""

from __future__ import annotations

import subprocess
import sys
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lamina.recall.cues import LANGUAGES, compiled, pattern
from lamina.recall.cues.beginnings import beginnings
from lamina.recall.cues.message import cut, lowered
from lamina.recall.trigger import CUES, Decision, candidates, decide
from tests.recall.trigger_messages import MESSAGES

TODAY = date(2026, 3, 6)
ENTRIES = [*CUES, "small", "asks", "inverted", "orders", "please", "saying", "kind"]

SILENT = {
    "small talk": [
        "Hi!",
        "Thank you so much!",
        "ok",
        "Good night, talk tomorrow!",
        "Guten Morgen!",
        "Danke dir!",
        "Ja, mach das so.",
        "Спасибо большое!",
        "Привет, как дела?",
        "Да, давай так.",
        "你好",
        "谢谢，太好了！",
        "好的，就这么办。",
        "Merci beaucoup !",
        "¡Hola!",
        "ありがとうございます",
        "감사합니다",
    ],
    "the material is in the message": [
        'Translate into German: "What did we decide last week?"',
        "Proofread this: As I said yesterday, our landlord are late.",
        "17 * 23 = ?",
        'Übersetze ins Englische: "Was hatten wir letztes Mal besprochen?"',
        "Kürze das: Gestern haben wir mit dem Vermieter gesprochen und alles geklärt.",
        "Переведи на английский: «О чём мы договорились в прошлый раз?»",
        "Сколько будет 17 умножить на 23?",
        "翻译成英文：上次我们决定了什么？",
        "改写一下：“我们昨天已经和房东谈过了。”",
    ],
    "something new to write": [
        "Tell me a joke about lawyers.",
        "Schreib ein Gedicht über den Herbst.",
        "Сочини сказку про ёжика.",
        "写一首关于秋天的诗。",
    ],
    "general knowledge": [
        "What is the difference between a crow and a raven?",
        "Who was the last emperor of Rome?",
        "How do you get ink out of a shirt?",
        "Was ist der Unterschied zwischen Mehl und Stärke?",
        "Wie entfernt man Tinte?",
        "Что такое инфляция?",
        "Как вывести чернила?",
        "什么是通货膨胀？",
        "铁和铜有什么区别？",
    ],
    "only told": [
        "We painted the fence today.",
        "Im Sommer fahren wir ans Meer.",
        "Летом едем на море.",
        "夏天我们去海边。",
    ],
    "a mood, not a question": [
        "Remind me tomorrow at nine to call the bank.",
        "Erinner mich morgen um neun an die Bank.",
        "Напомни завтра в девять позвонить в банк.",
        "明天九点提醒我给银行打电话。",
    ],
    "nothing is said": ["", "  \n", "?!", "👍"],
}
RECALL = {
    "asks for what was remembered": [
        "Do you remember my allergy?",
        "You told me the code once.",
        "Erinnerst du dich an das Rezept?",
        "Du hattest mir doch einen Wein empfohlen.",
        "Помнишь, какой код?",
        "Ты же мне советовал сервис.",
        "你还记得密码吗？",
        "我跟你说过地址。",
    ],
    "asks what was agreed": [
        "What did we decide about the fence?",
        "Was haben wir beim Zaun beschlossen?",
        "Что мы решили с забором?",
        "围栏我们定的什么方案？",
    ],
    "asks about the past": [
        "What was the price last time?",
        "Was kostete das letztes Mal?",
        "Что было в прошлый раз?",
        "上次多少钱？",
        "C'était combien la dernière fois ?",
        "¿Cuánto fue la última vez?",
        "前回はいくらでしたか？",
    ],
    "relies on what is usual": [
        "Order the usual.",
        "Bestell das Übliche.",
        "Закажи как обычно.",
        "照老样子订。",
    ],
    "takes up earlier work": [
        "Where were we with the tax return?",
        "Weiter mit der Steuererklärung, bitte.",
        "Вернёмся к декларации.",
        "报税那件事进展如何？",
        "Continue with the thesis.",
    ],
}


def rows(table):
    return [(reason, text) for reason, texts in table.items() for text in texts]


@pytest.mark.parametrize(("reason", "text"), rows(SILENT))
def test_silence(reason, text):
    decision = decide(text, today=TODAY)
    assert not decision.recall
    assert decision.reason == reason


@pytest.mark.parametrize(("reason", "text"), rows(RECALL))
def test_recall(reason, text):
    decision = decide(text, today=TODAY)
    assert decision.recall
    assert decision.reason == reason
    assert decision.words
    assert all(word in text for word in decision.words)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Can Winona eat walnuts?", "Winona"),
        ("Reply to Petrovsky that we agree.", "Petrovsky"),
        ("Is prod-db-7 patched?", "prod-db-7"),
        ("Darf Winona Walnüsse essen?", "Winona"),
        ("Antworte Kubitschek, dass wir zusagen.", "Kubitschek"),
        ("Виноне можно грецкие орехи?", "Винона"),
        ("Ответь Петровскому, что мы согласны.", "Петровский"),
        ("薇诺娜能吃核桃吗？", "薇诺娜"),
    ],
)
def test_a_name_the_index_knows_and_the_context_lacks(text, name):
    decision = decide(text, names=["Something else", name])
    assert decision.recall
    assert decision.reason == "names what the context lacks"
    assert name in decision.words
    assert decide(text, names=["Something else"]).reason != decision.reason


def test_a_name_that_stands_in_the_context_is_not_lacking():
    text = "Can Winona eat walnuts?"
    assert not decide(text, ["User: Winona is here"], ["Winona"]).recall


def test_a_word_for_any_thing_of_a_kind_is_no_name():
    assert not decide("Does honey go bad?", names=["Honey"]).recall
    assert decide("Is our honey label ready?", names=["Honey"]).recall


@pytest.mark.parametrize(
    ("text", "line", "other"),
    [
        ("When does Priya land?", "note: Priya lands Thursday 18:40", "note: Priya likes tea"),
        ("Wann landet Pia?", "Notiz: Pia landet Donnerstag 18:40", "Notiz: Pia mag Tee"),
        (
            "Когда прилетает Соня?",
            "Заметка: Соня прилетает в четверг 18:40",
            "Заметка: Соня любит чай",
        ),
        ("小吴几点到？", "笔记：小吴周五 17:12 到", "笔记：小吴爱喝茶"),
    ],
)
def test_the_context_answers(text, line, other):
    names = ["Priya", "Pia", "Соня", "小吴"]
    decision = decide(text, ["User: hm", line], names)
    assert decision == Decision(recall=False, reason="the context answers it", words=decision.words)
    assert line in decision.words
    assert decide(text, ["User: hm", other], names).reason != "the context answers it"
    assert decide(text, [], names).recall


def test_what_stands_in_the_context_is_worked_on_without_memory():
    for text in (
        "Make it shorter.",
        "Bitte etwas förmlicher.",
        "Третий вариант лучше.",
        "再正式一点。",
    ):
        decision = decide(text, ["Agent: Dear Ms Holt, thank you for waiting."])
        assert decision.reason == "speaks of what stands in the context", text
        assert not decision.recall


def test_a_day_is_asked_about():
    for text in ("3 October: who came?", "Who came on 3 October?", "Wer kam am 3. Oktober?"):
        decision = decide(text, today=TODAY)
        assert decision.recall, text
        assert any("3" in word for word in decision.words), text
    assert not decide("Who came?", today=TODAY).recall


@pytest.mark.parametrize(
    "text",
    ["Why does Winona avoid nuts?", "Is Winona vegetarian?", "Explain how prod-db-7 fails over."],
)
def test_a_name_outweighs_what_only_sounds_general(text):
    assert decide(text, names=["Winona", "prod-db-7"]).recall
    assert not decide(text.replace("Winona", "one").replace("prod-db-7", "one")).recall


def test_a_decision_as_a_dict():
    assert decide("Order the usual.").as_dict() == {
        "recall": True,
        "reason": "relies on what is usual",
        "words": ["the usual"],
    }


# --- messages written before the rules ---


def test_messages_written_before_the_rules():
    found = [(decide(m.text, m.context, m.names, today=TODAY).recall, m) for m in MESSAGES]
    wrong = [f"{m.lang}: {m.text}" for recall, m in found if recall != m.recall]
    assert len(MESSAGES) >= 80
    assert len(wrong) <= len(MESSAGES) * 0.05, "\n".join(wrong)


@pytest.mark.parametrize("lang", ["en", "de", "ru", "zh"])
def test_no_language_is_left_behind(lang):
    chosen = [m for m in MESSAGES if m.lang == lang]
    right = [decide(m.text, m.context, m.names, today=TODAY).recall == m.recall for m in chosen]
    assert sum(right) >= 0.9 * len(chosen)


# --- candidates ---


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Did Olga Brandt sign?", {"Olga Brandt", "Olga", "Brandt"}),
        ("restart prod-db-7 and fetcher.py", {"prod-db-7", "fetcher.py"}),
        ("What is INV-2026-00417 about?", {"INV-2026-00417"}),
        ('Who sent "blue folder"?', {"blue folder"}),
        ("Зимина ответила?", {"Зимина"}),
        ("Was sagt Röhl zum Zaun?", {"Röhl", "Zaun"}),
        ("梁姐的条件是什么？", {"梁姐", "条件"}),
    ],
)
def test_candidates(text, names):
    assert names <= set(candidates(text))


def test_candidates_are_no_function_words():
    assert not {"Did", "What", "Who", "Was"} & set(
        candidates("Did they come? What now? Who knows. Was it?")
    )


# --- laws ---

TEXT = st.text(max_size=300) | st.lists(
    st.sampled_from([m.text for m in MESSAGES] + ["``", '"', "：", "\n", "«", "2*3", "\u200b"])
).map(" ".join)
LINES = st.lists(
    st.sampled_from([line for m in MESSAGES for line in m.context]) | st.text(max_size=40)
)


@given(TEXT, LINES, st.lists(st.text(max_size=20)))
def test_it_never_fails_and_always_says_the_same(text, lines, names):
    decision = decide(text, lines, names, today=TODAY)
    assert decision == decide(text, lines, names, today=TODAY)
    assert decision.reason
    assert len(decision.words) <= 3
    assert all(candidates(text))


@given(st.sampled_from(MESSAGES), LINES, st.randoms(use_true_random=False))
def test_the_order_of_the_context_does_not_matter(message, lines, random):
    mixed = list(lines)
    random.shuffle(mixed)
    one, other = (decide(message.text, each, message.names, today=TODAY) for each in (lines, mixed))
    assert (one.recall, one.reason) == (other.recall, other.reason)


@given(
    st.lists(
        st.sampled_from(["hi", "thanks", "hallo", "danke", "привет", "спасибо", "great", "super"]),
        min_size=1,
        max_size=4,
    ),
    st.sampled_from(["", "!", ".", " :)"]),
    LINES,
)
def test_pure_greetings_are_silent(words, end, lines):
    assert not decide(", ".join(words) + end, lines, ["Hi", "Danke", "Super"]).recall


# --- work ---


@pytest.mark.parametrize(
    "unit", ["a", "a ", '"', "why ", "我", "1 + ", "Aa ", "``", "we did ", "：a"]
)
def test_of_a_long_message_only_the_ends_are_read(unit):
    text = unit * (1_000_000 // len(unit))
    assert len(cut(text)) <= 2_001
    assert decide(text) == decide(cut(text))
    assert candidates(text) == candidates(cut(text))


def test_the_end_of_a_long_message_is_read():
    assert not decide("x " * 5_000).recall
    assert decide("x " * 200 + "\nWhat did we decide about this last time?").recall


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_entry_of_a_table_matches_nothing(language):
    for entry in ENTRIES:
        find = compiled(language, entry)
        assert not find.search(""), entry
        assert all(match[0] for match in find.finditer("x y. ? 我 да")), entry


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_expression_that_is_not_made_ready_finds_nothing(language):
    texts = {lowered(part) for one in MESSAGES for part in (one.text, *one.text.split())}
    spared = 0
    for entry in ENTRIES:
        for text in texts:
            find = pattern(language, entry, text)
            if find is not compiled(language, entry):
                spared += 1
                assert not compiled(language, entry).search(text), (entry, text)
    assert spared > len(texts)


@pytest.mark.parametrize(
    ("expression", "begun"),
    [
        ("we agreed|you", {"we agreed ", "you "}),
        ("(?:the )?same as", {"the ", "same as "}),
        ("what'?s up", {"what"}),
        ("look .. up|bring~", {"look ", "bring"}),
        ("<say> it|(?:a|b(?:c|d))e", {"say ", "tell ", "a", "b"}),
        (r"\w+ed|no", None),
        ("(?:x)*y", None),
        ("(?!x)y", None),
    ],
)
def test_what_an_expression_begins_with(expression, begun):
    found = beginnings(expression, {"say": "say|tell"}.__getitem__, " ")
    assert found == (None if begun is None else frozenset(begun))


def test_importing_it_loads_no_dates():
    code = "import sys, lamina.recall.trigger; print('lamina.search.dates' in sys.modules)"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "False"
