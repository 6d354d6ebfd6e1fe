"""Messages written before the rules of the recall trigger: + wants memory, - wants silence.

A line holds the message, what stands in the context, and the names the index knows, parted by |,
the lines of the context and the names by ;. Health, cooking, servers, sport, school, law, cars.
"""

from __future__ import annotations

from typing import NamedTuple


class Message(NamedTuple):
    """One message and whether memory should be looked into."""

    lang: str
    recall: bool
    text: str
    context: tuple[str, ...]
    names: tuple[str, ...]


EN = """
+ Which tablets did Dr Okafor take me off in spring? | User: filling in the hospital form | Okafor; Medication; Gym
+ What torque did we end up using for the wheel bolts? | | Skoda; Garage; Tyres
+ Has the court sent anything since my last objection? | User: post is here | Speeding ticket; Court; Kids
+ My marathon goal time, please, the registration asks for it. | Agent: Page 3 is open. | Running; Marathon; Work
+ Book the same table as for Leo's birthday. | User: dinner on Saturday | Leo; Restaurants; Birthdays
+ Is the staging cluster still on 1.27? | User: patch day | staging; Kubernetes; Backups
+ Can Noor have the peanut sauce? | Agent: The menu is set for six guests. | Noor; Allergies; Recipes
+ I told you the name of the new maths teacher, what was it? | | School; Teachers; Dog
+ Reply to Petrov that his terms are fine by us. | User: inbox zero today | Petrov; Lease; Storage
+ Where did I put the spare key for the roof box? | | Car; Roof box; Cellar
+ Pick up the appeal where we stopped. | User: back at my desk | Appeal; Court; Garden
+ How much did the last service cost? | Agent: The garage offers 410 euros. | Skoda; Garage; Insurance
+ Same marinade as usual, but for ten people. | User: barbecue is on | Marinade; Recipes; Guests
+ Any idea why we pinned that library to 2.3? | User: the linter complains | dependencies; CI; Release
+ Sam's dosage, is it 5 or 10 ml? | User: pharmacy is asking | Sam; Medication; Doctor
+ Remember the trick with the rice cooker? | | Rice; Recipes; Kitchen
- Hey, how's it going? | | Okafor; Gym; Recipes
- Perfect, thanks a lot! | Agent: I have sent the form. | Court; Kids
- How long do you boil an egg for it to be hard? | | Recipes; Kitchen; Noor
- What does a clutch actually do? | User: watching a car show | Car; Skoda; Garage
- Proofread this: "We was informed last week that the hearing is postponed." | | Court; Appeal
- What is the offside rule? | | Football; Kids; Running
- Write a limerick about a lazy goalkeeper. | | Football; Leo
- When is Noor's recital? | note: Noor recital Sunday 16:00, town hall ; User: need to leave soon | Noor; Piano
- My knee hurts so much today, I could cry. | Agent: How are you? | Knee; Physio; Running
- No, the first one is better. | Agent: A) "Fresh start" B) "New leaf" | Newsletter; Flyer
- 17.5 % of 2340? | | Invoices; Taxes
- Would you rather be a cat or a dog? | | Cat; Dog
- I'm going to bake bread on Sunday, so excited. | | Bread; Recipes
- Set a timer for twelve minutes. | User: pasta is in | Recipes; Kitchen
- Summarise the following in one sentence: The tenant shall notify the landlord in writing within fourteen days. | | Lease; Landlord
- How do I undo the last commit in git? | | Git rules; CI; Release
"""
DE = """
+ Welche Tabletten hat mir Doktor Ahrens im Frühjahr gestrichen? | User: sitze in der Aufnahme | Ahrens; Medikamente; Fitness
+ Wie viel Öl kam beim letzten Wechsel rein? | | Octavia; Werkstatt; Reifen
+ Hat das Amtsgericht auf meinen Einspruch reagiert? | User: Post ist da | Bußgeld; Amtsgericht; Kinder
+ Trag meine Schuhgröße in die Bestellung ein. | Agent: Warenkorb ist offen. | Größen; Laufen; Arbeit
+ Bestell dasselbe Fleisch wie zu Leons Taufe. | User: Samstag kommt Besuch | Leon; Metzger; Feste
+ Läuft der Testserver noch auf der alten Version? | User: heute ist Patchtag | Testserver; Kubernetes; Backups
+ Darf Nura Erdnusssoße essen? | Agent: Das Menü für sechs steht. | Nura; Allergien; Rezepte
+ Wie hieß nochmal die neue Mathelehrerin? | | Schule; Lehrer; Hund
+ Antworte Petersen, dass wir einverstanden sind. | User: Postfach leer machen | Petersen; Mietvertrag; Lager
+ Wo hab ich den Ersatzschlüssel für die Dachbox hingelegt? | | Auto; Dachbox; Keller
+ Lass uns beim Widerspruch weitermachen. | User: wieder am Platz | Widerspruch; Amtsgericht; Garten
+ Was hat uns die Inspektion zuletzt gekostet? | Agent: Die Werkstatt bietet 410 Euro. | Octavia; Werkstatt; Versicherung
+ Die Marinade wie immer, nur für zehn Leute. | User: Grillen steht | Marinade; Rezepte; Gäste
+ Warum hatten wir die Bibliothek auf 2.3 festgenagelt? | User: der Linter meckert | Abhängigkeiten; CI; Release
+ Unser Trainer wollte doch noch was von mir. Was war das? | | Trainer; Verein; Handball
+ Du hattest dir doch die Zugangsdaten fürs Schulportal notiert. | User: Login schlägt fehl | Schule; Zugänge
- Na, alles klar bei dir? | | Ahrens; Fitness
- Super, danke dir! | Agent: Das Formular ist raus. | Amtsgericht; Kinder
- Wie lange muss ein Ei kochen, damit es hart ist? | | Rezepte; Küche; Nura
- Was macht eine Kupplung eigentlich? | User: schaue eine Autosendung | Auto; Octavia; Werkstatt
- Korrigier das mal: "Letzte Woche wurden wir informiert das der Termin verschoben ist." | | Amtsgericht
- Wie geht die Abseitsregel? | | Fußball; Kinder; Laufen
- Dichte einen Limerick über einen faulen Torwart. | | Fußball; Leon
- Wann ist das Vorspiel von Nura? | Notiz: Vorspiel Nura Sonntag 16 Uhr, Rathaus ; User: muss gleich los | Nura; Klavier
- Mein Knie bringt mich heute um, zum Heulen. | Agent: Wie geht es dir? | Knie; Physio
- Nein, lieber die erste Überschrift. | Agent: A) "Frischer Wind" B) "Neues Blatt" | Flyer
- Wie viel sind 17,5 Prozent von 2340? | | Rechnungen; Steuer
- Wärst du lieber Katze oder Hund? | | Katze; Hund
- Am Sonntag backe ich Brot, ich freue mich schon. | | Brot; Rezepte
- Stell den Wecker auf zwölf Minuten. | User: Nudeln sind drin | Rezepte; Küche
- Fass das in einem Satz zusammen: Der Mieter hat dem Vermieter binnen vierzehn Tagen schriftlich Bescheid zu geben. | | Mietvertrag
- Welche Frist gilt in Deutschland allgemein für eine Kündigung? | | Mietvertrag; Vermieter
"""
RU = """
+ Какие таблетки мне весной отменил Ахмедов? | User: заполняю анкету в больнице | Ахмедов; Лекарства; Спортзал
+ Сколько масла залили при последней замене? | | Шкода; Сервис; Шины
+ Суд что-нибудь ответил на мою жалобу? | User: принесли почту | Штраф; Суд; Дети
+ Впиши мой рост и вес в карту тренера. | Agent: Карта открыта. | Бег; Тренер; Работа
+ Закажи тот же торт, что был на крестинах Лёвы. | User: в субботу гости | Лёва; Кондитер; Праздники
+ Тестовый стенд всё ещё на старой версии? | User: день обновлений | стенд; Кубер; Резерв
+ Нуре можно арахисовый соус? | Agent: Меню на шестерых готово. | Нура; Аллергия; Рецепты
+ Как зовут новую учительницу математики, я говорила. | | Школа; Учителя; Собака
+ Ответь Петрову, что мы согласны. | User: разгребаю почту | Петров; Аренда; Склад
+ Куда я положила запасной ключ от багажника? | | Машина; Багажник; Подвал
+ Давай вернёмся к апелляции. | User: я снова за столом | Апелляция; Суд; Огород
+ Во сколько нам обошлось прошлое ТО? | Agent: Сервис просит 41 тысячу. | Шкода; Сервис; КАСКО
+ Маринад как обычно, но на десятерых. | User: шашлыки в силе | Маринад; Рецепты; Гости
+ Почему мы тогда зафиксировали версию 2.3? | User: линтер ругается | зависимости; CI; Релиз
+ Что тренер просил принести на сборы? | User: пакуем сумку | Тренер; Сборы; Хоккей
+ Напомни, о чём договорились с классной. | | Школа; Классная; Учителя
- Привет, как жизнь? | | Ахмедов; Спортзал
- Отлично, спасибо большое! | Agent: Анкету отправил. | Суд; Дети
- Сколько варить яйцо вкрутую? | | Рецепты; Кухня; Нура
- Что вообще делает сцепление? | User: смотрю передачу про машины | Машина; Шкода; Сервис
- Исправь ошибки: «На прошлой неделе нам сообщили что заседание перенесли». | | Суд; Апелляция
- Что такое офсайд? | | Футбол; Дети; Бег
- Сочини лимерик про ленивого вратаря. | | Футбол; Лёва
- Когда концерт у Нуры? | Заметка: концерт Нуры в воскресенье в 16:00, ратуша ; User: скоро выходить | Нура; Пианино
- Колено сегодня болит, хоть плачь. | Agent: Как вы? | Колено; Физио; Бег
- Нет, лучше первый заголовок. | Agent: А) «Свежий ветер» Б) «Новый лист» | Рассылка
- Сколько будет 17,5 % от 2340? | | Счета; Налоги
- Кем бы ты хотел быть, кошкой или собакой? | | Кошка; Собака
- В воскресенье пеку хлеб, жду не дождусь. | | Хлеб; Рецепты
- Поставь таймер на двенадцать минут. | User: макароны в кастрюле | Рецепты; Кухня
- Сократи до одного предложения: Арендатор обязан письменно уведомить арендодателя в течение четырнадцати дней. | | Аренда
- Как отменить последний коммит в git? | | Git; CI; Релиз
"""
ZH = """
+ 春天欧阳医生给我停了哪些药？ | User: 在填住院表 | 欧阳医生; 用药; 健身
+ 上回换机油加了多少升？ | | 斯柯达; 修车厂; 轮胎
+ 法院对我的申诉有回音了吗？ | User: 信到了 | 罚单; 法院; 孩子
+ 把我的身高体重填到教练的表里。 | Agent: 表格已打开。 | 跑步; 教练; 工作
+ 订跟豆豆满月那次一样的蛋糕。 | User: 周六来客人 | 豆豆; 蛋糕店; 节日
+ 预发环境还是旧版本吗？ | User: 今天打补丁 | 预发环境; 集群; 备份
+ 努尔能吃花生酱吗？ | Agent: 六个人的菜单定好了。 | 努尔; 过敏; 菜谱
+ 新来的数学老师叫什么来着？ | | 学校; 老师; 狗
+ 回老彭一声，他的条件我们接受。 | User: 在清邮件 | 老彭; 租约; 仓库
+ 车顶箱的备用钥匙我放哪儿了？ | | 车; 车顶箱; 地下室
+ 接着弄上诉那件事吧。 | User: 回到座位了 | 上诉; 法院; 菜园
+ 去年保养花了我们多少钱？ | Agent: 修车厂报价 3200。 | 斯柯达; 修车厂; 保险
+ 腌料照旧，不过要十个人的量。 | User: 烧烤定了 | 腌料; 菜谱; 客人
+ 我们为什么把那个库锁在 2.3？ | User: 检查报错了 | 依赖; CI; 发布
+ 教练让我们集训带什么来着？ | User: 在收拾包 | 教练; 集训; 冰球
+ 我跟你说过班主任的电话，发我一下。 | | 学校; 班主任; 老师
- 嗨，最近好吗？ | | 欧阳医生; 健身
- 好极了，多谢！ | Agent: 表格已寄出。 | 法院; 孩子
- 鸡蛋煮多久才全熟？ | | 菜谱; 厨房; 努尔
- 离合器到底是干什么的？ | User: 在看汽车节目 | 车; 斯柯达; 修车厂
- 改一下错别字：“上周我们接到通知，开庭延其了。” | | 法院; 上诉
- 越位是什么意思？ | | 足球; 孩子; 跑步
- 写一首关于懒守门员的打油诗。 | | 足球; 豆豆
- 努尔的演出几点？ | 笔记：努尔演出周日 16:00，市政厅 ; User: 快出门了 | 努尔; 钢琴
- 今天膝盖疼得想哭。 | Agent: 您怎么样？ | 膝盖; 理疗; 跑步
- 不，第一个标题更好。 | Agent: A）“清风” B）“新页” | 传单
- 2340 的 17.5% 是多少？ | | 账单; 税
- 你更想当猫还是当狗？ | | 猫; 狗
- 周日我要烤面包，好期待。 | | 面包; 菜谱
- 定个十二分钟的闹钟。 | User: 面下锅了 | 菜谱; 厨房
- 把这段缩成一句话：承租人应当在十四日内书面通知出租人。 | | 租约
- git 怎么撤销最近一次提交？ | | Git规范; CI; 发布
"""


def _rows(lang: str, table: str) -> list[Message]:
    rows = []
    for line in table.strip().splitlines():
        text, context, names = line[2:].split("|")
        parts = [
            tuple(part.strip() for part in cell.split(";") if part.strip())
            for cell in (context, names)
        ]
        rows.append(Message(lang, line[0] == "+", text.strip(), *parts))
    return rows


MESSAGES = [
    message
    for lang, table in (("en", EN), ("de", DE), ("ru", RU), ("zh", ZH))
    for message in _rows(lang, table)
]
