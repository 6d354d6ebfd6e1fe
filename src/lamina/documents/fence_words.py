"""The shapes of text that gives an agent orders, and a host's quiet answers, in four languages.

Words stand as fence.py's shadow has them: in lower case, without accents (fuhre is führe, е is ё).
"_" is a blank, a hyphen or itself, "*" any ending. A shape is groups of words that follow one
another in a sentence, with at most so many characters between them. "Always answer in German" has
none, nor has "forget the last offer": something of the agent's has to be set aside or hidden, or an
agent spoken to.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

_ACK = """heartbeat assistant agent action bot antwort ok okay all is are good fine clear quiet
    well normal everything still nothing no new to do report needs need attention needed changes
    change issues problems messages tasks due pending alerts events mail urgent and systems
    stable healthy alles gut ruhig klar ordnung in nichts zu tun neues keine neuen neuigkeiten
    aufgaben anderungen nachrichten probleme aktion notig melden und weiterhin stabil все хорошо
    спокойно тихо в порядке норме нормально нет новых новостей задач сообщений изменений без
    ничего нового не требуется внимания проблем стабильно 一切正常 正常 都正常 一切都好 没事 无事
    无异常 没有新消息 没有需要处理的事项 无需处理 没有变化 没有新任务 无需操作 很安静 没有异常
    一切安好 没有问题"""

ACK = frozenset(_ACK.split())  # words that may stand beside a quiet answer

_DROP = """ignore ignoring disregard* forget override bypass do_not_follow don't_follow
    stop_following discard set_aside ignorier ignoriere ignorieren ignoriert vergiss vergesst
    vergessen_sie missachte* umgehe* verwirf игнорируй* проигнорируй* забудь* не_обращай*
    отбрось* обойди* не_следуй* нарушь* отмени* переопредели* 忽略 无视 忽视 忘掉 忘记 忘了
    不要遵守 不要理会 绕过 抛开"""
_EARLIER = """previous prior earlier above preceding your initial original existing system safety
    any all you_were_given vorherig* vorig* fruher* bisherig* obig* dein* eure* ursprunglich*
    alle предыдущ* прежн* прошл* свои* твои* ваши* исходн* первоначальн* все данные системн* 之前
    以前 先前 上面 上述 以上 前面 此前 你的 您的 所有 一切 原来 原有 最初 任何 全部 系统 安全"""
_BARE = """instructions anweisungen инструкции правила_системы правила_безопасности system_rules
    safety_rules safety_checks sicherheitsregeln 指令 安全检查 安全规则"""
_ORDERS = """instruction* prompt* guideline* directive* guidance programming safeguards
    guardrails safety_rules safety_measures safety_checks content_policy your_rules
    previous_rules prior_rules rules_you rules_above restrictions befehle anweisung* instruktion*
    vorgaben regeln richtlinien weisungen einschrankungen инструкци* указани* правила* промпт*
    ограничени* директив* установки 指令 指示 提示 规则 规定 准则 限制 约束 命令 设定"""
_YOURS = """your previous prior dein* eure* bisherig* vorherig* твои свои ваши прежние предыдущ*
    你的 你之前的 之前的"""
_RULES = """rules training policy policies instruction* order* commands regeln befehl* vorgaben
    anweisung* правила обучение команды 规则 训练 任务 指令 设定 角色"""
_ALL = "everything anything all alles все 一切 所有 全部"
_ABOVE = "above before_this you_were you_have_been you_know oben davor выше до_этого"
_YOU = "you your du dir dein* sie_sind ты вы тебя тебе 你 您"
_FREE = """jailbr* unrestricted uncensored unfiltered no_longer_bound no_longer_restricted
    no_restrictions no_content_policy no_ethical* no_morals no_rules never_refuse no_filter*
    no_guidelines no_limitations without_rules without_any_rules without_restrictions
    without_any_restrictions without_filter* without_any_filter* without_any_content_filter*
    keine_einschrankungen keinerlei_einschrankungen keine_regeln keine_filter ohne_regeln
    ohne_filter ohne_einschrankungen ohne_zensur ungefiltert* uneingeschrankt*
    nicht_mehr_an_deine нет_ограничени* нет_никаких_ограничени* нет_правил нет_этических*
    нет_морали без_ограничени* без_правил без_фильтров без_цензуры больше_не_связан*
    больше_не_ограничен* 没有任何限制 没有限制 没有规则 没有任何规则 不再受 不受任何 不受限制
    不受审查 不加过滤 无限制 无审查"""
_ANSWER = """answer respond reply comply act_as behave_as antworte* beantworte* отвечай* ответь*
    действуй* 回答 回复"""
_POSE = """act_as behave_as pretend_to_be role_play_as roleplay_as tu_so,_als stell_dir_vor,_du
    притвори* веди_себя_как представь,_что_ты 扮演 假装 假设你"""
_AI = """ai llm* language_model chatbot chatgpt ki ki_modell sprachmodell ии нейросет*
    искусственн* 人工智能 语言模型 机器人 智能体"""
_LEAK = """reveal leak disclose repeat recite dump print output wiederhol* gib verrate* повтори*
    выведи* раскрой* напечатай* покажи* zeig* 显示 告诉我 encode zeigen_sie geben_sie 输出 重复
    泄露 打印 复述 透露"""
_SHOW = f"""{_LEAK} show display tell_me give_me what_is what's what_are exact_wording was_ist
    zeig* nenn* покажи* назови* какой_у 显示 告诉我"""
_OWN = "your dein* eure* свой свои твой твои тебя ваш ваши 你 您"
_PROMPT = """prompt system_prompt system_message systemprompt instructions anweisungen vorgaben
    промпт инструкции 提示词 指令 设定"""
_ABOVE_ALL = """system_prompt systemprompt initial_prompt hidden_prompt hidden_instructions
    words_above text_above everything_above instructions_you_were prompt_you_were системн*_промпт
    系统提示"""
_NOT_TELL = """do_not_tell don't_tell never_tell do_not_inform do_not_alert не_говори*
    не_сообщай* не_рассказывай* 不要告诉 别告诉 不要通知 不要告知 不得告诉 不要询问 不要让"""
_NOT_SHOW = """do_not_mention don't_mention do_not_reveal don't_reveal do_not_show never_mention
    не_упоминай* не_показывай* erwahne* 不要提及 不要向"""
_USER = "user owner human nutzer* benutzer* besitzer* пользовател* владел* 用户 主人 使用者"
_WITHOUT = """without_telling without_informing without_notifying without_alerting without_asking
    не_спрашивая не_сообщая не_уведомляя не_информируя без_ведома"""
_OHNE_ZU = "zu_fragen zu_informieren zu_benachrichtigen etwas_davon"
_COVERTLY = """silently secretly covertly heimlich unbemerkt stillschweigend незаметно тайно
    втайне 悄悄 偷偷 秘密 暗中"""
_DO = """send forward upload email execute run delete install transfer schick* sende leite lade
    kopiere fuhre losche installiere uberweise отправь* перешли* загрузи* скопируй* выполни*
    удали* 发送 发到 发给 转发 上传 复制 执行 运行 删除 安装 转账"""
_ACT = f"""{_DO} add proceed change open call share write pay approve trage fuge rufe offne
    andere добавь* открой* измени* вызови* 添加 加到 打开 修改 调用"""
_GIVE = """send email mail forward upload post transmit exfiltrate leak submit schick* sende
    leite lade ladet отправь* перешли* загрузи* выложи* 发送 发到 发给 转发 上传 提交 把"""
_PRIVATE = """memory.md user.md soul.md agents.md .env id_rsa api_key* the_keys private_key*
    ssh_key* credentials conversation schlussel api_schlussel zugangsdaten ключи api_ключи 密钥
    凭证"""
_YOUR_KEYS = """your_api_key* your_keys your_credentials your_memory your_system_prompt
    your_context eure_api_schlussel deine_api_schlussel deine_schlussel deine_zugangsdaten
    свои_api_ключи свои_ключи ваши_ключи"""
_AGENT = """ai_agent* ai_assistant* ai_model* ai_system* llm* language_model* chatbot* chatgpt
    claude ki_agent* ki_assistent* ki_modell* ki_system* sprachmodell* ии_агент* ии_ассистент*
    ии_помощник* ии_модел* языков*_модел* нейросет* ai助手 ai_助手 ai代理 ai_代理 ai智能体
    ai_智能体 ai模型 ai_模型 语言模型 大模型 智能体 人工智能助手"""
_ATTENTION = """attention note_to message_to notice_to instructions_for hinweis_an achtung
    an_alle an_das nachricht_an примечание_для сообщение_для инструкция_для внимание всем 致 所有
    注意 写给"""
_READING = "reading processing that_read who_read die_diese die_das читающ* 阅读 读到 看到"
_IF_YOU = "if_you_are if_you're wenn_du falls_du если_ты если_вы 如果你是 若你是 如果您是"
_SAFETY = """safety_guidelines safety_rules safety_filter* content_filter* ethical_guidelines
    sicherheitsregeln sicherheitsrichtlinien правила_безопасности фильтры_безопасности 安全规则
    安全准则 安全限制 安全过滤"""
_OFF = """suspended disabled cancelled canceled void overridden ungultig 作废 取消 lifted off
    removed deactivated no_longer do_not_apply aufgehoben ausser_kraft deaktiviert отключен*
    отменен* не_действуют сняты 停用 关闭 失效 解除 不适用 禁用"""
_MODE = """developer_mode debug_mode god_mode maintenance_mode entwicklermodus
    режим*_разработчика 开发者模式"""
_ONLY = """your_only your_sole your_real your_true dein_einziges deine_einzige dein_wahres
    твоя_единственная ваша_единственная твоя_настоящая 你唯一 你真正 你的唯一"""
_GOAL = "goal task objective purpose mission ziel aufgabe auftrag цель задача миссия 目标 任务 使命"
_NEW = "new_instructions neue_anweisung* новые_инструкции 新的指令 新指令 新的指示"
_NOW = "from_now_on ab_sofort ab_jetzt von_nun_an с_этого_момента отныне 从现在起 从现在开始 今后"
_MUST = """you_must you_will you_shall you_are_to musst_du wirst_du du_musst du_wirst ты_должен
    ты_должна ты_обязан* ты_будешь вы_должны 你必须 你要 你只能 你将"""
_OBEY = """answer respond reply obey act comply follow ignore execute say speak antworten
    gehorchen befolgen sagen отвечать подчиняться выполнять говорить 回答 回复 服从 遵守 执行
    听从"""
_MUST_NOW = """you_must_now you_will_now you_shall_now you_must_immediately du_musst_jetzt
    ты_должен_сейчас ты_должен_немедленно 你必须立即 你必须马上 你必须现在"""
_CALL = "call invoke use rufe ruf nutze verwende вызови* используй* 调用 使用"
_TOOL = "tool werkzeug инструмент 工具"
_SHELL = "shell exec* bash terminal browser memory_* send_* create_* delete_* run_* write_file"
_KEEP = "save store add write record remember speicher* сохрани* запиши* 保存 存入 写入 记入"
_MEMORY = """your_memory your_long_term_memory your_permanent_memory your_core_memory
    dein_gedachtnis dein_langzeitgedachtnis deinem_gedachtnis свою_память твою_память 你的记忆
    你的长期记忆"""
_TRUSTS = """trusts allows approves permits vertraut erlaubt genehmigt доверяет разрешает
    одобряет 信任 允许 批准"""
_EVERY = "every all any jede* alle* люб* все* кажд* 所有 任何 一切"
_THING = """link* command* request* payment* file* message* befehl* anfrage* zahlung* datei*
    ссылк* команд* запрос* платеж* файл* сообщени* 链接 命令 请求 付款 支付 文件 消息 操作"""
_APPROVED = """approved authorized authorised confirmed freigegeben genehmigt bestatigt одобрил*
    разрешил* подтвердил* 批准 授权 同意"""
_UNASKED = """without_asking without_confirmation no_confirmation without_further ohne_ruckfrage
    ohne_nachfrage ohne_bestatigung без_подтверждения не_спрашивая 无需确认 直接执行"""
_RUN = "run execute call fetch fuhre starte выполни* запусти* запускать"
_FIRST = """before_answering before_responding before_replying before_every_answer
    before_each_answer vor_jeder_antwort перед_ответом перед_каждым_ответом"""
_ALONE = """pretend_you pretend_that_you 假装你是 假装你没有 system_override admin_override
    god_mode jailbreak_mode do_anything_now hidden_instruction* proceed_without_confirmation
    silently_add режим_джейлбрейка geheime_anweisung* скрыт*_инструкци* 隐藏指令
    comply_with_every comply_with_all comply_with_any obey_every obey_all obey_me befolge_jede
    befolge_alle выполняй_любую выполняй_любые выполняй_все 服从每 服从所有 服从任何 服从一切
    remember_to_always_run remember_to_always_execute remember_to_always_call
    remember_to_always_fetch attention_agents attention_all_agents attention_assistants"""

# Words and, between them, the most characters that may stand there.
_SHAPES: tuple[tuple[str | int, ...], ...] = (
    (_DROP, 25, _EARLIER, 30, _ORDERS),
    (_DROP, 15, _YOURS, 25, _RULES),
    (_DROP, 20, _ALL, 30, _ABOVE),
    (_DROP, 20, "rules guidance instruction* guideline*", 4, "you_were given_to above"),
    (_DROP, 1, _BARE),
    ("delete erase losche удали* 删除 清除", 1, "your deine твои свои 你", 15, _ORDERS),
    ("system_instruction* systemanweisung системная_инструкция 系统指令", 1, ": ："),
    (_DROP, 6, "the_above above написанн*_выше 上面 以上 上述", 15, "instead вместо 而是 改为"),
    (_DROP, 6, _ALL, 20, "gesagt* сказал* i_told told_you 说过 告诉你"),
    ("your dein* твои ваши 你", 12, _EARLIER, 6, _ORDERS, 20, _OFF),
    ("disable* deaktivier* отключи* 关闭 解除", 10, _SAFETY),
    ("忽略 无视 忘掉 忘记", 8, "上面 以上 上述 前面", 8, "一切 所有 全部 内容"),
    (_YOU, 60, _FREE),
    (f"{_ANSWER} {_AI}", 40, _FREE),
    ("you_are you're du_bist sie_sind ты вы 你", 12, _MODE),
    (_MODE, 40, f"{_FREE} ignore disregard bypass"),
    ("不加过滤 不受审查 不加限制", 4, "回答 回复"),
    (_POSE, 25, _AI),
    (_SHOW, 25, _OWN, 15, _PROMPT),
    (_LEAK, 25, _ABOVE_ALL),
    (
        "your dein* свой твой ваш 你的 您的",
        30,
        "system_prompt systemprompt системн*_промпт 系统提示",
    ),
    (_NOT_SHOW, 40, "to_the_user to_your_user dem_nutzer пользовател* 用户"),
    (_NOT_TELL, 15, _USER),
    ("sag sage verrate* melde", 10, _USER, 15, "nichts nicht kein_wort"),
    (_WITHOUT, 6, _USER, 15, _ACT),
    (_ACT, 60, _WITHOUT, 6, _USER),
    ("ohne", 15, _USER, 20, _OHNE_ZU, 15, _ACT),
    (_ACT, 60, "ohne", 15, _USER, 20, _OHNE_ZU),
    ("用户 主人", 2, "不知情", 30, f"{_ACT} 把"),
    (_COVERTLY, 25, _DO),
    (_DO, 12, _COVERTLY),
    (_GIVE, 40, _PRIVATE, 60, "http* ftp* @"),
    (_GIVE, 30, _YOUR_KEYS),
    ("你的 您的", 8, "密钥 凭证 记忆", 8, "上传 发送 发到 发给 提交"),
    (_ATTENTION, 10, _AGENT, 3, ": ， ： ,"),
    (_AGENT, 12, _READING),
    (f"{_READING} 本页的", 12, _AGENT, 8, "必须 应当 请 должны"),
    (_IF_YOU, 12, f"{_AGENT} ai ki ии 人工智能"),
    (_AGENT, 2, ": ： ,", 10, "when_you please you_must you_should ignore* bitte"),
    (_SAFETY, 30, _OFF),
    (_SAFETY, 10, "gelten", 40, "nicht"),
    (_ONLY, 4, _GOAL),
    (_NEW, 2, ": ：", 40, _YOU),
    (_NOW, 8, _MUST, 40, _OBEY),
    (_MUST_NOW, 10, f"{_DO} {_OBEY}"),
    (_CALL, 12, _SHELL, 3, _TOOL),
    (_CALL, 6, _TOOL, 6, _SHELL),
    (_KEEP, 25, _MEMORY),
    (_USER, 8, _TRUSTS, 25, _EVERY, 12, _THING),
    (_USER, 12, _APPROVED, 60, _UNASKED),
    (_USER, 12, "authorized_you authorised_you approved_you"),
    (_RUN, 40, _FIRST),
    (_FIRST, 40, "befehl ausfuhren auszufuhren"),
    ("回答前 回复前 回答之前 总结之前", 12, "运行 执行 调用 访问"),
    (_ALONE,),
)
_ODD = (
    (r"<\|(?:im_start\|>system|system\|>|start_header_id\|>system)|<<SYS>>", ("<|", "<<")),
    (
        (
            r'\{\s{0,4}"(?:name|tool|tool_name|function|action|recipient_name)"\s{0,4}:\s{0,4}'
            r'"[\w.:-]{1,60}"\s{0,4},\s{0,4}"(?:arg|param|input|tool_input|action_input)'
        ),
        ("{",),
    ),
    (
        (
            r"(?:you are|you're|act as|mode|modus|du bist|ты|режиме|你(?:现在)?是) ?"
            r"(?:now |jetzt |теперь )?(?-i:DAN)(?!\w)"
        ),
        ("dan",),
    ),
)

_GAP = r"(?:[^\n!?。！？.]|\.(?=\S)|\n(?![\s>*#|\d-])){0,%d}?"  # a line may be wrapped
_LETTERS = "a-z0-9а-я"
_NOT = "(?<!not )(?<!n't )(?<!never )(?<!не )(?<!要)(?<!别)"

_ENDINGS = "[_*]"  # ends the part of a word that is always the same


@dataclass(frozen=True, slots=True)
class Rule:
    """A shape; ``needles``: of each of these groups one must stand in the text for it to match."""

    shape: tuple[str | int, ...] | str  # groups of words with gaps between them, or an expression
    needles: tuple[tuple[str, ...], ...]

    def pattern(self) -> re.Pattern[str]:
        """Return the compiled shape, made where a text first has its needles."""
        return _compiled(self.shape)


@cache
def rules() -> tuple[Rule, ...]:
    """Return all rules; the words of one language may meet those of another."""
    return (*map(_rule, _SHAPES), *(Rule(regex, (needles,)) for regex, needles in _ODD))


def _rule(shape: tuple[str | int, ...]) -> Rule:
    groups = [part.split() for part in shape if isinstance(part, str)]
    needles = tuple(
        tuple(sorted({re.split(_ENDINGS, w, maxsplit=1)[0] for w in group})) for group in groups
    )
    return Rule(shape, needles)


def _any(words: str) -> str:
    return f"(?:{'|'.join(map(_word, words.split()))})"


def _word(word: str) -> str:
    body = re.escape(word).replace(r"\*", r"\w{0,12}").replace("_", r"[\s_-]{1,3}")
    start = rf"(?<![{_LETTERS}])" if word[0].isalnum() and word[0] < "\u2e80" else ""
    end = rf"(?![{_LETTERS}])" if word[-1].isalnum() and word[-1] < "\u2e80" else ""
    return start + body + end


@cache
def _compiled(shape: tuple[str | int, ...] | str) -> re.Pattern[str]:
    if isinstance(shape, str):
        return re.compile(shape, re.IGNORECASE)
    regex = "".join(_GAP % part if isinstance(part, int) else _any(part) for part in shape)
    return re.compile((_NOT if shape[0] == _DROP else "") + regex, re.IGNORECASE)
