"""Inputs for every endpoint and tool, made from what they say they take."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from lamina.service.endpoint import Endpoint


def fillings(schema: Mapping[str, Any], words: str) -> dict[str, Any]:
    """Return an object of a schema with these words wherever words may stand."""
    defined = schema.get("$defs", {})
    return {
        name: _value(details, words, defined)
        for name, details in schema.get("properties", {}).items()
        if name not in {"since", "until", "as_of"}
    }


def _value(details: Mapping[str, Any], words: str, defined: Mapping[str, Any]) -> Any:
    if "enum" in details:
        return details["enum"][-1]
    kind = details.get("type")
    if kind == "array":
        return [_value(details["items"], words, defined)]
    return {"string": words, "integer": 3, "boolean": False, "number": 0.0}[str(kind)]


def hostile(endpoint: Endpoint, words: list[str]) -> Iterator[dict[str, Any]]:
    """Yield inputs of an endpoint that try to reach something by its words."""
    schema = endpoint.takes.model_json_schema()
    for one in words:
        yield fillings(schema, one)
