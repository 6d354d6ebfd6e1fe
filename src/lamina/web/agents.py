"""The page of one workspace, and those of the fleet's other agents, each under /@name/.

Another agent's page is opened when it is first asked for: its threads, its watch over the files.
Whoever is let into one is let into all.
"""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import quote

from starlette.requests import Request
from starlette.responses import RedirectResponse

from lamina.errors import LaminaError
from lamina.serving.workers import Workers
from lamina.web.app import build
from lamina.web.live import Live
from lamina.web.site import Site

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from starlette.types import Receive, Scope, Send

    from lamina.fleet.fleet import Fleet
    from lamina.fleet.members import Member
    from lamina.memory import Memory

_THREADS = {"read": 2, "write": 1, "slow": 1}  # a Memory each: one person looks at the page


def base_of(name: str) -> str:
    """Return what stands before the addresses of an agent's page."""
    return f"/@{quote(name, safe='')}"


class Page:
    """One workspace's page: its threads, its live telling, its addresses."""

    def __init__(
        self,
        open_memory: Callable[[], Memory],
        root: Path,
        fleet: Fleet | None,
        *,
        read_only: bool,
        agent: str = "",
    ) -> None:
        """``agent``: whose page it is; empty: that of the served workspace itself."""
        self.open_memory = open_memory
        self.workers, self.live = Workers(open_memory, _THREADS), Live()
        base = base_of(agent) if agent else ""
        self.site = Site(
            self.workers,
            self.live,
            read_only=read_only,
            name=agent or root.name,
            root=root,
            base=base,
            fleet=fleet,
        )
        self.app = build(self.site, open_memory)

    def close(self) -> None:
        """Wait for what is under way, and close."""
        self.live.end()
        self.live.wait()
        self.workers.close()


class Agents:
    """The application: passes on to the page of the agent that an address names."""

    def __init__(
        self, page: Page, open_agent: Callable[[Path], Callable[[], Memory]] | None = None
    ) -> None:
        self.page = page
        self.open_agent = open_agent
        fleet = page.site.fleet
        others = fleet.members if fleet and open_agent else ()
        self.members = {one.name: one for one in others if one.root != page.site.root}
        self._opened: dict[str, Page] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        member = self._named(scope["path"]) if scope["type"] == "http" else None
        if member is None:
            await self.page.app(scope, receive, send)
            return
        prefix = f"/@{member.name}"
        if scope["path"] == prefix:
            await RedirectResponse(base_of(member.name) + "/")(scope, receive, send)
            return
        try:
            page = await self._page(member)
        except LaminaError as error:
            answer = self.page.site.failed(Request(scope), error, "/fleet")
            await answer(scope, receive, send)
            return
        await page.app({**scope, "root_path": prefix}, receive, send)

    def end(self) -> None:
        """Let every open page go."""
        for page in (self.page, *self._opened.values()):
            page.live.end()

    def close(self) -> None:
        """Close all pages."""
        for page in (self.page, *self._opened.values()):
            page.close()

    def _named(self, path: str) -> Member | None:
        fitting = (
            one
            for name, one in self.members.items()
            if path == f"/@{name}" or path.startswith(f"/@{name}/")
        )
        return max(fitting, key=lambda one: len(one.name), default=None)

    async def _page(self, member: Member) -> Page:
        """Return an agent's page; what is wrong with its workspace is raised, and nothing kept."""
        assert self.open_agent  # noqa: S101 - there are members only with it
        site = self.page.site
        if member.name not in self._opened:
            page = Page(
                self.open_agent(member.root),
                member.root,
                site.fleet,
                read_only=site.read_only,
                agent=member.name,
            )
            try:
                await page.site.ask(lambda memory: memory.workspace.root)
            except BaseException:
                page.close()
                raise
            if self._opened.setdefault(member.name, page) is page:
                page.live.begin(page.open_memory)
            else:  # somebody else asked for it meanwhile
                page.close()
        return self._opened[member.name]
