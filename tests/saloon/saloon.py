"""Saloon, a rulebook of one page: a d20 against the weapon's number, and two wounds put a gunslinger out of the fight.

1. In a turn each gunslinger fires once. 2. Roll a d20 and add the modifiers: the weapon's number or more hits. 3. A hit
is one wound; a Shotgun's is two. 4. A gunslinger with two wounds is out.
"""

from __future__ import annotations

from fractions import Fraction

from rules.engine.attack.arms import Arms
from rules.engine.attack.shots import Shot, Shots
from rules.engine.books.ruleset import Summary
from rules.engine.defaults.rulebook import Rulebook
from rules.engine.records.agenda import FIRED_UPON, HIT
from rules.engine.records.copies import replace
from rules.engine.records.errors import NotNow
from rules.engine.records.frozen import dataclass
from rules.engine.records.model import Combatant, Encounter, condition_reader
from rules.engine.records.orders import Fire
from rules.engine.records.records import Condition, Order, Weapon
from rules.engine.scene.effects import Appeared
from rules.engine.scene.scene import Scene

DIE, MOST_WOUNDS = 20, 2


@dataclass(frozen=True, slots=True)
class Gun(Weapon):
    """A weapon: the number to roll or more, and the wounds of a hit."""

    kind = "saloon.Gun"

    number: int
    wounds: int = 1


@dataclass(frozen=True, slots=True)
class Gunslinger(Condition):
    """The wounds of a gunslinger, and whether they have fired in this turn."""

    kind = "saloon.Gunslinger"

    wounds: int = 0
    fired: bool = False


gunslinger = condition_reader(Gunslinger, "gunslinger")
"""Returns the condition of a fighter."""


def needed(shot: Shot[Gun, Gunslinger]) -> int:
    """Return the number that the die has to show (2)."""
    return shot.arm.weapon.number - sum(term.value for term in shot.terms)


class Saloon(Rulebook):
    """The data of the book, its one verb, and what differs from the answers of `Rulebook`."""

    id, title, version = "saloon", "Saloon", "1"
    weapons = (Gun("Revolver", 11), Gun("Rifle", 8), Gun("Shotgun", 14, wounds=2))
    fighter, fresh = "Gunslinger", Gunslinger()
    shots = Shots(Arms(Gun, "2"), gunslinger)
    verbs = frozenset({Fire})

    def hit_chance(self, shot: Shot[Gun, Gunslinger]) -> Fraction:
        return Fraction(min(max(DIE + 1 - needed(shot), 0), DIE), DIE)

    def resolve(self, order: Order, scene: Scene) -> None:
        if isinstance(order, Fire):
            fire(self.shots.shot(order, scene.encounter), scene)
        else:
            super().resolve(order, scene)

    def spent(self, combatant: Combatant, encounter: Encounter) -> bool:
        return gunslinger(combatant).fired

    def carried_over(self, combatant: Combatant, encounter: Encounter) -> Gunslinger:
        return replace(gunslinger(combatant), fired=False)

    def outward(self, combatant: Combatant, encounter: Encounter) -> Combatant:
        return replace(super().outward(combatant, encounter), condition=Gunslinger())

    def wounds(self, combatant: Combatant) -> int:
        return gunslinger(combatant).wounds

    def summary(self, combatant: Combatant, encounter: Encounter) -> Summary:
        shown = super().summary(combatant, encounter)
        wounds = () if combatant.glimpsed else (("Wounds", f"{self.wounds(combatant)} of {MOST_WOUNDS}"),)
        return replace(shown, lines=(*shown.lines, *wounds))


def fire(shot: Shot[Gun, Gunslinger], scene: Scene) -> None:
    """Fire a shot (1 and 2)."""
    state, target = gunslinger(shot.shooter), shot.target
    if state.fired and scene.encounter.timed:
        raise NotNow(f"{shot.shooter.reference} has fired this turn. Use /next to begin the next turn.")
    Saloon.shots.arms.take_in_hand(shot.shooter, shot.arm, scene)
    scene.change(shot.shooter.id, replace(state, fired=True))
    for term in shot.terms:
        scene.note(term.label, f"{term.value:+d}", section="2")
    number = needed(shot)
    hit = scene.throw("Hit", f"{shot.shooter.reference}'s shot", 1, DIE, f"{number} or more", section="2") >= number
    scene.threaten(target.id, HIT if hit else FIRED_UPON)
    result = "MISS." if not hit else wound(shot, scene) if target.id else "HIT."
    scene.conclude(scene.outcome(shot.deed, (scene.clause(result, target.id or None),)), "hit" if hit else "miss")


def wound(shot: Shot[Gun, Gunslinger], scene: Scene) -> str:
    """Wound the target (3 and 4), and return the result in words."""
    target = scene.combatant(shot.target.id)
    wounds = min(gunslinger(target).wounds + shot.arm.weapon.wounds, MOST_WOUNDS)
    scene.notify(target.id)
    scene.change(target.id, replace(gunslinger(target), wounds=wounds))
    if wounds < MOST_WOUNDS:
        return f"HIT: {target.reference} has {wounds} of {MOST_WOUNDS} wounds."
    scene.do(Appeared(target.id, False))
    return f"HIT: {target.reference} is out."
