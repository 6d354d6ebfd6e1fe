"""How often and how much may be asked, from where; what is open to everybody; the page's door."""

from __future__ import annotations

import asyncio
import json
import logging
import re
from dataclasses import replace
from io import StringIO

import pytest
from starlette.testclient import TestClient

from lamina.errors import classes
from lamina.service.gate import Gate, _Body
from lamina.service.logs import Plain
from lamina.service.openapi import ERRORS, description
from tests.service.conftest import NOTES


class TestOften:
    @pytest.fixture
    def settings(self):
        return {"server.rate": "3"}

    def test_too_many_requests_are_refused_for_this_token_alone(self, team):
        token, other = team.token("anna"), team.token("bert")
        answers = [team.ask("GET", "/v1/anna/topics", token) for _ in range(4)]
        assert [one.status_code for one in answers] == [200, 200, 200, 429]
        assert int(answers[-1].headers["retry-after"]) == 20
        assert answers[-1].json()["error"] == "TooManyRequestsError"
        assert team.ask("GET", "/v1/bert/topics", other).status_code == 200
        refused = team.rpc("anna", token, "tools/list")
        assert (refused.status_code, refused.json()["error"]) == (429, "TooManyRequestsError")


class TestMuch:
    @pytest.fixture
    def settings(self):
        return {"server.max_bytes": "2000", "server.rate": "0"}

    def test_too_large_a_request_is_refused_whole(self, team):
        token, before = team.token("anna"), team.files("anna")
        large = {"text": "long " * 1000}
        assert team.ask("POST", "/v1/anna/remember", token, large).status_code == 413
        arguments = {"name": "memory_remember", "arguments": large}
        assert team.rpc("anna", token, "tools/call", **arguments).status_code == 413

        def pieces():
            yield b'{"text": "'
            for _ in range(1000):
                yield b"long "
            yield b'"}'

        sent = {"authorization": f"Bearer {token}", "content-type": "application/json"}
        answer = team.client.post("/v1/anna/remember", content=pieces(), headers=sent)
        assert (answer.status_code, answer.json()["error"]) == (413, "RequestTooLargeError")
        assert team.files("anna") == before

    def test_a_request_whose_rest_does_not_come_is_given_up(self):
        async def never():
            await asyncio.sleep(60)

        async def main():
            body = _Body(never, 10, 0)
            with pytest.raises(Exception, match="not whole after 0 s"):
                await body()

        asyncio.run(main())


def test_host_and_origin_are_checked(team):
    token = team.token("anna")
    for headers, status in (
        ({"host": "evil.example"}, 421),
        ({"host": ""}, 421),
        ({"origin": "https://evil.example"}, 403),
    ):
        answer = team.ask("GET", "/v1/anna/topics", token, **headers)
        assert answer.status_code == status, headers
        assert answer.json()["hint"]


def test_what_is_open_to_everybody_holds_nothing_of_anybody(team):
    assert team.ask("GET", "/healthz").json() == {"ok": True}
    assert team.ask("GET", "/readyz").json() == {"ok": True, "why": None}
    assert team.ask("GET", "/openapi.json").json() == description()
    for address in ("/", "/v2/anna/search", "/healthz/x", "/openapi.yaml"):
        assert team.ask("GET", address).status_code == 404


def test_a_server_that_ends_begins_nothing_new(team):
    token = team.token("anna")
    team.service.gate.end()
    answer = team.ask("GET", "/v1/anna/topics", token)
    assert (answer.status_code, answer.headers["retry-after"]) == (503, "1")
    assert team.ask("GET", "/readyz").status_code == 503
    assert team.ask("GET", "/healthz").status_code == 200


def test_figures_name_no_workspace_no_agent_and_no_word(team):
    token = team.token("anna")
    words = NOTES.format("anna")
    team.ask("POST", "/v1/anna/search", token, {"query": words})
    team.ask("POST", f"/v1/anna/{words}", token, {"query": words})
    team.rpc("anna", token, "tools/call", name="memory_search", arguments={"query": words})
    team.rpc("anna", token, "tools/call", name=words, arguments={})
    team.rpc("anna", token, "prompts/get", name=words, arguments={})
    team.rpc("anna", token, "resources/read", uri=f"memory://file/memory/{words}.md")
    team.ask("GET", f"/page/anna/files?path=memory/{words}.md", token)
    team.ask("GET", f"/page/anna/{words}", token)
    team.ask("GET", "/v1/bert/topics", token)
    assert team.ask("GET", "/metrics", token).status_code == 403
    figures = team.tokens.create("", "prometheus", ["metrics"])[1]
    assert team.ask("GET", "/v1/anna/topics", figures).status_code == 403
    text = team.ask("GET", "/metrics", figures).text
    assert 'lamina_requests_total{call="search",face="v1",status="200"} 1.0' in text
    assert 'lamina_refused_total{why="OtherWorkspaceError"}' in text
    assert "lamina_workspaces 2.0" in text
    for word in ("anna", "bert", "coder", words, "zebra"):
        assert word not in text
    calls = set(re.findall(r'call="([^"]*)"', text))
    assert calls == {
        *("search", "none", "memory_search", "mcp", "prompt", "resource"),
        *("page /files", "page"),
    }


def test_every_status_an_error_has_is_described():
    statuses = {str(int(one.status)) for one in classes()}
    assert statuses <= ERRORS.keys()


class TestReadOnly:
    @pytest.fixture
    def settings(self):
        return {"server.read_only": "anna", "server.rate": "0"}

    def test_nobody_changes_a_workspace_that_is_read_only(self, team):
        token, before = team.token("anna"), team.files("anna")
        answer = team.ask("POST", "/v1/anna/remember", token, {"text": "new"})
        assert (answer.status_code, answer.json()["error"]) == (403, "ReadOnlyError")
        given = {"name": "memory_remember", "arguments": {"text": "new"}}
        assert "ReadOnlyError" in team.rpc("anna", token, "tools/call", **given).text
        offered = team.rpc("anna", token, "tools/list").text
        assert "memory_search" in offered
        assert "memory_remember" not in offered
        assert team.ask("POST", "/page/anna/undo", token).status_code == 403
        assert 'method="post"' not in team.ask("GET", "/page/anna/", token).text
        found = team.ask("POST", "/v1/anna/search", token, {"query": "zebra"})
        assert found.json()["hits"]
        assert team.files("anna") == before
        bert = team.token("bert")
        assert team.ask("POST", "/v1/bert/remember", bert, {"text": "new"}).status_code == 200


class TestPage:
    def test_a_browser_gives_its_token_once(self, team):
        token = team.token("anna")
        asked = team.client.get("/page/anna/")
        assert asked.status_code == 401
        action = re.search(r'action="([^"]+)"', asked.text)
        assert action
        answer = team.client.post(action[1], data={"token": f" {token} "})
        assert (answer.status_code, answer.headers["location"]) == (303, "/page/anna/")
        cookie = answer.headers["set-cookie"]
        assert "HttpOnly" in cookie
        assert "Path=/page/anna/" in cookie
        shown = team.client.get("/page/anna/", headers={"cookie": f"lamina={token}"})
        assert shown.status_code == 200
        assert shown.headers["content-security-policy"].startswith("default-src 'none'")

    def test_a_form_of_another_page_signs_nobody_in(self, team):
        origin = {"origin": "http://testserver:1"}
        answer = team.client.post("/page/anna/sign-in", data={"token": "x"}, headers=origin)
        assert answer.status_code == 403
        assert "set-cookie" not in answer.headers
        crooked = team.client.post("/page/anna/sign-in", data={"token": "a\r\nb: c"})
        assert "set-cookie" not in crooked.headers

    def test_every_address_on_it_is_below_the_workspaces_own(self, team):
        token = team.token("anna")
        seen, left = set(), ["/page/anna/"]
        while left:
            address = left.pop()
            if address in seen:
                continue
            seen.add(address)
            answer = team.ask("GET", address, token)
            if "/files?path=" in address:  # what is no text, or not there yet, is not opened
                assert answer.status_code in {200, 400}, address
            else:
                assert answer.status_code == 200, address
            if not answer.headers["content-type"].startswith("text/html"):
                continue
            found = re.findall(r'\s(?:href|action|src|hx-\w+)="(/[^"]*)"', answer.text)
            for one in found:
                assert one.startswith("/page/anna/"), one
            links = re.findall(r'\s(?:href|src|hx-get)="(/[^"#]*)', answer.text)
            left += [one.replace("&amp;", "&") for one in links if "/live" not in one]
        assert len(seen) > 15

    def test_what_is_done_on_it_is_done_as_its_owner_and_redirects_below_it(self, team):
        token = team.token("anna")
        text = team.ask("GET", "/page/anna/", token).text
        secret = re.search(r'"x-csrf": "(\w+)"', text)
        assert secret
        sent = {"authorization": f"Bearer {token}"}
        form = {"subject": "Papers", "to": "done", "anyway": "1"}
        stale = team.client.post("/page/anna/board/move", data=form, headers=sent)
        assert stale.status_code == 403
        form["csrf"] = secret[1]
        done = team.client.post("/page/anna/board/move", data=form, headers=sent)
        assert (done.status_code, done.headers["location"]) == (303, "/page/anna/board")
        asked = team.ask("POST", "/v1/anna/undo", token, {})
        assert asked.json()["author"] == "owner:coder"
        form = {"subject": "Papers", "to": "done", "csrf": secret[1]}
        asking = sent | {"hx-request": "true"}
        again = team.client.post("/page/anna/board/move", data=form, headers=asking)
        assert '"url": "/board/move"' in again.headers["hx-trigger"]

    def test_who_may_only_look_changes_nothing(self, team):
        token, before = team.token("anna", "page"), team.files("anna")
        text = team.ask("GET", "/page/anna/", token).text
        assert 'method="post"' not in text
        secret = re.search(r'"x-csrf": "(\w+)"', text)
        sent = {"authorization": f"Bearer {token}"}
        form = {"subject": "Papers", "to": "done", "csrf": secret[1] if secret else ""}
        answer = team.client.post("/page/anna/board/move", data=form, headers=sent)
        assert answer.status_code == 403
        assert team.files("anna") == before
        assert team.ask("GET", "/page/anna/", team.token("anna", "read")).status_code == 403


def test_a_fault_is_told_and_logged_without_its_words(team, monkeypatch):
    async def broken(*_):
        raise RuntimeError("the zebra is in the shed")

    said = StringIO()
    log = logging.getLogger("lamina.server")
    handler = logging.StreamHandler(said)
    handler.setFormatter(Plain())
    monkeypatch.setattr(log, "handlers", [handler])
    log.setLevel(logging.INFO)
    old = team.service.gate
    gate = Gate(
        replace(old.faces, api=broken),
        old.checks,
        old.settings,
        host="testserver",
        life=broken,
        metrics=team.service.metrics,
        log=log,
    )
    token = {"authorization": f"Bearer {team.token('anna')}"}
    answer = TestClient(gate, raise_server_exceptions=False).get("/v1/anna/topics", headers=token)
    assert (answer.status_code, answer.json()["error"]) == (500, "Fault")
    fault, request = map(json.loads, said.getvalue().splitlines())
    assert (fault["exception"], request["status"]) == ("RuntimeError", 500)
    assert fault["request"] == answer.headers["x-request-id"]
    assert any("test_gate.py" in place for place in fault["through"])
    assert "zebra" not in said.getvalue() + answer.text
