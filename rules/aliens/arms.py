"""The weapons that a Marine carries, and counting their ammunition."""

from __future__ import annotations

from rules.aliens.card import CardWeapon
from rules.engine.ammunition import ammunition as counting
from rules.engine.attack.arms import Arms
from rules.engine.books.ruleset import Option
from rules.engine.books.switch_values import value_of
from rules.engine.records.model import Ammunition, Carried, Encounter

OFF = "off"
AMMUNITION = Option(
    "ammunition",
    (
        "How ammunition is counted (Expansion Rules): off, or on in boxes, by the book, or in"
        " tokens, a house rule (ruling O62)."
    ),
    ("on", counting.TOKENS, OFF),
    "on",
)
ARMS = Arms(CardWeapon, "Actions")


def counts_ammunition(encounter: Encounter) -> bool:
    """Return whether ammunition is counted, in boxes (the default) or in tokens."""
    return value_of(AMMUNITION, encounter) != OFF


def hidden(encounter: Encounter) -> tuple[str, ...]:
    """Return what other sides do not know of a Marine."""
    return "actions left", *(["ammunition"] if counts_ammunition(encounter) else [])


def as_counted(carried: Carried, encounter: Encounter) -> Ammunition | None:
    """Return a weapon's ammunition in the measure of the encounter; unchanged while none is counted.

    Tokens are for weapons that can be reloaded; all others have boxes.
    """
    weapon, ammunition = carried.weapon, carried.ammunition
    if not isinstance(weapon, CardWeapon) or ammunition is None or not counts_ammunition(encounter):
        return ammunition
    if weapon.reloadable and value_of(AMMUNITION, encounter) == counting.TOKENS:
        return counting.recounted(ammunition, counting.TOKENS, counting.tokens(weapon.capacity))
    return counting.recounted(ammunition, counting.BOXES, weapon.capacity)


def reloadable(carried: Carried) -> bool:
    """Return whether the weapon can be reloaded."""
    return isinstance(carried.weapon, CardWeapon) and carried.weapon.reloadable


def ammunition_words(weapon: CardWeapon, ammunition: Ammunition) -> str:
    """Return a weapon's load and spare loads in words: "13 of 16 boxes, spare loads: 2"."""
    if weapon.reloadable:
        return counting.stock(ammunition)
    return f"{counting.left(ammunition)}, cannot be reloaded"
