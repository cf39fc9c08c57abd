"""Reloads that take several turns, in any rulebook: they cost actions or Points, and the fighter does nothing else.

The old load and the fresh one are both lost when the reload begins, even if it is interrupted (ruling O19). The
rulebook decides what a reload costs and when the fighter pays.
"""

from __future__ import annotations

from rules.engine.ammunition.ammunition import pieces
from rules.engine.records.agenda import Agenda, Task
from rules.engine.records.copies import replace
from rules.engine.records.errors import NotNow
from rules.engine.records.model import Ammunition, Combatant, Encounter
from rules.engine.records.orders import Reload
from rules.engine.scene.effects import Drawn, Loaded
from rules.engine.scene.scene import Scene


def fresh(combatant: Combatant, slot: int) -> Ammunition:
    """Return a weapon's ammunition after a spare load is taken out; the weapon is empty until that is loaded.

    Raises NotNow if there is no spare load.
    """
    carried = combatant.carried[slot]
    taken = carried.ammunition.take() if carried.ammunition else None
    if taken is None:
        raise NotNow(f"{combatant.reference} has no spare load left for the {carried.weapon.name}.")
    return taken[1].emptied()


def begin(combatant: Combatant, slot: int, rest: Ammunition, cost: int, scene: Scene, section: str) -> Task:
    """Begin a reload and return its task, with nothing spent yet.

    `rest` is the ammunition from `fresh`; `section` is the place of the book's rule for reloading.
    """
    carried = combatant.carried[slot]
    if carried.ammunition and carried.ammunition.loaded:
        lost = pieces(carried.ammunition.loaded, carried.ammunition.measure)
        scene.note("Lost", f"{lost} of the old load", section=section)
    if slot != combatant.in_hand:
        scene.do(Drawn(combatant.id, slot))
    scene.do(Loaded(combatant.id, slot, rest))
    task = Task(combatant.id, Reload(combatant.id, weapon=carried.weapon.name), 0, cost)
    scene.plan(task)
    return task


def advance(task: Task, spent: int, scene: Scene) -> Task:
    """Spend `spent` more on a reload and return its task; the weapon is loaded when the whole cost is spent."""
    done = replace(task, spent=task.spent + spent)
    others = _without(task, scene.encounter)
    if done.spent < done.cost:
        scene.reschedule((*others, done))
        return done
    scene.reschedule(others)
    slot = slot_of(task, scene.encounter)
    ammunition = scene.combatant(task.actor).carried[slot].ammunition
    assert ammunition is not None
    scene.do(Loaded(task.actor, slot, replace(ammunition, loaded=ammunition.capacity)))
    return done


def slot_of(task: Task, encounter: Encounter) -> int:
    """Return the index of the reload's weapon among its fighter's weapons."""
    names = [carried.weapon.name for carried in encounter.combatant(task.actor).carried]
    return names.index(weapon_of(task))


def weapon_of(task: Task) -> str:
    """Return the name of the weapon that a reload is about, "" for another task."""
    return task.order.weapon if isinstance(task.order, Reload) else ""


def reloading(id: str, encounter: Encounter) -> Task | None:
    """Return the reload that a fighter is working on, None if there is none."""
    task = encounter.task(id)
    return task if task and isinstance(task.order, Reload) else None


def check_free(task: Task | None, unit: str, encounter: Encounter) -> None:
    """Raise NotNow while a reload is under way; `unit` is the unit of its cost ("Points")."""
    if task is None:
        return
    raise NotNow(
        f"{encounter.combatant(task.actor).reference} is reloading the {weapon_of(task)}"
        f" ({task.spent} of {task.cost} {unit} done) and cannot do anything else until it is loaded."
        " The GM can stop it: /adjust with changes: stop reloading."
    )


def drop(task: Task, scene: Scene) -> None:
    """Take a reload off the agenda."""
    scene.reschedule(_without(task, scene.encounter))


def stop(combatant: Combatant, scene: Scene, section: str) -> str:
    """Stop a fighter's reload and return what happened, in words. Raises NotNow if they are not reloading."""
    task = reloading(combatant.id, scene.encounter)
    if task is None:
        raise NotNow(f"{combatant.reference} is not reloading.")
    drop(task, scene)
    scene.fail(combatant.id)
    both = "stopping a reload loses both loads: the old one and the new one"
    scene.rule("O19", both, section=section)
    return f"no longer reloading; both loads of the {weapon_of(task)} are lost"


def _without(task: Task, encounter: Encounter) -> Agenda:
    return tuple(item for item in encounter.agenda if item != task)
