"""Who may open the page, who may change something by it, and what a browser is told."""

from __future__ import annotations

import json

import pytest

TOKEN = "correct-horse-battery-staple"
LATER = ("--now", "2026-11-29T18:30")


def test_host_and_origin_are_checked(serve):
    server = serve()
    for host in ("evil.example", f"evil.example:{server.port}", "127.0.0.1.evil.example", ""):
        assert server.ask("/", None, {"Host": host})[0] == 421, host
    assert server.ask("/", None, {"Host": f"localhost:{server.port}"})[0] == 200
    for origin in ("https://evil.example", "null", "http://localhost.evil.example"):
        assert server.ask("/", None, {"Origin": origin})[0] == 403, origin


def test_nothing_is_changed_without_the_pages_own_secret(serve, lived_in):
    server = serve(*LATER)
    form = {"subject": "Steinlohe", "to": "done"}
    own = {"Origin": server.url, "HX-Request": "true"}
    before = (lived_in / "memory" / "active-context.md").read_bytes()
    refused = {
        "no secret": own,
        "wrong secret": own | {"X-CSRF": "x" * 43},
        "another page on this machine": own
        | {"Origin": "http://localhost:1", "X-CSRF": server.csrf()},
        "another page": {"Origin": "https://evil.example", "X-CSRF": server.csrf()},
    }
    for why, headers in refused.items():
        assert server.ask("/board/move", form, headers)[0] == 403, why
    assert (lived_in / "memory" / "active-context.md").read_bytes() == before
    assert server.act("/board/move", form)[0] == 204
    assert (lived_in / "memory" / "active-context.md").read_bytes() != before


def test_a_form_without_scripts_works_too(serve, lived_in):
    server = serve(*LATER)
    form = {"subject": "Steinlohe", "to": "done", "csrf": server.csrf()}
    status, headers, _ = server.ask("/board/move", form, {"Origin": server.url})
    assert (status, headers["location"]) == (303, "/board")
    form["subject"] = "no such matter"
    status, _, body = server.ask("/board/move", form, {"Origin": server.url})
    assert status == 404
    assert "no such matter" in body


def test_where_only_reading_is_allowed_nothing_is_changed(serve, lived_in):
    server = serve("--read-only", *LATER)
    held = {path: path.read_bytes() for path in lived_in.rglob("*.md")}
    body = server.ask("/")[2]
    assert "Read only" in body
    assert 'method="post"' not in body
    for address, form in {
        "/board/move": {"subject": "Steinlohe", "to": "done"},
        "/mend": {},
        "/undo": {},
    }.items():
        status, headers, _ = server.act(address, form)
        assert status == 403
        assert json.loads(headers["hx-trigger"])["said"]["wrong"]
    assert {path: path.read_bytes() for path in lived_in.rglob("*.md")} == held


def test_off_loopback_a_token_is_needed(lamina, root):
    done = lamina("serve", "--host", "0.0.0.0", "--port", "0")
    assert done.returncode == 3
    assert "web.token" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_token_is_given_once_and_kept_as_a_cookie(serve):
    server = serve("--host", "0.0.0.0", LAMINA_WEB_TOKEN=TOKEN)
    status, _, body = server.ask("/", None, {"Accept-Language": "de"})
    assert status == 401
    assert "Diese Seite verlangt ihr Token." in body
    assert server.ask("/?token=wrong")[0] == 401
    assert server.ask("/static/x/page.css")[0] == 401
    status, headers, _ = server.ask(f"//evil.example/search?q=tea&token={TOKEN}")
    assert status == 303
    assert headers["location"] == "/evil.example/search?q=tea"
    cookie = headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert TOKEN not in cookie
    kept = {"Cookie": cookie.partition(";")[0]}
    assert server.ask("/", None, kept)[0] == 200
    assert server.ask("/", None, {"Cookie": kept["Cookie"][:-1] + "x"})[0] == 401
    assert server.ask("/", None, {"Authorization": f"Bearer {TOKEN}"})[0] == 200
    assert server.ask("/", None, kept | {"Host": "evil.example"})[0] == 421
    _, out, err = server.end()
    assert TOKEN not in server.said + out + err


def test_every_answer_says_what_a_browser_may_do_with_it(serve):
    server = serve()
    style = server.ask("/")[2].partition('rel="stylesheet" href="')[2].partition('"')[0]
    assert server.ask(style)[1]["cache-control"].endswith("immutable")
    for path in ("/", style, "/nothing", "/panel/jobs"):
        headers = server.ask(path)[1]
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["x-frame-options"] == "DENY"
        assert headers["referrer-policy"] == "same-origin"
    assert server.ask("/")[1]["cache-control"] == "no-store"


@pytest.mark.parametrize("path", ["/static/x/../../access.py", "/static/x/%2e%2e/site.py", "/x"])
def test_what_is_not_there_is_said(serve, path):
    assert serve().ask(path)[0] == 404


def test_a_port_that_is_taken_is_said_and_an_end_is_quiet(serve, lamina):
    server = serve()
    done = lamina("serve", "--port", str(server.port))
    assert done.returncode == 2
    assert str(server.port) in done.stderr
    code, out, err = server.end()
    assert "Traceback" not in err
    assert out == ""
    assert code in {0, -2, 130}
