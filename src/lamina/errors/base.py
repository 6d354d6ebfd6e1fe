"""The base of every error, and how a refusal of the system is put into its sentence."""

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

    def as_dict(self) -> dict[str, str]:
        """Return the shape every face shows: error, message, hint."""
        return {"error": type(self).__name__, "message": self.message, "hint": self.hint}


def reason_of(error: OSError) -> str:
    """Return why the system refused, as it stands in a sentence: no space left on device."""
    return (error.strerror or type(error).__name__).lower()
