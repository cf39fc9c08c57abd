"""The effect of a hit: dice of damage, armor, wounds, death (DAMAGE). Shared by every kind of attack."""

from __future__ import annotations

from rules.engine.records.agenda import HIT, whose
from rules.engine.records.copies import replace
from rules.engine.records.frozen import dataclass
from rules.engine.records.model import Encounter
from rules.engine.records.private_text import private
from rules.engine.scene.effects import Appeared
from rules.engine.scene.pending import without
from rules.engine.scene.scene import Scene
from rules.space_marines.attacks.chances import SIDES, die_wounds, total_wounds
from rules.space_marines.figures import bearers
from rules.space_marines.figures.figure import Damage, Figure, figure
from rules.words.phrases import counted

SECTION = "DAMAGE"


@dataclass(frozen=True, slots=True)
class HitResult:
    """The figure that was hit ("" for the id of one described), its new wounds, and how many more would kill it.

    With 0 left it is dead.
    """

    id: str
    name: str
    wounds: int
    left: int

    @property
    def wounds_words(self) -> str:
        """The wounds in words: "3 wounds", "no wounds"."""
        return counted(self.wounds, "wound") if self.wounds else "no wounds"

    @property
    def outcome_words(self) -> str:
        """The state after the hit in words: "Bug Warrior 2 has 2 Points left", "Bug Warrior 2 is killed"."""
        return f"{self.name} {f'has {_points(self.left)} left' if self.left else 'is killed'}"

    @property
    def sentence(self) -> str:
        """The end of the outcome: everyone reads of a kill, only the figure's own side reads the Points left."""
        return f"{private(f'; {self.outcome_words}')}." if self.left else f"; {self.outcome_words}."

    @property
    def short_words(self) -> str:
        """Wounds and Points left, to follow a name: "3 wounds, 2 Points left"."""
        return f"{self.wounds_words}{private(f', {_points(self.left)} left') if self.left else ', killed'}"


def strike(id: str, name: str, state: Figure, damage: Damage, scene: Scene) -> HitResult:
    """Roll a hit, apply it and return its result; a target without an id is not stored."""
    had = max(0, state.troop.points - state.wounds)
    with scene.concerning(id or scene.about):
        suffered = roll_wounds(damage, state.troop.armor, had, name, scene)
        if id:
            scene.notify(id)
            scene.threaten(id, HIT)
            apply_wounds(id, suffered, scene)
    return HitResult(id, name, suffered, max(0, had - suffered))


def roll_wounds(damage: Damage, armor: int, left: int, name: str, scene: Scene) -> int:
    """Roll the damage of a hit against this armor and return the wounds; `left` wounds kill the target."""
    if damage.kill:
        scene.note("Damage", f"kills {name}: {counted(left, 'wound')}", section=SECTION, brief="kills", outward=True)
        return left
    dice: list[int] = []
    for n in range(1, damage.dice + 1):
        which = f", die {n} of {damage.dice}" if damage.dice > 1 else ""
        face = scene.throw("Damage", f"the damage to {name}{which}", 1, SIDES, section=SECTION)
        dice.append(die_wounds(damage, face, armor))
        if die_words := _die_words(damage, face, armor):
            wounds = counted(dice[-1], "wound")
            scene.note("Damage", f"{wounds} to {name} ({die_words})", section=SECTION, brief=wounds, outward=True)
    if damage.divided > 1:
        faces = f"a die divided by {damage.divided} and rounded up gives 1 to {-(-SIDES // damage.divided)}"
        scene.rule("O21", faces, section=SECTION)
    total = total_wounds(damage, dice)
    if damage.plus:
        wounds = counted(total, "wound")
        scene.note(
            "Damage", f"{sum(dice)} {damage.plus:+} = {wounds} to {name}", section=SECTION, brief=wounds, outward=True
        )
    return total


def apply_wounds(id: str, wounds: int, scene: Scene) -> bool:
    """Give a figure wounds, which reduce its Points at once. Return whether it is killed.

    A killed figure leaves play with all its pending items: cover fire, reloads, Questions.
    """
    state = figure(scene.combatant(id))
    suffered = min(state.troop.points, state.wounds + wounds)
    if suffered != state.wounds:
        scene.change(id, replace(state, wounds=suffered))
    if suffered < state.troop.points:
        return False
    agenda = scene.encounter.agenda
    left = tuple(item for item in without(agenda, id) if whose(item) != id)
    if left != agenda:
        scene.reschedule(left)
    scene.do(Appeared(id, False))
    bearers.release(id, scene)
    return True


def total_left(id: str, encounter: Encounter) -> int:
    """Return how many more wounds would kill a figure."""
    state = figure(encounter.combatant(id))
    return max(0, state.troop.points - state.wounds)


def _die_words(damage: Damage, face: int, armor: int) -> str:
    """Return how a die became wounds, in words; "" if it counts unchanged."""
    parts = []
    if damage.table:
        parts.append(f"{face} is {damage.table[face - 1]} in the troop type's table")
    elif damage.divided > 1:
        parts.append(f"{face} / {damage.divided} rounded up")
    if armor:
        parts.append(f"armor -{armor}")
    return ", ".join(parts)


def _points(number: int) -> str:
    return counted(number, "Point")
