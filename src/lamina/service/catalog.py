"""All endpoints of the HTTP API, by method and address."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lamina.service import caring, finding, matters, noting

if TYPE_CHECKING:
    from lamina.service.endpoint import Endpoint

_ALL = (*finding.ENDPOINTS, *noting.ENDPOINTS, *matters.ENDPOINTS, *caring.ENDPOINTS)
ENDPOINTS: dict[tuple[str, str], Endpoint] = {(one.method, one.path): one for one in _ALL}
PATHS = frozenset(path for _, path in ENDPOINTS)
