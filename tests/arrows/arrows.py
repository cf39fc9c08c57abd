"""Arrows, a rulebook of one page: 2d6 and the archer's skill against 9, and two hits put an archer out of the fight.

1. In a turn each archer shoots once. 2. Roll 2d6, add the skill and the modifiers: 9 or more hits. 3. A hit is one
harm. 4. An archer with two harm is out.
"""

from __future__ import annotations

from fractions import Fraction

from rules.engine.attack.arms import Arms
from rules.engine.attack.shots import Shot, Shots
from rules.engine.books.results import Result, last_camp_left
from rules.engine.books.ruleset import Homebrew
from rules.engine.books.ruling_vocabulary import Vocabulary
from rules.engine.defaults.rulebook import Rulebook
from rules.engine.records.copies import replace
from rules.engine.records.errors import BadSheet
from rules.engine.records.frozen import dataclass
from rules.engine.records.model import Carried, Combatant, Encounter, Profile, condition_reader
from rules.engine.records.orders import Fire
from rules.engine.records.records import Condition, Order, Weapon
from rules.engine.scene.effects import Appeared
from rules.engine.scene.scene import Scene
from rules.engine.sharing import adjustment
from rules.words.sheet import Grammar, Item, Number, items, number, read

AGAINST, MOST_HARM = 9, 2
SKILL, HARM = Number("skill", ("skill",), 0, 6), Number("harm", ("harm",), 0, MOST_HARM)


@dataclass(frozen=True, slots=True)
class Bow(Weapon):
    """A bow."""

    kind = "arrows.Bow"


@dataclass(frozen=True, slots=True)
class Archer(Condition):
    """The skill and the harm of an archer, and whether they have shot in this turn."""

    kind = "arrows.Archer"

    skill: int = 1
    harm: int = 0
    shot: bool = False


archer = condition_reader(Archer, "archer")
"""Returns the condition of a fighter."""


def needed(shot: Shot[Bow, Archer]) -> int:
    """Return the number that the two dice have to show together (2)."""
    return AGAINST - archer(shot.shooter).skill - sum(term.value for term in shot.terms)


class Arrows(Rulebook):
    """The data of the book, and what differs from the answers of `Rulebook`."""

    id, title, version = "arrows", "Arrows", "1"
    weapons = (Bow("Longbow"), Bow("Short Bow"))
    fighter, fresh = "Archer", Archer()
    shots = Shots(Arms(Bow, "2"), archer)
    verbs = frozenset({Fire})

    def profile(self, line: str, homebrew: Homebrew) -> Profile:
        arms = self.weapons_with(homebrew)
        reading = read(line, (Item("weapon", "weapon", {name: name for name in arms}), SKILL))
        carried = tuple(Carried(arms[name]) for name, _ in items(reading, "weapon"))
        if not carried:
            raise BadSheet("A sheet line names bows, and a skill: Longbow, skill 2.")
        state = replace(self.fresh, skill=number(reading, "skill", self.fresh.skill))
        return Profile(self.fighter, " ".join(line.split()), carried, state)

    def vocabulary(self, homebrew: Homebrew) -> Vocabulary:
        return replace(super().vocabulary(homebrew), people=Grammar([SKILL]), shooters=frozenset({"skill"}))

    def adjust(self, subject: str, changes: str, scene: Scene) -> str:
        reading = read(changes, (*adjustment.TERMS, SKILL, HARM))
        if not reading:
            raise BadSheet("What do you want to set? For example at C4, dead, alive, skill 2, harm 1.")
        adjustment.check_apart(reading, subject, scene.encounter)
        words = adjustment.apply(reading, subject, scene)
        state = archer(scene.combatant(subject))
        skill, harm = number(reading, "skill", state.skill), number(reading, "harm", state.harm)
        if (skill, harm) != (state.skill, state.harm):
            scene.change(subject, replace(state, skill=skill, harm=harm))
        return ", ".join((*words, *(f"{key} {reading[key]}" for key in ("skill", "harm") if key in reading)))

    def result(self, encounter: Encounter) -> Result | None:
        names = {one.side: f"{one.side} archer".strip() for one in encounter.combatants}
        return last_camp_left(encounter.combatants, names, lambda one: one.side) if len(names) == 2 else None

    def hit_chance(self, shot: Shot[Bow, Archer]) -> Fraction:
        return Fraction(sum(one + two >= needed(shot) for one in range(1, 7) for two in range(1, 7)), 36)

    def resolve(self, order: Order, scene: Scene) -> None:
        if isinstance(order, Fire):
            shoot(self.shots.shot(order, scene.encounter), scene)
        else:
            super().resolve(order, scene)

    def spent(self, combatant: Combatant, encounter: Encounter) -> bool:
        return archer(combatant).shot

    def carried_over(self, combatant: Combatant, encounter: Encounter) -> Archer:
        return replace(archer(combatant), shot=False)


def thrown(shot: Shot[Bow, Archer], scene: Scene) -> bool:
    """Return whether two dice hit (2)."""
    why, least = f"{shot.shooter.reference}'s arrow", needed(shot)
    first = scene.throw("Hit", why, 1, 6, f"{least} or more", section="2")
    return first + scene.throw("Hit", f"{why}, second die", 1, 6, again=True, section="2") >= least


def shoot(shot: Shot[Bow, Archer], scene: Scene) -> None:
    """Shoot an arrow (1 to 4)."""
    Arrows.shots.arms.take_in_hand(shot.shooter, shot.arm, scene)
    scene.change(shot.shooter.id, replace(archer(shot.shooter), shot=True))
    hit = thrown(shot, scene)
    if hit and shot.target.id:
        target = scene.combatant(shot.target.id)
        harm = archer(target).harm + 1
        scene.change(target.id, replace(archer(target), harm=harm))
        if harm >= MOST_HARM:
            scene.do(Appeared(target.id, False))
    result = scene.clause("HIT." if hit else "MISS.", shot.target.id or None)
    scene.conclude(scene.outcome(shot.deed, (result,)), "hit" if hit else "miss")
