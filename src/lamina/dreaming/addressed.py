"""Tell a line that may be meant for an agent, not for its owner: only a person lets it in. Pure.

Looser than ``documents/fence.instructs``, for it costs little: a line that names a kind of agent
and says what to remember, to answer or to obey is proposed to the owner and never applied.
"""

from __future__ import annotations

import re

from lamina.dreaming.disguised import is_disguised

_WHO = re.compile(
    r"\b(?:assistants?|agents?|bots?|ai|a\.i\.|llms?|language models?|memory system"
    r"|assistent(?:en)?|agenten|ki|sprachmodelle?n?"
    r"|ассистент\w*|помощник\w*|бот(?:ы|у|ам|ов)?|ии|агент\w{0,3}|нейросет\w*)\b"
    r"|助手|助理|智能体|机器人|人工智能|(?<![A-Za-z])AI(?![A-Za-z])|大?模型",
    re.IGNORECASE,
)
_DO = re.compile(
    r"\b(?:remember|memor\w+|permanent\w*|rules?|ignor\w+|forget|answer|reply|obey|note that"
    r"|from now on|instructions?|accept all|keep this"
    r"|merk\w*|gedächtnis\w*|langzeit\w*|dauerhaft|regeln|ignorier\w*|vergiss|antworte"
    r"|ab jetzt|ab sofort|künftig|anweisung\w*"
    r"|запомн\w+|памят\w+|навсегда|правил\w*|отвеча\w+|отныне|сохран\w+|забуд\w+|внес\w+|добавь)\b"
    r"|记住|记录|记忆|永久|规则|忘记|回答|对外|登记|覆盖|从现在起|以后",
    re.IGNORECASE,
)


def needs_a_person(text: str) -> bool:
    """Tell whether a line may be meant for an agent, or hides something."""
    return speaks_to_agent(text) or is_disguised(text)


def speaks_to_agent(text: str) -> bool:
    """Tell whether a line names a kind of agent and says what it should keep or do."""
    return bool(_WHO.search(text) and _DO.search(text))
