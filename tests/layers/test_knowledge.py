"""Knowledge: an entry and its keyword, both or neither; what is not known is said and kept."""

from __future__ import annotations

import pytest

from lamina.errors import (
    AlreadyThereError,
    ContradictionError,
    EmptyTextError,
    FrontMatterError,
)
from lamina.layers.knowledge import read_keywords

INDEX = "memory/knowledge-index.md"
INNER = "memory/knowledge/knowledge-index.md"
FILE = "memory/knowledge/oauth-2-0.md"


@pytest.mark.parametrize(
    ("language", "title"),
    [
        ("en", "Knowledge index"),
        ("de", "Wissensindex"),
        ("ru", "Индекс знаний"),
        ("zh", "知识库索引"),
    ],
)
def test_an_entry_and_its_keyword_are_one_change(open_memory, root, language, title):  # KNOW-1
    memory = open_memory(**{"notes.language": language})
    written = memory.knowledge.learn("OAuth 2.0", "Ask for a code, then for a token.\n\n")
    assert (root / FILE).read_text() == "# OAuth 2.0\n\nAsk for a code, then for a token.\n"
    assert (root / INDEX).read_text() == f"# {title}\n\n- OAuth 2.0\n"
    assert (written.path, written.start_line, written.end_line) == (FILE, 1, 3)
    assert len(memory.history()) == 1
    memory.undo()
    assert not (root / INDEX).exists()
    assert not (root / "memory/knowledge").exists()


@pytest.mark.parametrize(
    "placeholder", ["- (none yet)\n", "- （暂无）\n", "* (noch nichts)\r\n", "- （还没有）"]
)
def test_a_placeholder_vanishes_with_the_first_entry(memory, root, write, placeholder):
    eol = "\r\n" if "\r" in placeholder else "\n"
    write(INDEX, f"# 知识库索引{eol}{eol}mine{eol}{placeholder}")
    assert memory.knowledge.keywords() == ()
    memory.knowledge.learn("OAuth 2.0", "text")
    assert (root / INDEX).read_bytes().decode() == (
        f"# 知识库索引{eol}{eol}mine{eol}- OAuth 2.0{eol}"
    )


def test_both_places_of_the_index_are_read(memory, root, write):
    write(INNER, "# 知识库索引\n\n- oauth-2-0\n- [Flask API](flask-api.md)\n")
    write(INDEX, "# mine\n- react\n* `git-rebase`\n- vue.md\n")
    assert memory.knowledge.keywords() == ("react", "git-rebase", "vue", "oauth-2-0", "Flask API")
    inner = (root / INNER).read_bytes()
    memory.knowledge.learn("OAuth 2.0", "text")  # listed inside already
    assert (root / INDEX).read_text() == "# mine\n- react\n* `git-rebase`\n- vue.md\n"
    memory.knowledge.learn("Docker", "text")  # written beside the folder
    assert (root / INDEX).read_text().endswith("- vue.md\n- Docker\n")
    assert (root / INNER).read_bytes() == inner


def test_what_is_listed_and_what_is_there(memory, write):
    write(INDEX, "- react\n- lost\n")
    write("memory/knowledge/react.md", "x\n")
    write("memory/knowledge/Unlisted.md", "x\n")
    found = {e.keyword: (e.listed, e.there) for e in memory.knowledge.entries()}
    assert found == {"react": (True, True), "lost": (True, False), "Unlisted": (False, True)}
    memory.apply(memory.editor.plan("fix", memory.knowledge.mend))
    assert memory.editor.plan("fix", memory.knowledge.mend).empty
    assert memory.knowledge.keywords() == ("react", "lost", "Unlisted")


@pytest.mark.parametrize(
    "keyword",
    ["Git (advanced)", "流程（发布）", "C++ build", "`pip` cache", "[draft] plan", "a_b", "- dash",
     "(in parentheses)", "# title", "two\nlines", "../../x", "Größe", "x.md"],
)  # fmt: skip
def test_any_keyword_is_listed_once(memory, root, keyword):
    memory.knowledge.learn(keyword, "text")
    (entry,) = memory.knowledge.entries()
    assert (entry.listed, entry.there) == (True, True)
    assert entry.path.startswith("memory/knowledge/")
    assert entry.path.count("/") == 2
    before = (root / INDEX).read_bytes()
    assert memory.editor.plan("fix", memory.knowledge.mend).empty
    memory.knowledge.learn(keyword, "more of it", more=True)
    assert (root / INDEX).read_bytes() == before
    assert len(read_keywords(before.decode())) == 1


def test_twice_only_when_asked_for_more(memory, root):
    memory.knowledge.learn("OAuth 2.0", "first")
    before = (root / FILE).read_bytes()
    with pytest.raises(AlreadyThereError) as error:
        memory.knowledge.learn("oauth 2.0", "second")
    assert "--more" in error.value.hint
    assert (root / FILE).read_bytes() == before
    written = memory.knowledge.learn("OAuth 2.0", "second", more=True)
    assert (root / FILE).read_bytes().startswith(before)
    assert written.text.endswith("second")


@pytest.mark.parametrize(("keyword", "text"), [("", "x"), (" … ", "x"), ("OAuth", " \n ")])
def test_nothing_is_not_learnt(memory, root, keyword, text):
    with pytest.raises(EmptyTextError):
        memory.knowledge.learn(keyword, text)
    assert not (root / INDEX).exists()
    assert not (root / "memory/knowledge").exists()


def test_from_the_network_only_with_the_users_word(memory, root):  # KNOW-2
    with pytest.raises(EmptyTextError, match="consent"):
        memory.knowledge.learn("OAuth 2.0", "text", source="https://oauth.net/2/")
    assert not (root / FILE).exists()
    memory.knowledge.learn(
        "OAuth 2.0", "text", source="https://oauth.net/2/", consent="yes, look it up\nplease"
    )
    assert (root / FILE).read_text() == (
        "---\norigin: untrusted\n---\n# OAuth 2.0\n\ntext\n\n"
        "> Source: https://oauth.net/2/\n> Asked for: yes, look it up please\n"
    )


@pytest.mark.parametrize("eol", ["\n", "\r\n"])
def test_front_matter_stays_one_block(memory, root, eol):  # F03
    text = "---\ntags: [a, b]  # mine\nz: 1\n---\n# T\n\nbody\n\n---\n\nmore\n".replace("\n", eol)
    memory.knowledge.learn("OAuth 2.0", text, source="s", consent="c")
    after = (root / FILE).read_bytes().decode()
    head = after.split(f"---{eol}")[1]
    assert "tags: [a, b]  # mine" in head
    assert "z: 1" in head
    assert "origin: untrusted" in head
    assert f"body{eol}{eol}---{eol}{eol}more" in after


def test_front_matter_that_cannot_be_read_is_refused(memory, root):  # F03
    with pytest.raises(FrontMatterError, match=":2:"):
        memory.knowledge.learn("Paths", "---\nkey: `C:\\a`\n---\nx\n", source="s", consent="c")
    assert not (root / "memory/knowledge").exists()
    assert not (root / INDEX).exists()


def test_a_contradiction_with_what_is_known_is_asked_about(memory, root):
    memory.statements.learn("Deploy", "The release branch is called main.")
    with pytest.raises(ContradictionError):
        memory.statements.learn("Release", "The release branch is called stable.")
    assert not (root / "memory/knowledge/release.md").exists()
    memory.statements.learn("Release", "The release branch is called stable.", replaces=True)
    assert [h.path for h in memory.search("release branch").hits] == ["memory/knowledge/release.md"]


def test_what_was_asked_and_not_known_is_kept(open_memory):  # KNOW-2
    memory = open_memory()
    assert memory.lesson("how do I set up OAuth?") is None
    assert memory.lesson("how do I set up OAuth?") is None
    assert memory.lesson("怎么部署 kubernetes") is None
    assert [(question, times) for question, _, _, times in memory.wanted()] == [
        ("how do I set up OAuth?", 2),
        ("怎么部署 kubernetes", 1),
    ]
    memory.knowledge.learn("OAuth", "text")
    lesson = memory.lesson("how do I set up OAuth?")
    assert lesson is not None
    assert lesson.path == "memory/knowledge/oauth.md"
    assert [question for question, *_ in memory.wanted()] == ["怎么部署 kubernetes"]
