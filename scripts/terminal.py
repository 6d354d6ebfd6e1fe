"""Record the terminal session of the README: real commands on a copy of examples/old-workspace.

    python scripts/terminal.py           writes docs/pictures/terminal.svg
    python scripts/terminal.py --check   exits with 1 where the picture is not what the commands say

Words only, a fixed clock and a home of its own: the same picture on every machine.
"""

from __future__ import annotations

import io
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from rich.console import Console
from rich.text import Text

ROOT = Path(__file__).resolve().parents[1]
PICTURE = ROOT / "docs" / "pictures" / "terminal.svg"
WIDTH = 112
FIRST, LAST = 12, 5  # lines that are shown of a long answer; of one seen before, the last
NOW = "2026-03-09T09:00"
STEPS = (
    "lamina init ~/my-agent",
    "lamina init ~/my-agent --apply --no-dream",
    'lamina remember "The landlord moved the viewing to Friday."',
    'lamina remember "The viewing is on Saturday, not on Friday."',
    'lamina remember "The viewing is on Saturday, not on Friday." --replace',
    'lamina search "when is the viewing?"',
    'lamina recall "thanks, good night"',
    'lamina where "Every Monday: check the backup"',
    "lamina history",
    "lamina undo",
)


def answer(line: str, home: Path) -> str:
    """Run a line as somebody in ``~/my-agent`` does; return what the terminal shows."""
    environment = {
        "PATH": os.environ["PATH"],
        "PYTHONPATH": str(ROOT / "src"),
        "HOME": str(home),
        "LAMINA_NOTES_TIMEZONE": "Europe/Berlin",
        "LAMINA_EMBEDDING_KIND": "none",
        "PYTHONUTF8": "1",
    }
    arguments = [word.replace("~", str(home), 1) for word in shlex.split(line)[1:]]
    done = subprocess.run(
        [sys.executable, "-m", "lamina", "--now", NOW, *arguments],
        cwd=home / "my-agent",
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=True,
    )
    return done.stdout.replace(str(home), "~").strip("\n")


def shortened(lines: list[str], *, again: bool) -> list[str]:
    """Return the lines of an answer that are shown, and how many are not."""
    left = len(lines) - (LAST if again else FIRST)
    if left <= 0:
        return lines
    more = f"… {left} lines more"
    return [more, *lines[left:]] if again else [*lines[:FIRST], more]


def words(svg: str) -> list[str]:
    """Return what a picture says, however it is drawn."""
    return re.sub(r"<style>.*?</style>|<[^>]+>", " ", svg, flags=re.DOTALL).split()


def recorded() -> str:
    """Return the picture of the session."""
    console = Console(record=True, width=WIDTH, file=io.StringIO(), color_system="truecolor")
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder).resolve()
        shutil.copytree(ROOT / "examples" / "old-workspace", home / "my-agent")
        for line in STEPS:
            console.print(Text("$ ", "bold green") + Text(line, "bold"))
            for shown in shortened(answer(line, home).splitlines(), again="--apply" in line):
                text = Text(shown, "dim" if shown.startswith("…") else "")
                text.truncate(WIDTH, overflow="ellipsis")
                console.print(text)
            console.print()
    svg = console.export_svg(title="Lamina", unique_id="lamina")
    svg = re.sub(r"@font-face \{.*?\}", "", svg, flags=re.DOTALL)  # a picture fetches nothing
    return "\n".join(row.rstrip() for row in svg.splitlines()) + "\n"


def main() -> int:
    """Write the picture, or check it."""
    now = recorded()
    if "--check" in sys.argv[1:]:
        fresh = PICTURE.exists() and words(PICTURE.read_text("utf-8")) == words(now)
        if not fresh:
            print(f"{PICTURE.name} is old: python scripts/terminal.py")
        return 0 if fresh else 1
    PICTURE.write_text(now, "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
