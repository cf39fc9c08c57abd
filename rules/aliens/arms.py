"""The weapons somebody carries: finding one, taking it in hand, whether and how its ammunition is counted."""

from __future__ import annotations

from dataclasses import dataclass

from rules.aliens.card import CardWeapon
from rules.engine import ammunition as counting
from rules.engine.effects import Drawn
from rules.engine.errors import Refusal
from rules.engine.model import Ammunition, Carried, Combatant, Encounter
from rules.engine.ruleset import Option
from rules.engine.scene import Scene
from rules.engine.switching import standing
from rules.words.catalogue import find

OFF = "off"
AMMUNITION = Option(
    "ammunition",
    "Whether ammunition is counted and weapons reloaded (Expansion Rules): on in boxes, by the book, or in tokens, a"
    " house rule (O62).",
    ("on", counting.TOKENS, OFF),
    "on",
)


@dataclass(frozen=True, slots=True)
class Held:
    """A weapon somebody carries: where among his weapons, the weapon as on the card, what is in it."""

    slot: int
    weapon: CardWeapon
    ammunition: Ammunition


def counts_ammunition(encounter: Encounter) -> bool:
    """Whether the switch AMMUNITION is on, as it is from the start, or says tokens."""
    return standing(AMMUNITION, encounter) != OFF


def counted(carried: Carried, encounter: Encounter) -> Ammunition | None:
    """What is in a weapon, as the encounter counts: tokens are for what can be reloaded, all else has boxes. While
    nothing is counted it stays as it is."""
    weapon, ammunition = carried.weapon, carried.ammunition
    if not isinstance(weapon, CardWeapon) or ammunition is None or not counts_ammunition(encounter):
        return ammunition
    if weapon.reloadable and standing(AMMUNITION, encounter) == counting.TOKENS:
        return counting.recounted(ammunition, counting.TOKENS, counting.tokens(weapon.capacity))
    return counting.recounted(ammunition, counting.BOXES, weapon.capacity)


def told(weapon: CardWeapon, ammunition: Ammunition) -> str:
    """What is in a weapon and besides: "13 of 16 boxes, spare loads: 2"."""
    if weapon.reloadable:
        return counting.stock(ammunition)
    return f"{counting.left(ammunition)}, cannot be reloaded"


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
