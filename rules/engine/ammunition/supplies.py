"""A fighter's ammunition in words, and refusals of reloads and purchases, for all rulebooks."""

from __future__ import annotations

from collections.abc import Callable

from rules.engine.ammunition.ammunition import GRENADES, ROUNDS, left, pieces
from rules.engine.books.ruleset import Fact, Line, Option
from rules.engine.books.switch_values import value_of
from rules.engine.records.errors import NoRule
from rules.engine.records.model import Carried, Combatant, Encounter, Spare
from rules.engine.records.orders import Buy, Drop
from rules.engine.records.records import Order
from rules.words.phrases import listed, spare_loads

UNCOUNTED = "Ammunition is not counted in this encounter. Keep firing"
"""The beginning of a refusal of a reload."""


def check_counted(option: Option, off: str, encounter: Encounter) -> None:
    """Raise NoRule for a reload while the switch `option` has the value `off`."""
    if value_of(option, encounter) != off:
        return
    if not encounter.timed:
        raise NoRule("Ammunition is not counted in a quick ruling, so there is nothing to reload. Keep firing.")
    on = listed([value for value in option.values if value != off])
    raise NoRule(f"{UNCOUNTED}, or ask the GM to set the switch “{option.name}” to {on}.")


def check_purchases(verb: type[Order], title: str) -> None:
    """Raise NoRule for a purchase in a book without purchases."""
    if issubclass(verb, Buy | Drop):
        raise NoRule(f"{title} has no rule for purchases. The GM sets ammunition with /adjust, for example spares 4.")


def brief(carried: Carried, counted: bool) -> str:
    """Return a weapon in a few characters: "Pulse Rifle 13/16"; its name alone while no ammunition is `counted`."""
    ammunition = carried.ammunition
    if not counted or ammunition is None:
        return carried.weapon.name
    return f"{carried.weapon.name} {ammunition.loaded}/{ammunition.capacity}"


def carried_lines(combatant: Combatant, reloadable: Callable[[Carried], bool] = lambda _: True) -> tuple[Line, ...]:
    """Return a line for each weapon: its ammunition and, if it is `reloadable`, its spare loads by sort and size."""
    return tuple(_line(one, reloadable(one)) for one in combatant.carried) or (Fact("Weapons", "none"),)


def _line(carried: Carried, reloadable: bool) -> Fact:
    ammunition, name = carried.ammunition, carried.weapon.name
    if ammunition is None:
        return Fact(name, "its ammunition is not counted")
    sort = f" {ammunition.sort}" if ammunition.sort else ""
    spares = ammunition.spares
    if not reloadable:
        rest = "cannot be reloaded"
    elif spares:
        rest = f"spare loads: {', '.join(_spare(spare, ammunition.measure) for spare in ammunition.stacks)}"
    else:
        rest = spare_loads(None) if spares is None else "no spare loads"
    loose = "".join(
        f"; loose: {pieces(one.number, ammunition.measure)} {one.sort}".rstrip() for one in ammunition.loose
    )
    return Fact(name, f"{left(ammunition)}{sort}; {rest}{loose}")


def _spare(spare: Spare, measure: str) -> str:
    single = spare.count == 1 and measure in (ROUNDS, GRENADES)
    loads = pieces(spare.number, measure) if single else f"{spare.number} of {pieces(spare.count, measure)}"
    return f"{loads} {spare.sort}".rstrip()
