"""What somebody has of ammunition, told the same in all rulebooks; and that most of them know no purchases."""

from __future__ import annotations

from rules.ammunition import left, pieces
from rules.errors import NoRule
from rules.model import Carried, Combatant, Spare
from rules.orders import Buy, Drop
from rules.records import Order
from rules.words import spare_loads

UNCOUNTED = ("Ammunition is not counted in this encounter: just go on firing.",)
"""What is told where a switch says so."""


def check_purchases(verb: type[Order], title: str) -> None:
    """Raises NoRule for a purchase, in a book that knows none."""
    if issubclass(verb, Buy | Drop):
        raise NoRule(f"{title} knows no purchases: the GM says what somebody has with /adjust, as: spares 4.")


def carried_lines(combatant: Combatant) -> tuple[str, ...]:
    """A line for each weapon: what is in it, and its spare loads by sort and size."""
    return tuple(map(_line, combatant.carried)) or ("Weapons: none",)


def _line(carried: Carried) -> str:
    ammunition, name = carried.ammunition, carried.weapon.name
    if ammunition is None:
        return f"{name}: its ammunition is not counted"
    sort = f" {ammunition.sort}" if ammunition.sort else ""
    spares = ammunition.spares
    if spares:
        rest = f"spare loads: {', '.join(_spare(spare, ammunition.measure) for spare in spares)}"
    else:
        rest = spare_loads(None) if spares is None else "no spare loads"
    return f"{name}: {left(ammunition)}{sort}; {rest}"


def _spare(spare: Spare, measure: str) -> str:
    loads = pieces(spare.number, measure) if spare.count == 1 else f"{spare.number} of {pieces(spare.count, measure)}"
    return f"{loads} {spare.sort}".rstrip()
