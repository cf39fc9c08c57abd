"""Ammunition, which the book does not count: boxes (O63) or tokens (O62) if a switch says so, and reloading.

Loads and reloads follow the Aliens Expansion Rules: a reload allows no other action, and what was left in the weapon is
lost when it begins (ruling O19).
"""

from __future__ import annotations

from fractions import Fraction

from rules.engine import ammunition as counting
from rules.engine import reloads
from rules.engine.agenda import Task
from rules.engine.ammunition import AUTOMATIC_FIRE, BOXES, GRENADES, SINGLE_SHOT, TOKENS, Use, empty, left, stock
from rules.engine.errors import NoRule, NotNow
from rules.engine.model import Ammunition, Carried, Combatant, Encounter
from rules.engine.orders import Reload
from rules.engine.scene import Scene
from rules.engine.supplies import check_counted
from rules.space_marines import turn
from rules.space_marines.figure import Armament, figure, points
from rules.space_marines.switches import AMMUNITION, NONE, measure
from rules.words.catalogue import find
from rules.words.phrases import listed

COST = 8  # Points


def as_counted(carried: Carried, encounter: Encounter) -> Ammunition | None:
    """Return a weapon's ammunition in the measure of the encounter; unchanged while none is counted.

    A weapon that has no ammunition yet is full.
    """
    weapon, ammunition, by = carried.weapon, carried.ammunition, measure(encounter)
    if not isinstance(weapon, Armament) or not weapon.counted:
        return ammunition
    if ammunition is None:
        spares = () if weapon.thrown else None
        ammunition = Ammunition(GRENADES if weapon.thrown else BOXES, weapon.boxes, weapon.boxes, spares)
    if weapon.thrown:
        return counting.recounted(ammunition, GRENADES, weapon.boxes)
    if by == TOKENS:
        return counting.recounted(ammunition, TOKENS, counting.tokens(weapon.boxes))
    return counting.recounted(ammunition, BOXES, weapon.boxes) if by else ammunition


def check_loaded(combatant: Combatant, slot: int, encounter: Encounter) -> None:
    """Raise NotNow for an empty weapon, if ammunition is counted, or during a reload."""
    check_not_reloading(combatant.id, encounter)
    carried = combatant.carried[slot]
    if not measure(encounter) or not empty(carried):
        return
    name = carried.weapon.name
    if not _reloadable(carried):
        raise NotNow(f"{combatant.name} has no {name} left.")
    assert carried.ammunition is not None
    if carried.ammunition.loads == 0:
        raise NotNow(f"The {name} is empty, and {combatant.name} has no spare load left for it.")
    raise NotNow(f"The {name} is empty; /reload takes {COST} Points.")


def spend_ammunition(id: str, slot: int, scene: Scene, *, automatic: bool = False) -> None:
    """Spend the ammunition of an attack, if ammunition is counted."""
    carried = scene.combatant(id).carried[slot]
    if not measure(scene.encounter) or carried.ammunition is None:
        return
    if carried.ammunition.measure != TOKENS:
        what = "box" if carried.ammunition.measure == BOXES else "grenade"
        scene.rule("O63", f"a house rule: an attack takes one {what}")
    use = Use(mode=AUTOMATIC_FIRE if automatic else SINGLE_SHOT)
    now = counting.spend(id, slot, use, scene) or carried.ammunition
    scene.note("Ammunition", f"{carried.weapon.name}: {ammunition_words(carried, now)}")


def ammunition_words(carried: Carried, ammunition: Ammunition) -> str:
    """Return a weapon's load, and its spare loads if it is reloaded: "15 of 16 boxes, spare loads: 2"."""
    return stock(ammunition) if _reloadable(carried) else left(ammunition)


def reload(order: Reload, scene: Scene) -> None:
    """Begin a reload of 8 Points, over several turns if needed, which allows no other action. Raises Refusal.

    Only whole Points count; a half Point left is lost, since the reload ends the figure's turn.
    """
    check_counted(AMMUNITION, NONE, scene.encounter)
    if order.how.strip():
        raise NoRule("Space Marines knows one way of reloading: leave how: out.")
    actor, combatant = order.actor, scene.combatant(order.actor)
    check_not_reloading(actor, scene.encounter)
    turn.check_turn(actor, scene.encounter)
    slot = _slot(combatant, order.weapon)
    name, ammunition = combatant.carried[slot].weapon.name, combatant.carried[slot].ammunition
    assert ammunition is not None
    if ammunition.loaded == ammunition.capacity:
        raise NotNow(f"The {name} is full: {left(ammunition)}.")
    after = reloads.fresh(combatant, slot)
    if (has := figure(combatant).left) < 1:
        raise NotNow(
            f"{combatant.name} has {points(has)} left this turn, and a reload takes whole ones; it can next turn."
        )
    turn.begin_turn(actor, scene)
    scene.rule("O63", f"a house rule: a reload takes {COST} Points, and nothing else is done meanwhile")
    begun = _advance(reloads.begin(combatant, slot, after, COST, scene), scene)
    turn.note_left(actor, scene)
    scene.conclude(f"{combatant.name} begins to reload the {name}: {begun.spent} of {COST} Points done.")


def continue_reloads(scene: Scene) -> None:
    """Continue unfinished reloads with the Points of a new turn."""
    for combatant in scene.encounter.combatants:
        task = reloading(combatant.id, scene.encounter)
        if task is None:
            continue
        task = _advance(task, scene)
        if task.spent < task.cost:
            scene.note("Reload", f"{combatant.name}: {task.spent} of {COST} Points")
        else:
            carried = scene.combatant(combatant.id).carried[reloads.slot_of(task, scene.encounter)]
            assert carried.ammunition is not None
            scene.note("Reload", f"{combatant.name}: {carried.weapon.name} {left(carried.ammunition)}")
            scene.notify(combatant.id)


def reloading(id: str, encounter: Encounter) -> Task | None:
    """Return the figure's unfinished reload; None while ammunition is not counted, which suspends it."""
    return reloads.reloading(id, encounter) if measure(encounter) else None


def check_not_reloading(id: str, encounter: Encounter) -> None:
    """Raise NotNow during a reload."""
    reloads.check_free(reloading(id, encounter), "Points", encounter)


def _advance(task: Task, scene: Scene) -> Task:
    """Spend the whole Points left on a reload, end the figure's turn, and return the task; the last Point loads."""
    spent = min(int(figure(scene.combatant(task.actor)).left), task.cost - task.spent)
    turn.spend(task.actor, Fraction(spent), scene)
    turn.end_turn(task.actor, scene)
    return reloads.advance(task, spent, scene)


def _reloadable(carried: Carried) -> bool:
    weapon = carried.weapon
    return isinstance(weapon, Armament) and weapon.counted and not weapon.thrown


def _slot(combatant: Combatant, name: str) -> int:
    """Return the index of the weapon of that name, or of the one in hand.

    Raises UnknownName with the nearest, NotNow for a weapon that is never reloaded.
    """
    slots = {one.weapon.name: slot for slot, one in enumerate(combatant.carried)}
    reloadable_names = [one.weapon.name for one in combatant.carried if _reloadable(one)]
    hint = f"; {combatant.name} can reload: {listed(reloadable_names, 'and')}" if reloadable_names else ""
    if not slots:
        raise NotNow(f"{combatant.name} carries no weapon.")
    slot = slots[find(name, list(slots), "weapon here")] if name.strip() else combatant.in_hand
    if not _reloadable(combatant.carried[slot]):
        weapon = combatant.carried[slot].weapon
        bare = isinstance(weapon, Armament) and weapon.sort == "hand"
        raise NotNow(f"{'' if bare else 'The '}{weapon.name} is never reloaded{hint}.")
    return slot
