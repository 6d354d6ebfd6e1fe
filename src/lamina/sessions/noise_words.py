"""Words of life-cycle notices, of reporting, of denial, in four languages.

A notice is one only as a whole: "The user returned to the session" is, "The user returned from
Japan" is not.
"""

from __future__ import annotations

_WHO = (
    r"(?:the |der |die |das |ein |eine )?(?:user|client|human|agent|sub-?agent|assistant|session"
    r"|conversation|chat|worker|daemon|gateway|memory(?: system)?|system|context|observer"
    r"|hook|cron(?: job)?"
    r"|heartbeat|tool(?: call)?|connection|server|process|task|job|compaction|checkpoint"
    r"|nutzer(?:in)?|benutzer(?:in)?|sitzung|verbindung|agenten?|aufgabe|speicher"
    r"|пользователь|сессия|агент|ассистент|соединение|задача|процесс|система|разговор"
    r"|用户|会话|对话|智能体|助手|连接|任务|系统|进程|心跳)"
)
_DID = (
    r"(?:re-?engaged|re-?connected|disconnected|connected|returned|resumed|(?:re)?started"
    r"|began|begun"
    r"|ended|stopped|closed|opened|finished|completed|initiali[sz]ed|loaded|ready|idle|active"
    r"|inactive"
    r"|fired|triggered|passed|failed|skipped|timed out|lost|paused|continued|continues|joined"
    r"|left"
    r"|woke up|waiting|recorded|saved|cleared|compacted|reset|greeted|acknowledged|responded"
    r"|initiated|launched|terminated|healthy|alive|ok|is back|came back"
    r"|sent (?:a )?(?:message|prompt)"
    r"|asked (?:a )?question|gestartet|beendet|fortgesetzt|verbunden|getrennt|geladen|bereit"
    r"|untätig"
    r"|aktiv|zurück(?:gekehrt)?|wieder (?:da|aktiv)|abgeschlossen|initialisiert|begonnen"
    r"|unterbrochen"
    r"|начат[ао]?|начал(?:ся|ась|ось)|заверш[её]н[ао]?|завершил(?:ся|ась)|возобновлен[ао]?"
    r"|вернул(?:ся|ась)"
    r"|подключен[ао]?|отключен[ао]?|загружен[ао]?|готов[ао]?|ожидает|активн?[аео]?н?|запущен[ао]?"
    r"|(?:已)?(?:开始|结束|恢复|启动|连接|断开|加载|完成|就绪|返回|上线|离线|空闲|重新加入|初始化))"
)
_WITH = (
    r"(?:,? (?:to|with|in|into|after|for|from|by|the|a|an|this|new|again|successfully|session"
    r"|conversation"
    r"|chat|pause|break|idle|while|user|agent|assistant|client|prompt|message|input|response"
    r"|reply|gateway"
    r"|continuing|successful|period|inactivity|time|work|interaction|state|previous|mit|nach"
    r"|der|die|das"
    r"|einer|dem|pause|sitzung|gespräch|erfolgreich|wieder|zur|zum|neue[rn]?|к|в|после|с"
    r"|новая|новый"
    r"|сессии|разговору|паузы|перерыва|успешно|снова|о|at|um|\d{1,2}:\d\d(?::\d\d)?|#?\d{1,6}"
    r"|[0-9a-f]{6,36})){0,8}"
)
_BE = (
    r"(?:(?:is|was|has|has been|have|are|be|been|wurde|ist|hat|war|sich|была?|было|now|just"
    r"|again|wieder)\s){0,3}"
)
LIFE_CYCLE = (
    r"(?:[-*•]\s|\[?\d{1,2}:\d\d(?::\d\d)?\]?\s){0,2}(?:"
    rf"{_WHO}\s?{_BE}{_DID}{_WITH}"
    rf"|(?:new|neue|новая|新)\s?{_WHO}(?:\s{_BE}{_DID})?"
    rf"|{_DID}\s(?:new\s|a\s|the\s)?{_WHO}{_WITH}"
    r"|(?:health|liveness|readiness|heartbeat|status)[ -]?check(?: \w+){0,2}(?:\s?[:：-]\s?\w+)?"
    r"|(?:zustands|gesundheits)prüfung(?: \w+){0,2}(?:\s?[:：-]\s?\w+)?|проверка (?:связи"
    r"|состояния)(?: \w+){0,2}"
    r"|(?:心跳|健康)检查.{0,6}"
    r"|(?:waiting|wartet|warte|ожидание|等待).{0,4}(?:for|auf|ввода|用户)?.{0,4}(?:user|nutzer"
    r"|пользователя|human|the user)?"
    r"(?:\s?(?:input|eingabe|输入|response|reply|message))"
    r"|(?:user|nutzer|the user) (?:is )?(?:continuing|continues|idle|active|present|typing"
    r"|back|online|away)"
    r"(?: the (?:conversation|session|chat))?"
    r"|(?:observation|event|entry|memory) (?:recorded|stored|logged|saved)"
    r"|(?:context|config(?:uration)?|memory|index) (?:loaded|refreshed"
    r"|reloaded)(?:\s?[:：].{0,20})?"
    r"|no (?:activity|new (?:messages|events|activity))(?: detected| found| since \S+)?"
    r"|keine (?:aktivität|neuen nachrichten)|нет новых сообщений|没有新消息"
    r")\s?[.!。！…]{0,3}"
)
# What only says that somebody said something, or wants it.
GENERIC = (
    r"\b(?:user|asks?|asked|asking|wants?|wanted|wish(?:es|ed)?|requests?|requested"
    r"|requesting|request"
    r"|says?|said|saying|mentions?|mentioned|stat(?:es|ed)|reports?|reported|notes?|noted"
    r"|needs?|needed"
    r"|would|like[sd]?|please|tells?|told|explain(?:s|ed)|according|that|has|have|had|been"
    r"|being|should|be|is|are"
    r"|was|were|the|a|an|to|of|for|by|it|this|also|just|now|want|need|desires?|they|he|she"
    r"|their|his|her"
    r"|nutzer(?:in)?|benutzer(?:in)?|möchte|will|wünscht|bittet|bat|sagt|sagte|erwähnt"
    r"|erwähnte|gebeten"
    r"|meldet|meldete|berichtet|braucht|dass|soll|sollte|werden|wird|hat|ist|der|die|das|den"
    r"|dem|um|zu|es"
    r"|пользователь|пользователя|просит|попросил[аи]?|хочет|сказал[аи]?|говорит|сообщил[аи]?"
    r"|сообщает"
    r"|упомянул[аи]?|желает|нужно|чтобы|что|это|просьба)\b"
    r"|用户|要求|希望|请求|想要|表示|提到|说|告知|需要|请|了|的|想|把|将|要|提出|是"
)
NOT = (
    r"\b(?:not|never|no|none|without|cannot|nicht|nie|niemals|kein\w*|ohne|не|нет|никогда"
    r"|без)\b|n't\b"
    r"|不|没|無|无|别|未"
)
# Small words that make the opposite of a line.
OPPOSED = (
    *(("on", "off"), ("up", "down"), ("in", "out"), ("before", "after"), ("with", "without")),
    *(("open", "close"), ("opened", "closed"), ("start", "stop"), ("from", "to"), ("more", "less")),
    *(("an", "aus"), ("auf", "zu"), ("vor", "nach"), ("mit", "ohne"), ("rein", "raus")),
    *(("ein", "aus"), ("mehr", "weniger"), ("до", "после"), ("с", "без"), ("из", "в")),
    *(("больше", "меньше"), ("开", "关"), ("前", "后"), ("多", "少"), ("上", "下")),
)
