"""A second shot into the same hex has an extra action of aim while the shooter stays in position (5.8).

Either shot may be a burst. Turning within the stance keeps the bonus. Moving, ducking, leaving the Firing Stance,
changing the weapon or firing at another hex loses it.
"""

from __future__ import annotations

from collections.abc import Iterator

from rules.engine.records.copies import altered
from rules.engine.records.model import Combatant, Encounter
from rules.phoenix.basics.arms import Arm, Grenade
from rules.phoenix.basics.soldier import Soldier, soldier
from rules.phoenix.basics.switches import SECOND_SHOT, on
from rules.phoenix.book import Book
from rules.phoenix.optional.records import LastShot
from rules.phoenix.shooting.aim.how import How
from rules.phoenix.shooting.carrying.kit import Held
from rules.phoenix.shooting.targets.aimed_target import AimedTarget
from rules.words.phrases import counted

_BONUS = 1
"""Extra actions of aim."""


def bonus(shooter: Combatant, arm: Held, at: AimedTarget, encounter: Encounter) -> int:
    """Return the extra actions of aim for a shot at the place of the last one, or 0."""
    state = soldier(shooter)
    if not state.firing_stance or arm.slot != shooter.in_hand:
        return 0
    return _BONUS if state.last_shot == LastShot(_hex(at), arm.slot) else 0


def fired_at(at: AimedTarget, weapon: Arm, how: How, encounter: Encounter) -> str:
    """Return the place that is recorded of a shot: the hex, or the target if there is no map.

    Return "" for a shot from the hip and for a throw.
    """
    if how.stance == "hip" or how.moving or isinstance(weapon, Grenade):
        return ""
    return _hex(at)


def fired(state: Soldier, arm: Held, at: str, encounter: Encounter) -> Soldier:
    """Return the Soldier after firing at that place.

    A second shot has the bonus if this one was from a Firing Stance.
    """
    last = LastShot(at, arm.slot) if at and state.firing_stance else None
    return state if last == state.last_shot else altered(state, last_shot=last)


def lines(combatant: Combatant, encounter: Encounter, book: Book) -> Iterator[tuple[str, str]]:
    """Yield the place where a second shot has the bonus, for the Status Sheet."""
    last = soldier(combatant).last_shot
    if last and on(encounter, SECOND_SHOT) and combatant.in_hand == last.slot:
        name = next((other.name for other in encounter.combatants if other.id == last.at), last.at)
        yield "Second shot", f"at {name}: counts as {counted(_BONUS, 'action')} more aim"


def _hex(at: AimedTarget) -> str:
    return str(at.place) if at.place else at.key
