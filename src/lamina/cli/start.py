"""Where ``lamina`` begins: a running daemon is asked first, so that little has to be loaded.

Only questions that change no file go there, and only what the daemon can know: no other input, no
settings of this call. Whatever stands against it, the command runs here, silently.
"""

from __future__ import annotations

import os
import sys

ASKS = frozenset({"search", "recall", "get", "context", "status"})
# Options that read something here, or say other settings than the daemon has.
_HERE = ("--batch", "--context", "--set", "--agent", "-", "-h", "--help", "--version", "--")
_VALUED = frozenset({"-w", "--workspace", "--session", "--now"})
_VARIABLES = frozenset(
    {"HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "TZ"}
    | {"OPENCLAW_STATE_DIR", "CLAUDE_CONFIG_DIR", "CODEX_HOME"}
)
_SECONDS = 5.0
_LONGEST = 4 << 20  # bytes that a hook is told
given: list[bytes] = []  # what was read of standard input for the daemon, if it did not answer


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


def is_quick_hook(arguments: list[str]) -> bool:
    """Tell whether this is the hook for which a person waits at every message."""
    return arguments[:1] == ["hook"] and arguments[2:] == ["UserPromptSubmit"]


def asked(arguments: list[str]) -> int | None:
    """Let the daemon answer and print it; None where this process has to do it."""
    if not (command_of(arguments) or is_quick_hook(arguments)):
        return None
    env = variables()
    cache = env.get("LAMINA_CACHE") or os.path.join(  # noqa: PTH118
        env.get("XDG_CACHE_HOME") or os.path.join(env.get("HOME", ""), ".cache"),  # noqa: PTH118
        "lamina",
    )
    root = _root(arguments, env) if os.path.isdir(f"{cache}/run") else ""  # noqa: PTH112
    if not root:
        return None
    from lamina import __version__
    from lamina.upkeep.local_socket import Unanswered, ask, place

    path = place(cache, root)
    if not os.path.exists(path):  # noqa: PTH110
        return None
    question = {
        "version": __version__,
        "argv": arguments,
        "cwd": os.getcwd(),  # noqa: PTH109
        "env": env,
        "terminal": [sys.stdout.isatty(), sys.stderr.isatty()],
    }
    if is_quick_hook(arguments):
        given.append(sys.stdin.buffer.read(_LONGEST))
        question["input"] = given[0].decode("utf-8", "replace")
    try:
        answer = ask(path, question, _SECONDS)
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


def _root(arguments: list[str], env: dict[str, str]) -> str:
    """Return the real path of the workspace that is meant; the daemon looks again itself."""
    named = env.get("LAMINA_WORKSPACE", "")
    for one, following in zip(arguments, [*arguments[1:], ""], strict=True):
        if one in {"-w", "--workspace"}:
            named = following
        elif one.startswith("--workspace="):
            named = one.partition("=")[2]
    if named:
        return os.path.realpath(os.path.expanduser(named))  # noqa: PTH111
    folder = os.getcwd()  # noqa: PTH109
    while True:
        if os.path.isfile(f"{folder}/MEMORY.md") or os.path.isdir(f"{folder}/memory"):  # noqa: PTH112, PTH113
            return os.path.realpath(folder)
        if folder == os.path.dirname(folder):  # noqa: PTH120
            return os.path.realpath(f"{env.get('HOME', '')}/.openclaw/workspace")
        folder = os.path.dirname(folder)  # noqa: PTH120
