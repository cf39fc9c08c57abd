"""The way of a Bad Guy that the bot runs: to the enemy it can reach at the lowest cost, or as near as it can stop.

It uses no dice and no memory: the way depends on the map alone, also after an interruption. Separate from `automatons`,
which decides how far along it to go.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from functools import lru_cache

from rules.engine.records.copies import altered, replace
from rules.engine.records.frozen import dataclass
from rules.engine.records.model import BattleMap, Combatant, Encounter
from rules.grid.ground import impassable, open_ground
from rules.space_marines import sight, switches
from rules.space_marines.figures.figure import HALF, figure
from rules.space_marines.moves import paths
from rules.space_marines.moves.paths import Stride, Ways
from rules.words.places import Place


@dataclass(frozen=True, slots=True)
class Approach:
    """A way that it could take. `takeoff`: Points to take off first, None if it does not take off."""

    strides: tuple[Stride, ...] = ()
    takeoff: Fraction | None = None


def enemies(one: Combatant, encounter: Encounter) -> list[Combatant]:
    """Return its enemies in play and on the map, nearest first."""
    camp, here, distance = figure(one).camp, one.place, sight.measure(encounter)
    assert here is not None
    others = [(c.place, c) for c in encounter.combatants if c.present and c.place and figure(c).camp != camp]
    return [enemy for _, enemy in sorted(others, key=lambda other: distance(here, other[0]))]


def enemy_places(one: Combatant, encounter: Encounter) -> tuple[Place, ...]:
    """Return the places of its enemies in play on the map."""
    camp = figure(one).camp
    return tuple(c.place for c in encounter.combatants if c.present and c.place and figure(c).camp != camp)


def nearest(one: Combatant, places: Iterable[Place], encounter: Encounter) -> int:
    """Return the distance of a figure on the map to the nearest of these places, in spaces; 0 if there is none."""
    here, distance = one.place, sight.measure(encounter)
    assert here is not None
    return min([distance(here, place) for place in places], default=0)


def apart(one: Combatant, other: Combatant, encounter: Encounter) -> int:
    """Return the distance between two figures on the map, in spaces."""
    assert one.place is not None
    assert other.place is not None
    return sight.distance(one.place, other.place, encounter)


def approach(one: Combatant, encounter: Encounter, ways_to: Ways) -> Approach:
    """Return the cheapest way to an enemy, on foot or in the air; `ways_to` is the same for all figures of a phase.

    If no enemy can be reached, or friends block the way for the whole turn, return the way to the space nearest to an
    enemy. It has no strides if no space is nearer.
    """
    if not enemy_places(one, encounter):
        return Approach()
    ways: list[tuple[bool, Fraction, Approach]] = []
    for set_out, takeoff in _ways_to_set_out(one):
        as_if = encounter.with_combatant(set_out)
        price = takeoff or Fraction(0)
        if way := _way_to_an_enemy(set_out, as_if, ways_to):
            ways.append((False, price + sum(stride.cost for stride in way) * HALF, Approach(way, takeoff)))
        elif nearer := _way_nearer(set_out, as_if):
            steps, way = nearer
            ways.append((True, Fraction(steps), Approach(way, takeoff)))
    return min(ways, key=lambda way: way[:2])[2] if ways else Approach()


def possible_stops(
    one: Combatant, way: Approach, encounter: Encounter
) -> Iterator[tuple[tuple[Stride, ...], Combatant]]:
    """Yield each space on a way where it could stop with its Points, as the strides to it and the figure there."""
    state = figure(one)
    spent = state.spent + int((way.takeoff or 0) / HALF)
    flying = state.flying or way.takeoff is not None
    occupied = _occupied(encounter)
    for n, stride in enumerate(way.strides, 1):
        spent += stride.cost
        if state.troop.points - state.wounds < spent * HALF:
            return
        if stride.to not in occupied:
            there = replace(state, spent=spent, moved=True, flying=flying)
            yield way.strides[:n], altered(one, place=stride.to, condition=there)


def reachable_stands(one: Combatant, encounter: Encounter) -> Iterator[Combatant]:
    """Yield the figure at each space it can reach this turn, walking or flying as now, cheapest first."""
    state = figure(one)
    costs = paths.reachable(one.id, encounter, int(state.left / HALF))
    for place, cost in sorted(costs.items(), key=lambda item: (item[1], item[0])):
        if place != one.place:
            yield altered(one, place=place, condition=replace(state, spent=state.spent + cost, moved=True))


def _ways_to_set_out(one: Combatant) -> Iterator[tuple[Combatant, Fraction | None]]:
    """Yield the ways in which it can set out: as it is, and in the air if it flies, with the Points of taking off."""
    state = figure(one)
    if state.flying or state.troop.step:
        yield one, None
    takeoff = Fraction(state.troop.takeoff)
    if state.troop.flight and not state.flying and takeoff <= state.left:
        spent = state.spent + int(takeoff / HALF)
        yield altered(one, condition=replace(state, flying=True, spent=spent)), takeoff


def _way_to_an_enemy(one: Combatant, encounter: Encounter, ways_to: Ways) -> tuple[Stride, ...]:
    """Return the cheapest way to a space beside an enemy, if it can stop anywhere on it this turn."""
    occupied = _occupied(encounter)
    goals = frozenset(
        place
        for enemy in enemy_places(one, encounter)
        for place in sight.neighbours(enemy, encounter)
        if place not in occupied
    )
    way = ways_to.nearest(one.id, goals, encounter)
    return way if any(possible_stops(one, Approach(way), encounter)) else ()


def _way_nearer(one: Combatant, encounter: Encounter) -> tuple[int, tuple[Stride, ...]] | None:
    """Return the way to the reachable space that is nearest to an enemy, and its distance from there in spaces."""
    steps, left = _steps(one, encounter), int(figure(one).left / HALF)
    costs = paths.reachable(one.id, encounter, left)
    near = [(steps[place], cost, place) for place, cost in costs.items() if place in steps]
    if not near or min(near)[-1] == one.place:
        return None
    away, _, place = min(near)
    return away, paths.way(one.id, place, encounter)


def _steps(one: Combatant, encounter: Encounter) -> Mapping[Place, int]:
    """Return for each space of the map the distance to the nearest enemy, around walls but through figures."""
    assert encounter.battle_map is not None
    places = frozenset(enemy_places(one, encounter))
    return _distances(places, encounter.battle_map, switches.hexes(encounter), figure(one).flying)


@lru_cache(maxsize=8)
def _distances(places: frozenset[Place], battle_map: BattleMap, on_hexes: bool, flies: bool) -> Mapping[Place, int]:
    """Return for each space the distance to the nearest of some places; cached, because all figures of a side need the
    same.
    """
    steps, front = dict.fromkeys(places, 0), list(places)
    while front:
        beyond: list[Place] = []
        for place in front:
            for to in sight.around(place, on_hexes, battle_map.width, battle_map.height):
                if to not in steps and (flies or open_ground(battle_map, to)):
                    steps[to] = steps[place] + 1
                    beyond.append(to)
        front = beyond
    return steps


def _occupied(encounter: Encounter) -> frozenset[Place]:
    """Return the spaces where nobody can stop: walls and figures."""
    return impassable(encounter.battle_map).union(c.place for c in encounter.combatants if c.present and c.place)
