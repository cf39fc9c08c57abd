"""The abilities of a wounded fighter: Combat Actions (1.3, 2.10), and the acts that disabling injuries forbid (2.7,
3.3).

Hit locations are those of table 3A or 6A, by the switch for damage. The first words of their names are the same.
"""

from __future__ import annotations

from rules.engine.records.agenda import Clock
from rules.engine.records.errors import NotNow
from rules.engine.records.model import Combatant, Encounter
from rules.phoenix.basics.soldier import Soldier, soldier
from rules.phoenix.basics.times import between
from rules.phoenix.book import Book
from rules.phoenix.harm.recovery import HOUR, days_left, half_up
from rules.tables.cells import INT
from rules.words.phrases import counted

LAST = 21
"""The most Combat Actions in table 1E, which continues in the same way (ruling O56)."""
PER_ACTION = 60
"""The degrees by which the Field of View widens for each Combat Action given up (5.1)."""
_ABOVE, _BELOW = "Disabling Injury above Waist", "Disabling Injury below Waist"
_ARM = ("Arm", "Shoulder", "Upper Arm", "Elbow", "Forearm", "Hand")
_LEG = ("Leg", "Thigh", "Knee", "Shin", "Ankle")
_SPINE = ("Mouth", "Neck Spine", "Base of Neck", "Heart", "Liver - Spine", "Spine")
"""Locations in front of the spine. 6A's thresholds there are for the spine (ruling O45), 3A's asterisks never are."""


def combat_actions(state: Soldier, clock: Clock, book: Book) -> int:
    """Return the Combat Actions a phase, reduced by wounds and the Field of View (5.1); 0 if they are unknown.

    Dazed fighters have half of them (5.13), rounded half up (O36).
    """
    able = max(0, (state.unhurt_actions or 0) - penalty(state, clock, book) - state.view // PER_ACTION)
    return half_up(able, 2) if state.knockout is not None and state.incapacity(clock) == "Dazed" else able


def penalty(state: Soldier, clock: Clock, book: Book) -> int:
    """Return the Combat Actions that wounds take away (2.10, ruling O40)."""
    return half_up(days_felt(state, clock, book), 20) if state.wounds else 0  # asked for everybody in each impulse


def days_felt(state: Soldier, clock: Clock, book: Book) -> int:
    """Return the days left of the wounds that count: those an hour old, and those from before the fighter woke up."""
    woken = state.knockout.until if state.knockout else None
    if woken and woken > clock:
        woken = None
    felt = [w for w in state.wounds if (woken and w.at < woken) or between(w.at, clock) >= HOUR]
    return days_left(felt, state, clock, book) if felt else 0


def allotment(state: Soldier, clock: Clock, book: Book) -> int:
    """Return the actions in the clock's impulse (1E)."""
    return share(combat_actions(state, clock, book), clock.impulse, book)


def share(actions: int, impulse: int, book: Book) -> int:
    """Return the share of these Combat Actions in an impulse, 1 to 4 (1E; O56 beyond 21)."""
    if actions <= 0:
        return 0
    more, row = 0, actions
    while row > LAST:
        more, row = more + 1, row - 4
    return more + (book.tables.of(INT, "1e").lookup("", row, impulse)[0] or 0)


def disabled_arms(state: Soldier, clock: Clock) -> int:
    """Return the number of disabled arms, 0 to 2.

    Sides are not thrown (O35), so each disabling wound disables another arm.
    """
    return min(2, _disabling(state, clock, _ARM))


def disabled_parts(state: Soldier, clock: Clock) -> list[str]:
    """Return the disabled parts in words: "arm", "leg", "spine"."""
    arms = disabled_arms(state, clock)
    return [
        *([counted(arms, "arm") if arms > 1 else "arm"] if arms else []),
        *(["leg"] if disabled_leg(state, clock) else []),
        *(["spine"] if disabled_spine(state, clock) else []),
    ]


def one_handed(state: Soldier, clock: Clock) -> bool:
    """Return whether exactly one arm is disabled. Fire then counts as fire with one hand (4B, ruling O35)."""
    return disabled_arms(state, clock) == 1


def disabled_leg(state: Soldier, clock: Clock) -> bool:
    """Return whether a leg is disabled. It forbids moving in the Basic Game (2.7) and costs extra by table 7A (R17)."""
    return _disabling(state, clock, _LEG) > 0


def disabled_spine(state: Soldier, clock: Clock) -> bool:
    """Return whether the neck or the spine is disabled, which forbids moving and firing (3.3, ruling O45)."""
    return bool(state.wounds) and _disabling(state, clock, _SPINE) > 0


def injuries(state: Soldier, clock: Clock) -> tuple[str, ...]:
    """Return the rows of table 7A that disabling injuries add to the cost of a hex, each at most once."""
    above, below = disabled_arms(state, clock) > 0, disabled_leg(state, clock)
    return (_ABOVE,) * above + (_BELOW,) * below


def check_hands(combatant: Combatant, encounter: Encounter, both: bool) -> None:
    """Raise NotNow if a disabled arm forbids an act that takes a hand, or `both` hands (2.7, 3.3)."""
    arms, name = disabled_arms(soldier(combatant), encounter.clock), combatant.reference
    if arms > 1:
        raise NotNow(f"Both of {name}'s arms are disabled. That needs a hand, so it must wait until they heal.")
    if arms and both:
        raise NotNow(f"One of {name}'s arms is disabled. That needs both hands, so it must wait until the arm heals.")


def check_able(combatant: Combatant, encounter: Encounter, what: str) -> None:
    """Raise NotNow if the combatant is dead, incapacitated or has a disabled spine; `what` is the action ("fire")."""
    state = soldier(combatant)
    if not state.out(encounter.clock):
        check_spine(combatant, encounter, what)
        return
    if state.died is not None:
        raise NotNow(f"{combatant.reference} is dead and cannot {what}. Choose someone who can act.")
    raise NotNow(f"{combatant.reference} is incapacitated and cannot {what}. Use /next to let time pass.")


def check_spine(combatant: Combatant, encounter: Encounter, what: str) -> None:
    """Raise NotNow if the combatant's neck or spine is disabled; `what` is the action ("move")."""
    if disabled_spine(soldier(combatant), encounter.clock):
        raise NotNow(f"{combatant.reference}'s spine is disabled. They cannot {what} until it heals (3.3, ruling O45).")


def _disabling(state: Soldier, clock: Clock, limb: tuple[str, ...]) -> int:
    """Return the number of wounds that disable such a limb, until healed.

    A single asterisk has no effect on a numb fighter (O32).
    """
    if not state.wounds:
        return 0
    stars = 2 if state.numb else 1
    return sum(w.disabling >= stars and w.at < clock and w.location.startswith(limb) for w in state.wounds)
