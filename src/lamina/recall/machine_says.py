"""The shapes of lines in which a program tells how far it is, or speaks to an agent.

They look most like what people write: what follows is judged too, not the first words alone.
"""

from __future__ import annotations

from lamina.recall import machine_words as words

_END = r"\s{0,9}[.!)]?\s{0,9}$"
_OVER = rf"(?:{_END}|[,;，]|\s\(|(?: in| after| nach| за)? \d)"  # the result was all
_OF = r"(?:of|/|von|aus|из|out of)"
_TAIL = (  # of a report's title
    r"s?(?:\s?[(（\"„«][^:：\n]{0,40}"
    r"|\s(?:for|für|of|on|at|um|vom|за|на|от|finished|completed|done|from|\d)[^:：\n]{0,40})?"
)

PROGRESS_LINE = (
    r"remote: ",
    r"(?:ok|not ok) \d{1,6} ",
    r"--- (?:PASS|FAIL|SKIP)",
    r"(?:PASS|FAIL)(?:ED)?:? ",
    r"[^!?\n]{1,120} \.\.\. (?i:ok|failed|ignored|skipped)\b",
    r"[^!?\n]{1,120} (?:PASSED|FAILED|SKIPPED)\b",
    r"[█▓▒░━■▪●⠀-⣿]",
    r"\[[#=> .-]{3,80}\]",
    r"[✓✔✗✘⏳⌛] ?\S.{0,80}$",
)

PROGRESS_LINE_ANY_CASE = (
    rf"{words.JOB}\b[^.!?\n]{{0,120}}(?:\.\.\.|…)\s?.{{0,24}}$",
    rf"{words.JOB}[^.!?\n]{{0,120}}(?:\.\.\.|…)",
    rf"{words.JOB}\b.{{0,120}}\d\s?%\W{{0,4}}$",
    rf"{words.JOB}\s.{{0,80}}\d{{1,6}}\s?{_OF}\s?\d{{1,6}}(?:\W{{0,4}}$|\s?\(|.{{0,12}}%)",
    (
        r"(?:compiling|installing|downloading|downloaded|unpacking|collecting"
        r"|fetching|adding|checking|building|fetched|installed|updating"
        r"|upgrading|linking|using cached|get:\d{1,4}"
        r"|setting up) \S{1,60}[ =-]\(?v?\d"
    ),
    (
        r"[^.!?\n]{1,60} wird (?:geladen|installiert|gebaut|entpackt|gelesen"
        r"|aktualisiert|geprüft|vorbereitet)\W{0,5}$"
    ),
    (
        r"(?:successfully (?:installed|built|tagged|uninstalled)"
        r"|requirement already satisfied|added \d{1,6} packages"
        r"|up to date, audited|done in \d|finished in \d"
        r"|compiled (?:successfully|with)|finished [`\w]{3,12} "
        r"|completed in \d|took \d[\d.]{0,6} ?m?s)\b"
    ),
    r"\d{1,7} (?:passed|failed|skipped|xfailed|errors?)\b(?:,| in \d|\W{0,3}$)",
    r"={1,80} .{0,60}\b(?:passed|failed|skipped|error)\b",
    r"\[?\d{1,4}/\d{1,4}\]\s",
    r"\d{1,3}\s?%\s?[|\[]",
    r"step \d{1,3}/\d{1,3}",
    r"#\d{1,3} (?:\[|DONE|CACHED)",
    r"lade \S{1,60} herunter",
    r"\d{1,3}\s?%\W{0,3}$",
    (
        r"(?:searching|reading|querying|calling|using"
        r"|checking) (?:the )?(?:memory|web|tool|file|index|codebase|notes"
        r"|calendar|inbox|mail)s?\b.{0,80}$"
    ),
)

SCHEDULED_REPORT = (
    (
        rf"(?:[^:：\n]{{0,40}}\b)?(?i:{words.PERIOD})[^:：\n]{{0,40}}(?i:{words.REPORT})"
        rf"{_TAIL}(?:\s?[:：]"
        r"|\(\d{1,2}:\d\d\)|\s[—–-] )"
    ),
    (
        r"(?i:cron(?:job)?)\b[^:：\n]{0,30}(?:[:：]|(?i:completed|finished"
        r"|failed|started)\b)"
    ),
    (
        r"(?i:good (?:morning|evening)|guten (?:morgen|abend)|доброе утро"
        rf"|добрый (?:день|вечер)|早上好|晚上好)[^:：\n]{{0,40}}(?i:{words.REPORT})"
    ),
    (
        r"(?:[^:：\n]{0,40}\b)?(?i:tages|nacht|wochen|morgen|abend"
        rf"|monats)(?i:{words.REPORT}){_TAIL}(?:\s?[:：]|\s[—–-] )"
    ),
    (
        rf"(?i:{words.NEWS})s?(?: (?:\d{{1,2}}:\d\d|(?:for |of )?(?:the |this "
        r"|last )?(?:week|day|month)|(?:für |der |diese )?(?:woche|tag|monat)"
        r"|за (?:неделю|день|сутки|месяц|вчера))"
        r"|（[^）]{1,12}）)?\s?[:：](?=.{0,60}\d.{0,3}[^\W\d].{0,60}\d)"
    ),
    (
        r"(?:[^:：\n]{0,30}\b)?(?i:price|stock|uptime|site|domain|rate|calendar"
        r"|mail|inbox|release) (?i:watch|watcher|monitor|monitoring|tracker"
        r"|alert|scan|sweep)\b[^:：\n]{0,20}[:：]"
    ),
    (
        r"(?i:preis(?:wächter|alarm|beobachtung)|мониторинг|слежение|价格(?:监控"
        r"|提醒|监测))[^:：\n]{0,24}[:：]"
    ),
    (
        r"(?i:heartbeat|herzschlag|心跳|пульс)(?:检查"
        r"| check)?(?:.{0,4}\d{1,2}:\d\d)?\s?[:：]"
    ),
    (
        r"(?i:(?:backup|sicherung|резервная копия|бэкап"
        r"|备份)\b[^:：\n]{0,12}\d{1,2}:\d\d).{0,40}\d\s?(?i:[KMGT]i?B|[КМГТ]Б)\b"
    ),
    (
        r"(?i:(?:weather|wetter|погода|天气|forecast|börse|markets?|stocks?"
        r"|биржа|курсы?|рынки|股市|行情|汇率|headlines|schlagzeilen|top stories"
        r"|заголовки|头条)(?: [^:：\n]{1,30})?)\s?[:：](?=.{0,120}(?:\d\s?(?:%|°|度"
        r"|Grad|degrees|градус|процент)|\d[.,]\d{1,4}.{1,60}\d|1[.)]))"
    ),
    (
        rf"(?i:{words.REPORT})[^:：\n]{{0,20}} (?:for|für|vom|за"
        r"|на) [^:：\n]{0,12}\d[^:：\n]{0,20}[:：]"
    ),
    (
        r"(?i:uptime|backup|scheduled (?:job|task)|geplante[rs]? (?:lauf|job"
        r"|aufgabe)|плановое задание|定时任务)\b[^:：\n]{0,60}[:：].{0,80}\d"
    ),
)

STATUS_REPORT_ANY_CASE = (
    (  # the life of a session
        r"(?:new |neue |новая )?(?:user|session|worker|hook|health ?check|agent|gateway"
        r"|service|sitzung|dienst|сессия|служба|会话|服务)(?: \S{1,20})?\s?(?:re-?engaged"
        r"|(?:re)?started|resumed|ended|stopped|ok|(?:re|dis)?connected|closed|opened|idle"
        r"|initiali[sz]ed|gestartet|beendet|fortgesetzt|начата|запущена|завершена"
        rf"|остановлена|已?开始|已?结束|已?启动|已?停止){_END}"
    ),
    rf"{words.BUILD}\s?#?\s?(?:\d[\w.]{{0,12}})?\s?[:：]?\s?{words.RESULT}{_OVER}",
    (
        rf"{words.BUILD}\s?[#№]?\s?\d{{1,8}}\s(?:läuft|running|started|queued"
        r"|gestartet|ид[её]т|запущен\w?|运行中)"
    ),
    rf"{words.BUILD}\s?[#№]?\s?\d[\w.]{{0,12}}\s.{{0,16}}{words.RESULT}{_OVER}",
    (
        rf"{words.BUILD}[^.!?\n]{{0,12}}[:：,，]?\s?.{{0,12}}\b\d{{1,6}}\s?(?:"
        rf"{words.COUNTED})?\s?{words.RESULT}{_OVER}"
    ),
    rf"{words.BUILD}.{{0,12}}{words.RESULT}\s?\d",
    rf"{words.BUILD} (?:ok|grün|green|passed|успешно)\b\W",
    (
        rf"(?:all |alle |все |所有)(?:\d{{1,5}} )?{words.COUNTED}\s?(?:have |sind "
        rf"|были )?{words.RESULT}{_OVER}"
    ),
    rf".{{0,40}}\b\d{{1,6}}\s?{_OF}\s?\d{{1,6}}\s{words.COUNTED}\b.{{0,20}}(?:{words.RESULT}|$)",
    rf"(?:[^.!?\n]{{0,40}}[:：]\s?)?{words.COUNTED}\s\d{{1,6}}\s?{_OF}\s?\d{{1,6}}",
    r".{0,24}第?\s?\d{1,6}\s?/\s?\d{1,6}\s?(?:步|项|个)",
    r".{0,24}\d{1,6}\s?(?:项|个任务|步|个)[^\d。]{0,8}(?:完成|已完成|中)\D{0,4}\d",
    (
        r"(?:task|aufgabe|задача|任务)(?: in progress| running| läuft"
        r"| выполняется|进行中)\s?[:：]"
    ),
    r"(?:disk|cpu|ram|festplatte|диск|磁盘|内存)\b.{0,24}\d{1,3}\s?%\.?$",
    r"(?:zwischenstand|промежуточный итог|interim status)\s?[:：]",
    r"stand-?up: (?:no|keine|нет|无)",
    (
        r"[^.!?\n]{1,60}(?:updated? to|at|aktualisiert auf|auf"
        r"|обновл[её]н\w? до"
        r"|更新到) ?(?=[0-9a-f]{0,12}\d)(?=\d{0,12}[a-f])[0-9a-f]{7,12}$"
    ),
    r"pushed \d{1,4} commits?\b",
    r".{0,8}共\s?\d{1,6}\s?(?:项|步|个任务).{0,12}(?:完成|通过)",
    (
        r"(?:deployed|merged|pushed|released|reverted|rolled back|ausgerollt"
        r"|gemergt|выкачен\w?|выложен\w?|развёрнут\w?|已部署|已合并|已发布"
        r"|部署).{0,24}?\b(?=[0-9a-f]{0,12}\d)(?=\d{0,12}[a-f])[0-9a-f]{7,40}\b"
    ),
    (
        r"(?:status|stand|progress|fortschritt|статус|прогресс|进度|状态|выполнено"
        rf"|erledigt|completed|完成)\s?[:：]\s?\d{{1,6}}\s?(?:{_OF}\s?\d|%|项|步|个"
        rf"|{words.COUNTED}\b)"
    ),
)

INSTRUCTION_ANY_CASE = (
    rf"{words.SURE_AI}(?![a-zа-яäöü])[^:：,.\n]{{0,24}}[:：,，!！]",
    rf"{words.SURE_AI}\s?(?:请|读到|看到)",
    rf"{words.AI}\s?(?:请注意|注意)",
    (
        rf"{words.AI}[,，]\s?(?:from now on|always|please|ab jetzt|von nun an|bitte"
        r"|отныне|с этого момента|从现在起|请)"
    ),
    (
        r"(?:attention|achtung|внимание|注意|note to|hinweis (?:an|für)|hey"
        r"|hello|hallo|hi|dear|liebe[rs]?|уважаем\w{2,3}|дорог\w{2,3}"
        rf"|致)[,:，：]?\s?{words.AI}\b(?! (?:of|der|des|von)\b)"
    ),
    rf"(?:an|to|für|for|для|для всех|to all) {words.SURE_AI}\b.{{0,24}}[:：,]",
    (
        r"(?:if you are|if (?:this|it) is read by|wenn du|falls du|wenn dies"
        rf"|если ты|если это|如果你是|如果这)\b.{{0,24}}{words.AI}\b.{{0,40}}[:：,，]"
    ),
    (
        r"(?:you are now|from now on you are|du bist (?:jetzt|nun|ab jetzt)"
        rf"|ab jetzt bist du|теперь ты|отныне ты|你现在是|从现在起你).{{0,20}}{words.AI}"
    ),
    (
        r"(?:please |bitte |важно: |important: |wichtig: "
        rf"|пожалуйста, )?{words.KEEP}(?=.{{0,80}}{words.FOREVER})"
    ),
    rf"(?:请)?(?:在|把|将).{{0,16}}{words.FOREVER}.{{0,8}}(?:保存|记录|记住|写入|存)",
    r"请?(?:在|把|将).{0,16}(?:写入|存入|记入|保存到)(?:长期|永久)?记忆",
    rf".{{0,80}}[„“\"«‘「]\s?(?:dear |liebe[rs]? )?{words.AI}[,，:：]",
    (
        r"(?:don't|do not|never|не|不要|别) ?(?:tell|show|mention|reveal|сообщай"
        r"|показывай|говори|告诉|显示).{0,12}(?:this|it|об этом|это|этого|这"
        r"|此).{0,16}(?:user|пользовател|用户)"
    ),
    (
        r"(?:important |wichtige |важн\w{2} |重要)?(?:instructions?"
        r"|anweisung\w{0,2}|инструкци\w|указани\w|指令) ?(?:for|to|für|an|для"
        rf"|给).{{0,24}}{words.AI}"
    ),
)
