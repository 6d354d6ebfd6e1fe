"""What Lamina needs beside the files: its stores, and models."""

from __future__ import annotations

from http import HTTPStatus

from lamina.errors.base import LaminaError


class StoreError(LaminaError):
    """The index or the state store cannot be used."""

    exit_code = 8
    status = HTTPStatus.SERVICE_UNAVAILABLE

    def __init__(self, path: object, reason: str, hint: str = "") -> None:
        super().__init__(f"{path}: {reason}. Your Markdown files are untouched.", hint)


class StoreTooNewError(StoreError):
    """A newer Lamina wrote this store."""

    def __init__(self, path: object, found: int, known: int) -> None:
        super().__init__(
            path,
            f"the store has version {found}, this Lamina knows up to {known}",
            "Update Lamina.",
        )


class StoreDamagedError(StoreError):
    """The store's file is not a sound database any more."""

    def __init__(self, path: object, reason: str) -> None:
        super().__init__(path, f"the store is damaged ({reason})", "lamina index rebuild")
        self.reason = reason


class StoreAwayError(StoreError):
    """The database that holds the store cannot be reached, or ended the connection."""

    def __init__(self, place: object, reason: str, hint: str = "") -> None:
        super().__init__(place, reason, hint)
        self.reason = reason


class ModelError(LaminaError):
    """A model failed; what was asked for is done without it, as the subclass says."""

    exit_code = 9
    status = HTTPStatus.BAD_GATEWAY
    named = "The model {model!r}"

    def __init__(self, model: str, reason: str, hint: str = "") -> None:
        super().__init__(f"{self.named.format(model=model)} failed: {reason}.", hint)


class EmbedderError(ModelError):
    """The embedding model or endpoint failed; words still search."""

    named = "The embedding model {model!r}"


class RerankerError(ModelError):
    """The reranker failed; words and vectors still order the lines."""

    named = "The reranker {model!r}"


class ChatError(ModelError):
    """The model that writes (diary, notes) failed; sentences by rule serve."""

    named = "The model {model!r} that writes"
