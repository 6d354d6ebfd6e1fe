"""The fleet as it is shown: who needs somebody first, and how much of the budget is used."""

from __future__ import annotations

from pathlib import Path

from lamina.fleet.glance import View
from lamina.fleet.members import Member
from lamina.web.views.fleet import fleet

HOME = Path("/home/vera")


def view(name, tokens=700, findings=0, problems=(), root=None):
    member = Member(name, root or HOME / "agents" / name, "settings")
    if tokens is None:
        return View(member, problems=problems)
    return View(
        member, tokens, 7000, 2, 1, findings, "2026-03-04T09:30:00+01:00", "", "", (), problems
    )


def test_those_that_need_somebody_come_first():
    shown = fleet(
        (
            view("calm"),
            view("full", tokens=8000),
            view("found", findings=3),
            view("lost", tokens=None, problems=("no such folder",)),
            view("here", root=Path("/srv/here")),
        ),
        Path("/srv/here"),
        HOME,
    )
    assert [(one.name, one.state) for one in shown.agents] == [
        ("lost", "bad"),
        ("found", "warn"),
        ("full", "warn"),
        ("calm", "good"),
        ("here", "good"),
    ]
    assert shown.states == (("good", 2), ("warn", 2), ("bad", 1))
    assert (shown.tokens, shown.findings) == (700 * 3 + 8000, 3)
    full, here = shown.agents[2], shown.agents[4]
    assert (full.share, full.wide) == (114, 100.0)
    assert (here.here, here.root) == (True, "/srv/here")
    assert (full.root, full.written, full.dreamt) == ("~/agents/full", "2026-03-04 09:30", "")
