"""The topic design (in Chinese): cold start, the five phases, concurrent edits, recovery, audit."""

from __future__ import annotations

import json
import subprocess
import sys

WORKSPACE = "memory-index"
ACTIVE = "memory/MEMORY_INDEX_ACTIVE.md"
ARCHIVED = "memory/MEMORY_INDEX_ARCHIVED.md"
FEATURE = "memory/topics/coding/feature-x.md"
WRITERS = 8  # at once


def entries(text):
    return [line for line in text.splitlines() if line.startswith("- [")]


def topics(flow):
    return {p for p in flow.files() if p.startswith("memory/topics/") and p.endswith(".md")}


def test_the_phases_of_the_document(flow, subtests):
    flow.zone = "Asia/Shanghai"
    flow.now = "2026-03-04T18:00:00+08:00"

    cold_start(flow, subtests)
    new_topic(flow, subtests)
    resume(flow, subtests)
    handoff(flow, subtests)
    recovery(flow, subtests)
    audit(flow, subtests)
    archive(flow, subtests)

    with subtests.test("doctor finds nothing"):
        assert "0 findings" in flow("doctor")
    flow.ends(subtests, changes=8, stage="2-end")


def flaws(flow, code=1):
    return json.loads(flow("topic", "audit", "--json", code=code))["flaws"]


def proposals(flow):
    return {one["name"]: one for one in json.loads(flow("topic", "adopt", "--json"))["proposals"]}


def cold_start(flow, subtests):
    with subtests.test("phase 0: the system is set up"):
        flow("init", "--apply")
        assert "lamina topic new" in flow.read("AGENTS.md")
    before = flow.files()

    with subtests.test("phase 0: proposals from ten days of notes, with the lines that show it"):
        found = proposals(flow)
        assert "支付模块重构" in found
        payments = found["支付模块重构"]
        assert payments["days"] == ["2026-02-23", "2026-02-25", "2026-02-27", "2026-03-02"]
        assert payments["evidence"][0].startswith("memory/2026-02-23.md#L3")
        assert len(found["竞品调研"]["days"]) == 3
        assert not {"杂事", "午餐"} & found.keys()
        assert flow.files() == before

    with subtests.test("phase 0: plain headings of a diary count too"):
        found = proposals(flow)
        assert found["新手引导改版"]["days"] == [
            "2026-02-24", "2026-02-26", "2026-03-02", "2026-03-03",
        ]  # fmt: skip

    with subtests.test("phase 0: only what is chosen becomes a topic"):
        flow("topic", "adopt", "支付模块重构", "--apply")
        assert len(topics(flow)) == 1
        index = flow.read(ACTIVE)
        assert len(entries(index)) == 1
        assert entries(index)[0].startswith("- [ACTIVE] 支付模块重构")
        (path,) = topics(flow)
        assert f"`/{path}`" in index

    with subtests.test("phase 0: its state is what came last"):
        (path,) = topics(flow)
        text = flow.read(path)
        state = next(line for line in text.splitlines() if "当前状态" in line)
        assert "退款状态不同步" not in state  # a cause, mended on that very day
        assert "退款改成轮询加回调双保险" in state or "压测" in state
        for said in ("账单改成 T+1 拉取，金额一律用分", "微信支付沙箱跑通"):
            assert said in text

    with subtests.test("phase 0: what is a topic is proposed no more"):
        assert "支付模块重构" not in proposals(flow)


def new_topic(flow, subtests):
    flow.now = "2026-03-05T10:00:00+08:00"
    with subtests.test("phase 1: the file, by its template"):
        flow(
            "topic", "new", "coding", "Feature X", "--role", "CTO",
            "--goal", "支付页支持分期付款", "--state", "方案待评审",
        )  # fmt: skip
        assert flow.read(FEATURE) == (
            "# 任务：Feature X\n"
            "- **归属角色**：CTO\n"
            "- **目标**：支付页支持分期付款\n"
            "- **当前状态**：方案待评审\n"
            "\n## 关键上下文\n"
            "\n## 里程碑与进度\n"
            "\n## 备忘录\n"
        )

    with subtests.test("phase 1: its line in the index, under its domain"):
        assert flow.section(ACTIVE, "💻 Coding") == [
            f"- [ACTIVE] [CTO] Feature X: 支付页支持分期付款 -> `/{FEATURE}`"
        ]

    with subtests.test("phase 1: one line in today's note, no detail"):
        note = flow.read("memory/2026-03-05.md").splitlines()
        assert note[2:] == ["- 10:00 新建长线任务：Feature X，详情见索引。"]

    with subtests.test("phase 1: the same name again is refused, nothing is written"):
        before = flow.read(ACTIVE), flow.read(FEATURE), flow.read("memory/2026-03-05.md")
        refused = flow.run("topic", "new", "coding", "feature x", "--goal", "重复", code=2)
        assert FEATURE in refused.stderr
        assert (flow.read(ACTIVE), flow.read(FEATURE), flow.read("memory/2026-03-05.md")) == before

    with subtests.test("phase 1: topics of other domains"):
        flow(
            "topic", "new", "writing", "上线公告", "--role", "编辑", "--goal", "中英两版的上线公告",
        )  # fmt: skip
        flow("topic", "new", "analysis", "竞品调研", "--goal", "四家竞品的一页对比")
        index = flow.read(ACTIVE)
        assert "## 📝 Writing\n" in index
        assert "## 📊 Analysis\n- [ACTIVE] 竞品调研: " in index  # no role: no tag


def resume(flow, subtests):
    flow.now = "2026-03-06T09:00:00+08:00"
    with subtests.test("phase 2: the milestones and the context"):
        flow(
            "topic", "update", "Feature X", "--role", "CTO",
            "--milestone", "阶段一：方案评审", "--milestone", "阶段二：灰度发布",
            "--context", "分期只支持信用卡，最低 300 元", "--scratch", "问法务：利率怎么写",
        )  # fmt: skip

    for words in ("Feature X", "继续上次的分期付款", "继续上次的分期开发", "分期做得怎么样了"):
        with subtests.test("phase 2: a topic is found by loose words, in the index", words=words):
            shown = flow.run("topic", "resume", words)
            assert f"/{FEATURE}" in shown.stdout
            assert "分期只支持信用卡，最低 300 元" in shown.stdout
            assert "nothing was searched" in shown.stderr

    with subtests.test("phase 2: another one by a part of its goal"):
        assert "# 任务：上线公告" in flow("topic", "resume", "查看公告的进度")

    with subtests.test("phase 2: words that fit none are answered with what there is"):
        refused = flow.run("topic", "resume", "量子引力", code=2)
        assert "Feature X" in refused.stderr

    with subtests.test("phase 2: state and progress are set in the file"):
        flow(
            "topic", "update", "Feature X", "--role", "研发", "--state", "灰度 5 %，无报错",
            "--tick", "阶段一", "--context", "灰度开关在 flags.yaml",
        )  # fmt: skip
        text = flow.read(FEATURE)
        assert "- **当前状态**：灰度 5 %，无报错\n" in text
        assert flow.section(FEATURE, "里程碑与进度") == [
            "- [x] [CTO] 阶段一：方案评审",
            "- [ ] [CTO] 阶段二：灰度发布",
        ]
        assert flow.section(FEATURE, "关键上下文")[1] == "- [研发] 灰度开关在 flags.yaml"

    with subtests.test("phase 2: the day's note says once that it went on, never what"):
        note = flow.read("memory/2026-03-06.md")
        assert note.count("今日推进任务：Feature X，详情见索引。") == 1
        assert "flags.yaml" not in note
        assert "分期" not in note

    with subtests.test("phase 2: paused topics stay in the active index"):
        flow("topic", "pause", "上线公告", "--why", "等设计稿")
        assert flow.section(ACTIVE, "📝 Writing") == [
            "- [PAUSED] [编辑] 上线公告: 中英两版的上线公告 -> `/memory/topics/writing/上线公告.md`"
        ]
        assert "等设计稿" in flow.read("memory/topics/writing/上线公告.md")

    with subtests.test("a session starts with the active index, not with the topics"):
        pack = flow("context")
        assert f"`/{FEATURE}`" in pack
        assert "灰度开关在 flags.yaml" not in pack


def handoff(flow, subtests):
    with subtests.test("phase 3: the path can be passed on, the scratchpad is clean"):
        assert flow.section(FEATURE, "备忘录") == ["- [CTO] 问法务：利率怎么写"]
        flow("topic", "update", "Feature X", "--clear-scratch")
        assert flow.section(FEATURE, "备忘录") == []
        listed = json.loads(flow("topic", "list", "--json"))
        paths = {one["name"]: one["path"] for one in listed}
        assert paths["Feature X"] == FEATURE
        assert flow("get", paths["Feature X"]) == flow.read(FEATURE)

    standing = flow.standing()
    with subtests.test("phase 3: many write at once, each with their role; nothing is lost"):
        running = [
            subprocess.Popen(
                [
                    sys.executable, "-m", "lamina", "topic", "update", "Feature X",
                    "--role", f"研发{n}", "--context", f"第 {n} 号接口已联调",
                    "--milestone", f"联调 {n}", "--now", flow.now,
                ],
                env=flow.lamina.environment | {"LAMINA_NOTES_TIMEZONE": flow.zone},
                cwd=flow.root,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
            )
            for n in range(WRITERS)
        ]  # fmt: skip
        for one in running:
            out, err = one.communicate(timeout=120)
            assert one.returncode == 0, (out, err)
        context = flow.section(FEATURE, "关键上下文")
        assert sorted(context[2:]) == [f"- [研发{n}] 第 {n} 号接口已联调" for n in range(WRITERS)]
        assert len(flow.section(FEATURE, "里程碑与进度")) == 2 + WRITERS
        assert flow.read("memory/2026-03-06.md").count("Feature X") == 1
        flow.back_to(standing)  # their order is chance: not for golden files
        assert len(flow.section(FEATURE, "关键上下文")) == 2


def recovery(flow, subtests):
    held, standing = flow.read(ACTIVE), flow.standing()
    with subtests.test("the index is lost: doctor and the reader are led to the way out"):
        (flow.root / ACTIVE).unlink()
        assert "MEMORY_INDEX_ACTIVE.md" in flow("doctor", code=1)
        refused = flow.run("topic", "resume", "分期付款", code=2)
        assert "lamina topic rebuild" in refused.stderr

    with subtests.test("it is made anew from the heads of the files, paused ones stay paused"):
        flow("topic", "rebuild")
        assert ACTIVE not in flow.files()
        flow("topic", "rebuild", "--apply")
        assert sorted(entries(flow.read(ACTIVE))) == sorted(entries(held))
        assert "[PAUSED] [编辑] 上线公告" in flow.read(ACTIVE)
        flow.matches("1-rebuilt-index")
        flow.back_to(standing)
        assert ACTIVE not in flow.files()
    (flow.root / ACTIVE).write_text(held, "utf-8")


def audit(flow, subtests):
    flow.now = "2026-03-07T08:00:00+08:00"
    with subtests.test("audit finds nothing where all is well"):
        assert flaws(flow, code=0) == []

    standing = flow.standing()
    orphan = flow.root / "memory/topics/analysis/定价实验.md"
    moved = flow.root / "memory/topics/coding/上线公告.md"
    with subtests.test("a file nobody registered, and one that was moved"):
        orphan.write_text(
            "# 任务：定价实验\n- **归属角色**：产品经理\n- **目标**：年付打几折\n", "utf-8"
        )
        (flow.root / "memory/topics/writing/上线公告.md").rename(moved)
        assert {(one["kind"], one["name"]) for one in flaws(flow)} == {
            ("orphan", "定价实验"),
            ("moved", "上线公告"),
        }
        flow("topic", "audit", "--fix")
        index = flow.read(ACTIVE)
        assert (
            "- [ACTIVE] [产品经理] 定价实验: 年付打几折 -> `/memory/topics/analysis/定价实验.md`"
            in flow.section(ACTIVE, "📊 Analysis")
        )
        assert "`/memory/topics/coding/上线公告.md`" in index
        assert "topics/writing/上线公告.md" not in index
        assert "[PAUSED] [编辑] 上线公告" in index
        assert flaws(flow, code=0) == []

    with subtests.test("a moved topic stands under the heading of its new domain"):
        assert any("上线公告" in line for line in flow.section(ACTIVE, "💻 Coding"))

    with subtests.test("a dead entry is told, not thrown away"):
        flow.back_to(standing)
        orphan.unlink()
        moved.unlink()
        assert [(one["kind"], one["name"]) for one in flaws(flow)] == [("dead", "上线公告")]
    (flow.root / "memory/topics/writing/上线公告.md").write_text(
        "# 任务：上线公告\n- **归属角色**：编辑\n- **目标**：中英两版的上线公告\n"
        "- **当前状态**：[PAUSED] 等设计稿\n\n## 关键上下文\n\n## 里程碑与进度\n\n## 备忘录\n",
        "utf-8",
    )


def archive(flow, subtests):
    flow.now = "2026-03-20T17:30:00+08:00"
    flow(
        "topic",
        "update",
        "Feature X",
        "--scratch",
        "试错：先关缓存再灰度，没用",
        "--tick",
        "阶段二",
    )
    with subtests.test("phase 4: without a result nothing is archived"):
        refused = flow.run("topic", "archive", "Feature X", code=2)
        assert "--result" in refused.stderr
        assert FEATURE in flow.files()

    with subtests.test("phase 4: result and lessons stay, trial and error goes to the copy"):
        whole = flow.read(FEATURE)
        flow(
            "topic", "archive", "Feature X", "--result", "分期上线：信用卡三期和六期",
            "--lesson", "灰度之前先对账",
        )  # fmt: skip
        assert FEATURE not in flow.files()
        text = flow.read("memory/topics/.archive/coding/feature-x.md")
        assert "- 分期上线：信用卡三期和六期" in text
        assert "- 灰度之前先对账" in text
        assert "试错" not in text
        assert flow.read("memory/topics/.archive/coding/feature-x.full.md") == whole

    with subtests.test("phase 4: an archived topic does not say that it is under way"):
        text = flow.read("memory/topics/.archive/coding/feature-x.md")
        assert "灰度 5 %" not in text

    with subtests.test("phase 4: its entry is in the cold index, not in the hot one"):
        (line,) = entries(flow.read(ARCHIVED))
        assert line == (
            "- [ARCHIVED] [CTO] Feature X: 分期上线：信用卡三期和六期 -> "
            "`/memory/topics/.archive/coding/feature-x.md`"
        )
        assert "Feature X" not in flow.read(ACTIVE)

    with subtests.test("phase 4: no empty heading is left in the hot index"):
        assert "Coding" not in flow.read(ACTIVE)

    with subtests.test("phase 4: it is out of search unless asked"):
        paths = [
            hit["path"] for hit in json.loads(flow("search", "灰度之前先对账", "--json"))["hits"]
        ]
        assert [path for path in paths if "feature-x" in path] == []
        found = json.loads(flow("search", "灰度之前先对账", "--archived", "--json"))["hits"]
        assert found[0]["path"] == "memory/topics/.archive/coding/feature-x.md"
        assert "灰度之前先对账" in flow("topic", "resume", "分期", "--archived")
        assert "Feature X" not in flow("topic", "list")

    with subtests.test("phase 4: the day's note has one line"):
        assert "- 17:30 任务归档：Feature X，结果见归档索引。" in flow.read("memory/2026-03-20.md")
