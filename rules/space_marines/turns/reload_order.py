"""Resolves /reload: 8 Points, over several turns if needed. Reloads continue at the start of each turn.

A reload follows the Aliens Expansion Rules (Ammunition Restrictions): it allows no other action, and the rest of the
old load is lost when it begins (ruling O19). Separate from `reloading` because it ends a figure's turn.
"""

from __future__ import annotations

from fractions import Fraction

from rules.engine.ammunition import reloads
from rules.engine.ammunition.ammunition import left
from rules.engine.ammunition.supplies import check_counted
from rules.engine.records.agenda import Task
from rules.engine.records.errors import NoRule, NotNow
from rules.engine.records.model import Combatant
from rules.engine.records.orders import Reload
from rules.engine.records.private_text import private
from rules.engine.scene.scene import Scene
from rules.space_marines.figures import reloading, turn
from rules.space_marines.figures.figure import Armament, figure, points
from rules.space_marines.switches import AMMUNITION, NONE
from rules.words.catalogue import find
from rules.words.phrases import listed


def reload(order: Reload, scene: Scene) -> None:
    """Begin a reload of 8 Points, over several turns if needed, which allows no other action. Raises Refusal.

    Only whole Points count; a half Point left is lost, because the reload ends the figure's turn.
    """
    check_counted(AMMUNITION, NONE, scene.encounter)
    if order.how.strip():
        raise NoRule("Space Marines has one way to reload. Leave how: out.")
    actor, combatant = order.actor, scene.combatant(order.actor)
    reloading.check_not_reloading(actor, scene.encounter)
    turn.check_turn(actor, scene.encounter)
    slot = _slot(combatant, order.weapon)
    name, ammunition = combatant.carried[slot].weapon.name, combatant.carried[slot].ammunition
    assert ammunition is not None
    if ammunition.loaded == ammunition.capacity:
        raise NotNow(f"The {name} is full: {left(ammunition)}.")
    after = reloads.fresh(combatant, slot)
    if (has := figure(combatant).left) < 1:
        raise NotNow(
            f"{combatant.reference} has {points(has)} left this turn, and a reload takes whole Points."
            " Reload next turn."
        )
    turn.begin_turn(actor, scene)
    takes = f"a house rule: a reload takes {reloading.COST} Points, with no other action meanwhile"
    scene.rule("O63", takes, section=reloading.SECTION)
    begun = _advance(reloads.begin(combatant, slot, after, reloading.COST, scene, reloading.SECTION), scene)
    turn.note_left(actor, reloading.SECTION, scene)
    scene.conclude(
        scene.outcome(
            f"{combatant.reference} begins to reload the {name}",
            private(f"{begun.spent} of {reloading.COST} Points done."),
        )
    )


def continue_reloads(scene: Scene) -> None:
    """Continue unfinished reloads with the Points of a new turn."""
    for combatant in scene.encounter.combatants:
        task = reloading.reloading(combatant.id, scene.encounter)
        if task is None:
            continue
        task = _advance(task, scene)
        so_far = f"{task.spent} of {reloading.COST} Points"
        if task.spent == task.cost:
            carried = scene.combatant(combatant.id).carried[reloads.slot_of(task, scene.encounter)]
            assert carried.ammunition is not None
            so_far = f"{carried.weapon.name} {left(carried.ammunition)}"
            scene.notify(combatant.id)
        with scene.concerning(combatant.id):
            scene.note("Reload", f"{combatant.reference}: {so_far}", section=reloading.SECTION)


def _advance(task: Task, scene: Scene) -> Task:
    """Spend the whole Points left on a reload, end the figure's turn, and return the task; with the last Point, load
    the weapon.
    """
    spent = min(int(figure(scene.combatant(task.actor)).left), task.cost - task.spent)
    turn.spend(task.actor, Fraction(spent), scene)
    turn.end_turn(task.actor, scene)
    return reloads.advance(task, spent, scene)


def _slot(combatant: Combatant, name: str) -> int:
    """Return the index of the weapon of that name, or of the one in hand.

    Raises UnknownName with the nearest, NotNow for a weapon that is never reloaded.
    """
    slots = {one.weapon.name: slot for slot, one in enumerate(combatant.carried)}
    reloadable_names = [one.weapon.name for one in combatant.carried if reloading.reloadable(one)]
    hint = f"; {combatant.reference} can reload: {listed(reloadable_names, 'and')}" if reloadable_names else ""
    if not slots:
        raise NotNow(f"{combatant.reference} carries no weapon.")
    slot = slots[find(name, list(slots), "weapon")] if name.strip() else combatant.in_hand
    if not reloading.reloadable(combatant.carried[slot]):
        weapon = combatant.carried[slot].weapon
        bare = isinstance(weapon, Armament) and weapon.sort == "hand"
        raise NotNow(f"{'' if bare else 'The '}{weapon.name} is never reloaded{hint}.")
    return slot
