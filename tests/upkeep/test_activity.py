"""What happened on each day, counted."""

from __future__ import annotations

from datetime import date

from lamina.dreaming.scoring import Gates


def test_notes_recalls_and_promotions_stand_on_their_days(memory, write):
    write("memory/2026-03-01.md", "# 2026-03-01\n\n- the shop opens at nine\n- the bus is late\n")
    for question in ("when does the shop open", "the shop", "shop nine"):
        memory.search(question)
    memory.search("the bus", record=False)
    memory.dreamer.sweep(gates=Gates(min_score=0, min_recalls=1, min_queries=1))
    days = {one.day: one for one in memory.activity(10)}
    assert len(days) == 10
    assert max(days) == memory.today
    assert days[date(2026, 3, 1)].notes == 2
    assert days[memory.today].recalls == 3
    assert days[memory.today].promoted == 1
    assert days[date(2026, 2, 27)].as_dict() == {
        "day": "2026-02-27",
        "notes": 0,
        "recalls": 0,
        "promoted": 0,
    }


def test_lines_are_known_by_writer_and_recall(memory, write):
    write("memory/2026-03-01.md", "# 2026-03-01\n\n- the shop opens at nine\n- the bus is late\n")
    memory.search("when does the shop open", limit=1)
    memory.remember("the door is blue")
    shop, bus = memory.known_lines("memory/2026-03-01.md")
    assert (shop.start, shop.recalls, shop.last) == (3, 1, "2026-03-04")
    assert (bus.origin, bus.recalls) == ("", 0)
    (door,) = memory.known_lines("memory/2026-03-04.md")
    assert door.origin == "owner"
