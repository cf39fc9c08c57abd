"""A second shot into the same hex counts an action of aim more, as long as the shooter stays as he is (5.8).

A burst is a shot as well, be it the first or the second. Turning within the stance breaks nothing; moving, ducking,
leaving the Firing Stance, another weapon or another hex does.
"""

from __future__ import annotations

from collections.abc import Iterator

from rules.engine.copies import altered
from rules.engine.model import Combatant, Encounter
from rules.phoenix.arms import Arm, Grenade
from rules.phoenix.book import Book
from rules.phoenix.optional.records import LastShot
from rules.phoenix.shooting.carrying.kit import Held
from rules.phoenix.shooting.how import How
from rules.phoenix.shooting.targets.sighting import AimedTarget
from rules.phoenix.soldier import Soldier, soldier
from rules.phoenix.switches import SECOND_SHOT, on
from rules.words.phrases import counted

_BONUS = 1
"""Actions of aim."""


def bonus(shooter: Combatant, arm: Held, at: AimedTarget, encounter: Encounter) -> int:
    """The actions of aim that a shot at it counts besides, because the last one went there."""
    state = soldier(shooter)
    if not on(encounter, SECOND_SHOT) or not state.firing_stance or arm.slot != shooter.in_hand:
        return 0
    return _BONUS if state.last_shot == LastShot(_hex(at), arm.slot) else 0


def fired_at(at: AimedTarget, weapon: Arm, how: How, encounter: Encounter) -> str:
    """What is kept of a shot at it: the hex, off the map the target; "" for one from the hip and for what is thrown."""
    if not on(encounter, SECOND_SHOT) or how.stance == "hip" or how.moving or isinstance(weapon, Grenade):
        return ""
    return _hex(at)


def fired(state: Soldier, arm: Held, at: str, encounter: Encounter) -> Soldier:
    """He once he has fired there: a second shot goes at it, if he was in his Firing Stance."""
    return altered(state, last_shot=LastShot(at, arm.slot) if at and state.firing_stance else None)


def lines(combatant: Combatant, encounter: Encounter, book: Book) -> Iterator[tuple[str, str]]:
    """Where a second shot of his counts more, for the Status Sheet."""
    last = soldier(combatant).last_shot
    if last and on(encounter, SECOND_SHOT) and combatant.in_hand == last.slot:
        name = next((other.name for other in encounter.combatants if other.id == last.at), last.at)
        yield "Second shot", f"at {name}: {counted(_BONUS, 'action')} of aim more"


def _hex(at: AimedTarget) -> str:
    return str(at.place) if at.place else at.key
