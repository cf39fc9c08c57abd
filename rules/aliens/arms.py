"""The weapons somebody carries: finding one, taking it in hand, whether its boxes are counted."""

from __future__ import annotations

from dataclasses import dataclass

from rules.aliens.card import CardWeapon
from rules.catalogue import find
from rules.effects import Drawn
from rules.errors import Refusal
from rules.model import Ammunition, Combatant, Encounter
from rules.ruleset import Option
from rules.scene import Scene
from rules.switching import standing

AMMUNITION = Option(
    "ammunition",
    "Whether boxes of ammunition are counted and weapons reloaded (Expansion Rules).",
    ("on", "off"),
    "on",
)


@dataclass(frozen=True, slots=True)
class Held:
    """A weapon somebody carries: where among his weapons, the weapon as on the card, what is in it."""

    slot: int
    weapon: CardWeapon
    ammunition: Ammunition


def counts_ammunition(encounter: Encounter) -> bool:
    """Whether the switch AMMUNITION is on, as it is from the start."""
    return standing(AMMUNITION, encounter) == "on"


def held(combatant: Combatant, name: str = "") -> Held:
    """The weapon of that name, or the one in hand. Raises UnknownName with the nearest, Refusal if there is none."""
    if not combatant.carried:
        raise Refusal(f"{combatant.name} carries no weapon.")
    slots = {carried.weapon.name: slot for slot, carried in enumerate(combatant.carried)}
    slot = find(name, slots, "weapon here") if name.strip() else combatant.in_hand
    carried = combatant.carried[slot]
    if not isinstance(carried.weapon, CardWeapon) or carried.ammunition is None:
        raise TypeError(f"{carried.weapon.name} is no weapon of these rules")
    return Held(slot, carried.weapon, carried.ammunition)


def take_in_hand(combatant: Combatant, wanted: Held, scene: Scene) -> None:
    """Change to another weapon, which costs nothing."""
    if wanted.slot != combatant.in_hand:
        scene.do(Drawn(combatant.id, wanted.slot))
        scene.note("Weapon", f"takes the {wanted.weapon.name} in hand; the text gives no cost for changing, so none")
