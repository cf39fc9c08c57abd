"""The cheapest way of a figure on the map, exact to the half Point (MOVEMENT).

Separate from `move_order` because the bot and the odds search for ways without moving. A flyer passes over rough ground
and figures, and outdoors over walls too. No figure cuts a corner between two walls.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from heapq import heappop, heappush

from rules.engine.records.errors import NotNow
from rules.engine.records.frozen import dataclass
from rules.engine.records.model import Combatant, Encounter
from rules.grid import hexes, squares
from rules.grid.approach import Costs
from rules.grid.ground import check_free, check_ground, impassable
from rules.space_marines import sight, switches
from rules.space_marines.attacks import cover
from rules.space_marines.figures.figure import figure
from rules.words.phrases import listed
from rules.words.places import Place

ROUGH = 2
"""The cost of a space of rough ground as a multiple of the usual cost; the book gives no number."""

_COST, _COVERED, _DIAGONAL = 1 << 40, 1 << 20, 1
"""A way's weight is a single number: its cost in halves comes first, then the spaces that enemies cover, then the
diagonal steps.
"""


@dataclass(frozen=True, slots=True)
class Stride:
    """One space entered, and its cost in halves of a Point."""

    to: Place
    cost: int


@dataclass(frozen=True, slots=True)
class _Movement:
    """How a figure moves on a map of a `size`: the cost of a space in halves (0: it cannot move), and the spaces that
    it cannot enter.
    """

    size: tuple[int, int]
    squares: bool
    step: int
    rough: int
    closed: frozenset[Place]
    walls: frozenset[Place]
    covered: frozenset[Place]
    rough_ground: frozenset[Place]

    def cost(self, place: Place) -> int:
        return self.rough if place in self.rough_ground else self.step

    def distance(self, a: Place, b: Place) -> int:
        return squares.distance(a, b) if self.squares else hexes.distance(a, b)

    def around(self, here: Place) -> tuple[Place, ...]:
        return sight.around(here, not self.squares, *self.size)

    def steps(self, here: Place) -> Iterator[tuple[Place, int]]:
        """Yield the spaces that can be entered from here, each with its addition to the weight."""
        around = self.around(here) if self.step else ()
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

    def steps_to(self, here: Place) -> Iterator[tuple[Place, int]]:
        """Yield the spaces from which this one can be entered, each with the addition to the weight."""
        if not self.step or here in self.closed:
            return
        weight = self.cost(here) * _COST + (_COVERED if here in self.covered else 0)
        for place in self.around(here):
            if not self.squares or here.column == place.column or here.row == place.row:
                yield place, weight
            elif not self._corner(here, place):
                yield place, weight + _DIAGONAL

    def _corner(self, here: Place, place: Place) -> bool:
        """Return whether a diagonal step leads between two walls."""
        return {Place(here.column, place.row), Place(place.column, here.row)} <= self.walls


def way(mover: str, to: Place, encounter: Encounter, via: tuple[Place, ...] = ()) -> tuple[Stride, ...]:
    """Return the cheapest way to a space, through the spaces `via`; of equal ways, the one with the fewest covered
    spaces.

    A way passes through friends, but not through enemies or walls, and ends at an empty space. A way to the figure's
    own space has no strides. Raises NotNow if there is no way or the figure is not on the map.
    """
    combatant = encounter.combatant(mover)
    here = combatant.place
    if here is None:
        raise NotNow(f"{combatant.reference} is not on the map yet. The GM can place them with /adjust, such as at C4.")
    check_ground(encounter, to)
    if to != here:
        check_free(encounter, to)
    movement = _movement(combatant, encounter, cover.covered_spaces(encounter, figure(combatant).camp))
    if not movement.step:
        raise NotNow(f"{combatant.reference} does not walk. Only the GM can place them elsewhere, with /adjust.")
    strides: list[Stride] = []
    for goal in (*via, to):
        if goal == here:
            continue
        if goal in movement.closed or goal not in movement.walls:
            check_ground(encounter, goal)
        if goal in movement.closed:
            raise NotNow(f"An enemy is at {goal}, and {combatant.reference} cannot pass there. Choose another way.")
        before = _search(here, movement, (goal,))
        if goal not in before:
            by = f" by {listed([str(place) for place in via], 'and')}" if via else ""
            raise NotNow(
                f"There is no way for {combatant.reference} from {combatant.place} to {to}{by}: walls or"
                " enemies are in between. Choose another space."
            )
        strides += _strides_to(here, goal, before, movement)
        here = goal
    return tuple(strides)


def at_true_cost(mover: str, way: tuple[Stride, ...], encounter: Encounter) -> tuple[Stride, ...]:
    """Return a way with the costs of its spaces in this encounter."""
    movement = _movement(encounter.combatant(mover), encounter)
    return tuple(Stride(stride.to, movement.cost(stride.to)) for stride in way)


class Ways:
    """The cheapest ways of several figures, one after the other, to the nearest of some spaces.

    The results of one search serve all figures that move alike and have the same goals.
    """

    def __init__(self) -> None:
        self._searches: dict[tuple[_Movement, frozenset[Place]], _WaysTo] = {}

    def nearest(self, mover: str, goals: frozenset[Place], encounter: Encounter) -> tuple[Stride, ...]:
        """Return the cheapest way, as in `way`, to any of these spaces; no strides if there is none or it is there
        already.

        The caller checks whether the figure may stop at the end of the way.
        """
        combatant = encounter.combatant(mover)
        here = combatant.place
        if here is None or not goals:
            return ()
        movement = _movement(combatant, encounter, cover.covered_spaces(encounter, figure(combatant).camp))
        if len(goals) == 1:
            (goal,) = goals
            before = _search(here, movement, goals)
            return _strides_to(here, goal, before, movement) if goal in before else ()
        key = movement, goals
        if key not in self._searches:
            self._searches[key] = _WaysTo(goals, movement)
        return tuple(Stride(to, movement.cost(to)) for to in self._searches[key].way(here))


def reachable(mover: str, encounter: Encounter, within: int | None = None) -> dict[Place, int]:
    """Return the spaces where the figure can stop, with the lowest cost in halves, at most `within` if given.

    The Points that it has left do not count; its own space costs 0. Empty for a figure that is not on the map.
    """
    combatant = encounter.combatant(mover)
    here = combatant.place
    if here is None:
        return {}
    movement = _movement(combatant, encounter)
    best = _search(here, movement, within=within)
    taken = movement.walls.union(c.place for c in encounter.combatants if c.present and c.place and c.id != mover)
    return {
        place: weight // _COST
        for place, (weight, _) in best.items()
        if place == here or (place not in taken and (within is None or weight // _COST <= within))
    }


def step_costs(mover: Combatant, encounter: Encounter) -> Costs | None:
    """Return what a step costs a figure, in halves of a Point; None if it cannot move."""
    movement = _movement(mover, encounter)
    return _StepCosts(movement.step, movement.rough, movement.rough_ground) if movement.step else None


@dataclass(frozen=True)
class _StepCosts:
    """The costs of steps, in halves of a Point; equal for figures to which they cost the same."""

    step: int
    rough: int
    rough_ground: frozenset[Place]

    def __call__(self, here: Place, there: Place) -> int:
        return self.rough if there in self.rough_ground else self.step


def _movement(mover: Combatant, encounter: Encounter, covered: frozenset[Place] = frozenset()) -> _Movement:
    state, battle_map = figure(mover), encounter.battle_map
    walls, rough_ground = impassable(battle_map), battle_map.rough if battle_map else frozenset[Place]()
    squares, step, rough = not switches.hexes(encounter), state.troop.step, state.troop.rough
    if state.flying:
        step, rough, closed = state.troop.flight, False, walls if squares else frozenset()
    else:
        others = (c for c in encounter.combatants if c.present and c.place and c.id != mover.id)
        closed = walls.union(c.place for c in others if c.place and figure(c).camp != state.camp)
    cost = step * (ROUGH if rough else 1)
    return _Movement(sight.size(encounter), squares, step, cost, closed, walls, covered, rough_ground)


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
        return movement.distance(place, goal) * movement.step * _COST if goal else 0

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


class _WaysTo:
    """The cheapest ways to the nearest of some spaces, searched from these spaces outward until they reach the figures.

    Of equally near goals, the first is chosen (by column and row). Of equal ways, the one whose last space before it is
    nearer to the start is chosen, or else the first.
    """

    def __init__(self, goals: frozenset[Place], movement: _Movement) -> None:
        self._movement = movement
        self._left = dict.fromkeys(goals, 0)
        self._done: set[Place] = set()
        self._open = [(0, goal) for goal in sorted(goals)]
        self._on: dict[Place, tuple[Place, ...]] = {}

    def way(self, start: Place) -> tuple[Place, ...]:
        """Return the spaces entered from a space to the goal; () if there is no way or the figure is there already."""
        self._search_from_goals(start)
        if start not in self._done:
            return ()
        before: dict[Place, Place] = {}
        waiting, ends = [start], list[Place]()
        while waiting:
            here = waiting.pop()
            following = self._on.get(here)
            if following is None:
                following = self._following(here)
            if not following:
                ends.append(here)
            for place in following:
                if place not in before:
                    waiting.append(place)
                    before[place] = here
                elif (-self._left[here], here) < (-self._left[before[place]], before[place]):
                    before[place] = here
        here, entered = min(ends), list[Place]()
        while here != start:
            entered.append(here)
            here = before[here]
        return tuple(reversed(entered))

    def _search_from_goals(self, start: Place) -> None:
        """Compute the remaining weight from each space to the nearest goal, until it is known for `start`."""
        left, done, open_ = self._left, self._done, self._open
        while open_ and start not in done:
            so_far, here = heappop(open_)
            if here in done:
                continue
            done.add(here)
            for place, more in self._movement.steps_to(here):
                if place not in left or so_far + more < left[place]:
                    left[place] = so_far + more
                    heappush(open_, (so_far + more, place))

    def _following(self, here: Place) -> tuple[Place, ...]:
        """Return the spaces that the cheapest ways enter from here; none at a goal."""
        least = self._left[here]
        steps = self._movement.steps(here) if least else ()
        following = tuple(place for place, more in steps if self._left.get(place, least) + more == least)
        self._on[here] = following
        return following
