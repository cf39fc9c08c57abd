"""The aim of a planned attack that names none: the one that gives the best chance for its time."""

from __future__ import annotations

from rules.engine.books.ruleset import Ruleset
from rules.engine.records.copies import replace
from rules.engine.records.errors import Refusal
from rules.engine.records.model import Encounter
from rules.engine.records.orders import Attack


def with_aim(order: Attack, encounter: Encounter, ruleset: Ruleset) -> Attack:
    """Return a planned attack with the aim that adds most to its chance for each unit of its time, if it names none and
    the book has several.
    """
    if order.aim is not None:
        return order
    try:
        aims = ruleset.planned_aims(encounter, order)
        points = dict(ruleset.curve(order, encounter).points) if aims else {}
    except Refusal:
        return order
    chances = {aim: points[aim][0] for aim in aims if aim in points}
    if not any(chances.values()):
        return order
    aim = max(chances, key=lambda aim: (chances[aim] / (aim + 1), -aim))
    return replace(order, aim=aim)
