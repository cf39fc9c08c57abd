"""The weapons that a fighter carries: finding the one that is meant, and taking it in hand."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Generic, TypeVar

from rules.engine.records.errors import Refusal
from rules.engine.records.frozen import dataclass
from rules.engine.records.model import Ammunition, Carried, Combatant
from rules.engine.records.records import Weapon
from rules.engine.scene.effects import Drawn
from rules.engine.scene.scene import Scene
from rules.words.catalogue import find

W = TypeVar("W", bound=Weapon)


@dataclass(frozen=True, slots=True)
class Arm(Generic[W]):
    """A weapon that a fighter carries: its index among their weapons, and its ammunition, None if none is known."""

    slot: int
    weapon: W
    ammunition: Ammunition | None

    @property
    def load(self) -> Ammunition:
        """Its ammunition. Raises TypeError if none is known."""
        if self.ammunition is None:
            raise TypeError(f"the ammunition of {self.weapon.name} is not known")
        return self.ammunition


@dataclass(frozen=True)
class Arms(Generic[W]):
    """The weapons of a book's fighters, all of one class.

    `section` is the place of the book's rule for taking a weapon in hand, `cost` says what that costs. `unarmed` ends
    the refusal for a fighter without a weapon. `also` returns the other names of a weapon. `in_hand_first`: a refusal
    lists the weapon in hand first.
    """

    weapon: type[W]
    section: str
    cost: str = "changing weapons is free because the book gives no cost"
    unarmed: str = "carries no weapon."
    also: Callable[[W], Sequence[str]] = lambda weapon: ()
    in_hand_first: bool = False

    def carried(self, combatant: Combatant) -> Iterator[Arm[W]]:
        """Yield the weapons of a fighter, the one in hand first."""
        carried = combatant.carried
        for slot in _in_hand_first(combatant):
            yield Arm(slot, self.of(carried[slot]), carried[slot].ammunition)

    def meant(self, combatant: Combatant, name: str = "", fits: Callable[[W], bool] | None = None) -> Arm[W]:
        """Return the weapon of that name, or else the one in hand if it fits, or else the first that fits, or else the
        one in hand.

        Raises UnknownName with the nearest, Refusal if the fighter has none.
        """
        carried = combatant.carried
        if not carried:
            raise Refusal(f"{combatant.reference} {self.unarmed}")
        slot = combatant.in_hand
        if name.strip():
            slots = _in_hand_first(combatant) if self.in_hand_first else range(len(carried))
            also = {one.weapon.name: self.also(self.of(one)) for one in carried}
            slot = find(name, {carried[slot].weapon.name: slot for slot in slots}, "weapon", also=also)
        elif fits is not None and not fits(self.of(carried[slot])):
            slot = next((other for other, one in enumerate(carried) if fits(self.of(one))), slot)
        return Arm(slot, self.of(carried[slot]), carried[slot].ammunition)

    def of(self, carried: Carried) -> W:
        """Return a weapon as one of the book's. Raises TypeError if it is not."""
        if not isinstance(carried.weapon, self.weapon):
            raise TypeError(f"{carried.weapon.name} is not a weapon of this rulebook")
        return carried.weapon

    def take_in_hand(self, combatant: Combatant, arm: Arm[W], scene: Scene) -> None:
        """Take another weapon in hand, which costs a fighter nothing."""
        if arm.slot != combatant.in_hand:
            scene.do(Drawn(combatant.id, arm.slot))
            scene.note("Weapon", f"takes the {arm.weapon.name} in hand; {self.cost}", section=self.section)


def _in_hand_first(combatant: Combatant) -> list[int]:
    return sorted(range(len(combatant.carried)), key=lambda slot: slot != combatant.in_hand)
