"""How far somebody is incapacitated who has failed his knockout throw (5.13): out, stunned, dazed or disoriented.

What was read once is in his record, and holds until its time is over, whatever becomes of the switch.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from rules.engine.agenda import Task, Watch
from rules.engine.copies import altered
from rules.engine.effects import Planned
from rules.engine.errors import NotNow
from rules.engine.model import Combatant, Encounter
from rules.engine.orders import Attack, CombatantOrder, Move
from rules.grid import hexes
from rules.phoenix.book import Book, Scene
from rules.phoenix.harm.incapacity import told
from rules.phoenix.sides import enemies
from rules.phoenix.soldier import EffectWord, soldier
from rules.phoenix.switches import INCAPACITATION, on
from rules.phoenix.times import after
from rules.tables.cells import ROLL
from rules.tables.table import holding
from rules.words.places import Place

MOST = 200
"""Physical Damage from which on a line of the table of its own goes before the multiples of KV (O12)."""


def read(total: int, line: str, roll: int, scene: Scene) -> EffectWord:
    """How far a knockout throw below its chance incapacitates, at this total on this line of the Knockout Table; ""
    with the switch off."""
    if not on(scene.encounter, INCAPACITATION):
        return ""
    table = scene.book.tables.of(ROLL, "incapacitation")
    at = table.rows.labels[-1] if total >= MOST else line
    found, step = holding(table, "Effect", roll, detail=True, **{"total pd": at})
    assert found is not None, "each line ends below the chance of its Knockout line, 200+ below the highest"
    scene.record(step, "5.13")
    if total >= MOST:
        scene.rule("O12", f"{MOST} PD or more go before the multiples of KV", section="5.13")
    scene.note("Effect", f"{roll:02} on the line {at}: {found.lower()}", section="5.13")
    return cast(EffectWord, found)


def check(order: CombatantOrder, scene: Scene) -> None:
    """Raises NotNow for what the dazed and the disoriented cannot do: anything offensive, and going nearer."""
    combatant, encounter = scene.combatant(order.actor), scene.encounter
    if isinstance(order, Attack):
        check_offensive(combatant, encounter)
    how = told(soldier(combatant), encounter.clock, exactly=True)
    if how and isinstance(order, Move) and (enemy := _nearer(combatant, order.to, encounter)):
        raise NotNow(f"{combatant.reference} is {how} and does not advance toward {enemy}: he may move away, or duck.")


def check_offensive(combatant: Combatant, encounter: Encounter) -> None:
    """Raises NotNow for somebody who is incapacitated in any way, for something offensive."""
    if how := told(soldier(combatant), encounter.clock, exactly=True):
        raise NotNow(
            f"{combatant.reference} is {how} and can do nothing offensive: he may flee, duck and defend himself."
        )


def _nearer(mover: Combatant, to: Place, encounter: Encounter) -> str:
    """The enemy to whom he would be nearer than he is to any now, "" if there is none."""
    here = mover.place
    known = [(c.reference, c.place) for c in seen_enemies(mover, encounter) if c.place]
    if here is None or not known:
        return ""
    least = min(hexes.distance(here, place) for _, place in known)
    return next((name for name, place in known if hexes.distance(to, place) < least), "")


def seen_enemies(mover: Combatant, encounter: Encounter) -> Iterator[Combatant]:
    """His enemies who are in play and have been seen."""
    for other in encounter.combatants:
        state = soldier(other)
        if other.present and enemies(mover, other) and state.spotted and state.died is None:
            yield other


def bite(scene: Scene) -> None:
    """An impulse has begun: whoever fell drops to the ground, and what the disoriented may not do any more ends."""
    for combatant in scene.encounter.combatants:
        state, now = soldier(combatant), scene.encounter.clock
        if not combatant.present or state.vehicle is not None or not state.incapacity(now):
            continue
        if on(scene.encounter, INCAPACITATION) and state.out(now) and state.position != "prone":
            scene.change(combatant.id, altered(state, position="prone"))
        elif not state.out(now):
            with scene.concerning(combatant.id):
                _desist(combatant, scene)


def _desist(combatant: Combatant, scene: Scene) -> None:
    """He gives up his aim, what he was to attack, and a way toward the enemy."""
    state = soldier(combatant)
    if state.aim or state.sustained or state.pin:
        scene.change(combatant.id, altered(state, aim=None, sustained=None, pin=None))
    agenda = scene.encounter.agenda
    kept = tuple(m for m in agenda if not (isinstance(m, Task | Watch) and _forbidden(m, combatant, scene.encounter)))
    if len(kept) < len(agenda):
        scene.do(Planned(kept))
        scene.notify(combatant.id)
        scene.conclude(f"{combatant.reference} is {told(state, scene.encounter.clock)} and stops what he was at.")


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
    """On the board: of who is dazed or disoriented and can do something."""
    state, now = soldier(combatant), encounter.clock
    if words := told(state, now):
        yield 1, words
    elif state.incapacity(after(now, impulses=1)) == "Disoriented":
        yield 1, "disoriented when this impulse ends"


def lines(combatant: Combatant, encounter: Encounter, book: Book) -> Iterator[tuple[str, str]]:
    """On the Status Sheet: the same, and what that means."""
    state, now = soldier(combatant), encounter.clock
    if not state.out(now) and (words := told(state, now, exactly=True)):
        half = "half his Combat Actions, " if state.incapacity(now) == "Dazed" else ""
        yield "Incapacitated", f"{words}: {half}nothing offensive, no advance toward the enemy"
