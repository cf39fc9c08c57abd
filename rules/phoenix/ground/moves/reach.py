"""The hexes that a move can lead to within a phase, and their costs.

Separate from `move_order`, which carries moves out.
"""

from __future__ import annotations

from fractions import Fraction

from rules.engine.books.reach import Reach
from rules.engine.records.model import Encounter
from rules.phoenix.basics.action_points import ACTIONS
from rules.phoenix.basics.soldier import soldier
from rules.phoenix.book import Book
from rules.phoenix.ground.moves import stages
from rules.phoenix.ground.moves.gait import cost_of_hex, read_gait
from rules.phoenix.harm.fitness import combat_actions

FARTHEST = 12
"""The most hexes that are offered, however fast a fighter is."""


def reach(actor: str, how: str, encounter: Encounter, book: Book) -> Reach:
    """Return the cost of each hex in actions, of a vehicle in hexes, as far as a phase lasts.

    Raises Refusal for words in `how`.
    """
    mover = encounter.combatant(actor)
    state = soldier(mover)
    if mover.place is None:
        return Reach()
    gait = read_gait(how, mover, encounter)
    vehicle = state.vehicle is not None
    most = state.vehicle if state.vehicle is not None else combat_actions(state, encounter.clock, book)
    each = 1 if vehicle else max(1, cost_of_hex(gait, book))
    there = stages.costs(mover, gait, min(most, FARTHEST * each), encounter, book)
    costs = {place: Fraction(cost) for place, cost in sorted(there.items())}
    unit = "hex" if vehicle else ACTIONS.removesuffix("s")
    left = None if vehicle or not encounter.timed else Fraction(state.left)
    return Reach(costs, unit, left, "into cover", "" if vehicle else "backward")
