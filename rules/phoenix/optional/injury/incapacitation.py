"""The degrees of incapacitation after a failed knockout throw (5.13): out, stunned, dazed or disoriented.

The result is kept in the fighter's record and lasts for its time, even if the switch is turned off.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from rules.engine.records.agenda import Task, Watch
from rules.engine.records.copies import altered
from rules.engine.records.errors import NotNow
from rules.engine.records.model import Combatant, Encounter
from rules.engine.records.orders import Attack, CombatantOrder, Move
from rules.engine.sight.sight import imperceptible, side_of
from rules.grid import hexes
from rules.phoenix.basics.sides import enemies
from rules.phoenix.basics.soldier import EffectWord, soldier, unsteady
from rules.phoenix.basics.times import after
from rules.phoenix.book import Book, Scene
from rules.phoenix.harm.incapacity import told
from rules.tables.cells import ROLL
from rules.words.places import Place

MOST = 200
"""Physical Damage from which the table's own line counts; it takes precedence over the multiples of KV (O12)."""


def read(total: int, line: str, roll: int, scene: Scene) -> EffectWord:
    """Return the effect of a failed knockout throw with this damage total and this line of the Knockout Table."""
    table = scene.book.tables.of(ROLL, "incapacitation")
    at = table.rows.labels[-1] if total >= MOST else line
    effect, step = table.holding("Effect", roll, detail=True, **{"total pd": at})
    assert effect is not None, "each line ends below the chance of its Knockout line, 200+ below the highest"
    scene.record(step, "5.13")
    if total >= MOST:
        scene.rule("O12", f"{MOST} PD or more count before the multiples of KV", section="5.13")
    scene.note("Effect", f"{roll:02} on the line {at}: {effect.lower()}", section="5.13", brief=effect.lower())
    return cast(EffectWord, effect)


def check(order: CombatantOrder, scene: Scene) -> None:
    """Raise NotNow for an order that dazed or disoriented fighters cannot carry out: an attack, or a move nearer to an
    enemy.
    """
    combatant, encounter = scene.combatant(order.actor), scene.encounter
    how = told(soldier(combatant), encounter.clock, exactly=True)
    if how and isinstance(order, Attack):
        check_offensive(combatant, encounter)
    if how and isinstance(order, Move) and (enemy := _nearer(combatant, order.to, scene.known(order.actor))):
        raise NotNow(f"{combatant.reference} is {how} and cannot advance toward {enemy}. They may move away, or duck.")


def check_offensive(combatant: Combatant, encounter: Encounter) -> None:
    """Raise NotNow for an attack by a fighter who is incapacitated in any way."""
    if how := told(soldier(combatant), encounter.clock, exactly=True):
        raise NotNow(f"{combatant.reference} is {how} and cannot attack. They may flee, duck and defend themselves.")


def _nearer(mover: Combatant, to: Place, encounter: Encounter) -> str:
    """Return the enemy that the move would bring nearer than any enemy is now, or "" if there is none."""
    here = mover.place
    places = [(c.reference, c.place) for c in seen_enemies(mover, encounter) if c.place]
    if here is None or not places:
        return ""
    least = min(hexes.distance(here, place) for _, place in places)
    return next((name for name, place in places if hexes.distance(to, place) < least), "")


def seen_enemies(mover: Combatant, encounter: Encounter) -> Iterator[Combatant]:
    """Yield the mover's enemies who are in play, alive and spotted."""
    for other in encounter.combatants:
        state = soldier(other)
        if not (other.present and enemies(mover, other) and state.spotted and state.died is None):
            continue
        if not imperceptible(encounter, side_of(mover), other):
            yield other


def take_effect(scene: Scene) -> None:
    """Begin an impulse: fighters who are out fall prone, and orders end that disoriented fighters cannot carry out."""
    for combatant in scene.encounter.combatants:
        state, now = soldier(combatant), scene.encounter.clock
        if not combatant.present or state.vehicle is not None or not state.incapacity(now):
            continue
        if state.out(now) and state.position != "prone":
            scene.change(combatant.id, altered(unsteady(state), position="prone"))
        elif not state.out(now):
            with scene.concerning(combatant.id):
                _desist(combatant, scene)


def _desist(combatant: Combatant, scene: Scene) -> None:
    """End the fighter's aim, attacks, and moves toward the enemy."""
    state = soldier(combatant)
    if state.aim or state.sustained or state.pin:
        scene.change(combatant.id, altered(state, aim=None, sustained=None, pin=None))
    agenda, known = scene.encounter.agenda, scene.known(combatant.id)
    kept = tuple(m for m in agenda if not (isinstance(m, Task | Watch) and _forbidden(m, combatant, known)))
    if len(kept) < len(agenda):
        scene.reschedule(kept)
        scene.notify(combatant.id)
        scene.conclude(f"{combatant.reference} is {told(state, scene.encounter.clock)} and stops what they were doing.")


def _forbidden(item: Task | Watch, combatant: Combatant, encounter: Encounter) -> bool:
    if item.actor != combatant.id:
        return False
    match item:
        case Watch():
            return True
        case Task(order=Move(to=to)):
            return bool(_nearer(combatant, to, encounter))
        case _:
            return isinstance(item.order, Attack)


def brief(combatant: Combatant, encounter: Encounter, book: Book) -> Iterator[tuple[int, str]]:
    """Yield the word for a dazed or disoriented fighter on the board."""
    state, now = soldier(combatant), encounter.clock
    if words := told(state, now):
        yield 1, words
    elif state.incapacity(after(now, impulses=1)) == "Disoriented":
        yield 1, "disoriented when this impulse ends"


def lines(combatant: Combatant, encounter: Encounter, book: Book) -> Iterator[tuple[str, str]]:
    """Yield the line about incapacitation and its effects for the Status Sheet."""
    state, now = soldier(combatant), encounter.clock
    if not state.out(now) and (words := told(state, now, exactly=True)):
        half = "half their Combat Actions, " if state.incapacity(now) == "Dazed" else ""
        yield "Incapacitated", f"{words}: {half}no attacks, no advance toward the enemy"
