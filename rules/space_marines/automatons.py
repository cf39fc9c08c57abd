"""Bad Guys run by the bot: at the nearest enemy, advance, attack (BAD GUYS). No die decides what they do.

Where each stands in its turn is all there is to know, so that `run` goes on wherever a Question interrupted it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from rules.agenda import Question
from rules.copies import altered
from rules.effects import Planned
from rules.ground import open_ground
from rules.model import Combatant, Encounter
from rules.places import Place
from rules.scene import Scene
from rules.space_marines import attacks, moving, paths, sight, turn
from rules.space_marines.arms import arms
from rules.space_marines.continuing import RunOn
from rules.space_marines.figure import BAD, DONE, HALF, MOVING, PLACED, figure
from rules.space_marines.switches import run_by_bot
from rules.words import listed

DECENT = Fraction(1, 3)
"""Wounds to be expected of an attack for which an automaton stops; with less it goes nearer first."""


@dataclass(frozen=True, slots=True)
class _Stop:
    """A space on its way where it could stand, and its attack from there; `decent`: it need not go any farther."""

    way: tuple[Place, ...]
    attack: attacks.Best | None
    decent: bool


def is_automaton(combatant: Combatant, encounter: Encounter) -> bool:
    """Whether the bot runs it: a Bad Guy in play and on the map whom nobody owns, if the switch says so."""
    return (
        combatant.present
        and combatant.owner is None
        and combatant.place is not None
        and encounter.board is not None
        and figure(combatant).camp == BAD
        and run_by_bot(encounter)
    )


def run(scene: Scene) -> None:
    """Every automaton that is not done moves and attacks, each a part of its own; stops when a Question opens.

    Those that can do nothing are told together at the end.
    """
    idle: list[str] = []
    while not turn.questions(scene.encounter) and (one := _next(scene.encounter)):
        if not _acts(one, scene) and scene.combatant(one).carried:
            idle.append(scene.combatant(one).name)
    if idle:
        scene.note("No way", "nothing to attack from where they stand, and no way nearer to an enemy", detail=True)
        scene.conclude(f"{listed(idle, 'and')} {'waits' if len(idle) == 1 else 'wait'}.")


def _next(encounter: Encounter) -> str:
    """Whose turn is next: whoever was interrupted in its move, then the one nearest to an enemy; "" if all are done."""
    left = [c for c in encounter.combatants if is_automaton(c, encounter) and figure(c).stage != DONE]
    ready = [c for c in left if encounter.task(c.id) is None]
    return min(ready, key=lambda c: (figure(c).stage != MOVING, _nearest(c, encounter))).id if ready else ""


def _nearest(one: Combatant, encounter: Encounter) -> int:
    return min((_apart(one, enemy, encounter) for enemy in _enemies(one, encounter)), default=0)


def _apart(one: Combatant, other: Combatant, encounter: Encounter) -> int:
    assert one.place is not None
    assert other.place is not None
    return sight.distance(one.place, other.place, encounter)


def _enemies(one: Combatant, encounter: Encounter) -> list[Combatant]:
    camp = figure(one).camp
    return [c for c in encounter.combatants if c.present and c.place is not None and figure(c).camp != camp]


def _acts(id: str, scene: Scene) -> bool:
    """Its whole turn, or as much as comes before a Question. Whether there was anything to tell."""
    start = scene.combatant(id)
    turn.takes_turn(id, scene)
    stop = _stop(id, scene.encounter)
    advanced = ""
    if stop.way:
        entered = moving.advance(id, stop.way, scene)
        if entered:
            advanced = f"from {start.place} to {entered[-1]}"
        if asked := turn.questions(scene.encounter):
            _run_on_after(id, scene)
            names = listed([scene.combatant(q.to).name for q in asked], "and")
            scene.conclude(f"{start.name} advances {advanced}, where {names} may fire.")
            return True
    attack = _look(scene.combatant(id), (), scene.encounter).attack
    if attack:
        if advanced:
            scene.note("Advance", advanced)
        attacks.fire(attack.order, scene)
        return True
    turn.ends(id, scene)
    if advanced:
        scene.conclude(f"{start.name} advances {advanced}.")
    return bool(advanced)


def _run_on_after(id: str, scene: Scene) -> None:
    """What waits behind the Questions about it: that the bot goes on."""
    waits = (RunOn(id),)
    agenda = tuple(replace(m, rest=waits) if isinstance(m, Question) else m for m in scene.encounter.agenda)
    scene.do(Planned(agenda))


def _look(one: Combatant, way: tuple[Place, ...], encounter: Encounter) -> _Stop:
    """Its attack from where it stands: a decent one at the nearest enemy, else whatever is best."""
    ranged = any(arm.weapon.sort != "hand" for arm in arms(one))
    found: list[attacks.Best] = []
    for enemy in sorted(_enemies(one, encounter), key=lambda enemy: _apart(one, enemy, encounter)):
        beside = _apart(one, enemy, encounter) == 1
        if not ranged and not beside:
            break
        if best := attacks.best(one, enemy, encounter):
            if beside or best.expected >= DECENT:
                return _Stop(way, best, True)
            found.append(best)
    return _Stop(way, max(found, key=lambda best: best.expected, default=None), False)


def _stop(id: str, encounter: Encounter) -> _Stop:
    """How far it goes: to the first space from which it has a decent attack; else to the last from which it has any,
    else as far as it can."""
    one = encounter.combatant(id)
    here = _look(one, (), encounter)
    if here.decent or figure(one).stage == PLACED:
        return here
    last = any_attack = here
    for stop in _stops(one, encounter):
        if stop.decent:
            return stop
        last = stop
        any_attack = stop if stop.attack else any_attack
    return any_attack if any_attack.attack else last


def _stops(one: Combatant, encounter: Encounter) -> Iterator[_Stop]:
    """Where it could stop on its way, from the first space on, as far as its Points reach."""
    way = _way(one, encounter)
    state, cost = figure(one), 0
    taken = {c.place for c in encounter.combatants if c.present}
    for n, stride in enumerate(way, 1):
        cost += stride.cost
        if cost * HALF > state.left:
            return
        if stride.to in taken:
            continue
        there = altered(one, place=stride.to, condition=replace(state, spent=state.spent + cost, moved=True))
        yield _look(there, tuple(s.to for s in way[:n]), encounter.with_combatant(there))


def _way(one: Combatant, encounter: Encounter) -> tuple[paths.Stride, ...]:
    """The cheapest way to an enemy; where all are beyond reach, or the way is full of friends as far as it could go,
    as near to one as it can stand this turn."""
    reach = paths.reach(one.id, encounter)
    taken = {c.place for c in encounter.combatants if c.present}
    left = figure(one).left
    goals = [
        (reach[place], _apart(one, enemy, encounter), n, place)
        for n, enemy in enumerate(_enemies(one, encounter))
        if enemy.place
        for place in sight.neighbours(enemy.place, encounter)
        if reach.get(place)
    ]
    if goals:
        way = paths.way(one.id, min(goals)[-1], encounter)
        within = [s.to for n, s in enumerate(way, 1) if sum(s.cost for s in way[:n]) * HALF <= left]
        if any(place not in taken for place in within):
            return way
    steps = _steps(one, encounter)
    near = [(steps[p], cost, p) for p, cost in reach.items() if cost * HALF <= left and p in steps]
    to = min(near)[-1] if near else one.place
    return () if to is None or to == one.place else paths.way(one.id, to, encounter)


def _steps(one: Combatant, encounter: Encounter) -> dict[Place, int]:
    """How many spaces there are from each to the nearest enemy, past everybody, as far out as it stands itself."""
    front = [enemy.place for enemy in _enemies(one, encounter) if enemy.place]
    steps = dict.fromkeys(front, 0)
    board, flies = encounter.board, figure(one).troop.flight > 0
    while front and one.place not in steps:
        beyond: list[Place] = []
        for place in front:
            for to in sight.neighbours(place, encounter):
                if to not in steps and (flies or (board is not None and open_ground(board, to))):
                    steps[to] = steps[place] + 1
                    beyond.append(to)
        front = beyond
    return steps
