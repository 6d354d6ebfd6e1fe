"""The base of every error."""

from __future__ import annotations

from http import HTTPStatus


class LaminaError(Exception):
    """Base of everything Lamina raises on purpose."""

    exit_code = 1
    status = HTTPStatus.INTERNAL_SERVER_ERROR

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint
        if hint:
            self.add_note(f"Hint: {hint}")  # below the traceback of somebody's own program

    def as_dict(self) -> dict[str, str]:
        """Return the shape every face shows: error, message, hint."""
        return {"error": type(self).__name__, "message": self.message, "hint": self.hint}
