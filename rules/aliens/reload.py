"""Resolve /reload: 8 uninterrupted actions, over several turns if needed (Expansion Rules, Ammunition Restrictions).

The old load and the fresh one are both spent when the reload begins. An interruption loses both (ruling O19).
"""

from __future__ import annotations

from rules.aliens.aiming import marine
from rules.aliens.arms import AMMUNITION, ARMS, OFF, counts_ammunition
from rules.aliens.card import CardWeapon, fighter
from rules.engine.ammunition import ammunition as counting
from rules.engine.ammunition import reloads
from rules.engine.ammunition.supplies import check_counted
from rules.engine.attack.arms import Arm
from rules.engine.records.agenda import Task
from rules.engine.records.copies import replace
from rules.engine.records.errors import NoRule, NotNow, Refusal
from rules.engine.records.model import Combatant, Encounter
from rules.engine.records.orders import Reload
from rules.engine.records.private_text import private
from rules.engine.records.records import Order
from rules.engine.records.steps import LEFT
from rules.engine.scene.scene import Scene
from rules.words.phrases import counted, spare_loads

COST = 8  # actions
SECTION = "Ammunition Restrictions"
SOURCE = f"Aliens Expansion Rules, {SECTION}"


def reloading(combatant: Combatant, encounter: Encounter) -> Task | None:
    """Return the combatant's unfinished reload; None while ammunition is not counted, which suspends it."""
    task = reloads.reloading(combatant.id, encounter)
    return task if task and counts_ammunition(encounter) else None


def check_not_reloading(combatant: Combatant, encounter: Encounter) -> None:
    """Raise NotNow during a reload, which allows no other action."""
    reloads.check_free(reloading(combatant, encounter), "actions", encounter)


def cautions(encounter: Encounter, order: Order) -> tuple[str, ...]:
    """Return a sentence on the load that a reload of a full weapon would waste; () if it wastes none, or is refused."""
    if not isinstance(order, Reload) or not (encounter.timed and counts_ammunition(encounter)):
        return ()
    try:
        arm = ARMS.meant(encounter.combatant(order.actor), order.weapon)
    except Refusal:
        return ()
    if arm.load.loaded < arm.load.capacity or not arm.weapon.reloadable:
        return ()
    holds = counting.left(arm.load)
    return (f"The {arm.weapon.name} is full: {holds}. A reload loses that load and takes {COST} actions.",)


def begin(order: Reload, scene: Scene) -> None:
    """Begin a reload with the actions left this turn. Raises Refusal if it is not possible."""
    combatant, state = marine(scene.encounter, order.actor)
    check_counted(AMMUNITION, OFF, scene.encounter)
    if order.how.strip():
        raise NoRule("Aliens has one way to reload. Leave how: out.")
    check_not_reloading(combatant, scene.encounter)
    arm = ARMS.meant(combatant, order.weapon)
    name = arm.weapon.name
    if not arm.weapon.reloadable:
        raise NotNow(_cannot_be_reloaded(arm, combatant))
    after = reloads.fresh(combatant, arm.slot)
    if state.left == 0:
        raise NotNow(
            f"{combatant.reference} has no actions left this turn to begin a reload. Use /next to begin the next turn."
        )
    ARMS.take_in_hand(combatant, arm, scene)
    scene.note("Section", SOURCE, detail=True, section=SECTION)
    begun = advance(reloads.begin(scene.combatant(combatant.id), arm.slot, after, COST, scene, SECTION), scene)
    state = fighter(scene.combatant(combatant.id))
    if begun.spent == COST:
        scene.note(LEFT, f"{state.left} of {counted(state.actions, 'action')}", section=SECTION)
        load = private(f": {counting.left(weapon_of_reload(begun, scene).load)}")
        scene.conclude(f"{combatant.reference} reloads the {name}{load}.")
        return
    turns = -(-(COST - begun.spent) // state.actions)
    when = "next turn" if turns == 1 else f"in {turns} turns"
    scene.note(
        "Reload", (f"{begun.spent} of {COST} actions; done {when}, and no other action until then"), section=SECTION
    )
    left = f"{state.left} of {counted(state.actions, 'action')}; {spare_loads(after.loads)}"
    scene.note(LEFT, left, section=SECTION)
    scene.conclude(
        scene.outcome(
            f"{combatant.reference} begins to reload the {name}", private(f"{begun.spent} of {COST} actions done.")
        )
    )


def advance(task: Task, scene: Scene) -> Task:
    """Spend the actions left on a reload, load the weapon if they suffice, and return the task."""
    state = fighter(scene.combatant(task.actor))
    spent = min(state.left, task.cost - task.spent)
    scene.change(task.actor, replace(state, left=state.left - spent))
    return reloads.advance(task, spent, scene)


def weapon_of_reload(task: Task, scene: Scene) -> Arm[CardWeapon]:
    """Return the weapon being reloaded, as it is now."""
    return ARMS.meant(scene.combatant(task.actor), reloads.weapon_of(task))


def _cannot_be_reloaded(arm: Arm[CardWeapon], combatant: Combatant) -> str:
    others = [c.weapon.name for c in combatant.carried if getattr(c.weapon, "reloadable", False)]
    hint = f"; {combatant.reference} can reload: {', '.join(others)}" if others else ""
    return f"The {arm.weapon.name} cannot be reloaded (Ammunition Restrictions){hint}."
