from __future__ import annotations

import unicodedata
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lamina.documents.language import Language, detect

EXAMPLE = Path(__file__).parents[2] / "examples" / "workspace" / "memory"

TEXTS = {
    Language.EN: [
        "We moved the meeting to Friday because the landlord is away.",
        "Invoice INV-2026-00417 was paid on 6 November, the rest is due in December.",
        "I don't know whether they've shipped it.",
        "What did we decide about the hotel?",
        "Call Kerstin before ten, she is out of the office after that.",
        "please ring the accountant tomorrow",
        "The courier lost 9 of 212 parcels in October, so we are leaving.",
        "- 09:30 The sample of the grey glaze is here, it's darker than the photo.",
        "Müller in Köln confirmed the order for Zürich, and they will ship it on Monday.",
        "Schadenfreude is a German word that has no plain equivalent in English.",
        "If so, then no.",
        "Her mother's operation went well; she can go home on Thursday.",
        "Steinlohe's quote (see above). It was not what we had agreed on.",
        "Our budget for the fair: 340 pounds for the stall, 120 for the van and no more.",
    ],
    Language.DE: [
        "Die Lieferung kommt erst am Montag, weil der Ofen ausgefallen ist.",
        "Rechnung INV-2026-00417 über 1.481,40 € ist heute bezahlt worden.",
        "Was haben wir zum Hotel beschlossen?",
        "Bitte morgen früh bei Frau Vogl anrufen.",
        "Ich weiß noch nicht, ob das geht.",
        "- Anlass: Der Kunde will das Angebot bis Freitag",
        "Zwei Paletten, 24 Kartons, je zehn Kannen; die Spedition meldet sich vorher.",
        "Das Meeting mit dem Customer Success Team war okay, der Rollout ist aber verschoben.",
        "Ohne Skonto, zahlbar innerhalb von 14 Tagen nach Lieferung.",
        "Er hat gestern das Gerät zurückgeschickt.",
        "größere Kannen wären schöner, kosten aber 2,40 € mehr",
        "Nächste Woche ist niemand im Büro, also vorher fragen.",
        "Die Dateien liegen in /home/user/projects/shop und werden nachts gesichert.",
        "ICH HABE DAS NICHT GESAGT, UND DAS WEISST DU.",
    ],
    Language.RU: [
        "Операцию перенесли на двадцать пятое, потому что у мамы поднялось давление.",
        "Счёт INV-2026-00417 оплачен, остаток переведём в декабре.",
        "Что мы решили насчёт гостиницы?",
        "Позвонить Косте после шести.",
        "план: купить билеты до пятницы",
        "насос заменили, 12 400 ₽",
        "Письмо от Brandt GmbH пришло, но в нём нет ни цены, ни срока поставки.",
        "Не забыть паспорт!",
        "Поезд в 16:35, место у окна, билет у Лены в телефоне.",
        "Соня больше не хочет конструктор, она хочет акварель на 36 цветов.",
        "ПРИЧИНА: СКЛАД ЗАКРЫТ",
        "Мы ему сказали, и он согласен. Это всё.",
    ],
    Language.ZH: [
        "林经理把单价降到 1120 元一公斤，条件是一次订 30 公斤。",
        "因：原记忆目录混乱，查找困难",
        "上次我们关于酒店是怎么决定的？",
        "明天上午十点给货代打电话",
        "发票 INV-2026-00417 已付款，余款十二月结清。",
        "记忆系统升级",
        "请把样品寄到 Edinburgh，收件人 Vera Marlow，电话在邮件里，周五之前要到。",
        "改走空运，运费每公斤 26 元，三天到。",
        "電子發票已經寄到您的信箱，請查收。",
        "会议改到周五，因为 Kerstin 周四在 Selb 出差。",
        "- 14:05 包装盒定了 1500 个，单价 1.42 元",
        "他说“可以”，但是没有写进合同。",
    ],
}

OTHER_LANGUAGES = {
    "fr": "La livraison est reportée à lundi parce que le four est en panne, et il faut prévenir "
    "les clients qui ont déjà payé.",
    "fr short": "C'est l'heure de partir, nous avons fini.",
    "es": "El pedido llega el lunes porque la fábrica está cerrada, y hay que avisar a los "
    "clientes que ya pagaron.",
    "it": "La consegna è rimandata a lunedì perché il forno non funziona, ma i clienti lo sanno.",
    "pt": "A entrega foi adiada para segunda-feira, mas os clientes já não estão preocupados.",
    "nl": "De levering komt pas op maandag omdat de oven kapot is, maar de klanten weten het al.",
    "sv": "Leveransen kommer först på måndag eftersom ugnen är trasig, men det är inte så farligt.",
    "da": "Leveringen kommer først på mandag, fordi ovnen er gået i stykker, og det er ikke godt.",
    "pl": "Dostawa jest w poniedziałek, bo piec się zepsuł, ale klienci już o tym wiedzą.",
    "cs": "Dodávka bude v pondělí, protože pec se rozbila, ale zákazníci to už vědí.",
    "tr": "Teslimat pazartesi günü gelecek çünkü fırın bozuldu ve müşteriler bunu biliyor.",
    "fi": "Toimitus tulee vasta maanantaina, koska uuni on rikki, mutta asiakkaat tietävät sen.",
    "hu": "A szállítás csak hétfőn jön, mert a kemence elromlott, de az ügyfelek már tudják.",
    "ro": "Livrarea este luni pentru că s-a stricat cuptorul, dar clienții au fost anunțați.",
    "id": "Pengiriman ini akan tiba hari Senin dan pelanggan tidak perlu datang untuk itu.",
    "vi": "Hàng sẽ đến vào thứ Hai vì lò nung bị hỏng, khách hàng đã biết rồi.",
    "ja": "窯が故障したため、配送は月曜日になります。お客様にはもう連絡しました。",
    "ja, mostly kanji": "配送予定変更の連絡済、月曜日に到着",
    "ko": "가마가 고장 나서 배송은 월요일에 됩니다. 고객들은 이미 알고 있습니다.",
    "uk": "Доставка буде в понеділок, бо піч зламалася, але клієнти вже про це знають.",
    "bg": "Доставката ще бъде в понеделник, защото пещта се счупи, но клиентите са го разбрали.",
    "sr": "Испорука стиже у понедељак јер се пећ покварила, али купци то већ знају.",
    "el": "Η παράδοση θα γίνει τη Δευτέρα, επειδή ο φούρνος χάλασε.",
    "ar": "سيصل الطلب يوم الاثنين لأن الفرن تعطل والعملاء يعرفون ذلك.",
    "he": "המשלוח יגיע ביום שני כי התנור התקלקל.",
    "hi": "भट्ठी ख़राब होने के कारण डिलीवरी सोमवार को होगी।",
    "th": "สินค้าจะมาถึงวันจันทร์เพราะเตาเผาเสีย ลูกค้าทราบแล้ว",
}

TOO_LITTLE = {
    "empty": "",
    "blank": " \n\t\r\n",
    "one word": "okay",
    "names": "Kerstin Vogl, Steinlohe Keramik GmbH",
    "numbers": "2026-11-03 14:05 4.752,00 € +44 131 496 0000",
    "one function word": "Rechnung von Brandt",
    "the same function word twice": "of mice of men",
    "one Russian word": "Хорошо",
    "three Chinese characters": "茶叶盒",
    "emoji": "🎉🎉 ✅",
    "link": "https://example.com/what/is/the/use-of-it?and=this&or=that",
    "address": "the.one.and.only@example.com",
    "path": "/in/the/end/it/is/what/it/was.md",
}

CODE = {
    "fenced": "```python\n# what is the use of it, and why do they do that?\n```",
    "fence left open": "~~~\nthe end of it was that we could not do it",
    "fenced, CRLF": "```\r\nwas ist das und wer hat es getan\r\n```\r\n",
    "inline": "`what is it and why do we not have it`",
    "plain Python": "import os\nfrom pathlib import Path\n\ndef main(self) -> None:\n"
    "    for name in os.listdir('.'):\n        if not name.is_file():\n"
    "            print(name)\n    return None",
    "plain JavaScript": "const x = await get(of);\nif (x.is && !y.the) {\n  let a = b.to(c);\n}",
    "JSON": '{"the_key": 1, "is_open": true,\n "items": ["a_b", "c_d"]}',
    "comment": "<!-- this is what we have been told and it is not for you -->",
    "front matter": "---\ntitle: what it is and how to do it\ntags: [the, of, and]\n---\n",
    "link target": "[](the-and-of-it-is)",
}


@pytest.mark.parametrize(
    ("language", "text"),
    [(language, text) for language, texts in TEXTS.items() for text in texts],
    ids=lambda value: str(value)[:30] if isinstance(value, str) else None,
)
def test_finds_each_language_whatever_the_default(language: Language, text: str) -> None:
    assert {detect(text, default) for default in Language} == {language}


@pytest.mark.parametrize("text", [*OTHER_LANGUAGES.values()], ids=[*OTHER_LANGUAGES])
def test_other_languages_give_the_default(text: str) -> None:
    assert [detect(text, default) for default in Language] == list(Language)


@pytest.mark.parametrize("text", [*TOO_LITTLE.values()], ids=[*TOO_LITTLE])
def test_too_little_text_gives_the_default(text: str) -> None:
    assert [detect(text, default) for default in Language] == list(Language)


@pytest.mark.parametrize("text", [*CODE.values()], ids=[*CODE])
def test_code_is_not_language(text: str) -> None:
    assert [detect(text, default) for default in Language] == list(Language)


@pytest.mark.parametrize("noise", [*CODE.values()], ids=[*CODE])
@pytest.mark.parametrize("language", Language)
def test_prose_is_found_beside_code(language: Language, noise: str) -> None:
    if noise == CODE["fence left open"]:
        noise += "\n~~~"
    assert detect(f"{noise}\n\n{TEXTS[language][0]}\n") is language


@pytest.mark.parametrize("language", Language)
def test_the_majority_of_words_decides(language: Language) -> None:
    others = [TEXTS[other][0] for other in Language if other is not language]
    text = "\n".join([*TEXTS[language][:4], *others])
    assert detect(text) is language
    assert detect("\n".join([*others, *TEXTS[language][:4]])) is language


def test_a_long_note_with_a_short_quotation_keeps_its_language() -> None:
    for language in Language:
        for other in Language:
            text = "\n".join([*TEXTS[language], TEXTS[other][2]])
            assert detect(text) is language


def test_another_language_in_the_majority_gives_the_default() -> None:
    text = OTHER_LANGUAGES["fr"] + "\nDie Ware ist da."
    assert detect(text, Language.RU) is Language.RU
    assert detect(OTHER_LANGUAGES["ja"] + "发票已付款", Language.DE) is Language.DE


def test_decomposed_letters_are_read_like_composed_ones() -> None:
    text = unicodedata.normalize("NFD", "für größere Mengen über hundert")
    assert text != unicodedata.normalize("NFC", text)
    assert detect(text) is Language.DE


@given(st.text(), st.sampled_from(Language))
def test_never_raises(text: str, default: Language) -> None:
    assert detect(text, default) in Language


@given(st.binary(max_size=400))
def test_bytes_that_are_no_text_do_no_harm(data: bytes) -> None:
    assert detect(data.decode("utf-8", "surrogateescape")) in Language


@given(
    st.lists(st.sampled_from(["---\n", "```\n", "`", "<!--", "](", "the ", "и ", "的", "{", "'"]))
)
def test_markup_in_any_order_does_no_harm(parts: list[str]) -> None:
    assert detect("".join(parts)) in Language


EXAMPLE_DAYS = {
    Language.EN: "10-30 11-04 11-09 11-12 11-17 11-20 11-27 11-29",
    Language.DE: "11-02 11-06 11-10 11-18 11-23 11-24",
    Language.RU: "10-31 11-07 11-13 11-14 11-21 11-25 11-28",
    Language.ZH: "11-03 11-05 11-11 11-16 11-19 11-22 11-26",
}


@pytest.mark.parametrize(
    ("day", "language"),
    [(day, language) for language, listed in EXAMPLE_DAYS.items() for day in listed.split()],
)
def test_whole_notes_of_the_example_workspace(day: str, language: Language) -> None:
    text = (EXAMPLE / f"2026-{day}.md").read_text(encoding="utf-8")
    assert detect(text) is language
