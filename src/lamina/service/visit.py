"""A visit: one request by somebody who was let in, from its beginning to its end."""

from __future__ import annotations

from contextvars import ContextVar
from dataclasses import dataclass
from typing import TYPE_CHECKING

from lamina.errors import ReadOnlyError, ScopeError

if TYPE_CHECKING:
    from lamina.team.tokens import Token


@dataclass(slots=True)
class Visit:
    """Who asks, for which workspace, by which face."""

    request: str  # an id that stands in the log, the audit log and the answer
    token: Token
    face: str  # v1, mcp, page, metrics
    read_only: bool = False  # nobody may change anything in this workspace through the server
    call: str = ""  # what was asked for, once that is known
    changes: bool = False  # whether it is to change something

    def may(self, scope: str) -> bool:
        """Say whether the token has a scope that is of use here."""
        return scope in self.token.scopes and not (self.read_only and scope in CHANGING)

    def check(self, what: str, scope: str) -> None:
        """Raise ScopeError or ReadOnlyError where the token does not allow something."""
        if scope not in self.token.scopes:
            raise ScopeError(what, scope, self.token.scopes)
        if self.read_only and scope in CHANGING:
            raise ReadOnlyError(what)

    def author(self, scope: str) -> str:
        """Return as whom something of this scope is done."""
        owner = self.token.owner or scope in _OWNERS
        return f"{'owner' if owner else 'agent'}:{self.token.agent}"


CHANGING = frozenset({"write", "dream", "admin"})
_OWNERS = frozenset({"dream", "admin", "page"})
VISIT: ContextVar[Visit] = ContextVar("visit")
