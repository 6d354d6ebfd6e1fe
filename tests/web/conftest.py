"""The real server, and real Chromium where it is to be had."""

from __future__ import annotations

import http.client
import os
import re
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode, urlsplit

import pytest

for needed in ("starlette", "jinja2", "uvicorn", "multipart"):
    pytest.importorskip(needed, reason=f"{needed} is not installed (extra web)")

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser"))), "")
EXAMPLE = Path(__file__).parents[2] / "examples" / "workspace"
SIZES = {"desktop": (1280, 800), "phone": (390, 844)}


class PageServer:
    """``lamina serve`` on a port of its own, and requests as any program could send them."""

    process: Any

    def __init__(self, environment: dict[str, str], root: Path, *arguments: str, **variables: str):
        self.process = subprocess.Popen(
            [sys.executable, "-m", "lamina", "serve", "--port", "0", "-w", str(root), *arguments],
            env=environment | variables,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        self.said = self.process.stderr.readline()
        found = re.search(r"http://\S+", self.said)
        assert found, self.said + self.process.stderr.read()
        self.url = found[0].replace("0.0.0.0", "127.0.0.1")
        self.port = urlsplit(self.url).port

    def ask(
        self,
        path: str,
        form: dict[str, str] | None = None,
        headers: dict[str, str] | None = None,
    ) -> tuple[int, dict[str, str], str]:
        """Return status, headers and body of an answer."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        sent = dict(headers or {})
        body = urlencode(form).encode() if form is not None else b""
        if form is not None:
            sent |= {
                "Content-Type": "application/x-www-form-urlencoded",
                "Content-Length": str(len(body)),
            }
        try:
            method = "GET" if form is None else "POST"
            connection.putrequest(method, path, skip_host="Host" in sent)
            for name, value in sent.items():
                connection.putheader(name, value)
            connection.endheaders(body)
            answer = connection.getresponse()
            found = {name.lower(): value for name, value in answer.getheaders()}
            return answer.status, found, answer.read().decode()
        finally:
            connection.close()

    def csrf(self, **headers: str) -> str:
        """Return the page's secret, as the page has it."""
        found = re.search(
            r"x-csrf&#34;: &#34;|x-csrf\": \"([\w-]+)", self.ask("/", None, headers)[2]
        )
        assert found
        return found[1]

    def act(
        self, path: str, form: dict[str, str], **headers: str
    ) -> tuple[int, dict[str, str], str]:
        """Send a form as the page does."""
        usual = {"X-CSRF": self.csrf(**headers), "HX-Request": "true", "Origin": self.url}
        return self.ask(path, form, usual | headers)

    def end(self) -> tuple[int, str, str]:
        """End the server as a person would; return code, output and what it said."""
        self.process.send_signal(signal.SIGINT)
        out, err = self.process.communicate(timeout=60)
        return self.process.returncode, out, err


@pytest.fixture
def serve(environment: dict[str, str], root: Path) -> Iterator[Callable[..., PageServer]]:
    """Start the page: ``serve("--read-only", LAMINA_WEB_TOKEN="…")``."""
    started: list[PageServer] = []

    def start(*arguments: str, folder: Path | None = None, **variables: str) -> PageServer:
        started.append(PageServer(environment, folder or root, *arguments, **variables))
        return started[-1]

    yield start
    for server in started:
        server.process.kill()
        server.process.communicate()


@pytest.fixture
def lived_in(root: Path) -> Path:
    """The example workspace, copied."""
    shutil.copytree(EXAMPLE, root, dirs_exist_ok=True)
    return root


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    """Real Chromium, or the reason why there is none; its driver keeps a loop running meanwhile."""
    if not CHROMIUM:
        pytest.skip("there is no chromium on this machine (apt-get install chromium)")
    playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    home = dict(os.environ)
    try:
        with playwright.sync_playwright() as driver:
            browser = driver.chromium.launch(
                executable_path=CHROMIUM, args=["--no-sandbox"], env=home
            )
            yield browser
            browser.close()
    except playwright.Error as error:
        pytest.skip(f"chromium does not start: {error.message.splitlines()[0]}")


class Seen:
    """A tab, and everything in it that should not be: errors, refusals, requests elsewhere."""

    def __init__(self, browser: Any, url: str, *, size: str, theme: str, language: str) -> None:
        wide, high = SIZES[size]
        self.context = browser.new_context(
            viewport={"width": wide, "height": high}, color_scheme=theme, locale=language
        )
        self.url = url
        self.wrong: list[str] = []
        self.context.on("request", self._request)
        self.page = self.context.new_page()
        self.page.on("pageerror", lambda error: self.wrong.append(f"error: {error}"))
        self.page.on("console", self._console)
        self.page.on("dialog", self._dialog)

    def open(self, path: str = "/") -> Any:
        """Go to a view and wait until it is alive."""
        self.page.goto(self.url + path)
        self.page.wait_for_selector("#state.on")
        return self.page

    def _request(self, request: Any) -> None:
        if not request.url.startswith((self.url, "data:", "about:")):
            self.wrong.append(f"asked {request.url}")

    def _console(self, message: Any) -> None:
        quiet = ("status of 4", "Status Error Code 4", "htmx:sendAbort", "htmx:afterRequest")
        if message.type in {"error", "warning"} and not any(q in message.text for q in quiet):
            self.wrong.append(f"console: {message.text}")

    def _dialog(self, dialog: Any) -> None:
        self.wrong.append(f"dialog: {dialog.message}")
        dialog.dismiss()


@pytest.fixture
def tab(chromium: Any) -> Iterator[Callable[..., Seen]]:
    """Open a tab: ``tab(server.url, size="phone", theme="dark")``; nothing may go wrong in it."""
    opened: list[Seen] = []

    def start(
        url: str, *, size: str = "desktop", theme: str = "light", language: str = "en"
    ) -> Seen:
        opened.append(Seen(chromium, url, size=size, theme=theme, language=language))
        return opened[-1]

    yield start
    wrong = [said for seen in opened for said in seen.wrong]
    for seen in opened:
        seen.context.close()
    assert not wrong
