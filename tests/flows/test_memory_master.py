"""The cause–change–todo design (in Chinese): set-up, writing, recall by index, learning."""

from __future__ import annotations

import json

WORKSPACE = "memory-master"
ENTRY = """\
## [2026-03-03] 记忆系统升级
- 因：原记忆目录混乱，查找困难
- 改：目录调整为 daily/ + knowledge/，上传 v1.1.0
- 待：检查 ClawHub 描述
"""
INDEX = """\
# 记忆索引

- 飞书配置 → daily/2026-03-02.md,daily/2026-03-03.md
- 电商网站 → daily/2026-03-02.md
- 记忆系统升级 → daily/2026-03-03.md,daily/2026-03-04.md
- ClawHub release → daily/2026-03-04.md
"""
OLD_RULES = (
    "- 每次会话开始时读完 memory/ 下的全部日记",
    "- 会话结束时再统一写日记，不要打断用户",
    "- Load the whole memory folder before answering.",
    "- Summarize the day at midnight.",
)


def test_the_flows_of_the_document(flow, subtests):
    flow.zone = "Asia/Shanghai"
    flow.now = "2026-03-03T20:15:00+08:00"

    set_up(flow, subtests)
    writing(flow, subtests)
    index(flow, subtests)
    recall(flow, subtests)
    knowledge(flow, subtests)

    with subtests.test("doctor finds nothing"):
        assert "0 findings" in flow("doctor")
    flow.ends(subtests, changes=8)


def set_up(flow, subtests):
    with subtests.test("old rules about memory are shown before they go"):
        shown = flow("init", "--diff")
        for rule in OLD_RULES:
            assert f"-{rule}" in shown
        assert "memory-master" in shown  # the layout it found
        assert flow.files() == set(flow.start)

    with subtests.test("they go to the archive; the user's own sections stay as they are"):
        flow("init", "--apply")
        memory, old = flow.read("MEMORY.md"), flow.start["MEMORY.md"].decode()
        archive = flow.read("memory/old-rules.md")
        for rule in OLD_RULES:
            assert rule not in memory
            assert rule in archive
        assert old[: old.index("## 记忆规则")] in memory
        assert old[old.index("## 关键规则") : old.index("## Memory rules")] in memory

    with subtests.test("the new rules are there, in Chinese"):
        assert "## 记忆架构" in flow.read("MEMORY.md")
        agents = flow.read("AGENTS.md")
        assert agents.startswith(flow.start["AGENTS.md"].decode())
        for rule in ("在同一条回复里", "lamina log", "lamina learn"):
            assert rule in agents

    with subtests.test("they name the folder in which this workspace keeps its days"):
        assert "memory/daily/YYYY-MM-DD.md" in flow.read("AGENTS.md")

    with subtests.test("the index knows the notes that were there; its placeholder is gone"):
        assert flow.read("memory/daily-index.md") == (
            "# 记忆索引\n\n- 飞书配置 → daily/2026-03-02.md\n- 电商网站 → daily/2026-03-02.md\n"
        )


def writing(flow, subtests):
    with subtests.test("a conclusion is written at once: cause, change, todo"):
        flow(
            "log", "记忆系统升级", "--cause", "原记忆目录混乱，查找困难",
            "--change", "目录调整为 daily/ + knowledge/，上传 v1.1.0", "--todo", "检查 ClawHub 描述",
        )  # fmt: skip
        note = flow.read("memory/daily/2026-03-03.md")
        assert note == f"# 2026-03-03 (Asia/Shanghai, +08:00)\n\n{ENTRY}"

    with subtests.test("an older subject gets one more day in its line"):
        flow(
            "log", "飞书配置", "--cause", "旧凭证明天过期",
            "--change", "换成正式应用凭证，群消息恢复", "--todo", "周五复查日志",
        )  # fmt: skip
        lines = flow.read("memory/daily-index.md").splitlines()
        assert "- 飞书配置 → daily/2026-03-02.md,daily/2026-03-03.md" in lines

    with subtests.test("the second day of a subject"):
        flow.now = "2026-03-04T09:05:00+08:00"
        flow(
            "log", "记忆系统升级", "--cause", "ClawHub 上的描述还是旧版",
            "--change", "README 改成中英双语，发布 v1.1.1", "--todo", "等审核结果",
        )  # fmt: skip

    with subtests.test("English beside Chinese: the labels stay the workspace's"):
        flow(
            "log", "ClawHub release", "--cause", "the listing showed the old version",
            "--change", "published v1.1.1 with a bilingual README",
        )  # fmt: skip
        assert (
            "## [2026-03-04] ClawHub release\n"
            "- 因：the listing showed the old version\n"
            "- 改：published v1.1.1 with a bilingual README\n"
        ) in flow.read("memory/daily/2026-03-04.md")

    with subtests.test("twice on a day: two entries, one line in the index"):
        flow("log", "记忆系统升级", "--change", "审核通过，已上架")
        note = flow.read("memory/daily/2026-03-04.md")
        assert note.count("## [2026-03-04] 记忆系统升级\n") == 2

    with subtests.test("something important, in one line"):
        flow("remember", "客户阿May 想要白色手冲壶，月底前答复")
        tail = flow.read("memory/daily/2026-03-04.md").splitlines()[-2:]
        assert tail == ["## 笔记", "- 09:05 客户阿May 想要白色手冲壶，月底前答复"]

    with subtests.test("no secrets in memory"):
        key = "sk-proj-" + "a1B2c3D4e5F6g7H8" * 3
        done = flow.run("remember", f"飞书的密钥是 {key}")
        assert "secret" in done.stderr
        for path in flow.files():
            if path.endswith(".md"):
                assert key not in flow.read(path), path
        flow("undo")

    with subtests.test("MEMORY.md: a rule that is there is not added twice"):
        before = flow.read("MEMORY.md")
        flow("core", "add", "发布之前先在本地跑一遍测试。", "--section", "critical-rules")
        assert flow.read("MEMORY.md") == before


def index(flow, subtests):
    with subtests.test("the index, exactly in its format"):
        assert flow.read("memory/daily-index.md") == INDEX

    with subtests.test("the index made from the notes is the same"):
        assert "as the notes say" in flow("index", "rebuild-daily", "--apply")
        path = flow.root / "memory/daily-index.md"
        held = path.read_text("utf-8")
        path.unlink()
        shown = flow("index", "rebuild-daily")
        assert "+- 记忆系统升级 → daily/2026-03-03.md,daily/2026-03-04.md" in shown
        flow("index", "rebuild-daily", "--apply")
        made = flow.read("memory/daily-index.md")
        assert sorted(made.splitlines()) == sorted(INDEX.splitlines())
        flow("undo")
        path.write_text(held, "utf-8")

    with subtests.test("a broken index is mended, lines of the user's own stay"):
        own = "\n> 逗号分隔多天\n"
        path.write_text(held.replace(",daily/2026-03-04.md", "") + own, "utf-8")
        flow("index", "rebuild-daily", "--apply")
        made = path.read_text("utf-8")
        assert "- 记忆系统升级 → daily/2026-03-03.md,daily/2026-03-04.md\n" in made
        assert "> 逗号分隔多天" in made
        flow("undo")
        path.write_text(held, "utf-8")


def recall(flow, subtests):
    with subtests.test("a session starts with what is open and with today and yesterday"):
        pack = flow("context", "--budget", "2000")
        assert ENTRY in pack
        assert "README 改成中英双语" in pack
        assert "图片换成 WebP" not in pack  # the day before yesterday

    with subtests.test("the context fits its budget, the most important first"):
        pack = flow.run("context", "--budget", "300")
        tokens = int(pack.stderr.partition(" of 300 tokens")[0].rpartition(" ")[2].replace(",", ""))
        assert tokens <= 300
        assert "林晓舟" in pack.stdout

    for asked, path in (
        ("飞书机器人为什么收不到消息", "memory/daily/2026-03-02.md"),
        ("记忆目录当时是怎么调整的", "memory/daily/2026-03-03.md"),
        ("手冲壶页面的首屏时间", "memory/daily/2026-03-02.md"),
        ("which version was published on ClawHub", "memory/daily/2026-03-04.md"),
    ):
        with subtests.test("search finds the entry", asked=asked):
            hits = json.loads(flow("search", asked, "--json"))["hits"]
            assert path in [hit["path"] for hit in hits[:2]]

    with subtests.test("what was found can be opened"):
        hit = json.loads(flow("search", "首屏降到", "--json"))["hits"][0]
        assert flow("get", hit["citation"]) == "- 改：图片换成 WebP，首屏降到 1.8 秒\n"

    with subtests.test("nothing relevant: nothing is said"):
        assert json.loads(flow("search", "量子引力", "--json"))["hits"] == []

    with subtests.test("old rules of another skill are no answer"):
        hits = json.loads(flow("search", "会话结束时要写日记吗", "--json"))["hits"]
        assert [h["snippet"] for h in hits if "会话结束时再统一写日记" in h["snippet"]] == []


def knowledge(flow, subtests):
    with subtests.test("what is not known is said, and kept"):
        said = flow("knowledge", "ask", "怎么实现 OAuth？")
        assert "don't know this yet" in said
        flow("knowledge", "ask", "怎么上传 skill 到 ClawHub？")
        wanted = flow("learn", "--wanted")
        assert "怎么实现 OAuth？" in wanted
        assert "怎么上传 skill 到 ClawHub？" in wanted

    with subtests.test("what was worked out is learnt"):
        flow(
            "learn", "clawhub", "--from", "-",
            given="先 `clawdhub login`，再 `clawdhub publish <目录>`。\n版本号写在 SKILL.md 头部。\n",
        )  # fmt: skip
        assert "clawdhub publish" in flow("knowledge", "ask", "怎么上传 skill 到 ClawHub？")

    with subtests.test("from the network only with the user's word, which is kept"):
        text = "授权码流程：\n1. 跳转到授权页，带上 state\n2. 用 code 换 token\n"
        source = "https://example.org/oauth"
        flow("learn", "oauth", "--from", "-", "--source", source, given=text, code=2)
        assert "memory/knowledge/oauth.md" not in flow.files()
        flow(
            "learn", "oauth", "--from", "-", "--source", source,
            "--consent", "我去查一下，你也可以上网搜", given=text,
        )  # fmt: skip
        entry = flow.read("memory/knowledge/oauth.md")
        assert source in entry
        assert "我去查一下" in entry
        assert "用 code 换 token" in flow("knowledge", "ask", "怎么实现 OAuth？")

    with subtests.test("the labels of an entry are Chinese to the colon"):
        assert "来源：https://" in flow.read("memory/knowledge/oauth.md")

    with subtests.test("the index of knowledge, exactly in its format"):
        assert flow.read("memory/knowledge-index.md") == "# 知识库索引\n\n- clawhub\n- oauth\n"
        assert "Nothing was asked" in flow("learn", "--wanted")

    with subtests.test("known already: it is said where"):
        refused = flow.run("learn", "oauth", "--from", "-", given="别的", code=2)
        assert "memory/knowledge/oauth.md" in refused.stderr
