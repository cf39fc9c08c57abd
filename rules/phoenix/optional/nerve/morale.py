"""Morale Rolls: who takes cover from a near miss, and whether they recover there (5.6; rulings O26, O38, O56)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rules.engine.records.agenda import Question, ask, put_to
from rules.engine.records.copies import altered, replace
from rules.engine.records.model import Combatant
from rules.engine.records.private_text import private
from rules.engine.records.records import Order
from rules.engine.records.steps import Step
from rules.engine.scene.scene import Clause
from rules.phoenix.basics.soldier import Soldier, soldier, unsteady
from rules.phoenix.basics.switches import MORALE, on
from rules.phoenix.basics.times import after
from rules.phoenix.book import Book, Scene
from rules.phoenix.ground.acts import ducking
from rules.phoenix.harm.fitness import disabled_spine
from rules.phoenix.optional.nerve import lost_nerve
from rules.phoenix.optional.records import Nerve
from rules.phoenix.shooting.aim.accuracy import Thrown
from rules.phoenix.shooting.firing.near_misses import margin
from rules.phoenix.shooting.targets.aimed_target import AimedTarget, Attempt
from rules.tables.cells import INT

TABLE, DISTANCE, RALLY = "critical_distance", "Critical Distance", "Rally Time"
DUCK, LIE = "duck", "low prone"
CHOICES = {DUCK: "duck", LIE: "low prone"}
_TRIPLED = 3
_SURE = 99
"""With this Knockout Value or more, no throw of 00 to 99 fails."""


def shaken(attempt: Attempt, at: Iterable[AimedTarget], total: int, throw: Thrown, scene: Scene) -> list[Clause]:
    """Throw the Morale Rolls of these targets for a shot or throw that missed them. Return the results for the outcome
    line.

    `total` is its accuracy. A shot that hits, or for which nothing was thrown, shakes nobody. Nothing is thrown for
    targets whose Knockout Value is unknown, or who are out of the fight or already under cover.
    """
    encounter = scene.encounter
    if throw.hit or throw.roll is None or not encounter.timed:
        return []
    tested = [id for id in dict.fromkeys(one.id for one in at if one.id) if _minds(scene.combatant(id), scene)]
    missed, steps = margin(total, throw.roll, attempt, encounter, scene.book)
    critical = {id: _critical(scene.combatant(id), scene.book) for id in tested}
    for step in steps:
        scene.record(step, "5.6")
    # The same for every shot: it must not show the shooter whether somebody unknown is tested.
    scene.record(replace(missed, detail=True), "5.6")
    clauses = list[Clause]()
    for id, (reach, read) in critical.items():
        name, state = scene.name(id), soldier(scene.combatant(id))
        with scene.concerning(id):
            scene.record(read)
            if missed.total > reach:
                far = f"farther from {name} than their Critical Distance of {reach}"
                scene.note("Morale", far, detail=True, section="5.6")
            elif state.nerve:
                clauses += [scene.clause(f"{name} {fate}") for fate in lost_nerve.threatened(id, scene)]
            elif not holds(id, 1, f"{name}’s Morale Roll", scene):
                clauses.append(scene.clause(_takes_cover(scene.combatant(id), attempt.shooter.id, scene)))
    return clauses


def answer(question: Question, choice: str, scene: Scene) -> tuple[Order, ...]:
    """Carry out the owner's answer: the fighter ducks behind the cover, or goes Low Prone behind it.

    If the impulse has ended meanwhile, they are under cover and the Tripled Morale Roll follows (ruling O83).
    """
    combatant = scene.combatant(question.to)
    state, clock = soldier(combatant), scene.encounter.clock
    scene.drop(question)
    takes_cover = state.nerve is not None and state.nerve.state == "taking cover"
    if choice == DUCK:
        scene.conclude(f"{combatant.reference} ducks behind cover.")
    else:
        nerve = replace(state.nerve, low=True) if state.nerve else None
        if takes_cover and state.ducked == clock:
            scene.change(combatant.id, altered(state, nerve=nerve))  # they are on the ground when the impulse ends
        else:
            scene.change(combatant.id, altered(unsteady(state), nerve=nerve, position="prone", low=True))
        scene.conclude(f"{combatant.reference} goes Low Prone behind cover.")
    if takes_cover and state.ducked != clock:  # the roll follows this answer (ruling O83)
        with scene.concerning(combatant.id):
            _under_cover(scene.combatant(combatant.id), scene)
    return ()


def holds(id: str, times: int, why: str, scene: Scene) -> bool:
    """Throw a Morale Roll against `times` the Knockout Value; return whether it succeeds.

    Nothing is thrown if the roll cannot fail or the Knockout Value is unknown.
    """
    value = soldier(scene.combatant(id)).knockout_value
    if value is None:
        return True
    needed, against = times * value, f"KV {value}" if times == 1 else f"{times} x KV {value}"
    if needed >= _SURE:
        scene.note("Morale", f"{why}: {against} cannot fail, no roll", section="5.6", brief="cannot fail")
        return True
    return scene.throw("Morale", why, 0, 99, f"{private(f'{needed:02} or less ({against})')}", section="5.6") <= needed


def begin(scene: Scene) -> None:
    """Begin an impulse: fighters who took cover are under it and try to recover; fighters who fled are safe if no enemy
    can see them.
    """
    if not on(scene.encounter, MORALE):
        return
    lost_nerve.forget_the_helpless(scene)
    for combatant in scene.encounter.combatants:
        nerve = soldier(combatant).nerve
        if nerve is None or not combatant.present or soldier(combatant).out(scene.encounter.clock):
            continue
        with scene.concerning(combatant.id):
            if nerve.state == "taking cover" and put_to(combatant.id, scene.encounter.agenda, lost_nerve.COVER) is None:
                _under_cover(combatant, scene)
            elif nerve.state == "fleeing":
                lost_nerve.get_away(combatant, scene)


def figures(state: Soldier, book: Book) -> Iterator[tuple[str, int]]:
    """Yield the Critical Distance in accuracy levels and the Rally Time in actions, if the Knockout Value is known."""
    if state.knockout_value is not None:
        table = book.tables.of(INT, TABLE)
        yield from ((column, table.lookup("", state.knockout_value, column)[0] or 0) for column in (DISTANCE, RALLY))


def _minds(combatant: Combatant, scene: Scene) -> bool:
    """Return whether near misses affect the fighter: they are able to act, not under cover or in custody, and their
    Knockout Value is known.
    """
    state, now = soldier(combatant), scene.encounter.clock
    if state.knockout_value is None or state.custody or disabled_spine(state, now):
        return False
    falls = state.died is not None or state.out(now) or state.out(after(now, impulses=1))
    return combatant.present and not falls and (state.nerve is None or state.nerve.state == "broken")


def _critical(combatant: Combatant, book: Book) -> tuple[int, Step]:
    """Return the Critical Distance and its cell of the table. A KV of 0 counts as 1 to 4 (ruling O56)."""
    value = soldier(combatant).knockout_value or 0
    reach, step = book.tables.of(INT, TABLE).lookup(DISTANCE, value, DISTANCE, detail=True, section="5.6")
    return reach or 0, step


def _takes_cover(combatant: Combatant, shooter: str, scene: Scene) -> str:
    """Make the fighter duck behind their cover or else go Low Prone, and end their tasks. Return that in words.

    The owner of a fighter with cover is asked whether they duck or lie Low Prone behind it.
    """
    chooses = soldier(combatant).around_cover and soldier(combatant).hides is None
    ducking.make_duck(combatant, scene, shooter, behind=True)
    state = soldier(scene.combatant(combatant.id))
    scene.change(combatant.id, altered(unsteady(state), nerve=Nerve("taking cover")))
    scene.notify(combatant.id)
    if chooses:
        text = f"{combatant.reference} must take cover. Do they duck or go Low Prone?"
        scene.plan(ask(lost_nerve.COVER, combatant.id, text, CHOICES))
        return f"{combatant.reference} must duck behind cover or go Low Prone"
    behind = state.hides is not None or state.exposure == "hidden"
    return f"{combatant.reference} {'ducks behind cover' if behind else 'goes Low Prone'}"


def _under_cover(combatant: Combatant, scene: Scene) -> None:
    id, name = combatant.id, combatant.reference
    nerve = soldier(combatant).nerve
    low = soldier(combatant).exposure != "hidden" or (nerve is not None and nerve.low)
    lost_nerve.go_under(id, Nerve("taking cover", low), scene)
    scene.notify(id)
    if holds(id, _TRIPLED, f"{name}’s Tripled Morale Roll", scene):
        scene.change(id, altered(soldier(scene.combatant(id)), nerve=None, low=False))
        scene.conclude(scene.outcome(f"{name} is under cover and recovers", "they can act again."))
        return
    # The Course of Action is lost (5.5).
    scene.change(id, altered(soldier(scene.combatant(id)), nerve=Nerve("broken", low), plan=None))
    stays = f"they stay {'Low Prone' if low else 'under cover'} until a comrade rallies them."
    scene.conclude(scene.outcome(f"{name} is broken", stays))
