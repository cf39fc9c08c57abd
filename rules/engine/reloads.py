"""A reload that takes its time, in any rulebook: so many actions or Points, over as many turns as it takes, and nothing
else meanwhile.

The old load and the fresh one are both spent when it begins: whatever interrupts it, both are gone (ruling O19). What
it is paid in, and when somebody has some, is the rulebook's matter.
"""

from __future__ import annotations

from dataclasses import replace

from rules.engine.agenda import Agenda, Task
from rules.engine.ammunition import pieces
from rules.engine.effects import Drawn, Loaded, Planned
from rules.engine.errors import NotNow
from rules.engine.model import Ammunition, Combatant, Encounter
from rules.engine.orders import Reload
from rules.engine.scene import Scene


def fresh(combatant: Combatant, slot: int) -> Ammunition:
    """What there is once a spare load is taken for that weapon, which is empty until it is in. Raises NotNow if there
    is none."""
    carried = combatant.carried[slot]
    taken = carried.ammunition.take() if carried.ammunition else None
    if taken is None:
        raise NotNow(f"{combatant.reference} has no spare load left for the {carried.weapon.name}.")
    return replace(taken[1], loaded=0)


def begin(combatant: Combatant, slot: int, rest: Ammunition, cost: int, scene: Scene, section: str) -> Task:
    """Set about it, with what `fresh` says there is; nothing is spent yet. The task as it is planned.

    `section`: where the book has its rule for reloading.
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
    """So much more is spent on a reload; the last of it loads the weapon. The task as it is then."""
    done = replace(task, spent=task.spent + spent)
    others = _without(task, scene.encounter)
    if done.spent < done.cost:
        scene.do(Planned((*others, done)))
        return done
    scene.do(Planned(others))
    slot = slot_of(task, scene.encounter)
    ammunition = scene.combatant(task.actor).carried[slot].ammunition
    assert ammunition is not None
    scene.do(Loaded(task.actor, slot, replace(ammunition, loaded=ammunition.capacity)))
    return done


def slot_of(task: Task, encounter: Encounter) -> int:
    """Where among the weapons of whoever reloads the one is that a reload is about."""
    names = [carried.weapon.name for carried in encounter.combatant(task.actor).carried]
    return names.index(weapon_of(task))


def weapon_of(task: Task) -> str:
    """The name of the weapon that a reload is about."""
    return task.order.weapon if isinstance(task.order, Reload) else ""


def reloading(id: str, encounter: Encounter) -> Task | None:
    """The reload that somebody is in the middle of."""
    task = encounter.task(id)
    return task if task and isinstance(task.order, Reload) else None


def check_free(task: Task | None, unit: str, encounter: Encounter) -> None:
    """Raises NotNow in the middle of a reload, `unit` being what is spent on it ("Points")."""
    if task is None:
        return
    raise NotNow(
        f"{encounter.combatant(task.actor).reference} is reloading the {weapon_of(task)}:"
        f" {task.spent} of {task.cost} {unit} are done,"
        " and nothing else can be done before the last (the GM can stop it: /adjust with changes: stop reloading)."
    )


def drop(task: Task, scene: Scene) -> None:
    """It is not gone on with."""
    scene.do(Planned(_without(task, scene.encounter)))


def stop(combatant: Combatant, scene: Scene, section: str) -> str:
    """Break a reload off; what happened, in words. Raises NotNow if nobody is reloading."""
    task = reloading(combatant.id, scene.encounter)
    if task is None:
        raise NotNow(f"{combatant.reference} is not reloading.")
    drop(task, scene)
    both = "a reload that is broken off costs both loads: the old one and the fresh one"
    scene.rule("O19", both, section=section)
    return f"no longer reloading, both loads of the {weapon_of(task)} are lost"


def _without(task: Task, encounter: Encounter) -> Agenda:
    return tuple(item for item in encounter.agenda if item != task)
