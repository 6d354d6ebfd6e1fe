"""The team's server of the service tests, with what it logs kept."""

from __future__ import annotations

import io
import logging

import pytest

from lamina.service.logs import Plain
from tests.service.conftest import settings, team

__all__ = ["settings", "team"]


@pytest.fixture
def logged():
    """Everything that is logged, as the server writes it."""
    kept = io.StringIO()
    handler = logging.StreamHandler(kept)
    handler.setFormatter(Plain())
    top = logging.getLogger()
    top.addHandler(handler)
    yield kept
    top.removeHandler(handler)
