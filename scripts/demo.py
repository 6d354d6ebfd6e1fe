"""Show the main job on a sample workspace: write, index, search across languages, load, undo.

Every line behind a ``$`` is a real command; the workspace is a copy of examples/workspace in
sample/; outside that folder only the search index is written, in your cache folder.
"""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
SAMPLE = ROOT / "sample"
NOW = ["--now", "2026-11-29T18:30"]
STEPS: tuple[tuple[str, list[str]], ...] = (
    (
        "A month of notes of Vera, who sells tea: in English, German, Russian, Chinese.",
        ["status", *NOW],
    ),
    (
        "Something happened: it is written at once.",
        ["remember", "Rory wants the stall at 07:30, not 08:00.", *NOW],
    ),
    (
        "Something was decided: cause, change, todo, and the subject goes into the daily index.",
        [
            "log",
            "Christmas market",
            "--cause",
            "the east gate closes at 08:00",
            "--change",
            "we arrive at 07:15",
            "--todo",
            "tell Rory",
            *NOW,
        ],
    ),
    (
        "Index: words at once, then vectors (the model is in the package; nothing is downloaded).",
        ["index", "sync"],
    ),
    (
        "Which layer does a sentence belong on?",
        ["where", "Every Monday morning, check the backup of the shop.", *NOW],
    ),
    (
        "A fact is corrected: the old line is kept, and hidden.",
        ["remember", "The stall opens at 07:30.", *NOW],
    ),
    ("", ["remember", "Actually, the stall opens at 07:00.", *NOW]),
    ("A long-running task, found by its index alone.", ["topic", "resume", "the stock thing"]),
    (
        "What a message calls for: the few lines, fenced as data for an agent …",
        ["recall", "What did we decide about the urn last week?", *NOW],
    ),
    ("… or silence.", ["recall", "good morning!", *NOW]),
    (
        "An old workspace with a bloated MEMORY.md: what is there, what would move where.",
        ["init", str(SAMPLE / "old-workspace"), "--now", "2026-03-09T09:00"],
    ),
    ("An exact name, in any spelling.", ["search", "INV-2026-00417", "--limit", "2", *NOW]),
    (
        "Asked in English, written in Russian.",
        ["search", "plane tickets to Russia", "--limit", "2", *NOW],
    ),
    ("Asked in Chinese, written in English.", ["search", "黑色星期五订单", "--limit", "2", *NOW]),
    (
        "Asked in German, written in Chinese; with the parts of each score.",
        ["search", "Preis für Weißtee aus China", "--limit", "2", "--explain", *NOW],
    ),
    (
        "What a session should load at its start, within 2,000 tokens.",
        ["context", "--budget", "2000", *NOW],
    ),
    (
        "On three days somebody wants to know what a tea box costs, in other words each time …",
        ["search", "茶盒 每个多少钱", "--limit", "1", "--now", "2026-11-27T09:00"],
    ),
    ("", ["search", "Preis für 1500 Teedosen", "--limit", "1", "--now", "2026-11-28T09:00"]),
    ("", ["search", "price per tea box 茶盒", "--limit", "1", "--now", "2026-11-29T17:00"]),
    (
        "… and at night it becomes long-term memory: what was promoted and why, what lacks what.",
        ["dream", "run", "--now", "2026-11-30T03:00"],
    ),
    ("Every change can be listed and taken back.", ["history"]),
    ("", ["undo", *NOW]),
)
NEXT = """
That was the main job. Next:
  .venv/bin/lamina search "broken teapots" -w sample/workspace ask this workspace yourself
  .venv/bin/lamina init ~/my-agent --apply                     start your own
  .venv/bin/lamina --help                                      all commands
"""


def show(text: str, code: str) -> None:
    """Print a line, coloured on a terminal."""
    print(f"\x1b[{code}m{text}\x1b[0m" if sys.stdout.isatty() else text, flush=True)


def main() -> None:
    """Run all steps and stop at the first that fails."""
    shutil.rmtree(SAMPLE, ignore_errors=True)
    for name in ("workspace", "old-workspace"):
        shutil.copytree(ROOT / "examples" / name, SAMPLE / name)
    environment = os.environ | {
        "LAMINA_WORKSPACE": str(SAMPLE / "workspace"),
        "LAMINA_NOTES_TIMEZONE": "Europe/London",
        "LAMINA_CONFIG": str(SAMPLE / "config.toml"),
    }
    for text, arguments in STEPS:
        if text:
            show(f"\n{text}", "1")
        show(f"$ lamina {shlex.join(arguments)}", "36")
        done = subprocess.run(
            [sys.executable, "-m", "lamina", *arguments], env=environment, check=False
        )
        if done.returncode:
            sys.exit(done.returncode)
    print(NEXT)


if __name__ == "__main__":
    main()
