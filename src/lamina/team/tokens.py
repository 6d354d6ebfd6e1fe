"""Tokens: each opens one workspace to one agent or person, for what its scopes name.

A token is ``lam_ID_SECRET``. The id may be seen by anybody; of the secret, which is drawn and has
256 bits, only its SHA-256 is kept, so that whoever reads the store can use none of them. A token
is looked up with every request: what was revoked is refused by every process at once.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import re
import secrets
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lamina.documents import days
from lamina.errors import ConfigError, TokenError, UnknownNameError, UsageError
from lamina.storage.sqlite_tokens import in_file
from lamina.storage.token_table import TokenRow

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from lamina.places import Places
    from lamina.settings import Config
    from lamina.storage.token_table import TokenTable

SCOPES = {
    "read": "search, open, be told what to load",
    "write": "note, update, take back its own changes",
    "dream": "make sweeps, switch dreaming, decide over proposals, as the owner",
    "page": "open the page, which shows everything; to change something there: admin, too",
    "admin": "act as the owner: forget, take back anybody's changes",
    "metrics": "read the server's figures; such a token opens no workspace",
}
SESSIONS = ("main", "channel", "group", "thread", "cron", "sub-agent")
_SHAPE = re.compile(r"lam_([0-9a-f]{12})_([A-Za-z0-9_-]{43})")


@dataclass(frozen=True, slots=True)
class Token:
    """A token as it may be shown. ``workspace`` is empty for one that reads figures only."""

    id: str
    workspace: str
    agent: str
    session: str
    scopes: tuple[str, ...]
    made: str
    expires: str = ""
    former_until: str = ""
    revoked: str = ""
    note: str = ""
    digest: str = field(default="", repr=False)  # of the secret it was shown with

    @classmethod
    def of(cls, row: TokenRow, digest: str = "") -> Token:
        """Return what a row says."""
        return cls(
            row.id,
            row.workspace_name,
            row.agent,
            row.session,
            tuple(row.scopes.split()),
            row.made,
            row.expires,
            row.former_until,
            row.revoked,
            row.note,
            digest,
        )

    @property
    def owner(self) -> bool:
        """Whether it acts as the owner."""
        return "admin" in self.scopes

    def as_dict(self) -> dict[str, Any]:
        """Return the shape every face shows; nothing of the secret."""
        return {
            "id": self.id,
            "workspace": self.workspace or None,
            "agent": self.agent,
            "session": self.session,
            "scopes": list(self.scopes),
            "made": self.made,
            "expires": self.expires or None,
            "former_secret_until": self.former_until or None,
            "revoked": self.revoked or None,
            "note": self.note,
        }


class Tokens:
    """All tokens of a server."""

    def __init__(
        self,
        table: TokenTable,
        *,
        clock: Callable[[], datetime] = days.utc_now,
        draw: Callable[[int], bytes] = secrets.token_bytes,
    ) -> None:
        """``draw`` returns so many bytes that nobody can guess."""
        self.table = table
        self._clock = clock
        self._draw = draw

    def create(
        self,
        workspace: str,
        agent: str,
        scopes: Iterable[str],
        *,
        session: str = "group",
        lasts: timedelta | None = None,
        note: str = "",
    ) -> tuple[Token, str]:
        """Make a token; return it with its text, which cannot be had again."""
        wanted = _checked(tuple(dict.fromkeys(scopes)), workspace)
        if session not in SESSIONS:
            raise UnknownNameError("kind of session", session, SESSIONS)
        if "page" in wanted and session != "main":
            raise UsageError(
                "The page shows everything, so its token is one for main sessions; none was made.",
                "Add --session main, or leave the scope page out.",
            )
        if not agent.strip() or not agent.isprintable() or ":" in agent or "/" in agent:
            raise UsageError(
                f"{agent!r} cannot be an agent's name; no token was made.",
                "Use letters, digits and dashes.",
            )
        now = self._clock()
        row = TokenRow(
            self._draw(6).hex(),
            workspace,
            agent,
            session,
            " ".join(wanted),
            "",
            _iso(now),
            _iso(now + lasts) if lasts else "",
            note=note,
        )
        text, digest = self._secret(row.id)
        row = row._replace(digest=digest)
        self.table.put(row)
        return Token.of(row), text

    def list(self) -> tuple[Token, ...]:
        """Return all tokens, the oldest first."""
        return tuple(Token.of(row) for row in self.table.all())

    def rotate(self, number: str, overlap: timedelta) -> tuple[Token, str]:
        """Give a token another secret; the one it has now stays good for a while."""
        text, digest = self._secret(number)
        until = _iso(self._clock() + overlap)

        def change(row: TokenRow) -> TokenRow:
            if row.revoked:
                raise UsageError(
                    f"The token {number} was revoked; nothing was changed.", "Make another."
                )
            return row._replace(digest=digest, former=row.digest, former_until=until)

        return self._changed(number, change), text

    def revoke(self, number: str) -> Token:
        """Let a token open nothing any more, from this moment on."""
        now = _iso(self._clock())
        return self._changed(
            number, lambda row: row if row.revoked else row._replace(revoked=now, former="")
        )

    def check(self, text: str) -> Token:
        """Return the token whose text this is; TokenError where it opens nothing."""
        match = _SHAPE.fullmatch(text)
        if match is None:
            raise TokenError("There is no such token" if text else "There is no token")
        number, digest = match[1], _digest(match[2])
        row = self.table.find(number)
        # Looked for in the same way whether there is such a token or not.
        held = row or TokenRow(number, "", "", "", "", "", "")
        current = hmac.compare_digest(held.digest, digest)
        former = hmac.compare_digest(held.former, digest)
        if row is None or not (current or former):
            raise TokenError("There is no such token")
        self._check_standing(row, former=not current)
        return Token.of(row, digest)

    def stands(self, token: Token) -> bool:
        """Say whether a token that was let in would be let in again."""
        row = self.table.find(token.id)
        if row is None or token.digest not in (row.digest, row.former):
            return False
        try:
            self._check_standing(row, former=token.digest != row.digest)
        except TokenError:
            return False
        return True

    def audit_key(self) -> bytes:
        """Return the key with which the audit log marks lines; one for all servers."""
        return bytes.fromhex(self.table.key("audit", self._draw(32).hex()))

    def close(self) -> None:
        """Close the store."""
        self.table.close()

    def _check_standing(self, row: TokenRow, *, former: bool) -> None:
        """Refuse what was revoked or is over; who asks has shown the secret and may know."""
        ask = "Ask its owner for another."
        now = _iso(self._clock())
        if row.revoked:
            raise TokenError("The token was revoked", ask)
        if row.expires and row.expires <= now:
            raise TokenError("The token is over", ask)
        if former and row.former_until <= now:
            raise TokenError("The token got another secret", ask)

    def _changed(self, number: str, change: Callable[[TokenRow], TokenRow]) -> Token:
        row = self.table.change(number, change)
        if row is None:
            raise UnknownNameError("token", number, (one.id for one in self.table.all()))
        return Token.of(row)

    def _secret(self, number: str) -> tuple[str, str]:
        """Return a token's text with a new secret, and the secret's digest."""
        secret = base64.urlsafe_b64encode(self._draw(32)).decode().rstrip("=")
        return f"lam_{number}_{secret}", _digest(secret)


def folder_of(config: Config, places: Places) -> Path:
    """Return the folder of the server's own files."""
    if not config.server.folder:
        return places.state / "server"
    folder = Path(config.server.folder)
    if config.server.folder.startswith("~/"):
        folder = places.home / config.server.folder[2:]
    if not folder.is_absolute():
        raise ConfigError("server.folder", "is not a whole path; nothing was started")
    return folder


def open_tokens(
    config: Config, places: Places, *, clock: Callable[[], datetime] = days.utc_now
) -> Tokens:
    """Open the tokens: in the database that holds the stores, else in the server's folder."""
    if url := config.store.url:
        from lamina.storage.postgres_tokens import in_database

        return Tokens(in_database(url), clock=clock)
    return Tokens(in_file(folder_of(config, places) / "server.db"), clock=clock)


def _checked(scopes: tuple[str, ...], workspace: str) -> tuple[str, ...]:
    for scope in scopes:
        if scope not in SCOPES:
            raise UnknownNameError("scope", scope, SCOPES)
    if not scopes:
        raise UsageError(
            "A token without a scope opens nothing.", f"Name some: {', '.join(SCOPES)}"
        )
    if ("metrics" in scopes) == bool(workspace):
        hint = "Make one for a workspace and one for the figures."
        raise UsageError(
            "A token opens a workspace, or reads the server's figures, not both.", hint
        )
    if "metrics" in scopes and len(scopes) > 1:
        raise UsageError("The scope metrics stands by itself.", "Make another token for the rest.")
    return scopes


def _digest(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


def _iso(moment: datetime) -> str:
    return moment.astimezone(UTC).isoformat(timespec="milliseconds")
