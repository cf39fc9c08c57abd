"""Fire that is declared now and resolved when its impulse ends (5.7): its record, and the effect of a hit on the
shooter before then.
"""

from __future__ import annotations

from collections.abc import Iterator

from rules.engine.books.table_options import OFF
from rules.engine.flow.sealed import sealed as together
from rules.engine.records.agenda import Timer
from rules.engine.records.copies import altered
from rules.engine.records.frozen import dataclass
from rules.engine.records.model import Combatant, Encounter
from rules.engine.records.orders import Attack, CombatantOrder
from rules.engine.records.records import Condition, Order
from rules.engine.records.steps import Step, Term
from rules.engine.sight.sight import fog
from rules.phoenix.basics.soldier import Soldier, soldier
from rules.phoenix.basics.switches import DECLARED, SHOT_TIMING, value
from rules.phoenix.basics.times import after
from rules.phoenix.book import Book, Scene
from rules.phoenix.harm.fitness import disabled_arms, disabled_leg, disabled_spine
from rules.phoenix.harm.hit_records import Fate
from rules.phoenix.harm.wounds import Hit
from rules.phoenix.optional.records import Harmed
from rules.phoenix.optional.timing import phasing_count
from rules.phoenix.shooting.targets.aimed_target import Attempt
from rules.words.places import Place

MARGIN = 3
"""A fighter who is disabled or knocked out up to this many counts earlier still fires."""
_HIT, _OUT = -10, -20
"""Modifiers of a shot whose shooter was hit before it, and was disabled or knocked out before it."""


@dataclass(frozen=True, slots=True)
class Declared(CombatantOrder):
    """Fire by `actor` on the Master Phasing Count `count`, with `rounds` rounds of the weapon in `slot`.

    `shooter` and `place`: the shooter's state and place at the declaration, which still count when the fire is
    resolved. `goes`: the fire is being resolved now.
    """

    kind = "phoenix.timing.Declared"

    order: Order
    count: int
    slot: int
    rounds: int
    shooter: Condition
    place: Place | None
    goes: bool = False

    @property
    def attack(self) -> Attack:
        """The order to attack."""
        assert isinstance(self.order, Attack)
        return self.order

    @property
    def then(self) -> Soldier:
        """The shooter's state at the declaration."""
        assert isinstance(self.shooter, Soldier)
        return self.shooter


def counts(encounter: Encounter) -> bool:
    """Return whether fire is declared count by count. In a quick ruling, which has no impulses, it is not."""
    return encounter.timed and value(encounter, SHOT_TIMING) == DECLARED


def held(encounter: Encounter) -> bool:
    """Return whether fire waits for the end of the impulse: it is declared, or all orders are carried out together.

    In the latter case all fire is on count 0, unless counts are used as well.
    """
    return counts(encounter) or together(encounter)


def sealed(encounter: Encounter) -> bool:
    """Return whether others learn only that fire is declared, and the details when it is resolved."""
    return fog(encounter) != OFF


def pending(encounter: Encounter, actor: str = "") -> tuple[Declared, ...]:
    """Return the declared fire of one fighter, or of all with "", in the order of declaration."""
    held = (m.order for m in encounter.agenda if isinstance(m, Timer) and isinstance(m.order, Declared))
    return tuple(one for one in held if actor in ("", one.actor))


def waits(encounter: Encounter, actor: str) -> bool:
    """Return whether the fighter has declared fire, or whether anybody has with ""."""
    return bool(pending(encounter, actor))


def goes(actor: str, encounter: Encounter) -> bool:
    """Return whether the actor's declared fire is being resolved now."""
    return going(actor, encounter) is not None


def going(actor: str, encounter: Encounter) -> Declared | None:
    """Return the actor's declared fire that is being resolved now, or None."""
    for item in encounter.agenda:
        one = item.order if isinstance(item, Timer) else None
        if isinstance(one, Declared) and one.goes and one.actor == actor:
            return one
    return None


def as_fired(actor: str, encounter: Encounter) -> Encounter:
    """Return the encounter for resolving the actor's order.

    While their declared fire is resolved, they are in the place and state of the declaration.
    """
    one = going(actor, encounter)
    if one is None:
        return encounter
    now = encounter.combatant(actor)
    return encounter.with_combatant(altered(now, condition=one.then, in_hand=one.slot, place=one.place))


def harmed(hit: Hit, scene: Scene) -> list[Fate]:
    """Record the count on which a fighter was hit, which affects their own declared fire."""
    if not hit.id or not counts(scene.encounter):
        return []
    id = hit.id
    combatant, now = scene.combatant(id), scene.encounter.clock
    state, count = soldier(combatant), _count(combatant, scene.encounter, scene.book)
    so_far = state.harmed if state.harmed and state.harmed.at == now else Harmed(now, count)
    out = so_far.out if so_far.out is not None else count if _put_out(state, scene.encounter) else None
    noted = Harmed(now, min(so_far.hit, count), out)
    if noted != state.harmed:
        scene.change(id, altered(state, harmed=noted))
    return []


def earlier(one: Declared, encounter: Encounter) -> Harmed | None:
    """Return the harm to the shooter in this impulse on a lower count than that of the fire, or None if there
    was none.
    """
    harm = soldier(encounter.combatant(one.actor)).harmed
    if harm is None or harm.at != encounter.clock or harm.hit >= one.count:
        return None
    return harm if harm.out is None or harm.out < one.count else Harmed(harm.at, harm.hit)


def fate(state: Soldier, encounter: Encounter) -> str:
    """Return in one word what put the fighter out of action in this impulse."""
    if state.died == encounter.clock:
        return "killed"
    return "knocked out" if _knocked_out(state, encounter) else "disabled"


def terms(attempt: Attempt, encounter: Encounter, book: Book) -> Iterator[tuple[Term, tuple[Step, ...]]]:
    """Yield the terms of `shot_first`, with no steps."""
    for term in shot_first(attempt, encounter):
        yield term, ()


def shot_first(attempt: Attempt, encounter: Encounter) -> Iterator[Term]:
    """Yield the modifier of declared fire if the shooter was hit before it."""
    one = going(attempt.shooter.id, encounter)
    if one is None or (harm := earlier(one, encounter)) is None:
        return
    if harm.out is None:
        yield Term(f"hit on MPC {harm.hit}", _HIT, "5.7")
    else:
        what = fate(soldier(encounter.combatant(one.actor)), encounter)
        yield Term(f"{what} on MPC {harm.out}", _OUT, "5.7")


def _count(combatant: Combatant, encounter: Encounter, book: Book) -> int:
    """Return the count of a hit: that of the fire being resolved, or else the count that the victim has reached."""
    fired = next((one.count for one in pending(encounter) if one.goes), None)
    return phasing_count.reached(combatant, encounter, book)[0] if fired is None else fired


def _put_out(state: Soldier, encounter: Encounter) -> bool:
    """Return whether wounds of this impulse kill, knock out, or disable a limb or the spine, even if only at its end
    (O23).
    """
    now = encounter.clock
    fresh = altered(state, wounds=tuple(wound for wound in state.wounds if wound.at == now))
    soon = after(now, impulses=1)
    disabled = disabled_arms(fresh, soon) or disabled_leg(fresh, soon) or disabled_spine(fresh, soon)
    return state.died == now or _knocked_out(state, encounter) or bool(disabled)


def _knocked_out(state: Soldier, encounter: Encounter) -> bool:
    fell, now = state.knockout, encounter.clock
    return fell is not None and fell.at == now and fell.until is not None and fell.until > now
