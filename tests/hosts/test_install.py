"""Installing into hosts' settings: the user's file stays the user's, to the last byte."""

from __future__ import annotations

import json
import tomllib
from typing import TYPE_CHECKING

import json5
import pytest

from lamina.documents.language import Language
from lamina.documents.tokens import estimate
from lamina.errors import (
    BrokenFileError,
    ConfigError,
    ExternallyChangedError,
    NotWritableError,
    PathOutsideError,
)
from lamina.hosts.installing import install, uninstall
from lamina.hosts.wants import HOSTS, TIMEOUTS, Target, skill, wants
from lamina.places import Places

if TYPE_CHECKING:
    from pathlib import Path

CLAUDE = """{
  "$schema": "https://json.schemastore.org/claude-code-settings.json",
  "permissions": {
    "allow": ["Bash(npm run test:*)", "Read(~/.zshrc)"],
    "deny": []
  },
  "hooks": {
    "PostToolUse": [
      {
        "matcher": "Edit|Write",
        "hooks": [{ "type": "command", "command": "prettier --write" }]
      }
    ],
    "Stop": [
      { "hooks": [{ "type": "command", "command": "afplay done.wav" }] }
    ]
  },
  "model": "opus"
}
"""
SERVERS = """{
    "mcpServers": {
        "github": {
            "command": "docker",
            "args": ["run", "-i", "ghcr.io/github/github-mcp-server"],
            "env": { "GITHUB_TOKEN": "${GITHUB_TOKEN}" }
        }
    }
}"""
OPENCLAW = """// OpenClaw
{
\tmeta: { lastTouchedVersion: '2026.9.6' },
\tagents: {
\t\tdefaults: {
\t\t\tworkspace: '~/agents/chiti', // mine
\t\t\tmodel: { primary: "anthropic/claude" },
\t\t},
\t},
\tmcp: {
\t\tservers: {
\t\t\tdocs: { url: 'https://mcp.example.com', transport: "streamable-http" }, // docs
\t\t},
\t},
\t/* channels below */
\tchannels: {},
}
"""
CODEX = """# mine
model = "o5"
notify = ["say", "done"]

[mcp_servers.github]
command = "docker"
args = ["run", "-i"]

[projects."/home/anna/shop"]
trust_level = "trusted"
"""
REAL = {
    "claude-code": {".claude/settings.json": CLAUDE, ".mcp.json": SERVERS},
    "codex": {".codex/config.toml": CODEX, ".codex/hooks.json": CLAUDE, "AGENTS.md": "# Shop\n\nUse pnpm.\n"},
    "cursor": {".cursor/mcp.json": "{\n  // mine\n" + SERVERS[2:]},
    "openclaw": {"openclaw.json": OPENCLAW},
}  # fmt: skip
SHAPES = {
    "absent": None,
    "real": lambda text: text,
    "crlf": lambda text: text.replace("\n", "\r\n"),
    "bom": lambda text: "\ufeff" + text,
    "no last newline": lambda text: text.rstrip("\n"),
    "empty": lambda text: text[:0],
    "tabs": lambda text: text.replace("    ", "\t").replace("  ", "\t"),
}


@pytest.fixture
def project(tmp_path: Path) -> Path:
    folder = tmp_path / "home" / "code" / "shop"
    folder.mkdir(parents=True)
    return folder


@pytest.fixture
def places(tmp_path: Path, project: Path) -> Places:
    return Places.of({"HOME": str(tmp_path / "home")}, cwd=project)


@pytest.fixture
def target(places: Places, root: Path, project: Path) -> Target:
    return Target(places, root, project, ("lamina",), Language.EN)


def base(host: str, target: Target) -> Path:
    return target.places.openclaw if host == "openclaw" else target.project or target.places.home


def laid(host: str, target: Target, shape: str) -> dict[Path, bytes]:
    """Write a host's settings as a user may have them."""
    written = {}
    for name, text in REAL[host].items():
        change = SHAPES[shape]
        if change is not None:
            path = base(host, target) / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(change(text).encode())
            written[path] = path.read_bytes()
    return written


def everything(folder: Path) -> dict[str, bytes | None]:
    return {str(p): p.read_bytes() if p.is_file() else None for p in folder.rglob("*")}


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("host", HOSTS)
def test_installed_twice_and_taken_out_all_is_as_it_was(
    host: str, shape: str, target: Target, tmp_path: Path
) -> None:
    laid(host, target, shape)
    before = everything(tmp_path)
    first = install(host, target)
    assert everything(tmp_path) == before  # a plan writes nothing
    first.apply()
    after = everything(tmp_path)
    assert after != before
    again = install(host, target)
    assert again.empty
    again.apply()
    assert everything(tmp_path) == after
    uninstall(host, target.places).apply()
    left = everything(tmp_path)
    left.pop(str(tmp_path / "home" / ".config"), None)
    assert left == before


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("host", HOSTS)
def test_the_host_reads_what_was_put_in_and_all_it_had(
    host: str, shape: str, target: Target
) -> None:
    laid(host, target, shape)
    install(host, target).apply()
    for want in wants(host, target):
        text = want.path.read_text("utf-8-sig")
        if want.kind in {"json", "json5"}:
            held = (json if want.kind == "json" else json5).loads(text)
            old = REAL[host].get(str(want.path.relative_to(base(host, target))))
            for key, value in (
                json5.loads(old) if old and shape not in {"absent", "empty"} else {}
            ).items():
                if key not in {"hooks", "mcpServers", "mcp"}:
                    assert held[key] == value
            inner = held
            for key in want.piece.path:
                inner = inner[key]
            assert want.piece.value in inner if want.piece.item else inner == want.piece.value
        elif want.kind == "toml":
            assert tomllib.loads(text)["mcp_servers"]["lamina"] == want.piece.value
        else:
            assert want.piece.value.splitlines()[-1] in text


def test_the_users_hooks_stand_before_ours(target: Target, project: Path) -> None:
    laid("claude-code", target, "real")
    install("claude-code", target).apply()
    hooks = json.loads((project / ".claude/settings.json").read_text())["hooks"]
    assert list(hooks) == [
        "PostToolUse",
        "Stop",
        *(e for e in TIMEOUTS if e != "Stop"),
        "SessionEnd",
    ]
    assert hooks["Stop"][0]["hooks"][0]["command"] == "afplay done.wav"
    assert hooks["Stop"][1]["hooks"][0]["command"] == "lamina hook claude-code Stop"


BROKEN = {
    "claude-code": (".claude/settings.json", '{\n  "model": "opus"\n  "hooks": {}\n}\n', 3),
    "claude-code, comment": (".claude/settings.json", '{\n  // no\n  "model": 1\n}\n', 2),
    "codex": (".codex/config.toml", 'model = "o5"\n[mcp_servers\n', 2),
    "codex, one line": (".codex/config.toml", "mcp_servers = { a = { command = 'x' } }\n", 1),
    "cursor": (".cursor/mcp.json", '{\n  "mcpServers": {\n', 3),
    "cursor, no table": (".cursor/mcp.json", '{\n\n  "mcpServers": []\n}', 3),
    "openclaw": ("openclaw.json", "{\n  agents: {,}\n}\n", 2),
}


@pytest.mark.parametrize("case", BROKEN)
def test_a_broken_file_is_refused_with_its_line_and_nothing_is_written(
    case: str, target: Target, tmp_path: Path
) -> None:
    host = case.partition(",")[0]
    name, text, line = BROKEN[case]
    path = base(host, target) / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    before = everything(tmp_path)
    with pytest.raises(BrokenFileError, match=f"{path.name}:{line}: "):
        install(host, target)
    assert everything(tmp_path) == before


def test_what_the_user_changed_since_stays_and_only_ours_goes(
    target: Target, project: Path
) -> None:
    laid("claude-code", target, "real")
    install("claude-code", target).apply()
    path = project / ".claude/settings.json"
    path.write_text(path.read_text().replace('"opus"', '"sonnet"'))
    skill_file = project / ".claude/skills/lamina/SKILL.md"
    skill_file.write_text(skill_file.read_text() + "\nmine\n")
    plan = uninstall("claude-code", target.places)
    assert any("SKILL.md was changed since" in note for note in plan.plan.notes)
    plan.apply()
    assert path.read_text() == CLAUDE.replace('"opus"', '"sonnet"')
    assert skill_file.read_text().endswith("mine\n")
    assert (project / ".mcp.json").read_text() == SERVERS


def test_a_program_that_rewrites_its_file_leaves_only_its_own(
    target: Target, project: Path
) -> None:
    """Hosts write their settings anew, in their own layout."""
    laid("claude-code", target, "real")
    install("claude-code", target).apply()
    path = project / ".claude/settings.json"
    path.write_text(json.dumps(json.loads(path.read_text())))
    uninstall("claude-code", target.places).apply()
    assert json.loads(path.read_text()) == json.loads(CLAUDE)


def test_an_edited_file_is_left_alone_by_a_second_install(target: Target, project: Path) -> None:
    install("claude-code", target).apply()
    path = project / ".mcp.json"
    path.write_text(path.read_text().replace("}\n  }", '},\n    "mine": {}\n  }'))
    edited = path.read_text()
    assert install("claude-code", target).empty
    uninstall("claude-code", target.places).apply()
    assert json.loads(path.read_text()) == {"mcpServers": {"mine": {}}}
    assert edited.startswith(path.read_text()[:20])


def test_a_new_command_takes_the_place_of_the_old_one(target: Target, project: Path) -> None:
    laid("claude-code", target, "real")
    install("claude-code", target).apply()
    moved = Target(target.places, target.workspace, project, ("/opt/lamina",), Language.EN)
    install("claude-code", moved).apply()
    text = (project / ".claude/settings.json").read_text()
    assert text.count("lamina hook claude-code Stop") == 1
    assert "/opt/lamina hook" in text
    uninstall("claude-code", target.places).apply()
    assert (project / ".claude/settings.json").read_text() == CLAUDE


def test_an_entry_of_the_users_own_with_our_name_stays(target: Target, project: Path) -> None:
    own = '{"mcpServers": {"lamina": {"command": "/mine"}}}'
    (project / ".mcp.json").write_text(own)
    planned = install("claude-code", target)
    assert any("not by Lamina" in note for note in planned.plan.notes)
    planned.apply()
    assert (project / ".mcp.json").read_text() == own
    uninstall("claude-code", target.places).apply()
    assert (project / ".mcp.json").read_text() == own


def test_a_link_is_followed_inside_and_refused_outside(
    target: Target, project: Path, tmp_path: Path
) -> None:
    dotfiles = tmp_path / "home" / "dotfiles"
    dotfiles.mkdir()
    (dotfiles / "mcp.json").write_text(SERVERS)
    (project / ".mcp.json").symlink_to(dotfiles / "mcp.json")
    install("claude-code", target).apply()
    assert (project / ".mcp.json").is_symlink()
    assert "lamina" in (dotfiles / "mcp.json").read_text()
    uninstall("claude-code", target.places).apply()
    assert (dotfiles / "mcp.json").read_text() == SERVERS
    outside = tmp_path / "elsewhere.json"
    outside.write_text(SERVERS)
    (project / ".mcp.json").unlink()
    (project / ".mcp.json").symlink_to(outside)
    with pytest.raises(PathOutsideError):
        install("claude-code", target)
    assert outside.read_text() == SERVERS


def test_a_read_only_file_is_refused_and_none_is_changed(target: Target, project: Path) -> None:
    laid("claude-code", target, "real")
    settings = project / ".claude/settings.json"
    settings.chmod(0o444)
    with pytest.raises(NotWritableError):
        install("claude-code", target).apply()
    assert settings.read_text() == CLAUDE
    assert (project / ".mcp.json").read_text() == SERVERS
    assert not (project / ".claude/skills").exists()
    assert uninstall("claude-code", target.places).empty


def test_rights_stay_as_they_are(target: Target, project: Path) -> None:
    laid("claude-code", target, "real")
    (project / ".mcp.json").chmod(0o600)
    install("claude-code", target).apply()
    assert (project / ".mcp.json").stat().st_mode & 0o777 == 0o600


def test_a_file_that_changes_between_plan_and_apply_is_not_overwritten(
    target: Target, project: Path
) -> None:
    laid("claude-code", target, "real")
    plan = install("claude-code", target)
    (project / ".claude/settings.json").write_text("{}")
    with pytest.raises(ExternallyChangedError):
        plan.apply()
    assert (project / ".claude/settings.json").read_text() == "{}"
    assert (project / ".mcp.json").read_text() == SERVERS
    assert uninstall("claude-code", target.places).empty


def test_two_projects_are_taken_out_one_by_one(
    target: Target, project: Path, tmp_path: Path
) -> None:
    other = tmp_path / "home" / "code" / "other"
    other.mkdir()
    second = Target(target.places, target.workspace, other, ("lamina",), Language.EN)
    install("claude-code", target).apply()
    install("claude-code", second).apply()
    uninstall("claude-code", target.places, str(project)).apply()
    assert not (project / ".mcp.json").exists()
    assert (other / ".mcp.json").exists()
    uninstall("claude-code", target.places).apply()
    assert not list(other.iterdir())


def test_what_is_remembered_must_be_whole(target: Target) -> None:
    install("cursor", target).apply()
    book = target.places.config_file.parent / "installed.json"
    assert book.stat().st_mode & 0o777 == 0o600
    book.write_text('{"installs": [{}]}')
    with pytest.raises(ConfigError):
        uninstall("cursor", target.places)


@pytest.mark.parametrize("language", Language)
def test_the_rules_of_a_skill_are_short_in_every_language(language: Language) -> None:  # WRITE-1
    assert 100 < estimate(skill(language)) < 600


def test_groups_of_openclaw_are_served_as_groups(target: Target) -> None:  # J07
    entry = next(w.piece.value for w in wants("openclaw", target) if w.kind == "json5")
    assert entry["args"][-2:] == ["--session", "group"]


def test_the_command_shows_first_and_writes_only_when_told(lamina, root: Path, home: Path) -> None:
    shown = lamina("install", "claude-code")
    assert shown.returncode == 0
    assert "+++ b/" in shown.stdout
    assert "repeat with --apply" in shown.stderr
    assert not (root / ".mcp.json").exists()
    assert lamina("install", "claude-code", "--apply").returncode == 0
    hooks = json.loads((root / ".claude/settings.json").read_text())["hooks"]
    assert set(hooks) == {*TIMEOUTS, "SessionEnd"}
    assert "Nothing is to be done" in lamina("install", "claude-code", "--apply").stdout
    assert lamina("uninstall", "claude-code", "--apply").returncode == 0
    assert [p.name for p in root.iterdir()] == ["memory"]
    assert not list((home / ".config").rglob("*.json"))
    assert "mcpServers" in lamina("install", "generic").stdout


def test_openclaws_own_dreaming_is_said(lamina, root: Path, home: Path) -> None:
    (home / ".openclaw").mkdir()
    text = json.dumps({
        "meta": {"lastTouchedVersion": "2026.9.6"},
        "agents": {"defaults": {"workspace": str(root)}},
    })  # fmt: skip
    (home / ".openclaw" / "openclaw.json").write_text(text)
    assert "One of the two is enough" in lamina("install", "openclaw").stderr
