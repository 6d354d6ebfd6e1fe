"""Asks a model that writes: optional, never by default.

POST {url}/chat/completions, as OpenAI's and most other servers take it. A model that is not there,
or does not answer, is replaced once by the settings' default (else the server's own). A refusal of
the key is not tried again. What comes back is the words of a stranger.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

from lamina.documents.fence import instructs, neutral
from lamina.documents.redact import redact
from lamina.errors import ChatError
from lamina.search.deadline import within

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lamina.search.endpoint import Reply
    from lamina.settings import Chat as Chosen

_LOOKED_AT = 4_000  # bytes of a refusal
_NO_MODEL = re.compile(
    r"model_not_(?:found|available)|(?:no such|unknown|invalid|not a valid) model"
    r"|\bmodel\b.{0,80}(?:not (?:found|exist|available|supported|valid)|n[o']t exist|is unknown)",
    re.IGNORECASE | re.DOTALL,
)


class Chat:
    """A model at a server, asked for text."""

    def __init__(self, chosen: Chosen, model: str, *, setting: str, meanwhile: str) -> None:
        """Check the address; nothing is connected. What is wrong with it every question says.

        Args:
            chosen: the server.
            model: its name there.
            setting: the key of the setting that names the model, for what to do about an error.
            meanwhile: what serves as long as the model does not, likewise.
        """
        from lamina.search.endpoint import Server

        self.model = model
        self.key = chosen.api_key
        self._default = chosen.model if chosen.model != model else ""
        self._setting = setting
        self._seconds = float(chosen.timeout)
        self._unusable: ChatError | None = None
        if not chosen.url or not model:
            missing = setting if chosen.url else "chat.url"
            self._unusable = self.error(f"{missing} is not set")
            return
        try:
            self._server = Server(
                chosen.url,
                chosen.api_key,
                path="chat/completions",
                section="chat",
                meanwhile=meanwhile,
                failed=self.error,
            )
        except ChatError as error:
            self._unusable = error

    def ask(self, messages: Sequence[dict[str, str]], notices: list[str]) -> str:
        """Return what the model says; what had to be done differently goes into the notices.

        Raises:
            ChatError: there is no answer, or none that is text.
        """
        if self._unusable:
            raise self._unusable
        try:
            reply = self._post(messages, self.model)
        except ChatError as error:
            why = error.message
        else:
            if not _unavailable(reply):
                return self._read(reply)
            why = self.error(self._said(reply)).message
        other = f"{self._default} was" if self._default else "The server's default model was"
        notices.append(shown(f"{why} {other} asked instead."))
        return self._read(self._post(messages, self._default))

    def error(self, reason: str, hint: str = "") -> ChatError:
        """Return the error of this model."""
        return ChatError(self.model, reason, hint)

    def _post(self, messages: Sequence[dict[str, str]], model: str) -> Reply:
        asked: dict[str, object] = {"model": model} if model else {}
        asked |= {"messages": list(messages)}
        try:
            return within(self._seconds, lambda: self._server.post(asked, self._seconds))
        except TimeoutError:
            raise self._server.late(self._seconds) from None

    def _read(self, reply: Reply) -> str:
        """Return what the model said."""
        self._server.raise_for(reply)
        if not 200 <= reply.status < 300:
            later = reply.status >= 500 or reply.status == 429
            hint = f"Check chat.url and {self._setting}."
            raise self.error(self._said(reply), "" if later else hint)
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
            raise self.error("it declines to write")
        if said is None or (isinstance(said, str) and not said.strip()):
            raise self.error("it wrote nothing")
        if not isinstance(said, str):
            raise self.error(
                "its answer is no chat completion",
                "Check that chat.url speaks the protocol of OpenAI's chat completions.",
            )
        return said

    def _said(self, reply: Reply) -> str:
        """Return a refusal's words, unless they speak to an agent."""
        said = self._server.said(reply)
        return f"HTTP {reply.status}" if instructs(said) else said


def shown(sentence: str) -> str:
    """Return a sentence that may hold a server's words as it may stand in a report."""
    return neutral(redact(sentence).text)


def _unavailable(reply: Reply) -> bool:
    """Tell whether another model might answer where this one does not."""
    if reply.status == 404 or reply.status >= 500:
        return True
    said = reply.body[:_LOOKED_AT].decode("utf-8", "replace")
    return reply.status in {400, 422} and bool(_NO_MODEL.search(said))
