"""Questions before an attack: whether aim already taken may be lost, and how long the shooter aims (2.2)."""

from __future__ import annotations

from rules.engine.records.copies import replace
from rules.engine.records.errors import Refusal
from rules.engine.records.model import Combatant, Encounter
from rules.engine.records.orders import Attack, Burst, Fire, Throw
from rules.engine.records.records import Order
from rules.engine.records.references import reference
from rules.phoenix.basics.arms import ExplosiveWeapon, Grenade
from rules.phoenix.basics.soldier import Aimed, soldier
from rules.phoenix.blasts import explosives
from rules.phoenix.blasts import odds as launchers
from rules.phoenix.book import Book
from rules.phoenix.shooting.aim.how import read_how
from rules.phoenix.shooting.carrying import kit, shot_choices
from rules.phoenix.shooting.firing.ways import way_of
from rules.phoenix.shooting.odds import odds
from rules.phoenix.shooting.targets import blind
from rules.phoenix.shooting.targets.aimed_target import aimed_target
from rules.words.phrases import counted


def cautions(encounter: Encounter, order: Order) -> tuple[str, ...]:
    """Return a sentence on the aim that a shot, burst or throw would lose; () if it loses none, or is refused."""
    if not isinstance(order, Fire | Burst | Throw):
        return ()
    shooter = encounter.combatant(order.actor)
    aimed = soldier(shooter).aim
    try:
        if aimed is None or not aimed.actions or _uses(aimed, order, shooter, encounter):
            return ()
    except Refusal:
        return ()
    at = reference(aimed.at) if any(c.id == aimed.at for c in encounter.combatants) else aimed.at
    actions = counted(aimed.actions, "action")
    return (f"{shooter.reference} has aimed at {at} for {actions}. This order loses that aim.",)


def aims_wanted(encounter: Encounter, order: Order, book: Book) -> tuple[tuple[int, str], ...]:
    """Return the actions of aim to choose from, each with its chance, for an attack that leaves aim: out.

    Returns () if there is nothing to choose: the shooter has aimed already, or does not aim, or the chances are not
    known.
    """
    if not isinstance(order, Fire | Burst | Throw) or order.aim is not None or not order.targets:
        return ()
    shooter = encounter.combatant(order.actor)
    aimed = soldier(shooter).aim
    try:
        if aimed and aimed.actions and _uses(aimed, order, shooter, encounter):
            return ()
        if blind.blind(order, encounter) or _follows(order, shooter, encounter, book):
            return ()
        aims = shot_choices.aims(order, encounter, book)
    except Refusal:
        return ()
    return aims if len(aims) > 1 else ()


def _uses(aimed: Aimed, order: Attack, shooter: Combatant, encounter: Encounter) -> bool:
    """Return whether the attack uses the weapon in hand, at the target of its aim. Raises Refusal."""
    arm = explosives.chosen_grenade(shooter, order.weapon)[0] if isinstance(order, Throw) else None
    arm = arm or kit.held(shooter, order.weapon)
    way = way_of(read_how(order.how))
    first = replace(order, targets=order.targets[:1])
    at = way.marks(order, encounter)[0] if way else aimed_target(first, encounter)
    return arm.slot == shooter.in_hand and at.key == aimed.at


def _follows(order: Attack, shooter: Combatant, encounter: Encounter, book: Book) -> bool:
    """Return whether the burst follows another and needs no aim (3.4). Raises Refusal."""
    weapon = kit.held(shooter, order.weapon).weapon
    if not isinstance(order, Burst) or isinstance(weapon, Grenade):
        return False
    if isinstance(weapon, ExplosiveWeapon):
        return launchers.follows(order, encounter, book)
    return odds.follows(order, encounter, book)
