"""Where a Bad Guy that the bot runs goes: to the enemy that it gets at most cheaply, or as near to one as it can stand.

No die and no memory: it follows from the map, and the same again wherever the way was interrupted.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from rules.engine.copies import altered
from rules.engine.model import Combatant, Encounter
from rules.grid.ground import open_ground
from rules.space_marines import paths, sight
from rules.space_marines.figure import HALF, figure
from rules.space_marines.paths import Stride
from rules.words.places import Place


@dataclass(frozen=True, slots=True)
class Approach:
    """A way that it could take; `takeoff` is what it pays, in Points, to take off first, None if it does not."""

    strides: tuple[Stride, ...] = ()
    takeoff: Fraction | None = None


def enemies(one: Combatant, encounter: Encounter) -> list[Combatant]:
    """Its enemies in play and on the map, the nearest first."""
    camp = figure(one).camp
    others = (c for c in encounter.combatants if c.present and c.place and figure(c).camp != camp)
    return sorted(others, key=lambda enemy: apart(one, enemy, encounter))


def apart(one: Combatant, other: Combatant, encounter: Encounter) -> int:
    """How many spaces lie from one figure on the map to another."""
    assert one.place is not None
    assert other.place is not None
    return sight.distance(one.place, other.place, encounter)


def approach(one: Combatant, encounter: Encounter) -> Approach:
    """The cheapest way to an enemy, on foot or in the air. Where all are beyond reach, or the way is full of friends as
    far as it could go this turn: as near to one as it can stand. No strides if there is no way nearer."""
    if not enemies(one, encounter):
        return Approach()
    found: list[tuple[bool, Fraction, Approach]] = []
    for set_out, takeoff in _gaits(one):
        as_if = encounter.with_combatant(set_out)
        price = takeoff or Fraction(0)
        if way := _to_an_enemy(set_out, as_if):
            found.append((False, price + sum(stride.cost for stride in way) * HALF, Approach(way, takeoff)))
        elif nearer := _nearer(set_out, as_if):
            steps, way = nearer
            found.append((True, Fraction(steps), Approach(way, takeoff)))
    return min(found, key=lambda way: way[:2])[2] if found else Approach()


def stands(one: Combatant, way: Approach, encounter: Encounter) -> Iterator[tuple[tuple[Stride, ...], Combatant]]:
    """Where it could stop on a way, as far as its Points reach: the strides until there, and how it would stand."""
    state = figure(one)
    spent = state.spent + int((way.takeoff or 0) / HALF)
    flying = state.flying or way.takeoff is not None
    taken = _taken(encounter)
    for n, stride in enumerate(way.strides, 1):
        spent += stride.cost
        if state.troop.points - state.wounds < spent * HALF:
            return
        if stride.to not in taken:
            there = replace(state, spent=spent, moved=True, flying=flying)
            yield way.strides[:n], altered(one, place=stride.to, condition=there)


def within(one: Combatant, encounter: Encounter) -> Iterator[Combatant]:
    """How it would stand at each space that it can come to this turn as it gets about now, the cheapest first."""
    state = figure(one)
    reached = paths.reach(one.id, encounter, int(state.left / HALF))
    for place, cost in sorted(reached.items(), key=lambda found: (found[1], found[0])):
        if place != one.place:
            yield altered(one, place=place, condition=replace(state, spent=state.spent + cost, moved=True))


def _gaits(one: Combatant) -> Iterator[tuple[Combatant, Fraction | None]]:
    """How it could set out: as it is, and, of what flies, in the air; and what taking off costs."""
    state = figure(one)
    if state.flying or state.troop.step:
        yield one, None
    takeoff = Fraction(state.troop.takeoff)
    if state.troop.flight and not state.flying and takeoff <= state.left:
        spent = state.spent + int(takeoff / HALF)
        yield altered(one, condition=replace(state, flying=True, spent=spent)), takeoff


def _to_an_enemy(one: Combatant, encounter: Encounter) -> tuple[Stride, ...]:
    """The cheapest way to a space beside an enemy, if it can stand anywhere on it this turn."""
    taken = _taken(encounter)
    goals = frozenset(
        place
        for enemy in enemies(one, encounter)
        if enemy.place
        for place in sight.neighbours(enemy.place, encounter)
        if place not in taken
    )
    way = paths.nearest(one.id, goals, encounter)
    return way if any(stands(one, Approach(way), encounter)) else ()


def _nearer(one: Combatant, encounter: Encounter) -> tuple[int, tuple[Stride, ...]] | None:
    """The way to where it is nearest to an enemy of all spaces it can come to this turn, and how near that is."""
    steps, left = _steps(one, encounter), int(figure(one).left / HALF)
    reach = paths.reach(one.id, encounter, left)
    near = [(steps[place], cost, place) for place, cost in reach.items() if place in steps]
    if not near or min(near)[-1] == one.place:
        return None
    away, _, place = min(near)
    return away, paths.way(one.id, place, encounter)


def _steps(one: Combatant, encounter: Encounter) -> dict[Place, int]:
    """How many spaces there are from each to the nearest enemy, past everybody, as far out as it stands itself."""
    front = [enemy.place for enemy in enemies(one, encounter) if enemy.place]
    steps = dict.fromkeys(front, 0)
    board, flies = encounter.board, figure(one).flying
    while front and one.place not in steps:
        beyond: list[Place] = []
        for place in front:
            for to in sight.neighbours(place, encounter):
                if to not in steps and (flies or board is None or open_ground(board, to)):
                    steps[to] = steps[place] + 1
                    beyond.append(to)
        front = beyond
    return steps


def _taken(encounter: Encounter) -> frozenset[Place]:
    """Where nobody can come to stand: walls and figures."""
    walls = encounter.board.obstructions if encounter.board else frozenset()
    return walls.union(c.place for c in encounter.combatants if c.present and c.place)
