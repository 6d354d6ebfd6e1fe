"""The verbs claims are made with, in classes that say how many values each can have. Pure."""

from __future__ import annotations

from lamina.layers.claims.words import forms, word_set

# Verbs. Every verb but "be" is part of what the claim is about: "Tea costs 3 €" is about tea, cost.
VERBS = forms("""
    be: is are equals → ⇒ 're = ist sind bin bist lautet lauten beträgt betragen entspricht
    be: befindet befinden liegt liegen steht stehen это является являются равен равна равно равны
    be: составляет составляют находится находятся расположен расположена расположено лежит лежат
    be: 是 就是 为 等于 位于 在 放在 处于 存放在 用的是 使用的是 采用的是 应该是 定在 安排在 定为
    be: 设为 存在于 is_located
    was: was were war waren wurde wurden был была было были 曾经是 曾是 原来是 以前是
    future: will_be wird werden будет будут 将是 将在
    change: moved_to has_moved_to have_moved_to changed_to has_changed_to was_changed_to
    change: was_moved_to is_changed_to is_moved_to has_been_changed_to has_been_moved_to
    change: switched_to has_switched_to have_switched_to was_switched_to was_renamed_to was_set_to
    change: is_set_to was_updated_to was_upgraded_to upgraded_to migrated_to was_migrated_to
    change: has_been_moved was_postponed_to was_rescheduled_to rescheduled_to postponed_to
    change: was_raised_to was_increased_to was_reduced_to was_lowered_to went_up_to rose_to
    change: moves_to has_been_set_to went_from rose_from increased_from dropped_from fell_from
    change: increased_to dropped_to fell_to cut_to extended_to shortened_to grew_to changed_from
    change: was_changed_from moved_from was_moved_from switched_from has_changed_from перенесли_на
    change: перенесен_на перенесена_на перенесено_на перенесены_на изменен_на изменена_на
    change: изменили_на поменяли_на поменялся_на поменялась_на сменился_на сменилась_на сменили_на
    change: переехал_в переехала_в переехали_в переехал_на переехала_на перешел_на перешла_на
    change: обновили_до обновлен_до обновлена_до обновили_на подняли_до сменили перешли_на
    change: заменили_на заменен_на изменился_на изменилась_на переименован_в стал стала стало
    change: стали переименовали_в повысили_до снизили_до повышена_до 改为 改为了 改成 改成了 改到
    change: 改到了 改在 改至 变成 变成了 变为 变为了 换成 换成了 换为 更新为 调整为 调整到 搬到
    change: 搬到了 搬去 搬去了 搬进 迁移到 迁移到了 迁到 迁到了 升级到 升级到了 升级为 推迟到
    change: 推迟到了 提前到 提前到了 移到 移到了 挪到 涨到 涨到了 降到 降到了 切换到 切换到了 转到
    change: 已改为 改用 改用了 更名为 改名为
    price: costs cost kostet kosten стоит стоят обходится 售价 花费 要价 卖 要花
    name: is_called are_called is_named called 姓 heißt heißen называется называются зовут 叫 叫做
    name: 名叫 叫作
    live: lives live resides reside is_living wohnt wohnen wohne lebt leben lebe живет живут живу
    live: проживает проживают 住在 住 居住在 居住 定居在
    work: works work is_working arbeitet arbeiten arbeite работает работают работаю 工作 上班
    work: 就职于 任职于
    listen: listens listen lauscht hört слушает висит 监听
    run: runs run is_running läuft laufen 运行在 运行于 跑在 部署在 部署于 托管在 运行 跑
    born: was_born is_born born geboren родился родилась 出生于 生于 出生在 出生
    belong: belongs belong gehört gehören принадлежит принадлежат 属于 归
    start: starts start begins begin beginnt beginnen startet starten начинается начинаются 开始
    open: opens öffnet öffnen открывается открываются 开门 营业
    close: 开到 营业到 开放到 closes schließt schließen закрывается закрываются 关门 打烊
    end: ends endet enden заканчивается заканчиваются 结束 截止
    leave: leaves departs fährt_ab вылетает отъезжает отправляется отходит 出发 发车
    arrive: arrives kommt_an прибывает приходит 到达
    expire: expires läuft_ab истекает 到期 过期
    take: takes lasts dauert dauern длится длятся занимает 需要花 持续 历时
    weigh: weighs wiegt wiegen весит весят 重
    measure: measures misst
    earn: earns verdient verdienen зарабатывает 月薪 年薪
    study: studies studiert учится 就读于
    host: hosts хостится хостим развернут
    drive: drives fährt ездит 开的是
    report: reports
    hold: holds contains fasst enthält вмещает содержит 容纳 包含 装
    need: needs need requires braucht brauchen benötigt нужно нужны требуется требует 需要
    pay: pays pay zahlt zahlen bezahlt платит платят 付 交
    have: has have hat haben habe имеет имеют есть gibt 有 带有 配有 拥有
    use: uses use nutzt nutzen nutze verwendet verwenden benutzt benutzen использует используют
    use: используем пользуемся использую пользуется пользуются пользуюсь 使用 用 采用
    prefer: prefers prefer bevorzugt bevorzugen bevorzuge предпочитает предпочитают предпочитаю
    prefer: 偏好 更喜欢 偏爱 倾向于
    like: likes like loves love enjoys mag mögen liebt любит любят люблю нравится 喜欢 爱 喜爱
    like: 爱吃 爱喝
    hate: hates hate dislikes hasst ненавидит 讨厌 恨
    know: knows know kennt kann знает умеет 认识 会 懂 了解
    speak: speaks speak spricht sprechen говорит говорят 说 讲
    play: plays spielt играет 玩 弹
    eat: eats drinks isst trinkt ест пьет 吃 喝
    visit: visits visited besucht посетил посетила 去过 到过 参观
    own: owns besitzt владеет 养
    want: wants plans will möchte хочет планирует 想 要
    allow: allows supports erlaubt unterstützt поддерживает позволяет 支持 允许
    keep: keeps stores saves speichert хранит сохраняет 保存 存储 保留
    send: sends sendet schickt отправляет 发送
    come: comes приходит_из 来自
    wear: wears wear trägt tragen носит 穿
    make: macht machen
    do: go goes get gets happen happens renew renews land lands board boards charge charges sleep
    do: sleeps ship ships lock locks mail mails bill bills pick picks wake wakes sync syncs rotate
    do: rotates return returns cover covers include includes seat seats serve serves stay stays
    do: remain remains last lasts apply applies geht gehen findet finden erscheint fährt landet
    do: bekommt erhält schläft bleibt gilt gelten deckt umfasst rotiert reicht verlängert kommt
    do: kommen steht_auf wird_abgeholt идет идут ходит проходит проходят бывает действует приходит
    do: приходят продлевается обновляется происходит выходит едет остается хранится хранятся
    do: включает встает ложится принимает 进行 举行 播出 更新 续费 保留 送达 发布
    supply: supplies supply delivers liefert liefern beliefert поставляет поставляют привозит
    supply: доставляет 供应 供货
    lead: leads leitet руководит возглавляет 负责
    manage: manages 管理
    sit: sits sitzt сидит 坐在
    meet: meets trifft treffen встречается встречаются 见面
    read: reads liest читает 读
""")
# German participles with "ist" that tell what happened.
MOVED = word_set("""
    gelaufen gefahren gegangen geflogen gekommen gereist gewandert gejoggt geschwommen gestorben
    geblieben geworden gewesen aufgestanden eingezogen ausgezogen angekommen abgereist passiert
""")
# How a change of state is said with the verb at the end: "wurde auf Freitag verschoben".
CHANGED = word_set("""
    verschoben verlegt geändert umgestellt gewechselt umgezogen erhöht gesenkt aktualisiert
    umbenannt migriert gezogen
""")
SINGLE = word_set("""
    be future change price name live work run host listen born belong start open close end leave
    arrive expire take weigh measure earn wear study drive report sit come
""")
CHOICE = word_set(
    "use prefer play want"
)  # one of a kind, or of a purpose: "uses Postgres", "uses X for Y"
TIMED = word_set("do start open close end leave arrive expire meet")
LAST_VERBS = word_set(
    "start open close end leave arrive expire work born live"
)  # may end a zh line
ROLES = {"supply": "supplier", "lead": "lead", "manage": "manager"}
DONE_BY = forms("""
    supply: supplied delivered geliefert beliefert
    lead: led geleitet
    manage: managed
""")
