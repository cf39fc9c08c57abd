"""The cheapest way of a figure on the map, exact to the half Point (MOVEMENT).

Separate from `moving` because the bot and the odds search ways without moving. A flyer passes over rough ground and
figures, outdoors over walls too. Nobody cuts a corner between two walls.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from heapq import heappop, heappush

from rules.engine.errors import NotNow
from rules.engine.frozen import dataclass
from rules.engine.model import Combatant, Encounter
from rules.grid.ground import check_free, check_ground
from rules.space_marines import cover, sight, switches
from rules.space_marines.figure import figure
from rules.words.phrases import listed
from rules.words.places import Place

ROUGH = 2
"""Cost of a space of rough ground as a multiple of the usual; the book gives no number."""

_Weight = tuple[int, int, int]
"""What ways are compared by: cost in halves, spaces that enemies cover, diagonal steps on squares."""


@dataclass(frozen=True, slots=True)
class Stride:
    """One space entered, and its cost in halves of a Point."""

    to: Place
    cost: int


@dataclass(frozen=True, slots=True)
class _Movement:
    """How a figure moves: the cost of a space in halves (0: it cannot), where it cannot enter (`closed`) or `end`."""

    encounter: Encounter
    step: int
    rough: int
    closed: frozenset[Place]
    end: frozenset[Place]
    walls: frozenset[Place]
    covered: frozenset[Place] = frozenset()

    def cost(self, place: Place) -> int:
        board = self.encounter.board
        return self.rough if board and place in board.rough else self.step

    def steps(self, here: Place) -> Iterator[tuple[Place, _Weight]]:
        """Yield the spaces that can be entered from here, and what each adds to the weight."""
        around = sight.neighbours(here, self.encounter) if self.step else ()
        free = [place for place in around if place not in self.closed]
        squares, corners = not switches.hexes(self.encounter), len(around) - len(free) > 1
        for place in free:
            diagonal = squares and here.column != place.column and here.row != place.row
            if diagonal and corners and self._corner(here, place):
                continue
            yield place, (self.cost(place), int(place in self.covered), int(diagonal))

    def _corner(self, here: Place, place: Place) -> bool:
        """Return whether a diagonal step leads between two walls."""
        return {Place(here.column, place.row), Place(place.column, here.row)} <= self.walls


def way(mover: str, to: Place, encounter: Encounter, via: tuple[Place, ...] = ()) -> tuple[Stride, ...]:
    """Return the cheapest way to a space, through the spaces `via`; among equals with the fewest spaces enemies cover.

    A way passes through friends, but not through enemies or walls, and ends at an empty space. It has no strides to the
    figure's own space. Raises NotNow if there is no way or the figure is not on the map.
    """
    combatant = encounter.combatant(mover)
    here = combatant.place
    if here is None:
        raise NotNow(f"{combatant.reference} has no place on the map yet; the GM can give one with /adjust, as at C4.")
    check_ground(encounter, to)
    if to != here:
        check_free(encounter, to)
    movement = _movement(combatant, encounter, cover.covered_spaces(encounter, figure(combatant).camp))
    if not movement.step:
        raise NotNow(f"{combatant.reference} does not walk; only the GM can place it elsewhere, with /adjust.")
    strides: list[Stride] = []
    for goal in (*via, to):
        if goal == here:
            continue
        if goal in movement.closed or goal not in movement.walls:
            check_ground(encounter, goal)
        if goal in movement.closed:
            raise NotNow(f"An enemy stands at {goal}, where {combatant.reference} cannot pass: choose another way.")
        before = _search(here, movement, (goal,))
        if goal not in before:
            by = f" by {listed([str(place) for place in via], 'and')}" if via else ""
            raise NotNow(
                f"No way leads {combatant.reference} from {combatant.place} to {to}{by}: walls or enemies are in"
                " between; choose another space."
            )
        strides += _strides_to(here, goal, before, movement)
        here = goal
    return tuple(strides)


def nearest(mover: str, goals: Collection[Place], encounter: Encounter) -> tuple[Stride, ...]:
    """Return the cheapest way, as in `way`, to any of these spaces; no strides if there is none or it is there.

    The caller checks whether the figure may stop where the way ends.
    """
    combatant = encounter.combatant(mover)
    here = combatant.place
    if here is None or not goals:
        return ()
    movement = _movement(combatant, encounter, cover.covered_spaces(encounter, figure(combatant).camp))
    before = _search(here, movement, goals)
    reached = [(before[goal][0], goal) for goal in goals if goal in before]
    return _strides_to(here, min(reached)[1], before, movement) if reached else ()


def reachable(mover: str, encounter: Encounter, within: int | None = None) -> dict[Place, int]:
    """Return the spaces where the figure can stop, with the lowest cost in halves, at most `within` if given.

    The Points it has left do not count; its own space costs 0. Empty for a figure that is not on the map.
    """
    combatant = encounter.combatant(mover)
    here = combatant.place
    if here is None:
        return {}
    movement = _movement(combatant, encounter)
    best = _search(here, movement, within=within)
    return {
        place: weight[0]
        for place, (weight, _) in best.items()
        if place == here or (place not in movement.end and (within is None or weight[0] <= within))
    }


def _movement(mover: Combatant, encounter: Encounter, covered: frozenset[Place] = frozenset()) -> _Movement:
    state = figure(mover)
    others = [c for c in encounter.combatants if c.present and c.place and c.id != mover.id]
    walls = encounter.board.obstructions if encounter.board else frozenset()
    end = walls | {c.place for c in others if c.place}
    if state.flying:
        closed = frozenset() if switches.hexes(encounter) else walls
        return _Movement(encounter, state.troop.flight, state.troop.flight, closed, end, walls, covered)
    enemies = {c.place for c in others if c.place and figure(c).camp != state.camp}
    step = state.troop.step
    return _Movement(encounter, step, step * (ROUGH if state.troop.rough else 1), walls | enemies, end, walls, covered)


def _strides_to(
    start: Place, goal: Place, before: Mapping[Place, tuple[_Weight, Place]], movement: _Movement
) -> tuple[Stride, ...]:
    """Return the strides to a goal that the search reached."""
    strides: list[Stride] = []
    while goal != start:
        strides.append(Stride(goal, movement.cost(goal)))
        goal = before[goal][1]
    return tuple(reversed(strides))


def _search(
    start: Place, movement: _Movement, goals: Collection[Place] = (), within: int | None = None
) -> Mapping[Place, tuple[_Weight, Place]]:
    """Return for each space the lowest weight and the space before it (A* search).

    The search ends at the first of the `goals`, or with all spaces `within` a cost in halves.
    """
    (goal,) = goals if len(goals) == 1 else (None,)

    def ahead(place: Place) -> int:
        return sight.distance(place, goal, movement.encounter) * movement.step if goal else 0

    best: dict[Place, tuple[_Weight, Place]] = {start: ((0, 0, 0), start)}
    done: set[Place] = set()
    open_ = [((ahead(start), 0, 0), start)]
    while open_:
        _, here = heappop(open_)
        if here in done:
            continue
        cost, covered, diagonals = best[here][0]
        if here in goals or (within is not None and cost > within):
            break
        done.add(here)
        for place, (more_cost, more_covered, more_diagonals) in movement.steps(here):
            if place in done:
                continue
            weight = (cost + more_cost, covered + more_covered, diagonals + more_diagonals)
            previous = best.get(place)
            if previous is None or weight < previous[0]:
                best[place] = (weight, here)
                heappush(open_, ((weight[0] + ahead(place), weight[1], weight[2]), place))
    return best
