"""The description of the HTTP API, made from its endpoints (OpenAPI 3.1)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pydantic.json_schema import models_json_schema

from lamina import __version__
from lamina.service.catalog import ENDPOINTS
from lamina.service.endpoint import TEXT, Endpoint, Nothing, having

if TYPE_CHECKING:
    from collections.abc import Mapping

REF = "#/components/schemas/{model}"
_ERROR = {"schema": {"$ref": REF.format(model="Error")}}
# What every endpoint may answer beside its result.
ERRORS = {
    "400": "What was asked makes no sense, or a setting is wrong.",
    "401": "There is no token, or it opens nothing any more.",
    "403": "The token, its scopes or its session do not allow it.",
    "404": "Something that is named is not there.",
    "408": "The rest of the request did not come.",
    "409": "It contradicts what is there, or is there already.",
    "413": "The request, or what it would write, is too large.",
    "415": "The body is no JSON.",
    "421": "This Host is not served here.",
    "422": "What is there cannot be worked with.",
    "429": "Too many requests; Retry-After says when to repeat it.",
    "500": "A fault in Lamina.",
    "501": "The server lacks what this needs.",
    "502": "A model failed.",
    "503": "A store cannot be used, the disk is full, or the server is ending.",
    "504": "It took too long.",
    "507": "There is no room.",
}


def description() -> dict[str, Any]:
    """Return the description."""
    models = sorted({one.takes for one in ENDPOINTS.values()} - {Nothing}, key=lambda m: m.__name__)
    refs, schemas = models_json_schema(
        [(model, "validation") for model in models], ref_template=REF
    )
    names = {model: refs[model, "validation"] for model in models}
    paths: dict[str, dict[str, Any]] = {}
    for one in ENDPOINTS.values():
        at = paths.setdefault(f"/v1/{{workspace}}/{one.path}", {"parameters": [_WORKSPACE]})
        at[one.method.lower()] = _operation(one, names, schemas.get("$defs", {}))
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Lamina",
            "version": __version__,
            "summary": "Memory for AI agents: a folder of Markdown for each workspace.",
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "servers": [{"url": "/"}],
        "security": [{"token": []}],
        "paths": paths,
        "components": {
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
            "schemas": schemas.get("$defs", {})
            | {"Error": having(error=TEXT, message=TEXT, hint=TEXT)},
        },
    }


_WORKSPACE = {
    "name": "workspace",
    "in": "path",
    "required": True,
    "description": "The workspace that the token opens.",
    "schema": TEXT,
}


def _operation(
    one: Endpoint, names: Mapping[Any, dict[str, Any]], defined: Mapping[str, Any]
) -> dict[str, Any]:
    found: dict[str, Any] = {
        "operationId": one.name,
        "summary": one.about,
        "description": f"Needs the scope `{one.scope}`.",
        "tags": [one.path.partition("/")[0]],
        "responses": {
            "200": {
                "description": "What --json prints for the same command.",
                "content": {"application/json": {"schema": one.gives}},
            }
        }
        | {
            status: {"description": about, "content": {"application/json": _ERROR}}
            for status, about in ERRORS.items()
        },
    }
    if one.takes is Nothing:
        return found
    if one.method == "GET":
        schema = defined[one.takes.__name__]
        found["parameters"] = [
            {"name": name, "in": "query", "required": False, "schema": details}
            for name, details in schema["properties"].items()
        ]
    else:
        found["requestBody"] = {
            "required": True,
            "content": {"application/json": {"schema": names[one.takes]}},
        }
    return found
