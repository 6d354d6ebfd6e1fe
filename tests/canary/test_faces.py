"""Every tool, endpoint, address of the page and hook, with a secret in each text it takes."""

from __future__ import annotations

import ast
import json
import re
from pathlib import Path

import pytest

from lamina.hosts.events import EVENTS, HOSTS
from lamina.hosts.running import Hook
from lamina.mcp_server.catalog import TOOLS
from lamina.mcp_server.prompts import PROMPTS
from lamina.mcp_server.resources import FILE
from lamina.service.catalog import ENDPOINTS
from tests.canary.hunt import KEY, SAID, found
from tests.conftest import NOW
from tests.mcp_server.conftest import CALLS
from tests.service.inputs import fillings
from tests.service.test_isolation import routes
from tests.sessions.hosts import ClaudeCode

WEB = Path(__file__).parents[2] / "src" / "lamina" / "web"
LEFT = "shop"  # in the place of other texts


def clean(team, logged) -> None:
    """See that the secret stands nowhere: on disk, in what was logged, audited, counted."""
    assert found([team.folder, team.home]) == []
    assert KEY not in logged.getvalue()
    assert KEY not in json.dumps(team.audited(), default=str)
    figures = team.ask("GET", "/metrics", team.tokens.create("", "m", ("metrics",))[1])
    assert figures.status_code == 200
    assert KEY not in figures.text


def variants(schema, usual):
    """Yield what to give: the secret everywhere, then in one text after the other."""
    everywhere = fillings(schema, SAID)
    yield everywhere
    others = fillings(schema, LEFT) | usual
    for name, value in everywhere.items():
        if SAID in json.dumps(value):
            yield {key: one for key, one in others.items() if key in usual} | {name: value}


@pytest.mark.parametrize("name", sorted(TOOLS))
def test_no_tool_leaves_a_secret_anywhere(team, logged, name):  # J05
    token = team.token("anna")
    for given in variants(TOOLS[name].input_schema, CALLS[name]):
        answer = team.rpc("anna", token, "tools/call", name=name, arguments=given)
        assert answer.status_code == 200
        assert KEY not in answer.text, given
    clean(team, logged)


def test_no_prompt_and_no_resource_leaves_a_secret_anywhere(team, logged):
    token = team.token("anna")
    for name, prompt in PROMPTS.items():
        given = dict.fromkeys(prompt.takes, SAID)
        assert KEY not in team.rpc("anna", token, "prompts/get", name=name, arguments=given).text
    for address in (FILE + SAID, KEY, f"lamina://{KEY}"):
        assert KEY not in team.rpc("anna", token, "resources/read", uri=address).text
    clean(team, logged)


@pytest.mark.parametrize(("method", "path"), sorted(ENDPOINTS))
def test_no_endpoint_leaves_a_secret_anywhere(team, logged, method, path):  # J05
    token = team.token("anna")
    schema = ENDPOINTS[method, path].takes.model_json_schema()
    needed = {name: fillings(schema, "Payments").get(name) for name in schema.get("required", ())}
    for given in variants(schema, needed):
        if method == "GET":
            query = {name: str(value) for name, value in given.items()}
            answer = team.client.request(
                method,
                f"/v1/anna/{path}",
                params=query,
                headers={"authorization": f"Bearer {token}"},
            )
        else:
            answer = team.ask(method, f"/v1/anna/{path}", token, given)
        assert answer.status_code < 500, answer.text
        assert KEY not in answer.text, given
    clean(team, logged)


def test_no_odd_request_leaves_a_secret_anywhere(team, logged):
    token = team.token("anna")
    for method, address, sent in (
        ("POST", "/v1/anna/remember", {KEY: SAID}),
        ("POST", "/v1/anna/remember", [SAID]),
        ("GET", f"/v1/anna/{KEY}", None),
        ("GET", f"/v1/{KEY}/search", None),
        ("GET", f"/{KEY}?q={KEY}", None),
        ("POST", f"/mcp/{KEY}", {"jsonrpc": "2.0", "id": KEY, "method": KEY}),
    ):
        answer = team.ask(method, address, token, sent)
        assert 400 <= answer.status_code < 500
        assert KEY not in answer.text, address
    team.client.get("/v1/anna/search", headers={"authorization": f"Bearer {KEY}", "x": KEY})
    clean(team, logged)


def fields() -> list[str]:
    """Return every name under which the page reads something, from its source and templates."""
    names: set[str] = set()
    for path in WEB.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                names |= {node.value} if re.fullmatch(r"[a-z_]{1,16}", node.value) else set()
    for path in WEB.rglob("*.html"):
        names |= set(re.findall(r'name="([a-z_]+)"', path.read_text("utf-8")))
    return sorted(names - {"csrf"})


# What the page's forms choose among; each with a secret in all other fields.
CHOICES: tuple[dict[str, str], ...] = (
    {},
    {"subject": "Papers", "to": "done", "anyway": "1"},
    {"topic": "Payments", "to": "paused"},
    {"topic": "Payments", "to": "archived"},
    {"kind": "topic", "domain": "coding"},
    {"kind": "matter"},
    {"path": "memory/2026-03-03.md", "seen": "", "base": ""},
    {"decision": "reject", "key": "1"},
    {"rule": "LAY-01"},
)


def test_no_form_of_the_page_leaves_a_secret_anywhere(team, logged):  # J05
    token = team.token("anna")
    sent = {"authorization": f"Bearer {token}"}
    secret = re.search(r'"x-csrf": "(\w+)"', team.ask("GET", "/page/anna/", token).text)
    assert secret
    names = fields()
    assert {"text", "why", "words", "about", "name", "q", "key"} <= set(names)
    posts = [address for method, address in routes(team) if method == "POST"]
    assert len(posts) > 9
    for address in posts:
        for chosen in CHOICES:
            form = dict.fromkeys(names, SAID) | chosen | {"csrf": secret[1]}
            for more in ({}, {"hx-request": "true"}):
                answer = team.client.post(f"/page/anna{address}", data=form, headers=sent | more)
                assert answer.status_code < 500, (address, answer.text)
                told = answer.text + json.dumps(dict(answer.headers))
                assert KEY not in told, (address, chosen)
    clean(team, logged)


def test_no_address_of_the_page_leaves_a_secret_anywhere(team, logged):
    token = team.token("anna")
    sent = {"authorization": f"Bearer {token}"}
    for method, address in routes(team):
        if method == "GET" and address != "/live":
            query = dict.fromkeys(fields(), SAID)
            for asked in (query, query | {"path": "memory/2026-03-03.md", "mode": "source"}):
                answer = team.client.get(f"/page/anna{address}", params=asked, headers=sent)
                assert answer.status_code < 500, answer.text
    clean(team, logged)


@pytest.mark.parametrize("host", HOSTS)
def test_no_hook_leaves_a_secret_anywhere(root, home, tmp_path, environment, monkeypatch, host):
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    monkeypatch.chdir(root)
    outside = tmp_path / "transcripts"
    talk = ClaudeCode(cwd=root, session="s1")
    talk.user(f"Remember that the {SAID} is for the shop. Never use it on Sundays.")
    talk.agent(f"We decided to use the {SAID} for the shop.")
    transcript = talk.write(outside / "s1.jsonl")
    assert len(EVENTS) >= 5
    for event in EVENTS:
        for where in (str(transcript), f"/{KEY}", None):
            for folder in (str(root), f"{root}/{KEY}"):
                told = {
                    "session_id": "s1", "transcript_path": where, "cwd": folder,
                    "hook_event_name": event, "prompt": f"what of the {SAID} for the shop?",
                    "last_assistant_message": f"I noted the {SAID}.", "source": SAID,
                    "trigger": SAID, "reason": SAID, SAID: SAID,
                }  # fmt: skip
                hook = Hook(host, event, lambda: NOW, say=lambda _: None)
                assert KEY not in hook.run(json.dumps(told).encode())
        Hook(SAID, SAID, lambda: NOW, say=lambda _: None).run(b"{}")
        Hook(host, event, lambda: NOW, say=lambda _: None).run(KEY.encode())
    assert "[redacted:" in (root / "memory" / "chat-2026-03-03.md").read_text("utf-8")
    assert found([root, home]) == []
