"""A shot or burst that nothing has forbidden so far: everything about it before any die is thrown."""

from __future__ import annotations

from collections.abc import Callable

from rules.engine.records.copies import altered
from rules.engine.records.frozen import dataclass
from rules.engine.records.model import Combatant, Encounter
from rules.engine.records.orders import Attack
from rules.engine.records.steps import Lookup, Term
from rules.grid.hexes import Sector
from rules.phoenix.basics.arms import Arm, Gun
from rules.phoenix.basics.hooks import Hook
from rules.phoenix.basics.soldier import Sustained, soldier
from rules.phoenix.shooting.aim.how import How
from rules.phoenix.shooting.carrying import kit
from rules.phoenix.shooting.carrying.kit import Held
from rules.phoenix.shooting.targets.aimed_target import AimedTarget, Attempt, Reach
from rules.tables.cells import Number
from rules.words.phrases import counted


@dataclass(frozen=True, slots=True)
class Arc:
    """An Arc of Fire (3.4): its width in hexes at the target's range, the sector of the map that it sweeps (None if
    places are unknown), and the weapon's Minimum Arc.
    """

    hexes: Number
    sector: Sector | None
    least: Lookup


AREAS = Hook[Callable[[AimedTarget, Arm, How, Encounter], str]]()
"""Each returns the record of the place that a shot is aimed at, "" for nothing."""


def area_of(at: AimedTarget, weapon: Arm, how: How, encounter: Encounter) -> str:
    """Return the record of the place that a shot is aimed at, "" for nothing."""
    for rule in AREAS.under(encounter):
        if area := rule(at, weapon, how, encounter):
            return area
    return ""


@dataclass(frozen=True)
class Shot:
    """A shot or burst. `named` are all named targets, the one aimed at first; `pattern` as in Attempt.

    A burst by 3.4 has an `arc`; `follows` is the burst that it continues, if any. `extra`: actions that count as aim
    without being taken (5.8, 5.9). `area`: the place where a second shot counts as one (5.8).
    """

    order: Attack
    shooter: Combatant
    arm: Held
    weapon: Gun
    how: How
    modifiers: tuple[Term, ...]
    named: tuple[AimedTarget, ...]
    reach: Reach
    burst: bool
    pattern: int | None = None
    arc: Arc | None = None
    follows: Sustained | None = None
    extra: int = 0
    area: str = ""

    @property
    def aimed_at(self) -> AimedTarget:
        """The target or place that the shot is aimed at."""
        return self.named[0]

    @property
    def round(self) -> str:
        """The type of ammunition that is loaded."""
        return kit.round_of(self.arm)

    @property
    def attempt(self) -> Attempt:
        """The facts that the odds depend on, without the shooter's actions left or spent."""
        state = altered(soldier(self.shooter), left=0, aim=None, progress=None)
        shooter, hexes, burst = altered(self.shooter, condition=state), self.reach.hexes, self.burst
        return Attempt(shooter, self.weapon, self.aimed_at, self.how, self.modifiers, hexes, burst, self.pattern)

    @property
    def far(self) -> str:
        """The range in words."""
        return counted(self.reach.hexes, "hex")
