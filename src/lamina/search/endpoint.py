"""Speaks to a server that the settings name: the package's only network access.

Nothing is connected before something is asked, and what speaks HTTP is imported only then. Key
and text go to the host of the address and nowhere else: no redirect is followed, a server on this
machine is reached without a proxy. What a server says is shown without the key.
"""

from __future__ import annotations

import json
import time
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit, urlunsplit

if TYPE_CHECKING:
    from collections.abc import Callable
    from urllib.request import OpenerDirector

    from lamina.errors import LaminaError

_LARGEST_ANSWER = 64 << 20


@dataclass(frozen=True, slots=True)
class Reply:
    """What a server answered; ``pause``: seconds after which it wants to be asked again."""

    status: int
    body: bytes
    pause: float


class Server:
    """One address that takes JSON by POST."""

    def __init__(
        self,
        url: str,
        api_key: str,
        *,
        path: str,
        section: str,
        meanwhile: str,
        failed: Callable[[str, str], LaminaError],
    ) -> None:
        """Check the address and the key; nothing is connected.

        Args:
            url: ends before ``/path``, or with it.
            api_key: sent as a bearer token; empty: none.
            path: what is asked: embeddings, rerank.
            section: of the settings that name the server, for what to do about an error.
            meanwhile: what serves as long as the server does not, likewise.
            failed: makes the error from reason and hint.
        """
        self._key = api_key
        self._section = section
        self._meanwhile = meanwhile
        self._failed = failed
        try:
            parts = urlsplit(url)
            host = parts.hostname if parts.port != 0 else None  # reading the port checks it
        except ValueError:
            host = None
        if not host or parts.scheme not in {"http", "https"} or "@" in parts.netloc:
            raise failed(
                "its address is not usable",
                f"Write {section}.url as https://host/v1, without a name or key in it.",
            )
        if not (api_key.isascii() and api_key.isprintable() and " " not in api_key):
            raise failed("its key holds characters no key has", f"Check {section}.api_key.")
        folder = parts.path.rstrip("/").removesuffix(f"/{path}")
        self._target = urlunsplit(parts._replace(path=f"{folder}/{path}", fragment=""))
        self.place = f"{parts.netloc}{folder}"
        self.address = f"{parts.scheme}://{self.place}"  # without its query: that may hold a key
        self._opener = _opener(host)

    def post(self, asked: object, timeout: float) -> Reply:
        """Ask once, for ``timeout`` seconds; refusals are answers too."""
        from http.client import HTTPException
        from urllib.error import HTTPError, URLError
        from urllib.request import Request

        headers = {"Content-Type": "application/json", "User-Agent": "lamina"}
        if self._key:
            headers["Authorization"] = f"Bearer {self._key}"
        payload = json.dumps(asked).encode()
        request = Request(self._target, payload, headers)  # noqa: S310 - checked when opened
        deadline = time.monotonic() + timeout
        try:
            try:
                answer: Any = self._opener.open(request, timeout=timeout)
            except HTTPError as error:
                answer = error
            with answer:
                body = _body(answer, deadline)
        except (OSError, HTTPException, ValueError) as error:
            cause = error.reason if isinstance(error, URLError) else error
            if isinstance(cause, TimeoutError):
                raise self.late(timeout) from None
            # Words of other errors may hold the address, and that a key.
            words = str(cause) if isinstance(cause, OSError) else type(cause).__name__
            raise self._failed(
                f"it cannot be reached ({words})",
                f"Check {self._section}.url and that the server runs; "
                f"until then {self._meanwhile}.",
            ) from None
        pause = answer.headers.get("Retry-After", "")
        return Reply(answer.status, body, float(pause) if pause.isdecimal() else 0.0)

    def raise_for(self, reply: Reply) -> None:
        """Raise what no other request would change: it redirects, or refuses the key."""
        if 300 <= reply.status < 400:
            raise self._failed(
                f"it redirects (HTTP {reply.status}), which is not followed",
                f"Put the final address into {self._section}.url.",
            )
        if reply.status in {401, 403}:
            raise self._failed(
                f"it refuses the key (HTTP {reply.status})", f"Check {self._section}.api_key."
            )

    def said(self, reply: Reply) -> str:
        """Return status and words of a refusal, on one line, without the key."""
        text = reply.body.decode("utf-8", "replace")
        with suppress(ValueError, TypeError, KeyError, RecursionError):
            text = str(json.loads(text)["error"]["message"])
        if self._key:
            text = text.replace(self._key, "[key]")
        text = " ".join("".join(c if c.isprintable() else " " for c in text).split())
        return f"HTTP {reply.status}" + (f": {text[:200]}" if text else "")

    def late(self, timeout: float) -> LaminaError:
        """Return the error of a server that gave no answer in time."""
        return self._failed(
            f"it did not answer within {timeout:g} s", f"Until then {self._meanwhile}."
        )


def _opener(host: str) -> OpenerDirector:
    """Return what opens addresses: no redirects, and for this machine no proxy.

    Either would carry the key and the texts to somebody the settings do not name.
    """
    from ipaddress import ip_address
    from urllib.request import HTTPRedirectHandler, ProxyHandler, build_opener

    class Stay(HTTPRedirectHandler):
        def redirect_request(self, *_: object, **__: object) -> None:
            return None

    try:
        here = ip_address(host).is_loopback
    except ValueError:
        here = host == "localhost"
    return build_opener(Stay, ProxyHandler({})) if here else build_opener(Stay)


def _body(answer: Any, deadline: float) -> bytes:
    """Read an answer that may come in drops or never end."""
    body = bytearray()
    while part := answer.read1(1 << 16):
        body += part
        if time.monotonic() > deadline:
            raise TimeoutError
        if len(body) > _LARGEST_ANSWER:
            raise OSError(f"its answer is larger than {_LARGEST_ANSWER >> 20} MB")
    return bytes(body)
