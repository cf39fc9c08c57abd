"""Bad Guys run by the bot: at the nearest enemy, advance, attack (BAD GUYS). No die decides what they do.

Where each stands in its turn is all there is to know, so that `run` goes on wherever a Question interrupted it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

from rules.engine.agenda import Question
from rules.engine.effects import Planned
from rules.engine.model import Combatant, Encounter
from rules.engine.scene import Scene
from rules.space_marines import attacks, moving, paths, reloading, turn
from rules.space_marines.aiming import ranged
from rules.space_marines.approach import apart, approach, enemies, stands, within
from rules.space_marines.arms import arms
from rules.space_marines.chances import MOST_NEEDED
from rules.space_marines.continuing import RunOn
from rules.space_marines.figure import BAD, DONE, MOVING, PLACED, figure
from rules.space_marines.paths import Stride
from rules.space_marines.switches import run_by_bot
from rules.words.phrases import listed

DECENT = Fraction(1, 3)
"""Wounds to be expected of an attack for which an automaton stays short of its enemy; with less it goes nearer."""


@dataclass(frozen=True, slots=True)
class _Stop:
    """A space where it could stand, and its attack from there; `beside`: at an enemy that it stands beside."""

    attack: attacks.Best | None
    beside: bool = False
    way: tuple[Stride, ...] = ()

    @property
    def expected(self) -> Fraction:
        """The wounds to be expected of its attack."""
        return self.attack.expected if self.attack else Fraction(0)


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

    Those that can do nothing are told together at the end; who has no attack at all (a Bug Brain) is left alone.
    """
    idle: list[str] = []
    while not turn.questions(scene.encounter) and (id := _next(scene.encounter)):
        if not _acts(id, scene):
            idle.append(scene.combatant(id).name)
    if idle:
        scene.note("Waiting", "nothing to attack from where they stand, and no way nearer to an enemy", detail=True)
        scene.conclude(f"{listed(idle, 'and')} {'waits' if len(idle) == 1 else 'wait'}.")


def _next(encounter: Encounter) -> str:
    """Whose turn is next: whoever was interrupted in its move, then the one nearest to an enemy; "" if all are done."""
    left = [
        c
        for c in encounter.combatants
        if is_automaton(c, encounter)
        and c.carried
        and figure(c).stage != DONE
        and reloading.reloading(c.id, encounter) is None
    ]
    return min(left, key=lambda c: (figure(c).stage != MOVING, _nearest(c, encounter))).id if left else ""


def _nearest(one: Combatant, encounter: Encounter) -> int:
    return next((apart(one, enemy, encounter) for enemy in enemies(one, encounter)), 0)


def _acts(id: str, scene: Scene) -> bool:
    """Its whole turn, or as much of it as comes before a Question. Whether there was anything to tell."""
    start = scene.combatant(id)
    turn.takes_turn(id, scene)
    way, takes_off = "", ""
    stop, takeoff = _plan(start, scene.encounter)
    if stop.way:
        if takeoff is not None:
            turn.spend(id, takeoff, scene)
            scene.change(id, replace(figure(scene.combatant(id)), flying=True))
            takes_off = "takes off and "
        moving.advance(id, stop.way, scene)
        way = f"from {start.place} to {scene.combatant(id).place}"
        if asked := turn.questions(scene.encounter):
            _wait(id, scene)
            names = listed([scene.combatant(question.to).name for question in asked], "and")
            covered = f"which {names} {'covers' if len(asked) == 1 else 'cover'}"
            scene.conclude(f"{start.name} {takes_off}advances {way}, {covered}.")
            return True
    if attack := _look(scene.combatant(id), scene.encounter).attack:
        if way:
            scene.note("Advance", f"takes off, {way}" if takes_off else way)
        attacks.fire(attack.order, scene)
        return True
    turn.ends(id, scene)
    if way:
        scene.conclude(f"{start.name} {takes_off}advances {way}.")
    return bool(way)


def _wait(id: str, scene: Scene) -> None:
    """What waits behind the Questions about it is that the bot goes on, and looks anew."""
    waits = (RunOn(id),)
    agenda = tuple(replace(m, rest=waits) if isinstance(m, Question) else m for m in scene.encounter.agenda)
    scene.do(Planned(agenda))


def _plan(one: Combatant, encounter: Encounter) -> tuple[_Stop, Fraction | None]:
    """How far it goes on its way, which ends at the first space beside an enemy: to where its attack does most, the
    first of such spaces. Without a decent attack on the way it goes where it has one, or else as far as it can. And
    what taking off for that costs, if it does."""
    here = _look(one, encounter)
    if here.beside or figure(one).stage == PLACED:
        return here, None
    way = approach(one, encounter)
    stops = [here]
    for strides, there in stands(one, way, encounter):
        stops.append(replace(_look(there, encounter.with_combatant(there)), way=strides))
    best = max(stops, key=lambda stop: stop.expected)
    if best.beside or best.expected >= DECENT:
        return best, way.takeoff
    if found := _elsewhere(one, encounter):
        return found, None
    return stops[-1], way.takeoff


def _elsewhere(one: Combatant, encounter: Encounter) -> _Stop | None:
    """The space where its decent attack does most, of all that it can come to this turn; None if there is none."""
    weapons = [arm.weapon for arm in arms(one)]
    if not any(ranged(weapon) for weapon in weapons):
        return None
    numbers = (number for weapon in weapons for number in (weapon.number, *dict(weapon.versus).values()))
    in_range = MOST_NEEDED + max((0, *figure(one).troop.aim)) - min((0, *numbers))
    best, at = _Stop(None), one
    for there in within(one, encounter):
        if _nearest(there, encounter) > in_range:
            continue
        stop = _look(there, encounter.with_combatant(there))
        if stop.expected >= DECENT and stop.expected > best.expected:
            best, at = stop, there
    if best.attack is None or at.place is None:
        return None
    return replace(best, way=paths.way(one.id, at.place, encounter))


def _look(one: Combatant, encounter: Encounter) -> _Stop:
    """Its attack from where it stands: a decent one at the nearest enemy, else whatever is best."""
    armed = any(ranged(arm.weapon) for arm in arms(one))
    found: list[attacks.Best] = []
    for enemy in enemies(one, encounter):
        beside = apart(one, enemy, encounter) == 1
        if not armed and not beside:
            break
        if best := attacks.best(one, enemy, encounter):
            if beside or best.expected >= DECENT:
                return _Stop(best, beside)
            found.append(best)
    return _Stop(max(found, key=lambda best: best.expected, default=None))
