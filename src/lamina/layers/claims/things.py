"""What claims are about: names for one thing, attributes, words that exclude each other. Pure."""

from __future__ import annotations

from lamina.layers.claims.words import classes, forms, word_set

# Who does it is a value: "X supplies Y", "Y is supplied by X" say who the supplier of Y is.
MONEY = word_set("€ $ £ ¥ ₽")
# Different words for one thing.
ALIASES = forms("""
    phone: phone telephone tel telefon telefonnummer rufnummer phone_number telephone_number
    phone: телефон номер_телефона 电话 电话号码
    mobile: mobile cell cellphone mobile_number handy handynummer mobilnummer мобильный 手机
    mobile: 手机号 手机号码
    email: email e-mail e-mail-adresse email_address e-mail_address emailadresse mailadresse 邮箱
    email: 邮箱地址 электронная_почта e-mail_адрес
    address: address adresse anschrift адрес 地址 住址
    birthday: birthday birthdate date_of_birth geburtstag geburtsdatum день_рождения дата_рождения
    birthday: 生日
    ip: ip ip_address ip-adresse ip-address ip-адрес ip地址
    database: db database datenbank бд база базы базе базу база_данных базы_данных базе_данных
    database: 数据库
    price: price preis цена 价格 price_tag
    name: name имя 名字 姓名
    wifi: wifi wi-fi wlan w-lan 无线网
    wifi password: wifi-passwort wlan-passwort
    password: password passwort kennwort пароль 密码
    os: os operating_system betriebssystem ос операционная_система 操作系统
    boss: boss vorgesetzter vorgesetzte начальник начальница босс 上司
    chef: chef chefin
    manager: manager managerin менеджер 经理
    lead: lead head leiter leiterin руководитель 负责人
    supplier: supplier lieferant lieferantin поставщик 供应商
    street: street str straße ул улица улице улицы
    road: road rd
    per: per pro je 每 每个
    postgres: postgres postgresql
    kubernetes: kubernetes k8s
    javascript: javascript js
    typescript: typescript ts
    € : € eur euro euros евро 欧元
    £ : £ gbp pound pounds pfund
    $ : $ usd dollar dollars доллар доллара долларов 美元
    ¥ : ¥ 元 块 块钱 rmb 人民币
    ₽ : ₽ руб рубль рубля рублей
    % : % percent prozent процент процента процентов
    °: ° grad градус градуса градусов degrees degree 度
    cent: cent cents ct цент
    min: min minute minutes minuten минута минут минуты минуту мин 分钟
    h: h hour hours stunde stunden час часа часов 小时
    s: sec second seconds sekunde sekunden секунда секунд секунды сек 秒
    day: day days tag tage tagen день дня дней 天 日
    week: week weeks woche wochen неделя недели недель 周 星期
    month: month months monat monate monaten месяц месяца месяцев мес 个月 月
    quarter: quarter quarters quartal quartale квартал квартала 季度
    year: year years jahr jahre jahren год года лет 年 岁
    night: night nacht 晚 夜
    and: and & und sowie и 和 以及
    for: für
""")
UNITS = word_set("""
    cent b kb mb gb tb kib mib gib tib hz khz mhz ghz mg g kg t mm cm m km ml l w kw kwh wh v a px
    ms s min h day week month quarter year night € $ £ ¥ ₽ % ° °c °f dpi fps mbit gbit mb/s km/h
    公斤 斤 米 公里 平米 平方米 мбит мбит/с гбит 兆 度 mbps kbit кг г км м см мм мл л гб мб тб m²
    qm м²
""")
# Attributes that have one value.
FUNCTIONAL = word_set("""
    phone mobile email address birthday ip database price name password os boss chef
    manager lead 老板 领导 port host hostname
    url pin version rent salary size colour color title status deadline date time place room
    capital owner editor browser language provider iban timezone budget limit interval timeout
    weight height age distance speed temperature capacity location job employer wife husband
    supplier default favourite favorite width length gateway subnet username user id key number
    code license plate type kind group art typ gruppe blutgruppe head director ceo cto model
    framework tariff plan theme font format branch region brand amount total count duration
    frequency schedule registrar runtime shell goal bank currency contact landlord dentist teacher
    miete gehalt größe farbe titel frist termin datum uhrzeit zeit ort raum zimmer hauptstadt
    inhaber sprache anbieter zeitzone gewicht höhe alter entfernung geschwindigkeit temperatur
    kapazität standort beruf arbeitgeber frau mann lieferant standard breite länge nummer konto
    kennzeichen anzahl dauer sitz modell marke betrag summe vermieter zahnarzt lehrerin
    ansprechpartner hausarzt passwort benutzername webseite währung stichtag wlan порт версия
    аренда зарплата размер цвет статус срок дедлайн дата время место комната кабинет группа тип
    столица директор хост домен тариф владелец редактор браузер язык провайдер бюджет лимит
    интервал вес рост возраст скорость температура адрес профессия жена муж поставщик номер
    количество длина ширина логин сайт модель валюта пояс код марка хостинг сумма стоимость ставка
    любимый любимая любимое 血型 类型 有效期 保质期 端口 端口号 主机 版本 房租 租金 工资 薪水 尺寸
    尺码 大小 颜色 状态 截止日期 期限 日期 时间 地点 房间 会议室 首都 主人 编辑器 浏览器 语言
    供应商 预算 上限 间隔 体重 重量 身高 年龄 速度 温度 容量 位置 职业 妻子 丈夫 号码 数量 长度
    宽度 用户名 网址 型号 货币 时区 车牌 车牌号 域名 最喜欢 默认 负责人 房东 牙医 班主任 品牌 频率
    单价 总额 密钥 编号 航班 酒店 账号 车位
""")
ZH_ATTRIBUTE = "费价率量度号码数额期限名址商长库"  # a Chinese noun that ends so is one
JOB = (
    r"\w{3,}(?:ologist|ician|ist|loge|login|ikerin|iker|arzt|ärztin|олог|терапевт|хирург)"
    r"|.{1,3}[师员]"
)
MANY = word_set("""
    allergic allergisch allergie interested interessiert good gut afraid angst fan member mitglied
    responsible zuständig friends befreundet аллергия интересуется боится член 过敏 感兴趣 成员
""")
FAVOURITE = ("favourite", "favorite", "lieblings", "любим", "最喜欢", "preferred", "bevorzugte")
# Attributes that have many: a second value is no contradiction.
PLURAL = word_set("""
    friend colleague hobby allergy neighbour neighbor son daughter child brother sister pet todo
    task note decision idea project goal member rule lesson tip link reminder tool skill topic
    interest customer client problem issue question error bug feature example event news log
    change cause update plan next learned insight meeting_notes summary book film movie song
    ingredient option freund freundin kollege kollegin allergie nachbar nachbarin sohn tochter
    kind bruder schwester haustier aufgabe notiz entscheidung idee projekt ziel mitglied regel
    tipp werkzeug thema kunde kundin frage fehler beispiel ereignis anlass änderung offen buch
    erkenntnis друг подруга коллега хобби аллергия сосед сын дочь ребенок брат сестра питомец
    задача заметка решение идея проект цель правило совет ссылка инструмент тема клиент проблема
    вопрос ошибка причина изменение план книга вывод интерес 朋友 同事 爱好 过敏 邻居 儿子 女儿
    孩子 兄弟 姐妹 哥哥 弟弟 姐姐 妹妹 宠物 任务 笔记 决定 想法 项目 目标 成员 规则 经验 技巧 链接
    工具 技能 主题 客户 问题 错误 例子 因 改 待 兴趣 书 计划 优点 缺点 特点
""")
# Words that exclude one another within their line.
CLASSES = classes("""
    colour: red blue green yellow black white grey gray brown orange purple pink silver gold beige
    colour: rot blau grün gelb schwarz weiß weiss grau braun lila rosa silber rote blaue grüne
    colour: gelbe schwarze weiße weisse graue braune красный синий зеленый желтый черный белый
    colour: серый коричневый красная синяя зеленая желтая черная белая серая красное синее зеленое
    colour: черное белое голубой голубая 红色 蓝色 绿色 黄色 黑色 白色 灰色 棕色 紫色 粉色 橙色
    colour: 银色 红 蓝 绿 黄 黑 白
    job: doctor nurse teacher engineer programmer developer lawyer dentist baker carpenter plumber
    job: electrician accountant architect designer photographer journalist chef waiter student
    job: pilot arzt ärztin krankenschwester lehrer lehrerin ingenieur ingenieurin programmierer
    job: anwalt anwältin zahnarzt zahnärztin bäcker tischler klempner elektriker architekt
    job: architektin designerin fotograf fotografin journalistin koch köchin studentin pfleger
    job: entwickler buchhalter медбрат тренер 教练 врач медсестра учитель учительница инженер
    job: программист юрист стоматолог пекарь электрик бухгалтер архитектор дизайнер фотограф
    job: журналист повар студент студентка адвокат пилот 医生 护士 老师 教师 工程师 程序员 律师
    job: 牙医 面包师 木匠 电工 会计 建筑师 设计师 摄影师 记者 厨师 学生
    animal: dog cat rabbit hamster horse parrot hund katze kaninchen pferd papagei собака кошка
    animal: кот кролик хомяк лошадь попугай 狗 猫 兔子 仓鼠 马 鹦鹉
    diet: vegan vegetarian pescatarian veganer veganerin vegetarier vegetarierin веган
    diet: вегетарианец 素食者
    married: single married divorced widowed ledig verheiratet geschieden холост женат замужем
    married: разведен разведена 单身 已婚 离婚 未婚
    on: on off an aus ein enabled disabled aktiviert deaktiviert включен выключен включена
    on: выключена включено выключено 开启 关闭 打开 启用 停用 禁用 active inactive aktiv inaktiv
    on: eingeschaltet ausgeschaltet активен неактивен
    open: open closed shut geöffnet geschlossen offen zu открыт закрыт открыта закрыта открыто
    open: закрыто 开 关 开着 关着 开放
    done: done pending finished unfinished fertig unfertig erledigt offen готов готова 完成 未完成
    done: 待办
    paid: paid unpaid bezahlt unbezahlt оплачен неоплачен оплачена неоплачена 已付 未付
    free: free busy occupied taken frei besetzt belegt свободен занят свободна занята 空闲 占用
    full: full empty voll leer полный пустой полон пуст 满 空
    public: public private öffentlich privat публичный приватный закрытый 公开 私有 私人
    allowed: allowed forbidden prohibited erlaubt verboten разрешено запрещено разрешен запрещен
    allowed: 允许 禁止
    needed: required mandatory optional pflicht freiwillig обязательно необязательно 必填 选填
    needed: 必须 可选
    often: hourly daily nightly weekly monthly yearly quarterly annually stündlich täglich
    often: nächtlich wöchentlich monatlich jährlich ежечасно ежедневно еженедельно ежемесячно
    often: ежегодно
    side: left right links rechts слева справа 左边 右边 左 右 左侧 右侧
    compass: north south east west norden süden osten westen север юг восток запад 北 南 东 西
    big: big large small tiny groß klein большой маленький большая маленькая 大 小
    hot: hot warm cold heiß kalt горячий холодный 热 冷
    dark: dark light dunkel hell темный светлый темная светлая 深色 浅色 暗色 亮色
    early: early late früh spät рано поздно 早 晚
    high: high low hoch niedrig tief высокий низкий высокая низкая 高 低
    fast: fast slow schnell langsam быстрый медленный 快 慢
    dear: cheap expensive billig teuer дешево дорого дешевый дорогой 便宜 贵
    true: true false wahr falsch верно неверно 对 错 真 假
    yes: yes no ja nein да нет
    alive: alive dead lebendig tot жив мертв
    well: healthy ill sick gesund krank здоров болен здорова больна 健康 生病
    part: morning afternoon evening night noon morgens vormittags mittags nachmittags abends
    part: nachts утром днем вечером ночью 早上 上午 中午 下午 晚上 凌晨
    fuel: diesel petrol gasoline electric hybrid benzin elektro дизель бензин 柴油 汽油 电动
    season: spring summer autumn winter fall frühling sommer herbst весной летом осенью зимой 春天
    season: 夏天 秋天 冬天
    db: postgres mysql mariadb sqlite mongodb oracle mssql redis cassandra duckdb couchdb
    system: windows linux macos ubuntu debian fedora arch nixos freebsd alpine centos proxmox
    system: truenas unraid android ios dsm fnos
    editor: vim neovim emacs vscode nano sublime zed intellij pycharm helix
    browser: chrome firefox safari edge brave opera vivaldi
    packages: npm pnpm yarn bun pip poetry uv conda
    chat: slack teams discord telegram signal whatsapp mattermost zulip skype 微信 钉钉 飞书
    chat: 企业微信
    cloud: aws azure gcp hetzner digitalocean ovh 阿里云 腾讯云 华为云
    tracker: jira linear asana trello youtrack redmine
    forge: github gitlab bitbucket gitea forgejo codeberg
    ci: jenkins circleci travis drone
    front: react vue angular svelte solid
    indent: tabs spaces tab space пробелы табы табуляция 空格 制表符
    drink: tea coffee tee kaffee чай кофе 茶 咖啡
    units: metric imperial metrisch метрическая имперская 公制 英制
    travel: train plane car bus zug flugzeug auto поезд самолет машина автобус 火车 飞机 汽车
    seat: window aisle fensterplatz gangplatz окна прохода 靠窗 靠过道
    script: 简体 繁体 简体中文 繁体中文
    shells: bash zsh fish powershell
    web: nginx apache caddy traefik
    login: oauth saml ldap password passkey
    country: germany austria switzerland france spain italy poland england china russia usa japan
    country: deutschland österreich schweiz frankreich spanien italien polen russland германия
    country: германии австрия австрии россия россии франция франции испания испании китай китае
    country: 德国 奥地利 瑞士 法国 西班牙 意大利 中国 俄罗斯 美国 日本 英国
    people: german english french spanish italian russian chinese american austrian swiss polish
    people: deutscher deutsche engländer französin österreicher немец немка русский русская китаец
    people: 德国人 中国人
""")
# Russian nouns that end like a verb of the past.
NOT_PAST = word_set("""
    школа стол зал файл канал отдел журнал портал вокзал терминал филиал материал подвал футбол
    стул угол пол раздел сигнал оригинал капитал персонал сила скала стекло масло тепло число
    весло
""")
PRODUCTS = word_set(
    "tracker db system editor browser packages chat cloud forge ci front shells web login"
)
