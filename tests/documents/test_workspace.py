import os
from pathlib import Path

import pytest

from lamina.documents.kinds import Layer
from lamina.documents.workspace import Workspace, find
from lamina.errors import PathOutsideError, WorkspaceNotFoundError, WorkspacePathError
from lamina.places import Places


def paths(root, *extra):
    return [f.path for f in Workspace(root, tuple(map(str, extra))).scan().files]


def places(tmp_path, cwd, **env):
    return Places.of({"HOME": str(tmp_path)} | env, cwd=cwd)


def test_the_workspace_is_the_named_one_first(tmp_path, root):
    env = {"LAMINA_WORKSPACE": "/elsewhere"}
    assert find(places(tmp_path, root, **env), "/named").root == Path("/named")
    assert find(places(tmp_path, root, **env)).root == Path("/elsewhere")


def test_the_workspace_is_the_nearest_parent_that_looks_like_one(tmp_path, root):
    deep = root / "a" / "b"
    deep.mkdir(parents=True)
    assert find(places(tmp_path, deep)).root == root
    (root / "a" / "MEMORY.md").write_text("# m\n")
    assert find(places(tmp_path, deep)).root == root / "a"


def test_the_hosts_workspace_is_the_last_resort(tmp_path):
    empty = tmp_path / "empty"
    empty.mkdir()
    with pytest.raises(WorkspaceNotFoundError):
        find(places(tmp_path, empty))
    (tmp_path / ".openclaw" / "workspace").mkdir(parents=True)
    assert find(places(tmp_path, empty)).root == tmp_path / ".openclaw" / "workspace"


def test_a_named_agent_has_its_own_workspace(tmp_path, root):
    agents = {"chiti": str(tmp_path / "chiti")}
    assert find(places(tmp_path, root), None, agents, "chiti").root == tmp_path / "chiti"
    assert find(places(tmp_path, root), None, agents, "other").root == root


def test_what_is_no_folder_is_no_workspace(tmp_path):
    file = tmp_path / "file"
    file.write_text("x")
    with pytest.raises(WorkspacePathError, match="not a folder"):
        Workspace(file)
    with pytest.raises(WorkspacePathError, match="no such folder"):
        Workspace(tmp_path / "missing")


def test_a_windows_path_is_refused_and_nothing_is_created(tmp_path, monkeypatch):  # F05
    monkeypatch.chdir(tmp_path)
    for name in ("C:\\Users\\Dr Brenda\\mem", "C:/Users/x", "a\\b"):
        with pytest.raises(WorkspacePathError, match="Windows"):
            Workspace(Path(name))
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(  # J06
    "path",
    [
        "../../etc/passwd",
        "memory/../../x",
        "/etc/passwd",
        "memory/a\0b",
        "C:\\x",
        "memory\\x",
        "",
        "/",
        "memory/../../ws-other/x",
        "@extra/1/x.md",
        "@extra/../x",
    ],
)
def test_paths_that_lead_out_are_refused(root, path):
    (root.parent / "ws-other").mkdir()
    with pytest.raises(PathOutsideError):
        Workspace(root).resolve(path)


def test_paths_that_stay_inside_are_resolved(root):
    workspace = Workspace(root)
    assert workspace.resolve("memory/./../x") == root / "x"
    assert workspace.resolve(str(root / "memory/x.md")) == root / "memory/x.md"
    assert workspace.relative("memory//a/../x.md") == "memory/x.md"


def test_a_link_that_leads_out_is_refused_with_its_path(root, tmp_path):
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "secret.md").write_text("x")
    (root / "memory" / "out").symlink_to(outside)
    workspace = Workspace(root)
    with pytest.raises(PathOutsideError, match=r"memory/out/secret\.md"):
        workspace.resolve("memory/out/secret.md")
    scan = workspace.scan()
    assert [f.path for f in scan.files] == []
    assert "memory/out" in {p.path for p in scan.problems}


def test_links_inside_are_followed_once_each(root, write):  # F08
    write("memory/real.md", "x")
    write("reference/guide/a.md", "x")
    memory = root / "memory"
    (memory / "same.md").symlink_to(memory / "real.md")
    (memory / "guide").symlink_to(root / "reference" / "guide")
    (memory / "loop").symlink_to(memory)
    (memory / "broken.md").symlink_to(memory / "missing.md")
    scan = Workspace(root).scan()
    assert [f.path for f in scan.files] == ["memory/real.md", "reference/guide/a.md"]
    assert [p.path for p in scan.problems] == ["memory/broken.md"]


def test_a_linked_vault_is_followed_where_it_is_an_allowed_root(root, tmp_path):  # F08
    vault = tmp_path / "vault"
    (vault / "deep").mkdir(parents=True)
    (vault / "deep" / "idea.md").write_text("x")
    (vault / "deep" / "again").symlink_to(vault)
    (root / "memory" / "vault").symlink_to(vault)
    found = Workspace(root, (str(vault),)).scan().files
    assert [f.path for f in found] == ["@extra/1/deep/idea.md"]


def test_a_linked_root_is_a_workspace(root, tmp_path, write):  # F08
    write("memory/a.md", "x")
    link = tmp_path / "link"
    link.symlink_to(root)
    assert paths(link) == ["memory/a.md"]


def test_names_stay_as_they_are(root, write):  # F01, F02
    names = [
        "my_file.md",
        "my-file.md",
        "my file.md",
        "2026_06_16.md",
        "🐘.md",
        "°.md",
        "[.md",
        "----=-.md",
        "{.md",
        "ä̈.md",
    ]
    for name in names:
        write(f"memory/{name}", name)
    workspace = Workspace(root)
    found = {f.path for f in workspace.scan().files}
    assert found == {f"memory/{name}" for name in names}
    for path in found:
        assert workspace.resolve(path).read_text() == path.removeprefix("memory/")


def test_a_name_that_is_no_utf8_is_listed_not_fatal(root, write):
    write("memory/good.md", "x")
    Path(os.fsdecode(os.fsencode(str(root / "memory")) + b"/bad-\xff.md")).write_text("x")
    scan = Workspace(root).scan()
    assert [f.path for f in scan.files] == ["memory/good.md"]
    assert "UTF-8" in scan.problems[0].reason


def test_two_spellings_of_memory_md_count_once_and_the_upper_one_wins(root, write):  # F06
    write("MEMORY.md", "upper")
    write("memory.md", "lower")
    scan = Workspace(root).scan()
    assert [f.path for f in scan.files] == ["MEMORY.md"]
    assert [(p.path, p.reason) for p in scan.problems] == [
        ("memory.md", "MEMORY.md is there too and wins")
    ]


def test_a_folder_spelled_memory_otherwise_is_pointed_out(root):  # F07
    (root / "Memory").mkdir()
    (root / "Memory" / "2026-01-02.md").write_text("x")
    scan = Workspace(root).scan()
    assert scan.files == ()
    assert [(p.path, p.reason) for p in scan.problems] == [("Memory/", "did you mean memory/?")]


def test_machine_folders_are_not_walked(root, write):  # F12
    for folder in (".dreams", ".git", "node_modules", ".venv", ".obsidian"):
        write(f"memory/{folder}/x.md", "x")
    write("memory/topics/.archive/old.md", "x")
    assert paths(root) == ["memory/topics/.archive/old.md"]


def test_a_pipe_is_passed_over(root):
    os.mkfifo(root / "memory" / "pipe.md")
    scan = Workspace(root).scan()
    assert scan.files == ()
    assert scan.problems[0].reason == "is not a regular file"


def test_extra_folders_are_listed_and_missing_ones_named(root, tmp_path):  # E07, E08
    extra = tmp_path / "extra"
    missing = tmp_path / "missing"
    extra.mkdir()
    (extra / "a.md").write_text("x")
    scan = Workspace(root, (str(extra), str(missing))).scan()
    assert [(f.path, f.layer) for f in scan.files] == [("@extra/1/a.md", Layer.EXTRA)]
    assert scan.problems[0].path == str(missing)


def test_both_daily_layouts_are_read_together(root, write):  # WS-3
    write("memory/2026-01-01.md", "x")
    write("memory/daily/2026-01-02.md", "x")
    found = Workspace(root).scan().files
    assert {f.path for f in found if f.layer is Layer.DAILY} == {
        "memory/2026-01-01.md",
        "memory/daily/2026-01-02.md",
    }
