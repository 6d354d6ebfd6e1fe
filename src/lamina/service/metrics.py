"""Figures for Prometheus: nothing of what stands in a memory, and labels of which there are few.

No label names a workspace, an agent or a token: their number grows with the team.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.exposition import CONTENT_TYPE_LATEST

if TYPE_CHECKING:
    from collections.abc import Callable

KIND = CONTENT_TYPE_LATEST
_SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 120)


class Metrics:
    """The figures of one process."""

    def __init__(self, workspaces: Callable[[], int]) -> None:
        """``workspaces`` counts those that are served."""
        held = self.registry = CollectorRegistry()
        labels = ("face", "call", "status")
        self._requests = Counter("lamina_requests", "Requests answered.", labels, registry=held)
        self._seconds = Histogram(
            "lamina_request_seconds",
            "Seconds to the end of the answer.",
            ("face",),
            buckets=_SECONDS,
            registry=held,
        )
        self.under_way = Gauge("lamina_requests_under_way", "Requests under way.", registry=held)
        self._refused = Counter(
            "lamina_refused", "Requests that were not let in.", ("why",), registry=held
        )
        self.cut = Counter(
            "lamina_cut", "Answers cut off because a token was revoked.", registry=held
        )
        served = Gauge("lamina_workspaces", "Workspaces that are served.", registry=held)
        served.set_function(workspaces)

    def answered(self, face: str, call: str, status: int, seconds: float) -> None:
        """Count an answer."""
        self._requests.labels(face, call, str(status)).inc()
        self._seconds.labels(face).observe(seconds)

    def refused(self, why: str) -> None:
        """Count a refusal; ``why``: the name of an error's class."""
        self._refused.labels(why).inc()

    def text(self) -> bytes:
        """Return all figures as Prometheus reads them."""
        return generate_latest(self.registry)
