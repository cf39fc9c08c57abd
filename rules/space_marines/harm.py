"""What a hit does: dice of damage, armor, wounds, death (DAMAGE)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from rules.engine.agenda import whose
from rules.engine.effects import Appeared, Planned
from rules.engine.model import Encounter
from rules.engine.orders import without
from rules.engine.scene import Scene
from rules.space_marines.chances import SIDES, in_all, worth
from rules.space_marines.figure import Damage, Figure, figure
from rules.space_marines.turn import guys
from rules.words.phrases import counted


@dataclass(frozen=True, slots=True)
class Struck:
    """Who was hit, the wounds that did to him, and how many more would kill him: 0 once he is dead."""

    name: str
    wounds: int
    left: int

    @property
    def suffered(self) -> str:
        """The wounds in words: "3 wounds", "no wounds"."""
        return counted(self.wounds, "wound") if self.wounds else "no wounds"

    @property
    def fate(self) -> str:
        """What is left: "Bug Warrior 2 has 2 Points left", "Bug Warrior 2 is killed"."""
        return f"{self.name} {f'has {_points(self.left)} left' if self.left else 'is killed'}"

    @property
    def briefly(self) -> str:
        """Both behind a name: "3 wounds, 2 Points left"."""
        return f"{self.suffered}, {f'{_points(self.left)} left' if self.left else 'killed'}"


def strike(id: str, name: str, state: Figure, damage: Damage, scene: Scene) -> Struck:
    """A hit on somebody; of one described on the spot (no id) nothing is kept."""
    had = max(0, state.troop.points - state.wounds)
    suffered = wounds(damage, state.troop.armor, had, name, scene)
    if id:
        scene.notify(id)
        hurt(id, suffered, scene)
    return Struck(name, suffered, max(0, had - suffered))


def wounds(damage: Damage, armor: int, left: int, name: str, scene: Scene) -> int:
    """Throw the damage that a hit does to somebody with so much armor, whom `left` wounds kill."""
    if damage.kill:
        scene.note("Damage", f"kills: {counted(left, 'wound')}")
        return left
    dice: list[int] = []
    for n in range(1, damage.dice + 1):
        which = f", die {n} of {damage.dice}" if damage.dice > 1 else ""
        thrown = scene.throw("Damage", f"the damage to {name}{which}", 1, SIDES)
        dice.append(worth(damage, thrown, armor))
        if read := _read(damage, thrown, armor):
            scene.note("Damage", f"{read} = {counted(dice[-1], 'wound')}")
    if damage.divided > 1:
        scene.rule("O21", f"a die divided by {damage.divided} and rounded up is 1 to {-(-SIDES // damage.divided)}")
    total = in_all(damage, dice)
    if damage.plus:
        scene.note("Damage", f"{sum(dice)} {damage.plus:+} = {counted(total, 'wound')}")
    return total


def hurt(id: str, wounds: int, scene: Scene) -> bool:
    """A figure takes wounds, which are gone from its Points at once; whether it is killed, and out of play with
    whatever it was watching, reloading or asked."""
    state = figure(scene.combatant(id))
    suffered = min(state.troop.points, state.wounds + wounds)
    if suffered != state.wounds:
        scene.change(id, replace(state, wounds=suffered))
    if suffered < state.troop.points:
        return False
    agenda = scene.encounter.agenda
    left = tuple(item for item in without(agenda, id) if whose(item) != id)
    if left != agenda:
        scene.do(Planned(left))
    scene.do(Appeared(id, False))
    if not any(c.present and figure(c).camp == state.camp for c in scene.encounter.combatants):
        scene.note("Over", f"no {guys(state.camp)} are left in play")
    return True


def total_left(id: str, encounter: Encounter) -> int:
    """How many wounds would kill it."""
    state = figure(encounter.combatant(id))
    return max(0, state.troop.points - state.wounds)


def _read(damage: Damage, thrown: int, armor: int) -> str:
    """How a die became wounds, in words; "" where it is what it shows."""
    said = []
    if damage.table:
        said.append(f"{thrown} is {damage.table[thrown - 1]} in the troop type's table")
    elif damage.divided > 1:
        said.append(f"{thrown} / {damage.divided} rounded up")
    if armor:
        said.append(f"armor -{armor}")
    return ", ".join(said)


def _points(number: int) -> str:
    return counted(number, "Point")
