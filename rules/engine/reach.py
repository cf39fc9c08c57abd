"""The places that a fighter can move to and their costs, for a choice by hand."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import field
from fractions import Fraction
from typing import Protocol

from rules.engine.frozen import dataclass
from rules.engine.model import Combatant, Encounter
from rules.grid.ground import open_ground
from rules.grid.squares import distance
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
    """Return the free squares within a radius, each with its cost; `cost` takes the distance in squares."""
    board = encounter.board
    taken = {c.place for c in encounter.combatants if c.present}
    around: Iterable[Place] = (
        Place(column, row)
        for column in range(max(1, here.column - radius), here.column + radius + 1)
        for row in range(max(1, here.row - radius), here.row + radius + 1)
    )
    free = (place for place in around if place not in taken and (board is None or open_ground(board, place)))
    return {place: Fraction(cost(distance(here, place))) for place in free}


class Mapped(Protocol):
    """The members of a ruleset that describe moves on the map."""

    @property
    def crowded(self) -> bool:
        """Whether several fighters may share a space."""

    def space(self, encounter: Encounter) -> str:
        """Return the unit of the map and of distances, in the singular: `square`, `hex`."""

    def sees(self, looker: Combatant, other: Combatant, encounter: Encounter) -> bool:
        """Return whether a fighter has a line of sight to another and, where fighters have to be spotted, has spotted
        them. Where the book has no such rule, everyone on the map sees everyone on it.
        """

    def reach(self, encounter: Encounter, actor: str, how: str = "") -> Reach:
        """Return where a fighter can move as `how` says, and what each place costs. Raises Refusal."""
