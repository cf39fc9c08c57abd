"""The weapons that a Marine carries: finding the one that is meant, taking it in hand, and counting its ammunition."""

from __future__ import annotations

from rules.aliens.card import CardWeapon
from rules.engine.ammunition import ammunition as counting
from rules.engine.books.ruleset import Option
from rules.engine.books.switching import standing
from rules.engine.records.errors import Refusal
from rules.engine.records.frozen import dataclass
from rules.engine.records.model import Ammunition, Carried, Combatant, Encounter
from rules.engine.scene.effects import Drawn
from rules.engine.scene.scene import Scene
from rules.words.catalogue import find

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


@dataclass(frozen=True, slots=True)
class CarriedWeapon:
    """A weapon that a Marine carries: its index among their weapons, the weapon on the card, its ammunition."""

    slot: int
    weapon: CardWeapon
    ammunition: Ammunition


def counts_ammunition(encounter: Encounter) -> bool:
    """Return whether ammunition is counted, in boxes (the default) or in tokens."""
    return standing(AMMUNITION, encounter) != OFF


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
    if weapon.reloadable and standing(AMMUNITION, encounter) == counting.TOKENS:
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


def carried_weapon(combatant: Combatant, name: str = "") -> CarriedWeapon:
    """Return the weapon of that name, or the one in hand. Raises UnknownName with the nearest, Refusal for none."""
    slot, weapon = card_weapon(combatant, name)
    ammunition = combatant.carried[slot].ammunition
    if ammunition is None:
        raise TypeError(f"the ammunition of {weapon.name} is not known")
    return CarriedWeapon(slot, weapon, ammunition)


def card_weapon(combatant: Combatant, name: str = "") -> tuple[int, CardWeapon]:
    """Return the same weapon and its slot, also of a fighter whose ammunition is not known. Raises the same."""
    if not combatant.carried:
        raise Refusal(f"{combatant.reference} carries no weapon.")
    slots = {carried.weapon.name: slot for slot, carried in enumerate(combatant.carried)}
    slot = find(name, slots, "weapon") if name.strip() else combatant.in_hand
    weapon = combatant.carried[slot].weapon
    if not isinstance(weapon, CardWeapon):
        raise TypeError(f"{weapon.name} is not a weapon of this rulebook")
    return slot, weapon


def take_in_hand(combatant: Combatant, arm: CarriedWeapon, scene: Scene) -> None:
    """Take another weapon in hand, at no cost in actions."""
    if arm.slot != combatant.in_hand:
        scene.do(Drawn(combatant.id, arm.slot))
        free = "changing weapons is free because the book gives no cost"
        scene.note("Weapon", f"takes the {arm.weapon.name} in hand; {free}", section="Actions")
