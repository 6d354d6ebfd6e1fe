"""What is said to a session and written of it, in four languages. Pure."""

from __future__ import annotations

from dataclasses import dataclass

from lamina.documents.language import Language

HASH = "TRIM_HASH:"  # begins the line by which a session says that it has written


@dataclass(frozen=True, slots=True)
class Words:
    """Texts of one language."""

    request: str  # {file}, {line}
    subject: str  # of the block in active context: {session}
    short: str
    kinds: dict[str, str]  # of matters


WORDS = {
    Language.EN: Words(
        "[MAINTENANCE] Write every open matter and the context that matters into {file} now."
        " Then add exactly this line at its end: {line} Answer with NO_REPLY and nothing else.",
        "Session {session}",
        "open when its older part left the context",
        {
            "question": "question",
            "promise": "promise",
            "todo": "to do",
            "decision": "decision",
            "rule": "rule",
        },
    ),
    Language.DE: Words(
        "[WARTUNG] Schreibe jetzt alle offenen Themen und den wichtigen Kontext in {file}."
        " Füge danach exakt diese Zeile am Ende ein: {line} Antworte ausschließlich mit NO_REPLY.",
        "Sitzung {session}",
        "offen, als ihr älterer Teil den Kontext verließ",
        {
            "question": "Frage",
            "promise": "Zusage",
            "todo": "Aufgabe",
            "decision": "Entscheidung",
            "rule": "Regel",
        },
    ),
    Language.RU: Words(
        "[ОБСЛУЖИВАНИЕ] Запиши сейчас все открытые темы и важный контекст в {file}."
        " Затем добавь в конец ровно эту строку: {line} Ответь только NO_REPLY.",
        "Сессия {session}",
        "открыто на момент, когда её старая часть ушла из контекста",
        {
            "question": "вопрос",
            "promise": "обещание",
            "todo": "задача",
            "decision": "решение",
            "rule": "правило",
        },
    ),
    Language.ZH: Words(
        "[维护] 请立即把所有未完成事项和重要背景写入 {file}。"
        "然后在文件末尾添加这一行，一字不差：{line} 只回复 NO_REPLY。",
        "会话 {session}",
        "较早部分离开上下文时仍未完成",
        {
            "question": "问题",
            "promise": "承诺",
            "todo": "待办",
            "decision": "决定",
            "rule": "规则",
        },
    ),
}
