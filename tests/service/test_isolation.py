"""J07, J08, G03: no endpoint, tool, resource, prompt or page gives a tenant a word of another's.

What is tried is taken from the application itself, so that what is added is tried at once.
"""

from __future__ import annotations

from dataclasses import fields
from typing import Any, get_args

import mcp_types
import pytest
from pydantic import BaseModel
from starlette.routing import Route

from lamina.mcp_server.catalog import TOOLS
from lamina.mcp_server.prompts import PROMPTS
from lamina.mcp_server.resources import FILE, INDEX, TODAY
from lamina.service.catalog import ENDPOINTS
from lamina.service.desks import Whose
from lamina.service.gate import Faces
from lamina.service.openapi import description
from lamina.web.app import build
from tests.service.conftest import ALL, NOTES, PRIVATE
from tests.service.inputs import fillings, hostile

OTHERS = (NOTES.format("bert"), PRIVATE.format("bert"))
API = sorted(ENDPOINTS)
# What is asked by MCP beside tools; and every method there is in the protocol.
ASKED: list[tuple[str, dict[str, Any]]] = [
    *(("resources/read", {"uri": uri}) for uri in (INDEX, TODAY, f"{FILE}MEMORY.md")),
    *(
        ("prompts/get", {"name": name, "arguments": dict.fromkeys(one.takes, "Payments")})
        for name, one in PROMPTS.items()
    ),
    *((f"{kind}/list", {}) for kind in ("tools", "resources", "resources/templates", "prompts")),
]
TRIED = {method for method, _ in ASKED}
NOBODYS = {"initialize", "ping"}  # they speak of the server alone
METHODS = sorted(
    {
        method
        for one in vars(mcp_types).values()
        if isinstance(one, type) and issubclass(one, BaseModel) and "method" in one.model_fields
        for method in get_args(one.model_fields["method"].annotation)
        if isinstance(method, str) and not method.startswith("notifications/")
    }
)


def ways(team) -> list[str]:
    """Return words by which somebody may try to reach the other workspace."""
    return [
        f"../bert/memory/{OTHERS[0]}.md",
        f"memory/../../bert/memory/{OTHERS[0]}.md",
        str(team.roots["bert"] / "MEMORY.md"),
        f"{team.roots['bert']}/memory/2026-03-03.md#L3",
        "bert",
        "Payments",
        "NAS",
        "what is in the shed, what holds, who eats at nine?",
    ]


def routes(team) -> list[tuple[str, str]]:
    """Return every method and address of the page."""
    page = team.service.page
    app = build(page._plain, lambda: page._open(Whose("anna", "page", "owner:page", "main")))
    filled = {"version": "v", "name:path": "page.js", "name": "findings", "number:int": "1"}
    found = []
    for route in app.routes:
        assert isinstance(route, Route)
        address = route.path
        for name, value in filled.items():
            address = address.replace(f"{{{name}}}", value)
        assert "{" not in address
        found += [(method, address) for method in sorted(route.methods or ())]
    return found


def nothing_of(answer, team, before) -> None:
    """See that an answer holds no word of bert's, and that nothing of his was changed."""
    asked = answer.request.read().decode() + str(answer.request.url)
    for word in OTHERS:
        # What somebody sent may be repeated to him; all else may not stand there.
        assert answer.text.count(word) <= asked.count(word) * 4, answer.text
        assert f"{word} is" not in answer.text
        assert f"{word} eats" not in answer.text
        assert f"{word} holds" not in answer.text
    assert team.files("bert") == before


def test_every_face_is_tried():
    """A face that is added has to be added to the tests of this file."""
    assert {one.name for one in fields(Faces)} == {"api", "mcp", "page", "metrics", "open"}


def test_what_is_tried_is_what_the_description_and_the_faces_have(team):
    """Nothing is served that the tests of this file do not try: no address, no tool, no method."""
    listed = {
        (method.upper(), address.partition("{workspace}/")[2])
        for address, operations in description()["paths"].items()
        for method in operations
        if "{workspace}" in address and method != "parameters"
    }
    assert listed == set(API)
    others = {address for address in description()["paths"] if "{workspace}" not in address}
    assert others <= {*team.service.gate.faces.open, "/metrics"}
    assert set(team.service.gate.faces.open) == {"/healthz", "/readyz", "/openapi.json"}
    token = team.token("anna")
    given: dict[str, Any] = {
        "completion/complete": {
            "ref": {"type": "ref/prompt", "name": "x"},
            "argument": {"name": "a", "value": "b"},
        },
        "logging/setLevel": {"level": "debug"},
        "resources/subscribe": {"uri": INDEX},
        "resources/unsubscribe": {"uri": INDEX},
    }
    said = {m: team.rpc("anna", token, m, **given.get(m, {})).text for m in METHODS}
    served = {
        method for method, text in said.items() if '"code":-32601' not in text
    }  # no such method
    assert served == {*TRIED, *NOBODYS, "tools/call"}


@pytest.mark.parametrize(("method", "path"), API)
def test_j08_no_endpoint_serves_another_tenants_token(team, method, path):
    token = team.token("anna")
    before = team.files("bert")
    endpoint = ENDPOINTS[method, path]
    given = fillings(endpoint.takes.model_json_schema(), "zebra") if method == "POST" else None
    for address in (f"/v1/bert/{path}", f"/v1/bert//{path}", f"/v1/nobody/{path}"):
        answer = team.ask(method, address, token, given)
        assert answer.status_code == 403, address
        assert answer.json()["error"] == "OtherWorkspaceError"
        nothing_of(answer, team, before)
    assert not team.audited()


@pytest.mark.parametrize(("method", "path"), API)
def test_j08_no_endpoint_reaches_the_other_workspace_by_what_it_is_given(team, method, path):
    token = team.token("anna")
    before = team.files("bert")
    for given in hostile(ENDPOINTS[method, path], ways(team)):
        if method == "GET":
            query = "&".join(f"{name}={value}" for name, value in given.items())
            answer = team.ask(method, f"/v1/anna/{path}?{query}".replace("False", "false"), token)
        else:
            answer = team.ask(method, f"/v1/anna/{path}", token, given)
        assert answer.status_code < 500, answer.text
        nothing_of(answer, team, before)
    assert {row["workspace"] for row in team.audited()} <= {"anna"}


@pytest.mark.parametrize("name", sorted(TOOLS))
def test_j08_no_tool_serves_another_tenants_token(team, name):
    token = team.token("anna")
    before = team.files("bert")
    schema = TOOLS[name].input_schema
    given = fillings(schema, "zebra")
    answer = team.rpc("bert", token, "tools/call", name=name, arguments=given)
    assert answer.status_code == 403
    nothing_of(answer, team, before)
    for words in ways(team):
        given = fillings(schema, words)
        answer = team.rpc("anna", token, "tools/call", name=name, arguments=given)
        assert answer.status_code == 200, answer.text
        nothing_of(answer, team, before)


@pytest.mark.parametrize(("method", "params"), ASKED)
def test_j08_no_resource_and_no_prompt_serves_another_tenants_token(team, method, params):
    token, before = team.token("anna"), team.files("bert")
    answer = team.rpc("bert", token, method, **params)
    assert answer.status_code == 403
    nothing_of(answer, team, before)
    own = team.rpc("anna", token, method, **params)
    assert own.status_code == 200
    assert '"error"' not in own.text
    nothing_of(own, team, before)


def test_j08_no_resource_leads_out_of_the_workspace(team):
    token, before = team.token("anna"), team.files("bert")
    for way in ways(team):
        answer = team.rpc("anna", token, "resources/read", uri=f"{FILE}{way}")
        nothing_of(answer, team, before)


def test_j08_no_page_serves_another_tenants_token(team):
    token, before = team.token("anna"), team.files("bert")
    tried = routes(team)
    assert len(tried) > 40
    for method, address in tried:
        for carried in ({"authorization": f"Bearer {token}"}, {"cookie": f"lamina={token}"}):
            answer = team.client.request(method, f"/page/bert{address}", headers=carried)
            assert answer.status_code == 403, address
            nothing_of(answer, team, before)


def test_j08_no_page_shows_another_workspace_by_what_it_is_asked(team):
    token, before = team.token("anna"), team.files("bert")
    for method, address in routes(team):
        if method != "GET" or address == "/live":
            continue
        for way in ways(team):
            query = {"path": way, "q": way, "key": way, "mode": "source", "lane": way}
            answer = team.client.request(
                method,
                f"/page/anna{address}",
                params=query,
                headers={"authorization": f"Bearer {token}"},
            )
            assert answer.status_code < 500, answer.text
            nothing_of(answer, team, before)


@pytest.mark.parametrize("sent", ["", "x", "lam_000000000000_" + "a" * 43])
def test_nothing_is_served_without_a_token(team, sent):
    addresses = [
        *((method, f"/v1/anna/{path}") for method, path in API),
        ("POST", "/mcp/anna"),
        *((method, f"/page/anna{address}") for method, address in routes(team)),
        ("GET", "/metrics"),
    ]
    for method, address in addresses:
        answer = team.ask(method, address, sent)
        assert answer.status_code == 401, address
        assert "anna" not in answer.text.replace("/page/anna/sign-in", "")
    assert not team.audited()


@pytest.mark.parametrize(("method", "path"), API)
def test_an_endpoint_needs_its_scope_and_no_other_will_do(team, method, path):
    endpoint = ENDPOINTS[method, path]
    others = [scope for scope in ALL if scope != endpoint.scope]
    before = team.files("anna")
    given = fillings(endpoint.takes.model_json_schema(), "zebra") if method == "POST" else None
    answer = team.ask(method, f"/v1/anna/{path}", team.token("anna", *others), given)
    assert answer.status_code == 403
    assert answer.json()["error"] == "ScopeError"
    assert team.files("anna") == before


@pytest.mark.parametrize("name", sorted(TOOLS))
def test_a_tool_changes_nothing_for_a_token_that_may_only_read(team, name):
    tool = TOOLS[name]
    before = team.files("anna")
    given: Any = fillings(tool.input_schema, "zebra")
    answer = team.rpc("anna", team.token("anna", "read"), "tools/call", name=name, arguments=given)
    if tool.writes:
        assert "ScopeError" in answer.text
    assert team.files("anna") == before


@pytest.mark.parametrize("session", ["group", "channel", "thread", "cron", "sub-agent"])
def test_j07_outside_main_sessions_no_face_shows_memory_md(team, session):
    scopes = [scope for scope in ALL if scope != "page"]
    token = team.token("anna", *scopes, session=session)
    word = PRIVATE.format("anna")
    for method, path in API:
        schema = ENDPOINTS[method, path].takes.model_json_schema()
        for words in ("what holds?", "MEMORY.md", "- The wal"):
            given = fillings(schema, words)
            answer = team.ask(
                method, f"/v1/anna/{path}", token, given if method == "POST" else None
            )
            assert word not in answer.text, (path, words)
    for name, tool in TOOLS.items():
        for words in ("what holds?", "MEMORY.md", "- The wal"):
            given = fillings(tool.input_schema, words)
            answer = team.rpc("anna", token, "tools/call", name=name, arguments=given)
            assert word not in answer.text, (name, words)
    for uri in (INDEX, TODAY, f"{FILE}MEMORY.md"):
        assert word not in team.rpc("anna", token, "resources/read", uri=uri).text
