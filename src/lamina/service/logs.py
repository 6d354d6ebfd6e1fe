"""The log: one JSON object a line on standard error, and in it no word of anybody's memory.

So of an exception there are its kind and the places it came through, never its sentence, which may
quote a note; of a message with values, the message without them.
"""

from __future__ import annotations

import json
import logging
import traceback
from datetime import UTC, datetime
from typing import Any

NAME = "lamina.server"
_MOST = 12  # places of an exception that are named


class Plain(logging.Formatter):
    """Writes a record as JSON."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line."""
        ours = record.name == NAME
        row: dict[str, Any] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "event": record.msg if isinstance(record.msg, str) else type(record.msg).__name__,
        }
        if not ours:
            row["logger"] = record.name
        row |= getattr(record, "fields", {})
        if record.exc_info and record.exc_info[0]:
            row["exception"] = record.exc_info[0].__name__
            row["through"] = [
                f"{frame.filename}:{frame.lineno}"
                for frame in traceback.extract_tb(record.exc_info[2])[-_MOST:]
            ]
        return json.dumps(row, ensure_ascii=True)


def begin() -> logging.Logger:
    """Let everything that is logged in this process be written so; return the server's log."""
    handler = logging.StreamHandler()
    handler.setFormatter(Plain())
    top = logging.getLogger()
    top.handlers[:] = [handler]
    top.setLevel(logging.WARNING)
    for name in ("uvicorn", "uvicorn.error", "uvicorn.access"):
        logging.getLogger(name).handlers.clear()
        logging.getLogger(name).propagate = True
    own = logging.getLogger(NAME)
    own.setLevel(logging.INFO)
    return own
