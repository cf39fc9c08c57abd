"""Ammunition, which the book does not count: boxes (O63) or tokens (O62) if a switch says so, and reloading.

The loads are those of the Aliens Expansion Rules, and so are the terms of a reload: nothing else meanwhile, and what
was still in the weapon is lost as it begins (ruling O19).
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


def counted(carried: Carried, encounter: Encounter) -> Ammunition | None:
    """What is in a weapon, as the encounter counts; while it counts in nothing it stays as it is, and what has none yet
    is full."""
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
    """Raises NotNow for an empty weapon, where ammunition is counted, or in the middle of a reload."""
    not_reloading(combatant.id, encounter)
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


def take(id: str, slot: int, scene: Scene, *, automatic: bool = False) -> None:
    """An attack takes its share of what is in the weapon, where ammunition is counted."""
    carried = scene.combatant(id).carried[slot]
    if not measure(scene.encounter) or carried.ammunition is None:
        return
    if carried.ammunition.measure != TOKENS:
        what = "box" if carried.ammunition.measure == BOXES else "grenade"
        scene.rule("O63", f"a house rule: an attack takes one {what}")
    use = Use(mode=AUTOMATIC_FIRE if automatic else SINGLE_SHOT)
    now = counting.spend(id, slot, use, scene) or carried.ammunition
    scene.note("Ammunition", f"{carried.weapon.name}: {told(carried, now)}")


def told(carried: Carried, ammunition: Ammunition) -> str:
    """What is in a weapon and, where it is reloaded, besides: "15 of 16 boxes, spare loads: 2"."""
    return stock(ammunition) if _reloadable(carried) else left(ammunition)


def reload(order: Reload, scene: Scene) -> None:
    """Begin to reload: 8 Points, over as many turns as it takes, and nothing else meanwhile. Raises Refusal.

    Only whole Points count; what is left of a half is gone, for reloading is what the figure does in its turn.
    """
    check_counted(AMMUNITION, NONE, scene.encounter)
    if order.how.strip():
        raise NoRule("Space Marines knows one way of reloading: leave how: out.")
    actor, combatant = order.actor, scene.combatant(order.actor)
    not_reloading(actor, scene.encounter)
    turn.check_turn(actor, scene.encounter)
    slot = _slot(combatant, order.weapon)
    name, ammunition = combatant.carried[slot].weapon.name, combatant.carried[slot].ammunition
    assert ammunition is not None
    if ammunition.loaded == ammunition.capacity:
        raise NotNow(f"The {name} is full: {left(ammunition)}.")
    rest = reloads.fresh(combatant, slot)
    if (has := figure(combatant).left) < 1:
        raise NotNow(
            f"{combatant.name} has {points(has)} left this turn, and a reload takes whole ones; it can next turn."
        )
    turn.takes_turn(actor, scene)
    scene.rule("O63", f"a house rule: a reload takes {COST} Points, and nothing else is done meanwhile")
    begun = _advance(reloads.begin(combatant, slot, rest, COST, scene), scene)
    turn.tell_left(actor, scene)
    scene.conclude(f"{combatant.name} begins to reload the {name}: {begun.spent} of {COST} Points done.")


def go_on(scene: Scene) -> None:
    """At the start of a turn: reloads take what Points they need."""
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
    """The reload that a figure is in the middle of; while ammunition is not counted it stands still."""
    return reloads.reloading(id, encounter) if measure(encounter) else None


def not_reloading(id: str, encounter: Encounter) -> None:
    """Raises NotNow in the middle of a reload."""
    reloads.check_free(reloading(id, encounter), "Points", encounter)


def _advance(task: Task, scene: Scene) -> Task:
    """Spend on a reload what whole Points there are, which is the figure's turn; the last one loads the weapon."""
    spent = min(int(figure(scene.combatant(task.actor)).left), task.cost - task.spent)
    turn.spend(task.actor, Fraction(spent), scene)
    turn.ends(task.actor, scene)
    return reloads.advance(task, spent, scene)


def _reloadable(carried: Carried) -> bool:
    weapon = carried.weapon
    return isinstance(weapon, Armament) and weapon.counted and not weapon.thrown


def _slot(combatant: Combatant, name: str) -> int:
    """The weapon of that name, or the one in hand. Raises UnknownName with the nearest, NotNow for one that is never
    reloaded."""
    slots = {one.weapon.name: slot for slot, one in enumerate(combatant.carried)}
    can = [one.weapon.name for one in combatant.carried if _reloadable(one)]
    hint = f"; {combatant.name} can reload: {listed(can, 'and')}" if can else ""
    if not slots:
        raise NotNow(f"{combatant.name} carries no weapon.")
    slot = slots[find(name, list(slots), "weapon here")] if name.strip() else combatant.in_hand
    if not _reloadable(combatant.carried[slot]):
        weapon = combatant.carried[slot].weapon
        bare = isinstance(weapon, Armament) and weapon.sort == "hand"
        raise NotNow(f"{'' if bare else 'The '}{weapon.name} is never reloaded{hint}.")
    return slot
