"""Reloading: 8 actions without interruption, over as many turns as it takes (Ammunition Restrictions).

The old load and the fresh one are both spent when it begins: whatever interrupts it, both are gone (ruling O19).
"""

from __future__ import annotations

from dataclasses import replace

from rules import ammunition as counting
from rules.agenda import Task
from rules.aliens.aiming import marine
from rules.aliens.arms import Held, counts_ammunition, held, take_in_hand
from rules.aliens.card import fighter
from rules.effects import Became, Loaded, Planned
from rules.errors import NoRule, NotNow
from rules.model import Combatant, Encounter
from rules.orders import Reload
from rules.scene import Scene
from rules.steps import LEFT
from rules.words import counted, spare_loads

COST = 8  # actions
SECTION = "Aliens Expansion Rules, Ammunition Restrictions"


def reloading(combatant: Combatant, encounter: Encounter) -> Task | None:
    """The reload that somebody is in the middle of; while ammunition isn't counted it stands still."""
    return encounter.task(combatant.id) if counts_ammunition(encounter) else None


def not_reloading(combatant: Combatant, encounter: Encounter) -> None:
    """Raises NotNow in the middle of a reload, during which nothing else can be done."""
    if task := reloading(combatant, encounter):
        raise NotNow(
            f"{combatant.name} is reloading the {_weapon(task)}: {task.spent} of {task.cost} actions are done, and"
            " nothing else can be done before the last (the GM can stop it: /adjust with changes: stop reloading)."
        )


def begin(order: Reload, scene: Scene) -> None:
    """Begin a reload with the actions that are left. Raises Refusal if that cannot be."""
    combatant, state = marine(scene.encounter, order.actor)
    if not counts_ammunition(scene.encounter):
        raise NoRule("Ammunition is not counted in this encounter (its switch is off): just go on firing.")
    if order.how.strip():
        raise NoRule("Aliens knows one way of reloading: leave how: out.")
    not_reloading(combatant, scene.encounter)
    arm = held(combatant, order.weapon)
    name, ammunition = arm.weapon.name, arm.ammunition
    if not arm.weapon.reloadable:
        raise NotNow(_never(arm, combatant))
    taken = ammunition.take()
    if taken is None:
        raise NotNow(f"{combatant.name} has no spare load left for the {name}.")
    if state.left == 0:
        raise NotNow(f"{combatant.name} has no actions left this turn to begin with; /next begins the next one.")
    take_in_hand(combatant, arm, scene)
    scene.note("Section", SECTION, detail=True)
    if ammunition.loaded:
        scene.note("Lost", f"{counting.pieces(ammunition.loaded, ammunition.measure)} of the old load")
    _, rest = taken
    scene.do(Loaded(combatant.id, arm.slot, replace(rest, loaded=0)))
    task = Task(combatant.id, Reload(combatant.id, weapon=name), 0, COST)
    scene.do(Planned((*scene.encounter.agenda, task)))
    begun = advance(task, scene)
    state = fighter(scene.combatant(combatant.id))
    if begun.spent == COST:
        scene.note(LEFT, f"{state.left} of {counted(state.actions, 'action')}")
        scene.conclude(f"{combatant.name} reloads the {name}: {counting.left(arm_of(task, scene).ammunition)}.")
        return
    turns = -(-(COST - begun.spent) // state.actions)
    when = "next turn" if turns == 1 else f"in {turns} turns"
    scene.note("Reload", f"{begun.spent} of {COST} actions; done {when}, and nothing else until then")
    scene.note(LEFT, f"{state.left} of {counted(state.actions, 'action')}; {spare_loads(rest.loads)}")
    scene.conclude(f"{combatant.name} begins to reload the {name}: {begun.spent} of {COST} actions done.")


def advance(task: Task, scene: Scene) -> Task:
    """Spend on a reload what actions there are; when they suffice the weapon is loaded. The task as it is then."""
    combatant = scene.combatant(task.actor)
    state = fighter(combatant)
    spent = min(state.left, task.cost - task.spent)
    done = replace(task, spent=task.spent + spent)
    scene.do(Became(combatant.id, replace(state, left=state.left - spent)))
    others = [matter for matter in scene.encounter.agenda if matter != task]
    if done.spent < done.cost:
        scene.do(Planned((*others, done)))
        return done
    scene.do(Planned(tuple(others)))
    arm = arm_of(task, scene)
    scene.do(Loaded(combatant.id, arm.slot, replace(arm.ammunition, loaded=arm.ammunition.capacity)))
    return done


def arm_of(task: Task, scene: Scene) -> Held:
    """The weapon that a reload is about, as it is now."""
    return held(scene.combatant(task.actor), _weapon(task))


def stop(combatant: Combatant, scene: Scene) -> str:
    """Break a reload off; what happened, in words. Raises NotNow if nobody is reloading."""
    task = scene.encounter.task(combatant.id)
    if task is None:
        raise NotNow(f"{combatant.name} is not reloading.")
    scene.do(Planned(tuple(matter for matter in scene.encounter.agenda if matter != task)))
    scene.rule("O19", "a reload that is broken off costs both loads: the old one and the fresh one")
    return f"no longer reloading, both loads of the {_weapon(task)} are lost"


def _weapon(task: Task) -> str:
    return task.order.weapon if isinstance(task.order, Reload) else ""


def _never(arm: Held, combatant: Combatant) -> str:
    others = [c.weapon.name for c in combatant.carried if getattr(c.weapon, "reloadable", False)]
    hint = f"; {combatant.name} can reload: {', '.join(others)}" if others else ""
    return f"The {arm.weapon.name} cannot be reloaded (Ammunition Restrictions){hint}."
