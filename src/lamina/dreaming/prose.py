"""Lets a model write the dream diary's entry: optional, and never by default.

POST {url}/chat/completions, as OpenAI's and most other servers take it. A model that is not there,
or does not answer, is asked for once more without its name, so that the server takes its own
default. A refusal of the key is not tried again. Nothing here raises: where there is no prose there
is a sentence that says why, and the entry is a plain one.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from lamina.documents.fence import instructs, neutral
from lamina.documents.redact import redact
from lamina.dreaming import prose_shapes as shapes
from lamina.errors import DiaryError
from lamina.search.deadline import within

if TYPE_CHECKING:
    from lamina.config import Dreaming
    from lamina.dreaming.diary import Night
    from lamina.search.endpoint import Reply

_LOOKED_AT = 4_000  # bytes of a refusal
_NO_MODEL = re.compile(
    r"model_not_(?:found|available)|(?:no such|unknown|invalid|not a valid) model"
    r"|\bmodel\b.{0,80}(?:not (?:found|exist|available|supported|valid)|n[o']t exist|is unknown)",
    re.IGNORECASE | re.DOTALL,
)


@dataclass(frozen=True, slots=True)
class Prose:
    """What a model wrote of a night; where it is empty the notices say why."""

    night: Night
    text: str = ""
    notices: tuple[str, ...] = ()


def open_author(chosen: Dreaming) -> Author | None:
    """Return the model the settings name, or None where they name neither it nor its server."""
    return Author(chosen) if chosen.url or chosen.model else None


class Author:
    """A model at a server that writes entries."""

    def __init__(self, chosen: Dreaming) -> None:
        """Check the address; nothing is connected. Where it cannot be, every night says so."""
        from lamina.search.endpoint import Server

        self._model = chosen.model
        self._key = chosen.api_key
        self._seconds = float(chosen.timeout)
        self._unusable: DiaryError | None = None
        if not chosen.url or not chosen.model:
            missing = "dreaming.model" if chosen.url else "dreaming.url"
            self._unusable = self._error(f"{missing} is not set")
            return
        try:
            self._server = Server(
                chosen.url,
                chosen.api_key,
                path="chat/completions",
                section="dreaming",
                meanwhile="the diary is written in plain sentences",
                failed=self._error,
            )
        except DiaryError as error:
            self._unusable = error

    def write(self, night: Night) -> Prose:
        """Ask for an entry about a night."""
        notices: list[str] = []
        try:
            text = shapes.cleaned(self._answer(night, notices))
            why = shapes.fault(text, night)
            if not why and self._key and self._key in text:
                why = "it holds the key"
            if why:
                raise self._error(f"its entry cannot be used: {why}")
        except DiaryError as error:
            said = f"{error.message} {error.hint}".strip()
            return Prose(night, "", (*notices, f"The dream diary is plain. {_shown(said)}"))
        return Prose(night, text, tuple(notices))

    def _answer(self, night: Night, notices: list[str]) -> str:
        if self._unusable:
            raise self._unusable
        try:
            reply = self._ask(night, self._model)
        except DiaryError as error:
            why = error.message
        else:
            if not _unavailable(reply):
                return self._read(reply)
            why = self._error(self._said(reply)).message
        notices.append(_shown(f"{why} The server's default model was asked instead."))
        return self._read(self._ask(night, ""))

    def _ask(self, night: Night, model: str) -> Reply:
        asked: dict[str, object] = {"model": model} if model else {}
        asked |= {"messages": shapes.messages(night)}
        try:
            return within(self._seconds, lambda: self._server.post(asked, self._seconds))
        except TimeoutError:
            raise self._server.late(self._seconds) from None

    def _read(self, reply: Reply) -> str:
        """Return what the model said."""
        self._server.raise_for(reply)
        if not 200 <= reply.status < 300:
            later = reply.status >= 500 or reply.status == 429
            hint = "Check dreaming.url and dreaming.model."
            raise self._error(self._said(reply), "" if later else hint)
        try:
            choice: Any = json.loads(reply.body)["choices"][0]
            message = choice["message"]
            said = message["content"]
            declined = message.get("refusal") or choice.get("finish_reason") == "content_filter"
            if isinstance(said, list):
                said = "".join(part["text"] for part in said if part.get("type") == "text")
        except (ValueError, TypeError, KeyError, IndexError, AttributeError, RecursionError):
            said, declined = 0, False
        if declined:
            raise self._error("it declines to write")
        if said is None or (isinstance(said, str) and not said.strip()):
            raise self._error("it wrote nothing")
        if not isinstance(said, str):
            raise self._error(
                "its answer is no chat completion",
                "Check that dreaming.url speaks the protocol of OpenAI's chat completions.",
            )
        return said

    def _said(self, reply: Reply) -> str:
        """Return a refusal's words, unless they speak to an agent."""
        said = self._server.said(reply)
        return f"HTTP {reply.status}" if instructs(said) else said

    def _error(self, reason: str, hint: str = "") -> DiaryError:
        return DiaryError(self._model, reason, hint)


def _unavailable(reply: Reply) -> bool:
    """Tell whether another model might answer where this one does not."""
    if reply.status == 404 or reply.status >= 500:
        return True
    said = reply.body[:_LOOKED_AT].decode("utf-8", "replace")
    return reply.status in {400, 422} and bool(_NO_MODEL.search(said))


def _shown(sentence: str) -> str:
    """Return a sentence that may hold a server's words as it may stand in a report."""
    return neutral(redact(sentence).text)
