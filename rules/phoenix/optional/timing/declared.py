"""Fire that is declared and resolved when its impulse ends (5.7): the record, whose it is, and what becomes of it when
he is shot first."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rules.engine.agenda import Timer
from rules.engine.copies import altered
from rules.engine.model import Combatant, Encounter
from rules.engine.orders import Attack, CombatantOrder
from rules.engine.records import Condition, Order
from rules.engine.steps import Step, Term
from rules.phoenix.book import Book, Scene
from rules.phoenix.harm.fitness import disabled_arms, disabled_leg, disabled_spine
from rules.phoenix.harm.wounds import Hit
from rules.phoenix.optional.records import Harmed
from rules.phoenix.optional.timing import phasing
from rules.phoenix.shooting.targets.sighting import Attempt
from rules.phoenix.soldier import Soldier, soldier
from rules.phoenix.switches import DECLARED, SHOT_TIMING, value
from rules.phoenix.times import after
from rules.words.places import Place

MARGIN = 3
"""Counts within which somebody disabled or knocked out still fires."""
_HIT, _OUT = -10, -20
"""What it does to a shot that its shooter is hit before it, and that he is disabled or knocked out by it."""


@dataclass(frozen=True, slots=True)
class Declared(CombatantOrder):
    """Fire of `actor` on that Master Phasing Count, with the weapon in `slot`, that takes so many of its `rounds`.

    `shooter` and `place`: how and where he was when he declared it, as he still is when he fires. `goes`: it is being
    resolved just now.
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
        """The order."""
        assert isinstance(self.order, Attack)
        return self.order

    @property
    def then(self) -> Soldier:
        """How he was when he declared it."""
        assert isinstance(self.shooter, Soldier)
        return self.shooter


def counts(encounter: Encounter) -> bool:
    """Whether fire is declared here; in a quick ruling there is no impulse to end."""
    return encounter.timed and value(encounter, SHOT_TIMING) == DECLARED


def pending(encounter: Encounter, actor: str = "") -> tuple[Declared, ...]:
    """What has been declared, by everybody or by one, in the order in which it was."""
    held = (m.order for m in encounter.agenda if isinstance(m, Timer) and isinstance(m.order, Declared))
    return tuple(one for one in held if actor in ("", one.actor))


def waits(encounter: Encounter, actor: str) -> bool:
    """Whether anything is declared, by everybody ("") or by one."""
    return bool(pending(encounter, actor))


def goes(actor: str, encounter: Encounter) -> bool:
    """Whether fire of his is being resolved just now."""
    return going(actor, encounter) is not None


def going(actor: str, encounter: Encounter) -> Declared | None:
    """His fire that is being resolved just now."""
    return next((one for one in pending(encounter, actor) if one.goes), None)


def as_fired(actor: str, encounter: Encounter) -> Encounter:
    """The encounter in which his order is to be seen: while his declared fire is resolved, he is where and as he was
    when he declared it."""
    one = going(actor, encounter)
    if one is None:
        return encounter
    now = encounter.combatant(actor)
    return encounter.with_combatant(altered(now, condition=one.then, in_hand=one.slot, place=one.place))


def harmed(hit: Hit, scene: Scene) -> list[str]:
    """Somebody has been hit: note on which count, if that was before his own fire."""
    if not hit.id or not counts(scene.encounter):
        return []
    id = hit.id
    combatant, now = scene.combatant(id), scene.encounter.clock
    state, count = soldier(combatant), _count(combatant, scene.encounter, scene.book)
    known = state.harmed if state.harmed and state.harmed.at == now else Harmed(now, count)
    out = known.out if known.out is not None else count if _put_out(state, scene.encounter) else None
    noted = Harmed(now, min(known.hit, count), out)
    if noted != state.harmed:
        scene.change(id, altered(state, harmed=noted))
    return []


def earlier(one: Declared, encounter: Encounter) -> Harmed | None:
    """What he has suffered in this impulse on a lower count than he fires on."""
    known = soldier(encounter.combatant(one.actor)).harmed
    if known is None or known.at != encounter.clock or known.hit >= one.count:
        return None
    return known if known.out is None or known.out < one.count else Harmed(known.at, known.hit)


def fate(state: Soldier, encounter: Encounter) -> str:
    """In a word, what has put him out in this impulse."""
    if state.died == encounter.clock:
        return "killed"
    return "knocked out" if _knocked_out(state, encounter) else "disabled"


def terms(attempt: Attempt, encounter: Encounter, book: Book) -> Iterator[tuple[Term, tuple[Step, ...]]]:
    """The same, with no steps."""
    for term in shot_first(attempt, encounter):
        yield term, ()


def shot_first(attempt: Attempt, encounter: Encounter) -> Iterator[Term]:
    """What it does to the accuracy of declared fire that its shooter was shot before it."""
    one = going(attempt.shooter.id, encounter)
    if one is None or (known := earlier(one, encounter)) is None:
        return
    if known.out is None:
        yield Term(f"hit on MPC {known.hit}", _HIT, "5.7")
    else:
        told = fate(soldier(encounter.combatant(one.actor)), encounter)
        yield Term(f"{told} on MPC {known.out}", _OUT, "5.7")


def _count(combatant: Combatant, encounter: Encounter, book: Book) -> int:
    """On which count he is hit: that of the fire that is being resolved; by anything else, once he has done what he
    has done in this impulse."""
    fired = next((one.count for one in pending(encounter) if one.goes), None)
    return phasing.reached(combatant, encounter, book)[0] if fired is None else fired


def _put_out(state: Soldier, encounter: Encounter) -> bool:
    """Whether wounds of this impulse kill him, knock him out or disable a limb or the spine, be it at its end (O23)."""
    now = encounter.clock
    fresh = altered(state, wounds=tuple(wound for wound in state.wounds if wound.at == now))
    soon = after(now, impulses=1)
    disabled = disabled_arms(fresh, soon) or disabled_leg(fresh, soon) or disabled_spine(fresh, soon)
    return state.died == now or _knocked_out(state, encounter) or bool(disabled)


def _knocked_out(state: Soldier, encounter: Encounter) -> bool:
    fell, now = state.knockout, encounter.clock
    return fell is not None and fell.at == now and fell.until is not None and fell.until > now
