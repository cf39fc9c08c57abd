"""Ways nearer to a goal and to it: over open ground, around walls and fighters, for several movers at once."""

from __future__ import annotations

from collections.abc import Callable, Collection

from rules.engine.records.frozen import dataclass
from rules.engine.records.model import Encounter
from rules.grid import hexes, squares
from rules.grid.ground import open_ground
from rules.words.places import Place

Neighbors = Callable[[Place], tuple[Place, ...]]
Distance = Callable[[Place, Place], int]
Costs = Callable[[Place, Place], int]
"""A function that returns the cost of a step from one space to the next one, 1 or more."""


def measures(space: str) -> tuple[Neighbors, Distance]:
    """Return two functions: one for the neighbors of a space and one for the distance of two; `space` is "square" or
    "hex".
    """
    return (hexes.neighbours, hexes.distance) if space == "hex" else (squares.neighbours, squares.distance)


@dataclass(frozen=True, slots=True)
class Approach:
    """The number of steps from a place to the nearest of some goals, around walls but through fighters, or what the
    steps cost; 0 if unknown. The step into a goal counts 1.
    """

    neighbors: Callable[[Place], tuple[Place, ...]]
    steps: Callable[[Place], int]
    cost: Costs

    @classmethod
    def to(
        cls,
        goals: Collection[Place],
        starts: Collection[Place],
        encounter: Encounter,
        space: str,
        costs: Costs | None = None,
    ) -> Approach:
        """Return the approach to these goals, measured as far as all `starts` if a way leads there; `space` is "square"
        or "hex". Without `costs`, each step costs 1.
        """
        neighbors, distance = measures(space)
        cost, battle_map = costs or _alike, encounter.battle_map
        if battle_map is None:
            return cls(neighbors, lambda place: min(distance(place, goal) for goal in goals), cost)
        steps, missing = dict.fromkeys(goals, 0), set(starts) - {*goals}
        spent, waiting = 0, {0: [*steps]}
        while waiting and missing:
            for here in waiting.pop(spent, ()):
                if steps[here] < spent:
                    continue  # reached at a lower cost
                missing.discard(here)
                for place in neighbors(here):
                    known = steps.get(place)
                    if known is not None and known <= spent + 1:
                        continue
                    more = spent + (cost(place, here) if spent else 1)
                    if (known is None or more < known) and (place in missing or open_ground(battle_map, place)):
                        steps[place] = more
                        waiting.setdefault(more, []).append(place)
            spent += 1
        return cls(neighbors, lambda place: steps.get(place, 0), cost)

    def nearer(self, start: Place, spaces: int, closed: frozenset[Place]) -> Place:
        """Return where a mover gets in this many spaces without entering `closed`; `start` if no space is nearer.

        The mover stops next to the nearest goal.
        """
        here = start
        for _ in range(spaces):
            left = self.steps(here)
            free = [place for place in self.neighbors(here) if 0 < self.steps(place) < left and place not in closed]
            if not free:
                break
            # If several spaces are equally good, prefer a straight step to a diagonal one.
            here = min(free, key=lambda place: (self._through(here, place), _aslant(here, place), place))
        return here

    def _through(self, here: Place, place: Place) -> int:
        """Return the cost from `here` to the nearest goal through a space beside it."""
        return self.cost(here, place) + self.steps(place)

    def way(self, start: Place, goal: Place) -> tuple[Place, ...]:
        """Return the spaces entered on a shortest way from a start to the only goal, near the straight line; () if no
        way leads there.
        """
        here, entered = start, list[Place]()
        while here != goal:
            left = self.steps(here)
            nearer = [place for place in self.neighbors(here) if place == goal or 0 < self.steps(place) < left]
            if not left or not nearer:
                return ()
            here = min(nearer, key=lambda place: (self.steps(place), _beside(start, goal, place), place))
            entered.append(here)
        return tuple(entered)


def _alike(here: Place, there: Place) -> int:
    return 1


def _beside(start: Place, goal: Place, place: Place) -> int:
    """Return how far a place is from the straight line, in a unit of its own."""
    across, down = goal.column - start.column, goal.row - start.row
    return abs(across * (place.row - start.row) - down * (place.column - start.column))


def _aslant(here: Place, place: Place) -> bool:
    return here.column != place.column and here.row != place.row
