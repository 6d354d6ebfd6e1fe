"""The base of every error, and how a refusal of the system is put into its sentence."""

from __future__ import annotations

from http import HTTPStatus


class LaminaError(Exception):
    """Base of everything Lamina raises on purpose.

    Its sentence says what was asked for, and is kept in logs, ledgers and talks of agents: a secret
    in it is replaced as in a note, when it is first read.
    """

    exit_code = 1
    status = HTTPStatus.INTERNAL_SERVER_ERROR

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__()
        self._sentences = (message, hint)
        self._shown: tuple[str, str] | None = None

    def __str__(self) -> str:
        return self.message

    @property
    def message(self) -> str:
        """What happened, to what, and what state things are in."""
        return self._without_secrets()[0]

    @property
    def hint(self) -> str:
        """What to do; empty where there is nothing."""
        return self._without_secrets()[1]

    @property
    def __notes__(self) -> list[str]:  # type: ignore[override]  # nobody sets it
        """What Python prints below the traceback of somebody's own program."""
        return [f"Hint: {self.hint}"] if self.hint else []

    def as_dict(self) -> dict[str, str]:
        """Return the shape every face shows: error, message, hint."""
        return {"error": type(self).__name__, "message": self.message, "hint": self.hint}

    def _without_secrets(self) -> tuple[str, str]:
        if self._shown is None:
            from lamina.documents.redact import redact  # most errors are never shown

            message, hint = self._sentences
            self._shown = redact(message).text, redact(hint).text
        return self._shown


def reason_of(error: OSError) -> str:
    """Return why the system refused, as it stands in a sentence: no space left on device."""
    return (error.strerror or type(error).__name__).lower()
