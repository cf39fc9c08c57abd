"""Bad Guys that the bot runs: each advances on the nearest enemy and attacks (BAD GUYS). No die decides what they do.

They keep no plan: each figure's record is enough, so `run` continues wherever a Question interrupted it.
"""

from __future__ import annotations

from fractions import Fraction

from rules.engine.records.agenda import Question
from rules.engine.records.copies import replace
from rules.engine.records.frozen import dataclass
from rules.engine.records.model import Combatant, Encounter
from rules.engine.scene.scene import Clause, Part, Scene
from rules.space_marines.attacks import attacks
from rules.space_marines.attacks.aiming import is_ranged, longest_reach
from rules.space_marines.figures import reloading, turn
from rules.space_marines.figures.arms import ARMS
from rules.space_marines.figures.continuations import RunOn
from rules.space_marines.figures.figure import BAD, DONE, MOVING, PLACED, figure
from rules.space_marines.moves import move_order, paths
from rules.space_marines.moves.approach import (
    apart,
    approach,
    enemies,
    enemy_places,
    nearest,
    possible_stops,
    reachable_stands,
)
from rules.space_marines.moves.paths import Stride, Ways
from rules.space_marines.switches import run_by_bot

SECTION = "BAD GUYS"
DECENT = Fraction(1, 3)
"""The expected wounds for which an automaton stops to attack; with fewer it goes nearer to its enemy."""


@dataclass(frozen=True, slots=True)
class _Stop:
    """A space where it could stop, and its attack from there; `beside`: the target is adjacent."""

    attack: attacks.BestAttack | None
    beside: bool = False
    way: tuple[Stride, ...] = ()

    @property
    def expected(self) -> Fraction:
        """The expected wounds of its attack."""
        return self.attack.expected if self.attack else Fraction(0)


def is_automaton(combatant: Combatant, encounter: Encounter) -> bool:
    """Return whether the bot runs it: an unowned Bad Guy in play on the map, if the switch says so."""
    return (
        combatant.present
        and combatant.owner is None
        and combatant.place is not None
        and encounter.battle_map is not None
        and figure(combatant).camp == BAD
        and run_by_bot(encounter)
    )


def run(scene: Scene) -> None:
    """Move and attack with every automaton that is not done, each in its own part.

    Stop when a Question opens, or when the fight is decided. The last part names those that can do nothing. Figures
    without an attack (a Bug Brain) are skipped.
    """
    idle: list[str] = []
    ways_to = Ways()
    while not _stops(scene.encounter) and (id := _next(scene)):
        with scene.concerning(id):
            acted = _take_turn(id, scene, ways_to)
        if not acted:
            idle.append(id)
    if idle:
        nothing = "nothing to attack from here, and no way to get closer to an enemy"
        scene.note("Waiting", nothing, detail=True, section=SECTION)
        scene.conclude(scene.roll_call("Waiting: ", idle), routine=True)


def _stops(encounter: Encounter) -> bool:
    return bool(turn.questions(encounter)) or turn.decided(encounter)


def _next(scene: Scene) -> str:
    """Return the next automaton: one interrupted in its move, else the nearest to an enemy; "" if all are done."""
    encounter = scene.encounter
    left = [
        c
        for c in encounter.combatants
        if is_automaton(c, encounter)
        and c.carried
        and figure(c).stage != DONE
        and reloading.reloading(c.id, encounter) is None
    ]
    if not left:
        return ""
    places = enemy_places(left[0], scene.known(left[0].id))
    return min(left, key=lambda c: (figure(c).stage != MOVING, nearest(c, places, encounter))).id


def _take_turn(id: str, scene: Scene, ways_to: Ways) -> bool:
    """Take its turn, or the part of it before a Question. Return whether it did anything."""
    start = scene.combatant(id)
    turn.begin_turn(id, scene)
    way, takes_off, met = "", "", tuple[Clause, ...]()
    stop, takeoff = _choose_stop(start, scene.known(id), ways_to)
    if stop.way:
        if takeoff is not None:
            turn.spend(id, takeoff, scene)
            scene.change(id, replace(figure(scene.combatant(id)), flying=True))
            takes_off = "takes off and "
        met = move_order.advance(id, stop.way, scene)
        here = scene.combatant(id).place
        way = f"from {start.place} to {here}" if here != start.place else f"as far as {here}"
        if questions := turn.questions(scene.encounter):
            _continue_after_answer(id, scene)
            watchers = [question.to for question in questions]
            covered = [scene.clause(f", which {scene.name(id)} covers", id) for id in watchers]
            advances = scene.clause(f"{start.reference} {takes_off}advances {way}")
            scene.conclude((advances, *covered, scene.clause(".")))
            return True
    if attack := _best_from_here(scene.combatant(id), scene.known(id)).attack:
        if met:
            scene.conclude((scene.clause(f"{start.reference} {takes_off}advances {way}"), *met, scene.clause(".")))
            way = ""
        if way:
            scene.note("Advance", f"takes off, {way}" if takes_off else way, section=SECTION)
        done = len(scene.parts)
        attacks.fire(attack.order, scene)
        if way:
            _say_first(f"{start.reference} {takes_off}advances {way} and", start.reference, scene, done)
        return True
    turn.end_turn(id, scene)
    if way:
        scene.conclude((scene.clause(f"{start.reference} {takes_off}advances {way}"), *met, scene.clause(".")))
    return bool(way)


def _say_first(words: str, who: str, scene: Scene, part: int) -> None:
    """Begin the outcome of a part with these words about the figure, where it begins with the figure alone."""
    resolution = scene.parts[part].resolution
    first, *others = resolution.clauses
    if first.text.startswith(who):
        clauses = (replace(first, text=f"{words}{first.text.removeprefix(who)}"), *others)
        scene.parts[part] = Part(replace(resolution, clauses=clauses), scene.parts[part].encounter)


def _continue_after_answer(id: str, scene: Scene) -> None:
    """Let the bot continue with this figure once the Questions are answered, and choose its attack again."""
    waits = (RunOn(id),)
    agenda = tuple(replace(m, rest=waits) if isinstance(m, Question) else m for m in scene.encounter.agenda)
    scene.reschedule(agenda)


def _choose_stop(one: Combatant, encounter: Encounter, ways_to: Ways) -> tuple[_Stop, Fraction | None]:
    """Return where it stops, and the Points of taking off, None if it does not take off.

    On the way to an enemy it stops at the first space with the most expected wounds. Without a decent attack on the way
    it goes to another space with one, or else as far as it can.
    """
    here = _best_from_here(one, encounter)
    if here.beside or figure(one).stage == PLACED:
        return here, None
    way = approach(one, encounter, ways_to)
    stops = [here]
    for strides, there in possible_stops(one, way, encounter):
        stops.append(replace(_best_from_here(there, encounter.with_combatant(there)), way=strides))
    best = max(stops, key=lambda stop: stop.expected)
    if best.beside or best.expected >= DECENT:
        return best, way.takeoff
    if better := _better_space(one, encounter):
        return better, None
    return stops[-1], way.takeoff


def _better_space(one: Combatant, encounter: Encounter) -> _Stop | None:
    """Return the reachable space with the most expected wounds if these are decent, or else None."""
    reach = _reach(one)
    if reach is None:
        return None
    best, at, places = _Stop(None), one, enemy_places(one, encounter)
    for there in reachable_stands(one, encounter):
        if nearest(there, places, encounter) > reach:
            continue
        stop = _best_from_here(there, encounter.with_combatant(there))
        if stop.expected >= DECENT and stop.expected > best.expected:
            best, at = stop, there
    if best.attack is None or at.place is None:
        return None
    return replace(best, way=paths.way(one.id, at.place, encounter))


def _best_from_here(one: Combatant, encounter: Encounter) -> _Stop:
    """Return its attack from its space: the first decent one, nearest enemy first, or else the best."""
    reach = _reach(one)
    possible: list[attacks.BestAttack] = []
    for enemy in enemies(one, encounter):
        away = apart(one, enemy, encounter)
        if away != 1 and (reach is None or away > reach):
            break
        if best := attacks.best_attack(one, enemy, encounter):
            if away == 1 or best.expected >= DECENT:
                return _Stop(best, away == 1)
            possible.append(best)
    return _Stop(max(possible, key=lambda best: best.expected, default=None))


def _reach(one: Combatant) -> int | None:
    """Return the longest range in spaces at which one of its ranged weapons can hit; None if it has none."""
    ranged = (arm for arm in ARMS.carried(one) if is_ranged(arm.weapon))
    return max((longest_reach(one, arm) for arm in ranged), default=None)
