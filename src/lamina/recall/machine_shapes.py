"""The shapes of machine text, by reason: what a line begins with, and what may stand anywhere.

A pattern is tried on a line without its bullet, time stamp, check box and bold marks. Every
repetition is bounded, so that the time grows with the length of the line alone.
"""

from __future__ import annotations

from lamina.recall import machine_says as says
from lamina.recall import machine_words as words

_END = r"\s{0,9}[.!)]?\s{0,9}$"
_COLON = r"\s?[:：]"
_DATE = r"(?:\d{4}[-/.]\d\d[-/.]\d\d|\d\d[./]\d\d[./]\d{2,4})"
_CLOCK = r"\d{1,2}:\d\d:\d\d(?:[.,]\d{1,9})?"

_OWN_OUTPUT = (
    (
        r"(?:Ranked|Promoted|Staged|Repaired|Dropped|Moved|Not promoted|Scored"
        r"|Skipped|Ingested|Rejected|Archived|Reviewed|Considered|Selected"
        r"|Kept|Deduplicated)\b(?=.{0,80}(?:\d|\(s\))).{0,60}(?:candidate"
        r"|recall artifact|\(s\)|signals?\b|fragments?\b|durable|MEMORY\.md)"
    ),
    (
        r"No (?:strong|notable|grounded|new|durable|lasting|clear"
        r"|recurring)\b.{0,40}\b(?:candidate|truths?|updates?|patterns?"
        r"|themes?|reflections?|signals?|promotions?)\b"
    ),
)

_OWN_OUTPUT_ANY_CASE = (
    rf"(?:candidate|reflections?|kandidat|кандидат|候选){_COLON}",
    rf"{words.FIELD}{_COLON}\s{{0,4}}(?:\d|`?memory/)",
    rf"evidence{_COLON}\s{{0,4}}\S{{1,80}}\.(?:md|txt)\b",
    rf"status{_COLON}\s{{0,4}}(?:staged|promoted|rejected|candidate)\b",
    r"note: reflection",
    rf"theme{_COLON}\s{{0,4}}[`\"]",
    r"\[memory/\S{1,80}#L\d",
    r"promotion action\b",
    r"(?:light|deep|rem) (?:sleep|phase)(?: report)?\b",
    r"dream diary\b",
    r"possible lasting truths",
    r"promoted from short-term",
    r"recalled memory: data",
    r"(?:traumtagebuch|дневник снов|梦境日记)$",
    (
        r"(?:rewrite|promotion|sweep|reflection|dreaming|diary|flush"
        r"|compaction|ingest(?:ion)?|consolidation|traumlauf|verdichtung"
        r"|сжатие|уплотнение|压缩|整理)(?: run| phase)? (?:skipped|failed|deferred"
        r"|finished|completed?|done|started|übersprungen|fertig|пропущен\w?"
        r"|завершен\w?|跳过|完成|失败)\b"
    ),
    (
        r".{0,40}\d{1,9} ?(?:kandidat|кандидат|个?候选).{0,40}(?:memory"
        r"|übernommen|bewertet|eingestuft|befördert|продвин|повыш|提升|晋升|写入"
        r"|долговрем)"
    ),
    (
        r"(?:befördert|übernommen|eingestuft|bewertet|продвинут|перенесен"
        r"|оценен|отобран|已?提升|已?晋升|已?评估).{0,30}(?:kandidat|кандидат|候选)"
    ),
)

_DIARY_PROMPT = (
    r"\[dreaming-",
    r".{0,80}memory fragments:",
    r"(?i:pre-?compaction|memory flush)\b",
    r".{0,120}STRICT RULES",
)

_DIARY_PROMPT_ANY_CASE = (
    (
        r"(?:write|compose|schreib\w{0,2}|напиши|сочини"
        r"|(?:请)?写).{0,30}(?:dream diary|traumtagebuch|дневник\w? снов|梦境?日记)"
    ),
    (
        r"(?:save|write|store|append|capture|speicher\w{0,2}|schreib\w{0,2}"
        r"|сохрани\w{0,2}|запиши\w{0,2}|(?:请)?(?:将|把|保存|写入)).{0,40}(?:session"
        r"|sitzung|сесси|сеанс|会话|conversation|context).{0,40}(?:memory"
        r"|gedächtnis|памят|记忆)"
    ),
)

_MARKER = (
    r"[A-Z]{2,20}(?:_[A-Z0-9]{1,20}){1,6}$",
    r"\[(?:…|\.\.\.|truncated|output truncated|omitted|snip)",
    r"<{1,3}(?:\||/?SYS|[A-Z]{3,20}_)",
    r"(?:</?[a-z][\w:-]{0,40}(?:\s[^<>]{0,80})?/?>\s{0,8}){1,6}$",
)

_ENVELOPE = (
    r'[{\[]{1,2}\s{0,8}"[^"\n]{1,40}"\s?:',
    r'"[\w.-]{1,40}"\s?:\s?\S',
    (
        r"[^:：\n]{0,60}[(（](?i:untrusted|nicht vertrauenswürdig|недоверенн"
        r"|ненадёжн|不可信|不受信任)"
    ),
    (
        r"(?i:system(?: message|nachricht)?|система"
        r"|系统)(?: ?[(（][^()]{0,30}[)）])?\s?[:：]\s?\[\d"
    ),
    (
        r"\[(?i:cron|scheduled|heartbeat|system|subagent|hook|webhook|job"
        rf"|timer|reminder|{words.CHANNEL}|message_id|reply|forwarded|media|image"
        r"|audio|queued|inter-session)\b[^\[\]]{0,120}\]"
    ),
    (
        r"(?i:conversation (?:info|summary)|gesprächsinfo|сведения о беседе"
        r"|会话信息|对话信息)\b.{0,40}[:：(（]"
    ),
    (
        rf"(?i:{words.HEADER}){_COLON}\s{{0,4}}(?:(?i:{words.CHANNEL}){_END}|\[|(?i:re|aw|fwd?"
        r"|wg): |[^<>\n]{1,40}<\S{1,60}@|<?[\w.+-]{1,60}@[\w-]{1,40}\.|agent:"
        rf"|{_DATE}[T ]\d|[0-9a-f]{{8}}-[0-9a-f]{{4}}|\+?\d{{7,15}}{_END})"
    ),
    (
        r"(?i:message-id|session (?:key|id)|chat id|sender id|x-[a-z-]{2,30}"
        rf"|content-type){_COLON}"
    ),
    (
        r"\"?[a-z]{2,20}(?:_[a-z]{1,20}){0,3}_(?:id|ts|uuid|hash"
        r"|timestamp)\"?\s?[:=]"
    ),
    r"#?\s?(?i:user|chat|group|thread)[ -]?id[:=]\s?\S{3,60}$",
)

_ROLE_PREFIX = (
    rf"\[?(?i:{words.ROLE})\]?(?: ?[(（\[][^()\[\]]{{0,30}}[)）\]])?{_COLON}",
    rf"\[(?i:{words.ROLE})\]\s",
    (
        r"(?i:system ?message|systemnachricht|systemmeldung"
        r"|системное (?:сообщение|уведомление)|系统(?:消息|通知|提示))\s?[:：]"
    ),
    r"(?i:tool[_ ](?:result|use|call|output)s?)\b",
)

_LOG_LINE = (
    rf"\[?{_DATE}[T ]\s?{_CLOCK}",
    rf"\[{_DATE}[T ]",
    rf"\[?{_CLOCK}[\]\s]",
    rf"[A-Z][a-z]{{2}}\s{{1,2}}\d{{1,2}} {_CLOCK}\s",
    rf"[IWEF]\d{{4}} {_CLOCK}",
    rf"\[?{words.LEVEL}\b[\]:：\s](?!\s?\d{{1,4}}\s)",
    rf"\[(?:{words.LEVEL}|错误|警告|信息)",
    rf"(?i:{words.LEVEL})[:\]]?\s?\[",
    rf"\d\d-\d\d {_CLOCK}",
    r"[\w.-]{2,30}\[\d{1,7}\]:",
    r"(?i:fehler|error|ошибка|错误|报错)(?: \w{1,20})?\s?(?::\s|：)",
    (
        r"(?:[^!?\n]{1,60}: )?(?i:no such file or directory|permission denied"
        r"|connection (?:refused|reset|timed out)|command not found"
        r"|datei oder verzeichnis nicht gefunden|keine berechtigung"
        r"|verbindung abgelehnt|нет такого файла или каталога"
        r"|отказано в доступе|команда не найдена|в соединении отказано"
        r"|没有那个文件或目录|权限不够|未找到命令|连接被拒绝)(?:\s?$|\s?[:：(（])"
    ),
    r"\d{1,3}(?:\.\d{1,3}){3} \S{1,20} \S{1,20} \[",
    r"(?:time|ts|level|lvl|msg)=\S",
    r"\w{2,20}=\S{1,60} \w{2,20}=\S{1,60} \w{2,20}=",
    r"\[\s{0,4}\d{1,7}\.\d{3,6}\] ",
)

_STACK_TRACE = (
    r"Traceback \(",
    r'File "[^"\n]{1,200}", line \d',
    r"at [\w.$<>/ ]{1,120}\([^()\n]{0,120}\)$",
    r"at (?:async )?[\w./:-]{1,120}:\d{1,9}:\d{1,9}\)?$",
    r"panic: ",
    r"goroutine \d",
    r"thread '[^']{1,40}' panicked",
    (
        r"(?:[a-z][\w$]{0,30}\.){0,8}[A-Z]\w{1,40}(?:Error|Exception"
        r"|Warning)(?::|$| at )"
    ),
    r"(?:error|warning)(?:\[\w{1,10}\])?: ",
    r"fatal: ",
    r"npm (?:ERR!|error|WARN) ",
    r"E: ",
    r"ld: ",
    r"(?:ba|z)?sh: ",
    r"make(?:\[\d{1,3}\])?: \*",
    r"\S{1,120}\.\w{1,5}:\d{1,6}(?::\d{1,5})?: ",
    r"-->? \S{1,80}:\d{1,6}",
    r"(?:OOMKilled|Killed|Aborted)\b.{0,20}$",
    r"Process finished with",
    r"signal: (?:killed|terminated|aborted)",
)

_STACK_TRACE_ANY_CASE = (
    r"segmentation fault",
    r"core dumped",
    r"caused by:",
    r"uncaught ",
    r"unhandled (?:exception|rejection)",
)

_DIFF_LINE = (
    r"@@ -\d",
    r"diff --(?:git|cc) ",
    r"(?:\+\+\+|---) (?:[ab]/|/dev/null)",
    r"index [0-9a-f]{6,40}\.\.",
    r"(?:new|deleted) file mode \d",
    r"old mode \d",
    r"new mode \d",
    r"similarity index \d",
    r"rename (?:from|to) \S{1,120}$",
    r"Binary files? .{1,160} differ",
    r"\\ No newline",
    r"<{7} \S",
    r">{7} \S",
    r"={7}$",
    r"\|{7} ",
    r"\d{1,5} files? changed\b",
    r"\d{1,5} (?:insertions?|deletions?)\([+-]\)",
    r"\S{1,120} {1,40}\| {1,8}(?:\d{1,6} [+-]{1,80}|Bin )",
    r"(?=[0-9a-f]{0,12}\d)(?=\d{0,12}[a-f])[0-9a-f]{7,40} \S",
    r"(?:commit|Merge:) [0-9a-f]{7,40}\b",
    r"Only in \S{1,120}: ",
)

_TOOL_OUTPUT = (
    r"[dlcbsp-](?:[r-][w-][xsStT-]){3}",
    r"total \d{1,8}$",
    r"(?:sha\d{1,3}|md5|blake\w{1,3})[:=-]\s?[0-9a-f]{6}",
    r"[0-9a-f]{32,128}(?:\s|$)",
    r"HTTP/\d",
    r"\d{3} (?:OK|Not Found|Bad Request|Unauthorized|Forbidden)$",
    (
        r"\(?\d{1,7} (?:rows?|matches|results?)(?: (?:found|returned|affected"
        r"|in set))?\)?\W{0,2}$"
    ),
    (
        r"(?i:found|returned) \d{1,7} (?:files?|rows?|matches|results?|entries"
        r"|lines?)\b.{0,40}$"
    ),
    r"\d{1,6} bytes from ",
    r"/dev/\w{1,20}\s{1,20}\d",
    (
        r"(?i:tool|werkzeug|инструмент|функция|工具|函数|werkzeugaufruf|tool call"
        r"|function call|вызов инструмента"
        r"|工具调用)\s?[:：]?\s?[`\"']?\w{1,40}(?:[._/]\w{1,40}){1,4}"
        r"[`\"']?\s?[:：(（=→-]"
    ),
    r"total: \d{1,7} \w{3,12}, \d",
    r"(?:toolu|call)_\w{4,40}",
    r"File (?:created|written|updated) successfully",
    r"The file \S{1,120} has been (?:updated|created)",
    r"(?:\S{1,20} {2,20}){3}\S",
)

_TOOL_OUTPUT_ANY_CASE = (
    (
        r"(?:command |process |script )?(?:exit(?:ed)?(?: with)?(?: (?:code"
        r"|status))?|return code|exit[- ]?code|exit[- ]?status|rückgabewert"
        r"|rückgabecode|beendet mit(?: code)?|код (?:возврата|завершения"
        rf"|выхода)|返回码|返回值|退出码|退出代码|退出状态)\s?[:=：]?\s?-?\d{{1,5}}{_END}"
    ),
    r"exec (?:completed|failed)",
    r"command (?:completed|succeeded|failed)",
    r"\(?no output\)?$",
    r"\(?keine ausgabe\)?$",
    r"process exited",
    r"query ok",
    r"stdout:",
    r"stderr:",
    r"output:\s?$",
)


def _pattern(exact: tuple[str, ...], any_case: tuple[str, ...]) -> str:
    """Return what matches one of these shapes, the second ones in any case."""
    return "|".join((*exact, *(f"(?i:{shape})" for shape in any_case)))


# Most lines of people have none of these: they need not be searched for a report's title.
_TITLED = r"(?=.{0,200}(?:[:：—–]| - |[Cc]ron))"

# The first that a line begins with gives the reason.
BEGINS = (
    ("own output", _pattern(_OWN_OUTPUT, _OWN_OUTPUT_ANY_CASE)),
    ("diary prompt", _pattern(_DIARY_PROMPT, _DIARY_PROMPT_ANY_CASE)),
    ("marker", _pattern(_MARKER, ())),
    ("envelope", _pattern(_ENVELOPE, ())),
    ("role prefix", _pattern(_ROLE_PREFIX, ())),
    ("log line", _pattern(_LOG_LINE, ())),
    ("stack trace", _pattern(_STACK_TRACE, _STACK_TRACE_ANY_CASE)),
    ("diff line", _pattern(_DIFF_LINE, ())),
    ("tool output", _pattern(_TOOL_OUTPUT, _TOOL_OUTPUT_ANY_CASE)),
    ("progress line", _pattern(says.PROGRESS_LINE, says.PROGRESS_LINE_ANY_CASE)),
    ("scheduled report", f"{_TITLED}(?:{_pattern(says.SCHEDULED_REPORT, ())})"),
    ("status report", _pattern((), says.STATUS_REPORT_ANY_CASE)),
    ("instruction", _pattern((), says.INSTRUCTION_ANY_CASE)),
)

# What makes a whole text machine text wherever it stands, with what has to be in it (lower case).
ANYWHERE: tuple[tuple[str, str, str], ...] = (
    ("own output", "[", r"\[\w{1,20}=\S{1,80}(?: \w{1,20}=\S{1,80}){1,12}\]"),
    ("own output", "=", r"\[(?:score|confidence)=\d?\.\d"),
    ("own output", " - ", r" - (?:confidence|evidence|recalls|status): \S"),
    ("own output", "dream", r"\.dreams/|memory/dreaming/|dream diary entry from these"),
    ("own output", "session-corpus", r"session-corpus"),
    ("own output", "#l", r"\(memory/[^()\s]{1,80}#L\d[\d-]{0,8}\)\s{0,4}$"),
    ("marker", "<!--", r"<!--\s{0,4}(?:openclaw|lamina)[:-]"),
    ("envelope", "untrusted", r"\(untrusted(?: metadata|, for context)?\)"),
    ("diff line", "@@", r"(?m:^\s{0,8}@@ -\d)"),
    ("diff line", "diff --git", r"(?m:^diff --git )"),
    ("stack trace", "traceback (", r"Traceback \(most recent call last\)"),
    ("stack trace", "core dumped", r"\(core dumped\)"),
    ("log line", "http/", r"\"(?:GET|POST|PUT|DELETE|HEAD) \S{1,200} HTTP/\d"),
    ("progress line", "b/s", r"\d ?[kKMG]i?B/s"),
    ("quiet answer", "heartbeat.md", r"(?i:read heartbeat\.md)"),
)
