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

_COST, _COVERED, _DIAGONAL = 1 << 40, 1 << 20, 1
"""A way's weight is one number: its cost in halves comes first, then spaces that enemies cover, then diagonal steps."""


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
    covered: frozenset[Place]
    rough_ground: frozenset[Place]
    squares: bool

    def cost(self, place: Place) -> int:
        return self.rough if place in self.rough_ground else self.step

    def steps(self, here: Place) -> Iterator[tuple[Place, int]]:
        """Yield the spaces that can be entered from here, and what each adds to the weight."""
        around = sight.neighbours(here, self.encounter) if self.step else ()
        free = [place for place in around if place not in self.closed]
        corners = len(around) - len(free) > 1
        for place in free:
            weight = (self.rough if place in self.rough_ground else self.step) * _COST
            if place in self.covered:
                weight += _COVERED
            if self.squares and here.column != place.column and here.row != place.row:
                if corners and self._corner(here, place):
                    continue
                weight += _DIAGONAL
            yield place, weight

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


def nearest(
    mover: str, goals: Collection[Place], encounter: Encounter, away: Mapping[Place, int]
) -> tuple[Stride, ...]:
    """Return the cheapest way, as in `way`, to any of these spaces; no strides if there is none or it is there.

    `away` tells how many spaces at least each space is from a goal, for all spaces from which a way leads to one. The
    caller checks whether the figure may stop where the way ends.
    """
    combatant = encounter.combatant(mover)
    here = combatant.place
    if here is None or not goals:
        return ()
    movement = _movement(combatant, encounter, cover.covered_spaces(encounter, figure(combatant).camp))
    before = _search(here, movement, goals) if len(goals) == 1 else _search_any(here, movement, goals, away)
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
        place: weight // _COST
        for place, (weight, _) in best.items()
        if place == here or (place not in movement.end and (within is None or weight // _COST <= within))
    }


def _movement(mover: Combatant, encounter: Encounter, covered: frozenset[Place] = frozenset()) -> _Movement:
    state = figure(mover)
    others = [c for c in encounter.combatants if c.present and c.place and c.id != mover.id]
    walls = encounter.board.obstructions if encounter.board else frozenset()
    end = walls | {c.place for c in others if c.place}
    rough_ground = encounter.board.rough if encounter.board else frozenset()
    squares, step, rough = not switches.hexes(encounter), state.troop.step, state.troop.rough
    if state.flying:
        step, rough, closed = state.troop.flight, False, walls if squares else frozenset()
    else:
        closed = walls | {c.place for c in others if c.place and figure(c).camp != state.camp}
    cost = step * (ROUGH if rough else 1)
    return _Movement(encounter, step, cost, closed, end, walls, covered, rough_ground, squares)


def _strides_to(
    start: Place, goal: Place, before: Mapping[Place, tuple[int, Place]], movement: _Movement
) -> tuple[Stride, ...]:
    """Return the strides to a goal that the search reached."""
    strides: list[Stride] = []
    while goal != start:
        strides.append(Stride(goal, movement.cost(goal)))
        goal = before[goal][1]
    return tuple(reversed(strides))


def _search(
    start: Place, movement: _Movement, goals: Collection[Place] = (), within: int | None = None
) -> Mapping[Place, tuple[int, Place]]:
    """Return for each space the lowest weight and the space before it (A* search).

    The search ends at the first of the `goals`, or with all spaces `within` a cost in halves.
    """
    (goal,) = goals if len(goals) == 1 else (None,)

    def ahead(place: Place) -> int:
        return sight.distance(place, goal, movement.encounter) * movement.step * _COST if goal else 0

    best: dict[Place, tuple[int, Place]] = {start: (0, start)}
    done: set[Place] = set()
    open_ = [(ahead(start), start)]
    while open_:
        _, here = heappop(open_)
        if here in done:
            continue
        so_far = best[here][0]
        if here in goals or (within is not None and so_far // _COST > within):
            break
        done.add(here)
        for place, more in movement.steps(here):
            if place in done:
                continue
            weight = so_far + more
            previous = best.get(place)
            if previous is None or weight < previous[0]:
                best[place] = (weight, here)
                heappush(open_, (weight + ahead(place), place))
    return best


def _search_any(
    start: Place, movement: _Movement, goals: Collection[Place], away: Mapping[Place, int]
) -> Mapping[Place, tuple[int, Place]]:
    """Return the same as a search without knowledge of where the goals are, for the spaces on the cheapest ways.

    Such a search takes the spaces in the order of weight and place. So of two equal ways to a space, the one counts
    whose last space comes first in that order.
    """
    best: dict[Place, tuple[int, Place]] = {start: (0, start)}
    done: set[Place] = set()
    open_ = [(0, start)]
    least: int | None = None
    while open_:
        ahead, here = heappop(open_)
        if least is not None and ahead > least:
            break
        if here in done:
            continue
        done.add(here)
        so_far = best[here][0]
        if here in goals:
            least = so_far
            continue
        for place, more in movement.steps(here):
            if place not in away:
                continue
            weight = so_far + more
            previous = best.get(place)
            if previous is None or weight < previous[0]:
                best[place] = (weight, here)
                heappush(open_, (weight + away[place] * movement.step * _COST, place))
            elif weight == previous[0] and (so_far, here) < (best[previous[1]][0], previous[1]):
                best[place] = (weight, here)
    return best
