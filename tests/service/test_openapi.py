"""The description of the HTTP API holds: requests made from it, and from its edges, break nothing."""

from __future__ import annotations

import os

import pytest
from hypothesis import HealthCheck, Phase, settings

from lamina.service.catalog import ENDPOINTS
from lamina.service.openapi import description

schemathesis = pytest.importorskip("schemathesis")
from schemathesis.specs.openapi.checks import (  # noqa: E402
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

api = schemathesis.openapi.from_dict(description())
EXAMPLES = int(os.environ.get("LAMINA_TEST_EXAMPLES", "6"))  # the long form: 300
CHECKS = (
    schemathesis.checks.not_a_server_error,
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)


@pytest.fixture(scope="module")
def served(tmp_path_factory):
    """A real server, and the header that opens a workspace there."""
    from tests.service.conftest import RealTeam, Server

    folder = tmp_path_factory.mktemp("served")
    (folder / "home").mkdir()
    kept = {k: v for k, v in os.environ.items() if k in {"PATH", "PYTHONPATH", "VIRTUAL_ENV"}}
    team = RealTeam(
        folder,
        kept
        | {"HOME": str(folder / "home"), "LAMINA_EMBEDDING_KIND": "none"}
        | {"LAMINA_SERVER_RATE": "0", "LAMINA_NOTES_TIMEZONE": "Europe/Berlin"},
    )
    token = team.token("anna", "read", "write", "dream", "admin")["token"]
    fleet = ("--fleet", str(team.file), "--port", "0")
    server = Server(team.folder, team.environment, *fleet)
    yield server.url, {"Authorization": f"Bearer {token}"}
    _, said = server.end()
    server.close()
    assert "Traceback" not in said
    assert '"exception"' not in said, said


def test_every_endpoint_is_described():
    found = {
        (method.upper(), address.removeprefix("/v1/{workspace}/"))
        for address, operations in description()["paths"].items()
        for method in operations
        if method != "parameters"
    }
    assert found == set(ENDPOINTS)
    names = [one.name for one in ENDPOINTS.values()]
    assert len(names) == len(set(names))


@api.parametrize()
@settings(
    max_examples=EXAMPLES,
    deadline=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)
def test_no_request_makes_a_fault(case, served):
    url, headers = served
    case.path_parameters = {"workspace": "anna"}
    case.call_and_validate(base_url=url, headers=headers, checks=CHECKS)
