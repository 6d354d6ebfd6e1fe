"""The words by which claims are told: fillers, negations, prepositions, time, numbers. Pure.

All tables are written as lines of ``key: word word``, where ``_`` stands for a space in a phrase.
Words are case-folded and have е for ё.
"""

from __future__ import annotations


def _plain(word: str) -> str:
    return word.replace("_", " ").casefold()


def word_set(words: str) -> frozenset[str]:
    """Return the words of a table without keys."""
    return frozenset(map(_plain, words.split()))


def _rows(table: str) -> list[tuple[str, list[str]]]:
    rows = (line.partition(":")[::2] for line in table.strip().splitlines())
    return [(key.strip(), [_plain(word) for word in words.split()]) for key, words in rows]


def forms(table: str) -> dict[str, str]:
    """Return for each word the key of its line."""
    return {word: key for key, words in _rows(table) for word in words}


def classes(table: str) -> dict[str, frozenset[str]]:
    """Return for each word the keys of all lines it is in."""
    found: dict[str, set[str]] = {}
    for key, words in _rows(table):
        for word in words:
            found.setdefault(word, set()).add(key)
    return {word: frozenset(keys) for word, keys in found.items()}


# Words a line says nothing with.
ARTICLES = {
    "en": word_set("the a an"),
    "de": word_set("der die das den dem des ein eine einen einem einer eines"),
    "ru": frozenset[str](),
    "zh": word_set("的 一个 一台 一款 一名 一位"),
}
OBJECT_ARTICLES = word_set("den dem einen einem")
FILLERS = {
    "en": word_set(
        "now currently presently just really actually basically simply please still also too well "
        "already indeed do does btw fyi of so by_the_way from_now_on as_of_now at_the_moment"
    ),
    "de": word_set(
        "jetzt nun aktuell derzeit momentan gerade eben halt mal ja eigentlich übrigens bitte auch "
        "noch schon bereits inzwischen mittlerweile von vom also denn zurzeit sich so ab_jetzt ab_sofort "
        "im_moment"
    ),
    "ru": word_set(
        "вообще-то вообще кстати пожалуйста же ведь уже тоже также пока еще ну именно отныне "
        "с_этого_момента на_данный_момент"
    ),
    "zh": word_set(
        "现在 目前 其实 就 也 呢 吧 啊 哦 呀 嘛 请 已经 当前 如今 还 仍然 仍 从现在起 今后 另外 顺便"
    ),
}
# Words that may stand in one line and lack in another that says the same.
OPTIONAL = word_set("""
    always usually generally typically normally our my its us mr mrs ms located each has user's
    for on immer grundsätzlich generell meist normalerweise unser unsere unserem unseren mein
    meine meinem meinen ihren ihrem seinen seinem uns herr frau gelegen bei beim für firma всегда
    обычно как_правило наш наша наше наши мой моя мое мои свой свою своего своей нам нас для д г у
    user nutzer benutzer пользователь пользователя 用户 一般 通常 总是 都 都要 我们 我们的 我 我的
    我家 咱们 在
""")
NOW = word_set("сейчас теперь")  # may stand for a verb in Russian
# They speak of the newest or the former state of something; its name is the rest.
NEWEST = word_set(
    "our my unser unsere mein meine наш наша наше наши мой моя мое 我 我们 我家 new neu neue neuer neues neuen новый новая новое новые нового новой 新 新的 最新"
)
FORMER = word_set("""
    was were formerly previously once used_to old former earlier had war waren früher ehemals
    damals hieß alte alter altes alten ehemalige hatte hatten wohnte был была было были раньше
    прежде бывший бывшая старый старая старое прошлый 曾 曾经 以前 之前 过去 原来 旧 老 原先
""")
UNSURE = word_set("""
    maybe perhaps might may could would should probably possibly if whether unless or either when
    where which who unclear considering thinking vielleicht wahrscheinlich vermutlich
    möglicherweise könnte würde sollte dürfte falls wenn ob oder wo welche welcher welches
    возможно наверное вероятно если бы ли или может когда где который которая которое которые
    пока_не 可能 也许 或许 如果 大概 要是 或者 或 是否 假如 打算 计划
""")
SAYS_MORE = word_set("""
    because since so that while but although though weil da denn sodass damit aber obwohl während
    потому поскольку чтобы но хотя 因为 所以 但 但是 不过 虽然
""")
ABOUT = word_set("""
    about around roughly approximately least most over under than nearly almost up_to only ca
    circa etwa ungefähr rund mindestens höchstens über unter fast nur knapp около примерно почти
    минимум максимум больше меньше более менее только не_менее 大约 约 左右 至少 最多 超过 不到
    将近 只
""")
LABELS = word_set("""
    note fyi reminder remember info nb ps important hint heads-up notiz hinweis merke achtung
    wichtig заметка примечание важно внимание 注意 备注 提醒 记住 注 提示
""")
NEGATIONS = {
    "en": word_set("not no never no_longer not_any_more not_anymore neither"),
    "de": word_set("nicht kein keine keinen keinem keiner keines nie niemals nicht_mehr"),
    "ru": word_set("не никогда больше_не уже_не ни"),
    "zh": word_set("不 没 别 不要 未 无 不再 从不 从来不 非"),
}
NEVER = word_set("never nie niemals никогда 从不 从来不")  # more than "not"
# Words that hold a negation, and what it negates.
NEGATED = forms("""
    with: without
    mit: ohne
    с: без
    have: нет
    can: cannot
    можно: нельзя
""")
PREPOSITIONS = {
    "en": word_set(
        "in on at to from with by for as under behind before after into onto over between near "
        "per via against than through during within until inside outside since"
    ),
    "de": word_set(
        "in im ins an am ans auf aus bei beim mit nach zu zum zur vor hinter unter über neben "
        "zwischen für um als gegen ab seit per bis durch pro"
    ),
    "ru": word_set(
        "в во на с со к ко от из за под над перед после для до по при о об через между как"
    ),
    "zh": word_set("从 到 由 向 对 给 跟 和 与"),
}
PREPOSITION_KEYS = forms("""
    in: im ins in
    per: per pro je
    an: am ans an
    bei: beim bei
    zu: zum zur zu
    в: во в
    с: со с
    к: ко к
    о: об о
""")
PRONOUNS = word_set("""
    it this that these those he she they there here its it's es das dies dieses er sie dort hier
    da это оно он она они этот эта то тут там 它 这 那 他 她 他们 她们 它们 这个 那个 这里 那里
""")
# Time.
WEEKDAYS = forms("""
    mon: monday mon montag понедельник понедельника понедельнику пн 周一 星期一 礼拜一
    tue: tuesday tue tues dienstag вторник вторника вторнику вт 周二 星期二 礼拜二
    wed: wednesday wed mittwoch среда среду среды среде ср 周三 星期三 礼拜三
    thu: thursday thu thur thurs donnerstag четверг четверга четвергу чт 周四 星期四 礼拜四
    fri: friday fri freitag пятница пятницу пятницы пятнице пт 周五 星期五 礼拜五
    sat: saturday sat samstag sonnabend суббота субботу субботы субботе сб 周六 星期六 礼拜六
    sun: sunday sun sonntag воскресенье воскресенья воскресенью вс 周日 星期日 星期天 周天 礼拜天
""")
RECURRING = forms("""
    mon: mondays montags понедельникам 每周一 每星期一
    tue: tuesdays dienstags вторникам 每周二 每星期二
    wed: wednesdays mittwochs средам 每周三 每星期三
    thu: thursdays donnerstags четвергам 每周四 每星期四
    fri: fridays freitags пятницам 每周五 每星期五
    sat: saturdays samstags sonnabends субботам 每周六 每星期六
    sun: sundays sonntags воскресеньям 每周日 每星期天 每星期日
""")
EVERY = word_set("every each jeden jede jedes каждый каждую каждое 每 每个")
MONTHS = forms("""
    01: january jan januar jänner январь января январе
    02: february feb februar февраль февраля феврале
    03: march mar märz mrz март марта марте
    04: april apr апрель апреля апреле
    05: may mai май мая мае
    06: june jun juni июнь июня июне
    07: july jul juli июль июля июле
    08: august aug август августа августе
    09: september sep sept сентябрь сентября сентябре
    10: october oct oktober okt октябрь октября октябре
    11: november nov ноябрь ноября ноябре
    12: december dec dezember dez декабрь декабря декабре
""")
MOVABLE = word_set("""
    today tomorrow yesterday tonight always usually often sometimes daily weekly monthly nightly
    heute morgen gestern immer meistens oft manchmal täglich wöchentlich monatlich nachts abends
    morgens mittags сегодня завтра вчера всегда обычно часто иногда ежедневно еженедельно утром
    вечером ночью 今天 明天 昨天 总是 通常 经常 有时 早上 上午 中午 下午 晚上 后天 今晚
""")
NUMBERS = forms("""
    2: second
    1: first erste ersten erster erstes первый первая первом 第一
    2: two zwei два две двое 两 二 zweite zweiten zweiter zweites второй вторая втором 第二
    3: three drei три трое 三 third dritte dritten dritter drittes третий третья третьем 第三
    4: four vier четыре четверо 四 fourth vierte vierten vierter
    5: five fünf пять пятеро 五
    6: six sechs шесть 六
    7: seven sieben семь 七
    8: eight acht восемь 八
    9: nine neun девять 九
    10: ten zehn десять 十
    11: eleven elf одиннадцать 十一
    12: twelve zwölf двенадцать 十二
""")
MEASURES = "个只台点月年天号岁位人次块元件片粒颗瓶杯盒袋把双张条本间层楼辆名种套页分小公千百万斤米"
# Chinese words that have a word of these tables in them but are none of it.
ZH_WORDS = word_set("""
    用户 用户名 用途 用法 专用 常用 通用 公用 应用 费用 信用 作用 实用 有用 用品 在线 现场 内在
    实在 正在 存在 还是 但是 只是 可是 于是 总是 要是 是否 因为 为了 认为 作为 成为 行为 以为 称为
    有效 有限 所有 只有 有关 有时 有人 拥有者 不错 不同 不过 不仅 不锈钢 不动产 不良 非常 除非
    非洲 无线 无线网 无论 未来 未婚 未付 未完成 别墅 别人 个别 区别 级别 特别 类别 性别 没问题
    目的 目的地 的确 爱好 爱人 可爱 恋爱 会议 会议室 会员 机会 社会 会计 会话 委员会 说明 说法
    小说 传说 讲座 重要 重新 重复 重点 重庆 体重 重量 喝酒 要求 主要 需要 要点 想法 理想 思想 卖家
    买卖 开发 开发者 开源 开会 开头 公开 打开 展开 离开 开放 关于 关系 相关 海关 机关 住宅 住房
    住院 居住证 工作日 工作室 工作区 工作流 上班族 开始 结束 过敏 通过 过程 超过 就是 就业 成就
    也许 本地 目前 当前 已经 其实 还有 老师 老板 老家 备用 备份 备注 租用 借用 饮用 家用 商用 耐用
    引用 调用 雇用 录用 占用 停用 禁用 启用 选用 服用 日用 用量 用处 用餐 用电 用水 用料 用具 持有
    含有 具有 享有 国有 私有 共有 占有 稀有 晨会 例会 周会 年会 聚会 宴会 音乐会 演唱会 董事会
    班会 家长会 运动会 约会 晚会 大会 会场 会谈 会费 纪要 概要 摘要 必要 安装 包装 服装 西装 装修
    装置 支付 付费 应付 交付 提交 社交 交货 公交 成交 演讲 阅读 读数 玩家 外卖 拍卖 专卖 重启 重装
    净重 跑步 跑车 归还 保养 营养 培养 养护 所在 潜在 预约 预算 节约 条约 比亚迪 华为 旧金山 新闻
    新加坡 新疆 最新 创新 原来 原因 原则 包含 左右 早餐 晚餐 午餐 晚饭 早饭 对话 对象 对于 和平
    和谐 给力 比如 比较 比例 比赛 从事 到期 到底 以后 以及 以前 以上 以下 可以 所以 大小 大学 大家
    大楼 大连 小时 小组 小明 小红 小王 小李 小张 北京 南京 东京 西安 东莞 南方 北方 云南 湖南 河南
    海南 河北 湖北 广东 广西 山东 山西 江西 西藏 上海 上午 下午 白天 白色 黑龙江 黄河 黄山 红利
    红酒 高铁 高级 低级 快递 快捷 假期 请假 真正 真实 空间 空调 满意 错误 冷冻 热线 绿茶 红茶 黑板
    白板 蓝牙 养老 玩具 弹性 读者 读书 吃饭 交通 交易 付款 归档
""")
