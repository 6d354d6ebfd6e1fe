"""Commands for the state store: carry it to another machine, or to the host's older files."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import click

from lamina.cli.common import counted, global_options, note, opened, options, say, show


@click.group(short_help="Carry the state to another machine, or to the host.")
@global_options
def state() -> None:
    """Carry what cannot be made again: recalls, phases, promotions, what was forgotten."""


@state.command()
@click.option("--out", default="-", metavar="FILE|-", help="Where to; -: standard output.")
@click.option(
    "--format",
    "shape",
    type=click.Choice(["lines", "openclaw"]),
    default="lines",
    help="lines: for another machine; openclaw: the host's older JSON files, into a folder.",
)
@click.option("--replace", is_flag=True, help="Write over what is there.")
@global_options
def export(out: str, shape: str, replace: bool) -> None:
    """Write the state as JSON lines, or as short-term-recall.json and phase-signals.json.

    Example: lamina state export --out laptop.jsonl
    """
    memory = opened()
    if shape == "lines":
        text = "".join(f"{line}\n" for line in memory.state.union.lines())
        if out == "-":
            say(text.removesuffix("\n"))
            return
        _put({Path(out).expanduser(): text}, replace=replace)
        rows = text.count("\n") - 1
        show({"path": out, "rows": rows}, [f"{counted(rows, 'row')} in {out}."])
        return
    found = memory.host_state()
    if out == "-":
        say(json.dumps(found.files, ensure_ascii=False, indent=2))
    else:
        texts = {Path(out).expanduser() / name: text for name, text in found.texts().items()}
        _put(texts, replace=replace)
        paths = [str(path) for path in texts]
        counts = {name: len(value["entries"]) for name, value in found.files.items()}
        show({"paths": paths, "entries": counts}, paths)
    if found.left and not options().get("as_json"):
        note(f"No room for {counted(found.left, 'fact')}: the host keeps no more.")


@state.command(name="import")
@click.argument("source", metavar="FILE|-")
@global_options
def import_(source: str) -> None:
    """Take in the state of another machine: what is new here, each once, in any order.

    Example: lamina state import laptop.jsonl
    """
    from lamina.documents.loading import read_bytes
    from lamina.errors import UsageError

    memory = opened()
    if source == "-":
        data: bytes | None = sys.stdin.buffer.read()
    else:
        data = read_bytes(Path(source).expanduser(), source, 1 << 30, binary=True)
    if data is None:
        raise UsageError(f"There is no {source}; nothing was imported.", "Name an exported file.")
    changed, left = memory.state.union.take_in(data, source)
    rows = [f"{table} {count:,}" for table, count in changed.items()]
    show(
        {"changed": changed, "left_out": left},
        [f"New or newer: {', '.join(rows)}." if rows else "Nothing was new."],
    )
    if left:
        note(f"{counted(left, 'row')} of another shape left out.")


def _put(texts: dict[Path, str], *, replace: bool) -> None:
    """Write files, for their owner only; none where one is there and may not be replaced."""
    from lamina.documents.private import write_private
    from lamina.errors import AlreadyThereError, UsageError

    for path in texts:
        lock = path.parent / "short-term-promotion.lock"
        if lock.exists():
            raise UsageError(
                f"The host is at work in {path.parent}; nothing was written.",
                f"Stop it, or remove {lock} if it is not running.",
            )
        if path.exists() and not replace:
            raise AlreadyThereError("file", path.name, path, "Put --replace to write over it.")
    for path, text in texts.items():
        write_private(path, text)
