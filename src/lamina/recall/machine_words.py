"""The words that machine text is known by, in four languages.

Words are parts of patterns, tried in any case; "_" is a blank. Every repetition is bounded.
"""

from __future__ import annotations

import re


def _any_of(words: str) -> str:
    """Return the pattern of these words."""
    return "(?:" + "|".join(re.sub(r"(?<!\[)_", " ", word) for word in words.split()) + ")"


FIELD = _any_of(  # labels of what a sweep writes
    r"""
    confidence recalls evidence score konfidenz belege? abrufe уверенность достоверность основание
    подтверждение обращения 置信度 证据 依据 召回(?:次数)?
    """
)
ROLE = _any_of(  # who speaks, in a transcript
    r"""
    user assistant system tool human ai bot chatgpt developer nutzer benutzer assistent
    пользователь ассистент помощник система 用户 助手 助理 系统 人类
    """
)
HEADER = _any_of(  # of a message
    r"""
    message-id session(?:_?(?:key|id))? session[_]key sender source channel chat(?:_id)? from to
    cc reply-to received subject date von an absender empfänger kanal quelle от кому отправитель
    получатель канал источник тема 发件人 收件人 来源 频道 渠道 会话
    """
)
CHANNEL = _any_of(
    r"""
    telegram whatsapp signal discord slack imessage webchat matrix e?mail sms wechat 微信
    """
)
LEVEL = _any_of(  # of a log: capitals
    r"""
    DEBUG INFO NOTICE WARN WARNING ERROR FATAL TRACE CRITICAL PANIC SEVERE FEHLER WARNUNG ОШИБКА
    ПРЕДУПРЕЖДЕНИЕ ИНФО ОТЛАДКА СБОЙ
    """
)
JOB = _any_of(  # what a machine does again and again
    r"""
    reading running downloading uploading compiling building installing fetching loading saving
    writing checking resolving unpacking extracting collecting processing indexing searching
    scanning connecting waiting starting stopping cloning pulling pushing copying generating
    linking sync(?:hroni[sz])?ing verifying updating removing cleaning parsing initiali[sz]ing
    preparing configuring calling executing retrying analy[sz]ing bundling deploying restoring
    receiving counting compressing rendering optimi[sz]ing selecting setting_up transferring
    importing exporting migrating converting encoding thinking get:\d{1,9} hit:\d{1,9} lade lese
    prüfe installiere entpacke kompiliere baue verbinde suche starte schreibe aktualisiere erzeuge
    kopiere warte hole übertrage загрузка чтение установка сборка распаковка проверка запуск
    компиляция подключение обновление поиск копирование синхронизация обработка скачивание запись
    получение индексация ожидание построение удаление создание выполнение выполняется загружается
    正在.{1,20} 下载 安装 编译 加载
    """
)
PERIOD = _any_of(
    r"""
    daily nightly weekly hourly monthly morning evening midday scheduled cron today's overnight
    täglich\w{0,3} nächtlich\w{0,3} wöchentlich\w{0,3} stündlich\w{0,3} monatlich\w{0,3}
    geplant\w{0,3} tages\w{3,20} nacht\w{3,20} wochen\w{3,20} morgen\w{3,20} abend\w{3,20}
    ежедневн\w{1,3} еженедельн\w{1,3} ежечасн\w{1,3} ежемесячн\w{1,3} утренн\w{1,3} вечерн\w{1,3}
    ночн\w{1,3} дневн\w{1,3} плановы\w 每日 每天 每周 每小时 每月 今日 晨间 晚间 夜间 定时 早间
    \d{1,9}\s?月\s?\d{1,9}\s?日
    """
)
REPORT = _any_of(  # what is sent by a schedule
    r"""
    report digest briefing summary overview news headlines forecast roundup recap job check backup
    update agenda weather stats statistics bericht übersicht zusammenfassung nachrichten überblick
    meldungen wetter vorschau briefing auftrag sicherung prüfung сводк\w отч[её]т дайджест обзор
    новост\w прогноз погод\w задани\w копировани\w проверк\w бэкап расписани\w 日报 周报 月报 简报
    摘要 汇总 天气 新闻 早报 晚报 日程 报告 任务 备份 检查 播报 预报
    """
)
NEWS = _any_of(  # those that need no period beside them
    r"""
    report digest briefing summary news headlines roundup recap (?:the_)?week_in_review
    woche_im_rückblick итоги_недели 本周回顾 一周回顾 bericht zusammenfassung nachrichten
    meldungen сводк\w отч[её]т дайджест новости 日报 周报 月报 简报 汇总 早报 晚报
    """
)
BUILD = _any_of(  # what passes or fails
    r"""
    build ci pipeline lint tests? test_suite smoke_tests? checks? nightly job deploy(?:ment)?
    workflow release compile coverage typecheck e2e nachtlauf bau tests prüfungen сборка тесты?
    проверки ночной_прогон прогон пайплайн деплой выкладка линтер 构建 测试 夜间测试 流水线 部署
    编译 检查 发布
    """
)
RESULT = _any_of(
    r"""
    passed passing failed failing green red ok succeeded successful(?:ly)? success done broken
    complete[d]? clean erfolgreich grün rot bestanden fehlgeschlagen fertig durch прош[её]?л\w?
    упал\w? успешн\w зел[её]н\w{1,2} красн\w{1,2} готов\w? пройден\w? завершен\w? 通过 失败 成功
    完成 全绿 绿
    """
)
COUNTED = _any_of(  # what a progress counts
    r"""
    steps? tasks? checks? tests? items? files? packages? jobs? pages? tickets? stories phases?
    schritte?n? aufgaben prüfungen dateien pakete?n? phasen? seiten шаг\w{0,2} задач\w{0,2}
    тест\w{0,2} проверок файл\w{0,2} пакет\w{0,2} этап\w{0,2} 步 项 个?任务 个?文件 个?包 个?测试
    """
)
SURE_AI = _any_of(  # nobody's trade, unlike an agent's or an assistant's
    r"""
    (?:all_|alle_|an_alle_|dear_|liebe[rs]?_|any_)?(?:ais?|llms?|(?:ai|language|large_language)_models?|(?:ai|ki)[_-](?:agents?|assistants?|assistent(?:en)?|\w{3,20})|chat_?bots?|kis?|sprachmodelle?n?|chatgpt|memory_system|нейросет\w{1,3}|языков\w{2,3}_модел\w{1,2}|ии|ии-\w{3,20}|大模型|语言模型|智能体|人工智能|AI_?助手|记忆系统|система_памяти|gedächtnissystem)
    """
)
AI = _any_of(
    r"""
    (?:an?_|the_|my_|dear_|any_|all_|an_alle_|alle_|liebe[rs]?_|die_|der_|das_|eine?_)?(?:ais?|a\.i\.|llms?|(?:ai|language|large_language)_models?|(?:ai|ki)_(?:agents?|assistants?)|assistants?|chat_?bots?|bots?|agents?|memory_system|kis?|sprachmodelle?n?|ki-\w{3,20}|assistent(?:en)?|agent(?:en)?|chatgpt|нейросет\w{1,3}|ассистент\w{0,3}|языков\w{2,3}_модел\w{1,2}|модел\w{1,2}|бот\w{0,2}|агент\w{0,3}|ии|ии-\w{3,20}|大模型|语言模型|智能体|助手|人工智能|AI_?助手)
    """
)
FOREVER = _any_of(
    r"""
    permanently forever for_all_time dauerhaft für_immer auf_dauer навсегда навечно 永久 永远
    长期记忆 long-term_memory langzeitgedächtnis долговременную_память постоянную_память
    """
)
KEEP = _any_of(
    r"""
    remember store save note keep record memori[sz]e write add speicher\w{0,2} merk\w{0,2}
    notier\w{0,2} schreib\w{0,2} behalt\w{0,2} запомни\w{0,2} запиши\w{0,2} сохрани\w{0,2}
    внеси\w{0,2} (?:请)?记住 (?:请)?保存 (?:请)?写入 (?:请)?永久记住 (?:请)?记录
    """
)

# Words of titles that only name what stands below them.
_TITLES = """
    notes note summary decision decisions todo todos to do done next steps step action actions
    items item open points questions question log journal diary today yesterday tomorrow week day
    month morning evening afternoon night meeting meetings agenda ideas idea misc other general
    overview background context status progress results result links references tasks task facts
    people projects project topics topic plan plans follow up followups reminders inbox archive
    changelog the a of for and in with about from notizen notiz zusammenfassung entscheidung
    entscheidungen offene punkte offen aufgaben aufgabe nächste schritte erledigt heute gestern
    morgen woche tag monat besprechung besprechungen ideen sonstiges allgemein überblick
    hintergrund stand ergebnisse ergebnis fragen frage fakten termine protokoll tagebuch themen
    plan und der die das für von mit заметки заметка итоги итог решение решения задачи задача
    открытые вопросы вопрос следующие шаги сделано сегодня вчера завтра неделя день месяц встреча
    встречи идеи разное прочее общее обзор статус результаты ссылки факты люди проекты темы план
    журнал дневник и на за по с для monday tuesday wednesday thursday friday saturday sunday
    montag dienstag mittwoch donnerstag freitag samstag sonntag понедельник вторник среда четверг
    пятница суббота воскресенье january february march april may june july august september
    october november december januar februar märz mai juni juli oktober dezember января февраля
    марта апреля мая июня июля августа сентября октября ноября декабря placeholder tbd none n/a na
    nothing keine nichts нет пусто 笔记 小结 总结 决定 决策 待办 待办事项 已完成 今天 昨天 明天
    会议 会议记录 问题 下一步 日志 计划 其他 想法 背景 进展 结果 链接 无 暂无
"""
TITLES = frozenset(_TITLES.split())

# One of these makes a title say something.
_SAYS = """
    is are was were has have had will must can cannot should never always not no don't needs wants
    prefers likes hates moved moves only before after until ist sind war hat haben wird muss darf
    kann soll nie niemals immer nicht kein keine keinen nur vor bis bleibt will mag не нет никогда
    всегда нельзя нужно надо только был была будет есть до после
"""
SAYS = frozenset(_SAYS.split())

_COMMANDS = """
    git npm npx pnpm yarn pip pip3 pipx uv uvx poetry docker docker-compose podman kubectl helm
    sudo rsync scp ssh sftp curl wget systemctl journalctl cmake cargo rustc gcc g++ clang apt
    apt-get dnf yum pacman brew chmod chown grep egrep rg sed awk tar unzip gunzip mkdir rmdir
    psql mysql sqlite3 redis-cli mongosh python python3 pytest ruff mypy terraform ansible
    ansible-playbook gradle mvn ffmpeg openssl gpg vim nano crontab cp mv rm ls cd cat echo export
    source df du ps ln tmux nginx restic borg rclone dig ping traceroute ip ifconfig lsof netstat
    ss mount umount dd useradd usermod passwd adb flutter dart bun deno tsc eslint prettier jest
    vitest make go node ruby gem bundle php composer java javac dotnet swift xcodebuild alembic
    tox nox hatch conda mamba pdm just task bash sh zsh env xargs find head tail sort wc diff
    patch kill pkill killall service snap flatpak aws gcloud az gh glab heroku vercel netlify fly
    openclaw lamina claude code
"""
COMMANDS = frozenset(_COMMANDS.split())

# Commands that are words too: a flag, a path or a known second word has to stand behind them.
_ALSO_WORDS = """
    make go find head tail sort kill just task source echo export service fly code claude diff
    patch swift node bundle mount ip dig snap gem env ping cat
"""
ALSO_WORDS = frozenset(_ALSO_WORDS.split())

_SECOND = """
    all test tests build install clean check lint run mod vet get generate fmt add remove start
    stop restart status list update upgrade deploy bench
"""
SECOND = frozenset(_SECOND.split())

# A line with one of these is about a command.
_PROSE = """
    is are was were has must should can cannot the a an to for on of with at only never always not
    by because when if than needs needed and or we you they who it requires required banned
    blocked ist sind war wird muss darf soll kann der die das den dem ein eine zu für auf von mit
    nur nie immer nicht kein wenn und oder wir im am bei nach
"""
PROSE = frozenset(_PROSE.split())

# One of these stands in every line (lower case) that gives an agent orders.
_ORDERS = """
    instru prompt ignor disregard forget overrid bypass assist agent llm model system anweis
    vergiss missacht vorgab regel инструк указан игнор забуд ассист систем промпт правил нейросет
    忽略 无视 忘 指令 提示 规则 系统 助手 模型 jailbr token password secret passw парол 密码
    memory gedächtnis память 记忆
"""
ORDERS = tuple(_ORDERS.split())

SAYS_ZH = "不别勿禁只必须先改换搬用是"
