"""Ways nearer to a goal and to it: over open ground, around walls and fighters, for several movers at once."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection

from rules.engine.records.frozen import dataclass
from rules.engine.records.model import Encounter
from rules.grid import hexes, squares
from rules.grid.ground import open_ground
from rules.words.places import Place

Neighbors = Callable[[Place], tuple[Place, ...]]
Distance = Callable[[Place, Place], int]


def measures(space: str) -> tuple[Neighbors, Distance]:
    """Return two functions: one for the neighbors of a space and one for the distance of two; `space` is "square" or
    "hex".
    """
    return (hexes.neighbours, hexes.distance) if space == "hex" else (squares.neighbours, squares.distance)


@dataclass(frozen=True, slots=True)
class Approach:
    """The number of steps from a place to the nearest of some goals, around walls but through fighters; 0 if
    unknown.
    """

    neighbors: Callable[[Place], tuple[Place, ...]]
    steps: Callable[[Place], int]

    @classmethod
    def to(cls, goals: Collection[Place], starts: Collection[Place], encounter: Encounter, space: str) -> Approach:
        """Return the approach to these goals, measured as far as all `starts` if a way leads there; `space` is "square"
        or "hex".
        """
        neighbors, distance = measures(space)
        board = encounter.board
        if board is None:
            return cls(neighbors, lambda place: min(distance(place, goal) for goal in goals))
        steps = dict.fromkeys(goals, 0)
        waiting, missing = deque(steps), set(starts) - steps.keys()
        while waiting and missing:
            here = waiting.popleft()
            for place in neighbors(here):
                if place not in steps and (place in missing or open_ground(board, place)):
                    steps[place] = steps[here] + 1
                    waiting.append(place)
                    missing.discard(place)
        return cls(neighbors, lambda place: steps.get(place, 0))

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
            # If several spaces are equally near, prefer a straight step to a diagonal one.
            here = min(free, key=lambda place: (_aslant(here, place), place))
        return here

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


def _beside(start: Place, goal: Place, place: Place) -> int:
    """Return how far a place is from the straight line, in a unit of its own."""
    across, down = goal.column - start.column, goal.row - start.row
    return abs(across * (place.row - start.row) - down * (place.column - start.column))


def _aslant(here: Place, place: Place) -> bool:
    return here.column != place.column and here.row != place.row
