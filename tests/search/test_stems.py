"""Word forms that must share a stem, and words that must not."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lamina.search.stems import stem
from lamina.search.words import fold

MEET = {
    "en": """
        paint/painting paint/painted paint/paints painting/paintings party/parties city/cities
        invoice/invoices box/boxes class/classes church/churches dish/dishes bus/buses hope/hoping
        hope/hoped hop/hopping plan/planned plan/planning plane/planes run/running stop/stopped
        make/making dance/dancing dance/danced love/loved live/living visit/visited visit/visiting
        try/tried study/studies study/studying study/studied carry/carries play/played
        play/playing agree/agreed agree/agrees see/seeing go/going do/doing use/used use/using
        write/writing hike/hikes hike/hiking camp/camping quick/quickly weekly/week happy/happily
        family/families story/stories hobby/hobbies dog/dogs horse/horses house/houses
        company/companies meeting/meetings meet/meeting book/booked believe/believes
        decide/decided change/changing argue/argued value/values issue/issues poem/poems
        shoe/shoes potato/potatoes photo/photos knife/knifes allergy/allergies address/addresses
        process/processing travel/travelling travel/traveled prefer/preferred refer/referring
        index/indexes test/tests test/tested setting/settings email/emails deploy/deployed
        server/servers key/keys toy/toys fix/fixed fix/fixes miss/missed buzz/buzzing add/added
        tell/telling swim/swimming cook/cooking cookie/cookies bake/baked teach/teaching
        adopt/adopted move/moving wedding/weddings child/children walk/walked walk/walking
        jump/jumps sing/singing country/countries baby/babies berry/berries wash/washes
        watch/watches watch/watching fox/foxes shop/shopping grab/grabbed drop/dropped
        taste/tasted smile/smiling bike/biking ride/riding drive/driving chase/chased cry/cried
        worry/worried marry/married enjoy/enjoyed stay/staying free/freed offer/offered
        enter/entering listen/listening open/opened garden/gardening number/numbers letter/letters
        order/ordered slow/slowly usual/usually easy/easily lesson/lessons shelter/shelters
        race/races race/racing judge/judged notice/noticed create/created create/creating
        rate/rates update/updated update/updates cancel/cancelled commit/committed admit/admitted
        permit/permitting bug/bugs release/releases query/queries directory/directories
        library/libraries entry/entries branch/branches push/pushes patch/patched merge/merged
        continue/continued rescue/rescued queue/queues blue/blues hero/heroes echo/echoes
        tomato/tomatoes roof/roofs piano/pianos school/schools mirror/mirrors support/supporting
        design/designing volunteer/volunteering call/called fill/filling press/pressed
        kiss/kissing pizza/pizzas camera/cameras idea/ideas day/days
    """,
    "de": """
        Rechnung/Rechnungen Vertrag/Verträge Vertrag/Vertrages Vertrag/Verträgen Haus/Häuser
        Haus/Hauses Haus/Häusern Buch/Bücher Buch/Büchern Kind/Kinder Kind/Kindern Bild/Bilder
        Land/Länder Wort/Wörter Mann/Männer Glas/Gläser Katze/Katzen Hund/Hunde Hund/Hunden
        Straße/Straßen Strasse/Straße Frau/Frauen Auto/Autos Stadt/Städte Apfel/Äpfel
        Mutter/Mütter Schlüssel/Schlüsseln Projekt/Projekte Projekt/Projekten Termin/Termine
        Besprechung/Besprechungen kaufen/kauft kaufen/gekauft kaufen/kaufte machen/macht
        machen/gemacht sagen/sagte sagen/gesagt bezahlen/bezahlt arbeiten/arbeitet
        arbeiten/arbeitete kennen/kennt wohnen/wohnt wohnen/gewohnt schön/schöne schön/schönes
        schön/schönen neu/neue neu/neuen neu/neues klein/kleine klein/kleinen alt/alten
        schnell/schneller schnell/schnelle Prüfung/Prüfungen Einstellung/Einstellungen
        Datei/Dateien Server/Servern Server/Servers Nutzer/Nutzern Kunde/Kunden Firma/Firmen
        Müller/Mueller Müller/Muller Schröder/Schroeder Köln/Koeln schön/schoen für/fuer
        Größe/Groesse Größe/Größen grüßen/gruessen Büro/Büros Brief/Briefe Brief/Briefes
        Preis/Preise Preis/Preisen Preis/Preises Woche/Wochen Monat/Monate Monat/Monaten
        Jahr/Jahre Jahr/Jahren Name/Namen Adresse/Adressen Lieferung/Lieferungen Fehler/Fehlern
        Zahlung/Zahlungen Nachricht/Nachrichten Bericht/Berichte Arzt/Ärzte Zahn/Zähne
        Reise/Reisen Tochter/Töchter Bruder/Brüder Garten/Gärten Tag/Tage reparieren/repariert
        Übung/Übungen Uebung/Übung Gerät/Geräte nutzen/nutzt glauben/glaubt fragen/fragte
        Wohnung/Wohnungen Zeitung/Zeitungen Schule/Schulen Lehrer/Lehrern Tisch/Tische
        Tisch/Tischen Stuhl/Stühle Tür/Türen Fenster/Fenstern Baum/Bäume Baum/Bäumen Wald/Wälder
        Dorf/Dörfer Feld/Felder Lied/Lieder Blatt/Blätter Rad/Räder Fahrrad/Fahrräder Zug/Züge
        Flug/Flüge Platz/Plätze Markt/Märkte Ergebnis/Ergebnisse Gespräch/Gespräche
        Gespräch/Gesprächen Antwort/Antworten Frage/Fragen Aufgabe/Aufgaben Lösung/Lösungen
        Anfrage/Anfragen Passwort/Passwörter Konto/Konten Bestellung/Bestellungen
        Mitglied/Mitglieder Mitarbeiter/Mitarbeitern Freund/Freunde Freund/Freunden
        Freundin/Freundinnen Schwester/Schwestern spielen/spielt spielen/spielte spielen/gespielt
        lernen/lernte suchen/sucht suchen/gesucht brauchen/braucht kochen/gekocht leben/lebt
        leben/lebte zahlen/gezahlt warten/wartet warten/gewartet reden/redet finden/findet
        stellen/stellt fühlen/fühlt führen/führt nehmen/nehme kommen/kommt
        telefonieren/telefoniert groß/große groß/großen gut/gute gut/guten gut/gutes rot/rote
        rot/roten wichtig/wichtige wichtig/wichtigen deutsch/deutsche deutsch/deutschen grün/grüne
        grün/gruen Günther/Guenther Jürgen/Juergen Bär/Baer Möbel/Moebel Käse/Kaese
        Gebühr/Gebühren Gebühr/Gebuehr Fußball/Fussball Maß/Mass Österreich/Oesterreich Tür/Tuer
        Versicherung/Versicherungen Dokument/Dokumente Dokument/Dokumenten System/Systeme
        Ordner/Ordnern Computer/Computern Drucker/Druckern Licht/Lichter
    """,
    "ru": """
        договор/договора договор/договоров договор/договору договор/договором договор/договоры
        договор/договорами договор/договорах счёт/счета счет/счёт счёт/счетов книга/книги
        книга/книгу книга/книгой книга/книг встреча/встречи встреча/встречу встреча/встречей
        город/города город/городе город/городами город/городов машина/машины машина/машину
        машина/машинами новый/новая новый/новое новый/новые новый/нового новый/новому новый/новым
        новый/новую новый/новых синий/синяя синий/синего синий/синие большой/большая
        большой/большие большой/больших купить/купил купить/купила купить/купили купить/куплю
        сделать/сделал сделать/сделала сделать/сделали делать/делает делать/делают
        работать/работает работать/работал работать/работаем работать/работают работа/работы
        работа/работе работа/работу говорить/говорит говорить/говорил говорить/говорят
        писать/писал читать/читает читать/читал читать/читали проект/проекта проект/проекте
        проект/проектов файл/файлы файл/файлов файл/файла пароль/пароля пароль/пароли
        пароль/паролей день/дни неделя/недели неделя/неделю неделя/недель месяц/месяца
        месяц/месяцев компания/компании компания/компанию компания/компаний сообщение/сообщения
        сообщение/сообщений сообщение/сообщением решение/решения решение/решений собака/собаки
        собака/собак собака/собаку кошка/кошки кошка/кошку адрес/адреса адрес/адресу имя/имени
        встречаться/встречаются учиться/учится канал/канала канал/каналов материал/материалов
        план/плана план/планы план/планов экран/экрана врач/врача врач/врачу красивый/красивая
        красивый/красиво настройка/настройки настройка/настройку настройка/настройке ошибка/ошибки
        ошибка/ошибку ошибка/ошибок задача/задачи задача/задачу задача/задач оплата/оплаты
        оплата/оплату оплаченный/оплаченная номер/номера номер/номеров стол/стола стол/столы
        стол/столом ёлка/елка ёлка/ёлки школа/школы школа/школе школа/школу дом/дома дом/домов
        дом/дому дом/домами улица/улицы улица/улице улица/улиц страна/страны страна/стран
        страна/странами дорога/дороги дорога/дорог письмо/письма письмо/письмом окно/окна
        окно/окном озеро/озера озеро/озёра море/моря море/морю поле/поля здание/здания
        здание/зданий занятие/занятия занятие/занятий история/истории история/историю
        история/историй лекция/лекции лекция/лекций станция/станции учитель/учителя
        учитель/учителей учитель/учителем гость/гости гость/гостей ночь/ночи ночь/ночей вещь/вещи
        вещь/вещей музей/музея музей/музеи герой/героя герой/героев хороший/хорошая
        хороший/хорошее хороший/хороших хороший/хорошо старый/старая старый/старые старый/старого
        русский/русская русский/русского русский/русские важный/важная важный/важных
        последний/последняя последний/последние последний/последнего рабочий/рабочая
        рабочий/рабочего играть/играет играть/играл играть/играли думать/думает думать/думал
        знать/знает знать/знал любить/любит любить/любил смотреть/смотрит смотреть/смотрел
        платить/платит платить/платил помогать/помогает помогать/помогали открыть/открыл
        открыть/открыла закрыть/закрыли отправить/отправил отправить/отправила отправить/отправлю
        получить/получил получить/получила заниматься/занимается заниматься/занимался
        вернуться/вернулся вернуться/вернулась записать/записал клиент/клиента клиент/клиентов
        клиент/клиентам сервер/сервера сервер/серверов документ/документы документ/документов
        программа/программы программа/программу программа/программ телефон/телефона
        телефон/телефоны ключ/ключа ключ/ключи ключ/ключей поезд/поезда поезд/поездов билет/билеты
        билет/билетов рецепт/рецепты сад/сада сад/саду оплачен/оплаченный
    """,
}
APART = {
    "en": """
        plan/plane car/care star/stare start/star heart/hear paint/pain plant/plan chart/char
        hop/hope note/not mother/moth brother/broth flower/flow shower/show number/numb letter/let
        corner/corn center/cent counter/count poster/post planet/plan market/mark ticket/tick
        pocket/pock bucket/buck basket/bask early/ear apply/app only/on thing/th king/k need/ne
        bed/b news/new this/thi bus/bu university/universe general/generous poet/pot guest/gust
        fuel/ful organ/organize policy/police wine/win site/sit desert/dessert tape/tap batter/bat
        summer/sum tower/tow hundred/hunter mine/min red/read bring/bra spring/spray wing/win
        glass/glue gas/gash one/on pin/pine fin/fine can/cane rag/rage wag/wage cut/cute kit/kite
        bit/bite hat/hate pet/petal tent/ten port/pore part/par cart/car art/are smart/smear
        winter/win sister/sit power/pow matter/mat master/mast butter/but better/bet hammer/ham
        dinner/din river/rive wonder/won silver/sill internet/intern cabinet/cabin bullet/bull
        carpet/carp blanket/blank racket/rack garment/garden experience/experiment family/famous
        reply/rep july/jug silly/sill belly/bell evening/even morning/mourn station/statue
        forest/for honest/hone seven/sever kitchen/kite heaven/heavy token/took oven/over
        often/off
    """,
    "de": """
        Rechnung/Rechner Nacht/nach Sicht/sich Geschäft/Schaf Gericht/Reich Gewalt/Wal
        Gedicht/dicht Miete/Mitte Gesicht/Sicht Hose/Haus Buche/Bus Kirche/Kirsche Bett/Bitte
        Fehler/Fehde Vater/Vase Messer/Messe Leiter/Leiste Lehrer/Leere Wagen/Waage Regen/Regal
        Leben/Leber Ofen/offen Brief/Brille Stelle/Stall Wand/Wanne Bank/Band Lampe/Lamm
        Tante/Tanne Kunde/Kunst Spiel/Spiegel Platz/Platte Tisch/Tasche Messung/Messe Zeitung/Zeit
        Wohnung/wohnen Leistung/Leiste Ordnung/Orden Meinung/mein Anzug/Anfang Karte/Kater
        Flasche/Flagge Winter/Wind Zimmer/Zimt Sommer/Summe Woche/Wolke Datum/Daten Note/Not
        Abend/aber Markt/Marke Zahl/Zahn Stunde/Stand Schule/Schuld Stift/Stil Recht/Rechen
        Macht/Magen Acht/Ach Schicht/Geschichte Gewicht/weich Gehalt/Hals Gestalt/Stall Gebet/Bett
        Mauer/Maus Bauer/Baum Feuer/Feier Steuer/Stein Feder/Feld Leder/Lied Puder/Pudel
        Keller/Kelle Teller/Telefon Butter/Butte Nummer/Null Kammer/Kamm Hammer/Hamster Ufer/Uhr
        Hafen/Hafer Besen/Besuch Boden/Bote Faden/Fahne Hof/Hoffnung Kamm/Kamera Sonne/Sohn
        Wein/Weizen Tor/Torte Pass/Pause Kissen/Kiste Decke/Dach Straße/Strauß Wolle/Wolke
        Bohne/Bonn Tonne/Tonart Kette/Kater Ware/warm Vase/Fass Mantel/Mandel Nagel/Nadel
        Vogel/Volk
    """,
    "ru": """
        договор/дорога город/горы книга/князь счёт/счастье новый/ноль машина/машет большой/боль
        сделать/дерево работа/раб говорить/город план/плата канал/кана проект/прокат файл/фара
        пароль/пара день/деньги неделя/недра месяц/место компания/компот решение/решётка
        собака/собор кошка/кошелёк адрес/адмирал врач/враг красивый/красный ошибка/ошейник
        задача/задор оплата/опла номер/норма стол/столица школа/шкаф стена/стенд рука/рукав
        мать/мат лес/лестница вода/водка зима/зимовье печать/печень кот/которая белый/белка
        письмо/писатель чай/час окно/окунь роза/розетка молоко/молоток картина/карта
        картошка/карта море/мороз экран/экипаж дом/домино улица/улей дача/дар окно/оковы
        озеро/озон море/моряк поле/полено здание/здоровье история/истина лекция/лекарство
        учитель/учёт гость/гостиница ночь/ночлег вещь/вещание музей/музыка герой/герань
        хороший/хор старый/старт русский/русло важный/вагон последний/посол рабочий/рабство
        играть/игла знать/знамя любить/люк смотреть/смола платить/платок помогать/помост
        открыть/открытка закрыть/закат получить/полка клиент/климат сервер/сервис документ/доктор
        программа/прогноз телефон/телега ключ/клюква поезд/поезия билет/билось рецепт/реальность
        сад/садизм пол/полка мир/мирт
    """,
}


def folded(word: str) -> str:
    return fold(word).casefold()


def pairs(table: dict[str, str]) -> list[tuple[str, str]]:
    return [(a, b) for rows in table.values() for a, b in (row.split("/") for row in rows.split())]


def test_forms_of_a_word_meet() -> None:
    listed = pairs(MEET)
    assert [pair for pair in listed if len({stem(folded(word)) for word in pair}) != 1] == []


def test_different_words_stay_apart() -> None:
    listed = pairs(APART)
    assert [pair for pair in listed if len({stem(folded(word)) for word in pair}) != 2] == []


@pytest.mark.parametrize(("form", "word"), [("went", "go"), ("bought", "buy"), ("людей", "людей")])
def test_irregular_forms(form: str, word: str) -> None:
    assert stem(form) == stem(word)


@pytest.mark.parametrize("word", ["", "a", "is", "ее", "ελλασ", "مرحبا", "हिन", "ə", "2026"])
def test_what_is_too_short_or_of_another_script_stays(word: str) -> None:
    assert stem(word) == word


LATIN = "abcdeghinorstuyäöüß"
CYRILLIC = "абвеийклмностуыьюя"


@settings(deadline=None)
@given(st.text(LATIN) | st.text(CYRILLIC) | st.text())
def test_a_stem_is_no_longer_than_its_word_and_an_e(word: str) -> None:
    assert len(stem(folded(word))) <= len(folded(word)) + 1
    assert bool(stem(folded(word))) == bool(folded(word))


@settings(deadline=None)
@given(st.text(LATIN))
def test_no_umlaut_is_left(word: str) -> None:
    assert not set("äöü") & set(stem(folded(word)))
