"""Single and Double Action: pistols that are cocked by hand, by their own recoil or by the trigger (5.11).

The book does not say which of its pistols are Single Action (O59), so each can be fired either way. A weapon of the
server's own may be Single Action only, by its page or its Rate of Fire. A pistol becomes cocked when it is fired, by an
act, or by a GM's correction.
"""

from __future__ import annotations

from collections.abc import Iterator

from rules.engine.records.copies import altered
from rules.engine.records.errors import NoRule, NotNow
from rules.engine.records.model import Combatant, Encounter
from rules.engine.records.steps import Note, Step, Term
from rules.phoenix.basics.arms import Arm, Gun, Handgun
from rules.phoenix.basics.soldier import Soldier, Work, soldier
from rules.phoenix.basics.switches import ACCURACY, DOUBLE_ACTION, on
from rules.phoenix.book import Book
from rules.phoenix.ground.acts.action_list import COCK, WORK
from rules.phoenix.shooting.aim.how import How
from rules.phoenix.shooting.aim.preparation import Stage
from rules.phoenix.shooting.carrying import kit
from rules.phoenix.shooting.carrying.kit import Held
from rules.phoenix.shooting.targets.aimed_target import Attempt

WORD = "double action"
"""The word in `how:` and the row of table 4B."""
COCKING = 2
"""Actions that cocking takes (ruling O17)."""
_PENALTY = -3
_SINGLE_ACTION = 2
"""The lowest Rate of Fire of a Single Action weapon, because cocking by hand takes that many actions."""


def counts(weapon: Arm, encounter: Encounter) -> bool:
    """Return whether the weapon must be cocked or fired Double Action."""
    return on(encounter, DOUBLE_ACTION) and isinstance(weapon, Gun) and weapon.group == "pistols"


def single_only(weapon: Arm) -> bool:
    """Return whether the weapon fires Single Action only, by its page or by a Rate of Fire that includes cocking by
    hand.
    """
    if isinstance(weapon, Handgun):
        return weapon.action == "single"
    return isinstance(weapon, Gun) and not weapon.rate.self_loading and weapon.rate.chamber >= _SINGLE_ACTION


def fires_double(shooter: Combatant, slot: int, how: How, encounter: Encounter) -> bool:
    """Return whether a shot with the weapon in this slot would be Double Action: the weapon is uncocked, and the order
    does not have it cocked first.
    """
    weapon = shooter.carried[slot].weapon
    assert isinstance(weapon, Arm)
    if not counts(weapon, encounter) or how.cocked or single_only(weapon):
        return False
    return slot not in soldier(shooter).cocked


def to_be_cocked(shooter: Combatant, slot: int, how: How, encounter: Encounter) -> bool:
    """Return whether the weapon must be cocked before that shot.

    Raises NotNow for Double Action fire of a weapon that is already cocked.
    """
    weapon = shooter.carried[slot].weapon
    assert isinstance(weapon, Arm)
    if not counts(weapon, encounter):
        return False
    if slot in soldier(shooter).cocked:
        if WORD in how.held:
            raise NotNow(f"The {weapon.name} is cocked, so it is not fired Double Action. Leave “{WORD}” out of how:.")
        return False
    return not fires_double(shooter, slot, how, encounter)


def cocked(state: Soldier, slot: int) -> Soldier:
    """Return the Soldier with that weapon cocked. Cocking also turns the cylinder."""
    unworked = tuple(other for other in state.unworked if other != slot)
    return altered(state, cocked=tuple(sorted({*state.cocked, slot})), unworked=unworked)


def cock(state: Soldier, slot: int, encounter: Encounter) -> Soldier:
    """Return the Soldier after the act of cocking the weapon."""
    return cocked(state, slot)


def stage(shooter: Combatant, arm: Held, how: How, encounter: Encounter) -> Stage | None:
    """Return the stage in which the weapon is cocked before aiming begins, or None if none is necessary."""
    if not to_be_cocked(shooter, arm.slot, how, encounter):
        return None
    return Stage(
        Work("cock", (str(arm.slot),)),
        f"cocks the {arm.weapon.name}",
        COCKING,
        None,
        lambda state: cocked(state, arm.slot),
    )


def fired(state: Soldier, arm: Held, at: str, encounter: Encounter) -> Soldier:
    """Return the Soldier after firing the weapon. A self-loading weapon is cocked again by the shot."""
    if not counts(arm.weapon, encounter):
        return state
    others, weapon = {*state.cocked} - {arm.slot}, arm.weapon
    loaded = isinstance(weapon, Gun) and weapon.rate.self_loading
    return altered(state, cocked=tuple(sorted(others | {arm.slot} if loaded else others)))


def check_action(name: str, combatant: Combatant, encounter: Encounter) -> None:
    """Raise Refusal for the act of cocking or working a weapon that cannot be cocked or worked now."""
    arm = kit.held(combatant)
    kit.check_in_hand(arm, combatant)
    if not counts(arm.weapon, encounter):
        if name == COCK:
            raise NoRule(
                f"Only pistols and revolvers can be cocked. {combatant.reference} has the {arm.weapon.name} in hand."
            )
    elif name == WORK:
        raise NoRule(f"The {arm.weapon.name} has no bolt or pump. Use /act cock to cock it.")
    elif arm.slot in soldier(combatant).cocked:
        raise NotNow(f"The {arm.weapon.name} is already cocked.")


def condition(combatant: Combatant, slot: int, encounter: Encounter) -> Iterator[str]:
    """Yield whether the weapon is cocked, for the Status Sheet."""
    weapon = combatant.carried[slot].weapon
    if isinstance(weapon, Arm) and counts(weapon, encounter):
        yield "cocked" if slot in soldier(combatant).cocked else "not cocked"


def terms(attempt: Attempt, encounter: Encounter, book: Book) -> Iterator[tuple[Term, tuple[Step, ...]]]:
    """Yield the penalty of Double Action, unless the player named the row of 4B, which already counts."""
    if not counts(attempt.weapon, encounter):
        return
    shooter, how = attempt.shooter, attempt.how
    slot = _slot(attempt)
    if slot is None or not fires_double(shooter, slot, how, encounter):
        return
    if WORD in how.held:
        if not on(encounter, ACCURACY):
            yield Term(WORD, _PENALTY, "5.11"), ()
        return
    text = f"not cocked, so fired Double Action; how: cocked cocks it first for {COCKING} actions"
    yield Term(WORD, _PENALTY, "5.11"), (Note("Hammer", text, detail=True, section="5.11"),)


def check(how: How, weapon: Arm, encounter: Encounter) -> None:
    """Raise NoRule for words about cocking a pistol where they have no effect."""
    word = "cocked" if how.cocked else WORD if WORD in how.held else ""
    if not word:
        return
    if how.cocked and not on(encounter, DOUBLE_ACTION):
        raise NoRule("Pistols are cocked only with the switch “double action” on (5.11). Leave cocked out of how:.")
    if how.cocked and WORD in how.held:
        raise NoRule("A pistol is fired cocked or Double Action. Leave one of them out of how:.")
    if not on(encounter, DOUBLE_ACTION):
        return  # a rule of 3.1, which counts without the switch
    if not counts(weapon, encounter):
        raise NoRule(f"“{word}” is for pistols and revolvers, not for the {weapon.name}. Leave it out of how:.")
    if WORD in how.held and single_only(weapon):
        raise NoRule(
            f"The {weapon.name} is a Single Action weapon and must be cocked for each shot. Leave “{WORD}” out."
        )


def _slot(attempt: Attempt) -> int | None:
    """Return the slot of the weapon fired: the one in hand if it is that weapon, or else the first such weapon."""
    shooter = attempt.shooter
    arms = [n for n, carried in enumerate(shooter.carried) if carried.weapon == attempt.weapon]
    return min(arms, key=lambda n: (n != shooter.in_hand, n), default=None)
