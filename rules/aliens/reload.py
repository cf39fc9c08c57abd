"""Reloading: 8 actions without interruption, over as many turns as it takes (Ammunition Restrictions).

The old load and the fresh one are both spent when it begins: whatever interrupts it, both are gone (ruling O19).
"""

from __future__ import annotations

from dataclasses import replace

from rules.aliens.aiming import marine
from rules.aliens.arms import AMMUNITION, OFF, Held, counts_ammunition, held, take_in_hand
from rules.aliens.card import fighter
from rules.engine import ammunition as counting
from rules.engine import reloads
from rules.engine.agenda import Task
from rules.engine.errors import NoRule, NotNow
from rules.engine.model import Combatant, Encounter
from rules.engine.orders import Reload
from rules.engine.scene import Scene
from rules.engine.steps import LEFT
from rules.engine.supplies import check_counted
from rules.words.phrases import counted, spare_loads

COST = 8  # actions
SECTION = "Aliens Expansion Rules, Ammunition Restrictions"


def reloading(combatant: Combatant, encounter: Encounter) -> Task | None:
    """The reload that somebody is in the middle of; while ammunition isn't counted it stands still."""
    return reloads.reloading(combatant.id, encounter) if counts_ammunition(encounter) else None


def not_reloading(combatant: Combatant, encounter: Encounter) -> None:
    """Raises NotNow in the middle of a reload, during which nothing else can be done."""
    reloads.check_free(reloading(combatant, encounter), "actions", encounter)


def begin(order: Reload, scene: Scene) -> None:
    """Begin a reload with the actions that are left. Raises Refusal if that cannot be."""
    combatant, state = marine(scene.encounter, order.actor)
    check_counted(AMMUNITION, OFF, scene.encounter)
    if order.how.strip():
        raise NoRule("Aliens knows one way of reloading: leave how: out.")
    not_reloading(combatant, scene.encounter)
    arm = held(combatant, order.weapon)
    name = arm.weapon.name
    if not arm.weapon.reloadable:
        raise NotNow(_never(arm, combatant))
    rest = reloads.fresh(combatant, arm.slot)
    if state.left == 0:
        raise NotNow(f"{combatant.name} has no actions left this turn to begin with; /next begins the next one.")
    take_in_hand(combatant, arm, scene)
    scene.note("Section", SECTION, detail=True)
    begun = advance(reloads.begin(scene.combatant(combatant.id), arm.slot, rest, COST, scene), scene)
    state = fighter(scene.combatant(combatant.id))
    if begun.spent == COST:
        scene.note(LEFT, f"{state.left} of {counted(state.actions, 'action')}")
        scene.conclude(f"{combatant.name} reloads the {name}: {counting.left(arm_of(begun, scene).ammunition)}.")
        return
    turns = -(-(COST - begun.spent) // state.actions)
    when = "next turn" if turns == 1 else f"in {turns} turns"
    scene.note("Reload", f"{begun.spent} of {COST} actions; done {when}, and nothing else until then")
    scene.note(LEFT, f"{state.left} of {counted(state.actions, 'action')}; {spare_loads(rest.loads)}")
    scene.conclude(f"{combatant.name} begins to reload the {name}: {begun.spent} of {COST} actions done.")


def advance(task: Task, scene: Scene) -> Task:
    """Spend on a reload what actions there are; when they suffice the weapon is loaded. The task as it is then."""
    state = fighter(scene.combatant(task.actor))
    spent = min(state.left, task.cost - task.spent)
    scene.change(task.actor, replace(state, left=state.left - spent))
    return reloads.advance(task, spent, scene)


def arm_of(task: Task, scene: Scene) -> Held:
    """The weapon that a reload is about, as it is now."""
    return held(scene.combatant(task.actor), reloads.weapon_of(task))


def _never(arm: Held, combatant: Combatant) -> str:
    others = [c.weapon.name for c in combatant.carried if getattr(c.weapon, "reloadable", False)]
    hint = f"; {combatant.name} can reload: {', '.join(others)}" if others else ""
    return f"The {arm.weapon.name} cannot be reloaded (Ammunition Restrictions){hint}."
