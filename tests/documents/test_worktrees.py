"""A worktree shares the main checkout's memory; git is only read."""

from __future__ import annotations

import json
import shutil
import subprocess
from typing import TYPE_CHECKING

import pytest

from lamina.documents.workspace import find
from lamina.documents.worktrees import in_main_checkout
from lamina.places import Places

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    folder = tmp_path / "shop"
    (folder / ".git" / "worktrees" / "fix").mkdir(parents=True)
    (folder / "memory").mkdir()
    return folder


@pytest.fixture
def tree(tmp_path: Path, shop: Path) -> Path:
    folder = tmp_path / "fix"
    (folder / "src").mkdir(parents=True)
    (folder / ".git").write_text(f"gitdir: {shop}/.git/worktrees/fix\n")
    (shop / ".git/worktrees/fix/commondir").write_text("../..\n")
    return folder


def found(home: Path, cwd: Path):
    return find(Places.of({"HOME": str(home)}, cwd=cwd))


def test_a_worktree_finds_the_main_checkouts_memory_and_says_so(tmp_path, shop, tree):  # K08
    for cwd in (tree, tree / "src"):
        assert found(tmp_path, cwd).root == shop
        assert found(tmp_path, cwd).why == f"of {shop}, whose worktree this is"
    assert found(tmp_path, shop).why == ""


def test_a_memory_folder_checked_out_with_the_worktree_is_not_a_second_memory(  # K08
    tmp_path, shop, tree
):
    (tree / "memory").mkdir()
    assert found(tmp_path, tree).root == shop


def test_what_is_written_from_a_worktree_outlives_it(lamina, tmp_path, shop, tree):  # K08
    assert lamina("remember", "the cart rounds down", cwd=tree).returncode == 0
    shutil.rmtree(tree)
    assert "rounds down" in lamina("search", "cart", cwd=shop).stdout
    assert not tree.exists()


def test_without_memory_in_the_main_checkout_the_worktrees_own_is_used(tmp_path, shop, tree):
    (shop / "memory").rmdir()
    (tree / "memory").mkdir()
    assert found(tmp_path, tree).root == tree


def test_a_submodule_or_a_broken_link_is_no_worktree(tmp_path, shop, tree):
    (shop / ".git/worktrees/fix/commondir").unlink()  # as in a submodule
    assert in_main_checkout(tree) is None
    (tree / ".git").write_text("gitdir: /gone/away\n")
    assert in_main_checkout(tree) is None
    (tree / ".git").write_bytes(b"\xff\xfe\x00")
    assert in_main_checkout(tree) is None
    assert in_main_checkout(shop) is None


@pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")
def test_real_worktrees_are_read_as_git_writes_them(tmp_path):  # K08
    main = tmp_path / "main"
    main.mkdir()
    git = ["git", "-c", "user.name=a", "-c", "user.email=a@example.org", "-C", str(main)]
    for words in (["init", "-q"], ["commit", "-q", "--allow-empty", "-m", "x"]):
        subprocess.run([*git, *words], check=True, capture_output=True)
    words = ["worktree", "add", "-q", str(tmp_path / "side"), "-b", "side"]
    subprocess.run([*git, *words], check=True, capture_output=True)
    assert in_main_checkout(tmp_path / "side") == (main, main)


def test_an_installed_workspace_is_found_from_its_project(tmp_path, shop, tree):
    own = tmp_path / "agents" / "chiti"
    book = tmp_path / ".config" / "lamina" / "installed.json"
    book.parent.mkdir(parents=True)
    one = {"host": "claude-code", "workspace": str(own), "files": [], "folders": []}
    book.write_text(json.dumps({"installs": [one | {"project": str(shop)}]}))
    assert found(tmp_path, shop).root == own
    assert found(tmp_path, shop / "memory").why == f"installed for {shop}"
    assert found(tmp_path, tree / "src").root == own
    book.write_text(json.dumps({"installs": [one | {"project": ""}]}))
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    assert found(tmp_path, elsewhere).root == own
    assert found(tmp_path, shop).root == shop
    book.write_text("{ not json")
    assert found(tmp_path, shop).root == shop
