"""The detector of what was settled and not written: kinds, languages, the line, the laws."""

from __future__ import annotations

import re
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lamina.recall import sentences, unwritten
from lamina.recall.unwritten import KINDS, detect, written
from lamina.recall.unwritten_words import pattern, table

LANGUAGES = ("en", "de", "ru", "zh")


def kind(user: str, agent: str = "") -> str:
    found = detect(user, agent)
    return found.kind if found else ""


def rows(table: str) -> list[tuple[str, ...]]:
    """Return the rows of a table, without its comments; their cells stand between //."""
    lines = [line for line in table.splitlines() if line and not line.startswith("#")]
    return [tuple(cell.strip() for cell in line.split("//")) for line in lines]


# --- kinds, in every language ---

TOLD = rows("""
decision // I'm turning down the Berlin thing. // All right, you decline Berlin and stay where you are.
decision // From Monday the shop opens at seven. // Seven from Monday, then.
decision // Kapitel drei fliegt raus. // Einverstanden, drei fällt weg, die Nummern rücken auf.
decision // Die Hochzeit machen wir im Garten. // Schön, dann im Garten, mit Zelt für den Regenfall.
decision // Машину продаём. // Понятно, тогда и стоянка больше не нужна.
decision // Никакой рекламы в подкасте. // Договорились, подкаст без рекламы.
decision // 用Postgres，团队全票通过。 // 好，那就Postgres。
decision // 十点之前不要再安排会了。 // 明白，十点前不排会。
conclusion // Both samples came back negative. // That rules out the well; the contamination must come from the tank.
conclusion // Ich bin alle Rechnungen der letzten drei Jahre durchgegangen. // Das Muster ist klar: Bei Aufträgen unter vierzig Euro zahlt ihr drauf.
conclusion // Я прошёлся по счетам за три года. // Картина ясная: на заказах до сорока евро вы теряете деньги.
conclusion // 三年的账单我都翻了一遍。 // 规律很清楚：四十欧以下的订单都在亏钱。
action-item // Mia collects the costumes on Thursday and I iron them. // Good split: Mia collects, you iron.
action-item // Ich muss noch das Fitnessstudio kündigen, vor Monatsende. // Genau, bis zum 30. muss das raus.
action-item // Пока меня нет, теплицу поливает Борис. // Хорошо, поливает Борис.
action-item // 我月底前还得把健身卡退了。 // 对，30号之前要办。
important // Grandpa had a stroke last night. He's stable. // I'm so sorry. Good that he is stable.
important // Nur damit du es weißt: Ich vertrage keinen Sesam. // Danke, Sesam ist ab jetzt tabu.
important // Учти, мне нельзя кунжут. // Понял, кунжут исключаем.
important // 供应商三月底关门。 // 那只剩八周找新的了。
correction // You said the flight is at 6, it's at 16. // Right, 16:00, my mistake.
correction // Das ist meine Tante, nicht meine Mutter. // Entschuldige, deine Tante.
correction // Клиент уже не в Базеле, они переехали в Берн. // Спасибо, значит Берн.
correction // 不是左膝，是右膝。 // 右膝，抱歉。
learnt // Figured it out, the printer needs the old driver. // Good, with the 2.1 driver it prints.
learnt // Wieso startet er jetzt? // Weil die Batterie auf der Platine leer war; mit einer neuen hält die Uhr.
learnt // Уксус помог! Чайник как новый. // Значит, от накипи: уксус, полчаса, сполоснуть дважды.
learnt // 邻居教我，月季要在朝外的芽上面剪。 // 有用，剪在外芽上方。
""")


@pytest.mark.parametrize(("expected", "user", "agent"), TOLD)
def test_each_kind_is_told_in_each_language(expected: str, user: str, agent: str) -> None:
    assert kind(user, agent) == expected


SETTLES_NOTHING = rows("""
# questions, general knowledge
What's the difference between a decision and a conclusion? // A decision picks an action, a conclusion states what follows.
Warum ist der Himmel blau? // Weil Luft kurze Wellen stärker streut.
Что мы решили про плитку? // Серая, решили 3 мая.
瓷砖当时怎么定的？ // 灰色，5月3日定的。
# what if
If I moved to Spain, would my licence still be valid? // Within the EU, yes.
Ich würde so gern am Meer wohnen. // Verständlich. Nordsee oder Ostsee?
Если бы я переехал в Испанию, права бы действовали? // В пределах ЕС да.
咱们设想一下，店里通宵营业会是什么光景？ // 夜班一个月大概多花八千，夜里客人不多。
# tales, texts, translations
Pretend you're my landlord. I've decided to move out. // Oh? And who is going to pay the last month?
Schreib weiter: Der Wärter beschließt, den Leuchtturm zu verlassen. // Der Wärter packte seinen guten Mantel und löschte die Lampe.
Перефразируй: «Толя привезёт проектор до пятницы». // «Не позднее пятницы проектор будет у Толи».
翻译成英文：从现在起我们六点关门。 // From now on we close at six.
# small talk
Haha, that made my morning. // Glad to hear it!
Danke, das war's für heute. // Gern, bis morgen!
Опять дождь. // Хороший день для книг.
谢谢，今天就到这里。 // 不客气，明天见！
# what others do
The EU agreed on new rules for batteries. // Yes, they apply from 2027.
Die Bank of England lässt den Zins bei 4,5 %. // Ja, mit sieben zu zwei Stimmen.
Соседка решила стать веганкой. Посмотрим, надолго ли. // Интересно будет.
听说国家队决定换教练了。 // 是的，昨天公布的。
# not decided
How about we skip the intro? // You could. It saves a page, but readers lose the context.
Ich schwanke zwischen Eiche und Esche. // Beide sind hart, Eiche dunkelt nach, Esche bleibt hell.
Может, дешёвого возьмём, а может и нет, как Ван скажет. // Тогда ждём Вана.
贷款那边还没信儿，银行说再等等。 // 好，那这件事先挂着。
# nothing at all
""")


@pytest.mark.parametrize(("user", "agent"), SETTLES_NOTHING)
def test_what_settles_nothing_is_not_told(user: str, agent: str) -> None:
    assert kind(user, agent) == ""


@pytest.mark.parametrize("user", ["", "???", " \n "])
def test_nothing_is_told_of_nothing(user: str) -> None:
    assert detect(user, "We go with the oak floor.") is None


def test_the_users_words_are_enough() -> None:
    assert kind("We decided to take the oak floor.") == "decision"
    assert kind("Wir haben uns auf Eiche geeinigt.") == "decision"
    assert kind("Договорились, берём дуб.") == "decision"
    assert kind("定了，用橡木。") == "decision"


def test_what_follows_a_task_is_its_material() -> None:
    assert (
        kind("Summarise this. We decided to close the office in May.", "The office closes in May.")
        == ""
    )
    assert (
        kind("We decided to close the office in May. Write a notice.", "The office closes…")
        == "decision"
    )


def test_quotations_code_and_quoted_lines_are_not_what_the_user_says() -> None:
    assert kind('She wrote "we have decided to sell the whole house".') == ""
    assert kind("> We decided to sell.\nHm.") == ""
    assert kind("```\n# we decided to sell\n```\nHm.") == ""


# --- written already ---

EXCHANGE = {
    "en": ("We've settled on the oak binding.", "Good, oak."),
    "de": ("Wir haben uns auf Leinen als Einband geeinigt.", "Gut, Leinen."),
    "ru": ("Решили: берём берёзовую фанеру.", "Хорошо, фанера."),
    "zh": ("定了，封面用亚麻布。", "好，亚麻布。"),
}
WRITTEN = [
    ("en", "Saved."),
    ("en", "Got it, saved to memory."),
    ("en", "I wrote that down."),
    ("en", "Added to the project file: oak binding."),
    ("en", "I updated MEMORY.md with the new rule."),
    ("en", "That's in your notes now."),
    ("de", "Eingetragen."),
    ("de", "Hab's aufgeschrieben."),
    ("de", "Steht jetzt in der Projektdatei: Einband Leinen."),
    ("de", "Ich hab's in die Liste gesetzt."),
    ("de", "Schon in der heutigen Notiz."),
    ("ru", "Записал."),
    ("ru", "Добавил строку в файл проекта."),
    ("ru", "Уже в заметке."),
    ("ru", "Обновил MEMORY.md."),
    ("zh", "记好了。"),
    ("zh", "已写入项目文件：封面亚麻布。"),
    ("zh", "我把它存到知识库了。"),
    ("zh", "待办清单里有了。"),
]
NOT_WRITTEN = [
    ("en", "I'll write that down."),
    ("en", "Shall I note that?"),
    ("en", "Understood, I'll keep that in mind."),
    ("en", "I can add it to the list if you like."),
    ("en", "Nothing is saved yet."),
    ("en", "The note from Tuesday says nothing about it."),
    ("de", "Soll ich das notieren?"),
    ("de", "Das werde ich eintragen."),
    ("de", "Schreib es dir am besten auf."),
    ("de", "Noch nicht eingetragen."),
    ("ru", "Записать?"),
    ("ru", "Могу добавить в список."),
    ("ru", "Пока не записано."),
    ("zh", "要我记下来吗？"),
    ("zh", "我会记住的。"),
    ("zh", "还没写进去。"),
]


@pytest.mark.parametrize(("language", "answer"), WRITTEN)
def test_what_the_agent_says_it_wrote_is_not_told(language: str, answer: str) -> None:
    user, plain = EXCHANGE[language]
    assert written(answer)
    assert kind(user, answer) == ""
    assert kind(user, plain) == "decision"


@pytest.mark.parametrize(("language", "answer"), NOT_WRITTEN)
def test_a_promise_or_an_offer_is_not_written(language: str, answer: str) -> None:
    assert not written(answer)


# --- the line ---


@pytest.mark.parametrize(
    ("user", "agent", "line"),
    [
        ("ok so, we go with the small hall.", "Good.", "we go with the small hall."),
        (
            "Fine, kill the loyalty card. Nobody uses it.",
            "Alright, it ends.",
            "kill the loyalty card.",
        ),
        ("Gut, na ja: wir nehmen Eiche.", "Alles klar.", "wir nehmen Eiche."),
        ("Ну, ладно, берём палатку на четверых.", "Договорились.", "берём палатку на четверых."),
        ("好，那么招牌用木头的。", "可以，木招牌。", "招牌用木头的。"),
        (
            "Long day. We all agreed that the fair moves\nindoors. I'm off.",
            "Indoors, then.",
            "We all agreed that the fair moves",
        ),
        ("- [ ] **We decided** on `oak`.", "", "We decided on oak."),
        # only accepted, or only asked: the agent's words hold it
        (
            "Ja, machen wir so.",
            "Gut, dann nehmen wir die Eichendielen. Soll ich anrufen?",
            "dann nehmen wir die Eichendielen.",
        ),
        ("Yep, the second one.", "Then it's the beech worktop.", "Then it's the beech worktop."),
        (
            "да, так и сделаем",
            "Хорошо, тогда мастерская переезжает на второй этаж.",
            "тогда мастерская переезжает на второй этаж.",
        ),
        ("行，就按你说的办。", "好，那工作坊搬到二楼。", "工作坊搬到二楼。"),
        (
            "Who takes the extinguishers? Let Oleg do it.",
            "Then Oleg takes the extinguishers, by Friday.",
            "Then Oleg takes the extinguishers, by Friday.",
        ),
        ("It works!!!", "The cause was the missing slash.", "The cause was the missing slash."),
        (
            "Ich habe beide Angebote verglichen.",
            "Unterm Strich ist das zweite günstiger.",
            "Unterm Strich ist das zweite günstiger.",
        ),
    ],
)
def test_the_line_is_the_sentence_that_says_it(user: str, agent: str, line: str) -> None:
    found = detect(user, agent)
    assert found is not None
    assert found.line == line


def test_a_long_line_is_cut_between_words() -> None:
    found = detect("We decided to take " + "very " * 100 + "old oak.")
    assert found is not None
    assert len(found.line) <= 240
    assert found.line.endswith("very")


def test_the_words_that_told_are_shown() -> None:
    found = detect("We've settled on the oak binding.", "Good, oak.")
    assert found is not None
    assert "settled on" in found.line
    assert found.words == ("we've settled", "good")
    assert found.as_dict() == {
        "kind": "decision",
        "line": "We've settled on the oak binding.",
        "words": ["we've settled", "good"],
    }


# --- laws ---

PIECES = st.sampled_from(
    [
        "we decided",
        "from now on",
        "don't forget",
        "wir nehmen",
        "решили",
        "больше не",
        "定了",
        "不是",
        "，",
        "。",
        ". ",
        "? ",
        "\n",
        '"',
        "“",
        "”",
        "```",
        "> ",
        "- ",
        "**",
        "1. ",
        "Good",
        "Gut,",
        "Хорошо",
        "好",
        "turns out",
        "saved in the notes",
        "12.",
        "ё",
        "İ",
        "é",
        "�",
        "a",
    ]
)
TEXTS = st.one_of(st.text(max_size=80), st.lists(PIECES, max_size=12).map(" ".join))


@given(TEXTS, TEXTS)
def test_it_never_fails_and_says_the_same_again(user: str, agent: str) -> None:
    found = detect(user, agent)
    assert found == detect(user, agent)
    assert found is None or found.kind in KINDS
    assert written(agent) is written(agent)


@given(TEXTS, TEXTS)
def test_the_line_is_one_line_of_words_of_the_exchange(user: str, agent: str) -> None:
    found = detect(user, agent)
    if not found:
        return
    assert found.kind in KINDS
    assert found.line == found.line.strip() != ""
    assert len(found.line.splitlines()) == 1
    assert found.words
    held = unicodedata.normalize("NFC", f"{user}\n{agent}").replace("’", "'")
    bare = re.sub(r"\*\*|__|`", "", held)
    assert all(word in bare for word in found.line.split())


@pytest.mark.parametrize(
    "unit",
    [
        "a",
        "我",
        " ",
        "\n",
        ". ",
        "we will ",
        "wenn man ",
        "не ",
        "要",
        "好，",
        '"',
        '" a ',
        "```",
        "> ",
        "- ",
        "a/",
        "not ",
    ],
)
def test_a_megabyte_is_no_more_work_than_its_ends(unit: str) -> None:
    big = unit * (1_000_000 // len(unit))
    said, answer = sentences.read(big, big)
    for texts in (said, answer):
        assert sum(len(text.low) for text in texts) <= sentences.SAMPLE + 1
        assert len(texts) <= 2 * sentences.MOST
    detect(big, big)


def test_both_ends_of_a_long_message_are_read() -> None:
    padding = "The weather was mild and the sea was calm. " * 20_000
    assert kind("We decided to take the oak floor. " + padding) == "decision"
    assert kind(padding + "We decided to take the oak floor.") == "decision"
    assert kind(padding) == ""
    assert kind("定了，用橡木。" + "海很平静。" * 100_000) == "decision"
    assert kind("海很平静。" * 100_000 + "定了，用橡木。") == "decision"


# --- the tables ---


def test_every_language_has_every_cue() -> None:
    cues = [{name for name in table(one) if not name.startswith("_")} for one in LANGUAGES]
    used = {
        *unwritten._SAID,
        *unwritten._UNSETTLED,
        *unwritten._ANSWERED,
        *unwritten._AGAINST,
        *unwritten._NO_REPORT,
        *("ask", "accepts", "resolved", "written", "put", "place", "unwritten", "filler"),
    }
    for found in cues:
        assert found == used


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("blank", ["", " "])
def test_no_cue_takes_forever_on_its_own_words_again_and_again(language: str, blank: str) -> None:
    """A pattern that tries them in every combination would never come to the end of this."""
    for name, entry in table(language).items():
        if not name.startswith("_"):
            for word in set(re.findall(r"[^\W\d_]+(?: ?[^\W\d_]+)?", entry)):
                pattern(language, name).search(f"{word}{blank}" * 40 + "¤")


FUNCTION_WORDS = {
    "en": "the a of to in on at is it he she we you they this and or but with for from by as not my one day",
    "de": "der die das ein eine und oder aber ich du er sie es wir mit von zu in im am an auf für bei ein tag",
    "ru": "в на с к у и а но не я ты он она мы вы они это то по из за от до при для день",
    "zh": "的 了 在 是 我 你 他 她 我们 不 有 人 这 也 都 和 很 到 上 下 天",
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_cue_is_met_by_a_lone_function_word(language: str) -> None:
    beginnings = {"ask", "ack", "then", "filler"}
    for name in table(language):
        if not name.startswith("_") and name not in beginnings:
            for word in ("", *FUNCTION_WORDS[language].split()):
                assert not pattern(language, name).search(word), (name, word)


# --- exchanges written before the rules, on other matters than the measured set's ---

FRESH = rows("""
en // decision // Right, we're shooting the harbour scene in black and white. // Good choice for the mood. Black and white for the harbour scene, colour from the ferry on.
en // decision // After sleeping on it: no second telescope this year, the money goes into the dome roof. // Understood, dome roof first.
en // conclusion // I compared the tide tables with the log. // So the grounding had nothing to do with the tide: the sounder reads forty centimetres too deep.
en // conclusion // All twelve interviews are coded now. // What comes out is that people leave because of the rota, not because of the pay.
en // action-item // Priya will chase the insurer about the cracked mast by Friday. // Good, Priya has the insurer, deadline Friday.
en // action-item // I need to hand in the grant report by the 14th. // The 14th it is; the budget table is the part that still needs work.
en // important // Heads up: the climbing hall shuts for asbestos removal from October to February. // That covers the whole indoor season, so training needs another wall.
en // important // My passport expires in March. // Then it has to be renewed before the Lisbon trip.
en // correction // No, her name is spelled Siobhan with an h, you keep leaving it out. // Sorry, Siobhan with an h.
en // correction // It's the Tuesday ferry we're on, not Thursday's. // My mistake, Tuesday's ferry.
en // learnt // Turns out the glue only sets if the leather is damp first. // Good to know, damp leather before gluing.
en // learnt // How did you get the export to run? // The trick was to turn off the preview first; with it on the renderer holds the file open.
en // - // Is Lisbon warmer than Porto in November? // A degree or two, and drier.
en // - // Draft a resignation letter in which the captain decides to leave the sea. // Dear owners, after thirty years I have decided to leave the sea.
en // - // We might do the premiere outdoors, but nothing's fixed yet. // Fine, I'll leave it open.
en // - // Haha, that made my morning. // Glad to hear it!
en // - // Suppose we merged the two choirs, who would conduct? // Either of them could; the bigger question is the rehearsal hall.
en // - // NASA has postponed the launch again, apparently. // Yes, it is the third delay this year.
en // - // Could we maybe move rehearsal to the chapel? // You could, the acoustics are better there. Shall I ask for the price?
en // - // We've settled on the oak binding. // Added to the project file: oak binding.
en // - // Turns out the lens fogs if the cap stays on overnight. // I've saved that under lessons.
en // - // Sort these names by last name: Ana Ruiz, Ben Cole // Ben Cole, Ana Ruiz
de // decision // Wir nehmen die Partitur in der alten Fassung, ohne Kürzungen. // Gut, alte Fassung ohne Kürzungen.
de // decision // Also gut, das Sommerlager findet statt. // Schön, dann kann die Anmeldung raus.
de // conclusion // Ich habe die Startzeiten aller Läufe verglichen. // Daraus folgt, dass nicht die Strecke langsam ist, sondern die Zeitnahme am zweiten Tor hängt.
de // conclusion // Beide Gutachten liegen jetzt vor. // Im Ergebnis sagen beide dasselbe: Der Dachstuhl hält, nur die Pfetten müssen raus.
de // action-item // Bis Mittwoch muss ich den Förderantrag abschicken. // Alles klar, Mittwoch ist Abgabe.
de // action-item // Den Schlüssel für die Sternwarte holt Frau Brandt ab. // Gut, Frau Brandt holt den Schlüssel.
de // important // Unser Trompeter hat sich den Arm gebrochen und fällt sechs Wochen aus. // Das tut mir leid. Für das Konzert im Mai braucht ihr Ersatz.
de // important // Achtung, ab August gilt am Hafen ein Nachtfahrverbot. // Dann müssen die Anlieferungen tagsüber kommen.
de // correction // Nein, die Probe ist um halb acht, nicht um acht. // Danke, halb acht.
de // correction // Du schreibst ständig Wanderwoche, das heißt bei uns Tourenwoche. // Verstanden, Tourenwoche.
de // learnt // Mir ist heute klar geworden: Das Papier wellt sich nur, wenn man gegen die Faser leimt. // Guter Punkt, also immer mit der Faser.
de // learnt // Warum ging die Heizung jetzt doch an? // Es lag am Strömungswächter: Erst nach dem Entlüften der zweiten Pumpe gibt er frei.
de // - // Wie hoch ist der Brocken? // 1141 Meter.
de // - // Schreib eine Szene, in der der Kapitän beschließt umzukehren. // „Wir kehren um“, sagte er und legte das Ruder herum.
de // - // Ob wir das zweite Boot kaufen, ist noch offen. // Gut, dann warten wir ab.
de // - // Angenommen, die Bühne fällt aus, wohin könnten wir? // In die Turnhalle oder ins Gemeindehaus.
de // - // Danke dir, das hat super geholfen! // Sehr gern!
de // - // Der DFB hat beschlossen, das Pokalfinale in Berlin zu lassen. // Ja, der Vertrag läuft bis 2030.
de // - // Wollen wir vielleicht die Chöre zusammenlegen? // Möglich wäre es. Soll ich die Zeiten vergleichen?
de // - // Wir haben uns auf Leinen als Einband geeinigt. // Steht jetzt in der Projektdatei: Einband Leinen.
de // - // Frau Yilmaz bringt die Noten mit. // Ist als Aufgabe notiert.
de // - // Mach aus dieser Liste eine Tabelle: Äpfel 3, Birnen 5 // | Äpfel | 3 | Birnen | 5 |
ru // decision // Решили: съёмки переносим на март, снега сейчас нет. // Хорошо, март.
ru // decision // Ладно, берём палатку на четверых, двухместные не нужны. // Договорились, одна четырёхместная.
ru // conclusion // Я сверил журнал с показаниями датчика. // Получается, течёт не бак, а соединение у насоса.
ru // conclusion // Все анкеты посчитаны. // Итог: участникам не хватает не лекций, а времени на практику.
ru // action-item // До пятницы Марине нужно сдать смету на декорации. // Хорошо, смета за Мариной, срок пятница.
ru // action-item // Я сам позвоню в яхт-клуб насчёт стоянки. // Тогда звонок за тобой.
ru // important // Имей в виду, с первого ноября скалодром закрыт на ремонт. // Значит, зимние тренировки надо переносить.
ru // important // У Кости родилась дочка! // Поздравляю! Кости, видимо, не будет на репетициях пару недель.
ru // correction // Нет, фамилия дирижёра Лядов, а не Ляднов. // Извини, Лядов.
ru // correction // Ты перепутал: катер уходит в шесть утра, а не вечера. // Понял, в шесть утра.
ru // learnt // Оказывается, лак ложится ровно, только если дерево прогреть. // Хорошо знать: сначала греем.
ru // learnt // И почему вдруг заработало? // Дело было в порядке включения: сначала усилитель, потом пульт, иначе срабатывает защита.
ru // - // Сколько лет живут киты? // Гренландские до двухсот лет.
ru // - // Сочини сказку, где волк решил стать вегетарианцем. // Жил-был волк, и однажды он решил больше не есть мяса.
ru // - // Мы ещё не решили, кто поедет на слёт. // Ничего, время есть.
ru // - // Если бы мы взяли второй катер, хватило бы команды? // Вряд ли, нужны ещё двое.
ru // - // Доброе утро! // Доброе утро! Чем займёмся?
ru // - // Говорят, Роскосмос опять перенёс запуск. // Да, на апрель.
ru // - // Может, позовём второго гитариста? // Можно, звук станет плотнее. Поискать кого-нибудь?
ru // - // Остановились на берёзовой фанере. // Добавил в файл проекта: берёзовая фанера.
ru // - // Оказывается, плёнку надо хранить в холодильнике. // Сохранил в базу знаний.
ru // - // Переведи на английский: мы договорились о цене. // We have agreed on the price.
zh // decision // 定了，毕业大戏演《雷雨》，不改剧本。 // 好，就演《雷雨》，按原本。
zh // decision // 帐篷不买了，租三顶就够。 // 行，租三顶。
zh // conclusion // 我把两个月的潮汐记录都对了一遍。 // 这说明问题不在潮汐，而是测深仪偏了四十厘米。
zh // conclusion // 十二份访谈都整理完了。 // 结论是大家离开不是因为工资，而是因为排班。
zh // action-item // 周五之前小林要把保险的材料交上去。 // 好，材料小林负责，周五截止。
zh // action-item // 我来联系天文台借望远镜。 // 那联系天文台就交给你了。
zh // important // 注意，攀岩馆十月到二月停业检修。 // 那冬训得换地方了。
zh // important // 我爸下个月要做心脏手术。 // 希望一切顺利，下个月的出差最好往后排。
zh // correction // 不是周四的船，是周二的。 // 抱歉，周二的船。
zh // correction // 你又写成“陈建国”了，是“程建国”。 // 明白，程建国。
zh // learnt // 原来皮子要先打湿，胶才粘得住。 // 长知识了，先打湿再上胶。
zh // learnt // 为什么现在又能导出了？ // 关键是先关掉预览，不然渲染器会占着文件。
zh // - // 月亮离地球多远？ // 大约三十八万公里。
zh // - // 写一段船长决定返航的戏。 // “返航吧。”船长说。
zh // - // 演出放室内还是室外，还没商量好。 // 不急，下周再说。
zh // - // 要是把两个合唱团合并，谁来指挥？ // 两位都可以，主要看排练厅够不够。
zh // - // 哈哈，太好笑了。 // 你开心就好！
zh // - // 听说国家队决定换教练了。 // 是的，昨天公布的。
zh // - // 要不要请第二个吉他手？ // 可以考虑，声音会更厚。需要我找找吗？
zh // - // 封面就用亚麻布。 // 已写入项目文件：封面亚麻布。
zh // - // 小林负责租船。 // 已记下，加到任务清单里了。
zh // - // 把这句话改得正式一点：我们说好了价格。 // 双方已就价格达成一致。
""")


def test_fresh_exchanges_are_told_rightly() -> None:
    told = [(expected != "-", detect(user, agent)) for _, expected, user, agent in FRESH]
    right = sum(wanted and found is not None for wanted, found in told)
    assert right / sum(found is not None for _, found in told) >= 0.95
    assert right / sum(wanted for wanted, _ in told) >= 0.95
    assert sum(wanted == (found is not None) for wanted, found in told) / len(told) >= 0.95


@pytest.mark.parametrize("language", LANGUAGES)
def test_fresh_exchanges_are_told_rightly_in_each_language(language: str) -> None:
    own = [(k.strip("-"), kind(user, agent)) for lang, k, user, agent in FRESH if lang == language]
    assert len(own) >= 20
    assert sum(bool(wanted) == bool(found) for wanted, found in own) / len(own) >= 0.9
    found = [(wanted, told) for wanted, told in own if wanted and told]
    assert sum(wanted == told for wanted, told in found) / len(found) >= 0.8
