"""A shot, or a burst, that nothing forbids so far: what is known of it before any die is thrown."""

from __future__ import annotations

from dataclasses import dataclass

from rules.engine.copies import altered
from rules.engine.model import Combatant, Encounter
from rules.engine.orders import Attack
from rules.engine.steps import Lookup, Term
from rules.grid.hexes import Sector
from rules.phoenix.arms import Gun
from rules.phoenix.optional.gunnery import second_shot
from rules.phoenix.shooting.carrying import kit
from rules.phoenix.shooting.carrying.kit import Held
from rules.phoenix.shooting.how import How
from rules.phoenix.shooting.targets.sighting import Attempt, Mark, Reach
from rules.phoenix.soldier import Sustained, soldier
from rules.tables.cells import Number
from rules.words.phrases import counted


@dataclass(frozen=True, slots=True)
class Arc:
    """An Arc of Fire (3.4): its width in hexes where the target is, what it sweeps on the map (None where places are
    not known), and the weapon's Minimum Arc."""

    hexes: Number
    sector: Sector | None
    least: Lookup


@dataclass(frozen=True, slots=True)
class Shot:
    """`named` are all who are named as targets, whom it is aimed at first; `pattern` as in Attempt.

    A burst by 3.4 has an `arc`; `follows` is the burst that it goes on with, if it does. `extra`: actions of aim that
    count besides those that are taken (5.8, 5.9).
    """

    order: Attack
    shooter: Combatant
    arm: Held
    weapon: Gun
    how: How
    said: tuple[Term, ...]
    named: tuple[Mark, ...]
    reach: Reach
    burst: bool
    pattern: int | None = None
    arc: Arc | None = None
    follows: Sustained | None = None
    extra: int = 0

    @property
    def aimed_at(self) -> Mark:
        """Whom, or what place, it is aimed at."""
        return self.named[0]

    @property
    def round(self) -> str:
        """The type of ammunition that is loaded."""
        return kit.round_of(self.arm)

    @property
    def attempt(self) -> Attempt:
        """What its odds follow from, and nothing of the actions he has left or has spent."""
        state = altered(soldier(self.shooter), left=0, aim=None, progress=None)
        shooter, hexes, burst = altered(self.shooter, condition=state), self.reach.hexes, self.burst
        return Attempt(shooter, self.weapon, self.aimed_at, self.how, self.said, hexes, burst, self.pattern)

    def area(self, encounter: Encounter) -> str:
        """Where a second shot has to go to count as one (5.8)."""
        return second_shot.fired_at(self.aimed_at, self.weapon, self.how, encounter)

    @property
    def far(self) -> str:
        """The range in words."""
        return counted(self.reach.hexes, "hex")
