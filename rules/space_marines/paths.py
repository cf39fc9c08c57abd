"""The way a figure takes on the map, and what it costs: the cheapest, exact to the half Point (MOVEMENT).

A flyer passes over rough ground and all figures, outdoors over walls too. Nobody cuts a corner between two walls.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from heapq import heappop, heappush

from rules.engine.errors import NotNow
from rules.engine.model import Combatant, Encounter
from rules.grid.ground import check_free, check_ground
from rules.space_marines import cover, sight, switches
from rules.space_marines.figure import figure
from rules.words.phrases import listed
from rules.words.places import Place

ROUGH = 2
"""How many times the usual a space of rough ground costs; the text gives no number."""

_Weight = tuple[int, int, int]
"""What ways are compared by: the cost, spaces entered that enemies cover, diagonal steps on squares."""


@dataclass(frozen=True, slots=True)
class Stride:
    """One space entered, and its cost in halves of a Point."""

    to: Place
    cost: int


@dataclass(frozen=True, slots=True)
class _Gait:
    """How somebody gets about: what a space costs (0: he does not), which are `closed` to him, where he cannot end."""

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
        """The spaces that can be entered from here, and what each adds."""
        around = sight.neighbours(here, self.encounter) if self.step else ()
        free = [place for place in around if place not in self.closed]
        squares, corners = not switches.hexes(self.encounter), len(around) - len(free) > 1
        for place in free:
            diagonal = squares and here.column != place.column and here.row != place.row
            if diagonal and corners and self._corner(here, place):
                continue
            yield place, (self.cost(place), int(place in self.covered), int(diagonal))

    def _corner(self, here: Place, place: Place) -> bool:
        """Whether a diagonal step would lead between two walls."""
        return {Place(here.column, place.row), Place(place.column, here.row)} <= self.walls


def way(mover: str, to: Place, encounter: Encounter, via: tuple[Place, ...] = ()) -> tuple[Stride, ...]:
    """The cheapest way to a space, by certain spaces if any are named; of ways that cost the same, the one on which
    fewest spaces covered by enemies are entered. Friends are passed through, enemies and walls are not, and nobody
    may stand where it ends. No strides to where he stands already, by no other space. Raises NotNow where no way leads
    there, or he has no place."""
    combatant = encounter.combatant(mover)
    here = combatant.place
    if here is None:
        raise NotNow(f"{combatant.name} has no place on the map yet; the GM can give one with /adjust, as at C4.")
    check_ground(encounter, to)
    if to != here:
        check_free(encounter, to)
    gait = _gait(combatant, encounter, cover.covered(encounter, figure(combatant).camp))
    if not gait.step:
        raise NotNow(f"{combatant.name} does not walk; only the GM can place it elsewhere, with /adjust.")
    strides: list[Stride] = []
    for goal in (*via, to):
        if goal == here:
            continue
        if goal in gait.closed or goal not in gait.walls:
            check_ground(encounter, goal)
        if goal in gait.closed:
            raise NotNow(f"An enemy stands at {goal}, where {combatant.name} cannot pass: choose another way.")
        before = _spread(here, gait, (goal,))
        if goal not in before:
            by = f" by {listed([str(place) for place in via], 'and')}" if via else ""
            raise NotNow(
                f"No way leads {combatant.name} from {combatant.place} to {to}{by}: walls or enemies are in between;"
                " choose another space."
            )
        strides += _leg(here, goal, before, gait)
        here = goal
    return tuple(strides)


def nearest(mover: str, goals: Collection[Place], encounter: Encounter) -> tuple[Stride, ...]:
    """The cheapest way, as in `way`, to whichever of these spaces is reached most cheaply; none if none can be, or it
    stands there. Whether somebody may stand where it ends is the caller's to see."""
    combatant = encounter.combatant(mover)
    here = combatant.place
    if here is None or not goals:
        return ()
    gait = _gait(combatant, encounter, cover.covered(encounter, figure(combatant).camp))
    before = _spread(here, gait, goals)
    reached = [(before[goal][0], goal) for goal in goals if goal in before]
    return _leg(here, min(reached)[1], before, gait) if reached else ()


def reach(mover: str, encounter: Encounter, within: int | None = None) -> dict[Place, int]:
    """Every space the figure could come to stand on, with the cheapest cost in halves of a Point, whatever it has
    left, or `within` so many; its own space costs 0. None for one without a place."""
    combatant = encounter.combatant(mover)
    here = combatant.place
    if here is None:
        return {}
    gait = _gait(combatant, encounter)
    found = _spread(here, gait, within=within)
    return {
        place: weight[0]
        for place, (weight, _) in found.items()
        if place == here or (place not in gait.end and (within is None or weight[0] <= within))
    }


def _gait(mover: Combatant, encounter: Encounter, covered: frozenset[Place] = frozenset()) -> _Gait:
    state = figure(mover)
    others = [c for c in encounter.combatants if c.present and c.place and c.id != mover.id]
    walls = encounter.board.obstructions if encounter.board else frozenset()
    end = walls | {c.place for c in others if c.place}
    if state.flying:
        closed = frozenset() if switches.hexes(encounter) else walls
        return _Gait(encounter, state.troop.flight, state.troop.flight, closed, end, walls, covered)
    enemies = {c.place for c in others if c.place and figure(c).camp != state.camp}
    step = state.troop.step
    return _Gait(encounter, step, step * (ROUGH if state.troop.rough else 1), walls | enemies, end, walls, covered)


def _leg(start: Place, goal: Place, before: Mapping[Place, tuple[_Weight, Place]], gait: _Gait) -> tuple[Stride, ...]:
    """The strides to a goal that was found."""
    strides: list[Stride] = []
    while goal != start:
        strides.append(Stride(goal, gait.cost(goal)))
        goal = before[goal][1]
    return tuple(reversed(strides))


def _spread(
    start: Place, gait: _Gait, goals: Collection[Place] = (), within: int | None = None
) -> Mapping[Place, tuple[_Weight, Place]]:
    """For every space, or until one of the goals is found or all are known `within` a cost: how it is reached best, and
    from which space."""
    (goal,) = goals if len(goals) == 1 else (None,)

    def ahead(place: Place) -> int:
        return sight.distance(place, goal, gait.encounter) * gait.step if goal else 0

    found: dict[Place, tuple[_Weight, Place]] = {start: ((0, 0, 0), start)}
    done: set[Place] = set()
    open_ = [((ahead(start), 0, 0), start)]
    while open_:
        _, here = heappop(open_)
        if here in done:
            continue
        cost, covered, diagonals = found[here][0]
        if here in goals or (within is not None and cost > within):
            break
        done.add(here)
        for place, (more_cost, more_covered, more_diagonals) in gait.steps(here):
            if place in done:
                continue
            weight = (cost + more_cost, covered + more_covered, diagonals + more_diagonals)
            known = found.get(place)
            if known is None or weight < known[0]:
                found[place] = (weight, here)
                heappush(open_, ((weight[0] + ahead(place), weight[1], weight[2]), place))
    return found
