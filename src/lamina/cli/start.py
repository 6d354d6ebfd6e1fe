"""Where ``lamina`` begins: a running daemon is asked first, so that little has to be loaded.

Only questions that change no file go there, and only what the daemon can know: no other input, no
settings of this call; and hooks, which a host calls all the time. Whatever stands against it, the
command runs here, silently.
"""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

ASKS = frozenset({"search", "recall", "get", "context", "status"})
# Options that read something here, or say other settings than the daemon has.
_HERE = ("--batch", "--context", "--set", "--agent", "-", "-h", "--help", "--version", "--")
_VALUED = frozenset({"-w", "--workspace", "--session", "--now"})
_VARIABLES = frozenset(
    {"HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "TZ"}
    | {"OPENCLAW_STATE_DIR", "CLAUDE_CONFIG_DIR", "CODEX_HOME"}
)
_SECONDS = 5.0
_SHARE = 0.5  # of the time a hook may take: a daemon that hangs leaves as much to do it here
_HOOK = 3  # words: hook HOST EVENT
_LONGEST = 4 << 20  # bytes that a hook is told
# Of a hook that the daemon did not answer: what was read of standard input.
given: list[bytes] = []


def run() -> None:
    """Run the command line and leave the process with its exit code."""
    code = asked(sys.argv[1:])
    if code is None:
        from lamina.cli.main import run as run_here

        try:
            run_here()
        except SystemExit:  # to a host some codes mean: stop your user
            if sys.argv[1:2] != ["hook"]:
                raise
            code = 0
    sys.exit(code)


def variables() -> dict[str, str]:
    """Return what of the environment says where things are and how they are set."""
    return {k: v for k, v in os.environ.items() if k in _VARIABLES or k.startswith("LAMINA_")}


def command_of(arguments: list[str]) -> str:
    """Return the command, if it is one a daemon can answer as it stands; else nothing."""
    if any(one == here or one.startswith(f"{here}=") for one in arguments for here in _HERE):
        return ""
    left = iter(arguments)
    for one in left:
        if one in _VALUED:
            next(left, None)
        elif not one.startswith("-"):
            return one if one in ASKS else ""
    return ""


def is_hook(arguments: list[str]) -> bool:
    """Tell whether this is a host's hook as it was installed, without options of this call."""
    return (
        arguments[:1] == ["hook"]
        and len(arguments) == _HOOK
        and "-" not in "".join(one[:1] for one in arguments)
    )


def asked(arguments: list[str]) -> int | None:
    """Let the daemon answer and print it; None where this process has to do it."""
    hook = is_hook(arguments)
    if not (hook or command_of(arguments)):
        return None
    env = variables()
    home = env.get("HOME", "")
    cache = env.get("LAMINA_CACHE") or f"{env.get('XDG_CACHE_HOME') or f'{home}/.cache'}/lamina"
    if not os.path.isdir(f"{cache}/run"):  # noqa: PTH112 - no pathlib here, for the start-up
        return None
    cwd = _told_where() if hook else os.getcwd()  # noqa: PTH109
    root = _root(arguments, env, cwd) if cwd else ""
    if not root:
        return None
    from lamina.upkeep.local_socket import place

    path = place(cache, root)
    if not os.path.exists(path):  # noqa: PTH110
        return None
    question = {
        "argv": arguments,
        "cwd": cwd,
        "env": env,
        "terminal": [sys.stdout.isatty(), sys.stderr.isatty()],
    }
    return _answered(path, question, hook=hook)


def _answered(path: str, question: dict[str, Any], *, hook: bool) -> int | None:
    """Ask at a socket and print the answer; None where there is none."""
    from lamina import __version__
    from lamina.upkeep.local_socket import Unanswered, ask

    seconds = _SECONDS
    if hook:
        from lamina.hosts.limits import limit

        _, host, event = question["argv"]
        question["input"] = given[0].decode("utf-8", "replace")
        question["keeps"] = event != "UserPromptSubmit"  # writes: is answered beside the searches
        seconds = _SHARE * limit(event, host)
    try:
        answer = ask(path, {"version": __version__, **question}, seconds)
        out, err, code = str(answer["stdout"]), str(answer["stderr"]), int(answer["code"])
    except (Unanswered, KeyError, ValueError, TypeError):
        return None
    return _print(out, err, code)


def _print(out: str, err: str, code: int) -> int:
    try:
        sys.stdout.write(out)
        sys.stdout.flush()
        sys.stderr.write(err)
    except BrokenPipeError:  # nobody reads on
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    return code


def _told_where() -> str:
    """Read what a hook is told and return where the agent works; nothing where that is not said."""
    if sys.stdin is None or sys.stdin.isatty():
        return ""
    given.append(sys.stdin.buffer.read(_LONGEST + 1))
    import json

    try:
        said = json.loads(given[0])
        return str(said["cwd"]) if os.path.isabs(said["cwd"]) else ""  # noqa: PTH117
    except (ValueError, RecursionError, KeyError, TypeError):
        return ""


def _root(arguments: list[str], env: dict[str, str], cwd: str) -> str:
    """Return the real path of the workspace that is meant; the daemon looks again itself."""
    named = env.get("LAMINA_WORKSPACE", "")
    for one, following in zip(arguments, [*arguments[1:], ""], strict=True):
        if one in {"-w", "--workspace"}:
            named = following
        elif one.startswith("--workspace="):
            named = one.partition("=")[2]
    if not named:
        from lamina.documents.nearest import chosen, find

        home = env.get("HOME", "")
        config = env.get("LAMINA_CONFIG") or (
            f"{env.get('XDG_CONFIG_HOME') or f'{home}/.config'}/lamina/config.toml"
        )
        book = f"{os.path.dirname(config)}/installed.json"  # noqa: PTH120
        try:
            named, _ = find(os.path.realpath(cwd), home, chosen(book))
        except (OSError, ValueError):
            return ""
    return os.path.realpath(os.path.expanduser(named)) if named else ""  # noqa: PTH111
