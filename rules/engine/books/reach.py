"""The places that a fighter can move to and their costs, for a choice by hand."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import field
from fractions import Fraction
from typing import Protocol

from rules.engine.records.frozen import dataclass
from rules.engine.records.model import Combatant, Encounter
from rules.grid.approach import Costs
from rules.grid.ground import open_ground
from rules.grid.squares import neighbours
from rules.words.phrases import counted, exact
from rules.words.places import Place


@dataclass(frozen=True, slots=True)
class Reach:
    """The cost of each place in `unit`s ("action"; "" where moving costs nothing), and how many of them are `left` now.

    Places that cost more take longer. `cover` are the words for `how:` that end a move behind cover, `back` the words
    for a step backward.
    """

    costs: Mapping[Place, Fraction] = field(default_factory=dict)
    unit: str = ""
    left: Fraction | None = None
    cover: str = ""
    back: str = ""

    def words(self, place: Place) -> str:
        """Return the cost of a place in words: "2 actions", "free"."""
        cost = self.costs[place]
        if not self.unit or not cost:
            return "free"
        return counted(int(cost), self.unit) if cost.denominator == 1 else f"{exact(cost)} {self.unit}s"


def squares_around(
    here: Place, radius: int, encounter: Encounter, cost: Callable[[int], int] = lambda squares: squares
) -> dict[Place, Fraction]:
    """Return the free squares within a radius, around walls, each with its cost; `cost` takes the way in squares."""
    taken = {c.place for c in encounter.combatants if c.present}
    steps, waiting = {here: 0}, deque([here])
    while waiting:
        at = waiting.popleft()
        for place in neighbours(at) if steps[at] < radius else ():
            if place not in steps and (encounter.battle_map is None or open_ground(encounter.battle_map, place)):
                steps[place] = steps[at] + 1
                waiting.append(place)
    return {place: Fraction(cost(number)) for place, number in sorted(steps.items()) if place not in taken}


class Mapped(Protocol):
    """The members of a ruleset that describe moves on the map."""

    @property
    def crowded(self) -> bool:
        """Whether several fighters may share a space."""

    @property
    def knows_rough(self) -> bool:
        """Whether the book has a rule for rough ground."""

    @property
    def knows_ground(self) -> bool:
        """Whether the book has rules for brush, rubble, stairs, sand, ice, wire and water that can be waded through."""

    def space(self, encounter: Encounter) -> str:
        """Return the unit of the map and of distances, in the singular: `square`, `hex`."""

    def sees(self, looker: Combatant, other: Combatant, encounter: Encounter) -> bool:
        """Return whether a fighter has a line of sight to another and, where fighters have to be spotted, has spotted
        them. Where the book has no such rule, everyone on the map sees everyone on it.
        """

    def step_costs(self, encounter: Encounter, mover: Combatant, how: str = "") -> Costs | None:
        """Return what a step costs a fighter who moves as `how` says; None if all steps cost the same."""

    def reach(self, encounter: Encounter, actor: str, how: str = "") -> Reach:
        """Return where a fighter can move as `how` says, and what each place costs. Raises Refusal."""
