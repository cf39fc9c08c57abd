"""The agenda without what a fighter has pending."""

from __future__ import annotations

from collections.abc import Iterator

from rules.engine.records.agenda import Agenda, Declaration, Deployment, Pending, Question, Task, Watch
from rules.engine.records.copies import replace
from rules.engine.records.orders import CombatantOrder


def without(agenda: Agenda, actor: str) -> Agenda:
    """Return the agenda without the tasks, watches, declared and waiting orders of `actor`.

    Questions that are only about such orders are removed as well. The fighter's plan stays.
    """
    return tuple(_without(agenda, actor))


def _without(agenda: Agenda, actor: str) -> Iterator[Pending]:
    for item in agenda:
        match item:
            case Task() | Watch() | Declaration() if item.actor == actor:
                continue
            case Question(rest=rest):
                left = tuple(
                    order for order in rest if not (isinstance(order, CombatantOrder) and order.actor == actor)
                )
                if left or not rest:
                    yield replace(item, rest=left)
            case Deployment(spots=spots) if any(spot.actor == actor for spot in spots):
                yield replace(item, spots=tuple(spot for spot in spots if spot.actor != actor))
            case _:
                yield item
