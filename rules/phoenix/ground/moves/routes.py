"""The cheapest ways over the map, in actions, with the turning on the way (2.3; rulings O34, O77).

A fighter who moves forward or backward turns in the direction of each hex entered: 60 degrees in each hex are free, up
to 120 more cost an action. Therefore a search goes from a hex and the heading in which it was entered to the next ones.
It knows only what it is given: the map as the mover's side knows it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from heapq import heappop, heappush

from rules.engine.records.frozen import dataclass
from rules.engine.records.model import BattleMap
from rules.grid import hexes
from rules.grid.ground import open_ground
from rules.phoenix.basics.soldier import HEXSIDE
from rules.phoenix.ground.facing import turn_between, turning_cost
from rules.phoenix.ground.moves.footing import Footing
from rules.words.places import MOST, Place

HEADINGS = range(6)
"""The six directions in which a hex can be entered, clockwise from the top."""
Finals = tuple[int, ...]
"""For each heading in which the last hex can be entered, the facing to turn to there."""
_NONE = -1
"""The heading of a fighter who has not moved yet."""
_NO_LIMIT = 1 << 30
_Node = tuple[Place, int]


@dataclass(frozen=True, slots=True)
class Pace:
    """How somebody moves: the cost of a hex, their facing at the start, and the headings that they can take.

    `keeps`: whether they keep their facing; `turns`: whether turning costs anything; `backward`: whether they face away
    from the heading; `ground`: what it adds to the cost of a hex; `whole`: whether each turn is rounded up to hexsides.
    """

    each: int
    facing: int | None = None
    keeps: bool = False
    turns: bool = True
    backward: bool = False
    headings: tuple[int, ...] = tuple(HEADINGS)
    ground: Footing | None = None
    whole: bool = False

    def face(self, heading: int) -> int | None:
        """Return the facing in a hex that is entered in this heading."""
        return self.facing if self.keeps else (HEXSIDE * heading + 180 * self.backward) % 360

    def turned(self, heading: int, way: int) -> int:
        """Return the degrees from one heading to the next; the first one is that of somebody who has not moved."""
        if self.keeps:
            return 0
        if heading == _NONE:
            return turn_between(self.facing, self.face(way), self.whole)
        return turn_between(HEXSIDE * heading, HEXSIDE * way, self.whole)

    def turning(self, degrees: int, before: int = 0) -> int:
        """Return the actions for turning so far in a hex, after turning `before` degrees in it."""
        return turning_cost(degrees, before, self.whole) if self.turns else 0

    def least_after(self, way: int, final: int) -> int:
        """Return the fewest actions for that turn to a facing in the last hex, whatever turn came before it there."""
        turned = turn_between(self.face(way), final, self.whole)
        return min(self.turning(turned, before) for before in range(181))

    def after(self, way: int, turned: int, final: int) -> int:
        """Return the actions for turning to a facing in the last hex, after so many degrees of turning in it."""
        return self.turning(turn_between(self.face(way), final, self.whole), turned)


@dataclass(frozen=True, slots=True)
class Stage:
    """The mover's place and facing once this many actions (of a vehicle: hexes) are spent."""

    spent: int
    place: Place
    facing: int | None


Route = tuple[Stage, ...]
"""The hexes entered one after the other, and last the facing and the cost of the whole move."""


@lru_cache(maxsize=512)
def route(start: Place, to: Place, pace: Pace, finals: Finals | None, battle_map: BattleMap | None) -> Route | None:
    """Return the cheapest way to a hex, None if there is none; cached, as a long move is planned again and again.

    First the costs from hexes to the goal are worked out without turning. The search then looks at little more than the
    way itself.
    """
    ground = _ground(battle_map, pace.headings)
    left = _left(start, to, pace, finals, battle_map)
    if left is None:
        return None
    search = _Search(start, pace, ground, {to: finals} if finals else None)
    search.run(to, left)
    return search.route(to)


def within(
    start: Place, pace: Pace, most: int, finals: Mapping[Place, Finals] | None, battle_map: BattleMap | None
) -> Mapping[Place, int]:
    """Return the cost of each hex that can be reached for at most this many actions; with `finals`, of each in it."""
    search = _Search(start, pace, _ground(battle_map, pace.headings), finals)
    search.run(None, lambda place: 0, most)
    return {place: end[0] for place, end in search.ends.items() if place != start and end[0] <= most}


_Around = Callable[[Place], Sequence[tuple[int, Place]]]
"""The hexes that can be entered from a hex, each with the heading to it."""


@lru_cache(maxsize=8)
def _ground(battle_map: BattleMap | None, headings: tuple[int, ...]) -> _Around:
    """Return the open ground of a map; what has been looked at is kept for the next search."""
    known: dict[Place, list[tuple[int, Place]]] = {}

    def around(here: Place) -> list[tuple[int, Place]]:
        found = known.get(here)
        if found is None:
            beside = hexes.around(here)
            free = ((way, beside[way]) for way in headings)
            found = [(way, at) for way, at in free if (open_ground(battle_map, at) if battle_map else _possible(at))]
            known[here] = found
        return found

    return around


def _possible(place: Place) -> bool:
    return 1 <= place.column <= MOST and 1 <= place.row <= MOST


def _left(
    start: Place, to: Place, pace: Pace, finals: Finals | None, battle_map: BattleMap | None
) -> Callable[[Place], int] | None:
    """Return a function that gives the cost from a hex to the goal, or less, without turning on the way; None if no way
    leads there.
    """
    each, distance, ground = pace.each, hexes.distance, pace.ground
    if battle_map is None:
        return lambda place: each * distance(place, to)
    if not open_ground(battle_map, to):
        return None
    least, done = {to: 0}, set[Place]()
    waiting = [(0, 0, to)]
    while waiting:
        estimate, back, here = heappop(waiting)
        if here == start:
            # Hexes that were not looked at are no nearer than this.
            return lambda place: (
                least[place]
                if place in done
                else max(each * distance(place, to), estimate - each * distance(place, start))
            )
        if here in done:
            continue
        done.add(here)
        for way, place in _into(here, start, pace, battle_map):
            final = pace.least_after(way, finals[way]) if finals and here == to else 0
            cost = each + final - back + (ground.cost(place, here) if ground else 0)
            if cost < least.get(place, _NO_LIMIT):
                least[place] = cost
                heappush(waiting, (cost + each * distance(place, start), -cost, place))
    return None


def _into(here: Place, start: Place, pace: Pace, battle_map: BattleMap) -> Iterator[tuple[int, Place]]:
    """Yield the hexes from which a hex can be entered, each with the heading; nobody asks whether the start is open."""
    beside = hexes.around(here)
    for way in pace.headings:
        place = beside[(way + 3) % 6]
        if place == start or open_ground(battle_map, place):
            yield way, place


class _Search:
    """A search from the start, the nearest to the goal first. `ends`: for each hex the cost of stopping in it, the node
    before it, and the heading in which it is entered.

    A node is a hex with the heading in which it was entered.
    """

    def __init__(self, start: Place, pace: Pace, around: _Around, finals: Mapping[Place, Finals] | None) -> None:
        self._start, self._pace, self._around, self._finals = (start, _NONE), pace, around, finals
        self._before: dict[_Node, _Node] = {}
        self._turns = [[pace.turned(heading, way) for way in HEADINGS] for heading in (*HEADINGS, _NONE)]
        self._costs = [[pace.each + pace.turning(degrees) for degrees in row] for row in self._turns]
        self.ends: dict[Place, tuple[int, _Node, int]] = {}

    def run(self, to: Place | None, left: Callable[[Place], int], most: int | None = None) -> None:
        """Search until the way to a hex is known, or else every way of at most this cost."""
        # A dearer way to a hex, in a better heading, saves at most this much later on.
        saves = 3 if self._finals else 1
        spent, least = {self._start: 0}, {self._start[0]: 0}
        waiting = [(0, 0, self._start)]
        around, before, finals, costs = self._around, self._before, self._finals, self._costs
        limit, ground = _NO_LIMIT if most is None else most, self._pace.ground
        while waiting:
            estimate, back, node = heappop(waiting)
            here, heading = node
            if to in self.ends and estimate >= self.ends[to][0]:
                return
            if -back > spent[node] or -back >= least[here] + saves:
                continue
            row = costs[heading]
            for way, place in around(here):
                cost = row[way] - back + (ground.cost(here, place) if ground else 0)
                known = least.get(place, _NO_LIMIT)
                if cost > limit:
                    continue
                if finals is not None:
                    self._stop(place, cost, node, way)
                elif cost < known:
                    self.ends[place] = cost, node, way
                entered = (place, way)
                if cost >= known + saves or cost >= spent.get(entered, _NO_LIMIT):
                    continue
                spent[entered], before[entered] = cost, node
                if cost < known:
                    least[place] = cost
                # Of equally cheap nodes, the farther one: it may be the goal.
                heappush(waiting, (cost + left(place), -cost, entered))

    def route(self, to: Place) -> Route | None:
        """Return the way to a hex that the search has reached."""
        if to not in self.ends:
            return None
        pace = self._pace
        whole, node, last = self.ends[to]
        back = [(to, last)]
        while node != self._start:
            back.append(node)
            node = self._before[node]
        stages, spent, heading, here = list[Stage](), 0, _NONE, self._start[0]
        for place, way in reversed(back):
            spent += self._costs[heading][way] + (pace.ground.cost(here, place) if pace.ground else 0)
            heading, here = way, place
            stages.append(Stage(spent, place, pace.face(way)))
        facing = self._finals[to][last] if self._finals else stages[-1].facing
        return (*stages, Stage(whole, to, facing))

    def _stop(self, place: Place, cost: int, node: _Node, way: int) -> None:
        """Note what it costs to stop in a hex that is entered from a node, if it is one of the `finals`."""
        assert self._finals is not None
        if place in self._finals:
            cost += self._pace.after(way, self._turns[node[1]][way], self._finals[place][way])
            if place not in self.ends or cost < self.ends[place][0]:
                self.ends[place] = cost, node, way
