"""When jobs were last done, in a file that other programs keep their times in too.

``memory/heartbeat-state.json``: one object; what is not ours stays as it was written::

    {"lastChecks": {"email": 1703275200}, "lastMemoryCleanup": "2026-03-08T07:00:00+01:00"}
"""

from __future__ import annotations

import json
import re
import time
from datetime import datetime
from typing import TYPE_CHECKING, Any

from lamina.documents.markdown import BOM
from lamina.documents.undoing import TIMES
from lamina.errors import ExternallyChangedError, PathError

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import tzinfo

    from lamina.layers.draft import Draft
    from lamina.layers.editor import Editor

CLEANUP = "lastMemoryCleanup"
_ATTEMPTS = 5  # against a program that writes the file without pause


class Times:
    """Reads and keeps the times of one workspace."""

    def __init__(self, editor: Editor) -> None:
        self.editor = editor

    def last(self, key: str) -> datetime | None:
        """Return when something was last done; None where that is not known."""
        try:
            held = _held(self.editor.files.read(TIMES))
        except PathError:
            return None
        return _moment(held.get(key) if held else None, self.editor.zone)

    def put(self, draft: Draft, keys: Iterable[str]) -> None:
        """Set times to the draft's moment; a broken file is set aside."""
        try:
            text = draft.read(TIMES)
        except PathError as error:  # it cannot be set aside either
            draft.notes.append(f"{error.message} The time of this cleanup is not recorded.")
            return
        held = _held(text)
        if held is None:
            aside = broken = f"{TIMES}.broken-{draft.today}"
            number = 1
            while draft.read(aside) is not None:
                number += 1
                aside = f"{broken}-{number}"
            draft.put(aside, text)
            draft.notes.append(f"{TIMES} is not valid JSON; it was set aside as {aside}")
            text, held = "", {}
        for key in keys:
            held[key] = draft.moment.isoformat(timespec="seconds")
            text = _with_key((text or "").removeprefix(BOM), held, key)
        draft.put(TIMES, text)

    def keep(self, keys: Iterable[str]) -> tuple[str, ...]:
        """Set times to now, outside of the history; return what is to be said."""
        wanted = list(keys)
        for left in range(_ATTEMPTS - 1, -1, -1):
            draft = self.editor.draft()
            self.put(draft, wanted)
            try:
                self.editor.files.keep(draft.plan("heartbeat"))
                break
            except ExternallyChangedError:
                if not left:
                    raise
                time.sleep(0.01)
        return tuple(draft.notes)


def _with_key(text: str, held: dict[str, Any], key: str) -> str:
    """Return the file with one key set to what is held, the rest of it as it was written."""
    value = json.dumps(held[key])
    old = re.compile(rf'("{re.escape(key)}"\s*:\s*)(?:"[^"\\]*"|-?[\d.eE+-]+|null|true|false)')
    edited, count = old.subn(rf"\g<1>{value}", text, count=1)
    if not count:
        gap = match[1] if (match := re.search(r"\{(\s*)", text)) else ""
        more = f",{gap or ' '}" if len(held) > 1 else ""
        edited = text.replace("{" + gap, f'{{{gap}"{key}": {value}{more}', 1)
    try:
        if json.loads(edited) == held:
            return edited
    except (ValueError, RecursionError):
        pass
    return json.dumps(held, ensure_ascii=False, indent=2) + "\n"


def _held(text: str | None) -> dict[str, Any] | None:
    """Return what the file holds; None where it is broken."""
    if text is None or not text.strip():
        return {}
    try:
        held = json.loads(text.removeprefix(BOM))
    except (ValueError, RecursionError):
        return None
    return held if isinstance(held, dict) else None


def _moment(value: object, zone: tzinfo) -> datetime | None:
    """Read a time as hosts write it: ISO, seconds or milliseconds since the epoch."""
    if isinstance(value, int | float) and not isinstance(value, bool):
        try:
            seconds = value / 1000 if value > 1e11 else value
            return datetime.fromtimestamp(seconds, zone)
        except (OverflowError, OSError, ValueError):
            return None
    if not isinstance(value, str):
        return None
    try:
        moment = datetime.fromisoformat(value)
    except ValueError:
        return None
    return moment if moment.tzinfo else moment.replace(tzinfo=zone)
