"""Reloading, and ammunition in boxes (O63) or tokens (O62) if a switch says so; the book itself does not count it.

Loads and reloads follow the Aliens Expansion Rules (Ammunition Restrictions): a reload allows no other action, and the
rest of the old load is lost when it begins (ruling O19).
"""

from __future__ import annotations

from rules.engine.ammunition import ammunition as counting
from rules.engine.ammunition import reloads
from rules.engine.ammunition.ammunition import (
    AUTOMATIC_FIRE,
    BOXES,
    GRENADES,
    SINGLE_SHOT,
    TOKENS,
    Use,
    empty,
    left,
    stock,
)
from rules.engine.records.agenda import Task
from rules.engine.records.errors import NotNow
from rules.engine.records.model import Ammunition, Carried, Combatant, Encounter
from rules.engine.scene.scene import Scene
from rules.engine.sharing.shared_remedies import other_weapons, reload_it
from rules.space_marines.figures.figure import Armament
from rules.space_marines.switches import measure

COST = 8  # Points
SECTION = "Ammunition Restrictions"


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
    if not reloadable(carried):
        raise NotNow(f"{combatant.reference} has no {name} left.")
    assert carried.ammunition is not None
    others = other_weapons(combatant, name)
    if carried.ammunition.loads == 0:
        raise NotNow(f"The {name} is empty, and {combatant.reference} has no spare load left for it.").helped_by(
            *others
        )
    raise NotNow(f"The {name} is empty. Use /reload ({COST} Points).").helped_by(reload_it(combatant.id, name), *others)


def spend_ammunition(id: str, slot: int, scene: Scene, *, automatic: bool = False) -> None:
    """Spend the ammunition of an attack, if ammunition is counted."""
    carried = scene.combatant(id).carried[slot]
    if not measure(scene.encounter) or carried.ammunition is None:
        return
    if carried.ammunition.measure != TOKENS:
        what = "box" if carried.ammunition.measure == BOXES else "grenade"
        scene.rule("O63", f"a house rule: an attack uses one {what}", section=SECTION)
    use = Use(mode=AUTOMATIC_FIRE if automatic else SINGLE_SHOT)
    now = counting.spend(id, slot, use, scene) or carried.ammunition
    scene.note("Ammunition", f"{carried.weapon.name}: {ammunition_words(carried, now)}", section=SECTION)


def ammunition_words(carried: Carried, ammunition: Ammunition) -> str:
    """Return a weapon's load, and its spare loads if it is reloaded: "15 of 16 boxes, spare loads: 2"."""
    return stock(ammunition) if reloadable(carried) else left(ammunition)


def reloading(id: str, encounter: Encounter) -> Task | None:
    """Return the figure's unfinished reload; None while ammunition is not counted, which suspends it."""
    task = reloads.reloading(id, encounter)
    return task if task and measure(encounter) else None


def check_not_reloading(id: str, encounter: Encounter) -> None:
    """Raise NotNow during a reload."""
    reloads.check_free(reloading(id, encounter), "Points", encounter)


def reloadable(carried: Carried) -> bool:
    weapon = carried.weapon
    return isinstance(weapon, Armament) and weapon.counted and not weapon.thrown
